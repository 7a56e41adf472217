//! What units can do, by what is known: the same for the check and for what happens.

use std::collections::BTreeSet;

use super::events::Event;
use super::fire::Checked;
use super::format::Trait;
use super::names::{Unit, Zone};
use super::reasons::Reason;
use super::scenario::Start;
use super::side::Side;
use super::state::{Piece, Post, State};
use super::{CompanyCommander, rules};
use crate::engine::Rules;
use crate::engine::board::hex::Facing;
use crate::engine::orders::check::require;

/// A side that looks at a state, true or believed.
#[derive(Clone, Copy)]
pub struct Viewpoint<'a> {
    /// The game.
    pub game: &'a CompanyCommander,
    /// The state.
    pub state: &'a State,
    /// The side.
    pub side: Side,
}

impl<'a> Viewpoint<'a> {
    /// A unit of the side.
    ///
    /// # Errors
    /// It is the enemy's, or gone.
    pub fn own(&self, unit: &Unit) -> Checked<&'a Piece> {
        let roster = self.game.field.units.get(unit);
        let yours = roster.is_some_and(|roster| roster.side == self.side);
        require(yours, rules::UNITS, Reason::NotYours { unit: unit.clone() })?;
        let gone = (rules::DAMAGE, Reason::Destroyed { unit: unit.clone() });
        self.state.piece(unit).ok_or(gone)
    }

    /// A unit of the side on the map that is not suppressed.
    fn steady(&self, unit: &Unit) -> Checked<(&'a Piece, Zone)> {
        let piece = self.own(unit)?;
        let there = (rules::STACKING, Reason::NotThere { unit: unit.clone() });
        let at = piece.at().ok_or(there)?;
        let reason = Reason::IsSuppressed { unit: unit.clone() };
        require(!piece.suppressed, rules::SUPPRESSED, reason)?;
        Ok((piece, at))
    }

    /// A unit that can still move.
    fn fresh(&self, unit: &Unit) -> Checked<(&'a Piece, Zone)> {
        let (piece, at) = self.steady(unit)?;
        let named = || unit.clone();
        require(!piece.fired, rules::MOVEMENT, Reason::Fired { unit: named() })?;
        require(!piece.busy, rules::ENHANCED, Reason::Busy { unit: named() })?;
        require(!piece.moved, rules::MOVEMENT, Reason::Moved { unit: named() })?;
        Ok((piece, at))
    }

    /// The hexes that a unit enters (cc4, cc6).
    ///
    /// # Errors
    /// Why it cannot.
    pub fn movement(&self, unit: &Unit, path: &[Zone], fast: bool) -> Checked<Vec<Zone>> {
        self.fresh(unit)?;
        require(!path.is_empty(), rules::MOVEMENT, Reason::NoPath)?;
        let rule = if fast { rules::ENHANCED } else { rules::MOVEMENT };
        self.game
            .route(self.state, unit, path, fast)
            .map_err(|at| (rule, Reason::TooFar { unit: unit.clone(), at }))
    }

    /// A unit can turn (cc10).
    ///
    /// # Errors
    /// Why it cannot.
    pub fn facing(&self, unit: &Unit) -> Checked {
        let (piece, _) = self.steady(unit)?;
        require(!piece.busy, rules::ENHANCED, Reason::Busy { unit: unit.clone() })
    }

    /// The hexes that a unit's smoke fills (cc57).
    ///
    /// # Errors
    /// Why it cannot.
    pub fn smoke(&self, unit: &Unit, at: Zone) -> Checked<Vec<Zone>> {
        let piece = self.own(unit)?;
        let kind = self.game.format.kind(&piece.kind);
        let named = || unit.clone();
        let used = self.state.secret.stocks.get(unit).map_or(0, |stock| stock.smoke);
        let row = kind.smoke.as_ref().filter(|row| row.uses > used);
        let row = row.ok_or_else(|| (rules::SMOKE, Reason::NoSmoke { unit: named() }))?;
        require(!piece.suppressed, rules::SUPPRESSED, Reason::IsSuppressed { unit: named() })?;
        require(!piece.fired, rules::ATTACK, Reason::Fired { unit: named() })?;
        require(!piece.busy, rules::ENHANCED, Reason::Busy { unit: named() })?;
        require(!(row.radius > 0 && piece.moved), rules::SMOKE, Reason::Moved { unit: named() })?;
        let reach = match (&piece.post, piece.at()) {
            (Post::Off, _) => true,
            (_, Some(from)) => {
                let near = row.range == 0 || from.0.distance(at.0) <= row.range;
                near && (row.radius > 0 || self.game.looks(kind, from, at))
            }
            (_, None) => return Err((rules::STACKING, Reason::NotThere { unit: named() })),
        };
        require(reach, rules::SMOKE, Reason::OutOfRange { unit: named(), at })?;
        let cells = at.0.spiral(row.radius).into_iter().map(Zone);
        Ok(cells.filter(|at| self.game.field.holds(*at)).collect())
    }

    /// A carrier of the side with room for one more (cc12).
    fn room(&self, unit: &Unit, on: &Unit) -> Checked<&'a Piece> {
        let carrier = self.own(on)?;
        let row = self.game.format.kind(&carrier.kind);
        let aboard = |piece: &Piece| piece.post == Post::Aboard(on.clone());
        let riders = self.state.of(self.side).filter(|(_, piece)| aboard(piece)).count();
        let rides = self.game.format.kind(&self.own(unit)?.kind).is(Trait::Rides);
        require(rides, rules::MOUNTING, Reason::CannotRide { unit: unit.clone() })?;
        require(riders < row.capacity, rules::MOUNTING, Reason::NoRoom { on: on.clone() })?;
        Ok(carrier)
    }

    /// A unit mounts a carrier (cc12).
    ///
    /// # Errors
    /// Why it cannot.
    pub fn mount(&self, unit: &Unit, on: &Unit) -> Checked {
        let (piece, at) = self.fresh(unit)?;
        let again = self.game.format.kind(&piece.kind).is(Trait::Remounts);
        require(again, rules::MOUNTING, Reason::CannotRide { unit: unit.clone() })?;
        let carrier = self.room(unit, on)?;
        let next = carrier.at().is_some_and(|there| there.0.distance(at.0) == 1);
        let there = carrier.at().unwrap_or(at);
        require(next, rules::MOUNTING, Reason::NotNext { unit: unit.clone(), at: there })?;
        require(!carrier.suppressed, rules::MOUNTING, Reason::IsSuppressed { unit: on.clone() })
    }

    /// A unit leaves its carrier: the carrier, and whether that leaves the field (cc12).
    ///
    /// # Errors
    /// Why it cannot.
    pub fn dismount(&self, unit: &Unit, at: Zone) -> Checked<(Unit, bool)> {
        let piece = self.own(unit)?;
        let none = || (rules::MOUNTING, Reason::NotAboard { unit: unit.clone() });
        let Post::Aboard(by) = &piece.post else { return Err(none()) };
        // Who mounted has moved, and does nothing else in that turn (cc4).
        require(!piece.moved, rules::MOVEMENT, Reason::Moved { unit: unit.clone() })?;
        let (carrier, here) = self.steady(by)?;
        let leaves = self.game.format.kind(&carrier.kind).is(Trait::Leaves);
        let far = here.0.distance(at.0);
        if leaves {
            let reason = Reason::OutThere { unit: by.clone(), at: here };
            require(far == 0, rules::MOUNTING, reason)?;
        } else {
            require(far == 1, rules::MOUNTING, Reason::NotNext { unit: by.clone(), at })?;
            self.stands(piece, unit, at)?;
        }
        Ok((by.clone(), leaves))
    }

    /// A unit can be in a hex that is free (cc21).
    fn stands(&self, piece: &Piece, unit: &Unit, at: Zone) -> Checked {
        let kind = self.game.format.kind(&piece.kind);
        let fits = self.game.field.can_stand(&self.game.format, kind.going, at);
        require(fits, rules::TERRAIN, Reason::CannotStand { unit: unit.clone(), at })?;
        let taken = self.game.occupant(self.state, at, kind.flies());
        let free = taken.is_none_or(|other| other == unit);
        require(free, rules::STACKING, Reason::Occupied { at })
    }

    /// Who launches a drone (cc55).
    ///
    /// # Errors
    /// Why nobody does.
    pub fn launch(&self, unit: &Unit, at: Zone) -> Checked<Unit> {
        let piece = self.own(unit)?;
        let roster = &self.game.field.units[unit];
        let none = || (rules::DRONES, Reason::NotDrone { unit: unit.clone() });
        let Start::With(by) = &roster.start else { return Err(none()) };
        require(piece.post == Post::Reserve, rules::DRONES, none().1)?;
        let (_, from) = self.fresh(by)?;
        let next = from.0.distance(at.0) == 1;
        require(next, rules::DRONES, Reason::NotNext { unit: by.clone(), at })?;
        self.stands(piece, unit, at)?;
        Ok(by.clone())
    }

    /// What deploying a unit does. Who stands in its hex only because nothing was ordered gives way
    /// (cc22, cc63); `settled` are those for whom something was.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn deployed(
        &self,
        (unit, at, facing, on): (&Unit, Option<Zone>, Option<Facing>, Option<&Unit>),
        settled: &BTreeSet<Unit>,
    ) -> Checked<Vec<Event>> {
        let named = unit.clone();
        let event = |place| match place {
            Deployment::At(at, facing) => Event::Deployed { unit: named, at, facing },
            Deployment::Aboard(on) => Event::Boarded { unit: named, on },
        };
        match self.deploy(unit, at, facing, on) {
            Ok(place) => Ok(vec![event(place)]),
            Err(why) => {
                let Some(yields) = self.yields(unit, at, settled) else { return Err(why) };
                let mut moved = self.state.clone();
                self.game.apply(&mut moved, &yields);
                let desk = Viewpoint { state: &moved, ..*self };
                Ok(vec![event(desk.deploy(unit, at, facing, on)?), yields])
            }
        }
    }

    /// Who stands in a hex that a unit is ordered to goes to the first other of its own that is free.
    fn yields(&self, unit: &Unit, at: Option<Zone>, settled: &BTreeSet<Unit>) -> Option<Event> {
        let (game, at) = (self.game, at?);
        let flies = |unit: &Unit| game.format.kind(game.kind_of(unit)).flies();
        let other = game.occupant(self.state, at, flies(unit))?;
        let roster = &game.field.units[other];
        if other == unit || roster.side != self.side || settled.contains(other) {
            return None;
        }
        let start = if let Start::At(start) = roster.start { Some(start) } else { None };
        let free = |to: &Zone| {
            let there = game.occupant(self.state, *to, flies(other));
            *to != at && there.is_none_or(|there| there == unit)
        };
        let to = start.into_iter().chain(roster.or.iter().copied()).find(free)?;
        let facing = self.state.piece(other)?.facing;
        Some(Event::Deployed { unit: other.clone(), at: to, facing })
    }

    /// Where a unit is deployed, and how it looks (cc22).
    ///
    /// # Errors
    /// Why it cannot be.
    fn deploy(
        &self,
        unit: &Unit,
        at: Option<Zone>,
        facing: Option<Facing>,
        on: Option<&Unit>,
    ) -> Checked<Deployment> {
        let piece = self.own(unit)?;
        let late = matches!(self.game.field.units[unit].start, Start::Arrives(_));
        require(!late, rules::REINFORCEMENTS, Reason::StillToCome { unit: unit.clone() })?;
        if let Some(on) = on {
            let carrier = self.room(unit, on)?;
            let reason = Reason::NotThere { unit: on.clone() };
            require(carrier.at().is_some(), rules::DEPLOYMENT, reason)?;
            return Ok(Deployment::Aboard(on.clone()));
        }
        let roster = &self.game.field.units[unit];
        let there = (rules::DEPLOYMENT, Reason::NotThere { unit: unit.clone() });
        let at = at.or_else(|| piece.at()).ok_or(there)?;
        let listed = roster.or.contains(&at) || roster.start == Start::At(at);
        require(listed, rules::DEPLOYMENT, Reason::NoSuchHex { unit: unit.clone(), at })?;
        self.stands(piece, unit, at)?;
        Ok(Deployment::At(at, facing.unwrap_or(piece.facing)))
    }
}

/// Where a unit begins.
enum Deployment {
    /// In a hex.
    At(Zone, Facing),
    /// In a carrier.
    Aboard(Unit),
}

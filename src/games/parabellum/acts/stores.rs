//! Markers: pushed, carried, cached, and used to fill scales.

use super::{Checked, Deed, Stage, Viewpoint, stage};
use crate::engine::orders::check::require;
use crate::games::parabellum::events::Event;
use crate::games::parabellum::names::{Sq, Unit};
use crate::games::parabellum::order::{Marker, Order};
use crate::games::parabellum::reasons::Reason;
use crate::games::parabellum::rules;
use crate::games::parabellum::state::Stack;

fn of(stack: &Stack, marker: Marker) -> u32 {
    match marker {
        Marker::Supply => stack.supplies(),
        Marker::Ammo => stack.rounds(),
    }
}

impl Viewpoint<'_> {
    /// A square is that of the unit or next to it, and no enemy is there.
    fn in_reach(&self, unit: &Unit, at: Sq) -> Checked {
        self.on_map(at)?;
        let (_, _, from) = self.there(unit)?;
        let near = from.0.orthogonal(at.0) <= 1;
        require(near, rules::GRID, Reason::NotNext { from, to: at })?;
        let enemy = self.mat().holds(self.side.other(), at);
        require(!enemy, rules::CAPTURE, Reason::Enemy { at })
    }

    /// Pushes a marker to a square where nobody is (pb22).
    pub(super) fn push(&self, unit: &Unit, marker: Marker, from: Sq, to: Sq) -> Checked<Deed> {
        self.turn()?;
        self.in_reach(unit, from)?;
        let there = of(&self.mat().stack(from), marker) > 0;
        require(there, rules::PUSH, Reason::NoMarker { at: from })?;
        let field = self.on_map(to)?;
        let next = from.0.orthogonal(to.0) == 1;
        require(next, rules::PUSH, Reason::NotNext { from, to })?;
        require(self.mat().at(to).next().is_none(), rules::PUSH, Reason::Occupied { at: to })?;
        let open = !field.blocks.contains(&to) && self.game.has_room(self.mat(), to, 1);
        require(open, rules::FOOTPRINTS, Reason::NoRoom { at: to })?;
        self.can_spend(unit, 1, to)?;
        let event = Event::Pushed { unit: unit.clone(), marker, from, to };
        Ok(Deed::of(rules::PUSH, Reason::Pushed { at: to }).and(&rules::PUSH, event))
    }

    /// What handling so many markers takes: movement, or the attack of the turn (pb23). True if
    /// it is the attack.
    fn handles(&self, unit: &Unit, at: Sq, count: u32, order: &Order) -> Checked<bool> {
        self.turn()?;
        require(count > 0, rules::LOAD, Reason::NoCount)?;
        self.in_reach(unit, at)?;
        let late = stage(self.game, self.state, order) == Stage::Direct;
        if late {
            let (card, _) = self.own(unit)?;
            let fresh = !card.attacked && !card.handled;
            let reason = Reason::AttackedAlready { unit: unit.clone() };
            require(fresh, rules::LOAD, reason)?;
        } else {
            self.can_spend(unit, count, at)?;
        }
        Ok(late)
    }

    /// Takes markers aboard (pb23).
    pub(super) fn load(
        &self,
        unit: &Unit,
        at: Sq,
        (supply, ammo): (u32, u32),
        late: bool,
    ) -> Checked<Deed> {
        let order = Order::Load { unit: unit.clone(), at, supply, ammo, late };
        let late = self.handles(unit, at, supply.saturating_add(ammo), &order)?;
        let (card, row) = self.own(unit)?;
        let stack = self.mat().stack(at);
        let there = supply <= stack.supplies() && ammo <= stack.rounds();
        require(there, rules::LOAD, Reason::MarkersMissing { at })?;
        let most = row.capacity;
        let fits = card.cargo.total() + supply + ammo <= most;
        require(fits, rules::LOAD, Reason::Overloaded { unit: unit.clone(), most })?;
        let event = Event::Loaded { unit: unit.clone(), at, supply, ammo, late };
        Ok(Deed::of(rules::LOAD, Reason::Loaded).and(&rules::LOAD, event))
    }

    /// Puts markers down, in the open (pb23).
    pub(super) fn unload(
        &self,
        unit: &Unit,
        at: Sq,
        (supply, ammo): (u32, u32),
        late: bool,
    ) -> Checked<Deed> {
        let order = Order::Unload { unit: unit.clone(), at, supply, ammo, late };
        let late = self.handles(unit, at, supply.saturating_add(ammo), &order)?;
        let (card, _) = self.own(unit)?;
        let aboard = supply <= card.cargo.supply && ammo <= card.cargo.ammo;
        require(aboard, rules::LOAD, Reason::CargoMissing { unit: unit.clone() })?;
        let open = !self.field()?.blocks.contains(&at);
        let open = open && self.game.has_room(self.mat(), at, supply + ammo);
        require(open, rules::FOOTPRINTS, Reason::NoRoom { at })?;
        let event = Event::Unloaded { unit: unit.clone(), at, supply, ammo, late };
        Ok(Deed::of(rules::LOAD, Reason::Unloaded { at }).and(&rules::LOAD, event))
    }

    /// Fills a scale with one marker: of the square that is named, of the unit that is named, else
    /// of the unit's own square, of one next to it, or of a unit there (pb21).
    pub(super) fn refill(
        &self,
        unit: &Unit,
        with: Marker,
        at: Option<Sq>,
        by: Option<&Unit>,
    ) -> Checked<Deed> {
        self.turn()?;
        let (card, row, here) = self.there(unit)?;
        let (have, most) = match with {
            Marker::Supply => (card.supply, row.supply),
            Marker::Ammo => (card.ammo, row.ammo),
        };
        require(have < most, rules::REFILL, Reason::Full { unit: unit.clone() })?;
        let deed = Deed::of(rules::REFILL, Reason::Filled { unit: unit.clone(), with });
        let lies = |at: &Sq| {
            of(&self.mat().stack(*at), with) > 0 && !self.mat().holds(self.side.other(), *at)
        };
        if let Some(at) = at {
            self.in_reach(unit, at)?;
            require(lies(&at), rules::REFILL, Reason::NoMarker { at })?;
        }
        let near = self.field()?.near(here);
        let mut squares = [here].into_iter().chain(near);
        let found = match (at, by) {
            (Some(at), _) => Some(at),
            (None, Some(_)) => None,
            (None, None) => squares.find(lies),
        };
        if let Some(at) = found {
            return Ok(deed.and(&rules::REFILL, Event::Refilled { unit: unit.clone(), with, at }));
        }
        if let Some(by) = by {
            self.own(by)?;
        }
        let carries = |other: &&Unit| {
            let cargo = self.holdings().cards.get(*other).map(|card| card.cargo);
            let cargo = cargo.is_some_and(|cargo| match with {
                Marker::Supply => cargo.supply > 0,
                Marker::Ammo => cargo.ammo > 0,
            });
            let place = self.mat().place(other);
            cargo && place.is_some_and(|at| at.0.orthogonal(here.0) <= 1)
        };
        let mut carriers =
            self.holdings().cards.keys().filter(|one| by.is_none_or(|by| by == *one));
        let by = carriers.find(carries);
        let by = by.ok_or_else(|| (rules::REFILL, Reason::NoSource { unit: unit.clone() }))?;
        let event = Event::Fed { unit: unit.clone(), with, by: by.clone() };
        Ok(deed.and(&rules::REFILL, event))
    }

    /// Caches the markers in a unit's square (pb25).
    pub(super) fn cache(&self, unit: &Unit) -> Checked<Deed> {
        self.turn()?;
        let (_, _, at) = self.there(unit)?;
        let stack = self.mat().stack(at);
        let some = stack.supply + stack.ammo > 0;
        require(some, rules::CACHE, Reason::NothingToCache { at })?;
        let event = Event::Cached { unit: unit.clone(), at };
        Ok(Deed::of(rules::CACHE, Reason::Cached { at }).and(&rules::CACHE, event))
    }
}

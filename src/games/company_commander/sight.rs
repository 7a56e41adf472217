//! Who sees what: all fog of war of Company Commander (cc51).
//!
//! A side sees its own units and those of the enemy that one of them sees. What it sees is kept up
//! to date as events, so that no view has to look. Stocks of ammunition and smoke are its own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::CompanyCommander;
use super::events::Event;
use super::names::{Unit, Zone};
use super::scenario::{Roster, Start};
use super::side::Side;
use super::state::{Contact, Open, Piece, Post, Secret, State, Step, Stock};
use super::switches::Fog;
use crate::engine::board::Board;
use crate::engine::{Audience, Chance, Lasting, Reader, Sight, Throw};

/// What a reader may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The reader's side; `None` for a spectator or the moderator.
    pub side: Option<Side>,
    /// What everybody knows.
    pub open: Open,
    /// The reader's units and those that they see.
    pub units: BTreeMap<Unit, Piece>,
    /// What only their side knows of units.
    pub stocks: BTreeMap<Unit, Stock>,
    /// What the reader's side knows of the enemy; the moderator sees both.
    pub contacts: BTreeMap<Side, BTreeMap<Unit, Contact>>,
}

impl View {
    /// What the reader knows, as a state.
    pub fn believed(&self) -> State {
        let mut contacts = self.contacts.clone();
        for side in Side::BOTH {
            contacts.entry(side).or_default();
        }
        let (units, mut stocks) = (self.units.clone(), self.stocks.clone());
        for unit in units.keys() {
            stocks.entry(unit.clone()).or_default();
        }
        State { open: self.open.clone(), secret: Secret { units, stocks, contacts } }
    }
}

/// What one sees of an enemy unit. What only its own side has to know of its turn tells what it did,
/// or suffered, where nobody saw it.
fn unmarked(piece: &mut Piece) {
    (piece.fresh, piece.turned, piece.busy, piece.shot_at) = (false, false, false, false);
}

impl Sight for CompanyCommander {
    type View = View;

    fn witnesses(&self, state: &State, event: &Event) -> Audience {
        let seen = |unit: &Unit| self.seers(state, &[unit]);
        match event {
            Event::Deployed { unit, .. } => self.seers(state, &[unit]),
            Event::Boarded { unit, on } | Event::Dismounted { unit, from: on, .. } => {
                own(state, unit).union(seen(on))
            }
            Event::Arrived { unit, .. }
            | Event::Moved { unit, .. }
            | Event::Hurried { unit }
            | Event::Turned { unit, .. }
            | Event::Left { unit }
            | Event::Attacked { unit, .. }
            | Event::Shelled { unit, .. }
            | Event::Scattered { unit, .. }
            | Event::Suppressed { unit }
            | Event::Damaged { unit, .. }
            | Event::Rallied { unit, .. }
            | Event::SmokeFired { unit, .. } => seen(unit),
            Event::Launched { unit, by, .. } => own(state, unit).union(seen(by)),
            Event::Delayed { unit }
            | Event::Resupplied { unit, .. }
            | Event::Spent { unit, .. }
            | Event::Struck { unit } => own(state, unit),
            Event::Sighted { side, .. } | Event::Vanished { side, .. } => {
                Audience::only(&side.seat())
            }
            Event::Volley { unit, target, .. }
            | Event::Assaulted { unit, target, .. }
            | Event::Spread { unit, target, .. } => self.seers(state, &[unit, target]),
            // Who fires learns at what, even if nobody of its side sees it.
            Event::AntiAir { unit, target, .. } => {
                own(state, unit).union(self.seers(state, &[unit, target]))
            }
            Event::TurnBegan { .. }
            | Event::Complete { .. }
            | Event::Destroyed { .. }
            | Event::Smoked { .. }
            | Event::Took { .. }
            | Event::TurnEnded { .. }
            | Event::Ended { .. } => Audience::Everyone,
        }
    }

    /// Fire does not say which dice its hits took (cc35), nor where a round strayed to (cc37), nor the die of a
    /// rally.
    fn throws(&self, event: &Event) -> Vec<Throw> {
        if let Event::Assaulted { dice, .. } = event {
            return Throw::each(6, dice);
        }
        if let Event::AntiAir { dice, .. } = event {
            let sides = [100, 6].into_iter();
            return sides.zip(dice).map(|(sides, die)| Throw::die(sides, *die)).collect();
        }
        if let Event::Spread { die, .. } | Event::Resupplied { die, .. } = event {
            return vec![Throw::die(100, *die)];
        }
        Vec::new()
    }

    /// Where everything is seen, shots that are left can be counted.
    fn lasting(&self) -> Lasting {
        match self.switches.fog {
            Fog::None => Lasting::Cycles(1),
            Fog::Sight => Lasting::Game("units stay hidden until the enemy sees them (cc51)"),
        }
    }

    fn view(&self, state: &State, reader: &Reader) -> View {
        let side = reader.seat().and_then(Side::of);
        let all = reader.sees_all();
        let open = self.switches.fog == Fog::None;
        let mut units = state.secret.units.clone();
        units.retain(|unit, piece| {
            let known = side.is_some_and(|side| self.knows(state, side, unit));
            all || open || side == Some(piece.side) || known
        });
        if !all && !open {
            let enemies = units.values_mut().filter(|piece| side != Some(piece.side));
            enemies.for_each(unmarked);
        }
        let mut stocks = state.secret.stocks.clone();
        stocks.retain(|unit, _| {
            all || side.is_some() && state.piece(unit).map(|piece| piece.side) == side
        });
        let mut contacts = state.secret.contacts.clone();
        contacts.retain(|whose, _| all || side == Some(*whose));
        View { side, open: state.open.clone(), units, stocks, contacts }
    }

    fn recognizes(&self, view: &View) -> bool {
        let sides: Vec<Side> = view.contacts.keys().copied().collect();
        let whole = match view.side {
            Some(side) => sides == [side],
            None => sides.is_empty() || sides == Side::BOTH,
        };
        let mut places = std::collections::BTreeSet::new();
        let stands = |at: Zone, piece: &Piece| {
            let kind = self.format.kind(&piece.kind);
            self.field.can_stand(&self.format, kind.going, at)
        };
        let fits = |(unit, piece): (&Unit, &Piece)| {
            let roster = self.field.units.get(unit);
            let same = roster.is_some_and(|it| {
                it.side == piece.side && it.kind == piece.kind && it.quality == piece.quality
            });
            let kind = self.format.kind(&piece.kind);
            let placed = match &piece.post {
                Post::On(at) => stands(*at, piece) && places.insert((*at, kind.flies())),
                Post::Aboard(by) => view.units.get(by).is_some_and(|by| by.side == piece.side),
                Post::Reserve | Post::Off => true,
            };
            same && placed && (1..=kind.strength).contains(&piece.strength)
        };
        let mut known =
            view.contacts.iter().flat_map(|(side, all)| all.iter().map(move |it| (side, it)));
        let seen = known.all(|(side, (unit, contact))| {
            let piece = view.units.get(unit);
            let there = piece.and_then(Piece::at) == Some(contact.at);
            let enemy = self.field.units.get(unit).is_some_and(|it| it.side == side.other());
            enemy && (!contact.now || there) && !view.open.lost.contains(unit)
        });
        let sighted = self.switches.fog == Fog::None
            || view.side.is_none_or(|side| {
                let now = |unit: &Unit| {
                    let own = view.contacts.get(&side).and_then(|known| known.get(unit));
                    own.is_some_and(|contact| contact.now)
                };
                view.units.iter().all(|(unit, piece)| piece.side == side || now(unit))
            });
        let stocked = view.stocks.keys().all(|unit| view.units.contains_key(unit));
        let own = view.units.iter().filter(|(_, piece)| Some(piece.side) == view.side);
        let own = own.map(|(unit, _)| unit).all(|unit| view.stocks.contains_key(unit));
        let over = (view.open.step == Step::Over) == view.open.finale.is_some();
        let alive = view.units.keys().all(|unit| !view.open.lost.contains(unit));
        let turn = view.open.turn <= self.field.turns;
        let most = self.format.numbers.smoke_turns.value;
        let thins = view.open.smoke.values().all(|cloud| cloud.left <= most);
        whole
            && seen
            && sighted
            && stocked
            && own
            && over
            && alive
            && turn
            && thins
            && view.units.iter().all(fits)
    }

    /// Enemies that are not seen stand where they were seen last, or near where they began.
    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let mut state = view.believed();
        let all = view.contacts.len() == Side::BOTH.len();
        if all || self.switches.fog == Fog::None {
            return state;
        }
        let mut draw = chance.draw(&["imagine"]);
        let missing = |unit: &&Unit, roster: &Roster| {
            Some(roster.side) != view.side
                && !view.units.contains_key(*unit)
                && !view.open.lost.contains(*unit)
        };
        for (unit, roster) in self.field.units.iter().filter(|(unit, it)| missing(unit, it)) {
            let mut piece = self.piece(roster);
            let known = roster.side.other();
            let last = state.contact(known, unit).map(|contact| Post::On(contact.at));
            piece.post = last.unwrap_or(piece.post);
            if let Post::On(near) = piece.post {
                let far = i16::try_from(view.open.turn.min(6)).unwrap_or(0);
                let flies = self.format.kind(&roster.kind).flies();
                let going = self.format.kind(&roster.kind).going;
                let free = |at: &Zone| {
                    self.field.holds(*at)
                        && self.field.can_stand(&self.format, going, *at)
                        && self.occupant(&state, *at, flies).is_none()
                        && !self.spotted(&state, known, &piece, *at)
                };
                let spots: Vec<Zone> =
                    near.0.spiral(far).into_iter().map(Zone).filter(free).collect();
                piece.post = draw.pick(&spots).map_or(Post::Reserve, |at| Post::On(*at));
            }
            state.secret.units.insert(unit.clone(), piece);
            state.secret.stocks.insert(unit.clone(), Stock::default());
        }
        let on_map = |unit: &Unit, state: &State| state.secret.units.contains_key(unit);
        let stray: Vec<Unit> = state
            .secret
            .units
            .iter()
            .filter(|(_, piece)| matches!(&piece.post, Post::Aboard(by) if !on_map(by, &state)))
            .map(|(unit, _)| unit.clone())
            .collect();
        for unit in stray {
            if let Some(piece) = state.secret.units.get_mut(&unit) {
                piece.post = Post::Reserve;
            }
        }
        state
    }
}

/// A unit's own side.
fn own(state: &State, unit: &Unit) -> Audience {
    state.piece(unit).map_or_else(Audience::nobody, |piece| Audience::only(&piece.side.seat()))
}

impl CompanyCommander {
    /// The seats that see all of these units; everybody, if nothing is hidden.
    fn seers(&self, state: &State, units: &[&Unit]) -> Audience {
        if self.switches.fog == Fog::None {
            return Audience::Everyone;
        }
        let sees = |side: &Side| units.iter().all(|unit| self.knows(state, *side, unit));
        Audience::Seats(Side::BOTH.into_iter().filter(sees).map(Side::seat).collect())
    }

    /// A unit as it begins.
    pub(super) fn piece(&self, roster: &Roster) -> Piece {
        let kind = self.format.kind(&roster.kind);
        let post = match &roster.start {
            Start::At(at) => Post::On(*at),
            Start::Aboard(by) => Post::Aboard(by.clone()),
            Start::With(_) | Start::Arrives(_) => Post::Reserve,
            Start::Off => Post::Off,
        };
        Piece {
            side: roster.side,
            kind: roster.kind.clone(),
            quality: roster.quality,
            post,
            facing: roster.facing,
            strength: kind.strength,
            suppressed: false,
            fresh: false,
            moved: false,
            turned: false,
            busy: false,
            fired: false,
            shot_at: false,
        }
    }

    /// All hexes of the map.
    pub fn zones(&self) -> impl Iterator<Item = Zone> {
        self.field.board.places().into_iter().map(Zone)
    }
}

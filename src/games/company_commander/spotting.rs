//! Which unit sees which (cc14, cc52).

use super::CompanyCommander;
use super::format::{KindRow, Trait};
use super::names::{Unit, Zone};
use super::side::Side;
use super::state::{Piece, State};
use super::switches::Fog;

/// A unit that looks around: what seeing asks of it.
#[derive(Debug, Clone, Copy)]
pub struct Spotter {
    from: Zone,
    /// How far it sees at most.
    range: u32,
    /// How far it sees what is cautious in cover.
    concealed: u32,
    flies: bool,
}

/// A unit that is looked for: what seeing asks of it.
#[derive(Debug, Clone, Copy)]
pub struct Sought {
    at: Zone,
    flies: bool,
    /// It is cautious in cover.
    hidden: bool,
}

impl Spotter {
    /// True if it sees that (cc14, cc52).
    pub fn sees(&self, game: &CompanyCommander, sought: &Sought) -> bool {
        let far = self.from.0.distance(sought.at.0);
        let range = if sought.hidden { self.concealed } else { self.range };
        let flying = self.flies || sought.flies;
        far <= 1 || far <= range && game.in_sight(self.from, sought.at, flying)
    }
}

impl CompanyCommander {
    /// True if a unit is harder to hit and to see: it did not move or shoot, or is suppressed (cc15).
    pub fn cautious(&self, piece: &Piece) -> bool {
        let keeps = self.format.kind(&piece.kind).is(Trait::Cautious);
        piece.suppressed || !piece.fired && (keeps || !piece.moved)
    }

    /// True if a unit is on overwatch in the other player's turn, as far as orders allow (cc19).
    pub fn watches(&self, piece: &Piece) -> bool {
        let idle = !piece.moved && !piece.fired && !piece.suppressed;
        idle && self.can_watch(self.format.kind(&piece.kind))
    }

    /// True if a unit whose stock is known is on overwatch and has ammunition for it (cc18, cc19).
    pub fn is_ready(&self, state: &State, unit: &Unit, piece: &Piece) -> bool {
        let kind = self.format.kind(&piece.kind);
        self.watches(piece) && self.reach(state, unit, kind, false) > 0
    }

    /// True if units of a kind can be on overwatch at all (cc19).
    pub fn can_watch(&self, kind: &KindRow) -> bool {
        let mut weapons = kind.weapons.iter().map(|weapon| self.format.weapon(weapon));
        let armed = kind.assault > 0 || weapons.any(|weapon| !weapon.indirect);
        armed && !kind.is(Trait::Suicide)
    }

    /// How far a kind of unit sees at most (cc14, cc52).
    pub fn view_of(&self, kind: &KindRow) -> u32 {
        let scouts = kind.is(Trait::Scouts);
        let more = if scouts { self.format.numbers.night_recon.value } else { 0 };
        kind.sight.min(self.field.sight + more)
    }

    /// True if a unit sees a hex: what would stand there in the open, or be next to it (cc14).
    pub fn looks(&self, kind: &KindRow, from: Zone, at: Zone) -> bool {
        let far = from.0.distance(at.0);
        far <= 1 || far <= self.view_of(kind) && self.in_sight(from, at, kind.flies())
    }

    /// True if one unit sees another where that would stand at `at` (cc14, cc52).
    pub fn sees(&self, spotter: &Piece, from: Zone, piece: &Piece, at: Zone) -> bool {
        let far = from.0.distance(at.0);
        // Most are too far away for everybody.
        let farthest = self.field.sight + self.format.numbers.night_recon.value;
        let near = far <= 1;
        near || far <= farthest && self.spotter(spotter, from).sees(self, &self.sought(piece, at))
    }

    /// True if a unit of a side sees a unit of the other where that would stand at `at`.
    pub fn spotted(&self, state: &State, side: Side, piece: &Piece, at: Zone) -> bool {
        let mut own = state.of(side);
        own.any(|(_, spotter)| spotter.at().is_some_and(|from| self.sees(spotter, from, piece, at)))
    }

    /// True if a unit of a side would see an enemy in a hex even if that were cautious (cc52).
    pub fn would_be_seen(&self, state: &State, side: Side, unit: &Unit, at: Zone) -> bool {
        self.spotted(state, side, &self.piece(&self.field.units[unit]), at)
    }

    /// True if a unit of a side sees a hex, whoever stands there (cc14).
    pub fn observes(&self, state: &State, side: Side, at: Zone) -> bool {
        let mut own = state.of(side).filter_map(|(_, piece)| Some((piece, piece.at()?)));
        own.any(|(piece, from)| self.looks(self.format.kind(&piece.kind), from, at))
    }

    /// All of a side that may see something.
    pub fn spotters(&self, state: &State, side: Side) -> Vec<Spotter> {
        let own = state.of(side).filter_map(|(_, piece)| Some((piece, piece.at()?)));
        own.map(|(piece, from)| self.spotter(piece, from)).collect()
    }

    fn spotter(&self, piece: &Piece, from: Zone) -> Spotter {
        let kind = self.format.kind(&piece.kind);
        let numbers = &self.format.numbers;
        let hidden =
            if kind.is(Trait::Scouts) { numbers.recon_concealed } else { numbers.concealed };
        let range = self.view_of(kind);
        Spotter { from, range, concealed: range.min(hidden.value), flies: kind.flies() }
    }

    /// A unit that somebody looks for, where it would stand.
    pub fn sought(&self, piece: &Piece, at: Zone) -> Sought {
        let flies = self.format.kind(&piece.kind).flies();
        let hidden = !flies && self.covered(at) && self.cautious(piece);
        Sought { at, flies, hidden }
    }

    /// True if a side knows now where a unit is (cc51).
    pub fn knows(&self, state: &State, side: Side, unit: &Unit) -> bool {
        self.switches.fog == Fog::None
            || state.piece(unit).is_some_and(|piece| piece.side == side)
            || state.has_contact(side, unit)
    }

    /// The enemies of a side on the map that it knows.
    pub fn known<'s>(
        &'s self,
        state: &'s State,
        side: Side,
    ) -> impl Iterator<Item = (&'s Unit, &'s Piece, Zone)> {
        state
            .of(side.other())
            .filter_map(|(unit, piece)| piece.at().map(|at| (unit, piece, at)))
            .filter(move |(unit, ..)| self.knows_enemy(state, side, unit))
    }

    /// The enemies of a side next to a hex that it knows.
    pub fn known_beside<'s>(
        &'s self,
        state: &'s State,
        side: Side,
        hex: Zone,
    ) -> impl Iterator<Item = &'s Piece> {
        let beside = move |piece: &Piece| piece.at().is_some_and(|at| at.0.distance(hex.0) == 1);
        state
            .of(side.other())
            .filter(move |(unit, piece)| beside(piece) && self.knows_enemy(state, side, unit))
            .map(|(_, piece)| piece)
    }

    fn knows_enemy(&self, state: &State, side: Side, unit: &Unit) -> bool {
        self.switches.fog == Fog::None || state.has_contact(side, unit)
    }

    /// True if a unit has a zone of control (cc8).
    pub fn controls(&self, piece: &Piece) -> bool {
        let kind = self.format.kind(&piece.kind);
        !kind.flies() && !kind.is(Trait::Harmless)
    }

    /// True if a hex is next to a unit of the other side that has a zone of control (cc8).
    pub fn controlled(&self, state: &State, side: Side, at: Zone) -> bool {
        state.of(side.other()).any(|(_, enemy)| {
            enemy.at().is_some_and(|there| there.0.distance(at.0) == 1) && self.controls(enemy)
        })
    }

    /// Who stands in a hex, in the air or on the ground.
    pub fn occupant<'s>(&self, state: &'s State, at: Zone, flying: bool) -> Option<&'s Unit> {
        let here = |piece: &Piece| {
            piece.at() == Some(at) && self.format.kind(&piece.kind).flies() == flying
        };
        state.secret.units.iter().find(|(_, piece)| here(piece)).map(|(unit, _)| unit)
    }
}

//! How far a unit can go (cc4 to cc8).

use std::collections::{BTreeMap, BTreeSet};

use super::CompanyCommander;
use super::format::KindRow;
use super::ground::SIXTHS;
use super::names::{Unit, Zone};
use super::state::{Piece, State};
use crate::engine::board::{Board, Hex, Reach, search};

/// A hex on a way, and whether the move ends there.
pub type Stage = (Hex, bool);

/// Where a unit can go by what its side knows, and how.
#[derive(Debug)]
pub struct Ways(Reach<Stage>);

impl Ways {
    /// The hexes that it can reach, the nearest first; its own is left out.
    pub fn hexes(&self) -> Vec<Zone> {
        let mut seen = BTreeSet::new();
        let order = self.0.order().iter().skip(1);
        order.filter(|(hex, _)| seen.insert(*hex)).map(|(hex, _)| Zone(*hex)).collect()
    }

    /// The hexes that it enters on its way to one, and what that costs in sixths of a point.
    pub fn to(&self, at: Zone) -> Option<(Vec<Zone>, u32, bool)> {
        let stage = [(at.0, false), (at.0, true)].into_iter();
        let stage = stage.filter(|stage| self.0.holds(stage));
        let stage = stage.min_by_key(|stage| self.0.cost(stage))?;
        let path = self.0.path(&stage)?;
        let hexes = path.into_iter().skip(1).map(|(hex, _)| Zone(hex)).collect();
        Some((hexes, self.0.cost(&stage)?, stage.1))
    }
}

/// What is in the way of units on the ground.
#[derive(Debug, Default)]
pub struct Barred {
    /// Hexes where somebody stands.
    taken: BTreeSet<Hex>,
    /// Hexes where a move ends, next to somebody (cc8).
    zones: BTreeSet<Hex>,
}

impl CompanyCommander {
    /// What enemies where they stand put in the way of units on the ground.
    pub fn barred<'a>(&self, enemies: impl Iterator<Item = (&'a Piece, Zone)>) -> Barred {
        let mut barred = Barred::default();
        for (enemy, at) in enemies {
            if !self.format.kind(&enemy.kind).flies() {
                barred.taken.insert(at.0);
            }
            if self.controls(enemy) {
                barred.zones.extend(at.0.neighbours());
            }
        }
        barred
    }

    /// Movement of a unit in a turn, in sixths of a point (cc4, cc6).
    pub fn allowance(&self, piece: &Piece, fast: bool) -> u32 {
        self.speed(self.format.kind(&piece.kind), fast)
    }

    /// Movement of a kind of unit in a turn, in sixths of a point (cc4, cc6).
    pub fn speed(&self, kind: &KindRow, fast: bool) -> u32 {
        let speed = kind.speed * SIXTHS;
        let more = if fast { self.format.numbers.enhanced.value } else { 0 };
        speed + speed * more / 100
    }

    /// In how many turns of normal movement such a unit on the ground gets from one hex to another with that in
    /// its way; `None` if it never does, 0 if it is there (cc4, cc7, cc8).
    pub fn turns_to(&self, kind: &KindRow, from: Zone, to: Zone, barred: &Barred) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        let most = self.speed(kind, false);
        // Turns begun and what is spent of the last: less of either is never worse.
        let mut best: BTreeMap<Hex, (u32, u32)> = [(from.0, (1, 0))].into();
        let mut queue: BTreeSet<(u32, u32, Hex)> = [(1, 0, from.0)].into();
        while let Some((turn, spent, here)) = queue.pop_first() {
            if here == to.0 {
                return Some(turn);
            }
            for next in self.field.board.neighbours(&here) {
                let free = most > 0 && !barred.taken.contains(&next);
                let step = free.then(|| self.step(kind, Zone(here), Zone(next)));
                let Some(cost) = step.flatten() else { continue };
                let (turn, spent) = match spent {
                    // Who can move at all can enter the next hex, with all that it has.
                    0 => (turn, cost.min(most)),
                    _ if spent + cost <= most => (turn, spent + cost),
                    _ => (turn + 1, cost.min(most)),
                };
                let zone = barred.zones.contains(&next);
                let ends = zone || self.step_ends(kind, Zone(here), Zone(next));
                let reached = (turn, if ends { most } else { spent });
                if best.get(&next).is_none_or(|known| reached < *known) {
                    best.insert(next, reached);
                    queue.insert((reached.0, reached.1, next));
                }
            }
        }
        None
    }

    /// Where a unit can go from a hex with so many sixths of a point, as its side sees the map.
    /// With `fast` it keeps away from the enemies that its side sees (cc6).
    pub fn ways(&self, state: &State, unit: &Unit, from: Zone, most: u32, fast: bool) -> Ways {
        let Some(piece) = state.piece(unit) else { return Ways(search::reach([], 0, |_| vec![])) };
        let kind = self.format.kind(&piece.kind);
        let flies = kind.flies();
        let (mut taken, mut zones) = (BTreeSet::new(), BTreeSet::new());
        let mut near: Vec<Hex> = Vec::new();
        for (other, there) in &state.secret.units {
            let Some(at) = there.at().filter(|_| other != unit) else { continue };
            if !self.knows(state, piece.side, other) {
                continue;
            }
            if self.format.kind(&there.kind).flies() == flies {
                taken.insert(at.0);
            }
            if there.side != piece.side {
                near.push(at.0);
                if self.controls(there) && !flies {
                    zones.extend(at.0.neighbours());
                }
            }
        }
        // Who can move at all can enter the next hex, with all that it has (cc4).
        let whole = !fast && most > 0 && most == self.allowance(piece, false);
        let safe = self.format.numbers.safe.value;
        let calm = |hex: Hex| !fast || near.iter().all(|enemy| enemy.distance(hex) >= safe);
        if !calm(from.0) {
            return Ways(search::reach([(from.0, true)], 0, |_: &Stage| vec![]));
        }
        let next = |(hex, ended): &Stage| {
            let mut steps = Vec::new();
            if *ended {
                return steps;
            }
            for to in self.field.board.neighbours(hex) {
                if taken.contains(&to) || !calm(to) {
                    continue;
                }
                if let Some(cost) = self.step(kind, Zone(*hex), Zone(to)) {
                    let all = whole && *hex == from.0 && cost > most;
                    let zone = zones.contains(&to);
                    let ends = all || zone || self.step_ends(kind, Zone(*hex), Zone(to));
                    steps.push(((to, ends), if all { most } else { cost }));
                }
            }
            steps
        };
        Ways(search::reach([(from.0, false)], most, next))
    }

    /// The hexes that a unit enters on its way over these places (cc4).
    ///
    /// # Errors
    /// The first of them that it cannot reach.
    pub fn route(
        &self,
        state: &State,
        unit: &Unit,
        over: &[Zone],
        fast: bool,
    ) -> Result<Vec<Zone>, Zone> {
        let Some(piece) = state.piece(unit) else { return Err(over[0]) };
        let Some(mut here) = piece.at() else { return Err(over[0]) };
        let mut left = self.allowance(piece, fast);
        let (mut whole, mut ended) = (Vec::new(), false);
        for place in over {
            let found = self.ways(state, unit, here, left, fast).to(*place).filter(|_| !ended);
            let Some((path, cost, ends)) = found.filter(|(path, ..)| !path.is_empty()) else {
                return Err(*place);
            };
            whole.extend(path);
            (here, ended) = (*place, ends);
            left -= cost;
        }
        Ok(whole)
    }
}

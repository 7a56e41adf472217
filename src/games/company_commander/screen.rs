//! Where the computer player lays smoke (cc57): between a group that goes into the open and those that
//! hit it well there, if that spares more than the smoke costs.

use std::collections::{BTreeMap, BTreeSet};

use super::CompanyCommander;
use super::acts::Viewpoint;
use super::names::{Unit, Zone};
use super::side::Side;
use super::state::{Cloud, Contact, Post, State};
use crate::engine::board::{Hex, Pass};

/// The least chance of a loss that counts as hitting well, in a hundred.
const WELL: u32 = 25;
/// Units that smoke has to cover at least.
const GROUP: usize = 2;

/// A shot that may be fired, and what it may cost: its chance of a loss in a hundred, times the worth
/// of its target.
struct Fire {
    /// The state in which it is fired.
    state: usize,
    unit: Unit,
    target: Unit,
    cost: u32,
    line: BTreeSet<Hex>,
}

/// Smoke for units of a side and the hexes that they fire it into. `crossing` are units and where they
/// go; `shot` is the best that a unit could do instead: what that is worth, and its target.
pub fn screens(
    game: &CompanyCommander,
    state: &State,
    side: Side,
    units: &[Unit],
    crossing: &[(Unit, Zone)],
    shot: impl Fn(&Unit) -> Option<(u32, Unit)>,
) -> BTreeMap<Unit, Zone> {
    let mut laid = BTreeMap::new();
    let has_smoke = |unit: &&Unit| {
        let piece = state.piece(unit);
        piece.is_some_and(|piece| game.format.kind(&piece.kind).smoke.is_some())
    };
    let smokers: Vec<&Unit> = units.iter().filter(has_smoke).collect();
    if smokers.is_empty() || crossing.len() < GROUP {
        return laid;
    }
    let mut plan = Plan { game, side, states: vec![state.clone()], fires: Vec::new() };
    for (unit, at) in crossing.iter().filter(|(_, at)| !game.covered(*at)) {
        plan.expose(state, unit, *at);
    }
    let dangers = plan.fires.len();
    if dangers == 0 {
        return laid;
    }
    for unit in units {
        if let Some((_, target)) = shot(unit) {
            plan.support(unit, target);
        }
    }
    for unit in smokers {
        let waits = !crossing.iter().any(|(one, _)| one == unit);
        let instead = shot(unit).map_or(0, |(worth, _)| worth);
        if let Some((at, cells)) = plan.best(unit, dangers).filter(|_| waits)
            && plan.spares(unit, dangers, &cells) > instead
        {
            laid.insert(unit.clone(), at);
            plan.fill(&cells);
        }
    }
    laid
}

/// What may be fired, once all have gone where they go.
struct Plan<'a> {
    game: &'a CompanyCommander,
    side: Side,
    /// The state as it is; then for each unit in the open that in which it is there.
    states: Vec<State>,
    /// Shots of enemies at those in the open; behind them the own side's at enemies.
    fires: Vec<Fire>,
}

impl Plan<'_> {
    /// A unit goes into the open: the enemies that hit it well there, if nothing pins them.
    fn expose(&mut self, state: &State, unit: &Unit, at: Zone) {
        let mut there = state.clone();
        let seen = Contact { now: true, at, turn: state.open.turn };
        let known = there.secret.contacts.entry(self.side.other()).or_default();
        known.insert(unit.clone(), seen);
        for (name, piece) in &mut there.secret.units {
            if name == unit {
                (piece.post, piece.moved) = (Post::On(at), true);
            } else if piece.side != self.side {
                (piece.moved, piece.turned, piece.busy, piece.fired) = (false, false, false, false);
            }
        }
        let number = self.states.len();
        self.states.push(there);
        let enemies = self.game.known(state, self.side).filter(|(_, enemy, _)| !enemy.suppressed);
        for (enemy, _, from) in enemies {
            let chance = self.chance(&self.states[number], enemy, unit, true);
            if chance >= WELL {
                let (cost, line) = (chance * self.worth(number, unit), line(from, at));
                let (target, enemy) = (unit.clone(), enemy.clone());
                self.fires.push(Fire { state: number, unit: enemy, target, cost, line });
            }
        }
    }

    /// A unit of the side fires at an enemy from where it is.
    fn support(&mut self, unit: &Unit, target: Unit) {
        let state = &self.states[0];
        let at = |unit: &Unit| state.piece(unit).and_then(super::state::Piece::at);
        let Some((from, to)) = at(unit).zip(at(&target)) else { return };
        let cost = self.chance(state, unit, &target, false) * self.worth(0, &target);
        let line = line(from, to);
        self.fires.push(Fire { state: 0, unit: unit.clone(), target, cost, line });
    }

    /// The chance of a loss of a shot, in a hundred.
    fn chance(&self, state: &State, unit: &Unit, target: &Unit, watch: bool) -> u32 {
        let shot = self.game.shot(state, unit, target, watch);
        shot.map_or(0, |shot| self.game.chances(state, unit, target, &shot).loss)
    }

    fn worth(&self, state: usize, unit: &Unit) -> u32 {
        let piece = self.states[state].piece(unit);
        piece.map_or(0, |piece| self.game.format.kind(&piece.kind).worth)
    }

    /// The hex from which a unit's smoke covers most that is fired at the side and least that the side
    /// fires, and the hexes that it fills; `None` if it covers no group.
    fn best(&self, unit: &Unit, dangers: usize) -> Option<(Zone, Vec<Zone>)> {
        let desk = Viewpoint { game: self.game, state: &self.states[0], side: self.side };
        let aims: BTreeSet<Hex> =
            self.fires[..dangers].iter().flat_map(|fire| fire.line.iter().copied()).collect();
        let mut best: Option<(i64, Zone, Vec<Zone>)> = None;
        for at in aims.into_iter().map(Zone) {
            let Ok(cells) = desk.smoke(unit, at) else { continue };
            let (mut saved, mut covered) = (0, BTreeSet::new());
            for (n, fire) in self.fires.iter().enumerate() {
                if !cells.iter().any(|cell| fire.line.contains(&cell.0)) || fire.unit == *unit {
                    continue;
                }
                let cost = i64::from(fire.cost);
                saved += if n < dangers { cost } else { -cost };
                if n < dangers {
                    covered.insert(&fire.target);
                }
            }
            let better = best.as_ref().is_none_or(|(most, ..)| saved > *most);
            if covered.len() >= GROUP && better {
                best = Some((saved, at, cells));
            }
        }
        best.map(|(_, at, cells)| (at, cells))
    }

    /// What smoke in these hexes spares: of every enemy's best shot, less of what the others of the side
    /// can do.
    fn spares(&self, smoker: &Unit, dangers: usize, cells: &[Zone]) -> u32 {
        let mut after: Vec<State> = self.states.clone();
        for state in &mut after {
            fill(state, self.side, cells);
        }
        let mut enemies: BTreeMap<&Unit, (u32, u32)> = BTreeMap::new();
        let mut lost = 0;
        for (n, fire) in self.fires.iter().enumerate().filter(|(_, fire)| fire.unit != *smoker) {
            let state = &after[fire.state];
            let chance = self.chance(state, &fire.unit, &fire.target, n < dangers);
            let cost = chance * self.worth(fire.state, &fire.target);
            if n < dangers {
                let most = enemies.entry(&fire.unit).or_default();
                *most = (most.0.max(fire.cost), most.1.max(cost));
            } else {
                lost += fire.cost.saturating_sub(cost);
            }
        }
        let spared: u32 =
            enemies.values().map(|(before, after)| before.saturating_sub(*after)).sum();
        spared.saturating_sub(lost)
    }

    /// Smoke stands in these hexes from now on.
    fn fill(&mut self, cells: &[Zone]) {
        for state in &mut self.states {
            fill(state, self.side, cells);
        }
        for n in 0..self.fires.len() {
            let fire = &self.fires[n];
            let enemy = self.states[fire.state].piece(&fire.unit).map(|piece| piece.side);
            let watch = enemy != Some(self.side);
            let chance = self.chance(&self.states[fire.state], &fire.unit, &fire.target, watch);
            self.fires[n].cost = chance * self.worth(fire.state, &fire.target);
        }
    }
}

fn fill(state: &mut State, side: Side, cells: &[Zone]) {
    state.open.smoke.extend(cells.iter().map(|at| (*at, Cloud { side, left: 1 })));
}

fn line(from: Zone, to: Zone) -> BTreeSet<Hex> {
    from.0.line(to.0).into_iter().flat_map(Pass::places).collect()
}

//! A plain computer player.
//!
//! It shoots where it has a good shot, first with what suppresses, then with what destroys. A side
//! that is behind goes for the objectives by bounds: half of its units move and the others keep
//! overwatch, once an enemy is near. A side that is ahead stays where it is. Tanks keep away from
//! infantry in cover, infantry goes from cover to cover and assaults armor that comes close. Where a
//! group has to cross open ground under fire, smoke is laid first (`screen`).

use std::collections::BTreeSet;

use super::events::How;
use super::format::{Class, KindRow, Trait};
use super::names::{Unit, Zone};
use super::order::{Gone, Order, Stop};
use super::scenario::Start;
use super::screen::screens;
use super::side::Side;
use super::sight::View;
use super::state::{Piece, Post, State, Step};
use super::switches::Exchange;
use super::{CompanyCommander, check};
use crate::engine::Chance;
use crate::engine::contract::staff::Luck;

/// The least chance of a loss for which it shoots without moving, in a hundred.
const GOOD: u32 = 12;
/// The least chance after a move.
const FAIR: u32 = 8;
/// Hexes within which an enemy is near.
const NEAR: u32 = 8;

/// Orders for the coming cycle.
pub fn suggest(game: &CompanyCommander, view: &View, chance: &mut Chance) -> Vec<Order> {
    let Some(side) = view.side else { return Vec::new() };
    let luck = Luck::of(chance, side.name());
    let mut staff = Staff { game, side, state: view.believed(), luck, orders: Vec::new() };
    let both = game.switches.exchange == Exchange::Both;
    match view.open.step {
        Step::Deployment => staff.deploy(),
        Step::Turn if both || view.open.active == side => staff.turn(),
        Step::Turn | Step::Over => {}
    }
    staff.orders
}

struct Staff<'a> {
    game: &'a CompanyCommander,
    side: Side,
    /// What it believes, as the orders so far make it.
    state: State,
    luck: Luck<'a>,
    orders: Vec<Order>,
}

impl Staff<'_> {
    /// Gives an order, if it can be carried out as things stand.
    fn give(&mut self, order: Order) -> bool {
        let trial = (&mut self.state, &mut BTreeSet::new());
        let done = check::tried(self.game, trial, self.side, &order).is_ok();
        if done {
            self.orders.push(order);
        }
        done
    }

    fn own(&self) -> Vec<Unit> {
        self.state.of(self.side).map(|(unit, _)| unit.clone()).collect()
    }

    fn kind(&self, unit: &Unit) -> &KindRow {
        self.game.format.kind(self.game.kind_of(unit))
    }

    /// Some units begin elsewhere.
    fn deploy(&mut self) {
        for unit in self.own() {
            let or = self.game.field.units[&unit].or.clone();
            if self.luck.one_in(&format!("deploy {unit}"), 2) {
                let at = self.luck.one_of(&format!("place {unit}"), &or);
                let facing = self.state.piece(&unit).map(|piece| piece.facing);
                let taken =
                    at.is_some_and(|at| self.game.occupant(&self.state, at, false).is_some());
                if at.is_some() && !taken {
                    self.give(Order::Deploy { unit, at, facing, on: None });
                }
            }
        }
    }

    fn turn(&mut self) {
        let mut units = self.luck.shuffled("units", self.own());
        units.sort_by_key(|unit| match self.kind(unit).class {
            Class::Drone => 0,
            Class::Battery => 1,
            Class::Gun => 2,
            Class::Infantry => 3,
            Class::Recon => 4,
            Class::Aircraft | Class::Helicopter => 5,
            Class::Tank | Class::Carrier | Class::Support => 6,
        });
        for unit in &units {
            self.launch(unit);
        }
        let behind = self.behind();
        let near = self.distance_to_enemy().is_some_and(|far| far <= NEAR);
        let bound = self.state.open.turn as usize;
        let moves = |n: usize| behind && !(near && (n + bound).is_multiple_of(2));
        let crossing = units.iter().enumerate().filter(|(n, _)| moves(*n));
        let crossing = crossing.filter_map(|(_, unit)| self.crossing(unit));
        let crossing: Vec<(Unit, Zone)> = crossing.collect();
        let shots = |unit: &Unit| self.shots(unit, GOOD).into_iter().next();
        let smoke = screens(self.game, &self.state, self.side, &units, &crossing, shots);
        for unit in units.iter().filter(|unit| !smoke.contains_key(*unit)) {
            self.shoot(unit, GOOD);
        }
        for (unit, at) in smoke {
            self.give(Order::Smoke { unit, at });
        }
        for (n, unit) in units.iter().enumerate() {
            self.dismount(unit);
            if self.kind(unit).flies() || moves(n) {
                self.advance(unit);
            }
            self.shoot(unit, FAIR);
        }
    }

    /// True if the side does not lead as things stand.
    fn behind(&self) -> bool {
        let open = &self.state.open;
        let points = |side| self.game.points(open, side);
        points(self.side) <= points(self.side.other())
    }

    fn distance_to_enemy(&self) -> Option<u32> {
        let own = || self.state.of(self.side).filter_map(|(_, piece)| piece.at());
        let enemies = self.game.known(&self.state, self.side);
        enemies.flat_map(|(_, _, at)| own().map(move |here| here.0.distance(at.0))).min()
    }

    /// A unit on the ground that shoots at nothing before it moves, and where it goes.
    fn crossing(&self, unit: &Unit) -> Option<(Unit, Zone)> {
        let waits = !self.kind(unit).flies() && self.shots(unit, GOOD).is_empty();
        let at = waits.then(|| self.better_place(unit)).flatten()?;
        Some((unit.clone(), at))
    }

    /// What a unit may attack with such a chance, the best first: what it harms most, the most
    /// valuable first where that is alike.
    fn shots(&self, unit: &Unit, least: u32) -> Vec<(u32, Unit)> {
        let mut shots: Vec<(u32, Unit)> = Vec::new();
        let done = |piece: &Piece| piece.fired || piece.suppressed || piece.busy;
        if self.state.piece(unit).is_none_or(done) {
            return shots;
        }
        for (target, other, _) in self.game.known(&self.state, self.side) {
            let Ok(shot) = self.game.shot(&self.state, unit, target, false) else { continue };
            let chances = self.game.chances(&self.state, unit, target, &shot);
            let pins = u32::from(!other.suppressed && shot.how != How::Assault) * chances.hit / 10;
            let worth = self.game.format.kind(&other.kind).worth;
            if chances.loss >= least || shot.how == How::Assault {
                shots.push((chances.loss * (10 + worth) + pins * worth, target.clone()));
            }
        }
        shots.sort_by(|a, b| b.cmp(a));
        shots
    }

    /// Attacks the best of what it can attack.
    fn shoot(&mut self, unit: &Unit, least: u32) {
        let shots = self.shots(unit, least);
        let targets: Vec<Unit> = shots.into_iter().map(|(_, target)| target).take(3).collect();
        if !targets.is_empty() {
            self.give(Order::Attack {
                unit: unit.clone(),
                targets,
                only_if_chance: least / 2,
                if_target_gone: Gone::Next,
                unless_suppressed: false,
            });
        }
    }

    /// The hexes for which the side fights: those that it does not hold.
    fn goals(&self) -> Vec<Zone> {
        let held = &self.state.open.held;
        let all = || self.game.field.objectives.iter();
        let open = all().filter(|(place, _)| held.get(*place) != Some(&self.side));
        let goals: Vec<Zone> = open.map(|(_, it)| it.at).collect();
        if goals.is_empty() { all().map(|(_, it)| it.at).collect() } else { goals }
    }

    /// The hex within reach that is worth most, if it is worth more than where the unit is.
    fn better_place(&self, unit: &Unit) -> Option<Zone> {
        let piece = self.state.piece(unit)?;
        let free = !piece.moved && !piece.fired && !piece.suppressed;
        let from = piece.at().filter(|_| free)?;
        let kind = self.kind(unit);
        if kind.is(Trait::SetUp) && kind.speed <= 1 {
            return None;
        }
        let goals = self.goals();
        let enemies: Vec<(Zone, &KindRow)> = self
            .game
            .known(&self.state, self.side)
            .map(|(_, other, at)| (at, self.game.format.kind(&other.kind)))
            .collect();
        let most = self.game.allowance(piece, false);
        let ways = self.game.ways(&self.state, unit, from, most, false);
        let value = |at: Zone| self.value(kind, piece, &goals, &enemies, at);
        let best = ways.hexes().into_iter().map(|at| (value(at), at)).max();
        best.filter(|(worth, _)| *worth > value(from)).map(|(_, at)| at)
    }

    /// Moves a unit to the hex that is worth most.
    fn advance(&mut self, unit: &Unit) {
        let Some(at) = self.better_place(unit) else { return };
        self.give(Order::Move {
            unit: unit.clone(),
            path: vec![at],
            fast: false,
            facing: None,
            stop_if: [Stop::Seen].into(),
        });
    }

    fn value(
        &self,
        kind: &KindRow,
        piece: &Piece,
        goals: &[Zone],
        enemies: &[(Zone, &KindRow)],
        at: Zone,
    ) -> i64 {
        let far = |to: Zone| i64::from(to.0.distance(at.0));
        let goal = goals.iter().map(|goal| far(*goal)).min().unwrap_or(0);
        let mut value = -10 * goal;
        if kind.class == Class::Infantry && self.game.covered(at) {
            value += 8;
        }
        let hull = kind.armored() && self.game.covered(at);
        value += if hull { 3 } else { 0 };
        for (enemy, other) in enemies {
            let near = far(*enemy);
            let foot = other.class == Class::Infantry;
            let hidden = foot && self.game.covered(*enemy);
            if kind.armored() && hidden && near <= 2 {
                value -= 25;
            }
            if kind.is(Trait::Suicide) {
                value -= 12 * near;
            } else if kind.flies() && near <= 3 {
                value -= 20;
            } else if kind.weapons.is_empty() && near <= 4 {
                value -= 15;
            } else if self.game.in_sight(at, *enemy, kind.flies()) {
                let reach = kind.weapons.iter().map(|name| self.game.format.weapon(name).range.1);
                let reach = i64::from(reach.max().unwrap_or(0));
                value += if near * 2 <= reach { 6 } else { 0 };
            }
        }
        if kind.capacity > 0 && piece.moved {
            value -= 1;
        }
        value
    }

    /// Infantry leaves its carrier when an enemy or a goal is near.
    fn dismount(&mut self, unit: &Unit) {
        let Some(Post::Aboard(by)) = self.state.piece(unit).map(|piece| piece.post.clone()) else {
            return;
        };
        let Some(here) = self.state.piece(&by).and_then(Piece::at) else { return };
        let near = |at: Zone, most| at.0.distance(here.0) <= most;
        let enemy = self.game.known(&self.state, self.side).any(|(_, _, at)| near(at, 7));
        if enemy || self.goals().into_iter().any(|goal| near(goal, 2)) {
            let mut places: Vec<Zone> = here.0.neighbours().map(Zone).collect();
            places.retain(|at| self.game.field.holds(*at));
            places.sort_by_key(|at| !self.game.covered(*at));
            places.insert(0, here);
            for at in places {
                if self.give(Order::Dismount { unit: unit.clone(), at }) {
                    return;
                }
            }
        }
    }

    fn launch(&mut self, unit: &Unit) {
        let Start::With(by) = &self.game.field.units[unit].start else { return };
        let Some(here) = self.state.piece(by).and_then(Piece::at) else { return };
        for at in here.0.neighbours().map(Zone).filter(|at| self.game.field.holds(*at)) {
            if self.give(Order::Launch { unit: unit.clone(), at }) {
                return;
            }
        }
    }
}

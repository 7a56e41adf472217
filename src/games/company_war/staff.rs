//! A plain computer player.
//!
//! The Mazianni carry troops to stations that score and keep carriers where the Union is thin;
//! the Union sends packs of warships after carriers and troops. Choices are drawn, so that many
//! games differ; everything is judged by the side's own view.

use super::CompanyWar;
use super::format::{Group, Kind};
use super::orders::{Fire, FleeWhen, Order, PassPolicy};
use super::resolve::set_up::bases;
use super::scenario::{Jp, Side};
use super::sight::View;
use super::state::{Condition, Ship, State, Step};
use crate::engine::Chance;

/// Orders for the phases of the coming cycle.
pub fn suggest(game: &CompanyWar, view: &View, chance: &mut Chance) -> Vec<Order> {
    let Some(side) = view.side else { return Vec::new() };
    let mut staff = Staff { game, view, side, chance, moves: 0 };
    match view.open.step {
        Step::SetUp if side == Side::Mazianni => staff.deployment(),
        Step::SetUp | Step::Repair | Step::Over => Vec::new(),
        Step::Movement => staff.turn(),
        Step::Combat => staff.combat(),
        Step::Garrison => staff.garrison(&[]),
    }
}

struct Staff<'a> {
    game: &'a CompanyWar,
    view: &'a View,
    side: Side,
    chance: &'a mut Chance,
    moves: u32,
}

impl Staff<'_> {
    fn below(&mut self, what: &str, bound: u64) -> u64 {
        self.chance.draw(&["staff", self.side.name(), what]).below(bound)
    }

    fn deployment(&mut self) -> Vec<Order> {
        let bases = bases(self.game, self.side);
        let fleet: Vec<Ship> = self.game.chart.fleet(self.side).cloned().collect();
        let mut orders = Vec::new();
        for ship in &fleet {
            let base = self.below(&format!("base of {ship}"), bases.len() as u64);
            let at = bases[usize::try_from(base).expect("few bases")];
            orders.push(Order::Deploy { ship: ship.clone(), at });
        }
        let mut carriers = fleet;
        self.chance.draw(&["staff", "mazianni", "troops"]).shuffle(&mut carriers);
        let counters = self.game.format.troops.value as usize;
        orders.extend(carriers.into_iter().take(counters).map(|carrier| Order::Troops { carrier }));
        orders
    }

    fn turn(&mut self) -> Vec<Order> {
        let mut orders = match self.side {
            Side::Mazianni => self.raid(),
            Side::Union => self.hunt(),
        };
        self.leave_room(&mut orders);
        if self.game.turns() > self.view.open.turn && self.below("assembly", 4) == 0 {
            let used = self.view.open.assembled.contains(&self.side);
            orders.extend((!used).then_some(Order::FleetAssembly));
        }
        let policies =
            [PassPolicy::WheneverAllowed, PassPolicy::Never, PassPolicy::UntilEnemyLeft(2)];
        let policy = usize::try_from(self.below("pass", 3)).expect("three policies");
        orders.push(Order::Pass(policies[policy].clone()));
        orders.extend(self.combat());
        orders.extend(self.garrison(&orders));
        orders
    }

    /// Ships of the side that can move, those that must go first before others, else shuffled.
    fn movable(&mut self) -> Vec<(Ship, Jp)> {
        let state = &self.view.open;
        let here = |ship: &Ship| Some((ship.clone(), state.ships[ship].at?));
        let mut ships: Vec<_> = self.game.chart.fleet(self.side).filter_map(here).collect();
        self.chance.draw(&["staff", self.side.name(), "sequence"]).shuffle(&mut ships);
        ships.sort_by_key(|(ship, _)| !state.ships[ship].fleeing);
        ships
    }

    fn allowance(&self) -> u32 {
        // Where the roll comes after the plot, a plausible list is one of average length.
        self.view.open.allowance.get(&self.side).copied().unwrap_or(6)
    }

    /// The Mazianni: troops to Union stations, carriers to whatever scores and is not covered.
    fn raid(&mut self) -> Vec<Order> {
        let mut orders = Vec::new();
        let mut goals: Vec<Jp> = Vec::new();
        for (ship, at) in self.movable() {
            if self.moves == self.allowance() {
                break;
            }
            let fleeing = self.view.open.ships[&ship].fleeing;
            let stays =
                self.worth(at) > 0 && !fleeing && self.below(&format!("stay {ship}"), 4) > 0;
            if stays {
                continue;
            }
            let loaded = self.view.aboard.as_ref().is_some_and(|a| a.contains(&ship));
            let mut wishes: Vec<Jp> = self.game.chart.points.keys().copied().collect();
            self.chance.draw(&["staff", "mazianni", "goals", &ship]).shuffle(&mut wishes);
            wishes.sort_by_key(|jp| {
                let union = matches!(self.game.chart.station_at(*jp), Some((_, Group::Union)));
                let covered = self.enemies(*jp) > 0;
                (covered, goals.contains(jp), !(loaded && union), -self.worth(*jp))
            });
            if let Some(path) = wishes.iter().find_map(|jp| self.route(at, *jp)) {
                goals.extend(path.last());
                orders.push(Order::Move { ship, path, when: None });
                self.moves += 1;
            }
        }
        orders
    }

    /// The Union: packs go where troops or carriers are, by the ways that remain.
    fn hunt(&mut self) -> Vec<Order> {
        let mut prey: Vec<Jp> = self.game.chart.points.keys().copied().collect();
        prey.retain(|jp| self.enemies(*jp) > 0 || self.view.open.landed.contains(jp));
        self.chance.draw(&["staff", "union", "prey"]).shuffle(&mut prey);
        prey.sort_by_key(|jp| (!self.view.open.landed.contains(jp), self.enemies(*jp)));
        let mut orders = Vec::new();
        let mut free = false;
        for (ship, at) in self.movable() {
            let dartship = self.game.chart.hulls[&ship].kind == Kind::Dartship;
            let pack = usize::try_from(self.moves / 3).expect("few packs");
            let goal = prey.get(pack).or_else(|| prey.last()).copied();
            let busy = self.enemies(at) > 0 && !self.view.open.ships[&ship].fleeing;
            let Some(path) = goal.filter(|_| !busy).and_then(|jp| self.route(at, jp)) else {
                continue;
            };
            if dartship && !free {
                free = true;
                orders.push(Order::FreeDartship { ship, path, after: 0 });
            } else if !dartship && self.moves < self.allowance() {
                self.moves += 1;
                orders.push(Order::Move { ship, path, when: None });
            }
        }
        orders
    }

    /// A fleeing ship that finds no way still uses up a part of the allowance (cw53).
    fn leave_room(&self, orders: &mut Vec<Order>) {
        let ships = &self.view.open.ships;
        let moves = |order: &Order, ship: &Ship| match order {
            Order::Move { ship: moved, .. } | Order::FreeDartship { ship: moved, .. } => {
                moved == ship
            }
            _ => false,
        };
        let fleet = self.game.chart.fleet(self.side);
        let idle = fleet.filter(|s| ships[*s].fleeing && !orders.iter().any(|o| moves(o, s)));
        let room = (self.allowance() as usize).saturating_sub(idle.count());
        let mut kept = 0;
        orders.retain(|order| match order {
            Order::Move { ship, .. } => {
                kept += 1;
                kept <= room || ships[ship].fleeing
            }
            _ => true,
        });
    }

    /// Standing decisions of a fight.
    fn combat(&mut self) -> Vec<Order> {
        let fires = [Fire::Spread, Fire::Focus, Fire::FinishDamaged];
        let fire = fires[usize::try_from(self.below("fire", 3)).expect("three ways")];
        let flights = [FleeWhen::Damaged, FleeWhen::Losses(3), FleeWhen::Outnumbered(3)];
        let when = flights[usize::try_from(self.below("flight", 3)).expect("three ways")];
        let priority = ["CVA", "CV", "CVL", "CA", "CL"].map(str::to_owned).to_vec();
        vec![
            Order::Target { at: None, priority, fire },
            Order::Flee { at: None, ship: None, when, to: None },
        ]
    }

    /// Troops land wherever their carrier ends the turn, if there is a station.
    fn garrison(&self, orders: &[Order]) -> Vec<Order> {
        let ends = |carrier: &Ship| {
            let course = orders.iter().find_map(|order| match order {
                Order::Move { ship, path, .. } if ship == carrier => path.last().copied(),
                _ => None,
            });
            course.or(self.view.open.ships[carrier].at)
        };
        let station = |carrier: &&Ship| {
            ends(carrier).is_some_and(|at| self.game.chart.station_at(at).is_some())
        };
        let aboard = self.view.aboard.iter().flatten().filter(station);
        aboard.map(|carrier| Order::Land { carrier: carrier.clone() }).collect()
    }

    /// What a station is worth to the Mazianni.
    fn worth(&self, jp: Jp) -> i32 {
        let points = &self.game.format.points.mazianni;
        let state: &State = &self.view.open;
        match self.game.chart.station_at(jp) {
            _ if state.destroyed.contains(&jp) => 0,
            Some((_, Group::EarthCompany)) => points.earth_company_held,
            Some((_, Group::Union)) => points.union_held_by_carrier,
            Some((_, Group::Cyteen)) => points.cyteen_held,
            Some((_, Group::HinderStars)) | None => 0,
        }
    }

    /// Enemy warships at a jump point.
    fn enemies(&self, jp: Jp) -> usize {
        let state = &self.view.open;
        let warship = |ship: &&Ship| self.game.is_stopper(ship);
        let enemy = self.game.warships(state, self.side.other(), jp);
        enemy.filter(|s| state.ships[*s].condition != Condition::Lost).filter(warship).count()
    }

    /// The way with the fewest jumps that meets no enemy before its end.
    fn route(&self, from: Jp, to: Jp) -> Option<Vec<Jp>> {
        let mut ways = std::collections::VecDeque::from([vec![from]]);
        let mut seen = std::collections::BTreeSet::from([from]);
        while let Some(way) = ways.pop_front() {
            let here = *way.last()?;
            if here == to && way.len() > 1 {
                return Some(way);
            }
            if way.len() > 1 && self.enemies(here) > 0 {
                continue;
            }
            for next in self.game.chart.near(self.side, here) {
                if seen.insert(next) {
                    ways.push_back([way.as_slice(), &[next]].concat());
                }
            }
        }
        None
    }
}

//! A plain computer player.
//!
//! The Mazianni carry troops to stations that score and keep carriers where the Union is thin;
//! the Union sends packs of warships after carriers and troops. Choices are drawn, so that many
//! games differ; everything is judged by the side's own view, and what the check finds fault with
//! is not ordered.

use std::collections::{BTreeMap, BTreeSet};

use super::CompanyWar;
use super::courses::courses;
use super::format::{Group, Kind};
use super::names::{Jp, Ship};
use super::order::{Fire, FleeWhen, Order, PassPolicy};
use super::resolve::set_up::bases;
use super::scenario::Side;
use super::sight::View;
use super::state::{Open, Step};
use crate::engine::Chance;
use crate::engine::contract::staff::{Luck, sound};

/// Ships that a side plots before its roll: about as many as the dice bring.
const USUAL: usize = 6;

/// Orders for the phases of the coming cycle.
pub fn suggest(game: &CompanyWar, view: &View, chance: &mut Chance) -> Vec<Order> {
    let Some(side) = view.side else { return Vec::new() };
    let (open, barred) = (&view.open, game.barred(&view.open, side));
    let mut enemies: BTreeMap<Jp, usize> = game.chart.points.keys().map(|at| (*at, 0)).collect();
    for ship in game.chart.fleet(side.other()).filter(|ship| game.is_stopper(ship)) {
        let vessel = &open.ships[ship];
        if let Some(at) = vessel.at.filter(|_| vessel.afloat() && !vessel.fleeing) {
            *enemies.entry(at).or_default() += 1;
        }
    }
    let (luck, ways) = (Luck::of(chance, side.name()), BTreeMap::new());
    let mut staff = Staff { game, view, open, side, barred, enemies, ways, luck };
    let orders = match open.step {
        Step::SetUp if side == Side::Mazianni => staff.deployment(),
        Step::SetUp | Step::Repair | Step::Over => Vec::new(),
        Step::Movement => staff.turn(),
        Step::Combat => staff.combat(),
        Step::Garrison => staff.landings(),
    };
    sound(game, view, orders)
}

struct Staff<'a> {
    game: &'a CompanyWar,
    view: &'a View,
    open: &'a Open,
    side: Side,
    /// Where the enemy ends the side's movement.
    barred: BTreeSet<Jp>,
    /// Enemy warships by jump point.
    enemies: BTreeMap<Jp, usize>,
    /// The ways from each jump point that was asked about.
    ways: BTreeMap<Jp, Vec<Vec<Jp>>>,
    luck: Luck<'a>,
}

impl Staff<'_> {
    fn deployment(&mut self) -> Vec<Order> {
        let bases = bases(self.game, self.side);
        let mut fleet: Vec<Ship> = self.game.chart.fleet(self.side).cloned().collect();
        let mut orders = Vec::new();
        for ship in &fleet {
            let at = self.luck.one_of(&format!("base of {ship}"), &bases);
            orders.extend(at.map(|at| Order::Deploy { ship: ship.clone(), at }));
        }
        fleet = self.luck.shuffled("troops", fleet);
        orders.extend(fleet.into_iter().map(|carrier| Order::Troops { carrier }));
        orders
    }

    fn turn(&mut self) -> Vec<Order> {
        let mut orders = match self.side {
            Side::Mazianni => self.raid(),
            Side::Union => self.hunt(),
        };
        if self.luck.one_in("assembly", 4) {
            orders.push(Order::FleetAssembly);
        }
        let policies =
            [&PassPolicy::WheneverAllowed, &PassPolicy::Never, &PassPolicy::UntilEnemyLeft(2)];
        let policy = self.luck.one_of("pass", &policies).cloned();
        orders.extend(policy.map(Order::Pass));
        orders.extend(self.combat());
        orders.extend(self.landings());
        orders
    }

    /// Ships of the side that can move, those that must go first before others, else shuffled.
    fn movable(&mut self) -> Vec<(Ship, Jp)> {
        let open = self.open;
        let here = |ship: &Ship| Some((ship.clone(), open.ships[ship].at?));
        let mut ships: Vec<_> = self.game.chart.fleet(self.side).filter_map(here).collect();
        ships = self.luck.shuffled("sequence", ships);
        ships.sort_by_key(|(ship, _)| !open.ships[ship].fleeing);
        ships
    }

    /// Ships that can be plotted. Where the roll comes after the plot, a plausible list is one of
    /// average length.
    fn most(&self) -> usize {
        self.open.allowance.get(&self.side).map_or(USUAL, |ships| *ships as usize)
    }

    /// The ways that meet no enemy before their ends.
    fn ways(&mut self, from: Jp) -> Vec<Vec<Jp>> {
        let search = || courses(&self.game.chart, self.side, from, |at| self.barred.contains(&at));
        self.ways.entry(from).or_insert_with(search).clone()
    }

    /// The Mazianni: troops to Union stations, carriers to whatever scores and is not covered.
    fn raid(&mut self) -> Vec<Order> {
        let mut orders = Vec::new();
        let mut goals: Vec<Jp> = Vec::new();
        for (ship, at) in self.movable() {
            if orders.len() == self.most() {
                break;
            }
            let rests = self.worth(at) > 0 && !self.open.ships[&ship].fleeing;
            let stays = [true, true, true, false];
            if rests && self.luck.one_of(&format!("stay {ship}"), &stays) == Some(true) {
                continue;
            }
            let mut ways = self.ways(at);
            ways = self.luck.shuffled(&format!("goals of {ship}"), ways);
            let wish = |path: &Vec<Jp>| {
                let goal = path[path.len() - 1];
                let union = matches!(self.game.chart.station_at(goal), Some((_, Group::Union)));
                let wanted = self.view.loaded(&ship) && union;
                (self.enemies[&goal] > 0, goals.contains(&goal), !wanted, -self.worth(goal))
            };
            if let Some(path) = ways.into_iter().min_by_key(wish) {
                goals.extend(path.last());
                orders.push(Order::Move { ship, path, when: None });
            }
        }
        orders
    }

    /// The Union: packs go where troops or carriers are, by the ways that remain.
    fn hunt(&mut self) -> Vec<Order> {
        let landed = &self.open.landed;
        let mut prey: Vec<Jp> = self.game.chart.points.keys().copied().collect();
        prey.retain(|at| self.enemies[at] > 0 || landed.contains(at));
        prey = self.luck.shuffled("prey", prey);
        prey.sort_by_key(|at| (!landed.contains(at), self.enemies[at]));
        let (mut orders, mut free, mut moves) = (Vec::new(), false, 0);
        for (ship, at) in self.movable() {
            let dartship = self.game.chart.hulls[&ship].kind == Kind::Dartship;
            let busy = self.enemies[&at] > 0 && !self.open.ships[&ship].fleeing;
            let ways = if busy { Vec::new() } else { self.ways(at) };
            // Three ships make a pack. Where its prey cannot be reached, it takes the next.
            let mut goals = prey.iter().cycle().skip(moves / 3).take(prey.len());
            let way = goals.find_map(|goal| ways.iter().find(|path| path.last() == Some(goal)));
            let Some(path) = way.cloned() else { continue };
            if dartship && !free {
                free = true;
                orders.push(Order::FreeDartship { ship, path, after: 0 });
            } else if !dartship && moves < self.most() {
                moves += 1;
                orders.push(Order::Move { ship, path, when: None });
            }
        }
        orders
    }

    /// Standing decisions of a fight.
    fn combat(&mut self) -> Vec<Order> {
        let fires = [Fire::Spread, Fire::Focus, Fire::FinishDamaged];
        let fire = self.luck.one_of("fire", &fires).unwrap_or_default();
        let flights = [FleeWhen::Damaged, FleeWhen::Losses(3), FleeWhen::Outnumbered(3)];
        let when = self.luck.one_of("flight", &flights);
        let priority = ["CVA", "CV", "CVL", "CA", "CL"].map(str::to_owned).to_vec();
        let flee = when.map(|when| Order::Flee { at: None, ship: None, when, to: None });
        [Order::Target { at: None, priority, fire }].into_iter().chain(flee).collect()
    }

    /// Troops land wherever their carrier ends the turn; the check leaves out who has no station.
    fn landings(&self) -> Vec<Order> {
        let aboard = self.view.aboard.iter().flatten().cloned();
        aboard.map(|carrier| Order::Land { carrier }).collect()
    }

    /// What a station is worth to the Mazianni.
    fn worth(&self, at: Jp) -> i32 {
        let points = &self.game.format.points.mazianni;
        match self.game.chart.station_at(at).filter(|_| !self.open.destroyed.contains(&at)) {
            Some((_, Group::EarthCompany)) => points.earth_company_held,
            Some((_, Group::Union)) => points.union_held_by_carrier,
            Some((_, Group::Cyteen)) => points.cyteen_held,
            Some((_, Group::HinderStars)) | None => 0,
        }
    }
}

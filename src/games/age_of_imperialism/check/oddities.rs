//! What is permitted but hardly meant: marches that stop short or give a region up, and places
//! where there is nothing to do. Lines about which something was found before are left alone.

use std::collections::BTreeMap;

use super::{Check, Line};
use crate::base::words::count;
use crate::engine::{Finding, Sheet};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::orders::{Condition, Order};
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Region, Sea};

impl Check<'_> {
    /// Looks at every plain line, then at what the sheet leaves out.
    pub(super) fn oddities(&mut self, sheet: &Sheet<Order, Condition>) {
        // A refused line does nothing.
        let orders: Vec<Line> =
            sheet.orders.iter().filter(|line| self.stands(line)).cloned().collect();
        if self.state().step.is_movement() {
            for line in &orders {
                if !self.is_noted(line) {
                    self.hardly_meant(line, &orders);
                }
            }
            self.given_up(&orders);
        } else {
            self.budgets(sheet, &orders);
        }
    }

    pub(super) fn is_noted(&self, line: &Line) -> bool {
        self.found.iter().any(|found| found.line == line.line)
    }

    fn hardly_meant(&mut self, line: &Line, orders: &[Line]) {
        match &line.order {
            Order::March { units, path } => self.course(line, units, path),
            Order::Board { from, fleet, .. } => self.off(line, (&[*fleet], from), orders),
            Order::Sail { fleets, path } => self.voyage(line, (fleets, path), orders),
            Order::Land { fleets, at, .. } => {
                self.off(line, (fleets, at), orders);
                self.aboard(line, fleets, orders);
            }
            Order::Fight { at } => self.battle(line, at),
            Order::Explore { at, .. } => {
                let land = self.land(at);
                if land.owner.is_some() {
                    self.odd(line, &rules::EXPLORE, format!("the natives do not hold {at}"));
                } else if !self.may_be_at(Kind::Explorer, at) {
                    let what = format!("no explorer of yours is in {at} or goes there");
                    self.odd(line, &rules::EXPLORE, what);
                }
            }
            Order::Prospect { at, .. } if !self.may_be_at(Kind::Engineer, at) => {
                let what = format!("no engineer of yours is in {at} or goes there");
                self.odd(line, &rules::PROSPECT, what);
            }
            _ => {}
        }
    }

    /// True if a unit of the kind stands there, or a line brings units.
    fn may_be_at(&self, kind: Kind, at: &str) -> bool {
        self.land(at).force(self.power).get(kind) > 0 || self.hopes.reached.contains(at)
    }

    /// True if brigades of the author stop where they enter (im28).
    fn halts(&self, region: &str) -> bool {
        match self.land(region).owner {
            None => true,
            Some(owner) => self.state().at_war(self.power, owner),
        }
    }

    /// A march that a rule will cut short.
    fn course(&mut self, line: &Line, units: &Force, path: &[Region]) {
        let (Some(from), Some(to)) = (path.first(), path.last()) else { return };
        let railroad = |at: &&Region| !self.land(at).buildings.contains(&Building::Railroad);
        let cost = path[..path.len() - 1].iter().filter(railroad).count();
        let moves = |kind: Kind| self.game.format.units[&kind].moves.value;
        let slow = units.iter().map(|(kind, _)| kind).find(|kind| (moves(*kind) as usize) < cost);
        let barred = |at: &&Region| {
            let land = self.land(at);
            land.revolt.is_some() && land.owner.is_some_and(|owner| owner != self.power)
        };
        let stop = path[1..path.len() - 1].iter().find(|at| self.halts(at));
        let land = self.land(from);
        let rebels = land.revolt.as_ref().filter(|_| land.owner == Some(self.power));
        let held = rebels.map_or(0, |revolt| revolt.army.brigades());
        let free = land.force(self.power).brigades().saturating_sub(held);
        let strangers = Force { explorer: 0, ..units.only_parties() };
        if let Some(at) = path[1..].iter().find(barred) {
            let what = format!("{at} is in revolt: only the power that controls it may enter");
            self.odd(line, &rules::REVOLT, what);
        } else if let Some(at) = stop.filter(|_| units.brigades() > 0) {
            self.odd(line, &rules::ENTRY, format!("brigades stop at {at}"));
        } else if self.halts(to) && units.brigades() == 0 && !strangers.is_empty() {
            self.odd(
                line,
                &rules::ENTRY,
                format!("{strangers} cannot enter {to} without a brigade"),
            );
        } else if let Some(kind) = slow {
            let points = moves(kind);
            let what = format!("this path takes {cost} points, and {} has {points}", kind.word());
            self.odd(line, &rules::MARCH, what);
        } else if rebels.is_some() && units.brigades() > free {
            let what = format!("the revolt in {from} lets {} leave", count(free, "brigade"));
            self.odd(line, &rules::REVOLT, what);
        }
    }

    /// Sea areas where a fleet lies or may come by a line.
    fn seas(&self, fleet: u32, orders: &[Line]) -> Vec<Sea> {
        let fleets = self.state().fleets.get(&self.power);
        let lies = fleets.and_then(|own| own.get(&fleet)).map(|fleet| fleet.sea.clone());
        let sailed = orders.iter().filter_map(|line| match &line.order {
            Order::Sail { fleets, path } if fleets.contains(&fleet) => path.get(1..),
            _ => None,
        });
        lies.into_iter().chain(sailed.flatten().cloned()).collect()
    }

    /// Fleets begin where they lie, and go so far.
    fn voyage(&mut self, line: &Line, (fleets, path): (&[u32], &[Sea]), orders: &[Line]) {
        let points = self.game.format.fleet.moves.value;
        let away = |fleet: &&u32| !self.seas(**fleet, orders).contains(&path[0]);
        if let Some(fleet) = fleets.iter().find(away) {
            let what = format!("fleet {fleet} does not lie in the {}", path[0]);
            self.odd(line, &rules::SAIL, what);
        } else if path.len() - 1 > points as usize {
            let what = format!("a fleet enters {points} sea areas in a phase");
            self.odd(line, &rules::SAIL, what);
        }
    }

    /// Boarding and landing are done off the coast.
    fn off(&mut self, line: &Line, (fleets, at): (&[u32], &str), orders: &[Line]) {
        let chart = &self.game.board.chart;
        let off = |fleet: &u32| self.seas(*fleet, orders).iter().any(|s| chart.on_coast(at, s));
        if let Some(fleet) = fleets.iter().find(|fleet| !off(fleet)) {
            let what = format!("fleet {fleet} neither lies off {at} nor goes there");
            self.odd(line, &rules::CARRY, what);
        }
    }

    /// Somebody must be aboard to land.
    fn aboard(&mut self, line: &Line, fleets: &[u32], orders: &[Line]) {
        let own = self.state().fleets.get(&self.power);
        let loaded = |number: &u32| {
            let boards =
                |line: &Line| matches!(&line.order, Order::Board { fleet, .. } if fleet == number);
            let cargo = own.and_then(|own| own.get(number)).map(|fleet| fleet.cargo);
            cargo.is_some_and(|cargo| !cargo.is_empty()) || orders.iter().any(boards)
        };
        if !self.is_noted(line) && !fleets.iter().any(loaded) {
            self.odd(line, &rules::CARRY, "nobody is aboard");
        }
    }

    /// A battle needs somebody to fight: a region to which brigades come, or a revolt.
    fn battle(&mut self, line: &Line, at: &str) {
        let land = self.land(at);
        let own = land.owner == Some(self.power);
        let coming = !own && self.hopes.reached.contains(at);
        let there = !own && land.force(self.power).brigades() > 0;
        if !(coming || there || (own && land.revolt.is_some())) {
            self.odd(line, &rules::SEQUENCE, format!("there is no battle to expect in {at}"));
        }
    }

    /// The line after which no brigade is left in an own region (im48).
    fn given_up(&mut self, orders: &[Line]) {
        let mut left: BTreeMap<&str, Force> = BTreeMap::new();
        for (region, land) in self.state().owned(self.power) {
            let own = land.force(self.power);
            // Where allies stand, the region does not go back to its natives.
            if land.armies.len() == 1 && own.brigades() > 0 {
                left.insert(region, own);
            }
        }
        let mut last: BTreeMap<&str, &Line> = BTreeMap::new();
        for line in orders {
            let (units, from) = match &line.order {
                Order::March { units, path } => (units, path.first()),
                Order::Board { units, from, .. } => (units, Some(from)),
                _ => continue,
            };
            let Some(from) = from else { continue };
            if let Some(force) = left.get_mut(from.as_str()) {
                force.take(units);
                last.insert(from, line);
            }
        }
        let found: Vec<Finding> = last
            .into_iter()
            .filter(|(at, _)| left[at].brigades() == 0 && !self.hopes.ends.contains(*at))
            .filter(|(_, line)| !self.is_noted(line))
            .map(|(at, line)| {
                let what = format!("no brigade stays in {at}: it goes back to its natives");
                Finding::odd(line, &rules::REVERT, what)
            })
            .collect();
        self.found.extend(found);
    }
}

//! What is permitted but hardly meant, judged by the sheet as a whole.

use std::collections::BTreeMap;

use super::{Check, Line};
use crate::base::words::count;
use crate::engine::{Finding, Rule};
use crate::games::company_war::format::{FirstMover, Group, Kind};
use crate::games::company_war::orders::Order;
use crate::games::company_war::resolve::scoring::garrison;
use crate::games::company_war::resolve::set_up::bases;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::{Jp, Side};
use crate::games::company_war::state::{Condition, Ship, Step, Vessel};
use crate::games::company_war::tell::few;

impl Check<'_> {
    /// Lines that can come to nothing by what their author sees, then what the sheet leaves out.
    pub(super) fn oddities(&mut self, orders: &[Line]) {
        let ends = self.ends(orders);
        for line in orders {
            if !self.found.iter().any(|found| found.line == line.line) {
                self.hardly_meant(line, &ends);
            }
        }
        match self.view.open.step {
            Step::SetUp if self.side == Side::Mazianni => self.undeployed(),
            Step::Movement => self.idle(),
            _ => {}
        }
    }

    /// Ships of the side that are left, in the order of the scenario.
    fn left(&self) -> impl Iterator<Item = (&Ship, &Vessel)> {
        let vessel = |ship| (ship, &self.view.open.ships[ship]);
        let fleet = self.game.chart.fleet(self.side).map(vessel);
        fleet.filter(|(_, vessel)| vessel.condition != Condition::Lost)
    }

    /// Where each ship will be, if nothing stops it.
    fn ends(&self, orders: &[Line]) -> BTreeMap<Ship, Jp> {
        let here = |(ship, vessel): (&Ship, &Vessel)| vessel.at.map(|at| (ship.clone(), at));
        let mut ends: BTreeMap<Ship, Jp> = self.left().filter_map(here).collect();
        for line in orders {
            let (ships, path) = match &line.order {
                Order::Move { ship, path, .. } | Order::FreeDartship { ship, path, .. } => {
                    (std::slice::from_ref(ship), path)
                }
                Order::TaskForce { ships, path, .. } => (ships.as_slice(), path),
                _ => continue,
            };
            for ship in ships.iter().filter(|ship| self.seen.moved.contains(*ship)) {
                ends.extend(path.last().map(|end| (ship.clone(), *end)));
            }
        }
        ends
    }

    fn hardly_meant(&mut self, line: &Line, ends: &BTreeMap<Ship, Jp>) {
        match &line.order {
            Order::OnTie(_) => self.no_tie(line),
            Order::Target { at, priority, .. } => {
                self.in_reach(line, &rules::TARGETS, (*at, ends));
                self.lost_target(line, priority);
            }
            Order::Riders { at, .. } => self.in_reach(line, &rules::LAUNCH, (*at, ends)),
            Order::Flee { at, ship: None, .. } => self.in_reach(line, &rules::FLEE, (*at, ends)),
            Order::CeaseFire { at, .. } => {
                self.in_reach(line, &rules::CEASE_FIRE, (Some(*at), ends));
            }
            Order::Bombard { at } => self.in_reach(line, &rules::BOMBARD, (Some(*at), ends)),
            Order::Repair { ship } => {
                let docks = self.lies(ship).is_some_and(|at| self.game.is_dock(self.side, at));
                self.at_rest(line, &rules::REPAIR, (ship, docks));
            }
            Order::ReplaceRider { carrier } => {
                let base = self.game.chart.station(&self.game.format.repair.riders.station);
                let docks = self.lies(carrier) == base;
                self.at_rest(line, &rules::RIDERS_REPLACED, (carrier, docks));
            }
            Order::Land { carrier } => self.at_station(line, &rules::GARRISON, (carrier, ends)),
            Order::Embark { carrier } => self.at_station(line, &rules::LANDING, (carrier, ends)),
            Order::Raise { .. } => self.none_return(line),
            _ => {}
        }
    }

    /// The choice for a tie is idle when the rolls differ (cw19).
    fn no_tie(&mut self, line: &Line) {
        let rolls = &self.view.open.allowance;
        let by_roll = self.game.switches.first_mover == FirstMover::ByRoll && self.rolled();
        if by_roll && rolls.get(&Side::Mazianni) != rolls.get(&Side::Union) {
            self.odd(line, &rules::TIE, "the initiative is not tied");
        }
    }

    /// A fight needs ships of one's own.
    fn in_reach(
        &mut self,
        line: &Line,
        rule: &Rule,
        (at, ends): (Option<Jp>, &BTreeMap<Ship, Jp>),
    ) {
        if let Some(at) = at
            && !ends.values().any(|end| *end == at)
        {
            let place = self.game.chart.place(at);
            self.odd(line, rule, format!("no ship of yours lies at {place} or goes there"));
        }
    }

    fn lost_target(&mut self, line: &Line, priority: &[String]) {
        let ships = &self.view.open.ships;
        let lost = |name: &&String| {
            ships.get(*name).is_some_and(|vessel| vessel.condition == Condition::Lost)
        };
        if let Some(lost) = priority.iter().find(lost) {
            self.odd(line, &rules::TARGETS, format!("{lost} is destroyed"));
        }
    }

    fn lies(&self, ship: &Ship) -> Option<Jp> {
        self.view.open.ships[ship].at
    }

    /// Docks serve who rests there (cw36, cw40).
    fn at_rest(&mut self, line: &Line, rule: &Rule, (ship, docks): (&Ship, bool)) {
        if self.seen.moved.contains(ship) {
            self.odd(line, rule, format!("{ship} is plotted, and no dock serves who moves"));
        } else if let Some(at) = self.lies(ship).filter(|_| !docks) {
            let place = self.game.chart.place(at);
            self.odd(line, rule, format!("{ship} lies at {place}, where no dock serves it"));
        }
    }

    /// Troops change places where there is a station (cw41, cw42).
    fn at_station(
        &mut self,
        line: &Line,
        rule: &Rule,
        (carrier, ends): (&Ship, &BTreeMap<Ship, Jp>),
    ) {
        let Some(at) = ends.get(carrier) else { return };
        let gone = self.view.open.destroyed.contains(at);
        if self.game.chart.station_at(*at).is_none() || gone {
            let place = self.game.chart.place(*at);
            self.odd(line, rule, format!("{carrier} ends at {place}, where no station is"));
        }
    }

    fn none_return(&mut self, line: &Line) {
        let state = &self.view.open;
        if !state.fallen.iter().any(|turn| *turn < state.turn) {
            self.odd(line, &rules::RETURN, "no troops return in this turn");
        }
    }

    /// Ships and troops that the set-up leaves to the default (cw13, cw15, cw52).
    fn undeployed(&mut self) {
        let idle: Vec<Ship> = self
            .left()
            .filter(|(ship, _)| !self.seen.deployed.contains(*ship))
            .map(|(ship, _)| ship.clone())
            .collect();
        if !idle.is_empty() {
            let places = bases(self.game, Side::Mazianni);
            let places: Vec<String> = places.iter().map(|jp| self.game.chart.place(*jp)).collect();
            let what = format!("no place is ordered for {}", few(&idle));
            let hint = format!("such ships go in turn to {}", places.join(", "));
            self.found.push(Finding::of_sheet(&rules::DEPLOYMENT, what).hint(hint));
        }
        let counters = self.game.format.troops.value as usize;
        if let Some(more) = counters.checked_sub(self.seen.loaded.len()).filter(|more| *more > 0) {
            let troops = count(i64::try_from(more).unwrap_or(i64::MAX), "troop counter");
            let what = format!("no carrier is ordered for {troops}");
            let hint = "it falls to the first carriers of the scenario";
            self.found.push(Finding::of_sheet(&rules::TROOPS, what).hint(hint));
        }
    }

    /// Ships that flee and are not plotted, and others that could go and have nothing to do where
    /// they lie (cw21, cw53).
    fn idle(&mut self) {
        let unplotted = self.left().filter(|(ship, _)| !self.seen.moved.contains(*ship));
        let (fleeing, others): (Vec<_>, Vec<_>) =
            unplotted.partition(|(_, vessel)| vessel.fleeing && vessel.afloat());
        let name = |(ship, _): &(&Ship, &Vessel)| (*ship).clone();
        let idle: Vec<Ship> =
            others.iter().filter(|(ship, vessel)| !self.is_busy(ship, vessel)).map(name).collect();
        let fleeing: Vec<Ship> = fleeing.iter().map(name).collect();
        let plotted = self.seen.moved.len() - usize::from(self.seen.free) + fleeing.len();
        let allowance = self.view.open.allowance.get(&self.side).filter(|_| self.rolled()).copied();
        if !fleeing.is_empty() {
            let what = format!("fleeing and without a course: {}", few(&fleeing));
            let hint = "a fleeing ship uses up its part of the allowance, plotted or not";
            self.found.push(Finding::of_sheet(&rules::FLEEING_FIRST, what).hint(hint));
        }
        if let Some(allowance) = allowance.filter(|n| plotted < *n as usize)
            && !idle.is_empty()
        {
            let moves = allowance as usize - plotted;
            let moves = count(i64::try_from(moves).unwrap_or(i64::MAX), "more ship");
            let what = format!("{moves} may move; these have no order: {}", few(&idle));
            self.found.push(Finding::of_sheet(&rules::PLOT, what));
        }
    }

    /// True if a ship has something to do where it lies: it fights, holds or storms a station, or
    /// is in dock. Dartships have nothing to do anywhere.
    fn is_busy(&self, ship: &Ship, vessel: &Vessel) -> bool {
        let (game, state) = (self.game, &self.view.open);
        let Some(at) = vessel.at else { return true };
        if game.chart.hulls[ship].kind == Kind::Dartship {
            return true;
        }
        let enemies = game.warships(state, self.side.other(), at);
        let fights = enemies.into_iter().any(|enemy| game.is_stopper(enemy));
        let docked = vessel.condition == Condition::Damaged && game.is_dock(self.side, at);
        let scores = match game.chart.station_at(at) {
            None | Some((_, Group::HinderStars)) => false,
            Some(_) => !state.destroyed.contains(&at) && garrison(game, state, at).is_some(),
        };
        fights || docked || scores
    }
}

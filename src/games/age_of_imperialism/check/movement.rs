//! Orders of the movement phases.

use super::{Check, Line};
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::map::Gate;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::policies::Upkeep;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Region, Sea};

impl Check<'_> {
    pub(super) fn movement(&mut self, line: &Line) {
        match &line.order {
            Order::DeclareWar { on } => self.declare_war(line, *on),
            Order::Peace { with } => self.peace(line, *with),
            Order::Ally { with } => self.ally(line, *with),
            Order::EndAlliance { with } if !self.state().allied(self.power, *with) => {
                self.refuse(line, &rules::ALLIANCE, format!("{with} are no allies of yours"));
            }
            Order::Cede { at, to } => {
                let _ = self.own(line, &rules::CEDE, at) && self.other(line, &rules::CEDE, *to);
            }
            Order::March { units, path } => self.march(line, units, path),
            Order::Board { units, from, fleet } => self.board(line, (units, from), *fleet),
            Order::Sail { fleets, path } => self.sail(line, fleets, path),
            Order::Land { fleets, at, .. } => self.disembark(line, fleets, at),
            Order::Engage { fleets, enemy } => self.engage(line, fleets, *enemy),
            Order::Retreat { to, .. } => self.refuges(line, to),
            Order::Unpaid { first } => self.unpaid(line, first),
            _ => {}
        }
    }

    fn declare_war(&mut self, line: &Line, on: Power) {
        let price = self.game.format.diplomacy.war.value;
        if !self.other(line, &rules::WAR, on) {
            return;
        }
        if self.state().at_war(self.power, on) {
            self.refuse(line, &rules::WAR, format!("you are at war with {on} already"));
        } else if self.state().allied(self.power, on) {
            let what = format!("{on} are allies; give them notice first");
            self.refuse(line, &rules::ALLIANCE, what);
        } else if self.state().purse(self.power).dp < price {
            self.odd(line, &rules::WAR, format!("it costs {price} DP, which are not in hand"));
        }
    }

    fn peace(&mut self, line: &Line, with: Power) {
        if self.other(line, &rules::WAR, with) && !self.state().at_war(self.power, with) {
            self.odd(line, &rules::WAR, format!("you are not at war with {with}"));
        }
    }

    fn ally(&mut self, line: &Line, with: Power) {
        if !self.other(line, &rules::ALLIANCE, with) {
            return;
        }
        let enemies = self.state().enemies(self.power);
        if self.state().allied(self.power, with) {
            self.odd(line, &rules::ALLIANCE, format!("{with} are allies already"));
        } else if !enemies.iter().any(|enemy| self.state().at_war(with, *enemy)) {
            self.odd(line, &rules::ALLIANCE, format!("you and {with} have no common enemy"));
        }
    }

    fn march(&mut self, line: &Line, units: &Force, path: &[Region]) {
        if units.is_empty() || units.total() > super::MOST {
            self.refuse(line, &rules::MARCH, "name the units, such as {infantry: 1}");
            return;
        }
        let [from, .., to] = path else {
            self.refuse(line, &rules::MARCH, "a path has at least two regions");
            return;
        };
        let chart = &self.game.board.chart;
        if let Some((a, b)) = legs(path).find(|(a, b)| !chart.touch(a, b)) {
            let near: Vec<&str> = chart.near(a).map(String::as_str).collect();
            let hint = format!("{a} touches {}", near.join(", "));
            let what = format!("{a} and {b} do not touch");
            self.refuse_with(line, &rules::MARCH, what, hint);
            return;
        }
        self.present(line, units, from);
        self.entry(line, to);
        // Units may be left anywhere on the way.
        self.seen.reached.extend(path.iter().skip(1).cloned());
    }

    /// Units may come to a region by an earlier line; else they must stand there.
    fn present(&mut self, line: &Line, units: &Force, from: &str) {
        let there = self.land(from).force(self.power);
        if self.seen.reached.contains(from) || there.covers(units) {
            return;
        }
        if there.common(units).is_empty() {
            let what = if there.is_empty() {
                format!("you have no units in {from}")
            } else {
                format!("you have only {there} in {from}")
            };
            self.refuse(line, &rules::MARCH, what);
        } else {
            self.odd(line, &rules::MARCH, format!("you have only {there} in {from}"));
        }
    }

    /// A region of another power may open by war or consent; the author is warned.
    fn entry(&mut self, line: &Line, to: &str) {
        let state = self.state();
        let Some(owner) = state.land(to).owner.filter(|owner| *owner != self.power) else { return };
        if !state.at_war(self.power, owner) && !state.allied(self.power, owner) {
            let what = format!("{to} belongs to {owner}, with whom you are not at war");
            self.odd(line, &rules::ENTRY, what);
        }
    }

    /// True if the author has these fleets, each named once; else a refusal.
    fn fleets(&mut self, line: &Line, fleets: &[u32]) -> bool {
        let own = self.state().fleets.get(&self.power);
        let mut names: Vec<u32> = fleets.to_vec();
        names.sort_unstable();
        names.dedup();
        let missing =
            fleets.iter().find(|number| own.is_none_or(|own| !own.contains_key(*number))).copied();
        let list: Vec<String> =
            own.into_iter().flat_map(|own| own.keys()).map(u32::to_string).collect();
        if let Some(number) = missing {
            let hint = if list.is_empty() {
                "you have no fleets".to_owned()
            } else {
                format!("your fleets are: {}", list.join(", "))
            };
            let what = format!("you have no fleet {number}");
            self.refuse_with(line, &rules::SAIL, what, hint);
        } else if fleets.is_empty() || names.len() < fleets.len() {
            self.refuse(line, &rules::SAIL, "name each fleet once");
        }
        self.stands(line)
    }

    fn board(&mut self, line: &Line, (units, from): (&Force, &str), fleet: u32) {
        if units.is_empty() || units.total() > super::MOST {
            self.refuse(line, &rules::CARRY, "name the units, such as {infantry: 1}");
        } else if self.fleets(line, &[fleet]) {
            self.present(line, units, from);
            if self.game.portage(units) > self.game.format.fleet.carries.value {
                let room = self.game.format.fleet.carries.value;
                let what = format!("{units} are more than a fleet carries, {room} portage points");
                self.odd(line, &rules::CARRY, what);
            }
        }
    }

    fn sail(&mut self, line: &Line, fleets: &[u32], path: &[Sea]) {
        if !self.fleets(line, fleets) {
            return;
        }
        if path.len() < 2 {
            self.refuse(line, &rules::SAIL, "a path has at least two sea areas");
            return;
        }
        let chart = &self.game.board.chart;
        if let Some((a, b)) = legs(path).find(|(a, b)| !chart.next_seas(a).contains(b)) {
            let near: Vec<&str> = chart.next_seas(a).into_iter().map(String::as_str).collect();
            let hint = format!("the {a} touches {}", near.join(", "));
            let what = format!("the {a} and the {b} do not touch");
            self.refuse_with(line, &rules::SAIL, what, hint);
            return;
        }
        let canal = |(a, b): (&Sea, &Sea)| {
            chart.strait(a, b).is_some_and(|strait| strait.kind == Gate::Canal)
        };
        if legs(path).any(canal) && self.state().canal.is_none() {
            self.odd(line, &rules::STRAITS, "there is no canal");
        }
    }

    fn disembark(&mut self, line: &Line, fleets: &[u32], at: &str) {
        if !self.fleets(line, fleets) {
            return;
        }
        if self.game.board.chart.coast(at).next().is_none() {
            self.refuse(line, &rules::CARRY, format!("{at} has no coast"));
            return;
        }
        self.entry(line, at);
        self.seen.reached.insert(at.to_owned());
    }

    fn engage(&mut self, line: &Line, fleets: &[u32], enemy: Power) {
        if self.fleets(line, fleets)
            && self.other(line, &rules::ENGAGE, enemy)
            && !self.state().at_war(self.power, enemy)
        {
            self.odd(line, &rules::ENGAGE, format!("you are not at war with {enemy}"));
        }
    }

    fn refuges(&mut self, line: &Line, to: &[String]) {
        let chart = &self.game.board.chart;
        let known =
            |name: &&String| chart.sites.contains_key(*name) || chart.waters.contains_key(*name);
        if let Some(lost) = to.iter().find(|name| !known(name)) {
            self.unknown(line, format!("there is no region or sea area {lost}"), lost);
        }
    }

    fn unpaid(&mut self, line: &Line, first: &[Upkeep]) {
        let mut kinds = first.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() < first.len() {
            self.odd(line, &rules::UPKEEP, "a kind is named twice; the first place counts");
        }
    }
}

/// Each place of a path with the next.
fn legs(path: &[String]) -> impl Iterator<Item = (&String, &String)> {
    path.iter().zip(path.iter().skip(1))
}

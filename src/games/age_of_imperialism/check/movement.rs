//! Orders of the movement phases.

use super::{Check, Line};
use crate::engine::{Finding, Rule};
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
            Order::EndAlliance { with } => self.end_alliance(line, *with),
            Order::Cede { at, to } => self.cede(line, at, *to),
            Order::March { units, path } => self.march(line, units, path),
            Order::Board { units, from, fleet } => self.board(line, (units, from), *fleet),
            Order::Sail { fleets, path } => self.sail(line, fleets, path),
            Order::Land { fleets, units, at } => self.disembark(line, (fleets, *units), at),
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
        let hand = self.state().purse(self.power).dp;
        if self.state().at_war(self.power, on) {
            self.odd(line, &rules::WAR, format!("you are at war with {on} already"));
        } else if self.state().allied(self.power, on) {
            let what = format!("{on} are allies; give them notice first");
            self.refuse(line, &rules::ALLIANCE, what);
        } else if hand < price {
            // DP for a conquest come after all moves.
            let what = format!("it costs {price} DP, and there are {hand} in hand");
            self.refuse(line, &rules::WAR, what);
        }
    }

    fn peace(&mut self, line: &Line, with: Power) {
        if self.other(line, &rules::WAR, with) && !self.state().at_war(self.power, with) {
            self.odd_now(line, &rules::WAR, format!("you are not at war with {with}"));
        }
    }

    fn ally(&mut self, line: &Line, with: Power) {
        if !self.other(line, &rules::ALLIANCE, with) {
            return;
        }
        let enemies = self.state().enemies(self.power);
        if self.state().allied(self.power, with) {
            self.odd_now(line, &rules::ALLIANCE, format!("{with} are allies already"));
        } else if !enemies.iter().any(|enemy| self.state().at_war(with, *enemy)) {
            self.odd_now(line, &rules::ALLIANCE, format!("you and {with} have no common enemy"));
        }
    }

    fn end_alliance(&mut self, line: &Line, with: Power) {
        if !self.other(line, &rules::ALLIANCE, with) {
            return;
        }
        let pacts = &self.state().alliances;
        let between = [(self.power, with), (with, self.power)];
        match pacts.iter().find(|pact| between.contains(&pact.of)).map(|pact| pact.notice) {
            Some(Some(_)) => self.refuse(line, &rules::ALLIANCE, "notice was given before"),
            Some(None) => {}
            None => self.odd(line, &rules::ALLIANCE, format!("{with} are no allies of yours")),
        }
    }

    fn cede(&mut self, line: &Line, at: &str, to: Power) {
        if self.other(line, &rules::CEDE, to) && self.land(at).owner != Some(self.power) {
            self.odd_now(line, &rules::CEDE, format!("{at} is not yours"));
        }
    }

    fn march(&mut self, line: &Line, units: &Force, path: &[Region]) {
        if !self.units(line, &rules::MARCH, units) {
            return;
        }
        let [from, .., to] = path else {
            self.refuse(line, &rules::MARCH, "a path has at least two regions");
            return;
        };
        let chart = &self.game.board.chart;
        if let Some((a, b)) = legs(path).find(|(a, b)| !chart.touch(a, b)) {
            let near: Vec<&str> = chart.near(a).map(String::as_str).collect();
            let hint = match near.as_slice() {
                [] => format!("nothing touches {a} by land: fleets carry units"),
                near => format!("{a} touches {}", near.join(", ")),
            };
            let what = format!("{a} and {b} do not touch");
            self.refuse_with(line, &rules::MARCH, what, hint);
            return;
        }
        self.present(line, &rules::MARCH, (units, from));
        self.entry(line, to);
    }

    /// Units may come to a region by another line, or by retreat; else they must stand there.
    fn present(&mut self, line: &Line, rule: &Rule, (units, from): (&Force, &str)) {
        let there = self.land(from).force(self.power);
        if self.hopes.reached.contains(from) || there.covers(units) {
            return;
        }
        let what = if there.is_empty() {
            format!("you have no units in {from}")
        } else {
            format!("you have only {there} in {from}")
        };
        if there.common(units).is_empty() && !self.may_be_joined(from) {
            self.refuse(line, rule, what);
        } else {
            self.odd(line, rule, what);
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

    /// True if the author has one of these fleets at least; else a refusal.
    fn fleets(&mut self, line: &Line, rule: &Rule, fleets: &[u32]) -> bool {
        let own: Vec<u32> = self
            .state()
            .fleets
            .get(&self.power)
            .into_iter()
            .flat_map(|own| own.keys())
            .copied()
            .collect();
        let missing = fleets.iter().find(|number| !own.contains(number));
        let one = fleets.iter().any(|number| own.contains(number));
        if let Some(number) = missing {
            let list: Vec<String> = own.iter().map(u32::to_string).collect();
            let hint = if list.is_empty() {
                "you have no fleets".to_owned()
            } else {
                format!("your fleets are: {}", list.join(", "))
            };
            let what = format!("you have no fleet {number}");
            let finding = if one {
                Finding::odd(line, rule, what)
            } else {
                Finding::refused(line, rule, what)
            };
            self.found.push(finding.hint(hint));
        } else if fleets.is_empty() {
            self.refuse(line, rule, "name the fleets by their numbers");
        }
        one
    }

    fn board(&mut self, line: &Line, (units, from): (&Force, &str), fleet: u32) {
        let rule = &rules::CARRY;
        if !self.units(line, rule, units) || !self.fleets(line, rule, &[fleet]) {
            return;
        }
        if self.game.board.chart.coast(from).next().is_none() {
            self.refuse(line, rule, format!("{from} has no coast"));
            return;
        }
        self.present(line, rule, (units, from));
        let room = self.game.format.fleet.carries.value;
        if self.game.portage(units) > room {
            let what = format!("{units} are more than a fleet carries, {room} portage points");
            self.odd(line, rule, what);
        }
    }

    fn sail(&mut self, line: &Line, fleets: &[u32], path: &[Sea]) {
        if !self.fleets(line, &rules::SAIL, fleets) {
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
        if self.state().canal.is_none()
            && let Some(leg) = legs(path).position(canal)
        {
            // The fleets may sail as far as the canal that is not there.
            let finding = if leg == 0 { Finding::refused::<Order> } else { Finding::odd::<Order> };
            self.found.push(finding(line, &rules::STRAITS, "there is no canal"));
        }
    }

    fn disembark(&mut self, line: &Line, (fleets, units): (&[u32], Option<Force>), at: &str) {
        if units.is_some_and(|units| !self.units(line, &rules::CARRY, &units))
            || !self.fleets(line, &rules::CARRY, fleets)
        {
            return;
        }
        if self.game.board.chart.coast(at).next().is_none() {
            self.refuse(line, &rules::CARRY, format!("{at} has no coast"));
        } else {
            self.entry(line, at);
        }
    }

    fn engage(&mut self, line: &Line, fleets: &[u32], enemy: Power) {
        if self.fleets(line, &rules::ENGAGE, fleets)
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

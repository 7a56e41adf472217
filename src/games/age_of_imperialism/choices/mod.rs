//! What a power may order, region by region and fleet by fleet: the lines of a template.

mod abroad;
mod field;
mod home;

use super::AgeOfImperialism;
use super::force::Force;
use super::map::Gate;
use super::orders::Order;
use super::page;
use super::power::Power;
use super::sight::View;
use super::state::{Fleet, Land, Region, State, Step};
use super::switches::Selection;
use crate::engine::Choice;

type Choices = Vec<Choice<Order>>;

/// Lines that one region, fleet or power is offered at most.
const MOST: usize = 8;

/// What the reader may order in the coming cycle.
pub fn choices(game: &AgeOfImperialism, view: &View) -> Choices {
    let state = &view.open;
    let Some(power) = view.power.filter(|_| state.step != Step::Over) else { return Vec::new() };
    let desk = Desk { game, state, power };
    let mut choices = Vec::new();
    if state.step == Step::Picks {
        choices.extend(desk.picks());
    }
    choices.extend(desk.regions());
    choices.extend(desk.fleets());
    if state.step > Step::Placement {
        choices.extend(desk.powers());
        choices.push(desk.whole());
    }
    choices.into_iter().map(|choice| choice.most(MOST)).collect()
}

struct Desk<'a> {
    game: &'a AgeOfImperialism,
    state: &'a State,
    power: Power,
}

impl<'a> Desk<'a> {
    fn land(&self, region: &str) -> &'a Land {
        self.state.land(region)
    }

    fn force(&self, region: &str) -> Force {
        self.land(region).force(self.power)
    }

    fn owns(&self, region: &str) -> bool {
        self.land(region).owner == Some(self.power)
    }

    fn own_fleets(&self) -> impl Iterator<Item = (u32, &'a Fleet)> {
        let fleets = self.state.fleets.get(&self.power).into_iter().flatten();
        fleets.map(|(number, fleet)| (*number, fleet))
    }

    /// Regions to choose: one's homes, then zone by zone.
    fn picks(&self) -> Option<Choice<Order>> {
        let held = self.state.owned(self.power).count();
        let random = self.game.switches.region_selection == Selection::Random;
        if random || held >= self.game.board.regions as usize {
            return None;
        }
        let free = |regions: &[Region]| -> Vec<Region> {
            regions.iter().filter(|at| self.land(at).owner.is_none()).cloned().collect()
        };
        let what = format!("Regions to choose: {} in all, each the first", self.game.board.regions);
        let mut choice = Choice::other(format!("{what} of your list that is still free"));
        let homes = self.game.board.homes.iter().filter(|(power, _)| *power == self.power);
        let homes = homes.map(|(_, regions)| ("your homes", free(regions)));
        let zones = self.game.board.chart.zones.iter();
        let zones = zones.map(|(zone, regions)| (zone.as_str(), free(regions)));
        for (about, regions) in homes.chain(zones).filter(|(_, regions)| !regions.is_empty()) {
            choice.offer(Order::Pick { regions }, about);
        }
        Some(choice)
    }

    /// Regions that are the power's, or where it has units, in the order of the map.
    fn regions(&self) -> Choices {
        let chart = &self.game.board.chart;
        let own = |at: &&Region| self.owns(at) || !self.force(at).is_empty();
        let choice = |at: &Region| {
            let mut choice = Choice::unit(self.described(at));
            match self.state.step {
                Step::Picks => {
                    choice.offer(Order::Mulligan { region: at.clone() }, "for another");
                }
                Step::Placement => self.placement(&mut choice, at),
                Step::First | Step::Second => self.field(&mut choice, at),
                _ => self.home(&mut choice, at),
            }
            choice
        };
        chart.order.iter().filter(own).map(choice).collect()
    }

    /// Whose it is, who stands there and what is known of it, as the report has it.
    fn described(&self, at: &Region) -> String {
        let land = self.land(at);
        let owner = match land.owner {
            Some(owner) if owner == self.power => String::new(),
            Some(owner) => format!(" (of {owner})"),
            None => " (native)".to_owned(),
        };
        let force = self.force(at);
        let units = if force.is_empty() { "no units".to_owned() } else { force.to_string() };
        let natives = match page::marker(self.state, at) {
            known if known.starts_with("westernized") => known,
            known => format!("natives {known}"),
        };
        let chit = page::chit(self.state, at);
        let facts = [
            page::buildings(land),
            natives,
            if chit.is_empty() { chit } else { format!("resource {chit}") },
        ];
        let facts: Vec<String> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        format!("{at}{owner}: {units}; {}", facts.join("; "))
    }

    /// Fleets by number.
    fn fleets(&self) -> Choices {
        let choice = |(number, fleet): (u32, &Fleet)| {
            let cargo = fleet.cargo;
            let aboard = if cargo.is_empty() { "empty".to_owned() } else { cargo.to_string() };
            let mut choice = Choice::unit(format!("Fleet {number}, {}: {aboard}", fleet.sea));
            if self.state.step.is_movement() {
                self.fleet(&mut choice, number, fleet);
            }
            choice
        };
        self.own_fleets().map(choice).collect()
    }

    /// True if the power holds a region on a strait where others need its permission (im2).
    fn holds_strait(&self) -> bool {
        let straits = self.game.board.chart.straits.iter();
        let gates = straits.filter(|strait| strait.kind == Gate::Permission);
        let mut regions = gates.flat_map(|strait| &strait.region);
        regions.any(|at| self.state.lands.contains_key(at) && self.owns(at))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::SHELF;
    use crate::base::Digest;
    use crate::engine::{AnyGame, Chance, Reader};

    /// Every region that a power holds, or where it has units, is a unit of its template, and so
    /// is each of its fleets.
    #[test]
    fn every_region_and_fleet_is_named() {
        let shipped = SHELF.shipped();
        let (format, map) = (shipped.format.as_bytes(), shipped.scenarios[0].1.as_bytes());
        let table = SHELF.table(format, map, &BTreeMap::new()).expect("it is sound");
        let mut position = table.setup(&mut Chance::from_seed([1; 32]));
        let mut fleets = 0;
        for cycle in 0..8u8 {
            let state: serde_json::Value = serde_json::from_str(&position.0).expect("JSON");
            let mut files = BTreeMap::new();
            for seat in table.seats() {
                let lands = state["state"]["lands"].as_object().expect("regions").iter();
                let own = lands.filter(|(_, land)| {
                    land["owner"] == seat.as_str() || land["armies"].get(seat.as_str()).is_some()
                });
                let mut wanted: Vec<String> = own.map(|(at, _)| at.clone()).collect();
                let own = state["state"]["fleets"][seat.as_str()].as_object();
                let own = own.into_iter().flatten();
                wanted.extend(own.map(|(number, _)| format!("Fleet {number},")));
                fleets += wanted.iter().filter(|name| name.starts_with("Fleet")).count();
                let seen = table.see(&position, &Reader::Seat(seat.clone())).expect("a position");
                let choices = table.choices(&seen).expect("a view");
                let units = || choices.iter().filter(|choice| choice.unit);
                for name in &wanted {
                    assert!(units().any(|unit| unit.subject.starts_with(name)), "{name}");
                }
                assert_eq!(units().count(), wanted.len());
                let mut chance = Chance::from_seed(Digest::of(&[cycle]).0);
                let orders = table.suggest(&seen, &mut chance).expect("a view");
                let head = "0".repeat(64);
                let file = format!(
                    "campaign: a#00000000\ncycle: 1\nseat: {seat}\nsequence: 1\nto: age1x\n\
                     head: {head}\norders:\n{orders}"
                );
                files.insert(seat, file.into_bytes());
            }
            let mut chance = Chance::from_seed(Digest::of(&[cycle]).0);
            position = table.resolve(&position, &files, &mut chance).expect("a position").position;
        }
        assert!(fleets > 0, "nobody has a fleet");
    }
}

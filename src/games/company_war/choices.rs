//! What a side may order, ship by ship: the lines of a template.

use std::collections::{BTreeSet, VecDeque};

use super::CompanyWar;
use super::format::{Kind, Switch};
use super::orders::{Fire, FleeWhen, Launch, Order, PassPolicy, Precedence};
use super::page;
use super::resolve::set_up::bases;
use super::scenario::{Jp, Side};
use super::sight::View;
use super::state::{Condition, Ship, State, Step, Unit};
use super::tell::few;
use crate::base::words::count;
use crate::engine::Choice;

type Choices = Vec<Choice<Order>>;

/// Courses that a ship is offered at most.
const COURSES: usize = 6;
/// Courses that a dartship is offered at most.
const SCOUTING: usize = 3;
/// Courses that ships together are offered at most.
const TOGETHER: usize = 4;

/// What the reader may order in the coming cycle.
pub fn choices(game: &CompanyWar, view: &View) -> Choices {
    let Some(side) = view.side.filter(|_| view.open.step != Step::Over) else { return Vec::new() };
    let desk = Desk { game, view, side };
    let fleet = game.chart.fleet(side);
    let left = fleet.filter(|ship| view.open.ships[*ship].condition != Condition::Lost);
    let mut choices: Choices = left.map(|ship| desk.ship(ship)).collect();
    choices.extend(desk.together());
    choices.extend(desk.places());
    choices.push(desk.whole());
    choices
}

struct Desk<'a> {
    game: &'a CompanyWar,
    view: &'a View,
    side: Side,
}

impl Desk<'_> {
    fn state(&self) -> &State {
        &self.view.open
    }

    fn loaded(&self, ship: &Ship) -> bool {
        self.view.aboard.as_ref().is_some_and(|aboard| aboard.contains(ship))
    }

    /// A ship: its courses, then what else it can do.
    fn ship(&self, ship: &Ship) -> Choice<Order> {
        let mut choice = Choice::unit(self.described(ship));
        match self.state().ships[ship].at {
            None => self.deployment(&mut choice, ship),
            Some(at) => {
                self.courses(&mut choice, ship, at);
                self.decisions(&mut choice, ship);
                self.yard(&mut choice, ship, at);
                self.troops(&mut choice, ship, at);
            }
        }
        choice
    }

    /// Name, class, ratings, place and condition, as the report has them.
    fn described(&self, ship: &Ship) -> String {
        let (hull, vessel) = (&self.game.chart.hulls[ship], &self.state().ships[ship]);
        let ratings = self.game.ratings(self.state(), &Unit::Ship(ship.clone()));
        let ratings = format!("{}-{}-{}", ratings.attack, ratings.control, ratings.defense);
        let place = vessel.at.map_or_else(
            || "not deployed".to_owned(),
            |at| format!("at {}", self.game.chart.place(at)),
        );
        let riders = page::riders(vessel);
        let facts = [
            (!riders.is_empty()).then(|| format!("{riders} riders")),
            self.loaded(ship).then(|| "troops aboard".to_owned()),
            (vessel.condition == Condition::Damaged).then(|| "damaged".to_owned()),
            vessel.fleeing.then(|| "fleeing".to_owned()),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        let end = if facts.is_empty() { String::new() } else { format!(": {}", facts.join(", ")) };
        format!("{ship}, {} {ratings}, {place}{end}", hull.class)
    }

    /// Set-up: the bases, and troops.
    fn deployment(&self, choice: &mut Choice<Order>, ship: &Ship) {
        for at in bases(self.game, self.side) {
            choice.offer(Order::Deploy { ship: ship.clone(), at }, self.game.chart.place(at));
        }
        let counters = i64::from(self.game.format.troops.value);
        let about = format!("one of {}", count(counters, "troop counter"));
        choice.offer(Order::Troops { carrier: ship.clone() }, about);
    }

    fn courses(&self, choice: &mut Choice<Order>, ship: &Ship, at: Jp) {
        let dartship = self.game.chart.hulls[ship].kind == Kind::Dartship;
        let most = if dartship { SCOUTING } else { COURSES };
        for path in self.ways(at, !dartship).into_iter().take(most) {
            let (ship, about) = (ship.clone(), self.towards(&path, !dartship));
            let order = if dartship {
                Order::FreeDartship { ship, path, after: 0 }
            } else {
                Order::Move { ship, path, when: None }
            };
            choice.offer(order, about);
        }
    }

    /// Where a course leads, and who is there.
    fn towards(&self, path: &[Jp], stops: bool) -> String {
        let end = path[path.len() - 1];
        let enemy = stops && self.game.stopper(self.state(), self.side, end);
        let met = if enemy { ", the enemy is there" } else { "" };
        format!("to {}{met}", self.game.chart.place(end))
    }

    /// One jump each way, then the shortest ways to stations, where no enemy stops a ship before
    /// the end.
    fn ways(&self, from: Jp, stops: bool) -> Vec<Vec<Jp>> {
        let (mut near, mut far) = (Vec::new(), Vec::new());
        let mut seen = BTreeSet::from([from]);
        let mut open = VecDeque::from([vec![from]]);
        while let Some(way) = open.pop_front() {
            let here = way[way.len() - 1];
            match way.len() {
                1 => {}
                2 => near.push(way.clone()),
                _ if self.game.chart.station_at(here).is_some() => far.push(way.clone()),
                _ => {}
            }
            if way.len() > 1 && stops && self.game.stopper(self.state(), self.side, here) {
                continue;
            }
            for next in self.game.chart.near(self.side, here) {
                if seen.insert(next) {
                    open.push_back([way.as_slice(), &[next]].concat());
                }
            }
        }
        near.extend(far);
        near
    }

    /// What is decided while it fights.
    fn decisions(&self, choice: &mut Choice<Order>, ship: &Ship) {
        if self.game.chart.hulls[ship].kind != Kind::Dartship {
            let (ship, when) = (Some(ship.clone()), FleeWhen::Damaged);
            choice.offer(Order::Flee { at: None, ship, when, to: None }, "from any fight");
        }
    }

    /// Repairs where it lies now: a ship that moves is not repaired.
    fn yard(&self, choice: &mut Choice<Order>, ship: &Ship, at: Jp) {
        let (hull, vessel) = (&self.game.chart.hulls[ship], &self.state().ships[ship]);
        let hurt = vessel.condition == Condition::Damaged && hull.kind != Kind::Dartship;
        if hurt && self.game.is_dock(self.side, at) {
            choice.offer(Order::Repair { ship: ship.clone() }, "if it rests here");
        }
        let base = self.game.chart.station(&self.game.format.repair.riders.station) == Some(at);
        let lacks = vessel.riders.iter().any(|rider| *rider != Condition::Whole);
        if self.side == Side::Union && base && lacks {
            choice.offer(Order::ReplaceRider { carrier: ship.clone() }, "if it rests here");
        }
    }

    /// Troops to land, to take aboard, or to raise.
    fn troops(&self, choice: &mut Choice<Order>, ship: &Ship, at: Jp) {
        let (state, carrier) = (self.state(), ship.clone());
        if self.side == Side::Union {
            return;
        }
        if self.loaded(ship) {
            choice.offer(Order::Land { carrier }, "on the station where it ends the turn");
        } else if state.landed.contains(&at) {
            choice.offer(Order::Embark { carrier }, "if it ends the turn here");
        } else if state.fallen.iter().any(|turn| *turn < state.turn) {
            choice.offer(Order::Raise { carrier }, "troops that were lost");
        }
    }

    /// Mazianni ships at one place that could go as one (cw30).
    fn together(&self) -> Choices {
        let most = self.state().allowance.get(&self.side).map_or(usize::MAX, |n| *n as usize);
        let mut choices = Vec::new();
        for at in self.game.chart.points.keys() {
            let ships: Vec<Ship> = self.own_at(*at).take(most).collect();
            if self.side == Side::Union || ships.len() < 2 {
                continue;
            }
            let place = self.game.chart.place(*at);
            let mut choice = Choice::other(format!("Together from {place}: {}", few(&ships)));
            for path in self.ways(*at, true).into_iter().take(TOGETHER) {
                let about = self.towards(&path, true);
                choice.offer(Order::TaskForce { ships: ships.clone(), path, when: None }, about);
            }
            choices.push(choice);
        }
        choices
    }

    fn own_at(&self, at: Jp) -> impl Iterator<Item = Ship> {
        let here = move |ship: &&Ship| {
            let vessel = &self.state().ships[*ship];
            vessel.afloat() && vessel.at == Some(at)
        };
        self.game.chart.fleet(self.side).filter(here).cloned()
    }

    /// Places where there may be a fight, or a station to fire at.
    fn places(&self) -> Choices {
        let state = self.state();
        let contested: BTreeSet<Jp> = self.game.contested(state).collect();
        let mut choices = Vec::new();
        for at in self.game.chart.points.keys().copied() {
            let place = self.game.chart.place(at);
            let enemies: Vec<Ship> =
                self.game.warships(state, self.side.other(), at).cloned().collect();
            if contested.contains(&at) && !enemies.is_empty() {
                let mut choice = Choice::other(format!("{place}, against {}", few(&enemies)));
                fight(&mut choice, at, &enemies[0]);
                choices.push(choice);
            }
            let shore = self.game.chart.station_at(at).is_some() && !state.destroyed.contains(&at);
            if shore
                && self.game.switches.bombard == Switch::Yes
                && self.own_at(at).next().is_some()
            {
                let mut choice = Choice::other(format!("The station {place}"));
                choice.offer(Order::Bombard { at }, "it must cost no more points than you have");
                choices.push(choice);
            }
        }
        choices
    }

    /// What belongs to no ship.
    fn whole(&self) -> Choice<Order> {
        let state = self.state();
        let allowance = state.allowance.get(&self.side).filter(|_| state.step == Step::Movement);
        let moves = allowance.map(|n| format!("; it may move {} in this turn", count(*n, "ship")));
        let runs = |ship: &&String| state.ships[*ship].afloat() && state.ships[*ship].fleeing;
        let fleeing = self.game.chart.fleet(self.side).filter(runs).count();
        let first = if allowance.is_some() && fleeing > 0 {
            format!(", the {fleeing} that are fleeing first")
        } else {
            String::new()
        };
        let mut choice = Choice::other(format!("Your fleet{}{first}", moves.unwrap_or_default()));
        if !state.assembled.contains(&self.side) && state.turn < self.game.turns() {
            choice.offer(Order::FleetAssembly, "one more die in the next roll, once in the game");
        }
        let tied = state.allowance.get(&Side::Mazianni) == state.allowance.get(&Side::Union);
        if self.side == Side::Mazianni && tied {
            choice.offer(Order::OnTie(Precedence::Second), "the Union moves first");
        }
        choice.offer(Order::Pass(PassPolicy::Never), "go whenever it is your go");
        let policy = PassPolicy::UntilEnemyLeft(2);
        choice.offer(Order::Pass(policy), "decline while the enemy has more left");
        let target = |priority, fire| Order::Target { at: None, priority, fire };
        choice.offer(target(self.classes(), Fire::Focus), "two shots each");
        choice.offer(target(Vec::new(), Fire::FinishDamaged), "damaged ones first");
        choice.offer(Order::Riders { at: None, launch: Launch::None }, "riders stay aboard");
        for (when, about) in [
            (FleeWhen::Outnumbered(3), "three enemies to one"),
            (FleeWhen::Losses(3), "after three losses of yours"),
        ] {
            choice.offer(Order::Flee { at: None, ship: None, when, to: None }, about);
        }
        choice
    }

    /// Classes of enemy ships that are left to fight, in the order of the scenario.
    fn classes(&self) -> Vec<String> {
        let mut classes: Vec<String> = Vec::new();
        for ship in self.game.chart.fleet(self.side.other()) {
            let class = &self.game.chart.hulls[ship].class;
            let left = self.state().ships[ship].condition != Condition::Lost;
            let fights = self.game.chart.hulls[ship].kind != Kind::Dartship;
            if left && fights && !classes.contains(class) {
                classes.push(class.clone());
            }
        }
        classes
    }
}

/// Decisions of one fight.
fn fight(choice: &mut Choice<Order>, here: Jp, first: &Ship) {
    let at = Some(here);
    let (priority, fire) = (vec![first.clone()], Fire::Focus);
    choice.offer(Order::Target { at, priority, fire }, "two shots each, it first");
    choice.offer(Order::Riders { at, launch: Launch::None }, "riders stay aboard");
    let flights = [
        (FleeWhen::Now, "after the first round"),
        (FleeWhen::Outnumbered(2), "two enemies to one"),
        (FleeWhen::Never, "to the last"),
    ];
    for (when, about) in flights {
        choice.offer(Order::Flee { at, ship: None, when, to: None }, about);
    }
    let offer = Order::CeaseFire { at: here, from_round: 2 };
    choice.offer(offer, "if the enemy offers it too");
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::SHELF;
    use crate::base::Digest;
    use crate::engine::{AnyGame, Chance, Reader};

    /// Every ship that is left is a unit of the template, and its name stands first.
    #[test]
    fn every_ship_is_named() {
        let shipped = SHELF.shipped();
        let (format, map) = (shipped.format.as_bytes(), shipped.scenarios[0].1.as_bytes());
        let table = SHELF.table(format, map, &BTreeMap::new()).expect("it is sound");
        let mut position = table.setup(&mut Chance::from_seed([1; 32]));
        for cycle in 0..6u8 {
            let state: serde_json::Value = serde_json::from_str(&position.0).expect("JSON");
            let ships = state["state"]["ships"].as_object().expect("ships");
            let left = ships.values().filter(|ship| ship["condition"] != "lost").count();
            let mut named = 0;
            for seat in table.seats() {
                let seen = table.see(&position, &Reader::Seat(seat)).expect("a position");
                let choices = table.choices(&seen).expect("a view");
                let units = choices.iter().filter(|choice| choice.unit);
                named += units
                    .filter(|unit| {
                        ships.keys().any(|ship| unit.subject.starts_with(&format!("{ship}, ")))
                    })
                    .count();
            }
            assert_eq!(named, left, "cycle {cycle}");
            let mut chance = Chance::from_seed(Digest::of(&[cycle]).0);
            position =
                table.resolve(&position, &BTreeMap::new(), &mut chance).expect("ok").position;
        }
    }
}

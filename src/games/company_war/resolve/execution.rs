//! 1C: the sides alternate, ship by ship, until all plots are executed (cw23 to cw34).

use std::collections::BTreeMap;

use super::plot::Item;
use super::{Cycle, Sheets, answer, picked, used};
use crate::base::words::names;
use crate::engine::{Code, Given, Rule};
use crate::games::company_war::CompanyWar;
use crate::games::company_war::check::holds;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::{Kind, Switch};
use crate::games::company_war::orders::{Order, PassPolicy};
use crate::games::company_war::rules;
use crate::games::company_war::scenario::{Jp, Side};
use crate::games::company_war::sight::{View, seat_of};
use crate::games::company_war::state::Ship;

/// The dartship that moves outside the allowance (cw18).
#[derive(Debug)]
pub struct FreeDartship<'o> {
    /// The order line.
    pub given: &'o Given<Order>,
    /// The dartship.
    pub ship: &'o Ship,
    /// Its course.
    pub path: &'o [Jp],
    /// It goes after so many goes of its own side.
    pub after: u32,
}

/// The plots while they are executed.
#[derive(Debug)]
pub struct Execution<'o> {
    game: &'o CompanyWar,
    orders: &'o Sheets,
    plots: BTreeMap<Side, Vec<Item<'o>>>,
    dartship: Option<FreeDartship<'o>>,
    /// Goes of the Union so far, for the time of the free dartship.
    union_goes: u32,
}

impl<'o> Execution<'o> {
    /// Plots that are about to be executed.
    pub fn new(
        game: &'o CompanyWar,
        orders: &'o Sheets,
        plots: BTreeMap<Side, Vec<Item<'o>>>,
        dartship: Option<FreeDartship<'o>>,
    ) -> Self {
        Self { game, orders, plots, dartship, union_goes: 0 }
    }

    /// Alternates from the first mover on.
    pub fn run(mut self, turn: &mut Cycle<'_>, first: Side) {
        let mut side = first;
        let mut last_passer = None;
        while self.left(Side::Mazianni) > 0 || self.left(Side::Union) > 0 {
            if side == Side::Union {
                self.send_dartship(turn);
            }
            if self.left(side) == 0 {
                side = side.other();
                continue;
            }
            if self.declines(turn, side) {
                turn.next_moment();
                turn.record(&rules::DECLINE, Event::Passed { side });
                last_passer = Some(side);
                side = side.other();
                continue;
            }
            self.go(turn, side);
            // Once the counts are equal, the side that last declined begins again (cw32).
            let equal = self.left(Side::Mazianni) == self.left(Side::Union);
            side = match last_passer.take_if(|_| equal) {
                Some(passer) => passer,
                None => side.other(),
            };
        }
        self.union_goes = u32::MAX;
        self.send_dartship(turn);
    }

    /// Ships of a side in entries not yet executed; pinned ones have dropped out (cw34).
    fn left(&self, side: Side) -> usize {
        self.plots[&side].iter().map(|item| item.ships.len()).sum()
    }

    /// True if the side may decline and its policy says so (cw31, cw33).
    fn declines(&self, turn: &mut Cycle<'_>, side: Side) -> bool {
        let enemy = self.left(side.other());
        if self.left(side) >= enemy {
            return false;
        }
        let asked = picked(turn, self.orders, side, |order| match order {
            Order::Pass(policy) => Some(policy),
            _ => None,
        });
        let Some((given, policy)) = asked.first() else { return true };
        let declines = match policy {
            PassPolicy::Never => false,
            PassPolicy::WheneverAllowed => true,
            PassPolicy::UntilEnemyLeft(left) => enemy > *left as usize,
            PassPolicy::Until(condition) => {
                !holds(self.game, &turn.view(&seat_of(side)), condition)
            }
        };
        used(turn, side, given, &rules::DECLINE, "it decided when the side declined to move");
        declines
    }

    /// One go: the next entry whose condition holds, else the next one (cw21, cw25).
    fn go(&mut self, turn: &mut Cycle<'_>, side: Side) {
        let item = self.choose(&turn.view(&seat_of(side)), side);
        let ships = u32::try_from(item.ships.len()).expect("fleets are small");
        turn.next_moment();
        self.fly(turn, side, &item);
        turn.record(&rules::ALTERNATION, Event::Went { side, ships });
        if side == Side::Union {
            self.union_goes += 1;
        }
    }

    /// Fleeing ships, which stand first in the plot, go before all others (cw53).
    fn choose(&mut self, view: &View, side: Side) -> Item<'o> {
        let game = self.game;
        let plot = self.plots.get_mut(&side).expect("both sides have a plot");
        let fleeing = |item: &Item<'_>| item.ships.iter().any(|s| view.open.ships[s].fleeing);
        let ready = |item: &Item<'_>| item.when.is_none_or(|when| holds(game, view, when));
        let must_go = plot.iter().take_while(|item| fleeing(item)).count();
        let among = if must_go > 0 { must_go } else { plot.len() };
        let at = plot[..among].iter().position(ready).unwrap_or(0);
        plot.remove(at)
    }

    /// Follows a course until it ends, is illegal, or meets the enemy (cw23, cw26).
    fn fly(&mut self, turn: &mut Cycle<'_>, side: Side, item: &Item<'o>) {
        let rule = if item.ships.len() > 1 { &rules::TASK_FORCE } else { &rules::COURSE };
        let mut flight = self.follow(turn, side, &item.ships, (item.path, rule));
        if !item.held.is_empty() {
            flight.code = flight.code.max(Code::Partly);
            flight.reason = format!("{}; {}", held_back(&item.held), flight.reason);
        }
        answer(turn, side, item.given, (flight.code, &flight.rule), &flight.reason);
    }

    /// Jump by jump, as many as are written (cw24).
    fn follow(
        &mut self,
        turn: &mut Cycle<'_>,
        side: Side,
        ships: &[Ship],
        (path, rule): (&[Jp], &Rule),
    ) -> Flight {
        for (jumps, leg) in path.windows(2).enumerate() {
            let (from, to) = (leg[0], leg[1]);
            if !self.game.chart.joins(side, from, to) {
                return self.no_route(from, to, jumps > 0);
            }
            let jump = Event::Jumped { ships: ships.to_vec(), from, to };
            turn.record(rule, jump);
            self.pin(turn, side, ships, to);
            if self.stops(turn, side, ships, to) {
                let stopped = Event::Stopped { ships: ships.to_vec(), at: to };
                turn.record(&rules::STOP, stopped);
                return self.stopped(to, to == path[path.len() - 1]);
            }
        }
        let reason = match path.last() {
            Some(end) => format!("the course ends at {}", self.game.chart.place(*end)),
            None => "there is no course".to_owned(),
        };
        Flight { code: Code::Done, rule: rule.clone(), reason }
    }

    fn no_route(&self, from: Jp, to: Jp, moved: bool) -> Flight {
        let chart = &self.game.chart;
        let (from, to) = (chart.place(from), chart.place(to));
        let reason = format!("no route that you may use leads from {from} to {to}");
        let code = if moved { Code::Partly } else { Code::Failed };
        Flight { code, rule: rules::ROUTES, reason }
    }

    fn stopped(&self, at: Jp, ended: bool) -> Flight {
        let place = self.game.chart.place(at);
        let (code, reason) = if ended {
            (Code::Done, format!("the course ends at {place}, where the enemy lies"))
        } else {
            (Code::Partly, format!("the enemy at {place} ended the movement"))
        };
        Flight { code, rule: rules::STOP, reason }
    }

    /// True if ships of a side that stop for enemies meet one there (cw26, cw27).
    fn stops(&self, turn: &Cycle<'_>, side: Side, ships: &[Ship], at: Jp) -> bool {
        let subject = |ship: &Ship| self.game.chart.hulls[ship].kind != Kind::Dartship;
        ships.iter().any(subject) && self.game.stopper(turn.state(), side, at)
    }

    /// An arrival that stops enemies keeps those that have not moved where they are (cw29).
    fn pin(&mut self, turn: &mut Cycle<'_>, side: Side, ships: &[Ship], at: Jp) {
        let stopper = ships.iter().any(|ship| self.game.is_stopper(ship));
        if self.game.switches.pin_on_arrival == Switch::No || !stopper {
            return;
        }
        let state = turn.state();
        let caught = |(ship, vessel): (&Ship, &crate::games::company_war::state::Vessel)| {
            let hull = &self.game.chart.hulls[ship];
            let subject = hull.side != side && hull.kind != Kind::Dartship;
            (subject && !vessel.moved && !state.pinned.contains(ship)).then(|| ship.clone())
        };
        let pinned: Vec<Ship> = state.at(at).filter_map(caught).collect();
        if pinned.is_empty() {
            return;
        }
        turn.record(&rules::PIN, Event::Pinned { ships: pinned.clone(), at });
        self.drop_pinned(turn, side.other(), &pinned);
    }

    /// Pinned ships leave their entries and the count (cw34).
    fn drop_pinned(&mut self, turn: &mut Cycle<'_>, side: Side, pinned: &[Ship]) {
        let before = self.left(side);
        let plot = self.plots.get_mut(&side).expect("both sides have a plot");
        for item in plot.iter_mut() {
            let (held, free) = item.ships.drain(..).partition(|ship| pinned.contains(ship));
            item.ships = free;
            item.held.extend::<Vec<Ship>>(held);
        }
        let dead: Vec<_> = plot.extract_if(.., |item| item.ships.is_empty()).collect();
        let fewer = u32::try_from(before - self.left(side)).expect("fleets are small");
        if fewer > 0 {
            turn.record(&rules::COUNT, Event::Reduced { side, ships: fewer });
        }
        for item in dead {
            answer(turn, side, item.given, (Code::Failed, &rules::PIN), &held_back(&item.held));
        }
    }

    /// The free dartship goes when its time has come; it neither stops nor pins (cw18, cw27).
    fn send_dartship(&mut self, turn: &mut Cycle<'_>) {
        let due = self.dartship.take_if(|d| d.after <= self.union_goes);
        let Some(dartship) = due else { return };
        turn.next_moment();
        let ships = [dartship.ship.clone()];
        let course = (dartship.path, &rules::FREE_DARTSHIP);
        let flight = self.follow(turn, Side::Union, &ships, course);
        answer(turn, Side::Union, dartship.given, (flight.code, &flight.rule), &flight.reason);
    }
}

/// How a course ended, as its author is told.
struct Flight {
    code: Code,
    rule: Rule,
    reason: String,
}

fn held_back(ships: &[Ship]) -> String {
    format!("an enemy arrived before {} could leave", names(ships))
}

impl CompanyWar {
    /// True if the ship stops and pins enemies: a Mazianni carrier, a Union carrier or cruiser
    /// (cw26, cw27).
    pub(in crate::games::company_war) fn is_stopper(&self, ship: &str) -> bool {
        let hull = &self.chart.hulls[ship];
        match hull.side {
            Side::Mazianni => hull.kind == Kind::Carrier,
            Side::Union => hull.kind != Kind::Dartship,
        }
    }

    /// True if an enemy of the side lies there who ends movement (cw26).
    pub(in crate::games::company_war) fn stopper(
        &self,
        state: &crate::games::company_war::state::State,
        side: Side,
        at: Jp,
    ) -> bool {
        state.at(at).any(|(ship, _)| self.chart.hulls[ship].side != side && self.is_stopper(ship))
    }
}

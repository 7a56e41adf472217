//! A cycle: setting up, allocating energy, or a block of impulses.

pub mod activity;
pub mod allocation;
pub mod block;
pub mod boarding;
pub mod damage;
pub mod deciding;
pub mod decoys;
pub mod ending;
pub mod fire;
pub mod launching;
pub mod movement;
pub mod plots;
pub mod rescue;
pub mod scores;
pub mod seeking;
pub mod setup;
pub mod volley;

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::events::{Event, Exit};
use super::names::{Ship, Side};
use super::order::Order;
use super::reasons::Reason;
use super::state::{Status, Step, Unit};
use super::{Mechad, rules};
use crate::engine::{Fate, Given, Rule, Turn};

/// A cycle while it is carried out.
pub type Cycle<'a> = Turn<'a, Mechad>;

/// A line as it counts now, with its place in the file if it is of this cycle.
pub struct Line<'a> {
    /// Who ordered it.
    pub side: Side,
    /// What; a plot that runs on is a copy.
    pub order: Cow<'a, Order>,
    /// Where it stands.
    pub given: Option<&'a Given<Order>>,
}

/// Carries a cycle out.
pub fn cycle(turn: &mut Cycle<'_>) {
    match turn.state().open.step {
        Step::Setup => setup::run(turn),
        Step::Allocation => allocation::run(turn),
        Step::Impulses => block::run(turn),
        Step::Over => {}
    }
}

/// The lines of a side: what its seat sent, or what the staff orders for a side without a seat.
pub fn sent<'a>(turn: &mut Cycle<'a>, side: &Side) -> Vec<Line<'a>> {
    let game = turn.game();
    if game.scenario.sides[side].seat {
        let lines = turn.in_force(&side.seat()).into_iter();
        let line = |given: &'a Given<Order>| Line {
            side: side.clone(),
            order: Cow::Borrowed(&given.order),
            given: Some(given),
        };
        return lines.map(line).collect();
    }
    let view = game.seen(turn.state(), Some(side));
    let orders = super::staff::orders(game, &view, turn.chance()).into_iter();
    orders.map(|order| Line { side: side.clone(), order: Cow::Owned(order), given: None }).collect()
}

/// Of several lines on one matter the strongest (md79).
pub fn counting(lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let mut settled = BTreeSet::new();
    let counts = |line: &Line<'_>| line.order.matter().is_none_or(|matter| settled.insert(matter));
    lines.into_iter().filter(counts).collect()
}

/// Answers a line for good.
pub fn answer(turn: &mut Cycle<'_>, line: &Line<'_>, fate: Fate<Reason>) {
    if let Some(given) = line.given
        && !turn.is_answered(&line.side.seat(), given)
    {
        turn.answer(&line.side.seat(), given, fate);
    }
}

/// Notes that a line was used.
pub fn used(turn: &mut Cycle<'_>, line: &Line<'_>, rule: &Rule, reason: Reason) {
    if let Some(given) = line.given {
        turn.used(&line.side.seat(), given, rule, reason);
    }
}

/// The sides, in the order of their names.
pub fn sides(turn: &Cycle<'_>) -> Vec<Side> {
    turn.game().scenario.sides.keys().cloned().collect()
}

/// The ships of a side that fulfil a condition.
pub fn ships(turn: &Cycle<'_>, is: impl Fn(&Unit) -> bool) -> Vec<Ship> {
    let units = turn.state().open.units.iter();
    units.filter(|(_, unit)| is(unit)).map(|(ship, _)| ship.clone()).collect()
}

/// A side that gives up loses its ships (md77). Returns true if one did.
pub fn surrenders(turn: &mut Cycle<'_>, lines: &[Line<'_>]) -> bool {
    let mut any = false;
    for line in lines.iter().filter(|line| *line.order == Order::Surrender) {
        turn.record(&rules::SURRENDER, Event::Surrendered { side: line.side.clone() });
        answer(turn, line, Fate::done(&rules::SURRENDER, Reason::GaveUp));
        any = true;
    }
    any
}

/// A ship leaves the battle, with all in its bays (md68).
pub fn departs(turn: &mut Cycle<'_>, ship: &Ship, rule: &Rule, how: Exit) {
    turn.record(rule, Event::Left { ship: ship.clone(), how });
    for fighter in ships(turn, |unit| unit.status == Status::Aboard(ship.clone())) {
        turn.record(&rules::SCRAMBLE, Event::Left { ship: fighter, how });
    }
}

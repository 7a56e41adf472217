//! What everybody plotted for a block: the lines in force, and those that stop it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::{Cycle, Line, counting, sent, sides, surrenders, used};
use crate::engine::{Given, List};
use crate::games::mechad::events::Event;
use crate::games::mechad::names::Side;
use crate::games::mechad::order::Order;
use crate::games::mechad::reasons::Reason;
use crate::games::mechad::rules;
use crate::games::mechad::state::Status;

/// The lines of all sides in a block.
pub struct Plots {
    /// Sides whose plot is of this cycle.
    fresh: BTreeSet<Side>,
    /// Lines that caused a break already.
    broke: BTreeMap<Side, Vec<Order>>,
}

impl Plots {
    /// Notes what everybody plotted (md73).
    pub(super) fn kept(turn: &mut Cycle<'_>) -> Self {
        let mut fresh = BTreeSet::new();
        for side in sides(turn) {
            let lines = sent(turn, &side);
            if surrenders(turn, &lines) {
                continue;
            }
            let is_plain = |line: &Line<'_>| {
                line.given.is_none_or(|given: &Given<Order>| given.slot.list == List::Orders)
            };
            let plain = counting(lines.into_iter().filter(is_plain).collect());
            let orders: Vec<Order> =
                plain.into_iter().map(|line| line.order.into_owned()).collect();
            if orders.is_empty() {
                continue;
            }
            turn.record(&rules::RUNS_ON, Event::Kept { side: side.clone(), orders });
            if turn.game().scenario.sides[&side].seat {
                fresh.insert(side);
            }
        }
        Self { fresh, broke: BTreeMap::new() }
    }

    /// The lines of a side in force at this moment, the strongest first.
    pub fn lines<'a>(&self, turn: &Cycle<'a>, side: &Side) -> Vec<Line<'a>> {
        let line = |order: Cow<'a, Order>, given| Line { side: side.clone(), order, given };
        let seat = turn.game().scenario.sides[side].seat;
        let sent = if seat { turn.in_force(&side.seat()) } else { Vec::new() };
        let sent = sent.into_iter().map(|given| line(Cow::Borrowed(&given.order), Some(given)));
        let mut lines: Vec<Line<'a>> = sent.collect();
        if !self.fresh.contains(side)
            && let Some(plot) = turn.state().secret.plots.get(side)
        {
            // Where plain lines would be: what a condition decides comes before it (md73).
            let standing = |line: &Line<'_>| line.given.is_some_and(is_standing);
            let at = lines.iter().position(standing).unwrap_or(lines.len());
            let old = plot.orders.iter().map(|order| line(Cow::Owned(order.clone()), None));
            lines.splice(at..at, old);
        }
        counting(lines)
    }

    /// Whether the block stops here, and for whom (md72).
    pub(super) fn breaks(&mut self, turn: &mut Cycle<'_>, lost: usize) -> bool {
        let game = turn.game();
        let most = game.format.numbers.breaks.value;
        let mut stops = gone(turn) > lost;
        for side in sides(turn) {
            let plot = turn.state().secret.plots.get(&side);
            let mut count = plot.map_or(0, |plot| plot.breaks);
            for line in self.lines(turn, &side) {
                let Order::Break(when) = &*line.order else { continue };
                let done = self.broke.entry(side.clone()).or_default();
                // A stale plot's breaks are spent: the break was for who sent it.
                let again = done.contains(&*line.order) || line.given.is_none();
                if count >= most || again || !game.is_so(&turn.state().open, when) {
                    continue;
                }
                done.push((*line.order).clone());
                count += 1;
                turn.record(&rules::BREAK, Event::Broke { side: side.clone() });
                used(turn, &line, &rules::BREAK, Reason::Stopped);
                stops = true;
            }
        }
        stops
    }
}

fn is_standing(given: &Given<Order>) -> bool {
    given.slot.list == List::Standing
}

/// Ships that are gone for good.
pub(super) fn gone(turn: &Cycle<'_>) -> usize {
    let units = turn.state().open.units.values();
    units.filter(|unit| matches!(unit.status, Status::Destroyed | Status::Captured)).count()
}

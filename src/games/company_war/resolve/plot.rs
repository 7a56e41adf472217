//! 1B: the plot of a side, as it stands when execution begins (cw21, cw22, cw30).

use std::collections::BTreeSet;

use crate::engine::Given;
use crate::games::company_war::CompanyWar;
use crate::games::company_war::format::{FirstMover, WhenRolled};
use crate::games::company_war::names::{Jp, Ship};
use crate::games::company_war::order::{Condition, Order};
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::{Open, Step};

/// One entry of a plot: ships that go together along one course.
#[derive(Debug, Clone)]
pub struct Item<'o> {
    /// The order line.
    pub given: &'o Given<Order>,
    /// The ships that can still go.
    pub ships: Vec<Ship>,
    /// Ships that were pinned and dropped out (cw29).
    pub held: Vec<Ship>,
    /// The course, beginning where the ships lie.
    pub path: &'o [Jp],
    /// What it waits for in the sequence.
    pub when: Option<&'o Condition>,
}

impl<'o> Item<'o> {
    /// The entry of an order that moves ships inside the allowance.
    pub fn of(given: &'o Given<Order>) -> Option<Self> {
        let (ships, path, when) = if let Order::Move { ship, path, when } = &given.order {
            (vec![ship.clone()], path, when)
        } else if let Order::TaskForce { ships, path, when } = &given.order {
            (ships.clone(), path, when)
        } else {
            return None;
        };
        Some(Item { given, ships, held: Vec::new(), path, when: when.as_ref() })
    }
}

/// What a plot may hold: entries in their sequence, and those beyond the allowance.
#[derive(Debug)]
pub struct Plot<'o> {
    /// Entries to execute, fleeing ships first (cw53).
    pub kept: Vec<Item<'o>>,
    /// The last entries, which the allowance does not cover.
    pub dropped: Vec<Item<'o>>,
}

/// Puts entries with fleeing ships first and drops the last entries beyond the allowance.
///
/// A fleeing ship has the first claim on the allowance: one that is neither plotted nor the free
/// dartship uses up its part of it (cw53). `None` drops nothing.
pub fn arrange<'o>(
    fleeing: &BTreeSet<&Ship>,
    items: Vec<Item<'o>>,
    free: Option<&Ship>,
    allowance: Option<u32>,
) -> Plot<'o> {
    let flees = |item: &Item<'_>| item.ships.iter().any(|ship| fleeing.contains(ship));
    let (first, rest): (Vec<_>, Vec<_>) = items.into_iter().partition(flees);
    let Some(allowance) = allowance else {
        return Plot { kept: first.into_iter().chain(rest).collect(), dropped: Vec::new() };
    };
    let plotted = first.iter().flat_map(|item| &item.ships).chain(free);
    let go: BTreeSet<&Ship> = plotted.filter(|ship| fleeing.contains(ship)).collect();
    let idle = fleeing.len() - go.len();
    let mut room = allowance as usize;
    let mut plot = Plot { kept: Vec::new(), dropped: Vec::new() };
    plot.fill(first, &mut room);
    room = room.saturating_sub(idle);
    plot.fill(rest, &mut room);
    plot
}

impl CompanyWar {
    /// The ships of a side that flee.
    pub(in crate::games::company_war) fn fleeing<'a>(
        &'a self,
        open: &Open,
        side: Side,
    ) -> BTreeSet<&'a Ship> {
        let flees = |ship: &&Ship| {
            let vessel = &open.ships[*ship];
            vessel.afloat() && vessel.fleeing
        };
        self.chart.fleet(side).filter(flees).collect()
    }

    /// Those of them that use up places of the allowance, plotted or not: a dartship can go as the free one (cw18, cw53).
    pub(in crate::games::company_war) fn claimants<'a>(
        &'a self,
        open: &Open,
        side: Side,
    ) -> Vec<&'a Ship> {
        let fleeing = self.fleeing(open, side);
        self.chart.fleet(side).filter(|s| fleeing.contains(s) && !self.is_dartship(s)).collect()
    }

    /// How many ships a side may move in the movement phase that comes, if its roll for that has fallen; the roll that a
    /// position keeps is else that of a turn before (cw50).
    pub(in crate::games::company_war) fn rolled(&self, open: &Open, side: Side) -> Option<u32> {
        let fallen = self.switches.initiative == WhenRolled::BeforeOrders;
        let comes = fallen && open.step == Step::Movement;
        open.allowance.get(&side).filter(|_| comes).copied()
    }

    /// True if the Mazianni may come to choose who moves first in the movement phase that comes (cw19, cw20).
    pub(in crate::games::company_war) fn can_tie(&self, open: &Open) -> bool {
        let rolls = Side::BOTH.map(|side| self.rolled(open, side));
        let known = self.switches.first_mover == FirstMover::ByRoll && rolls[0].is_some();
        open.step <= Step::Movement && (!known || rolls[0] == rolls[1])
    }

    /// Carriers and cruisers of a side that can move: all of them, unless those that flee take all places (cw53).
    pub(in crate::games::company_war) fn movers<'a>(
        &'a self,
        open: &Open,
        side: Side,
    ) -> Vec<&'a Ship> {
        let claimants = self.claimants(open, side);
        let full = self.rolled(open, side).is_some_and(|most| claimants.len() >= most as usize);
        let goes = |ship: &&Ship| {
            let may = !full || claimants.contains(ship);
            may && !self.is_dartship(ship) && open.ships[*ship].afloat()
        };
        self.chart.fleet(side).filter(goes).collect()
    }

    /// Where they are.
    pub(in crate::games::company_war) fn starts(&self, open: &Open, side: Side) -> BTreeSet<Jp> {
        self.movers(open, side).into_iter().filter_map(|ship| open.ships[ship].at).collect()
    }
}

impl<'o> Plot<'o> {
    /// Keeps entries while there is room. Once one does not fit, none after it does.
    fn fill(&mut self, items: Vec<Item<'o>>, room: &mut usize) {
        for item in items {
            if item.ships.len() <= *room {
                *room -= item.ships.len();
                self.kept.push(item);
            } else {
                *room = 0;
                self.dropped.push(item);
            }
        }
    }
}

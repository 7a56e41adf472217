//! Points that are not there, and points that nothing is done with.

use std::collections::BTreeMap;

use super::{Check, Line};
use crate::engine::{Due, Finding, Rule, Sheet};
use crate::games::age_of_imperialism::force::Kind;
use crate::games::age_of_imperialism::orders::{Condition, Means, Order};
use crate::games::age_of_imperialism::outlook::Outlook;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Region, Step};
use crate::games::age_of_imperialism::switches::Selection;
use crate::games::age_of_imperialism::works::{Product, Work};

/// Buildings that could be had for what is left, before it is odd.
const BUILDINGS_LEFT: u32 = 2;

impl Check<'_> {
    /// What is spent, or not, in set-up and production.
    pub(super) fn budgets(&mut self, sheet: &Sheet<Order, Condition>, orders: &[Line]) {
        let says = |wanted: fn(&Order) -> bool| sheet.given().any(|line| wanted(&line.order));
        let reserves = says(|order| matches!(order, Order::Reserve { .. }));
        let sorts = says(|order| matches!(order, Order::Unpaid { .. }));
        let outlook = self.game.outlook(self.state(), self.power);
        match self.state().step {
            Step::Picks => self.wishes(orders),
            Step::Placement => {
                let hand = self.state().purse(self.power).pp.max(self.game.board.purse.0);
                self.unspent(hand.saturating_sub(self.seen.spent), 1);
            }
            Step::Auction | Step::Production | Step::Diplomacy | Step::Construction => {
                self.upkeep(&outlook, sorts);
                self.goodwill(orders, &outlook);
                self.limits(orders);
                let left = self.building(orders, &outlook);
                if !reserves {
                    self.unspent(left, BUILDINGS_LEFT);
                }
            }
            _ => {}
        }
    }

    /// True if the table waits for such orders of the author.
    fn is_due(&self, kind: &str) -> bool {
        let phase = self.game.awaited(self.state());
        let due = phase.due.get(&self.power.seat()) == Some(&Due::Required);
        due && phase.accepts.contains(kind)
    }

    /// Lists that name fewer free regions than are to be chosen (im57).
    fn wishes(&mut self, orders: &[Line]) {
        let held = u32::try_from(self.state().owned(self.power).count()).unwrap_or(u32::MAX);
        let wanted = self.game.board.regions.saturating_sub(held);
        let mut named: Vec<&Region> = Vec::new();
        for line in orders {
            if let Order::Pick { regions } = &line.order
                && !self.is_noted(line)
            {
                named.extend(regions.iter().filter(|at| self.land(at).owner.is_none()));
            }
        }
        named.sort_unstable();
        named.dedup();
        let random = self.game.switches.region_selection == Selection::Random;
        if !random && self.is_due("pick") && named.len() < wanted as usize {
            let free = named.len();
            let what =
                format!("{wanted} regions are to be chosen, and your lists name {free} free ones");
            let hint = "others may take those; what is missing comes in the order of the map";
            self.found.push(Finding::of_sheet(&rules::PICKS, what).hint(hint));
        }
    }

    /// Upkeep that cannot be paid even if every port earns (im17).
    fn upkeep(&mut self, outlook: &Outlook, sorts: bool) {
        let most = self.state().purse(self.power).pp.saturating_add(outlook.most);
        if outlook.upkeep <= most {
            return;
        }
        let what = format!("upkeep takes {} PP, and there are {most} at most", outlook.upkeep);
        let finding = Finding::of_sheet(&rules::UPKEEP, what);
        self.found.push(if sorts {
            finding
        } else {
            finding.hint("`unpaid` says which units are given up first")
        });
    }

    /// DP that are not there (im14, im18 to im21).
    fn goodwill(&mut self, orders: &[Line], outlook: &Outlook) {
        let table = &self.game.format.diplomacy;
        let bought = |line: &Line| match line.order {
            Order::BuyDp { count } => count,
            _ => 0,
        };
        let bought = orders.iter().map(bought).fold(0, u32::saturating_add);
        let hand = self.state().purse(self.power).dp + outlook.dp;
        let hand = hand.saturating_add(bought);
        let mut spent = 0;
        for line in orders {
            let (price, rule): (u32, &Rule) = match &line.order {
                Order::Westernize { pay: true, .. } => (table.westernize.value, &rules::WESTERNIZE),
                Order::Incite { with, bribe, .. } => {
                    let pay = if *with == Means::Dp { table.incite.value } else { 0 };
                    (pay + if *bribe { table.bribe.value } else { 0 }, &rules::INCITE)
                }
                Order::RemoveInfluence { of, .. }
                    if *of != self.power && !self.state().at_war(self.power, *of) =>
                {
                    (table.removal.value, &rules::REMOVAL)
                }
                _ => continue,
            };
            spent += price;
            if spent > hand && price > 0 && !self.is_noted(line) {
                let what = format!("up to here it costs {spent} DP, and there are {hand}");
                self.odd(line, rule, what);
            }
        }
    }

    /// More units than may be raised in a region in a phase (im24).
    fn limits(&mut self, orders: &[Line]) {
        let mut raised: BTreeMap<(&str, Kind), u32> = BTreeMap::new();
        for line in orders {
            let Order::Build { what, at, count, .. } = &line.order else { continue };
            let Product::Unit(kind) = what.product() else { continue };
            let limit = self.game.format.units[&kind].limit.value;
            let sum = raised.entry((at, kind)).or_default();
            *sum = sum.saturating_add(*count);
            if limit > 0 && *sum > limit && !self.is_noted(line) {
                let what = format!("{at} can raise {limit} {} in a phase", kind.word());
                self.odd(line, &rules::BUILD, what);
            }
        }
    }

    /// PP that are not there (im24); about so many are left.
    fn building(&mut self, orders: &[Line], outlook: &Outlook) -> u32 {
        let hand = self.state().purse(self.power).pp;
        let dp_price = self.game.format.income.dp_price.value;
        let mut spent = 0_u32;
        for line in orders {
            spent = spent.saturating_add(match &line.order {
                Order::BuyDp { count } => dp_price.saturating_mul(*count),
                Order::Bid { pp, .. } | Order::Give { pp, .. } => *pp,
                _ => 0,
            });
        }
        let most = hand.saturating_add(outlook.most).saturating_sub(outlook.upkeep);
        let mut works = 0_u32;
        for line in orders {
            let Some(price) = self.cost(&line.order) else { continue };
            works = works.saturating_add(price);
            let sum = works.saturating_add(spent);
            if sum > most && !self.is_noted(line) {
                let what = format!("up to here it costs {sum} PP, and there are {most} at most");
                self.odd(line, &rules::BUILD, what);
            }
        }
        let least = hand.saturating_add(outlook.least).saturating_sub(outlook.upkeep);
        least.saturating_sub(works).saturating_sub(spent)
    }

    /// What a line of construction costs.
    fn cost(&self, order: &Order) -> Option<u32> {
        let (full, count, engineers) = match order {
            Order::Build { what: Work::Canal, engineers, .. } => {
                let works = self.game.format.works;
                let helped = *engineers >= works.canal_engineers.value;
                return Some(if helped { works.canal_with_engineers } else { works.canal }.value);
            }
            Order::Build { what, count, engineers, .. } => {
                (self.game.price(*what), *count, *engineers)
            }
            Order::Develop { engineers, .. } => {
                (self.game.format.works.develop.value, 1, *engineers)
            }
            _ => return None,
        };
        let each = if engineers > 0 { self.game.reduced(full) } else { full };
        Some(each.saturating_mul(count))
    }

    /// Enough for so many buildings is left.
    fn unspent(&mut self, left: u32, buildings: u32) {
        let price = self.game.price(Work::City).saturating_mul(buildings);
        let lands = self.state().owned(self.power).count();
        if self.is_due("build") && lands > 0 && left >= price && price > 0 {
            let finding =
                Finding::of_sheet(&rules::BUILD, format!("about {left} PP are not spent"));
            let hint = "they are kept; `reserve` says how much you want to keep";
            let set_up = self.state().step == Step::Placement;
            self.found.push(if set_up { finding } else { finding.hint(hint) });
        }
    }
}

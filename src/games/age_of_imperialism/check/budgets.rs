//! Points that are not there, and points that nothing is done with.

use std::collections::BTreeMap;

use super::{Check, Line};
use crate::engine::orders::check::require;
use crate::engine::{Budget, Due, Rule, Sheet, Slot};
use crate::games::age_of_imperialism::force::Kind;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::{Condition, Means, Order};
use crate::games::age_of_imperialism::outlook::Outlook;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::sight::View;
use crate::games::age_of_imperialism::standpoint::{Memo, Standpoint};
use crate::games::age_of_imperialism::state::Step;
use crate::games::age_of_imperialism::switches::Selection;
use crate::games::age_of_imperialism::works::{Product, Work};
use crate::games::age_of_imperialism::{AgeOfImperialism, rules};

/// Buildings that could be had for what is left, before it is worth a warning.
const BUILDINGS_LEFT: u32 = 2;

impl Check<'_> {
    /// What is spent, or not, in set-up and production.
    pub(super) fn budgets(&mut self, sheet: &Sheet<Order, Condition>, orders: &[&Line]) {
        let says = |wanted: fn(&Order) -> bool| sheet.given().any(|line| wanted(&line.order));
        let reserves = says(|order| matches!(order, Order::Reserve { .. }));
        let sorts = says(|order| matches!(order, Order::Unpaid { .. }));
        let outlook = self.outlook();
        match self.open.step {
            Step::Picks => self.wishes(orders),
            Step::Placement => {
                let hand = self.hand().pp.max(self.game.board.purse.0);
                self.unspent(hand.saturating_sub(self.spent), 1);
            }
            Step::Auction | Step::Production | Step::Diplomacy | Step::Construction => {
                self.upkeep(outlook, sorts);
                let left = self.points(orders, outlook);
                if !reserves {
                    self.unspent(left, BUILDINGS_LEFT);
                }
            }
            Step::First | Step::Second | Step::Over => {}
        }
    }

    /// Points and pieces that are not there, line by line; about so many PP are left.
    pub(super) fn points(&mut self, orders: &[&Line], outlook: &Outlook) -> u32 {
        self.goodwill(orders, outlook);
        self.limits(orders);
        self.building(orders, outlook)
    }

    /// True if the table waits for such orders of the author.
    fn is_due(&self, kind: &str) -> bool {
        let phase = self.awaited();
        let due = phase.due.get(&self.power.seat()) == Some(&Due::Required);
        due && phase.accepts.contains(kind)
    }

    /// Lists that name fewer free regions than are to be chosen (im57).
    fn wishes(&mut self, orders: &[&Line]) {
        let held = self.extent();
        let wanted = (self.game.board.regions as usize).saturating_sub(held);
        let mut named: Vec<&Region> = Vec::new();
        for line in orders {
            if let Order::Pick { regions } = &line.order
                && !self.found.notes(line)
            {
                named.extend(regions.iter().filter(|at| self.is_native(at)));
            }
        }
        named.sort_unstable();
        named.dedup();
        let random = self.game.switches.region_selection == Selection::Random;
        if !random && self.is_due("pick") && named.len() < wanted {
            self.found.warn_of_sheet(rules::PICKS, Reason::FewPicks { wanted, free: named.len() });
        }
    }

    /// Upkeep that cannot be paid even if every port earns (im17).
    fn upkeep(&mut self, outlook: &Outlook, sorted: bool) {
        let most = self.hand().pp.saturating_add(outlook.most);
        let upkeep = outlook.upkeep;
        if upkeep > most {
            let reason = Reason::UpkeepShort { upkeep, most, sorted };
            self.found.warn_of_sheet(rules::UPKEEP, reason);
        }
    }

    /// DP that are not there (im14, im18 to im21).
    fn goodwill(&mut self, orders: &[&Line], outlook: &Outlook) {
        let mut most = self.hand().dp + outlook.dp;
        for line in orders {
            if let Order::BuyDp { count } = line.order {
                most = most.saturating_add(count);
            }
        }
        let own = self.standpoint;
        let price = |order: &Order| own.goodwill_for(order);
        self.found.afford(orders.iter().copied(), 0, most, price, |spent| Reason::SpendsDp {
            spent,
            most,
        });
    }

    /// More units than may be raised in a region in a phase (im24).
    fn limits(&mut self, orders: &[&Line]) {
        let mut raised: BTreeMap<(&Region, Kind), u32> = BTreeMap::new();
        for line in orders {
            let Order::Build { what, at, count, .. } = &line.order else { continue };
            let Product::Unit(kind) = what.product() else { continue };
            let limit = self.game.format.units[&kind].limit.value;
            let sum = raised.entry((at, kind)).or_default();
            *sum = sum.saturating_add(*count);
            let reason = Reason::RegionLimit { at: at.clone(), limit, kind };
            let checked = require(limit == 0 || *sum <= limit, rules::BUILD, reason);
            self.found.doubt_unless_noted(line, checked);
        }
    }

    /// PP that are not there (im24); about so many are left.
    fn building(&mut self, orders: &[&Line], outlook: &Outlook) -> u32 {
        let (own, hand) = (self.standpoint, self.hand().pp);
        let given = orders.iter().map(|line| own.given_away(&line.order));
        let given = given.fold(0, u32::saturating_add);
        let most = hand.saturating_add(outlook.most).saturating_sub(outlook.upkeep);
        let price = |order: &Order| Some((own.cost(order)?, rules::BUILD));
        let too_much = |spent| Reason::SpendsPp { spent, most };
        let spent = self.found.afford(orders.iter().copied(), given, most, price, too_much);
        let least = hand.saturating_add(outlook.least).saturating_sub(outlook.upkeep);
        least.saturating_sub(spent)
    }

    /// Enough for so many buildings is left.
    fn unspent(&mut self, left: u32, buildings: u32) {
        let price = self.game.price(Work::City).saturating_mul(buildings);
        if self.is_due("build") && self.extent() > 0 && left >= price && price > 0 {
            let reason = match self.open.step {
                Step::Placement => Reason::UnspentAtSetUp { pp: left },
                _ => Reason::Unspent { pp: left },
            };
            self.found.warn_of_sheet(rules::BUILD, reason);
        }
    }
}

/// What the lines of a sheet cost in PP, with income and upkeep that are still to come (im13, im17,
/// im24).
pub fn budget(
    game: &AgeOfImperialism,
    view: &View,
    sheet: &Sheet<Order, Condition>,
) -> Option<Budget> {
    let memo = Memo::default();
    let own = Standpoint::of(game, view, &memo)?;
    let (hand, outlook) = (own.hand().pp, own.outlook());
    let given = match own.open.step {
        Step::Picks | Step::Over => return None,
        Step::Placement => vec![("in hand", i64::from(hand.max(game.board.purse.0)))],
        Step::Auction | Step::Production | Step::Diplomacy | Step::Construction => vec![
            ("in hand", i64::from(hand)),
            ("income at least", i64::from(outlook.least)),
            ("upkeep", -i64::from(outlook.upkeep)),
        ],
        Step::First | Step::Second => vec![("in hand", i64::from(hand))],
    };
    // What is given away goes before anything is built.
    let first = sheet.orders.iter().map(|line| (line.slot, own.given_away(&line.order)));
    let then = sheet.orders.iter().filter_map(|line| Some((line.slot, own.cost(&line.order)?)));
    let prices: Vec<(Slot, i64)> =
        first.chain(then).map(|(slot, price)| (slot, i64::from(price))).collect();
    Some(Budget { unit: "PP", given, prices, brief: false })
}

impl Standpoint<'_> {
    /// DP that an order costs, and the rule about them.
    fn goodwill_for(&self, order: &Order) -> Option<(u32, Rule)> {
        let table = &self.game.format.diplomacy;
        if let Order::Westernize { pay: true, .. } = order {
            Some((table.westernize.value, rules::WESTERNIZE))
        } else if let Order::Incite { with, bribe, .. } = order {
            let pay = if *with == Means::Dp { table.incite.value } else { 0 };
            Some((pay + if *bribe { table.bribe.value } else { 0 }, rules::INCITE))
        } else if let Order::RemoveInfluence { of, .. } = order {
            let free = *of == self.power || self.at_war(*of);
            (!free).then_some((table.removal.value, rules::REMOVAL))
        } else {
            None
        }
    }

    /// PP that go before anything is built.
    fn given_away(&self, order: &Order) -> u32 {
        if let Order::BuyDp { count } = order {
            self.game.format.income.dp_price.value.saturating_mul(*count)
        } else if let Order::Bid { pp, .. } | Order::Give { pp, .. } = order {
            *pp
        } else {
            0
        }
    }

    /// What a line of construction costs.
    fn cost(&self, order: &Order) -> Option<u32> {
        if let Order::Build { what: Work::Canal, engineers, .. } = order {
            Some(self.game.canal_price(*engineers))
        } else if let Order::Build { what, count, engineers, .. } = order {
            let each = self.game.reduced(self.game.price(*what), *engineers);
            Some(each.saturating_mul(*count))
        } else if let Order::Develop { engineers, .. } = order {
            Some(self.game.reduced(self.game.format.works.develop.value, *engineers))
        } else {
            None
        }
    }
}

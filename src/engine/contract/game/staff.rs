//! What computer players share, and a plain one, made of what may be ordered: for each unit one of
//! its choices, as often as the game's hints weigh it, as long as the check takes it beside the
//! others.

use std::collections::BTreeSet;

use crate::engine::chance::draw::Draw;
use crate::engine::contract::game::LastCheck;
use crate::engine::{Chance, Given, List, Orders, Sheet, Slot};

/// How readily the staff gives an order; 0 is never.
pub type Weigh<'w, O> = &'w dyn Fn(&O) -> u64;

/// One order or none for each choice. Units are asked in random order; an order that the check
/// would refuse beside those already given is not given.
///
/// `idle` is the weight of giving no order at all for a choice.
pub fn plain<G: Orders>(
    game: &G,
    view: &G::View,
    chance: &mut Chance,
    idle: u64,
    weigh: Weigh<'_, G::Order>,
) -> Vec<G::Order> {
    let mut choices = game.choices(view);
    chance.draw(&["staff", "sequence"]).shuffle(&mut choices);
    let check = game.checker(view);
    let mut given =
        Beside::<G>::none(Box::new(move |sheet| check(sheet).iter().all(|found| !found.refuses())));
    let mut draw = chance.draw(&["staff", "choice"]);
    for choice in choices {
        let mut offers: Vec<(u64, G::Order)> =
            choice.offers.into_iter().map(|offer| (weigh(&offer.order), offer.order)).collect();
        loop {
            let total = idle + offers.iter().map(|(weight, _)| weight).sum::<u64>();
            if total == idle {
                break;
            }
            let Some(at) = chosen(&offers, draw.below(total)) else { break };
            let (_, order) = offers.remove(at);
            if given.add(order) {
                break;
            }
        }
    }
    given.orders
}

/// The offer on which the number falls; `None` beyond all of them.
fn chosen<O>(offers: &[(u64, O)], mut number: u64) -> Option<usize> {
    offers.iter().position(|(weight, _)| match number.checked_sub(*weight) {
        None => true,
        Some(rest) => {
            number = rest;
            false
        }
    })
}

/// Orders that were given, and what judges one more beside them.
struct Beside<'a, G: Orders> {
    stands: LastCheck<'a, G>,
    sheet: Sheet<G::Order, G::Condition>,
    orders: Vec<G::Order>,
}

impl<'a, G: Orders> Beside<'a, G> {
    fn none(stands: LastCheck<'a, G>) -> Self {
        Self { stands, sheet: Sheet::of_orders(Vec::new()), orders: Vec::new() }
    }

    /// Adds an order if it may stand beside the others. True if it was added.
    fn add(&mut self, order: G::Order) -> bool {
        let slot = Slot::new(List::Orders, self.orders.len());
        self.sheet.orders.push(Given { slot, spot: None, order: order.clone() });
        let stands = (self.stands)(&self.sheet);
        if stands {
            self.orders.push(order);
        } else {
            self.sheet.orders.pop();
        }
        stands
    }
}

/// The orders of a computer player, given one by one.
pub struct Draft<'a, G: Orders> {
    game: &'a G,
    view: &'a G::View,
    /// Its luck.
    pub luck: Luck<'a>,
    given: Beside<'a, G>,
}

impl<'a, G: Orders> Draft<'a, G> {
    /// No orders so far.
    pub fn new(game: &'a G, view: &'a G::View, luck: Luck<'a>) -> Self {
        Self { game, view, luck, given: Beside::none(game.last_checker(view)) }
    }

    /// Gives an order, if the check finds nothing to say about it beside those given before.
    pub fn give(&mut self, order: G::Order) {
        self.given.add(order);
    }

    /// Gives of all that may be ordered as much as its `odds` in a hundred have it, the likeliest
    /// first. This is done so many times, with those orders that may be given `again`. An order
    /// must be `wanted` beside those given before.
    pub fn offered(
        &mut self,
        times: usize,
        odds: impl Fn(&G::Order) -> u64,
        again: impl Fn(&G::Order) -> bool,
        wanted: impl Fn(&G::Order, &[G::Order]) -> bool,
    ) {
        let offers = self.game.choices(self.view).into_iter().flat_map(|choice| choice.offers);
        let orders = self.luck.shuffled("offers", offers.map(|offer| offer.order).collect());
        let mut all: Vec<(u64, G::Order)> =
            orders.into_iter().map(|order| (odds(&order), order)).collect();
        all.sort_by_key(|(odds, _)| std::cmp::Reverse(*odds));
        for time in 0..times {
            for (n, (odds, order)) in all.iter().enumerate() {
                let asked = time == 0 || again(order);
                if asked && self.falls(*odds, [time, n]) && wanted(order, self.given()) {
                    self.give(order.clone());
                }
            }
        }
    }

    /// True in so many of a hundred cases. What is certain is not drawn.
    fn falls(&mut self, odds: u64, labels: [usize; 2]) -> bool {
        let labels = labels.map(|number| number.to_string());
        match odds {
            0 => false,
            1..100 => self.luck.draw(&[&labels[0], &labels[1]]).below(100) < odds,
            100.. => true,
        }
    }

    /// What was given so far.
    pub fn given(&self) -> &[G::Order] {
        &self.given.orders
    }

    /// All that was given.
    pub fn orders(self) -> Vec<G::Order> {
        self.given.orders
    }
}

/// Of these orders, one after the other, those about which the check has nothing to say beside the
/// ones before.
pub(in crate::engine) fn beside<G: Orders>(
    game: &G,
    view: &G::View,
    orders: Vec<G::Order>,
) -> Vec<G::Order> {
    let mut given = Beside::<G>::none(game.last_checker(view));
    for order in orders {
        given.add(order);
    }
    given.orders
}

/// The orders of a list about which the check finds nothing to say beside each other.
pub fn sound<G: Orders>(game: &G, view: &G::View, orders: Vec<G::Order>) -> Vec<G::Order> {
    let mut sheet = Sheet::of_orders(orders);
    let found: BTreeSet<_> =
        game.check(view, &sheet).into_iter().filter_map(|finding| finding.slot).collect();
    sheet.retain(|slot| !found.contains(&slot));
    sheet.orders.into_iter().map(|given| given.order).collect()
}

/// The luck of a computer player. Its draws are named `staff`, the player and what is drawn.
#[derive(Debug)]
pub struct Luck<'a> {
    chance: &'a mut Chance,
    player: &'static str,
}

impl<'a> Luck<'a> {
    /// The luck of the player of that name.
    pub fn of(chance: &'a mut Chance, player: &'static str) -> Self {
        Self { chance, player }
    }

    /// A draw.
    pub fn draw(&mut self, what: &[&str]) -> Draw<'_> {
        self.chance.draw(&[&["staff", self.player], what].concat())
    }

    /// One of the items; `None` if there are none.
    pub fn one_of<T: Copy>(&mut self, what: &str, items: &[T]) -> Option<T> {
        self.draw(&[what]).pick(items).copied()
    }

    /// True in one of so many cases.
    pub fn one_in(&mut self, what: &str, cases: u64) -> bool {
        self.draw(&[what]).below(cases) == 0
    }

    /// The items in random order.
    pub fn shuffled<T>(&mut self, what: &str, mut items: Vec<T>) -> Vec<T> {
        self.draw(&[what]).shuffle(&mut items);
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_draws_by_their_own_names() {
        let mut chance = Chance::from_seed([3; 32]);
        let mut luck = Luck::of(&mut chance, "red");
        let mut order = luck.shuffled("order", vec![1, 2, 3]);
        assert_eq!(luck.one_of::<u8>("base", &[]), None);
        assert!(luck.one_in("stay", 1) && [7, 8].contains(&luck.one_of("goal", &[7, 8]).unwrap()));
        order.sort_unstable();
        assert_eq!(order, [1, 2, 3]);
        let names: Vec<String> =
            chance.drawn().iter().map(|drawn| drawn.name.to_string()).collect();
        let expected = ["order", "base", "stay", "goal"].map(|what| format!("staff/red/{what}"));
        assert_eq!(names, expected);
    }
}

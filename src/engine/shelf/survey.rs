//! What orders come to: what is left, and who has none; what a player wants to see as they write.

use std::collections::BTreeSet;

use super::typed::{SeenOf, SheetOf, Typed};
use crate::engine::orders::order_file::{Asked, Given};
use crate::engine::story::answers::written;
use crate::engine::wording::walk::{tag, walk};
use crate::engine::{Budget, Game, List, Slot};

/// What orders come to, in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    /// What is spent and what is left, line by line; empty if the game spends nothing.
    pub budget: Vec<String>,
    /// How the dice may fall, line by line.
    pub odds: Vec<String>,
    /// Units that may be ordered something and are not.
    pub idle: Vec<String>,
}

impl<G: Game> Typed<G> {
    /// What the orders of a sheet come to.
    pub(super) fn surveyed(&self, seen: &SeenOf<G>, sheet: &SheetOf<G>) -> Survey {
        let by_line = |(slot, words): (Slot, String)| {
            let mut given = sheet.given().filter(|given| given.slot == slot);
            let spot = given.find_map(|given| given.spot);
            format!("{}: {words}", slot.place(spot))
        };
        let accounts = self.game.accounts(&seen.view, sheet).into_iter().map(by_line);
        let budgets = self.game.budgets(&seen.view, sheet);
        let budgets = budgets.iter().flat_map(|budget| told::<G>(budget, sheet));
        Survey {
            budget: budgets.chain(accounts).collect(),
            odds: self.game.odds(&seen.view, sheet).into_iter().map(by_line).collect(),
            idle: self.idle(seen, sheet),
        }
    }

    /// The units that no order of the sheet names. A unit is known by the names that all of its
    /// choices have.
    fn idle(&self, seen: &SeenOf<G>, sheet: &SheetOf<G>) -> Vec<String> {
        let ordered = sheet.given().filter(|given| given.slot.list != List::Standing);
        let ordered: Vec<Names> = ordered.map(|given| names(&given.order)).collect();
        let mut idle = Vec::new();
        for choice in self.game.choices(&seen.view).into_iter().filter(|choice| choice.unit) {
            let offers = choice.offers.iter().map(|offer| &offer.order);
            let taken = offers.filter(|order| seen.phase.accepts.contains(&tag(*order)));
            let taken: Vec<&G::Order> = taken.collect();
            let alone = self.game.refused(&seen.view, &taken);
            let stands = taken.iter().zip(alone).filter(|(_, refused)| !refused);
            let common = stands.map(|(order, _)| names(*order)).reduce(|a, b| &a & &b);
            let Some(unit) = common.filter(|unit| !unit.is_empty()) else { continue };
            if !ordered.iter().any(|order| unit.is_subset(order)) {
                idle.push(choice.subject);
            }
        }
        idle
    }
}

type Names = BTreeSet<(&'static str, String)>;

/// The names in an order, each with its kind.
fn names<O: serde::Serialize>(order: &O) -> Names {
    let mut names = Names::new();
    walk(order, &mut |kind, name| {
        names.insert((kind, name.to_owned()));
    });
    names
}

/// A budget in one line: `supplies: 4 in reserve, 10 put in, 12 taken, 2 left`.
fn in_brief(budget: &Budget, given: i64) -> String {
    let prices = || budget.prices.iter().map(|(_, price)| *price);
    let taken: i64 = prices().filter(|price| *price > 0).sum();
    let added: i64 = -prices().filter(|price| *price < 0).sum::<i64>();
    let first = budget.given.iter().map(|(what, amount)| format!("{amount} {what}"));
    let put_in = (added > 0).then(|| format!("{added} put in"));
    let parts = first
        .chain(put_in)
        .chain([format!("{taken} taken"), format!("{} left", given + added - taken)]);
    format!("{}: {}", budget.unit, parts.collect::<Vec<_>>().join(", "))
}

/// A budget line by line.
fn told<G: Game>(budget: &Budget, sheet: &SheetOf<G>) -> Vec<String> {
    let unit = budget.unit;
    let mut left: i64 = budget.given.iter().map(|(_, amount)| amount).sum();
    if budget.brief {
        return vec![in_brief(budget, left)];
    }
    let given = budget.given.iter().map(|(what, amount)| match amount {
        0.. => format!("{amount} {what}"),
        _ => format!("less {} {what}", -amount),
    });
    let mut lines =
        vec![format!("{unit}: {}; {left} to spend", given.collect::<Vec<_>>().join(", "))];
    for (slot, price) in budget.prices.iter().filter(|(_, price)| *price != 0) {
        left -= price;
        let line = |given: &&Given<G::Order>| given.slot == *slot;
        let given = sheet.given().find(line);
        let place = slot.place(given.and_then(|given| given.spot));
        let order =
            given.map(|given| written::<G>(sheet, (given.slot, Asked::Order(&given.order))));
        let order = order.unwrap_or_default();
        lines.push(format!("{place}: {price} {unit}, {left} left: {order}"));
    }
    lines.push(format!("{left} {unit} left"));
    lines
}

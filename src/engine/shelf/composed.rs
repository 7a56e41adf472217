//! What a player needs who puts an order together piece by piece: which names there are, and which lines
//! would stand.

use serde_json::Value;

use super::typed::{SeenOf, Typed};
use crate::base::yaml;
use crate::engine::orders::short::steps::Key;
use crate::engine::orders::short::{is_plain, tag_of};
use crate::engine::sheets::expected::{Expected, expected};
use crate::engine::sheets::spelling::long;
use crate::engine::wording::walk::{tag, walk};
use crate::engine::{Game, Orders, Sheet, Words};

/// A view, ready for orders to be put together by it.
pub trait Composer {
    /// The kinds of orders that can come to something.
    fn kinds(&self) -> Vec<String>;

    /// What the orders take there.
    fn expects(&self, at: &[Key]) -> Option<Expected>;

    /// The same of conditions that orders depend on.
    fn condition(&self, at: &[Key]) -> Option<Expected>;

    /// The names of a kind, each with what else it is called.
    fn known(&self, kind: &str) -> Vec<(String, Option<String>)>;

    /// The longest name with which a text begins, and its kind.
    fn called(&self, text: &str) -> Option<(String, String)>;

    /// What an order, written in either form, names; `None` if it is none of this game.
    fn named(&self, order: &str) -> Option<Named>;

    /// What would become of each of these short lines alone, if it is to be an order of this kind. All are
    /// asked about at once.
    fn weigh(&self, lines: &[(&str, &str)]) -> Vec<Weighed>;

    /// What would become of an order, written in either form, if it depended on each of these conditions; and what is
    /// wrong with one that is refused.
    fn weigh_conditions(&self, conditions: &[Value], order: &str) -> Vec<(Weighed, Option<Words>)>;
}

/// What a check says of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weighed {
    /// It is no such order, or would not be carried out.
    Refused,
    /// It is permitted, but hardly meant.
    Doubted,
    /// There is nothing to say.
    Stands,
}

/// What an order names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The kind of the order.
    pub kind: String,
    /// The names in it, each with its kind.
    pub names: Vec<(String, String)>,
}

/// A game and what a reader has been told.
pub(super) struct Composed<'g, G: Game> {
    pub(super) typed: &'g Typed<G>,
    /// `None` before the game is set up.
    pub(super) seen: Option<SeenOf<G>>,
}

impl<G: Game> Composer for Composed<'_, G> {
    fn kinds(&self) -> Vec<String> {
        let kinds = self.seen.as_ref().map(|seen| self.typed.open_kinds(seen));
        kinds.unwrap_or_default().into_iter().collect()
    }

    fn expects(&self, at: &[Key]) -> Option<Expected> {
        expected::<G::Order>(at)
    }

    fn condition(&self, at: &[Key]) -> Option<Expected> {
        expected::<G::Condition>(at)
    }

    fn known(&self, kind: &str) -> Vec<(String, Option<String>)> {
        self.typed.names.listed(kind)
    }

    fn called(&self, text: &str) -> Option<(String, String)> {
        self.typed.names.beginning(text)
    }

    fn named(&self, order: &str) -> Option<Named> {
        let order = read::<G>(order)?;
        let mut names = Vec::new();
        walk(&order, &mut |kind, name| names.push((kind.to_owned(), name.to_owned())));
        Some(Named { kind: tag(&order), names })
    }

    fn weigh(&self, lines: &[(&str, &str)]) -> Vec<Weighed> {
        let Some(seen) = &self.seen else { return vec![Weighed::Refused; lines.len()] };
        let order = |(kind, line): &(&str, &str)| -> Option<G::Order> {
            let order = G::SHORT.read(line).filter(|order| tag_of(order) == Some(*kind))?;
            let order: G::Order = serde_json::from_value(order).ok()?;
            let known = seen.phase.accepts.iter().any(|own| own == kind)
                && self.typed.names.take(&order)
                && is_plain(line);
            known.then_some(order)
        };
        let orders: Vec<Option<G::Order>> = lines.iter().map(order).collect();
        let known: Vec<&<G as Orders>::Order> = orders.iter().flatten().collect();
        let mut refused = self.typed.game.refused(&seen.view, &known).into_iter();
        let check = self.typed.game.checker(&seen.view);
        let weighed = |order: Option<G::Order>| {
            let Some(order) = order else { return Weighed::Refused };
            if refused.next() != Some(false) {
                return Weighed::Refused;
            }
            let found = check(&Sheet::of_orders(vec![order]));
            // What is said of the sheet as a whole is no matter of the line.
            let doubted = found.iter().any(|finding| finding.slot.is_some());
            if doubted { Weighed::Doubted } else { Weighed::Stands }
        };
        orders.into_iter().map(weighed).collect()
    }

    fn weigh_conditions(&self, conditions: &[Value], order: &str) -> Vec<(Weighed, Option<Words>)> {
        let (Some(seen), Some(order)) = (&self.seen, read::<G>(order)) else {
            return vec![(Weighed::Refused, None); conditions.len()];
        };
        let weighed = |condition: &Value| {
            let Ok(when) = serde_json::from_value(condition.clone()) else {
                return (Weighed::Refused, None);
            };
            let found = self.typed.findings(seen, &Sheet::of_condition(when, order.clone()));
            if let Some(finding) = found.iter().find(|finding| finding.refuses()) {
                (Weighed::Refused, Some(self.typed.words(&finding.reason)))
            } else if found.iter().any(|finding| finding.slot.is_some()) {
                (Weighed::Doubted, None)
            } else {
                (Weighed::Stands, None)
            }
        };
        conditions.iter().map(weighed).collect()
    }
}

/// An order, the first of a YAML list.
fn read<G: Game>(list: &str) -> Option<G::Order> {
    let value: Vec<Value> = yaml::read_unguarded(list).ok()?;
    serde_json::from_value(long::<G>(value.first()?)?).ok()
}

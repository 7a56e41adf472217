//! Several lines on one matter: which of them counts.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Display;

use crate::engine::{Given, List, Rule, Sheet, Slot};

/// What an order settles whenever the question comes up. Of several lines on one matter one counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Matter {
    /// The question: orders with the same word answer the same one.
    kind: &'static str,
    /// What the answer is confined to, the most telling first; `None` where it is for all.
    only: Vec<Option<String>>,
    /// The rule that says that one line counts.
    rule: Option<Rule>,
}

impl Matter {
    /// A question with one answer for everything.
    pub fn of(kind: &'static str) -> Self {
        Self { kind, only: Vec::new(), rule: None }
    }

    /// Names the rule by which one line counts, which the warning about the others cites.
    #[must_use]
    pub fn by(mut self, rule: &Rule) -> Self {
        self.rule = Some(rule.clone());
        self
    }

    /// The rule by which one line counts, if the game names it.
    pub(in crate::engine) fn rule(&self) -> Option<&Rule> {
        self.rule.as_ref()
    }

    /// Confines the answer, such as to a ship or a place, if there is something to confine it to.
    /// What is named first makes an answer narrower than what is named after it.
    #[must_use]
    pub fn only<T: Display>(mut self, what: Option<&T>) -> Self {
        self.only.push(what.map(ToString::to_string));
        self
    }

    /// The narrower an answer, the larger.
    fn narrowness(&self) -> Vec<bool> {
        self.only.iter().map(Option::is_some).collect()
    }

    /// This matter and all wider ones that hold it.
    fn widened(&self) -> Vec<Self> {
        let mut all = vec![self.clone()];
        for at in (0..self.only.len()).filter(|at| self.only[*at].is_some()) {
            let mut wider = all.clone();
            for matter in &mut wider {
                matter.only[at] = None;
            }
            all.append(&mut wider);
        }
        all
    }
}

/// How `by_strength` ranks the lists of lines, as reports tell it before what ranks lines of one list.
pub const LISTS: &str =
    "contingent ones count before orders, and these before standing orders; then";

/// The lines of a sheet, strongest first: contingent ones, then plain ones, then standing ones.
/// Within each of these the narrower comes before the wider and the later before the earlier; lines
/// without a matter are acts, which keep the order of the file.
pub(in crate::engine) fn by_strength<O, C>(
    sheet: &Sheet<O, C>,
    matter: impl Fn(&Given<O>) -> Option<Matter>,
) -> Vec<&Given<O>> {
    let cases = sheet.contingent.iter().flat_map(|case| case.then.iter().chain(&case.otherwise));
    let lists: [Vec<&Given<O>>; 3] =
        [cases.collect(), sheet.orders.iter().collect(), sheet.standing.iter().collect()];
    let mut all = Vec::new();
    for list in lists {
        let mut lines: Vec<_> = list.into_iter().enumerate().collect();
        lines.sort_by_cached_key(|(place, line)| {
            matter(line).map(|matter| Reverse((matter.narrowness(), *place)))
        });
        all.extend(lines.into_iter().map(|(_, line)| line));
    }
    all
}

/// The lines that settle nothing, each with the line that counts instead whenever they are in force.
/// `matter` gives nothing for an act and for a line that is refused.
pub fn overruled<O, C>(
    sheet: &Sheet<O, C>,
    matter: impl Fn(&Given<O>) -> Option<Matter>,
) -> Vec<(&Given<O>, Slot)> {
    // Of one line at most nothing can be overruled.
    if sheet.given().filter(|line| matter(line).is_some()).nth(1).is_none() {
        return Vec::new();
    }
    // What is settled so far, always or in one branch of a condition.
    let mut settled: BTreeMap<(Option<List>, Matter), Slot> = BTreeMap::new();
    let mut idle = Vec::new();
    for line in by_strength(sheet, &matter) {
        let Some(matter) = matter(line) else { continue };
        let branch = line.slot.condition().map(|_| line.slot.list);
        let by = |matter: Matter| {
            let always = settled.get(&(None, matter.clone()));
            always.or_else(|| settled.get(&(branch, matter))).copied()
        };
        match matter.widened().into_iter().find_map(by) {
            Some(by) => idle.push((line, by)),
            None => {
                settled.insert((branch, matter), line.slot);
            }
        }
    }
    idle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::orders::order_file::Contingency;

    /// Settles a question for a ship or for all, at a place or everywhere; no question is an act.
    type Ask = (&'static str, Option<u8>, Option<u8>);

    fn matter(line: &Given<Ask>) -> Option<Matter> {
        let (kind, ship, at) = &line.order;
        (!kind.is_empty()).then(|| Matter::of(kind).only(ship.as_ref()).only(at.as_ref()))
    }

    fn given(list: List, orders: &[Ask]) -> Vec<Given<Ask>> {
        let line = |(n, order): (usize, &Ask)| Given {
            slot: Slot::new(list, n),
            spot: None,
            order: *order,
        };
        orders.iter().enumerate().map(line).collect()
    }

    fn sheet(standing: &[Ask], orders: &[Ask], then: &[Ask]) -> Sheet<Ask, ()> {
        let case = Contingency {
            slot: Slot::new(List::Contingent, 0),
            spot: None,
            when: (),
            then: given(List::Then(0), then),
            otherwise: Vec::new(),
        };
        Sheet {
            restated: true,
            standing: given(List::Standing, standing),
            orders: given(List::Orders, orders),
            contingent: vec![case],
            short: Vec::new(),
        }
    }

    fn strongest(sheet: &Sheet<Ask, ()>) -> Vec<String> {
        by_strength(sheet, matter).into_iter().map(|line| line.slot.name()).collect()
    }

    fn idle(sheet: &Sheet<Ask, ()>) -> Vec<String> {
        let idle = overruled(sheet, matter).into_iter();
        idle.map(|(line, by)| format!("{} by {}", line.slot.name(), by.name())).collect()
    }

    #[test]
    fn the_narrower_counts_else_the_later() {
        let orders = [
            ("flee", None, Some(6)),
            ("flee", Some(1), None),
            ("flee", None, None),
            ("flee", Some(1), Some(6)),
            ("flee", None, Some(6)),
        ];
        let sheet = sheet(&[], &orders, &[]);
        assert_eq!(strongest(&sheet), [3, 1, 4, 0, 2].map(|n| format!("orders[{n}]")));
        assert_eq!(idle(&sheet), ["orders[0] by orders[4]"]);
    }

    #[test]
    fn acts_keep_the_order_of_the_file() {
        let act = ("", None, None);
        let sheet = sheet(&[], &[act, ("pass", None, None), act, ("pass", None, None)], &[]);
        assert_eq!(strongest(&sheet), [0, 2, 3, 1].map(|n| format!("orders[{n}]")));
        assert_eq!(idle(&sheet), ["orders[1] by orders[3]"]);
    }

    #[test]
    fn a_stronger_list_counts_before_a_narrower_line() {
        let (wide, narrow) = (("flee", None, None), ("flee", Some(1), None));
        let sheet = sheet(&[narrow], &[wide], &[wide, wide]);
        let expected =
            ["contingent[0].then[1]", "contingent[0].then[0]", "orders[0]", "standing[0]"];
        assert_eq!(strongest(&sheet), expected);
        // A condition may not hold, so what it orders overrules its own branch only.
        let expected =
            ["contingent[0].then[0] by contingent[0].then[1]", "standing[0] by orders[0]"];
        assert_eq!(idle(&sheet), expected);
    }
}

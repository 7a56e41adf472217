//! What is wrong or hardly meant in a sheet of orders, as a check finds it line by line.

use super::order_file::Contingency;
use super::{Finding, Given, List, Rule, Severity, Slot};
use crate::base::Spot;

/// Nothing, or what is wrong and by which rule.
pub type Verdict<R, T = ()> = Result<T, (Rule, R)>;

/// An error unless it is so.
///
/// # Errors
/// The rule and the reason.
pub fn require<R>(so: bool, rule: Rule, otherwise: R) -> Verdict<R> {
    if so { Ok(()) } else { Err((rule, otherwise)) }
}

/// How long an order lives, and so in which lists of an order file it may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// It decides whenever it applies, until it is countermanded.
    Standing,
    /// It is for one turn, and may hang on what happens before it is needed.
    Contingent,
    /// It is for one turn, and fixed when it is written.
    Fixed,
}

impl Life {
    /// True if an order that lives so long may stand in such a list.
    pub fn fits(self, list: List) -> bool {
        match list {
            List::Standing => self == Self::Standing,
            List::Then(_) | List::Otherwise(_) => self != Self::Fixed,
            List::Orders | List::Contingent => true,
        }
    }
}

/// What was found so far, and the line that is looked at.
#[derive(Debug)]
pub struct Findings<R> {
    line: Option<(Slot, Option<Spot>)>,
    all: Vec<Finding<R>>,
}

impl<R> Default for Findings<R> {
    fn default() -> Self {
        Self { line: None, all: Vec::new() }
    }
}

impl<R> Findings<R> {
    /// What is found from now on is about this line.
    pub fn about<O>(&mut self, line: &Given<O>) {
        self.line = Some((line.slot, line.spot));
    }

    /// What is found from now on is about this condition.
    pub fn about_case<O, C>(&mut self, case: &Contingency<O, C>) {
        self.line = Some((case.slot, case.spot));
    }

    /// The line will not be carried out, if the verdict is against it.
    pub fn refuse(&mut self, verdict: Verdict<R>) {
        self.add(Severity::Refused, verdict);
    }

    /// What is found is permitted, but hardly meant, if the verdict is against it.
    pub fn doubt(&mut self, verdict: Verdict<R>) {
        self.add(Severity::Warning, verdict);
    }

    /// What is found is permitted, but hardly meant.
    pub fn warn(&mut self, rule: Rule, reason: R) {
        self.doubt(Err((rule, reason)));
    }

    /// A warning about the sheet as a whole: something is left out, perhaps.
    pub fn warn_of_sheet(&mut self, rule: Rule, reason: R) {
        self.line = None;
        self.warn(rule, reason);
    }

    fn add(&mut self, severity: Severity, verdict: Verdict<R>) {
        let Err((rule, reason)) = verdict else { return };
        self.all.push(Finding {
            slot: self.line.map(|(slot, _)| slot),
            spot: self.line.and_then(|(_, spot)| spot),
            severity,
            rule: Some(rule),
            reason: super::Reason::Game(reason),
        });
    }

    /// The list of the line that is looked at; plain orders, if it is the sheet.
    pub fn list(&self) -> List {
        self.line.map_or(List::Orders, |(slot, _)| slot.list)
    }

    /// True if something was found about a line.
    pub fn notes<O>(&self, line: &Given<O>) -> bool {
        self.all.iter().any(|found| found.slot == Some(line.slot))
    }

    /// True if a line will not be carried out.
    pub fn refuses<O>(&self, line: &Given<O>) -> bool {
        self.all.iter().any(|found| found.slot == Some(line.slot) && found.refuses())
    }

    /// All that was found.
    pub fn end(self) -> Vec<Finding<R>> {
        self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Reason, Sheet};

    const RULE: Rule = Rule::new("x1");

    fn large(number: u32) -> Verdict<&'static str> {
        require(number > 0, RULE, "nothing")?;
        require(number < 10, RULE, "too much")
    }

    #[test]
    fn lists_are_for_orders_that_live_long_enough() {
        let fits = |life: Life| [List::Standing, List::Then(0), List::Orders].map(|l| life.fits(l));
        assert_eq!(fits(Life::Standing), [true, true, true]);
        assert_eq!(fits(Life::Contingent), [false, true, true]);
        assert_eq!(fits(Life::Fixed), [false, false, true]);
    }

    #[test]
    fn what_is_found_names_its_line() {
        let sheet: Sheet<u32, ()> = Sheet::of_orders(vec![3, 12, 0]);
        let mut found = Findings::default();
        for line in &sheet.orders {
            found.about(line);
            found.refuse(large(line.order));
            found.doubt(require(line.order != 3, RULE, "an odd number"));
        }
        let (odd, much) = (&sheet.orders[0], &sheet.orders[1]);
        assert!(found.notes(odd) && !found.refuses(odd) && found.refuses(much));
        assert_eq!(found.list(), List::Orders);
        found.warn_of_sheet(RULE, "no sevens");
        let all = found.end();
        let said = |one: &Finding<&'static str>| {
            let Reason::Game(reason) = one.reason else { panic!("{one:?}") };
            (one.slot.map(|slot| slot.index), one.refuses(), reason)
        };
        let expected = [
            (Some(0), false, "an odd number"),
            (Some(1), true, "too much"),
            (Some(2), true, "nothing"),
            (None, false, "no sevens"),
        ];
        assert_eq!(all.iter().map(said).collect::<Vec<_>>(), expected);
    }
}

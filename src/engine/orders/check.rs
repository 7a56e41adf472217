//! What is wrong or hardly meant in a sheet of orders, as a check finds it line by line.

use std::collections::BTreeMap;

use super::matter::overruled;
use super::order_file::Contingency;
use crate::base::Spot;
use crate::engine::{Finding, Given, List, Matter, Reason, Rule, Severity, Sheet, Slot};

/// Nothing, or what is wrong and by which rule.
pub type Checked<R, T = ()> = Result<T, (Rule, R)>;

/// An error unless it is so.
///
/// # Errors
/// The rule and the reason.
pub fn require<R>(so: bool, rule: Rule, otherwise: R) -> Checked<R> {
    if so { Ok(()) } else { Err((rule, otherwise)) }
}

/// An error if there is such a thing, about the thing.
///
/// # Errors
/// The rule and the reason.
pub fn forbid<T, R>(found: Option<T>, rule: Rule, about: impl FnOnce(T) -> R) -> Checked<R> {
    found.map_or(Ok(()), |found| Err((rule, about(found))))
}

/// What is found in a sheet in which no line depends on another: each line that `can` is against is
/// refused, and of those left on one matter each that does not count is doubted.
pub fn line_by_line<O, C, R>(
    sheet: &Sheet<O, C>,
    can: impl Fn(&O) -> Checked<R>,
    matter: impl Fn(&O) -> Option<Matter>,
) -> Vec<Finding<R>> {
    let mut found = Findings::default();
    for line in sheet.given() {
        found.about(line);
        found.refuse(can(&line.order));
    }
    let counts = |line: &Given<O>| matter(&line.order).filter(|_| !found.refuses(line));
    let doubt = |(line, by): (&Given<O>, Slot)| {
        let rule = matter(&line.order).and_then(|matter| matter.rule().cloned());
        Finding::of(line, Severity::Warning, rule.as_ref(), Reason::Overruled { by })
    };
    let doubts: Vec<_> = overruled(sheet, counts).into_iter().map(doubt).collect();
    found.end().into_iter().chain(doubts).collect()
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
    /// The lines in them, and whether they are refused.
    lines: BTreeMap<Slot, bool>,
}

impl<R> Default for Findings<R> {
    fn default() -> Self {
        Self { line: None, all: Vec::new(), lines: BTreeMap::new() }
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

    /// The line will not be carried out, if the check is against it.
    pub fn refuse(&mut self, checked: Checked<R>) {
        self.add(Severity::Refused, checked);
    }

    /// What is found is permitted, but hardly meant, if the check is against it.
    pub fn doubt(&mut self, checked: Checked<R>) {
        self.add(Severity::Warning, checked);
    }

    /// What is found is permitted, but hardly meant, unless it is so. Nothing is forbidden by that,
    /// so a check may go on from here, or end.
    ///
    /// # Errors
    /// None.
    pub fn expect(&mut self, so: bool, rule: Rule, otherwise: R) -> Checked<R> {
        self.doubt(require(so, rule, otherwise));
        Ok(())
    }

    /// Something is in the way: an error if for good, else what is permitted, but hardly meant.
    ///
    /// # Errors
    /// The rule and the reason, if for good.
    pub fn weigh(&mut self, for_good: bool, rule: Rule, reason: R) -> Checked<R> {
        if for_good { Err((rule, reason)) } else { self.warn(rule, reason) }
    }

    /// Doubts a line about which nothing was found so far.
    pub fn doubt_unless_noted<O>(&mut self, line: &Given<O>, checked: Checked<R>) {
        if !self.notes(line) {
            self.about(line);
            self.doubt(checked);
        }
    }

    /// Doubts each line with which the lines so far cost more than there is, unless something was
    /// found about it before. `price` is what an order costs, and the rule about it. Returns what is
    /// spent in the end.
    pub fn afford<'l, O: 'l>(
        &mut self,
        lines: impl IntoIterator<Item = &'l Given<O>>,
        spent: u32,
        most: u32,
        price: impl Fn(&O) -> Option<(u32, Rule)>,
        too_much: impl Fn(u32) -> R,
    ) -> u32 {
        let mut spent = spent;
        for line in lines {
            let Some((price, rule)) = price(&line.order) else { continue };
            spent = spent.saturating_add(price);
            let enough = spent <= most || price == 0;
            self.doubt_unless_noted(line, require(enough, rule, too_much(spent)));
        }
        spent
    }

    /// What is found is permitted, but hardly meant.
    ///
    /// # Errors
    /// None.
    pub fn warn(&mut self, rule: Rule, reason: R) -> Checked<R> {
        self.expect(false, rule, reason)
    }

    /// A warning about the sheet as a whole: something is left out, perhaps.
    pub fn warn_of_sheet(&mut self, rule: Rule, reason: R) {
        self.line = None;
        self.doubt(Err((rule, reason)));
    }

    /// Doubts a line whose matter another one settles.
    pub fn overruled<O>(&mut self, line: &Given<O>, rule: Rule, by: Slot) {
        self.about(line);
        self.put(Severity::Warning, rule, Reason::Overruled { by });
    }

    /// Doubts a line whose act another one orders already.
    pub fn doubled<O>(&mut self, line: &Given<O>, rule: Rule, of: Slot) {
        self.about(line);
        self.put(Severity::Warning, rule, Reason::Doubled { of });
    }

    fn add(&mut self, severity: Severity, checked: Checked<R>) {
        if let Err((rule, reason)) = checked {
            self.put(severity, rule, Reason::Game(reason));
        }
    }

    fn put(&mut self, severity: Severity, rule: Rule, reason: Reason<R>) {
        let slot = self.line.map(|(slot, _)| slot);
        if let Some(slot) = slot {
            *self.lines.entry(slot).or_default() |= severity == Severity::Refused;
        }
        self.all.push(Finding {
            slot,
            spot: self.line.and_then(|(_, spot)| spot),
            severity,
            rule: Some(rule),
            reason,
        });
    }

    /// The list of the line that is looked at; plain orders, if it is the sheet.
    pub fn list(&self) -> List {
        self.line.map_or(List::Orders, |(slot, _)| slot.list)
    }

    /// True if something was found about a line.
    pub fn notes<O>(&self, line: &Given<O>) -> bool {
        self.lines.contains_key(&line.slot)
    }

    /// True if a line will not be carried out.
    pub fn refuses<O>(&self, line: &Given<O>) -> bool {
        self.lines.get(&line.slot).is_some_and(|refused| *refused)
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

    fn large(number: u32) -> Checked<&'static str> {
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
    fn a_line_is_judged_alone_and_one_of_a_matter_counts() {
        let sheet: Sheet<u32, ()> = Sheet::of_orders(vec![12, 1, 0, 2, 3]);
        let matter = |order: &u32| (*order != 3).then(|| Matter::of("number").by(&RULE));
        let found = line_by_line(&sheet, |order| large(*order), matter);
        let said = |one: &Finding<&'static str>| {
            let why = match &one.reason {
                Reason::Game(reason) => (*reason).to_owned(),
                Reason::Overruled { by } => by.name(),
                other => panic!("{other:?}"),
            };
            (one.slot.map(|slot| slot.index), one.refuses(), one.rule.clone(), why)
        };
        let row = |at, refused, why: &str| (Some(at), refused, Some(RULE), why.to_owned());
        // What is refused overrules nothing, and the last of the others counts.
        let expected =
            [row(0, true, "too much"), row(2, true, "nothing"), row(1, false, "orders[3]")];
        assert_eq!(found.iter().map(said).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lines_cost_more_than_there_is() {
        let sheet: Sheet<u32, ()> = Sheet::of_orders(vec![4, 3, 0, 5, 9, 2]);
        let mut found = Findings::default();
        found.about(&sheet.orders[3]);
        found.refuse(Err((RULE, "odd")));
        let price = |order: &u32| (*order != 9).then_some((*order, RULE));
        let spent = found.afford(&sheet.orders, 1, 6, price, |_| "too much");
        assert_eq!(spent, 15);
        let said = found.end().into_iter().map(|one| {
            let Reason::Game(reason) = one.reason else { panic!("{:?}", one.reason) };
            (one.slot.map(|slot| slot.index), reason)
        });
        let expected = [(Some(3), "odd"), (Some(1), "too much"), (Some(5), "too much")];
        assert_eq!(said.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_is_found_is_forbidden() {
        let odd = |numbers: &[u32]| {
            let odd = numbers.iter().find(|n| *n % 2 == 1);
            forbid(odd, RULE, |n| if *n > 2 { "a large odd number" } else { "an odd number" })
        };
        assert_eq!(odd(&[2, 4]), Ok(()));
        assert_eq!(odd(&[2, 5, 1]), Err((RULE, "a large odd number")));
    }

    #[test]
    fn what_is_hardly_meant_forbids_nothing() {
        let mut found = Findings::default();
        assert_eq!(found.expect(true, RULE, "odd"), Ok(()));
        assert_eq!(found.expect(false, RULE, "odd"), Ok(()));
        assert_eq!(found.weigh(false, RULE, "late"), Ok(()));
        assert_eq!(found.weigh(true, RULE, "never"), Err((RULE, "never")));
        let all = found.end();
        assert!(all.len() == 2 && !all.iter().any(Finding::refuses));
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

//! One seat's orders for one cycle, as written. `docs/formats/order-file.md`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin, Spanned};
use crate::base::{Digest, Problem, Spot, canonical};
use crate::engine::{List, Seat, Slot};

/// The fields that bind an order file to one campaign, cycle, seat and recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Name and first digits of the genesis digest, such as `pell-1#9f3c0a12`.
    pub campaign: String,
    /// The cycle the orders are for; from 1.
    pub cycle: u32,
    /// The seat that orders.
    pub seat: Seat,
    /// Strictly increasing per seat and cycle; the highest valid one counts.
    pub sequence: u32,
    /// The recipient the player meant, an `age1…` string.
    pub to: String,
    /// The head of the ledger that the player has seen.
    pub head: Digest,
    /// The player's link of his own chain for this cycle.
    pub reveal: Option<Digest>,
    /// "I am done": the cycle may close early.
    pub last: bool,
    /// What the player asks the moderator.
    pub question: Option<String>,
}

impl Header {
    /// Reads the binding fields and leaves the orders to the game.
    ///
    /// # Errors
    /// A file that is no order file, with line and column.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let file: File<IgnoredAny, IgnoredAny> = yaml::read(bytes, Origin::Mail)?;
        Ok(Self::of(file).0)
    }

    /// The binding fields of a file, and its lists.
    fn of<O, C>(file: File<O, C>) -> (Self, Lists<O, C>) {
        let header = Self {
            campaign: file.campaign,
            cycle: file.cycle,
            seat: file.seat,
            sequence: file.sequence,
            to: file.to,
            head: file.head,
            reveal: file.reveal,
            last: file.last,
            question: file.question,
        };
        (header, (file.standing, file.orders, file.contingent))
    }
}

/// Order lines in a file, conditions and what hangs on them included.
pub const LINES: usize = 400;

/// Characters that a question may have.
const QUESTION: usize = 1000;

/// Bytes of a list of standing orders in the canonical encoding. Every report repeats it.
pub const STANDING: usize = 16 * 1024;

type Items<T> = Option<Vec<Spanned<T>>>;
pub(super) type Lists<O, C> = (Items<O>, Items<O>, Items<Case<O, C>>);

// The whole file. Lists may be left out or hold nothing but comments, so a missing list and an
// empty one differ: only an empty `standing` countermands what stood. The comments of the fields
// are what editors show.
/// One seat's orders for one cycle.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "O: Deserialize<'de>, C: Deserialize<'de>"))]
#[schemars(rename = "OrderFile")]
pub(in crate::engine) struct File<O, C> {
    /// Name and first digits of the genesis digest, such as `pell-1#9f3c0a12`.
    #[schemars(regex(pattern = "^[a-z][a-z0-9-]*#[0-9a-f]{8}$"))]
    campaign: String,
    /// The open cycle, from 1.
    #[schemars(range(min = 1, max = u32::MAX))]
    cycle: u32,
    /// The seat that orders.
    seat: Seat,
    /// Higher than in every earlier packet of this seat and cycle.
    #[schemars(range(max = u32::MAX))]
    sequence: u32,
    /// The cycle's recipient, as the report names it.
    #[schemars(regex(pattern = "^age1[0-9a-z]+$"))]
    to: String,
    /// The digest of a ledger entry that the player has seen.
    head: Digest,
    /// The player's link for this cycle, if he made his keys for this campaign.
    #[serde(default)]
    reveal: Option<Digest>,
    /// The player is done: the cycle may be resolved before its deadline.
    #[serde(default, rename = "final")]
    last: bool,
    /// What the player asks the moderator; at most 1000 characters.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    question: Option<String>,
    /// Orders kept until countermanded. They replace those in force; an empty list drops them.
    #[serde(default)]
    #[schemars(with = "Option<Vec<O>>")]
    standing: Items<O>,
    /// Orders for this cycle.
    #[serde(default)]
    #[schemars(with = "Option<Vec<O>>")]
    orders: Items<O>,
    /// Orders for this cycle that depend on a condition.
    #[serde(default)]
    #[schemars(with = "Option<Vec<Case<O, C>>>")]
    contingent: Items<Case<O, C>>,
}

impl<O, C> File<O, C> {
    /// The lists.
    pub(in crate::engine) fn lists(self) -> Lists<O, C> {
        (self.standing, self.orders, self.contingent)
    }

    /// Every order with its place, to change it.
    pub(in crate::engine) fn spanned_mut(&mut self) -> impl Iterator<Item = &mut Spanned<O>> {
        let cases = self.contingent.iter_mut().flatten();
        let hanging = cases.flat_map(|case| {
            let Case { then, otherwise, .. } = &mut case.value;
            then.iter_mut().chain(otherwise)
        });
        let plain = self.standing.iter_mut().flatten().chain(self.orders.iter_mut().flatten());
        plain.chain(hanging)
    }
}

/// Orders that depend on what can be seen when they are needed.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "O: Deserialize<'de>, C: Deserialize<'de>"))]
#[schemars(rename = "Case")]
pub(in crate::engine) struct Case<O, C> {
    /// The condition.
    when: C,
    /// Orders if it holds.
    #[schemars(with = "Vec<O>")]
    pub(in crate::engine) then: Vec<Spanned<O>>,
    /// Orders if it does not.
    #[serde(default)]
    #[schemars(with = "Vec<O>")]
    pub(in crate::engine) otherwise: Vec<Spanned<O>>,
}

/// An order and where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given<O> {
    /// Its list, and its index there.
    pub slot: Slot,
    /// Line and column, if it stands in the file that was read.
    pub spot: Option<Spot>,
    /// What is asked.
    pub order: O,
}

/// An order that depends on what its author can see when it is needed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contingency<O, C> {
    /// Its index in the list of conditions.
    pub slot: Slot,
    /// Line and column.
    pub spot: Option<Spot>,
    /// The condition.
    pub when: C,
    /// What is asked if it holds.
    pub then: Vec<Given<O>>,
    /// What is asked if it does not.
    pub otherwise: Vec<Given<O>>,
}

/// What a line of an order file asks.
#[derive(Debug, Clone, Copy)]
pub enum Asked<'a, O, C> {
    /// An order.
    Order(&'a O),
    /// Whether this holds.
    When(&'a C),
}

impl<'a, O, C> Asked<'a, O, C> {
    /// The order.
    pub fn order(&self) -> Option<&'a O> {
        match self {
            Self::Order(order) => Some(order),
            Self::When(_) => None,
        }
    }

    /// The condition.
    pub fn condition(&self) -> Option<&'a C> {
        match self {
            Self::Order(_) => None,
            Self::When(condition) => Some(condition),
        }
    }
}

/// The lists of an order file. Weakest first: standing, orders, contingent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet<O, C> {
    /// True if the file has a list of standing orders, which replaces the one in force.
    pub restated: bool,
    /// Kept until countermanded.
    pub standing: Vec<Given<O>>,
    /// For this cycle.
    pub orders: Vec<Given<O>>,
    /// For this cycle, if.
    pub contingent: Vec<Contingency<O, C>>,
    /// What the author wrote, of the lines in their short form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub short: Vec<(Slot, String)>,
}

impl<O, C> Default for Sheet<O, C> {
    fn default() -> Self {
        Self {
            restated: false,
            standing: Vec::new(),
            orders: Vec::new(),
            contingent: Vec::new(),
            short: Vec::new(),
        }
    }
}

impl<O: DeserializeOwned + Serialize + Clone, C: DeserializeOwned> Sheet<O, C> {
    /// The binding fields and the orders of a file.
    ///
    /// # Errors
    /// If there is more of something than a file may have.
    pub(in crate::engine) fn of_file(file: File<O, C>) -> Result<(Header, Self), Problem> {
        let (header, (standing, orders, contingent)) = Header::of(file);
        if header.question.as_ref().is_some_and(|asked| asked.chars().count() > QUESTION) {
            let what = format!("the question has more than {QUESTION} characters");
            return Err(Problem::refused(what).hint("ask briefly, or by mail"));
        }
        let case = |(n, case): (usize, Spanned<Case<O, C>>)| {
            let slot = Slot::new(List::Contingent, n);
            Contingency {
                slot,
                spot: spot(&case),
                then: given(List::Then(slot.index), case.value.then),
                otherwise: given(List::Otherwise(slot.index), case.value.otherwise),
                when: case.value.when,
            }
        };
        let sheet = Self {
            restated: standing.is_some(),
            standing: given(List::Standing, standing.unwrap_or_default()),
            orders: given(List::Orders, orders.unwrap_or_default()),
            contingent: contingent.unwrap_or_default().into_iter().enumerate().map(case).collect(),
            short: Vec::new(),
        };
        sheet.is_limited()?;
        Ok((header, sheet))
    }

    /// Reports repeat what a file asks, so it has an end.
    fn is_limited(&self) -> Result<(), Problem> {
        let lines = self.lines().count();
        if lines > LINES {
            let what = format!("the file has {lines} order lines; the limit is {LINES}");
            return Err(Problem::refused(what).hint("give fewer orders, each to more units"));
        }
        let orders: Vec<&O> = self.standing.iter().map(|given| &given.order).collect();
        let bytes = canonical::encode(&orders).len();
        if bytes > STANDING {
            let what = format!("the standing orders have {bytes} bytes; the limit is {STANDING}");
            return Err(Problem::refused(what).hint("give fewer or shorter standing orders"));
        }
        Ok(())
    }
}

impl<O, C> Sheet<O, C> {
    /// A sheet of plain orders, as if written in this order.
    pub fn of_orders(orders: Vec<O>) -> Self {
        let given = |(n, order)| Given { slot: Slot::new(List::Orders, n), spot: None, order };
        Self { orders: orders.into_iter().enumerate().map(given).collect(), ..Self::default() }
    }

    /// A sheet of one order that depends on a condition.
    pub(in crate::engine) fn of_condition(when: C, order: O) -> Self {
        let slot = Slot::new(List::Contingent, 0);
        let then = vec![Given { slot: Slot::new(List::Then(0), 0), spot: None, order }];
        let case = Contingency { slot, spot: None, when, then, otherwise: Vec::new() };
        Self { contingent: vec![case], ..Self::default() }
    }

    /// Every order with its place, in the order of the file.
    pub fn given(&self) -> impl Iterator<Item = &Given<O>> {
        let cases = self.contingent.iter().flat_map(|c| c.then.iter().chain(&c.otherwise));
        self.standing.iter().chain(&self.orders).chain(cases)
    }

    /// Every order, to change it.
    pub(in crate::engine) fn given_mut(&mut self) -> impl Iterator<Item = &mut Given<O>> {
        let cases = self.contingent.iter_mut();
        let cases = cases.flat_map(|c| c.then.iter_mut().chain(&mut c.otherwise));
        self.standing.iter_mut().chain(&mut self.orders).chain(cases)
    }

    /// Every line that wants an answer, in the order of the file, with where it stands there and what
    /// it asks.
    pub fn lines(&self) -> impl Iterator<Item = (Slot, Option<Spot>, Asked<'_, O, C>)> {
        let plain = self.standing.iter().chain(&self.orders).map(line);
        plain.chain(self.contingent.iter().flat_map(|case| {
            let inner = case.then.iter().chain(&case.otherwise).map(line);
            std::iter::once((case.slot, case.spot, Asked::When(&case.when))).chain(inner)
        }))
    }

    /// Notes what was written in the lines that have their short form, by their places.
    pub(in crate::engine) fn note_short(&mut self, lines: &BTreeMap<Spot, String>) {
        let written = |given: &Given<O>| Some((given.slot, lines.get(&given.spot?)?.clone()));
        self.short = self.given().filter_map(written).collect();
    }

    /// What the author wrote, of a line in its short form.
    pub(in crate::engine) fn words(&self, slot: Slot) -> Option<&String> {
        self.short.iter().find(|(written, _)| *written == slot).map(|(_, words)| words)
    }

    /// Takes out every order whose line is not wanted; with a condition all that hangs on it.
    pub fn retain(&mut self, wanted: impl Fn(Slot) -> bool) {
        self.standing.retain(|given| wanted(given.slot));
        self.orders.retain(|given| wanted(given.slot));
        self.contingent.retain(|case| wanted(case.slot));
        for case in &mut self.contingent {
            case.then.retain(|given| wanted(given.slot));
            case.otherwise.retain(|given| wanted(given.slot));
        }
    }
}

fn line<O, C>(given: &Given<O>) -> (Slot, Option<Spot>, Asked<'_, O, C>) {
    (given.slot, given.spot, Asked::Order(&given.order))
}

fn spot<T>(spanned: &Spanned<T>) -> Option<Spot> {
    let at = spanned.referenced;
    (at.line() > 0).then(|| Spot::of(at.line(), at.column()))
}

fn given<O>(list: List, orders: Vec<Spanned<O>>) -> Vec<Given<O>> {
    let one = |(n, order): (usize, Spanned<O>)| Given {
        slot: Slot::new(list, n),
        spot: spot(&order),
        order: order.value,
    };
    orders.into_iter().enumerate().map(one).collect()
}

/// Orders without those that stand between two of the same: what comes first of each, and what
/// comes last, stays, and in that order, so that it stays the same which of two orders counts.
pub(in crate::engine) fn folded<O: Clone + PartialEq>(lines: &[Given<O>]) -> Vec<O> {
    let all: Vec<&O> = lines.iter().map(|given| &given.order).collect();
    let inner = |n: usize| all[..n].contains(&all[n]) && all[n + 1..].contains(&all[n]);
    let mut kept: Vec<O> = (0..all.len()).filter(|n| !inner(*n)).map(|n| all[n].clone()).collect();
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    enum Ask {
        Go { to: u16 },
        Say(String),
        Stay,
    }

    const FILE: &str = "campaign: a#00\ncycle: 1\nseat: red\nsequence: 1\nto: age1x\nhead: \
        0000000000000000000000000000000000000000000000000000000000000000\n";

    fn sheet(text: &str) -> Result<Sheet<Ask, bool>, Problem> {
        let file = yaml::read(format!("{FILE}{text}").as_bytes(), Origin::Mail)?;
        Sheet::of_file(file).map(|(_, sheet)| sheet)
    }

    #[test]
    fn every_line_has_a_name_and_a_place() {
        let sheet = sheet(
            "orders:\n  - go: {to: 3}\n  - stay\ncontingent:\n  - when: true\n    then:\n      \
             - stay\n",
        )
        .unwrap();
        let lines: Vec<_> = sheet.lines().map(|(slot, ..)| slot.name()).collect();
        assert_eq!(lines, ["orders[0]", "orders[1]", "contingent[0]", "contingent[0].then[0]"]);
        assert_eq!(sheet.orders[0].spot, Some(Spot { line: 8, column: 5 }));
        assert!(!sheet.restated);
    }

    #[test]
    fn an_unknown_field_is_named_with_its_place() {
        let problem = sheet("orders:\n  - go: {too: 3}\n").unwrap_err();
        assert!(problem.what.contains("too"), "{problem}");
        assert_eq!(problem.place.as_deref(), Some("line 8, column 10"));
    }

    /// A template ends with a list of comments, of which its reader may remove some marks.
    #[test]
    fn a_list_of_nothing_but_comments_has_no_orders() {
        let sheet = sheet("standing:\norders:\n# - stay\n\n## all\ncontingent:\n").unwrap();
        assert_eq!(sheet, Sheet::default());
        assert!(!sheet.restated);
    }

    #[test]
    fn a_file_has_an_end() {
        let orders = |lines| format!("orders:\n{}", "- stay\n".repeat(lines));
        assert_eq!(sheet(&orders(LINES)).unwrap().lines().count(), LINES);
        let case = "contingent:\n- when: true\n  then: [stay]\n";
        for flood in [orders(LINES + 1), orders(LINES - 1) + case] {
            let problem = sheet(&flood).unwrap_err();
            assert_eq!(problem.what, "the file has 401 order lines; the limit is 400");
        }
        let wide = "wide".repeat(STANDING / 4);
        let problem = sheet(&format!("standing:\n- say: {wide}\n")).unwrap_err();
        assert!(problem.what.ends_with("the limit is 16384"), "{problem}");
        sheet(&format!("orders:\n- say: {wide}\n")).unwrap();
    }

    #[test]
    fn what_is_said_again_and_again_is_kept_at_its_ends() {
        let folded = |text: &str| -> String {
            let sheet = Sheet::<char, bool>::of_orders(text.chars().collect());
            folded(&sheet.orders).into_iter().collect()
        };
        assert_eq!(folded("aaaa"), "a");
        assert_eq!(folded("abababcc"), "ababc");
        assert_eq!(folded("abc"), "abc");
    }

    #[test]
    fn the_header_is_read_without_the_game() {
        let header = Header::read(format!("{FILE}final: true\norders: [whatever]\n").as_bytes());
        assert!(header.unwrap().last);
    }
}

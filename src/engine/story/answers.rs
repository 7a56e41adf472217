//! What became of each order line.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::base::{Spot, canonical};
use crate::engine::chance::draw::Drawn;
use crate::engine::contract::game::turn::{Fates, Settled};
use crate::engine::orders::one_line;
use crate::engine::orders::order_file::Asked;
use crate::engine::{Answer, Code, Game, Orders, Reason, Rule, Seat, Sheet, Sheets, Slot};
use crate::page::{Page, Table, Text};

/// The answer to an order line, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Its list, and its index there.
    pub slot: Slot,
    /// On which line of the file it stands; `None` if it stood from an earlier cycle.
    pub line: Option<u32>,
    /// What was asked, in one line; a condition after `when:`.
    pub order: String,
    /// What became of it.
    pub code: Code,
    /// The rule that decided.
    pub rule: Option<Rule>,
    /// Why, in what the author knows.
    pub reason: String,
}

/// A line of an order file as its answer repeats it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeated {
    /// Its list, and its index there.
    pub slot: Slot,
    /// True if it stood in the file of that cycle.
    pub sent: bool,
    /// An order as an item of a YAML list, or a condition in flow style; `None` if it is not repeated.
    pub asked: Option<String>,
}

impl Repeated {
    /// The line that this answers.
    pub(in crate::engine) fn of<O: Serialize, C: Serialize, R>(answer: &Answer<O, C, R>) -> Self {
        let order = answer.order.as_ref().map(|order| one_line::list(&[order]));
        let asked = order.or(answer.when.as_ref().map(one_line::inner));
        Self { slot: answer.slot, sent: answer.line.is_some(), asked }
    }
}

/// What was asked, in one line; empty if it is not repeated.
pub(in crate::engine) fn asked<G: Orders>(answer: &AnswerOf<G>) -> String {
    let words = || in_words::<G>(answer.order.as_ref(), answer.when.as_ref());
    answer.words.clone().unwrap_or_else(words)
}

/// An order in one line, or a condition after `when:`; empty if there is neither.
pub(in crate::engine) fn in_words<G: Orders>(
    order: Option<&G::Order>,
    when: Option<&G::Condition>,
) -> String {
    let when = when.map(|when| format!("when: {}", one_line::inner(when)));
    order.map(brief::<G>).or(when).unwrap_or_default()
}

/// An order of a sheet as its author wrote it, or else as people write it.
pub(in crate::engine) fn written<G: Orders>(
    sheet: &Sheet<G::Order, G::Condition>,
    (slot, asked): (Slot, Asked<'_, G::Order, G::Condition>),
) -> String {
    let words = || in_words::<G>(asked.order(), asked.condition());
    sheet.words(slot).cloned().unwrap_or_else(words)
}

/// An order as people write it: its short line, or else in flow style.
pub(in crate::engine) fn brief<G: Orders>(order: &G::Order) -> String {
    let short = G::SHORT.write(&canonical::value(order));
    short.unwrap_or_else(|| one_line::line(order))
}

/// Orders that a summary names at most.
const IN_VAIN: usize = 4;

/// Characters of an order that a summary repeats at most.
const QUOTED: usize = 48;

/// The orders that did not come to what they were written for, in sentences with the line of the file.
pub(in crate::engine) fn in_vain(answers: &[Answered]) -> Vec<Text> {
    let told = answers.iter().filter_map(|answer| {
        let what = match answer.code {
            Code::Failed => "failed",
            Code::Refused => "was refused",
            Code::Partly => "was carried out in part",
            Code::Done | Code::Unused => return None,
        };
        let which =
            answer.line.map_or("A standing order".to_owned(), |line| format!("Line {line}"));
        let which = Text::plain(which);
        let short = !answer.order.is_empty() && answer.order.chars().count() <= QUOTED;
        let which = if short { which.and(", ").code(&answer.order).and(",") } else { which };
        Some(which.and(format!(" {what}: {}.", answer.reason)))
    });
    let mut told: Vec<Text> = told.collect();
    let more = told.len().saturating_sub(IN_VAIN);
    if more > 0 {
        told.truncate(IN_VAIN);
        told.push(Text::plain(format!("So it went with {more} more of your orders, below.")));
    }
    told
}

/// The answers of one game.
pub(in crate::engine) type AnswerOf<G> =
    Answer<<G as Orders>::Order, <G as Orders>::Condition, <G as Orders>::Reason>;

/// One answer for each line that was written, in the order of the file.
pub(in crate::engine) fn answer_all<G: Game>(
    written: &Sheets<G>,
    mut fates: Fates<G>,
) -> BTreeMap<Seat, Vec<AnswerOf<G>>> {
    let mut all = BTreeMap::new();
    for (seat, sheet) in written {
        let settled = settled::<G>(seat, sheet, fates.remove(seat).unwrap_or_default());
        let answer = |((slot, spot, asked), (code, rule, reason)): (Line<'_, G>, Settled<G>)| {
            let line = spot.map(|spot| spot.line);
            let (order, when) = (asked.order().cloned(), asked.condition().cloned());
            let words = sheet.words(slot).cloned();
            let words = words.filter(|words| *words != in_words::<G>(asked.order(), None));
            Answer { slot, line, order, words, when, code, rule, reason }
        };
        let mut answers: Vec<_> = sheet.lines().zip(settled).map(answer).collect();
        fit(&mut answers);
        all.insert(seat.clone(), answers);
    }
    all
}

/// A line of a sheet, with where it stands in the file.
type Line<'a, G> = (Slot, Option<Spot>, Asked<'a, <G as Orders>::Order, <G as Orders>::Condition>);

/// What became of each line that a seat wrote, in the order of the file. Lines that nobody settled were not
/// called for.
///
/// # Panics
/// If a line was settled that is not in the sheet.
pub(in crate::engine) fn settled<G: Game>(
    seat: &Seat,
    sheet: &Sheet<G::Order, G::Condition>,
    mut settled: BTreeMap<Slot, Settled<G>>,
) -> Vec<Settled<G>> {
    let served = served(sheet, &settled);
    let line = |(slot, ..): Line<'_, G>| {
        let unsettled = || {
            if served.contains(&slot) {
                (Code::Done, None, Reason::Decided)
            } else {
                (Code::Unused, None, Reason::Unused)
            }
        };
        settled.remove(&slot).unwrap_or_else(unsettled)
    };
    let all = sheet.lines().map(line).collect();
    assert!(settled.is_empty(), "lines were answered that {seat} did not write");
    all
}

/// Bytes of a seat's words that the answers to its lines repeat at most, so that no order file makes
/// a report much longer than its room.
const REPEATED: usize = 12 * 1024;

/// Every line keeps its answer; those for whose words no room is left are answered without them.
fn fit<O: Serialize, C: Serialize, R: Serialize>(answers: &mut [Answer<O, C, R>]) {
    let mut left = REPEATED;
    for answer in answers {
        let asked = bytes(&answer.order) + answer.when.as_ref().map_or(0, bytes);
        let asked = asked + answer.words.as_ref().map_or(0, bytes);
        let repeated = asked + bytes(&answer.reason);
        if repeated <= left {
            left -= repeated;
        } else {
            (answer.order, answer.words, answer.when) = (None, None, None);
            answer.reason = Reason::NotRepeated;
        }
    }
}

/// What a value takes in the data of a report, where `>` is written as `\u003e`.
fn bytes(value: &impl Serialize) -> usize {
    let text = canonical::encode(value);
    text.len() + 5 * text.matches('>').count()
}

/// The conditions on which a line hangs that was settled otherwise than by a refusal.
fn served<O, C, T>(
    sheet: &Sheet<O, C>,
    settled: &BTreeMap<Slot, (Code, T, impl Sized)>,
) -> BTreeSet<Slot> {
    let lines = sheet.lines().map(|(slot, ..)| slot);
    let used = lines.filter(|slot| settled.get(slot).is_some_and(|s| s.0 != Code::Refused));
    used.filter_map(Slot::condition).collect()
}

/// Adds what became of each order line, under a heading.
pub(in crate::engine) fn add_answers(page: Page, heading: &str, answers: &[Answered]) -> Page {
    if answers.is_empty() {
        return page;
    }
    page.heading(2, heading).table(table(answers))
}

/// Answers, one a row.
pub fn table(answers: &[Answered]) -> Table {
    let columns = Table::new().left("Line").left("Order").left("Outcome").left("Why");
    answers.iter().fold(columns, |table, answer| {
        let why = Text::plain(answer.reason.clone());
        let why = match &answer.rule {
            Some(rule) => why.rule(rule.id()),
            None => why,
        };
        let line = match answer.line {
            Some(line) => Text::plain(format!("line {line}")),
            None => Text::plain(answer.slot.to_string()),
        };
        let order = Text::default().code(&answer.order);
        table.row([line, order, Text::default().strong(answer.code.word()), why])
    })
}

/// Adds every draw, so that all luck can be checked.
pub(in crate::engine) fn add_draws(page: Page, draws: &[Drawn]) -> Page {
    if draws.is_empty() {
        return page;
    }
    let columns = Table::new().left("Draw").left("Values");
    let table = draws.iter().fold(columns, |table, draw| {
        let values: Vec<String> = draw.values.iter().map(u64::to_string).collect();
        table.row([Text::default().code(draw.name.to_string()), Text::plain(values.join(", "))])
    });
    page.heading(2, "Draws").table(table)
}

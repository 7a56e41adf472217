//! What became of each order line.

use std::collections::BTreeMap;

use super::turn::Answers;
use super::{Answer, Code, Finding, Game, Orders, Seat, brief};
use crate::page::{Page, Table, Text};

/// The answer to a line that did not pass the check.
pub(super) fn refusal(finding: Finding) -> Answer {
    let reason = match finding.hint {
        Some(hint) => format!("{} ({hint})", finding.what),
        None => finding.what,
    };
    Answer {
        line: finding.line,
        order: String::new(),
        code: Code::Refused,
        rule: finding.rule,
        reason,
    }
}

/// One answer for each line that was written, in the order of the file. Lines nobody answered
/// had no occasion.
pub(super) fn answer_all<G: Game>(
    written: &Orders<G>,
    mut answers: Answers,
) -> BTreeMap<Seat, Vec<Answer>> {
    let mut all = BTreeMap::new();
    for (seat, sheet) in written {
        let mut given = answers.remove(seat).unwrap_or_default();
        let text: BTreeMap<&str, String> =
            sheet.given().map(|g| (g.line.as_str(), brief::line(&g.order))).collect();
        let mut list = Vec::new();
        for line in sheet.lines() {
            let inner = format!("{line}.");
            let served =
                given.iter().any(|(l, a)| l.starts_with(&inner) && a.code != Code::Refused);
            let mut answer = given.remove(&line).unwrap_or_else(|| unanswered(&line, served));
            answer.order = text.get(line.as_str()).cloned().unwrap_or_default();
            list.push(answer);
        }
        assert!(given.is_empty(), "lines were answered that {seat} did not write: {given:?}");
        all.insert(seat.clone(), list);
    }
    all
}

fn unanswered(line: &str, served: bool) -> Answer {
    let (code, reason) = if served {
        (Code::Done, "it decided which of its orders were in force")
    } else {
        (Code::Unused, "its occasion did not come")
    };
    let (line, reason) = (line.to_owned(), reason.to_owned());
    Answer { line, order: String::new(), code, rule: None, reason }
}

/// Adds what became of each order line, under a heading.
pub(super) fn add_answers(page: Page, heading: &str, answers: &[Answer]) -> Page {
    if answers.is_empty() {
        return page;
    }
    page.heading(2, heading).table(table(answers))
}

/// Answers, one a row.
pub fn table(answers: &[Answer]) -> Table {
    let columns = Table::new().left("Line").left("Order").left("Outcome").left("Why");
    answers.iter().fold(columns, |table, answer| {
        let why = Text::plain(answer.reason.clone());
        let why = match &answer.rule {
            Some(rule) => why.and(" ").rule(rule.id()),
            None => why,
        };
        let [line, order] = [&answer.line, &answer.order].map(|t| Text::plain("").code(t));
        table.row([line, order, Text::plain("").strong(answer.code.word()), why])
    })
}

//! What happened in a cycle, and what became of each order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engine::chance::draw::{DrawName, Drawn};
use crate::engine::{Audience, Reader, Reason, Rule, Seat, Slot};

/// One thing that happened, and who learns of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded<E> {
    /// Events of one moment happen at once. Counts from 0 within the cycle.
    pub moment: u32,
    /// The rule that made it happen.
    pub rule: Rule,
    /// Who learns of it.
    pub audience: Audience,
    /// The draw that decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawName>,
    /// What happened.
    pub event: E,
}

/// One thing that happened, as its witness knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact<E> {
    /// Events of one moment happen at once. Counts from 0 within what the witness knows of the
    /// cycle, so that hidden moments leave no gap.
    pub moment: u32,
    /// The rule that made it happen.
    pub rule: Rule,
    /// The draw that decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawName>,
    /// What happened.
    pub event: E,
}

/// What one reader witnessed.
pub(in crate::engine) fn witnessed<E: Clone>(
    events: &[Recorded<E>],
    reader: &Reader,
) -> Vec<Fact<E>> {
    let mut facts: Vec<Fact<E>> = Vec::new();
    let mut last = None;
    let mut moment = 0;
    for recorded in events.iter().filter(|recorded| recorded.audience.includes(reader)) {
        if last.is_some_and(|last| last != recorded.moment) {
            moment += 1;
        }
        last = Some(recorded.moment);
        let Recorded { rule, draw, event, .. } = recorded.clone();
        facts.push(Fact { moment, rule, draw, event });
    }
    facts
}

/// What became of an order line. Each line gets exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// Carried out as written.
    Done,
    /// Carried out in part.
    Partly,
    /// Permitted and attempted, but it proved impossible.
    Failed,
    /// Not permitted by what its author could know; nothing was attempted.
    Refused,
    /// What it was written for did not happen.
    Unused,
}

impl Code {
    /// The word that reports use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Partly => "partly",
            Self::Failed => "failed",
            Self::Refused => "refused",
            Self::Unused => "unused",
        }
    }
}

/// What became of an order line, before anybody asks which line it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fate<R> {
    /// What became of it.
    pub code: Code,
    /// The rule that decided.
    pub rule: Rule,
    /// Why, in what the author knows.
    pub reason: R,
}

impl<R> Fate<R> {
    /// Carried out as written.
    pub fn done(rule: &Rule, reason: R) -> Self {
        Self { code: Code::Done, rule: rule.clone(), reason }
    }

    /// Carried out in part.
    pub fn partly(rule: &Rule, reason: R) -> Self {
        Self { code: Code::Partly, rule: rule.clone(), reason }
    }

    /// Attempted in vain.
    pub fn failed(rule: &Rule, reason: R) -> Self {
        Self { code: Code::Failed, rule: rule.clone(), reason }
    }
}

/// The answer to one order line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(deserialize = "O: Deserialize<'de>, C: Deserialize<'de>, R: Deserialize<'de>")
)]
pub struct Answer<O, C, R> {
    /// Its list, and its index there.
    pub slot: Slot,
    /// On which line of the file it stands; `None` if it stood from an earlier cycle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What was asked; `None` for a condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<O>,
    /// What the author wrote, where it is a line of another spelling than the order's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The condition; `None` for an order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<C>,
    /// What became of it.
    pub code: Code,
    /// The rule that decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// Why, in what the author knows.
    pub reason: Reason<R>,
}

/// All that a cycle made: events in order, answers to all order lines, every draw, and the orders
/// that stand from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record<E, O, C, R, S> {
    /// What happened.
    pub events: Vec<Recorded<E>>,
    /// What became of each seat's orders, in the order of the file.
    pub answers: BTreeMap<Seat, Vec<Answer<O, C, R>>>,
    /// Every draw, in the order in which it was made.
    pub draws: Vec<Drawn>,
    /// The standing orders that remain.
    pub standing: BTreeMap<Seat, Vec<O>>,
    /// The set-up, if this cycle drew it.
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    pub setup: Option<S>,
}

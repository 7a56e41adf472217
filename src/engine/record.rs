//! What happened in a cycle, and what became of each order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chance::Drawn;
use super::{Audience, Rule, Seat};

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry<E> {
    /// Events of one moment happen at once. Counts from 0 within the cycle.
    pub moment: u32,
    /// The rule that made it happen.
    pub rule: Rule,
    /// Who learns of it.
    pub audience: Audience,
    /// What happened.
    pub event: E,
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
    /// Its occasion did not come.
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

/// The answer to one order line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Where the line stands, such as `orders[2]` (from 0).
    pub line: String,
    /// What was asked, in one line; empty for a condition.
    pub order: String,
    /// What became of it.
    pub code: Code,
    /// The rule that decided.
    pub rule: Option<Rule>,
    /// A sentence of reason, in what the author knows.
    pub reason: String,
}

/// The events of a cycle in order, the answers to all order lines, and every draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record<E> {
    /// What happened.
    pub events: Vec<Entry<E>>,
    /// What became of each seat's orders, in the order of the file.
    pub answers: BTreeMap<Seat, Vec<Answer>>,
    /// Every draw, in the order in which it was made.
    pub draws: Vec<Drawn>,
}

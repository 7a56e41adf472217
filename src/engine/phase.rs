//! What the table waits for.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Seat;

/// A phase of the sequence of play, as a turn format describes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseSpec {
    /// True if the table waits here for fresh orders.
    pub wait: bool,
    /// True if order files are encrypted.
    pub sealed: bool,
    /// The kinds of orders it takes.
    pub accepts: BTreeSet<String>,
}

/// What is expected of a seat in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Due {
    /// Without orders the seat gets the game's default, recorded as NMR.
    Required,
    /// Orders are taken, but silence is no NMR.
    Optional,
    /// There is nothing to order.
    Nothing,
}

/// What the table waits for, from whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// The phase that begins the cycle, in the rulebook's words, such as `movement`.
    pub name: String,
    /// The turn it belongs to; 0 before the first.
    pub turn: u32,
    /// All phases that this cycle runs through.
    pub covers: Vec<String>,
    /// The kinds of orders that may be given.
    pub accepts: BTreeSet<String>,
    /// What is expected of each seat.
    pub due: BTreeMap<Seat, Due>,
    /// True if order files are encrypted to the moderator.
    pub sealed: bool,
}

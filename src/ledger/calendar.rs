//! What moves time and seats, as entries say it: a calendar, pauses, absences, seats that are dropped.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::civil::Dates;
use crate::base::{Digest, Seat, Time};

/// A calendar comes into force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CalendarChange {
    /// Why.
    pub reason: String,
    /// SHA-256 of its file, by its path from the campaign's directory: one file.
    pub files: BTreeMap<String, Digest>,
}

/// Nothing closes and nothing opens for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pause {
    /// When it ends by itself.
    pub until: Time,
    /// The deadline of the open cycle from now on: later by as long as the pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Time>,
    /// Why.
    pub reason: String,
}

/// A pause ends before its time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Resumption {
    /// The deadline of the open cycle from now on: later than before the pause by as long as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Time>,
    /// Why.
    pub reason: String,
}

/// A player announced that they will be away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Absence {
    /// Their seat.
    pub seat: Seat,
    /// The days.
    pub dates: Dates,
    /// What they said.
    pub reason: String,
    /// SHA-256 of their signed word, by path; empty if it is the moderator's that they said so.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, Digest>,
}

/// A seat is taken from a player who no longer plays, or resigns, and stands open to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dropped {
    /// The seat.
    pub seat: Seat,
    /// The first cycle in which its player's keys no longer count.
    pub from: u32,
    /// Cycles in a row in which no orders of theirs came.
    pub missed: u32,
    /// Why.
    pub reason: String,
    /// SHA-256 of the signed word by which its player resigns, by path; empty if it is the moderator's decision.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, Digest>,
}

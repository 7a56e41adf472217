//! Who else may act for a seat, and who asks for it: substitutes, announced keys, objections.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::{Digest, Motion, Seat, Time};

/// Somebody may send orders for a seat for a while, by its player's signed word. They read its reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Substitute {
    /// The seat.
    pub seat: Seat,
    /// That person's name.
    pub name: String,
    /// The key they sign with, as OpenSSH writes it.
    pub signing: String,
    /// Their age recipient.
    pub recipient: String,
    /// Until when.
    pub until: Time,
    /// SHA-256 of the word, and of the newest report sealed to them, by path.
    pub files: BTreeMap<String, Digest>,
}

/// New keys for a seat are announced, on the moderator's word: its player can object until a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Claim {
    /// The seat.
    pub seat: Seat,
    /// The name of the player who would hold it.
    pub name: String,
    /// Their public signing key, as OpenSSH writes it.
    pub signing: String,
    /// Until when the player who holds it can object.
    pub until: Time,
    /// Why; `None` in entries of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A player objects to keys that were announced for their seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Objection {
    /// Their seat.
    pub seat: Seat,
    /// The number of the entry that announced the keys.
    pub entry: u64,
    /// Why.
    pub reason: String,
    /// SHA-256 of their word, by path.
    pub files: BTreeMap<String, Digest>,
}

/// A player is done with a packet: it is the last one of the cycle. As `final: true` in the order file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Finished {
    /// Their seat.
    pub seat: Seat,
    /// The packet's sequence.
    pub sequence: u32,
    /// SHA-256 of their word, by path.
    pub files: BTreeMap<String, Digest>,
}

/// A player withdraws what they sent for a cycle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Withdrawal {
    /// Their seat.
    pub seat: Seat,
    /// The highest sequence of the packets that no longer count.
    pub sequence: u32,
    /// How many packets of the seat had come by then.
    pub packets: u32,
    /// SHA-256 of their word, by path.
    pub files: BTreeMap<String, Digest>,
}

/// A player agrees that the campaign pauses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Agreement {
    /// Their seat.
    pub seat: Seat,
    /// Until when, at most.
    pub until: Time,
    /// SHA-256 of their word, by path.
    pub files: BTreeMap<String, Digest>,
}

/// A player says yes to something that the players can decide together, or no longer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Vote {
    /// Their seat.
    pub seat: Seat,
    /// What it is.
    pub motion: Motion,
    /// Whether they say yes.
    pub yes: bool,
    /// SHA-256 of their word, by path.
    pub files: BTreeMap<String, Digest>,
}

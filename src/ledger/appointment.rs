//! What entries say of the moderator's office: it is handed over, deputies are appointed and dismissed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::{Digest, Problem, Time};

/// The moderator's office goes to somebody else: from the next entry on their key signs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Handover {
    /// The genesis digest: it hands over this campaign and no other.
    pub campaign: Digest,
    /// The new moderator's name.
    pub name: String,
    /// Their public signing key, as OpenSSH writes it.
    pub signing: String,
    /// Their age recipient, to which the campaign's secret was sealed.
    pub recipient: String,
    /// The first cycle whose reports they sign.
    pub from: u32,
    /// Why.
    pub reason: String,
    /// SHA-256 of every packet that had come for that cycle, by path: the key that hands over
    /// receives no more.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, Digest>,
}

/// What a deputy may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Right {
    /// Move the deadline of the open cycle later, but not beyond their own time.
    Extend,
    /// Note packets as they arrive, without opening them.
    Take,
    /// Receive packets, and resolve the open cycle once its deadline and grace are over. That takes
    /// the campaign's secret, with which they read everything.
    Close,
}

/// Somebody may do some of what the moderator does, under their own name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Appointment {
    /// The genesis digest.
    pub campaign: Digest,
    /// The deputy's name; their entries say it.
    pub name: String,
    /// Their public signing key, as OpenSSH writes it.
    pub signing: String,
    /// What they may do.
    pub rights: Vec<Right>,
    /// Until when.
    pub until: Time,
    /// Why.
    pub reason: String,
}

/// A deputy's time ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dismissal {
    /// The deputy's name.
    pub name: String,
    /// Why.
    pub reason: String,
    /// SHA-256 of every packet that had come for the cycle that is awaited, by path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, Digest>,
}

impl Right {
    /// The word in entries and commands.
    pub fn word(self) -> &'static str {
        match self {
            Self::Extend => "extend",
            Self::Take => "take",
            Self::Close => "close",
        }
    }
}

impl std::str::FromStr for Right {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let all = [Self::Extend, Self::Take, Self::Close];
        all.into_iter().find(|right| right.word() == text).ok_or_else(|| {
            Problem::usage(format!("there is no right “{text}”"))
                .hint("the rights are: extend, take, close")
        })
    }
}

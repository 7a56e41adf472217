//! Who holds a seat, and with which keys.

use serde::{Deserialize, Serialize};

use crate::base::Digest;

/// A player takes a seat. His mail address does not stand here: the ledger is public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Enrolment {
    /// The seat.
    pub seat: String,
    /// The player's name, as he wants to be called.
    pub name: String,
    /// The player's public signing key, as OpenSSH writes it.
    pub signing: String,
    /// The player's age recipient, to which his reports are sealed.
    pub recipient: String,
    /// Link 0 of the player's seed chain, if he keeps one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tip: Option<Digest>,
}

/// A player changes his keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct KeyChange {
    /// The seat.
    pub seat: String,
    /// The new public signing key, as OpenSSH writes it.
    pub signing: String,
    /// The new age recipient.
    pub recipient: String,
    /// The first cycle in which the new keys count.
    pub effective_from: u32,
    /// On whose word.
    pub authority: Authority,
}

/// On whose word keys are changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Authority {
    /// The moderator's, visible to all: whoever lost his key cannot sign for the new one.
    Moderator,
}

/// Who holds a seat in a certain cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The player's name.
    pub name: String,
    /// His public signing key, as OpenSSH writes it.
    pub signing: String,
    /// His age recipient.
    pub recipient: String,
    /// Link 0 of his seed chain, if he keeps one.
    pub tip: Option<Digest>,
}

impl From<&Enrolment> for Holder {
    fn from(enrolment: &Enrolment) -> Self {
        Self {
            name: enrolment.name.clone(),
            signing: enrolment.signing.clone(),
            recipient: enrolment.recipient.clone(),
            tip: enrolment.tip,
        }
    }
}

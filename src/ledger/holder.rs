//! Who holds a seat, and with which keys.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::{Digest, Seat};

/// A player takes a seat. Their mail address is not here: the ledger is public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Enrolment {
    /// The seat.
    pub seat: Seat,
    /// The player's name, as they want to be called.
    pub name: String,
    /// The player's public signing key, as OpenSSH writes it.
    pub signing: String,
    /// The player's age recipient, to which their reports are sealed.
    pub recipient: String,
    /// Link 0 of the player's seed chain, if they keep one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tip: Option<Digest>,
}

/// A seat gets new keys: its player lost theirs, or another player takes over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct KeyChange {
    /// The seat.
    pub seat: Seat,
    /// The name of the player who holds the seat with these keys.
    pub name: String,
    /// The new public signing key, as OpenSSH writes it.
    pub signing: String,
    /// The new age recipient.
    pub recipient: String,
    /// Link 0 of the player's seed chain, if they keep one. Its links count from the cycle after
    /// the first: in that one others may have shown theirs already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tip: Option<Digest>,
    /// The first cycle in which the new keys count; 0 for what was corrected before the first one.
    pub effective_from: u32,
    /// Who authorized it.
    pub authority: Authority,
    /// Why the moderator replaced them; `None` if they were corrected, given to a seat that was open, or
    /// signed for by the old key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// SHA-256 of the reports that were sealed again to the new recipient, and of the player's word, by
    /// path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, Digest>,
}

/// Who authorizes a change of keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Authority {
    /// The moderator's, visible to all: a player who lost the old key cannot sign for the new one.
    Moderator,
    /// The player's own, signed with the old key.
    Player,
}

/// Who holds a seat in a certain cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The player's name.
    pub name: String,
    /// Their public signing key, as OpenSSH writes it.
    pub signing: String,
    /// Their age recipient.
    pub recipient: String,
    /// Link 0 of their seed chain, if they keep one.
    pub tip: Option<Digest>,
    /// The first cycle in which a link of that chain counts.
    pub links_from: u32,
}

impl Holder {
    /// True if a change of keys leaves the keys as they are.
    pub fn has_keys_of(&self, change: &KeyChange) -> bool {
        let held = (&self.signing, &self.recipient, self.tip);
        held == (&change.signing, &change.recipient, change.tip)
    }
}

impl From<&KeyChange> for Holder {
    fn from(change: &KeyChange) -> Self {
        Self {
            name: change.name.clone(),
            signing: change.signing.clone(),
            recipient: change.recipient.clone(),
            tip: change.tip,
            links_from: change.effective_from.saturating_add(1),
        }
    }
}

impl From<&Enrolment> for Holder {
    fn from(enrolment: &Enrolment) -> Self {
        Self {
            name: enrolment.name.clone(),
            signing: enrolment.signing.clone(),
            recipient: enrolment.recipient.clone(),
            tip: enrolment.tip,
            links_from: 0,
        }
    }
}

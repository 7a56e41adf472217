//! Who holds a seat, and with which keys.

use serde::{Deserialize, Serialize};

use crate::base::{Digest, canonical};

/// A player takes a seat. His mail address does not stand here: the ledger is public.
///
/// An enrolment counts from the cycle its entry names, or from the beginning.
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
    /// The player's: armored signatures of [`KeyChange::statement`] by both keys, namespace
    /// `key-v1@adjutant`.
    OldAndNew {
        /// By the key that is given up.
        old: String,
        /// By the key that takes its place.
        new: String,
    },
    /// The moderator's alone, because the old key was lost; visible to all.
    Moderator,
}

impl KeyChange {
    /// The message that the old and the new key sign: canonical JSON of the campaign's genesis
    /// digest and all fields but the authority, ended by a line feed.
    pub fn statement(&self, genesis: &Digest) -> String {
        #[derive(Serialize)]
        #[serde(rename_all = "kebab-case")]
        struct Statement<'a> {
            campaign: &'a Digest,
            seat: &'a str,
            signing: &'a str,
            recipient: &'a str,
            effective_from: u32,
        }
        let mut text = canonical::encode(&Statement {
            campaign: genesis,
            seat: &self.seat,
            signing: &self.signing,
            recipient: &self.recipient,
            effective_from: self.effective_from,
        });
        text.push('\n');
        text
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statement_is_canonical() {
        let change = KeyChange {
            seat: "union".into(),
            signing: "ssh-ed25519 AAAA".into(),
            recipient: "age1x".into(),
            effective_from: 3,
            authority: Authority::Moderator,
        };
        let zeros = "0".repeat(64);
        assert_eq!(
            change.statement(&Digest([0; 32])),
            format!(
                "{{\"campaign\":\"{zeros}\",\"effective-from\":3,\"recipient\":\"age1x\",\
                 \"seat\":\"union\",\"signing\":\"ssh-ed25519 AAAA\"}}\n"
            )
        );
    }
}

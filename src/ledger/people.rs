//! Who else may act for a seat, and who asks for it: substitutes, announced keys, objections.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Body, Entry, Ledger};
use crate::base::{Digest, Seat, Time};

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

impl Ledger {
    /// The substitute of a seat's present player, appointed last before an entry; their time may be
    /// over.
    pub fn substitute_before(&self, seat: &Seat, seq: u64) -> Option<&Substitute> {
        let (mut substitute, mut name) = (None, None);
        for entry in self.entries().take_while(|entry| entry.seq < seq) {
            match &entry.body {
                Body::Enroll(enrolment) if enrolment.seat == *seat => {
                    name = Some(enrolment.name.as_str());
                }
                // Who takes over has appointed nobody.
                Body::Key(change) if change.seat == *seat => {
                    if name != Some(change.name.as_str()) {
                        substitute = None;
                    }
                    name = Some(change.name.as_str());
                }
                Body::Dropped(dropped) if dropped.seat == *seat => substitute = None,
                Body::Substitute(appointed) if appointed.seat == *seat => {
                    substitute = Some(appointed);
                }
                _ => {}
            }
        }
        substitute
    }

    /// The substitute of a seat at a time.
    pub fn substitute(&self, seat: &Seat, now: Time) -> Option<&Substitute> {
        self.substitute_before(seat, u64::MAX).filter(|substitute| now <= substitute.until)
    }

    /// True if a key was ever a substitute's of a seat: whether in time is judged when a packet comes.
    pub fn has_substituted(&self, seat: &Seat, signing: &str) -> bool {
        self.entries().any(|entry| {
            matches!(&entry.body, Body::Substitute(substitute)
                if substitute.seat == *seat && substitute.signing == signing)
        })
    }

    /// The newest announcement of keys for a seat before an entry, if nobody has objected to it and it
    /// was not carried out.
    pub fn claim_before(&self, seat: &Seat, seq: u64) -> Option<(&Entry, &Claim)> {
        let mut newest: Option<(&Entry, &Claim)> = None;
        for entry in self.entries().take_while(|entry| entry.seq < seq) {
            match &entry.body {
                Body::Claim(claim) if claim.seat == *seat => newest = Some((entry, claim)),
                Body::Objection(objection)
                    if newest.is_some_and(|(claim, _)| claim.seq == objection.entry) =>
                {
                    newest = None;
                }
                Body::Key(change) if change.seat == *seat => newest = None,
                _ => {}
            }
        }
        newest
    }
}

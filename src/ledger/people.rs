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

impl Ledger {
    /// Until when the present player of each seat agrees to a pause, of those who said so since the last
    /// cycle was resolved and the last pause began.
    pub fn agreements(&self) -> BTreeMap<&Seat, Time> {
        let mut agreed = BTreeMap::new();
        for entry in self.entries() {
            match &entry.body {
                Body::Agree(agreement) => {
                    agreed.insert(&agreement.seat, agreement.until);
                }
                Body::Key(change) => {
                    agreed.remove(&change.seat);
                }
                Body::Result(_) | Body::Pause(_) => agreed.clear(),
                _ => {}
            }
        }
        agreed
    }

    /// True if the player who held a seat, in turn from 0, is done with the packet of a sequence.
    pub fn is_finished(&self, seat: &Seat, cycle: u32, (turn, sequence): (usize, u32)) -> bool {
        let said = |entry: &Entry| matches!(&entry.body, Body::Final(done) if done.seat == *seat && done.sequence == sequence);
        let mut own = self.entries().filter(|entry| entry.cycle == Some(cycle) && said(entry));
        own.any(|entry| self.turn_before(seat, cycle, entry.seq) == turn)
    }

    /// The highest sequence of a cycle that the player who held a seat, in turn from 0, has withdrawn.
    pub fn withdrawn(&self, seat: &Seat, cycle: u32, turn: usize) -> Option<u32> {
        let of_seat = self.withdrawals(seat, cycle);
        let own = of_seat.filter(|(entry, _)| self.turn_before(seat, cycle, entry.seq) == turn);
        own.map(|(_, withdrawal)| withdrawal.sequence).max()
    }

    /// What the players of a seat withdrew in a cycle.
    pub fn withdrawals(
        &self,
        seat: &Seat,
        cycle: u32,
    ) -> impl Iterator<Item = (&Entry, &Withdrawal)> {
        let of_cycle = self.entries().filter(move |entry| entry.cycle == Some(cycle));
        of_cycle.filter_map(move |entry| match &entry.body {
            Body::Withdraw(withdrawal) if withdrawal.seat == *seat => Some((entry, withdrawal)),
            _ => None,
        })
    }

    /// Which of the holders of a seat in a cycle held it before an entry, in turn from 0.
    fn turn_before(&self, seat: &Seat, cycle: u32, seq: u64) -> usize {
        self.holders_before(seat, cycle, seq).len().saturating_sub(1)
    }

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

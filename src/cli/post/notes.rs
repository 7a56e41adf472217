//! What the post counts from one time to the next: `notes.yaml`. Without it, mail on a server is
//! fetched again, which changes nothing, and the day's answers are counted anew.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Time};
use crate::campaign::Postbox;
use crate::campaign::mailbox::Left;

/// What is counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Notes {
    /// How far mailboxes on servers were fetched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) fetched: Vec<Fetched>,
    /// How far files of many messages were read.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) left: BTreeMap<String, Left>,
    /// What was fetched from folders out of which nothing is moved, by the digest of each mail that is still
    /// there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) seen: BTreeMap<String, BTreeSet<Digest>>,
    /// The day for which answers are counted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    day: String,
    /// Answers on that day, by address.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    answers: BTreeMap<String, u32>,
    /// Notices on that day, by address: whoever writes in a player's name uses up these alone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    notices: BTreeMap<String, u32>,
    /// Public files that were not kept, because too many ask for a seat.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) passed_over: u32,
    /// The campaigns that the post serves, by the digest of each, with its name: one that cannot be found just
    /// now has its mail wait.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) campaigns: BTreeMap<Digest, String>,
    /// Mails to ourselves, one for the present deadline of each campaign.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) probes: Vec<Probe>,
}

/// A mail to ourselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Probe {
    /// The digest of the campaign.
    pub(super) campaign: Digest,
    /// What it carries.
    pub(super) token: String,
    /// When it was written.
    pub(super) written: Time,
    /// True if it came back.
    pub(super) back: bool,
}

/// How far a mailbox was fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Fetched {
    pub(super) mailbox: String,
    pub(super) validity: u32,
    pub(super) last: u32,
}

impl Notes {
    pub(super) fn read(post: &Postbox) -> Result<Self, Problem> {
        match post.notes()? {
            Some(bytes) => yaml::read(&bytes, Origin::House).map_err(|p| p.at("notes.yaml")),
            None => Ok(Self::default()),
        }
    }

    pub(super) fn write(&self, post: &Postbox) -> Result<(), Problem> {
        post.write_notes(&yaml::write(self))
    }

    /// True if an address had as many answers as it gets on one day.
    pub(super) fn is_spent(&self, to: &str, now: Time, most: u32) -> bool {
        let counted = self.answers.get(&to.to_lowercase()).copied().unwrap_or_default();
        self.day == day(now) && counted >= most
    }

    /// Counts an answer; false if the address had as many as it gets on one day.
    pub(super) fn count(&mut self, to: &str, now: Time, most: u32) -> bool {
        self.begin(now);
        let counted = self.answers.entry(to.to_lowercase()).or_default();
        *counted = counted.saturating_add(1);
        *counted <= most
    }

    /// The same for a notice that nothing was found in a mail.
    pub(super) fn count_notice(&mut self, to: &str, now: Time, most: u32) -> bool {
        self.begin(now);
        let counted = self.notices.entry(to.to_lowercase()).or_default();
        *counted = counted.saturating_add(1);
        *counted <= most
    }

    fn begin(&mut self, now: Time) {
        let day = day(now);
        if self.day != day {
            self.answers.clear();
            self.notices.clear();
            self.day = day;
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

fn day(now: Time) -> String {
    now.to_string().chars().take(10).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_the_day() {
        let mut notes = Notes::default();
        let day = |n: u8| format!("2026-07-{n:02}T12:00:00Z").parse::<Time>().unwrap();
        let counted: Vec<bool> = (0..3).map(|_| notes.count("A@b", day(1), 2)).collect();
        assert_eq!(counted, [true, true, false]);
        assert!(notes.is_spent("a@B", day(1), 2) && !notes.is_spent("a@b", day(2), 2));
        assert!(notes.count("c@d", day(1), 2), "another address");
        assert!(!notes.count("a@B", day(1), 2), "the same address");
        assert!(notes.count("a@b", day(2), 2), "another day");
    }
}

//! Who may write into the ledger: the moderator, to whom the office may be handed over, and deputies,
//! each with rights of their own and until a time.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Body, CycleResult, Entry, Ledger};
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

/// A packet arrived, and was not opened yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Arrival {
    /// What its receipt names.
    pub packet: Digest,
    /// SHA-256 of the file that holds it, encrypted to the cycle, by path: one file.
    pub files: BTreeMap<String, Digest>,
}

/// A key that held the office.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moderator {
    /// The key, as OpenSSH writes it.
    pub signing: String,
    /// The entry that gave them the office; the genesis, of the first.
    pub since: u64,
    /// The entry that gave it to the next.
    pub ended: Option<u64>,
    /// The first cycle whose reports they signed.
    pub from: u32,
}

/// A key that a deputy signs with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deputy {
    /// Their name.
    pub name: String,
    /// The key, as OpenSSH writes it.
    pub signing: String,
    /// What they may do.
    pub rights: Vec<Right>,
    /// Until when.
    pub until: Time,
    /// The entry that appointed them.
    pub since: u64,
    /// The entry that dismissed them.
    pub ended: Option<u64>,
}

/// All who may write, or could.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Office {
    /// Those who held the office, in turn; there is at least one.
    pub moderators: Vec<Moderator>,
    /// Those who were appointed, in order.
    pub deputies: Vec<Deputy>,
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

impl Deputy {
    /// True if they may do something.
    pub fn may(&self, right: Right) -> bool {
        self.rights.contains(&right)
    }
}

impl Office {
    /// The office as a genesis founds it.
    pub(super) fn of(moderator: &str) -> Self {
        let signing = moderator.to_owned();
        let first = Moderator { signing, since: 0, ended: None, from: 0 };
        Self { moderators: vec![first], deputies: Vec::new() }
    }

    /// Who holds it.
    ///
    /// # Panics
    /// Never: somebody does.
    pub fn moderator(&self) -> &Moderator {
        self.moderators.last().expect("the genesis names the first")
    }

    /// The deputy of that name who was not dismissed; their time may be over.
    pub fn deputy(&self, name: &str) -> Option<&Deputy> {
        let mut all = self.deputies.iter().rev();
        all.find(|deputy| deputy.name == name && deputy.ended.is_none())
    }

    /// The deputy who signs with a key and was not dismissed.
    pub fn deputy_with(&self, signing: &str) -> Option<&Deputy> {
        let mut all = self.deputies.iter().rev();
        all.find(|deputy| deputy.signing == signing && deputy.ended.is_none())
    }

    /// The deputies who were not dismissed though their time is over.
    pub fn overdue(&self, now: Time) -> impl Iterator<Item = &Deputy> {
        self.deputies.iter().filter(move |deputy| deputy.ended.is_none() && deputy.until < now)
    }

    /// Every key that ever signed an entry or could, each once, whoever holds the office first.
    pub fn keys(&self) -> Vec<&str> {
        let moderators = self.moderators.iter().rev().map(|m| m.signing.as_str());
        let mut keys: Vec<&str> = Vec::new();
        for key in moderators.chain(self.deputies.iter().map(|d| d.signing.as_str())) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// Whose a key is that signed an entry: none for the moderator's, else a deputy's name. Entries say
    /// it, too.
    ///
    /// # Errors
    /// If the key is that of somebody who handed the office over, or who is called otherwise.
    pub(super) fn says(&self, signing: &str, by: Option<&str>) -> Result<(), Problem> {
        let holds = self.moderator().signing == signing;
        match by {
            None if holds => Ok(()),
            Some(name) if self.deputies.iter().any(|d| d.name == name && d.signing == signing) => {
                Ok(())
            }
            None => {
                let former = self.moderators.iter().rev().find(|m| m.signing == signing);
                let handed = former.and_then(|former| former.ended);
                Err(match handed {
                    Some(entry) => Problem::refused(format!(
                        "it is signed with the key that handed the office over in {}",
                        Entry::path(entry)
                    )),
                    None => Problem::refused("a deputy signed it, and it does not say so"),
                })
            }
            Some(name) => {
                Err(Problem::refused(format!("it says that {name} wrote it, who did not sign it")))
            }
        }
    }

    /// True if a key could sign a checkpoint over so many entries.
    pub(super) fn notes(&self, signing: &str, size: u64) -> bool {
        let in_time = |since: u64, ended: Option<u64>| {
            since < size && ended.is_none_or(|ended| size <= ended.saturating_add(1))
        };
        let moderators = self.moderators.iter().map(|m| (&m.signing, m.since, m.ended));
        let deputies = self.deputies.iter().map(|d| (&d.signing, d.since, d.ended));
        let mut all = moderators.chain(deputies);
        all.any(|(key, since, ended)| key == signing && in_time(since, ended))
    }

    /// What an entry changes.
    pub(super) fn take(&mut self, entry: &Entry) {
        let seq = entry.seq;
        match &entry.body {
            Body::Handover(new) => {
                if let Some(last) = self.moderators.last_mut() {
                    last.ended = Some(seq);
                }
                let (signing, from) = (new.signing.clone(), new.from);
                self.moderators.push(Moderator { signing, since: seq, ended: None, from });
            }
            Body::Appoint(new) => self.deputies.push(Deputy {
                name: new.name.clone(),
                signing: new.signing.clone(),
                rights: new.rights.clone(),
                until: new.until,
                since: seq,
                ended: None,
            }),
            Body::Dismiss(old) => {
                let mut all = self.deputies.iter_mut();
                if let Some(deputy) = all.find(|d| d.name == old.name && d.ended.is_none()) {
                    deputy.ended = Some(seq);
                }
            }
            _ => {}
        }
    }
}

impl Ledger {
    /// Who wrote an entry could write it: what a deputy does is within their rights and their time,
    /// and the office changes as it can.
    ///
    /// # Errors
    /// What they could not do.
    pub(super) fn is_authorized(&self, entry: &Entry) -> Result<(), Problem> {
        let Some(name) = &entry.by else { return self.office_changes(entry) };
        let ours = self.office().deputies.iter().rev().find(|deputy| deputy.name == *name);
        let deputy = ours.ok_or_else(|| {
            Problem::refused(format!("{name} is not a deputy of this campaign's moderator"))
        })?;
        if let Some(ended) = deputy.ended {
            let entry = Entry::path(ended);
            return Err(Problem::refused(format!("{name} was dismissed as a deputy in {entry}")));
        }
        if entry.time > deputy.until {
            let until = deputy.until;
            return Err(Problem::refused(format!("{name} was a deputy until {until}")));
        }
        let right = self.right(entry, deputy)?;
        if deputy.may(right) {
            return Ok(());
        }
        Err(Problem::refused(format!("as a deputy, {name} may not {}", right.word())))
    }

    /// The right that an entry of a deputy takes.
    fn right(&self, entry: &Entry, deputy: &Deputy) -> Result<Right, Problem> {
        let name = &deputy.name;
        let cycle = entry.cycle.unwrap_or_default();
        let done = self.result(cycle).is_some();
        match &entry.body {
            Body::Extension(extension) => match extension.deadline {
                Some(to) if to <= deputy.until && !done => Ok(Right::Extend),
                Some(_) | None => Err(Problem::refused(format!(
                    "as a deputy, {name} may move a deadline to {} at most",
                    deputy.until
                ))),
            },
            Body::Arrival(_) => Ok(Right::Take),
            Body::Result(CycleResult { correction: None, .. }) => match self.last_call(cycle) {
                Some(last) if entry.time > last => Ok(Right::Close),
                Some(_) | None => Err(Problem::refused(format!(
                    "as a deputy, {name} may resolve a cycle only when its deadline and grace are over"
                ))),
            },
            // What a resolved cycle ends with.
            Body::Close(_)
                if self.entries().next_back().is_some_and(|last| {
                    matches!(last.body, Body::Result(_)) && last.by.as_ref() == Some(name)
                }) =>
            {
                Ok(Right::Close)
            }
            body => {
                let kind = body.kind();
                Err(Problem::refused(format!(
                    "as a deputy, {name} may not write an entry of kind {kind}"
                )))
            }
        }
    }

    /// What an entry of the moderator's says of the office.
    fn office_changes(&self, entry: &Entry) -> Result<(), Problem> {
        let office = self.office();
        let ours = |campaign: &Digest| {
            if *campaign == self.genesis_digest() {
                return Ok(());
            }
            Err(Problem::refused("it is about another campaign's office"))
        };
        match &entry.body {
            Body::Handover(new) => {
                ours(&new.campaign)?;
                let next = self.results().next_back().map_or(0, |(cycle, _)| cycle + 1);
                if new.from != next {
                    let from = new.from;
                    return Err(Problem::refused(format!("from is {from}, expected {next}")));
                }
                if office.moderator().signing == new.signing {
                    return Err(Problem::refused("this key holds the office"));
                }
                Ok(())
            }
            Body::Appoint(new) => {
                ours(&new.campaign)?;
                if office.moderators.iter().any(|m| m.signing == new.signing) {
                    return Err(Problem::refused("this key holds the office, or did"));
                }
                if office.deputy(&new.name).is_some() || office.deputy_with(&new.signing).is_some()
                {
                    let what = format!("{} is a deputy already, or their key is one's", new.name);
                    return Err(Problem::refused(what).hint("dismiss them first"));
                }
                if new.until <= entry.time {
                    let what = format!("{} could be a deputy until {}", new.name, new.until);
                    return Err(Problem::refused(format!("{what}, which has passed")));
                }
                Ok(())
            }
            Body::Dismiss(old) if office.deputy(&old.name).is_none() => {
                Err(Problem::refused(format!("{} is not a deputy", old.name)))
            }
            _ => Ok(()),
        }
    }

    /// The packets that had come for a cycle when a key's office ended: of those it gave receipts for,
    /// no others count. `None` if it has not ended, or the cycle was resolved before.
    pub fn frozen(&self, signing: &str, cycle: u32) -> Option<&BTreeMap<String, Digest>> {
        let office = self.office();
        let moderator = office.moderators.iter().rev().find(|m| m.signing == signing);
        let deputy = office.deputies.iter().rev().find(|d| d.signing == signing);
        let ended = match (moderator, deputy) {
            (Some(moderator), _) => moderator.ended?,
            (None, deputy) => deputy?.ended?,
        };
        if self.result_seq(cycle).is_some_and(|result| result < ended) {
            return None;
        }
        let entry = self.entries().find(|entry| entry.seq == ended)?;
        entry.body.files()
    }

    /// The arrivals that were noted for a cycle, with their entries.
    pub fn arrivals(&self, cycle: u32) -> impl Iterator<Item = (&Entry, &Arrival)> {
        self.entries().filter_map(move |entry| match &entry.body {
            Body::Arrival(arrival) if entry.cycle == Some(cycle) => Some((entry, arrival)),
            _ => None,
        })
    }
}

#[cfg(test)]
#[path = "office_tests.rs"]
mod tests;

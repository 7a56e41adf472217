//! Who may write into the ledger: the moderator, to whom the office may be handed over, and deputies,
//! each with rights of their own and until a time.

use super::{Body, Entry, Right};
use crate::base::{Problem, Time};

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
            Some(name) => Err(Problem::refused(format!(
                "it names {name} as its author, but {name} did not sign it"
            ))),
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

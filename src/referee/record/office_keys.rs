//! The keys of the office: how they follow each other, and what was signed with those that held it then.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use super::campaign::Campaign;
use super::receipt::{Receipt, Verdict};
use crate::base::{Digest, Problem};
use crate::ledger::{Body, Entry, Right};
use crate::seal::{PublicKey, sshsig};

/// An entry that handed the office over, as its signer wrote it: with a report it goes to readers who
/// have no ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// The entry's file, in base64.
    pub entry: String,
    /// Its signature's file, in base64.
    pub signature: String,
}

impl Deed {
    /// The key that it gives the office of a campaign, and the first cycle whose reports that signs; if
    /// the key before signed it.
    fn successor(&self, before: &PublicKey, campaign: &Digest) -> Option<(PublicKey, u32)> {
        let entry = BASE64_STANDARD.decode(&self.entry).ok()?;
        let armor = String::from_utf8(BASE64_STANDARD.decode(&self.signature).ok()?).ok()?;
        sshsig::verify(before, sshsig::LEDGER, &entry, &armor).ok()?;
        match Entry::read_signed(&entry).ok()?.body {
            Body::Handover(new) if new.campaign == *campaign => {
                Some((new.signing.parse().ok()?, new.from))
            }
            _ => None,
        }
    }
}

/// The entries that handed the office of a campaign over, in order.
///
/// # Errors
/// If one is missing.
pub(in crate::referee) fn deeds(campaign: &Campaign) -> Result<Vec<Deed>, Problem> {
    let encoded = |path: String| Ok(BASE64_STANDARD.encode(campaign.store.need(&path)?));
    let later = campaign.ledger.office().moderators.iter().skip(1);
    let deed = |seq: u64| -> Result<Deed, Problem> {
        let entry = encoded(Entry::path(seq))?;
        Ok(Deed { entry, signature: encoded(Entry::signature_path(seq))? })
    };
    later.map(|moderator| deed(moderator.since)).collect()
}

/// The keys that held the office after one that is known, each with the first cycle whose reports it
/// signs.
pub(in crate::referee) fn successors(
    known: &PublicKey,
    campaign: &Digest,
    deeds: &[Deed],
) -> Vec<(PublicKey, u32)> {
    let mut all: Vec<(PublicKey, u32)> = Vec::new();
    for deed in deeds {
        let newest = all.last().map_or(known, |(key, _)| key);
        all.extend(deed.successor(newest, campaign));
    }
    all
}

/// The keys that may sign the reports of a cycle: of those who held the office when it was resolved
/// or later and, if a deputy resolved it, theirs.
pub(super) fn writers(campaign: &Campaign, cycle: u32) -> Vec<String> {
    let office = campaign.ledger.office();
    let Some(result) = campaign.ledger.result_seq(cycle) else {
        return vec![office.moderator().signing.clone()];
    };
    let moderators = office.moderators.iter().filter(|m| m.ended.is_none_or(|end| end > result));
    let by = campaign.ledger.entries().find(|entry| entry.seq == result).and_then(|e| e.by.clone());
    let deputies = office.deputies.iter().filter(|d| by.as_ref() == Some(&d.name));
    let keys = moderators.map(|m| &m.signing).chain(deputies.map(|d| &d.signing));
    keys.cloned().collect()
}

/// Reads a receipt that somebody signed who could: a moderator who had not handed the office over, or a
/// deputy with that right and in their time. The key.
///
/// # Errors
/// If nobody did, or it is no receipt.
pub fn receipt(campaign: &Campaign, bytes: &[u8]) -> Result<(Receipt, String), Problem> {
    let ledger = &campaign.ledger;
    let office = ledger.office();
    let (receipt, key) = Receipt::read(bytes, &office.keys())?;
    let key = key.to_string();
    let at = |seq: u64| ledger.entries().find(|entry| entry.seq == seq).map(|entry| entry.time);
    let before =
        |ended: Option<u64>| ended.and_then(at).is_none_or(|ended| receipt.received <= ended);
    let right = match receipt.verdict {
        Verdict::Held => Right::Take,
        Verdict::Accepted
        | Verdict::Superseded
        | Verdict::Equivocation
        | Verdict::Late
        | Verdict::Refused => Right::Close,
    };
    let moderator = office.moderators.iter().any(|m| m.signing == key && before(m.ended));
    let deputy = office.deputies.iter().any(|d| {
        d.signing == key && d.may(right) && receipt.received <= d.until && before(d.ended)
    });
    if moderator || deputy {
        return Ok((receipt, key));
    }
    Err(Problem::refused("the receipt is signed with a key that was not in office then"))
}

/// A packet's file counts with this receipt: whoever's office has ended gave receipts only for packets
/// that were there then.
///
/// # Errors
/// If it came later.
pub(in crate::referee) fn was_there(
    campaign: &Campaign,
    (cycle, key): (u32, &str),
    (path, digest): (&str, &Digest),
) -> Result<(), Problem> {
    match campaign.ledger.frozen(key, cycle) {
        Some(listed) if listed.get(path) != Some(digest) => Err(Problem::refused(
            "its receipt is signed with a key whose office was over when it was put there",
        )),
        Some(_) | None => Ok(()),
    }
}

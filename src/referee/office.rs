//! The moderator's office: handed over to another key, and shared with deputies. What players' programs
//! and `verify` ask of it, and what goes to whom sealed.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

use super::campaign::{Campaign, Stage};
use super::desk::{Desk, Keys};
use super::enroll;
use super::packet;
use super::receipt::{Receipt, Verdict};
use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Time};
use crate::campaign::Store;
use crate::engine::Seat;
use crate::ledger::{Appointment, Body, Dismissal, Entry, Handover, Right};
use crate::seal::{
    CampaignSecret, FoundingSecret, ModeratorKey, PlayerPublic, PlayerSecret, PublicKey, Recipient,
    packed, sealed, sshsig,
};

/// How the text of what is handed over begins.
const KIND: &str = "office-v1";

/// Who gets the office, or a part of it.
#[derive(Debug, Clone)]
pub struct Person {
    /// Their name.
    pub name: String,
    /// The key they sign with.
    pub signing: PublicKey,
    /// What is sealed to them.
    pub recipient: Recipient,
}

impl Person {
    /// Whose public file it is; a name takes the place of the one in it.
    ///
    /// # Errors
    /// If neither is given.
    pub fn of(file: PlayerPublic, name: Option<String>) -> Result<Self, Problem> {
        let name = name.or(file.name).ok_or_else(|| {
            Problem::usage("the public file names nobody").hint("give their name with --name")
        })?;
        Ok(Self { name, signing: file.signing, recipient: file.age })
    }
}

/// What the office needs besides a key: the campaign's secret and, for a moderator, the addresses.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Papers {
    adjutant: String,
    campaign: Digest,
    secret: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    addresses: BTreeMap<Seat, String>,
}

impl Drop for Papers {
    fn drop(&mut self) {
        self.secret.zeroize();
    }
}

/// What a new moderator needs besides their key, sealed to them: the secret of this campaign, and the
/// players' addresses. A deputy who may close gets the secret alone.
///
/// # Errors
/// If an address cannot be read, or nothing can be encrypted to them.
pub fn papers(desk: &Desk, to: &Person, addresses: bool) -> Result<Vec<u8>, Problem> {
    let mut kept = BTreeMap::new();
    for seat in desk.campaign.seats().into_iter().filter(|_| addresses) {
        if let Some(address) = enroll::address(desk, &seat)? {
            kept.insert(seat, address);
        }
    }
    let papers = Papers {
        adjutant: KIND.to_owned(),
        campaign: desk.genesis(),
        secret: hex::encode(desk.secret().expose()),
        addresses: kept,
    };
    let text = Zeroizing::new(yaml::write(&papers));
    sealed::keep(&packed::pack(&text)?, &[&to.recipient])
}

/// Hands the office over: the next entry is signed by the new moderator. The papers come first, and are
/// kept: without them nobody could go on.
///
/// # Errors
/// If the campaign is over, the key is one of its players' or its moderator's, or the disk refuses.
pub fn hand_over(desk: &mut Desk, to: &Person, reason: &str, now: Time) -> Result<(), Problem> {
    is_no_players(&desk.campaign, to)?;
    let (from, files) = received(desk)?;
    let (name, reason) = (to.name.clone(), reason.to_owned());
    let (signing, recipient) = (to.signing.to_string(), to.recipient.to_string());
    let campaign = desk.genesis();
    let body = Handover { campaign, name, signing, recipient, from, reason, files };
    desk.append(now, None, Body::Handover(body))
}

/// Appoints a deputy.
///
/// # Errors
/// If the key is a player's or the moderator's, the name is another deputy's, or the time has passed.
pub fn appoint(
    desk: &mut Desk,
    (who, mut rights): (&Person, Vec<Right>),
    until: Time,
    reason: &str,
    now: Time,
) -> Result<(), Problem> {
    is_no_players(&desk.campaign, who)?;
    rights.sort();
    rights.dedup();
    let (campaign, name, reason) = (desk.genesis(), who.name.clone(), reason.to_owned());
    let signing = who.signing.to_string();
    let body = Appointment { campaign, name, signing, rights, until, reason };
    desk.append(now, None, Body::Appoint(body))
}

/// Ends a deputy's time.
///
/// # Errors
/// If there is no such deputy.
pub fn dismiss(desk: &mut Desk, name: &str, reason: &str, now: Time) -> Result<(), Problem> {
    let (_, files) = received(desk)?;
    let (name, reason) = (name.to_owned(), reason.to_owned());
    desk.append(now, None, Body::Dismiss(Dismissal { name, reason, files }))
}

/// Dismisses the deputies whose time is over, so that nothing is written in their names with an earlier
/// time. Who they are.
///
/// # Errors
/// If the disk refuses.
pub(super) fn dismiss_overdue(desk: &mut Desk, now: Time) -> Result<Vec<String>, Problem> {
    let office = desk.campaign.ledger.office();
    let over: Vec<String> = office.overdue(now).map(|deputy| deputy.name.clone()).collect();
    for name in &over {
        dismiss(desk, name, "their time is over", now)?;
    }
    Ok(over)
}

/// A player signs orders; who decides about them signs with another key.
fn is_no_players(campaign: &Campaign, who: &Person) -> Result<(), Problem> {
    match campaign.keys(u32::MAX)?.into_iter().find(|(_, key)| *key == who.signing) {
        Some((seat, _)) => Err(Problem::refused(format!("this is the key of seat {seat}"))
            .hint("make others for the office with `adjutant keygen`")),
        None => Ok(()),
    }
}

/// The cycle that packets are received for, and those that came: whose office ends receives no more.
fn received(desk: &Desk) -> Result<(u32, BTreeMap<String, Digest>), Problem> {
    let cycle = match desk.campaign.stage() {
        Stage::Closed => return Err(Problem::nothing("the campaign is over")),
        Stage::Enrolling => 0,
        Stage::Open(cycle) => cycle,
        Stage::Resolved(cycle) => cycle + 1,
    };
    let (noted, _) = packet::noted(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
    Ok((cycle, noted.into_iter().map(|noted| (noted.path, noted.digest)).collect()))
}

/// Takes up the office, or a deputy's part of it: opens the papers with the key that the ledger names.
/// The addresses are sealed again to the new moderator.
///
/// # Errors
/// If the papers are another's or another campaign's, or the ledger does not give the key the office.
pub fn take_up(store: Store, papers: &[u8], key: &PlayerSecret) -> Result<Keys, Problem> {
    let text = Zeroizing::new(packed::open(papers, key.identity())?);
    let papers: Papers = yaml::read(text.as_bytes(), Origin::Mail)
        .map_err(|_| Problem::refused("these are not the papers of an office"))?;
    let mut secret = Zeroizing::new([0; 32]);
    let digits = hex::decode_to_slice(&papers.secret, &mut secret[..]);
    if papers.adjutant != KIND || digits.is_err() {
        return Err(Problem::refused(format!("this is not an {KIND} file")));
    }
    let keys = || Keys {
        signing: ModeratorKey::of(key.signing()),
        secret: FoundingSecret::handed(&CampaignSecret::revealed(*secret)),
    };
    let desk = Desk::take(store, keys())?;
    if desk.genesis() != papers.campaign {
        return Err(Problem::refused("these papers are for another campaign"));
    }
    if desk.deputy().is_none() {
        for (seat, address) in &papers.addresses {
            if desk.campaign.holder(seat, u32::MAX).is_some() {
                enroll::correct_address(&desk, seat, address)?;
            }
        }
    }
    Ok(keys())
}

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
pub(super) fn deeds(campaign: &Campaign) -> Result<Vec<Deed>, Problem> {
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
pub(super) fn successors(
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
pub(super) fn receipt(campaign: &Campaign, bytes: &[u8]) -> Result<(Receipt, String), Problem> {
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
pub(super) fn was_there(
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

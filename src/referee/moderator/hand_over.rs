//! The moderator's office: handed over to another key, shared with deputies, and what goes to whom
//! sealed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Time};
use crate::campaign::Store;
use crate::engine::{Seat, Shelf};
use crate::ledger::{Appointment, Body, Dismissal, Handover, Right};
use crate::referee::cycle::desk::{Desk, Keys};
use crate::referee::cycle::{enroll, packets};
use crate::referee::record::campaign::{Campaign, Stage};
use crate::seal::{
    CampaignSecret, FoundingSecret, ModeratorKey, PlayerPublic, PlayerSecret, PublicKey, Recipient,
    packed, sealed,
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
pub(in crate::referee) fn dismiss_overdue(
    desk: &mut Desk,
    now: Time,
) -> Result<Vec<String>, Problem> {
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
    let (noted, _) = packets::noted(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
    Ok((cycle, noted.into_iter().map(|noted| (noted.path, noted.digest)).collect()))
}

/// Takes up the office, or a deputy's part of it: opens the papers with the key that the ledger names.
/// The addresses are sealed again to the new moderator.
///
/// # Errors
/// If the papers are another's or another campaign's, or the ledger does not give the key the office.
pub fn take_up(
    store: Store,
    papers: &[u8],
    key: &PlayerSecret,
    shelf: Shelf,
) -> Result<Keys, Problem> {
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
    let desk = Desk::take(store, keys(), shelf)?;
    if desk.genesis() != papers.campaign {
        return Err(Problem::refused("these papers are for another campaign"));
    }
    if desk.deputy().is_none() {
        for seat in desk.campaign.seats() {
            enroll::take_over_address(&desk, &seat, papers.addresses.get(&seat))?;
        }
    }
    Ok(keys())
}

//! Packets that are noted in the ledger before anybody opens them: those that deputies take, and those that are sealed to
//! a round of drand. Each is judged later, as it came.

use std::collections::{BTreeMap, BTreeSet};

use super::desk::{self, Desk};
use super::packets::incoming_cycle;
use crate::base::{Cause, Digest, Problem, Seat, Time};
use crate::campaign::layout;
use crate::ledger::{Arrival, Beacon, Body, Earlier, Sealing};
use crate::referee::record::campaign::{Campaign, Stage};
use crate::referee::record::ledger_page;
use crate::seal::beacon::Round;
use crate::seal::mistaken::{self, Wanted};
use crate::seal::{Envelope, Identity, PublicKey, Recipient, SigningKey, packed, sealed};

/// Packets of one seat that are noted in a cycle where they are sealed to a round: nobody is to fill the ledger.
pub(in crate::referee) const MOST: usize = 40;

/// What a receipt names for a packet that cannot be opened: the encrypted file alone, where nothing
/// else decides what becomes of it, however mail wrapped it; else the bytes as they came.
pub(in crate::referee) fn unopened(raw: &[u8]) -> Digest {
    let file = mistaken::refuse(raw, Wanted::Packet).ok().and_then(|()| sealed::unwrapped(raw));
    file.map_or_else(|| Digest::of(raw), |file| Digest::of(&file))
}

/// Notes a packet of the open cycle. What came is kept under the cycle's own key, so that also orders that were sent in
/// the clear are nobody's to read.
///
/// # Errors
/// If no cycle is open, or the disk refuses.
pub(super) fn keep(
    campaign: &mut Campaign,
    key: &SigningKey,
    (cycle, raw): (u32, &[u8]),
    now: Time,
) -> Result<(), Problem> {
    let opening = campaign.ledger.opening(cycle);
    let to = opening.map(|opening| opening.recipient.parse::<Recipient>());
    let to = to.transpose()?.ok_or_else(|| Problem::nothing("no cycle is open"))?;
    let bytes = sealed::keep(&packed::pack(&hex::encode(raw))?, &[&to])?;
    let path = layout::held(cycle, campaign.ledger.len());
    campaign.store.write(&path, &bytes)?;
    let files = BTreeMap::from([(path, Digest::of(&bytes))]);
    let arrival = Body::Arrival(Arrival { packet: unopened(raw), files });
    desk::append(campaign, key, (now, Some(cycle)), arrival)
}

/// A packet that an entry notes, as it came.
///
/// # Errors
/// If its file is altered, or another's.
pub(in crate::referee) fn came(
    campaign: &Campaign,
    arrival: &Arrival,
    identity: &Identity,
) -> Result<Vec<u8>, Problem> {
    let path = arrival.files.keys().next().map_or("", String::as_str);
    let read = || {
        let text = packed::open(&campaign.listed(path)?, identity)?;
        let raw =
            hex::decode(text).map_err(|_| Problem::refused("this is not a packet as it came"))?;
        if unopened(&raw) == arrival.packet {
            return Ok(raw);
        }
        let what = "this is another packet than the one that was noted";
        Err(Problem::refused(what).cause(Cause::OtherPacket))
    };
    read().map_err(|p| p.at(path))
}

/// Keeps the receipt that a packet got which an entry notes, when it was opened.
///
/// # Errors
/// If the disk refuses.
pub(super) fn keep_judged(
    desk: &Desk,
    (cycle, path): (u32, &str),
    receipt: &str,
) -> Result<(), Problem> {
    let kept = sealed::keep(&packed::pack(receipt)?, &[&desk.cycle_identity(cycle).recipient()])?;
    desk.campaign.store.write(path, &kept)
}

/// Whether packets of a cycle can be opened, by what the ledger says.
#[derive(Debug, Clone)]
pub(in crate::referee) enum Timed {
    /// They are not sealed to a round.
    Never,
    /// Their round has not come, or the cycle is not open yet.
    Waits,
    /// With these rounds.
    Opens(BTreeMap<u64, Round>),
    /// The cycle goes on without its round, and nobody can ever open them, unless it comes after all.
    Lost,
}

impl Timed {
    /// Of a cycle whose phase is `sealed` or not.
    pub(in crate::referee) fn of(campaign: &Campaign, (cycle, sealed): (u32, bool)) -> Self {
        if !sealed || campaign.ledger.genesis().sealed == Sealing::Moderator {
            return Self::Never;
        }
        match campaign.ledger.beacon(cycle) {
            None => Self::Waits,
            Some((_, Beacon::Drand { round, signature, earlier })) => {
                let own = Earlier { round: *round, signature: signature.clone() };
                let all = earlier.iter().cloned().chain([own]);
                let round = |Earlier { round, signature }| (round, Round { round, signature });
                Self::Opens(all.map(round).collect())
            }
            Some((_, Beacon::Missing { .. } | Beacon::Declared { .. })) => Self::Lost,
        }
    }

    /// Of the cycle that packets come in for.
    ///
    /// # Errors
    /// If the position cannot be read.
    pub(in crate::referee) fn awaited(desk: &Desk) -> Result<Self, Problem> {
        let sealed = desk.campaign.ledger.genesis().sealed;
        match incoming_cycle(desk.campaign.stage()).filter(|_| sealed == Sealing::Timelock) {
            None => Ok(Self::Never),
            Some(cycle) => {
                let phase = desk.campaign.game.phase(&desk.position(cycle - 1)?)?;
                Ok(Self::of(&desk.campaign, (cycle, phase.sealed)))
            }
        }
    }
}

/// A packet that is noted, as far as it opens without its round.
#[derive(Debug, Clone)]
pub(in crate::referee) struct Held {
    /// The number of its entry.
    pub(in crate::referee) seq: u64,
    /// When it came.
    pub(in crate::referee) time: Time,
    /// What is signed around the orders.
    pub(in crate::referee) envelope: Envelope,
}

/// The packets of a cycle that are noted and signed by a player; others are nobody's.
///
/// # Errors
/// If the ledger has an invalid key.
pub(in crate::referee) fn envelopes(
    campaign: &Campaign,
    (cycle, identity): (u32, &Identity),
) -> Result<Vec<Held>, Problem> {
    let keys: Vec<(String, PublicKey)> = campaign.keys_of_packets(cycle)?;
    let mut all = Vec::new();
    for (entry, arrival) in campaign.ledger.arrivals(cycle) {
        let Ok(raw) = came(campaign, arrival, identity) else { continue };
        let Ok((envelope, outer)) = Envelope::read(&raw, identity, &keys) else { continue };
        let own = |(name, key): &(String, PublicKey)| {
            *name == envelope.seat.as_str() && *key == outer.key
        };
        if keys.iter().any(own) {
            all.push(Held { seq: entry.seq, time: entry.time, envelope });
        }
    }
    Ok(all)
}

/// The packets of the open cycle that nobody can open yet, and that were not withdrawn: of each seat the last.
///
/// # Errors
/// If the position cannot be read.
pub(in crate::referee) fn waiting(desk: &Desk) -> Result<BTreeMap<Seat, Held>, Problem> {
    let mut last = BTreeMap::new();
    let (Stage::Open(cycle), Timed::Waits) = (desk.campaign.stage(), Timed::awaited(desk)?) else {
        return Ok(last);
    };
    let ledger = &desk.campaign.ledger;
    let mut all = envelopes(&desk.campaign, (cycle, &desk.cycle_identity(cycle)))?;
    all.retain(|held| {
        let seat = &held.envelope.seat;
        let turn = ledger.holders(seat, cycle).len().saturating_sub(1);
        ledger.withdrawn(seat, cycle, turn).is_none_or(|last| held.envelope.sequence > last)
    });
    all.sort_by_key(|held| held.envelope.sequence);
    last.extend(all.into_iter().map(|held| (held.envelope.seat.clone(), held)));
    Ok(last)
}

/// What a cycle waits for that goes on without its round: players may send again what nobody can open any more.
#[derive(Debug, Clone)]
pub(in crate::referee) struct Again {
    /// The cycle.
    cycle: u32,
    /// Until when.
    until: Time,
    /// Whose orders.
    seats: Vec<Seat>,
}

impl Again {
    /// What the open cycle waits for at a time; `None` if it does not.
    ///
    /// # Errors
    /// If the position cannot be read.
    pub(in crate::referee) fn of(desk: &Desk, now: Time) -> Result<Option<Self>, Problem> {
        let (Stage::Open(cycle), Timed::Lost) = (desk.campaign.stage(), Timed::awaited(desk)?)
        else {
            return Ok(None);
        };
        let ledger = &desk.campaign.ledger;
        let patience = ledger.genesis().beacon_terms.as_ref().map_or(0, |it| it.patience.seconds());
        let until = ledger.beacon(cycle).and_then(|(entry, _)| entry.time.after(patience));
        let Some(until) = until.filter(|until| now <= *until) else { return Ok(None) };
        let (mut seats, mut back) = (BTreeSet::new(), BTreeSet::new());
        for held in envelopes(&desk.campaign, (cycle, &desk.cycle_identity(cycle)))? {
            let judged = desk.campaign.store.read(&layout::judged(cycle, held.seq))?.is_some();
            let into = if judged { &mut back } else { &mut seats };
            into.insert(held.envelope.seat);
        }
        let seats: Vec<Seat> = seats.difference(&back).cloned().collect();
        Ok((!seats.is_empty()).then_some(Self { cycle, until, seats }))
    }

    /// What is waited for, in a sentence.
    pub(in crate::referee) fn sentence(&self) -> String {
        let Self { cycle, until, seats } = self;
        let whose = ledger_page::seats(seats);
        format!(
            "cycle {cycle} goes on without its round, and waits until {until} for {whose} to send the same orders again"
        )
    }
}

//! When a cycle may be resolved: not before its deadline while a seat can still send or change
//! orders, and not without required orders. Either needs the moderator's word.

use std::collections::BTreeMap;

use super::arrivals::{self, Again};
use super::deadline;
use super::deputy;
use super::desk::Desk;
use super::packets::{self, Kept, Packets};
use crate::base::{Digest, Problem, Time};
use crate::campaign::layout;
use crate::engine::Seat;
use crate::ledger::{Body, Contribution, Effect, Entry, Lock, Ruling, Sealing, Withheld};
use crate::referee::record::campaign::{Campaign, Stage};
use crate::referee::record::ledger_page::seats;
use crate::referee::record::luck::{awaited, awaited_links};
use crate::seal::lock::{Blind, leaf};

const GO_ON_WITHOUT: &str =
    "go on without them with `adjutant lock --missing REASON`; everyone can see why";

/// Refuses to close a cycle before its deadline while somebody can still send or change orders,
/// unless the moderator ruled so.
///
/// # Errors
/// Who can, and until when.
pub(super) fn may_close(desk: &Desk, cycle: u32, kept: &[Kept], now: Time) -> Result<(), Problem> {
    deadline::no_pause(desk, now)?;
    is_ready(desk, now)?;
    // What comes behind the lock changes nothing.
    if desk.campaign.ledger.lock(cycle).is_some() {
        return Ok(());
    }
    is_done(desk, cycle, kept, now)
}

/// Refuses to work out a cycle whose dice are not fixed yet: which is not locked, or lacks its beacon or links.
///
/// # Errors
/// What it waits for.
pub(super) fn is_ready(desk: &Desk, now: Time) -> Result<(), Problem> {
    is_locked(desk)?;
    has_beacon(desk, now)?;
    is_given_again(desk, now)?;
    has_links(desk, now)
}

/// Refuses to lock a cycle before its deadline in the same way.
///
/// # Errors
/// Who can still send or change orders, and until when.
pub(in crate::referee) fn may_lock(
    desk: &Desk,
    cycle: u32,
    kept: &[Kept],
    now: Time,
) -> Result<(), Problem> {
    deadline::no_pause(desk, now)?;
    // What is locked has been opened.
    if desk.campaign.ledger.genesis().sealed == Sealing::Timelock {
        has_beacon(desk, now)?;
        is_given_again(desk, now)?;
    }
    is_done(desk, cycle, kept, now)
}

fn is_done(desk: &Desk, cycle: u32, kept: &[Kept], now: Time) -> Result<(), Problem> {
    let Some((until, open)) = able(desk, cycle, kept, now) else { return Ok(()) };
    if open.is_empty() || desk.campaign.ledger.is_closed_early(cycle) {
        return Ok(());
    }
    let who = seats(&open);
    Err(Problem::nothing(format!(
        "cycle {cycle} is open until {until}: until then {who} can send or change orders"
    ))
    .hint(
        "wait for the deadline or for `final: true` from each of them, or close with \
          --early --reason TEXT",
    ))
}

/// Refuses to work out a cycle whose beacon has not come.
///
/// # Errors
/// What it waits for.
fn has_beacon(desk: &Desk, now: Time) -> Result<(), Problem> {
    let Some(waits) = awaited(&desk.campaign)? else { return Ok(()) };
    let hint = if now < waits.from {
        "wait for it: where a campaign has a beacon, no cycle closes early".to_owned()
    } else {
        waits.hint()
    };
    Err(Problem::nothing(waits.sentence()).hint(hint))
}

/// Refuses to work out a cycle as long as orders may be sent again that nobody can open any more.
///
/// # Errors
/// Whose it waits for.
fn is_given_again(desk: &Desk, now: Time) -> Result<(), Problem> {
    match Again::of(desk, now)? {
        None => Ok(()),
        Some(waits) => Err(Problem::nothing(waits.sentence())
            .hint("their players send them with `adjutant seal --again`")),
    }
}

/// Refuses to work out a cycle that is to be locked before.
///
/// # Errors
/// That it is not.
fn is_locked(desk: &Desk) -> Result<(), Problem> {
    match awaited_links(&desk.campaign).filter(|waits| waits.until.is_none()) {
        None => Ok(()),
        Some(waits) => Err(Problem::nothing(waits.sentence()).hint("lock it with `adjutant lock`")),
    }
}

/// Refuses to work out a cycle whose links have not come, as long as they are waited for.
///
/// # Errors
/// Whose it waits for.
fn has_links(desk: &Desk, now: Time) -> Result<(), Problem> {
    let Some(waits) = awaited_links(&desk.campaign) else { return Ok(()) };
    let over = waits.is_over(now);
    if over && waits.withheld == Withheld::Absent {
        return Ok(());
    }
    let hint =
        if over { GO_ON_WITHOUT } else { "their players give them with `adjutant say link`" };
    Err(Problem::nothing(waits.sentence()).hint(hint))
}

/// What the moderator is needed for before a cycle can be worked out whose links were waited for long enough.
pub(in crate::referee) fn stuck(desk: &Desk, now: Time) -> Option<Problem> {
    let waits = awaited_links(&desk.campaign)?;
    let needed = waits.is_over(now) && waits.withheld == Withheld::Wait;
    needed.then(|| Problem::refused(waits.sentence()).hint(GO_ON_WITHOUT))
}

/// Says in the ledger which links did not come, if they were waited for long enough and the cycle does not wait for
/// the moderator as well.
///
/// # Errors
/// If the disk refuses.
pub(super) fn go_on_without(desk: &mut Desk, now: Time) -> Result<(), Problem> {
    let Some(waits) = awaited_links(&desk.campaign).filter(|waits| waits.is_over(now)) else {
        return Ok(());
    };
    let reason = "they did not come in time".to_owned();
    let withheld = Contribution::Withheld { seats: waits.missing, reason };
    desk.append(now, Some(waits.cycle), Body::Link(withheld))
}

/// What a lock commits to of a seat: the commitment of the packet that counts, if one does, and the blind.
fn locked_in(desk: &Desk, cycle: u32, (seat, kept): (&Seat, &[Kept])) -> (Option<Digest>, Digest) {
    let keys = desk.cycle_keys();
    let id = packets::of(kept, seat).map(|kept| Digest::of(&kept.bytes));
    let salt = id.map(|id| packets::salt(keys, cycle, &id));
    let blind = salt.as_ref().map_or(Blind::Nothing(keys), Blind::Packet);
    let blind = blind.of(cycle, seat.as_str());
    (id.zip(salt).map(|(id, salt)| packets::commitment(&salt, &id)), blind)
}

/// The lock of a cycle in which these packets count.
pub(in crate::referee) fn lock(desk: &Desk, cycle: u32, kept: &[Kept]) -> Lock {
    let genesis = desk.genesis();
    let one = |seat: Seat| {
        let (packet, blind) = locked_in(desk, cycle, (&seat, kept));
        let leaf = leaf(&genesis, (cycle, seat.as_str()), packet.as_ref(), &blind);
        (seat, leaf)
    };
    Lock { campaign: genesis, packets: desk.campaign.seats().into_iter().map(one).collect() }
}

/// What opens the lock of a cycle; nothing where there is none.
///
/// # Errors
/// If the packets that count now are not those that were locked.
pub(super) fn unlocked(
    desk: &Desk,
    cycle: u32,
    kept: &[Kept],
) -> Result<BTreeMap<Seat, Digest>, Problem> {
    let Some((entry, locked)) = desk.campaign.ledger.lock(cycle) else {
        return Ok(BTreeMap::new());
    };
    let now = lock(desk, cycle, kept);
    let other = |(seat, leaf): &(&Seat, &Digest)| locked.packets.get(*seat) != Some(*leaf);
    if let Some((seat, _)) = now.packets.iter().find(other) {
        let what = format!("the packet of {seat} that counts is not the one that was locked");
        return Err(Problem::refused(what)
            .at(Entry::path(entry.seq))
            .hint(format!("restore {} as it was then", layout::packets(cycle))));
    }
    let one = |seat: Seat| {
        let (_, blind) = locked_in(desk, cycle, (&seat, kept));
        (seat, blind)
    };
    Ok(desk.campaign.seats().into_iter().map(one).collect())
}

/// Rules that the open cycle closes before its deadline, if somebody can still send or change
/// orders; everybody sees it. Once is enough. Gives the packets that are in, those that deputies took
/// among them.
///
/// # Errors
/// If required orders are missing and `go_on` is false.
pub fn rule_early(
    desk: &mut Desk,
    go_on: bool,
    reason: &str,
    now: Time,
) -> Result<Packets, Problem> {
    has_beacon(desk, now)?;
    deputy::judge(desk)?;
    let packets = packets::incoming(desk)?;
    let Stage::Open(cycle) = desk.campaign.stage() else { return Ok(packets) };
    let Some((_, open)) = able(desk, cycle, &packets.kept, now) else { return Ok(packets) };
    if open.is_empty() || desk.campaign.ledger.is_closed_early(cycle) {
        return Ok(packets);
    }
    are_there(&missing(desk, cycle, &packets.kept), go_on)?;
    let text = reason.to_owned();
    let ruling = Ruling { text, effect: Some(Effect::Close(open)), files: BTreeMap::new() };
    desk.append(now, Some(cycle), Body::Ruling(ruling))?;
    Ok(packets)
}

/// Who can still send or change orders, and until when: a packet that comes in the second of the
/// deadline is on time. In the grace after it these are the seats without orders.
fn able(desk: &Desk, cycle: u32, kept: &[Kept], now: Time) -> Option<(Time, Vec<Seat>)> {
    let ledger = &desk.campaign.ledger;
    if let Some(deadline) = ledger.deadline(cycle).filter(|deadline| now <= *deadline) {
        return Some((deadline, undecided(&desk.campaign, cycle, kept)));
    }
    let last = ledger.last_call(cycle).filter(|last| now <= *last)?;
    Some((last, missing(desk, cycle, kept)))
}

/// The seats that may order in a cycle and have not said that they are done.
pub(in crate::referee) fn undecided(campaign: &Campaign, cycle: u32, kept: &[Kept]) -> Vec<Seat> {
    // What the former holder of a seat said does not bind who has taken it over.
    let present = |k: &Kept| k.turn + 1 == campaign.ledger.holders(&k.header.seat, cycle).len();
    let done =
        |seat: &Seat| packets::of(kept, seat).is_some_and(|kept| kept.header.last && present(kept));
    let due = campaign.ledger.opening(cycle).into_iter().flat_map(|opening| &opening.due);
    let held = |seat: &Seat| campaign.holder(seat, cycle).is_some();
    due.map(|(seat, _)| seat).filter(|seat| held(seat) && !done(seat)).cloned().collect()
}

/// The seats from which orders are required and have not come, nor stand after a correction. Of one
/// that nobody holds none can come.
pub(in crate::referee) fn missing(desk: &Desk, cycle: u32, kept: &[Kept]) -> Vec<Seat> {
    let held = |seat: &Seat| desk.campaign.holder(seat, cycle).is_some();
    let due = desk.campaign.ledger.opening(cycle).into_iter().flat_map(|opening| &opening.due);
    let stands = |seat: &Seat| desk.campaign.ledger.stands(seat, cycle).is_some();
    let silent = |seat: &Seat| packets::of(kept, seat).is_none() && !stands(seat);
    let missing = due.filter(|(seat, due)| **due && held(seat) && silent(seat));
    let mut missing: Vec<Seat> = missing.map(|(seat, _)| seat.clone()).collect();
    // Of what nobody can open yet it is known whose it is.
    let waiting = arrivals::waiting(desk).unwrap_or_default();
    missing.retain(|seat| !waiting.contains_key(seat));
    missing
}

/// Refuses to go on without required orders, unless that is wanted.
///
/// # Errors
/// Whose are missing.
pub(in crate::referee) fn are_there(missing: &[Seat], go_on: bool) -> Result<(), Problem> {
    if missing.is_empty() || go_on {
        return Ok(());
    }
    Err(Problem::refused(format!("orders are missing: {}", seats(missing)))
        .hint("wait, or use --without-orders to go on with the game's defaults"))
}

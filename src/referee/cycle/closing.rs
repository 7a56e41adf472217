//! When a cycle may be resolved: not before its deadline while a seat can still send or change
//! orders, and not without required orders. Either needs the moderator's word.

use std::collections::BTreeMap;

use super::deadline;
use super::deputy;
use super::desk::Desk;
use super::packets::{self, Kept, Packets};
use crate::base::{Problem, Time};
use crate::engine::Seat;
use crate::ledger::{Body, Effect, Ruling};
use crate::referee::record::campaign::{Campaign, Stage};
use crate::referee::record::ledger_page::seats;
use crate::referee::record::luck::awaited;

/// Refuses to close a cycle before its deadline while somebody can still send or change orders,
/// unless the moderator ruled so.
///
/// # Errors
/// Who can, and until when.
pub(super) fn may_close(desk: &Desk, cycle: u32, kept: &[Kept], now: Time) -> Result<(), Problem> {
    deadline::no_pause(desk, now)?;
    has_beacon(desk, now)?;
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
pub(super) fn has_beacon(desk: &Desk, now: Time) -> Result<(), Problem> {
    let Some(waits) = awaited(&desk.campaign)? else { return Ok(()) };
    let hint = if now < waits.from {
        "wait for it: where a campaign has a beacon, no cycle closes early".to_owned()
    } else {
        waits.hint()
    };
    Err(Problem::nothing(waits.sentence()).hint(hint))
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
    missing.map(|(seat, _)| seat.clone()).collect()
}

/// Refuses to go on without required orders, unless that is wanted.
///
/// # Errors
/// Whose are missing.
pub(super) fn are_there(missing: &[Seat], go_on: bool) -> Result<(), Problem> {
    if missing.is_empty() || go_on {
        return Ok(());
    }
    Err(Problem::refused(format!("orders are missing: {}", seats(missing)))
        .hint("wait, or use --without-orders to go on with the game's defaults"))
}

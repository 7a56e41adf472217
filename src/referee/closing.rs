//! When a cycle may be resolved: not before its deadline while a seat can still send or change
//! orders, and not without required orders. Either needs the moderator's word.

use super::campaign::{Campaign, Stage};
use super::desk::Desk;
use super::ledger_page::seats;
use super::packet::{self, Kept};
use crate::base::{Problem, Time};
use crate::engine::Seat;
use crate::ledger::{Body, Effect, Ruling};

/// The reason of an early close for which the moderator gives none.
const NO_REASON: &str = "no reason given";

/// Refuses to close a cycle before its deadline while somebody can still send or change orders,
/// unless the moderator ruled so.
///
/// # Errors
/// Who can, and until when.
pub(super) fn may_close(desk: &Desk, cycle: u32, kept: &[Kept], now: Time) -> Result<(), Problem> {
    let Some(deadline) = ahead(desk, cycle, now) else { return Ok(()) };
    let open = undecided(&desk.campaign, cycle, kept);
    if open.is_empty() || desk.campaign.ledger.is_closed_early(cycle) {
        return Ok(());
    }
    let who = seats(&open);
    Err(Problem::nothing(format!(
        "cycle {cycle} is open until {deadline}: until then {who} can send or change orders"
    ))
    .hint("wait for the deadline or for `final: true` from each of them, or close with --early"))
}

/// Rules that the open cycle closes before its deadline, if somebody can still send or change
/// orders; everybody sees it. Once is enough.
///
/// # Errors
/// If required orders are missing and `go_on` is false.
pub fn rule_early(
    desk: &mut Desk,
    go_on: bool,
    reason: Option<&str>,
    now: Time,
) -> Result<(), Problem> {
    let Stage::Open(cycle) = desk.campaign.stage() else { return Ok(()) };
    let kept = packet::received(&desk.campaign, cycle, &desk.cycle_identity(cycle))?.kept;
    let open = undecided(&desk.campaign, cycle, &kept);
    let closed = desk.campaign.ledger.is_closed_early(cycle);
    if ahead(desk, cycle, now).is_none() || open.is_empty() || closed {
        return Ok(());
    }
    are_there(&missing(desk, cycle, &kept), go_on)?;
    let text = reason.unwrap_or(NO_REASON).to_owned();
    let ruling = Ruling { text, effect: Some(Effect::Close(open)) };
    desk.append(now, Some(cycle), Body::Ruling(ruling))
}

/// The deadline, if it has not passed: a packet that comes in its second is on time.
fn ahead(desk: &Desk, cycle: u32, now: Time) -> Option<Time> {
    desk.campaign.ledger.deadline(cycle).filter(|deadline| now <= *deadline)
}

/// The seats that may order in a cycle and have not said that they are done.
pub(super) fn undecided(campaign: &Campaign, cycle: u32, kept: &[Kept]) -> Vec<Seat> {
    // What the former holder of a seat said does not bind who has taken it over.
    let present = |k: &Kept| k.turn + 1 == campaign.ledger.holders(&k.header.seat, cycle).len();
    let done =
        |seat: &Seat| packet::of(kept, seat).is_some_and(|kept| kept.header.last && present(kept));
    let due = campaign.ledger.opening(cycle).into_iter().flat_map(|opening| &opening.due);
    due.map(|(seat, _)| seat).filter(|seat| !done(seat)).cloned().collect()
}

/// The seats from which orders are required and have not come.
pub(super) fn missing(desk: &Desk, cycle: u32, kept: &[Kept]) -> Vec<Seat> {
    let due = desk.campaign.ledger.opening(cycle).into_iter().flat_map(|opening| &opening.due);
    let missing = due.filter(|(seat, due)| **due && packet::of(kept, seat).is_none());
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

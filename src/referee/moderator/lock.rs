//! Locking a cycle: from then on nothing that comes counts for it, and players give their links.

use crate::base::{Problem, Seat, Time};
use crate::ledger::{Body, Contribution};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::packets::{self, Packets};
use crate::referee::cycle::{closing, deputy};
use crate::referee::record::luck::{AwaitedLinks, awaited_links};

/// A cycle that was locked now.
#[derive(Debug)]
pub struct Locked {
    /// The cycle.
    pub cycle: u32,
    /// The seats without valid orders that should have sent some.
    pub nmr: Vec<Seat>,
    /// What it waits for now; `None` if no player has a chain.
    pub waits: Option<AwaitedLinks>,
    /// Files among the packets that cannot be read, and do not count.
    pub unreadable: Vec<Problem>,
}

/// Locks the open cycle.
///
/// # Errors
/// As a cycle is resolved: before its deadline if somebody can still send or change orders and the moderator did not
/// rule otherwise, and if required orders are missing and `go_on` is false.
pub fn lock(desk: &mut Desk, go_on: bool, now: Time) -> Result<Locked, Problem> {
    deputy::judge(desk)?;
    let packets = packets::incoming(desk)?;
    lock_with(desk, packets, go_on, now)
}

/// The same with the packets of the open cycle as they stand.
///
/// # Errors
/// As [`lock`].
pub fn lock_with(
    desk: &mut Desk,
    packets: Packets,
    go_on: bool,
    now: Time,
) -> Result<Locked, Problem> {
    desk.campaign.stands_as_resolved()?;
    let cycle = desk.campaign.open_cycle()?;
    if desk.campaign.ledger.genesis().link_terms.is_none() {
        return Err(Problem::nothing("in this campaign links come with the orders")
            .hint("resolve the cycle with `adjutant resolve`"));
    }
    if let Some((lock, _)) = desk.campaign.ledger.lock(cycle) {
        let since = lock.time;
        return Err(Problem::nothing(format!("cycle {cycle} has been locked since {since}")));
    }
    let Packets { kept, unreadable, .. } = packets;
    closing::may_lock(desk, cycle, &kept, now)?;
    let nmr = closing::missing(desk, cycle, &kept);
    closing::are_there(&nmr, go_on)?;
    let body = Body::Lock(closing::lock(desk, cycle, &kept));
    desk.append(now, Some(cycle), body)?;
    Ok(Locked { cycle, nmr, waits: awaited_links(&desk.campaign), unreadable })
}

/// Says why the open cycle goes on without the links that have not come.
///
/// # Errors
/// If none is missing, or they were not waited for long enough.
pub fn go_on(desk: &mut Desk, reason: &str, now: Time) -> Result<Vec<Seat>, Problem> {
    let nothing = || Problem::nothing("no cycle waits for links");
    let waits = awaited_links(&desk.campaign).ok_or_else(nothing)?;
    if !waits.is_over(now) {
        return Err(Problem::refused(waits.sentence()));
    }
    let (seats, reason) = (waits.missing, reason.to_owned());
    let withheld = Contribution::Withheld { seats: seats.clone(), reason };
    desk.append(now, Some(waits.cycle), Body::Link(withheld))?;
    Ok(seats)
}

/// Why the open cycle does not go on without the links that are missing: mail may not have come.
pub(in crate::referee) fn unread(desk: &Desk, doubt: Option<&str>) -> Option<Problem> {
    awaited_links(&desk.campaign)?;
    Some(Problem::refused(format!("links may have come that were not read: {}", doubt?)))
}

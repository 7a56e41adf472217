//! What the moderator decides about time and seats: each is an entry of the ledger, with a reason.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::base::civil::Dates;
use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Seat, Span, Time, Zone};
use crate::campaign::layout;
use crate::ledger::{Absence, Body, CalendarChange, Dropped, Extension, Pause, Resumption};
use crate::referee::calendar::facts::missed;
use crate::referee::calendar::{InForce, Rules};
use crate::referee::cycle::deadline::{extension, is_ahead, needed, no_pause};
use crate::referee::cycle::desk::Desk;
use crate::referee::record::campaign::Stage;

/// Puts a calendar in force. It counts for what opens and closes from now on.
///
/// # Errors
/// If it cannot be read, names a phase that the game does not have, or is in force already.
pub fn set_calendar(
    desk: &mut Desk,
    bytes: &[u8],
    reason: &str,
    now: Time,
) -> Result<Rules, Problem> {
    let rules = Rules::read(bytes)?;
    rules.check_phases(&phases(desk)?)?;
    let ledger = &desk.campaign.ledger;
    let digest = Digest::of(bytes);
    if ledger.calendar_before(u64::MAX).is_some_and(|(_, _, listed)| *listed == digest) {
        desk.campaign.store.write(layout::CALENDAR, bytes)?;
        return Err(Problem::nothing("this calendar is in force already"));
    }
    let path = layout::calendar(ledger.len());
    desk.campaign.store.write(&path, bytes)?;
    desk.campaign.store.write(layout::CALENDAR, bytes)?;
    let files = BTreeMap::from([(path, digest)]);
    desk.append(now, None, Body::Calendar(CalendarChange { reason: reason.to_owned(), files }))?;
    Ok(rules)
}

/// The phases of the campaign's turn format.
fn phases(desk: &Desk) -> Result<Vec<String>, Problem> {
    #[derive(Deserialize)]
    struct Format {
        phases: BTreeMap<String, serde_json::Value>,
    }
    let format: Format = yaml::read(&desk.campaign.store.need(layout::FORMAT)?, Origin::House)?;
    Ok(format.phases.into_keys().collect())
}

/// Moves the deadline of the open cycle later: by a span or, for a seat, by the extension it pays for.
///
/// # Errors
/// If no cycle with a deadline is open, the deadline would have passed, or the seat has none left.
pub fn extend(
    desk: &mut Desk,
    by: Option<Span>,
    seat: Option<&Seat>,
    reason: &str,
    now: Time,
) -> Result<Time, Problem> {
    let (cycle, to, extension) = extension(&desk.campaign, (by, seat), reason, now)?;
    desk.append(now, Some(cycle), Body::Extension(extension))?;
    Ok(to)
}

/// Moves the deadline of a cycle later; these seats pay.
pub(in crate::referee) fn move_to(
    desk: &mut Desk,
    (cycle, to): (u32, Time),
    spent: Vec<Seat>,
    reason: &str,
    now: Time,
) -> Result<(), Problem> {
    let zone = InForce::of(&desk.campaign)?.and_then(|calendar| calendar.rules.zone.in_entries());
    let reason = reason.to_owned();
    let body = Body::Extension(Extension { deadline: Some(to), zone, reason, spent });
    desk.append(now, Some(cycle), body)
}

/// Refuses a pause that the calendar does not give.
///
/// # Errors
/// If it gives none, or only shorter ones, or one is under way.
pub(super) fn may_pause(desk: &Desk, until: Time, now: Time) -> Result<Rules, Problem> {
    let rules = needed(&desk.campaign)?;
    is_ahead(Some(until), now)?;
    no_pause(desk, now).map_err(|problem| Problem::nothing(problem.what))?;
    let most = rules.pause.ok_or_else(|| {
        Problem::refused("the calendar gives no pauses").hint("put one with `pause: 30d` in force")
    })?;
    if until.since(now) > u64::from(most.seconds()) {
        return Err(
            Problem::refused(format!("a pause lasts at most {most}")).hint("give an earlier end")
        );
    }
    if desk.campaign.ledger.paused() + until.since(now) > u64::from(most.seconds()) {
        let told = format!("the pauses of one cycle last at most {most} together");
        return Err(Problem::refused(told).hint("give an earlier end, or play the cycle first"));
    }
    Ok(rules)
}

/// Until when all players agree to a pause that the calendar gives: the earliest time that one of them
/// said.
pub(in crate::referee) fn agreed(desk: &Desk, now: Time) -> Option<Time> {
    let agreed = desk.campaign.ledger.agreements();
    let held = |seat: &Seat| desk.campaign.holder(seat, u32::MAX).is_some();
    let mut seats = desk.campaign.seats().into_iter().filter(held).peekable();
    let any = seats.peek().is_some();
    let until: Option<Vec<Time>> = seats.map(|seat| agreed.get(&seat).copied()).collect();
    let until = until.filter(|_| any)?.into_iter().min();
    until.filter(|until| may_pause(desk, *until, now).is_ok())
}

/// Pauses the campaign if all its players agree, and says so.
///
/// # Errors
/// If the disk refuses.
pub(in crate::referee) fn pause_if_agreed(
    desk: &mut Desk,
    now: Time,
) -> Result<Option<String>, Problem> {
    let Some(until) = agreed(desk, now) else { return Ok(None) };
    pause(desk, until, "all players agree", now)?;
    Ok(Some(format!("the campaign pauses until {until}: all players agree")))
}

/// Pauses the campaign: nothing closes and nothing opens. The deadline of the open cycle becomes later
/// by as long as the pause; packets are received as ever.
///
/// # Errors
/// If the calendar gives no pauses, or only shorter ones, or one is under way.
pub fn pause(desk: &mut Desk, until: Time, reason: &str, now: Time) -> Result<(), Problem> {
    let rules = may_pause(desk, until, now)?;
    let open = open_until(desk, now);
    let moved = |(cycle, deadline): (u32, Time)| {
        Some((cycle, later(desk, &rules, (cycle, deadline), (now, until))?))
    };
    let moved = open.and_then(moved);
    let (cycle, deadline) = moved.unzip();
    desk.append(now, cycle, Body::Pause(Pause { until, deadline, reason: reason.to_owned() }))
}

/// Ends a pause before its time. The deadline is what it would have been, later by as long as the pause
/// was.
///
/// # Errors
/// If there is none.
pub fn resume(desk: &mut Desk, reason: &str, now: Time) -> Result<(), Problem> {
    let ledger = &desk.campaign.ledger;
    let pause = ledger.pause().filter(|(_, pause)| now < pause.until);
    let Some((entry, pause)) = pause else {
        return Err(Problem::nothing("the campaign does not pause"));
    };
    let (seq, began, moved) = (entry.seq, entry.time, pause.deadline.is_some());
    // A cycle that was corrected meanwhile has no deadline any more.
    let open = |cycle: &u32| desk.campaign.stage() == Stage::Open(*cycle);
    let cycle = entry.cycle.filter(|_| moved).filter(open);
    let before = cycle.and_then(|cycle| Some((cycle, ledger.deadline_before(cycle, seq)?)));
    let rules = needed(&desk.campaign)?;
    let to = before.and_then(|open| Some((open.0, later(desk, &rules, open, (began, now))?)));
    let (cycle, deadline) = to.unzip();
    desk.append(now, cycle, Body::Resume(Resumption { deadline, reason: reason.to_owned() }))
}

/// The open cycle and its deadline, if it has not passed.
fn open_until(desk: &Desk, now: Time) -> Option<(u32, Time)> {
    let Stage::Open(cycle) = desk.campaign.stage() else { return None };
    let deadline = desk.campaign.ledger.deadline(cycle).filter(|deadline| now < *deadline)?;
    Some((cycle, deadline))
}

/// A deadline later by a pause, at the times of day that the calendar gives.
fn later(
    desk: &Desk,
    rules: &Rules,
    (cycle, deadline): (u32, Time),
    pause: (Time, Time),
) -> Option<Time> {
    let phase = desk.campaign.ledger.opening(cycle).map(|opening| opening.phase.as_str());
    rules.paused(phase.unwrap_or_default(), deadline, pause)
}

/// Records that the player of a seat will be away. No deadline by which they must order falls on these
/// days, and if orders are missing all the same, it does not count against them.
///
/// # Errors
/// If the calendar gives no absences or fewer days, they begin in the past, or nobody holds the seat.
pub fn absence(
    desk: &mut Desk,
    seat: &Seat,
    dates: Dates,
    reason: &str,
    now: Time,
) -> Result<(), Problem> {
    may_be_away(desk, seat, dates, now)?;
    let (seat, reason) = (seat.clone(), reason.to_owned());
    let body = Absence { seat, dates, reason, files: BTreeMap::new() };
    desk.append(now, None, Body::Absence(body))
}

/// Refuses an absence that the calendar does not give.
///
/// # Errors
/// If it gives none or fewer days, they begin in the past, or nobody holds the seat.
pub(super) fn may_be_away(
    desk: &Desk,
    seat: &Seat,
    dates: Dates,
    now: Time,
) -> Result<(), Problem> {
    let rules = needed(&desk.campaign)?;
    let given = rules.absences.as_ref().ok_or_else(|| {
        Problem::refused("the calendar gives no absences")
            .hint("put one with `absences: {days: 21}` in force")
    })?;
    is_held(desk, seat)?;
    let today = rules.zone.date(now);
    if dates.first < today {
        return Err(Problem::refused(format!("absences are announced ahead, and it is {today}"))
            .hint("extend the deadline instead: `adjutant calendar extend`"));
    }
    let year = dates.first.year();
    let announced = desk.campaign.ledger.absences(seat).into_iter().map(|absence| absence.dates);
    let days: u32 = announced.filter(|d| d.first.year() == year).map(|d| d.count()).sum();
    if days + dates.count() > given.days {
        return Err(Problem::refused(format!(
            "{seat} has {} of {} days left in {year}",
            given.days.saturating_sub(days),
            given.days
        ))
        .hint("announce fewer days"));
    }
    Ok(())
}

fn is_held(desk: &Desk, seat: &Seat) -> Result<(), Problem> {
    match desk.campaign.holder(seat, u32::MAX) {
        Some(_) => Ok(()),
        None => Err(Problem::refused(format!("nobody holds {seat}"))),
    }
}

/// Takes a seat from a player who no longer plays. What they sent in the open cycle counts; from the
/// next one on their keys do not, and another player can take it.
///
/// # Errors
/// If nobody holds it, the campaign has not begun or is over.
pub fn drop_seat(desk: &mut Desk, seat: &Seat, reason: &str, now: Time) -> Result<u32, Problem> {
    let body = dropping(desk, (seat, BTreeMap::new()), reason)?;
    let from = if let Body::Dropped(dropped) = &body { dropped.from } else { 0 };
    desk.append(now, None, body)?;
    Ok(from)
}

/// The entry that takes a seat from its player; `files` holds the word by which they resign, if they do.
///
/// # Errors
/// As [`drop_seat`].
pub(super) fn dropping(
    desk: &Desk,
    (seat, files): (&Seat, BTreeMap<String, Digest>),
    reason: &str,
) -> Result<Body, Problem> {
    is_held(desk, seat)?;
    let from = match desk.campaign.stage() {
        Stage::Enrolling => {
            return Err(Problem::refused("the campaign has not begun")
                .hint("give the seat to another player with `adjutant enroll --replace`"));
        }
        Stage::Open(cycle) | Stage::Resolved(cycle) => cycle + 1,
        Stage::Closed => return Err(Problem::nothing("the campaign is over")),
    };
    let zone: Option<Zone> = InForce::of(&desk.campaign)?.map(|calendar| calendar.rules.zone);
    let missed = missed(&desk.campaign.ledger, zone, seat);
    let (seat, reason) = (seat.clone(), reason.to_owned());
    Ok(Body::Dropped(Dropped { seat, from, missed, reason, files }))
}

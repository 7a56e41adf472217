//! Deadlines: when one may be moved, and what an entry then says; and pauses, in which none passes.

use crate::base::{Problem, Seat, Span, Time};
use crate::ledger::Extension;
use crate::referee::calendar::facts::left;
use crate::referee::calendar::{InForce, Rules};
use crate::referee::cycle::desk::Desk;
use crate::referee::record::campaign::Campaign;

/// The calendar in force, which this needs.
pub(in crate::referee) fn needed(campaign: &Campaign) -> Result<Rules, Problem> {
    let calendar = InForce::of(campaign)?;
    calendar.map(|calendar| calendar.rules).ok_or_else(|| {
        Problem::usage("the campaign has no calendar")
            .hint("give it one with `adjutant calendar set`")
    })
}

/// The extension of the open cycle, until when, and what the ledger is to say of it.
///
/// # Errors
/// If no cycle with a deadline is open, the deadline would have passed, or the seat has none left.
pub(in crate::referee) fn extension(
    campaign: &Campaign,
    (by, seat): (Option<Span>, Option<&Seat>),
    reason: &str,
    now: Time,
) -> Result<(u32, Time, Extension), Problem> {
    let cycle = campaign.open_cycle()?;
    let rules = needed(campaign)?;
    let extensions = rules.extensions.as_ref();
    if let Some(seat) = seat.filter(|seat| left(campaign, extensions, seat) == 0) {
        return Err(Problem::refused(format!("{seat} has no extension left"))
            .hint("leave out --seat to extend on your own word"));
    }
    let by = by.or(extensions.map(|extensions| extensions.by)).ok_or_else(|| {
        Problem::usage("the calendar does not say how long an extension is").hint("give --by SPAN")
    })?;
    let from = campaign.ledger.deadline(cycle).ok_or_else(no_deadline)?;
    let far = || Problem::usage("there is no such deadline within two years");
    let to = rules.extended(from, by).ok_or_else(far)?;
    is_ahead(Some(to), now)?;
    let spent = seat.into_iter().cloned().collect();
    let (zone, reason) = (rules.zone.in_entries(), reason.to_owned());
    Ok((cycle, to, Extension { deadline: Some(to), zone, reason, spent }))
}

fn no_deadline() -> Problem {
    Problem::nothing("the open cycle has no deadline")
        .hint("give it one with `adjutant open --deadline`")
}

/// Refuses a deadline that has passed: nobody could keep it.
///
/// # Errors
/// The deadline, and what time it is.
pub fn is_ahead(deadline: Option<Time>, now: Time) -> Result<(), Problem> {
    match deadline {
        Some(deadline) if deadline <= now => {
            Err(Problem::usage(format!("the deadline {deadline} has passed: it is {now}"))
                .hint("give a time that is still to come"))
        }
        _ => Ok(()),
    }
}

/// Refuses to go on while the campaign pauses.
///
/// # Errors
/// Until when it does.
pub(in crate::referee) fn no_pause(desk: &Desk, now: Time) -> Result<(), Problem> {
    match desk.campaign.ledger.pause().filter(|(_, pause)| now < pause.until) {
        None => Ok(()),
        Some((_, pause)) => {
            Err(Problem::nothing(format!("the campaign pauses until {}", pause.until))
                .hint("end the pause with `adjutant calendar resume`"))
        }
    }
}

//! Opening a cycle: the call for orders.

use std::collections::BTreeMap;

use super::deadline;
use super::desk::Desk;
use super::resolve;
use crate::base::{Problem, Time};
use crate::engine::{Phase, Seat};
use crate::ledger::{Body, Effect, Extension, Opening, Ruling};
use crate::referee::calendar::{InForce, facts};
use crate::referee::record::campaign::Stage;

/// A call for orders.
#[derive(Debug, Clone)]
pub struct Call {
    /// The cycle.
    pub cycle: u32,
    /// What the table waits for.
    pub phase: Phase,
    /// Until when, RFC 3339 UTC; `None` if the moderator closes by hand.
    pub deadline: Option<Time>,
    /// What sealed packets are encrypted to.
    pub recipient: String,
}

/// Opens the first or next cycle. Without a deadline the calendar in force gives it, if there is one.
///
/// # Errors
/// If a seat is vacant, nothing is to be opened, the game is over, or the deadline has passed.
pub fn open(desk: &mut Desk, deadline: Option<Time>, now: Time) -> Result<Call, Problem> {
    open_or_move(desk, deadline, None, now)
}

/// The same; with a reason, moves the deadline of the cycle that is open.
///
/// # Errors
/// As [`open()`], if there is nothing to move, or it is moved without a reason.
pub fn open_or_move(
    desk: &mut Desk,
    deadline: Option<Time>,
    reason: Option<&str>,
    now: Time,
) -> Result<Call, Problem> {
    desk.campaign.stands_as_resolved()?;
    deadline::is_ahead(deadline, now)?;
    if let (Some(_), Stage::Enrolling | Stage::Resolved(_)) = (reason, desk.campaign.stage()) {
        return Err(Problem::usage("a cycle that is not open yet has no deadline to move")
            .hint("leave out --reason"));
    }
    resolve::close(desk, now)?;
    let cycle = match desk.campaign.stage() {
        Stage::Enrolling => {
            every_seat_is_held(desk)?;
            resolve::begin(desk, now)?;
            1
        }
        Stage::Open(cycle) => {
            move_deadline(desk, cycle, (deadline, reason), now)?;
            return call(desk, cycle);
        }
        Stage::Resolved(cycle) => cycle + 1,
        Stage::Closed => return Err(Problem::nothing("the campaign is over")),
    };
    deadline::no_pause(desk, now)?;
    let phase = desk.campaign.game.phase(&desk.position(cycle - 1)?)?;
    let calendar = InForce::of(&desk.campaign)?.map(|calendar| calendar.rules);
    let regular = calendar.as_ref().filter(|_| deadline.is_none());
    let promised = facts::promised(&desk.campaign.ledger, cycle);
    let regular = regular
        .and_then(|rules| facts::deadline(&desk.campaign, rules, (&phase, promised), (cycle, now)));
    let opening = Opening {
        due: phase.asked(),
        phase: phase.name.clone(),
        deadline: deadline.or(regular),
        zone: match (regular, &calendar) {
            (Some(_), Some(rules)) => rules.zone.in_entries(),
            _ => desk.zone(deadline),
        },
        grace: calendar.and_then(|rules| rules.grace),
        recipient: desk.cycle_identity(cycle).recipient().to_string(),
        beacon: desk.campaign.ledger.genesis().beacon.clone(),
        dice: dice(desk, cycle),
    };
    desk.append(now, Some(cycle), Body::Open(opening))?;
    call(desk, cycle)
}

/// The key that the dice of a cycle are proven under, where each cycle has its own.
fn dice(desk: &Desk, cycle: u32) -> Option<String> {
    let ledger = &desk.campaign.ledger;
    let own = ledger.opens_after().is_some() && ledger.genesis().dice.is_some();
    own.then(|| desk.cycle_keys().dice(cycle).public().to_string())
}

fn every_seat_is_held(desk: &Desk) -> Result<(), Problem> {
    let seats = desk.campaign.seats();
    let vacant: Vec<_> = seats
        .iter()
        .filter(|seat| desk.campaign.holder(seat, 1).is_none())
        .map(Seat::as_str)
        .collect();
    if vacant.is_empty() {
        return Ok(());
    }
    Err(Problem::refused(format!("nobody holds {}", vacant.join(", ")))
        .hint("enroll a player with `adjutant enroll SEAT FILE`"))
}

/// Moves the deadline of the open cycle: later by an extension, earlier by a ruling, as players count
/// on it.
fn move_deadline(
    desk: &mut Desk,
    cycle: u32,
    (deadline, reason): (Option<Time>, Option<&str>),
    now: Time,
) -> Result<(), Problem> {
    let before = desk.campaign.ledger.deadline(cycle);
    let Some(time) = deadline.filter(|_| deadline != before) else {
        return Err(Problem::nothing(format!("cycle {cycle} is already open"))
            .hint("use --deadline TIME to move its deadline"));
    };
    let Some(reason) = reason.map(str::to_owned) else {
        let until = before.map_or("without a deadline".to_owned(), |time| format!("until {time}"));
        return Err(Problem::refused(format!("cycle {cycle} is open {until}")).hint(
            "players count on that; to change it, add --reason TEXT, which everyone can see",
        ));
    };
    let body = if before.is_some_and(|before| time < before) {
        let effect = Some(Effect::Deadline(time));
        Body::Ruling(Ruling { text: reason, effect, files: BTreeMap::new() })
    } else {
        let zone = desk.zone(deadline);
        Body::Extension(Extension { deadline, zone, reason, spent: Vec::new() })
    };
    desk.append(now, Some(cycle), body)
}

/// The call of an open cycle.
///
/// # Errors
/// If the position cannot be read.
pub fn call(desk: &Desk, cycle: u32) -> Result<Call, Problem> {
    let phase = desk.campaign.game.phase(&desk.position(cycle - 1)?)?;
    Ok(Call {
        cycle,
        phase,
        deadline: desk.campaign.ledger.deadline(cycle),
        recipient: desk.cycle_identity(cycle).recipient().to_string(),
    })
}

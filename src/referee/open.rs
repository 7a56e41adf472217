//! Opening a cycle: the call for orders.

use super::campaign::Stage;
use super::desk::Desk;
use super::resolve;
use crate::base::{Problem, Time};
use crate::engine::{Due, Phase, Seat};
use crate::ledger::{Body, Extension, Opening};
use crate::seal::BeaconKind;

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

/// Opens the first or next cycle; with a new deadline, extends the one that is open.
///
/// # Errors
/// If a seat is vacant, nothing is to be opened, or the game is over.
pub fn open(desk: &mut Desk, deadline: Option<Time>, now: Time) -> Result<Call, Problem> {
    resolve::close(desk, now)?;
    let cycle = match desk.campaign.stage() {
        Stage::Enrolling => {
            every_seat_is_held(desk)?;
            resolve::begin(desk, now)?;
            1
        }
        Stage::Open(cycle) => {
            extend(desk, cycle, deadline, now)?;
            return call(desk, cycle);
        }
        Stage::Resolved(cycle) => cycle + 1,
        Stage::Closed => return Err(Problem::nothing("the campaign is over")),
    };
    let phase = desk.campaign.game.phase(&desk.position(cycle - 1)?)?;
    let opening = Opening {
        due: phase.due.iter().map(|(seat, due)| (seat.clone(), *due == Due::Required)).collect(),
        phase: phase.name.clone(),
        deadline,
        zone: desk.zone(deadline),
        recipient: desk.cycle_identity(cycle).recipient().to_string(),
        beacon: BeaconKind::None.word().to_owned(),
    };
    desk.append(now, Some(cycle), Body::Open(opening))?;
    call(desk, cycle)
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

fn extend(desk: &mut Desk, cycle: u32, deadline: Option<Time>, now: Time) -> Result<(), Problem> {
    if deadline.is_none() || desk.campaign.ledger.deadline(cycle) == deadline {
        return Err(Problem::nothing(format!("cycle {cycle} is already open"))
            .hint("use --deadline TIME to move its deadline"));
    }
    let reason = "deadline moved by the moderator".to_owned();
    let zone = desk.zone(deadline);
    desk.append(now, Some(cycle), Body::Extension(Extension { deadline, zone, reason }))
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

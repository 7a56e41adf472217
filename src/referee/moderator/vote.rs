//! What the players of all seats decide together, each by their signed word: a draw, somebody's victory, a later
//! deadline. Once all say yes, it is done at once.

use super::decide;
use crate::base::{Motion, Problem, Time};
use crate::ledger::{AGREED, Body, Closing};
use crate::referee::calendar::rules::Votes;
use crate::referee::cycle::deadline::needed;
use crate::referee::cycle::desk::Desk;
use crate::referee::record::campaign::Stage;

/// Refuses a vote that the calendar does not give.
///
/// # Errors
/// If it does not.
pub(super) fn may(desk: &Desk, motion: &Motion) -> Result<(), Problem> {
    let on = Votes::of(motion);
    if needed(&desk.campaign)?.votes.contains(&on) {
        return Ok(());
    }
    let what = format!("the calendar gives no votes on {}", motion.words());
    Err(Problem::refused(what).hint("put one with it among its `votes` in force"))
}

/// What is to be done because all say yes to it.
pub(in crate::referee) fn carried(desk: &Desk, now: Time) -> Option<Motion> {
    if desk.deputy().is_some() {
        return None;
    }
    let motion = desk.campaign.ledger.carried()?;
    let stage = desk.campaign.stage();
    let still = match &motion {
        Motion::Draw | Motion::Win(_) => matches!(stage, Stage::Open(_) | Stage::Resolved(_)),
        Motion::Deadline(to) => match stage {
            Stage::Open(cycle) => *to > now && desk.campaign.ledger.lock(cycle).is_none(),
            Stage::Enrolling | Stage::Resolved(_) | Stage::Closed => false,
        },
    };
    still.then_some(motion)
}

/// Does what all say yes to, and says so.
///
/// # Errors
/// If the disk refuses.
pub(in crate::referee) fn carry_out(desk: &mut Desk, now: Time) -> Result<Option<String>, Problem> {
    let Some(motion) = carried(desk, now) else { return Ok(None) };
    if let Some(outcome) = motion.outcome() {
        let told = format!("the game is over: {outcome}");
        desk.append(now, None, Body::Close(Closing { reason: AGREED.to_owned(), outcome }))?;
        return Ok(Some(told));
    }
    let (Motion::Deadline(to), Stage::Open(cycle)) = (&motion, desk.campaign.stage()) else {
        return Ok(None);
    };
    decide::move_to(desk, (cycle, *to), Vec::new(), AGREED, now)?;
    Ok(Some(format!("the deadline of cycle {cycle} is {to} now: {AGREED}")))
}

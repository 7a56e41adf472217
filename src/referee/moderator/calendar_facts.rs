//! The facts of the calendar as the moderator has them.

use std::collections::BTreeMap;

use super::last_run::LastRun;
use super::rule;
use crate::base::Problem;
use crate::referee::calendar::{Facts, InForce, Rules, Sent};
use crate::referee::cycle::arrivals;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::packets::{self, Packets};
use crate::referee::record::campaign::Stage;

/// What the calendar is asked about, as the moderator can tell it; `packets` are those of the cycle that
/// is open or next.
///
/// # Errors
/// If a file of the campaign cannot be read.
pub fn of(desk: &Desk, packets: &Packets) -> Result<Option<(Rules, Facts)>, Problem> {
    let Some(calendar) = InForce::of(&desk.campaign)? else { return Ok(None) };
    let facts = with(desk, (&calendar.rules, packets), &LastRun::of(desk)?)?;
    Ok(Some((calendar.rules, facts)))
}

/// The same with a calendar, and what was done in the last run.
pub(in crate::referee) fn with(
    desk: &Desk,
    (rules, packets): (&Rules, &Packets),
    last: &LastRun,
) -> Result<Facts, Problem> {
    let campaign = &desk.campaign;
    let (cycle, over) = match campaign.stage() {
        Stage::Enrolling | Stage::Closed => (None, false),
        Stage::Open(cycle) => (Some(cycle), false),
        Stage::Resolved(cycle) => {
            (Some(cycle + 1), campaign.game.outcome(&desk.position(cycle)?)?.is_some())
        }
    };
    let (mut phase, mut asked, mut sent) = (String::new(), BTreeMap::new(), BTreeMap::new());
    let mut questions = Vec::new();
    if let Some(cycle) = cycle {
        let awaited = campaign.game.phase(&desk.position(cycle - 1)?)?;
        (phase, asked) = (awaited.name.clone(), awaited.asked());
        // Nobody is waited for whose orders stand.
        for (seat, due) in &mut asked {
            *due &= campaign.ledger.stands(seat, cycle).is_none();
        }
        sent = packets::sent(&campaign.ledger, cycle, &packets.noted, &packets.kept);
        for (seat, held) in arrivals::waiting(desk)? {
            sent.insert(seat, Sent { received: held.time, last: false });
        }
        let asked = rule::unanswered(desk, cycle, &packets.kept)?;
        questions.extend(asked.into_iter().map(|(seat, _)| seat));
    }
    let facts = Facts::of(campaign, rules, (&phase, &asked, over), &sent);
    Ok(Facts { reminded: last.reminded(), questions, ..facts })
}

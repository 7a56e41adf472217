//! Putting right what was resolved. Nothing is deleted: a cycle in which nothing is played leads to
//! the position as it should be, and the next one is played from there, with the next links of all
//! chains. So nobody gains by having seen the dice.

use std::collections::BTreeMap;

use crate::base::{Digest, Problem, Time};
use crate::engine::{Position, Seat};
use crate::ledger::{Body, Correction};
use crate::referee::calendar::facts;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::packets::{self, Noted};
use crate::referee::cycle::play::{self, Input};
use crate::referee::cycle::{deputy, resolve};
use crate::referee::record::campaign::Stage;
use crate::referee::record::luck::Luck;
use crate::referee::record::rulings;

/// What was undone, for the moderator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undone {
    /// The cycle that is undone.
    pub cycle: u32,
    /// The cycle in which nothing is played instead.
    pub by: u32,
}

/// Undoes the last cycle that stands: the position is again the one before it. Its orders stand for
/// the cycle that follows; the players of these seats may send others. The cycle that is open, if one
/// is, is not played.
///
/// # Errors
/// If nothing was played, the campaign is over, or one of the seats ordered nothing.
pub fn undo(desk: &mut Desk, anew: Vec<Seat>, reason: &str, now: Time) -> Result<Undone, Problem> {
    desk.campaign.complete()?;
    desk.campaign.stands_as_resolved()?;
    let by = next(desk)?;
    let ledger = &desk.campaign.ledger;
    let nothing = || Problem::nothing("every cycle played has been undone");
    let cycle = ledger.last_standing().ok_or_else(nothing)?;
    ledger.may_go_back(cycle)?;
    let correction = Correction { reason: reason.to_owned(), undoes: Some(cycle), anew };
    let back = desk.position(cycle - 1)?;
    correct(desk, by, (correction, BTreeMap::new()), &back, now)?;
    Ok(Undone { cycle, by })
}

/// The cycle in which something can be put right: the one that is open, or the next.
pub(in crate::referee) fn next(desk: &Desk) -> Result<u32, Problem> {
    match desk.campaign.stage() {
        Stage::Enrolling => Err(Problem::nothing("the campaign has not begun")),
        Stage::Open(cycle) => Ok(cycle),
        Stage::Resolved(cycle) => Ok(cycle + 1),
        // The cycle with which the game ended is undone like any other, and the game goes on: but not
        // once its secrets are known.
        Stage::Closed if desk.campaign.ledger.revealed().is_some() => Err(Problem::refused(
            "the campaign is revealed: everyone knows its secrets and its dice",
        )
        .hint("this decision is final; play on in a copy with `adjutant clone`")),
        Stage::Closed => {
            let last = desk.campaign.ledger.results().next_back();
            last.map(|(cycle, _)| cycle + 1)
                .ok_or_else(|| Problem::nothing("the campaign has not begun"))
        }
    }
}

/// Writes the result of a cycle in which nothing is played. What had come for it is kept, also what
/// deputies took.
pub(in crate::referee) fn correct(
    desk: &mut Desk,
    cycle: u32,
    (correction, files): (Correction, BTreeMap<String, Digest>),
    to: &Position,
    now: Time,
) -> Result<(), Problem> {
    deputy::judge(desk)?;
    let received = packets::received(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
    let before = desk.position(cycle - 1)?;
    let (luck, orders) =
        (Luck::of(&desk.campaign, desk.cycle_keys(), cycle, &[])?, BTreeMap::new());
    let (keys, corrected) = (desk.cycle_keys(), Some((&correction, to)));
    // What was ruled on orders that are not played is told all the same.
    let rulings = rulings::of_cycle(&desk.campaign, &desk.house(cycle), cycle)?;
    let input = Input {
        cycle,
        before: Some(&before),
        corrected,
        orders: &orders,
        staff: &BTreeMap::new(),
        rulings: &rulings,
        luck: &luck,
        keys,
    };
    let played = play::play(&desk.campaign, &input)?;
    let (made, texts) = played.worded(&desk.campaign);
    let packets = match correction.undoes {
        Some(_) => BTreeMap::new(),
        None => resolve::packet_uses(desk, cycle, &received.kept, false)?,
    };
    let phase = desk.campaign.game.phase(to)?;
    let promised = facts::promised_by(&desk.campaign.ledger, cycle, correction.undoes);
    desk.announce_next((&phase, promised), (cycle + 1, now))?;
    let mut result =
        resolve::publish(desk, (cycle, &luck, now), &before.0, (&made, &texts), packets)?;
    result.correction = Some(correction);
    result.files.extend(files);
    let noted = received.noted.into_iter();
    result.files.extend(noted.map(|Noted { path, digest, .. }| (path, digest)));
    desk.append(now, Some(cycle), Body::Result(result))
}

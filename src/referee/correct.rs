//! Putting right what was resolved. Nothing is deleted: a cycle in which nothing is played leads to
//! the position as it should be, and the next one is played from there, with the next links of all
//! chains. So nobody gains by having seen the dice.

use std::collections::BTreeMap;

use super::campaign::{Campaign, Stage};
use super::desk::Desk;
use super::packet::{self, Kept, Noted};
use super::play::{self, Input};
use super::resolve;
use super::rule::{self, OrderRuling};
use crate::base::{Digest, Problem, Time};
use crate::engine::{OrdersDoc, Position, Seat};
use crate::ledger::{Body, Correction};

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
    let nothing = || Problem::nothing("no cycle that was played stands");
    let cycle = ledger.last_standing().ok_or_else(nothing)?;
    let correction = Correction { reason: reason.to_owned(), undoes: Some(cycle), anew };
    let back = desk.position(cycle - 1)?;
    correct(desk, by, (correction, BTreeMap::new()), &back, now)?;
    Ok(Undone { cycle, by })
}

/// The cycle in which something can be put right: the one that is open, or the next.
pub(super) fn next(desk: &Desk) -> Result<u32, Problem> {
    match desk.campaign.stage() {
        Stage::Enrolling => Err(Problem::nothing("the campaign has not begun")),
        Stage::Open(cycle) => Ok(cycle),
        Stage::Resolved(cycle) => Ok(cycle + 1),
        // The cycle with which the game ended is undone like any other, and the game goes on: but not
        // once its secrets are known.
        Stage::Closed if desk.campaign.ledger.revealed().is_some() => Err(Problem::refused(
            "the campaign is revealed: everyone knows its secrets and its dice",
        )
        .hint("what was decided stands; play on in a copy with `adjutant clone`")),
        Stage::Closed => {
            let last = desk.campaign.ledger.results().next_back();
            last.map(|(cycle, _)| cycle + 1)
                .ok_or_else(|| Problem::nothing("the campaign has not begun"))
        }
    }
}

/// Writes the result of a cycle in which nothing is played. What had come for it is kept.
pub(super) fn correct(
    desk: &mut Desk,
    cycle: u32,
    (correction, files): (Correction, BTreeMap<String, Digest>),
    to: &Position,
    now: Time,
) -> Result<(), Problem> {
    let received = packet::received(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
    let before = desk.position(cycle - 1)?;
    let (seed, orders) = (play::seed(&desk.campaign, desk.secret(), cycle, &[])?, BTreeMap::new());
    let (secret, corrected) = (desk.secret(), Some((&correction, to)));
    // What was ruled on orders that are not played is told all the same.
    let rulings = rule::of_cycle(&desk.campaign, &desk.identity(), cycle)?;
    let input = Input {
        cycle,
        before: Some(&before),
        corrected,
        orders: &orders,
        staff: &BTreeMap::new(),
        rulings: &rulings,
        seed,
        secret,
    };
    let played = play::play(&desk.campaign, &input)?;
    let (made, texts) = played.worded(&desk.campaign);
    let packets = match correction.undoes {
        Some(_) => BTreeMap::new(),
        None => resolve::packet_uses(desk, cycle, &received.kept, false)?,
    };
    let phase = desk.campaign.game.phase(to)?;
    desk.announce_next(&phase, (cycle + 1, now))?;
    let mut result =
        resolve::publish(desk, (cycle, seed, now), &before.0, (&made, &texts), packets)?;
    result.correction = Some(correction);
    result.files.extend(files);
    let noted = received.noted.into_iter();
    result.files.extend(noted.map(|Noted { path, digest, .. }| (path, digest)));
    desk.append(now, Some(cycle), Body::Result(result))
}

/// Gives the orders of a seat in the packet that an earlier cycle used.
type Earlier<'e> = &'e dyn Fn(u32, &Seat) -> Result<Option<OrdersDoc>, Problem>;

/// The orders that count in a cycle: those in its packets and, after a correction, those that stand.
/// `earlier` gives the orders of a seat in the packet that an earlier cycle used.
///
/// # Errors
/// If those that stand cannot be read.
pub(super) fn orders(
    campaign: &Campaign,
    cycle: u32,
    kept: &[Kept],
    earlier: Earlier<'_>,
) -> Result<BTreeMap<Seat, OrdersDoc>, Problem> {
    let ledger = &campaign.ledger;
    let mut orders = packet::orders(kept);
    if cycle.checked_sub(1).and_then(|before| ledger.correction(before)).is_none() {
        return Ok(orders);
    }
    for seat in campaign.seats() {
        let Some(from) = ledger.stands(&seat, cycle) else { continue };
        if orders.contains_key(&seat) && ledger.bound(&seat, cycle).is_none() {
            continue;
        }
        let Some(standing) = earlier(from, &seat)? else {
            let what = format!("the orders of {seat} that stand are not there");
            return Err(Problem::refused(what).at(format!("cycle {from}")));
        };
        orders.insert(seat, standing);
    }
    Ok(orders)
}

/// The orders of a seat that stand, as the cycles from the one that used them changed them: those in
/// its packet and what was ruled on them since.
pub(super) fn standing(
    campaign: &Campaign,
    (from, until): (u32, u32),
    kept: Option<&Kept>,
    rulings: &dyn Fn(u32) -> Result<Vec<OrderRuling>, Problem>,
) -> Result<Option<OrdersDoc>, Problem> {
    let Some(kept) = kept else { return Ok(None) };
    let seat = &kept.header.seat;
    let mut orders = BTreeMap::from([(seat.clone(), kept.orders.clone())]);
    let stood = |cycle: &u32| *cycle == from || campaign.ledger.stands(seat, *cycle) == Some(from);
    for cycle in (from..until).filter(stood) {
        let mut rulings = rulings(cycle)?;
        rulings.retain(|ruling| ruling.change.seat == *seat);
        rule::carry_out(&*campaign.game, &mut orders, &rulings)?;
    }
    Ok(orders.remove(seat))
}

/// The orders that count in a cycle, for who has the secret.
///
/// # Errors
/// If a packet of an earlier cycle is altered.
pub(super) fn orders_at(
    desk: &Desk,
    cycle: u32,
    kept: &[Kept],
) -> Result<BTreeMap<Seat, OrdersDoc>, Problem> {
    let (campaign, house) = (&desk.campaign, desk.identity());
    orders(campaign, cycle, kept, &|from, seat| {
        let used = packet::listed(campaign, from, &desk.cycle_identity(from))?;
        let kept = packet::of(&used, seat);
        standing(campaign, (from, cycle), kept, &|c| rule::of_cycle(campaign, &house, c))
    })
}

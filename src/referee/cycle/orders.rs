//! The orders that count in a cycle, and those that stand after a correction.

use std::collections::BTreeMap;

use super::desk::Desk;
use super::packets::{self, Kept};
use crate::base::Problem;
use crate::engine::{AnySheet, Seat};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::rulings::{self, OrderRuling};

/// Gives the orders of a seat in the packet that an earlier cycle used.
type Earlier<'e> = &'e dyn Fn(u32, &Seat) -> Result<Option<AnySheet>, Problem>;

/// The orders that count in a cycle: those in its packets and, after a correction, those that stand.
/// `earlier` gives the orders of a seat in the packet that an earlier cycle used.
///
/// # Errors
/// If those that stand cannot be read.
pub(in crate::referee) fn of_cycle(
    campaign: &Campaign,
    cycle: u32,
    kept: &[Kept],
    earlier: Earlier<'_>,
) -> Result<BTreeMap<Seat, AnySheet>, Problem> {
    let ledger = &campaign.ledger;
    let mut orders = packets::orders(kept);
    if cycle.checked_sub(1).and_then(|before| ledger.correction(before)).is_none() {
        return Ok(orders);
    }
    for seat in campaign.seats() {
        let Some(from) = ledger.stands(&seat, cycle) else { continue };
        if orders.contains_key(&seat) && ledger.bound(&seat, cycle).is_none() {
            continue;
        }
        match earlier(from, &seat)? {
            Some(standing) => orders.insert(seat, standing),
            None => orders.remove(&seat),
        };
    }
    Ok(orders)
}

/// The orders of a seat that stand, as the cycles from the one that used them changed them: those in
/// its packet and what was ruled on them since.
pub(in crate::referee) fn standing(
    campaign: &Campaign,
    (from, until): (u32, u32),
    (seat, kept): (&Seat, Option<&Kept>),
    rulings: &dyn Fn(u32) -> Result<Vec<OrderRuling>, Problem>,
) -> Result<Option<AnySheet>, Problem> {
    let Some(kept) = kept else {
        let what = format!("the orders of {seat} that stand are not there");
        return Err(Problem::refused(what).at(format!("cycle {from}")));
    };
    let mut orders = BTreeMap::from([(seat.clone(), kept.orders.clone())]);
    for cycle in stood(campaign, seat, (from, until)) {
        let mut rulings = rulings(cycle)?;
        rulings.retain(|ruling| ruling.change.seat == *seat);
        rulings::carry_out(&*campaign.game, &mut orders, &rulings)?;
    }
    Ok(orders.remove(seat))
}

/// The cycles in which the orders of a seat that an earlier one used stood, that one first.
pub(in crate::referee) fn stood(
    campaign: &Campaign,
    seat: &Seat,
    (from, until): (u32, u32),
) -> impl Iterator<Item = u32> {
    let stood =
        move |cycle: &u32| *cycle == from || campaign.ledger.stands(seat, *cycle) == Some(from);
    (from..until).filter(stood)
}

/// The orders that count in a cycle, for who has the secret.
///
/// # Errors
/// If a packet of an earlier cycle is altered.
pub(in crate::referee) fn at(
    desk: &Desk,
    cycle: u32,
    kept: &[Kept],
) -> Result<BTreeMap<Seat, AnySheet>, Problem> {
    let campaign = &desk.campaign;
    of_cycle(campaign, cycle, kept, &|from, seat| {
        let used = packets::listed(campaign, from, &desk.cycle_identity(from))?;
        let kept = packets::of(&used, seat);
        standing(campaign, (from, cycle), (seat, kept), &|c| {
            rulings::of_cycle(campaign, &desk.house(c), c)
        })
    })
}

//! Computer staff for seats without orders, if the calendar says so. What it orders is kept with the
//! cycle, so replaying needs no staff that thinks the same.

use std::collections::BTreeMap;

use crate::base::{Digest, Problem};
use crate::campaign::layout;
use crate::engine::{AnySheet, Chance, Due, Position, Reader, Seat, Skill};
use crate::referee::record::campaign::Campaign;
use crate::seal::{Identity, packed};

/// What the ledger says of a seat that the staff ordered for.
pub(in crate::referee) const DEFAULT: &str = "the orders of the computer staff";

/// The seats that the staff orders for: those that owe orders and have none and, of those that nobody
/// holds, every one that may order.
///
/// # Errors
/// If the position cannot be read.
pub(in crate::referee) fn seats(
    campaign: &Campaign,
    before: &Position,
    orders: &BTreeMap<Seat, AnySheet>,
    cycle: u32,
) -> Result<Vec<Seat>, Problem> {
    let due = campaign.game.phase(before)?.due.into_iter();
    let wanted = |seat: &Seat, due| match due {
        Due::Required => true,
        Due::Optional => campaign.holder(seat, cycle).is_none(),
        Due::Nothing => false,
    };
    let silent = due.filter(|(seat, due)| !orders.contains_key(seat) && wanted(seat, *due));
    Ok(silent.map(|(seat, _)| seat).collect())
}

/// What the staff orders for a seat: it knows what the seat knows, and its luck follows from the
/// cycle's seed, so nobody could try others.
///
/// # Errors
/// If the position cannot be read.
pub(in crate::referee) fn orders(
    campaign: &Campaign,
    before: &Position,
    (seat, skill): (&Seat, Skill),
    seed: &[u8; 32],
) -> Result<AnySheet, Problem> {
    let view = campaign.game.see(before, &Reader::Seat(seat.clone()))?;
    let luck = Digest::tagged("adjutant/staff/v1", &[seed, seat.as_str().as_bytes()]);
    campaign.game.staffed(&view, skill, &mut Chance::from_seed(luck.0))
}

/// What the staff ordered for a seat, as it was kept.
///
/// # Errors
/// If it is missing or altered.
pub(in crate::referee) fn kept(
    campaign: &Campaign,
    house: &Identity,
    cycle: u32,
    seat: &Seat,
) -> Result<AnySheet, Problem> {
    let path = layout::staff(cycle, seat.as_str());
    let read = || campaign.game.sheet(&packed::open(&campaign.listed(&path)?, house)?);
    read().map_err(|p| p.at(&path))
}

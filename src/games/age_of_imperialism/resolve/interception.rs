//! Interception of fleets (im30, im68).

use super::operation::Operation;
use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// Announces what these fleets of the mover do in a sea area; false if they were kept from it.
pub fn announced(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (sea, fleets): (&str, &[u32]),
) -> bool {
    let _ = (game, turn, orders, op, sea, fleets);
    true
}

/// Lets enemies intercept fleets of a power onto which units have retreated (im34).
pub fn after_retreat(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (power, sea): (Power, &str),
) {
    let _ = (game, turn, orders, op, power, sea);
}

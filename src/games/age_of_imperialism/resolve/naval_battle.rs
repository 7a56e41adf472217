//! Naval battles (im49).

use super::operation::Operation;
use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// Fights the fleets of the moving power against all of another's in a sea area; true if the
/// moving ones may finish their move: the enemy is sunk or broke off.
pub fn fight(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (sea, moving, fleets, enemy): (&str, Power, &[u32], Power),
) -> bool {
    let _ = (game, turn, orders, op, sea, moving, fleets, enemy);
    true
}

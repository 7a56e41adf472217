//! Retreats (im34, im45).

use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// All units of a power leave a region at once for an adjacent region of theirs or fleet, or are
/// lost (im35).
pub fn withdraw(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    power: Power,
    at: &str,
) {
    let _ = (game, turn, orders, power, at);
}

//! Revolts (im20 to im23, im39).

use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// Rolls for a revolt; `inciter` and whether he bribes, if somebody incites. True if it comes.
pub fn roll(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    at: &str,
    inciter: Option<(Power, bool)>,
) -> bool {
    let _ = (game, turn, orders, at, inciter);
    false
}

//! Income (im13 to im16).

use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// A power collects PP and DP and buys more DP.
pub fn collect(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    let _ = (game, turn, orders, power);
}

//! Upkeep (im17).

use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// A power pays for its units, or gives them up.
pub fn maintain(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    let _ = (game, turn, orders, power);
}

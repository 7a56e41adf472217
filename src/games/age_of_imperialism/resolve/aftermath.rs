//! Who holds a region after a battle (im38, im39, im46 to im48).

use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// A power gains control of a region: its chit is drawn and looked at (im12).
pub fn gain(game: &AgeOfImperialism, turn: &mut Cycle<'_>, power: Power, at: &str) {
    let _ = (game, turn, power, at);
}

/// Regions of a power without its brigades go back to the natives (im48).
pub fn revert_empty(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    let _ = (game, turn, orders, power);
}

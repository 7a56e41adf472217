//! A power's movement phase (im27 to im36, then the combat phase).

use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// Runs it.
pub fn phase(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    let _ = (game, turn, orders, power);
}

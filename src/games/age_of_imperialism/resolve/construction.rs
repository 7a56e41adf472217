//! Construction (im24 to im26).

use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// A power builds and develops.
pub fn run(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    let _ = (game, turn, orders, power);
}

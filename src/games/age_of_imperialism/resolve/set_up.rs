//! Set-up (im10 to im12, im57, im60, im62 to im64).

use super::{Cycle, Sheets};
use crate::engine::Chance;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::state::State;

/// The state before the first cycle.
pub fn beginning(game: &AgeOfImperialism, chance: &mut Chance) -> State {
    let _ = (game, chance);
    unimplemented!()
}

/// The powers choose their regions.
pub fn picks(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, powers: &[Power]) {
    let _ = (game, turn, orders, powers);
}

/// They place their first units.
pub fn placement(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, powers: &[Power]) {
    let _ = (game, turn, orders, powers);
}

//! The end of the game and the points (im53, im70, im72).

use super::Cycle;
use crate::engine::Outcome;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::state::State;

/// Ends the game if it is over at the end of a movement phase; true if it is.
pub fn ends(game: &AgeOfImperialism, turn: &mut Cycle<'_>) -> bool {
    let _ = (game, turn);
    false
}

/// How the game ended, if it did.
pub fn outcome(state: &State) -> Option<Outcome> {
    let _ = state;
    None
}

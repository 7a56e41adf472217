//! War, peace, alliances and gifts (im52, im56, im69).

use super::{Cycle, Line, Outcome, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// Concludes what both sides want: peace and alliances; then gifts.
pub fn treaties(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets) {
    let _ = (game, turn, orders);
}

/// Ends alliances whose notice has run out; guests withdraw.
pub fn lapse(game: &AgeOfImperialism, turn: &mut Cycle<'_>) {
    let _ = (game, turn);
}

/// Declares war.
pub fn declare(game: &AgeOfImperialism, turn: &mut Cycle<'_>, by: Power, on: Power) -> Outcome {
    let _ = (game, turn, by, on);
    Outcome::done(&super::rules::WAR, "")
}

/// Carries out a line that is about another power, in a movement phase; false if it is no such line.
pub fn carry_out(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    power: Power,
    line: &Line,
) -> bool {
    let _ = (game, turn, orders, power, line);
    false
}

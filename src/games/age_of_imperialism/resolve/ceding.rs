//! Ceding regions (im35).

use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// True if the owner of a region offers it to a power.
pub fn offered(turn: &Cycle<'_>, orders: &Sheets, (owner, to): (Power, Power), at: &str) -> bool {
    let _ = (turn, orders, owner, to, at);
    false
}

/// A region passes to a power whose brigade has moved in; the former owner's units withdraw.
pub fn hand_over(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    (from, to): (Power, Power),
    at: &str,
) {
    let _ = (game, turn, orders, from, to, at);
}

//! Land battles, round by round (im37, im40 to im44).

use super::operation::Operation;
use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// The regions where the mover must fight, in the order of the map.
pub fn pending(game: &AgeOfImperialism, turn: &Cycle<'_>, op: &Operation) -> Vec<String> {
    let _ = (game, turn, op);
    Vec::new()
}

/// Fights the battle of a region to its end.
pub fn fight(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    at: &str,
) {
    let _ = (game, turn, orders, op, at);
    let _: Option<Power> = None;
}

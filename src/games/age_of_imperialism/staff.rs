//! A plain computer player.

use super::AgeOfImperialism;
use super::orders::Order;
use super::sight::View;
use crate::engine::Chance;

/// Orders for the steps of the coming cycle.
pub fn suggest(game: &AgeOfImperialism, view: &View, chance: &mut Chance) -> Vec<Order> {
    let _ = (game, view, chance);
    Vec::new()
}

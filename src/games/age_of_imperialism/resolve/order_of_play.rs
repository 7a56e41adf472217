//! The order of play (im13, im65).

use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;

/// Draws the order of the turn that begins.
pub fn draw(game: &AgeOfImperialism, turn: &mut Cycle<'_>) {
    let _ = (game, turn);
}

/// Auctions the order of the turn.
pub fn auction(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets) {
    let _ = (game, turn, orders);
}

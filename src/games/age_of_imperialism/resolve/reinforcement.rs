//! Reinforcement moves (im36).

use super::operation::Operation;
use super::{Cycle, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;

/// Generals of the others come to the help of regions under attack.
pub fn run(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, op: &mut Operation) {
    let _ = (game, turn, orders, op);
}

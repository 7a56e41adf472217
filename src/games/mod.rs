//! The shelf: every game, behind one contract.

pub mod company_war;

use crate::engine::AnyGame;

/// Every game, in alphabetical order.
pub const ALL: &[&dyn AnyGame] = &[&company_war::SHELF];

/// The game of that name.
pub fn named(name: &str) -> Option<&'static dyn AnyGame> {
    ALL.iter().copied().find(|game| game.name() == name)
}

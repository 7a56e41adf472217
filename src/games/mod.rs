//! The shelf: every game, behind one contract.

pub mod age_of_imperialism;
pub mod company_commander;
pub mod company_war;
pub mod mechad;
pub mod parabellum;

use crate::base::Problem;
use crate::engine::GameKind;

/// Every game, in alphabetical order.
pub const ALL: &[&dyn GameKind] = &[
    &age_of_imperialism::SHELF,
    &company_commander::SHELF,
    &company_war::SHELF,
    &mechad::SHELF,
    &parabellum::SHELF,
];

/// The game of that name.
///
/// # Errors
/// If this program has none, with those it has.
pub fn named(name: &str) -> Result<&'static dyn GameKind, Problem> {
    ALL.iter().copied().find(|game| game.name() == name).ok_or_else(|| {
        let names: Vec<_> = ALL.iter().map(|game| game.name()).collect();
        Problem::usage(format!("there is no game {name}"))
            .hint(format!("the games are: {}", names.join(", ")))
    })
}

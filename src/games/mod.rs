//! The games of this crate, each behind one contract, and the shelf that the program has.

pub mod age_of_imperialism;
pub mod company_commander;
pub mod company_war;
pub mod mechad;
pub mod parabellum;

use crate::engine::{GameKind, Shelf};

/// The games of this crate. Company War is what commands take where no game is named.
pub const OURS: Shelf = Shelf::of(ALL);

const ALL: &[&dyn GameKind] = &[
    &company_war::SHELF,
    &age_of_imperialism::SHELF,
    &company_commander::SHELF,
    &mechad::SHELF,
    &parabellum::SHELF,
];

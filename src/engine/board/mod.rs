//! Where a game is played: a graph of named places, squares or hexes, and the questions all three
//! answer.
//!
//! A [`Board`] knows its places, their neighbours and how far they lie apart. A [`Grid`] knows
//! lines and arcs too. What the ways cost, which of them are closed and what blocks sight belongs
//! to a game; it comes in as a function. All is integers, and no answer depends on the order of a
//! hash: of several ways equally good, [`Reach`] says which one is taken.
//!
//! Comes in: places, and what a step from one to the next costs.
//! Goes out: neighbours, distances, ways, lines, arcs.
//! Never: knows what stands anywhere.

pub mod arc;
pub mod graph;
pub mod hex;
pub mod hexes;
mod line;
mod places;
pub mod search;
pub mod square;
pub mod squares;

pub use arc::{Arc, Bearing};
pub use graph::Graph;
pub use hex::{Facing, Hex};
pub use hexes::Hexes;
pub use line::Pass;
pub use places::{Board, Grid, cheapest, reach};
pub use search::{Reach, Reached};
pub use square::{Compass, Square};
pub use squares::{Near, Squares};

#[cfg(test)]
mod hex_tests;
#[cfg(test)]
mod search_tests;
#[cfg(test)]
mod square_tests;

//! Chance: named draws from a committed seed, and what is drawn from containers and decks.
//!
//! Comes in: a cycle's seed and the name of a draw.
//! Goes out: the same numbers for the same names, in whatever order they are asked for.
//! Never: asks for a seed.

pub mod draw;
pub mod pool;

//! What a game promises, and the turn in which it keeps its promise.
//!
//! Comes in: a position, orders, chance.
//! Goes out: events, recorded by [`game::turn::Turn`], and all that a reader may see or order.
//! Never: reads a file or a text.

pub mod game;
pub mod hands;
pub mod parts;

pub use game::staff;

//! A cycle as it is told: facts in sections, what belongs together in one place.
//!
//! Comes in: what a reader witnessed, as a game tells it.
//! Goes out: a story, scenes, and the answers to order lines, as parts of a page.
//! Never: decides who sees what.

pub mod answers;
pub(super) mod engagement;
pub(super) mod line;
mod rows;
pub(super) mod scenes;
pub mod sections;
pub(super) mod step;
#[cfg(test)]
mod tests;
mod writer;

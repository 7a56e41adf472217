//! Names, and how things are said.
//!
//! Comes in: any value that serde can show, and a game's rows of sentences.
//! Goes out: the names in it, and sentences as values.
//! Never: makes a page, or knows what a game is.

pub mod data;
pub mod fortunes;
pub mod names;
pub mod rule;
pub mod said;
pub mod slot;
pub mod told;
pub(super) mod walk;
pub(super) mod words;

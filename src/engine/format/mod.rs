//! What a turn format may say that is the same in every game: options, phases, a position to begin with.
//!
//! Comes in: parts of `format.yaml` and of a scenario.
//! Goes out: these, checked.
//! Never: knows a game's own tables.

pub mod begin;
pub mod document;
pub mod options;
pub mod phase;
pub mod tables;

//! The game told to others: the chronicle and the public site.
//!
//! Comes in: a campaign; for the chronicle, what the reveal opened.
//! Goes out: pages, a function of the files.
//! Never: needs a key, or asks the clock.

pub mod chronicle;
pub mod followed;
pub mod front;
pub mod handed;
pub mod how_to_check;
pub mod site;

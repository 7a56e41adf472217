//! The game told over its cycles: the chronicle, the public site, and the charts of a player's reports.
//!
//! Comes in: a campaign; for the chronicle, what the reveal opened; for charts, reports.
//! Goes out: pages, a function of the files.
//! Never: needs a key, or asks the clock.

pub mod chronicle;
pub mod followed;
pub mod front;
pub mod handed;
pub mod how_to_check;
pub mod site;

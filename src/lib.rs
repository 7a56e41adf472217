//! Adjutant: a play-by-email turn processor.
//!
//! ```text
//! cli                                      what the terminal sees
//! league                                   seasons of campaigns: members, pairings, tables
//! referee                                  a campaign, in rooms
//! campaign   games   render   post         side by side; none uses another
//! ledger     seal    engine                side by side; they use nothing of each other
//! page                                     documents before they are rendered
//! base                                     YAML, digests, times, seats, problems
//! ```
//!
//! A module uses only what lies below it. `docs/ARCHITECTURE.md` says why.

pub mod base;
pub mod campaign;
pub mod cli;
pub mod engine;
pub mod games;
pub mod league;
pub mod ledger;
pub mod page;
pub mod post;
pub mod referee;
pub mod render;
pub mod seal;

pub use cli::run;
/// What the macros derive with, so that a game's crate needs no dependency but this one.
#[doc(hidden)]
pub use {schemars, serde};

// The macros name this crate as a game's crate does.
extern crate self as adjutant;

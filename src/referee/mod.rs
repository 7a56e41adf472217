//! A campaign, from its founding to the reveal and beyond, in rooms.
//!
//! ```text
//! run                                      whatever is due now; a demonstration
//! telling                                  chronicle, site, charts
//! audit                                    verify, replay
//! letters                                  what is written to whom
//! moderator                                rulings, decisions, players' words
//! cycle                                    found, enroll, open, receive, resolve, reveal
//! player     press                         what players do; what they write to each other
//! calendar                                 what is due when: a pure function
//! record                                   what anybody can load
//! ```
//!
//! A room uses only what lies below it. Each says in its `mod.rs` what comes in, what goes out, and
//! what it never does.

#[cfg(not(target_family = "wasm"))]
pub mod audit;
pub mod calendar;
#[cfg(not(target_family = "wasm"))]
pub mod cycle;
#[cfg(not(target_family = "wasm"))]
pub mod letters;
#[cfg(not(target_family = "wasm"))]
pub mod moderator;
pub mod player;
pub mod press;
pub mod record;
#[cfg(not(target_family = "wasm"))]
pub mod run;
#[cfg(not(target_family = "wasm"))]
pub mod telling;

#[cfg(not(target_family = "wasm"))]
pub use cycle::desk::Desk;
pub use record::campaign::{Campaign, Stage};

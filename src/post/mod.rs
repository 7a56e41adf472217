//! Mail: taking messages apart and composing them. Pure, but for the doors.
//!
//! What comes in is the bytes of one message, and what comes out of them a list of offers: every text
//! and every attachment, in a fixed order, for the intake to find packets in. What goes out is a
//! letter, and what comes out of it the bytes of one message. `door` is what talks to servers. In a browser
//! there are the texts alone, in which decisions are told.

#[cfg(not(target_family = "wasm"))]
pub mod compose;
#[cfg(not(target_family = "wasm"))]
pub mod config;
#[cfg(not(target_family = "wasm"))]
pub mod door;
#[cfg(not(target_family = "wasm"))]
mod html;
#[cfg(not(target_family = "wasm"))]
pub mod message;
#[cfg(not(target_family = "wasm"))]
pub mod queue;
mod sentences;
pub mod texts;
#[cfg(not(target_family = "wasm"))]
mod tnef;

#[cfg(not(target_family = "wasm"))]
pub use compose::Outgoing;
#[cfg(not(target_family = "wasm"))]
pub use message::{Manner, Message};

//! Mail: taking messages apart and composing them. Pure, but for the doors.
//!
//! What comes in is the bytes of one message, and what comes out of them a list of offers: every text
//! and every attachment, in a fixed order, for the intake to find packets in. What goes out is a
//! letter, and what comes out of it the bytes of one message. `door` is what talks to servers.

pub mod compose;
pub mod config;
pub mod door;
mod html;
pub mod message;
pub mod queue;
mod sentences;
pub mod texts;
mod tnef;

pub use compose::Outgoing;
pub use message::{Manner, Message};

//! When cycles close and open, and what is due by then: a pure function of the calendar in force, of
//! what the ledger and the packets say, and of the time. `docs/formats/calendar.md`.
//!
//! ```text
//! campaign.yaml -> Rules ─┐
//! ledger, packets -> Facts ┼─ due(…, now) -> Step -> carried out by `run`
//!                    now ─┘
//! ```
//!
//! Comes in: the calendar in force, the ledger, what is known of packets, the time.
//! Goes out: what is due now, and what comes next.
//! Never: asks a clock, or carries anything out.

mod checked;
pub mod due;
pub mod facts;
pub mod rules;
mod when;

pub use checked::kept;
pub use due::{Step, Upcoming, due, upcoming};
pub use facts::{Facts, InForce, Seated, Sent, around};
pub use rules::Rules;

#[cfg(test)]
mod tests;

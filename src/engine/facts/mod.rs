//! What happened, who learns of it, and what became of each order.
//!
//! Comes in: events and answers as a game records them.
//! Goes out: facts as values: the rule, the audience, the draws, the reason.
//! Never: makes a sentence.

pub(super) mod agenda;
pub mod audience;
pub mod fact;
pub mod lasting;
pub mod reason;

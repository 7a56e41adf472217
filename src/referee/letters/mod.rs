//! What is written to whom: reports, calls, reminders, decisions, messages, answers to mail.
//!
//! Comes in: the ledger, and mail from players.
//! Goes out: letters, each with a name of its own, and messages as they are passed on.
//! Never: sends anything, or decides anything.

pub mod asked;
mod held;
pub mod letter;
mod owed;
pub mod private_answer;
pub mod relay;
mod voted;
pub mod writer;

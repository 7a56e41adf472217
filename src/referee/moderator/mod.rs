//! What the moderator decides: rulings, corrections, time, seats, players' words, the office itself.
//!
//! Comes in: a decision with its reason, or a player's signed word.
//! Goes out: one entry of the ledger for each, and what there is still to do.
//! Never: carries a cycle out, but for the one in which a ruling sets values.

pub mod beacon;
pub mod calendar_facts;
pub mod correct;
pub mod decide;
pub mod hand_over;
pub mod last_run;
pub mod lock;
pub(super) mod note;
pub(super) mod plain_text;
pub(super) mod question;
pub mod rehearsal;
pub mod rule;
pub mod shares;
pub mod slips;
pub mod tasks;
pub(super) mod vote;
pub mod word;

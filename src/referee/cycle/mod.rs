//! A campaign from its founding to the reveal, a cycle at a time.
//!
//! ```text
//! found -> enroll … -> open -> receive … -> resolve -> open -> … -> reveal
//! ```
//!
//! Comes in: the moderator's keys ([`desk::Desk`]), packets, the time.
//! Goes out: entries of the ledger, and the files that they list.
//! Never: decides anything that is the moderator's to decide, or writes to a player.

pub mod closing;
pub mod deadline;
pub mod deputy;
pub mod desk;
pub mod enroll;
pub mod expected;
pub mod found;
pub(super) mod lengths;
pub mod open;
pub(super) mod orders;
pub mod packets;
pub mod play;
pub(super) mod player_files;
pub mod receive;
pub mod resolve;
pub mod reveal;
pub mod seats_page;
pub mod staff;
pub mod status;

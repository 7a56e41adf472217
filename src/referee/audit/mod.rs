//! Whether everything was as it should have been.
//!
//! Comes in: a campaign, what a player kept of their own and, after the reveal, the published secret.
//! Goes out: one line for each check, with the first difference named.
//! Never: trusts what is stored beside the ledger, or writes.

pub(super) mod acts_checked;
mod arrivals;
pub(super) mod compared;
pub(super) mod dice;
pub(super) mod judged;
pub(super) mod locks;
pub(super) mod opened;
pub(super) mod own_packet;
pub mod replay;
pub(super) mod shipped;
pub(super) mod stated;
pub mod verify;
pub mod what_if;
pub mod witness;
pub(super) mod witnesses;

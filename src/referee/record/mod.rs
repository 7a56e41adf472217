//! What anybody can load of a campaign, and what it says.
//!
//! Comes in: the campaign's directory and, of what is sealed, the key that opens it.
//! Goes out: [`campaign::Campaign`] with its verified ledger, the acts, seats and rulings that the
//! ledger tells of, and the reports and receipts that it commits to.
//! Never: writes into the campaign, or needs the moderator's keys.

pub mod acts;
pub(super) mod acts_told;
pub mod campaign;
pub mod card;
pub(super) mod ledger_keys;
pub mod ledger_page;
#[cfg(not(target_family = "wasm"))]
pub mod letter_texts;
pub mod luck;
#[cfg(not(target_family = "wasm"))]
pub mod mail_answer;
pub mod office_acts;
pub mod office_keys;
pub mod people;
pub mod proof;
pub mod receipt;
pub mod report;
pub mod rulings;
pub mod seats;
pub mod verified;
pub(super) mod words_kept;

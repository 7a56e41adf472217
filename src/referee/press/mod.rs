//! What players write to each other: what the calendar allows of it, whether it is what the ledger says,
//! and what its readers get. The ledger says that a message was sent, and not by whom or to whom.
//! `docs/formats/press.md`.
//!
//! Comes in: the ledger and the files that it lists; a key that opens them.
//! Goes out: messages as they were passed on.
//! Never: takes or passes on a message; `letters::relay` does.

mod allowed;
mod checked;
mod relayed;

pub use self::allowed::{may, rules};
pub use self::checked::told;
pub(super) use self::checked::{kept, opened, published, signed};
pub(super) use self::relayed::packed;
pub use self::relayed::{Passed, Relayed, Told, relayed};

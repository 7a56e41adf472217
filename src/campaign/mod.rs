//! The campaign directory, and the only doors to disk, clock and randomness.

pub mod folder;
pub mod layout;
pub mod mailbox;
mod mbox;
mod place;
pub mod postbox;
pub mod store;
pub mod world;

pub use postbox::Postbox;
pub use store::Store;

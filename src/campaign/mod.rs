//! The campaign directory, and the only doors to disk, clock and randomness.

pub mod folder;
pub mod layout;
pub mod mailbox;
pub mod store;
pub mod world;

pub use store::Store;

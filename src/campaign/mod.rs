//! A campaign's place, and the only doors to disk, clock and randomness.

mod carrier;
mod directory;
pub mod folder;
pub mod layout;
pub mod mailbox;
mod mbox;
pub mod objects;
mod place;
pub mod postbox;
pub mod store;
pub mod world;

pub use objects::{Campaigns, Shard};
pub use postbox::Postbox;
pub use store::Store;

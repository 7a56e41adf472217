//! A campaign's place, and the only doors to disk, clock and randomness. In a browser there is none of
//! these: there a campaign is in memory.

#[cfg(not(target_family = "wasm"))]
mod address;
mod carrier;
#[cfg(not(target_family = "wasm"))]
mod directory;
mod diskless;
#[cfg(not(target_family = "wasm"))]
pub mod folder;
pub mod layout;
#[cfg(not(target_family = "wasm"))]
pub mod mailbox;
#[cfg(not(target_family = "wasm"))]
mod mbox;
mod memory;
#[cfg(not(target_family = "wasm"))]
pub mod objects;
#[cfg(not(target_family = "wasm"))]
mod place;
#[cfg(not(target_family = "wasm"))]
pub mod postbox;
pub mod store;
#[cfg(not(target_family = "wasm"))]
pub mod world;

#[cfg(not(target_family = "wasm"))]
pub use objects::{Campaigns, Shard};
#[cfg(not(target_family = "wasm"))]
pub use postbox::Postbox;
pub use store::Store;

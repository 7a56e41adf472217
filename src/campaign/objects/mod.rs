//! Campaigns in an object store. `docs/formats/store.md`.

mod bundle;
mod bundles;
mod campaigns;
#[cfg(feature = "store")]
mod cloud;
mod index;
mod memory;
mod requests;

pub use bundle::Files;
pub use campaigns::{Campaigns, Shard};
pub use memory::Memory;
pub use requests::{Object, Objects};

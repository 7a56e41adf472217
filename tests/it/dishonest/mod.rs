//! What a dishonest moderator's own program writes: entries that are well formed, follow each other and are
//! well signed, and say what no program of ours would. Every reader refuses them, or they are told.

mod fields;
mod follows;
pub(crate) mod forger;
mod packets;
mod players;
pub(crate) mod rich;

//! Order files as their authors spell them, and the schema of those files, for any game.
//!
//! Comes in: a text, and the types of a game's orders.
//! Goes out: [`any_sheet::AnySheet`], a value that only that game looks into.
//! Never: keeps what was not read.

pub(super) mod any_sheet;
pub mod expected;
pub(super) mod schema;
pub(super) mod shape;
pub(super) mod spelling;

//! What all games share: the contract, events and who sees them, chance, orders. Pure.
//!
//! A cycle is one function: `(tables, position, orders, chance) -> (record, next position)`.
//! [`Game`] is the contract a game fulfils; [`AnyGame`] is the same game seen from outside its
//! folder, as documents in and documents out.

pub mod answers;
pub mod any_game;
pub mod audience;
pub mod brief;
pub mod chance;
pub mod choice;
mod founded;
pub mod game;
pub mod options;
pub mod order_file;
pub mod phase;
pub mod record;
pub mod rule;
mod scenes;
mod schema;
pub mod seat;
pub mod turn;

pub use any_game::{AnyGame, Document, Resolution, Shipped, Table};
pub use audience::{Audience, Reader};
pub use chance::Chance;
pub use choice::{Choice, Offer};
pub use game::{Game, Outcome};
pub use options::{Number, OptionSpec, Source};
pub use order_file::{Finding, Given, Header, Sheet, Weight};
pub use phase::{Due, Phase, PhaseSpec};
pub use record::{Answer, Code, Entry, Record};
pub use rule::Rule;
pub(crate) use rule::rules;
pub use seat::Seat;
pub use turn::{Orders, Turn};

//! What all games share: the contract, events and who sees them, chance, orders. Pure.
//!
//! A cycle is one function: `(tables, position, orders, chance) -> (record, next position)`.
//! [`Game`] is the contract a game fulfils; [`AnyGame`] is the same game seen from outside its
//! folder: documents in, documents out.

mod agenda;
pub mod answers;
pub mod any_game;
mod any_sheet;
pub mod audience;
pub mod begin;
pub mod board;
pub mod bridge;
mod briefing;
pub mod budget;
pub mod chance;
pub mod check;
pub mod choice;
pub mod document;
mod facade;
pub mod fact;
pub mod finding;
pub mod game;
pub mod matter;
pub mod names;
mod offered;
pub mod one_line;
pub mod options;
pub mod order_file;
pub mod phase;
pub mod pool;
pub mod reason;
mod respell;
pub mod roll_call;
pub mod rule;
pub mod ruled;
pub mod said;
mod scenes;
mod schema;
mod shape;
pub mod short;
pub mod slot;
mod spelling;
pub mod staff;
pub mod story;
mod survey;
pub mod told;
mod typed;
mod walk;
mod words;

pub use agenda::Agenda;
pub use answers::{Answered, Repeated};
pub use any_game::{
    AnyGame, Briefing, Checker, Ending, GameKind, Pager, Resolution, Shipped, Written,
};
pub use any_sheet::AnySheet;
pub use audience::{Audience, Reader};
pub use bridge::Bridge;
pub use budget::Budget;
pub use chance::{Chance, DrawName};
pub use choice::{Choice, Offer};
pub use document::{EventDoc, News, Position, RecordDoc, ViewDoc};
pub use fact::{Answer, Code, Fact, Fate, Record, Recorded};
pub use finding::{Finding, Remark, Severity};
pub use game::turn::{Sheets, Turn};
pub use game::{Game, Orders, Outcome, Rules, Sight, Telling};
pub use matter::Matter;
pub use names::Names;
pub use options::{Number, OptionSpec, Source};
pub use order_file::{Given, Header, Sheet};
pub use phase::{Due, Phase, PhaseSpec, spoken};
pub use reason::Reason;
pub use rule::{Rule, rules};
pub use ruled::{Amendment, Ruled, Setting};
pub use short::Short;
pub use slot::{List, Slot};
pub use survey::Survey;
pub use told::{Opening, Subject, Told, Weight};
pub use words::Words;

pub use crate::base::Seat;

//! What all games share: the contract, events and who sees them, chance, orders. Pure.
//!
//! A cycle is one function: `(tables, position, orders, chance) -> (record, next position)`.
//! [`Game`] is the contract a game fulfils; [`AnyGame`] is the same game seen from outside its
//! folder: documents in, documents out.
//!
//! ```text
//! prelude                                  what the files of a game begin with
//! shelf                                    a game from outside
//! sheets     story                         order files and their schema; a cycle as it is told
//! contract                                 what a game promises
//! orders                                   lines, lists, conditions
//! facts                                    what happened, who learns of it
//! format                                   options, phases
//! wording    chance  board                 side by side
//! ```

pub mod board;
pub mod chance;
pub mod contract;
pub mod facts;
pub mod format;
pub mod orders;
pub mod prelude;
pub mod sheets;
pub mod shelf;
pub mod story;
pub mod wording;

pub use chance::draw::{Chance, DrawName, Streams, Throw};
pub use contract::game::skill::Skill;
pub use contract::game::turn::{Sheets, Turn};
pub use contract::game::{Founded, Game, Orders, Outcome, Rules, Sight, Telling};
pub use contract::hands::Hands;
pub use contract::parts::{State, View};
pub use facts::agenda::Agenda;
pub use facts::audience::{Audience, Reader};
pub use facts::fact::{Answer, Code, Fact, Fate, Record, Recorded};
pub use facts::lasting::Lasting;
pub use facts::reason::Reason;
pub use format::document::{EventDoc, News, Position, RecordDoc, ViewDoc};
pub use format::options::{Chosen, Number, OptionSpec, Options, Source};
pub use format::phase::{Due, Phase, PhaseSpec, spoken};
pub use format::tables::Tables;
pub use orders::budget::Budget;
pub use orders::choice::{Choice, Offer};
pub use orders::finding::{Finding, Remark, Severity};
pub use orders::matter::Matter;
pub use orders::order_file::{Given, Header, Sheet};
pub use orders::short::Short;
pub use sheets::any_sheet::AnySheet;
pub use shelf::any_game::{
    AnyGame, Attempt, Briefing, Checker, Ending, GameKind, Pager, Resolution, Shelf, Shipped,
    Trial, World, Written,
};
pub use shelf::bridge::Bridge;
pub use shelf::ruled::{Amendment, OrderLine, Ruled, Setting};
pub use shelf::survey::Survey;
pub use story::answers::{Answered, Repeated};
pub use wording::fortunes::{Fortune, Fortunes};
pub use wording::names::Names;
pub use wording::rule::{Rule, rules};
pub use wording::slot::{List, Slot};
pub use wording::told::{Opening, Subject, Told, Weight};
pub use wording::words::Words;

pub use crate::base::Seat;

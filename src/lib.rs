//! Adjutant: a play-by-email turn processor.
//!
//! ```text
//! testing                                  what the tests of a game are made of
//! cli                                      what the terminal sees
//! league                                   seasons of campaigns: members, pairings, tables
//! play                                     what a page in a browser asks of the program
//! referee                                  a campaign, in rooms
//! campaign   games   render   post         side by side; none uses another
//! ledger     seal    engine                side by side; they use nothing of each other
//! page                                     documents before they are rendered
//! base                                     YAML, digests, times, seats, problems
//! ```
//!
//! A module uses only what lies below it. `docs/ARCHITECTURE.md` says why.
//!
//! For a browser the player's half is compiled, without disk, clock and net.
//!
//! # As a library
//!
//! A game may be a crate of its own. [`game`] says what it promises, [`prelude`] is what its files begin with, and
//! [`testing`] has its tests. A program with its games, or with ours and its own, is [`run`] with a [`Shelf`]:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     adjutant::run(adjutant::OURS, std::env::args_os())
//! }
//! ```
//!
//! `adjutant game new NAME` writes such a crate, and `docs/adding-a-game.md` explains it.

#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, unused_imports, reason = "the moderator's half uses it")
)]

#[doc(hidden)]
pub mod base;
#[doc(hidden)]
pub mod campaign;
#[doc(hidden)]
#[cfg(not(target_family = "wasm"))]
pub mod cli;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod games;
#[doc(hidden)]
#[cfg(not(target_family = "wasm"))]
pub mod league;
#[doc(hidden)]
pub mod ledger;
pub mod page;
#[doc(hidden)]
pub mod play;
#[doc(hidden)]
pub mod post;
#[doc(hidden)]
pub mod referee;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod seal;
#[cfg(not(target_family = "wasm"))]
pub mod testing;

pub use base::Problem;
#[cfg(not(target_family = "wasm"))]
pub use cli::run;
pub use engine::{Bridge, GameKind, Shelf, Shipped};
pub use games::OURS;

/// What the macros derive with, so that a game's crate needs no dependency but this one.
pub use {schemars, serde};

pub mod prelude {
    //! What the files of a game begin with: `use adjutant::prelude::*;`.
    //!
    //! ```
    //! use adjutant::prelude::*;
    //!
    //! rules! {
    //!     /// A crew digs.
    //!     DIG = "tp3";
    //! }
    //!
    //! data! {
    //!     /// One thing that happens.
    //!     pub enum Event {
    //!         Dug { crew: Seat, ounces: u8 },
    //!     }
    //! }
    //!
    //! let event = Event::Dug { crew: Seat::named("red"), ounces: 5 };
    //! assert_eq!((DIG.id(), event.clone()), ("tp3", event));
    //! ```

    pub use crate::engine::prelude::*;
}

pub mod game {
    //! The contract of a game, what it hands to the program, and what the program hands to it.
    //!
    //! A game is a type with four traits: [`Rules`] says what happens, [`Sight`] who sees it, [`Orders`] what
    //! may be ordered, [`Telling`] how it is told. A [`Bridge`](crate::Bridge) puts it on a
    //! [`Shelf`](crate::Shelf), and [`run`](crate::run) makes a program of that.
    //!
    //! ```
    //! use adjutant::game::{Outcome, Seat};
    //!
    //! let scores = [(Seat::named("red"), 9), (Seat::named("blue"), 4)];
    //! let outcome = Outcome::of_most(scores, |most| format!("{most} ounces")).expect("two play");
    //! assert_eq!(outcome.text, "red wins with 9 ounces");
    //! ```

    pub use crate::engine::contract::game::{Data, SheetCheck};
    pub use crate::engine::contract::staff;
    pub use crate::engine::facts::reason::Reason;
    pub use crate::engine::format::{options, phase};
    pub use crate::engine::orders::check::{Checked, Findings, forbid, line_by_line, require};
    pub use crate::engine::orders::matter::overruled;
    pub use crate::engine::orders::order_file::{Contingency, Given, Sheet};
    pub use crate::engine::orders::short::{Form, Part, Short};
    pub use crate::engine::wording::said::{Explain, Field, Said};
    pub use crate::engine::{
        Audience, Budget, Choice, Chosen, Code, Due, Fact, Fate, Finding, Fortune, Fortunes,
        Founded, Game, Hands, Lasting, List, Matter, Names, Number, Offer, Opening, OptionSpec,
        Options, Orders, Outcome, Phase, PhaseSpec, Reader, Rule, Rules, Seat, Severity, Sheets,
        Sight, Slot, Source, State, Subject, Tables, Telling, Told, Turn, View, Weight, Words,
    };
}

pub mod board {
    //! Where a game is played: a graph of named places, squares or hexes, and what all three answer.
    //!
    //! ```
    //! use adjutant::board::{Board, Near, Square, Squares};
    //!
    //! let board = Squares::new("D4".parse()?, Near::Sides);
    //! let (corner, far): (Square, Square) = ("A1".parse()?, "D4".parse()?);
    //! assert_eq!(board.places().len(), 16);
    //! assert_eq!(board.neighbours(&corner).len(), 2);
    //! assert_eq!(board.distance(&corner, &far), Some(6));
    //! # Ok::<(), adjutant::Problem>(())
    //! ```

    pub use crate::engine::board::*;
}

pub mod chance {
    //! Named draws from a committed seed, and counters and cards that are drawn.
    //!
    //! ```
    //! use adjutant::chance::Chance;
    //!
    //! // The same seed and the same name give the same die, whatever else is drawn before.
    //! let roll = |chance: &mut Chance| chance.draw(&["dig", "red"]).die(6);
    //! let first = roll(&mut Chance::from_seed([7; 32]));
    //! let mut later = Chance::from_seed([7; 32]);
    //! later.draw(&["dig", "blue"]).die(6);
    //! assert_eq!(first, roll(&mut later));
    //! ```

    pub use crate::engine::Chance;
    pub use crate::engine::chance::draw::{Draw, DrawName, Drawn};
    pub use crate::engine::chance::pool::Pool;
}

pub mod words {
    //! Words for sentences: lists of names, numbers with their nouns.
    //!
    //! ```
    //! use adjutant::words::{count, names};
    //!
    //! assert_eq!(names(["red", "blue", "green"]), "red, blue and green");
    //! assert_eq!([count(1, "turn"), count(3, "turn")], ["1 turn", "3 turns"]);
    //! ```

    pub use crate::base::words::{capital, count, few, joined, names, nearest, verb};
}

// The macros name this crate as a game's crate does.
extern crate self as adjutant;

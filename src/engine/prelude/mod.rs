//! What the files of a game begin with: `use crate::engine::prelude::*;`.
//!
//! Comes in: nothing.
//! Goes out: the contract, what it hands to a game and what a game hands to it, the macros that make
//! its types, and the traits of serde and schemars that those types derive.
//! Never: has anything of its own.

pub use std::collections::{BTreeMap, BTreeSet};

pub use schemars::JsonSchema;
pub use serde::{Deserialize, Serialize};

pub use crate::base::Problem;
pub use crate::base::words::capital;
pub use crate::engine::board::{Board, Grid, Hex, Hexes, Near, Square, Squares};
pub use crate::engine::chance::pool::Pool;
pub use crate::engine::contract::staff;
pub use crate::engine::facts::audience::witnesses;
pub use crate::engine::format::options::{check_numbers, check_whole};
pub use crate::engine::format::phase::check_phases;
pub use crate::engine::orders::check::{Checked, Findings, require};
pub use crate::engine::shelf::any_game::shipped;
pub use crate::engine::wording::data::{data, orders};
pub use crate::engine::wording::names::names;
pub use crate::engine::wording::said::{reasons, said, told, worded};
pub use crate::engine::{
    Audience, Bridge, Budget, Chance, Choice, Chosen, Due, Fact, Fate, Finding, Founded, Given,
    Hands, Lasting, Matter, Names, Number, Opening, Orders, Outcome, Phase, Reader, Rule, Rules,
    Seat, Sheet, Shipped, Short, Sight, Slot, Subject, Tables, Telling, Told, Turn, Words, rules,
};
pub use crate::page::{Measure, Page};

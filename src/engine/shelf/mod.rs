//! A game seen from outside its folder: documents in, documents out.
//!
//! Comes in: format, scenario and options as text; positions and orders as documents.
//! Goes out: the same for every game, behind [`any_game::AnyGame`].
//! Never: lets a type of a game out.

pub(super) mod ahead;
pub mod any_game;
pub mod bridge;
pub(super) mod briefing;
pub mod composed;
pub(super) mod facade;
pub(super) mod offered;
pub(super) mod respell;
pub mod roll_call;
pub mod ruled;
pub(super) mod skilled;
pub(super) mod survey;
pub(super) mod trial;
pub(super) mod typed;
mod ways;

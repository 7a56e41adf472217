//! Order files: lines, lists, conditions, short forms, and what a check finds in them.
//!
//! Comes in: the text of an order file, and the rows in which a game says what it accepts.
//! Goes out: a sheet of orders, and findings with their places.
//! Never: judges an order: that is the game's.

pub mod budget;
pub mod check;
pub mod choice;
pub mod finding;
pub mod matter;
pub mod one_line;
pub mod order_file;
mod ordered;
pub mod short;

//! What the tests of a game are made of: a table at which cycles are played, rule cases, and the conformance that
//! every game is held to.
//!
//! ```
//! use adjutant::testing::Table;
//!
//! let mut table = Table::new(adjutant::OURS.named("parabellum")?)?;
//! let seats = table.seats();
//! let orders = seats.iter().map(|seat| table.suggest(seat, 1)).collect::<Result<Vec<_>, _>>()?;
//! let sheets: Vec<(&str, &str)> =
//!     seats.iter().zip(&orders).map(|(seat, list)| (seat.as_str(), list.as_str())).collect();
//! let turned = table.resolve(&sheets)?;
//! assert!(!turned.events.is_empty());
//! # Ok::<(), adjutant::Problem>(())
//! ```

pub mod cases;
pub mod conformance;
#[doc(hidden)]
pub mod pages;
mod table;

pub use table::{Answer, Table, Turned};

use std::fmt::Display;
use std::path::Path;

use serde::de::DeserializeOwned;
/// Any value, as documents have them.
pub use serde_json::Value;

use crate::base::Problem;
use crate::base::yaml::{self, Origin};
use crate::campaign::world;

/// Ends a test unless all is well.
///
/// # Panics
/// With what is wrong.
pub fn passes<E: Display>(result: Result<(), E>) {
    if let Err(wrong) = result {
        panic!("{wrong}");
    }
}

/// A line of a list of orders, as it is written in an order file.
fn line(order: &Value) -> String {
    match order {
        // A short line has no quotes.
        Value::String(text) => format!("- {text}\n"),
        // JSON is YAML, and it quotes every name.
        order => format!("- {order}\n"),
    }
}

/// A file of text.
///
/// # Errors
/// If it cannot be read, or is no text.
pub fn text(path: &Path) -> Result<String, Problem> {
    let no_text = |_| Problem::refused("this is no text").at(path.display());
    String::from_utf8(world::read(path)?).map_err(no_text)
}

/// A file in YAML.
///
/// # Errors
/// If it cannot be read, with line and column.
pub fn yaml<T: DeserializeOwned>(path: &Path) -> Result<T, Problem> {
    let text = world::read(path)?;
    yaml::read(&text, Origin::House).map_err(|problem| problem.at(path.display()))
}

/// A value, such as an event of [`Turned`], as the game's own type.
///
/// # Errors
/// If it is another type.
pub fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Problem> {
    T::deserialize(value)
        .map_err(|error| Problem::refused(format!("this is of another type: {error}")))
}

/// The value of a line of JSON.
///
/// # Errors
/// If it is none.
pub fn json(text: &str) -> Result<Value, Problem> {
    serde_json::from_str(text)
        .map_err(|error| Problem::refused(format!("this is no JSON: {error}")))
}

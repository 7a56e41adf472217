//! What the tests of a game are made of: a table at which cycles are played, rule cases, and the conformance that
//! every game is held to.

mod conformance;
mod table;

pub use conformance::conformance;
pub use table::{Answer, Table, Turned};

use std::path::Path;

use serde::de::DeserializeOwned;
/// Any value, as documents have them.
pub use serde_json::Value;

use crate::base::Problem;
use crate::base::yaml::{self, Origin};
use crate::campaign::world;

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

//! A scenario that begins with a position: a `position:` at its end, as `edit position` writes it.

use serde_json::Value;

use super::document::{Encoded, Position};
use crate::base::yaml::{self, Origin};
use crate::base::{Problem, canonical};

/// How the last field of such a scenario begins.
const FIELD: &str = "\nposition:";

/// The scenario, and the text of its position if it has one.
pub(in crate::engine) fn split(scenario: &str) -> (&str, Option<&str>) {
    match scenario.find(FIELD) {
        Some(at) => (&scenario[..=at], Some(&scenario[at + FIELD.len()..])),
        None => (scenario, None),
    }
}

/// True if a scenario begins with a position.
pub fn begins_with_position(scenario: &[u8]) -> bool {
    std::str::from_utf8(scenario).is_ok_and(|text| split(text).1.is_some())
}

/// Reads a position.
///
/// # Errors
/// If it is no YAML, or holds a fraction.
pub(in crate::engine) fn read(text: &str) -> Result<Position, Problem> {
    let value: Value = yaml::read(text.as_bytes(), Origin::House)?;
    canonical::check(&value, "position")?;
    Ok(Position::of(&value))
}

/// A scenario that begins with a position: `new --scenario` takes it.
pub fn with_position(scenario: &str, position: &Position) -> String {
    let value: Value = serde_json::from_str(&position.0).unwrap_or_default();
    let (map, _) = split(scenario);
    let text = serde_json::to_string_pretty(&value).expect("a position is plain data");
    let indented: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    format!("{}\nposition:\n{}\n", map.trim_end(), indented.join("\n"))
}

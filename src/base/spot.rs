//! A place in a text.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A line and a column, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// The line.
    pub line: u32,
    /// The column, counted in characters.
    pub column: u32,
}

impl Spot {
    /// The spot a parser names; what no file can have becomes the largest number.
    pub fn of(line: u64, column: u64) -> Self {
        let [line, column] = [line, column].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        Self { line, column }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

//! A position in the game, held by a player.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use super::Problem;

/// The name of a seat: 1 to 32 lower-case letters, digits and hyphens, a letter first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Seat(String);

impl Seat {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Seat {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let first = text.chars().next().is_some_and(|c| c.is_ascii_lowercase());
        if first && text.len() <= 32 && text.chars().all(plain) {
            Ok(Self(text.to_owned()))
        } else {
            Err(Problem::refused(format!("\"{text}\" is no seat name"))
                .hint("use 1 to 32 lower-case letters, digits and hyphens, a letter first"))
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|p: Problem| serde::de::Error::custom(p.what))
    }
}

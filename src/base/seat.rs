//! A position in the game, held by a player.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use super::Problem;

/// The name of a seat: 1 to 32 lower-case letters, digits and hyphens, a letter first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Seat(Cow<'static, str>);

impl Seat {
    /// The seat of a name that is fixed in the program: `const RED: Seat = Seat::named("red");`.
    ///
    /// # Panics
    /// If it is no name of a seat; in a constant the program is not compiled then.
    pub const fn named(name: &'static str) -> Self {
        assert!(is_name(name.as_bytes()), "this is no name of a seat");
        Self(Cow::Borrowed(name))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// True if a seat may have this name.
const fn is_name(name: &[u8]) -> bool {
    let mut at = 0;
    while at < name.len() {
        let plain = name[at].is_ascii_lowercase() || at > 0 && is_inner(name[at]);
        if !plain {
            return false;
        }
        at += 1;
    }
    !name.is_empty() && name.len() <= 32
}

/// True for what may stand in a name, but not begin it.
const fn is_inner(letter: u8) -> bool {
    letter.is_ascii_digit() || letter == b'-'
}

impl FromStr for Seat {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        if is_name(text.as_bytes()) {
            Ok(Self(Cow::Owned(text.to_owned())))
        } else {
            Err(Problem::refused(format!("\"{text}\" is not a seat name"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_name_is_the_one_that_is_read() {
        const RED: Seat = Seat::named("red-2");
        assert_eq!("red-2".parse::<Seat>(), Ok(RED));
        let longest = "a".repeat(32);
        assert!(longest.parse::<Seat>().is_ok());
        for wrong in ["", "2red", "-red", "Red", "r\u{e9}d", "red ", &format!("{longest}a")] {
            assert!(wrong.parse::<Seat>().is_err(), "{wrong}");
        }
    }
}

//! The two sides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Seat;

/// A side.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first side.
    Blue,
    /// The second side.
    Red,
}

impl Side {
    /// Both, in the order in which they are always listed.
    pub const BOTH: [Self; 2] = [Self::Blue, Self::Red];

    /// The name of its seat.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
        }
    }

    /// The name in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Blue => "Blue",
            Self::Red => "Red",
        }
    }

    /// Its seat.
    ///
    /// # Panics
    /// Never: the names are seat names.
    pub fn seat(self) -> Seat {
        self.name().parse().expect("a seat name")
    }

    /// The side of a seat.
    pub fn of(seat: &Seat) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == seat.as_str())
    }

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
        }
    }
}

//! The two companies.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Seat;

/// A company.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first company.
    Amber,
    /// The second company.
    Cobalt,
}

/// What a company is in a skirmish (pb12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Has the aim to reach, and deploys second.
    Attacker,
    /// Has to prevent it, and deploys first.
    Defender,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Attacker => "attacker",
            Self::Defender => "defender",
        })
    }
}

impl Side {
    /// Both, in the order in which they are always listed.
    pub const BOTH: [Self; 2] = [Self::Amber, Self::Cobalt];

    /// The name of its seat, with which its flags begin.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Amber => "amber",
            Self::Cobalt => "cobalt",
        }
    }

    /// The name in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Amber => "Amber",
            Self::Cobalt => "Cobalt",
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
            Self::Amber => Self::Cobalt,
            Self::Cobalt => Self::Amber,
        }
    }
}

//! What the players of a campaign can decide together.

use serde::{Deserialize, Serialize};

use super::{Seat, Time};

/// What players vote on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// The game ends in a draw.
    Draw,
    /// The game ends, and a seat has won.
    Win(Seat),
    /// The deadline of the open cycle becomes later.
    Deadline(Time),
}

impl Motion {
    /// How a game ends with it; `None` if it goes on.
    pub fn outcome(&self) -> Option<String> {
        match self {
            Self::Draw => Some("a draw, by agreement".to_owned()),
            Self::Win(seat) => Some(format!("{seat} wins, by agreement")),
            Self::Deadline(_) => None,
        }
    }

    /// The seat that it names. Its player is not asked.
    pub fn winner(&self) -> Option<&Seat> {
        match self {
            Self::Win(seat) => Some(seat),
            Self::Draw | Self::Deadline(_) => None,
        }
    }

    /// What it is, as the object of a sentence.
    pub fn words(&self) -> String {
        match self {
            Self::Draw => "a draw".to_owned(),
            Self::Win(seat) => format!("the victory of {seat}"),
            Self::Deadline(to) => format!("the deadline {to}"),
        }
    }

    /// The same as arguments of `adjutant say vote`.
    pub fn arguments(&self) -> String {
        match self {
            Self::Draw => "draw".to_owned(),
            Self::Win(seat) => format!("win {seat}"),
            Self::Deadline(to) => format!("deadline {to}"),
        }
    }
}

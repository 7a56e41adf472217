//! Why an order line was answered as it was: a value, told in words only when somebody reads it.

use serde::{Deserialize, Serialize};

use crate::engine::wording::names::LARGEST;
use crate::engine::{Names, Slot, Words, spoken};

/// Why a line was refused or answered: what holds for all games, or the game's own reason.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reason<R> {
    /// Nothing happened that the line was written for.
    Unused,
    /// The condition decided which of its orders applied.
    Decided,
    /// The phase takes no orders of this kind.
    NotTaken {
        /// The phase.
        phase: String,
        /// The kind that was written.
        kind: String,
        /// The kinds that it takes.
        accepts: Vec<String>,
    },
    /// The game has nothing of that name.
    Unknown {
        /// The kind of name, as the game's types call it, such as `Ship`.
        kind: String,
        /// The name that was written.
        name: String,
    },
    /// Another line on the same matter counts whenever both are in force. A check warns of it; no line
    /// is answered so.
    Overruled {
        /// That line.
        by: Slot,
    },
    /// Another line orders the same act. A check warns of it; no line is answered so.
    Doubled {
        /// That line.
        of: Slot,
    },
    /// A number is larger than any game counts.
    TooLarge,
    /// The report has no room for the words of this line, after those before it.
    NotRepeated,
    /// A reason of the game.
    Game(R),
}

impl<R> Reason<R> {
    /// The reason in words; `names` and `explain` are the game's own, and `place` says where an order
    /// line is.
    pub(in crate::engine) fn words(
        &self,
        names: &Names,
        explain: impl Fn(&R) -> Words,
        place: impl Fn(Slot) -> String,
    ) -> Words {
        match self {
            Self::Unused => Words::new("no occasion arose"),
            Self::Decided => Words::new("used to choose between its orders"),
            Self::NotTaken { phase, kind, accepts } => {
                let takes = if accepts.is_empty() {
                    "send a file without orders".to_owned()
                } else {
                    format!("it takes: {}", accepts.join(", "))
                };
                Words::new(format!("the {} phase takes no {kind}", spoken(phase))).hint(takes)
            }
            Self::Unknown { kind, name } => names.missing(kind, name),
            Self::Overruled { by } => {
                Words::new(format!("{} counts instead of this line", place(*by)))
            }
            Self::Doubled { of } => Words::new(format!("{} orders this already", place(*of))),
            Self::TooLarge => {
                Words::new(format!("a number is too large: {LARGEST} is the most in any order"))
            }
            Self::NotRepeated => Words::new("the report has no room left to explain it"),
            Self::Game(reason) => explain(reason),
        }
    }
}

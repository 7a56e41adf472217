//! How well the computer staff plays.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

// The comments of the variants are what editors show.
/// How well the computer staff plays. A staff of any skill knows what its seat knows, and nothing else.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Skill {
    /// It gives few of the orders that the regular would.
    Recruit,
    /// It plays by plain rules of thumb.
    #[default]
    Regular,
    /// It tries many orders in worlds that it cannot tell apart, and gives those that end best.
    Veteran,
}

impl Skill {
    /// Every skill, the weakest first.
    pub const ALL: [Self; 3] = [Self::Recruit, Self::Regular, Self::Veteran];

    /// The name in files and arguments.
    pub fn name(self) -> &'static str {
        match self {
            Self::Recruit => "recruit",
            Self::Regular => "regular",
            Self::Veteran => "veteran",
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

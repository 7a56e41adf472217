//! Whom the orders of sealed phases are sealed to.

use serde::{Deserialize, Serialize};

use crate::base::Problem;

/// Who can open orders before the deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sealing {
    /// The moderator.
    #[default]
    Moderator,
    /// Nobody: they are sealed to the round of drand that the cycle's dice wait for.
    Timelock,
}

impl Sealing {
    /// Checks that there are rounds to seal to.
    ///
    /// # Errors
    /// If there are none.
    pub fn check(self, beacon: &str) -> Result<(), Problem> {
        match self {
            Self::Timelock if beacon != "drand" => Err(Problem::refused(
                "orders can be sealed only to rounds of drand, and the campaign has none",
            )
            .hint("add --beacon drand, or leave out --sealed timelock")),
            Self::Moderator | Self::Timelock => Ok(()),
        }
    }

    /// The level of the committed seed that it belongs to.
    pub fn level(self) -> u8 {
        match self {
            Self::Moderator => 0,
            Self::Timelock => 3,
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    pub(super) fn is_to_moderator(&self) -> bool {
        *self == Self::Moderator
    }
}

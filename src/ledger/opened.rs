//! Cycles that are opened for everybody one after the other: what the genesis says of it, and what opens one.

use serde::{Deserialize, Serialize};

use crate::base::{Digest, Problem};

/// That cycles are opened one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RevealTerms {
    /// How many cycles later, at least 1.
    pub after: u32,
    /// Link 0 of the chain of cycle keys: the key of cycle c is its link c + 1.
    pub tip: Digest,
}

/// What opens a cycle and all before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OpenedCycle {
    /// The cycle.
    pub cycle: u32,
    /// Its key.
    pub key: Digest,
    /// The moderator's link that went into its seed; for cycle 0 the first one.
    pub link: Digest,
}

impl RevealTerms {
    /// Checks the distance.
    ///
    /// # Errors
    /// If nothing would ever be kept, or ever be opened.
    pub(super) fn check(self, cycles: u32) -> Result<(), Problem> {
        if (1..=cycles).contains(&self.after) {
            return Ok(());
        }
        Err(Problem::refused(format!("cycles cannot be opened {} cycles later", self.after))
            .hint(format!("give a number from 1 to {cycles}")))
    }
}

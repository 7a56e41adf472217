//! Lock, then reveal: what the genesis says of it, the entry after which nothing counts for a cycle, and the
//! players' links that are given behind it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::{Digest, Seat, Span};

/// That players give their links only once a cycle is locked, and how long these are waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LinkTerms {
    /// How long after the lock the links are waited for; then the cycle may do without.
    pub patience: Span,
    /// What then becomes of a cycle whose links are not all there.
    pub withheld: Withheld,
}

/// What becomes of a cycle in which somebody withholds their link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withheld {
    /// It goes on by itself, and nothing of theirs goes into the seed.
    Absent,
    /// It waits until the moderator says why it goes on without.
    Wait,
}

/// Which packets of a cycle count, in a way that tells nobody before the result: nothing that comes behind it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Lock {
    /// The genesis digest: a player who has only this entry must know whose it is.
    pub campaign: Digest,
    /// For each seat a commitment to the packet that counts, or to there being none.
    pub packets: BTreeMap<Seat, Digest>,
}

/// What a player puts into the seed of a cycle that is locked, or that nothing of theirs came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Contribution {
    /// A player's link.
    Given {
        /// Their seat.
        seat: Seat,
        /// The link of their chain for the cycle.
        link: Digest,
        /// SHA-256 of their word, by path.
        files: BTreeMap<String, Digest>,
    },
    /// The cycle goes on without the links that are still missing.
    Withheld {
        /// Whose.
        seats: Vec<Seat>,
        /// What happened.
        reason: String,
    },
}

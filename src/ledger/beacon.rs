//! A public value that goes into the seed of a cycle, and what the genesis says of where it comes from.

use serde::{Deserialize, Serialize};

use crate::base::{Problem, Span};

/// Characters of a declared value at most, and of the words that name its source.
const LONGEST: usize = 200;

/// Where a campaign's beacon comes from, and how long it is waited for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BeaconTerms {
    /// Of `drand` the chain hash of the network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
    /// Of `declared` the source, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How long after the last call for orders a value is waited for; then the cycle may do without.
    pub patience: Span,
}

/// What a beacon gave for a cycle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Beacon {
    /// A round of the network that the genesis names.
    Drand {
        /// Its number: the first behind the last call for orders.
        round: u64,
        /// The network's signature over it, in hexadecimal.
        signature: String,
        /// Where orders are sealed to rounds, those of the deadlines that the cycle had before, if packets came for it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        earlier: Vec<Earlier>,
    },
    /// What the declared source gave.
    Declared {
        /// The value, such as the numbers that were drawn.
        value: String,
    },
    /// Nothing came, and the chains alone make the seed.
    Missing {
        /// What happened.
        reason: String,
    },
}

/// A round that opens orders, and has no part in the dice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Earlier {
    /// Its number.
    pub round: u64,
    /// The network's signature over it, in hexadecimal.
    pub signature: String,
}

/// Checks what the genesis says of a beacon.
///
/// # Errors
/// If the terms are not those of the kind.
pub(super) fn check_terms(kind: &str, terms: Option<&BeaconTerms>) -> Result<(), Problem> {
    let named = terms.map(|terms| (terms.chain.is_some(), terms.source.as_deref()));
    match (kind, named) {
        ("drand", Some((true, None))) => Ok(()),
        ("declared", Some((false, Some(source)))) => is_line(source, "the beacon's source"),
        ("drand" | "declared", _) | (_, Some(_)) => {
            Err(Problem::refused("the terms are not those of this kind of beacon"))
        }
        (_, None) => Ok(()),
    }
}

/// Checks that a text is one line, and not too long.
///
/// # Errors
/// If it is not.
pub fn is_line(text: &str, what: &str) -> Result<(), Problem> {
    let length = text.chars().count();
    if (1..=LONGEST).contains(&length) && text.trim() == text && !text.contains('\n') {
        return Ok(());
    }
    Err(Problem::refused(format!("{what} is not one line"))
        .hint(format!("write it in 1 to {LONGEST} characters, without blanks around it")))
}

impl Beacon {
    /// The kind of beacon that gives this; any may give nothing.
    pub(super) fn fits(&self, kind: &str) -> bool {
        match self {
            Self::Drand { .. } => kind == "drand",
            Self::Declared { .. } => kind == "declared",
            Self::Missing { .. } => kind != "none",
        }
    }
}

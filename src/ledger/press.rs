//! Messages between players: that one was sent is public, and nothing else of it before the reveal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::Digest;

/// A player's message to others. By whom and to whom is in its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Press {
    /// SHA-256 of what its readers get, and of what its author signed, by path: two files.
    pub files: BTreeMap<String, Digest>,
}

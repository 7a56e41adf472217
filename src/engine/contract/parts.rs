//! States and views in the form that most games want: what everybody may know, and what is beside
//! it.

use serde::{Deserialize, Serialize};

use crate::engine::Reader;

/// All that is true, in two parts. What needs only what is open takes that part alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State<O, S> {
    /// What everybody may know.
    pub open: O,
    /// What only some may know.
    pub secret: S,
}

/// What a reader may know, for games that tell nothing but as much of the secrets as is the
/// reader's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View<O, K> {
    /// Who knows it.
    pub reader: Reader,
    /// What everybody may know.
    pub open: O,
    /// What the reader knows of the secrets. What is unknown is missing; it never looks like
    /// something known.
    pub known: K,
}

impl<O: Clone, K> View<O, K> {
    /// What is open, and what this reader knows beside it.
    pub fn of(reader: &Reader, open: &O, known: K) -> Self {
        Self { reader: reader.clone(), open: open.clone(), known }
    }
}

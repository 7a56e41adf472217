//! An entry as it is stored: its file, and the signature beside it.

use super::Verifier;
use crate::base::{Problem, guard};

/// Bytes a signature file may have.
const SIGNATURE_LIMIT: usize = 4096;

/// One entry as stored on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedEntry {
    /// Path from the campaign's directory: `ledger/000042.yaml`.
    pub path: String,
    /// Bytes of that file.
    pub entry: Vec<u8>,
    /// Bytes of the signature file beside it.
    pub signature: Vec<u8>,
}

/// The signature, as text.
pub(super) fn armor(file: &SealedEntry) -> Result<&str, Problem> {
    guard::guarded(&file.signature, SIGNATURE_LIMIT).map_err(|p| p.at("signature"))
}

/// Checks the signature of one file, without parsing it.
pub(super) fn verify_signature(file: &SealedEntry, by: &dyn Verifier) -> Result<(), Problem> {
    armor(file).and_then(|armor| by.armor(&file.entry, armor)).map_err(|p| p.at(&file.path))
}

//! What the ledger asks of a key; implemented by a higher layer.

use crate::base::Problem;

/// The moderator's signing key.
pub trait Signer {
    /// An armored SSHSIG signature of the message, namespace `ledger-v1@adjutant`.
    fn armor(&self, message: &[u8]) -> String;

    /// The bare Ed25519 signature of the message (RFC 8032), for signed notes.
    fn note(&self, message: &[u8]) -> [u8; 64];

    /// The Ed25519 public key.
    fn public(&self) -> [u8; 32];
}

/// The moderator's public key.
pub trait Verifier {
    /// Checks an armored SSHSIG signature of the message, namespace `ledger-v1@adjutant`.
    ///
    /// To be strict: only the armor that [`Signer::armor`] writes is good, so that no byte of a
    /// signature file can change unseen.
    ///
    /// # Errors
    /// If the armor is not the signature of this message by this key.
    fn armor(&self, message: &[u8], armor: &str) -> Result<(), Problem>;

    /// Checks a bare Ed25519 signature of the message.
    ///
    /// # Errors
    /// If it is not the signature of this message by this key.
    fn note(&self, message: &[u8], signature: &[u8; 64]) -> Result<(), Problem>;

    /// The Ed25519 public key.
    fn public(&self) -> [u8; 32];
}

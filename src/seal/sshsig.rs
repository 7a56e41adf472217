//! SSHSIG: detached signatures as `ssh-keygen -Y` writes and checks them (PROTOCOL.sshsig).

use ed25519_dalek::{Signature, Signer, SigningKey};
use sha2::{Digest as _, Sha256, Sha512};

use super::{PublicKey, armor, public, wire};
use crate::base::Problem;

/// The namespace of signed order files.
pub const ORDERS: &str = "orders-v1@adjutant";
/// The namespace of orders that nobody opens before a round of drand ([`super::Envelope`]).
pub const ENVELOPE: &str = "envelope-v1@adjutant";
/// The namespace of the moderator's receipts.
pub const RECEIPT: &str = "receipt-v1@adjutant";
/// The namespace of reports.
pub const REPORT: &str = "report-v1@adjutant";
/// The namespace of ledger entries.
pub const LEDGER: &str = "ledger-v1@adjutant";
/// The namespace of key files: proof that their sender holds the key.
pub const KEY: &str = "key-v1@adjutant";
/// Signs a request.
pub const REQUEST: &str = "request-v1@adjutant";

/// The namespace of orders that are only to be forecast: they never count as orders.
pub const FORECAST: &str = "forecast-v1@adjutant";
/// The namespace of what the moderator answers a player alone.
pub const ANSWER: &str = "answer-v1@adjutant";

/// The namespace of players' words.
pub const WORD: &str = "word-v1@adjutant";
/// The namespace of what players write to each other.
pub const PRESS: &str = "press-v1@adjutant";
/// What a player writes to themselves.
pub const NOTE: &str = "note-v1@adjutant";
/// The namespace in which the moderator passes that on.
pub const LETTER: &str = "letter-v1@adjutant";

/// The namespace of what a league decides.
pub const LEAGUE: &str = "league-v1@adjutant";

/// The namespace in which a new key agrees to a word that announces it.
pub const NEW_KEY: &str = "new-key-v1@adjutant";

/// Those that a refusal names: ours, and what `ssh-keygen` and git sign for.
const NAMESPACES: [&str; 16] = [
    ORDERS, ENVELOPE, RECEIPT, REPORT, LEDGER, KEY, REQUEST, FORECAST, ANSWER, WORD, PRESS, LETTER,
    LEAGUE, NEW_KEY, "file", "git",
];

const MAGIC: &[u8; 6] = b"SSHSIG";
const COLUMNS: usize = 70;

/// Signs the message with SHA-512 inside; returns the armored block, ended by a line feed.
pub fn sign(key: &SigningKey, namespace: &str, message: &[u8]) -> String {
    let signature = key.sign(&to_sign(namespace, Hash::Sha512, message));
    Block { key: PublicKey::of(key), namespace: namespace.into(), hash: Hash::Sha512, signature }
        .armor()
}

/// Checks an armored signature of the message under a key known beforehand.
///
/// # Errors
/// One sentence each for: no armor, not a signature, other kind of key, other key, other
/// namespace, other hash, something behind it, and a signature that does not fit.
pub fn verify(
    key: &PublicKey,
    namespace: &str,
    message: &[u8],
    armor: &str,
) -> Result<(), Problem> {
    let block = Block::read(armor)?;
    if block.key != *key {
        return Err(Problem::refused("the signature was made with another key"));
    }
    block.expect(namespace)?;
    if block.fits(message) { Ok(()) } else { Err(misfit()) }
}

/// The refusal of a signature that does not fit.
/// The key that a signature names. It proves nothing by itself.
///
/// # Errors
/// If the block is not a signature.
pub fn signer(armor: &str) -> Result<PublicKey, Problem> {
    Block::read(armor).map(|block| block.key)
}

pub(super) fn misfit() -> Problem {
    Problem::refused("the signature does not match the text")
        .hint("the text was changed after signing; sign it again")
}

#[derive(Clone, Copy)]
enum Hash {
    Sha256,
    Sha512,
}

impl Hash {
    fn name(self) -> &'static [u8] {
        match self {
            Self::Sha256 => b"sha256",
            Self::Sha512 => b"sha512",
        }
    }

    fn of(self, message: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha256 => Sha256::digest(message).to_vec(),
            Self::Sha512 => Sha512::digest(message).to_vec(),
        }
    }
}

fn to_sign(namespace: &str, hash: Hash, message: &[u8]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    wire::put(&mut out, namespace.as_bytes());
    wire::put(&mut out, b"");
    wire::put(&mut out, hash.name());
    wire::put(&mut out, &hash.of(message));
    out
}

/// A block taken apart. Nothing in it is to be believed before it fits a known key.
pub(super) struct Block {
    pub(super) key: PublicKey,
    namespace: String,
    hash: Hash,
    signature: Signature,
}

impl Block {
    /// Reads armor on its own, whatever its line ends, line lengths and trailing blanks.
    fn read(text: &str) -> Result<Self, Problem> {
        let block = armor::find(text, armor::SSHSIG)
            .filter(|b| b.before.trim().is_empty() && b.after.trim().is_empty());
        let bytes = block.and_then(|b| armor::decode(b.inside));
        Self::parse(&bytes.ok_or_else(no_armor)?)
    }

    /// Reads the text between the markers of a block that came by mail.
    pub(super) fn read_mangled(inside: &str) -> Result<Self, Problem> {
        Self::parse(&armor::decode_mangled(inside).ok_or_else(no_armor)?)
    }

    fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let broken = || Problem::refused("the signature block is truncated or not a signature");
        let mut rest = bytes.strip_prefix(MAGIC).ok_or_else(broken)?;
        rest = rest
            .strip_prefix(&[0, 0, 0, 1])
            .ok_or_else(|| Problem::refused("the signature block is not version 1"))?;
        let mut next = || wire::take(&mut rest).ok_or_else(broken);
        let (key, namespace, reserved) = (next()?, next()?, next()?);
        let (hash, mut signature) = (next()?, next()?);
        if !rest.is_empty() {
            return Err(Problem::refused("extra data after the signature"));
        }
        if !reserved.is_empty() {
            return Err(Problem::refused("the reserved field of the signature is not empty"));
        }
        let key = PublicKey::from_wire(key).map_err(|p| p.at("signature"))?;
        let hash = match hash {
            b"sha256" => Hash::Sha256,
            b"sha512" => Hash::Sha512,
            _ => return Err(Problem::refused("the signature uses a hash other than SHA-2")),
        };
        let namespace = std::str::from_utf8(namespace).map_err(|_| broken())?.to_owned();
        let kind = wire::take(&mut signature).ok_or_else(broken)?;
        if kind != public::KIND.as_bytes() {
            return Err(Problem::refused("the signature is not ed25519"));
        }
        let bytes = wire::take(&mut signature).ok_or_else(broken)?;
        if !signature.is_empty() {
            return Err(Problem::refused("extra data after the signature"));
        }
        let signature = Signature::from_slice(bytes).map_err(|_| broken())?;
        Ok(Self { key, namespace, hash, signature })
    }

    /// Refuses a signature made for another purpose.
    pub(super) fn expect(&self, namespace: &str) -> Result<(), Problem> {
        if self.namespace == namespace {
            return Ok(());
        }
        // Whoever wrote any other has not shown yet who they are: nobody is told their words.
        let known = NAMESPACES.iter().find(|known| **known == self.namespace);
        let found = known.copied().unwrap_or("something else");
        Err(Problem::refused(format!("the signature is for {found}, not for {namespace}"))
            .hint(format!("sign with `-n {namespace}`")))
    }

    /// True if the signature was made over this message; strict, so one message has one verdict.
    pub(super) fn fits(&self, message: &[u8]) -> bool {
        let signed = to_sign(&self.namespace, self.hash, message);
        self.key.verifying().verify_strict(&signed, &self.signature).is_ok()
    }

    /// The block as `ssh-keygen` would write it.
    pub(super) fn armor(&self) -> String {
        let mut out = MAGIC.to_vec();
        out.extend_from_slice(&[0, 0, 0, 1]);
        wire::put(&mut out, &self.key.wire());
        wire::put(&mut out, self.namespace.as_bytes());
        wire::put(&mut out, b"");
        wire::put(&mut out, self.hash.name());
        let mut signature = Vec::new();
        wire::put(&mut signature, public::KIND.as_bytes());
        wire::put(&mut signature, &self.signature.to_bytes());
        wire::put(&mut out, &signature);
        armor::write(armor::SSHSIG, COLUMNS, &out)
    }
}

fn no_armor() -> Problem {
    Problem::refused("this is not a signature block")
        .hint("it starts with -----BEGIN SSH SIGNATURE-----, then base64 up to the END line")
}

#[cfg(test)]
#[path = "sshsig_tests.rs"]
mod tests;

//! The checkpoint: a signed note on the ledger's size and root (C2SP tlog-checkpoint).
//!
//! ```text
//! adjutant/pell-1/9f3c0a12
//! 14
//! CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
//!
//! — adjutant/pell-1/9f3c0a12 Az3grlgtzPICa5OS8npVmf1Myq/5…
//! ```

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::note_key::{NoteKey, key_id, signature_line};
use super::{Ledger, Signer, Verifier, tree};
use crate::base::{Digest, Problem, guard};

/// Bytes a checkpoint may have: room for the moderator's and many witnesses' signatures.
const LIMIT: usize = 16 * 1024;

/// Signature type of Ed25519 in signed notes.
const ED25519: u8 = 0x01;

/// A ledger as witnesses know it: its origin and the key that signs its checkpoints.
pub type LogKey = NoteKey<ED25519>;

/// The ledger's origin: `adjutant/<name>/<first eight digits of the genesis digest>`.
///
/// Contains neither space nor plus, because a campaign's name does not.
pub fn origin(name: &str, genesis: &Digest) -> String {
    format!("adjutant/{name}/{}", genesis.short())
}

/// How far a ledger has come: its size and the root over its entries' files.
///
/// A player who keeps an old one can prove that later ledgers only added to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Which ledger, see [`origin`]; also the name of the key.
    pub origin: String,
    /// Number of entries.
    pub size: u64,
    /// RFC 6962 root; the leaves are the bytes of the entries' files.
    pub root: Digest,
}

impl Checkpoint {
    /// The checkpoint of a whole ledger.
    pub fn of(ledger: &Ledger) -> Self {
        let leaves: Vec<Digest> = ledger.marks().iter().map(|mark| mark.leaf).collect();
        let origin = origin(&ledger.genesis().name, &ledger.genesis_digest());
        Self { origin, size: leaves.len() as u64, root: tree::root(&leaves) }
    }

    /// Reads the text of a note without looking at who signed it.
    ///
    /// # Errors
    /// If it is not of that form.
    pub fn unsigned(note: &str) -> Result<Self, Problem> {
        let (body, _) = note.split_once("\n\n").ok_or_else(|| wrong("no blank line"))?;
        Self::parse(&format!("{body}\n"))
    }

    /// Writes the signed note.
    pub fn sign(&self, signer: &dyn Signer) -> String {
        let body = self.body();
        let id = key_id(&self.origin, ED25519, &signer.public());
        let signature = STANDARD.encode([&id[..], &signer.note(body.as_bytes())].concat());
        format!("{body}\n— {} {signature}\n", self.origin)
    }

    /// Reads a signed note and checks its signature. Lines of unknown keys (witnesses) are
    /// ignored, as the specification demands; extension lines are refused, we write none.
    ///
    /// # Errors
    /// If it is not of that form, of another origin, or not signed by this key.
    pub fn read(bytes: &[u8], origin: &str, verifier: &dyn Verifier) -> Result<Self, Problem> {
        let note = guard::guarded(bytes, LIMIT)?;
        let (body, signatures) = note.split_once("\n\n").ok_or_else(|| wrong("no blank line"))?;
        let body = format!("{body}\n");
        check_signature(&body, signatures, origin, verifier)?;
        let checkpoint = Self::parse(&body)?;
        if checkpoint.origin != origin {
            return Err(Problem::refused(format!("the origin is not {origin}"))
                .hint("this checkpoint belongs to another campaign"));
        }
        Ok(checkpoint)
    }

    /// The same with the first of these keys that signed it, and its number.
    ///
    /// # Errors
    /// If none did; the problem is that of the first.
    pub fn read_by(
        bytes: &[u8],
        origin: &str,
        verifiers: &[Box<dyn Verifier>],
    ) -> Result<(Self, usize), Problem> {
        let mut first = None;
        for (n, verifier) in verifiers.iter().enumerate() {
            match Self::read(bytes, origin, &**verifier) {
                Ok(checkpoint) => return Ok((checkpoint, n)),
                Err(problem) => first = first.or(Some(problem)),
            }
        }
        Err(first.unwrap_or_else(|| wrong("nobody signed it")))
    }

    fn body(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, STANDARD.encode(self.root.0))
    }

    fn parse(body: &str) -> Result<Self, Problem> {
        let lines: Vec<&str> = body.lines().collect();
        let [origin, size, root] = lines[..] else {
            return Err(wrong("not three lines"));
        };
        let size = size.parse().map_err(|_| wrong("no size"))?;
        let root = STANDARD.decode(root).ok().and_then(|b| b.try_into().ok());
        let root = Digest(root.ok_or_else(|| wrong("no root"))?);
        let checkpoint = Self { origin: origin.to_owned(), size, root };
        if checkpoint.body() == body { Ok(checkpoint) } else { Err(wrong("not in canonical form")) }
    }
}

fn wrong(what: &str) -> Problem {
    Problem::refused(format!("not a checkpoint: {what}"))
}

/// Every line must be a signature line; at least one must be by this key, and all of this key's
/// must be good.
fn check_signature(
    body: &str,
    lines: &str,
    name: &str,
    verifier: &dyn Verifier,
) -> Result<(), Problem> {
    if !lines.ends_with('\n') {
        return Err(wrong("no line feed at the end"));
    }
    let id = key_id(name, ED25519, &verifier.public());
    let mut signed = false;
    for line in lines.lines() {
        let (key, value) = signature_line(line).ok_or_else(|| wrong("a bad signature line"))?;
        if key == name && value.starts_with(&id) {
            let signature = value[4..].try_into().map_err(|_| wrong("a short signature"))?;
            verifier.note(body.as_bytes(), &signature)?;
            signed = true;
        }
    }
    if signed {
        Ok(())
    } else {
        Err(Problem::refused(format!("the checkpoint is not signed by the key of {name}")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, Key};
    use super::*;

    const KNOWN: &str = include_str!("../../tests/vectors/ledger/checkpoint");

    #[test]
    fn a_known_checkpoint_is_read_and_written() {
        let key = Key::known();
        let ledger = sample::known_ledger();
        let ours = Checkpoint::of(&ledger);
        assert_eq!(ours.sign(&key), KNOWN);
        assert_eq!(Checkpoint::read(KNOWN.as_bytes(), &ours.origin, &key).unwrap(), ours);
    }

    #[test]
    fn a_flipped_byte_is_refused() {
        let key = Key::known();
        let origin = Checkpoint::of(&sample::known_ledger()).origin;
        for at in 0..KNOWN.len() {
            for bit in 0..8 {
                let mut bytes = KNOWN.as_bytes().to_vec();
                bytes[at] ^= 1 << bit;
                assert!(Checkpoint::read(&bytes, &origin, &key).is_err(), "byte {at}, bit {bit}");
            }
            assert!(Checkpoint::read(&KNOWN.as_bytes()[..at], &origin, &key).is_err());
        }
    }

    #[test]
    fn witnesses_are_ignored_and_a_second_bad_signature_is_not() {
        let key = Key::known();
        let origin = Checkpoint::of(&sample::known_ledger()).origin;
        let read = |note: &str| Checkpoint::read(note.as_bytes(), &origin, &key);
        read(&format!("{KNOWN}— witness.example/w1 {}\n", STANDARD.encode([7; 76]))).unwrap();
        assert!(read(&format!("{KNOWN}— witness.example/w1\n")).is_err());
        let id = key_id(&origin, ED25519, &Signer::public(&key));
        let bad = STANDARD.encode([&id[..], &[0; 64]].concat());
        assert!(read(&format!("{KNOWN}— {origin} {bad}\n")).is_err());
    }

    #[test]
    fn only_one_spelling_is_signed_for() {
        let key = Key::known();
        let ours = Checkpoint::of(&sample::known_ledger());
        for (from, to) in [("\n3\n", "\n03\n"), ("\n3\n", "\n+3\n"), ("=\n", "=\nextension\n")] {
            let body = ours.body().replacen(from, to, 1);
            assert_ne!(body, ours.body());
            let id = key_id(&ours.origin, ED25519, &Signer::public(&key));
            let signature = [&id[..], &Signer::note(&key, body.as_bytes())].concat();
            let note = format!("{body}\n— {} {}\n", ours.origin, STANDARD.encode(signature));
            assert!(Checkpoint::read(note.as_bytes(), &ours.origin, &key).is_err(), "{note}");
        }
    }
}

//! A witness of ledgers: who cosigns a checkpoint says that it continues the last one they saw of the
//! same origin. C2SP tlog-cosignature, `cosignature/v1`.
//!
//! ```text
//! — club.example/w1 9fK3AAAAAABm…
//! ```
//!
//! The line stands in the checkpoint's note beside the moderator's. Its value is the key's id (4
//! bytes), the time (8 bytes, seconds since 1970, the highest byte first) and an Ed25519 signature.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::note_key::{NoteKey, signature_line};
use super::{Signer, Verifier};
use crate::base::Problem;

/// Signature type of cosignatures in signed notes.
const COSIGNATURE: u8 = 0x04;
/// Bytes of a cosignature's value: id, time, signature.
const VALUE: usize = 4 + 8 + 64;

/// A witness: a name, best the address of a page that says who it is, and a public key.
pub type Witness = NoteKey<COSIGNATURE>;

impl Witness {
    /// The line by which the witness says that they saw the checkpoint of a note, at a time in seconds
    /// since 1970. Whether it continues what they saw before is for the caller to know.
    ///
    /// # Errors
    /// If it is no note.
    pub fn cosign(&self, note: &str, time: u64, signer: &dyn Signer) -> Result<String, Problem> {
        let signature = signer.note(message(body(note)?, time).as_bytes());
        let value = [&self.id_bytes()[..], &time.to_be_bytes(), &signature].concat();
        Ok(format!("— {} {}\n", self.name(), STANDARD.encode(value)))
    }

    /// When the witness last cosigned the checkpoint of a note, in seconds since 1970; none if they did
    /// not.
    ///
    /// # Errors
    /// If it is no note, or a line of theirs is not good.
    pub fn saw(&self, note: &str, verifier: &dyn Verifier) -> Result<Option<u64>, Problem> {
        let (body, id) = (body(note)?, self.id_bytes());
        let (_, lines) = note.split_once("\n\n").unwrap_or_default();
        let mut newest = None;
        for line in lines.lines() {
            let own = signature_line(line).filter(|(name, _)| *name == self.name());
            let Some((_, value)) = own.filter(|(_, value)| value.starts_with(&id)) else {
                continue;
            };
            let (time, signature) = parts(&value).ok_or_else(|| {
                Problem::refused(format!("the line of {} is not a cosignature", self.name()))
            })?;
            verifier.note(message(body, time).as_bytes(), &signature).map_err(|_| {
                Problem::refused(format!("this is not the signature of {}", self.name()))
                    .hint("somebody changed it: ask the witness for a new one")
            })?;
            newest = newest.max(Some(time));
        }
        Ok(newest)
    }
}

/// Time and signature in a value.
fn parts(value: &[u8]) -> Option<(u64, [u8; 64])> {
    let value: &[u8; VALUE] = value.try_into().ok()?;
    let time = value[4..12].try_into().ok()?;
    Some((u64::from_be_bytes(time), value[12..].try_into().ok()?))
}

/// What a witness signs.
fn message(body: &str, time: u64) -> String {
    format!("cosignature/v1\ntime {time}\n{body}")
}

/// The text of a note, with the line feed at its end.
fn body(note: &str) -> Result<&str, Problem> {
    let end = note.find("\n\n").ok_or_else(|| Problem::refused("this is no signed note"))?;
    Ok(&note[..=end])
}

#[cfg(test)]
#[path = "witness_tests.rs"]
mod tests;

//! What a witness does: they cosign a checkpoint if it continues the last one they saw of its ledger.
//!
//! C2SP tlog-cosignature and tlog-witness. `docs/formats/witness.md`.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Time, guard};
use crate::campaign::{Store, layout};
use crate::ledger::{Checkpoint, Ledger, LogKey, Verifier as _, Witness, tree};
use crate::referee::record::ledger_keys::{Glass, Pen, verifier};
use crate::referee::record::verified;
use crate::seal::WitnessKey;

const VERSION: &str = "witness-seen-v1";
/// Bytes of a request at most.
const LIMIT: usize = 32 * 1024;
/// Hashes of a proof at most (C2SP tlog-witness).
const HASHES: usize = 63;

/// What a witness remembers: of each ledger, by its origin, the last checkpoint that they cosigned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    adjutant: String,
    logs: BTreeMap<String, Last>,
}

/// The last checkpoint of a ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Last {
    size: u64,
    root: Digest,
}

impl Default for Seen {
    fn default() -> Self {
        Self { adjutant: VERSION.to_owned(), logs: BTreeMap::new() }
    }
}

impl Seen {
    /// Reads the file.
    ///
    /// # Errors
    /// If it is not such a file.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let seen: Self = yaml::read(bytes, Origin::House)?;
        if seen.adjutant == VERSION {
            return Ok(seen);
        }
        Err(Problem::refused(format!("this is not a {VERSION} file")))
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        yaml::write(self)
    }

    fn take(&mut self, checkpoint: &Checkpoint) {
        let last = Last { size: checkpoint.size, root: checkpoint.root };
        self.logs.insert(checkpoint.origin.clone(), last);
    }

    fn last(&self, origin: &str) -> Option<Last> {
        self.logs.get(origin).copied()
    }
}

/// The witness that a secret key makes.
///
/// # Errors
/// If the name in it is not one that a witness may have.
pub fn witness(key: &WitnessKey) -> Result<Witness, Problem> {
    Witness::new(key.name(), key.signing().verifying_key().to_bytes())
}

/// Reads a copy of a campaign, and cosigns its checkpoint if all of it is signed and continues what was
/// seen before. Gives the note with the witness's line; `seen` is to be kept before that is shown.
///
/// # Errors
/// If the copy is not sound, is older than what was seen, or is another history.
pub fn cosign(
    store: &Store,
    key: &WitnessKey,
    seen: &mut Seen,
    now: Time,
) -> Result<String, Problem> {
    let ledger = verified::whole(store)?;
    let note = store.need(layout::CHECKPOINT)?;
    let checkpoint = ledger.checkpoint(&note, &verifier)?;
    ledger.continues(&checkpoint).map_err(|p| p.at(layout::CHECKPOINT))?;
    if let Some(Last { size, root }) = seen.last(&checkpoint.origin) {
        if size > checkpoint.size {
            return Err(Problem::nothing(format!(
                "you cosigned {size} entries, and this copy has {}",
                checkpoint.size
            ))
            .hint("update the copy"));
        }
        let before = Checkpoint { origin: checkpoint.origin.clone(), size, root };
        ledger.continues(&before).map_err(|_| {
            Problem::refused(format!(
                "this is another history than you cosigned up to entry {size}"
            ))
            .hint("cosign nothing: show the players both copies, the moderator signed them")
        })?;
    }
    seen.take(&checkpoint);
    let note = guard::guarded(&note, LIMIT)?;
    Ok(format!("{note}{}", witness(key)?.cosign(note, now.number(), &Pen(key.signing()))?))
}

/// The ledger as a witness elsewhere must know it, who answers requests without a copy.
///
/// # Errors
/// If the moderator's key is none.
pub fn log_key(ledger: &Ledger) -> Result<LogKey, Problem> {
    let office = ledger.office();
    let key = Glass::new(&office.moderator().signing)?;
    LogKey::new(&Checkpoint::of(ledger).origin, key.public())
}

/// A request to cosign the campaign's checkpoint, for a witness who saw `old` entries (C2SP tlog-witness,
/// `add-checkpoint`).
///
/// # Errors
/// If there are fewer entries.
pub fn request(store: &Store, ledger: &Ledger, old: u64) -> Result<String, Problem> {
    let note = store.need(layout::CHECKPOINT)?;
    let checkpoint = ledger.checkpoint(&note, &verifier)?;
    ledger.continues(&checkpoint).map_err(|p| p.at(layout::CHECKPOINT))?;
    let leaves: Vec<Digest> = ledger.marks().iter().map(|mark| mark.leaf).collect();
    let size = usize::try_from(checkpoint.size).unwrap_or(usize::MAX).min(leaves.len());
    let before = usize::try_from(old).ok().filter(|old| *old <= size);
    let Some(before) = before else {
        return Err(Problem::usage(format!("the checkpoint covers {size} entries, not {old}")));
    };
    let proof = tree::consistency(&leaves[..size], before);
    let hashes: String = proof.iter().map(|hash| STANDARD.encode(hash.0) + "\n").collect();
    Ok(format!("old {old}\n{hashes}\n{}", String::from_utf8_lossy(&note)))
}

/// What a witness answers to a request: an HTTP status and a body (C2SP tlog-witness).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The cosignature, the size that was seen last, or what is wrong.
    pub body: String,
}

/// Answers a request. Only ledgers of which the key is known are cosigned; `seen` is to be kept before
/// the answer is sent.
///
/// # Errors
/// If the witness's own key cannot be used.
pub fn answer(
    request: &[u8],
    logs: &[LogKey],
    (key, seen): (&WitnessKey, &mut Seen),
    now: Time,
) -> Result<Answer, Problem> {
    let refused = |status, body: String| Ok(Answer { status, body: format!("{body}\n") });
    let Some((old, proof, note)) = parts(request) else {
        return refused(400, "this is not an add-checkpoint request".to_owned());
    };
    let checkpoint = match Checkpoint::unsigned(note) {
        Ok(checkpoint) => checkpoint,
        Err(problem) => return refused(400, problem.what),
    };
    let origin = &checkpoint.origin;
    let Some(log) = logs.iter().find(|log| log.name() == origin) else {
        return refused(404, format!("this witness does not know {origin}"));
    };
    if Checkpoint::read(note.as_bytes(), origin, &Glass::log(log)?).is_err() {
        return refused(403, format!("the checkpoint is not signed by the key of {origin}"));
    }
    if old > checkpoint.size {
        return refused(400, "the old size is larger than the checkpoint's".to_owned());
    }
    let last = seen.last(origin).unwrap_or(Last { size: 0, root: tree::root(&[]) });
    if last.size != old || (old == checkpoint.size && last.root != checkpoint.root && old > 0) {
        return refused(409, last.size.to_string());
    }
    let whole = (checkpoint.size, &checkpoint.root);
    if let Err(problem) = tree::continues((old, &last.root), whole, &proof) {
        return refused(422, problem.what);
    }
    seen.take(&checkpoint);
    let line = witness(key)?.cosign(note, now.number(), &Pen(key.signing()))?;
    Ok(Answer { status: 200, body: line })
}

/// Old size, proof and note of a request.
fn parts(request: &[u8]) -> Option<(u64, Vec<Digest>, &str)> {
    let text = guard::guarded(request, LIMIT).ok()?;
    let (head, note) = text.split_once("\n\n")?;
    let mut lines = head.lines();
    let old = lines.next()?.strip_prefix("old ")?;
    let size: u64 = old.parse().ok()?;
    let hash = |line| STANDARD.decode(line).ok()?.try_into().ok().map(Digest);
    let proof: Vec<Digest> = lines.map(hash).collect::<Option<_>>()?;
    (size.to_string() == old && proof.len() <= HASHES).then_some((size, proof, note))
}

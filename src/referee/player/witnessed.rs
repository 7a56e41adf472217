//! What the witnesses of a campaign saw of its ledger: for each, the newest checkpoint that they cosigned.
//! `docs/formats/witness.md`.

use crate::base::{Problem, Time};
use crate::campaign::{Store, layout};
use crate::ledger::{Ledger, Witness};
use crate::referee::record::ledger_keys::{Glass, verifier};

/// Bytes of a cosigned checkpoint at most.
const LIMIT: usize = 16 * 1024;

/// How much of a ledger a witness saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// Number of entries.
    pub size: u64,
    /// When they cosigned.
    pub time: Time,
}

/// The campaign's witnesses, each with what they saw, if anything.
///
/// # Errors
/// If one of them cosigned another history, or a file of theirs is not good.
pub fn sightings(
    store: &Store,
    ledger: &Ledger,
) -> Result<Vec<(Witness, Option<Sighting>)>, Problem> {
    let witnesses = ledger.genesis().witnesses()?;
    let both = witnesses.into_iter().map(|witness| {
        let path = layout::witnessed(&witness.id());
        let note = store.read(&path)?;
        let seen = note.map(|note| sighting(ledger, &witness, &note)).transpose();
        Ok((witness, seen.map_err(|p| p.at(path))?))
    });
    both.collect()
}

/// What a cosigned checkpoint says that its witness saw.
///
/// # Errors
/// If it is not of this ledger, or not signed by the moderator and by the witness.
pub fn sighting(ledger: &Ledger, witness: &Witness, note: &[u8]) -> Result<Sighting, Problem> {
    if note.len() > LIMIT {
        return Err(Problem::refused("this is too long for a checkpoint"));
    }
    let checkpoint = ledger.checkpoint(note, &verifier)?;
    let text = String::from_utf8_lossy(note);
    let name = witness.name();
    let time = witness.saw(&text, &Glass::witness(witness)?)?.and_then(Time::at);
    let time =
        time.ok_or_else(|| Problem::refused(format!("{name} did not sign this checkpoint")))?;
    if checkpoint.size > ledger.len() {
        return Err(Problem::refused(format!(
            "{name} saw {} entries, and this copy has {}",
            checkpoint.size,
            ledger.len()
        ))
        .hint("the newest entries are missing: update your copy"));
    }
    ledger.continues(&checkpoint).map_err(|_| {
        Problem::refused(format!("{name} saw another history than this one"))
            .hint("the moderator signed both: show this file and your copy to the other players")
    })?;
    Ok(Sighting { size: checkpoint.size, time })
}

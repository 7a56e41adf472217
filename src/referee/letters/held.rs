//! Letters of rulings that can be taken back leave a while after them, so that a slip is taken back before
//! anybody reads it: of a ruling that was revoked in time no letter tells, nor that it was revoked.

use crate::base::Time;
use crate::ledger::{Body, Effect, Entry, Ledger, Ruling, Stage};

/// What the names of the letters about an entry begin with.
pub(super) fn name(seq: u64) -> String {
    format!("entry-{seq:06}")
}

/// True if the letters of an entry are not to leave now, so many `seconds` being the while. `told` are the
/// names of the letters that have left: who read of a ruling reads that it was revoked.
pub(super) fn is_held(
    ledger: &Ledger,
    entry: &Entry,
    (told, seconds): (&[String], u32),
    now: Time,
) -> bool {
    let Body::Ruling(Ruling { effect: Some(effect), .. }) = &entry.body else { return false };
    let soon = |from: Time, to: Time| to.since(from) < u64::from(seconds);
    let was_told = |seq: u64| {
        let name = name(seq) + "-";
        told.iter().any(|told| told.starts_with(&name))
    };
    match effect {
        Effect::Revoke { entry: seq } => {
            let old = ledger.entries().find(|old| old.seq == *seq);
            old.is_some_and(|old| soon(old.time, entry.time) && !was_told(*seq))
        }
        effect if effect.is_revocable() => {
            if was_told(entry.seq) {
                return false;
            }
            let revokes = |later: &&Entry| match &later.body {
                Body::Ruling(Ruling { effect: Some(Effect::Revoke { entry: seq }), .. }) => {
                    *seq == entry.seq
                }
                _ => false,
            };
            match ledger.entries().rev().find(revokes) {
                Some(revoked) => soon(entry.time, revoked.time),
                // What cannot be taken back any more waits for nothing.
                None => {
                    ledger.stage() == Stage::Open(entry.cycle.unwrap_or_default())
                        && soon(entry.time, now)
                }
            }
        }
        _ => false,
    }
}

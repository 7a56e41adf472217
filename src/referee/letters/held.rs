//! Letters of rulings that can be taken back leave a while after them, so that a slip is taken back before
//! anybody reads it: of a ruling that was revoked in time no letter tells, nor that it was revoked.

use crate::base::Time;
use crate::ledger::{Body, Effect, Entry, Ledger, Ruling, Stage};

/// What the names of the letters about an entry begin with.
pub(super) fn name(seq: u64) -> String {
    format!("entry-{seq:06}")
}

/// Whether the letters of an entry are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// They leave.
    No,
    /// They leave later, if it is not taken back.
    Yet,
    /// It was taken back before anybody read of it.
    Ever,
}

/// Whether the letters of an entry are held, for so many `seconds`; `was_told` says if those of another have left:
/// who read of a ruling reads that it was revoked.
pub(super) fn held(
    ledger: &Ledger,
    entry: &Entry,
    (was_told, seconds): (&dyn Fn(u64) -> bool, u32),
    now: Time,
) -> Held {
    let Body::Ruling(Ruling { effect: Some(effect), .. }) = &entry.body else { return Held::No };
    let soon = |from: Time, to: Time| to.since(from) < u64::from(seconds);
    let ever = |taken_back: bool| if taken_back { Held::Ever } else { Held::No };
    match effect {
        Effect::Revoke { entry: seq } => {
            let old = ledger.entries().find(|old| old.seq == *seq);
            ever(old.is_some_and(|old| soon(old.time, entry.time) && !was_told(*seq)))
        }
        effect if effect.is_revocable() && !was_told(entry.seq) => {
            let revokes = |later: &&Entry| match &later.body {
                Body::Ruling(Ruling { effect: Some(Effect::Revoke { entry: seq }), .. }) => {
                    *seq == entry.seq
                }
                _ => false,
            };
            let is_open = || ledger.stage() == Stage::Open(entry.cycle.unwrap_or_default());
            match ledger.entries().rev().find(revokes) {
                Some(revoked) => ever(soon(entry.time, revoked.time)),
                // What cannot be taken back any more waits for nothing.
                None if is_open() && soon(entry.time, now) => Held::Yet,
                None => Held::No,
            }
        }
        _ => Held::No,
    }
}

//! Rulings: what the moderator decides about the cycle that is open.

use std::collections::BTreeSet;

use super::super::{Body, Effect, Ruling};
use super::{Next, wrong};
use crate::base::{Digest, Problem, Seat, Time, paths};

impl Next<'_> {
    /// What a ruling changes is about the cycle that is open; one that changes nothing names none.
    pub(super) fn rules(&self, ruling: &Ruling) -> Result<(), Problem> {
        let Some(effect) = &ruling.effect else {
            return match self.entry.cycle {
                None => Ok(()),
                Some(_) => wrong("a ruling that changes nothing is about no cycle"),
            };
        };
        let cycle = self.is_open()?;
        self.is_unlocked()?;
        let own = Some(paths::ruling(self.entry.seq));
        match effect {
            Effect::Deadline(to) => self.pulls_in(cycle, *to)?,
            Effect::Close(open) => self.closes_early(cycle, open)?,
            Effect::Late { commitment, .. } => self.lets_in(cycle, commitment)?,
            Effect::Answer { seat } => {
                self.is_held(seat)?;
                return Next::lists(&ruling.files, own);
            }
            Effect::Orders => return Next::lists(&ruling.files, own),
            Effect::Revoke { entry } => self.revokes(cycle, *entry)?,
            Effect::Preview => {}
        }
        Next::lists(&ruling.files, None)
    }

    /// A deadline becomes earlier, and is still to come.
    fn pulls_in(&self, cycle: u32, to: Time) -> Result<(), Problem> {
        if to <= self.entry.time {
            return wrong(format!("the deadline {to} had passed when it was set"));
        }
        match self.ledger.deadline(cycle) {
            Some(from) if to < from => Ok(()),
            Some(_) | None => wrong("a ruling makes a deadline earlier"),
        }
    }

    /// A cycle is closed early once, before its deadline and grace are over, and names seats that could send.
    fn closes_early(&self, cycle: u32, open: &[Seat]) -> Result<(), Problem> {
        if self.ledger.is_closed_early(cycle) {
            return wrong(format!("cycle {cycle} was closed early before"));
        }
        if self.ledger.last_call(cycle).is_none_or(|last| self.entry.time > last) {
            return wrong(format!("cycle {cycle} has no deadline ahead"));
        }
        let due = self.ledger.opening(cycle).map(|opening| &opening.due);
        let could = |seat: &Seat| {
            due.is_some_and(|due| due.contains_key(seat))
                && self.ledger.holder(seat, cycle).is_some()
        };
        let mut named = BTreeSet::new();
        match open.iter().find(|seat| !could(seat) || !named.insert(*seat)) {
            Some(seat) => wrong(format!("{seat} could not send orders, or is named twice")),
            None if open.is_empty() => wrong("nobody could send orders: it needs no ruling"),
            None => Ok(()),
        }
    }

    /// A ruling on orders is taken back once, in its own cycle.
    fn revokes(&self, cycle: u32, seq: u64) -> Result<(), Problem> {
        let old = self.ledger.entries().find(|old| old.seq == seq && old.cycle == Some(cycle));
        let effect = old.and_then(|old| match &old.body {
            Body::Ruling(ruling) => ruling.effect.as_ref(),
            _ => None,
        });
        if !effect.is_some_and(Effect::is_revocable) {
            return wrong(format!("entry {seq} is not a ruling on orders for cycle {cycle}"));
        }
        if self.ledger.is_revoked(seq) {
            return wrong(format!("the ruling of entry {seq} was taken back before"));
        }
        Ok(())
    }

    /// A packet is let in once.
    fn lets_in(&self, cycle: u32, commitment: &Digest) -> Result<(), Problem> {
        if self.ledger.is_ruled_in(cycle, commitment) {
            return wrong("this packet was let in before");
        }
        Ok(())
    }
}

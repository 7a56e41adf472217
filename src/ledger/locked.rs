//! What a ledger tells about a cycle that is locked: what is locked, whose links are owed, given and withheld.

use std::collections::BTreeSet;

use super::{Body, Contribution, Entry, Ledger, Lock};
use crate::base::{Digest, Seat, Time};

impl Ledger {
    /// The lock of a cycle, and its entry.
    pub fn lock(&self, cycle: u32) -> Option<(&Entry, &Lock)> {
        self.of_cycle(cycle).find_map(|entry| match &entry.body {
            Body::Lock(lock) => Some((entry, lock)),
            _ => None,
        })
    }

    /// The entry behind which nothing that comes counts for a cycle: its lock, where there are locks, else its
    /// result.
    pub fn closed_by(&self, cycle: u32) -> Option<&Entry> {
        let result = |entry: &&Entry| matches!(entry.body, Body::Result(_));
        self.lock(cycle).map(|(lock, _)| lock).or_else(|| self.of_cycle(cycle).find(result))
    }

    /// The links that were given for a cycle, with their entries.
    pub fn links_given(&self, cycle: u32) -> impl Iterator<Item = (&Entry, &Seat, Digest)> {
        self.of_cycle(cycle).filter_map(|entry| match &entry.body {
            Body::Link(Contribution::Given { seat, link, .. }) => Some((entry, seat, *link)),
            _ => None,
        })
    }

    /// The seats without whose links a cycle went on, and the entry that says so.
    pub fn withheld(&self, cycle: u32) -> Option<(&Entry, &[Seat])> {
        self.of_cycle(cycle).find_map(|entry| match &entry.body {
            Body::Link(Contribution::Withheld { seats, .. }) => Some((entry, seats.as_slice())),
            _ => None,
        })
    }

    /// The seats that owe a link once a cycle is locked: those whose player had a chain then that counts in it,
    /// whether they sent orders or not.
    pub fn owe_links(&self, cycle: u32) -> Vec<&Seat> {
        let Some((lock, _)) = self.lock(cycle) else { return Vec::new() };
        let owes = |seat: &&Seat| {
            let holder = self.holders_before(seat, cycle, lock.seq).pop();
            holder.is_some_and(|holder| holder.tip.is_some() && holder.links_from <= cycle)
        };
        self.genesis().seats.iter().filter(owes).collect()
    }

    /// Those of them whose link has not come.
    pub fn links_missing(&self, cycle: u32) -> Vec<&Seat> {
        let given: BTreeSet<&Seat> = self.links_given(cycle).map(|(_, seat, _)| seat).collect();
        self.owe_links(cycle).into_iter().filter(|seat| !given.contains(seat)).collect()
    }

    /// True if a key signs the word that gives a seat's link, in an entry that comes next before `seq`: that of who
    /// held the seat at the lock, or of its substitute. The link itself shows whose chain it is of.
    pub fn signs_link(&self, (seat, cycle): (&Seat, u32), signing: &str, seq: u64) -> bool {
        let Some((lock, _)) = self.lock(cycle) else { return false };
        let holder = self.holders_before(seat, cycle, lock.seq).pop();
        let substitute = self.substitute_before(seat, seq);
        holder.is_some_and(|holder| holder.signing == signing)
            || substitute.is_some_and(|substitute| substitute.signing == signing)
    }

    /// True if a digest is that of the lock of a cycle, or of an entry behind it.
    pub fn has_seen_lock(&self, cycle: u32, head: &Digest) -> bool {
        let Some((lock, _)) = self.lock(cycle) else { return false };
        let from = usize::try_from(lock.seq).unwrap_or(usize::MAX);
        self.marks().iter().skip(from).any(|mark| mark.digest == *head)
    }

    /// Until when the links of a cycle that is locked are waited for.
    pub fn links_until(&self, cycle: u32) -> Option<Time> {
        let (terms, (lock, _)) = (self.genesis().link_terms?, self.lock(cycle)?);
        Some(lock.time.after(terms.patience.seconds()).unwrap_or(lock.time))
    }

    fn of_cycle(&self, cycle: u32) -> impl Iterator<Item = &Entry> {
        self.entries().filter(move |entry| entry.cycle == Some(cycle))
    }
}

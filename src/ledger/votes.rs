//! What players vote on, and whether it is carried.

use std::collections::{BTreeMap, BTreeSet};

use super::{Body, Ledger};
use crate::base::{Motion, Seat};

/// Why a game ends that its players agreed to end.
pub const AGREED: &str = "the players agreed";

impl Ledger {
    /// What the present players say yes to, of what they said since the last result, and who does.
    pub fn votes(&self) -> BTreeMap<Motion, BTreeSet<Seat>> {
        let mut votes: BTreeMap<Motion, BTreeSet<Seat>> = BTreeMap::new();
        let leaves = |votes: &mut BTreeMap<Motion, BTreeSet<Seat>>, gone: &Seat| {
            for seats in votes.values_mut() {
                seats.remove(gone);
            }
            votes.retain(|motion, _| motion.winner() != Some(gone));
        };
        for entry in self.entries() {
            match &entry.body {
                Body::Vote(vote) => {
                    let seats = votes.entry(vote.motion.clone()).or_default();
                    if vote.yes {
                        seats.insert(vote.seat.clone());
                    } else {
                        seats.remove(&vote.seat);
                    }
                }
                Body::Key(change) => leaves(&mut votes, &change.seat),
                Body::Dropped(dropped) => leaves(&mut votes, &dropped.seat),
                // A time is voted on in view of the deadline that it is to take the place of.
                Body::Extension(_) | Body::Pause(_) | Body::Resume(_) => {
                    votes.retain(|motion, _| !matches!(motion, Motion::Deadline(_)));
                }
                Body::Result(_) | Body::Close(_) => votes.clear(),
                _ => {}
            }
        }
        votes.retain(|_, seats| !seats.is_empty());
        votes
    }

    /// The seats whose players decide on a motion: all that are held, but the one that is to win.
    pub fn voters(&self, motion: &Motion) -> Vec<&Seat> {
        let held = |seat: &&Seat| self.holder(seat, u32::MAX).is_some();
        let asked = |seat: &&Seat| motion.winner() != Some(*seat);
        self.genesis().seats.iter().filter(held).filter(asked).collect()
    }

    /// The seats whose players have yet to say yes to a motion.
    pub fn undecided(&self, motion: &Motion) -> Vec<&Seat> {
        let votes = self.votes();
        let said = votes.get(motion);
        let says = |seat: &&Seat| said.is_some_and(|seats| seats.contains(*seat));
        self.voters(motion).into_iter().filter(|seat| !says(seat)).collect()
    }

    /// What the campaign ended with, if its players agreed to end it.
    pub fn agreed(&self) -> Option<Motion> {
        let closing = self.closing().filter(|closing| closing.reason == AGREED)?;
        let of_seat = |seat: &Seat| Motion::Win(seat.clone());
        let mut ends = self.genesis().seats.iter().map(of_seat).chain([Motion::Draw]);
        ends.find(|motion| motion.outcome().as_ref() == Some(&closing.outcome))
    }

    /// The first motion to which all say yes who decide on it.
    pub fn carried(&self) -> Option<Motion> {
        self.votes().into_keys().find(|motion| self.undecided(motion).is_empty())
    }
}

//! What a ledger tells about the packets of a cycle: which arrived, and which count no more.

use std::collections::BTreeMap;

use super::{Arrival, Body, Entry, Ledger, Withdrawal};
use crate::base::{Digest, Seat};

impl Ledger {
    /// The arrivals that were noted for a cycle, with their entries.
    pub fn arrivals(&self, cycle: u32) -> impl Iterator<Item = (&Entry, &Arrival)> {
        self.entries().filter_map(move |entry| match &entry.body {
            Body::Arrival(arrival) if entry.cycle == Some(cycle) => Some((entry, arrival)),
            _ => None,
        })
    }

    /// The packets that had come for a cycle when a key's office ended: of those it gave receipts for,
    /// no others count. `None` if it has not ended, or the cycle was resolved before.
    pub fn frozen(&self, signing: &str, cycle: u32) -> Option<&BTreeMap<String, Digest>> {
        let office = self.office();
        let moderator = office.moderators.iter().rev().find(|m| m.signing == signing);
        let deputy = office.deputies.iter().rev().find(|d| d.signing == signing);
        let ended = match (moderator, deputy) {
            (Some(moderator), _) => moderator.ended?,
            (None, deputy) => deputy?.ended?,
        };
        if self.result_seq(cycle).is_some_and(|result| result < ended) {
            return None;
        }
        let entry = self.entries().find(|entry| entry.seq == ended)?;
        entry.body.files()
    }

    /// True if the player who held a seat, in turn from 0, is done with the packet of a sequence.
    pub fn is_finished(&self, seat: &Seat, cycle: u32, (turn, sequence): (usize, u32)) -> bool {
        let said = |entry: &Entry| matches!(&entry.body, Body::Final(done) if done.seat == *seat && done.sequence == sequence);
        let mut own = self.entries().filter(|entry| entry.cycle == Some(cycle) && said(entry));
        own.any(|entry| self.turn_before(seat, cycle, entry.seq) == turn)
    }

    /// The highest sequence of a cycle that the player who held a seat, in turn from 0, has withdrawn.
    pub fn withdrawn(&self, seat: &Seat, cycle: u32, turn: usize) -> Option<u32> {
        let of_seat = self.withdrawals(seat, cycle);
        let own = of_seat.filter(|(entry, _)| self.turn_before(seat, cycle, entry.seq) == turn);
        own.map(|(_, withdrawal)| withdrawal.sequence).max()
    }

    /// What the players of a seat withdrew in a cycle.
    pub fn withdrawals(
        &self,
        seat: &Seat,
        cycle: u32,
    ) -> impl Iterator<Item = (&Entry, &Withdrawal)> {
        let of_cycle = self.entries().filter(move |entry| entry.cycle == Some(cycle));
        of_cycle.filter_map(move |entry| match &entry.body {
            Body::Withdraw(withdrawal) if withdrawal.seat == *seat => Some((entry, withdrawal)),
            _ => None,
        })
    }

    /// Which of the holders of a seat in a cycle held it before an entry, in turn from 0.
    fn turn_before(&self, seat: &Seat, cycle: u32, seq: u64) -> usize {
        self.holders_before(seat, cycle, seq).len().saturating_sub(1)
    }
}

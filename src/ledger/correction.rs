//! Putting right what was resolved: a cycle in which nothing is played, and what follows from it.

use std::collections::BTreeSet;

use super::{Correction, CycleResult, Ledger, PacketUse};
use crate::base::{Problem, Seat};

impl Ledger {
    /// What was corrected in a cycle, if nothing was played in it.
    pub fn correction(&self, cycle: u32) -> Option<&Correction> {
        self.result(cycle).and_then(|result| result.correction.as_ref())
    }

    /// The cycle whose orders of a seat stand in another, which follows a correction.
    pub fn stands(&self, seat: &Seat, cycle: u32) -> Option<u32> {
        let before = cycle.checked_sub(1)?;
        let from = self.correction(before)?.undoes.unwrap_or(before);
        match self.result(from)?.packets.get(seat)? {
            PacketUse::Used { .. } => Some(from),
            PacketUse::Stands { cycle, .. } => Some(*cycle),
            PacketUse::Nmr { .. } => None,
        }
    }

    /// The same, if the seat's player cannot send others: they have seen what came of them.
    pub fn bound(&self, seat: &Seat, cycle: u32) -> Option<u32> {
        let before = cycle.checked_sub(1)?;
        let correction = self.correction(before)?;
        let bound = match correction.undoes {
            Some(_) => !correction.anew.contains(seat),
            // What is corrected between an undone cycle and the next frees nobody.
            None => self.bound(seat, before).is_some(),
        };
        self.stands(seat, cycle).filter(|_| bound)
    }

    /// The cycles that were undone.
    pub fn undone(&self) -> BTreeSet<u32> {
        self.results().filter_map(|(_, result)| result.undoes()).collect()
    }

    /// The last cycle in which something was played and which stands.
    pub fn last_standing(&self) -> Option<u32> {
        let undone = self.undone();
        let played = self.results().filter(|(cycle, result)| {
            *cycle > 0 && result.correction.is_none() && !undone.contains(cycle)
        });
        played.map(|(cycle, _)| cycle).next_back()
    }

    /// Every correction undoes the last cycle that stood then, if any, and says of each seat's orders
    /// in the next cycle that they stand where they do.
    ///
    /// # Errors
    /// The first result that says something else, with its cycle.
    pub fn corrections_hold(&self) -> Result<(), Problem> {
        let stands = |packet: &PacketUse| matches!(packet, PacketUse::Stands { .. });
        let corrects = |result: &CycleResult| {
            result.correction.is_some() || result.packets.values().any(stands)
        };
        if !self.results().any(|(_, result)| corrects(result)) {
            return Ok(());
        }
        let mut standing = Vec::new();
        for (cycle, result) in self.results() {
            let wrong = |what: String| Err(Problem::refused(what).at(format!("cycle {cycle}")));
            match &result.correction {
                None if cycle > 0 => standing.push(cycle),
                None => {}
                Some(Correction { undoes: None, anew, .. }) if anew.is_empty() => {}
                Some(Correction { undoes: None, .. }) => {
                    return wrong("seats order anew, but no cycle is undone".to_owned());
                }
                Some(Correction { undoes, .. }) => {
                    let last = standing.pop();
                    if last != *undoes {
                        return wrong(format!(
                            "it undoes cycle {}, which is not the last one that stands",
                            undoes.unwrap_or_default()
                        ));
                    }
                    if !result.packets.is_empty() {
                        return wrong("it undoes a cycle, and used packets".to_owned());
                    }
                }
            }
            for seat in &self.genesis().seats {
                self.stands_as_said(cycle, seat, result.packets.get(seat))
                    .map_err(|p| p.at(format!("cycle {cycle}")))?;
            }
        }
        Ok(())
    }

    fn stands_as_said(
        &self,
        cycle: u32,
        seat: &Seat,
        said: Option<&PacketUse>,
    ) -> Result<(), Problem> {
        let undoing = self.correction(cycle).is_some_and(|correction| correction.undoes.is_some());
        let (stands, bound) = (self.stands(seat, cycle), self.bound(seat, cycle));
        let holds = match said {
            Some(PacketUse::Stands { cycle: from, packet }) => {
                stands == Some(*from) && (packet.is_none() || bound.is_some())
            }
            Some(PacketUse::Used { .. }) => bound.is_none(),
            Some(PacketUse::Nmr { .. }) | None => stands.is_none() || undoing,
        };
        if holds {
            return Ok(());
        }
        let of = stands.map_or_else(|| "none".to_owned(), |from| format!("those of cycle {from}"));
        Err(Problem::refused(format!("of {seat}, the orders that stand are {of}")))
    }
}

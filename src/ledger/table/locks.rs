//! Locks, and what is given behind them.

use std::collections::BTreeMap;

use super::super::{Contribution, CycleResult, Lock, PacketUse, Stage, is_line};
use super::{Next, wrong};
use crate::base::{Digest, Problem, Seat};

impl Next<'_> {
    /// The open cycle is locked once, in a campaign whose links are given behind a lock.
    pub(super) fn locks(&self, lock: &Lock) -> Result<(), Problem> {
        let cycle = self.is_open()?;
        let genesis = self.ledger.genesis();
        if genesis.link_terms.is_none() {
            return wrong("in this campaign links come with the orders, and no cycle is locked");
        }
        if self.ledger.lock(cycle).is_some() {
            return wrong(format!("cycle {cycle} is locked already"));
        }
        self.is_no_pause()?;
        if lock.campaign != self.ledger.genesis_digest() {
            return wrong("it is about another campaign's cycle");
        }
        if !genesis.seats.iter().all(|seat| lock.packets.contains_key(seat)) {
            return wrong("it does not say of each seat what is locked");
        }
        match self.ledger.last_call(cycle) {
            // The round follows from the deadline.
            Some(last) if genesis.beacon != "none" && self.entry.time <= last => wrong(format!(
                "orders can come until {last}, and with a beacon the lock after that"
            )),
            Some(_) | None => Ok(()),
        }
    }

    /// Nothing that could change what comes of the open cycle is written once it is locked.
    pub(super) fn is_unlocked(&self) -> Result<(), Problem> {
        match self.stage {
            Stage::Open(cycle) if self.ledger.lock(cycle).is_some() => Err(Problem::refused(
                format!("cycle {cycle} is locked"),
            )
            .hint(
                "what is locked is resolved as it is; then it can be put right with a correction",
            )),
            _ => Ok(()),
        }
    }

    /// Behind the lock each seat that owes a link gives it once; those that have not when the patience is over are
    /// named together.
    pub(super) fn contributes(&self, contribution: &Contribution) -> Result<(), Problem> {
        let cycle = self.is_open()?;
        let Some(until) = self.ledger.links_until(cycle) else {
            return wrong(format!("cycle {cycle} is not locked"));
        };
        if self.ledger.withheld(cycle).is_some() {
            return wrong(format!("cycle {cycle} goes on without the links that had not come"));
        }
        let missing = self.ledger.links_missing(cycle);
        match contribution {
            Contribution::Given { seat, files, .. } => {
                if !self.ledger.owe_links(cycle).contains(&seat) {
                    return wrong(format!("{seat} has no chain that counts in cycle {cycle}"));
                }
                if !missing.contains(&seat) {
                    return wrong(format!("the link of {seat} for cycle {cycle} has come"));
                }
                Next::lists(files, [self.word()])
            }
            Contribution::Withheld { seats, reason } => {
                is_line(reason, "the reason")?;
                if self.entry.time <= until {
                    return wrong(format!("cycle {cycle} waits for its links until {until}"));
                }
                if missing.is_empty() || !missing.into_iter().eq(seats) {
                    return wrong("these are not the seats whose links have not come");
                }
                Ok(())
            }
        }
    }

    /// A cycle is resolved behind its lock, once all links have come or the ledger says which have not.
    pub(super) fn has_links(&self, cycle: u32) -> Result<(), Problem> {
        if self.ledger.genesis().link_terms.is_none() {
            return Ok(());
        }
        if self.ledger.lock(cycle).is_none() {
            return wrong("it was resolved without being locked");
        }
        if self.ledger.withheld(cycle).is_none() && !self.ledger.links_missing(cycle).is_empty() {
            return wrong("it was resolved without the links that it waited for");
        }
        Ok(())
    }

    /// A result opens what its lock commits to, and says truly whose links were given.
    pub(super) fn opens_the_lock(&self, result: &CycleResult) -> Result<(), Problem> {
        let cycle = self.entry.cycle.unwrap_or_default();
        let Some((_, lock)) = self.ledger.lock(cycle) else {
            return if result.blinds.is_empty() { Ok(()) } else { wrong("it opens no lock") };
        };
        if !result.blinds.keys().eq(lock.packets.keys()) {
            return wrong("it does not open the lock of its cycle");
        }
        let given = self.given(cycle);
        for (seat, packet) in &result.packets {
            let contributed = match packet {
                PacketUse::Used { contributed, .. } => *contributed,
                PacketUse::Stands { packet: Some(packet), .. } => packet.contributed,
                PacketUse::Stands { packet: None, .. } | PacketUse::Nmr { .. } => continue,
            };
            if contributed != given.contains_key(seat) {
                return wrong(format!("it says of the link of {seat} what is not so"));
            }
        }
        Ok(())
    }

    /// The links that were given for a cycle.
    pub(super) fn given(&self, cycle: u32) -> BTreeMap<Seat, Digest> {
        self.ledger.links_given(cycle).map(|(_, seat, link)| (seat.clone(), link)).collect()
    }
}

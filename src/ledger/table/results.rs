//! Results: which cycle they resolve, what they must list, and what they may say of packets.

use std::collections::BTreeSet;

use super::super::{CycleResult, Effect, Entry, PacketUse, Stage};
use super::{Next, wrong};
use crate::base::{Problem, Seat, paths};

impl Next<'_> {
    /// A result resolves the cycle that is open; the first is the beginning. A correction may take the place of
    /// one that is not open.
    pub(super) fn results(&self, result: &CycleResult) -> Result<(), Problem> {
        let (cycle, next) = (self.entry.cycle.unwrap_or_default(), self.awaited());
        if cycle != next {
            return wrong(format!("this result is where that of cycle {next} should be"));
        }
        match &result.correction {
            None if cycle == 0 => self.begins(result)?,
            None => {
                self.is_no_pause()?;
                if self.stage != Stage::Open(cycle) {
                    return wrong("it was resolved without being opened");
                }
                let waits = self.ledger.genesis().beacon != "none";
                if waits && self.ledger.beacon(cycle).is_none() {
                    return wrong("it was resolved without its beacon");
                }
                self.has_links(cycle)?;
            }
            Some(_) if cycle == 0 => return wrong("the beginning is no correction"),
            // What is locked is played first, and may then be undone: both outcomes stand in the record.
            Some(correction) => {
                self.is_unlocked()?;
                correction.undoes.map_or(Ok(()), |undone| self.ledger.may_go_back(undone))?;
            }
        }
        self.ledger.opens_rightly(result.correction.as_ref(), result.opened.as_ref())?;
        self.opens_the_lock(result)?;
        self.publishes_links(cycle, result)?;
        self.lists_its_files(cycle, result)?;
        self.agrees_with_rulings(cycle, result)
    }

    /// The game begins when every seat is held, and nobody has ordered.
    fn begins(&self, result: &CycleResult) -> Result<(), Problem> {
        if !result.packets.is_empty() {
            return wrong("nobody orders before the beginning");
        }
        let seats = &self.ledger.genesis().seats;
        match seats.iter().find(|seat| self.ledger.holder(seat, 1).is_none()) {
            Some(seat) => wrong(format!("nobody holds {seat}")),
            None => Ok(()),
        }
    }

    /// Where dice are proven, the links of exactly those are published who contributed.
    fn publishes_links(&self, cycle: u32, result: &CycleResult) -> Result<(), Problem> {
        if self.ledger.genesis().dice.is_none() {
            return if result.links.is_none() { Ok(()) } else { wrong("it publishes links") };
        }
        let Some(links) = &result.links else { return wrong("it does not publish its links") };
        // Whose tips count in the beginning, their enrolments say.
        let same = match self.ledger.genesis().link_terms {
            _ if cycle == 0 => true,
            None => links.seats.keys().eq(result.contributors()),
            Some(_) => links.seats == self.given(cycle),
        };
        if same {
            return Ok(());
        }
        wrong("it publishes other links than those that it says were contributed")
    }

    /// Position, record and every report are among its files, and nothing that is not of its cycle.
    fn lists_its_files(&self, cycle: u32, result: &CycleResult) -> Result<(), Problem> {
        let seats = &self.ledger.genesis().seats;
        let mut own = BTreeSet::from([paths::state(cycle), paths::public_report(cycle)]);
        own.extend(seats.iter().map(|seat| paths::report(cycle, seat.as_str())));
        own.extend(match &result.correction {
            None if cycle > 0 => Some(paths::record(cycle)),
            Some(correction) if correction.undoes.is_none() => Some(paths::settings(cycle)),
            None | Some(_) => None,
        });
        if let Some(missing) = own.iter().find(|path| !result.files.contains_key(*path)) {
            return wrong(format!("it does not list {missing}"));
        }
        let mut may = BTreeSet::from([paths::public_map(cycle)]);
        if result.correction.is_none() && cycle > 0 {
            may.extend(seats.iter().map(|seat| paths::staff(cycle, seat.as_str())));
        }
        let folder = paths::packets(cycle) + "/";
        let packet = |path: &str| {
            let named = path.strip_prefix(&folder).and_then(paths::packet_number);
            named.is_some_and(|(seat, nth)| {
                let known: Option<Seat> = seat.parse().ok().filter(|seat| seats.contains(seat));
                known.is_some_and(|seat| paths::packet(cycle, seat.as_str(), nth) == path)
            })
        };
        let known = |path: &String| own.contains(path) || may.contains(path) || packet(path);
        if let Some(other) = result.files.keys().find(|path| !known(path)) {
            return wrong(format!("it lists {other}, which is not its own"));
        }
        if result.files.get(&paths::public_report(cycle)) == Some(&result.public_report) {
            return Ok(());
        }
        Err(Problem::refused("this is not the public report that the ledger commits to")
            .at(paths::public_report(cycle)))
    }

    /// A packet that was let in is that of the seat and sequence that the ruling names.
    fn agrees_with_rulings(&self, cycle: u32, result: &CycleResult) -> Result<(), Problem> {
        for (entry, effect) in self.ledger.let_in(cycle) {
            let Effect::Late { seat, sequence, commitment } = effect else { continue };
            let used = result.packets.iter().find_map(|(whose, packet)| match packet {
                PacketUse::Used { commitment: used, sequence, .. } if used == commitment => {
                    Some((whose, *sequence))
                }
                PacketUse::Stands { packet: Some(packet), .. }
                    if packet.commitment == *commitment =>
                {
                    Some((whose, packet.sequence))
                }
                PacketUse::Used { .. } | PacketUse::Stands { .. } | PacketUse::Nmr { .. } => None,
            });
            if let Some((whose, used)) = used.filter(|(whose, n)| (*whose, n) != (seat, sequence)) {
                let place = Entry::path(entry.seq);
                return wrong(format!(
                    "the packet that was let in by {place} is packet {used} of {whose}"
                ));
            }
        }
        Ok(())
    }
}

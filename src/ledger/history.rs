//! What a ledger tells about its campaign.

use super::{Beacon, Body, Closing, CycleResult, Effect, Entry, Ledger, Opening, Ruling};
use crate::base::{Digest, Seat, Time};

impl Ledger {
    /// The entries, in order.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.links().iter().map(|link| &link.entry)
    }

    /// The cycle opened last, and its opening.
    pub fn latest_opening(&self) -> Option<(u32, &Opening)> {
        self.openings().next_back()
    }

    /// The opening of a cycle.
    pub fn opening(&self, cycle: u32) -> Option<&Opening> {
        self.openings().rfind(|(c, _)| *c == cycle).map(|(_, opening)| opening)
    }

    /// The deadline of a cycle after all extensions and rulings, RFC 3339 UTC; none if it was not opened or
    /// the moderator closes by hand.
    pub fn deadline(&self, cycle: u32) -> Option<Time> {
        self.deadline_before(cycle, u64::MAX)
    }

    /// The same as it was before an entry.
    pub fn deadline_before(&self, cycle: u32, seq: u64) -> Option<Time> {
        let of_cycle = |entry: &&Entry| entry.cycle == Some(cycle) && entry.seq < seq;
        self.entries().rev().filter(of_cycle).find_map(|entry| match &entry.body {
            Body::Open(opening) => Some(opening.deadline),
            Body::Extension(extension) => Some(extension.deadline),
            Body::Ruling(Ruling { effect: Some(Effect::Deadline(time)), .. }) => Some(Some(*time)),
            Body::Pause(pause) => pause.deadline.map(Some),
            Body::Resume(resumption) => resumption.deadline.map(Some),
            _ => None,
        })?
    }

    /// When a cycle got the deadline that it has.
    pub fn deadline_set(&self, cycle: u32) -> Option<Time> {
        let deadline = self.deadline(cycle)?;
        let of_cycle = self.entries().filter(|entry| entry.cycle == Some(cycle));
        let set = of_cycle.filter(|e| self.deadline_before(cycle, e.seq + 1) == Some(deadline));
        let mut set = set.filter(|e| self.deadline_before(cycle, e.seq) != Some(deadline));
        set.next_back().map(|entry| entry.time)
    }

    /// What the beacon gave for a cycle, and its entry.
    pub fn beacon(&self, cycle: u32) -> Option<(&Entry, &Beacon)> {
        self.entries().rev().find_map(|entry| match &entry.body {
            Body::Beacon(beacon) if entry.cycle == Some(cycle) => Some((entry, beacon)),
            _ => None,
        })
    }

    /// True if the moderator ruled that a cycle closes before its deadline.
    pub fn is_closed_early(&self, cycle: u32) -> bool {
        let close = |entry: &Entry| {
            matches!(&entry.body, Body::Ruling(Ruling { effect: Some(Effect::Close(_)), .. }))
        };
        self.entries().any(|entry| entry.cycle == Some(cycle) && close(entry))
    }

    /// True if the moderator ruled that a packet of a cycle counts although it came late.
    pub fn is_ruled_in(&self, cycle: u32, packet: &Digest) -> bool {
        let late = |entry: &Entry| {
            matches!(&entry.body, Body::Ruling(Ruling { effect: Some(Effect::Late { commitment, .. }), .. })
                if commitment == packet)
        };
        let in_force = |entry: &Entry| late(entry) && !self.is_revoked(entry.seq);
        self.entries().any(|entry| entry.cycle == Some(cycle) && in_force(entry))
    }

    /// The rulings in force that let a packet of a cycle in: their entries, and whose packet.
    pub fn late_packets(&self, cycle: u32) -> impl Iterator<Item = (u64, &Seat)> {
        self.let_in(cycle).filter_map(|(entry, effect)| match effect {
            Effect::Late { seat, .. } => Some((entry.seq, seat)),
            _ => None,
        })
    }

    /// True if the moderator took back what the ruling of an entry changed.
    pub fn is_revoked(&self, seq: u64) -> bool {
        let after = self.entries().rev().take_while(|entry| entry.seq > seq);
        let mut effects = after.filter_map(|entry| match &entry.body {
            Body::Ruling(ruling) => ruling.effect.as_ref(),
            _ => None,
        });
        effects.any(|effect| matches!(effect, Effect::Revoke { entry } if *entry == seq))
    }

    /// The time zone in which the deadline of a cycle was given last; none if always in UTC.
    pub fn zone(&self, cycle: u32) -> Option<&str> {
        let of_cycle = |entry: &&Entry| entry.cycle == Some(cycle);
        self.entries().rev().filter(of_cycle).find_map(|entry| match &entry.body {
            Body::Open(opening) => opening.zone.as_deref(),
            Body::Extension(extension) => extension.zone.as_deref(),
            _ => None,
        })
    }

    /// The deadline of a cycle as people read it: in the zone it was given in, and in UTC.
    pub fn deadline_in_words(&self, cycle: u32) -> Option<String> {
        self.deadline(cycle).map(|deadline| deadline.in_words(self.zone(cycle)))
    }

    /// The deadline of a cycle as people say it, in the zone it was given in.
    pub fn deadline_on_calendar(&self, cycle: u32) -> Option<String> {
        self.deadline(cycle).map(|deadline| deadline.on_calendar(self.zone(cycle)))
    }

    /// The deadline of a cycle in the zone it was given in alone, for a sentence.
    pub fn deadline_in_zone(&self, cycle: u32) -> Option<String> {
        self.deadline(cycle).map(|deadline| deadline.in_zone(self.zone(cycle)))
    }

    /// The results and their cycles, in order.
    pub fn results(&self) -> impl DoubleEndedIterator<Item = (u32, &CycleResult)> {
        self.entries().filter_map(|entry| match &entry.body {
            Body::Result(result) => Some((entry.cycle?, result)),
            _ => None,
        })
    }

    /// The result of a cycle.
    pub fn result(&self, cycle: u32) -> Option<&CycleResult> {
        self.results().rfind(|(c, _)| *c == cycle).map(|(_, result)| result)
    }

    /// The number of the entry with the result of a cycle.
    pub fn result_seq(&self, cycle: u32) -> Option<u64> {
        let resolves =
            |entry: &&Entry| entry.cycle == Some(cycle) && matches!(entry.body, Body::Result(_));
        self.entries().find(resolves).map(|entry| entry.seq)
    }

    /// The entries of messages, in order.
    pub fn press(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries().filter(|entry| matches!(entry.body, Body::Press(_)))
    }

    /// The campaign secret, once it is published.
    pub fn revealed(&self) -> Option<Digest> {
        self.entries().rev().find_map(|entry| match &entry.body {
            Body::Reveal(reveal) => Some(reveal.campaign_secret),
            _ => None,
        })
    }

    /// How the campaign ended, if it did.
    pub fn closing(&self) -> Option<&Closing> {
        let last = self.entries().rev().find_map(|entry| match &entry.body {
            Body::Close(closing) => Some(Some(closing)),
            // A value may be set, and all be revealed. If the cycle with which the game ended is undone, the
            // game goes on.
            Body::Result(result) if result.correction.is_some() && result.undoes().is_none() => {
                None
            }
            Body::Reveal(_) => None,
            _ => Some(None),
        });
        last.flatten()
    }

    /// Every listed file and its SHA-256, in the order of the entries.
    pub fn files(&self) -> impl Iterator<Item = (&str, &Digest)> {
        let files = self.entries().filter_map(|entry| entry.body.files()).flatten();
        files.map(|(path, digest)| (path.as_str(), digest))
    }

    fn openings(&self) -> impl DoubleEndedIterator<Item = (u32, &Opening)> {
        self.entries().filter_map(|entry| match &entry.body {
            Body::Open(opening) => Some((entry.cycle?, opening)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;

    #[test]
    fn extensions_move_the_deadline() {
        let ledger = sample::ledger();
        let time = |text: &str| text.parse().ok();
        assert_eq!(ledger.deadline(1), time("2026-07-09T18:00:00Z"));
        assert_eq!(ledger.opening(1).unwrap().deadline, time("2026-07-08T18:00:00Z"));
        assert_eq!(ledger.deadline_before(1, 5), time("2026-07-08T18:00:00Z"));
        assert_eq!(ledger.deadline(2), None);
        assert_eq!(ledger.latest_opening().unwrap().0, 1);
    }

    #[test]
    fn the_end_is_told() {
        let ledger = sample::ledger();
        assert_eq!(ledger.results().count(), 2);
        assert_eq!(ledger.result(1).unwrap().report_size, 2);
        assert_eq!(ledger.files().map(|(path, _)| path).collect::<Vec<_>>(), sample::FILES);
        assert!(ledger.revealed().is_some());
        assert_eq!(ledger.closing().unwrap().reason, "played out");
    }
}

//! What a ledger tells about the seats: who holds each, who stands in, and who asks for it.

use super::{Body, Claim, CycleResult, Entry, Holder, Ledger, PacketUse, Substitute};
use crate::base::{Seat, Time};

impl Ledger {
    /// Who holds a seat at the end of a cycle, and with which keys.
    pub fn holder(&self, seat: &Seat, cycle: u32) -> Option<Holder> {
        self.holders(seat, cycle).pop()
    }

    /// Who holds a seat during a cycle, in turn: several if it got new keys while that was open.
    ///
    /// New keys count from the cycle they name; of those of earlier cycles the last ones count. A seat
    /// that is dropped has nobody from that cycle on, until another takes it.
    pub fn holders(&self, seat: &Seat, cycle: u32) -> Vec<Holder> {
        self.holders_before(seat, cycle, u64::MAX)
    }

    /// The same as it was known before an entry.
    pub fn holders_before(&self, seat: &Seat, cycle: u32, seq: u64) -> Vec<Holder> {
        let mut holders = Vec::new();
        for entry in self.entries().take_while(|entry| entry.seq < seq) {
            match &entry.body {
                Body::Enroll(e) if e.seat == *seat => holders = vec![Holder::from(e)],
                Body::Key(change) if change.seat == *seat && change.effective_from <= cycle => {
                    if change.effective_from < cycle {
                        holders.clear();
                    }
                    holders.push(Holder::from(change));
                }
                Body::Dropped(dropped) if dropped.seat == *seat && dropped.from <= cycle => {
                    holders.clear();
                }
                _ => {}
            }
        }
        holders
    }

    /// The first cycle of a seat's present player. New keys of the same name are the same player's.
    pub fn present_since(&self, seat: &Seat) -> u32 {
        let (mut name, mut from) = (None, 0);
        for entry in self.entries() {
            match &entry.body {
                Body::Enroll(enrolment) if enrolment.seat == *seat => {
                    name = Some(enrolment.name.as_str());
                }
                Body::Key(change) if change.seat == *seat => {
                    if name != Some(change.name.as_str()) {
                        from = change.effective_from;
                    }
                    name = Some(change.name.as_str());
                }
                Body::Dropped(dropped) if dropped.seat == *seat => name = None,
                _ => {}
            }
        }
        from
    }

    /// True if it knows of every seat since when its player has sent nothing: the last cycle in which orders of
    /// theirs came is among those it knows, or they came later themselves.
    pub fn knows_silences(&self) -> bool {
        let since = self.since();
        let sent = |packet: &PacketUse| match packet {
            PacketUse::Used { .. } | PacketUse::Stands { .. } => true,
            PacketUse::Nmr { .. } => false,
        };
        let known = |seat: &Seat| {
            let sent = |result: &CycleResult| result.packets.get(seat).is_some_and(sent);
            let mut recent = self.results().filter(|(cycle, _)| *cycle >= since);
            self.present_since(seat) >= since || recent.any(|(_, result)| sent(result))
        };
        since == 0 || self.genesis().seats.iter().all(known)
    }

    /// The substitute of a seat's present player, appointed last before an entry; their time may be
    /// over.
    pub fn substitute_before(&self, seat: &Seat, seq: u64) -> Option<&Substitute> {
        let (mut substitute, mut name) = (None, None);
        for entry in self.entries().take_while(|entry| entry.seq < seq) {
            match &entry.body {
                Body::Enroll(enrolment) if enrolment.seat == *seat => {
                    name = Some(enrolment.name.as_str());
                }
                // Who takes over has appointed nobody.
                Body::Key(change) if change.seat == *seat => {
                    if name != Some(change.name.as_str()) {
                        substitute = None;
                    }
                    name = Some(change.name.as_str());
                }
                Body::Dropped(dropped) if dropped.seat == *seat => substitute = None,
                Body::Substitute(appointed) if appointed.seat == *seat => {
                    substitute = Some(appointed);
                }
                _ => {}
            }
        }
        substitute
    }

    /// The substitute of a seat at a time.
    pub fn substitute(&self, seat: &Seat, now: Time) -> Option<&Substitute> {
        self.substitute_before(seat, u64::MAX).filter(|substitute| now <= substitute.until)
    }

    /// True if a key was ever a substitute's of a seat: whether in time is judged when a packet comes.
    pub fn has_substituted(&self, seat: &Seat, signing: &str) -> bool {
        self.entries().any(|entry| {
            matches!(&entry.body, Body::Substitute(substitute)
                if substitute.seat == *seat && substitute.signing == signing)
        })
    }

    /// The newest announcement of keys for a seat before an entry, if nobody has objected to it and it
    /// was not carried out.
    pub fn claim_before(&self, seat: &Seat, seq: u64) -> Option<(&Entry, &Claim)> {
        let mut newest: Option<(&Entry, &Claim)> = None;
        for entry in self.entries().take_while(|entry| entry.seq < seq) {
            match &entry.body {
                Body::Claim(claim) if claim.seat == *seat => newest = Some((entry, claim)),
                Body::Objection(objection)
                    if newest.is_some_and(|(claim, _)| claim.seq == objection.entry) =>
                {
                    newest = None;
                }
                Body::Key(change) if change.seat == *seat => newest = None,
                _ => {}
            }
        }
        newest
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;

    #[test]
    fn keys_change_from_their_cycle_on() {
        let ledger = sample::ledger();
        assert_eq!(ledger.holder(&sample::seat("union"), 0).unwrap().signing, "ssh-ed25519 OLD");
        assert_eq!(ledger.holder(&sample::seat("union"), 1).unwrap().signing, "ssh-ed25519 OLD");
        let holder = ledger.holder(&sample::seat("union"), 2).unwrap();
        assert_eq!((&*holder.signing, &*holder.name), ("ssh-ed25519 NEW", "Bea"));
        // In the cycle of the change both hold the seat in turn.
        let names = |cycle| {
            let holders = ledger.holders(&sample::seat("union"), cycle);
            holders.into_iter().map(|holder| holder.name).collect::<Vec<_>>()
        };
        assert_eq!([names(1), names(2), names(3)], [vec!["Ada"], vec!["Ada", "Bea"], vec!["Bea"]]);
        assert_eq!(holder.links_from, 3);
        assert_eq!(ledger.holder(&sample::seat("mazianni"), 2).unwrap().name, "Max");
    }
}

//! Seats: who holds them, who stands in, who asks for them.

use super::super::{
    Absence, Authority, Body, Claim, Dropped, Enrolment, KeyChange, Ledger, Objection, Stage,
    Substitute,
};
use super::{Next, wrong};
use crate::base::{Digest, Problem, Seat, Time};

impl Next<'_> {
    /// A seat is enrolled once, before the beginning, with keys and a chain that are nobody else's.
    pub(super) fn enrolls(&self, new: &Enrolment) -> Result<(), Problem> {
        let same = |body: &Body| matches!(body, Body::Enroll(old) if old.seat == new.seat);
        if self.ledger.entries().any(|entry| same(&entry.body)) {
            return wrong(format!("seat “{}” is enrolled twice", new.seat));
        }
        if self.stage != Stage::Enrolling {
            return wrong("the campaign has already begun");
        }
        self.is_nobodys(Some(&new.seat), &new.signing)?;
        self.is_new_chain(&new.seat, new.tip)
    }

    /// A seat that is held, or was dropped, gets keys that are nobody else's: in what is open, or next.
    pub(super) fn changes_keys(&self, change: &KeyChange) -> Result<(), Problem> {
        let seat = &change.seat;
        let (from, expected) = (change.effective_from, self.counts_from());
        if let Some((done, _)) = self.ledger.last_result().filter(|(done, _)| from <= *done) {
            return wrong(format!("effective-from is {from}, but cycle {done} is resolved"));
        }
        if from != expected {
            return wrong(format!("effective-from is {from}, expected {expected}"));
        }
        if self.ledger.dropped(seat).is_none() || change.authority == Authority::Player {
            self.is_held(seat)?;
        }
        self.is_nobodys(Some(seat), &change.signing)?;
        self.is_new_chain(seat, change.tip)?;
        let word = Some(self.word()).filter(|_| change.authority == Authority::Player);
        if word.is_some() && change.reason.is_some() {
            return wrong("a player's own word needs no reason of the moderator's");
        }
        Next::lists(&change.files, self.report(seat).into_iter().chain(word))
    }

    /// The cycle from which new keys count: none before the beginning, else the one that is open or next.
    fn counts_from(&self) -> u32 {
        match self.stage {
            Stage::Enrolling | Stage::Closed => 0,
            Stage::Open(cycle) => cycle,
            Stage::Resolved(cycle) => cycle + 1,
        }
    }

    /// A player is away who holds a seat.
    pub(super) fn is_absent(&self, absence: &Absence) -> Result<(), Problem> {
        self.has_calendar()?;
        self.is_held(&absence.seat)?;
        let word = Some(self.word()).filter(|_| !absence.files.is_empty());
        Next::lists(&absence.files, word)
    }

    /// A seat is dropped from the next cycle on.
    pub(super) fn drops(&self, dropped: &Dropped) -> Result<(), Problem> {
        let from = dropped.from;
        if let Some((done, _)) = self.ledger.last_result().filter(|(done, _)| from <= *done) {
            return wrong(format!("from is {from}, but cycle {done} is resolved"));
        }
        let next = match self.stage {
            Stage::Enrolling | Stage::Closed => return wrong("the campaign has not begun"),
            Stage::Open(cycle) | Stage::Resolved(cycle) => cycle + 1,
        };
        if from != next {
            return wrong(format!("from is {from}, expected {next}"));
        }
        self.is_held(&dropped.seat)?;
        let word = Some(self.word()).filter(|_| !dropped.files.is_empty());
        Next::lists(&dropped.files, word)
    }

    /// A substitute holds no seat and no office.
    pub(super) fn substitutes(&self, new: &Substitute) -> Result<(), Problem> {
        self.is_ahead(new.until)?;
        self.is_held(&new.seat)?;
        self.is_nobodys(None, &new.signing)?;
        Next::lists(&new.files, self.report(&new.seat).into_iter().chain([self.word()]))
    }

    /// Keys are announced for a seat that somebody holds, once the campaign has begun.
    pub(super) fn claims(&self, claim: &Claim) -> Result<(), Problem> {
        if self.stage == Stage::Enrolling {
            return wrong("before the first cycle keys are corrected, not announced");
        }
        self.has_calendar()?;
        self.is_ahead(claim.until)?;
        self.is_held(&claim.seat)?;
        self.is_nobodys(Some(&claim.seat), &claim.signing)
    }

    /// An objection is to the newest announcement for the seat, in time.
    pub(super) fn objects(&self, objection: &Objection) -> Result<(), Problem> {
        let (seat, number) = (&objection.seat, objection.entry);
        let claim = self.ledger.claim_before(seat, u64::MAX);
        match claim.filter(|(entry, _)| entry.seq == number) {
            None => wrong(format!("entry {number} announces no keys for {seat}")),
            Some((_, claim)) if self.entry.time > claim.until => {
                wrong(format!("objections were taken until {}", claim.until))
            }
            Some(_) => Next::lists(&objection.files, [self.word()]),
        }
    }

    /// A key is neither the moderator's nor a deputy's, nor that of another seat than this.
    pub(super) fn is_nobodys(&self, own: Option<&Seat>, signing: &str) -> Result<(), Problem> {
        let changes_office = matches!(self.entry.body, Body::Handover(_) | Body::Appoint(_));
        if !changes_office {
            self.ledger.is_not_in_office(signing)?;
        }
        // Somebody may stand in for several.
        let stands_in = matches!(self.entry.body, Body::Substitute(_));
        self.ledger.is_no_other_seats((own, signing), (self.entry.time, !stands_in))
    }

    /// A chain is that of one seat.
    fn is_new_chain(&self, own: &Seat, tip: Option<Digest>) -> Result<(), Problem> {
        self.ledger.is_no_others_chain(own, tip)
    }
}

impl Ledger {
    /// A seat may get these keys: they are neither the office's nor another seat's, nor its substitute's.
    ///
    /// # Errors
    /// Whose they are.
    pub fn may_hold(
        &self,
        (seat, signing, tip): (&Seat, &str, Option<Digest>),
        now: Time,
    ) -> Result<(), Problem> {
        self.is_not_in_office(signing)?;
        self.is_no_other_seats((Some(seat), signing), (now, true))?;
        self.is_no_others_chain(seat, tip)
    }

    fn is_not_in_office(&self, signing: &str) -> Result<(), Problem> {
        let office = self.office();
        if office.moderator().signing == signing || office.deputy_with(signing).is_some() {
            return wrong("this key holds the moderator's office, or a part of it");
        }
        Ok(())
    }

    fn is_no_other_seats(
        &self,
        (own, signing): (Option<&Seat>, &str),
        (now, substitutes): (Time, bool),
    ) -> Result<(), Problem> {
        for seat in self.genesis().seats.iter().filter(|seat| Some(*seat) != own) {
            if self.holder(seat, u32::MAX).is_some_and(|holder| holder.signing == signing) {
                return wrong(format!("this is the key of seat {seat}"));
            }
        }
        for seat in self.genesis().seats.iter().filter(|_| substitutes) {
            if self.substitute(seat, now).is_some_and(|substitute| substitute.signing == signing) {
                return wrong(format!("this is the key of the substitute of seat {seat}"));
            }
        }
        Ok(())
    }

    fn is_no_others_chain(&self, own: &Seat, tip: Option<Digest>) -> Result<(), Problem> {
        let Some(tip) = tip else { return Ok(()) };
        let taken = |seat: &&Seat| {
            *seat != own && self.holder(seat, u32::MAX).is_some_and(|h| h.tip == Some(tip))
        };
        if tip == self.genesis().tip {
            return wrong("this is the moderator's chain");
        }
        match self.genesis().seats.iter().find(taken) {
            Some(seat) => wrong(format!("this is the chain of seat {seat}")),
            None => Ok(()),
        }
    }
}

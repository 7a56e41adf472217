//! What may follow what: one table of what an entry of each kind may say, given all before it. Who appends an
//! entry asks it, and every reader does, so that what the program would never write is never believed. What
//! needs the files that entries list, or the secret, is for `verify` to compare.

mod cycles;
mod locks;
mod results;
mod rulings;
mod seats;
mod votes;

use std::collections::BTreeMap;

use super::{Body, Entry, Ledger, Stage};
use crate::base::{Digest, Problem, Seat, Time, paths};

/// An entry that is to stand at the end of a ledger.
struct Next<'a> {
    ledger: &'a Ledger,
    entry: &'a Entry,
    stage: Stage,
}

/// The files of an entry, by path.
type Files = BTreeMap<String, Digest>;

impl Ledger {
    /// An entry may stand at this ledger's end, by all that the ledger says.
    ///
    /// # Errors
    /// What does not follow.
    pub(super) fn admits(&self, entry: &Entry) -> Result<(), Problem> {
        let next = Next { ledger: self, entry, stage: self.stage() };
        next.is_in_play()?;
        match &entry.body {
            Body::Genesis(_) => wrong("a campaign has only one genesis"),
            Body::Enroll(new) => next.enrolls(new),
            Body::Key(change) => next.changes_keys(change),
            Body::Open(opening) => next.opens(opening),
            Body::Extension(extension) => next.extends(extension),
            Body::Beacon(beacon) => next.takes_beacon(beacon),
            Body::Lock(lock) => next.locks(lock),
            Body::Link(contribution) => next.contributes(contribution),
            Body::Result(result) => next.results(result),
            Body::Calendar(change) => {
                next.is_unlocked()?;
                Next::lists(&change.files, [next.calendar()])
            }
            Body::Pause(pause) => next.pauses(pause),
            Body::Resume(resumption) => next.resumes(resumption),
            Body::Absence(absence) => next.is_absent(absence),
            Body::Dropped(dropped) => next.drops(dropped),
            Body::Substitute(substitute) => next.substitutes(substitute),
            Body::Claim(claim) => next.claims(claim),
            Body::Objection(objection) => next.objects(objection),
            Body::Handover(new) => {
                next.is_nobodys(None, &new.signing)?;
                next.lists_packets(&new.files)
            }
            Body::Appoint(new) => next.is_nobodys(None, &new.signing),
            Body::Dismiss(old) => next.lists_packets(&old.files),
            Body::Arrival(arrival) => next.arrives(arrival),
            Body::Final(done) => next.says_of_packets(&done.seat, &done.files),
            Body::Withdraw(done) => next.says_of_packets(&done.seat, &done.files),
            Body::Agree(agreement) => {
                next.has_calendar()?;
                next.is_ahead(agreement.until)?;
                next.is_held(&agreement.seat)?;
                Next::lists(&agreement.files, [next.word()])
            }
            Body::Vote(vote) => next.votes(vote),
            Body::Press(press) => {
                next.has_calendar()?;
                next.is_open()?;
                Next::lists(&press.files, next.press())
            }
            Body::Ruling(ruling) => next.rules(ruling),
            Body::Reveal(reveal) => next.reveals(&reveal.files),
            Body::Close(closing) => next.closes(closing),
        }
    }
}

fn wrong<T>(what: impl Into<String> + std::fmt::Display) -> Result<T, Problem> {
    Err(Problem::refused(what))
}

impl Next<'_> {
    /// Once the campaign is over only a correction goes on with it, and after the reveal nothing.
    fn is_in_play(&self) -> Result<(), Problem> {
        let revealed =
            matches!(self.ledger.entries().next_back(), Some(Entry { body: Body::Reveal(_), .. }));
        let may = match &self.entry.body {
            Body::Result(result) => result.correction.is_some(),
            Body::Reveal(_) => true,
            _ => false,
        };
        if revealed || (self.stage == Stage::Closed && !may) {
            return wrong("the campaign is over");
        }
        Ok(())
    }

    /// The cycle of the entry is the one that is open.
    fn is_open(&self) -> Result<u32, Problem> {
        let cycle = self.entry.cycle.unwrap_or_default();
        if self.stage == Stage::Open(cycle) {
            return Ok(cycle);
        }
        wrong(format!("cycle {cycle} is not open"))
    }

    /// The cycle that packets are received for: the one that is open or next.
    fn awaited(&self) -> u32 {
        self.ledger.last_result().map_or(0, |(cycle, _)| cycle + 1)
    }

    /// A time is still to come.
    fn is_ahead(&self, time: Time) -> Result<(), Problem> {
        if time > self.entry.time {
            return Ok(());
        }
        wrong(format!("{time} had passed when it was set"))
    }

    /// A deadline that becomes later is still to come, and is not earlier than it was.
    fn is_later(&self, (cycle, before): (u32, u64), to: Time) -> Result<(), Problem> {
        if to <= self.entry.time {
            return wrong(format!("the deadline {to} had passed when it was set"));
        }
        match self.ledger.deadline_before(cycle, before) {
            Some(from) if to < from => wrong(format!(
                "without a ruling, the deadline of cycle {cycle} became {to}, which is earlier than {from}"
            )),
            Some(_) | None => Ok(()),
        }
    }

    /// No pause is under way.
    fn is_no_pause(&self) -> Result<(), Problem> {
        match self.ledger.pause() {
            Some((_, pause)) if self.entry.time < pause.until => {
                wrong("this happened during a pause")
            }
            _ => Ok(()),
        }
    }

    /// A calendar is in force, which alone gives such a thing.
    fn has_calendar(&self) -> Result<(), Problem> {
        match self.ledger.calendar_before(u64::MAX) {
            Some(_) => Ok(()),
            None => wrong("no calendar is in force that gives this"),
        }
    }

    /// Somebody holds a seat.
    fn is_held(&self, seat: &Seat) -> Result<(), Problem> {
        match self.ledger.holder(seat, u32::MAX) {
            Some(_) => Ok(()),
            None => wrong(format!("nobody holds {seat}")),
        }
    }

    /// It lists these files and no others.
    fn lists(files: &Files, own: impl IntoIterator<Item = String>) -> Result<(), Problem> {
        let mut own: Vec<String> = own.into_iter().collect();
        own.sort_unstable();
        if let Some(missing) = own.iter().find(|path| !files.contains_key(*path)) {
            return wrong(format!("it does not list {missing}"));
        }
        match files.keys().find(|path| !own.contains(path)) {
            Some(other) => wrong(format!("it lists {other}, which is not its own")),
            None => Ok(()),
        }
    }

    /// It lists packets of the cycle that they are received for, and nothing else.
    fn lists_packets(&self, files: &Files) -> Result<(), Problem> {
        let folder = paths::packets(self.awaited()) + "/";
        match files.keys().find(|path| !path.starts_with(&folder)) {
            Some(other) => wrong(format!("it lists {other}, which is no packet that had come")),
            None => Ok(()),
        }
    }

    fn calendar(&self) -> String {
        paths::calendar(self.entry.seq)
    }

    fn word(&self) -> String {
        paths::word(self.entry.seq)
    }

    fn press(&self) -> [String; 2] {
        [paths::press(self.entry.seq), paths::press_signed(self.entry.seq)]
    }

    /// The newest report of a seat, encrypted again for this entry; none before the beginning.
    fn report(&self, seat: &Seat) -> Option<String> {
        let (cycle, _) = self.ledger.last_result()?;
        Some(paths::report_again(cycle, seat.as_str(), self.entry.seq))
    }

    /// The secret is published once the campaign is over, with what it opens.
    fn reveals(&self, files: &Files) -> Result<(), Problem> {
        if self.stage != Stage::Closed {
            return wrong("the campaign is not over");
        }
        match files.keys().find(|path| !path.starts_with("revealed/")) {
            Some(other) => wrong(format!("it lists {other}, which a reveal does not publish")),
            None => Ok(()),
        }
    }
}

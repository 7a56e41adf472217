//! What a ledger tells about time and seats: the calendar in force, pauses, absences, seats that are
//! dropped, until when orders can come.

use std::collections::BTreeMap;

use super::{Absence, Body, Dropped, Entry, Ledger, Pause};
use crate::base::{Digest, Seat, Span, Time};

impl Ledger {
    /// Path and digest of the calendar that was in force before an entry, and that entry's number.
    pub fn calendar_before(&self, seq: u64) -> Option<(u64, &str, &Digest)> {
        self.entries().rev().filter(|entry| entry.seq < seq).find_map(|entry| match &entry.body {
            Body::Calendar(change) => {
                let (path, digest) = change.files.iter().next()?;
                Some((entry.seq, path.as_str(), digest))
            }
            _ => None,
        })
    }

    /// The pause that was not ended before its time, if the last one was not, and its entry. It may
    /// be over by itself.
    pub fn pause(&self) -> Option<(&Entry, &Pause)> {
        let last = self.entries().rev().find_map(|entry| match &entry.body {
            Body::Pause(pause) => Some(Some((entry, pause))),
            Body::Resume(_) => Some(None),
            _ => None,
        });
        last.flatten()
    }

    /// Until when the present player of each seat agrees to a pause, of those who said so since the last
    /// cycle was resolved and the last pause began.
    pub fn agreements(&self) -> BTreeMap<&Seat, Time> {
        let mut agreed = BTreeMap::new();
        for entry in self.entries() {
            match &entry.body {
                Body::Agree(agreement) => {
                    agreed.insert(&agreement.seat, agreement.until);
                }
                Body::Key(change) => {
                    agreed.remove(&change.seat);
                }
                Body::Result(_) | Body::Pause(_) => agreed.clear(),
                _ => {}
            }
        }
        agreed
    }

    /// Seconds that the pauses since the last result take together.
    pub fn paused(&self) -> u64 {
        let (mut before, mut last): (u64, Option<(Time, Time)>) = (0, None);
        let lasts = |last: Option<(Time, Time)>| last.map_or(0, |(from, until)| until.since(from));
        for entry in self.entries() {
            match &entry.body {
                Body::Pause(pause) => {
                    before += lasts(last);
                    last = Some((entry.time, pause.until));
                }
                Body::Resume(_) => last = last.map(|(from, _)| (from, entry.time)),
                Body::Result(_) => (before, last) = (0, None),
                _ => {}
            }
        }
        before + lasts(last)
    }

    /// The absences of a seat's present player.
    pub fn absences(&self, seat: &Seat) -> Vec<&Absence> {
        self.absences_before(seat, u64::MAX)
    }

    /// The same as they were before an entry.
    pub fn absences_before(&self, seat: &Seat, seq: u64) -> Vec<&Absence> {
        let (mut all, mut name) = (Vec::new(), None);
        for entry in self.entries().take_while(|entry| entry.seq < seq) {
            match &entry.body {
                Body::Enroll(enrolment) if enrolment.seat == *seat => {
                    name = Some(enrolment.name.as_str());
                }
                // Whoever takes over has announced nothing; new keys of the same name are the same
                // player's.
                Body::Key(change) if change.seat == *seat && name != Some(change.name.as_str()) => {
                    all.clear();
                    name = Some(change.name.as_str());
                }
                Body::Absence(absence) if absence.seat == *seat => all.push(absence),
                Body::Dropped(dropped) if dropped.seat == *seat => all.clear(),
                _ => {}
            }
        }
        all
    }

    /// The entry that dropped a seat, if nobody has taken it since.
    pub fn dropped(&self, seat: &Seat) -> Option<(&Entry, &Dropped)> {
        let mut last = None;
        for entry in self.entries() {
            match &entry.body {
                Body::Dropped(dropped) if dropped.seat == *seat => last = Some((entry, dropped)),
                Body::Key(change) if change.seat == *seat => last = None,
                _ => {}
            }
        }
        last
    }

    /// How long after its deadline a cycle takes the orders of a seat that has sent none.
    pub fn grace(&self, cycle: u32) -> Option<Span> {
        self.opening(cycle).and_then(|opening| opening.grace)
    }

    /// The last second in which orders of a cycle can come: its deadline, with the grace if there is
    /// one.
    pub fn last_call(&self, cycle: u32) -> Option<Time> {
        let deadline = self.deadline(cycle)?;
        let grace = self.grace(cycle).map_or(0, Span::seconds);
        deadline.after(grace).or(Some(deadline))
    }

    /// The last calls for orders that a cycle had before an entry, each once, the present one last.
    pub fn last_calls(&self, cycle: u32, seq: u64) -> Vec<Time> {
        let grace = self.grace(cycle).map_or(0, Span::seconds);
        let mut calls: Vec<Time> = Vec::new();
        let of_cycle = self.entries().filter(|entry| entry.cycle == Some(cycle) && entry.seq < seq);
        for entry in of_cycle {
            let deadline = self.deadline_before(cycle, entry.seq + 1);
            let Some(call) = deadline.and_then(|deadline| deadline.after(grace)) else { continue };
            if calls.last() != Some(&call) {
                calls.retain(|before| *before != call);
                calls.push(call);
            }
        }
        calls
    }

    /// The seats that paid for extensions out of their own budget, by cycle, in order.
    pub fn spent(&self) -> impl Iterator<Item = (u32, &[Seat])> {
        self.entries().filter_map(|entry| match &entry.body {
            Body::Extension(extension) if !extension.spent.is_empty() => {
                Some((entry.cycle?, extension.spent.as_slice()))
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, Key};
    use super::super::{CalendarChange, Opening, Resumption};
    use super::*;
    use crate::base::paths;

    /// The sample up to its result of cycle 1, a calendar, cycle 2, and then these entries.
    fn ledger(bodies: Vec<(Option<u32>, Body)>) -> Ledger {
        let mut ledger = Ledger::link(&sample::files()[..sample::CHANGED]).unwrap();
        let Body::Open(opening) = sample::entries().swap_remove(4).body else {
            unreachable!("it is one")
        };
        let deadline = Some(sample::time("2026-07-30T00:00:00Z"));
        let opening = Body::Open(Opening { deadline, ..opening });
        let begin = [(None, calendar(8)), (Some(2), opening)];
        for (cycle, body) in begin.into_iter().chain(bodies) {
            let written =
                ledger.append(sample::time("2026-07-20T18:00:00Z"), cycle, body, &Key::known());
            ledger.push(&written.unwrap());
        }
        ledger
    }

    fn calendar(entry: u64) -> Body {
        let files = BTreeMap::from([(paths::calendar(entry), Digest::of(b"calendar"))]);
        Body::Calendar(CalendarChange { reason: "agreed".into(), files })
    }

    fn absence(dates: &str) -> Body {
        let (seat, dates) = (sample::seat("union"), dates.parse().unwrap());
        Body::Absence(Absence { seat, dates, reason: "holidays".into(), files: BTreeMap::new() })
    }

    fn dropped(from: u32) -> Body {
        let seat = sample::seat("union");
        Body::Dropped(Dropped {
            seat,
            from,
            missed: 2,
            reason: "silent".into(),
            files: BTreeMap::new(),
        })
    }

    #[test]
    fn a_seat_that_is_dropped_has_nobody_until_another_takes_it() {
        let before = ledger(vec![(None, absence("2026-08-01 to 2026-08-14"))]);
        let seat = sample::seat("union");
        assert_eq!(before.absences(&seat).len(), 1);
        let after = ledger(vec![(None, absence("2026-08-01")), (None, dropped(3))]);
        assert_eq!(after.holder(&seat, 2).unwrap().name, "Bea");
        assert!(after.holder(&seat, 3).is_none() && after.absences(&seat).is_empty());
        assert_eq!(after.dropped(&seat).unwrap().1.from, 3);
        let mut taken = sample::entries().swap_remove(7).body;
        if let Body::Key(change) = &mut taken {
            change.name = "Cy".into();
            change.files = [(paths::report_again(1, "union", 11), Digest::of(b"report"))].into();
        }
        let taken = ledger(vec![(None, dropped(3)), (None, taken)]);
        assert_eq!(taken.holder(&seat, 3).unwrap().name, "Cy");
        assert!(taken.dropped(&seat).is_none());
        let late = ledger(vec![]).append(
            sample::time("2026-07-20T18:00:00Z"),
            None,
            dropped(1),
            &Key::known(),
        );
        assert_eq!(late.unwrap_err().what, "from is 1, but cycle 1 is resolved");
    }

    #[test]
    fn a_pause_moves_the_deadline_and_ends() {
        let until = sample::time("2026-08-01T00:00:00Z");
        let deadline = Some(sample::time("2026-08-09T00:00:00Z"));
        let pause = Body::Pause(Pause { until, deadline, reason: "exams".into() });
        let paused = ledger(vec![(Some(2), pause.clone())]);
        assert_eq!((paused.deadline(2), paused.pause().unwrap().1.until), (deadline, until));
        let earlier = Some(sample::time("2026-08-02T00:00:00Z"));
        let resume = Body::Resume(Resumption { deadline: earlier, reason: "passed".into() });
        let resumed = ledger(vec![(Some(2), pause), (Some(2), resume)]);
        assert!(resumed.deadline(2) == earlier && resumed.pause().is_none());
    }

    #[test]
    fn these_entries_are_read_back() {
        let all =
            ledger(vec![(None, calendar(10)), (None, absence("2026-08-01")), (None, dropped(3))]);
        for entry in all.entries() {
            assert_eq!(Entry::read(entry.write().unwrap().as_bytes()).unwrap(), *entry);
        }
        assert_eq!(all.calendar_before(u64::MAX).unwrap().0, 10);
        assert_eq!(all.calendar_before(8), None);
    }
}

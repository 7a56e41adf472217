//! The moments that a calendar names.

use super::rules::{Deadlines, Rules};
use crate::base::civil::{Date, Dates};
use crate::base::{Span, Time};

impl Rules {
    /// The deadline of a cycle that opens at a moment with a phase. It falls on no blackout and on no
    /// day when somebody who must order is `away`. `None` if there is none within two years.
    pub fn deadline(&self, phase: &str, opened: Time, first: bool, away: &[Dates]) -> Option<Time> {
        let once = self.regular(phase, (opened, false), away)?;
        if !(first && self.first_doubled) {
            return Some(once);
        }
        if self.of(phase).after.is_some() {
            return self.regular(phase, (opened, true), away);
        }
        let length = u32::try_from(once.since(opened)).ok()?;
        self.fixed(self.of(phase), once.after(length)?, away)
    }

    /// A deadline that is `given` for what is played again: not before the one that was `promised` for it.
    pub fn repeated(
        &self,
        phase: &str,
        (given, promised): (Option<Time>, Option<Time>),
        away: &[Dates],
    ) -> Option<Time> {
        let kept = promised.and_then(|promised| self.postponed(phase, promised, away));
        Some(given?.max(kept.unwrap_or(given?)))
    }

    fn regular(
        &self,
        phase: &str,
        (opened, doubled): (Time, bool),
        away: &[Dates],
    ) -> Option<Time> {
        let deadlines = self.of(phase);
        let later =
            |span: Span| self.zone.after(opened, if doubled { span.doubled() } else { span });
        let Some(span) = deadlines.after else {
            let earliest = deadlines.at_least.map_or(opened.after(1), later);
            return self.fixed(deadlines, earliest?, away);
        };
        self.from(phase, later(span)?, away)
    }

    /// A deadline later by a pause, at the times of day that the calendar gives.
    pub fn paused(&self, phase: &str, deadline: Time, pause: (Time, Time)) -> Option<Time> {
        let earliest = self.zone.shifted(deadline, pause)?.max(deadline);
        self.from(phase, earliest, &[])
    }

    /// The first moment from another on that can be the deadline of a cycle with this phase.
    pub fn from(&self, phase: &str, earliest: Time, away: &[Dates]) -> Option<Time> {
        let deadlines = self.of(phase);
        if deadlines.after.is_none() {
            return self.fixed(deadlines, earliest, away);
        }
        let clock = deadlines.at.unwrap_or_else(|| self.zone.clock(earliest));
        // Without a time of day the first day is exact to the second.
        if deadlines.at.is_none() && self.is_free(self.zone.date(earliest), away) {
            return Some(earliest);
        }
        let mut date = self.zone.date(earliest);
        for _ in 0..2 * 366 {
            let moment = self.zone.moment(date, clock);
            if moment >= earliest && self.is_free(date, away) {
                return Some(moment);
            }
            date = date.next();
        }
        None
    }

    /// The first fixed time from a moment on that is free.
    fn fixed(&self, deadlines: &Deadlines, earliest: Time, away: &[Dates]) -> Option<Time> {
        let times = deadlines.every.iter();
        let free = |date| self.is_free(date, away);
        times.filter_map(|weekly| weekly.from(self.zone, earliest, free)).min()
    }

    /// A deadline that is moved away from the days when somebody is away; the same if it does not fall
    /// on one. Never earlier.
    pub fn postponed(&self, phase: &str, deadline: Time, away: &[Dates]) -> Option<Time> {
        if self.is_free(self.zone.date(deadline), away) {
            return Some(deadline);
        }
        match self.of(phase) {
            deadlines if deadlines.after.is_none() => self.fixed(deadlines, deadline, away),
            _ => {
                let mut date = self.zone.date(deadline);
                for _ in 0..2 * 366 {
                    date = date.next();
                    if self.is_free(date, away) {
                        return Some(self.zone.moment(date, self.zone.clock(deadline)));
                    }
                }
                None
            }
        }
    }

    /// A moment extended by a span, and on to a day that is no blackout.
    pub fn extended(&self, from: Time, by: Span) -> Option<Time> {
        let to = self.zone.after(from, by)?;
        let mut date = self.zone.date(to);
        if self.is_free(date, &[]) {
            return Some(to);
        }
        for _ in 0..2 * 366 {
            date = date.next();
            if self.is_free(date, &[]) {
                return Some(self.zone.moment(date, self.zone.clock(to)));
            }
        }
        None
    }

    /// True if a deadline may fall on a day.
    pub fn is_free(&self, date: Date, away: &[Dates]) -> bool {
        !self.blackout.iter().chain(away).any(|dates| dates.hold(date))
    }
}

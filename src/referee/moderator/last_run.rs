//! What `run` remembers from one time to the next: `last-run.yaml`. It decides nothing about the game:
//! without it a reminder is sent twice, and a jump of the clock is not noticed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Span, Time};
use crate::campaign::layout;
use crate::referee::calendar::rules::Stop;
use crate::referee::cycle::desk::Desk;

/// Seconds after which a run is noted even if it did nothing.
const NOTED: u64 = 60 * 60;

/// What a run remembers. Earlier versions remembered more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::referee) struct LastRun {
    /// When it was, to the hour if it did nothing.
    pub(in crate::referee) time: Time,
    /// The clock jumped: since when, and until when nothing is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::referee) held: Option<Hold>,
    /// The entry before which everything was told, or need not be any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::referee) since: Option<u64>,
    /// The letters about what came since that have left, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::referee) told: Vec<String>,
    /// The reminders of the present deadline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reminders: Vec<Reminder>,
    /// The head of the ledger when the site was made last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    site: Option<Digest>,
    /// True if there was no run yet.
    #[serde(skip)]
    first: bool,
}

/// A while in which nothing is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in crate::referee) struct Hold {
    /// The last run before the clock jumped.
    pub(in crate::referee) since: Time,
    /// When the jump was noticed.
    pub(super) noticed: Time,
    /// Until when nothing is done.
    pub(in crate::referee) until: Time,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Reminder {
    deadline: Time,
    before: Span,
}

impl LastRun {
    /// What the last run remembered. Before the first the moderator closed and opened by hand.
    pub(in crate::referee) fn of(desk: &Desk) -> Result<Self, Problem> {
        let Some(bytes) = desk.campaign.store.read(layout::LAST_RUN)? else {
            return Ok(Self {
                time: desk.campaign.ledger.time(),
                held: None,
                since: None,
                told: Vec::new(),
                reminders: Vec::new(),
                site: None,
                first: true,
            });
        };
        yaml::read(&bytes, Origin::House).map_err(|p| {
            p.at(layout::LAST_RUN).hint("delete the file: reminders may then be sent twice")
        })
    }

    /// Writes it, if it differs from what is there.
    pub(in crate::referee) fn write(&self, desk: &Desk) -> Result<(), Problem> {
        let text = yaml::write(self);
        let store = &desk.campaign.store;
        if store.read(layout::LAST_RUN)?.as_deref() == Some(text.as_bytes()) {
            return Ok(());
        }
        store.write(layout::LAST_RUN, text.as_bytes())
    }

    /// Until when nothing is done, because the clock jumped. Whoever was held and has waited goes on,
    /// unless the clock jumped again. A rest in which no deadline passed is none: `missed` is true of others.
    pub(in crate::referee) fn hold(
        &mut self,
        stop: &Stop,
        (newest, missed): (Time, bool),
        now: Time,
    ) -> Option<Time> {
        if self.first {
            return None;
        }
        let jump = u64::from(stop.jump.seconds());
        // Whoever can write the file holds nothing up for longer than the calendar says.
        if let Some(hold) = &mut self.held {
            let most = hold.noticed.after(stop.wait.seconds()).unwrap_or(hold.noticed);
            hold.until = hold.until.min(most);
        }
        let before = self.held.as_ref().map_or(self.time, |hold| hold.noticed);
        let back = now < before || now < newest;
        let waited = self.held.as_ref().is_some_and(|hold| now >= hold.until);
        let forward = match &self.held {
            // A while after the wait nobody called; that is no new jump unless it is as long.
            Some(hold) => now.since(hold.until) > jump,
            None => missed && now.since(self.time) > jump,
        };
        if waited && !back && !forward {
            return None;
        }
        if self.held.is_none() || back || forward {
            if !(back || forward) {
                return None;
            }
            let until = now.after(stop.wait.seconds()).unwrap_or(now);
            let since = self.held.as_ref().map_or(self.time, |hold| hold.since).min(now);
            self.held = Some(Hold { since, noticed: now, until });
        }
        self.held.as_ref().map(|hold| hold.until)
    }

    /// Notes a run. One that did nothing is noted once an hour, so that a repository does not grow.
    pub(in crate::referee) fn ran(&mut self, now: Time, changed: bool) {
        if changed || now.since(self.time) >= NOTED || now < self.time {
            self.time = now;
        }
    }

    /// The reminders that were sent.
    pub(in crate::referee) fn reminded(&self) -> BTreeSet<(Time, String)> {
        self.reminders.iter().map(|r| (r.deadline, r.before.to_string())).collect()
    }

    /// Notes a reminder; those of earlier deadlines are forgotten.
    pub(in crate::referee) fn remind(&mut self, deadline: Option<Time>, before: Span) {
        let Some(deadline) = deadline else { return };
        self.reminders.retain(|reminder| reminder.deadline == deadline);
        self.reminders.push(Reminder { deadline, before });
    }
}

/// When the last run was, to the hour; that of the newest entry if there was none.
///
/// # Errors
/// If what it remembered cannot be read.
pub fn time(desk: &Desk) -> Result<Time, Problem> {
    LastRun::of(desk).map(|last| last.time)
}

/// True if the site was not made since the ledger grew.
///
/// # Errors
/// If what the last run remembered cannot be read.
pub fn site_is_old(desk: &Desk) -> Result<bool, Problem> {
    Ok(LastRun::of(desk)?.site != Some(desk.campaign.ledger.head()))
}

/// Notes that the site was made.
///
/// # Errors
/// If the disk refuses.
pub fn site_was_made(desk: &Desk) -> Result<(), Problem> {
    LastRun { site: Some(desk.campaign.ledger.head()), ..LastRun::of(desk)? }.write(desk)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Time {
        text.parse().unwrap()
    }

    #[test]
    fn a_clock_that_jumps_stops_it_for_a_while() {
        let stop = Stop::default();
        let start = LastRun {
            time: time("2026-07-10T12:00:00Z"),
            held: None,
            since: None,
            told: Vec::new(),
            reminders: Vec::new(),
            site: None,
            first: false,
        };
        let newest = time("2026-07-10T11:00:00Z");
        let hold = |last: &mut LastRun, now: &str| {
            last.hold(&stop, (newest, true), time(now)).map(|t| t.to_string())
        };
        assert_eq!(
            hold(&mut start.clone(), "2026-07-12T12:00:00Z"),
            None,
            "as long as a jump may be"
        );
        let rested = start.clone().hold(&stop, (newest, false), time("2026-07-20T12:00:00Z"));
        assert_eq!(rested, None, "nothing was due meanwhile");
        let mut last = start.clone();
        // More than 48 hours forward: two hours of waiting from when it was noticed.
        assert_eq!(
            hold(&mut last, "2026-07-20T12:00:00Z").as_deref(),
            Some("2026-07-20T14:00:00Z")
        );
        assert_eq!(
            hold(&mut last, "2026-07-20T13:59:00Z").as_deref(),
            Some("2026-07-20T14:00:00Z")
        );
        assert_eq!(hold(&mut last, "2026-07-20T14:00:00Z"), None);
        assert_eq!(last.held.as_ref().unwrap().since, start.time);
        // The clock was wrong and is set right while nothing is done: it waits again.
        assert_eq!(
            hold(&mut last, "2026-07-10T12:30:00Z").as_deref(),
            Some("2026-07-10T14:30:00Z")
        );
        assert_eq!(last.held.as_ref().unwrap().since, start.time);
        assert_eq!(hold(&mut last, "2026-07-10T14:30:00Z"), None);
        // Back by itself, and behind the ledger.
        assert!(hold(&mut start.clone(), "2026-07-10T11:59:59Z").is_some());
        let mut first = LastRun { first: true, ..start.clone() };
        assert_eq!(hold(&mut first, "2026-07-20T12:00:00Z"), None);
        let mut early = LastRun { time: time("2026-07-01T00:00:00Z"), ..start.clone() };
        assert!(hold(&mut early, "2026-07-01T00:00:01Z").is_some(), "before the newest entry");
        // While it waits the clock jumps once more.
        let mut last = start.clone();
        hold(&mut last, "2026-07-20T12:00:00Z");
        assert_eq!(
            hold(&mut last, "2026-08-20T12:00:00Z").as_deref(),
            Some("2026-08-20T14:00:00Z")
        );
    }

    /// Whoever can write the file holds nothing up for longer.
    #[test]
    fn a_hold_lasts_as_long_as_the_calendar_says() {
        let (noticed, until) = (time("2026-07-10T12:00:00Z"), time("9999-01-01T00:00:00Z"));
        let mut last = LastRun {
            time: noticed,
            held: Some(Hold { since: noticed, noticed, until }),
            since: None,
            told: Vec::new(),
            reminders: Vec::new(),
            site: None,
            first: false,
        };
        let mut hold = |now: &str| last.hold(&Stop::default(), (noticed, true), time(now));
        assert_eq!(hold("2026-07-10T13:00:00Z"), Some(time("2026-07-10T14:00:00Z")));
        assert_eq!(hold("2026-07-10T14:00:00Z"), None);
    }

    #[test]
    fn what_did_nothing_is_noted_once_an_hour() {
        let mut last = LastRun {
            time: time("2026-07-10T12:00:00Z"),
            held: None,
            since: None,
            told: Vec::new(),
            reminders: Vec::new(),
            site: None,
            first: false,
        };
        let mut ran = |now: &str, changed| {
            last.ran(time(now), changed);
            last.time.to_string()
        };
        assert_eq!(ran("2026-07-10T12:59:59Z", false), "2026-07-10T12:00:00Z");
        assert_eq!(ran("2026-07-10T13:00:00Z", false), "2026-07-10T13:00:00Z");
        assert_eq!(ran("2026-07-10T13:00:01Z", true), "2026-07-10T13:00:01Z");
    }
}

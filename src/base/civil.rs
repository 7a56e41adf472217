//! Civil time: the dates and hours of a place, where clocks are set forward and back.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Problem, Span, Time, Zone};

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(NaiveDate);

/// An hour and minute of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock(NaiveTime);

/// A time of the week, such as `friday 20:00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weekly {
    day: chrono::Weekday,
    clock: Clock,
}

/// From one day to another, both included: `2026-12-24 to 2027-01-02`, or one day alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dates {
    /// The first day.
    pub first: Date,
    /// The last day.
    pub last: Date,
}

const DAYS: [(&str, chrono::Weekday); 7] = [
    ("monday", chrono::Weekday::Mon),
    ("tuesday", chrono::Weekday::Tue),
    ("wednesday", chrono::Weekday::Wed),
    ("thursday", chrono::Weekday::Thu),
    ("friday", chrono::Weekday::Fri),
    ("saturday", chrono::Weekday::Sat),
    ("sunday", chrono::Weekday::Sun),
];

impl Zone {
    /// The date of a moment there.
    pub fn date(self, time: Time) -> Date {
        Date(self.civil(time).date())
    }

    /// The hour and minute of a moment there.
    pub fn clock(self, time: Time) -> Clock {
        let local = self.civil(time).time();
        Clock(
            NaiveTime::from_hms_opt(local.hour(), local.minute(), 0).expect("it is a time of day"),
        )
    }

    /// The moment when clocks there show this. Of an hour that comes twice the later one is meant, so
    /// that nobody is cut off early; of one that clocks skip, the first moment after it.
    pub fn moment(self, date: Date, clock: Clock) -> Time {
        let local = date.0.and_time(clock.0);
        // No place has ever skipped more than a day.
        let minutes = (0..=24 * 60).map(|minutes| local + TimeDelta::minutes(minutes));
        let found = { minutes }.find_map(|local| self.latest(local));
        Time::from(found.expect("every place has its next day"))
    }

    /// A moment so much later: days are those of the calendar, at the same hour there.
    pub fn after(self, time: Time, span: Span) -> Option<Time> {
        match span.days() {
            None => time.after(span.seconds()),
            Some(days) => {
                let local = self.civil(time);
                let date = Date(local.date().checked_add_days(Days::new(days.into()))?);
                let later = self.moment(date, Clock(local.time()));
                Some(later).filter(|later| later.to_string().len() == 20)
            }
        }
    }

    /// A moment later by as much as clocks there show between two others.
    pub fn shifted(self, time: Time, (from, to): (Time, Time)) -> Option<Time> {
        let local = self.civil(time).checked_add_signed(self.civil(to) - self.civil(from))?;
        let later = self.moment(Date(local.date()), Clock(local.time()));
        Some(later).filter(|later| later.to_string().len() == 20)
    }

    fn civil(self, time: Time) -> NaiveDateTime {
        self.local(time.utc())
    }
}

impl Date {
    /// The day after.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.succ_opt().expect("no calendar of ours ends"))
    }

    /// Its year.
    pub fn year(self) -> i32 {
        self.0.year()
    }
}

impl Weekly {
    /// The first such moment at or after another that is no blackout.
    pub fn from(self, zone: Zone, time: Time, is_free: impl Fn(Date) -> bool) -> Option<Time> {
        let mut date = zone.date(time);
        for _ in 0..2 * 366 {
            let moment = zone.moment(date, self.clock);
            if date.0.weekday() == self.day && moment >= time && is_free(date) {
                return Some(moment);
            }
            date = date.next();
        }
        None
    }
}

impl Dates {
    /// True if the day is one of them.
    pub fn hold(&self, date: Date) -> bool {
        (self.first..=self.last).contains(&date)
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        let days = (self.last.0 - self.first.0).num_days() + 1;
        u32::try_from(days).unwrap_or_default()
    }
}

impl FromStr for Date {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().map(Self);
        date.filter(|date| text.len() == 10 && date.to_string() == text).ok_or_else(|| {
            Problem::refused(format!("\"{text}\" is not a date")).hint("write it as 2026-12-24")
        })
    }
}

impl FromStr for Clock {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let time = NaiveTime::parse_from_str(text, "%H:%M").ok().map(Self);
        time.filter(|time| time.to_string() == text).ok_or_else(|| {
            Problem::refused(format!("\"{text}\" is not a time of day")).hint("write it as 20:00")
        })
    }
}

impl FromStr for Weekly {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || {
            Problem::refused(format!("\"{text}\" is not a time of the week"))
                .hint("write it as friday 20:00")
        };
        let (day, clock) = text.split_once(' ').ok_or_else(wrong)?;
        let (_, day) = DAYS.into_iter().find(|(name, _)| *name == day).ok_or_else(wrong)?;
        Ok(Self { day, clock: clock.parse().map_err(|_| wrong())? })
    }
}

impl FromStr for Dates {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (first, last) = text.split_once(" to ").unwrap_or((text, text));
        let wrong = |_| {
            Problem::usage(format!("\"{text}\" is not a date or a range of dates"))
                .hint("write 2026-12-24, or 2026-12-24 to 2027-01-02")
        };
        let (first, last) = (first.parse().map_err(wrong)?, last.parse().map_err(wrong)?);
        if last < first {
            return Err(Problem::refused(format!("\"{text}\" ends before it begins")));
        }
        Ok(Self { first, last })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.format("%Y-%m-%d").fmt(f)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.format("%H:%M").fmt(f)
    }
}

impl fmt::Display for Weekly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = DAYS.into_iter().find(|(_, day)| *day == self.day).map(|(name, _)| name);
        write!(f, "{} {}", name.unwrap_or_default(), self.clock)
    }
}

impl fmt::Display for Dates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            self.first.fmt(f)
        } else {
            write!(f, "{} to {}", self.first, self.last)
        }
    }
}

/// These are texts in every document.
macro_rules! as_text {
    ($type:ident, $description:literal, $pattern:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(|p: Problem| serde::de::Error::custom(p.what))
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"description": $description, "type": "string", "pattern": $pattern})
            }
        }
    };
}

as_text!(Zone, "A time zone of the IANA database.", "^[A-Za-z]+[A-Za-z0-9_+/-]*$");
as_text!(Date, "A date.", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
as_text!(Clock, "A time of day.", "^[0-2][0-9]:[0-5][0-9]$");
as_text!(
    Weekly,
    "A time of the week, such as friday 20:00.",
    "^(mon|tues|wednes|thurs|fri|satur|sun)day [0-2][0-9]:[0-5][0-9]$"
);
as_text!(
    Dates,
    "A date, or a range such as 2026-12-24 to 2027-01-02.",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}( to [0-9]{4}-[0-9]{2}-[0-9]{2})?$"
);

#[cfg(test)]
mod tests {
    use super::*;

    fn zone() -> Zone {
        "Europe/London".parse().unwrap()
    }

    fn time(text: &str) -> Time {
        text.parse().unwrap()
    }

    #[test]
    fn clocks_that_are_set_forward_and_back() {
        // In 2026 London's clocks go forward on 29 March at 01:00 and back on 25 October at 02:00.
        for (date, clock, moment) in [
            ("2026-03-27", "20:00", "2026-03-27T20:00:00Z"),
            ("2026-03-29", "00:59", "2026-03-29T00:59:00Z"),
            ("2026-03-29", "01:30", "2026-03-29T01:00:00Z"),
            ("2026-03-29", "02:00", "2026-03-29T01:00:00Z"),
            ("2026-04-03", "20:00", "2026-04-03T19:00:00Z"),
            ("2026-10-25", "01:30", "2026-10-25T01:30:00Z"),
            ("2026-10-25", "00:30", "2026-10-24T23:30:00Z"),
        ] {
            let found = zone().moment(date.parse().unwrap(), clock.parse().unwrap());
            assert_eq!(found, time(moment), "{date} {clock}");
        }
    }

    #[test]
    fn a_day_is_one_of_the_calendar_and_an_hour_one_of_the_clock() {
        let after =
            |from: &str, span: &str| zone().after(time(from), span.parse().unwrap()).unwrap();
        assert_eq!(after("2026-03-27T20:00:00Z", "7d"), time("2026-04-03T19:00:00Z"));
        assert_eq!(after("2026-03-27T20:00:00Z", "168h"), time("2026-04-03T20:00:00Z"));
        assert_eq!(after("2026-10-23T19:00:00Z", "7d"), time("2026-10-30T20:00:00Z"));
        assert_eq!(after("2026-10-23T19:00:00Z", "168h"), time("2026-10-30T19:00:00Z"));
    }

    #[test]
    fn what_is_shifted_keeps_its_time_of_day() {
        // Three weeks of pause, over the end of winter time or not: Friday stays Friday, 20:00.
        let friday = time("2026-03-13T20:00:00Z");
        let whole = (time("2026-03-06T12:00:00Z"), time("2026-03-27T12:00:00Z"));
        assert_eq!(zone().shifted(friday, whole), Some(time("2026-04-03T19:00:00Z")));
        let across = (time("2026-03-20T12:00:00Z"), time("2026-04-03T11:00:00Z"));
        assert_eq!(zone().shifted(friday, across), Some(time("2026-03-27T20:00:00Z")));
    }

    #[test]
    fn a_time_of_the_week_comes_again() {
        let friday: Weekly = "friday 20:00".parse().unwrap();
        let from = |text: &str| friday.from(zone(), time(text), |_| true).unwrap();
        assert_eq!(from("2026-03-27T20:00:00Z"), time("2026-03-27T20:00:00Z"));
        assert_eq!(from("2026-03-27T20:00:01Z"), time("2026-04-03T19:00:00Z"));
        assert_eq!(from("2026-10-24T00:00:00Z"), time("2026-10-30T20:00:00Z"));
        let christmas: Dates = "2026-12-24 to 2027-01-02".parse().unwrap();
        let free = friday.from(zone(), time("2026-12-20T00:00:00Z"), |date| !christmas.hold(date));
        assert_eq!(free, Some(time("2027-01-08T20:00:00Z")));
        assert_eq!(friday.from(zone(), time("2026-12-20T00:00:00Z"), |_| false), None);
        assert_eq!(christmas.count(), 10);
    }

    #[test]
    fn each_has_one_form() {
        for text in ["2026-12-24", "2026-12-24 to 2027-01-02"] {
            assert_eq!(text.parse::<Dates>().unwrap().to_string(), text);
        }
        assert_eq!("friday 20:00".parse::<Weekly>().unwrap().to_string(), "friday 20:00");
        assert_eq!(zone().to_string(), "Europe/London");
        for bad in ["2026-2-1", "2026-02-30", "2027-01-02 to 2026-12-24", "2026-12-24 to", ""] {
            assert!(bad.parse::<Dates>().is_err(), "{bad}");
        }
        for bad in ["Friday 20:00", "friday 8pm", "friday", "friday 24:00", "friday 7:00"] {
            assert!(bad.parse::<Weekly>().is_err(), "{bad}");
        }
    }
}

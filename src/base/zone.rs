//! Time zones: what clocks show in a place.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use tz::TimeZoneRef;

use super::Problem;

/// Seconds. Nowhere do clocks differ from UTC by as much.
const DAY: i64 = 24 * 60 * 60;

/// A time zone of the IANA database, such as `Europe/London`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zone {
    name: &'static str,
    clocks: TimeZoneRef<'static>,
}

impl Zone {
    /// How the ledger names it: not at all, if it is UTC.
    pub fn in_entries(self) -> Option<String> {
        Some(self.to_string()).filter(|name| name != "UTC")
    }

    /// What clocks show there at a moment.
    pub fn local(self, moment: DateTime<Utc>) -> NaiveDateTime {
        moment.naive_utc() + TimeDelta::seconds(self.offset(moment.timestamp()))
    }

    /// The moment when clocks there show this. Of an hour that comes twice the later one is meant, so
    /// that nobody is cut off early; none of one that clocks skip.
    pub fn latest(self, local: NaiveDateTime) -> Option<DateTime<Utc>> {
        let shown = local.and_utc().timestamp();
        let offsets = [self.offset(shown - DAY), self.offset(shown + DAY)];
        let moments = offsets.map(|offset| (shown - offset, offset)).into_iter();
        let shows = moments.filter(|(moment, offset)| self.offset(*moment) == *offset);
        shows.map(|(moment, _)| moment).max().and_then(|moment| DateTime::from_timestamp(moment, 0))
    }

    /// Seconds by which clocks there are ahead of UTC at a moment.
    fn offset(self, moment: i64) -> i64 {
        let kind = self.clocks.find_local_time_type(moment).expect("a zone knows all times");
        kind.ut_offset().into()
    }
}

impl FromStr for Zone {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        // The tables take a name in any case; a zone has one name.
        let name = tzdb_data::TZ_NAMES.iter().find(|name| **name == text);
        let clocks = tzdb_data::find_tz(text.as_bytes());
        let zone = name.zip(clocks).map(|(name, clocks)| Self { name, clocks: *clocks });
        zone.ok_or_else(|| {
            Problem::refused(format!("unknown time zone \"{text}\""))
                .hint("write it as the IANA database does, such as Europe/London")
        })
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(text).unwrap().to_utc()
    }

    #[test]
    fn every_zone_knows_all_times_that_the_ledger_can_write() {
        let zones = tzdb_data::TZ_NAMES;
        assert!(zones.len() > 500);
        for name in zones {
            let zone: Zone = name.parse().unwrap();
            for time in ["0000-01-01T00:00:00Z", "2026-07-01T12:00:00Z", "9999-12-31T23:59:59Z"] {
                let time = moment(time);
                assert_eq!(zone.latest(zone.local(time)), Some(time), "{name}");
            }
        }
        for other in ["europe/london", "Mars/Olympus", ""] {
            assert!(other.parse::<Zone>().is_err(), "{other}");
        }
    }

    #[test]
    fn clocks_show_what_they_show_there() {
        for (zone, time, shown) in [
            ("UTC", "2026-07-01T12:00:00Z", "2026-07-01T12:00:00"),
            ("Europe/Berlin", "2026-07-01T12:00:00Z", "2026-07-01T14:00:00"),
            ("Europe/Berlin", "2026-12-01T12:00:00Z", "2026-12-01T13:00:00"),
            ("Europe/Berlin", "2096-07-01T12:00:00Z", "2096-07-01T14:00:00"),
            ("America/New_York", "2026-12-01T02:00:00Z", "2026-11-30T21:00:00"),
            ("Australia/Lord_Howe", "2026-01-01T00:00:00Z", "2026-01-01T11:00:00"),
            ("Australia/Lord_Howe", "2026-07-01T00:00:00Z", "2026-07-01T10:30:00"),
            ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29T23:59:59"),
            ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T00:00:00"),
        ] {
            let (zone, time): (Zone, _) = (zone.parse().unwrap(), moment(time));
            assert_eq!(zone.local(time), shown.parse().unwrap(), "{zone}");
            assert_eq!(zone.latest(zone.local(time)), Some(time), "{zone}");
        }
    }

    #[test]
    fn an_hour_that_comes_twice_is_the_later_one_and_one_that_is_skipped_is_none() {
        let berlin: Zone = "Europe/Berlin".parse().unwrap();
        let latest = |local: &str| berlin.latest(local.parse().unwrap());
        assert_eq!(latest("2026-10-25T02:30:00"), Some(moment("2026-10-25T01:30:00Z")));
        assert_eq!(latest("2026-03-29T02:30:00"), None);
        assert_eq!(latest("2026-03-29T03:00:00"), Some(moment("2026-03-29T01:00:00Z")));
    }
}

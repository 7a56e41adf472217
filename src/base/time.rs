//! An instant, as the ledger writes it.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, FixedOffset, NaiveDateTime, SubsecRound, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Problem, Zone};

/// How times are written: RFC 3339, UTC, to the second.
const FORM: &str = "%Y-%m-%dT%H:%M:%SZ";

/// An instant in UTC, to the second. It has one form, which sorts as text as it does in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(DateTime<Utc>);

impl From<DateTime<Utc>> for Time {
    /// Fractions of a second are cut off.
    fn from(time: DateTime<Utc>) -> Self {
        Self(time.trunc_subsecs(0))
    }
}

impl Time {
    /// The instant as the library has it, for calculations in civil time.
    pub(super) fn utc(self) -> DateTime<Utc> {
        self.0
    }

    /// A number that grows with time: the seconds since 1970 began, UTC.
    pub fn number(self) -> u64 {
        u64::try_from(self.0.timestamp()).unwrap_or_default()
    }

    /// The instant so many seconds after 1970 began, UTC; none beyond the year 9999.
    pub fn at(seconds: u64) -> Option<Self> {
        let time = DateTime::from_timestamp(i64::try_from(seconds).ok()?, 0)?;
        Some(Self(time)).filter(|time| time.to_string().len() == 20)
    }

    /// Seconds from an earlier instant to this one; none if that is later.
    pub fn since(self, earlier: Self) -> u64 {
        u64::try_from((self.0 - earlier.0).num_seconds()).unwrap_or_default()
    }

    /// So many seconds earlier; none before the year 0.
    pub fn before(self, seconds: u32) -> Option<Self> {
        let earlier = self.0.checked_sub_signed(chrono::TimeDelta::seconds(seconds.into()))?;
        Some(Self(earlier)).filter(|time| time.to_string().len() == 20)
    }

    /// So many seconds later; none beyond the year 9999.
    pub fn after(self, seconds: u32) -> Option<Self> {
        let later = self.0.checked_add_signed(chrono::TimeDelta::seconds(seconds.into()))?;
        Some(Self(later)).filter(|time| time.to_string().len() == 20)
    }
}

impl Time {
    /// The time in a zone and in UTC, `2026-12-01 20:00 Europe/Berlin (2026-12-01T19:00:00Z)`; in UTC
    /// alone, if no zone is given or it is not known here.
    pub fn in_words(self, zone: Option<&str>) -> String {
        match self.in_place(zone) {
            Some(civil) => format!("{civil} ({self})"),
            None => self.to_string(),
        }
    }

    /// The time in a zone alone, `2026-12-01 20:00 Europe/Berlin`; in UTC, if no zone is given or it
    /// is not known here.
    pub fn in_zone(self, zone: Option<&str>) -> String {
        self.in_place(zone).unwrap_or_else(|| self.to_string())
    }

    /// The time as people say it, `Tuesday 1 December 2026, 20:00 Europe/Berlin`; in UTC, if no zone is given
    /// or it is not known here.
    pub fn on_calendar(self, zone: Option<&str>) -> String {
        const SAID: &str = "%A %-d %B %Y, %H:%M";
        self.placed(zone, SAID).unwrap_or_else(|| format!("{} UTC", self.0.format(SAID)))
    }

    /// The time in a zone that is known here.
    fn in_place(self, zone: Option<&str>) -> Option<String> {
        self.placed(zone, "%Y-%m-%d %H:%M")
    }

    /// The same in a form.
    fn placed(self, zone: Option<&str>, form: &str) -> Option<String> {
        let zone = zone?;
        let civil = match zone.parse::<FixedOffset>() {
            Ok(offset) => self.0.with_timezone(&offset).format(form).to_string(),
            Err(_) => zone.parse::<Zone>().ok()?.local(self.0).format(form).to_string(),
        };
        Some(format!("{civil} {zone}"))
    }
}

impl Time {
    /// The time as mail writes it (RFC 5322): `Wed, 01 Jul 2026 18:00:00 +0000`.
    pub fn in_mail(self) -> String {
        self.0.format("%a, %d %b %Y %H:%M:%S +0000").to_string()
    }

    /// A time as mail and its servers write it: RFC 3339, RFC 5322 or an IMAP date.
    pub fn from_mail(text: &str) -> Option<Self> {
        let imap = || DateTime::parse_from_str(text, "%d-%b-%Y %H:%M:%S %z");
        let read = DateTime::parse_from_rfc3339(text)
            .or_else(|_| DateTime::parse_from_rfc2822(text))
            .or_else(|_| imap());
        read.ok().map(|time| Self(time.with_timezone(&Utc))).filter(|t| t.to_string().len() == 20)
    }
}

impl FromStr for Time {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let time = NaiveDateTime::parse_from_str(text, FORM).ok().map(|time| Self(time.and_utc()));
        // Years of more than four digits would not sort as text.
        time.filter(|time| text.len() == 20 && time.to_string() == text).ok_or_else(|| {
            Problem::refused(format!("“{text}” is not a time"))
                .hint("write it as 2026-07-01T18:00:00Z")
        })
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.format(FORM).fmt(f)
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|p: Problem| serde::de::Error::custom(p.what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_in_its_zone_and_in_utc() {
        let time: Time = "2026-12-01T19:00:00Z".parse().unwrap();
        let told = |zone| time.in_words(Some(zone));
        assert_eq!(told("Europe/Berlin"), "2026-12-01 20:00 Europe/Berlin (2026-12-01T19:00:00Z)");
        assert_eq!(told("-05:00"), "2026-12-01 14:00 -05:00 (2026-12-01T19:00:00Z)");
        assert_eq!(told("Mars/Olympus"), "2026-12-01T19:00:00Z");
        assert_eq!(time.in_words(None), "2026-12-01T19:00:00Z");
        assert_eq!(time.in_zone(Some("Europe/Berlin")), "2026-12-01 20:00 Europe/Berlin");
        assert_eq!(time.in_zone(Some("Mars/Olympus")), "2026-12-01T19:00:00Z");
        let said = time.on_calendar(Some("Europe/Berlin"));
        assert_eq!(said, "Tuesday 1 December 2026, 20:00 Europe/Berlin");
        assert_eq!(time.on_calendar(None), "Tuesday 1 December 2026, 19:00 UTC");
    }

    #[test]
    fn a_time_is_told_as_mail_tells_it() {
        let time: Time = "2026-07-01T18:00:00Z".parse().unwrap();
        assert_eq!(time.in_mail(), "Wed, 01 Jul 2026 18:00:00 +0000");
        for text in [
            "Wed, 01 Jul 2026 20:00:00 +0200",
            "2026-07-01T18:00:00Z",
            "01-Jul-2026 11:00:00 -0700",
            " 1-Jul-2026 18:00:00 +0000",
        ] {
            assert_eq!(Time::from_mail(text.trim()), Some(time), "{text}");
        }
        assert_eq!(Time::from_mail("yesterday"), None);
    }

    #[test]
    fn a_time_has_one_form() {
        let time: Time = "2026-07-01T18:00:00Z".parse().unwrap();
        assert_eq!(time.to_string(), "2026-07-01T18:00:00Z");
        assert!(time < "2026-07-01T18:00:01Z".parse().unwrap());
        for bad in ["2026-07-01 18:00:00Z", "2026-07-01T18:00:00+00:00", "2026-7-01T18:00:00Z", ""]
        {
            assert!(bad.parse::<Time>().is_err(), "{bad}");
        }
    }
}

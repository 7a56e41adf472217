//! A span of time as people write it: `7d`, `36h`, `90m`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Problem;

/// The longest span: no deadline is farther away.
const LONGEST: u32 = 366 * 24 * 60 * 60;

/// A number of days, hours or minutes. Days are those of the calendar: where clocks are set forward
/// one of them has 23 hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    number: u32,
    unit: Unit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Days,
    Hours,
    Minutes,
}

impl Unit {
    fn seconds(self) -> u32 {
        match self {
            Self::Days => 24 * 60 * 60,
            Self::Hours => 60 * 60,
            Self::Minutes => 60,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Days => 'd',
            Self::Hours => 'h',
            Self::Minutes => 'm',
        }
    }
}

impl Span {
    /// Its length in seconds, each day with 24 hours.
    pub fn seconds(self) -> u32 {
        self.number * self.unit.seconds()
    }

    /// The number of days, if it is given in days.
    pub fn days(self) -> Option<u32> {
        (self.unit == Unit::Days).then_some(self.number)
    }

    /// The same twice.
    #[must_use]
    pub fn doubled(self) -> Self {
        Self { number: self.number * 2, ..self }
    }
}

impl FromStr for Span {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || {
            Problem::refused(format!("\"{text}\" is not a span of time"))
                .hint("write 7d, 36h or 90m; the longest is 366d")
        };
        let unit = match text.chars().last() {
            Some('d') => Unit::Days,
            Some('h') => Unit::Hours,
            Some('m') => Unit::Minutes,
            _ => return Err(wrong()),
        };
        let number = &text[..text.len() - 1];
        let plain = number.chars().all(|c| c.is_ascii_digit()) && !number.starts_with('0');
        let number: u32 = number.parse().ok().filter(|_| plain).ok_or_else(wrong)?;
        let seconds = number.checked_mul(unit.seconds());
        seconds
            .filter(|seconds| *seconds <= LONGEST)
            .map(|_| Self { number, unit })
            .ok_or_else(wrong)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.unit.letter())
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|p: Problem| serde::de::Error::custom(p.what))
    }
}

impl JsonSchema for Span {
    fn schema_name() -> Cow<'static, str> {
        "Span".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A span of time: 7d, 36h or 90m.",
            "type": "string",
            "pattern": "^[1-9][0-9]*[dhm]$",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_has_one_form() {
        for (text, seconds) in
            [("7d", 604_800), ("36h", 129_600), ("90m", 5_400), ("366d", LONGEST)]
        {
            let span: Span = text.parse().unwrap();
            assert_eq!((span.seconds(), span.to_string().as_str()), (seconds, text));
        }
        for bad in
            ["7", "d", "+7d", "-1d", "7ü", "99999999d", "", "0d", "07d", "367d", "4294967295m"]
        {
            assert!(bad.parse::<Span>().is_err(), "{bad}");
        }
        let week: Span = "7d".parse().unwrap();
        assert_eq!((week.days(), week.doubled().to_string()), (Some(7), "14d".to_owned()));
        assert_eq!("36h".parse::<Span>().unwrap().days(), None);
    }
}

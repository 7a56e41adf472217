//! The names that orders, events and views hold.

use std::cmp::Ordering;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::side::Side;
use crate::engine::board::Square;
use crate::engine::wording::names::names;
use crate::engine::wording::said::said;

names! {
    /// A square of a skirmish map (pb29).
    number Sq: Square;
    /// A status card, such as `rifles` (pb8).
    text Kind;
    /// A town, city, base or depot of a skirmish map.
    text City;
    /// A skirmish of the theater.
    text Site;
}

/// Flags of a side; none is given twice (pb8).
pub const FLAGS: u32 = 199;

/// The flag of a unit: its side and a number drawn when it is bought (pb8). Wherever units come one
/// after another, they come by side and number: `amber-9` before `amber-10`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Unit(String);

said! { Unit; }

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl PartialOrd for Unit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Unit {
    /// A text from outside need not be a flag: what is alike up to here is told apart by it.
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |unit: &Self| (unit.side(), unit.number());
        place(self).cmp(&place(other)).then_with(|| self.0.cmp(&other.0))
    }
}

impl Unit {
    /// The flag of that side and number.
    pub fn of(side: Side, number: u32) -> Self {
        Self(format!("{}-{number}", side.name()))
    }

    /// The flag as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whose flag it is.
    pub fn side(&self) -> Side {
        if self.as_str().starts_with(Side::Amber.name()) { Side::Amber } else { Side::Cobalt }
    }

    /// The number on the flag.
    pub fn number(&self) -> u32 {
        let number = self.as_str().rsplit('-').next();
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    }
}

//! The names that orders, events and views hold.

use super::side::Side;
use crate::engine::board::Square;
use crate::engine::wording::names::names;

names! {
    /// A square of a skirmish map (pb29).
    number Sq: Square;
    /// The flag of a unit: its side and a number drawn when it is bought (pb8).
    text Unit;
    /// A status card, such as `rifles` (pb8).
    text Kind;
    /// A town, city, base or depot of a skirmish map.
    text City;
    /// A skirmish of the theater.
    text Site;
}

/// Flags of a side; none is given twice (pb8).
pub const FLAGS: u32 = 199;

impl Unit {
    /// The flag of that side and number.
    pub fn of(side: Side, number: u32) -> Self {
        Self::from(format!("{}-{number}", side.name()).as_str())
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

//! The names that orders, events and views hold.

use crate::engine::board::Hex;
use crate::engine::wording::names::names;

names! {
    /// A hex of the floating map (md50).
    number Hx: Hex;
    /// A ship, base, fighter or shuttle (md50).
    text Ship;
    /// A drone or plasma torpedo on the map (md61).
    text Missile;
    /// A class of ships of the tables.
    text Class;
    /// A side of the scenario; its seat, if it has one, has the same name.
    text Side;
}

/// Missiles that a battle numbers at most; then the numbers begin again (md61).
pub const MISSILES: u32 = 400;

/// Ships that a side may build at most (md80).
pub const BUILT: u32 = 24;

impl Missile {
    /// The missile of that number.
    pub fn numbered(number: u32) -> Self {
        Self(format!("m{}", (number - 1) % MISSILES + 1))
    }
}

impl Ship {
    /// The ship that a side builds in that place of its list, from 1 (md80).
    pub fn built(side: &Side, number: u32) -> Self {
        Self(format!("{side}-{number}"))
    }

    /// The bug shuttle in the bay of a ship (md49).
    #[must_use]
    pub fn bug(&self) -> Self {
        Self(format!("{self}-bug"))
    }
}

impl Side {
    /// The seat of that name.
    pub fn seat(&self) -> crate::engine::Seat {
        self.as_str().parse().expect("names of sides are checked at founding")
    }
}

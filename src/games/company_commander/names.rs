//! The names that orders, events and views hold.

use crate::engine::board::Hex;
use crate::engine::wording::names::names;

names! {
    /// A hex of the map, or the name of the objective there.
    place Zone: Hex;
    /// A unit of a scenario (cc1).
    text Unit;
    /// A kind of unit in the tables (cc1).
    text Kind;
    /// A weapon in the tables (cc3).
    text Weapon;
    /// An objective of a scenario (cc60).
    text Place;
}

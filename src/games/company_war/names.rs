//! The names that orders, events and views hold.

use crate::engine::wording::names::names;

names! {
    /// The name of a jump-capable ship.
    text Ship;
    /// The number of a jump point, or the name of the station there (cw2).
    place Jp: u16;
}

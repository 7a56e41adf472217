//! Where a place of a map is drawn.

use super::block::Cells;
use super::place::Area;

/// Where a place lies.
pub(super) struct Spot {
    /// The middle.
    pub(super) x: i32,
    /// The middle.
    pub(super) y: i32,
    /// How far arrows keep away from it.
    pub(super) radius: i32,
    /// The base of its name's first line, and the middle of that.
    pub(super) top: i32,
    pub(super) at: i32,
    /// What the name and all that stands below it may take on any of the maps.
    pub(super) block: Option<Area>,
    /// Units for what stands side by side.
    pub(super) room: i32,
    /// Its area as a path; empty for a point.
    pub(super) outline: String,
    /// The cells that it covers.
    pub(super) cells: Cells,
}

//! A board of hexes.

use serde::{Deserialize, Serialize};

use super::arc::Arc;
use super::hex::{Facing, Hex};
use super::line::Pass;
use super::{Board, Grid};

/// All hexes from one corner of a map to the opposite one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hexes {
    /// The least column and the least row.
    first: Hex,
    /// The greatest column and the greatest row.
    last: Hex,
}

impl Hexes {
    /// The hexes in the columns and in the rows of these two and between them. If the first one
    /// lies beyond the last, there are none.
    pub const fn new(first: Hex, last: Hex) -> Self {
        Self { first, last }
    }

    /// Column and row of a hex counted from 0, from the upper left corner; `None` if it is not of
    /// this board.
    pub fn cell(&self, hex: Hex) -> Option<(u16, u16)> {
        let column = hex.column().abs_diff(self.first.column());
        let row = hex.row().abs_diff(self.first.row());
        self.holds(&hex).then_some((column, row))
    }
}

impl Board for Hexes {
    type Place = Hex;

    fn places(&self) -> Vec<Hex> {
        let rows = self.first.row()..=self.last.row();
        let columns = self.first.column()..=self.last.column();
        let column = |column| rows.clone().filter_map(move |row| Hex::new(column, row));
        columns.flat_map(column).collect()
    }

    fn holds(&self, hex: &Hex) -> bool {
        (self.first.column()..=self.last.column()).contains(&hex.column())
            && (self.first.row()..=self.last.row()).contains(&hex.row())
    }

    /// Clockwise from A.
    fn neighbours(&self, hex: &Hex) -> Vec<Hex> {
        let near = hex.neighbours().filter(|next| self.holds(next));
        if self.holds(hex) { near.collect() } else { Vec::new() }
    }

    fn distance(&self, from: &Hex, to: &Hex) -> Option<u32> {
        (self.holds(from) && self.holds(to)).then(|| from.distance(*to))
    }
}

impl Grid for Hexes {
    type Facing = Facing;

    fn line(&self, from: Hex, to: Hex) -> Vec<Pass<Hex>> {
        from.line(to)
    }

    fn in_arc(&self, from: Hex, facing: Facing, arc: Arc, hex: Hex) -> bool {
        from.in_arc(facing, arc, hex)
    }
}

//! A board of squares.

use serde::{Deserialize, Serialize};

use super::arc::Arc;
use super::line::Pass;
use super::square::{Compass, Square};
use super::{Board, Grid};

/// Which squares are next to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Near {
    /// Those that share a side: a diagonal step counts as two.
    Sides,
    /// Those that share a side or a corner.
    Corners,
}

/// All squares from A1 to the last column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squares {
    /// The lower right corner.
    last: Square,
    /// What counts as one step.
    near: Near,
}

impl Squares {
    /// The squares from A1 to this one.
    pub const fn new(last: Square, near: Near) -> Self {
        Self { last, near }
    }

    /// How many columns and rows it has.
    pub const fn size(&self) -> (u16, u16) {
        (self.last.column(), self.last.row())
    }

    /// Column and row of a square counted from 0, from the upper left corner; `None` if it is not
    /// of this board.
    pub fn cell(&self, square: Square) -> Option<(u16, u16)> {
        self.holds(&square).then(|| (square.column() - 1, square.row() - 1))
    }
}

impl Board for Squares {
    type Place = Square;

    fn places(&self) -> Vec<Square> {
        let row = |column| (1..=self.last.row()).filter_map(move |row| Square::new(column, row));
        (1..=self.last.column()).flat_map(row).collect()
    }

    fn holds(&self, square: &Square) -> bool {
        square.column() <= self.last.column() && square.row() <= self.last.row()
    }

    /// Clockwise from north.
    fn neighbours(&self, square: &Square) -> Vec<Square> {
        let ways: &[Compass] = match self.near {
            _ if !self.holds(square) => &[],
            Near::Sides => &Compass::SIDES,
            Near::Corners => &Compass::ALL,
        };
        let near = ways.iter().filter_map(|way| square.ahead(*way, 1));
        near.filter(|next| self.holds(next)).collect()
    }

    fn distance(&self, from: &Square, to: &Square) -> Option<u32> {
        (self.holds(from) && self.holds(to)).then(|| match self.near {
            Near::Sides => from.orthogonal(*to),
            Near::Corners => from.diagonal(*to),
        })
    }
}

impl Grid for Squares {
    type Facing = Compass;

    fn line(&self, from: Square, to: Square) -> Vec<Pass<Square>> {
        from.line(to)
    }

    fn in_arc(&self, from: Square, facing: Compass, arc: Arc, square: Square) -> bool {
        from.in_arc(facing, arc, square)
    }
}

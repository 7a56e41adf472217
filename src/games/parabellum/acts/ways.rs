//! Where a unit can go in its turn.

use super::Viewpoint;
use crate::engine::board::{Reach, Square, reach};
use crate::games::parabellum::format::{Pace, QUARTERS};
use crate::games::parabellum::names::{Sq, Unit};
use crate::games::parabellum::theater::Field;

impl Viewpoint<'_> {
    /// The squares that a unit can reach now, and the ways there; `None` if it cannot move.
    pub fn ways(&self, field: &Field, unit: &Unit) -> Option<Reach<Square>> {
        let from = self.mobile(unit).ok()?;
        let (card, row) = self.own(unit).ok()?;
        let spent = card.spent + self.resumed(unit, card);
        let left = (row.speed * QUARTERS).checked_sub(spent)?;
        let cost = |at: &Square, to: &Square| {
            self.enters(unit, Sq(*to)).ok()?;
            match self.game.pace((field, self.state), (unit, row), Sq(*to)) {
                Pace::Turn => (*at == from.0 && spent == 0).then_some(left),
                pace => pace.cost(),
            }
        };
        Some(reach(&field.board, from.0, left, cost))
    }
}

/// The squares that a way enters.
pub fn path(ways: &Reach<Square>, to: Sq) -> Option<Vec<Sq>> {
    let path = ways.path(&to.0)?;
    Some(path.into_iter().skip(1).map(Sq).collect())
}

//! Where ships stood while a cycle went on, in the coordinates of its end: the map may float meanwhile (md69).

use std::collections::BTreeMap;

use super::events::Event;
use super::names::{Hx, Ship};
use super::sight::View;
use crate::engine::Fact;
use crate::engine::board::Hex;

/// Where ships are at one point of a cycle.
#[derive(Debug, Default)]
pub struct Whereabouts {
    /// By how many columns and rows the map is still to float.
    ahead: (i16, i16),
    /// Ships that move: where they begin, later where they have come to.
    movers: BTreeMap<Ship, Hx>,
}

impl Whereabouts {
    /// Before the first of these events.
    pub fn before(witnessed: &[Fact<Event>]) -> Self {
        let mut all = Self::default();
        // From the last to the first, so that all that is ahead is known.
        for fact in witnessed.iter().rev() {
            if let Event::Floated { columns, rows } = &fact.event {
                all.ahead.0 = all.ahead.0.saturating_add(*columns);
                all.ahead.1 = all.ahead.1.saturating_add(*rows);
            } else if let Event::Moved { ship, from, .. } = &fact.event {
                let from = all.shown(*from);
                all.movers.insert(ship.clone(), from);
            }
        }
        all
    }

    /// Goes on with an event.
    pub fn follow(&mut self, event: &Event) {
        if let Event::Floated { columns, rows } = event {
            self.ahead.0 = self.ahead.0.saturating_sub(*columns);
            self.ahead.1 = self.ahead.1.saturating_sub(*rows);
        } else if let Event::Moved { ship, to, .. } = event {
            let to = self.shown(*to);
            self.movers.insert(ship.clone(), to);
        }
    }

    /// Where a hex of this point lies in the coordinates of the end.
    pub fn shown(&self, at: Hx) -> Hx {
        let (columns, rows) = self.ahead;
        let (column, row) = (at.0.column(), at.0.row());
        Hex::new(column.saturating_add(columns), row.saturating_add(rows)).map_or(at, Hx)
    }

    /// Where a ship is. One that never moves is where it is seen in the end.
    pub fn of(&self, view: &View, ship: &Ship) -> Option<Hx> {
        let moved = self.movers.get(ship).copied();
        moved.or_else(|| view.open.units.get(ship).map(|unit| unit.at))
    }
}

//! Orders seen from outside the game's folder: read once, where they come in, and a value from then on.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::base::{Problem, Spot, canonical};
use crate::engine::contract::game::Data;
use crate::engine::{Sheet, Slot};

/// What one seat orders in a cycle, as the game that read it holds it. Only that game looks into it.
#[derive(Clone)]
pub struct AnySheet(Arc<dyn Held>);

/// A sheet of some game.
trait Held: Any + Send + Sync {
    /// It in the canonical encoding.
    fn text(&self) -> String;

    /// Where its lines stand in the file that was read.
    fn spots(&self) -> Vec<(Slot, Spot)>;
}

impl<O: Data, C: Data> Held for Sheet<O, C> {
    fn text(&self) -> String {
        canonical::encode(self)
    }

    fn spots(&self) -> Vec<(Slot, Spot)> {
        self.lines().filter_map(|(slot, spot, _)| Some((slot, spot?))).collect()
    }
}

impl AnySheet {
    /// The sheet of a game.
    pub(in crate::engine) fn of<O: Data, C: Data>(sheet: Sheet<O, C>) -> Self {
        Self(Arc::new(sheet))
    }

    /// It as its game has it.
    ///
    /// # Errors
    /// If it is of another game.
    pub(in crate::engine) fn sheet<O: Data, C: Data>(&self) -> Result<&Sheet<O, C>, Problem> {
        let held: &dyn Any = &*self.0;
        held.downcast_ref().ok_or_else(|| Problem::refused("these orders are of another game"))
    }

    /// It as it is kept in files, in the canonical encoding. `AnyGame::sheet` reads it again.
    pub fn text(&self) -> String {
        self.0.text()
    }
}

impl AnySheet {
    /// Where its lines stand in the file that was read; none of one that was not read from a file.
    pub fn spots(&self) -> Vec<(Slot, Spot)> {
        self.0.spots()
    }
}

impl fmt::Debug for AnySheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnySheet").field(&self.text()).finish()
    }
}

impl PartialEq for AnySheet {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for AnySheet {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_game_that_read_orders_looks_into_them() {
        let orders = AnySheet::of(Sheet::<u32, bool>::of_orders(vec![3, 7]));
        assert_eq!(orders.sheet::<u32, bool>().unwrap().orders[1].order, 7);
        let problem = orders.sheet::<u32, u32>().unwrap_err();
        assert_eq!(problem.what, "these orders are of another game");
        let same = AnySheet::of(Sheet::<u64, bool>::of_orders(vec![3, 7]));
        assert!(orders == same && orders.text().starts_with("{\"contingent\":[]"));
    }
}

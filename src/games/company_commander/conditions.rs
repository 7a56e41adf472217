//! When a condition that an order names holds.

use super::names::Zone;
use super::order::Condition;
use super::side::Side;
use super::sight::View;

/// True if the condition holds, as far as the seat sees.
pub(super) fn holds(view: &View, condition: &Condition) -> bool {
    let other = view.side.map(Side::other);
    let enemy = |at: &Zone| {
        view.units.values().any(|piece| Some(piece.side) == other && piece.at() == Some(*at))
    };
    match condition {
        Condition::Sees(unit) => view.units.contains_key(unit),
        Condition::SeesNot(unit) => !view.units.contains_key(unit),
        Condition::EnemyAt(at) => enemy(at),
        Condition::NoEnemyAt(at) => !enemy(at),
        Condition::Suppressed(unit) => view.units.get(unit).is_some_and(|piece| piece.suppressed),
        Condition::Destroyed(unit) => view.open.lost.contains(unit),
        Condition::Holds(place) => {
            view.side.is_some() && view.open.held.get(place).copied() == view.side
        }
    }
}

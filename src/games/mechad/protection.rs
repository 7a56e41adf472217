//! What protects a unit.

use super::Mechad;
use super::parts::Part;
use super::state::Unit;

/// What protects a unit, in words.
pub(super) fn protection(game: &Mechad, unit: &Unit) -> String {
    let row = game.class(unit);
    if row.has_field() {
        return format!("field {} of {}", unit.field, game.field_most(unit));
    }
    if row.is_fighter() {
        let (_, all) = game.fighter_hits(unit);
        return format!("{} of {all} points", all.saturating_sub(unit.gone(Part::Hull)));
    }
    unit.shields.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
}

//! What protects a unit.

use super::Mechad;
use super::parts::Part;
use super::state::Unit;

/// The same where no column says what it is: `shields 20/18/16/15/16/18`, `field 40 of 40`.
pub(super) fn shielded(game: &Mechad, unit: &Unit) -> String {
    let told = protection(game, unit);
    if unit.shields.is_empty() { told } else { format!("shields {told}") }
}

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

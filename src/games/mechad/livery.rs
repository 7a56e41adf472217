//! The colours of sides, on maps and in charts.

use super::Mechad;
use super::names::Side;
use super::sight::View;
use crate::page;

/// A side with its name and colour, the same on maps and in charts.
pub(super) fn shown(game: &Mechad, view: &View, side: &Side) -> page::Side {
    let own = view.side.as_ref().map(|own| index(game, own));
    page::Side { name: game.title(side), hue: hue(index(game, side), own) }
}

/// The colour of a side. Every other one is an outline only, so the reader's own changes with its neighbour if it
/// would be one of these.
fn hue(side: u8, own: Option<u8>) -> u8 {
    match own.filter(|own| own % 2 == 1) {
        Some(own) if side == own => own - 1,
        Some(own) if side == own - 1 => own,
        Some(_) | None => side,
    }
}

/// The place of a side among all of them.
pub(super) fn index(game: &Mechad, side: &Side) -> u8 {
    let at = game.scenario.sides.keys().position(|other| other == side).unwrap_or(0);
    u8::try_from(at).unwrap_or(0)
}

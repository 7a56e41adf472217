//! Which squares a unit of the reader's can strike from where it is.

use super::Parabellum;
use super::names::Sq;
use super::sight::View;
use crate::engine::board::Board;
use crate::page::Zone;

/// The squares in the range of a unit's attack (pb40); `None` if it is not on the map or has no range.
pub fn reach(game: &Parabellum, view: &View, name: &str) -> Option<Zone> {
    let field = game.field(&view.open)?;
    let mut cards = view.own.values().flat_map(|holdings| &holdings.cards);
    let (unit, card) = cards.find(|(unit, _)| unit.as_str().eq_ignore_ascii_case(name))?;
    let row = game.format.card(&card.kind);
    let (from, (least, most)) = (view.mat.place(unit)?, row.range);
    let inside = |at: &Sq| row.reaches(from.0.orthogonal(at.0));
    let squares = field.board.places().into_iter().map(Sq).filter(inside);
    let cells = squares.filter_map(|at| field.board.cell(at.0)).collect();
    let name = format!("in range of {unit}, {least} to {most}");
    (!row.flies()).then_some(Zone { cells, name, side: None })
}

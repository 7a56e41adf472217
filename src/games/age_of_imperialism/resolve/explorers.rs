//! Explorers and natives (im50).

use super::operation::Operation;
use super::{Cycle, Line, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// Carries out an `explore` line.
pub fn explore(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    line: &Line,
) {
    let _ = (game, turn, orders, op, line);
    let _: Option<Power> = None;
}

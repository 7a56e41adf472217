//! Prospecting (im51).

use super::operation::Operation;
use super::{Cycle, Line};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::power::Power;

/// Carries out a `prospect` line.
pub fn prospect(game: &AgeOfImperialism, turn: &mut Cycle<'_>, op: &mut Operation, line: &Line) {
    let _ = (game, turn, op, line);
    let _: Option<Power> = None;
}

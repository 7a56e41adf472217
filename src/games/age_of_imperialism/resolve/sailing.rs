//! Naval movement (im29 to im33).

use super::operation::Operation;
use super::{Cycle, Outcome, Sheets};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::orders::Order;

/// Carries out `board`, `sail`, `land` or `engage`.
pub fn carry_out(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    order: &Order,
) -> Outcome {
    let _ = (game, turn, orders, op, order);
    Outcome::failed(&super::rules::SAIL, "")
}

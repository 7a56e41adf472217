//! Which order comes next (cc64).

use super::super::order::Order;
use super::Cycle;
use crate::engine::{Given, List, Seat};

/// The orders of a seat that act, are in force and not carried out yet, in the order of the file. Lines
/// that stand in no file, such as the moderator's, come last. Of a condition only that arm counts whose
/// orders were carried out first.
pub fn open<'a>(turn: &Cycle<'a>, seat: &Seat) -> Vec<&'a Given<Order>> {
    let acts = |given: &&Given<Order>| given.order.acts();
    let done: Vec<List> = turn.answered(seat).filter(acts).map(|line| line.slot.list).collect();
    let barred = |list: List| match list {
        List::Then(case) => done.contains(&List::Otherwise(case)),
        List::Otherwise(case) => done.contains(&List::Then(case)),
        List::Standing | List::Orders | List::Contingent => false,
    };
    let lines = turn.in_force(seat).into_iter().filter(acts);
    let lines = lines.filter(|given| !turn.is_answered(seat, given) && !barred(given.slot.list));
    let mut lines: Vec<&Given<Order>> = lines.collect();
    lines.sort_by_key(|given| (given.spot.is_none(), given.spot));
    lines
}

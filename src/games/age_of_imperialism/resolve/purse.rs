//! What is paid and received.

use super::Cycle;
use crate::engine::Rule;
use crate::games::age_of_imperialism::events::{Event, Reason};
use crate::games::age_of_imperialism::power::Power;

/// Pays, if the power has so much; true if it had.
pub fn pay(
    turn: &mut Cycle<'_>,
    power: Power,
    (pp, dp): (u32, u32),
    (why, rule): (Reason, &Rule),
) -> bool {
    let purse = turn.state().purse(power);
    let enough = purse.pp >= pp && purse.dp >= dp;
    if enough && pp + dp > 0 {
        turn.record(rule, Event::Paid { power, pp, dp, why });
    }
    enough
}

/// What a power lacks, for the answer to an order.
pub fn lacks(turn: &Cycle<'_>, power: Power, (pp, dp): (u32, u32)) -> String {
    let purse = turn.state().purse(power);
    if purse.pp < pp {
        format!("it costs {pp} PP, and there are {} in hand", purse.pp)
    } else {
        format!("it costs {dp} DP, and there are {} in hand", purse.dp)
    }
}

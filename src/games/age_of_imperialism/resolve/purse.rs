//! What is paid and received.

use super::Cycle;
use crate::engine::Rule;
use crate::games::age_of_imperialism::events::{Event, Purpose};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::state::Purse;

/// Pays, if the power has so much; true if it had.
pub fn pay(turn: &mut Cycle<'_>, power: Power, price: Purse, why: Purpose, rule: &Rule) -> bool {
    let hand = turn.state().purse(power);
    let Purse { pp, dp } = price;
    let enough = hand.pp >= pp && hand.dp >= dp;
    if enough && price != Purse::default() {
        turn.record(rule, Event::Paid { power, pp, dp, why });
    }
    enough
}

/// What a power lacks, for the answer to an order.
pub fn lacks(turn: &Cycle<'_>, power: Power, price: Purse) -> Reason {
    let hand = turn.state().purse(power);
    if hand.pp < price.pp {
        Reason::LacksPp { price: price.pp, hand: hand.pp }
    } else {
        Reason::LacksDp { price: price.dp, hand: hand.dp }
    }
}

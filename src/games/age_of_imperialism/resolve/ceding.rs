//! Ceding regions (im35).

use super::operation::Operation;
use super::{Cycle, Line, Sheets, aftermath, containers, picked, retreat, used};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::policies::Occasion;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;

/// True if the owner of a region offers it to a power.
pub fn offered(turn: &Cycle<'_>, orders: &Sheets, (owner, to): (Power, Power), at: &str) -> bool {
    offer(turn, orders, (owner, to), at).is_some()
}

/// The line that offers a region, which must not be in revolt.
fn offer<'o>(
    turn: &Cycle<'_>,
    orders: &'o Sheets,
    (owner, to): (Power, Power),
    here: &str,
) -> Option<&'o Line> {
    let land = turn.state().land(here);
    if land.owner != Some(owner) || land.revolt.is_some() {
        return None;
    }
    let offers = picked(turn, orders, owner, |order| match order {
        Order::Cede { at, to: taker } => (at == here && *taker == to).then_some(()),
        _ => None,
    });
    offers.first().map(|(line, ())| *line)
}

/// A region passes to a power whose brigade has moved in; the former owner's units withdraw.
pub fn hand_over(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (from, to, at): (Power, Power, &str),
) {
    if let Some(line) = offer(turn, orders, (from, to), at) {
        used(turn, from, line, &rules::CEDE, &format!("{to} took {at} over"));
    }
    aftermath::scorch(game, turn, orders, (from, Occasion::Leaving), at);
    turn.record(&rules::CEDE, Event::Ceded { at: at.to_owned(), from, to });
    retreat::withdraw(game, turn, orders, Some(op), (from, at));
    for guest in strangers(turn, (from, to), at) {
        retreat::withdraw(game, turn, orders, Some(op), (guest, at));
    }
    containers::lay_chit(game, turn, at, to);
}

/// Guests of the former owner whom the new one does not know as allies (im69). Explorers may stay
/// for a while (im71).
fn strangers(turn: &Cycle<'_>, (from, to): (Power, Power), at: &str) -> Vec<Power> {
    let state = turn.state();
    let stranger = |power: &Power| {
        let force = state.land(at).force(*power);
        let known = [from, to].contains(power) || state.allied(*power, to);
        !known && force.total() > force.explorer
    };
    state.order.iter().copied().filter(stranger).collect()
}

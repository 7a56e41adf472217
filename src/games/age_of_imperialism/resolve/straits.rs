//! Which fleets may pass where (im2, im66).

use super::{Cycle, Sheets, picked};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::map::Gate;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;

/// True if fleets of a power may go from one sea area to a neighbouring one.
pub fn open(
    game: &AgeOfImperialism,
    turn: &Cycle<'_>,
    orders: &Sheets,
    power: Power,
    (from, to): (&str, &str),
) -> bool {
    let chart = &game.board.chart;
    let Some(strait) = chart.strait(from, to) else {
        return chart.waters.get(from).is_some_and(|water| water.near.contains(to));
    };
    let state = turn.state();
    match strait.kind {
        // Where no power holds the region, nobody's permission is needed.
        Gate::Permission => strait.region.iter().all(|region| {
            let holder = state.lands.get(region).and_then(|land| land.owner);
            holder.is_none_or(|holder| holder == power || permits(turn, orders, holder, power))
        }),
        Gate::Canal => {
            let holder = state.canal.as_ref().and_then(|region| state.land(region).owner);
            holder.is_some_and(|holder| !state.at_war(holder, power))
        }
    }
}

fn permits(turn: &Cycle<'_>, orders: &Sheets, holder: Power, power: Power) -> bool {
    if turn.state().allied(holder, power) {
        return true;
    }
    let lists = picked(turn, orders, holder, |order| match order {
        Order::Passage { to } => Some(to.contains(&power)),
        _ => None,
    });
    lists.first().is_some_and(|(_, permitted)| *permitted)
}

//! Which fleets may pass where (im2, im66).

use super::{Cycle, Line, Sheets, picked, used};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::map::Gate;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;

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
            holder.is_none_or(|holder| {
                holder == power
                    || state.allied(holder, power)
                    || permit(turn, orders, holder, power).is_some()
            })
        }),
        Gate::Canal => {
            let holder = state.canal.as_ref().and_then(|region| state.land(region).owner);
            holder.is_some_and(|holder| !state.at_war(holder, power))
        }
    }
}

/// The line by which the holder of a strait lets a power through: only his strongest list counts.
fn permit<'o>(
    turn: &Cycle<'_>,
    orders: &'o Sheets,
    holder: Power,
    power: Power,
) -> Option<&'o Line> {
    let lists = picked(turn, orders, holder, |order| match order {
        Order::Passage { to } => Some(to.contains(&power)),
        _ => None,
    });
    lists.first().filter(|(_, permitted)| *permitted).map(|(line, _)| *line)
}

/// Tells the holder of a strait, if there is one between these sea areas, that his permission was
/// used.
pub fn passed(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    power: Power,
    (from, to): (&str, &str),
) {
    let strait = game.board.chart.strait(from, to).filter(|s| s.kind == Gate::Permission);
    for region in strait.into_iter().flat_map(|strait| &strait.region) {
        let holder = turn.state().lands.get(region).and_then(|land| land.owner);
        let Some(holder) = holder.filter(|holder| *holder != power) else { continue };
        if let Some(line) = permit(turn, orders, holder, power) {
            used(turn, holder, line, &rules::STRAITS, "it opened the strait");
        }
    }
}

/// Why a strait is shut.
pub fn shut(game: &AgeOfImperialism, (from, to): (&str, &str)) -> String {
    match game.board.chart.strait(from, to).map(|strait| strait.kind) {
        Some(Gate::Canal) => format!("the canal between {from} and {to} is not open to you"),
        _ => format!("nobody has permitted you to pass from {from} to {to}"),
    }
}

//! Which orders a report shows as examples: those that would do something where the reader stands, and do no harm.

use super::names::{Jp, Ship};
use super::order::{FleeWhen, Order, PassPolicy};
use super::resolve::scoring::{Garrison, garrison};
use super::scenario::Side;
use super::sight::View;
use super::state::{Condition, Open, Step};
use super::{CompanyWar, stations};

/// True if an order that may be given would do something as ships and troops are now.
pub(super) fn is_example(game: &CompanyWar, view: &View, order: &Order) -> bool {
    let Some(side) = view.side else { return true };
    let open = &view.open;
    let at = |ship: &Ship| open.ships[ship].at;
    match order {
        Order::Move { ship, path, .. } => {
            is_good_course(game, open, side, std::slice::from_ref(ship), path)
        }
        Order::TaskForce { ships, path, .. } => is_good_course(game, open, side, ships, path),
        Order::Pass(policy) => match policy {
            PassPolicy::UntilEnemyLeft(left) => {
                game.rolled(open, side.other()).is_none_or(|enemies| enemies > *left)
            }
            PassPolicy::Never => false,
            PassPolicy::WheneverAllowed | PassPolicy::Until(_) => true,
        },
        // Who never flees may be lost, and who is out of the fight has fled.
        Order::Flee { when: FleeWhen::Never, .. } => false,
        Order::Flee { ship: Some(ship), .. } => !open.ships[ship].fleeing,
        Order::Bombard { at } => game.total_without(open, side, *at) >= 0,
        Order::Repair { ship } => at(ship).is_some_and(|at| {
            rests(game, open, ship, at) && stations::serves(game, open, side, at)
        }),
        Order::ReplaceRider { carrier } => at(carrier)
            .is_some_and(|at| rests(game, open, carrier, at) && garrison(game, open, at).is_none()),
        Order::Land { carrier } => {
            let free = |at: Jp| game.has_station(open, at) && !open.landed.contains(&at);
            !open.ships[carrier].fleeing && at(carrier).is_some_and(free)
        }
        Order::Embark { carrier } => {
            !open.ships[carrier].fleeing && at(carrier).is_some_and(|at| open.landed.contains(&at))
        }
        Order::Deploy { .. }
        | Order::Troops { .. }
        | Order::FleetAssembly
        | Order::FreeDartship { .. }
        | Order::OnTie(_)
        | Order::Riders { .. }
        | Order::Target { .. }
        | Order::Flee { ship: None, .. }
        | Order::CeaseFire { .. }
        | Order::Raise { .. } => true,
    }
}

/// True if no enemy is there to fight a ship that is to be served, and it has not moved or fought yet (cw36).
fn rests(game: &CompanyWar, open: &Open, ship: &Ship, at: Jp) -> bool {
    let (side, vessel) = (game.chart.hulls[ship].side, &open.ships[ship]);
    // Before ships move, what they did in the turn before does not count.
    let idle = open.step <= Step::Movement || !(vessel.moved || vessel.fought);
    idle && game.fit(open, side.other(), at).next().is_none()
}

/// A course that ends at a station where no enemy is, and gives up nothing for it.
fn is_good_course(game: &CompanyWar, open: &Open, side: Side, ships: &[Ship], path: &[Jp]) -> bool {
    let (Some(from), Some(to)) = (path.first(), path.last()) else { return false };
    if game.barred(open, side).contains(to) {
        return false;
    }
    let hurt = |ship: &Ship| open.ships[ship].condition == Condition::Damaged;
    if ships.iter().any(hurt) && stations::serves(game, open, side, *from) {
        return false;
    }
    // Who flees is of no use where they are.
    if ships.iter().any(|ship| open.ships[ship].fleeing) {
        return true;
    }
    match side {
        Side::Union => game.has_station(open, *to),
        Side::Mazianni => {
            let leaves = |ship: &Ship| ships.contains(ship);
            let alone = !open.landed.contains(from) && game.fit(open, side, *from).all(leaves);
            let now = |at: Jp| worth(game, open, at, garrison(game, open, at));
            let gives_up = if alone { now(*from) - worth(game, open, *from, None) } else { 0 };
            let held = garrison(game, open, *to).or(Some(Garrison::Carrier));
            let gains = worth(game, open, *to, held) - now(*to);
            gains > gives_up
        }
    }
}

/// What a station that is held so brings the Mazianni, less what it brings the Union (cw47).
fn worth(game: &CompanyWar, open: &Open, at: Jp, held: Option<Garrison>) -> i32 {
    let station = game.chart.station_at(at).filter(|_| game.has_station(open, at));
    match station.and_then(|(_, group)| game.worth(group, held, at)) {
        Some((Side::Mazianni, points, _)) => points,
        Some((Side::Union, points, _)) => -points,
        None => 0,
    }
}

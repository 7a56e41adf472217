//! What an order waits for that is carried out only if something happens.

use super::names::{Jp, Ship};
use super::order::{FleeWhen, Order};
use super::scenario::Chart;

/// What would call for the order, as words that go on after "it waited for"; `None` of one that is carried out at its place.
pub(super) fn awaits(chart: &Chart, order: &Order) -> Option<String> {
    let there =
        |at: &Option<Jp>| at.map(|jp| format!(" at {}", chart.place(jp))).unwrap_or_default();
    match order {
        Order::Pass(_) => Some("a choice to move or not".to_owned()),
        Order::OnTie(_) => Some("a tie for the initiative".to_owned()),
        Order::Riders { at, .. } => Some(format!("a combat{} with carriers of yours", there(at))),
        Order::Target { at, .. } => Some(format!("a combat{} in which you fire", there(at))),
        Order::Flee { at, ship, when, .. } => {
            Some(format!("a combat{}{}", there(at), flight(ship.as_ref(), *when)))
        }
        Order::CeaseFire { at, from_round } => {
            Some(format!("round {from_round} of a combat at {}", chart.place(*at)))
        }
        Order::Deploy { .. }
        | Order::Troops { .. }
        | Order::FleetAssembly
        | Order::Move { .. }
        | Order::TaskForce { .. }
        | Order::FreeDartship { .. }
        | Order::Bombard { .. }
        | Order::Repair { .. }
        | Order::ReplaceRider { .. }
        | Order::Land { .. }
        | Order::Embark { .. }
        | Order::Raise { .. } => None,
    }
}

/// What of a combat makes a ship flee, or all of them. After each round those flee that are left (cw71).
fn flight(ship: Option<&Ship>, when: FleeWhen) -> String {
    let whose = ship.map_or("a ship of yours".to_owned(), ToString::to_string);
    match when {
        FleeWhen::Now | FleeWhen::Never => format!(" that {whose} is left in after a round"),
        FleeWhen::Damaged => format!(" in which {whose} is damaged, but not destroyed"),
        FleeWhen::Losses(count) => {
            let units = match count {
                1 => "a unit".to_owned(),
                count => format!("{count} units"),
            };
            format!(" in which you lose {units} and {whose} is left to flee")
        }
        FleeWhen::Outnumbered(times) => {
            format!(
                " in which {whose} is left and the enemy has {times} ships in the fight for each of yours, riders not \
                 counted"
            )
        }
    }
}

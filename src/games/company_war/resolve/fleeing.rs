//! 2F: fleeing from combat (cw71, cw72).

use std::collections::BTreeMap;

use super::{Cycle, Sheets, picked, used};
use crate::engine::Given;
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::{Fleeing, Kind};
use crate::games::company_war::orders::{FleeWhen, Order};
use crate::games::company_war::rules;
use crate::games::company_war::scenario::{Jp, Side};
use crate::games::company_war::state::{Condition, Ship, Unit};

/// Units that each side has lost in a combat.
pub type Losses = BTreeMap<Side, u32>;

/// The strongest order that says when this ship flees here, if there is one.
pub fn policy<'o>(
    turn: &Cycle<'_>,
    orders: &'o Sheets,
    side: Side,
    (name, here): (&Ship, Jp),
) -> Option<(&'o Given<Order>, &'o FleeWhen, Option<Jp>)> {
    let asked = picked(turn, orders, side, |order| match order {
        Order::Flee { at, ship, when, to } => {
            let fits = at.is_none_or(|at| at == here) && ship.as_ref().is_none_or(|s| s == name);
            fits.then_some((when, *to))
        }
        _ => None,
    });
    asked.into_iter().next().map(|(given, (when, to))| (given, when, to))
}

/// Ships of both sides flee at once, as their orders or the default say.
pub fn flee(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets, at: Jp, losses: &Losses) {
    let mut flights = Vec::new();
    for side in Side::BOTH {
        let ships: Vec<Ship> = game.fighting(turn.state(), side, at).cloned().collect();
        for ship in ships {
            let order = policy(turn, orders, side, (&ship, at));
            let when = order.map(|(_, when, _)| *when);
            if flees(game, turn, (side, at), &ship, when, losses) {
                flights.push((side, ship, order));
            } else if let Some((given, FleeWhen::Never, _)) = order {
                let dartship = game.chart.hulls[&ship].kind == Kind::Dartship;
                let rule = if dartship { &rules::AVOID } else { &rules::FLEE };
                used(turn, side, given, rule, "it kept ships in the combat");
            }
        }
    }
    turn.next_moment();
    for (side, ship, order) in flights {
        if let Some((given, ..)) = order {
            used(turn, side, given, &rules::FLEE, "it decided when ships fled");
        }
        let wish = order.and_then(|(_, _, to)| to);
        go(game, turn, (side, at), (ship, wish));
    }
}

/// Without orders a ship flees when it is damaged and its side outnumbered (cw71).
fn flees(
    game: &CompanyWar,
    turn: &Cycle<'_>,
    (side, at): (Side, Jp),
    ship: &Ship,
    when: Option<FleeWhen>,
    losses: &Losses,
) -> bool {
    let damaged = turn.state().ships[ship].condition == Condition::Damaged;
    let ours = game.fighting(turn.state(), side, at).count();
    let theirs = game.fighting(turn.state(), side.other(), at).count();
    match when {
        None => damaged && theirs >= game.format.combat.outnumbered * ours,
        Some(FleeWhen::Now) => true,
        Some(FleeWhen::Never) => false,
        Some(FleeWhen::Damaged) => damaged,
        Some(FleeWhen::Losses(count)) => losses.get(&side).is_some_and(|lost| *lost >= count),
        Some(FleeWhen::Outnumbered(ratio)) => theirs >= ratio as usize * ours,
    }
}

/// A fleeing carrier takes its riders aboard; then the ship stays apart or retreats (cw72).
fn go(
    game: &CompanyWar,
    turn: &mut Cycle<'_>,
    (side, at): (Side, Jp),
    (ship, wish): (Ship, Option<Jp>),
) {
    let launched = turn.state().battle.iter().flat_map(|b| &b.launched);
    let riders: Vec<Unit> = launched.filter(|unit| *unit.ship() == ship).cloned().collect();
    if !riders.is_empty() {
        turn.record(&rules::FLEE, Event::Recovered { riders });
    }
    let to = match game.switches.fleeing {
        Fleeing::Stay => None,
        Fleeing::Retreat => refuge(game, turn, (side, at), wish),
    };
    turn.record(&rules::FLIGHT, Event::Fled { ship, to });
}

/// A jump point one jump away where no enemy stops: the one wished for, else the lowest.
fn refuge(
    game: &CompanyWar,
    turn: &Cycle<'_>,
    (side, at): (Side, Jp),
    wish: Option<Jp>,
) -> Option<Jp> {
    let near = game.chart.near(side, at);
    let open = |jp: &Jp| near.contains(jp) && !game.stopper(turn.state(), side, *jp);
    wish.filter(open).or_else(|| near.iter().copied().find(open))
}

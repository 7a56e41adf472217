//! The activity segment: fields are raised, fighters take off, missiles are launched.

use super::block::Plots;
use super::{Cycle, Line, answer, launching, sides};
use crate::engine::Fate;
use crate::games::mechad::events::{Event, Store};
use crate::games::mechad::format::Part;
use crate::games::mechad::names::Ship;
use crate::games::mechad::orders::Order;
use crate::games::mechad::reasons::Reason;
use crate::games::mechad::rules;
use crate::games::mechad::state::Status;

/// Everything is decided before anything is launched.
pub fn segment(turn: &mut Cycle<'_>, plots: &Plots) {
    for side in sides(turn) {
        for line in plots.lines(turn, &side) {
            match &line.order {
                Order::Raise { ship, energy, when } => {
                    let game = turn.game();
                    let open = &turn.state().open;
                    if when.as_ref().is_none_or(|when| game.is_so(open, when)) {
                        raise(turn, &line, ship, *energy);
                    }
                }
                Order::Scramble { ship } => scramble(turn, &line, ship),
                _ => {}
            }
        }
    }
    launching::segment(turn, plots);
}

/// The field is energized from reserve once it is down (md8).
fn raise(turn: &mut Cycle<'_>, line: &Line<'_>, ship: &Ship, energy: u32) {
    let game = turn.game();
    let Some(unit) = turn.state().open.units.get(ship) else { return };
    let ready = unit.is_here() && unit.side == line.side && game.class(unit).has_field();
    if !ready || unit.field > 0 || energy == 0 {
        return;
    }
    let have = turn.state().hold(ship).battery;
    if have < energy {
        let reason = Reason::NoReserve { ship: ship.clone(), have };
        answer(turn, line, Fate::failed(&rules::RAISE, reason));
        return;
    }
    let strength = (energy * game.left(unit, Part::Node)).min(game.raise_limit(unit));
    let spent = Event::Spent { ship: ship.clone(), store: Store::Battery, amount: energy };
    turn.record(&rules::RESERVE, spent);
    turn.record(&rules::RAISE, Event::Raised { ship: ship.clone(), strength });
    let reason = Reason::Raised { ship: ship.clone(), strength };
    super::used(turn, line, &rules::RAISE, reason);
}

/// A fighter takes off from its carrier's hex (md68).
fn scramble(turn: &mut Cycle<'_>, line: &Line<'_>, ship: &Ship) {
    let open = &turn.state().open;
    let Some(unit) = open.units.get(ship).filter(|unit| unit.side == line.side) else { return };
    let Status::Aboard(home) = &unit.status else { return };
    let Some(carrier) = open.units.get(home).filter(|carrier| carrier.is_here()) else { return };
    // One from each bay in an impulse (md68).
    let now = open.now();
    let bay = |other: &&crate::games::mechad::state::Unit| {
        other.launched == Some(now) && other.at == carrier.at && other.side == carrier.side
    };
    if open.units.values().filter(bay).count() >= 2 {
        return;
    }
    let (from, at, facing) = (home.clone(), carrier.at, carrier.facing);
    turn.record(&rules::SCRAMBLE, Event::Scrambled { ship: ship.clone(), from, at, facing });
    let reason = Reason::TookOff { ship: ship.clone() };
    answer(turn, line, Fate::done(&rules::SCRAMBLE, reason));
}

//! The activity segment: fields are raised, fighters take off, missiles are launched.

use std::collections::BTreeMap;

use super::boarding::Wish;
use super::plots::Plots;
use super::volley::{origin, shield};
use super::{Cycle, Line, answer, boarding, decoys, launching, sides};
use crate::engine::Fate;
use crate::games::mechad::events::{Event, Store};
use crate::games::mechad::format::Part;
use crate::games::mechad::names::Ship;
use crate::games::mechad::order::{Aim, Condition, Order, Purpose};
use crate::games::mechad::reasons::Reason;
use crate::games::mechad::rules;
use crate::games::mechad::state::{Status, Target};

/// Everything is decided before anything is launched.
pub fn segment(turn: &mut Cycle<'_>, plots: &Plots) {
    let (mut sent, mut started) = (Vec::new(), BTreeMap::new());
    for side in sides(turn) {
        for line in plots.lines(turn, &side) {
            match &*line.order {
                Order::Raise { when, .. } | Order::Reserve { when, .. }
                    if !is_so(turn, when.as_ref()) => {}
                Order::Raise { ship, energy, cancel, .. } => {
                    raise(turn, &line, ship, (*energy, *cancel));
                }
                Order::Reserve { ship, energy, into, .. } => {
                    reserve(turn, &line, ship, (*energy, *into));
                }
                Order::Scramble { ship } => scramble(turn, &line, ship, &mut started),
                Order::Land { ship, on } => land(turn, &line, ship, on),
                Order::Weasel { ship, when } => decoys::weasel(turn, &line, ship, when.as_ref()),
                Order::Board { ship, at, count, from, to, when } => {
                    let (count, time) = (count.unwrap_or(u32::MAX), (*from, *to));
                    let wish = Wish { ship, at, count, part: None, time, when: when.as_ref() };
                    boarding::decide(turn, &line, &wish, &mut sent);
                }
                Order::Raid { ship, at, part, count, from, to, when } => {
                    let (count, part, time) = (*count, Some(*part), (*from, *to));
                    let wish = Wish { ship, at, count, part, time, when: when.as_ref() };
                    boarding::decide(turn, &line, &wish, &mut sent);
                }
                Order::Build { .. }
                | Order::Place { .. }
                | Order::Outfit { .. }
                | Order::Allocate(_)
                | Order::Course { .. }
                | Order::Steer { .. }
                | Order::Fire { .. }
                | Order::Cannon { .. }
                | Order::Launch { .. }
                | Order::Defend { .. }
                | Order::Chaff { .. }
                | Order::Break(_)
                | Order::Surrender => {}
            }
        }
    }
    boarding::arrive(turn, sent);
    launching::segment(turn, plots);
}

fn is_so(turn: &Cycle<'_>, when: Option<&Condition>) -> bool {
    when.is_none_or(|when| turn.game().is_so(&turn.state().open, when))
}

/// The field is energized from reserve once it is down, or what is left of it is given up (md8).
fn raise(turn: &mut Cycle<'_>, line: &Line<'_>, ship: &Ship, (energy, cancel): (u32, bool)) {
    let game = turn.game();
    let Some(unit) = turn.state().open.units.get(ship) else { return };
    let ready = unit.is_here() && unit.side == line.side && game.class(unit).has_field();
    if !ready || unit.field > 0 && !cancel || energy == 0 || game.is_advanced(unit) {
        return;
    }
    let left = unit.field;
    let have = turn.state().hold(ship).battery;
    if have < energy {
        let reason = Reason::NoReserve { ship: ship.clone(), have };
        answer(turn, line, Fate::failed(&rules::RAISE, reason));
        return;
    }
    let strength = (energy * game.left(unit, Part::Node)).min(game.raise_limit(unit));
    if strength <= left {
        return;
    }
    let spent = Event::Spent { ship: ship.clone(), store: Store::Battery, amount: energy };
    turn.record(&rules::RESERVE, spent);
    if left > 0 {
        turn.record(&rules::RAISE, Event::Dropped { ship: ship.clone() });
    }
    turn.record(&rules::RAISE, Event::Raised { ship: ship.clone(), strength });
    let reason = Reason::Raised { ship: ship.clone(), strength };
    super::used(turn, line, &rules::RAISE, reason);
}

/// Reserve power goes into the capacitor, reinforces a shield that has no reinforcement, or is kept for
/// volleys at a field of X-technology (md66, md12).
fn reserve(turn: &mut Cycle<'_>, line: &Line<'_>, ship: &Ship, (energy, into): (u32, Purpose)) {
    let open = &turn.state().open;
    let Some(unit) = open.units.get(ship).filter(|u| u.is_here() && u.side == line.side) else {
        return;
    };
    let done = match into {
        Purpose::Capacitor => charge(turn, ship, energy),
        Purpose::Shield(number) => brace(turn, ship, number, energy),
        Purpose::Facing => {
            let enemy = turn.game().resolved(open, ship, &Aim::Nearest);
            let enemy = enemy.as_ref().and_then(Target::ship).map(|name| &open.units[name]);
            let facing = enemy.and_then(|enemy| shield(unit, origin(enemy, unit.at)));
            facing.is_some_and(|number| brace(turn, ship, number, energy))
        }
        Purpose::Field => screen(turn, ship, energy),
    };
    if done {
        super::used(turn, line, &rules::RESERVE, Reason::Charged { ship: ship.clone() });
    }
}

/// Points of the batteries that are used for something.
fn drawn(turn: &mut Cycle<'_>, ship: &Ship, points: u32, into: Event) -> bool {
    if points == 0 {
        return false;
    }
    let spent = Event::Spent { ship: ship.clone(), store: Store::Battery, amount: points };
    turn.record(&rules::RESERVE, spent);
    turn.record(&rules::RESERVE, into);
    true
}

fn charge(turn: &mut Cycle<'_>, ship: &Ship, energy: u32) -> bool {
    let (unit, hold) = (turn.state().unit(ship), turn.state().hold(ship));
    let room = turn.game().capacitor(unit).saturating_sub(hold.capacitor) / 2;
    let points = energy.min(hold.battery).min(room);
    drawn(turn, ship, points, Event::Charged { ship: ship.clone(), amount: 2 * points })
}

fn brace(turn: &mut Cycle<'_>, ship: &Ship, shield: u8, energy: u32) -> bool {
    let (unit, hold) = (turn.state().unit(ship), turn.state().hold(ship));
    let at = usize::from(shield).saturating_sub(1);
    let bare = hold.reinforced.get(at).is_some_and(|points| *points == 0);
    let shielded = bare && !unit.shields.is_empty();
    let points = if shielded { energy.min(hold.battery) } else { 0 };
    drawn(turn, ship, points, Event::Braced { ship: ship.clone(), shield, points })
}

/// How many points of each volley reserve power is to take before the field (md12).
fn screen(turn: &mut Cycle<'_>, ship: &Ship, points: u32) -> bool {
    let able = turn.game().is_advanced(turn.state().unit(ship));
    if !able || turn.state().hold(ship).screen == Some(points) {
        return false;
    }
    turn.record(&rules::X_FIELD, Event::Screened { ship: ship.clone(), points });
    true
}

/// A fighter lands in a bay in its hex (md68).
fn land(turn: &mut Cycle<'_>, line: &Line<'_>, ship: &Ship, on: &Ship) {
    let game = turn.game();
    let open = &turn.state().open;
    let own = |name: &Ship| open.units.get(name).filter(|u| u.is_here() && u.side == line.side);
    let Some((unit, carrier)) = own(ship).zip(own(on)) else { return };
    let aboard = open.units.values().filter(|u| u.status == Status::Aboard(on.clone())).count();
    let bays = usize::try_from(game.left(carrier, Part::Shuttle)).unwrap_or(0);
    let fits = game.class(unit).is_fighter() && !game.class(carrier).is_fighter() && aboard < bays;
    if unit.at != carrier.at || !fits || unit.launched == Some(open.now()) {
        return;
    }
    turn.record(&rules::SCRAMBLE, Event::Landed { ship: ship.clone(), on: on.clone() });
    let reason = Reason::Landed { ship: ship.clone() };
    answer(turn, line, Fate::done(&rules::SCRAMBLE, reason));
}

/// A fighter takes off from its carrier's hex, if fewer than two did so in this impulse (md68).
fn scramble(turn: &mut Cycle<'_>, line: &Line<'_>, ship: &Ship, started: &mut BTreeMap<Ship, u32>) {
    let open = &turn.state().open;
    let Some(unit) = open.units.get(ship).filter(|unit| unit.side == line.side) else { return };
    let Status::Aboard(home) = &unit.status else { return };
    let Some(carrier) = open.units.get(home).filter(|carrier| carrier.is_here()) else { return };
    let number = started.entry(home.clone()).or_default();
    if *number >= 2 {
        return;
    }
    *number += 1;
    let (from, at, facing) = (home.clone(), carrier.at, carrier.facing);
    turn.record(&rules::SCRAMBLE, Event::Scrambled { ship: ship.clone(), from, at, facing });
    let reason = Reason::TookOff { ship: ship.clone() };
    answer(turn, line, Fate::done(&rules::SCRAMBLE, reason));
}

//! The movement segment: ships, then missiles, then what strikes.

use super::plots::Plots;
use super::{Cycle, Line, departs, seeking, sides, used};
use crate::engine::Rule;
use crate::engine::board::{Board, Hex};
use crate::games::mechad::Mechad;
use crate::games::mechad::events::{Event, Exit, Way};
use crate::games::mechad::impulses::moves;
use crate::games::mechad::motion::Entered;
use crate::games::mechad::names::{Hx, Missile, Ship};
use crate::games::mechad::order::{Leg, Order};
use crate::games::mechad::reasons::Reason;
use crate::games::mechad::rules;
use crate::games::mechad::state::{Hold, Open, Target, Unit};

/// What a ship does, decided before anything moves.
struct Move {
    ship: Ship,
    entry: Entered,
    followed: Option<Followed>,
}

/// A course by its place in the plot, and the moves that are then made of it.
#[derive(Clone, Copy)]
struct Followed {
    course: u32,
    legs: u32,
}

/// Everything moves, then seeking weapons strike.
pub fn segment(turn: &mut Cycle<'_>, plots: &Plots) {
    speeds(turn);
    let mut all = decided(turn, plots);
    for at in 0..all.len() {
        let Move { ship, entry, followed } = &all[at];
        let (ship, entry, followed) = (ship.clone(), *entry, *followed);
        if let Some(shift) = enter(turn, &ship, entry, followed) {
            for later in &mut all[at + 1..] {
                later.entry.to = shifted(later.entry.to, shift);
            }
        }
    }
    missiles(turn);
    seeking::strike(turn);
}

/// Speeds change that are allocated to change in this impulse (md95).
fn speeds(turn: &mut Cycle<'_>) {
    let impulse = turn.state().open.impulse;
    for ship in super::ships(turn, Unit::is_here) {
        let plan = turn.state().hold(&ship).plan.as_ref();
        if let Some(speed) = plan.and_then(|plan| plan.changes.get(&impulse).copied()) {
            turn.record(&rules::SPEED_CHANGE, Event::Sped { ship, speed });
        }
    }
}

/// A hex after the map floated.
pub fn shifted(at: Hx, (columns, rows): (i16, i16)) -> Hx {
    Hex::new(at.0.column() + columns, at.0.row() + rows).map_or(at, Hx)
}

/// What every ship does whose speed lets it move in this impulse (md51).
fn decided(turn: &mut Cycle<'_>, plots: &Plots) -> Vec<Move> {
    let game = turn.game();
    let mut all = Vec::new();
    for side in sides(turn) {
        let lines = plots.lines(turn, &side);
        let open = &turn.state().open;
        let impulse = open.impulse;
        let movers: Vec<Ship> = open
            .here()
            .filter(|(_, unit)| unit.side == side && moves(unit.speed, impulse))
            .map(|(ship, _)| ship.clone())
            .collect();
        for ship in movers {
            let (unit, hold) = (turn.state().unit(&ship).clone(), turn.state().hold(&ship).clone());
            let mut made: Option<(&Line<'_>, Rule, Move)> = None;
            let mut course = 0;
            for line in lines.iter().filter(|line| line.order.ship() == Some(&ship)) {
                let found = steered(game, &turn.state().open, (&unit, &hold, course), &line.order);
                course += u32::from(matches!(&*line.order, Order::Course { .. }));
                let Some((entry, followed, rule)) = found else { continue };
                // A plotted course comes before a rule for steering.
                let better = |made: &Move| made.followed.is_none() && followed.is_some();
                if made.as_ref().is_none_or(|(_, _, made)| better(made)) {
                    made = Some((line, rule, Move { ship: ship.clone(), entry, followed }));
                }
            }
            let Some((line, rule, made)) = made else {
                let entry = game.step(&unit, Leg::Ahead(1));
                all.push(Move { ship, entry, followed: None });
                continue;
            };
            used(turn, line, &rule, Reason::Steered { ship });
            all.push(made);
        }
    }
    all
}

/// Where an order brings its ship now, what is then made of which course, and by what rule. `course` is
/// the number of courses of the ship before this order.
fn steered(
    game: &Mechad,
    open: &Open,
    (unit, hold, course): (&Unit, &Hold, u32),
    order: &Order,
) -> Option<(Entered, Option<Followed>, Rule)> {
    match order {
        Order::Course { legs, when, .. } => {
            let so = when.as_ref().is_none_or(|when| game.is_so(open, when));
            let leg = Some(legs).filter(|_| so);
            let made = hold.legs.get(&course).copied().unwrap_or(0);
            let (entry, legs) = leg.and_then(|legs| game.leg(unit, legs, made))?;
            Some((entry, Some(Followed { course, legs }), rules::TURN_MODE))
        }
        Order::Steer { ship, by, at } => {
            Some((game.steer(open, ship, unit, *by, at), None, rules::STEER))
        }
        Order::Build { .. }
        | Order::Place { .. }
        | Order::Outfit { .. }
        | Order::Allocate(_)
        | Order::Fire { .. }
        | Order::Cannon { .. }
        | Order::Launch { .. }
        | Order::Defend { .. }
        | Order::Raise { .. }
        | Order::Reserve { .. }
        | Order::Board { .. }
        | Order::Raid { .. }
        | Order::Chaff { .. }
        | Order::Weasel { .. }
        | Order::Scramble { .. }
        | Order::Land { .. }
        | Order::Break(_)
        | Order::Surrender => None,
    }
}

/// A ship enters a hex. Returns by how much the map floated, if it did (md69).
fn enter(
    turn: &mut Cycle<'_>,
    ship: &Ship,
    entry: Entered,
    followed: Option<Followed>,
) -> Option<(i16, i16)> {
    let game = turn.game();
    if !turn.state().unit(ship).is_here() {
        return None;
    }
    let map = game.scenario.map();
    let mut entry = entry;
    let mut shift = None;
    let mut stays = false;
    if !map.holds(&entry.to.0) {
        shift = float(turn, entry.to);
        if let Some(by) = shift {
            let event = Event::Floated { columns: by.0, rows: by.1 };
            turn.record(&rules::FLOATING, event);
            entry.to = shifted(entry.to, by);
        } else {
            let unit = turn.state().unit(ship);
            let side = &game.scenario.sides[&unit.side];
            if side.lets_out(entry.facing) {
                let any = side.leaves.is_empty();
                let rule = if any { rules::FLOATING } else { rules::DIRECTIONS };
                departs(turn, ship, &rule, Exit::Edge);
                return None;
            }
            stays = true;
        }
    }
    if let Some(Followed { course, legs }) = followed {
        let event = Event::Followed { ship: ship.clone(), course, legs };
        turn.record(&rules::TURN_MODE, event);
    }
    if stays {
        let Entered { facing, way, .. } = entry;
        turn.record(&rules::DIRECTIONS, Event::Stayed { ship: ship.clone(), facing, way });
        return None;
    }
    let (from, rule) = (
        turn.state().unit(ship).at,
        match entry.way {
            Way::Ahead => rules::CHART,
            Way::Turned => rules::TURN_MODE,
            Way::Slipped => rules::SLIP,
        },
    );
    let Entered { to, facing, way } = entry;
    turn.record(&rule, Event::Moved { ship: ship.clone(), from, to, facing, way });
    shift
}

/// By how much everything on the map is to be shifted for a hex beyond it; `None` if it does not
/// fit. Columns are shifted by an even number, so that hexes stay beside each other.
pub fn float(turn: &Cycle<'_>, to: Hx) -> Option<(i16, i16)> {
    let open = &turn.state().open;
    let units = open.here().map(|(_, unit)| unit.at);
    let places = units.chain(open.missiles.values().map(|flying| flying.at)).chain([to]);
    fitted(turn.game().scenario.board, &places.collect::<Vec<_>>())
}

/// By how much places are to be shifted so that all are on a map of so many columns and rows.
pub fn fitted((columns, rows): (u16, u16), places: &[Hx]) -> Option<(i16, i16)> {
    let axis = |of: fn(&Hx) -> i16, size: u16, even: bool| {
        let (least, most) = (places.iter().map(of).min()?, places.iter().map(of).max()?);
        let size = i16::try_from(size).ok()?;
        if least >= 1 && most <= size {
            return Some(0);
        }
        let spare = size - (most - least + 1);
        let by = spare.max(0) / 2 + 1 - least;
        let by = if even && by % 2 != 0 { by + 1 } else { by };
        (spare >= 0 && least + by >= 1 && most + by <= size).then_some(by)
    };
    let columns = axis(|at| at.0.column(), columns, true)?;
    let rows = axis(|at| at.0.row(), rows, false)?;
    Some((columns, rows))
}

/// Drones and plasma torpedoes move towards their targets (md61, md62).
fn missiles(turn: &mut Cycle<'_>) {
    let game = turn.game();
    let numbers = &game.format.numbers;
    let names: Vec<Missile> = turn.state().open.missiles.keys().cloned().collect();
    for missile in names {
        let open = &turn.state().open;
        let flying = open.missiles[&missile].clone();
        let speed = if flying.plasma { &numbers.plasma_speed } else { &numbers.drone_speed };
        let goal = turn.state().secret.aims.get(&missile);
        let goal = goal.and_then(|ship| open.place(&Target::Ship(ship.clone())));
        let rule = if flying.plasma { rules::PLASMA } else { rules::DRONE };
        let spent = game.is_spent(&flying, flying.travelled, open.now());
        let Some(goal) = goal.filter(|_| !spent) else {
            turn.record(&rule, Event::Expired { missile });
            continue;
        };
        if !moves(speed.value, open.impulse) || flying.since == open.now() || flying.at == goal {
            continue;
        }
        match game.homing(flying.at, flying.facing, goal) {
            Some((to, facing)) => turn.record(&rule, Event::Homed { missile, to, facing }),
            None => turn.record(&rule, Event::Expired { missile }),
        }
    }
}

//! The squadrons that come to the rescue (md81).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::movement::{float, shifted};
use super::{Cycle, ships};
use crate::engine::board::{Board, Facing};
use crate::games::mechad::aim::toward;
use crate::games::mechad::events::Event;
use crate::games::mechad::names::{Class, Hx, Ship, Side};
use crate::games::mechad::rules;
use crate::games::mechad::scenario::Role;

/// Before energy is allocated a die is added to the total; squadrons arrive whose number it reaches.
pub fn comes(turn: &mut Cycle<'_>, number: u32) {
    let game = turn.game();
    if !game.scenario.has_rescuers() {
        return;
    }
    let mut draw = turn.chance().draw(&["rescue", &number.to_string()]);
    let (die, name) = (draw.die(6), draw.name());
    let total = turn.state().open.rescue + u32::from(die);
    turn.record_drawn(&rules::RESCUE, name, Event::Gathered { die, total });
    for (at, needed, _) in game.squadrons() {
        if total >= needed && turn.state().open.squadrons < at {
            arrive(turn, at);
        }
    }
}

/// The ships of a squadron: those that the scenario lists, and those that players chose.
fn squadron(turn: &Cycle<'_>, at: u32) -> Vec<(Ship, Class, Side)> {
    let scenario = &turn.game().scenario;
    let row = usize::try_from(at - 1).ok().and_then(|at| scenario.rescue.get(at));
    let listed = row.into_iter().flatten().map(|ship| {
        let row = &scenario.ships[ship];
        (ship.clone(), row.class.clone(), row.side.clone())
    });
    let mut all: Vec<(Ship, Class, Side)> = listed.collect();
    for (side, force) in scenario.arriving(at) {
        let chosen = turn.state().secret.musters.get(side).unwrap_or(&force.default);
        let named = (1..).zip(chosen);
        all.extend(named.map(|(n, class)| (Ship::built(side, n), class.clone(), side.clone())));
    }
    all
}

/// A squadron arrives, each ship beside the first one of its side.
fn arrive(turn: &mut Cycle<'_>, at: u32) {
    let all = squadron(turn, at);
    turn.record(&rules::RESCUE, Event::Arrived { squadron: at });
    let mut leaders: BTreeMap<Side, Ship> = BTreeMap::new();
    for (ship, class, side) in all {
        let leader = leaders.entry(side.clone()).or_insert_with(|| ship.clone()).clone();
        let at = match turn.state().open.units.get(&leader) {
            Some(unit) => beside(turn, &side, unit.at),
            None => first(turn, &side),
        };
        let facing = nearest(turn, at).and_then(|mechad| toward(at, mechad));
        let (facing, speed) =
            (facing.unwrap_or(Facing::D), turn.game().format.numbers.top_speed.value);
        let event =
            Event::Joined { ship, class, side, at, facing, speed, rescue: true, aboard: None };
        turn.record(&rules::RESCUE, event);
    }
}

/// Where the Mechad ships stand.
fn mechads(turn: &Cycle<'_>) -> Vec<Hx> {
    let game = turn.game();
    let raids = ships(turn, |unit| {
        let raider = game.scenario.sides[&unit.side].role == Role::Raider;
        unit.is_here() && raider && !game.class(unit).is_fighter()
    });
    raids.iter().map(|ship| turn.state().unit(ship).at).collect()
}

/// The Mechad ship that is nearest to a hex.
fn nearest(turn: &Cycle<'_>, at: Hx) -> Option<Hx> {
    mechads(turn).into_iter().min_by_key(|mechad| mechad.0.distance(at.0))
}

/// By how many hexes a place is not as far from the nearest Mechad ship as rescuers are to come; `None`
/// if it does not lie in a direction in which they may leave, or if somebody stands there.
fn misplaced(turn: &Cycle<'_>, side: &Side, at: Hx) -> Option<u32> {
    let game = turn.game();
    let row = &game.scenario.sides[side];
    let free = !turn.state().open.here().any(|(_, unit)| unit.at == at);
    let Some(mechad) = nearest(turn, at) else { return free.then_some(0) };
    let ahead = toward(mechad, at).is_some_and(|to| row.lets_out(to));
    let far = mechad.0.distance(at.0).abs_diff(game.format.numbers.rescue_range.value);
    (free && ahead).then_some(far)
}

/// Where the first ship of a squadron comes in. If no place on the map is as far away as it should be,
/// the map floats towards one; if it cannot, they come as near to that as the map allows.
fn first(turn: &mut Cycle<'_>, side: &Side) -> Hx {
    let game = turn.game();
    let map = game.scenario.map();
    let wanted = i16::try_from(game.format.numbers.rescue_range.value).unwrap_or(i16::MAX);
    let middle = i16::try_from(game.scenario.board.0 / 2).unwrap_or(i16::MAX);
    let centred = |at: &Hx| (at.0.column().abs_diff(middle), *at);
    let rings = mechads(turn).into_iter().flat_map(|mechad| mechad.0.ring(wanted)).map(Hx);
    let exact = rings.filter(|at| misplaced(turn, side, *at) == Some(0));
    let reached = exact.filter(|at| map.holds(&at.0) || float(turn, *at).is_some());
    if let Some(at) = reached.min_by_key(|at| (!map.holds(&at.0), centred(at))) {
        if map.holds(&at.0) {
            return at;
        }
        if let Some(by) = float(turn, at) {
            turn.record(&rules::FLOATING, Event::Floated { columns: by.0, rows: by.1 });
            return shifted(at, by);
        }
    }
    let places = map.places().into_iter().map(Hx);
    let places = places.filter_map(|at| Some((misplaced(turn, side, at)?, centred(&at))));
    places.min().map_or_else(|| Hx(map.places()[0]), |(_, (_, at))| at)
}

/// Where another ship of a squadron comes in, near its first one.
fn beside(turn: &Cycle<'_>, side: &Side, leader: Hx) -> Hx {
    let map = turn.game().scenario.map();
    let places = leader.0.spiral(12).into_iter().filter(|at| map.holds(at)).map(Hx);
    let places = places.filter_map(|at| {
        let far = misplaced(turn, side, at)?;
        Some((Reverse(far == 0), leader.0.distance(at.0), far, at))
    });
    places.min().map_or(leader, |(.., at)| at)
}

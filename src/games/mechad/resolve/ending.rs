//! The end of a turn, the beginning of the next, and the end of the battle.

use std::collections::BTreeSet;

use super::{Cycle, boarding, scores, ships};
use crate::engine::board::{Board, Facing};
use crate::games::mechad::aim::toward;
use crate::games::mechad::events::{Event, Exit};
use crate::games::mechad::format::Part;
use crate::games::mechad::names::{Class, Hx, Ship, Side};
use crate::games::mechad::rules;
use crate::games::mechad::scenario::{Role, Victory};
use crate::games::mechad::state::{Status, Step, Unit};

/// A turn begins: rescuers come, then the table waits for energy (md81, md52).
pub fn begin_turn(turn: &mut Cycle<'_>, number: u32) {
    turn.next_moment();
    turn.record(&rules::SEQUENCE_OF_PLAY, Event::TurnBegan { turn: number });
    rescue(turn, number);
    turn.record(&rules::ENERGY, Event::StepBegan { step: Step::Allocation, until: 0 });
}

/// The last things of a turn: repairs, disengagement, perhaps the end (md50).
pub fn end_turn(turn: &mut Cycle<'_>) {
    let number = turn.state().open.turn;
    boarding::fight(turn);
    repairs(turn);
    emergencies(turn);
    decks(turn);
    accelerate(turn);
    turn.record(&rules::SEQUENCE_OF_PLAY, Event::TurnEnded { turn: number });
    if is_over(turn) || number >= turn.game().scenario.turns {
        finish(turn);
        return;
    }
    begin_turn(turn, number + 1);
}

/// Before energy is allocated a die is added to the total of the rescuers (md81).
fn rescue(turn: &mut Cycle<'_>, number: u32) {
    let game = turn.game();
    let scenario = &game.scenario;
    let listed = |at: u32| {
        let row = usize::try_from(at - 1).ok().and_then(|at| scenario.rescue.get(at));
        row.map_or(&[][..], Vec::as_slice)
    };
    let comes = |at: u32| !listed(at).is_empty() || scenario.arriving(at).next().is_some();
    if !(1..=2).any(comes) {
        return;
    }
    let mut draw = turn.chance().draw(&["rescue", &number.to_string()]);
    let (die, name) = (draw.die(6), draw.name());
    let total = turn.state().open.rescue + u32::from(die);
    turn.record_drawn(&rules::RESCUE, name, Event::Gathered { die, total });
    let numbers = &game.format.numbers;
    let needed = [numbers.first_rescue.value, numbers.second_rescue.value];
    for (squadron, needed) in (1..).zip(needed) {
        if total < needed || turn.state().open.squadrons >= squadron || !comes(squadron) {
            continue;
        }
        turn.record(&rules::RESCUE, Event::Arrived { squadron });
        let listed = listed(squadron).iter().map(|ship| {
            let row = &scenario.ships[ship];
            (ship.clone(), row.class.clone(), row.side.clone())
        });
        let mut all: Vec<(Ship, Class, Side)> = listed.collect();
        for (side, force) in scenario.arriving(squadron) {
            let chosen = turn.state().secret.musters.get(side).unwrap_or(&force.default);
            let numbered = (1..).zip(chosen);
            all.extend(
                numbered.map(|(n, class)| (Ship::built(side, n), class.clone(), side.clone())),
            );
        }
        for (place, (ship, class, side)) in (0..).zip(all) {
            let (at, facing) = station(turn, &side, place);
            let (speed, aboard) = (numbers.top_speed.value, None);
            let event =
                Event::Joined { ship, class, side, at, facing, speed, rescue: true, aboard };
            turn.record(&rules::RESCUE, event);
        }
    }
}

/// Where a rescuer comes in: 30 hexes from the nearest Mechad, in a direction in which its side
/// leaves, as far as the map goes, facing it.
fn station(turn: &Cycle<'_>, side: &Side, place: i16) -> (Hx, Facing) {
    let game = turn.game();
    let open = &turn.state().open;
    let map = game.scenario.map();
    let mechads: Vec<Hx> = open
        .here()
        .filter(|(_, unit)| game.scenario.sides[&unit.side].role == Role::Raider)
        .map(|(_, unit)| unit.at)
        .collect();
    let leaves = &game.scenario.sides[side].leaves;
    let wanted = game.format.numbers.rescue_range.value;
    let nearest = |at: &Hx| mechads.iter().copied().min_by_key(|m| m.0.distance(at.0));
    let fits = |at: &Hx| {
        let free = !open.here().any(|(_, unit)| unit.at == *at);
        let ahead = nearest(at).is_none_or(|m| {
            toward(m, *at).is_some_and(|to| leaves.is_empty() || leaves.contains(&to))
        });
        free && ahead
    };
    let far = |at: &Hx| nearest(at).map_or(0, |m| m.0.distance(at.0).abs_diff(wanted));
    let places = map.places().into_iter().map(Hx).filter(fits);
    let best = places.min_by_key(|at| (far(at), at.0.column().abs_diff(32 + place)));
    let at = best.unwrap_or_else(|| Hx(map.places()[0]));
    let facing = nearest(&at).and_then(|m| toward(at, m)).unwrap_or(Facing::D);
    (at, facing)
}

/// Damage control (md15, md24, md65).
fn repairs(turn: &mut Cycle<'_>) {
    let game = turn.game();
    for ship in ships(turn, |unit| unit.is_here() && !game.class(unit).is_fighter()) {
        let Some(plan) = turn.state().hold(&ship).plan.clone() else { continue };
        let mut points = game.rating(turn.state().unit(&ship), Part::DamageControl);
        let mut seen = BTreeSet::new();
        for part in plan.repair.into_iter().filter(|part| seen.insert(*part)) {
            while points > 0 && turn.state().unit(&ship).gone(part) > 0 {
                let cost = game.format.repair[&part].value;
                let have = turn.state().hold(&ship).repairs.get(&part).copied().unwrap_or(0);
                let once = part == Part::Node;
                let used = if once { 1 } else { points.min(cost.saturating_sub(have)) };
                let rule = match part {
                    Part::Node => rules::NODE_REPAIR,
                    Part::Twm => rules::LOAD,
                    _ => rules::REPAIR,
                };
                points -= used;
                let mended = Event::Mended { ship: ship.clone(), part, points: used };
                turn.record(&rule, mended);
                if have + used >= cost {
                    turn.record(&rule, Event::Repaired { ship: ship.clone(), part });
                }
                if once || used == 0 {
                    break;
                }
            }
        }
    }
}

/// Attempts at emergency repair, of a node until one succeeds (md15, md94).
fn emergencies(turn: &mut Cycle<'_>) {
    let game = turn.game();
    let most = game.format.numbers.emergency_die.value;
    for ship in ships(turn, |unit| unit.is_here() && !game.class(unit).is_fighter()) {
        let Some(plan) = turn.state().hold(&ship).plan.clone() else { continue };
        let mut noded = false;
        for (number, part) in (1_u32..).zip(plan.emergency) {
            let done = part == Part::Node && noded;
            if done || turn.state().unit(&ship).gone(part) == 0 {
                continue;
            }
            let mut draw = turn.chance().draw(&["emergency", ship.as_str(), &number.to_string()]);
            let (die, name) = (draw.die(6), draw.name());
            let event = Event::Attempted { ship: ship.clone(), part, die };
            turn.record_drawn(&rules::EMERGENCY, name, event);
            if u32::from(die) <= most {
                noded |= part == Part::Node;
                turn.record(&rules::EMERGENCY, Event::Repaired { ship: ship.clone(), part });
            }
        }
    }
}

/// Each deck crew loads one launcher or the rails of one fighter in a bay (md25).
fn decks(turn: &mut Cycle<'_>) {
    let game = turn.game();
    for home in ships(turn, Unit::is_here) {
        let mut crews = game.class(turn.state().unit(&home)).deck_crews;
        let aboard = ships(turn, |unit| unit.status == Status::Aboard(home.clone()));
        for ship in aboard {
            let (row, hurt) = {
                let unit = turn.state().unit(&ship);
                (game.class(unit), unit.crippled)
            };
            let full = if row.rails > 0 { row.rails } else { game.format.numbers.reload.value };
            let pace = if row.rails > 0 { game.format.numbers.deck_missiles.value } else { 8 };
            let loads = turn.state().hold(&ship).loads.clone();
            for (mount, load) in loads {
                let store = turn.state().hold(&home).store;
                let count = pace.min(full.saturating_sub(load)).min(store);
                if crews == 0 || count == 0 || hurt {
                    continue;
                }
                crews -= 1;
                let (ship, home) = (ship.clone(), home.clone());
                let (load, store) = (load + count, store - count);
                let event = Event::Rearmed { ship, mount, load, home, store };
                turn.record(&rules::FIGHTER_TRAM, event);
            }
        }
    }
}

/// Ships that put energy into acceleration leave, if they face where they may (md16, md82).
fn accelerate(turn: &mut Cycle<'_>) {
    let game = turn.game();
    for ship in ships(turn, Unit::is_here) {
        let plan = turn.state().hold(&ship).plan.as_ref();
        let wants = plan.is_some_and(|plan| plan.disengage.is_some());
        let unit = turn.state().unit(&ship);
        let warp = 2 * game.left(unit, Part::Warp) >= game.built(unit, Part::Warp);
        let leaves = &game.scenario.sides[&unit.side].leaves;
        let faces = leaves.is_empty() || leaves.contains(&unit.facing);
        if wants && warp && faces {
            let event = Event::Left { ship: ship.clone(), how: Exit::Acceleration };
            turn.record(&rules::ACCELERATION, event);
        }
    }
}

/// True if all ships of one team or another are gone (md70, md89).
pub fn is_over(turn: &Cycle<'_>) -> bool {
    let game = turn.game();
    let open = &turn.state().open;
    let fights = |ship: &Ship| matches!(open.units[ship].status, Status::Here | Status::Aboard(_));
    let group = |ship: &Ship| {
        let row = &game.scenario.sides[&open.units[ship].side];
        match game.scenario.victory {
            Victory::Wager => row.role == Role::Raider,
            Victory::Standard => false,
        }
    };
    let left: BTreeSet<(bool, &str)> = open
        .units
        .keys()
        .filter(|ship| fights(ship))
        .map(|ship| {
            let team = game.scenario.sides[&open.units[ship].side].team.as_str();
            let wager = game.scenario.victory == Victory::Wager;
            (group(ship), if wager { "" } else { team })
        })
        .collect();
    left.len() < 2
}

/// The battle is over.
pub fn finish(turn: &mut Cycle<'_>) {
    let finale = scores::finale(turn.game(), turn.state());
    let rule = match turn.game().scenario.victory {
        Victory::Standard => rules::STANDARD,
        Victory::Wager => rules::END,
    };
    turn.next_moment();
    turn.record(&rule, Event::Ended(finale));
}

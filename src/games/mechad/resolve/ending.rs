//! The end of a turn, the beginning of the next, and the end of the battle.

use std::collections::BTreeSet;

use super::{Cycle, scores, setup, ships};
use crate::engine::board::{Board, Facing};
use crate::games::mechad::aim::toward;
use crate::games::mechad::events::{Event, Exit};
use crate::games::mechad::format::Part;
use crate::games::mechad::names::{Hx, Ship};
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
    repairs(turn);
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
    let squadrons = &game.scenario.rescue;
    if squadrons.is_empty() {
        return;
    }
    let mut draw = turn.chance().draw(&["rescue", &number.to_string()]);
    let (die, name) = (draw.die(6), draw.name());
    let total = turn.state().open.rescue + u32::from(die);
    turn.record_drawn(&rules::RESCUE, name, Event::Gathered { die, total });
    let numbers = &game.format.numbers;
    let needed = [numbers.first_rescue.value, numbers.second_rescue.value];
    for (at, (squadron, needed)) in (1..).zip(squadrons.iter().zip(needed)) {
        if total < needed || turn.state().open.squadrons >= at {
            continue;
        }
        turn.record(&rules::RESCUE, Event::Arrived { squadron: at });
        for (place, ship) in (0..).zip(squadron) {
            let (at, facing) = station(turn, place);
            let mut event = setup::joined(game, ship, at, true);
            if let Event::Joined { facing: to, speed, .. } = &mut event {
                *to = facing;
                *speed = numbers.top_speed.value;
            }
            turn.record(&rules::RESCUE, event);
        }
    }
}

/// Where a rescuer comes in: 30 hexes from the nearest Mechad towards A or B, as far as the map
/// goes, facing it.
fn station(turn: &Cycle<'_>, place: i16) -> (Hx, Facing) {
    let game = turn.game();
    let open = &turn.state().open;
    let map = game.scenario.map();
    let mechads: Vec<Hx> = open
        .here()
        .filter(|(_, unit)| game.scenario.sides[&unit.side].role == Role::Raider)
        .map(|(_, unit)| unit.at)
        .collect();
    let wanted = game.format.numbers.rescue_range.value;
    let nearest = |at: &Hx| mechads.iter().copied().min_by_key(|m| m.0.distance(at.0));
    let fits = |at: &Hx| {
        let free = !open.here().any(|(_, unit)| unit.at == *at);
        let ahead = nearest(at).is_none_or(|m| {
            toward(m, *at).is_some_and(|to| matches!(to, Facing::A | Facing::B | Facing::F))
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
    let finale = scores::finale(turn.game(), &turn.state().open);
    let rule = match turn.game().scenario.victory {
        Victory::Standard => rules::STANDARD,
        Victory::Wager => rules::END,
    };
    turn.next_moment();
    turn.record(&rule, Event::Ended(finale));
}

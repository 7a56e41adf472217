//! The end of a turn, the beginning of the next, and the end of the battle.

use std::collections::BTreeSet;

use super::{Cycle, boarding, departs, rescue, scores, ships};
use crate::games::mechad::events::{Event, Exit};
use crate::games::mechad::format::Part;
use crate::games::mechad::names::Ship;
use crate::games::mechad::rules;
use crate::games::mechad::scenario::{Role, Victory};
use crate::games::mechad::state::{Status, Step, Unit};

/// A turn begins: rescuers come, then the table waits for energy (md81, md52).
pub fn begin_turn(turn: &mut Cycle<'_>, number: u32) {
    turn.next_moment();
    turn.record(&rules::SEQUENCE_OF_PLAY, Event::TurnBegan { turn: number });
    rescue::comes(turn, number);
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
        let faces = game.scenario.sides[&unit.side].lets_out(unit.facing);
        if wants && game.leaves(unit) && faces {
            departs(turn, &ship, &rules::ACCELERATION, Exit::Acceleration);
        }
    }
}

/// True if all ships of one team or another are gone; in the wager fighters are no ships (md70, md89).
pub fn is_over(turn: &Cycle<'_>) -> bool {
    let game = turn.game();
    let open = &turn.state().open;
    let wager = game.scenario.victory == Victory::Wager;
    let fights = |ship: &Ship| {
        let unit = &open.units[ship];
        let counts = !wager || !game.class(unit).is_fighter();
        counts && matches!(unit.status, Status::Here | Status::Aboard(_))
    };
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

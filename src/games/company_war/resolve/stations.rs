//! Bombardment of stations, where the option permits it (cw75).

use std::collections::BTreeSet;

use super::{Cycle, fire, scoring, settle};
use crate::games::company_war::events::Event;
use crate::games::company_war::format::{Kind, Switch};
use crate::games::company_war::names::{Jp, Ship};
use crate::games::company_war::order::{Order, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::Unit;

/// Each side fires once at the stations it was ordered to destroy.
pub fn bombard(turn: &mut Cycle<'_>) {
    if turn.game().switches.bombard == Switch::No {
        return;
    }
    for side in Side::BOTH {
        let mut fired = BTreeSet::new();
        for (given, at) in turn.picked(&side.seat(), asks!(Order::Bombard { at } => *at)) {
            let (rule, done) = if fired.insert(at) {
                match gunners(turn, side, at) {
                    Err(reason) => (&rules::BOMBARD, Err(reason)),
                    Ok(ships) => match debt(turn, side, at, ships.len()) {
                        Some(points) => (&rules::NEGATIVE, Err(Reason::Debt { points })),
                        None => (&rules::BOMBARD, Ok(salvo(turn, side, at, ships))),
                    },
                }
            } else {
                (&rules::BOMBARD, Err(Reason::FiredAlready { at }))
            };
            settle(turn, side, given, rule, done);
        }
    }
}

/// The ships that can fire at a station.
fn gunners(turn: &Cycle<'_>, side: Side, at: Jp) -> Result<Vec<Ship>, Reason> {
    let (game, open) = (turn.game(), &turn.state().open);
    if open.destroyed.contains(&at) {
        return Err(Reason::Ruin { at });
    }
    if game.warships(open, side.other(), at).any(|ship| game.is_stopper(ship)) {
        return Err(Reason::Covered { at });
    }
    let gunner = |ship: &&Ship| game.chart.hulls[*ship].kind != Kind::Dartship;
    let ships: Vec<Ship> = game.warships(open, side, at).filter(gunner).cloned().collect();
    if ships.is_empty() { Err(Reason::NoWarship { at }) } else { Ok(ships) }
}

/// The negative total with which the turn would end, if so many shots can destroy the station and
/// that is too dear (cw48).
fn debt(turn: &Cycle<'_>, side: Side, at: Jp, shots: usize) -> Option<i32> {
    let (game, open) = (turn.game(), &turn.state().open);
    let hits = open.hits.get(&at).copied().unwrap_or(0) as usize;
    let can = hits + shots >= game.format.combat.station_hits as usize;
    Some(game.total_without(open, side, at)).filter(|points| can && *points < 0)
}

fn salvo(turn: &mut Cycle<'_>, side: Side, at: Jp, ships: Vec<Ship>) -> Reason {
    turn.next_moment();
    for ship in ships {
        fire_at(turn, ship, at);
    }
    let hits = turn.state().open.hits.get(&at).copied().unwrap_or(0);
    if hits < turn.game().format.combat.station_hits {
        return Reason::Stands { at };
    }
    scoring::station_lost(turn, side, at);
    Reason::Ruin { at }
}

fn fire_at(turn: &mut Cycle<'_>, ship: Ship, at: Jp) {
    let label = ["bombard", &format!("jp-{at}"), ship.as_str()];
    let attack = turn.game().ratings(&turn.state().open, &Unit::Ship(ship.clone())).attack;
    let fire::Roll { name, dice, within: hit } = fire::roll(turn, &label, attack);
    turn.record_drawn(&rules::BOMBARD, name, Event::Bombarded { ship, at, dice, attack, hit });
}

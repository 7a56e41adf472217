//! Bombardment of stations, where the option permits it (cw75).

use std::collections::BTreeSet;

use super::{Cycle, Sheets, answer, picked, scoring};
use crate::engine::Code;
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::{Kind, Switch};
use crate::games::company_war::orders::Order;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::{Jp, Side};
use crate::games::company_war::state::{Ship, Unit};

/// Each side fires once at the stations it was ordered to destroy.
pub fn bombard(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    if game.switches.bombard == Switch::No {
        return;
    }
    for side in Side::BOTH {
        let asked = picked(turn, orders, side, |order| match order {
            Order::Bombard { at } => Some(*at),
            _ => None,
        });
        let mut fired = BTreeSet::new();
        for (given, at) in asked {
            let points = turn.state().points.get(&side).copied().unwrap_or(0);
            let (code, rule, reason) = if !fired.insert(at) {
                (Code::Failed, &rules::BOMBARD, "your ships have fired at it")
            } else if points + game.format.points.either.station_destroyed < 0 {
                (Code::Failed, &rules::NEGATIVE, "your points do not cover its destruction")
            } else {
                let (code, reason) = salvo(game, turn, side, at);
                (code, &rules::BOMBARD, reason)
            };
            answer(turn, side, given, (code, rule), reason);
        }
    }
}

fn salvo(game: &CompanyWar, turn: &mut Cycle<'_>, side: Side, at: Jp) -> (Code, &'static str) {
    let state = turn.state();
    if state.destroyed.contains(&at) {
        return (Code::Failed, "the station is destroyed");
    }
    if game.warships(state, side.other(), at).any(|ship| game.is_stopper(ship)) {
        return (Code::Failed, "enemy warships cover the station");
    }
    let gunner = |ship: &&Ship| game.chart.hulls[*ship].kind != Kind::Dartship;
    let ships: Vec<Ship> = game.warships(state, side, at).filter(gunner).cloned().collect();
    if ships.is_empty() {
        return (Code::Failed, "no warship of yours lies there");
    }
    turn.next_moment();
    for ship in ships {
        fire(game, turn, ship, at);
    }
    if turn.state().hits.get(&at).copied().unwrap_or(0) < game.format.combat.station_hits {
        return (Code::Done, "the station stands");
    }
    scoring::station_lost(game, turn, (side, at));
    (Code::Done, "the station is destroyed")
}

fn fire(game: &CompanyWar, turn: &mut Cycle<'_>, ship: Ship, at: Jp) {
    let table = &game.format.combat;
    let label = ["bombard", &format!("jp-{at}"), &ship];
    let dice = turn.chance().draw(&label).dice(table.dice, table.sides);
    let attack = game.ratings(turn.state(), &Unit::Ship(ship.clone())).attack;
    let hit = dice.iter().map(|d| u32::from(*d)).sum::<u32>() <= u32::from(attack);
    turn.record(&rules::BOMBARD, Event::Bombarded { ship, at, dice, attack, hit });
}

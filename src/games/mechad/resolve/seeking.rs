//! Seeking weapons strike: trans-warp missiles of the last impulse, then drones and plasma.

use super::Cycle;
use super::decoys::{self, Lure};
use super::launching;
use super::volley::{Blow, Volleys, origin};
use crate::games::mechad::Mechad;
use crate::games::mechad::events::{Event, Kind};
use crate::games::mechad::names::{Hx, Missile, Ship};
use crate::games::mechad::rules;
use crate::games::mechad::state::{Flying, Target, Tram, Unit};

/// All that strikes in this impulse, in one volley for each shield (md22).
pub fn strike(turn: &mut Cycle<'_>) {
    let mut volleys = Volleys::default();
    let now = turn.state().open.now();
    let trams: Vec<Tram> =
        turn.state().open.trams.iter().filter(|tram| tram.since < now).cloned().collect();
    for (number, tram) in (1_u32..).zip(&trams) {
        impact(turn, tram, number, &mut volleys);
    }
    missiles(turn, &mut volleys);
    volleys.resolve(turn, Kind::Seeking);
}

/// The damage of a trans-warp missile of a unit with an adjusted die (md22).
pub fn tram_damage(game: &Mechad, by: &Unit, adjusted: i32) -> u32 {
    if game.is_advanced(by) && adjusted <= 0 {
        return 4;
    }
    let at = usize::try_from(adjusted.clamp(1, 7)).unwrap_or(7);
    game.format.tram_damage.values[at]
}

fn impact(turn: &mut Cycle<'_>, tram: &Tram, number: u32, volleys: &mut Volleys) {
    let game = turn.game();
    let open = &turn.state().open;
    let (ship, target) = (tram.by.clone(), tram.target.clone());
    let by = &open.units[&tram.by];
    let guided = by.is_here() && !by.erratic && Mechad::controls(turn.state().hold(&tram.by));
    let Some(range) = game.range(open, by, &target).filter(|_| guided) else {
        turn.record(&rules::TRAM, Event::Strayed { ship, target });
        return;
    };
    if let Target::Ship(name) = &target
        && decoys::lure(turn, name, &number.to_string()) != Lure::None
    {
        turn.record(&rules::DECOY, Event::Strayed { ship, target });
        return;
    }
    let open = &turn.state().open;
    let by = &open.units[&tram.by];
    let speed = match &target {
        Target::Ship(name) => open.units[name].speed,
        Target::Missile(name) if open.missiles[name].plasma => {
            game.format.numbers.plasma_speed.value
        }
        Target::Missile(_) => game.format.numbers.drone_speed.value,
    };
    let mut modifier = game.format.tram_speed.at(speed)
        + game.format.tram_range.at(game.effective(by, range))
        + game.shift(open, by, &target);
    let is_fighter = game.class(by).is_fighter();
    if is_fighter {
        modifier += 1;
    }
    let from = open.place(&target).map_or(by.at, |at| origin(by, at));
    let now = open.now().to_string();
    let mut draw = turn.chance().draw(&["tram", &now, &number.to_string()]);
    let (die, name) = (draw.die(6), draw.name());
    let by = turn.state().unit(&tram.by);
    let points = tram_damage(game, by, i32::from(die) + modifier);
    let rule = if is_fighter { rules::FIGHTER_TRAM } else { rules::IMPACT };
    let event = Event::Impact { ship, target: target.clone(), die, modifier, points };
    turn.record_drawn(&rule, name, event);
    match target {
        Target::Ship(name) => {
            volleys.add(turn, &name, from, Blow { by: &tram.by, cannon: false, points });
        }
        Target::Missile(missile) => hurt(turn, &missile, points, false),
    }
}

/// A missile is damaged: a drone is destroyed by as many points as it has, a plasma torpedo loses a
/// point of strength for two; whips make it older instead, by all points of them so far (md20, md40).
pub fn hurt(turn: &mut Cycle<'_>, missile: &Missile, points: u32, by_whips: bool) {
    let Some(flying) = turn.state().open.missiles.get(missile) else { return };
    let plasma = flying.plasma;
    let (points, lashed) = if plasma && by_whips { (0, points) } else { (points, 0) };
    let (before, after) = (flying.lashed, flying.lashed + lashed);
    let travelled = after / 2 - before / 2;
    let rule = if by_whips && plasma { rules::WHIP_PLASMA } else { rules::TRAM_TARGET };
    if points + lashed == 0 {
        return;
    }
    turn.record(&rule, Event::Hurt { missile: missile.clone(), points, lashed, travelled });
    let hits = turn.state().open.missiles[missile].hits;
    if !plasma && hits >= turn.game().format.numbers.drone_hits.value {
        turn.record(&rules::DRONE, Event::Expired { missile: missile.clone() });
    }
}

/// Strength of a missile, as it would strike now.
pub(in crate::games::mechad) fn strength(game: &Mechad, flying: &Flying) -> u32 {
    let format = &game.format;
    if !flying.plasma {
        return format.numbers.drone_damage.value;
    }
    let full = u32::try_from(format.plasma.at(flying.travelled)).unwrap_or(0);
    full.saturating_sub(flying.hits / 2)
}

fn missiles(turn: &mut Cycle<'_>, volleys: &mut Volleys) {
    let aims: Vec<(Missile, Ship)> = turn
        .state()
        .secret
        .aims
        .iter()
        .map(|(missile, ship)| (missile.clone(), ship.clone()))
        .collect();
    for (missile, target) in aims {
        let open = &turn.state().open;
        let Some(flying) = open.missiles.get(&missile).cloned() else { continue };
        let there = open.place(&Target::Ship(target.clone())) == Some(flying.at);
        if !there || flying.since == open.now() {
            continue;
        }
        match decoys::lure(turn, &target, missile.as_str()) {
            Lure::None => {}
            Lure::Weasel => {
                turn.record(&rules::DECOY, Event::Lured { ship: target, missile });
                continue;
            }
            Lure::Chaff => {
                turn.record(&rules::DECOY, Event::Expired { missile });
                continue;
            }
        }
        let points = strength(turn.game(), &turn.state().open.missiles[&missile]);
        launching::provoked(turn, &flying.by, &Target::Ship(target.clone()));
        let rule = if flying.plasma { rules::PLASMA } else { rules::DRONE };
        let event = Event::Detonated { missile, target: target.clone(), points };
        turn.record(&rule, event);
        // It strikes the shield that it came to.
        let from = flying.at.0.ahead(flying.facing.opposite(), 1).map_or(flying.at, Hx);
        volleys.add(turn, &target, from, Blow { by: &flying.by, cannon: false, points });
    }
}

//! The direct-fire segment: all fire is decided, then all of it is resolved (md58).

use std::collections::BTreeMap;

use super::deciding::{Decisions, Distortion, Parry, Price, Shot};
use super::plots::Plots;
use super::volley::{Blow, Volleys, origin};
use super::{Cycle, decoys, launching, seeking, sides, used};
use crate::engine::Rule;
use crate::games::mechad::events::{Event, Kind, Store};
use crate::games::mechad::format::{Gun, Lash, Part};
use crate::games::mechad::names::{Hx, Ship};
use crate::games::mechad::order::{Order, Power};
use crate::games::mechad::reasons::Reason;
use crate::games::mechad::rules;
use crate::games::mechad::state::{Target, Unit};

/// Decides and resolves all direct fire of an impulse.
pub fn segment(turn: &mut Cycle<'_>, plots: &Plots) {
    let mut decided = Decisions::default();
    for side in sides(turn) {
        let lines = plots.lines(turn, &side);
        for line in &lines {
            if let Order::Chaff { ship, when } = &*line.order {
                decoys::chaff(turn, line, ship, when.as_ref());
            }
            if let Order::Defend { ship, with, keep } = &*line.order
                && decided.defend(turn, line, ship, (with, *keep))
            {
                let reason = Reason::Defended { ship: ship.clone() };
                used(turn, line, &rules::INTERCEPT, reason);
            }
        }
        for line in &lines {
            if decided.fire(turn, line) {
                used(turn, line, &rules::TOGETHER, Reason::FiredAtLast);
            }
            if decided.cannon(turn, line) {
                used(turn, line, &rules::CANNON, Reason::FiredAtLast);
            }
        }
    }
    decided.settle();
    resolve(turn, decided);
}

fn resolve(turn: &mut Cycle<'_>, decided: Decisions) {
    let (mut volleys, mut peaceful) = (Volleys::default(), Volleys::default());
    for parry in decided.parries {
        resolve_parry(turn, parry);
    }
    for shot in decided.shots {
        let rivals = match &shot.target {
            Target::Ship(name) => {
                let sides = [&shot.ship, name].map(|ship| &turn.state().unit(ship).side);
                turn.game().scenario.rivals(sides[0], sides[1])
            }
            Target::Missile(_) => false,
        };
        launching::provoked(turn, &shot.ship, &shot.target);
        resolve_shot(turn, &shot, if rivals { &mut peaceful } else { &mut volleys });
    }
    let feedback = distort(turn, decided.cannons, &mut volleys);
    volleys.resolve(turn, Kind::Direct);
    peaceful.resolve(turn, Kind::NonViolent);
    feedback.resolve(turn, Kind::Feedback);
}

/// Energy for shots goes.
fn pay(turn: &mut Cycle<'_>, ship: &Ship, (part, count): (Part, u32), price: Price) {
    if turn.game().arming(part) > 0 {
        let event = Event::Discharged { ship: ship.clone(), part, count };
        turn.record(&rules::HEAVY, event);
    }
    for (rule, store, amount) in [
        (rules::CAPACITOR, Store::Capacitor, price.capacitor),
        (rules::X_WHIP, Store::Battery, price.battery),
    ] {
        if amount > 0 {
            turn.record(&rule, Event::Spent { ship: ship.clone(), store, amount });
        }
    }
}

fn resolve_parry(turn: &mut Cycle<'_>, parry: Parry) {
    let Parry { ship, part, mount, by, target, range, price } = parry;
    let game = turn.game();
    let is_fighter = game.class(turn.state().unit(&ship)).is_fighter();
    let power = if is_fighter { Power::Low } else { Power::Standard };
    pay(turn, &ship, (part, 1), price);
    let unit = turn.state().unit(&ship).clone();
    let now = turn.state().open.now();
    let labels = ["parry", &now.to_string(), ship.as_str(), &mount.to_string()];
    let mut draw = turn.chance().draw(&labels);
    let (die, name) = (draw.die(6), draw.name());
    // Nothing makes it harder to hit a missile (md19).
    let lash = game.lash(&unit, power, range, u32::from(die), 0);
    let points = match (part, lash) {
        (Part::Whip, Lash::Points(points)) => points,
        (Part::Whip, Lash::Missed | Lash::Terminated) => 0,
        _ => part.gun().map_or(0, |gun| game.format.guns[&gun].damage(range, i32::from(die))),
    };
    let terminated = part == Part::Whip && lash == Lash::Terminated;
    let (by_ship, hit) = (ship.clone(), points > 0);
    let event = Event::Parried { ship: by_ship, part, mount, by, target, die, hit };
    turn.record_drawn(&rules::INTERCEPT, name, event);
    if terminated {
        terminate(turn, &ship, now);
    }
}

/// Whips rest for the impulses after a termination (md36, md43).
fn terminate(turn: &mut Cycle<'_>, ship: &Ship, now: u32) {
    let numbers = &turn.game().format.numbers;
    let (wait, rule) = if turn.game().is_advanced(turn.state().unit(ship)) {
        (numbers.termination_x.value, rules::X_WHIP)
    } else {
        (numbers.termination.value, rules::TERMINATION)
    };
    turn.record(&rule, Event::Terminated { ship: ship.clone(), until: now + wait });
}

fn resolve_shot(turn: &mut Cycle<'_>, shot: &Shot, volleys: &mut Volleys) {
    let game = turn.game();
    let count = u32::try_from(shot.mounts.len()).unwrap_or(0);
    pay(turn, &shot.ship, (shot.part, count), shot.price);
    let unit = turn.state().unit(&shot.ship).clone();
    let now = turn.state().open.now();
    let first = shot.mounts.first().copied().unwrap_or(0).to_string();
    let labels = ["fire", &now.to_string(), shot.ship.as_str(), &first];
    let mut draw = turn.chance().draw(&labels);
    let dice: Vec<u8> = shot.mounts.iter().map(|_| draw.die(6)).collect();
    let name = draw.name();
    if shot.part == Part::Whip {
        let lash =
            |die: &u8| game.lash(&unit, shot.power, shot.range, u32::from(*die), shot.modifier);
        let results: Vec<Lash> = dice.iter().map(lash).collect();
        let points = |lash: &Lash| if let Lash::Points(points) = lash { *points } else { 0 };
        let points: u32 = results.iter().map(points).sum();
        let terminated = results.contains(&Lash::Terminated);
        let rule = whip_rule(shot);
        let event = Event::Lashed {
            ship: shot.ship.clone(),
            mounts: shot.mounts.clone(),
            target: shot.target.clone(),
            range: shot.range,
            power: shot.power,
            dice,
            modifier: shot.modifier,
            results,
            small: shot.small,
            astern: shot.astern,
        };
        turn.record_drawn(&rule, name, event);
        if terminated {
            terminate(turn, &shot.ship, now);
        }
        land(turn, shot, &unit, points, volleys);
        return;
    }
    let Some(gun) = shot.part.gun() else { return };
    let row = &game.format.guns[&gun];
    let points = dice.iter().map(|die| row.damage(shot.range, i32::from(*die) + shot.modifier));
    let points: u32 = points.sum();
    let rule = if matches!(gun, Gun::Beam | Gun::Light) { rules::BEAM } else { rules::HEAVY };
    let event = Event::Shot {
        ship: shot.ship.clone(),
        part: shot.part,
        mounts: shot.mounts.clone(),
        target: shot.target.clone(),
        range: shot.range,
        dice,
        modifier: shot.modifier,
        points,
    };
    turn.record_drawn(&rule, name, event);
    land(turn, shot, &unit, points, volleys);
}

/// The rule that says most about this fire of whips.
fn whip_rule(shot: &Shot) -> Rule {
    match shot.power {
        _ if shot.small => rules::SMALL,
        Power::Heavy => rules::HEAVY_WHIP,
        Power::Boosted => rules::X_WHIP,
        Power::Low => rules::LOW_POWER,
        Power::Standard if shot.astern => rules::REAR,
        Power::Standard if shot.series => rules::SEQUENCE,
        Power::Standard => rules::WHIP,
    }
}

/// Damage of direct fire joins the volleys, or strikes a missile.
fn land(turn: &mut Cycle<'_>, shot: &Shot, unit: &Unit, points: u32, volleys: &mut Volleys) {
    match &shot.target {
        Target::Missile(missile) => {
            seeking::hurt(turn, missile, points, shot.part == Part::Whip);
        }
        Target::Ship(name) if points > 0 => {
            let blow = Blow { by: &shot.ship, cannon: false, points };
            if shot.part == Part::Ring {
                volleys.envelop(turn, name, blow);
                return;
            }
            let from = origin(unit, turn.state().unit(name).at);
            volleys.add(turn, name, from, blow);
        }
        Target::Ship(_) => {}
    }
}

/// Distortion cannons strike every unit in their hexes, one of them a hex, and feed back (md27 to
/// md32). Returns the feedback.
fn distort(turn: &mut Cycle<'_>, cannons: Vec<Distortion>, volleys: &mut Volleys) -> Volleys {
    let game = turn.game();
    let mut feedback = Volleys::default();
    let mut struck: BTreeMap<Hx, BTreeMap<Ship, Option<u8>>> = BTreeMap::new();
    for Distortion { ship, mount, at, reserve } in cannons {
        let store = if reserve { Store::Battery } else { Store::Cannon };
        let event = Event::Spent { ship: ship.clone(), store, amount: 1 };
        turn.record(&rules::CANNON_ENERGY, event);
        let event = Event::Distorted { ship: ship.clone(), mount, at };
        turn.record(&rules::CANNON_RANGE, event);
        let range = turn.state().unit(&ship).at.0.distance(at.0);
        let back = u32::try_from(game.format.feedback.at(range)).unwrap_or(0);
        if back > 0 {
            let blow = Blow { by: &ship, cannon: true, points: back };
            feedback.add(turn, &ship, at, blow);
        }
        // A second cannon does nothing more, but its owner may have a claim (md31, md85).
        if let Some(units) = struck.get(&at) {
            for (other, shield) in units.clone() {
                let blow = Blow { by: &ship, cannon: true, points: 0 };
                volleys.strike(turn, &other, shield, blow);
            }
            continue;
        }
        let units = distorted(turn, &ship, at, volleys);
        struck.insert(at, units);
    }
    feedback
}

/// A point for every unit in the hex that is not immune, on a shield by die.
fn distorted(
    turn: &mut Cycle<'_>,
    by: &Ship,
    at: Hx,
    volleys: &mut Volleys,
) -> BTreeMap<Ship, Option<u8>> {
    let game = turn.game();
    let now = turn.state().open.now().to_string();
    let mut struck = BTreeMap::new();
    for ship in super::ships(turn, |unit| unit.is_here() && unit.at == at) {
        let unit = turn.state().unit(&ship);
        if game.is_immune(unit) {
            continue;
        }
        let has_shields = !unit.shields.is_empty();
        let mut shield = None;
        if has_shields {
            let mut draw = turn.chance().draw(&["distortion", &now, ship.as_str()]);
            shield = Some(draw.die(6));
        }
        volleys.strike(turn, &ship, shield, Blow { by, cannon: true, points: 1 });
        struck.insert(ship, shield);
    }
    let missiles = turn.state().open.missiles.iter().filter(|(_, flying)| flying.at == at);
    let missiles: Vec<_> = missiles.map(|(name, _)| name.clone()).collect();
    for missile in missiles {
        seeking::hurt(turn, &missile, 1, false);
    }
    struck
}

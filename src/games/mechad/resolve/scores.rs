//! Who won.

use std::collections::BTreeMap;

use crate::engine::Number;
use crate::games::mechad::Mechad;
use crate::games::mechad::format::{Bonus, Level, Part};
use crate::games::mechad::names::{Ship, Side};
use crate::games::mechad::scenario::{Role, Victory};
use crate::games::mechad::state::{Finale, Open, Score, State, Status, Unit};

/// How the battle ended.
pub fn finale(game: &Mechad, state: &State) -> Finale {
    match game.scenario.victory {
        Victory::Standard => standard(game, state),
        Victory::Wager => wager(game, state),
    }
}

/// How a battle stands for a side: its points against the best of others, in hundredths, and the share of
/// boxes that its ships and those of its enemies have left.
pub(in crate::games::mechad) fn standing(game: &Mechad, state: &State, side: &Side) -> i64 {
    let scores = finale(game, state).scores;
    let points = |of: &Side| scores.get(of).map_or(0, |score| i64::from(score.points));
    let other = scores.keys().filter(|of| game.scenario.enemies(side, of));
    let ahead = points(side) - other.map(points).max().unwrap_or(0);
    let boxes = state.open.units.values().map(|unit| {
        let (built, lost) = match unit.status {
            Status::Here | Status::Aboard(_) => game.boxes(unit),
            Status::Away => (0, 0),
            Status::Destroyed | Status::Captured => return 0,
        };
        let left = i64::from(game.points(game.class(unit))) * i64::from(built - lost);
        let left = 100 * left / i64::from(built.max(1));
        if unit.side == *side {
            left
        } else if game.scenario.enemies(side, &unit.side) {
            -left
        } else {
            0
        }
    });
    100 * ahead + boxes.sum::<i64>()
}

/// Points in hundredths for what became of an enemy unit (md70).
fn prize(game: &Mechad, state: &State, (ship, unit): (&Ship, &Unit)) -> u32 {
    let secret = state.secret.holds.get(ship).map_or(0, |hold| hold.options);
    let points = game.points(game.class(unit)) + (unit.options + secret) / 4;
    points * share(game, unit)
}

/// The percent of its points that an enemy scores for a unit (md70).
pub(in crate::games::mechad) fn share(game: &Mechad, unit: &Unit) -> u32 {
    match unit.status {
        _ if unit.prize.is_some() => 100,
        Status::Destroyed | Status::Captured => 100,
        Status::Here | Status::Aboard(_) | Status::Away if unit.crippled => 50,
        Status::Away => 25,
        Status::Here | Status::Aboard(_) => {
            if game.boxes(unit).1 > 0 {
                10
            } else {
                0
            }
        }
    }
}

/// Points that whoever fights Mechads scores besides, in hundredths (md48).
pub(in crate::games::mechad) fn bonus(game: &Mechad, open: &Open, side: &Side) -> u32 {
    if game.switches.balance_bonus != Bonus::Points {
        return 0;
    }
    let enemy = |unit: &&Unit| game.scenario.enemies(side, unit.origin()) && game.is_mechad(unit);
    let own = open.units.values().filter(|unit| unit.origin() == side);
    if own.into_iter().any(|unit| game.is_mechad(unit)) {
        return 0;
    }
    let value: u32 =
        open.units.values().filter(enemy).map(|unit| game.points(game.class(unit))).sum();
    value * percent(game, value)
}

/// The share of the Mechad's points, in hundredths, by their value (md48).
pub fn percent(game: &Mechad, value: u32) -> u32 {
    let step = game.format.numbers.bonus_step.value;
    match value {
        1..=100 => 4 * step,
        101..=200 => 3 * step,
        201..=300 => 2 * step,
        301..=400 => step,
        _ => 0,
    }
}

/// The level of a score against another (md70, md86).
fn level(levels: &BTreeMap<Level, Number>, best: u32, other: u32) -> Option<Level> {
    let ratio = best.saturating_mul(100).checked_div(other).unwrap_or(u32::MAX);
    let reached = Level::ALL.into_iter().filter(|level| ratio >= levels[level].value);
    reached.max_by_key(|level| levels[level].value).filter(|_| best > other)
}

fn standard(game: &Mechad, state: &State) -> Finale {
    let open = &state.open;
    let score = |side: &Side| {
        let enemy = |(_, unit): &(&Ship, &Unit)| game.scenario.enemies(side, unit.origin());
        let prizes = open.units.iter().filter(enemy).map(|unit| prize(game, state, unit));
        let prizes: u32 = prizes.sum();
        // Who has harmed nobody has not fought.
        let fought = prizes >= 100 * game.format.numbers.bonus_from.value;
        let more = if fought { bonus(game, open, side) } else { 0 };
        (prizes + more) / 100
    };
    let points: BTreeMap<Side, u32> =
        game.scenario.sides.keys().map(|side| (side.clone(), score(side))).collect();
    let best = points.values().max().copied().unwrap_or(0);
    let leaders: Vec<&Side> = points.iter().filter(|(_, p)| **p == best).map(|(s, _)| s).collect();
    let united = leaders.windows(2).all(|pair| !game.scenario.enemies(pair[0], pair[1]));
    let winners: Vec<Side> =
        if united && best > 0 { leaders.into_iter().cloned().collect() } else { Vec::new() };
    let others = points.iter().filter(|(side, _)| !winners.contains(side)).map(|(_, p)| *p);
    let second = others.max().unwrap_or(0);
    let scores = points.iter().map(|(side, points)| {
        let won = winners.contains(side);
        let level = if won { level(&game.format.levels, *points, second) } else { None };
        (side.clone(), Score { points: *points, level })
    });
    Finale { scores: scores.collect(), winners, rescue: None }
}

/// Boxes of cargo that a convoy has left (md86).
pub(in crate::games::mechad) fn cargo(game: &Mechad, open: &Open, side: &Side) -> u32 {
    let alive = |unit: &&Unit| !matches!(unit.status, Status::Destroyed | Status::Captured);
    let freighters = open.units.values().filter(|unit| unit.side == *side && !unit.rescue);
    freighters.filter(alive).map(|unit| game.left(unit, Part::Cargo)).sum()
}

/// The convoy counts boxes of cargo, the raiders what each of them destroyed (md86, md87).
fn wager(game: &Mechad, state: &State) -> Finale {
    let open = &state.open;
    let role = |side: &Side| game.scenario.sides[side].role;
    let sides = || game.scenario.sides.keys();
    let mut scores = BTreeMap::new();
    let mut winners = Vec::new();
    let alive = |unit: &&Unit| !matches!(unit.status, Status::Destroyed | Status::Captured);
    let mut lost = false;
    for side in sides().filter(|side| role(side) == Role::Convoy) {
        let points = cargo(game, open, side) + open.stings;
        let divisor = game.format.numbers.convoy_divisor.value;
        let level = level(game.format.wager_levels(), points, divisor);
        lost |= matches!(level, Some(Level::Substantive | Level::Decisive));
        if level.is_some() {
            winners.push(side.clone());
        }
        scores.insert(side.clone(), Score { points, level });
    }
    let raiders: Vec<&Side> = sides().filter(|side| role(side) == Role::Raider).collect();
    let value = |side: &Side| -> u32 {
        let own = open.credits.iter().filter(|(_, owner)| *owner == side);
        own.filter_map(|(ship, _)| game.class(&open.units[ship]).claim()).sum()
    };
    let ship = |unit: &&Unit| !game.class(unit).is_fighter() && alive(unit);
    let survives = |side: &Side| open.units.values().any(|u| u.side == *side && ship(&u));
    let most = raiders.iter().filter(|side| survives(side)).map(|side| value(side)).max();
    for side in &raiders {
        let points = value(side);
        let best = survives(side) && Some(points) == most;
        let alone = raiders.iter().filter(|s| survives(s) && Some(value(s)) == most).count() == 1;
        if best && alone && !lost {
            winners.push((*side).clone());
        }
        scores.insert((*side).clone(), Score { points, level: None });
    }
    let rescue = rescuers(game, state);
    for side in sides().filter(|side| role(side) == Role::Rescue) {
        let score = rescue.clone().unwrap_or(Score { points: 0, level: None });
        if score.level.is_some() {
            winners.push(side.clone());
        }
        scores.insert(side.clone(), score);
    }
    Finale { winners, scores, rescue }
}

/// The rescuers score by the standard, against what the Mechads score on them (md88).
fn rescuers(game: &Mechad, state: &State) -> Option<Score> {
    let units = || state.open.units.iter();
    let came = units().any(|(_, unit)| unit.rescue);
    let of = |is: &dyn Fn(&Unit) -> bool| {
        let those = units().filter(|(_, unit)| is(unit));
        those.map(|unit| prize(game, state, unit)).sum::<u32>() / 100
    };
    let (points, lost) = (of(&|unit| game.is_mechad(unit)), of(&|unit| unit.rescue));
    came.then(|| Score { points, level: level(&game.format.levels, points, lost) })
}

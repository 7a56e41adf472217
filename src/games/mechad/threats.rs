//! What flies at the reader's ships, and what the reader has in flight.

use std::collections::BTreeMap;

use super::Mechad;
use super::impulses::{IMPULSES, moment, moves};
use super::names::{Hx, Missile, Ship};
use super::resolve::seeking::strength;
use super::said::number_of;
use super::sight::View;
use super::state::{Flying, Step, Target, Unit};
use crate::base::words::{count, few, verb};
use crate::page::Table;

/// How far a missile is from a ship.
type Near<'v> = (u32, &'v Missile, &'v Ship);

/// Impulses that a missile is followed ahead, to tell when it strikes at the earliest.
const AHEAD: u32 = 2 * IMPULSES;

/// Missiles that are named together, and groups of them in a sentence.
const NAMED: usize = 3;

/// Sentences on missiles in flight: of enemies first, then the reader's own.
pub(super) fn told(game: &Mechad, view: &View) -> Vec<String> {
    let Some(side) = &view.side else { return Vec::new() };
    let enemies = |flying: &Flying| game.scenario.enemies(side, &flying.side);
    let mut near: BTreeMap<(bool, String), Vec<Near<'_>>> = BTreeMap::new();
    for (missile, flying) in view.open.missiles.iter().filter(|(_, flying)| enemies(flying)) {
        let own = |unit: &Unit| unit.side == *side;
        if let Some((range, ship, _)) = view.open.nearest(flying.at, own) {
            let of = (flying.plasma, game.title(&flying.side));
            near.entry(of).or_default().push((range, missile, ship));
        }
    }
    let mut lines: Vec<String> = near
        .into_iter()
        .map(|((plasma, whose), all)| {
            let kind = number_of(all.len(), if plasma { "plasma torpedo" } else { "drone" });
            let when = |near: &Near<'_>| strikes(game, view, near);
            format!("{kind} of {whose} in flight: {}; {}.", listed(all, when), what(game, plasma))
        })
        .collect();
    let mut trams: BTreeMap<(&Ship, &Ship), usize> = BTreeMap::new();
    for tram in &view.open.trams {
        let Target::Ship(target) = &tram.target else { continue };
        if view.open.units.get(target).is_some_and(|unit| unit.side == *side) {
            *trams.entry((&tram.by, target)).or_default() += 1;
        }
    }
    lines.extend(trams.into_iter().map(|((by, target), many)| {
        let (what, strike) = (number_of(many, "trans-warp missile"), verb(many, "strike"));
        let next = moment(view.open.turn, view.open.now() + 1);
        format!("Under way to {target}: {what} of {by}, which {strike} in {next}.")
    }));
    let own = view.open.missiles.iter().filter(|(_, flying)| flying.side == *side);
    let own: Vec<Near<'_>> =
        own.filter_map(|(missile, flying)| aimed(view, missile, flying)).collect();
    if !own.is_empty() {
        let when = |near: &Near<'_>| {
            let at = arrival(game, view, near)?;
            Some(format!("in {} if all fly on as now", moment(view.open.turn, at)))
        };
        lines.push(format!("Your missiles in flight: {}.", listed(own, when)));
    }
    lines
}

/// Missiles and how far they are from a ship, the nearest first, those together of which the same is to be said.
fn listed(mut all: Vec<Near<'_>>, when: impl Fn(&Near<'_>) -> Option<String>) -> String {
    all.sort_by_key(|(range, missile, ship)| (*range, missile.as_str().len(), *missile, *ship));
    let mut alike: Vec<(u32, &Ship, Option<String>, Vec<&Missile>)> = Vec::new();
    for near in &all {
        let (range, missile, ship) = *near;
        let when = when(near);
        let same = alike
            .iter_mut()
            .find(|(far, at, then, _)| (*far, *at) == (range, ship) && *then == when);
        match same {
            Some((.., missiles)) => missiles.push(missile),
            None => alike.push((range, ship, when, vec![missile])),
        }
    }
    let more: usize = alike.iter().skip(NAMED).map(|(.., missiles)| missiles.len()).sum();
    let rest = (more > 0).then(|| format!("and {more} more"));
    let each = alike.iter().take(NAMED).map(|(range, ship, when, missiles)| {
        let when = when.as_ref();
        let strike = verb(missiles.len(), "strike");
        let when = when.map(|when| format!(" ({strike} {when})")).unwrap_or_default();
        format!("{}, {} from {ship}{when}", few(missiles, NAMED), hexes(*range))
    });
    each.chain(rest).collect::<Vec<_>>().join("; ")
}

/// When a missile strikes the ship that is nearest to it at the earliest, if both fly at each other (md51, md61, md62);
/// `None` if it is spent before.
fn strikes(game: &Mechad, view: &View, near: &Near<'_>) -> Option<String> {
    let (range, missile, ship) = near;
    let (open, numbers) = (&view.open, &game.format.numbers);
    let (flying, unit) = (open.missiles.get(*missile)?, open.units.get(*ship)?);
    let speed = if flying.plasma { numbers.plasma_speed.value } else { numbers.drone_speed.value };
    let next = game.fastest(&Unit { before: unit.speed, ..unit.clone() });
    let plan = view.holds.get(*ship).and_then(|hold| hold.plan.as_ref());
    let changes = plan.map(|plan| plan.changes.values().copied().max().unwrap_or(0));
    let this =
        if open.step == Step::Impulses { changes.unwrap_or(0).max(unit.speed) } else { next };
    let (mut closed, mut travelled) = (0, flying.travelled);
    let first = open.now() + 1;
    let strikes = (first..first + AHEAD).find(|at| {
        let (turn, impulse) = ((at - 1) / IMPULSES + 1, (at - 1) % IMPULSES + 1);
        let own = if turn == open.turn { this } else { next };
        let spent = game.is_spent(flying, travelled, *at);
        let flies = u32::from(moves(speed, impulse));
        travelled += flies;
        closed += flies + u32::from(moves(own, impulse));
        !spent && closed >= *range
    });
    let as_now = arrival(game, view, near).filter(|at| Some(*at) != strikes);
    let as_now = as_now.map(|at| format!(", in {} if all fly on as now", moment(open.turn, at)));
    let earliest = moment(open.turn, strikes?);
    Some(format!("in {earliest} at the earliest{}", as_now.unwrap_or_default()))
}

/// When a missile strikes a ship that goes straight on at the speed that it has (md51, md61, md62); `None` if it does
/// not before it is spent.
fn arrival(game: &Mechad, view: &View, (_, missile, ship): &Near<'_>) -> Option<u32> {
    let (open, numbers) = (&view.open, &game.format.numbers);
    let (flying, unit) = (open.missiles.get(*missile)?, open.units.get(*ship)?);
    let speed = if flying.plasma { numbers.plasma_speed.value } else { numbers.drone_speed.value };
    let (mut at, mut facing, mut goal) = (flying.at, flying.facing, unit.at);
    let mut travelled = flying.travelled;
    let first = open.now() + 1;
    (first..first + AHEAD).find(|now| {
        let impulse = (now - 1) % IMPULSES + 1;
        if moves(unit.speed, impulse) {
            goal = goal.0.ahead(unit.facing, 1).map_or(goal, Hx);
        }
        let spent = game.is_spent(flying, travelled, *now);
        if !spent
            && at != goal
            && moves(speed, impulse)
            && let Some(next) = game.homing(at, facing, goal)
        {
            (at, facing) = next;
            travelled += 1;
        }
        !spent && at == goal
    })
}

/// How far a missile of the reader's has to go, and to which ship.
fn aimed<'v>(view: &'v View, missile: &'v Missile, flying: &Flying) -> Option<Near<'v>> {
    let target = view.aims.get(missile)?;
    let at = view.open.units.get(target).filter(|unit| unit.is_here())?.at;
    Some((flying.at.0.distance(at.0), missile, target))
}

fn hexes(range: u32) -> String {
    if range == 1 { "1 hex".to_owned() } else { format!("{range} hexes") }
}

/// What a missile does, and what stops it.
fn what(game: &Mechad, plasma: bool) -> String {
    let numbers = &game.format.numbers;
    if plasma {
        return format!("speed {}, the weaker the farther it flew", numbers.plasma_speed.value);
    }
    format!(
        "speed {}, {} points of damage, {} points destroy one",
        numbers.drone_speed.value, numbers.drone_damage.value, numbers.drone_hits.value,
    )
}

/// What the columns of the table mean.
pub(super) const KEY: &str =
    "Strikes: its target, else the nearest ship, if all fly straight on as now.";

/// All drones and plasma torpedoes on the map.
pub(super) fn table(game: &Mechad, view: &View) -> Table {
    let numbers = &game.format.numbers;
    let row = |(name, flying): (&Missile, &Flying)| {
        let enemy = |unit: &Unit| game.scenario.enemies(&flying.side, &unit.side);
        let near = view.open.nearest(flying.at, enemy).map(|(range, ship, _)| (range, name, ship));
        let target = aimed(view, name, flying).or(near);
        let strikes = target.and_then(|near| {
            Some(format!("{} in {}", near.2, moment(view.open.turn, arrival(game, view, &near)?)))
        });
        let near = near.map(|(range, _, ship)| format!("{ship}, {}", hexes(range)));
        let points = strength(game, flying).to_string();
        let [kind, points, gone] = if flying.plasma {
            ["plasma torpedo".to_owned(), points, String::new()]
        } else {
            // It still flies in the last impulse of its life, and is gone in the next.
            let gone = flying.since + numbers.drone_life.value + 1;
            let ends = gone.saturating_sub(view.open.now());
            let left = numbers.drone_hits.value.saturating_sub(flying.hits);
            let points = format!("{points}; {left} stop it");
            ["drone".to_owned(), points, count(ends, "impulse")]
        };
        [
            name.to_string(),
            format!("{kind} of {}", game.title(&flying.side)),
            format!("{}, {}", flying.at, flying.facing.direction()),
            near.unwrap_or_default(),
            view.aims.get(name).map(ToString::to_string).unwrap_or_default(),
            strikes.unwrap_or_default(),
            points,
            gone,
        ]
    };
    let columns =
        ["Missile", "Kind", "At, facing", "Nearest", "Target", "Strikes", "Points", "Gone in"];
    Table::new().caption("Missiles").lefts(columns).rows(view.open.missiles.iter().map(row))
}

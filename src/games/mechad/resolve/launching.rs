//! Launches: trans-warp missiles, drones, plasma torpedoes, anti-drones.

use std::collections::{BTreeMap, BTreeSet};

use super::plots::Plots;
use super::{Cycle, sides, used};
use crate::engine::Rule;
use crate::games::mechad::events::Event;
use crate::games::mechad::format::Part;
use crate::games::mechad::names::{Missile, Ship};
use crate::games::mechad::order::Order;
use crate::games::mechad::reasons::Reason;
use crate::games::mechad::scenario::{Role, Victory};
use crate::games::mechad::state::{Hold, Mount, Open, Target, Unit};
use crate::games::mechad::{Mechad, rules};

/// A launch that is decided.
struct Launch {
    ship: Ship,
    part: Part,
    mount: u32,
    target: Target,
    rule: Rule,
}

/// All launches are decided, then carried out.
pub fn segment(turn: &mut Cycle<'_>, plots: &Plots) {
    let mut all: Vec<Launch> = Vec::new();
    let mut busy: BTreeMap<Ship, BTreeSet<u32>> = BTreeMap::new();
    for side in sides(turn) {
        for line in plots.lines(turn, &side) {
            let Order::Launch { ship, with, at, ballistic, count, range, from, to, when } =
                &*line.order
            else {
                continue;
            };
            let game = turn.game();
            let open = &turn.state().open;
            let Some(unit) = open.units.get(ship).filter(|u| u.is_here() && u.side == side) else {
                continue;
            };
            let now = (*from..=*to).contains(&open.impulse);
            if !now || when.as_ref().is_some_and(|when| !game.is_so(open, when)) {
                continue;
            }
            let Some(target) = game.resolved(open, ship, at) else { continue };
            let far = game.range(open, unit, &target).unwrap_or(u32::MAX);
            let hold = turn.state().hold(ship);
            if far > range.unwrap_or(u32::MAX) || !game.permits(open, ship, *with, &target) {
                continue;
            }
            let done = busy.entry(ship.clone()).or_default();
            let channels = channels(game, unit).saturating_sub(count_of(done.len()));
            let most = count.unwrap_or(u32::MAX).min(channels);
            let by = (unit, hold, *ballistic);
            let mut mounts: Vec<(u32, Rule)> = launchers(game, open, by, *with, &target)
                .into_iter()
                .filter(|(mount, _)| !done.contains(mount))
                .collect();
            mounts.truncate(usize::try_from(most).unwrap_or(usize::MAX));
            if mounts.is_empty() {
                continue;
            }
            done.extend(mounts.iter().map(|(mount, _)| *mount));
            for (mount, rule) in mounts {
                let (ship, target) = (ship.clone(), target.clone());
                all.push(Launch { ship, part: *with, mount, target, rule });
            }
            let reason = Reason::Launched { ship: ship.clone() };
            used(turn, &line, &rules::TRAM, reason);
        }
    }
    for launch in all {
        carry_out(turn, launch);
    }
}

fn count_of(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Control channels for seeking weapons (md17).
fn channels(game: &Mechad, unit: &Unit) -> u32 {
    if game.class(unit).is_fighter() { 2 } else { game.format.numbers.channels.value }
}

/// The launchers of a kind that may launch at a target now, with the rule that lets them.
pub fn launchers(
    game: &Mechad,
    open: &Open,
    (unit, hold, ballistic): (&Unit, &Hold, bool),
    part: Part,
    target: &Target,
) -> Vec<(u32, Rule)> {
    // Only trans-warp missiles go off without fire control, and nothing does in erratic maneuvers.
    let guided = Mechad::controls(hold) || ballistic && part == Part::Twm;
    let Some(range) = game.range(open, unit, target).filter(|_| guided && !unit.erratic) else {
        return Vec::new();
    };
    let working =
        unit.working(part).filter_map(|(at, mount)| Some((u32::try_from(at + 1).ok()?, mount)));
    let ready = working.filter_map(|(number, mount)| {
        let loaded = hold.loads.get(&number).is_none_or(|load| *load > 0);
        let rule = match part {
            Part::Twm => tram_rule(game, open, unit, mount, (target, range)),
            Part::Rack => drone_rule(game, open, mount, target),
            Part::Add => add_rule(game, open, mount, (target, range)),
            Part::Plasma => {
                let armed = hold.armed.get(&Part::Plasma).copied().unwrap_or(0) > 0;
                let rested = mount.shots(open.now()) == 0;
                let ship = matches!(target, Target::Ship(_));
                let bears = open.place(target).is_some_and(|at| Mechad::bears(unit, mount.arc, at));
                (armed && rested && ship && bears).then_some(rules::PLASMA)
            }
            _ => None,
        };
        rule.filter(|_| loaded && !Mechad::is_loading(hold, number)).map(|rule| (number, rule))
    });
    let mut all: Vec<(u32, Rule)> = ready.collect();
    if part == Part::Plasma {
        let armed = hold.armed.get(&part).copied().unwrap_or(0);
        all.truncate(usize::try_from(armed).unwrap_or(0));
    }
    all
}

/// Range and rate of a launcher of trans-warp missiles (md18, md23, md25).
fn tram_rule(
    game: &Mechad,
    open: &Open,
    unit: &Unit,
    mount: &Mount,
    (target, range): (&Target, u32),
) -> Option<Rule> {
    let (numbers, now) = (&game.format.numbers, open.now());
    let small_ship = game.class(unit).is_fighter();
    let most = if small_ship { numbers.fighter_range } else { numbers.tram_range };
    if range > most.value {
        return None;
    }
    let (gap, turn) = if game.is_advanced(unit) {
        (numbers.tram_x_gap.value, numbers.tram_x_turn.value)
    } else {
        (numbers.tram_gap.value, numbers.tram_turn.value)
    };
    if mount.shots(now) >= turn {
        return None;
    }
    let offensive = mount.within(now, gap) == 0;
    let size = game.size(open, target);
    let near = range <= numbers.defensive_range.value;
    let defensive = game.is_small(unit, size) && near && mount.within(now, 8) < turn;
    if small_ship {
        let waited = now >= game.launches_from(unit);
        let arc = game.covers(unit, mount);
        let free = open.place(target).is_some_and(|at| Mechad::bears(unit, arc, at));
        return (waited && free && (offensive || defensive)).then_some(rules::FIGHTER_TRAM);
    }
    if offensive {
        Some(if range > 10 { rules::TRAM_RANGE } else { rules::TRAM })
    } else {
        defensive.then_some(rules::RATE)
    }
}

/// Drones are launched at ships, from each rack after a pause (md61).
fn drone_rule(game: &Mechad, open: &Open, mount: &Mount, target: &Target) -> Option<Rule> {
    let rested = mount.within(open.now(), game.format.numbers.rack_gap.value) == 0;
    (rested && matches!(target, Target::Ship(_))).then_some(rules::DRONE)
}

/// Anti-drones at missiles beside it; from year 160 on trans-warp missiles too (md26).
fn add_rule(
    game: &Mechad,
    open: &Open,
    mount: &Mount,
    (target, range): (&Target, u32),
) -> Option<Rule> {
    let rested = mount.within(open.now(), game.format.numbers.gun_delay.value) == 0;
    match target {
        Target::Missile(missile) => {
            let drone = open.missiles.get(missile).is_some_and(|flying| !flying.plasma);
            (rested && drone && (1..=3).contains(&range)).then_some(rules::DRONE)
        }
        Target::Ship(_) => {
            let near = range <= game.format.numbers.add_range.value;
            (rested && game.is_refitted() && near).then_some(rules::MOUNT_COST)
        }
    }
}

fn carry_out(turn: &mut Cycle<'_>, launch: Launch) {
    let Launch { ship, part, mount, target, rule } = launch;
    let unit = turn.state().unit(&ship);
    let (at, facing) = (unit.at, unit.facing);
    let close = turn.state().open.place(&target) == Some(at);
    match (part, &target) {
        (Part::Add, Target::Missile(missile)) => {
            let now = turn.state().open.now().to_string();
            let mut draw =
                turn.chance().draw(&["anti-drone", &now, ship.as_str(), &mount.to_string()]);
            let (die, name) = (draw.die(6), draw.name());
            let hit = die <= 3 && turn.state().open.missiles.contains_key(missile);
            let event = Event::Swatted { ship, mount, missile: missile.clone(), die, hit };
            turn.record_drawn(&rule, name, event);
        }
        (Part::Rack | Part::Plasma, Target::Ship(name)) => {
            let missile = Missile::numbered(turn.state().open.launched + 1);
            let plasma = part == Part::Plasma;
            if plasma {
                let event = Event::Discharged { ship: ship.clone(), part, count: 1 };
                turn.record(&rules::PLASMA, event);
            }
            let goal = turn.state().open.place(&target).unwrap_or(at);
            let facing = crate::games::mechad::aim::toward(at, goal).unwrap_or(facing);
            let name = name.clone();
            let launched =
                Event::Launched { ship, mount, missile: missile.clone(), at, facing, plasma };
            turn.record(&rule, launched);
            turn.record(&rules::SIGHT, Event::Aimed { missile, target: name });
        }
        _ => {
            provoked(turn, &ship, &target);
            turn.record(&rule, Event::Fired { ship, mount, target, close });
        }
    }
}

/// A ship of the convoy that fires at a Mechad provokes it (md83): at once, or when what it launched
/// strikes, since nobody knows before what that is aimed at (md75).
pub fn provoked(turn: &mut Cycle<'_>, ship: &Ship, target: &Target) {
    let game = turn.game();
    let Target::Ship(name) = target else { return };
    let Some(unit) = turn.state().open.units.get(ship) else { return };
    let convoy = game.scenario.sides[&unit.side].role == Role::Convoy && !unit.rescue;
    let mechad = game.is_mechad(turn.state().unit(name));
    let known = turn.state().open.provoked.get(ship).is_some_and(|at| at.contains(name));
    if game.scenario.victory == Victory::Wager && convoy && mechad && !known {
        turn.record(&rules::WAGER, Event::Provoked { ship: ship.clone(), at: name.clone() });
    }
}

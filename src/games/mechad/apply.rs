//! The change that each event makes.

use super::Mechad;
use super::events::{Event, Store, Way};
use super::format::{Bears, Item, Part};
use super::names::{Hx, Missile, Ship};
use super::state::{
    Flying, Hold, IMPULSES, Mount, Open, Series, State, Status, Step, Target, Tram, Unit,
};
use super::units::{fresh, lose, mend, stocked};

fn unit<'s>(open: &'s mut Open, ship: &Ship) -> &'s mut Unit {
    open.units.get_mut(ship).expect("a unit of this battle")
}

fn hold<'s>(state: &'s mut State, ship: &Ship) -> &'s mut Hold {
    state.secret.holds.entry(ship.clone()).or_default()
}

fn fire(state: &mut State, ship: &Ship, mounts: &[u32]) {
    let now = state.open.now();
    for mount in mounts {
        let at = usize::try_from(mount.saturating_sub(1)).unwrap_or(usize::MAX);
        if let Some(mount) = unit(&mut state.open, ship).mounts.get_mut(at) {
            mount.fired.retain(|moment| moment + 2 * IMPULSES > now);
            mount.fired.push(now);
        }
    }
}

fn spent(value: &mut u32, amount: u32) {
    *value = value.saturating_sub(amount);
}

fn remove(state: &mut State, missile: &Missile) {
    state.open.missiles.remove(missile);
    state.secret.aims.remove(missile);
    let target = Target::Missile(missile.clone());
    state.open.trams.retain(|tram| tram.target != target);
}

fn gone(state: &mut State, ship: &Ship, status: Status) {
    unit(&mut state.open, ship).status = status;
    let target = Target::Ship(ship.clone());
    state.open.trams.retain(|tram| tram.target != target);
}

/// The change that an event makes.
#[expect(clippy::too_many_lines, reason = "an arm for each event")]
pub fn apply(game: &Mechad, state: &mut State, event: &Event) {
    let now = state.open.now();
    match event {
        Event::StepBegan { step, until } => {
            state.open.step = *step;
            state.open.until = *until;
            if *step == Step::Allocation {
                state.secret.plots.values_mut().for_each(|plot| plot.breaks = 0);
            }
        }
        Event::Joined { class, .. } => {
            if let Some((ship, unit)) = fresh(&game.format.classes[class], event) {
                state.secret.holds.insert(ship.clone(), stocked(game, &unit));
                state.open.units.insert(ship, unit);
            }
        }
        Event::Placed { ship, at } => unit(&mut state.open, ship).at = *at,
        Event::Outfitted { ship, item, count, price } => {
            outfit(game, state, ship, *item, *count, *price);
        }
        Event::Supplied { ship, count, price } => {
            hold(state, ship).store += count;
            unit(&mut state.open, ship).options += price;
        }
        Event::TurnBegan { turn } => begin_turn(state, *turn),
        Event::Gathered { total, .. } => state.open.rescue = *total,
        Event::Arrived { squadron } => state.open.squadrons = *squadron,
        Event::Allocated(plan) => allocated(game, state, plan),
        Event::Loaded { ship, mount, load, store } => {
            let hold = hold(state, ship);
            hold.loads.insert(*mount, *load);
            hold.store = *store;
        }
        Event::Announced { ship, speed, ecm, eccm } => {
            let unit = unit(&mut state.open, ship);
            (unit.speed, unit.ecm, unit.eccm) = (*speed, *ecm, *eccm);
        }
        Event::Energized { ship, strength, powered } => {
            let unit = unit(&mut state.open, ship);
            (unit.field, unit.low) = (*strength, *strength);
            unit.rest = if *powered { 0 } else { unit.rest + 1 };
        }
        Event::Kept { side, orders } => {
            let ships: Vec<Ship> = state
                .open
                .units
                .iter()
                .filter(|(_, unit)| unit.side == *side)
                .map(|(ship, _)| ship.clone())
                .collect();
            for ship in &ships {
                hold(state, ship).legs = 0;
            }
            state.secret.plots.entry(side.clone()).or_default().orders.clone_from(orders);
        }
        Event::ImpulseBegan { impulse, .. } | Event::Halted { impulse } => {
            state.open.impulse = *impulse;
        }
        Event::Moved { ship, to, facing, way, .. } => {
            let unit = unit(&mut state.open, ship);
            (unit.at, unit.facing) = (*to, *facing);
            match way {
                Way::Ahead => (unit.straight, unit.level) = (unit.straight + 1, unit.level + 1),
                Way::Turned => (unit.straight, unit.level) = (1, unit.level + 1),
                Way::Slipped => (unit.straight, unit.level) = (unit.straight + 1, 0),
            }
        }
        Event::Followed { ship, legs } => hold(state, ship).legs = *legs,
        Event::Floated { columns, rows } => floated(state, *columns, *rows),
        Event::Left { ship, .. } => gone(state, ship, Status::Away),
        Event::Homed { missile, to, facing } => {
            if let Some(flying) = state.open.missiles.get_mut(missile) {
                (flying.at, flying.facing) = (*to, *facing);
                flying.travelled += 1;
            }
        }
        Event::Expired { missile } | Event::Detonated { missile, .. } => remove(state, missile),
        Event::Impact { ship, target, .. } | Event::Strayed { ship, target } => {
            let at = state.open.trams.iter().position(|t| t.by == *ship && t.target == *target);
            at.map(|at| state.open.trams.remove(at));
        }
        Event::Raised { ship, strength } => {
            if let Some(plan) = &mut hold(state, ship).plan {
                plan.field = 0;
            }
            let unit = unit(&mut state.open, ship);
            (unit.field, unit.low, unit.rest) = (*strength, 0, 0);
        }
        Event::Scrambled { ship, at, facing, .. } => {
            let speed = game.fastest(&state.open.units[ship]);
            let unit = unit(&mut state.open, ship);
            (unit.status, unit.at, unit.facing) = (Status::Here, *at, *facing);
            (unit.launched, unit.straight) = (Some(now), 1);
            unit.speed = speed;
        }
        Event::Fired { ship, mount, target, close } => {
            fire(state, ship, &[*mount]);
            if let Some(load) = hold(state, ship).loads.get_mut(mount) {
                spent(load, 1);
            }
            let (by, target) = (ship.clone(), target.clone());
            state.open.trams.push(Tram { by, target, since: now, close: *close });
        }
        Event::Launched { ship, mount, missile, at, facing, plasma } => {
            fire(state, ship, &[*mount]);
            if let Some(load) = hold(state, ship).loads.get_mut(mount) {
                spent(load, 1);
            }
            let side = state.open.units[ship].side.clone();
            let flying = Flying {
                side,
                by: ship.clone(),
                plasma: *plasma,
                at: *at,
                facing: *facing,
                travelled: 0,
                hits: 0,
                since: now,
            };
            remove(state, missile);
            state.open.launched += 1;
            state.open.missiles.insert(missile.clone(), flying);
        }
        Event::Aimed { missile, target } => {
            state.secret.aims.insert(missile.clone(), target.clone());
        }
        Event::Swatted { ship, mount, missile, hit, .. } => {
            fire(state, ship, &[*mount]);
            if let Some(load) = hold(state, ship).loads.get_mut(mount) {
                spent(load, 1);
            }
            if *hit {
                remove(state, missile);
            }
        }
        Event::Lashed { ship, mounts, target, results, small, astern, .. } => {
            fire(state, ship, mounts);
            let scored =
                |lash: &super::format::Lash| matches!(lash, super::format::Lash::Points(_));
            let unit = unit(&mut state.open, ship);
            if *astern {
                unit.rear.retain(|moment| moment + 2 * IMPULSES > now);
                unit.rear.extend(mounts.iter().map(|_| now));
            }
            let before = unit.series.take();
            if !small && mounts.len() == 1 {
                let kept = before.filter(|old| old.target == *target && old.last + 1 == now);
                let bonus = kept.is_some_and(|old| old.bonus) || results.iter().any(scored);
                unit.series = Some(Series { target: target.clone(), last: now, bonus });
            }
        }
        Event::Terminated { ship, until } => {
            let unit = unit(&mut state.open, ship);
            (unit.whips_from, unit.series) = (*until, None);
        }
        Event::Shot { ship, mounts, .. } => fire(state, ship, mounts),
        Event::Parried { ship, mount, by, hit, .. } => {
            fire(state, ship, &[*mount]);
            unit(&mut state.open, ship).series = None;
            if *hit {
                let trams = &mut state.open.trams;
                let at = trams.iter().position(|tram| tram.by == *by && tram.since == now);
                at.map(|at| trams.remove(at));
            }
        }
        Event::Distorted { ship, mount, .. } => fire(state, ship, &[*mount]),
        Event::Spent { ship, store, amount } => {
            let hold = hold(state, ship);
            match store {
                Store::Capacitor => spent(&mut hold.capacitor, *amount),
                Store::Cannon => spent(&mut hold.cannon, *amount),
                Store::Battery => spent(&mut hold.battery, *amount),
            }
        }
        Event::Discharged { ship, part, count } => {
            spent(hold(state, ship).armed.entry(*part).or_default(), *count);
        }
        Event::Struck { ship, shield, absorbed, through, .. } => {
            struck(game, state, ship, *shield, (*absorbed, *through));
        }
        Event::Reinforced { ship, shield, points } => {
            let at = usize::from(*shield).saturating_sub(1);
            if let Some(value) = hold(state, ship).reinforced.get_mut(at) {
                spent(value, *points);
            }
        }
        Event::NodeLost { ship } => lose(unit(&mut state.open, ship), Part::Node, 1),
        Event::Damaged { ship, boxes, .. } => {
            for (part, count) in boxes {
                lose(unit(&mut state.open, ship), *part, *count);
            }
            damaged(game, state, ship);
        }
        Event::Hurt { missile, points, travelled } => {
            if let Some(flying) = state.open.missiles.get_mut(missile) {
                flying.hits += points;
                flying.travelled += travelled;
            }
        }
        Event::Crippled { ship } => {
            unit(&mut state.open, ship).crippled = true;
            cripple(game, state, ship);
        }
        Event::Destroyed { ship } => gone(state, ship, Status::Destroyed),
        Event::Provoked { ship, at } => {
            let list = state.open.provoked.entry(ship.clone()).or_default();
            if !list.contains(at) {
                list.push(at.clone());
            }
        }
        Event::Tainted { ship, side } => {
            state.open.tainted.entry(ship.clone()).or_default().push(side.clone());
        }
        Event::Credited { ship, side } => {
            state.open.credits.insert(ship.clone(), side.clone());
        }
        Event::Stung { points, .. } => state.open.stings += points,
        Event::Repaired { ship, part } => {
            mend(unit(&mut state.open, ship), *part);
            hold(state, ship).repairs.remove(part);
            if *part == Part::Twm {
                let unit = &state.open.units[ship];
                let empty = (1..).zip(&unit.mounts).filter(|(_, m)| m.part == Part::Twm);
                let fixed = empty.filter(|(_, m)| m.works()).map(|(n, _)| n).collect::<Vec<u32>>();
                let loads = &mut hold(state, ship).loads;
                for n in &fixed {
                    loads.entry(*n).or_insert(0);
                }
            }
        }
        Event::Mended { ship, part, points } => {
            *hold(state, ship).repairs.entry(*part).or_default() += points;
        }
        Event::Broke { side } => {
            state.secret.plots.entry(side.clone()).or_default().breaks += 1;
        }
        Event::TurnEnded { .. } => state.open.impulse = IMPULSES,
        Event::Surrendered { side } => {
            for unit in state.open.units.values_mut() {
                if unit.side == *side && matches!(unit.status, Status::Here | Status::Aboard(_)) {
                    unit.status = Status::Captured;
                }
            }
        }
        Event::Ended(finale) => {
            state.open.finale = Some(finale.clone());
            state.open.step = Step::Over;
        }
        Event::Contested { .. } => {}
    }
}

fn outfit(game: &Mechad, state: &mut State, ship: &Ship, item: Item, count: u32, price: u32) {
    let part = match item {
        Item::Tram => None,
        Item::Tail => {
            let boxes = game.class(&state.open.units[ship]).tail;
            *unit(&mut state.open, ship).extra.entry(Part::Cargo).or_default() += boxes;
            None
        }
        Item::Twm => Some((Part::Twm, Bears::All)),
        Item::Whip => Some((Part::Whip, Bears::All)),
        Item::Cannon => Some((Part::Cannon, Bears::Fa)),
    };
    unit(&mut state.open, ship).options += price;
    let Some((part, arc)) = part else { return };
    for _ in 0..count {
        let mount = Mount { part, arc, option: true, hits: 0, fired: Vec::new() };
        let unit = unit(&mut state.open, ship);
        unit.mounts.push(mount);
        let number = u32::try_from(unit.mounts.len()).unwrap_or(u32::MAX);
        let reload = game.format.numbers.reload.value;
        if part == Part::Twm {
            let hold = hold(state, ship);
            hold.loads.insert(number, reload);
            hold.store += reload;
        }
    }
    let full = game.capacitor(&state.open.units[ship]);
    if part == Part::Whip && game.scenario.sides[&state.open.units[ship].side].status >= 3 {
        hold(state, ship).capacitor = full;
    }
}

fn begin_turn(state: &mut State, turn: u32) {
    state.open.turn = turn;
    state.open.impulse = 0;
    for unit in state.open.units.values_mut() {
        unit.before = unit.speed;
    }
}

fn allocated(game: &Mechad, state: &mut State, plan: &super::orders::Allocation) {
    let full = game.capacitor(&state.open.units[&plan.ship]);
    let batteries = game.left(&state.open.units[&plan.ship], Part::Battery);
    let kept = if game.is_x() { game.format.numbers.cannon_x.value } else { 0 };
    let hold = hold(state, &plan.ship);
    hold.capacitor = (hold.capacitor + 2 * plan.capacitor).min(full);
    hold.cannon = hold.cannon.min(kept) + plan.cannon;
    hold.battery = (hold.battery + plan.charge).min(batteries);
    hold.armed.clone_from(&plan.arm);
    hold.reinforced.clone_from(&plan.reinforce);
    hold.reinforced.resize(6, 0);
    hold.plan = Some(plan.clone());
}

fn floated(state: &mut State, columns: i16, rows: i16) {
    let shift = |at: &mut Hx| {
        let moved = crate::engine::board::Hex::new(at.0.column() + columns, at.0.row() + rows);
        if let Some(moved) = moved {
            at.0 = moved;
        }
    };
    let units = state.open.units.values_mut().filter(|unit| unit.is_here());
    units.for_each(|unit| shift(&mut unit.at));
    state.open.missiles.values_mut().for_each(|flying| shift(&mut flying.at));
}

fn struck(
    game: &Mechad,
    state: &mut State,
    ship: &Ship,
    shield: Option<u8>,
    (absorbed, through): (u32, u32),
) {
    let has_field = game.class(&state.open.units[ship]).has_field();
    let unit = unit(&mut state.open, ship);
    match shield {
        Some(number) => {
            let at = usize::from(number).saturating_sub(1);
            if let Some(left) = unit.shields.get_mut(at) {
                spent(left, absorbed);
            }
        }
        None if has_field => {
            spent(&mut unit.field, absorbed);
            unit.low = unit.low.min(unit.field);
        }
        // A fighter has points of damage instead of boxes (md49).
        None => *unit.lost.entry(Part::Hull).or_default() += through,
    }
}

/// What is lost with boxes: energy beyond what capacitors and batteries hold, loads of launchers, and
/// the store with the last box of excess damage (md1, md24).
fn damaged(game: &Mechad, state: &mut State, ship: &Ship) {
    let (full, batteries, excess, dead) = {
        let unit = &state.open.units[ship];
        let dead: Vec<u32> = (1..)
            .zip(&unit.mounts)
            .filter(|(_, mount)| mount.part == Part::Twm && !mount.works())
            .map(|(number, _)| number)
            .collect();
        let batteries = game.left(unit, Part::Battery);
        (game.capacitor(unit), batteries, game.left(unit, Part::Excess), dead)
    };
    let hold = hold(state, ship);
    hold.capacitor = hold.capacitor.min(full);
    hold.battery = hold.battery.min(batteries);
    for number in dead {
        hold.loads.insert(number, 0);
    }
    if excess == 0 {
        hold.store = 0;
    }
}

/// A crippled fighter has one whip and no missiles (md49).
fn cripple(game: &Mechad, state: &mut State, ship: &Ship) {
    if !game.class(&state.open.units[ship]).is_fighter() {
        return;
    }
    let mut whips = 0;
    for mount in &mut unit(&mut state.open, ship).mounts {
        if mount.part == Part::Whip {
            whips += 1;
            if whips > 1 {
                mount.hits = mount.boxes();
            }
        }
    }
    hold(state, ship).loads.values_mut().for_each(|load| *load = 0);
}

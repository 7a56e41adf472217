//! The change that each event makes.

use super::Mechad;
use super::changes::{
    allocated, begin_turn, cripple, damaged, entered, fire, floated, hold, outfit, spent, struck,
    taken, unit, wear,
};
use super::events::{Event, Store};
use super::format::Part;
use super::impulses::IMPULSES;
use super::names::{Missile, Ship};
use super::order::Power;
use super::state::{Flying, Mount, Series, State, Status, Step, Target, Tram};
use super::units::{fresh, lose, mend, stocked};

fn remove(state: &mut State, missile: &Missile) {
    state.open.missiles.remove(missile);
    state.secret.aims.remove(missile);
    let target = Target::Missile(missile.clone());
    state.open.trams.retain(|tram| tram.target != target);
}

fn gone(state: &mut State, ship: &Ship, status: Status) {
    unit(&mut state.open, ship).status = status;
    state.open.boarders.remove(ship);
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
        Event::Placed { ship, at, facing, speed } => {
            let unit = unit(&mut state.open, ship);
            unit.at = *at;
            unit.facing = facing.unwrap_or(unit.facing);
            unit.speed = speed.unwrap_or(unit.speed);
            unit.before = unit.speed;
        }
        Event::Mustered { side, classes } => {
            state.secret.musters.insert(side.clone(), classes.clone());
        }
        Event::Outfitted { ship, item, count, price } => {
            outfit(game, state, ship, *item, *count, *price);
        }
        Event::Supplied { ship, count, price } => {
            let hold = hold(state, ship);
            (hold.store, hold.options) = (hold.store + count, hold.options + price);
        }
        Event::Manned { ship, count, price } => {
            let hold = hold(state, ship);
            (hold.parties, hold.options) = (hold.parties + count, hold.options + price);
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
        Event::Announced { ship, speed, ecm, eccm, erratic } => {
            let unit = unit(&mut state.open, ship);
            (unit.speed, unit.ecm, unit.eccm) = (*speed, *ecm, *eccm);
            unit.erratic = *erratic;
        }
        Event::Sped { ship, speed } => {
            let unit = unit(&mut state.open, ship);
            unit.speed = *speed;
            unit.weasel &= *speed <= game.format.numbers.weasel_speed.value;
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
                hold(state, ship).legs.clear();
            }
            state.secret.plots.entry(side.clone()).or_default().orders.clone_from(orders);
        }
        Event::ImpulseBegan { impulse, .. } | Event::Halted { impulse } => {
            state.open.impulse = *impulse;
        }
        Event::Moved { ship, to, facing, way, .. } => {
            let unit = unit(&mut state.open, ship);
            (unit.at, unit.facing) = (*to, *facing);
            entered(unit, *way);
        }
        Event::Stayed { ship, facing, way } => {
            let unit = unit(&mut state.open, ship);
            unit.facing = *facing;
            entered(unit, *way);
        }
        Event::Followed { ship, course, legs } => {
            hold(state, ship).legs.insert(*course, *legs);
        }
        Event::Screened { ship, points } => hold(state, ship).screen = Some(*points),
        Event::Floated { columns, rows } => floated(state, *columns, *rows),
        Event::Left { ship, .. } => gone(state, ship, Status::Away),
        Event::Homed { missile, to, facing } => {
            if let Some(flying) = state.open.missiles.get_mut(missile) {
                (flying.at, flying.facing) = (*to, *facing);
                flying.travelled += 1;
            }
        }
        Event::Expired { missile }
        | Event::Detonated { missile, .. }
        | Event::Lured { missile, .. } => remove(state, missile),
        Event::Impact { ship, target, .. } | Event::Strayed { ship, target } => {
            let at = state.open.trams.iter().position(|t| t.by == *ship && t.target == *target);
            at.map(|at| state.open.trams.remove(at));
        }
        Event::Dropped { ship } => unit(&mut state.open, ship).field = 0,
        Event::Raised { ship, strength } => {
            if let Some(plan) = &mut hold(state, ship).plan {
                plan.field = 0;
            }
            let unit = unit(&mut state.open, ship);
            (unit.field, unit.low, unit.rest) = (*strength, 0, 0);
        }
        Event::Braced { ship, shield, points } => {
            let at = usize::from(*shield).saturating_sub(1);
            if let Some(value) = hold(state, ship).reinforced.get_mut(at) {
                *value += points;
            }
        }
        Event::Charged { ship, amount } => {
            let full = game.capacitor(&state.open.units[ship]);
            let hold = hold(state, ship);
            hold.capacitor = (hold.capacitor + amount).min(full);
        }
        Event::Transported { ship, to, parties } => {
            spent(&mut hold(state, ship).parties, *parties);
            let side = state.open.units[ship].side.clone();
            if state.open.units[to].side == side {
                hold(state, to).parties += parties;
            } else {
                let aboard = state.open.boarders.entry(to.clone()).or_default();
                *aboard.entry(side).or_default() += parties;
            }
        }
        Event::Raided { ship, at, part, hit, lost, .. } => {
            if *lost {
                spent(&mut hold(state, ship).parties, 1);
            }
            if *hit {
                lose(unit(&mut state.open, at), *part, 1);
                damaged(game, state, at);
            }
        }
        Event::Fought { ship, crew, boarders, .. } => wear(state, ship, *crew, boarders),
        Event::Taken { ship, side } => taken(state, ship, side),
        Event::Chaffed { ship, until } => {
            let unit = unit(&mut state.open, ship);
            (unit.chaffed, unit.chaff_until) = (unit.chaffed + 1, *until);
        }
        Event::Weaseled { ship } => {
            let unit = unit(&mut state.open, ship);
            unit.weasel = true;
            lose(unit, Part::Shuttle, 1);
            hold(state, ship).weasel = 0;
        }
        Event::Landed { ship, on } => {
            let at = state.open.units[on].at;
            let unit = unit(&mut state.open, ship);
            (unit.status, unit.at) = (Status::Aboard(on.clone()), at);
            (unit.launched, unit.chaffed, unit.chaff_until) = (None, 0, 0);
        }
        Event::Rearmed { ship, mount, load, home, store } => {
            hold(state, ship).loads.insert(*mount, *load);
            hold(state, home).store = *store;
        }
        Event::Scrambled { ship, at, facing, .. } => {
            let speed = game.fastest(&state.open.units[ship]);
            let unit = unit(&mut state.open, ship);
            (unit.status, unit.at, unit.facing) = (Status::Here, *at, *facing);
            (unit.launched, unit.straight) = (Some(now), 1);
            unit.speed = speed;
        }
        Event::Fired { ship, mount, target, close } => {
            fire(state, ship, &[*mount], 0);
            if let Some(load) = hold(state, ship).loads.get_mut(mount) {
                spent(load, 1);
            }
            let (by, target) = (ship.clone(), target.clone());
            state.open.trams.push(Tram { by, target, since: now, close: *close });
        }
        Event::Launched { ship, mount, missile, at, facing, plasma } => {
            fire(state, ship, &[*mount], 0);
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
                lashed: 0,
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
            fire(state, ship, &[*mount], 0);
            if let Some(load) = hold(state, ship).loads.get_mut(mount) {
                spent(load, 1);
            }
            if *hit {
                remove(state, missile);
            }
        }
        Event::Lashed { ship, mounts, target, results, small, astern, power, .. } => {
            let whip = |mount: &Mount| mount.part == Part::Whip && mount.fired.contains(&now);
            let alone = mounts.len() == 1 && !state.unit(ship).mounts.iter().any(whip);
            fire(state, ship, mounts, super::aim::weight(*power));
            let scored =
                |lash: &super::format::Lash| matches!(lash, super::format::Lash::Points(_));
            let unit = unit(&mut state.open, ship);
            if *astern {
                unit.rear.retain(|moment| moment + 2 * IMPULSES > now);
                unit.rear.extend(mounts.iter().map(|_| now));
            }
            let before = unit.series.take();
            if !small && alone {
                let kept = before.filter(|old| old.target == *target && old.last + 1 == now);
                let bonus = kept.is_some_and(|old| old.bonus) || results.iter().any(scored);
                unit.series = Some(Series { target: target.clone(), last: now, bonus });
            }
        }
        Event::Terminated { ship, until } => {
            let unit = unit(&mut state.open, ship);
            (unit.whips_from, unit.series) = (*until, None);
        }
        Event::Shot { ship, mounts, .. } => fire(state, ship, mounts, 0),
        Event::Parried { ship, mount, by, target, hit, .. } => {
            fire(state, ship, &[*mount], super::aim::weight(Power::Standard));
            unit(&mut state.open, ship).series = None;
            if *hit {
                let trams = &mut state.open.trams;
                let hit = |t: &Tram| t.by == *by && t.target == *target && t.since == now;
                let at = trams.iter().position(hit);
                at.map(|at| trams.remove(at));
            }
        }
        Event::Distorted { ship, mount, .. } => fire(state, ship, &[*mount], 0),
        Event::Spent { ship, store, amount } => {
            let hold = hold(state, ship);
            match store {
                Store::Capacitor => spent(&mut hold.capacitor, *amount),
                Store::Cannon => spent(&mut hold.cannon, *amount),
                Store::Battery => spent(&mut hold.battery, *amount),
                Store::Transporter => spent(&mut hold.beams, *amount),
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
        Event::Hurt { missile, points, lashed, travelled } => {
            if let Some(flying) = state.open.missiles.get_mut(missile) {
                flying.hits += points;
                flying.lashed += lashed;
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
        Event::Contested { .. } | Event::Dazzled { .. } | Event::Attempted { .. } => {}
    }
}

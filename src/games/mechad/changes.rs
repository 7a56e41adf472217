//! The larger changes that events make.

use std::collections::BTreeMap;

use super::Mechad;
use super::events::Way;
use super::format::{Bears, Item, Part};
use super::impulses::IMPULSES;
use super::names::{Hx, Ship, Side};
use super::state::{Hold, Mount, Open, State, Status, Unit};
use super::units::charge;

/// A unit, to be changed.
pub fn unit<'s>(open: &'s mut Open, ship: &Ship) -> &'s mut Unit {
    open.units.get_mut(ship).expect("a unit of this battle")
}

/// What its owner knows of it, to be changed.
pub fn hold<'s>(state: &'s mut State, ship: &Ship) -> &'s mut Hold {
    state.secret.holds.entry(ship.clone()).or_default()
}

/// Weapons are fired now; whips use so many half points of what they can in a turn (md43).
pub fn fire(state: &mut State, ship: &Ship, mounts: &[u32], weight: u32) {
    let now = state.open.now();
    for mount in mounts {
        let at = usize::try_from(mount.saturating_sub(1)).unwrap_or(usize::MAX);
        if let Some(mount) = unit(&mut state.open, ship).mounts.get_mut(at) {
            mount.used = if mount.shots(now) == 0 { weight } else { mount.used + weight };
            mount.fired.retain(|moment| moment + 2 * IMPULSES > now);
            mount.fired.push(now);
        }
    }
}

/// A hex was entered, or would have been: what that means for turns and slips (md54, md55).
pub fn entered(unit: &mut Unit, way: Way) {
    match way {
        Way::Ahead => (unit.straight, unit.level) = (unit.straight + 1, unit.level + 1),
        Way::Turned => (unit.straight, unit.level) = (1, unit.level + 1),
        Way::Slipped => (unit.straight, unit.level) = (unit.straight + 1, 0),
    }
}

/// Less by an amount, at least 0.
pub fn spent(value: &mut u32, amount: u32) {
    *value = value.saturating_sub(amount);
}

/// Boarding parties fall: of the crew those first that never leave the ship (md92).
pub fn wear(state: &mut State, ship: &Ship, crew: u32, boarders: &BTreeMap<Side, u32>) {
    let hold = hold(state, ship);
    let fixed = hold.fixed.min(crew);
    hold.fixed -= fixed;
    spent(&mut hold.parties, crew - fixed);
    if let Some(aboard) = state.open.boarders.get_mut(ship) {
        for (side, lost) in boarders {
            spent(aboard.entry(side.clone()).or_default(), *lost);
        }
        aboard.retain(|_, count| *count > 0);
    }
    state.open.boarders.retain(|_, aboard| !aboard.is_empty());
}

/// A ship changes hands: what was charged and loaded is gone, what is in its bays is captured, and the
/// boarders are its crew (md93).
pub fn taken(state: &mut State, ship: &Ship, side: &Side) {
    let aboard = state.open.boarders.get_mut(ship).and_then(|aboard| aboard.remove(side));
    state.open.boarders.retain(|_, aboard| !aboard.is_empty());
    for other in state.open.units.values_mut() {
        if other.status == Status::Aboard(ship.clone()) {
            other.status = Status::Captured;
        }
    }
    let unit = unit(&mut state.open, ship);
    let origin = unit.origin().clone();
    unit.side = side.clone();
    unit.prize = (origin != *side).then_some(origin);
    let hold = hold(state, ship);
    let loads = hold.loads.keys().map(|mount| (*mount, 0)).collect();
    let parties = aboard.unwrap_or(0);
    let options = hold.options;
    *hold = Hold { parties, loads, options, reinforced: vec![0; 6], ..Hold::default() };
}

/// Commander's options that everybody sees (md90).
pub fn outfit(game: &Mechad, state: &mut State, ship: &Ship, item: Item, count: u32, price: u32) {
    let part = match item {
        Item::Tram | Item::Party => None,
        Item::Bug => {
            // A second load for the bug is in store (md49).
            hold(state, ship).store += game.format.numbers.reload.value;
            None
        }
        Item::Tail => {
            let boxes = game.class(&state.open.units[ship]).tail;
            *unit(&mut state.open, ship).extra.entry(Part::Cargo).or_default() += boxes;
            None
        }
        Item::Twm => Some((Part::Twm, Bears::All)),
        Item::Whip => Some((Part::Whip, Bears::All)),
        Item::Cannon if game.class(&state.open.units[ship]).base => {
            Some((Part::Cannon, Bears::All))
        }
        Item::Cannon => Some((Part::Cannon, Bears::Fa)),
    };
    unit(&mut state.open, ship).options += price;
    let Some((part, arc)) = part else { return };
    for _ in 0..count {
        let option = game.optional(&state.open.units[ship], part) > 0;
        let mount = Mount { part, arc, option, hits: 0, fired: Vec::new(), used: 0 };
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
    let charge = charge(game, &state.open.units[ship]);
    hold(state, ship).capacitor = charge;
}

/// Speeds become those of the last turn; what lasted for a turn is over.
pub fn begin_turn(state: &mut State, turn: u32) {
    state.open.turn = turn;
    state.open.impulse = 0;
    for unit in state.open.units.values_mut() {
        unit.before = unit.speed;
        unit.erratic = false;
        unit.weasel = false;
    }
}

/// What an allocation gives a ship.
pub fn allocated(game: &Mechad, state: &mut State, plan: &super::order::Allocation) {
    let full = game.capacitor(&state.open.units[&plan.ship]);
    let batteries = game.left(&state.open.units[&plan.ship], Part::Battery);
    let transporters = game.left(&state.open.units[&plan.ship], Part::Transporter);
    let x = game.is_advanced(&state.open.units[&plan.ship]);
    let kept = if x { game.format.numbers.cannon_x.value } else { 0 };
    let hold = hold(state, &plan.ship);
    hold.capacitor = (hold.capacitor + 2 * plan.capacitor).min(full);
    hold.cannon = hold.cannon.min(kept) + plan.cannon;
    hold.battery = (hold.battery + plan.charge).min(batteries);
    hold.armed.clone_from(&plan.arm);
    hold.reinforced.clone_from(&plan.reinforce);
    hold.reinforced.resize(6, 0);
    let powered = plan.transport * game.format.numbers.transports.value;
    hold.beams = powered.min(transporters);
    hold.weasel = if plan.weasel { 2.min(hold.weasel + 1) } else { 0 };
    hold.screen = None;
    hold.plan = Some(plan.clone());
}

/// Everything on the map has other coordinates (md69).
pub fn floated(state: &mut State, columns: i16, rows: i16) {
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

/// Shields, fields and fighters take damage.
pub fn struck(
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
pub fn damaged(game: &Mechad, state: &mut State, ship: &Ship) {
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
pub fn cripple(game: &Mechad, state: &mut State, ship: &Ship) {
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

//! What is wrong in orders, judged by what their author can see: the sheet is tried out.

use std::collections::BTreeSet;

use super::acts::Viewpoint;
use super::events::Event;
use super::fire::Checked;
use super::names::{Unit, Zone};
use super::odds::Chances;
use super::order::{Condition, Order};
use super::reasons::Reason;
use super::side::Side;
use super::sight::View;
use super::state::{State, Step};
use super::switches::Exchange;
use super::{CompanyCommander, rules};
use crate::engine::orders::check::{Findings, Life, require};
use crate::engine::orders::matter::overruled;
use crate::engine::{Finding, Given, List, Rules, Sheet, Slot};

/// What is wrong or hardly meant in a sheet.
pub fn findings(
    game: &CompanyCommander,
    view: &View,
    sheet: &Sheet<Order, Condition>,
) -> Vec<Finding<Reason>> {
    let Some(side) = view.side else { return Vec::new() };
    let mut state = view.believed();
    let (mut found, mut settled) = (Findings::default(), BTreeSet::new());
    for line in sheet.given() {
        found.about(line);
        let checked = may_stand(line).and_then(|()| named(game, &state, side, &line.order));
        found.refuse(checked);
        if !found.refuses(line) {
            found.doubt(serves(game, &state, side, line));
        }
    }
    for case in &sheet.contingent {
        if let Condition::Sees(unit) | Condition::SeesNot(unit) = &case.when {
            found.about_case(case);
            let enemy = game.field.units[unit].side != side;
            found.refuse(require(enemy, rules::LISTS, Reason::Yours { unit: unit.clone() }));
        }
    }
    for line in &sheet.orders {
        if !found.refuses(line) {
            found.about(line);
            let tried = tried(game, (&mut state, &mut settled), side, &line.order);
            match line.order.life() {
                Life::Fixed => found.refuse(tried),
                Life::Contingent | Life::Standing => found.doubt(tried),
            }
        }
    }
    let stands = |line: &Given<Order>| !found.refuses(line);
    let idle = overruled(sheet, |line| line.order.matter().filter(|_| stands(line)));
    for (line, by) in idle {
        found.overruled(line, rules::LISTS, by);
    }
    found.end()
}

/// The chances of each attack, at its place in the sheet: as if all lines before it did what they
/// say and hit nobody (cc67).
pub fn odds(
    game: &CompanyCommander,
    view: &View,
    sheet: &Sheet<Order, Condition>,
) -> Vec<(Slot, String)> {
    let Some(side) = view.side else { return Vec::new() };
    let mut state = view.believed();
    let mut odds = Vec::new();
    for line in sheet.orders.iter().filter(|line| may_stand(line).is_ok()) {
        if named(game, &state, side, &line.order).is_err() {
            continue;
        }
        if let Order::Attack { unit, targets, .. } = &line.order {
            for target in targets {
                let Ok(shot) = game.shot(&state, unit, target, false) else { continue };
                let Chances { hit, harm, loss, kill, .. } =
                    game.chances(&state, unit, target, &shot);
                let chances = format!(
                    "an attack hits with {hit}%; the target is suppressed or worse with {harm}%, \
                     loses strength with {loss}%, is destroyed with {kill}%"
                );
                odds.push((line.slot, format!("{unit} at {target}: {chances}")));
            }
        }
        // What cannot be done changes nothing, and stands among the findings.
        let _ = tried(game, (&mut state, &mut BTreeSet::new()), side, &line.order);
    }
    odds
}

/// Which of these orders would be refused alone. What they have in common is looked up once.
pub fn refused(game: &CompanyCommander, view: &View, orders: &[&Order]) -> Vec<bool> {
    let Some(side) = view.side else { return vec![false; orders.len()] };
    let state = view.believed();
    let fails = |order: &&Order| {
        tried(game, (&mut state.clone(), &mut BTreeSet::new()), side, order).is_err()
    };
    let alone = |order: &&Order| {
        let deploys = matches!(order, Order::Deploy { .. });
        named(game, &state, side, order).is_err() || deploys && fails(order)
    };
    orders.iter().map(alone).collect()
}

/// In which list an order may stand (cc65).
fn may_stand(line: &Given<Order>) -> Checked {
    let list = line.slot.list;
    let reason = if list == List::Standing { Reason::OneTurn } else { Reason::Fixed };
    require(line.order.life().fits(list), rules::LISTS, reason)
}

/// Overwatch is for the enemy's turn, and what is ordered for this cycle is gone by then (cc19).
fn serves(game: &CompanyCommander, state: &State, side: Side, line: &Given<Order>) -> Checked {
    let both = game.switches.exchange == Exchange::Both;
    let theirs = state.open.step == Step::Turn && (both || state.open.active != side);
    let late = matches!(line.order, Order::Overwatch { .. }) && line.slot.list != List::Standing;
    require(theirs || !late, rules::OVERWATCH, Reason::OwnTurn)
}

/// What is wrong with an order for good: whose unit it is, whose turn, what numbers.
fn named(game: &CompanyCommander, state: &State, side: Side, order: &Order) -> Checked {
    let desk = Viewpoint { game, state, side };
    if let Some(unit) = order.unit() {
        desk.own(unit)?;
    }
    let both = game.switches.exchange == Exchange::Both;
    let mine = both || state.open.active == side || state.open.step != Step::Turn;
    require(mine || !order.acts(), rules::TURNS, Reason::NotYourTurn)?;
    match order {
        Order::Attack { targets, only_if_chance: least, .. } => {
            require(!targets.is_empty(), rules::ATTACK, Reason::NoTargets)?;
            require(*least <= 100, rules::CONDITIONS, Reason::NoPercent { least: *least })?;
            let own = targets.iter().find(|unit| game.field.units[*unit].side == side);
            let own = own.map(|unit| Reason::Yours { unit: unit.clone() });
            own.map_or(Ok(()), |reason| Err((rules::ATTACK, reason)))
        }
        Order::Move { path, .. } => require(!path.is_empty(), rules::MOVEMENT, Reason::NoPath),
        Order::Overwatch { least, range, .. } => {
            require(*range != Some(0), rules::OVERWATCH, Reason::NoRange)?;
            let least = least.unwrap_or(0);
            require(least <= 100, rules::OVERWATCH, Reason::NoPercent { least })
        }
        Order::Mount { on, .. } => desk.own(on).map(|_| ()),
        Order::Deploy { on, .. } => on.as_ref().map_or(Ok(()), |on| desk.own(on).map(|_| ())),
        Order::Face { .. }
        | Order::Bombard { .. }
        | Order::Smoke { .. }
        | Order::Dismount { .. }
        | Order::Launch { .. }
        | Order::Concede => Ok(()),
    }
}

/// Does an order to what its author believes, as if nothing came in between, and notes for whom a
/// place was ordered.
pub(super) fn tried(
    game: &CompanyCommander,
    (state, settled): (&mut State, &mut BTreeSet<Unit>),
    side: Side,
    order: &Order,
) -> Checked {
    let desk = Viewpoint { game, state: &*state, side };
    let events = match order {
        Order::Deploy { unit, at, facing, on } => {
            let events = desk.deployed((unit, *at, *facing, on.as_ref()), settled)?;
            settled.insert(unit.clone());
            events
        }
        Order::Move { unit, path, fast, facing, .. } => {
            let mut from = state.piece(unit).and_then(super::state::Piece::at);
            let mut events = Vec::new();
            for to in desk.movement(unit, path, *fast)? {
                let step = from.replace(to).unwrap_or(to);
                events.push(Event::Moved { unit: unit.clone(), from: step, to });
            }
            if *fast {
                events.push(Event::Hurried { unit: unit.clone() });
            }
            let turned =
                |facing: &_| Event::Turned { unit: unit.clone(), facing: *facing, counts: false };
            events.extend(facing.iter().map(turned));
            events
        }
        Order::Face { unit, facing } => {
            desk.facing(unit)?;
            vec![Event::Turned { unit: unit.clone(), facing: *facing, counts: true }]
        }
        Order::Attack { unit, targets, only_if_chance: least, .. } => {
            let first = attackable(game, state, unit, targets, *least)?;
            let (how, at) = (super::events::How::Direct, first.1);
            vec![Event::Attacked { unit: unit.clone(), how, target: first.0, at }]
        }
        Order::Bombard { unit, at } => {
            game.barrage(state, unit, *at)?;
            vec![Event::Shelled { unit: unit.clone(), at: *at }]
        }
        Order::Smoke { unit, at } => {
            let cells = desk.smoke(unit, *at)?;
            let fired = Event::SmokeFired { unit: unit.clone(), at: *at };
            vec![fired, Event::Smoked { side, at: cells }]
        }
        Order::Mount { unit, on } => {
            desk.mount(unit, on)?;
            vec![Event::Boarded { unit: unit.clone(), on: on.clone() }]
        }
        Order::Dismount { unit, at } => {
            let (from, leaves) = desk.dismount(unit, *at)?;
            let left = leaves.then(|| Event::Left { unit: from.clone() });
            let out = Event::Dismounted { unit: unit.clone(), from, at: *at };
            std::iter::once(out).chain(left).collect()
        }
        Order::Launch { unit, at } => {
            let by = desk.launch(unit, *at)?;
            vec![Event::Launched { unit: unit.clone(), by, at: *at }]
        }
        Order::Overwatch { .. } | Order::Concede => Vec::new(),
    };
    for event in &events {
        game.apply(state, event);
    }
    Ok(())
}

/// The first of the targets that can be attacked with that chance, and where it is (cc67).
fn attackable(
    game: &CompanyCommander,
    state: &State,
    unit: &Unit,
    targets: &[Unit],
    least: u32,
) -> Checked<(Unit, Zone)> {
    let mut why = (rules::ATTACK, Reason::NoTargets);
    for target in targets {
        match game.shot(state, unit, target, false) {
            Ok(shot) => {
                let chances = game.chances(state, unit, target, &shot);
                let at = state.piece(target).and_then(super::state::Piece::at);
                if let Some(at) = at.filter(|_| chances.reaches(least)) {
                    return Ok((target.clone(), at));
                }
                let chance = chances.at_least();
                let low = Reason::LowChance { target: target.clone(), chance, least };
                why = (rules::CONDITIONS, low);
            }
            Err(reason) => why = reason,
        }
    }
    Err(why)
}

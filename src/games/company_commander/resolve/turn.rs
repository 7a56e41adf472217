//! A player's turn (cc23).

use std::collections::BTreeSet;

use super::super::acts::Viewpoint;
use super::super::events::Event;
use super::super::fire::Checked;
use super::super::names::{Unit, Zone};
use super::super::order::{Gone, Order};
use super::super::reasons::Reason;
use super::super::rules;
use super::super::scenario::Start;
use super::super::side::Side;
use super::super::state::{Piece, Post, Step};
use super::super::switches::{Exchange, Recovery};
use super::movement::{self, March};
use super::{Cycle, air, ending, overwatch, queue, shooting, watch};
use crate::engine::{Fate, Given};

/// The first turn begins (cc23).
pub fn begin_first(turn: &mut Cycle<'_>) {
    begin(turn, turn.game().field.first, 1);
}

/// The turns of this cycle: one player's, or those of both, action by action (cc66).
pub fn run(turn: &mut Cycle<'_>) {
    let both = turn.game().switches.exchange == Exchange::Both;
    let mut sides = if both { Side::BOTH.to_vec() } else { vec![turn.state().open.active] };
    if both {
        let now = turn.state().open.turn.to_string();
        turn.chance().draw(&["sequence", &now]).shuffle(&mut sides);
    }
    let mut late: Vec<Vec<Unit>> = sides.iter().map(|side| waiting(turn, *side)).collect();
    let mut done = vec![false; sides.len()];
    while done.contains(&false) {
        for (n, side) in sides.iter().enumerate() {
            done[n] = done[n] || !act(turn, *side);
            if ending::broken(turn) {
                return;
            }
            arrive(turn, *side, &mut late[n], "later");
        }
    }
    for side in &sides {
        if hover(turn, *side) {
            return;
        }
    }
    for side in &sides {
        end(turn, *side);
    }
    after(turn, both);
}

/// What flies in range as its side's turn ends, and was not fired at, is now (cc53). True if that ends
/// the game.
fn hover(turn: &mut Cycle<'_>, side: Side) -> bool {
    let game = turn.game();
    let flies = |piece: &Piece| piece.at().is_some() && game.format.kind(&piece.kind).flies();
    let own = turn.state().of(side).filter(|(_, piece)| flies(piece));
    let own: Vec<Unit> = own.map(|(unit, _)| unit.clone()).collect();
    for unit in own {
        turn.next_moment();
        air::defend(turn, &unit);
        if ending::broken(turn) {
            return true;
        }
    }
    false
}

/// What follows a turn: the other player's, or the end (cc23, cc61).
fn after(turn: &mut Cycle<'_>, both: bool) {
    let (field, open) = (&turn.game().field, &turn.state().open);
    let (now, second) = (open.turn, both || open.active != field.first);
    let next = if both { field.first } else { open.active.other() };
    if second && now >= field.turns {
        return ending::time(turn);
    }
    begin(turn, next, now + u32::from(second));
}

/// A player's turn begins; if both are ordered at once, both do (cc23, cc24, cc66).
fn begin(turn: &mut Cycle<'_>, side: Side, number: u32) {
    let both = turn.game().switches.exchange == Exchange::Both;
    let sides = if both { vec![side.other(), side] } else { vec![side] };
    for side in &sides {
        turn.next_moment();
        turn.record(&rules::TURNS, Event::TurnBegan { side: *side, turn: number });
    }
    for side in sides {
        let mut late = waiting(turn, side);
        arrive(turn, side, &mut late, "now");
        for unit in late {
            turn.record(&rules::REINFORCEMENTS, Event::Delayed { unit });
        }
    }
    watch::everything(turn);
}

/// The reinforcements of a side that are due, in the order in which they arrive (cc24).
fn waiting(turn: &mut Cycle<'_>, side: Side) -> Vec<Unit> {
    let (game, state) = (turn.game(), turn.state());
    let now = state.open.turn;
    let due = |unit: &Unit, piece: &Piece| {
        let start = game.field.units.get(unit).map(|roster| &roster.start);
        piece.post == Post::Reserve && matches!(start, Some(Start::Arrives(turn)) if *turn <= now)
    };
    let own = state.of(side).filter(|(unit, piece)| due(unit, piece));
    own.map(|(unit, _)| unit.clone()).collect()
}

/// Reinforcements arrive where a hex is free, each at one that is drawn (cc24).
fn arrive(turn: &mut Cycle<'_>, side: Side, late: &mut Vec<Unit>, when: &str) {
    if late.is_empty() || turn.state().open.step != Step::Turn {
        return;
    }
    let game = turn.game();
    let Some(entries) = game.field.entries.get(&side) else { return };
    let free = |turn: &Cycle<'_>, flies: bool| -> Vec<Zone> {
        let none = |at: &Zone| game.occupant(turn.state(), *at, flies).is_none();
        entries.iter().copied().filter(none).collect()
    };
    let ground = late.iter().any(|unit| {
        let kind = turn.state().piece(unit).map(|piece| game.format.kind(&piece.kind));
        kind.is_some_and(|kind| !free(turn, kind.flies()).is_empty())
    });
    if !ground {
        return;
    }
    let mut waiting: Vec<Unit> = std::mem::take(late);
    waiting.sort();
    let now = format!("{when}-{}", waiting.len());
    turn.chance().draw(&["arrival", side.name(), &now]).shuffle(&mut waiting);
    for unit in waiting {
        let Some(piece) = turn.state().piece(&unit) else { continue };
        let free = free(turn, game.format.kind(&piece.kind).flies());
        if free.is_empty() {
            late.push(unit);
            continue;
        }
        // Its name says nothing of who else waits: an enemy may see the unit arrive.
        let mut draw = turn.chance().draw(&["entry", unit.as_str()]);
        let Some(at) = draw.pick(&free).copied() else { continue };
        let name = draw.name();
        let arrived = Event::Arrived { unit: unit.clone(), at };
        turn.record_drawn(&rules::REINFORCEMENTS, name, arrived);
        watch::everything(turn);
        ending::take(turn, &unit);
    }
    complete(turn, side);
}

/// Once nobody is left to come, everybody learns that the entries of a side are only hexes (cc24).
fn complete(turn: &mut Cycle<'_>, side: Side) {
    let (game, state) = (turn.game(), turn.state());
    let comes = |unit: &Unit| matches!(game.field.units[unit].start, Start::Arrives(_));
    let waits = |(unit, piece): (&Unit, &Piece)| piece.post == Post::Reserve && comes(unit);
    let more = state.of(side).any(waits);
    if !more {
        turn.record(&rules::REINFORCEMENTS, Event::Complete { side });
    }
}

/// Carries out a side's next order. False if there is none.
fn act(turn: &mut Cycle<'_>, side: Side) -> bool {
    let seat = side.seat();
    let Some(given) = queue::open(turn, &seat).into_iter().next() else { return false };
    let fate = match attempt(turn, side, given) {
        Ok(fate) => fate,
        Err((rule, reason)) => Fate::failed(&rule, reason),
    };
    turn.answer(&seat, given, fate);
    true
}

/// Carries out an order.
fn attempt(turn: &mut Cycle<'_>, side: Side, given: &Given<Order>) -> Checked<Fate<Reason>> {
    let desk = Viewpoint { game: turn.game(), state: turn.state(), side };
    match &given.order {
        Order::Move { unit, path, fast, facing, stop_if } => {
            desk.own(unit)?;
            let march = March { path, fast: *fast, facing: *facing, stop_if };
            movement::march(turn, side, unit, march)
        }
        Order::Face { unit, facing } => {
            desk.facing(unit)?;
            turn.next_moment();
            let event = Event::Turned { unit: unit.clone(), facing: *facing, counts: true };
            turn.record(&rules::FACING, event);
            Ok(Fate::done(&rules::FACING, Reason::Facing))
        }
        Order::Attack { unit, targets, only_if_chance, if_target_gone, unless_suppressed } => {
            desk.own(unit)?;
            let wish = (*only_if_chance, *if_target_gone, *unless_suppressed);
            let target = chosen(turn, unit, targets, wish)?;
            Ok(Fate::done(&rules::ATTACK, Reason::Attacked { target }))
        }
        Order::Bombard { unit, at } => {
            desk.own(unit)?;
            let weapons = turn.game().barrage(turn.state(), unit, *at)?;
            shooting::shell(turn, unit, *at, weapons);
            overwatch::respond(turn, unit);
            Ok(Fate::done(&rules::SHELLING, Reason::Shelled { at: *at }))
        }
        Order::Smoke { unit, at } => {
            let cells = desk.smoke(unit, *at)?;
            let fired = Event::SmokeFired { unit: unit.clone(), at: *at };
            turn.next_moment();
            turn.record(&rules::SMOKE, fired);
            turn.record(&rules::SMOKE, Event::Smoked { side, at: cells });
            watch::everything(turn);
            Ok(Fate::done(&rules::SMOKE, Reason::Smoked { at: *at }))
        }
        Order::Mount { unit, on } => {
            desk.mount(unit, on)?;
            turn.next_moment();
            turn.record(&rules::MOUNTING, Event::Boarded { unit: unit.clone(), on: on.clone() });
            watch::everything(turn);
            Ok(Fate::done(&rules::MOUNTING, Reason::Aboard { on: on.clone() }))
        }
        Order::Dismount { unit, at } => {
            let (from, leaves) = desk.dismount(unit, *at)?;
            turn.next_moment();
            let out = Event::Dismounted { unit: unit.clone(), from: from.clone(), at: *at };
            turn.record(&rules::MOUNTING, out);
            if leaves {
                turn.record(&rules::MOUNTING, Event::Left { unit: from });
            }
            watch::everything(turn);
            ending::take(turn, unit);
            Ok(Fate::done(&rules::MOUNTING, Reason::Out { at: *at }))
        }
        Order::Launch { unit, at } => {
            let by = desk.launch(unit, *at)?;
            turn.next_moment();
            let launched = Event::Launched { unit: unit.clone(), by, at: *at };
            turn.record(&rules::DRONES, launched);
            watch::everything(turn);
            Ok(Fate::done(&rules::DRONES, Reason::Launched { at: *at }))
        }
        Order::Deploy { .. } | Order::Overwatch { .. } | Order::Concede => {
            Err((rules::DEPLOYMENT, Reason::NotDeploying))
        }
    }
}

/// Attacks the first of the targets that the order allows (cc25, cc64). Returns it.
fn chosen(
    turn: &mut Cycle<'_>,
    unit: &Unit,
    targets: &[Unit],
    (least, gone, steady): (u32, Gone, bool),
) -> Checked<Unit> {
    let mut why = (rules::ATTACK, Reason::NoTargets);
    for target in targets {
        let (game, state) = (turn.game(), turn.state());
        let suppressed = state.piece(target).is_some_and(|piece| piece.suppressed);
        match game.shot(state, unit, target, false) {
            Ok(_) if steady && suppressed => {
                why = (rules::CONDITIONS, Reason::TargetSuppressed { target: target.clone() });
            }
            Ok(shot) => {
                let chances = game.chances(state, unit, target, &shot);
                if !chances.reaches(least) {
                    let chance = chances.at_least();
                    let low = Reason::LowChance { target: target.clone(), chance, least };
                    why = (rules::CONDITIONS, low);
                    continue;
                }
                shooting::attack(turn, unit, target, &shot, "fire");
                overwatch::respond(turn, unit);
                return Ok(target.clone());
            }
            Err((rule, reason)) => {
                let away = matches!(reason, Reason::TargetGone { .. });
                why = (rule, reason);
                if away && gone == Gone::Skip {
                    break;
                }
            }
        }
    }
    Err(why)
}

/// Recovery and supply at the end of a player's turn (cc16, cc18).
fn end(turn: &mut Cycle<'_>, side: Side) {
    turn.next_moment();
    let own: BTreeSet<Unit> = turn.state().of(side).map(|(unit, _)| unit.clone()).collect();
    for unit in own {
        rally(turn, &unit);
        resupply(turn, &unit);
    }
    turn.record(&rules::TURNS, Event::TurnEnded { side });
    watch::everything(turn);
}

fn rally(turn: &mut Cycle<'_>, unit: &Unit) {
    let (game, state) = (turn.game(), turn.state());
    let Some(piece) = state.piece(unit).filter(|it| it.suppressed && !it.fresh) else { return };
    let chance = game.format.quality[&piece.quality].recovery;
    let unit = unit.clone();
    match game.switches.recovery {
        Recovery::Certain => turn.record(&rules::SUPPRESSED, Event::Rallied { unit, done: true }),
        Recovery::Rolled => {
            let mut draw = turn.chance().draw(&["recovery", unit.as_str()]);
            let (done, name) = (draw.die(100) <= chance, draw.name());
            turn.record_drawn(&rules::SUPPRESSED, name, Event::Rallied { unit, done });
        }
    }
}

fn resupply(turn: &mut Cycle<'_>, unit: &Unit) {
    let (game, state) = (turn.game(), turn.state());
    let Some(piece) = state.piece(unit) else { return };
    let kind = game.format.kind(&piece.kind);
    if !game.wants_supply(state, unit, kind) || piece.moved || piece.fired || piece.shot_at {
        return;
    }
    let chance = game.format.numbers.resupply.value;
    let mut draw = turn.chance().draw(&["supply", unit.as_str()]);
    let die = draw.die(100);
    let (done, name) = (u32::from(die) <= chance, draw.name());
    turn.record_drawn(&rules::AMMO, name, Event::Resupplied { unit: unit.clone(), die, done });
}

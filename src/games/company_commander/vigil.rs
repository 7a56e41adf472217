//! Overwatch as it is told: before the enemy's turn who is on it, after that why nobody fired (cc19).

use std::collections::BTreeSet;

use super::CompanyCommander;
use super::apply::apply;
use super::events::Event;
use super::names::Unit;
use super::order::Order;
use super::prospects;
use super::side::Side;
use super::sight::View;
use super::state::{Piece, Post, State, Step};
use super::switches::Exchange;
use crate::base::words::few;
use crate::engine::Fact;

/// Units that are named.
const NAMED: usize = 4;

/// Shots that are named.
const SHOTS: usize = 3;

/// Who is on overwatch in the enemy's turn that is to come, with what shots, and who is not; `None` in one's own turn,
/// and if nobody is on the map.
pub fn awaited(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let turn = view.open.step == Step::Turn && game.switches.exchange == Exchange::ATurn;
    let own = view.units.iter().filter(|(_, it)| it.side == side && it.at().is_some());
    let own: Vec<(&Unit, &Piece)> = own.collect();
    if !turn || view.open.active == side || own.is_empty() {
        return None;
    }
    let whose = format!("{}'s turn {}", side.other().title(), view.open.turn);
    let watching = own.iter().filter(|(_, it)| game.watches(it)).map(|(unit, _)| unit);
    let watching: Vec<_> = watching.collect();
    if watching.is_empty() {
        return Some(format!(
            "No unit of yours is on overwatch in {whose}, so you need not send orders."
        ));
    }
    let usual = game.format.numbers.overwatch.value;
    let mut shots = prospects::answers(game, &view.believed(), side);
    shots.retain(|it| it.chances.loss > 0);
    shots.sort_by_key(|it| std::cmp::Reverse(it.chances.exact));
    let told = shots.iter().map(|it| format!("{} at {} {}%", it.unit, it.target, it.chances.loss));
    let shots = if shots.is_empty() {
        "no shot that could cost an enemy strength where it is now".to_owned()
    } else {
        format!("shots at enemies that shoot from where they are now: {}", few(told, SHOTS))
    };
    let acted = own.iter().filter(|(_, it)| (it.moved || it.fired) && !it.suppressed);
    let acted: Vec<&Unit> = acted.map(|(unit, _)| *unit).collect();
    let not = if acted.is_empty() {
        String::new()
    } else {
        format!("; not {}, which moved or shot", few(acted, NAMED))
    };
    Some(format!(
        "On overwatch in {whose}: {}{not}; {shots}. Unless ordered otherwise units fire at {usual}% or more to cost an \
         enemy strength.",
        few(watching, NAMED)
    ))
}

/// Which of the reader's units on overwatch hold their fire in the enemy's turn that is to come, by their standing orders;
/// `None` if none does (cc19, cc65).
pub fn held(game: &CompanyCommander, view: &View, standing: &[Order]) -> Option<String> {
    let turn = view.open.step == Step::Turn && game.switches.exchange == Exchange::ATurn;
    let side = view.side.filter(|side| turn && *side != view.open.active)?;
    let holds = |unit: &Unit| {
        let lines = standing.iter().filter_map(|order| {
            let Order::Overwatch { unit: whose, hold, .. } = order else { return None };
            whose.as_ref().is_none_or(|it| it == unit).then_some((whose.is_some(), *hold))
        });
        // The line for the unit counts before one for all, and of two alike the later.
        lines.max_by_key(|(own, _)| *own).is_some_and(|(_, hold)| hold)
    };
    let own = view.units.iter().filter(|(_, it)| it.side == side && it.at().is_some());
    let own = own.filter(|(unit, it)| game.watches(it) && holds(unit));
    let held: Vec<&Unit> = own.map(|(unit, _)| unit).collect();
    let whose = format!("{}'s turn {}", side.other().title(), view.open.turn);
    let held = (!held.is_empty()).then(|| few(held, NAMED));
    held.map(|held| format!("Your standing orders have {held} hold fire in {whose}."))
}

/// That nobody fired on overwatch at an enemy who was seen to move or shoot in their own turn, and why; `None` if
/// somebody did, or could at no time.
pub fn missed(
    game: &CompanyCommander,
    view: &View,
    side: Side,
    witnessed: &[Fact<Event>],
) -> Option<String> {
    let mine = |unit: &Unit| game.field.units[unit].side == side;
    let events = || witnessed.iter().map(|fact| &fact.event);
    let ended = |event: &Event| matches!(event, Event::TurnEnded { side: by } if *by != side);
    // A close assault on overwatch is told as one (cc48).
    let fired = |event: &Event| matches!(event, Event::Attacked { unit, .. } if mine(unit));
    let acted = |event: &Event| acts(game, side, event).is_some();
    let told = game.switches.exchange == Exchange::ATurn;
    if !told || !events().any(ended) || !events().any(acted) || events().any(fired) {
        return None;
    }
    let then = before(game, view, side, witnessed);
    if !then.of(side).any(|(_, own)| own.at().is_some()) {
        return None;
    }
    let able = able(game, then, side, witnessed);
    Some(if able.is_empty() {
        "No unit of yours fired on overwatch: none had an enemy who moved or shot in sight and range."
            .to_owned()
    } else {
        format!(
            "No unit of yours fired on overwatch, though an enemy was in sight and range of {}: what has moved or shot, \
             or is suppressed, does not fire, and without an order the rest waits for {}% or more to cost an enemy strength.",
            few(able, NAMED),
            game.format.numbers.overwatch.value
        )
    })
}

/// The enemy on the ground who moves a step or shoots, which those on overwatch may answer.
fn acts<'a>(game: &CompanyCommander, side: Side, event: &'a Event) -> Option<&'a Unit> {
    let (Event::Moved { unit, .. } | Event::Attacked { unit, .. }) = event else { return None };
    let ground = !game.format.kind(game.kind_of(unit)).flies();
    (ground && game.field.units[unit].side != side).then_some(unit)
}

/// The units left that could have shot at an enemy who moved or shot in the enemy's turn, had they been on overwatch:
/// whether they were, a view after it does not tell, for their own turn has begun.
fn able(
    game: &CompanyCommander,
    mut then: State,
    side: Side,
    witnessed: &[Fact<Event>],
) -> BTreeSet<Unit> {
    let mut able = BTreeSet::new();
    for event in witnessed.iter().map(|fact| &fact.event) {
        match event {
            Event::TurnEnded { .. } => break,
            Event::Moved { .. } | Event::Attacked { .. } => apply(game, &mut then, event),
            _ => {}
        }
        let Some(enemy) = acts(game, side, event) else { continue };
        let Some((piece, at)) = then.piece(enemy).and_then(|it| Some((it, it.at()?))) else {
            continue;
        };
        let has = |unit: &Unit, own: &Piece| {
            let sees = own.at().is_some_and(|from| game.sees(own, from, piece, at));
            let shot = game.shot(&then, unit, enemy, true).ok().filter(|_| sees);
            shot.is_some_and(|shot| game.chances(&then, unit, enemy, &shot).exact > 0)
        };
        let now = then.of(side).filter(|(unit, own)| has(unit, own));
        able.extend(now.map(|(unit, _)| unit.clone()));
    }
    able
}

/// How things stood before the enemy's turn, as far as its events tell: the reader's units as if they had done nothing in
/// their own.
fn before(game: &CompanyCommander, view: &View, side: Side, witnessed: &[Fact<Event>]) -> State {
    let mut then = view.believed();
    for piece in then.secret.units.values_mut() {
        (piece.moved, piece.turned, piece.busy, piece.fired) = (false, false, false, false);
        piece.suppressed = false;
    }
    for event in witnessed.iter().rev().map(|fact| &fact.event) {
        let (unit, at) = match event {
            // It came after the enemy's turn.
            Event::Arrived { unit, .. } if game.field.units[unit].side == side => {
                if let Some(piece) = then.secret.units.get_mut(unit) {
                    piece.post = Post::Reserve;
                }
                continue;
            }
            Event::Moved { unit, from, .. } => (unit, *from),
            Event::Sighted { side: by, unit, at } if *by == side => (unit, *at),
            _ => continue,
        };
        let roster = &game.field.units[unit];
        if roster.side != side {
            let piece = then.secret.units.entry(unit.clone()).or_insert_with(|| game.piece(roster));
            piece.post = Post::On(at);
        }
    }
    then
}

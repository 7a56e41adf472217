//! Fire in the other player's turn (cc19).

use std::collections::BTreeSet;

use super::super::fire::FRONT;
use super::super::format::Class;
use super::super::names::Unit;
use super::super::order::Order;
use super::super::reasons::Reason;
use super::super::rules;
use super::super::scenario::Start;
use super::super::shot::Shot;
use super::super::side::Side;
use super::super::switches::Exchange;
use super::{Cycle, air, ending, queue, shooting};
use crate::engine::Given;

/// When a unit fires.
struct Watch<'a> {
    given: Option<&'a Given<Order>>,
    least: u32,
    range: Option<u32>,
    at: Option<&'a BTreeSet<Class>>,
    ahead: bool,
    hold: bool,
}

/// What a side has ordered for a unit, or what holds without an order (cc19, cc63).
fn watch<'a>(turn: &Cycle<'a>, side: Side, unit: &Unit) -> Watch<'a> {
    let usual = turn.game().format.numbers.overwatch.value;
    let lines = turn.picked(&side.seat(), |order| {
        let Order::Overwatch { unit: whose, least, range, at, ahead, hold } = order else {
            return None;
        };
        let applies = whose.as_ref().is_none_or(|whose| whose == unit);
        applies.then_some((least, range, at, ahead, hold))
    });
    match lines.into_iter().next() {
        Some((given, (least, range, at, ahead, hold))) => Watch {
            given: Some(given),
            least: least.unwrap_or(usual),
            range: *range,
            at: Some(at).filter(|at| !at.is_empty()),
            ahead: *ahead,
            hold: *hold,
        },
        None => {
            Watch { given: None, least: usual, range: None, at: None, ahead: false, hold: false }
        }
    }
}

/// True if both sides' turns are played at once, and an order is still to come for a unit that could not
/// be carried out once it has shot (cc66).
fn has_more_to_do(turn: &Cycle<'_>, side: Side, unit: &Unit) -> bool {
    let (game, seat) = (turn.game(), side.seat());
    if game.switches.exchange != Exchange::Both {
        return false;
    }
    let takes_part = |order: &Order| match order {
        Order::Move { unit: by, .. }
        | Order::Attack { unit: by, .. }
        | Order::Bombard { unit: by, .. }
        | Order::Smoke { unit: by, .. }
        | Order::Mount { unit: by, .. } => by == unit,
        Order::Launch { unit: drone, .. } => {
            game.field.units[drone].start == Start::With(unit.clone())
        }
        Order::Deploy { .. }
        | Order::Face { .. }
        | Order::Dismount { .. }
        | Order::Overwatch { .. }
        | Order::Concede => false,
    };
    queue::open(turn, &seat).into_iter().any(|line| takes_part(&line.order))
}

/// The enemy answers a step or an attack of a unit: anti-air guns fire at what flies (cc53), one unit on
/// overwatch at what is on the ground (cc19). Returns true if anybody fires. Nobody does once the game is
/// over (cc61).
pub fn respond(turn: &mut Cycle<'_>, unit: &Unit) -> bool {
    let (game, state) = (turn.game(), turn.state());
    let Some(piece) = state.piece(unit) else { return false };
    if ending::is_broken(turn) {
        return false;
    }
    if game.format.kind(&piece.kind).flies() { air::defend(turn, unit) } else { answer(turn, unit) }
}

/// The best placed of the enemies on overwatch fires at a unit that moved a step or shot (cc19).
/// Returns true if one does.
fn answer(turn: &mut Cycle<'_>, target: &Unit) -> bool {
    let (game, state) = (turn.game(), turn.state());
    let Some(piece) = state.piece(target) else { return false };
    let (Some(at), side) = (piece.at(), piece.side.other()) else { return false };
    let class = game.format.kind(&piece.kind).class;
    let mut best: Option<(u128, Unit, Shot)> = None;
    for (unit, own) in state.of(side) {
        let Some(from) = own.at() else { continue };
        if own.moved || own.fired || own.suppressed {
            continue;
        }
        // What it does not see it cannot fire at; that is asked first, as it is asked at each step.
        if !game.sees(own, from, piece, at) {
            continue;
        }
        let Ok(shot) = game.shot(state, unit, target, true) else { continue };
        let watch = watch(turn, side, unit);
        // Nothing that is done without an order takes the shot that an order needs (cc66).
        if watch.given.is_none() && has_more_to_do(turn, side, unit) {
            continue;
        }
        let far = watch.range.is_some_and(|range| from.0.distance(at.0) > range);
        let other = watch.at.is_some_and(|classes| !classes.contains(&class));
        let aside = watch.ahead && !from.0.in_arc(own.facing, FRONT, at.0);
        let chances = game.chances(state, unit, target, &shot);
        if watch.hold || far || other || aside || !chances.reaches(watch.least) {
            continue;
        }
        if best.as_ref().is_none_or(|(most, ..)| chances.exact > *most) {
            best = Some((chances.exact, unit.clone(), shot));
        }
    }
    let Some((_, unit, shot)) = best else { return false };
    if let Some(given) = watch(turn, side, &unit).given {
        turn.used(&side.seat(), given, &rules::OVERWATCH, Reason::Decided);
    }
    shooting::attack(turn, &unit, target, &shot, "overwatch");
    true
}

//! Direct attacks, indirect fire, and what answers them.

use super::combat::{Fight, Manner};
use super::standing::{self, Question};
use super::{Cycle, plan};
use crate::engine::{Fate, Given};
use crate::games::parabellum::acts::Viewpoint;
use crate::games::parabellum::events::{Attack, Event};
use crate::games::parabellum::format::sides;
use crate::games::parabellum::names::{Sq, Unit};
use crate::games::parabellum::order::Order;
use crate::games::parabellum::reasons::Reason;
use crate::games::parabellum::rules;
use crate::games::parabellum::side::Side;

/// A direct attack on the first of the squares in range where an enemy or a marker is seen; if none
/// is, on the first of all, unless it is to be held (pb40).
pub fn direct(fight: &mut Fight<'_, '_>, side: Side, given: &Given<Order>) {
    let Order::Attack { unit, at, next, hold, deck } = &given.order else { return };
    let (game, state) = (fight.turn.game(), fight.turn.state());
    let mat = &state.secret.mat;
    let desk = Viewpoint { game, state, side };
    let reached = |at: &Sq| desk.attacks(unit, *at).is_ok();
    let lies = |at: &Sq| mat.holds(side.other(), *at) || mat.stacks.contains_key(at);
    let target = |at: &&Sq| lies(at) && game.sees(state, side, **at) && reached(at);
    let seen = [at].into_iter().chain(next).find(target).copied();
    if seen.is_none() && *hold && reached(at) {
        let fate = Fate::failed(&rules::ATTACK, Reason::NoTarget);
        fight.turn.answer(&side.seat(), given, fate);
        return;
    }
    let at = seen.unwrap_or(*at);
    let order =
        Order::Attack { unit: unit.clone(), at, next: Vec::new(), hold: false, deck: *deck };
    if !allowed(fight.turn, side, given, &order, at) {
        return;
    }
    let from = fight.turn.state().secret.mat.place(unit);
    let Some(from) = from else { return };
    let dice = open(fight, unit, Attack::Direct, (at, *deck));
    let survivors = fight.strike(side, (at, *deck), &dice, Manner::From(from));
    for defender in survivors {
        counter(fight, &defender, unit, Manner::From(from));
    }
}

/// Indirect fire, which nobody answers (pb50).
pub fn indirect(fight: &mut Fight<'_, '_>, side: Side, given: &Given<Order>) {
    let Order::Bombard { unit, at, deck } = &given.order else { return };
    if allowed(fight.turn, side, given, &given.order, *at) {
        let dice = open(fight, unit, Attack::Indirect, (*at, *deck));
        fight.strike(side, (*at, *deck), &dice, Manner::Special);
    }
}

/// Answers the line; true if the attack is made.
fn allowed(turn: &mut Cycle<'_>, side: Side, given: &Given<Order>, order: &Order, at: Sq) -> bool {
    let planned = plan(turn, side, order);
    let fate = match &planned {
        Ok(deed) => Fate::done(&deed.rule, Reason::Fired { at }),
        Err((rule, reason)) => Fate::failed(rule, reason.clone()),
    };
    turn.answer(&side.seat(), given, fate);
    turn.next_moment();
    planned.is_ok()
}

/// The attack is announced and its dice are rolled (pb41).
pub fn open(
    fight: &mut Fight<'_, '_>,
    unit: &Unit,
    how: Attack,
    (at, deck): (Sq, bool),
) -> Vec<u8> {
    let Some(card) = fight.turn.state().card(unit).cloned() else { return Vec::new() };
    let sides = fight.turn.game().format.card(&card.kind).attack;
    let (dice, name) = fight.roll("attack", card.strength, sides);
    let event = Event::Attacked { unit: unit.clone(), how, at, deck, sides, dice: dice.clone() };
    fight.turn.record_drawn(&rules::ATTACK_DICE, name, event);
    dice
}

/// A unit that was attacked counterattacks, if it can and is to (pb45, pb52).
fn counter(fight: &mut Fight<'_, '_>, unit: &Unit, against: &Unit, manner: Manner) {
    let (game, state) = (fight.turn.game(), fight.turn.state());
    let mat = &state.secret.mat;
    let (Some(at), Some(from)) = (mat.place(unit), mat.place(against)) else { return };
    let Some(card) = state.card(unit).cloned() else { return };
    let row = game.format.card(&card.kind).clone();
    let far = at.0.orthogonal(from.0);
    if card.ammo == 0 || row.attack == 0 || row.flies() || !row.answers(far) {
        return;
    }
    // An indirect unit that could have fired and did not answers with its own die.
    let own = !row.indirect || (row.range.0 == 1 && !card.moved && !card.attacked);
    if !standing::answers(fight.turn, unit, Question::Counter, own) {
        return;
    }
    let small = sides(game.format.numbers.self_defense_die);
    let sides = if own { row.attack } else { small };
    let rule = if row.indirect { &rules::SELF_DEFENSE } else { &rules::COUNTER };
    let (dice, name) = fight.roll("counter", card.strength, sides);
    let (who, whom) = (unit.clone(), against.clone());
    let event = Event::Countered { unit: who, against: whom, sides, dice: dice.clone() };
    fight.turn.record_drawn(rule, name, event);
    if own {
        fight.turn.record(&rules::AMMO, Event::Spent { unit: unit.clone() });
    }
    // What covered it from the attack weakens its answer too, as does what covers the attacker.
    let tall =
        fight.turn.state().card(against).map_or(0, |card| game.format.card(&card.kind).height);
    let cover = fight.cover(manner, at, row.height).max(fight.cover(Manner::From(at), from, tall));
    fight.duel(&dice, against, cover, rule);
}

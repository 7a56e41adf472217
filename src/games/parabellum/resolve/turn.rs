//! A player's turn.

use super::combat::Fight;
use super::standing::withdraws;
use super::theater::{cleared, won};
use super::{Cycle, air, attack, attempt, carry_out, next, perform, plan};
use crate::engine::Given;
use crate::games::parabellum::acts::{Stage, Viewpoint, stage};
use crate::games::parabellum::events::Event;
use crate::games::parabellum::format::{Exchange, Form, Going, Terrain, sides};
use crate::games::parabellum::names::{Sq, Unit};
use crate::games::parabellum::order::{Order, asks};
use crate::games::parabellum::rules;
use crate::games::parabellum::side::{Role, Side};
use crate::games::parabellum::state::How;
use crate::games::parabellum::theater::Aim;

/// A turn, or by the option both turns of a round (pb71).
pub(super) fn run(turn: &mut Cycle<'_>) {
    let Some(first) = turn.state().open.active() else { return };
    one(turn, first, None);
    let second = first.other();
    let round = turn.game().switches.exchange == Exchange::ARound;
    if round && turn.state().open.active() == Some(second) {
        one(turn, second, Some(second));
    }
}

/// The four phases, then what the turn ends with. `label` tells its draws from those of another
/// turn in the same cycle.
fn one(turn: &mut Cycle<'_>, active: Side, label: Option<Side>) {
    if conceded(turn, active) {
        return;
    }
    supply_base(turn, active);
    carry_out(turn, active, at(Stage::Movement), |turn, given| {
        attempt(turn, active, given);
    });
    // What was brought in this turn serves too (pb59).
    supply_base(turn, active);
    arrive(turn, active);
    let mut fight = Fight::new(turn, label);
    strikes(&mut fight, active, Stage::Special);
    strikes(&mut fight, active, Stage::Direct);
    if cleared(turn) {
        return;
    }
    tick(turn, active);
    if cleared(turn) {
        return;
    }
    boardroom(turn, active);
    if conceded(turn, active) || aimed(turn, active) {
        return;
    }
    pass_on(turn, active);
}

fn at(wanted: Stage) -> impl Fn(&Cycle<'_>, &Order) -> bool {
    move |turn, order| stage(turn.game(), turn.state(), order) == wanted
}

/// Either side may concede before a turn and after it (pb64).
fn conceded(turn: &mut Cycle<'_>, active: Side) -> bool {
    for side in [active, active.other()] {
        if withdraws(turn, side) {
            won(turn, side.other(), How::Withdrawn);
            return true;
        }
    }
    false
}

/// Attacks, flights and what is done instead, in the order of the file.
fn strikes(fight: &mut Fight<'_, '_>, active: Side, wanted: Stage) {
    let seat = active.seat();
    loop {
        let Some(given) = next(fight.turn, &seat, at(wanted)) else { return };
        strike(fight, active, given);
    }
}

fn strike(fight: &mut Fight<'_, '_>, active: Side, given: &Given<Order>) {
    match &given.order {
        Order::Attack { .. } => attack::direct(fight, active, given),
        Order::Bombard { .. } => attack::indirect(fight, active, given),
        Order::Sortie { .. } | Order::Recon { .. } => air::fly(fight, active, given),
        Order::Evacuate { .. } | Order::Load { .. } | Order::Unload { .. } => {
            attempt(fight.turn, active, given);
        }
        Order::Buy { .. }
        | Order::Stock { .. }
        | Order::Deploy { .. }
        | Order::Muster { .. }
        | Order::Place { .. }
        | Order::First(_)
        | Order::Move { .. }
        | Order::Push { .. }
        | Order::Refill { .. }
        | Order::Cache { .. }
        | Order::Reinforce { .. }
        | Order::Hire { .. }
        | Order::Disband { .. }
        | Order::Collect { .. }
        | Order::Replenish { .. }
        | Order::Counter { .. }
        | Order::AntiAir { .. }
        | Order::Intercept { .. }
        | Order::Dogfight(_)
        | Order::Losses { .. }
        | Order::Bluff { .. }
        | Order::Withdraw(_)
        | Order::Surrender => {}
    }
}

/// Reinforcements enter the map where they were sent, if there is room (pb14).
fn arrive(turn: &mut Cycle<'_>, side: Side) {
    let coming = turn.state().side(side).coming.clone();
    for (unit, at) in coming {
        turn.next_moment();
        let (game, state) = (turn.game(), turn.state());
        let event = match (Viewpoint { game, state, side }.enters(&unit, at), state.card(&unit)) {
            (Ok(()), Some(card)) => {
                let form = game.format.card(&card.kind).form;
                Event::Deployed { unit, form, at }
            }
            _ => Event::Turned { unit },
        };
        turn.record(&rules::REINFORCEMENTS, event);
    }
}

/// Supply and ammunition go down (pb15, pb17), and who runs dry on a ford founders (pb35).
fn tick(turn: &mut Cycle<'_>, active: Side) {
    turn.next_moment();
    for side in Side::BOTH {
        let cards = turn.state().side(side).cards.clone();
        for (unit, card) in &cards {
            let row = turn.game().format.card(&card.kind);
            if row.flies() {
                continue;
            }
            let mine = side == active;
            let moved = u32::from(mine && card.moved && card.supply > 0);
            let fired = if mine { card.attacked } else { card.countered };
            let fired = u32::from(fired && card.ammo > 0);
            if moved + fired == 0 {
                continue;
            }
            let rule = if moved > 0 { &rules::SUPPLY } else { &rules::AMMO };
            let event = Event::Ticked { unit: unit.clone(), supply: moved, ammo: fired };
            turn.record(rule, event);
            if moved > 0 && card.supply == moved {
                founder(turn, unit);
            }
        }
    }
}

/// A unit that runs out of supplies on a ford (pb35).
fn founder(turn: &mut Cycle<'_>, unit: &Unit) {
    let (game, state) = (turn.game(), turn.state());
    let Some(field) = game.field(&state.open) else { return };
    let (Some(at), Some(card)) = (state.secret.mat.place(unit), state.card(unit)) else { return };
    let row = game.format.card(&card.kind);
    let swims =
        field.terrain(at) != Terrain::Ford || matches!(row.going, Going::Amphibious | Going::Naval);
    if swims || game.bridged((field, state), unit, at) {
        return;
    }
    let helper = |near: Sq| {
        state.secret.mat.at(near).any(|(other, _)| {
            let card = state.card(other).filter(|_| other.side() == unit.side());
            card.is_some_and(|card| game.format.card(&card.kind).engineer)
        })
    };
    let helped = field.near(at).any(helper);
    let numbers = &game.format.numbers;
    let least = if helped { numbers.ford_helped } else { numbers.ford };
    let (die_sides, strength) = (row.defense, u32::from(card.strength));
    let mut draw = turn.chance().draw(&["ford", unit.as_str()]);
    let die = draw.die(die_sides);
    let name = draw.name();
    let losses = u32::from(sides(least).saturating_sub(die)).min(strength);
    let unit = unit.clone();
    let event = Event::Foundered { unit: unit.clone(), sides: die_sides, die, losses };
    turn.record_drawn(&rules::FORD, name, event);
    if losses >= strength {
        Fight::new(turn, None).destroy(&unit, Some(at));
    }
}

/// An air base supplies its aircraft before anything moves (pb59).
fn supply_base(turn: &mut Cycle<'_>, side: Side) {
    let based = Viewpoint { game: turn.game(), state: turn.state(), side }.base().is_some();
    if based {
        replenish(turn, side);
    }
}

fn replenish(turn: &mut Cycle<'_>, side: Side) {
    for (given, ()) in turn.picked(&side.seat(), asks!(Order::Replenish { .. } => ())) {
        if let Ok(deed) = plan(turn, side, &given.order) {
            perform(turn, &deed);
            turn.used(&side.seat(), given, &deed.rule, deed.done);
        }
    }
}

/// Purchases, reinforcements, cities, aircraft (pb13).
fn boardroom(turn: &mut Cycle<'_>, side: Side) {
    turn.next_moment();
    for wanted in [Stage::Purchase, Stage::Boardroom] {
        carry_out(turn, side, at(wanted), |turn, given| {
            attempt(turn, side, given);
        });
    }
    replenish(turn, side);
}

/// The attacker's aim, looked at after each turn (pb4). True if the skirmish is won.
fn aimed(turn: &mut Cycle<'_>, active: Side) -> bool {
    let game = turn.game();
    let (Some(field), Some(now)) =
        (game.field(&turn.state().open), turn.state().open.skirmish.clone())
    else {
        return true;
    };
    let attacker = now.attacker;
    let squares = &field.cities[field.aim.city()].squares;
    if active == attacker && matches!(field.aim, Aim::Exit(..)) {
        leave(turn, attacker, squares);
    }
    let mat = &turn.state().secret.mat;
    let alone = mat.holds_alone(attacker, squares);
    let lies = || squares.iter().map(|at| mat.stack(*at)).map(|s| s.supplies() + s.rounds());
    let reached = match &field.aim {
        Aim::Take(_) => alone,
        Aim::Deliver(_, count) => alone && lies().sum::<u32>() >= *count,
        Aim::Raid(_) => lies().sum::<u32>() == 0,
        Aim::Exit(_, count) => {
            let exited = turn.state().open.skirmish.as_ref().map_or(0, |now| now.exited);
            exited >= *count
        }
    };
    if reached {
        won(turn, attacker, How::Aim);
        return true;
    }
    cleared(turn)
}

/// Units of the attacker leave the map from where they have to (pb4).
fn leave(turn: &mut Cycle<'_>, attacker: Side, squares: &[Sq]) {
    let there = turn.state().secret.mat.of(attacker);
    let sails = |form| matches!(form, Form::Carrier | Form::Aircraft);
    let there = there.filter(|(_, mini)| squares.contains(&mini.at) && !sails(mini.form));
    let leaving: Vec<Unit> = there.map(|(unit, _)| unit.clone()).collect();
    for unit in leaving {
        turn.record(&rules::AIMS, Event::Exited { unit });
    }
}

/// The other side's turn, or the next round; after the last the defender has held out (pb4).
fn pass_on(turn: &mut Cycle<'_>, active: Side) {
    let Some(field) = turn.game().field(&turn.state().open) else { return };
    let Some(now) = turn.state().open.skirmish.clone() else { return };
    let second = now.first != Some(active);
    let round = now.round + u32::from(second);
    if round > field.turns {
        let side = match now.role(Side::Amber) {
            Role::Defender => Side::Amber,
            Role::Attacker => Side::Cobalt,
        };
        won(turn, side, How::Time);
        return;
    }
    turn.next_moment();
    let together = !second && turn.game().switches.exchange == Exchange::ARound;
    let rule = if together { &rules::EXCHANGE } else { &rules::BOARDROOM };
    turn.record(rule, Event::TurnBegan { side: active.other(), round });
}

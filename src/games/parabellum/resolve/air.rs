//! Sorties and reconnaissance: announced, fired at, met, carried out.

use super::attack::open;
use super::combat::{Fight, Manner};
use super::plan;
use super::standing::{self, Question};
use crate::engine::{Fate, Given, Rule};
use crate::games::parabellum::events::{Attack, Described, Event};
use crate::games::parabellum::format::CardRow;
use crate::games::parabellum::names::{Sq, Unit};
use crate::games::parabellum::order::{Dogfight, Order};
use crate::games::parabellum::reasons::Reason;
use crate::games::parabellum::rules;
use crate::games::parabellum::side::Side;
use crate::games::parabellum::state::{Card, Post};

/// A flight (pb53 to pb58).
pub fn fly(fight: &mut Fight<'_, '_>, side: Side, given: &Given<Order>) {
    let (unit, at, deck, recon) = if let Order::Sortie { unit, at, deck } = &given.order {
        (unit, *at, *deck, false)
    } else if let Order::Recon { unit, at } = &given.order {
        (unit, *at, false, true)
    } else {
        return;
    };
    let planned = plan(fight.turn, side, &given.order);
    let deed = match planned {
        Ok(deed) => deed,
        Err((rule, reason)) => {
            fight.turn.answer(&side.seat(), given, Fate::failed(&rule, reason));
            return;
        }
    };
    fight.turn.next_moment();
    let rule = if recon { rules::RECON } else { rules::SORTIE };
    fight.turn.record(&rule, Event::Flew { unit: unit.clone(), at, recon });
    let stays = met(fight, side, unit, at, recon);
    let alive = fight.turn.state().card(unit).is_some();
    if alive {
        super::perform(fight.turn, &deed);
    }
    let fate = match (alive, stays) {
        (false, _) => Fate::failed(&rules::LOSSES, Reason::ShotDown { unit: unit.clone() }),
        (true, false) => Fate::failed(&rules::FIGHTERS, Reason::Turned { unit: unit.clone() }),
        (true, true) => Fate::done(&rule, Reason::Flew { at }),
    };
    fight.turn.answer(&side.seat(), given, fate);
    if alive && stays && recon {
        describe(fight, side.other(), at);
    } else if alive && stays {
        let dice = open(fight, unit, Attack::Sortie, (at, deck));
        let survivors = fight.strike(side, (at, deck), &dice, Manner::Special);
        for defender in survivors {
            if fires_at_aircraft(fight, &defender, None) {
                shoot(fight, &defender, unit, &rules::ANTI_AIR);
            }
        }
    }
    let parked = fight.turn.state().card(unit).is_some_and(|card| card.post == Post::Field);
    if parked {
        fight.turn.record(&rules::BASE, Event::Stowed { unit: unit.clone() });
    }
}

/// Anti-air fire, then fighters. True if the aircraft goes on with its flight.
fn met(fight: &mut Fight<'_, '_>, side: Side, unit: &Unit, at: Sq, recon: bool) -> bool {
    let enemy = side.other();
    let guns: Vec<Unit> =
        fight.turn.state().secret.mat.of(enemy).map(|(unit, _)| unit.clone()).collect();
    for gun in guns {
        if fight.turn.state().card(unit).is_none() {
            return false;
        }
        if fires_at_aircraft(fight, &gun, Some(at)) {
            shoot(fight, &gun, unit, &rules::ANTI_AIR);
            let missiles = row(fight, unit).is_some_and(|row| row.missiles);
            let armed = fight.turn.state().card(unit).is_some_and(|card| card.ammo > 0);
            if missiles && armed {
                answer(fight, unit, &gun, &rules::MISSILES);
            }
        }
    }
    if recon {
        return true;
    }
    let holdings = fight.turn.state().side(enemy);
    let fighters: Vec<Unit> = holdings.cards.keys().cloned().collect();
    for fighter in fighters {
        if fight.turn.state().card(unit).is_none() {
            return false;
        }
        if !rises(fight, &fighter) {
            continue;
        }
        shoot(fight, &fighter, unit, &rules::FIGHTERS);
        let card = fight.turn.state().card(&fighter).cloned();
        let answers = row(fight, unit).is_some_and(|row| row.fighter);
        let alive = fight.turn.state().card(unit).is_some();
        let turns = alive && answers && standing::dogfight(fight.turn, side) == Dogfight::Answer;
        if turns {
            answer(fight, unit, &fighter, &rules::FIGHTERS);
        }
        if let Some(card) = card.filter(|_| fight.turn.state().card(&fighter).is_some()) {
            let (supply, ammo) = cost(&card);
            let event = Event::Drained { unit: fighter.clone(), supply, ammo };
            fight.turn.record(&rules::FLIGHT_COST, event);
            if card.post == Post::Field {
                fight.turn.record(&rules::BASE, Event::Stowed { unit: fighter.clone() });
            }
        }
        if turns {
            return false;
        }
    }
    true
}

/// What a fighter's flight costs: all it has, or one supply and its ammunition on a base.
fn cost(card: &Card) -> (u32, u32) {
    let supply = if card.post == Post::Field { 1 } else { card.supply };
    (supply, card.ammo)
}

fn row(fight: &Fight<'_, '_>, unit: &Unit) -> Option<CardRow> {
    let card = fight.turn.state().card(unit)?;
    Some(fight.turn.game().format.card(&card.kind).clone())
}

/// True if an anti-air unit can and is to fire at an aircraft: over a square in its range, or over
/// its own (pb57).
fn fires_at_aircraft(fight: &mut Fight<'_, '_>, gun: &Unit, over: Option<Sq>) -> bool {
    let Some(row) = row(fight, gun) else { return false };
    let state = fight.turn.state();
    let ready = state.card(gun).is_some_and(|card| card.ammo > 0);
    let place = state.secret.mat.place(gun);
    let reaches =
        over.is_none_or(|at| place.is_some_and(|from| from.0.orthogonal(at.0) <= row.range.1));
    row.anti_air > 0
        && ready
        && reaches
        && standing::answers(fight.turn, gun, Question::AntiAir, true)
}

/// True if a fighter can and is to meet a sortie: it is fully supplied and armed, and has not
/// flown since its side's last turn began (pb55).
fn rises(fight: &mut Fight<'_, '_>, fighter: &Unit) -> bool {
    let Some(row) = row(fight, fighter) else { return false };
    let ready = fight.turn.state().card(fighter).is_some_and(|card| {
        let posted = matches!(card.post, Post::OnCall | Post::Field);
        posted && !card.flown && card.supply >= row.supply && card.ammo >= row.ammo
    });
    row.fighter
        && row.attack > 0
        && ready
        && standing::answers(fight.turn, fighter, Question::Intercept, true)
}

/// A unit fires at an aircraft. An anti-air unit spends ammunition as for a counterattack.
fn shoot(fight: &mut Fight<'_, '_>, gun: &Unit, target: &Unit, rule: &Rule) {
    let Some(row) = row(fight, gun) else { return };
    let strength = fight.turn.state().card(gun).map_or(0, |card| card.strength);
    let sides = if row.flies() { row.attack } else { row.anti_air };
    let (dice, name) = fight.roll("counter", strength, sides);
    let event =
        Event::FiredAt { unit: gun.clone(), against: target.clone(), sides, dice: dice.clone() };
    fight.turn.record_drawn(rule, name, event);
    if !row.flies() {
        fight.turn.record(&rules::AMMO, Event::Spent { unit: gun.clone() });
    }
    fight.duel(&dice, target, 0, rule);
}

/// An aircraft counterattacks who fired at it.
fn answer(fight: &mut Fight<'_, '_>, unit: &Unit, against: &Unit, rule: &Rule) {
    if fight.turn.state().card(against).is_none() {
        return;
    }
    let Some(row) = row(fight, unit) else { return };
    let strength = fight.turn.state().card(unit).map_or(0, |card| card.strength);
    let (dice, name) = fight.roll("counter", strength, row.attack);
    let event = Event::Countered {
        unit: unit.clone(),
        against: against.clone(),
        sides: row.attack,
        dice: dice.clone(),
    };
    fight.turn.record_drawn(rule, name, event);
    fight.duel(&dice, against, 0, rule);
}

/// A side describes what it has in a square, and the markers there (pb56).
fn describe(fight: &mut Fight<'_, '_>, side: Side, at: Sq) {
    let state = fight.turn.state();
    let mat = &state.secret.mat;
    let describe = |unit: &Unit| {
        let card = state.card(unit)?;
        let form = fight.turn.game().format.card(&card.kind).form;
        let (kind, strength, cargo) = (card.kind.clone(), card.strength, card.cargo);
        Some(Described { unit: unit.clone(), form, kind, strength, cargo })
    };
    let units = mat.at(at).map(|(unit, _)| unit).filter(|unit| unit.side() == side);
    let units = units.filter_map(describe).collect();
    let stack = mat.stack(at);
    fight.turn.record(&rules::RECON, Event::Described { side, at, units, stack });
}

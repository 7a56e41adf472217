//! The change that an event makes. It checks nothing.

use super::CompanyCommander;
use super::events::Event;
use super::names::{Unit, Zone};
use super::state::{Cloud, Contact, Finale, Piece, Post, State, Step, Stock};
use super::switches::Exchange;

/// The change that an event makes.
#[expect(clippy::too_many_lines, reason = "one arm for each event, each of a line or two")]
pub fn apply(game: &CompanyCommander, state: &mut State, event: &Event) {
    match event {
        Event::Deployed { unit, at, facing } => piece(state, unit, |piece| {
            (piece.post, piece.facing) = (Post::On(*at), *facing);
        }),
        Event::Boarded { unit, on } => {
            let acts = state.open.step == Step::Turn;
            piece(state, unit, |piece| {
                piece.post = Post::Aboard(on.clone());
                (piece.moved, piece.busy) = (piece.moved || acts, acts);
            });
        }
        Event::TurnBegan { side, turn } => begin(state, *side, *turn),
        Event::Arrived { unit, at } => piece(state, unit, |piece| piece.post = Post::On(*at)),
        Event::Complete { side } => {
            state.open.complete.insert(*side);
        }
        Event::Moved { unit, from, to } => {
            piece(state, unit, |piece| {
                piece.post = Post::On(*to);
                piece.facing = from.0.facing_to(to.0).unwrap_or(piece.facing);
                piece.moved = true;
            });
            for known in state.secret.contacts.values_mut() {
                if let Some(contact) = known.get_mut(unit).filter(|contact| contact.now) {
                    (contact.at, contact.turn) = (*to, state.open.turn);
                }
            }
        }
        Event::Hurried { unit } => piece(state, unit, |piece| piece.busy = true),
        Event::Turned { unit, facing, counts } => piece(state, unit, |piece| {
            piece.facing = *facing;
            piece.turned = piece.turned || *counts;
        }),
        Event::Dismounted { unit, at, .. } => piece(state, unit, |piece| {
            piece.post = Post::On(*at);
            (piece.moved, piece.busy) = (true, true);
        }),
        Event::Left { unit } => left(state, unit),
        Event::Launched { unit, by, at } => {
            piece(state, by, |piece| (piece.moved, piece.busy) = (true, true));
            piece(state, unit, |piece| {
                piece.post = Post::On(*at);
                (piece.moved, piece.busy) = (true, true);
            });
        }
        Event::Sighted { side, unit, at } => contact(state, *side, unit, *at, true),
        Event::Vanished { side, unit, at } => contact(state, *side, unit, *at, false),
        Event::Attacked { unit, .. } | Event::Shelled { unit, .. } => {
            piece(state, unit, |piece| piece.fired = true);
        }
        Event::Spent { unit, weapons } => stock(state, unit, |stock| {
            for weapon in weapons {
                *stock.spent.entry(weapon.clone()).or_default() += 1;
            }
        }),
        Event::Struck { unit }
        | Event::Volley { target: unit, .. }
        | Event::Assaulted { target: unit, .. } => piece(state, unit, |piece| piece.shot_at = true),
        Event::AntiAir { unit, target, .. } => {
            stock(state, unit, |stock| {
                stock.engaged.insert(target.clone());
            });
            piece(state, target, |piece| piece.shot_at = true);
        }
        Event::Suppressed { unit } => {
            let (both, active) = (game.switches.exchange == Exchange::Both, state.open.active);
            piece(state, unit, |piece| {
                piece.suppressed = true;
                piece.fresh = both || piece.side == active;
            });
        }
        Event::Damaged { unit, losses } => piece(state, unit, |piece| {
            piece.strength = piece.strength.saturating_sub(*losses);
        }),
        Event::Destroyed { unit } => {
            remove(state, unit);
            state.open.lost.insert(unit.clone());
        }
        Event::Rallied { unit, done } => {
            if *done {
                piece(state, unit, |piece| {
                    (piece.suppressed, piece.fresh) = (false, false);
                    (piece.moved, piece.turned, piece.fired) = (false, false, false);
                });
            }
        }
        Event::Resupplied { unit, done, .. } => {
            if *done {
                stock(state, unit, |stock| {
                    stock.spent.retain(|weapon, _| !game.is_supplied(weapon));
                });
            }
        }
        Event::Smoked { side, at } => {
            let cloud = Cloud { side: *side, left: game.format.numbers.smoke_turns.value };
            state.open.smoke.extend(at.iter().map(|at| (*at, cloud)));
        }
        Event::SmokeFired { unit, .. } => {
            piece(state, unit, |piece| piece.fired = true);
            stock(state, unit, |stock| stock.smoke += 1);
        }
        Event::Took { side, place } => {
            state.open.held.insert(place.clone(), *side);
        }
        Event::TurnEnded { side } => {
            for piece in state.secret.units.values_mut().filter(|piece| piece.side == *side) {
                (piece.fresh, piece.shot_at) = (false, false);
            }
        }
        Event::Ended { winner, why, .. } => {
            state.open.step = Step::Over;
            state.open.finale = Some(Finale { winner: *winner, why: *why });
        }
        Event::Delayed { .. } | Event::Scattered { .. } | Event::Spread { .. } => {}
    }
}

fn piece(state: &mut State, unit: &Unit, change: impl FnOnce(&mut Piece)) {
    if let Some(piece) = state.secret.units.get_mut(unit) {
        change(piece);
    }
}

fn stock(state: &mut State, unit: &Unit, change: impl FnOnce(&mut Stock)) {
    if let Some(stock) = state.secret.stocks.get_mut(unit) {
        change(stock);
    }
}

/// A unit is destroyed, as everybody is told.
fn remove(state: &mut State, unit: &Unit) {
    left(state, unit);
    for known in state.secret.contacts.values_mut() {
        known.remove(unit);
    }
}

/// A unit is no more on the field. Who does not see it leave knows it where it was seen last (cc51).
fn left(state: &mut State, unit: &Unit) {
    state.secret.units.remove(unit);
    state.secret.stocks.remove(unit);
    for known in state.secret.contacts.values_mut() {
        known.retain(|other, contact| other != unit || !contact.now);
    }
}

fn contact(state: &mut State, side: super::side::Side, unit: &Unit, at: Zone, now: bool) {
    let contact = Contact { now, at, turn: state.open.turn };
    state.secret.contacts.entry(side).or_default().insert(unit.clone(), contact);
}

/// A side's units may act again, and its smoke thins out.
fn begin(state: &mut State, side: super::side::Side, turn: u32) {
    (state.open.step, state.open.turn, state.open.active) = (Step::Turn, turn, side);
    for piece in state.secret.units.values_mut().filter(|piece| piece.side == side) {
        (piece.moved, piece.turned, piece.busy, piece.fired) = (false, false, false, false);
    }
    for stock in state.secret.stocks.values_mut() {
        stock.engaged.clear();
    }
    for cloud in state.open.smoke.values_mut().filter(|cloud| cloud.side == side) {
        cloud.left = cloud.left.saturating_sub(1);
    }
    state.open.smoke.retain(|_, cloud| cloud.left > 0);
}

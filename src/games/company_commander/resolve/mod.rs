//! The sequence of play.

pub mod air;
pub mod ending;
pub mod movement;
pub mod overwatch;
pub mod queue;
pub mod shooting;
pub mod turn;
pub mod watch;

use std::collections::BTreeSet;

use super::CompanyCommander;
use super::acts::Viewpoint;
use super::events::Event;
use super::order::Order;
use super::reasons::Reason;
use super::rules;
use super::side::Side;
use super::state::Step;
use crate::engine::{Fate, Turn};

/// A cycle of this game.
pub type Cycle<'a> = Turn<'a, CompanyCommander>;

/// Runs one cycle.
pub fn cycle(turn: &mut Cycle<'_>) {
    if ending::concede(turn) {
        return;
    }
    match turn.state().open.step {
        Step::Deployment => {
            for side in Side::BOTH {
                deploy(turn, side);
            }
            turn::begin_first(turn);
        }
        Step::Turn => turn::run(turn),
        Step::Over => {}
    }
}

/// A side deploys in the order of its file (cc22).
fn deploy(turn: &mut Cycle<'_>, side: Side) {
    let seat = side.seat();
    let lines = turn.picked(&seat, |order| {
        let Order::Deploy { unit, at, facing, on } = order else { return None };
        Some((unit, at, facing, on))
    });
    let (mut settled, mut yielded) = (BTreeSet::new(), BTreeSet::new());
    for (given, (unit, at, facing, on)) in lines {
        let desk = Viewpoint { game: turn.game(), state: turn.state(), side };
        let fate = match desk.deployed((unit, *at, *facing, on.as_ref()), &settled) {
            Ok(events) => {
                for event in events {
                    // Who gave way to where they are ordered now is there already.
                    if yielded.contains(unit) && stands(turn, &event) {
                        continue;
                    }
                    if let Event::Deployed { unit: other, .. } = &event
                        && other != unit
                    {
                        yielded.insert(other.clone());
                    }
                    turn.record(&rules::DEPLOYMENT, event);
                }
                settled.insert(unit.clone());
                Fate::done(&rules::DEPLOYMENT, Reason::Deployed { unit: unit.clone() })
            }
            Err((rule, reason)) => Fate::failed(&rule, reason),
        };
        turn.answer(&seat, given, fate);
    }
}

/// True if a unit is where an event puts it, and looks that way.
fn stands(turn: &Cycle<'_>, event: &Event) -> bool {
    let Event::Deployed { unit, at, facing } = event else { return false };
    let piece = turn.state().piece(unit);
    piece.is_some_and(|piece| piece.at() == Some(*at) && piece.facing == *facing)
}

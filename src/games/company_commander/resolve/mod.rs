//! The sequence of play.

pub mod air;
pub mod ending;
pub mod movement;
pub mod overwatch;
pub mod shooting;
pub mod turn;
pub mod watch;

use super::CompanyCommander;
use super::acts::{Deployment, Viewpoint};
use super::events::Event;
use super::orders::Order;
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
    for (given, (unit, at, facing, on)) in lines {
        let desk = Viewpoint { game: turn.game(), state: turn.state(), side };
        let fate = match desk.deploy(unit, *at, *facing, on.as_ref()) {
            Ok(place) => {
                let unit = unit.clone();
                let event = match place {
                    Deployment::At(at, facing) => {
                        Event::Deployed { unit: unit.clone(), at, facing }
                    }
                    Deployment::Aboard(on) => Event::Boarded { unit: unit.clone(), on },
                };
                turn.record(&rules::DEPLOYMENT, event);
                Fate::done(&rules::DEPLOYMENT, Reason::Deployed { unit })
            }
            Err((rule, reason)) => Fate::failed(&rule, reason),
        };
        turn.answer(&seat, given, fate);
    }
}

//! The sequence of play, one line for each step, in the order of the rulebook.

pub mod aftermath;
pub mod battle;
pub mod battlefield;
pub mod ceding;
pub mod construction;
pub mod containers;
pub mod diplomacy;
pub mod drm;
pub mod explorers;
pub mod fire;
pub mod guests;
pub mod income;
pub mod interception;
pub mod losses;
pub mod marching;
pub mod movement;
pub mod natives;
pub mod naval_battle;
pub mod operation;
pub mod order_of_play;
pub mod prospecting;
pub mod purse;
pub mod reinforcement;
pub mod relations;
pub mod retreat;
pub mod revolt;
pub mod rounds;
pub mod sailing;
pub mod set_up;
pub mod straits;
pub mod upkeep;
pub mod victory;
pub mod yard;

use super::AgeOfImperialism;
use super::events::Event;
use super::order::Order;
use super::power::Power;
use super::reasons::Reason;
use super::rules;
use super::state::Step;
use super::switches::TurnOrder;
use crate::engine::{Given, Rule, Turn};

/// A cycle of this game.
pub type Cycle<'a> = Turn<'a, AgeOfImperialism>;
/// An order line.
pub type Line = Given<Order>;
/// What became of a line.
pub type Fate = crate::engine::Fate<Reason>;
/// The rule that stops a line, and why.
pub type Hitch = (Rule, Reason);

/// Picks orders: what is wanted of those that match.
macro_rules! asks {
    ($($pattern:pat $(if $guard:expr)? => $wanted:expr),+ $(,)?) => {
        |order| {
            $(if let $pattern = order $(&& $guard)? {
                return Some($wanted);
            })+
            None
        }
    };
}
use asks;

/// Runs the steps until the table waits again (im54).
pub fn cycle(turn: &mut Cycle<'_>) {
    let game = turn.game();
    loop {
        let step = turn.state().open.step;
        if let Some(actor) = game.actor(&turn.state().open) {
            run(turn, &[actor]);
            turn.record(&rules::EXCHANGE, Event::Gone { power: actor });
            if game.actor(&turn.state().open).is_some() {
                return;
            }
        } else {
            let powers = turn.state().open.order.clone();
            run(turn, &powers);
        }
        if step.is_movement() && victory::ends(turn) {
            return;
        }
        advance(turn);
        if game.waits(turn.state().open.step) {
            return;
        }
    }
}

/// A step of the sequence of play, for these powers in this order.
fn run(turn: &mut Cycle<'_>, powers: &[Power]) {
    match turn.state().open.step {
        Step::Picks => set_up::picks(turn, powers),
        Step::Placement => set_up::placement(turn, powers),
        Step::Auction => order_of_play::auction(turn),
        Step::Production => {
            relations::treaties(turn);
            for power in powers {
                income::collect(turn, *power);
            }
            for power in powers {
                upkeep::maintain(turn, *power);
            }
        }
        Step::Diplomacy => {
            relations::treaties(turn);
            for power in powers {
                diplomacy::run(turn, *power);
            }
        }
        Step::Construction => {
            relations::treaties(turn);
            for power in powers {
                construction::run(turn, *power);
            }
        }
        Step::First | Step::Second => {
            for power in powers {
                movement::phase(turn, *power);
            }
        }
        Step::Over => {}
    }
}

/// Begins the next step. The order of play is drawn before anybody acts in the turn (im13).
fn advance(turn: &mut Cycle<'_>) {
    let game = turn.game();
    if turn.state().open.step.is_movement() {
        relations::lapse(turn);
    }
    let (number, step) = game.next_step(turn.state().open.turn, turn.state().open.step);
    turn.next_moment();
    turn.record(&rules::EXCHANGE, Event::StepBegan { turn: number, step });
    if step == Step::Production && game.switches.turn_order == TurnOrder::Drawn {
        order_of_play::draw(turn);
    }
}

//! The sequence of play, one line for each step, in the order of the rulebook.

pub mod combat;
pub mod execution;
pub mod fire;
pub mod fleeing;
pub mod garrison;
pub mod initiative;
pub mod movement;
pub mod plot;
pub mod repair;
pub mod scoring;
pub mod set_up;
pub mod stations;

use super::CompanyWar;
use super::events::Event;
use super::order::Order;
use super::reasons::Reason;
use super::rules;
use super::scenario::Side;
use super::state::Step;
use crate::engine::{Fate, Given, Rule, Turn};

/// A cycle of this game.
pub type Cycle<'a> = Turn<'a, CompanyWar>;

/// Runs the phases until the table waits again (cw51).
pub fn cycle(turn: &mut Cycle<'_>) {
    initiative::declare(turn);
    loop {
        phase(turn);
        if turn.game().waits(turn.state()) {
            return;
        }
    }
}

fn phase(turn: &mut Cycle<'_>) {
    match turn.state().open.step {
        Step::SetUp => {
            set_up::deploy(turn);
            initiative::next_turn(turn);
        }
        Step::Movement => {
            movement::run(turn);
            begin(turn, Step::Combat);
        }
        Step::Combat => {
            combat::run(turn);
            stations::bombard(turn);
            begin(turn, Step::Repair);
        }
        Step::Repair => {
            repair::run(turn);
            begin(turn, Step::Garrison);
        }
        Step::Garrison => {
            garrison::run(turn);
            scoring::run(turn);
            initiative::next_turn(turn);
        }
        Step::Over => {}
    }
}

fn begin(turn: &mut Cycle<'_>, step: Step) {
    turn.next_moment();
    let now = turn.state().open.turn;
    turn.record(&rules::EXCHANGE, Event::StepBegan { turn: now, step });
}

/// Answers a line with what was done, or with why it could not be.
fn settle(
    turn: &mut Cycle<'_>,
    side: Side,
    given: &Given<Order>,
    rule: &Rule,
    done: Result<Reason, Reason>,
) {
    let fate = match done {
        Ok(reason) => Fate::done(rule, reason),
        Err(reason) => Fate::failed(rule, reason),
    };
    turn.answer(&side.seat(), given, fate);
}

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
use super::orders::Order;
use super::rules;
use super::scenario::Side;
use super::sight::seat_of;
use super::state::Step;
use crate::engine::{Given, Orders, Rule, Turn};

/// A cycle of this game.
pub type Cycle<'a> = Turn<'a, CompanyWar>;
/// Its orders.
pub type Sheets = Orders<CompanyWar>;

/// Runs the phases until the table waits again (cw51).
pub fn cycle(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    initiative::declare(turn, orders);
    loop {
        phase(game, turn, orders);
        if game.waits(turn.state()) {
            return;
        }
    }
}

fn phase(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    match turn.state().step {
        Step::SetUp => {
            set_up::deploy(game, turn, orders);
            initiative::next_turn(game, turn);
        }
        Step::Movement => {
            movement::run(game, turn, orders);
            begin(turn, Step::Combat);
        }
        Step::Combat => {
            combat::run(game, turn, orders);
            stations::bombard(game, turn, orders);
            begin(turn, Step::Repair);
        }
        Step::Repair => {
            repair::run(game, turn, orders);
            begin(turn, Step::Garrison);
        }
        Step::Garrison => {
            garrison::run(game, turn, orders);
            scoring::run(game, turn);
            initiative::next_turn(game, turn);
        }
        Step::Over => {}
    }
}

fn begin(turn: &mut Cycle<'_>, step: Step) {
    turn.next_moment();
    let now = turn.state().turn;
    turn.record(&rules::EXCHANGE, Event::StepBegan { turn: now, step });
}

/// The orders in force that `pick` wants, strongest first, each with its line.
fn picked<'o, T>(
    turn: &Cycle<'_>,
    orders: &'o Sheets,
    side: Side,
    pick: impl Fn(&'o Order) -> Option<T>,
) -> Vec<(&'o Given<Order>, T)> {
    let in_force = turn.in_force(orders, &seat_of(side));
    in_force.into_iter().filter_map(|g| pick(&g.order).map(|t| (g, t))).collect()
}

/// Notes that a line was used, which may happen many times.
fn used(turn: &mut Cycle<'_>, side: Side, given: &Given<Order>, rule: &Rule, reason: &str) {
    turn.used(&seat_of(side), &given.line, rule, reason);
}

/// Answers a line for good.
fn answer(
    turn: &mut Cycle<'_>,
    side: Side,
    given: &Given<Order>,
    (code, rule): (crate::engine::Code, &Rule),
    reason: &str,
) {
    turn.answer(&seat_of(side), &given.line, code, rule, reason);
}

//! The sequence of play, one line for each step, in the order of the rulebook.

pub mod aftermath;
pub mod battle;
pub mod ceding;
pub mod construction;
pub mod containers;
pub mod diplomacy;
pub mod drm;
pub mod explorers;
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
use super::orders::Order;
use super::power::Power;
use super::rules;
use super::state::Step;
use super::switches::TurnOrder;
use crate::engine::{Code, Given, Orders, Rule, Turn};

/// A cycle of this game.
pub type Cycle<'a> = Turn<'a, AgeOfImperialism>;
/// Its orders.
pub type Sheets = Orders<AgeOfImperialism>;
/// An order line.
pub type Line = Given<Order>;

/// Runs the steps until the table waits again (im54).
pub fn cycle(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets) {
    loop {
        let step = turn.state().step;
        if let Some(actor) = game.actor(turn.state()) {
            run(game, turn, orders, &[actor]);
            turn.record(&rules::EXCHANGE, Event::Gone { power: actor });
            if game.actor(turn.state()).is_some() {
                return;
            }
        } else {
            let powers = turn.state().order.clone();
            run(game, turn, orders, &powers);
        }
        if step.is_movement() && victory::ends(game, turn) {
            return;
        }
        advance(game, turn, orders);
        if game.waits(turn.state().step) {
            return;
        }
    }
}

/// A step of the sequence of play, for these powers in this order.
fn run(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, powers: &[Power]) {
    match turn.state().step {
        Step::Picks => set_up::picks(game, turn, orders, powers),
        Step::Placement => set_up::placement(game, turn, orders, powers),
        Step::Auction => order_of_play::auction(game, turn, orders),
        Step::Production => {
            relations::treaties(game, turn, orders);
            for power in powers {
                income::collect(game, turn, orders, *power);
            }
            for power in powers {
                upkeep::maintain(game, turn, orders, *power);
            }
        }
        Step::Diplomacy => {
            relations::treaties(game, turn, orders);
            for power in powers {
                diplomacy::run(game, turn, orders, *power);
            }
        }
        Step::Construction => {
            relations::treaties(game, turn, orders);
            for power in powers {
                construction::run(game, turn, orders, *power);
            }
        }
        Step::First | Step::Second => {
            for power in powers {
                movement::phase(game, turn, orders, *power);
            }
        }
        Step::Over => {}
    }
}

/// Begins the next step. The order of play is drawn before anybody acts in the turn (im13).
fn advance(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets) {
    if turn.state().step.is_movement() {
        relations::lapse(game, turn, orders);
    }
    let (number, step) = game.next_step(turn.state().turn, turn.state().step);
    turn.next_moment();
    turn.record(&rules::EXCHANGE, Event::StepBegan { turn: number, step });
    if step == Step::Production && game.switches.turn_order == TurnOrder::Drawn {
        order_of_play::draw(game, turn);
    }
}

/// The orders of a power in force at this moment that `pick` wants, strongest first, each with its
/// line.
fn picked<'o, T>(
    turn: &Cycle<'_>,
    orders: &'o Sheets,
    power: Power,
    pick: impl Fn(&'o Order) -> Option<T>,
) -> Vec<(&'o Line, T)> {
    let in_force = turn.in_force(orders, &power.seat());
    in_force.into_iter().filter_map(|g| pick(&g.order).map(|t| (g, t))).collect()
}

/// Notes that a line was used, which may happen many times.
fn used(turn: &mut Cycle<'_>, power: Power, line: &Line, rule: &Rule, reason: &str) {
    turn.used(&power.seat(), &line.line, rule, reason);
}

/// Answers a line for good.
fn answer(
    turn: &mut Cycle<'_>,
    power: Power,
    line: &Line,
    (code, rule): (Code, &Rule),
    reason: &str,
) {
    turn.answer(&power.seat(), &line.line, code, rule, reason);
}

/// How an order went, as its author is told.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The code.
    pub code: Code,
    /// The rule that decided.
    pub rule: Rule,
    /// A sentence of reason.
    pub reason: String,
}

impl Outcome {
    /// It was carried out.
    pub fn done(rule: &Rule, reason: impl Into<String>) -> Self {
        Self { code: Code::Done, rule: rule.clone(), reason: reason.into() }
    }

    /// It was carried out in part.
    pub fn partly(rule: &Rule, reason: impl Into<String>) -> Self {
        Self { code: Code::Partly, rule: rule.clone(), reason: reason.into() }
    }

    /// It proved impossible.
    pub fn failed(rule: &Rule, reason: impl Into<String>) -> Self {
        Self { code: Code::Failed, rule: rule.clone(), reason: reason.into() }
    }

    /// Tells the author.
    fn tell(&self, turn: &mut Cycle<'_>, power: Power, line: &Line) {
        answer(turn, power, line, (self.code, &self.rule), &self.reason);
    }
}

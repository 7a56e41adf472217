//! The sequence of play: what each phase takes, and where the table waits (im54).

use super::AgeOfImperialism;
use super::power::Power;
use super::state::{Open, Step};
use super::switches::{Exchange, PickOrder, Selection, Switch, TurnOrder};
use crate::engine::format::phase::covered;
use crate::engine::{Due, Phase};

impl AgeOfImperialism {
    /// The step that follows, and its turn.
    pub(super) fn next_step(&self, turn: u32, step: Step) -> (u32, Step) {
        match step {
            Step::Picks => (0, Step::Placement),
            Step::Placement => (1, Step::First),
            Step::Auction => (turn, Step::Production),
            Step::Production => (turn, Step::Diplomacy),
            Step::Diplomacy => (turn, Step::Construction),
            Step::Construction => (turn, Step::First),
            Step::First => (turn, Step::Second),
            Step::Second if self.switches.turn_order == TurnOrder::Auction => {
                (turn + 1, Step::Auction)
            }
            Step::Second => (turn + 1, Step::Production),
            Step::Over => (turn, Step::Over),
        }
    }

    /// The step before another, and its turn; `None` for the first one.
    pub(super) fn step_before(&self, next: (u32, Step)) -> Option<(u32, Step)> {
        let turns = [next.0, next.0.saturating_sub(1)];
        // Without auctions of the order nothing leads to one.
        let played =
            |step: Step| step != Step::Auction || self.switches.turn_order == TurnOrder::Auction;
        let steps = Step::ALL.into_iter().filter(|step| played(*step));
        let mut all =
            turns.into_iter().flat_map(|turn| steps.clone().map(move |step| (turn, step)));
        all.find(|(turn, step)| self.next_step(*turn, *step) == next)
    }

    /// True if the table waits before a step for fresh orders.
    pub(super) fn waits(&self, step: Step) -> bool {
        let wait = |step: Step| self.format.phases.get(step.name()).is_some_and(|p| p.wait);
        match step {
            // Bids come with the orders for the phase that they open, unless they are their own.
            Step::Auction | Step::Over => true,
            Step::Production if self.switches.turn_order == TurnOrder::Auction => {
                wait(Step::Auction) || self.switches.exchange == Exchange::InTurn
            }
            step => wait(step) || self.switches.exchange == Exchange::InTurn,
        }
    }

    /// True if this step is played by one power after another.
    pub(super) fn in_turn(&self, step: Step) -> bool {
        self.switches.exchange == Exchange::InTurn && !matches!(step, Step::Auction | Step::Over)
    }

    /// How many regions a power has still to choose at set-up (im10).
    pub(super) fn picks(&self, open: &Open, power: Power) -> u32 {
        let held = u32::try_from(open.owned(power).count()).unwrap_or(u32::MAX);
        self.board.regions.saturating_sub(held)
    }

    /// The power that chooses next at set-up: of those with the fewest regions the first in the
    /// order, or in a snake every other round the last; `None` when all have their number (im10).
    pub(super) fn picker(&self, state: &Open) -> Option<Power> {
        let held = |power: &Power| u32::try_from(state.owned(*power).count()).unwrap_or(u32::MAX);
        let round = state.order.iter().map(held).min()?;
        if round >= self.board.regions {
            return None;
        }
        let backwards = self.switches.pick_order == PickOrder::Snake && round % 2 == 1;
        let fewest = |power: &&Power| held(power) == round;
        if backwards {
            state.order.iter().rev().find(fewest).copied()
        } else {
            state.order.iter().find(fewest).copied()
        }
    }

    /// The power whose go it is, if they go one after another.
    pub(super) fn actor(&self, state: &Open) -> Option<Power> {
        match state.step {
            step if !self.in_turn(step) => None,
            Step::Picks if self.switches.region_selection != Selection::Random => {
                self.picker(state)
            }
            _ => state.order.get(state.gone as usize).copied(),
        }
    }

    /// What is expected of a power.
    fn due(&self, state: &Open, power: Power) -> Due {
        match state.step {
            Step::Over => Due::Nothing,
            Step::Picks if self.switches.region_selection == Selection::Random => Due::Optional,
            // Whose home regions are all he begins with has nothing to choose (im64).
            Step::Picks if state.owned(power).count() >= self.board.regions as usize => {
                Due::Nothing
            }
            step if self.in_turn(step) => {
                if self.actor(state) == Some(power) {
                    Due::Required
                } else {
                    Due::Optional
                }
            }
            _ => Due::Required,
        }
    }

    /// A step and those that follow before fresh orders are due, each with its turn (im54).
    pub(super) fn covers(&self, turn: u32, step: Step) -> Vec<(u32, Step)> {
        let next = |(turn, step): &(u32, Step)| Some(self.next_step(*turn, *step));
        covered((turn, step), next, |(_, step)| self.waits(*step))
    }

    /// What the table waits for, from whom.
    pub(super) fn awaited(&self, state: &Open) -> Phase {
        let covers = self.covers(state.turn, state.step).into_iter();
        let covers: Vec<&str> = covers.map(|(_, step)| step.name()).collect();
        let due = self.board.powers.iter().map(|power| (power.seat(), self.due(state, *power)));
        let mut phase = Phase::through(&self.format.phases, &covers, state.turn, due.collect());
        phase.accepts.retain(|kind| self.is_played(kind));
        phase
    }

    /// False for the orders of optional rules that are not played.
    fn is_played(&self, kind: &str) -> bool {
        let yes = |switch: Switch| switch == Switch::Yes;
        match kind {
            "mulligan" => self.switches.region_selection == Selection::Random,
            "pick" => self.switches.region_selection != Selection::Random,
            "bid" => self.switches.turn_order == TurnOrder::Auction,
            "ally" | "end-alliance" => yes(self.switches.alliances),
            "scorch" => yes(self.switches.scorched_earth),
            _ => true,
        }
    }
}

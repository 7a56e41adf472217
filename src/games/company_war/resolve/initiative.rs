//! 1A: Fleet Assembly and the roll for strategic initiative (cw16, cw17).

use super::{Cycle, Sheets, answer, picked};
use crate::engine::Code;
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::WhenRolled;
use crate::games::company_war::orders::Order;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::Step;

/// Declares Fleet Assembly for the next roll of each side that orders it.
pub fn declare(turn: &mut Cycle<'_>, orders: &Sheets) {
    for side in Side::BOTH {
        let asked = picked(turn, orders, side, |o| (*o == Order::FleetAssembly).then_some(()));
        let mut first = true;
        for (given, ()) in asked {
            if first {
                turn.record(&rules::ASSEMBLY, Event::Declared { side });
            }
            first = false;
            let what = "one more die is rolled for the next initiative";
            answer(turn, side, given, (Code::Done, &rules::ASSEMBLY), what);
        }
    }
}

/// Begins the next turn and rolls for it, so that the roll stands in this cycle's report; or ends
/// the game after the last turn.
pub fn next_turn(game: &CompanyWar, turn: &mut Cycle<'_>) {
    turn.next_moment();
    let now = turn.state().turn;
    if now >= game.turns() {
        turn.record(&rules::POINTS_SCORED, Event::StepBegan { turn: now, step: Step::Over });
        return;
    }
    turn.record(&rules::EXCHANGE, Event::StepBegan { turn: now + 1, step: Step::Movement });
    if game.switches.initiative == WhenRolled::BeforeOrders {
        roll(game, turn);
    }
}

/// Rolls for both sides; the total is the number of ships that may move.
pub fn roll(game: &CompanyWar, turn: &mut Cycle<'_>) {
    let now = turn.state().turn;
    let table = &game.format.initiative;
    for side in Side::BOTH {
        let roll = match side {
            Side::Mazianni => table.mazianni,
            Side::Union => table.union,
        };
        let assembly = turn.state().declared.contains(&side);
        let count = roll.dice + if assembly { table.assembly_dice } else { 0 };
        let label = ["initiative", &format!("turn-{now}"), side.name()];
        let dice = turn.chance().draw(&label).dice(count, table.sides);
        let total = dice.iter().map(|d| u32::from(*d)).sum::<u32>() + roll.plus;
        let rule = if assembly { &rules::ASSEMBLY } else { &rules::INITIATIVE };
        turn.record(rule, Event::Rolled { side, turn: now, dice, total, assembly });
    }
}

impl CompanyWar {
    /// Turns of this campaign (cw47).
    pub(in crate::games::company_war) fn turns(&self) -> u32 {
        self.chart.turns.unwrap_or(self.format.turns.value)
    }
}

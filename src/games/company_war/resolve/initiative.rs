//! 1A: Fleet Assembly and the roll for strategic initiative (cw16, cw17).

use super::Cycle;
use crate::engine::Fate;
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::WhenRolled;
use crate::games::company_war::order::{Order, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::{Open, Step};

/// Declares Fleet Assembly for the next roll of each side that orders it.
pub fn declare(turn: &mut Cycle<'_>) {
    for side in Side::BOTH {
        let asked = turn.picked(&side.seat(), asks!(Order::FleetAssembly => ()));
        if !asked.is_empty() {
            turn.record(&rules::ASSEMBLY, Event::Declared { side });
        }
        for (given, ()) in asked {
            turn.answer(&side.seat(), given, Fate::done(&rules::ASSEMBLY, Reason::OneMoreDie));
        }
    }
}

/// Begins the next turn and rolls for it, so that the roll stands in this cycle's report; or ends
/// the game after the last turn.
pub fn next_turn(turn: &mut Cycle<'_>) {
    let game = turn.game();
    turn.next_moment();
    let now = turn.state().open.turn;
    if now >= game.turns() {
        turn.record(&rules::POINTS_SCORED, Event::StepBegan { turn: now, step: Step::Over });
        return;
    }
    turn.record(&rules::EXCHANGE, Event::StepBegan { turn: now + 1, step: Step::Movement });
    if game.switches.initiative == WhenRolled::BeforeOrders {
        roll(turn);
    }
}

/// Rolls for both sides; the total is the number of ships that may move.
pub fn roll(turn: &mut Cycle<'_>) {
    let now = turn.state().open.turn;
    let table = &turn.game().format.initiative;
    for side in Side::BOTH {
        let roll = match side {
            Side::Mazianni => table.mazianni,
            Side::Union => table.union,
        };
        let assembly = turn.state().open.declared.contains(&side);
        let count = roll.dice + if assembly { table.assembly_dice } else { 0 };
        let label = ["initiative", &format!("turn-{now}"), side.name()];
        let mut draw = turn.chance().draw(&label);
        let (dice, name) = (draw.dice(count, table.sides), draw.name());
        let total = dice.iter().map(|d| u32::from(*d)).sum::<u32>() + roll.plus;
        let rule = if assembly { &rules::ASSEMBLY } else { &rules::INITIATIVE };
        turn.record_drawn(rule, name, Event::Rolled { side, turn: now, dice, total, assembly });
    }
}

impl CompanyWar {
    /// True if a roll is still to come that Fleet Assembly can add to (cw17).
    pub(in crate::games::company_war) fn has_roll_left(&self, open: &Open) -> bool {
        open.turn < self.turns() || !self.has_rolled(open)
    }

    /// True if the roll for the present turn has fallen.
    pub(in crate::games::company_war) fn has_rolled(&self, open: &Open) -> bool {
        self.switches.initiative == WhenRolled::BeforeOrders || open.step > Step::Movement
    }

    /// Turns of this campaign (cw47).
    pub(in crate::games::company_war) fn turns(&self) -> u32 {
        self.chart.turns.unwrap_or(self.format.turns.value)
    }
}

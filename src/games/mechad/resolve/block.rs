//! A block of impulses.

use super::plots::{Plots, gone};
use super::{Cycle, activity, ending, fire, movement};
use crate::games::mechad::events::Event;
use crate::games::mechad::impulses::IMPULSES;
use crate::games::mechad::rules;
use crate::games::mechad::state::Step;

/// Carries a block out.
pub fn run(turn: &mut Cycle<'_>) {
    let mut plots = Plots::kept(turn);
    if ending::is_over(turn) {
        ending::finish(turn);
        return;
    }
    let open = &turn.state().open;
    let (first, until, number) = (open.impulse + 1, open.until, open.turn);
    for impulse in first..=until.min(IMPULSES) {
        turn.next_moment();
        let lost = gone(turn);
        turn.record(&rules::CHART, Event::ImpulseBegan { turn: number, impulse });
        movement::segment(turn, &plots);
        activity::segment(turn, &plots);
        fire::segment(turn, &plots);
        if ending::is_over(turn) {
            ending::finish(turn);
            return;
        }
        if impulse < until && plots.breaks(turn, lost) {
            turn.next_moment();
            turn.record(&rules::BREAK, Event::Halted { impulse });
            turn.record(&rules::BLOCK, Event::StepBegan { step: Step::Impulses, until });
            return;
        }
    }
    turn.next_moment();
    if until >= IMPULSES {
        ending::end_turn(turn);
    } else {
        let until = until + turn.game().switches.block.impulses();
        turn.record(&rules::BLOCK, Event::StepBegan { step: Step::Impulses, until });
    }
}

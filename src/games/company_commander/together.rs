//! How the lines of an order file go together, and when overwatch is ordered: below the forms of orders.

use super::CompanyCommander;
use super::short::SHORT;
use super::sight::View;
use super::state::Step;
use super::switches::Exchange;
use crate::engine::orders::matter::LISTS;

/// In what order and how often units act (cc4, cc10, cc25, cc57, cc64), and what else orders say for which there is a
/// form now or later (cc19, cc65, cc66); nothing outside a turn.
pub fn together(game: &CompanyCommander, view: &View) -> Vec<(&'static str, String)> {
    let Some(side) = view.side.filter(|_| view.open.step == Step::Turn) else { return Vec::new() };
    let whose = ("Lines for overwatch", whose());
    let at_once = game.switches.exchange == Exchange::Both;
    if at_once {
        return vec![("Several lines", format!("{SEQUENCE}; {IN_TURN}. {ONCE}")), whose];
    }
    if view.open.active != side {
        return vec![whose];
    }
    let mut all = vec![("Several lines", format!("{SEQUENCE}. {ONCE}"))];
    // The enemy of who moves second has no turn after the last.
    if side == game.field.first || view.open.turn < game.field.turns {
        let form = SHORT.shown("overwatch").concat();
        let enemy = side.other().title();
        let told = format!(
            "for {enemy}'s turn; the report after yours asks for it: `{form}`. Now it is taken only as a standing order. \
             {}",
            whose.1
        );
        all.push(("Overwatch", told));
    }
    all
}

/// In what order lines are carried out (cc64).
const SEQUENCE: &str = "they are carried out from the top of your file to its end, so for a shot after a move the attack \
                        stands below the move; what hangs on a condition is carried out as soon as that holds, if \
                        it stands above what is left";

/// How those of both sides follow each other (cc66).
const IN_TURN: &str = "after each of yours the enemy carries out one of theirs";

/// How often a unit does what (cc4, cc6, cc10, cc25, cc57, cc64).
const ONCE: &str = "In a turn a unit moves once at most, and after that attacks, or fires smoke, once at most (not after a \
                    fast move, and some kinds after none); who has attacked moves no more. To face elsewhere is no \
                    move, but what does not fire all round then hits as after one. A line that cannot be carried out \
                    when it comes to it, such as a second attack of a unit, fails, and the next follows. `UNIT attacks \
                    TARGET > TARGET` shoots once, at the first that it can. `chance 40`: only with 40% or more that the \
                    target loses strength";

/// Whose orders for overwatch count, and what they say (cc19, cc65).
fn whose() -> String {
    format!(
        "Of several lines {LISTS} one that names a unit before one for all, then the later. `least 40`: only with 40% or \
         more that the target loses strength; `range 6`: at most 6 hexes away; `at infantry, gun`: only these kinds; \
         `ahead`: only in front; `hold`: not at all. A condition is judged each time a unit could fire"
    )
}

//! What becomes of a side that sends nothing (cw52).

use super::CompanyWar;
use super::scenario::Side;
use super::sight::View;
use super::state::Step;
use crate::base::words::names;

/// What the defaults do in the phase that is due and those after it, as it goes on with `By default`.
pub(super) fn without_orders(game: &CompanyWar, view: &View) -> Option<String> {
    let side = view.side?;
    let fights = format!(
        "in a combat all riders launch, fire is spread over the enemy's units, ships before riders, a damaged ship flees from \
         {} enemy ships to one, and dartships stand off; nothing is bombarded",
        game.format.combat.outnumbered
    );
    let told = match view.open.step {
        Step::SetUp if side == Side::Mazianni => format!(
            "your ships go to {} in turn, and troops to the scenario's first carriers",
            names(&game.format.set_up.mazianni)
        ),
        Step::SetUp | Step::Over => return None,
        Step::Movement => format!(
            "no ship of yours moves, and your goes are declined wherever that is permitted; {fights}; repairs need no order, \
             and troops stay where they are"
        ),
        Step::Combat => fights,
        Step::Repair => {
            "all is repaired that can be, then riders are replaced, in the scenario's order".to_owned()
        }
        Step::Garrison => {
            "troops stay where they are; those that return go to the scenario's first carriers without troops".to_owned()
        }
    };
    Some(format!("{told}. [cw52]"))
}

//! What becomes of a side that sends nothing (cw52).

use super::CompanyWar;
use super::scenario::Side;
use super::sight::View;
use super::state::Step;
use crate::base::words::{joined, names};

/// What the defaults do in the phases that the next orders are for, as it goes on with `By default`.
pub(super) fn without_orders(game: &CompanyWar, view: &View) -> Option<String> {
    let side = view.side?;
    let covers = game.covers(view.open.step).into_iter();
    let told = joined(covers.filter_map(|step| default(game, side, step)), "; ");
    (!told.is_empty()).then(|| format!("{told}. [cw52]"))
}

/// What the defaults do for a side in one phase; `None` if it decides nothing there.
fn default(game: &CompanyWar, side: Side, step: Step) -> Option<String> {
    let told = match (step, side) {
        (Step::SetUp, Side::Mazianni) => {
            let stations = names(&game.format.set_up.mazianni);
            return Some(format!(
                "your ships go to {stations} in turn, and troops to the scenario's first carriers"
            ));
        }
        (Step::Combat, _) => {
            let times = game.format.combat.outnumbered;
            return Some(format!(
                "in a combat all riders launch, fire is spread over the enemy's units, ships before riders, a damaged ship \
                 flees from {times} enemy ships to one, and dartships stand off; nothing is bombarded"
            ));
        }
        (Step::Movement, _) => "no ship of yours moves",
        // Riders of the Mazianni are lost for good (cw37).
        (Step::Repair, Side::Mazianni) => "all is repaired that can be, in the scenario's order",
        (Step::Repair, Side::Union) => {
            "all is repaired that can be, then riders are replaced, in the scenario's order"
        }
        (Step::Garrison, Side::Mazianni) => {
            "troops stay where they are, and lost ones that may return go to the scenario's first carriers without troops"
        }
        (Step::SetUp | Step::Garrison, Side::Union) | (Step::Over, _) => return None,
    };
    Some(told.to_owned())
}

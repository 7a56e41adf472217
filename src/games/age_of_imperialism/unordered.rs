//! What becomes of a power that sends nothing (im55).

use super::AgeOfImperialism;
use super::sight::View;
use super::state::Step;
use super::switches::Selection;

/// What the defaults do in the phase that is due, as it goes on with `By default`.
pub(super) fn without_orders(game: &AgeOfImperialism, view: &View) -> Option<String> {
    let own = view.power?;
    let told = match game.step_ahead(&view.open, own) {
        Step::Picks => match game.switches.region_selection {
            Selection::Picks => "you choose the first free regions in the order of the map",
            Selection::Random => "you give no region back",
            Selection::Historical => return None,
        },
        Step::Over => return None,
        Step::Placement => "you buy nothing, and the PP are kept",
        Step::Auction => "you bid 0 PP for the earliest free place",
        Step::Production => {
            "you build and develop nothing, and keep PP and DP; where the PP do not pay the upkeep, units go: fleets first, then \
             engineers, explorers, generals, artillery, cavalry and infantry"
        }
        Step::Diplomacy => "you spend no DP",
        Step::Construction => "you build and develop nothing, and the PP are kept",
        Step::First | Step::Second => {
            "nothing of yours moves, no explorer rolls, and you declare no war; who is attacked retreats when half of the \
             brigades are lost, and at sea when half of the fleets are"
        }
    };
    Some(format!("{told}. [im55]"))
}

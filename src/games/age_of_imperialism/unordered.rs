//! What becomes of a power that sends nothing (im55).

use super::AgeOfImperialism;
use super::power::Power;
use super::sight::View;
use super::state::{Open, Step};
use super::switches::Selection;
use crate::base::words::joined;

/// What decides for a power that is attacked (im45, im49).
const DEFENDS: &str = "who is attacked retreats when half of the brigades are lost, and at sea when half of the fleets are";

/// What the defaults do in the parts that the next orders are for, as it goes on with `By default`.
pub(super) fn without_orders(game: &AgeOfImperialism, view: &View) -> Option<String> {
    let (own, open) = (view.power?, &view.open);
    let told = if is_away(game, view, own) {
        // In the go of another only what is done to it is a power's to decide (im54).
        if open.step.is_movement() { DEFENDS.to_owned() } else { String::new() }
    } else {
        let covers = game.covers(open.turn, open.step).into_iter();
        joined(covers.map(|(_, step)| default(game, open, own, step)), "; ")
    };
    (!told.is_empty()).then(|| format!("{told}. [im55]"))
}

/// True of a power that waits while another has its go.
fn is_away(game: &AgeOfImperialism, view: &View, own: Power) -> bool {
    game.in_turn(view.open.step) && game.actor(&view.open) != Some(own)
}

/// What the defaults do in one part; nothing where the power decides nothing.
fn default(game: &AgeOfImperialism, open: &Open, own: Power, step: Step) -> String {
    let told = match step {
        Step::Picks => match game.switches.region_selection {
            Selection::Random if open.mulligans.contains(&own) => "",
            Selection::Random => "you give no region back",
            // What the homes do not fill is picked (im64).
            Selection::Picks | Selection::Historical if game.picks(open, own) > 0 => {
                "you choose the first free regions in the order of the map"
            }
            Selection::Picks | Selection::Historical => "",
        },
        Step::Over => "",
        Step::Placement => "you buy nothing, and the PP are kept",
        Step::Auction => "you bid 0 PP for the earliest free place",
        Step::Production => {
            "you buy no DP; where the PP do not pay the upkeep, units go: fleets first, then engineers, explorers, generals, \
             artillery, cavalry and infantry"
        }
        Step::Diplomacy => "you spend no DP",
        Step::Construction => "you build and develop nothing, and the PP are kept",
        Step::First | Step::Second => {
            return format!(
                "nothing of yours moves, no explorer rolls, and you declare no war; {DEFENDS}"
            );
        }
    };
    told.to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::engine::Reader;
    use crate::games::age_of_imperialism::SHELF;
    use crate::testing::Table;

    /// Each power begins with three regions, and of the British homes Natal alone is in the lesson (im64).
    #[test]
    fn picks_are_told_to_those_whose_homes_are_too_few() {
        let options = [("region-selection", "historical")];
        let table = Table::laid(&SHELF, "teaching", &options).expect("it is sound");
        let reader = Reader::Seat("britain".parse().expect("a seat"));
        let mut seen = table.seen(&reader).expect("a position");
        let told = |seen: &Value| table.told(seen).expect("a view").1.default;
        let picks = "you choose the first free regions in the order of the map. [im55]";
        assert_eq!(told(&seen).as_deref(), Some(picks));
        for at in ["Kenya", "Sudan"] {
            seen["view"]["open"]["lands"][at]["owner"] = json!("britain");
        }
        assert_eq!(told(&seen), None);
    }
}

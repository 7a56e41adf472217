//! War! Age of Imperialism: two to six powers, sealed purchases, natives, fleets.
//!
//! The rules are in `docs/rules/age-of-imperialism.md`; this file only wires them to the contract.

pub mod apply;
mod assault;
pub mod atlas;
mod awaits;
mod beaten;
pub mod brief;
mod changes;
pub mod check;
pub mod choices;
mod conduct;
pub mod course;
pub mod events;
pub mod force;
pub mod format;
pub mod fortunes;
mod growth;
mod incitable;
pub mod layout;
pub mod map;
pub mod matters;
pub mod names;
pub mod odds;
pub mod order;
pub mod orders;
pub mod outlook;
pub mod page;
pub mod phases;
pub mod policies;
pub mod power;
pub mod prices;
mod purchases;
pub mod reasons;
pub mod resolve;
pub mod rules;
pub mod scenario;
pub mod short;
pub mod sight;
pub mod soundness;
pub mod staff;
pub mod standings;
pub mod standpoint;
pub mod state;
pub mod switches;
pub mod takes;
pub mod telling;
pub mod unordered;
mod wars;
pub mod works;
mod zones;

use std::sync::OnceLock;

use crate::engine::format::options::typed;
use crate::engine::shelf::bridge::Bridge;
use crate::engine::{
    Chance, Chosen, Founded, Names, Outcome, Phase, Rule, Rules, Seat, Shipped, Tables, Turn,
};

use atlas::Atlas;
use events::Event;
use format::Format;
use names::Spot;
use power::Power;
use scenario::{Board, Scenario};
use state::State;
use switches::Switches;

/// The game with the files that come with the program.
pub const SHELF: Bridge<AgeOfImperialism> = Bridge::new(Shipped {
    format: include_str!("../../../turn-formats/age-of-imperialism/format.yaml"),
    scenarios: &[
        (
            "six-powers",
            include_str!("../../../turn-formats/age-of-imperialism/scenarios/six-powers.yaml"),
        ),
        (
            "five-powers",
            include_str!("../../../turn-formats/age-of-imperialism/scenarios/five-powers.yaml"),
        ),
        (
            "four-powers",
            include_str!("../../../turn-formats/age-of-imperialism/scenarios/four-powers.yaml"),
        ),
        (
            "three-powers",
            include_str!("../../../turn-formats/age-of-imperialism/scenarios/three-powers.yaml"),
        ),
        (
            "two-powers",
            include_str!("../../../turn-formats/age-of-imperialism/scenarios/two-powers.yaml"),
        ),
        (
            "teaching",
            include_str!("../../../turn-formats/age-of-imperialism/scenarios/teaching.yaml"),
        ),
    ],
    rules: include_str!("../../../docs/rules/age-of-imperialism.md"),
})
.with_tables(include_str!("../../../turn-formats/age-of-imperialism/format.json"));

/// The format, the scenario and the options of a campaign.
#[derive(Debug)]
pub struct AgeOfImperialism {
    format: Tables<Format>,
    board: Board,
    switches: Switches,
    /// The map as it is drawn, if the format says where its places lie; made when it is first drawn.
    atlas: OnceLock<Option<Atlas>>,
}

impl Rules for AgeOfImperialism {
    const NAME: &'static str = "age-of-imperialism";
    const EDITION: u32 = 1;
    const ROOM: usize = 24 * 1024;
    type Format = Format;
    type Scenario = Scenario;
    type State = State;
    type Event = Event;

    fn found(format: Tables<Format>, scenario: Scenario, options: &Chosen) -> Founded<Self> {
        let sound = soundness::check_steps(&format).and_then(|()| format.check());
        sound.map_err(|p| p.at("format.yaml"))?;
        let board = scenario.board(&format).map_err(|p| p.at("scenario.yaml"))?;
        let names = names(&format, &board);
        let switches = typed(options)?;
        Ok((Self { format, board, switches, atlas: OnceLock::new() }, names))
    }

    fn seats(&self) -> Vec<Seat> {
        self.board.powers.iter().map(|power| power.seat()).collect()
    }

    fn setup(&self, chance: &mut Chance) -> State {
        resolve::set_up::beginning(self, chance)
    }

    fn phase(&self, state: &State) -> Phase {
        self.awaited(&state.open)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>) {
        resolve::cycle(turn);
    }

    fn apply(&self, state: &mut State, event: &Event) {
        apply::apply(state, event);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        resolve::victory::outcome(&state.open)
    }
}

/// Every name of a campaign. Who plays stands in the scenario, in no rule.
fn names(format: &Format, board: &Board) -> Names {
    let (sites, waters) = (&board.chart.sites, &board.chart.waters);
    let spots = sites.keys().map(Spot::from).chain(waters.keys().map(Spot::from));
    Names::default()
        .with("Power", "power", None::<&Rule>, board.powers.iter().copied().map(Power::name))
        .with("Region", "region", &rules::BOARD, sites.keys())
        .with("Sea", "sea area", &rules::BOARD, waters.keys())
        .with("Spot", "region or sea area", &rules::BOARD, spots)
        .with("Card", "goal card", &rules::GOALS, format.goals.keys())
}

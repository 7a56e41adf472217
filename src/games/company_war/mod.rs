//! Advanced Company War: two fleets, sealed plots, alternating execution.
//!
//! The rules are in `docs/rules/company-war.md`. This file wires them to the contract; what
//! seats see, may order and are told is wired in `sight`, `orders` and `telling`.

pub mod atlas;
mod awaits;
pub mod berths;
pub mod brief;
pub mod check;
pub mod choices;
pub mod conditions;
pub mod courses;
pub mod events;
mod examples;
mod flight;
pub mod format;
pub mod fortunes;
mod goals;
mod holding;
mod moves;
pub mod names;
pub mod odds;
pub mod order;
pub mod orders;
pub mod page;
pub mod phases;
mod prey;
pub mod reasons;
pub mod resolve;
pub mod rules;
pub mod said;
pub mod scenario;
pub mod short;
pub mod sight;
pub mod staff;
pub mod state;
pub mod stations;
pub mod telling;
pub mod unordered;

use crate::engine::format::options::typed;
use crate::engine::shelf::bridge::Bridge;
use crate::engine::{
    Chance, Chosen, Founded, Names, Outcome, Phase, Rules, Seat, Shipped, Tables, Turn,
};

use events::Event;
use format::{Format, Switches};
use scenario::{Chart, Scenario, Side};
use state::State;

/// The game with the files that come with the program.
pub const SHELF: Bridge<CompanyWar> = Bridge::new(Shipped {
    format: include_str!("../../../turn-formats/company-war/format.yaml"),
    scenarios: &[(
        "demonstration",
        include_str!("../../../turn-formats/company-war/scenarios/demonstration.yaml"),
    )],
    rules: include_str!("../../../docs/rules/company-war.md"),
})
.with_tables(include_str!("../../../turn-formats/company-war/format.json"));

/// The format, the scenario and the options of a campaign.
#[derive(Debug)]
pub struct CompanyWar {
    format: Tables<Format>,
    chart: Chart,
    switches: Switches,
}

impl Rules for CompanyWar {
    const NAME: &'static str = "company-war";
    const EDITION: u32 = 2;
    const DRAWS: usize = 192;
    type Format = Format;
    type Scenario = Scenario;
    type State = State;
    type Event = Event;

    fn found(format: Tables<Format>, scenario: Scenario, options: &Chosen) -> Founded<Self> {
        let sound = phases::check_format(&format).and_then(|()| format.check_numbers());
        sound.map_err(|p| p.at("format.yaml"))?;
        let chart = scenario.chart(&format).map_err(|p| p.at("scenario.yaml"))?;
        let names = Names::default().with("Ship", "ship", &rules::PLOT, chart.hulls.keys()).with(
            "Jp",
            "jump point",
            &rules::POINTS,
            chart.points.keys(),
        );
        let names = names.called("Jp", chart.stations());
        Ok((Self { format, chart, switches: typed(options)? }, names))
    }

    fn seats(&self) -> Vec<Seat> {
        Side::BOTH.into_iter().map(Side::seat).collect()
    }

    fn setup(&self, _: &mut Chance) -> State {
        resolve::set_up::beginning(self)
    }

    fn phase(&self, state: &State) -> Phase {
        self.awaited(state)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>) {
        resolve::cycle(turn);
    }

    fn apply(&self, state: &mut State, event: &Event) {
        events::apply(state, event);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        resolve::scoring::outcome(&state.open)
    }
}

//! Advanced Company War: two fleets, sealed plots, alternating execution.
//!
//! The rules are in `docs/rules/company-war.md`; this file only wires them to the contract.

pub mod atlas;
pub mod check;
pub mod choices;
pub mod events;
pub mod format;
pub mod orders;
pub mod page;
pub mod phases;
pub mod resolve;
pub mod rules;
pub mod scenario;
pub mod sight;
pub mod staff;
pub mod state;
pub mod tell;

use std::collections::BTreeMap;

use crate::base::Problem;
use crate::engine::any_game::Bridge;
use crate::engine::options::typed;
use crate::engine::{
    Audience, Chance, Choice, Entry, Finding, Game, OptionSpec, Orders, Outcome, Phase, Reader,
    Seat, Sheet, Shipped, Turn,
};
use crate::page::{Map, Page};

use events::Event;
use format::{Format, Switches};
use orders::{Condition, Order};
use scenario::{Chart, Scenario, Side};
use sight::View;
use state::State;

/// The game with the files that come with the program.
pub const SHELF: Bridge<CompanyWar> = Bridge::new(Shipped {
    format: include_str!("../../../turn-formats/company-war/format.yaml"),
    scenarios: &[(
        "demonstration",
        include_str!("../../../turn-formats/company-war/scenarios/demonstration.yaml"),
    )],
    rules: include_str!("../../../docs/rules/company-war.md"),
});

/// The format, the scenario and the options of a campaign.
#[derive(Debug)]
pub struct CompanyWar {
    format: Format,
    chart: Chart,
    switches: Switches,
}

impl Game for CompanyWar {
    const NAME: &'static str = "company-war";
    type Format = Format;
    type Scenario = Scenario;
    type State = State;
    type View = View;
    type Order = Order;
    type Condition = Condition;
    type Event = Event;

    fn options(format: &Format) -> &BTreeMap<String, OptionSpec> {
        &format.options
    }

    fn found(
        format: Format,
        scenario: Scenario,
        options: &BTreeMap<String, String>,
    ) -> Result<Self, Problem> {
        let sound = phases::check_format(&format).and_then(|()| format.check_numbers());
        sound.map_err(|p| p.at("format.yaml"))?;
        let chart = scenario.chart(&format).map_err(|p| p.at("scenario.yaml"))?;
        Ok(Self { format, chart, switches: typed(options)? })
    }

    fn seats(&self) -> Vec<Seat> {
        Side::BOTH.into_iter().map(sight::seat_of).collect()
    }

    fn setup(&self, _: &mut Chance) -> State {
        resolve::set_up::beginning(self)
    }

    fn phase(&self, state: &State) -> Phase {
        self.awaited(state)
    }

    fn check(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding> {
        check::findings(self, view, sheet)
    }

    fn holds(&self, view: &View, condition: &Condition) -> bool {
        check::holds(self, view, condition)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>, orders: &Orders<Self>) {
        resolve::cycle(self, turn, orders);
    }

    fn apply(&self, state: &mut State, event: &Event) {
        events::apply(state, event);
    }

    fn witnesses(&self, state: &State, event: &Event) -> Audience {
        self.audience(state, event)
    }

    fn view(&self, state: &State, reader: &Reader) -> View {
        sight::view(state, reader)
    }

    fn knows(&self, view: &View) -> bool {
        self.recognizes(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        self.imagined(view, chance)
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::suggest(self, view, chance)
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        choices::choices(self, view)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        resolve::scoring::outcome(state)
    }

    fn page(&self, view: &View, witnessed: &[Entry<Event>]) -> Page {
        page::page(self, view, witnessed)
    }

    fn map(&self, view: &View, witnessed: &[Entry<Event>]) -> Option<Map> {
        atlas::map(self, view, witnessed)
    }

    fn opens_scene(&self, event: &Event) -> bool {
        matches!(
            event,
            Event::StepBegan { .. }
                | Event::Went { .. }
                | Event::BattleJoined { .. }
                | Event::RoundBegan { .. }
        )
    }

    fn tell(&self, event: &Event) -> String {
        tell::sentence(&self.chart, event)
    }
}

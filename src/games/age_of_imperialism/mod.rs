//! War! Age of Imperialism: two to six powers, sealed purchases, natives, fleets.
//!
//! The rules are in `docs/rules/age-of-imperialism.md`; this file only wires them to the contract.

pub mod apply;
pub mod atlas;
pub mod check;
pub mod choices;
pub mod draws;
pub mod events;
pub mod force;
pub mod format;
pub mod layout;
pub mod map;
pub mod orders;
pub mod outlook;
pub mod page;
pub mod phases;
pub mod policies;
pub mod power;
pub mod prices;
pub mod resolve;
pub mod rules;
pub mod scenario;
pub mod sight;
pub mod soundness;
pub mod staff;
pub mod state;
pub mod story;
pub mod switches;
pub mod tell;
pub mod works;

use std::collections::BTreeMap;

use crate::base::Problem;
use crate::engine::any_game::Bridge;
use crate::engine::options::typed;
use crate::engine::{
    Audience, Chance, Choice, Entry, Finding, Game, OptionSpec, Orders, Outcome, Phase, Reader,
    Seat, Sheet, Shipped, Turn,
};
use crate::page::{Map, Page};

use atlas::Atlas;
use events::Event;
use format::Format;
use orders::{Condition, Order};
use scenario::{Board, Scenario};
use sight::View;
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
});

/// The format, the scenario and the options of a campaign.
#[derive(Debug)]
pub struct AgeOfImperialism {
    format: Format,
    board: Board,
    switches: Switches,
    /// The map as it is drawn, if the format says where its places lie.
    atlas: Option<Atlas>,
}

impl Game for AgeOfImperialism {
    const NAME: &'static str = "age-of-imperialism";
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
        format.check().map_err(|p| p.at("format.yaml"))?;
        let board = scenario.board(&format).map_err(|p| p.at("scenario.yaml"))?;
        let atlas = Atlas::of(&board.chart);
        Ok(Self { format, board, switches: typed(options)?, atlas })
    }

    fn seats(&self) -> Vec<Seat> {
        self.board.powers.iter().map(|power| power.seat()).collect()
    }

    fn setup(&self, chance: &mut Chance) -> State {
        resolve::set_up::beginning(self, chance)
    }

    fn phase(&self, state: &State) -> Phase {
        self.awaited(state)
    }

    fn check(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding> {
        check::findings(self, view, sheet)
    }

    fn holds(&self, view: &View, condition: &Condition) -> bool {
        check::holds(view, condition)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>, orders: &Orders<Self>) {
        resolve::cycle(self, turn, orders);
    }

    fn apply(&self, state: &mut State, event: &Event) {
        apply::apply(state, event);
    }

    fn witnesses(&self, _: &State, event: &Event) -> Audience {
        self.audience(event)
    }

    fn view(&self, state: &State, reader: &Reader) -> View {
        self.seen(state, reader)
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
        resolve::victory::outcome(state)
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
                | Event::MovementBegan { .. }
                | Event::BattleJoined { .. }
                | Event::NavalJoined { .. }
        )
    }

    fn tell(&self, event: &Event) -> String {
        tell::sentence(event)
    }
}

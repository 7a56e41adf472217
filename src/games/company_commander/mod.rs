//! Company Commander: small fights on hexes, one player's turn a cycle, overwatch by standing
//! orders.
//!
//! The rules are in `docs/rules/company-commander.md`. This file wires them to the contract; what
//! seats see, may order and are told is wired in `sight`, `orders` and `telling`.

pub mod acts;
pub mod ammo;
pub mod apply;
pub mod arrivals;
pub mod atlas;
mod awaits;
pub mod brief;
pub mod charts;
pub mod check;
pub mod choices;
pub mod conditions;
pub mod events;
pub mod fire;
pub mod format;
pub mod fortunes;
pub mod ground;
pub mod handbook;
pub mod losses;
pub mod moves;
pub mod names;
pub mod odds;
pub mod order;
pub mod orders;
pub mod page;
pub mod phases;
pub mod prospects;
pub mod reasons;
pub mod resolve;
pub mod rules;
pub mod said;
pub mod scenario;
pub mod screen;
pub mod short;
pub mod shot;
pub mod side;
pub mod sight;
pub mod sightlines;
pub mod spotting;
pub mod staff;
pub mod state;
pub mod switches;
pub mod telling;
pub mod together;
pub mod vigil;
pub mod weapon;

use std::collections::BTreeMap;

use crate::engine::board::Board;
use crate::engine::format::options::typed;
use crate::engine::shelf::bridge::Bridge;
use crate::engine::{
    Chance, Chosen, Founded, Names, Outcome, Phase, Rules, Seat, Shipped, Tables, Turn,
};

use events::Event;
use format::Format;
use scenario::{Field, Scenario};
use side::Side;
use sightlines::Sightlines;
use state::{Open, Secret, State, Step, Stock};
use switches::Switches;

macro_rules! scenario {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!(
                "../../../turn-formats/company-commander/scenarios/",
                $name,
                ".yaml"
            )),
        )
    };
}

/// The game with the files that come with the program.
pub const SHELF: Bridge<CompanyCommander> = Bridge::new(Shipped {
    format: include_str!("../../../turn-formats/company-commander/format.yaml"),
    scenarios: &[
        scenario!("first-contact"),
        scenario!("bridgehead"),
        scenario!("column"),
        scenario!("hill-town"),
        scenario!("meeting"),
        scenario!("night-raid"),
        scenario!("prepared-defense"),
        scenario!("river-crossing"),
        scenario!("village"),
    ],
    rules: include_str!("../../../docs/rules/company-commander.md"),
})
.with_tables(include_str!("../../../turn-formats/company-commander/format.json"));

/// The format, the scenario and the options of a campaign.
#[derive(Debug)]
pub struct CompanyCommander {
    format: Tables<Format>,
    field: Field,
    sightlines: Sightlines,
    switches: Switches,
}

impl Rules for CompanyCommander {
    const NAME: &'static str = "company-commander";
    const EDITION: u32 = 2;
    type Format = Format;
    type Scenario = Scenario;
    type State = State;
    type Event = Event;

    fn found(format: Tables<Format>, scenario: Scenario, options: &Chosen) -> Founded<Self> {
        let sound = phases::check_format(&format).and_then(|()| format.check());
        sound.map_err(|p| p.at("format.yaml"))?;
        let field = scenario.field(&format).map_err(|p| p.at("scenario.yaml"))?;
        let names = Names::default()
            .with("Zone", "hex", &rules::TERRAIN, field.board.places())
            .with("Unit", "unit", &rules::UNITS, field.units.keys())
            .with("Kind", "kind", &rules::UNITS, format.kinds.keys())
            .with("Weapon", "weapon", &rules::WEAPONS, format.weapons.keys())
            .with("Place", "objective", &rules::OBJECTIVES, field.objectives.keys())
            .called("Zone", field.objectives.iter().map(|(name, objective)| (name, objective.at)));
        let sightlines = Sightlines::new(field.hexes());
        Ok((Self { format, field, sightlines, switches: typed(options)? }, names))
    }

    fn seats(&self) -> Vec<Seat> {
        Side::BOTH.into_iter().map(Side::seat).collect()
    }

    fn setup(&self, _: &mut Chance) -> State {
        let roster = || self.field.units.iter();
        let units = roster().map(|(unit, it)| (unit.clone(), self.piece(it))).collect();
        let stocks = roster().map(|(unit, _)| (unit.clone(), Stock::default())).collect();
        let contacts = Side::BOTH.into_iter().map(|side| (side, BTreeMap::new())).collect();
        let held = self.field.objectives.iter();
        let held = held.filter_map(|(place, it)| Some((place.clone(), it.held?))).collect();
        let open = Open {
            step: Step::Deployment,
            turn: 0,
            active: self.field.first,
            smoke: BTreeMap::new(),
            held,
            lost: [].into(),
            complete: Side::BOTH.into_iter().filter(|side| !self.field.reinforced(*side)).collect(),
            finale: None,
        };
        State { open, secret: Secret { units, stocks, contacts } }
    }

    fn phase(&self, state: &State) -> Phase {
        self.awaited(&state.open)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>) {
        resolve::cycle(turn);
    }

    fn apply(&self, state: &mut State, event: &Event) {
        apply::apply(self, state, event);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.ended(&state.open)
    }
}

//! Parabellum Inc.: hidden armies on a square grid, from the first credit to bankruptcy.
//!
//! The rules are in `docs/rules/parabellum.md`. This file wires them to the contract; what
//! seats see, may order and are told is wired in `sight`, `orders` and `telling`.

pub mod acts;
pub mod apply;
pub mod atlas;
pub mod attacks;
mod awaits;
pub mod bids;
pub mod brief;
pub mod catalogue;
pub mod chain;
pub mod check;
pub mod choices;
pub mod culprit;
pub mod dangers;
pub mod dice;
pub mod enemy;
pub mod events;
pub mod fallen;
pub mod format;
pub mod fortunes;
pub mod ground;
pub mod hold;
pub mod knowledge;
pub mod names;
pub mod near;
pub mod needs;
pub mod odds;
pub mod order;
pub mod orders;
pub mod page;
pub mod phases;
pub mod prospects;
pub mod reach;
pub mod reasons;
pub mod refuge;
pub mod reserve;
pub mod resolve;
pub mod rules;
pub mod said;
pub mod short;
pub mod side;
pub mod sight;
pub mod staff;
pub mod standings;
pub mod state;
pub mod telling;
pub mod theater;
pub mod ventures;

use std::collections::BTreeSet;

use crate::engine::board::Board;
use crate::engine::format::options::typed;
use crate::engine::shelf::bridge::Bridge;
use crate::engine::{
    Chance, Chosen, Founded, Names, Outcome, Phase, Rules, Seat, Shipped, Tables, Turn,
};

use events::Event;
use format::{Format, Switches};
use names::{FLAGS, Sq, Unit};
use side::Side;
use state::{Open, State};
use theater::{Field, Scenario, Theater};

/// The game with the files that come with the program.
pub const SHELF: Bridge<Parabellum> = Bridge::new(Shipped {
    format: include_str!("../../../turn-formats/parabellum/format.yaml"),
    scenarios: &[
        (
            "kessel-reach",
            include_str!("../../../turn-formats/parabellum/scenarios/kessel-reach.yaml"),
        ),
        (
            "proving-ground",
            include_str!("../../../turn-formats/parabellum/scenarios/proving-ground.yaml"),
        ),
    ],
    rules: include_str!("../../../docs/rules/parabellum.md"),
})
.with_tables(include_str!("../../../turn-formats/parabellum/format.json"));

/// The format, the theater and the options of a campaign.
#[derive(Debug)]
pub struct Parabellum {
    format: Tables<Format>,
    theater: Theater,
    switches: Switches,
}

impl Parabellum {
    /// The map of the skirmish that is fought.
    fn field(&self, open: &Open) -> Option<&Field> {
        let site = &open.skirmish.as_ref()?.site;
        self.theater.fields.iter().find(|field| field.name == *site)
    }

    /// The skirmishes of which the next one is drawn: those that were not fought in this round of the table (pb1).
    fn left(&self, open: &Open) -> Vec<&Field> {
        let fields = &self.theater.fields;
        let past = &open.results[open.results.len() - open.results.len() % fields.len()..];
        fields.iter().filter(|field| past.iter().all(|bout| bout.site != field.name)).collect()
    }

    /// The strength of a unit that lacks nothing.
    fn full(&self) -> u8 {
        format::sides(self.format.numbers.strength)
    }
}

impl Rules for Parabellum {
    const NAME: &'static str = "parabellum";
    const EDITION: u32 = 2;
    type Format = Format;
    type Scenario = Scenario;
    type State = State;
    type Event = Event;

    fn found(format: Tables<Format>, scenario: Scenario, options: &Chosen) -> Founded<Self> {
        let sound = phases::check_format(&format).and_then(|()| format.check());
        sound.map_err(|p| p.at("format.yaml"))?;
        let theater = scenario.theater(&format).map_err(|p| p.at("scenario.yaml"))?;
        let fields = || theater.fields.iter();
        let squares: BTreeSet<Sq> =
            fields().flat_map(|field| field.board.places()).map(Sq).collect();
        let units = Side::BOTH.into_iter();
        let units = units.flat_map(|side| (1..=FLAGS).map(move |number| Unit::of(side, number)));
        let names = Names::default()
            .with("Sq", "square", &rules::GRID, &squares)
            .with("Unit", "unit", &rules::UNITS, units)
            .by_place("Unit", &squares)
            .with("Kind", "card", &rules::UNITS, format.cards.keys())
            .with("City", "place", &rules::AIMS, fields().flat_map(|field| field.cities.keys()))
            .with("Site", "skirmish", &rules::TABLE, fields().map(|field| &field.name));
        Ok((Self { format, theater, switches: typed(options)? }, names))
    }

    fn seats(&self) -> Vec<Seat> {
        Side::BOTH.into_iter().map(Side::seat).collect()
    }

    fn setup(&self, _: &mut Chance) -> State {
        resolve::theater::beginning(self)
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
        resolve::theater::outcome(&state.open)
    }
}

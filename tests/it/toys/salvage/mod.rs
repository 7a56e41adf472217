//! Salvage, a lesson and a test: two boats over sunken treasure, on 16 squares, with one deck.

mod orders;
mod resolve;
mod sight;
mod state;
mod telling;

use std::collections::BTreeMap;

use adjutant::base::Problem;
use adjutant::engine::board::{Board, Near, Square, Squares};
use adjutant::engine::chance::pool::Pool;
use adjutant::engine::format::options::{check_numbers, check_whole};
use adjutant::engine::format::phase::check_phases;
use adjutant::engine::{
    Bridge, Chance, Due, Names, Number, OptionSpec, Outcome, Phase, PhaseSpec, Rules, Seat,
    Shipped, Turn, rules,
};
use serde::{Deserialize, Serialize};

use state::{Card, Event, Open, Secret, Spot, State};

/// The game with its files.
pub(crate) const SHELF: Bridge<Salvage> = Bridge::new(Shipped {
    format: include_str!("format.yaml"),
    scenarios: &[("sixteen-wrecks", include_str!("scenario.yaml"))],
    rules: include_str!("rules.md"),
});

rules! {
    /// The board, the boats and the deck.
    BOARD = "sv1";
    /// One order for each crew.
    ONE = "sv2";
    /// Boats arrive.
    SAIL = "sv3";
    /// Divers go down.
    DIVE = "sv4";
    /// The cards are shown.
    SHOW = "sv5";
}

/// The tables of `format.yaml`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Format {
    #[serde(skip_serializing)]
    options: BTreeMap<String, OptionSpec>,
    #[serde(skip_serializing)]
    phases: BTreeMap<String, PhaseSpec>,
    turns: Number,
    deck: Pool<Card>,
    worth: BTreeMap<Card, Number>,
}

/// A scenario file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    last: Square,
    boats: BTreeMap<Seat, Spot>,
}

/// Everything that is public and fixed.
pub(crate) struct Salvage {
    format: Format,
    boats: BTreeMap<Seat, Spot>,
    board: Squares,
    names: Names,
}

impl Rules for Salvage {
    const NAME: &'static str = "salvage";
    const EDITION: u32 = 1;
    type Format = Format;
    type Scenario = Scenario;
    type State = State;
    type Event = Event;

    fn options(format: &Format) -> &BTreeMap<String, OptionSpec> {
        &format.options
    }

    fn found(
        format: Format,
        Scenario { last, boats }: Scenario,
        _: &BTreeMap<String, String>,
    ) -> Result<Self, Problem> {
        check_phases::<orders::Order>(&format.phases, &["salvage"], &["salvage"])?;
        check_numbers(&format, &[("turns", 1..=20)], 0..=20)?;
        check_whole("worth", &format.worth, Card::ALL)?;
        let board = Squares::new(last, Near::Sides);
        let names = Names::default().with("Spot", "square", &BOARD, board.places()).with(
            "Seat",
            "crew",
            &BOARD,
            boats.keys(),
        );
        if format.deck.total() < board.places().len() as u64 {
            return Err(Problem::refused("the deck has fewer cards than the board has squares"));
        }
        if !boats.values().all(|at| board.holds(&at.0)) {
            return Err(Problem::refused("a boat is not on the board"));
        }
        Ok(Self { format, boats, board, names })
    }

    fn seats(&self) -> Vec<Seat> {
        self.boats.keys().cloned().collect()
    }

    fn setup(&self, _: &mut Chance) -> State {
        let empty = |crew: &Seat| (crew.clone(), Pool::default());
        let open = Open { turn: 1, boats: self.boats.clone(), ..Open::default() };
        let holds = self.boats.keys().map(empty).collect();
        State { open, secret: Secret { deck: self.format.deck.clone(), holds } }
    }

    fn phase(&self, State { open, .. }: &State) -> Phase {
        let due = if open.is_over() { Due::Nothing } else { Due::Required };
        let due = self.seats().into_iter().map(|seat| (seat, due)).collect();
        Phase::through(&self.format.phases, &["salvage"], open.turn, due)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>) {
        resolve::turn(turn);
    }

    fn apply(&self, state: &mut State, event: &Event) {
        state.apply(event);
    }

    fn outcome(&self, State { open, .. }: &State) -> Option<Outcome> {
        let most = open.shown.values().map(|cards| self.worth(cards)).max()?;
        let best = open.shown.iter().filter(|(_, cards)| self.worth(cards) == most);
        let winners: Vec<Seat> = best.map(|(crew, _)| crew.clone()).collect();
        let text = match winners.as_slice() {
            [crew] => format!("{crew} wins with cards worth {most}"),
            _ => format!("a draw: both have cards worth {most}"),
        };
        Some(Outcome { winners, text })
    }
}

impl Salvage {
    /// What cards are worth.
    fn worth(&self, cards: &Pool<Card>) -> u32 {
        cards.pieces().map(|card| self.format.worth[card].value).sum()
    }
}

//! Sea Hunt: hidden movement on a few hexes, one die. The smallest whole game: a test of the
//! contract, and the one to copy for a new game. `docs/adding-a-game.md` walks through it.

mod orders;
mod resolve;
mod sight;
mod state;
mod telling;

use std::collections::BTreeMap;

use adjutant::base::Problem;
use adjutant::engine::board::{Board, Hex, Hexes};
use adjutant::engine::format::phase::check_phases;
use adjutant::engine::shelf::bridge::Bridge;
use adjutant::engine::{
    Chance, Due, Names, Number, OptionSpec, Outcome, Phase, PhaseSpec, Rules, Seat, Shipped, Turn,
    rules,
};
use serde::Deserialize;

use orders::Order;
use state::{Event, Open, Secret, State, Zone};

rules! {
    /// Both ships go.
    GO = "sh1";
    /// Where the submarine may be.
    UNSEEN = "sh2";
    /// The destroyer listens.
    LISTEN = "sh3";
    /// The game ends.
    END = "sh4";
}

/// The game with its files.
pub(crate) const SHELF: Bridge<SeaHunt> = Bridge::new(Shipped {
    format: include_str!("format.yaml"),
    scenarios: &[("five-by-five", include_str!("scenario.yaml"))],
    rules: include_str!("rules.md"),
});

/// The tables of `format.yaml`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Format {
    options: BTreeMap<String, OptionSpec>,
    phases: BTreeMap<String, PhaseSpec>,
    sinks_on: Number,
}

/// A scenario file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    last: Zone,
    destroyer: Zone,
    submarine: Zone,
    turns: u32,
}

/// Everything that is public and fixed.
pub(crate) struct SeaHunt {
    format: Format,
    scenario: Scenario,
    board: Hexes,
    names: Names,
}

/// The two seats.
fn destroyer() -> Seat {
    "destroyer".parse().expect("it is a seat's name")
}

fn submarine() -> Seat {
    "submarine".parse().expect("it is a seat's name")
}

impl Rules for SeaHunt {
    const NAME: &'static str = "sea-hunt";
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
        scenario: Scenario,
        _: &BTreeMap<String, String>,
    ) -> Result<Self, Problem> {
        check_phases::<Order>(&format.phases, &["hunt"], &["hunt"])?;
        let board = Hexes::new(Hex::new(1, 1).expect("0101 is a hex"), scenario.last.0);
        let stray =
            [scenario.destroyer, scenario.submarine].into_iter().find(|z| !board.holds(&z.0));
        if let Some(stray) = stray {
            return Err(Problem::refused(format!("the map has no hex {stray}")));
        }
        let names = Names::default().with("Zone", "hex", &GO, board.places());
        Ok(Self { format, scenario, board, names })
    }

    fn seats(&self) -> Vec<Seat> {
        vec![destroyer(), submarine()]
    }

    fn setup(&self, _: &mut Chance) -> State {
        let Scenario { destroyer, submarine, .. } = self.scenario;
        let open = Open { turn: 1, destroyer, possible: [submarine].into(), sunk: false };
        State { open, secret: Secret { submarine } }
    }

    fn phase(&self, state: &State) -> Phase {
        let due = if self.outcome(state).is_some() { Due::Nothing } else { Due::Required };
        let due = self.seats().into_iter().map(|seat| (seat, due)).collect();
        Phase::through(&self.format.phases, &["hunt"], state.open.turn, due)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>) {
        resolve::turn(turn);
    }

    fn apply(&self, state: &mut State, event: &Event) {
        state::apply(self, state, event);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let winner = match state.open.sunk {
            true => destroyer(),
            false if state.open.turn > self.scenario.turns => submarine(),
            false => return None,
        };
        Some(Outcome { text: format!("the {winner} wins"), winners: vec![winner] })
    }
}

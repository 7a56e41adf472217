//! Sea Hunt: hidden movement on a few hexes, one die. The smallest whole game: a test of the
//! contract, and the one to copy for a new game. `docs/adding-a-game.md` walks through it.

mod orders;
mod resolve;
mod sight;
mod state;
mod telling;

use adjutant::engine::board::{Hex, Hexes};
use adjutant::engine::prelude::*;

use state::{Echo, Event, Open, State, Zone};

/// The game with its files.
pub(crate) const SHELF: Bridge<SeaHunt> = Bridge::new(Shipped {
    format: include_str!("format.yaml"),
    scenarios: &[("five-by-five", include_str!("scenario.yaml"))],
    rules: include_str!("rules.md"),
});

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

/// The two seats.
const DESTROYER: Seat = Seat::named("destroyer");
const SUBMARINE: Seat = Seat::named("submarine");

data! {
    /// The tables of `format.yaml`.
    pub(crate) struct Format {
        sinks_on: Number,
    }

    /// A scenario file.
    pub(crate) struct Scenario {
        last: Zone,
        destroyer: Zone,
        submarine: Zone,
        turns: u32,
    }
}

/// Everything that is public and fixed.
pub(crate) struct SeaHunt {
    format: Tables<Format>,
    scenario: Scenario,
    board: Hexes,
    names: Names,
}

impl Rules for SeaHunt {
    const NAME: &'static str = "sea-hunt";
    const EDITION: u32 = 1;
    type Format = Tables<Format>;
    type Scenario = Scenario;
    type State = State;
    type Event = Event;

    fn options(format: &Tables<Format>) -> &Options {
        &format.options
    }

    fn found(format: Tables<Format>, scenario: Scenario, _: &Chosen) -> Result<Self, Problem> {
        check_phases::<orders::Order>(&format.phases, &["hunt"], &["hunt"])?;
        let board = Hexes::new(Hex::new(1, 1).expect("0101 is a hex"), scenario.last.0);
        let names = Names::default().with("Zone", "hex", &GO, board.places());
        names.check(&[scenario.destroyer, scenario.submarine])?;
        Ok(Self { format, scenario, board, names })
    }

    fn seats(&self) -> Vec<Seat> {
        vec![DESTROYER, SUBMARINE]
    }

    fn setup(&self, _: &mut Chance) -> State {
        let Scenario { destroyer, submarine, .. } = self.scenario;
        let open = Open { turn: 1, destroyer, possible: [submarine].into(), sunk: false };
        State { open, secret: submarine }
    }

    fn phase(&self, state: &State) -> Phase {
        let due = if self.outcome(state).is_some() { Due::Nothing } else { Due::Required };
        Phase::of_all(&self.format.phases, &["hunt"], state.open.turn, self.seats(), due)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>) {
        resolve::turn(turn);
    }

    fn apply(&self, State { open, secret: submarine }: &mut State, event: &Event) {
        match event {
            Event::Sailed { to, .. } => open.destroyer = *to,
            Event::Dived { to, .. } => *submarine = *to,
            Event::Spread => {
                open.possible = open.possible.iter().flat_map(|zone| self.around(*zone)).collect();
            }
            Event::Listened { echo, .. } => {
                let near: BTreeSet<Zone> = self.around(open.destroyer).collect();
                open.possible.retain(|zone| near.contains(zone) != (*echo == Echo::Silence));
                open.sunk = *echo == Echo::Sunk;
            }
            Event::TurnEnded { turn } => open.turn = turn + 1,
        }
    }

    fn outcome(&self, State { open, .. }: &State) -> Option<Outcome> {
        let winner = match open.sunk {
            true => DESTROYER,
            false if open.turn > self.scenario.turns => SUBMARINE,
            false => return None,
        };
        Some(Outcome { text: format!("the {winner} wins"), winners: vec![winner] })
    }
}

impl SeaHunt {
    /// A hex and those next to it.
    fn around(&self, zone: Zone) -> impl Iterator<Item = Zone> {
        self.board.neighbours(&zone.0).into_iter().chain([zone.0]).map(Zone)
    }
}

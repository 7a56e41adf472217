//! Sea Hunt: hidden movement on a few hexes, one die. The smallest whole game: a test of the
//! contract, and the one to copy for a new game. `docs/adding-a-game.md` walks through it.

mod orders;
mod resolve;
mod sight;
mod state;
mod telling;

use adjutant::engine::prelude::*;

use state::{Echo, Event, Open, State, Zone};

/// The game with its files.
pub(crate) const SHELF: Bridge<SeaHunt> = Bridge::new(shipped!("five-by-five"));

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
}

impl Rules for SeaHunt {
    const NAME: &'static str = "sea-hunt";
    type Format = Format;
    type Scenario = Scenario;
    type State = State;
    type Event = Event;

    fn found(format: Tables<Format>, scenario: Scenario, _: &Chosen) -> Founded<Self> {
        check_phases::<orders::Order>(&format.phases, &["hunt"], &["hunt"])?;
        let board = Hexes::new(Hex::new(1, 1).expect("0101 is a hex"), scenario.last.0);
        let names = Names::default().with("Zone", "hex", &GO, board.places());
        names.check(&[scenario.destroyer, scenario.submarine])?;
        Ok((Self { format, scenario, board }, names))
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
        self.format.every_phase(state.open.turn, self.seats())
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
            Event::TurnEnded => open.turn += 1,
        }
    }

    fn outcome(&self, State { open, .. }: &State) -> Option<Outcome> {
        let escaped = (open.turn > self.scenario.turns).then_some(SUBMARINE);
        open.sunk.then_some(DESTROYER).or(escaped).map(Outcome::won_by)
    }
}

impl SeaHunt {
    /// A hex and those next to it.
    fn around(&self, zone: Zone) -> impl Iterator<Item = Zone> {
        self.board.around(&zone.0).into_iter().map(Zone)
    }
}

//! Salvage, a lesson and a test: two boats over sunken treasure, on 16 squares, with one deck.

mod orders;
mod resolve;
mod sight;
mod state;
mod telling;

use adjutant::engine::board::{Near, Square, Squares};
use adjutant::engine::prelude::*;

use state::{Card, Event, Open, Spot, State};

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

data! {
    /// The tables of `format.yaml`.
    pub(crate) struct Format {
        turns: Number,
        deck: Pool<Card>,
        worth: BTreeMap<Card, Number>,
    }

    /// A scenario file.
    pub(crate) struct Scenario {
        last: Square,
        boats: BTreeMap<Seat, Spot>,
    }
}

/// Everything that is public and fixed.
pub(crate) struct Salvage {
    format: Tables<Format>,
    boats: BTreeMap<Seat, Spot>,
    board: Squares,
    names: Names,
}

impl Rules for Salvage {
    const NAME: &'static str = "salvage";
    const EDITION: u32 = 1;
    type Format = Tables<Format>;
    type Scenario = Scenario;
    type State = State;
    type Event = Event;

    fn options(format: &Tables<Format>) -> &Options {
        &format.options
    }

    fn found(format: Tables<Format>, file: Scenario, _: &Chosen) -> Result<Self, Problem> {
        check_phases::<orders::Order>(&format.phases, &["salvage"], &["salvage"])?;
        check_numbers(&format.own, &[("turns", 1..=20)], 0..=20)?;
        check_whole("worth", &format.worth, Card::ALL)?;
        let (boats, board) = (file.boats, Squares::new(file.last, Near::Sides));
        let names = Names::default().with("Spot", "square", &BOARD, board.places());
        names.check(&boats)?;
        if format.deck.total() < board.places().len() as u64 {
            return Err(Problem::refused("the deck has fewer cards than the board has squares"));
        }
        let names = names.with("Seat", "crew", &BOARD, boats.keys());
        Ok(Self { format, boats, board, names })
    }

    fn seats(&self) -> Vec<Seat> {
        self.boats.keys().cloned().collect()
    }

    fn setup(&self, _: &mut Chance) -> State {
        let open = Open { turn: 1, boats: self.boats.clone(), ..Open::default() };
        let secret = self.boats.keys().map(|crew| (crew.clone(), Pool::default())).collect();
        State { open, secret }
    }

    fn phase(&self, State { open, .. }: &State) -> Phase {
        let due = if open.is_over() { Due::Nothing } else { Due::Required };
        Phase::of_all(&self.format.phases, &["salvage"], open.turn, self.seats(), due)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>) {
        resolve::turn(turn);
    }

    fn apply(&self, State { open, secret }: &mut State, event: &Event) {
        match event {
            Event::Sailed { crew, to, .. } => open.boats.extend([(crew.clone(), *to)]),
            Event::Dived { crew, at } => open.emptied.extend([(*at, crew.clone())]),
            Event::Found { crew, card } => secret.entry(crew.clone()).or_default().put(*card, 1),
            Event::Tangled { .. } => {}
            Event::Showed { crew, cards } => open.shown.extend([(crew.clone(), cards.clone())]),
            Event::TurnEnded => open.turn += 1,
        }
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

//! Salvage, a lesson and a test: two boats over sunken treasure, on 16 squares, with one deck.

mod orders;
mod sight;
mod state;
mod telling;

use adjutant::engine::prelude::*;

use orders::{Order, Reason};
use state::{Card, Event, Open, Spot, State};

/// The game with its files.
pub(crate) const SHELF: Bridge<Salvage> = Bridge::new(shipped!("sixteen-wrecks"));

rules! {
    /// The board, the boats and the deck.
    BOARD = "sv1";
    /// One order for each crew.
    ONE = "sv2";
    /// A boat sails.
    SAIL = "sv3";
    /// A diver goes down.
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
}

impl Rules for Salvage {
    const NAME: &'static str = "salvage";
    type Format = Format;
    type Scenario = Scenario;
    type State = State;
    type Event = Event;

    fn found(format: Tables<Format>, file: Scenario, _: &Chosen) -> Founded<Self> {
        check_phases::<Order>(&format.phases, &["salvage"], &["salvage"])?;
        check_numbers(&format.own, &[("turns", 1..=20)], 0..=20)?;
        check_whole("worth", &format.worth, Card::ALL)?;
        let (boats, board) = (file.boats, Squares::new(file.last, Near::Sides));
        let names = Names::default().with("Spot", "square", &BOARD, board.places());
        let names = names.with("Seat", "crew", &BOARD, boats.keys());
        names.check(&boats)?;
        if format.deck.total() < u64::from(format.turns.value) * boats.len() as u64 {
            return Err(Problem::refused("the deck has too few cards for a dive in every turn"));
        }
        Ok((Self { format, boats, board }, names))
    }

    fn seats(&self) -> Vec<Seat> {
        self.boats.keys().cloned().collect()
    }

    fn setup(&self, _: &mut Chance) -> State {
        let dives = self.seats().into_iter().map(|crew| (crew, 0)).collect();
        let open = Open { turn: 1, boats: self.boats.clone(), dives, ..Open::default() };
        State { open, secret: Hands::of(self.boats.keys()) }
    }

    fn phase(&self, state: &State) -> Phase {
        self.format.every_phase(state.open.turn, self.seats())
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>) {
        for (crew, line) in turn.strongest() {
            let from = turn.state().open.boats[&crew];
            match line.order {
                Order::Sail { to } => {
                    turn.answer(&crew, line, Fate::done(&SAIL, Reason::Sailed { to }));
                    turn.record(&SAIL, Event::Sailed { crew, from, to });
                }
                Order::Dive {} => dive(turn, &crew, line, from),
            }
        }
        turn.next_moment();
        if turn.state().open.turn >= self.format.turns.value {
            turn.record(&SHOW, Event::Showed { cards: turn.state().secret.clone() });
        }
        turn.record(&SHOW, Event::TurnEnded);
    }

    fn apply(&self, State { open, secret }: &mut State, event: &Event) {
        match event {
            Event::Sailed { crew, to, .. } => open.boats.extend([(crew.clone(), *to)]),
            Event::Dived { crew, at } => {
                open.emptied.insert(*at);
                *open.dives.entry(crew.clone()).or_default() += 1;
            }
            Event::Found { crew, card } => secret.put(crew, *card),
            Event::Showed { cards } => open.shown = Some(cards.clone()),
            Event::TurnEnded => open.turn += 1,
        }
    }

    fn outcome(&self, State { open, .. }: &State) -> Option<Outcome> {
        let worth = |card: &Card| self.format.worth[card].value;
        let hands = open.shown.as_ref()?.each();
        let scores = hands.map(|(crew, cards)| (crew.clone(), cards.sum(worth)));
        Outcome::of_most(scores, |most| format!("cards worth {most}"))
    }
}

/// A crew draws a card; only it sees which.
fn dive(turn: &mut Turn<'_, Salvage>, crew: &Seat, line: &Given<Order>, at: Spot) {
    let mut deck = turn.state().secret.rest(&turn.game().format.deck).unwrap_or_default();
    let mut draw = turn.chance().draw(&["dive", crew.as_str()]);
    let card = deck.draw(&mut draw).expect("the deck has a card for every dive");
    let name = draw.name();
    turn.record(&DIVE, Event::Dived { crew: crew.clone(), at });
    turn.record_drawn(&DIVE, name, Event::Found { crew: crew.clone(), card });
    turn.answer(crew, line, Fate::done(&DIVE, Reason::Found { card }));
}

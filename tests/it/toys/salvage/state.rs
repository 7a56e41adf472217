//! What is true, and what can happen.

use std::collections::BTreeMap;

use adjutant::engine::Seat;
use adjutant::engine::board::Square;
use adjutant::engine::chance::pool::Pool;
use adjutant::engine::wording::names::names;
use adjutant::engine::wording::said::{said, worded};
use serde::{Deserialize, Serialize};

names! {
    /// A square of the board.
    number Spot: Square;
}

worded! {
    /// A treasure.
    pub(crate) enum Card {
        /// The best.
        Gold => "gold",
        /// The next.
        Silver => "silver",
        /// The rest.
        Iron => "iron",
    }
}

said! { Spot; }

/// All that is true.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    pub(crate) open: Open,
    pub(crate) secret: Secret,
}

/// What everyone knows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    pub(crate) turn: u32,
    pub(crate) boats: BTreeMap<Seat, Spot>,
    /// The empty wrecks, and who emptied them.
    pub(crate) emptied: BTreeMap<Spot, Seat>,
    /// The cards of each crew, once the game is over.
    pub(crate) shown: BTreeMap<Seat, Pool<Card>>,
}

/// What only some know: the deck, and what each crew has drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Secret {
    pub(crate) deck: Pool<Card>,
    pub(crate) holds: BTreeMap<Seat, Pool<Card>>,
}

/// One thing that happens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub(crate) enum Event {
    /// A boat arrives.
    Sailed { crew: Seat, from: Spot, to: Spot },
    /// A crew empties a wreck.
    Dived { crew: Seat, at: Spot },
    /// What it finds.
    Found { crew: Seat, card: Card },
    /// Both boats dive to one wreck.
    Tangled { at: Spot },
    /// A crew shows its cards.
    Showed { crew: Seat, cards: Pool<Card> },
    /// The turn is over.
    TurnEnded,
}

impl Open {
    /// True if the cards were shown.
    pub(crate) fn is_over(&self) -> bool {
        !self.shown.is_empty()
    }

    /// How many cards a crew has.
    pub(crate) fn drawn(&self, crew: &Seat) -> u32 {
        self.emptied.values().map(|by| u32::from(by == crew)).sum()
    }
}

impl State {
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::Sailed { crew, to, .. } => {
                self.open.boats.insert(crew.clone(), *to);
            }
            Event::Dived { crew, at } => {
                self.open.emptied.insert(*at, crew.clone());
            }
            Event::Found { crew, card } => {
                self.secret.deck.take(card, 1);
                self.secret.holds.entry(crew.clone()).or_default().put(*card, 1);
            }
            Event::Tangled { .. } => {}
            Event::Showed { crew, cards } => {
                self.open.shown.insert(crew.clone(), cards.clone());
            }
            Event::TurnEnded => self.open.turn += 1,
        }
    }
}

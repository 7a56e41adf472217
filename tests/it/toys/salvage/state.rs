//! What is true, and what can happen.

use adjutant::engine::board::Square;
use adjutant::engine::prelude::*;

names! {
    /// A square of the board.
    number Spot: Square;
}

said! { Spot; }

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

/// What each crew has drawn; only it knows that.
pub(crate) type Holds = BTreeMap<Seat, Pool<Card>>;

/// All that is true. What nobody has drawn is in the deck.
pub(crate) type State = adjutant::engine::State<Open, Holds>;

data! {
    /// What everyone knows.
    #[derive(Default)]
    pub(crate) struct Open {
        pub(crate) turn: u32,
        pub(crate) boats: BTreeMap<Seat, Spot>,
        /// The empty wrecks, and who emptied them.
        pub(crate) emptied: BTreeMap<Spot, Seat>,
        /// The cards of each crew, once the game is over.
        pub(crate) shown: Holds,
    }

    /// One thing that happens.
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

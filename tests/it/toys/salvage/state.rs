//! What is true, and what can happen.

use adjutant::engine::prelude::*;

names! {
    /// A square of the board.
    plain Spot: Square;
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

/// All that is true: what is open, and the cards that each crew has drawn. The rest is the deck.
pub(crate) type State = adjutant::engine::State<Open, Hands<Card>>;

data! {
    /// What everyone knows.
    #[derive(Default)]
    pub(crate) struct Open {
        pub(crate) turn: u32,
        pub(crate) boats: BTreeMap<Seat, Spot>,
        /// How often each crew has dived: so many cards does it hold.
        pub(crate) dives: BTreeMap<Seat, u32>,
        /// The wrecks to which somebody has dived.
        pub(crate) emptied: BTreeSet<Spot>,
        /// Everybody's cards, once the game is over.
        pub(crate) shown: Option<Hands<Card>>,
    }

    /// One thing that happens.
    pub(crate) enum Event {
        /// A boat arrives.
        Sailed { crew: Seat, from: Spot, to: Spot },
        /// A crew empties a wreck.
        Dived { crew: Seat, at: Spot },
        /// What it finds.
        Found { crew: Seat, card: Card },
        /// All show their cards.
        Showed { cards: Hands<Card> },
        /// The turn is over.
        TurnEnded,
    }
}

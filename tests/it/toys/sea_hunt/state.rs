//! What is true, and what can happen.

use adjutant::engine::prelude::*;

names! {
    /// A hex of the map: a newtype, by which the engine knows names of hexes wherever they are.
    plain Zone: Hex;
}

/// All that is true. What only some may know is where the submarine is.
pub(crate) type State = adjutant::engine::State<Open, Zone>;

data! {
    /// What everybody may know. Where the submarine can be is remembered here (sh2).
    pub(crate) struct Open {
        pub(crate) turn: u32,
        pub(crate) destroyer: Zone,
        pub(crate) possible: BTreeSet<Zone>,
        pub(crate) sunk: bool,
    }

    /// One thing that happens.
    pub(crate) enum Event {
        Sailed { from: Zone, to: Zone },
        Dived { from: Zone, to: Zone },
        /// The submarine may have gone anywhere next to where it could be.
        Spread,
        Listened { die: u8, echo: Echo },
        TurnEnded,
    }

    /// What the destroyer hears.
    #[derive(Copy)]
    pub(crate) enum Echo {
        Sunk,
        Heard,
        Silence,
    }
}

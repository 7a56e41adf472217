//! What is true, what can happen, and the change it makes.

use std::collections::BTreeSet;

use adjutant::engine::board::{Board, Hex};
use adjutant::engine::wording::names::names;
use adjutant::engine::wording::said::said;
use serde::{Deserialize, Serialize};

use super::SeaHunt;

names! {
    /// A hex of the map: a newtype, by which the engine knows names of hexes wherever they are.
    number Zone: Hex;
}

said! { Zone; }

/// What everybody may know. Where the submarine can be is remembered here (sh2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    pub(crate) turn: u32,
    pub(crate) destroyer: Zone,
    pub(crate) possible: BTreeSet<Zone>,
    pub(crate) sunk: bool,
}

/// What only some may know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Secret {
    pub(crate) submarine: Zone,
}

/// All that is true.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    pub(crate) open: Open,
    pub(crate) secret: Secret,
}

/// One thing that happens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Event {
    Sailed {
        from: Zone,
        to: Zone,
    },
    Dived {
        from: Zone,
        to: Zone,
    },
    /// The submarine may have gone anywhere next to where it could be.
    Spread,
    Listened {
        die: u8,
        echo: Echo,
    },
    TurnEnded {
        turn: u32,
    },
}

/// What the destroyer hears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Echo {
    Sunk,
    Heard,
    Silence,
}

impl SeaHunt {
    /// A hex and those next to it.
    pub(crate) fn around(&self, zone: Zone) -> impl Iterator<Item = Zone> {
        self.board.neighbours(&zone.0).into_iter().chain([zone.0]).map(Zone)
    }
}

pub(crate) fn apply(game: &SeaHunt, state: &mut State, event: &Event) {
    let open = &mut state.open;
    match event {
        Event::Sailed { to, .. } => open.destroyer = *to,
        Event::Dived { to, .. } => state.secret.submarine = *to,
        Event::Spread => {
            open.possible = open.possible.iter().flat_map(|zone| game.around(*zone)).collect();
        }
        Event::Listened { echo, .. } => {
            let near: BTreeSet<Zone> = game.around(open.destroyer).collect();
            open.possible.retain(|zone| near.contains(zone) != (*echo == Echo::Silence));
            open.sunk = *echo == Echo::Sunk;
        }
        Event::TurnEnded { turn } => open.turn = turn + 1,
    }
}

//! How that is said which events and reasons are about.

use super::names::{Jp, Ship};
use super::reasons::Reason;
use super::scenario::{Chart, Side};
use super::state::Unit;
use crate::base::words::names;
use crate::engine::said::said;

/// Ships that are named in a row.
const NAMED: usize = 4;

/// The first ships by name, the rest by number.
pub fn few(ships: &[Ship]) -> String {
    match ships.len().checked_sub(NAMED) {
        None | Some(0) => list(ships),
        Some(more) => {
            let named: Vec<&str> = ships[..NAMED].iter().map(Ship::as_str).collect();
            format!("{} and {more} more", named.join(", "))
        }
    }
}

/// All ships by name.
pub fn list(ships: &[Ship]) -> String {
    names(&ships.iter().map(Ship::as_str).collect::<Vec<_>>())
}

said! {
    Chart;
    Side: |side, _| side.title().to_owned();
    Vec<Ship>: |ships, _| few(ships);
    Unit: |unit, _| unit.name();
    Vec<Unit>: |units, _| names(&units.iter().map(Unit::name).collect::<Vec<_>>());
    Jp: |jp, chart| chart.place(*jp);
    Vec<Jp>: |all, chart| names(&all.iter().map(|jp| chart.short(*jp)).collect::<Vec<_>>());
    Box<Reason>: |reason, chart| reason.words(chart).line();
}

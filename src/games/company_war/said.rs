//! How that is said which events and reasons are about.

use super::names::{Jp, Ship};
use super::reasons::Reason;
use super::scenario::{Chart, Side};
use super::state::{Condition, Open, Unit, Vessel};
use crate::base::words::{self, names};
use crate::engine::wording::said::said;

/// Ships that are named in a row.
const NAMED: usize = 4;

/// The first ships by name, the rest by number.
pub fn few<T: std::fmt::Display>(ships: &[T]) -> String {
    words::few(ships, NAMED)
}

/// All ships by name.
pub fn list(ships: &[Ship]) -> String {
    names(ships)
}

/// What keeps a ship from fighting as it should; nothing, if nothing does.
pub fn condition(vessel: &Vessel) -> &'static str {
    match (vessel.condition, vessel.fleeing) {
        (Condition::Whole, false) => "",
        (Condition::Whole, true) => "fleeing",
        (Condition::Damaged, false) => "damaged",
        (Condition::Damaged, true) => "damaged, fleeing",
        (Condition::Lost, _) => "destroyed",
    }
}

/// A ship with its condition, if it has to be said.
pub fn in_condition(open: &Open, ship: &Ship) -> String {
    match condition(&open.ships[ship]) {
        "" => ship.to_string(),
        unfit => format!("{ship} ({unfit})"),
    }
}

said! {
    Chart;
    Side: |side, _| side.title().to_owned();
    Vec<Ship>: |ships, _| few(ships);
    Unit: |unit, _| unit.name();
    Vec<Unit>: |units, _| names(units.iter().map(Unit::name));
    Jp: |jp, chart| chart.place(*jp);
    Vec<Jp>: |all, chart| names(all.iter().map(|jp| chart.short(*jp)));
    Box<Reason>: |reason, chart| reason.words(chart).line();
}

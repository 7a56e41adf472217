//! How that is said which events and reasons are about.

use super::Mechad;
use super::format::Lash;
use super::names::{Hx, Side};
use super::order::Power;
use super::state::Target;
use crate::base::words::names;
use crate::engine::board::Facing;
use crate::engine::wording::said::said;

said! {
    Mechad;
    Hx: |at, _| at.to_string();
    Target: |target, _| target.to_string();
    Facing: |facing, _| facing.direction().to_owned();
    Power: |power, _| power.word().to_owned();
}

/// What became of the numbers of columns and rows: `rows are numbered 16 lower`.
pub fn renumbered(columns: i16, rows: i16) -> String {
    let part = |what: &str, by: i16| {
        let way = if by < 0 { "lower" } else { "higher" };
        (by != 0).then(|| format!("{what} are numbered {} {way}", by.unsigned_abs()))
    };
    names(part("columns", columns).into_iter().chain(part("rows", rows)).collect::<Vec<_>>())
}

impl Mechad {
    /// What a side is called.
    pub fn title(&self, side: &Side) -> String {
        self.scenario.sides.get(side).map_or_else(|| side.to_string(), |row| row.title.clone())
    }
}

/// Dice and what they did: `3 (5 points), 6 (termination)`.
pub fn lashes(dice: &[u8], results: &[Lash]) -> String {
    names(dice.iter().zip(results).map(|(die, lash)| match lash {
        Lash::Points(points) => format!("{die} ({points})"),
        Lash::Missed => format!("{die} (miss)"),
        Lash::Terminated => format!("{die} (termination)"),
    }))
}

/// Dice one after another, which are not added up: `3, 1, 6`.
pub fn listed(dice: &[u8]) -> String {
    dice.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What is added to dice that were listed before: `, +1 on the die`; nothing, if there is none.
pub fn on_dice(modifier: i32) -> String {
    if modifier == 0 { String::new() } else { format!(", {modifier:+} on the die") }
}

/// Quarters of a point as a number: `3`, `0.25`, `2.5`.
pub fn fourths(price: u32) -> String {
    match (price / 4, price % 4) {
        (whole, 0) => whole.to_string(),
        (whole, 1) => format!("{whole}.25"),
        (whole, 2) => format!("{whole}.5"),
        (whole, _) => format!("{whole}.75"),
    }
}

/// Quarters of a point in words: `3 points`, `0.25 of a point`.
pub fn quarters(price: u32) -> String {
    match (price, fourths(price)) {
        (4, one) => format!("{one} point"),
        (1..4, part) => format!("{part} of a point"),
        (_, many) => format!("{many} points"),
    }
}

/// A number of something, in figures: `1 whip`, `12 whips`.
pub fn number_of(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { several(number, what) }
}

/// Sixths as a number with one decimal, rounded: `2.3`, `4`.
pub fn tenths(sixths: u32) -> String {
    let tenths = (10 * sixths + 3) / 6;
    match (tenths / 10, tenths % 10) {
        (whole, 0) => whole.to_string(),
        (whole, rest) => format!("{whole}.{rest}"),
    }
}

/// A number as a length of a list.
pub fn length(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// So many of something.
pub fn several(number: usize, what: &str) -> String {
    match number {
        1 => format!("a {what}"),
        number => match (what.strip_suffix('y'), what.ends_with('o')) {
            (Some(stem), _) => format!("{number} {stem}ies"),
            (None, true) => format!("{number} {what}es"),
            (None, false) => format!("{number} {what}s"),
        },
    }
}

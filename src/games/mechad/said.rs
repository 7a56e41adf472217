//! How that is said which events and reasons are about.

use super::Mechad;
use super::format::Lash;
use super::names::{Hx, Side};
use super::order::Power;
use super::state::Target;
use crate::base::words::{count, names};
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

/// What whips did, all together: `5 points, a termination`.
pub fn lash_totals(results: &[Lash]) -> String {
    let (mut points, mut terminates) = (0, false);
    for lash in results {
        match lash {
            Lash::Points(more) => points += more,
            Lash::Missed => {}
            Lash::Terminated => terminates = true,
        }
    }
    let points = count(points, "point");
    if terminates { format!("{points}, a termination") } else { points }
}

/// Dice one after another, which are not added up: `3, 1, 6`.
pub fn listed(dice: &[u8]) -> String {
    dice.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A modifier: ` +1`; nothing, if there is none.
pub fn modified(modifier: i32) -> String {
    if modifier == 0 { String::new() } else { format!(" {modifier:+}") }
}

/// What is added to dice that were listed before: `, +1 on the die`; nothing, if there is none.
pub fn on_dice(modifier: i32) -> String {
    if modifier == 0 { String::new() } else { format!(", {modifier:+} on the die") }
}

/// Quarters of a point as a number: `3`, `1/4`, `2 2/4`.
pub fn fourths(price: u32) -> String {
    match (price / 4, price % 4) {
        (whole, 0) => whole.to_string(),
        (0, rest) => format!("{rest}/4"),
        (whole, rest) => format!("{whole} {rest}/4"),
    }
}

/// Quarters of a point in words: `3 points`, `1/4 of a point`.
pub fn quarters(price: u32) -> String {
    match (price, fourths(price)) {
        (4, one) => format!("{one} point"),
        (1..4, part) => format!("{part} of a point"),
        (_, many) => format!("{many} points"),
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

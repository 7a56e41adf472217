//! The enemy ships that the reader's can meet, and what they are worth.

use std::collections::BTreeMap;

use super::courses::safe;
use super::names::{Jp, Ship};
use super::resolve::scoring::kill;
use super::said::{few, in_condition};
use super::sight::View;
use super::state::Step;
use super::{CompanyWar, stations};
use crate::base::words::joined;
use crate::page::Table;

/// Places that are named in the summary.
const NAMED: usize = 6;

/// Enemies at one place.
struct Prey {
    at: Jp,
    /// Each with its damage.
    ships: Vec<String>,
    /// For all of them, if they are destroyed.
    points: i32,
    /// From where the reader's ships can come, with the course if an order has to name it.
    from: Vec<(Jp, Option<String>)>,
}

/// Enemies that fight, where ships of the reader are or can go; the fewest ships first, then the most points.
fn prey(game: &CompanyWar, view: &View) -> Vec<Prey> {
    let open = &view.open;
    let Some(side) = view.side.filter(|_| open.step == Step::Movement) else { return Vec::new() };
    let (berths, barred) = (game.berths(open), game.barred(open, side));
    let fights = |ship: &&&Ship| game.is_fit(open, ship);
    let starts = game.starts(open, side);
    let mut from: BTreeMap<Jp, Vec<(Jp, Option<String>)>> = BTreeMap::new();
    for start in game.chart.points.keys().copied() {
        if berths.at(start, side).iter().any(|ship| fights(&ship)) {
            from.entry(start).or_default().push((start, None));
        }
        if !starts.contains(&start) {
            continue;
        }
        for way in safe(&game.chart, side, start, &barred) {
            from.entry(way.end()).or_default().push((start, way.written()));
        }
    }
    let at = |(at, from): (Jp, Vec<_>)| {
        let there: Vec<&Ship> =
            berths.at(at, side.other()).iter().filter(fights).copied().collect();
        let points = there.iter().map(|ship| kill(game, ship)).sum();
        let ships: Vec<String> = there.iter().map(|ship| in_condition(open, ship)).collect();
        (!ships.is_empty()).then_some(Prey { at, ships, points, from })
    };
    let mut all: Vec<Prey> = from.into_iter().filter_map(at).collect();
    all.sort_by_key(|prey| (prey.ships.len(), -prey.points));
    all
}

/// The weakest of them in a sentence; `None` if no ship of the reader can meet one.
pub(super) fn weakest(game: &CompanyWar, view: &View) -> Option<String> {
    let all = prey(game, view);
    let one = |prey: &Prey| {
        let (ships, at) = (few(&prey.ships), game.chart.place(prey.at));
        format!("{ships} at {at}, worth {}", prey.points)
    };
    let more = match all.len().saturating_sub(NAMED) {
        0 => String::new(),
        1 => "; and enemies at one more place".to_owned(),
        more => format!("; and enemies at {more} more places"),
    };
    let told = joined(all.iter().take(NAMED).map(one), "; ");
    let points = "points for destroying them; the smallest fleets first";
    (!all.is_empty()).then(|| format!("Enemies in reach ({points}): {told}{more}."))
}

/// All of them, with what they are worth and from where they can be met.
pub(super) fn table(game: &CompanyWar, view: &View) -> Table {
    let row = |prey: Prey| {
        let from = prey.from.iter().map(|(from, course)| match course {
            _ if *from == prey.at => "already there".to_owned(),
            Some(course) => format!("{} by {course}", game.chart.short(*from)),
            None => game.chart.short(*from),
        });
        let (at, ships) = (game.chart.place(prey.at), few(&prey.ships));
        [at, ships, joined(from, ", "), prey.points.to_string()]
    };
    let Some(side) = view.side else { return Table::new() };
    let all = prey(game, view);
    let named = all.iter().flat_map(|prey| &prey.from).any(|(_, course)| course.is_some());
    let in_full = if named { stations::IN_FULL } else { "" };
    let whose = stations::movers(side);
    let caption = format!("Enemies that your {whose} can meet, as they lie now{in_full}");
    let table = Table::new().caption(caption);
    let table = table.lefts(["At", "Ships", "From"]).right("Points if destroyed");
    table.rows(all.into_iter().map(row))
}

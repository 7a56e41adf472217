//! How likely an explorer is to achieve what (im50).

use std::collections::BTreeSet;

use super::AgeOfImperialism;
use super::force::Kind;
use super::format::ExplorerTable;
use super::names::{Fleet, Region, Sea};
use super::power::Power;
use super::sight::View;
use super::state::{Building, Face, Land, Open};
use crate::base::words::{few, joined};
use crate::engine::board::search;
use crate::engine::chance::pool::Pool;
use crate::page::Table;

/// A line of the explorers' chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// The explorer is lost.
    Lost,
    /// Nothing.
    Nothing,
    /// Another power's sphere of influence is replaced by an own one.
    Swap,
    /// A sphere of influence is placed.
    Place,
    /// The region joins.
    Join,
}

/// The line of the chart for a roll with its DRM, by how much it is above the strength of the natives.
pub fn row(table: &ExplorerTable, above: i64) -> Row {
    if above >= i64::from(table.join.value) {
        Row::Join
    } else if above >= i64::from(table.place.value) {
        Row::Place
    } else if above >= -i64::from(table.swap.value) {
        Row::Swap
    } else if above < -i64::from(table.lost.value) {
        Row::Lost
    } else {
        Row::Nothing
    }
}

/// A certainty, as the chances here are counted.
pub(super) const ONE: u64 = 1_000_000_000_000;

/// The chance of each sum of so many dice of six; what is lost in rounding is far below a percent.
pub(super) fn sums(dice: u32) -> Vec<u64> {
    let roll = |before: Vec<u64>, _| {
        let mut after = vec![0; before.len() + 6];
        for (sum, chance) in before.iter().enumerate() {
            for face in 1..=6 {
                after[sum + face] += chance / 6;
            }
        }
        after
    };
    (0..dice).fold(vec![ONE], roll)
}

/// Chances of what may come of a roll.
#[derive(Debug, Clone, Copy, Default)]
struct Odds {
    join: u64,
    place: u64,
    swap: u64,
    lost: u64,
}

impl Odds {
    fn against(table: &ExplorerTable, dice: u32, drm: i64, strength: u8) -> Self {
        let mut odds = Self::default();
        for (sum, chance) in sums(dice).into_iter().enumerate() {
            let total = i64::try_from(sum).unwrap_or(i64::MAX).saturating_add(drm);
            match row(table, total.saturating_sub(i64::from(strength))) {
                Row::Join => odds.join += chance,
                Row::Place => odds.place += chance,
                Row::Swap => odds.swap += chance,
                Row::Nothing => {}
                Row::Lost => odds.lost += chance,
            }
        }
        odds
    }

    /// As percentages: the region joins, a sphere of influence, another's sphere replaced, the explorer lost.
    fn cells(self) -> [String; 4] {
        [self.join, self.place, self.swap, self.lost].map(percent)
    }
}

/// In whole percent; what is not quite impossible is at least 1%, and what is not certain at most 99%.
pub(super) fn percent(chance: u64) -> String {
    format!("{}%", whole(chance))
}

/// In whole percent, as a number.
fn whole(chance: u64) -> u64 {
    let whole = (chance + ONE / 200) / (ONE / 100);
    let least = u64::from(chance > 0);
    // The rounding of the sums stays far below this.
    let most = if chance >= ONE - ONE / 100_000 { 100 } else { 99 };
    whole.clamp(least, most)
}

const COLUMNS: [&str; 4] = ["Joins", "Sphere", "Replaces", "Lost"];

/// The columns of chances where nobody has influence that could be replaced.
fn bare(odds: Odds) -> [String; 3] {
    let [joins, sphere, _, lost] = odds.cells();
    [joins, sphere, lost]
}

/// Every strength that markers have, the least first.
pub(super) fn strengths(game: &AgeOfImperialism) -> Vec<u8> {
    let all: BTreeSet<u8> = game.format.natives.markers.iter().map(|row| row.strength).collect();
    all.into_iter().collect()
}

/// The chances of an explorer without DRM against every strength that markers have, and against one that the reader does
/// not know: unpaid and paid, each narrow enough for a telephone.
pub fn charts(game: &AgeOfImperialism, view: &View) -> [Table; 2] {
    let table = &game.format.explorer;
    let strengths = strengths(game);
    throws(game).map(|(dice, dp)| {
        let rows = strengths.iter().map(|strength| {
            let odds = Odds::against(table, dice, 0, *strength);
            [strength.to_string()].into_iter().chain(bare(odds)).collect::<Vec<String>>()
        });
        // Of most natives the strength is not known.
        let markers = game.markers_left(&view.known).is_some_and(|left| left.total() > 0);
        let other = || bare(unknown(game, view, &Land::default(), (dice, 0)));
        let other = markers
            .then(|| ["unknown".to_owned()].into_iter().chain(other()).collect::<Vec<String>>());
        let rows = rows.chain(other);
        let price = if dp == 0 { String::new() } else { format!(" for {dp} DP") };
        let caption = format!("Explorers with {dice} dice{price}, no influence there");
        let [joins, sphere, _, lost] = COLUMNS;
        let table = Table::new().caption(caption).right("Strength");
        table.rights([joins, sphere, lost]).rows(rows)
    })
}

/// The dice of a roll and what they cost in DP: unpaid and paid.
fn throws(game: &AgeOfImperialism) -> [(u32, u32); 2] {
    let table = &game.format.explorer;
    let price = game.format.diplomacy.explorer.value;
    [(table.dice.value, 0), (table.paid_dice.value, price)]
}

/// The chances of the explorers of a power where they stand among natives, and in a movement phase where they can go, as
/// far as it knows these. Regions with the same chances are one row.
pub fn explorers(game: &AgeOfImperialism, view: &View, power: Power) -> Table {
    let open = &view.open;
    let reached = reached(game, open, power);
    let order = &game.board.chart.order;
    let there = |at: &&Region| stands(open.land(at), power);
    let goes = |at: &&Region| open.step.is_movement() && !there(at) && reached.contains(at);
    let places = order.iter().filter(there).chain(order.iter().filter(goes));
    let told = places.map(|at| (at, line(game, view, power, (at, open.land(at)))));
    let idle = order.iter().filter_map(|at| Some((at, vec![idle(game, open, power, at)?])));
    let mut rows: Vec<(Vec<&Region>, Vec<String>)> = Vec::new();
    for (at, cells) in told.chain(idle) {
        match rows.iter_mut().find(|(_, known)| *known == cells) {
            Some((regions, _)) => regions.push(at),
            None => rows.push((vec![at], cells)),
        }
    }
    let row = |(regions, mut cells): (Vec<&Region>, Vec<String>)| {
        cells.resize(2 + 2 * COLUMNS.len(), String::new());
        [joined(regions, ", ")].into_iter().chain(cells)
    };
    let [(two, _), (three, dp)] = throws(game);
    let where_to = if open.step.is_movement() { " or can go" } else { "" };
    let caption = format!(
        "What your explorers may achieve where they are{where_to}, with {two} dice, or {three} for {dp} DP"
    );
    let paid = COLUMNS.map(|title| format!("{title}, {dp} DP"));
    let table = Table::new().caption(caption).lefts(["Region", "Natives"]).right("DRM");
    table.rights(COLUMNS).rights(paid).rows(rows.into_iter().map(row))
}

/// Why the explorers of a power in a region can roll neither there nor, in a movement phase, elsewhere; `None` if they can.
fn idle(game: &AgeOfImperialism, open: &Open, power: Power, at: &Region) -> Option<String> {
    let land = open.land(at);
    if land.owner.is_none() || land.force(power).get(Kind::Explorer) == 0 {
        return None;
    }
    if !open.step.is_movement() {
        return Some("none there: it can go to some in a movement phase".to_owned());
    }
    let goes = !walks(game, open, power, at).is_empty()
        || voyages(game, open, power).iter().any(|voyage| voyage.boards(at));
    (!goes).then(|| "none in reach".to_owned())
}

/// What is said of explorers that can get to no natives.
const NONE: &str = "none in reach on foot, or by a fleet with room off the coast";

/// True where natives have an explorer of a power among them.
fn stands(land: &Land, power: Power) -> bool {
    land.owner.is_none() && land.force(power).get(Kind::Explorer) > 0
}

/// What a power may expect of a roll of an explorer: the strength of the natives, if it is known, the DRM, and the
/// chances that the region joins, that a sphere of influence is placed or replaces another, and that the explorer is lost.
struct Prospect {
    natives: String,
    drm: i64,
    odds: Odds,
    cells: [String; 4],
}

fn prospect(
    game: &AgeOfImperialism,
    view: &View,
    power: Power,
    (at, land): (&Region, &Land),
    dice: u32,
) -> Prospect {
    let table = &game.format.explorer;
    let own = land.spheres.get(&power).copied().unwrap_or(0);
    let others = land.influence() - own;
    let drm = i64::from(own) * i64::from(table.own.value)
        - i64::from(others) * i64::from(table.other.value);
    let (natives, odds) = match view.natives(at) {
        Some(face) => (face.to_string(), Odds::against(table, dice, drm, face.strength)),
        None => ("unknown".to_owned(), unknown(game, view, land, (dice, drm))),
    };
    let [join, place, swap, lost] = odds.cells();
    // Only another power's sphere can be replaced, and where the spheres are as many as the natives are strong, none
    // is placed.
    let swap = if others > 0 { swap } else { String::new() };
    let full = view.strength(at).is_some_and(|strength| land.influence() >= u32::from(strength));
    let place = if full { String::new() } else { place };
    Prospect { natives, drm, odds, cells: [join, place, swap, lost] }
}

/// The natives, the DRM and the chances of both throws, as cells.
fn line(game: &AgeOfImperialism, view: &View, power: Power, land: (&Region, &Land)) -> Vec<String> {
    let [two, three] = throws(game).map(|(dice, _)| prospect(game, view, power, land, dice));
    let sign = if two.drm == 0 { String::new() } else { format!("{:+}", two.drm) };
    [two.natives, sign].into_iter().chain(two.cells).chain(three.cells).collect()
}

/// The regions of natives that explorers of a power can reach in a movement phase, on foot or by fleet.
fn reached<'g>(game: &'g AgeOfImperialism, open: &'g Open, power: Power) -> BTreeSet<&'g Region> {
    let there = open.lands.iter().filter(|(_, land)| land.force(power).get(Kind::Explorer) > 0);
    let mut reached: BTreeSet<&Region> =
        there.flat_map(|(at, _)| walks(game, open, power, at)).collect();
    reached.extend(voyages(game, open, power).into_iter().flat_map(|voyage| voyage.to));
    reached
}

/// Explorers that are aboard a fleet or can board it, and the regions of natives where they can land in the same phase.
struct Voyage<'g> {
    fleet: Fleet,
    /// Where they board; `None` if they are aboard.
    from: Option<&'g Region>,
    to: BTreeSet<&'g Region>,
}

impl Voyage<'_> {
    /// True if explorers in the region get to natives by it.
    fn boards(&self, at: &Region) -> bool {
        self.from == Some(at) && !self.to.is_empty()
    }

    /// Where they are, in words.
    fn start(&self) -> String {
        match self.from {
            Some(at) => format!("{at}, by fleet {}", self.fleet),
            None => format!("Aboard fleet {}", self.fleet),
        }
    }
}

/// The voyages that the explorers of a power can make in a phase (im29, im32).
fn voyages<'g>(game: &'g AgeOfImperialism, open: &'g Open, power: Power) -> Vec<Voyage<'g>> {
    let mut all = Vec::new();
    for (fleet, squadron) in open.fleets_of(power) {
        let aboard = (squadron.cargo.explorer > 0).then_some(None);
        let full = game.format.fleet.carries.value < game.portage(&squadron.cargo) + room(game);
        let stands = |at: &&Region| open.land(at).force(power).explorer > 0;
        let shores = &game.board.chart.waters[&squadron.sea].shores;
        let boards = shores.iter().filter(|at| !full && stands(at)).map(Some);
        let starts: Vec<Option<&Region>> = aboard.into_iter().chain(boards).collect();
        if starts.is_empty() {
            continue;
        }
        let landings = landings(game, open, power, &squadron.sea);
        for from in starts {
            // Nobody sails to where they are.
            let to = landings.iter().copied().filter(|to| Some(*to) != from).collect();
            all.push(Voyage { fleet, from, to });
        }
    }
    all
}

/// The room that an explorer takes on a fleet.
fn room(game: &AgeOfImperialism) -> u32 {
    game.format.units[&Kind::Explorer].portage.value
}

/// The regions of natives where a fleet can land units in a phase, if nobody stops it; the last of its moves is the landing.
fn landings<'g>(
    game: &'g AgeOfImperialism,
    open: &'g Open,
    power: Power,
    from: &'g Sea,
) -> BTreeSet<&'g Region> {
    let chart = &game.board.chart;
    let mut seas = BTreeSet::from([from]);
    for _ in 1..game.format.fleet.moves.value {
        let next = |at: &&'g Sea| {
            let (at, next) = (*at, chart.next_seas(at).into_iter());
            next.filter(move |to| game.passes(open, power, (at, *to), |_| false))
        };
        let next: Vec<&Sea> = seas.iter().flat_map(next).collect();
        seas.extend(next);
    }
    let shores = seas.into_iter().flat_map(|sea| &chart.waters[sea].shores);
    shores.filter(|at| open.land(at).owner.is_none()).collect()
}

/// Regions that are named as the best for explorers.
const BEST: usize = 6;
/// Regions that are named where what is paid adds most.
const MOST: usize = 2;

/// Where the explorers of a power are and where a roll of theirs does most, in a movement phase; `None` without any.
pub fn best(game: &AgeOfImperialism, view: &View, power: Power) -> Option<String> {
    let open = &view.open;
    let there = |land: &Land| land.force(power).get(Kind::Explorer) > 0;
    let own = open.lands.iter().filter(|(_, land)| there(land)).map(|(at, _)| at);
    let own: Vec<&Region> = own.collect();
    if own.is_empty() || !game.step_ahead(open, power).is_movement() {
        return None;
    }
    let whose = format!("Your explorers are in {}", few(&own, BEST));
    let mut places: BTreeSet<&Region> = reached(game, open, power);
    places.extend(own.iter().copied().filter(|at| open.land(at).owner.is_none()));
    let [unpaid, paid] = throws(game);
    let (dice, dp) = if view.hand().dp >= paid.1 { paid } else { unpaid };
    let joins = |at: &Region, dice: u32| {
        whole(prospect(game, view, power, (at, open.land(at)), dice).odds.join)
    };
    let all: Vec<(&Region, u64)> = places.iter().copied().map(|at| (at, joins(at, dice))).collect();
    let Some(most) = all.iter().map(|(_, join)| *join).max() else {
        return Some(format!(
            "{whose}; on foot, or by a fleet off their coast, they reach no native region."
        ));
    };
    let most_likely = all.iter().filter(|(_, join)| *join == most).map(|(at, _)| at);
    let price = if dp == 0 { String::new() } else { format!(" for {dp} DP (`pay`)") };
    // What is paid is spent best where it makes most of a difference.
    let adds = |(at, paid): &(&Region, u64)| paid.saturating_sub(joins(at, unpaid.0));
    let more = all.iter().map(adds).max().filter(|more| dp > 0 && *more > 0);
    let more = more.map(|more| {
        let there: Vec<_> = all.iter().filter(|of| adds(of) == more).collect();
        let best = |(_, paid): &&(&Region, u64)| *paid == most;
        if there.iter().all(&best) && there.len() == all.iter().filter(best).count() {
            return format!(" ({}% without)", most - more);
        }
        let change =
            |(at, paid): &(&Region, u64)| format!("{at} ({}% to {paid}%)", joins(at, unpaid.0));
        format!("; that adds most in {}", few(there.into_iter().map(change), MOST))
    });
    Some(format!(
        "{whose}. Best chance that a region joins, with {dice} dice{price}: {most}% in {}{}.",
        few(most_likely, BEST),
        more.unwrap_or_default()
    ))
}

/// Where the explorers of a power can go among natives in a movement phase, on foot and by fleet, and whose units are there.
pub fn reach(game: &AgeOfImperialism, view: &View, power: Power) -> Table {
    let open = &view.open;
    let chart = &game.board.chart;
    let named = |at: &Region| {
        let others = open.land(at).armies.iter().filter(|(other, _)| **other != power);
        let others = joined(others.map(|(other, force)| format!("{other}: {force}")), "; ");
        if others.is_empty() { at.to_string() } else { format!("{at} ({others})") }
    };
    let told = |to: BTreeSet<&Region>| {
        let told = joined(chart.order.iter().filter(|at| to.contains(at)).map(named), ", ");
        if told.is_empty() { NONE.to_owned() } else { told }
    };
    let sailed = voyages(game, open, power);
    let row = |from: &Region| {
        if open.land(from).force(power).get(Kind::Explorer) == 0 {
            return None;
        }
        let on_foot: BTreeSet<&Region> = walks(game, open, power, from).into_iter().collect();
        // Who can do nothing but board has one line, that of the fleet.
        let boards = sailed.iter().any(|voyage| voyage.boards(from));
        (!boards || !on_foot.is_empty()).then(|| [from.to_string(), told(on_foot)])
    };
    let on_foot: Vec<[String; 2]> = chart.order.iter().filter_map(row).collect();
    let sailed = sailed.into_iter().map(|voyage| [voyage.start(), told(voyage.to)]);
    let caption = "Where your explorers can go on foot, or by a fleet that is off their coast";
    let table = Table::new().caption(caption);
    let table = table.lefts(["From", "Native regions"]);
    table.rows(on_foot.into_iter().chain(sailed))
}

/// The regions of natives to which an explorer of a power can walk from a region in one phase (im27, im28).
fn walks<'g>(
    game: &'g AgeOfImperialism,
    open: &Open,
    power: Power,
    from: &'g Region,
) -> Vec<&'g Region> {
    let chart = &game.board.chart;
    let moves = game.format.units[&Kind::Explorer].moves.value;
    let enters = |at: &Region| open.land(at).owner.is_none() || open.lets_in(power, at);
    let next = |at: &&'g Region| {
        let cost = u32::from(!open.land(at).buildings.contains(&Building::Railroad));
        chart.near(at).filter(|to| enters(to)).map(|to| (to, cost)).collect()
    };
    let reached = search::reach([from], moves, next);
    let away = reached.places().keys().copied().filter(|to| *to != from);
    away.filter(|to| open.land(to).owner.is_none()).collect()
}

/// The chances against natives that the power does not know, by the markers that it cannot account for.
fn unknown(game: &AgeOfImperialism, view: &View, land: &Land, (dice, drm): (u32, i64)) -> Odds {
    let left: Pool<Face> = game.markers_left(&view.known).unwrap_or_default();
    let all = left.total().max(1);
    let lost = land.marker.as_ref().map_or(0, |marker| marker.lost);
    let mut sum = Odds::default();
    for (face, count) in left.kinds() {
        let strength = face.strength.saturating_sub(lost);
        let odds = Odds::against(&game.format.explorer, dice, drm, strength);
        let full = land.influence() >= u32::from(strength);
        let place = if full { 0 } else { odds.place };
        let part = |chance: u64| chance / all * u64::from(count);
        sum.join += part(odds.join);
        sum.place += part(place);
        sum.swap += part(odds.swap);
        sum.lost += part(odds.lost);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_dice() {
        let two = sums(2);
        assert_eq!(percent(two.iter().sum()), "100%");
        assert_eq!(percent(two[7..].iter().sum()), "58%", "21 of 36");
        assert_eq!(percent(two[12]), "3%", "1 of 36");
        assert_eq!(percent(sums(3)[3]), "1%", "1 of 216 is not nothing");
        assert_eq!(percent(two[1]), "0%");
    }
}

//! How likely an explorer is to achieve what (im50).

use super::AgeOfImperialism;
use super::force::Kind;
use super::format::ExplorerTable;
use super::names::Region;
use super::power::Power;
use super::sight::View;
use super::state::{Face, Land};
use crate::base::words::capital;
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
const ONE: u64 = 1_000_000_000_000;

/// The chance of each sum of so many dice of six; what is lost in rounding is far below a percent.
fn sums(dice: u32) -> Vec<u64> {
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
fn percent(chance: u64) -> String {
    let whole = (chance + ONE / 200) / (ONE / 100);
    let least = u64::from(chance > 0);
    // The rounding of the sums stays far below this.
    let most = if chance >= ONE - ONE / 100_000 { 100 } else { 99 };
    format!("{}%", whole.clamp(least, most))
}

const COLUMNS: [&str; 4] = ["Joins", "Sphere", "Swap", "Lost"];

/// The chances of an explorer without DRM against every strength that markers have.
pub fn chart(game: &AgeOfImperialism) -> Table {
    let table = &game.format.explorer;
    let mut strengths: Vec<u8> =
        game.format.natives.markers.iter().map(|marker| marker.strength).collect();
    strengths.sort_unstable();
    strengths.dedup();
    let rows = strengths.into_iter().map(|strength| {
        let [two, three] =
            throws(game).map(|(dice, _)| Odds::against(table, dice, 0, strength).cells());
        [strength.to_string()].into_iter().chain(two).chain(three).collect::<Vec<String>>()
    });
    let [two, three] = throws(game);
    let titles = |(dice, dp): (u32, u32)| {
        let paid = if dp == 0 { String::new() } else { format!(" for {dp} DP") };
        COLUMNS.map(|title| format!("{dice} dice{paid}: {}", title.to_lowercase()))
    };
    let caption = "Explorers by the strength of the natives, without spheres of influence";
    let columns = titles(two).into_iter().chain(titles(three));
    Table::new().caption(caption).right("Strength").rights(columns).rows(rows)
}

/// The dice of a roll and what they cost in DP: unpaid and paid.
fn throws(game: &AgeOfImperialism) -> [(u32, u32); 2] {
    let table = &game.format.explorer;
    let price = game.format.diplomacy.explorer.value;
    [(table.dice.value, 0), (table.paid_dice.value, price)]
}

/// The chances of the explorers of a power where they stand among natives, as far as it knows these.
pub fn explorers(game: &AgeOfImperialism, view: &View, power: Power) -> Table {
    let chart = &game.board.chart;
    let lands = chart.order.iter().map(|region| (region, view.open.land(region)));
    let there = |(_, land): &(&Region, &Land)| {
        land.owner.is_none() && land.force(power).get(Kind::Explorer) > 0
    };
    let rows = lands.filter(there).flat_map(|(at, land)| {
        throws(game).map(|throw| line(game, view, power, (at, land), throw))
    });
    let columns = ["Region", "Natives", "Roll"];
    let caption = "Your explorers, if they roll where they stand";
    Table::new().caption(caption).lefts(columns).rights(COLUMNS).rows(rows)
}

fn line(
    game: &AgeOfImperialism,
    view: &View,
    power: Power,
    (at, land): (&Region, &Land),
    (dice, dp): (u32, u32),
) -> Vec<String> {
    let table = &game.format.explorer;
    let own = land.spheres.get(&power).copied().unwrap_or(0);
    let others = land.influence() - own;
    let drm = i64::from(own) * i64::from(table.own.value)
        - i64::from(others) * i64::from(table.other.value);
    let (natives, [join, place, swap, lost]) = match view.strength(at) {
        Some(strength) => {
            let odds = Odds::against(table, dice, drm, strength).cells();
            (strength.to_string(), odds)
        }
        None => ("unknown".to_owned(), unknown(game, view, land, (dice, drm))),
    };
    // Only another power's sphere can be replaced, and where the spheres are as many as the natives are strong, none
    // is placed.
    let swap = if others > 0 { swap } else { String::new() };
    let full = view.strength(at).is_some_and(|strength| land.influence() >= u32::from(strength));
    let place = if full { String::new() } else { place };
    let sign = if drm == 0 { String::new() } else { format!(" {drm:+}") };
    let paid = if dp == 0 { String::new() } else { format!(", {dp} DP") };
    let roll = format!("{dice} dice{sign}{paid}");
    vec![capital(&at.to_string()), natives, roll, join, place, swap, lost]
}

/// The chances against natives that the power does not know, by the markers that it cannot account for.
fn unknown(
    game: &AgeOfImperialism,
    view: &View,
    land: &Land,
    (dice, drm): (u32, i64),
) -> [String; 4] {
    let left: Pool<Face> = game.markers_left(&view.known).unwrap_or_default();
    let all = left.total().max(1);
    let lost = land.marker.as_ref().map_or(0, |marker| marker.lost);
    let mut sum = [0_u64; 4];
    for (face, count) in left.kinds() {
        let strength = face.strength.saturating_sub(lost);
        let odds = Odds::against(&game.format.explorer, dice, drm, strength);
        let full = land.influence() >= u32::from(strength);
        let place = if full { 0 } else { odds.place };
        let each = [odds.join, place, odds.swap, odds.lost];
        for (sum, chance) in sum.iter_mut().zip(each) {
            *sum += chance / all * u64::from(count);
        }
    }
    sum.map(percent)
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

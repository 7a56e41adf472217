//! How likely a shot is to do damage (cw65, cw67).

use std::collections::BTreeSet;

use super::CompanyWar;
use super::scenario::{Counter, Ratings};
use crate::page::Table;

/// A certainty, as the chances here are counted.
const ONE: u64 = 1_000_000;

/// The chance that so many dice of so many sides show no more than this; what is lost in rounding is far below a
/// percent.
fn within(dice: u8, sides: u8, most: u8) -> u64 {
    let roll = |before: Vec<u64>, _| {
        let mut after = vec![0; before.len() + usize::from(sides)];
        for (sum, chance) in before.iter().enumerate() {
            for face in 1..=usize::from(sides) {
                after[sum + face] += chance / u64::from(sides);
            }
        }
        after
    };
    let sums = (0..dice).fold(vec![ONE * ONE], roll);
    sums.iter().take(usize::from(most) + 1).sum::<u64>() / ONE
}

/// The chance that a shot hits and the hit is not avoided, for every attack and defense that counters have.
pub fn chart(game: &CompanyWar) -> Table {
    let combat = &game.format.combat;
    let counters = game.chart.hulls.values().flat_map(|hull| [Some(hull.counter), hull.rider]);
    let faces = counters.flatten().flat_map(|Counter { front, back }| [Some(front), back]);
    let faces: Vec<Ratings> = faces.flatten().collect();
    let attacks: BTreeSet<u8> = faces.iter().map(|face| face.attack).collect();
    let defenses: BTreeSet<u8> = faces.iter().map(|face| face.defense).collect();
    let shows = |most: u8| within(combat.dice, combat.sides, most);
    let row = |attack: &u8| {
        let hurt = defenses.iter().map(|defense| {
            let chance = shows(*attack) * ONE.saturating_sub(shows(*defense)) / ONE;
            format!("{}%", (chance + ONE / 200) / (ONE / 100))
        });
        [attack.to_string()].into_iter().chain(hurt).collect::<Vec<String>>()
    };
    let columns = defenses.iter().map(|defense| format!("Defense {defense}"));
    let table = Table::new().caption("Chance that a shot does damage").right("Attack");
    table.rights(columns).rows(attacks.iter().rev().map(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_dice() {
        let percent = |most| (within(2, 6, most) + ONE / 200) / (ONE / 100);
        assert_eq!([1, 2, 7, 12, 200].map(percent), [0, 3, 58, 100, 100], "of 36: 0, 1, 21, 36");
    }
}

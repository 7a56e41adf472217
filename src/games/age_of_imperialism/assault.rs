//! How likely infantry is to beat natives (im37, im40).

use super::AgeOfImperialism;
use super::odds::{ONE, percent};
use super::resolve::fire;
use crate::page::Table;

/// The numbers of infantry whose chances are told.
const ARMIES: [u32; 4] = [2, 4, 6, 8];

/// Faces of a die.
const FACES: i32 = 6;

/// The chances of infantry against all strengths that markers have, if it fights to the end: alone and with a general, each
/// narrow enough for a telephone. Natives with "+" have cavalry besides, and are left out.
pub(super) fn charts(game: &AgeOfImperialism) -> [Table; 2] {
    let mut strengths: Vec<u8> =
        game.format.natives.markers.iter().map(|row| row.strength).collect();
    strengths.sort_unstable();
    strengths.dedup();
    let most = usize::from(strengths.last().copied().unwrap_or(0));
    let general = i32::try_from(game.format.battle.general.value).unwrap_or(i32::MAX);
    let faces = |drm: i32| {
        let hits = |die: i32| fire::hits(game, die.saturating_add(drm)) as usize;
        (1..=FACES).map(hits).collect::<Vec<usize>>()
    };
    [("", 0), (" with a general", general)].map(|(led, drm)| {
        let fight = Fight::new([&faces(drm), &faces(0)], most);
        let rows = strengths.iter().map(|natives| {
            let won = ARMIES.map(|army| percent(fight.won(army, *natives)));
            [natives.to_string()].into_iter().chain(won)
        });
        let caption = format!(
            "Chance that so many infantry{led} beat natives without +, to the end, at equal schools"
        );
        Table::new()
            .caption(caption)
            .right("Natives")
            .rights(ARMIES.map(|army| army.to_string()))
            .rows(rows)
    })
}

/// A fight to the end: by the brigades of both sides the chance that the attacker wins.
struct Fight(Vec<Vec<u64>>);

impl Fight {
    /// With the hits of each face of a die of the attacker and of the natives, for as many natives as that. Both sides fire at
    /// once; without a brigade on either side natives win (im47).
    fn new([ours, theirs]: [&[usize]; 2], natives: usize) -> Self {
        let armies = ARMIES.iter().max().map_or(0, |most| *most as usize);
        let mut won = vec![vec![0; natives + 1]; armies + 1];
        for army in 1..=armies {
            won[army][0] = ONE;
            for left in 1..=natives {
                let (ours, theirs) = (volley(ours, army), volley(theirs, left));
                won[army][left] = step(&won, (army, left), (&ours, &theirs));
            }
        }
        Self(won)
    }

    fn won(&self, army: u32, natives: u8) -> u64 {
        self.0[army as usize][usize::from(natives)]
    }
}

/// The ways in which the dice of so many brigades make each number of hits.
fn volley(faces: &[usize], brigades: usize) -> Vec<u64> {
    (0..brigades).fold(vec![1], |before, _| {
        let mut after = vec![0; before.len() + 2];
        for (hits, ways) in before.iter().enumerate() {
            for more in faces {
                after[hits + more] += ways;
            }
        }
        after
    })
}

/// The chance to win from here: rounds in which nobody is hit come again. What is lost in rounding is far below a percent.
fn step(
    won: &[Vec<u64>],
    (army, natives): (usize, usize),
    (ours, theirs): (&[u64], &[u64]),
) -> u64 {
    let (mut chance, mut all) = (0, 0);
    for (hits, ours) in ours.iter().enumerate() {
        for (losses, theirs) in theirs.iter().enumerate().filter(|(losses, _)| hits + losses > 0) {
            let ways = u128::from(*ours) * u128::from(*theirs);
            all += ways;
            let rest = won[army.saturating_sub(losses)][natives.saturating_sub(hits)];
            chance += ways * u128::from(rest);
        }
    }
    chance.checked_div(all).and_then(|chance| u64::try_from(chance).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One on each side: 1 in 6 hits. The attacker wins 5 of the 11 rounds in 36 in which somebody is hit, and both are hit
    /// in one of them. With a general it hits 1 in 3: 10 of 16. Two against one: 66 of 216 at once, 25 lead to one against
    /// one, and 125 come again: (66 + 25 x 5 / 11) / 91 is 851 of 1001.
    #[test]
    fn chances_against_natives_are_exact() {
        let (sixth, third) = ([0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 1]);
        let alone = Fight::new([&sixth, &sixth], 1);
        assert_eq!(percent(alone.won(1, 1)), "45%");
        assert_eq!(alone.won(2, 1), ONE * 851 / 1001);
        assert_eq!(Fight::new([&third, &sixth], 1).won(1, 1), ONE * 10 / 16);
    }
}

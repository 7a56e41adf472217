//! How likely infantry is to beat natives (im37, im40).

use super::AgeOfImperialism;
use super::odds::{ONE, percent, strengths};
use super::resolve::fire;
use crate::page::Table;

/// The numbers of infantry whose chances are told.
const ARMIES: [u32; 4] = [2, 4, 6, 8];

/// The chances of infantry against all strengths that markers have, if it fights to the end: alone and with a general, each
/// narrow enough for a telephone. Natives with "+" have cavalry besides, and are left out.
pub(super) fn charts(game: &AgeOfImperialism) -> [Table; 2] {
    let strengths = strengths(game);
    let most = usize::from(strengths.last().copied().unwrap_or(0));
    let number = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    let sides = number(game.format.battle.sides.value);
    let general = number(game.format.battle.general.value);
    let faces = |drm: i32| {
        let mut faces = [0; 3];
        for die in 1..=sides {
            faces[fire::hits(game, die.saturating_add(drm)) as usize] += 1;
        }
        faces
    };
    [("", 0), (" with a general", general)].map(|(led, drm)| {
        let fight = Fight::new([faces(drm), faces(0)], most);
        let rows = strengths.iter().map(|natives| {
            let won = ARMIES.map(|army| percent(fight.won(army, *natives)));
            [natives.to_string()].into_iter().chain(won)
        });
        let caption = format!(
            "Chance that so many infantry{led} beat natives without +, to the end, without schools"
        );
        Table::new()
            .caption(caption)
            .right("Natives")
            .rights(ARMIES.map(|army| army.to_string()))
            .rows(rows)
    })
}

/// Of the faces of a die, how many make no hit, one and two (im40).
type Faces = [u64; 3];

/// A fight to the end: by the brigades of both sides the chance that the attacker wins.
struct Fight(Vec<Vec<u64>>);

impl Fight {
    /// With the dice of the attacker and of the natives, for as many natives as that. Both sides fire at once; without a
    /// brigade on either side natives win (im47).
    fn new([ours, theirs]: [Faces; 2], natives: usize) -> Self {
        let armies = ARMIES.iter().max().map_or(0, |most| *most as usize);
        let (ours, theirs) = (volleys(ours, armies), volleys(theirs, natives));
        let mut won = vec![vec![0; natives + 1]; armies + 1];
        for army in 1..=armies {
            won[army][0] = ONE;
            for left in 1..=natives {
                won[army][left] = step(&won, (army, left), (&ours[army], &theirs[left]));
            }
        }
        Self(won)
    }

    fn won(&self, army: u32, natives: u8) -> u64 {
        self.0[army as usize][usize::from(natives)]
    }
}

/// For each number of brigades up to one, the chance that their dice make each number of hits.
fn volleys(faces: Faces, brigades: usize) -> Vec<Vec<u64>> {
    let all: u64 = faces.iter().sum::<u64>().max(1);
    let mut told = vec![vec![ONE]];
    for number in 0..brigades {
        let mut after = vec![0; told[number].len() + 2];
        for (hits, chance) in told[number].iter().enumerate() {
            for (more, faces) in faces.iter().enumerate() {
                after[hits + more] += chance * faces / all;
            }
        }
        told.push(after);
    }
    told
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
            let both = u128::from(*ours) * u128::from(*theirs);
            all += both;
            let rest = won[army.saturating_sub(losses)][natives.saturating_sub(hits)];
            chance += both * u128::from(rest);
        }
    }
    chance.checked_div(all).and_then(|chance| u64::try_from(chance).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One on each side: 1 in 6 hits. The attacker wins 5 of the 11 rounds in 36 in which somebody is hit, and both are hit
    /// in one of them. Where it hits 1 in 2, it wins 5 of 7. Two against one: 66 of 216 at once, 25 lead to one against one,
    /// and 125 come again: (66 + 25 x 5 / 11) / 91 is 851 of 1001.
    #[test]
    fn chances_against_natives_are_those_of_dice() {
        let (sixth, half) = ([5, 1, 0], [3, 3, 0]);
        let alone = Fight::new([sixth, sixth], 1);
        assert_eq!(percent(alone.won(1, 1)), "45%");
        assert_eq!(percent(alone.won(2, 1)), "85%");
        assert_eq!(percent(Fight::new([half, sixth], 1).won(1, 1)), "71%");
    }

    /// A format may have natives of 100 and dice of 100 sides, and dice that never hit. The first chance is 0.76181, reckoned
    /// in floats from the binomial coefficients: a brigade makes a hit, and with 99 in 100 another.
    #[test]
    fn the_largest_natives_are_reckoned_with() {
        assert_eq!(percent(Fight::new([[0, 1, 99], [99, 1, 0]], 100).won(8, 100)), "76%");
        assert_eq!(percent(Fight::new([[6, 0, 0], [6, 0, 0]], 100).won(8, 100)), "0%");
    }
}

//! The chances of dice against dice (pb42), in whole parts of certainty.

use super::format::Matching;

/// Bits of a chance.
const BITS: u32 = 60;

/// Certainty. What products of chances lose by rounding stays below the tenths of a loss that anybody reads.
pub const WHOLE: u128 = 1 << BITS;

/// So many dice of so many sides.
pub type Throw = (u8, u8);

/// Two chances at once.
pub fn both(one: u128, other: u128) -> u128 {
    (one * other) >> BITS
}

/// The chance of each number of dice that defense dice leave of attack dice (pb42).
pub fn left(how: Matching, attack: Throw, shields: &[Throw]) -> Vec<u128> {
    match how {
        Matching::OneToOne => one_to_one(attack, shields),
        Matching::AnyHigher => any_higher(attack, shields),
    }
}

/// The chances of 0 to all of so many dice, each of which does it with one chance of so many.
fn each(dice: usize, odds: (u128, u128)) -> Vec<u128> {
    up_to(dice, odds).pop().unwrap_or_default()
}

/// The same of no dice, of one, and so on.
fn up_to(most: usize, (part, whole): (u128, u128)) -> Vec<Vec<u128>> {
    let mut all = vec![vec![WHOLE]];
    for dice in 0..most {
        let chances: &Vec<u128> = &all[dice];
        let mut next = vec![0; chances.len() + 1];
        for (number, chance) in chances.iter().enumerate() {
            next[number] += chance * (whole - part) / whole;
            next[number + 1] += chance * part / whole;
        }
        all.push(next);
    }
    all
}

/// Face by face from the highest: an attack die goes to a shield that is higher, and shields that found none wait for
/// lower dice.
fn one_to_one((count, sides): Throw, shields: &[Throw]) -> Vec<u128> {
    let attack = usize::from(count);
    let all: usize = shields.iter().map(|(count, _)| usize::from(*count)).sum();
    // Attack dice and shields that have not shown a face so far, and shields that wait.
    let states = || {
        let waiting =
            move |dice, shields| (0..=all - shields).map(move |wait| (dice, shields, wait));
        let of = move |dice| (0..=all).flat_map(move |shields| waiting(dice, shields));
        (0..=attack).flat_map(of)
    };
    let place = |dice: usize, shields: usize, waiting: usize| {
        (dice * (all + 1) + shields) * (all + 1) + waiting
    };
    let nothing = vec![0; (attack + 1) * (all + 1) * (all + 1)];
    let mut chances = nothing.clone();
    chances[place(attack, all, 0)] = WHOLE;
    let top = shields.iter().map(|(_, sides)| *sides).chain([sides]).max().unwrap_or(0);
    for face in (1..=top).rev() {
        let lower = shields.iter().filter(|(_, sides)| *sides < face);
        let lower: usize = lower.map(|(count, _)| usize::from(*count)).sum();
        let shows = (1, u128::from(face));
        let shown = up_to(attack.max(all), shows);
        let mut attacked = nothing.clone();
        for (dice, shields, waiting) in states() {
            let chance = chances[place(dice, shields, waiting)];
            if chance == 0 {
                continue;
            }
            let rolling = if face <= sides { dice } else { 0 };
            for (now, part) in shown[rolling].iter().enumerate() {
                let waiting = waiting.saturating_sub(now);
                attacked[place(dice - now, shields, waiting)] += both(chance, *part);
            }
        }
        chances.clone_from(&nothing);
        for (dice, shields, waiting) in states() {
            let chance = attacked[place(dice, shields, waiting)];
            if chance == 0 {
                continue;
            }
            let rolling = shields.saturating_sub(lower);
            for (now, part) in shown[rolling].iter().enumerate() {
                chances[place(dice, shields - now, waiting + now)] += both(chance, *part);
            }
        }
    }
    // Of the shields those that do not wait took a die each.
    let mut left = vec![0; attack + 1];
    for taken in 0..=attack.min(all) {
        left[attack - taken] = chances[place(0, 0, all - taken)];
    }
    left
}

/// The highest shield takes all that is lower.
fn any_higher((count, sides): Throw, shields: &[Throw]) -> Vec<u128> {
    let top = shields.iter().map(|(_, sides)| *sides).max().unwrap_or(0);
    let below = |face: u8| {
        let die = |chance: u128, sides: u8| {
            chance * u128::from(face.min(sides)) / u128::from(sides.max(1))
        };
        let dice = shields.iter().flat_map(|(count, sides)| (0..*count).map(move |_| *sides));
        dice.fold(WHOLE, die)
    };
    let mut left = vec![0; usize::from(count) + 1];
    let mut before = 0;
    for face in 0..=top {
        let highest = if face == top { WHOLE } else { below(face) };
        let stays = sides.saturating_sub(face.saturating_sub(1));
        let stays = each(count.into(), (stays.into(), sides.max(1).into()));
        for (left, chance) in left.iter_mut().zip(stays) {
            *left += both(highest - before, chance);
        }
        before = highest;
    }
    left
}

/// A number of things by their chances, in tenths, rounded.
pub fn tenths(chances: &[u128]) -> u128 {
    let sum: u128 = (0..).zip(chances).map(|(number, chance): (u128, _)| number * chance).sum();
    // A half, less what rounding lost.
    (sum * 10 + WHOLE / 2 + (WHOLE >> 20)) / WHOLE
}

/// A chance in hundredths, rounded; 0 and 100 are what cannot be otherwise.
pub fn hundredths(chance: u128) -> u128 {
    // What rounding lost.
    let lost = WHOLE >> 20;
    match chance {
        never if never <= lost => 0,
        always if always + lost >= WHOLE => 100,
        chance => ((chance * 100 + WHOLE / 2) / WHOLE).clamp(1, 99),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All throws of a few dice, one by one.
    fn counted(how: Matching, attack: Throw, shields: &[Throw]) -> Vec<u128> {
        let dice = |(count, sides): Throw| vec![sides; count.into()];
        let sides: Vec<u8> =
            [attack].iter().chain(shields).flat_map(|throw| dice(*throw)).collect();
        let all: u128 = sides.iter().map(|sides| u128::from(*sides)).product();
        let mut left = vec![0; usize::from(attack.0) + 1];
        for mut number in 0..all {
            let mut faces = Vec::new();
            for sides in &sides {
                faces.push(u8::try_from(number % u128::from(*sides)).unwrap() + 1);
                number /= u128::from(*sides);
            }
            let (attack, shields) = faces.split_at(attack.0.into());
            left[super::super::dice::left(how, attack, shields).len()] += 1;
        }
        left.into_iter().map(|number| number * WHOLE / all).collect()
    }

    #[test]
    fn chances_are_those_of_all_throws() {
        let cases: [(Throw, &[Throw]); 6] = [
            ((3, 4), &[(3, 4)]),
            ((3, 6), &[(2, 4)]),
            ((2, 2), &[(3, 8)]),
            ((3, 4), &[(1, 6), (1, 4), (1, 2)]),
            ((4, 3), &[]),
            ((1, 10), &[(2, 10)]),
        ];
        for how in [Matching::OneToOne, Matching::AnyHigher] {
            for (attack, shields) in cases {
                let (told, counted) = (left(how, attack, shields), counted(how, attack, shields));
                for (told, counted) in told.iter().zip(counted) {
                    assert!(told.abs_diff(counted) < 1 << 20, "{attack:?} {shields:?}");
                }
            }
        }
    }

    #[test]
    fn halves_are_rounded_up() {
        // One die of 2 is removed only as a 1, by a 2.
        let chances = left(Matching::OneToOne, (1, 2), &[(1, 2)]);
        assert_eq!(tenths(&chances), 8);
    }

    #[test]
    fn only_what_cannot_be_otherwise_is_certain() {
        let told = [0, WHOLE / 1000, WHOLE / 4, WHOLE - WHOLE / 1000, WHOLE];
        assert_eq!(told.map(hundredths), [0, 1, 25, 99, 100]);
    }
}

//! Attack dice against defense dice.

use super::format::Matching;

/// The attack dice that defense dice leave, highest first (pb42).
pub fn left(how: Matching, attack: &[u8], defense: &[u8]) -> Vec<u8> {
    let mut left = attack.to_vec();
    left.sort_unstable_by(|a, b| b.cmp(a));
    match how {
        Matching::AnyHigher => {
            let highest = defense.iter().copied().max().unwrap_or(0);
            left.retain(|die| *die >= highest);
        }
        Matching::OneToOne => {
            let mut shields = defense.to_vec();
            shields.sort_unstable_by(|a, b| b.cmp(a));
            for shield in shields {
                // The highest die below it: what is lower stays for lower shields.
                if let Some(at) = left.iter().position(|die| *die < shield) {
                    left.remove(at);
                }
            }
        }
    }
    left
}

/// So many dice after cover, which is in quarters, has taken its share (pb36).
pub fn through(dice: usize, cover: u32) -> usize {
    let open = usize::try_from(4_u32.saturating_sub(cover)).unwrap_or(0);
    dice * open / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shield_takes_one_die_or_all_below_it() {
        let one = |attack: &[u8], defense: &[u8]| left(Matching::OneToOne, attack, defense);
        assert_eq!(one(&[1, 4, 3], &[4, 1]), [4, 1]);
        assert_eq!(one(&[3, 3, 3], &[3, 3, 3]), [3, 3, 3]);
        assert_eq!(one(&[5, 2], &[6, 3]), [0_u8; 0]);
        // The shield of 4 takes the 3, not the 1, so the shield of 2 has something left to take.
        assert_eq!(one(&[1, 3, 6], &[2, 4]), [6]);
        assert_eq!(left(Matching::AnyHigher, &[1, 4, 3], &[4, 1]), [4]);
        assert_eq!(left(Matching::AnyHigher, &[2, 2], &[]), [2, 2]);
    }

    #[test]
    fn cover_rounds_losses_down() {
        assert_eq!([0, 1, 2, 3, 4].map(|cover| through(5, cover)), [5, 3, 2, 1, 0]);
    }
}

//! The lengths of a cycle's sealed files: one public number, from which each of them follows.
//! `docs/formats/campaign.md`.

use crate::base::Problem;
use crate::seal::packed::{Packed, class_of};
use crate::seal::sealed::HOUSE_LIMIT;

/// The lengths of a cycle's files in bytes, compressed and not yet encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lengths {
    /// Of the position and of each report: the cycle's size class.
    pub(super) each: usize,
    /// Of the dossier: the class once for each report, and twice more for record and public report.
    pub(super) dossier: usize,
}

impl Lengths {
    /// The lengths from a size class on, which is that of the cycle before: so a class that is left
    /// is never taken again, and in a whole game it changes a few times at most.
    ///
    /// # Errors
    /// If the dossier is longer than the largest class.
    pub(super) fn of(
        least: usize,
        position: &Packed,
        reports: &[&Packed],
        dossier: &Packed,
    ) -> Result<Self, Problem> {
        let parts = reports.len() + 2;
        let each = reports.iter().map(|report| report.shortest());
        let each = each.chain([position.shortest(), dossier.shortest().div_ceil(parts), least]);
        let each = class_of(each.max().unwrap_or_default())?;
        class_of(dossier.shortest())?;
        Ok(Self { each, dossier: (parts * each).min(HOUSE_LIMIT) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text that stays about as long as it is.
    fn noise(len: usize) -> String {
        let digests = (0u32..).map(|n| crate::base::Digest::of(&n.to_be_bytes()).to_string());
        let mut text = String::new();
        digests.take(len / 32).for_each(|digest| text.push_str(&digest));
        text
    }

    fn lengths(least: usize, sizes: [usize; 4]) -> Lengths {
        let [position, one, other, dossier] = sizes.map(|len| Packed::of(&noise(len)).unwrap());
        Lengths::of(least, &position, &[&one, &other], &dossier).unwrap()
    }

    #[test]
    fn the_longest_part_gives_the_class() {
        let class = |sizes| lengths(4096, sizes).each;
        assert_eq!(class([0, 0, 0, 0]), 4096);
        assert_eq!(class([5000, 0, 0, 0]), 8192);
        assert_eq!(class([0, 5000, 0, 0]), 8192);
        assert_eq!(class([0, 0, 5000, 5000]), 8192);
        assert_eq!(class([0, 0, 0, 13_000]), 4096);
        assert_eq!(class([0, 0, 0, 18_000]), 8192);
    }

    #[test]
    fn no_class_is_taken_again() {
        assert_eq!(lengths(16_384, [0; 4]), Lengths { each: 16_384, dossier: 65_536 });
        assert_eq!(lengths(4096, [20_000, 0, 0, 0]), Lengths { each: 32_768, dossier: 131_072 });
    }

    #[test]
    fn no_dossier_is_longer_than_can_be_opened() {
        let made = lengths(HOUSE_LIMIT / 2, [0; 4]);
        assert_eq!(made, Lengths { each: HOUSE_LIMIT / 2, dossier: HOUSE_LIMIT });
    }
}

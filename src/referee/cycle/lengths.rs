//! The lengths of a cycle's sealed files. `docs/formats/campaign.md`.
//!
//! They follow from the game and the number of its seats, so they tell nothing. A report that does
//! not fit is one that its own reader has filled with an order file of many thousand odd words; it
//! becomes longer itself, and the moderator's files by a sum that everybody can work out from it.
//! No other seat's file ever does: nobody can measure another's secrets with words of their own.

use crate::base::Problem;
use crate::seal::packed::{Packed, class_of};
use crate::seal::sealed::HOUSE_LIMIT;

/// What position and record each have room for of a seat's words, in bytes.
const WORDS: usize = 1024;

/// The lengths of a cycle's files in bytes, compressed and not yet encrypted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lengths {
    /// Of each seat's report.
    pub(in crate::referee) reports: Vec<usize>,
    /// Of the position.
    pub(in crate::referee) position: usize,
    /// Of the record.
    pub(in crate::referee) record: usize,
}

impl Lengths {
    /// The lengths for a game that gives a report so much room.
    ///
    /// # Errors
    /// If something is longer than the largest class, which the limits of order files rule out.
    pub(in crate::referee) fn of(
        room: usize,
        reports: &[Packed],
        position: &Packed,
        record: &Packed,
    ) -> Result<Self, Problem> {
        let own = |report: &Packed| match report.shortest() {
            needed if needed <= room => Ok(room),
            needed => class_of(needed),
        };
        let reports = reports.iter().map(own).collect::<Result<Vec<usize>, Problem>>()?;
        let beyond: usize = reports.iter().map(|report| report - room).sum();
        let words = WORDS * reports.len();
        let fit = |packed: &Packed, length: usize| match packed.shortest() {
            needed if needed <= length => Ok(length.min(HOUSE_LIMIT)),
            needed => class_of(needed),
        };
        Ok(Self {
            // What a seat wrote is in the record, longer for being quoted. The position has standing
            // orders only. A report says what happened twice, to people and to programs; the
            // record once.
            record: fit(record, room / 2 + words + 3 * beyond)?,
            position: fit(position, room / 8 + words + beyond)?,
            reports,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text that stays about as long as it is.
    fn noise(len: usize) -> Packed {
        let digests = (0u32..).map(|n| crate::base::Digest::of(&n.to_be_bytes()).to_string());
        let mut text = String::new();
        digests.take(len / 32).for_each(|digest| text.push_str(&digest));
        Packed::of(&text).unwrap()
    }

    fn lengths([one, other, position, record]: [usize; 4]) -> Lengths {
        let [one, other, position, record] = [one, other, position, record].map(noise);
        Lengths::of(16_384, &[one, other], &position, &record).unwrap()
    }

    #[test]
    fn a_room_between_two_classes_is_a_room() {
        let report = [noise(16_000)];
        let lengths = Lengths::of(20_480, &report, &noise(0), &noise(0)).unwrap();
        assert_eq!(lengths.reports, [20_480]);
    }

    #[test]
    fn what_fits_tells_nothing() {
        let expected = Lengths { reports: vec![16_384; 2], position: 4096, record: 10_240 };
        assert_eq!(lengths([0; 4]), expected);
        assert_eq!(lengths([12_000, 8000, 3000, 8000]), expected);
    }

    #[test]
    fn who_writes_too_much_makes_nobody_elses_report_longer() {
        let long = lengths([20_000, 0, 0, 0]);
        assert_eq!(long.reports, [32_768, 16_384]);
        assert_eq!((long.position, long.record), (20_480, 59_392));
    }

    #[test]
    fn nothing_is_longer_than_can_be_opened() {
        let huge = lengths([HOUSE_LIMIT / 4, HOUSE_LIMIT / 4, 0, HOUSE_LIMIT / 2]);
        assert!(huge.record <= HOUSE_LIMIT && huge.position <= HOUSE_LIMIT, "{huge:?}");
    }
}

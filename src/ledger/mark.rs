//! What is remembered of entries that were verified before, so that they need not be read again.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::RangeInclusive;

use super::{Body, Contribution, Entry, tree};
use crate::base::{Digest, Problem};

/// How the text of marks begins.
const HEADER: &str = "adjutant-verified-v3";

/// An entry that was verified: enough to know its file again, and to say whether it still matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// SHA-256 of its file.
    pub digest: Digest,
    /// The file's leaf in the Merkle tree.
    pub leaf: Digest,
    /// The cycle it belongs to, if it belongs to one.
    pub cycle: Option<u32>,
    /// True for an opening, a beacon, a lock, a link, an arrival, a message or the result of what was played, which matters while
    /// its cycle does; all else counts for good.
    pub passes: bool,
}

impl Mark {
    /// The mark of an entry and its file.
    pub(super) fn of(entry: &Entry, file: &[u8]) -> Self {
        let passes = match &entry.body {
            // What was undone is told for good.
            Body::Result(result) => result.correction.is_none(),
            Body::Open(_)
            | Body::Beacon(_)
            | Body::Lock(_)
            | Body::Link(Contribution::Given { .. })
            | Body::Arrival(_)
            | Body::Press(_) => true,
            Body::Genesis(_)
            | Body::Enroll(_)
            | Body::Key(_)
            | Body::Extension(_)
            | Body::Ruling(_)
            | Body::Link(Contribution::Withheld { .. })
            | Body::Calendar(_)
            | Body::Pause(_)
            | Body::Resume(_)
            | Body::Absence(_)
            | Body::Dropped(_)
            | Body::Substitute(_)
            | Body::Claim(_)
            | Body::Objection(_)
            | Body::Handover(_)
            | Body::Appoint(_)
            | Body::Dismiss(_)
            | Body::Final(_)
            | Body::Withdraw(_)
            | Body::Agree(_)
            | Body::Vote(_)
            | Body::Reveal(_)
            | Body::Close(_) => false,
        };
        Self { digest: Digest::of(file), leaf: tree::leaf(file), cycle: entry.cycle, passes }
    }
}

/// The entries that still matter, by number: the first, the last, those that count for good with the
/// cycles they are about, and those of the cycles from `since` on.
pub fn lasting(marks: &[Mark], since: u32) -> Vec<u64> {
    let about = |mark: &&Mark| !mark.passes;
    let cycles: BTreeSet<u32> = marks.iter().filter(about).filter_map(|mark| mark.cycle).collect();
    let lasts = |mark: &Mark| {
        !mark.passes || mark.cycle.is_none_or(|cycle| cycle >= since || cycles.contains(&cycle))
    };
    let numbered = (0..).zip(marks);
    let last = marks.len() as u64 - 1;
    numbered.filter(|(seq, mark)| *seq == last || lasts(mark)).map(|(seq, _)| seq).collect()
}

/// The entries that belong to these cycles, by number.
pub fn of_cycles(marks: &[Mark], cycles: &RangeInclusive<u32>) -> Vec<u64> {
    let of = |mark: &Mark| mark.cycle.is_some_and(|cycle| cycles.contains(&cycle));
    (0..).zip(marks).filter(|(_, mark)| of(mark)).map(|(seq, _)| seq).collect()
}

/// The marks of a ledger as text: a line for each entry, in order.
pub fn write_marks(marks: &[Mark]) -> String {
    let mut text = format!("{HEADER}\n");
    for Mark { digest, leaf, cycle, passes } in marks {
        let cycle = cycle.map_or_else(|| "-".to_owned(), |cycle| cycle.to_string());
        let passes = if *passes { "passes" } else { "stays" };
        writeln!(text, "{cycle} {passes} {digest} {leaf}").expect("memory takes it");
    }
    text
}

/// Reads what [`write_marks`] wrote.
///
/// # Errors
/// If it is something else.
pub fn read_marks(text: &str) -> Result<Vec<Mark>, Problem> {
    let wrong = || Problem::refused(format!("this is not a {HEADER} file"));
    let lines = text.strip_prefix(HEADER).and_then(|rest| rest.strip_prefix('\n'));
    let mark = |line: &str| {
        let [cycle, passes, digest, leaf] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
        let cycle = if cycle == "-" { None } else { Some(cycle.parse().ok()?) };
        let passes = matches!(passes, "passes");
        Some(Mark { digest: digest.parse().ok()?, leaf: leaf.parse().ok()?, cycle, passes })
    };
    let marks = lines.ok_or_else(wrong)?.lines().map(|line| mark(line).ok_or_else(wrong));
    let marks = marks.collect::<Result<Vec<Mark>, Problem>>()?;
    if marks.is_empty() { Err(wrong()) } else { Ok(marks) }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, trust};
    use super::super::{Ledger, Link};
    use super::*;

    #[test]
    fn marks_are_read_as_they_were_written() {
        let ledger = sample::ledger();
        let text = write_marks(ledger.marks());
        assert_eq!(read_marks(&text).unwrap(), ledger.marks());
        assert!(ledger.marks().iter().any(|mark| mark.passes));
        assert!(!ledger.marks().iter().all(|mark| mark.passes));
    }

    #[test]
    fn what_is_taken_up_again_is_what_was_verified() {
        let files = sample::files();
        let whole = Ledger::read(&files, trust).unwrap();
        for verified in 1..files.len() {
            let marks = whole.marks()[..verified].to_vec();
            // Of the cycles before it nothing matters any more.
            let since = u32::from(verified >= sample::RESOLVED);
            let wanted = lasting(&marks, since);
            let known = |seq: &u64| (*seq, files[usize::try_from(*seq).unwrap()].entry.clone());
            let mut known: Vec<_> = wanted.iter().map(known).collect();
            let again = |known: &[(u64, Vec<u8>)]| {
                Ledger::resume((marks.clone(), since), known, &files[verified..], trust)
            };
            let ledger = again(&known).unwrap();
            assert_eq!((ledger.marks(), ledger.time()), (whole.marks(), whole.time()));
            let lasts = |link: &&Link| ledger.links().contains(link);
            assert_eq!(whole.links().iter().filter(lasts).count(), ledger.links().len());
            // One changed byte in what is read again is found.
            let last = known.last_mut().unwrap();
            let byte = last.1.len() / 2;
            last.1[byte] ^= 1;
            assert!(again(&known).is_err());
        }
    }

    #[test]
    fn what_was_left_out_is_taken_in_again() {
        let files = sample::files();
        let whole = Ledger::read(&files, trust).unwrap();
        let file = |seq: u64| (seq, files[usize::try_from(seq).unwrap()].entry.clone());
        let known = [0, whole.len() - 1].map(file);
        let short = Ledger::resume((whole.marks().to_vec(), 9), &known, &[], trust).unwrap();
        assert_eq!(short.links().len(), 2);
        let mut left: Vec<_> = (0..whole.len()).map(file).collect();
        let mut full = short.clone();
        full.recall(&left).unwrap();
        assert_eq!(full.links(), whole.links());
        // One changed byte is found, and nothing is taken in.
        left[1].1[9] ^= 1;
        full = short.clone();
        full.recall(&left).unwrap_err();
        assert_eq!(full, short);
    }

    #[test]
    fn openings_and_results_of_old_cycles_are_left_out_unless_something_is_about_them() {
        let mark =
            |cycle, passes| Mark { digest: Digest([0; 32]), leaf: Digest([0; 32]), cycle, passes };
        let opened_and_resolved = |cycle| [mark(Some(cycle), true), mark(Some(cycle), true)];
        let mut marks = vec![mark(None, false)];
        marks.extend([1, 2, 3, 4].map(opened_and_resolved).concat());
        assert_eq!(lasting(&marks, 3), [0, 5, 6, 7, 8]);
        assert_eq!(lasting(&marks, 9), [0, 8]);
        marks.push(mark(Some(2), false));
        assert_eq!(lasting(&marks, 9), [0, 3, 4, 9]);
        assert_eq!(of_cycles(&marks, &(2..=3)), [3, 4, 5, 6, 9]);
    }

    #[test]
    fn anything_else_is_refused() {
        let text = write_marks(sample::ledger().marks());
        let others =
            ["", "adjutant-verified-v3\n", &text.replacen('-', "x", 3), &text[..text.len() - 2]];
        for other in others {
            assert!(read_marks(other).is_err(), "{other}");
        }
    }
}

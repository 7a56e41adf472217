//! Where the files of a campaign are: what follows from its bundles alone, kept so that nobody reads all of them.

use std::collections::BTreeMap;

use super::bundle::{self, Files, Head};
use crate::base::{Digest, Problem};

/// The format of an index.
const FORMAT: &str = "index-v1";
/// The format of a bundle.
pub(super) const BUNDLE: &str = "bundle-v1";

/// Files larger than this are not kept in the index.
const SMALL: usize = 64 * 1024;

/// How many bundles one of the next rank takes over. Nobody ever reads more than three of each rank.
const RANK: u32 = 4;

/// What is known of a campaign's bundles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Index {
    /// The digests of the bundles, in their order.
    pub(super) bundles: Vec<Digest>,
    /// The newest bundle that has each file.
    pub(super) lies: BTreeMap<String, u32>,
    /// The files that a run needs in which nothing is due.
    pub(super) kept: Files,
}

impl Index {
    /// Reads one.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let (Head { number, bundles, lies, .. }, kept) = bundle::read(bytes, FORMAT)?;
        let known = |n: &u32| (1..=number).contains(n);
        if usize::try_from(number) != Ok(bundles.len())
            || !lies.values().all(known)
            || !kept.keys().all(|path| lies.contains_key(path))
        {
            return Err(Problem::refused("the index contradicts itself"));
        }
        Ok(Self { bundles, lies, kept })
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let head = Head {
            adjutant: FORMAT.to_owned(),
            number: self.newest(),
            by: String::new(),
            before: None,
            bundles: self.bundles.clone(),
            lies: self.lies.clone(),
            files: Vec::new(),
        };
        bundle::write(head, &self.kept)
    }

    /// The number of the newest bundle; 0 if there is none.
    pub(super) fn newest(&self) -> u32 {
        u32::try_from(self.bundles.len()).expect("bundles are fewer than four thousand millions")
    }

    /// The bytes of the bundle that follows with these files.
    pub(super) fn next(&self, files: &Files, by: String) -> Vec<u8> {
        let head = Head {
            adjutant: BUNDLE.to_owned(),
            number: self.newest() + 1,
            by,
            before: self.bundles.last().copied(),
            bundles: Vec::new(),
            lies: BTreeMap::new(),
            files: Vec::new(),
        };
        bundle::write(head, files)
    }

    /// Goes on by one bundle; its files.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Files, Problem> {
        let (head, files) = bundle::read(bytes, BUNDLE)?;
        if head.number != self.newest() + 1 || head.before != self.bundles.last().copied() {
            return Err(Problem::refused("the bundle does not follow the one before it")
                .hint("somebody wrote into the store by hand: restore it from a backup"));
        }
        self.bundles.push(Digest::of(bytes));
        for (path, bytes) in &files {
            self.lies.insert(path.clone(), head.number);
            self.kept.insert(path.clone(), bytes.clone());
        }
        let resolved = self.lies.keys().filter(|path| path.ends_with("/state.age"));
        let newest = resolved.filter_map(|path| cycle(path)).max().unwrap_or(0);
        self.kept.retain(|path, bytes| bytes.len() <= SMALL && is_kept(path, newest));
        Ok(files)
    }

    /// The files that the next bundle takes over from those before it: every fourth has what the three before it
    /// have, every sixteenth what the fifteen before it have, and so on.
    pub(super) fn taken_over(&self) -> impl Iterator<Item = (&str, u32)> {
        let next = self.newest() + 1;
        let mut span = 1;
        while next.is_multiple_of(span * RANK) {
            span *= RANK;
        }
        let from = next.saturating_sub(span);
        self.lies.iter().filter(move |(_, n)| **n > from).map(|(path, n)| (path.as_str(), *n))
    }
}

/// The cycle of a file in `cycles/`.
fn cycle(path: &str) -> Option<u32> {
    path.strip_prefix("cycles/")?.split('/').next()?.parse().ok()
}

/// True for what a run reads to find that nothing is due: the ledger and all that is of no cycle, and all of the
/// newest cycle that has a position and of those after it.
fn is_kept(path: &str, newest: u32) -> bool {
    match path.split('/').next() {
        Some("revealed" | "press" | "words" | "rulings" | "questions") => false,
        Some("cycles") => cycle(path).is_some_and(|n| n >= newest),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(paths: &[&str]) -> Files {
        paths.iter().map(|path| ((*path).to_owned(), path.as_bytes().to_vec())).collect()
    }

    #[test]
    fn nobody_reads_more_than_three_bundles_of_a_rank() {
        let mut index = Index::default();
        for n in 1..=300_u32 {
            let mut files = of(&[&format!("cycles/{n:04}/record.age")]);
            let over: Vec<String> = index.taken_over().map(|(path, _)| path.to_owned()).collect();
            files.extend(over.into_iter().map(|path| (path.clone(), path.into_bytes())));
            index.push(&index.next(&files, "x".to_owned())).unwrap();
            let read: std::collections::BTreeSet<u32> = index.lies.values().copied().collect();
            let ranks = (0..=n.ilog(4)).map(|rank| n / 4_u32.pow(rank) % 4);
            assert_eq!(read.len(), usize::try_from(ranks.sum::<u32>()).unwrap(), "{n}");
        }
        assert_eq!(index.lies.len(), 300);
        assert_eq!(Index::read(&index.write()).unwrap(), index);
    }

    #[test]
    fn a_bundle_follows_one_bundle() {
        let mut index = Index::default();
        let first = index.next(&of(&["a"]), "x".to_owned());
        let other = index.next(&of(&["a"]), "y".to_owned());
        assert_ne!(first, other);
        index.push(&first).unwrap();
        assert!(index.push(&first).is_err(), "another number");
        let second = index.next(&of(&["b"]), "x".to_owned());
        let mut elsewhere = Index::default();
        elsewhere.push(&other).unwrap();
        assert!(elsewhere.push(&second).is_err(), "behind another");
        index.push(&second).unwrap();
        assert_eq!(index.lies, [("a".to_owned(), 1), ("b".to_owned(), 2)].into());
    }

    #[test]
    fn no_path_leads_out_of_a_campaign() {
        for path in ["../a", "/a", "a//b", "a/..", ".", "a\\b", "c:/a", ""] {
            let bytes = Index::default().next(&of(&[path]), "x".to_owned());
            assert!(Index::default().push(&bytes).is_err(), "{path}");
        }
    }

    #[test]
    fn what_is_cut_or_mangled_is_no_bundle() {
        let bytes = Index::default().next(&of(&["a", "b/c"]), "x".to_owned());
        for length in 0..bytes.len() {
            assert!(Index::default().push(&bytes[..length]).is_err(), "{length}");
        }
        assert!(Index::read(&bytes).is_err());
        Index::default().push(&bytes).unwrap();
    }

    #[test]
    fn old_cycles_leave_the_index() {
        let mut index = Index::default();
        let first = ["cycles/0001/reports/a.age", "cycles/0001/state.age", "ledger/000000.yaml"];
        index.push(&index.next(&of(&first), "x".to_owned())).unwrap();
        index.push(&index.next(&of(&["cycles/0002/packets/a-001.age"]), "x".to_owned())).unwrap();
        assert_eq!(index.kept.len(), 4, "cycle 2 is open");
        index.push(&index.next(&of(&["cycles/0002/state.age"]), "x".to_owned())).unwrap();
        let kept: Vec<&String> = index.kept.keys().collect();
        assert_eq!(kept, ["cycles/0002/packets/a-001.age", "cycles/0002/state.age", first[2]]);
        assert_eq!(index.lies.len(), 5);
    }
}

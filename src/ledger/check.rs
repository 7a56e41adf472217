//! The checks: each one function and one line of output.

use super::watch::Watch;
use super::{Check, Checkpoint, Entry, Genesis, Ledger, Office, SealedEntry, Trust, origin, tree};
use crate::base::{Digest, Problem};

/// The checkpoint file.
const CHECKPOINT: &str = "checkpoint";

/// Entries are numbered without gaps, each names the digest of the one before, and time never
/// goes backwards.
pub fn check_chain(linked: &Result<Ledger, Problem>) -> Check {
    let told = |ledger: &Ledger| {
        format!("{}, head {}", count(ledger.links().len(), "entry", "entries"), ledger.head())
    };
    Check::new("chain", linked.as_ref().map(told).map_err(Clone::clone))
}

/// Every entry is signed by the moderator who was in office, or by the deputy it names.
pub fn check_signatures(files: &[SealedEntry], genesis: &Genesis, trust: &dyn Trust) -> Check {
    let mut by = 0;
    let mut found = || -> Result<(), Problem> {
        let mut watch = Watch::new(genesis, trust)?;
        for file in files {
            let signer = watch.signer(file)?;
            let read = Entry::read_signed(&file.entry).ok();
            // What is no entry is for the chain to say.
            let Some(entry) = read else { continue };
            watch.says(&signer, &entry).map_err(|p| p.at(&file.path))?;
            by += usize::from(entry.by.is_some());
            watch.take(&entry).map_err(|p| p.at(&file.path))?;
        }
        Ok(())
    };
    let found = found();
    let detail = match by {
        0 => format!("{} signed by the moderator", count(files.len(), "entry", "entries")),
        by => format!(
            "{} signed by the moderator, {by} by deputies",
            count(files.len() - by, "entry", "entries")
        ),
    };
    Check::new("signatures", found.map(|()| detail))
}

/// The checkpoint is signed by the moderator, and these entries begin with those it covers. Of those
/// who were in office only a ledger tells that could be linked.
///
/// An old checkpoint that a player has kept proves that history was not rewritten since.
pub fn check_checkpoint(
    (files, linked): (&[SealedEntry], Option<&Ledger>),
    checkpoint: &[u8],
    genesis: &Genesis,
    trust: &dyn Trust,
) -> Check {
    let leaves: Vec<Digest> = files.iter().map(|file| tree::leaf(&file.entry)).collect();
    let first = files.first().map_or(Digest([0; 32]), |file| Digest::of(&file.entry));
    let office = linked.map_or_else(|| Office::of(&genesis.moderator), |l| l.office().clone());
    let found = noted(checkpoint, &origin(&genesis.name, &first), (&office, genesis), trust)
        .and_then(|checkpoint| covers(&checkpoint, &leaves))
        .map_err(|p| p.at(CHECKPOINT));
    Check::new("checkpoint", found)
}

/// A checkpoint that somebody signed who was in office then.
fn noted(
    bytes: &[u8],
    origin: &str,
    (office, genesis): (&Office, &Genesis),
    trust: &dyn Trust,
) -> Result<Checkpoint, Problem> {
    let keys = office.keys();
    let verifiers = keys.iter().map(|key| trust(genesis, key));
    let verifiers = verifiers.collect::<Result<Vec<_>, Problem>>()?;
    let (checkpoint, n) = Checkpoint::read_by(bytes, origin, &verifiers)?;
    if office.notes(keys[n], checkpoint.size) {
        return Ok(checkpoint);
    }
    Err(Problem::refused("it is signed with a key that was not in office"))
}

impl Ledger {
    /// Reads a checkpoint of this ledger.
    ///
    /// # Errors
    /// If it is another's, or nobody signed it who was in office then.
    pub fn checkpoint(&self, bytes: &[u8], trust: &dyn Trust) -> Result<Checkpoint, Problem> {
        let origin = origin(&self.genesis().name, &self.genesis_digest());
        noted(bytes, &origin, (self.office(), self.genesis()), trust)
    }

    /// The ledger begins with the entries that a checkpoint covers.
    ///
    /// # Errors
    /// If it has fewer, or others.
    pub fn continues(&self, checkpoint: &Checkpoint) -> Result<(), Problem> {
        let leaves: Vec<Digest> = self.marks().iter().map(|mark| mark.leaf).collect();
        covers(checkpoint, &leaves).map(drop)
    }
}

fn covers(checkpoint: &Checkpoint, leaves: &[Digest]) -> Result<String, Problem> {
    let size = usize::try_from(checkpoint.size).unwrap_or(usize::MAX);
    let covered = leaves.get(..size).ok_or_else(|| {
        let (size, all) = (checkpoint.size, leaves.len());
        Problem::refused(format!("covers {size} entries, but the ledger has only {all}"))
            .hint("the newest entries are missing; restore them")
    })?;
    if tree::root(covered) != checkpoint.root {
        return Err(Problem::refused("the root does not match the entries")
            .hint("an entry was changed after the checkpoint was signed"));
    }
    Ok(format!("covers {size} of {}", count(leaves.len(), "entry", "entries")))
}

/// Every listed file is there and has the digest it is listed with. `read` gives the bytes of a
/// path from the campaign's directory, or none if there is no such file.
pub fn check_files<'a>(
    listed: impl IntoIterator<Item = (&'a str, &'a Digest)>,
    read: impl Fn(&str) -> Option<Vec<u8>>,
) -> Check {
    let (mut seen, mut bad, mut first) = (0, 0, None);
    for (path, digest) in listed {
        seen += 1;
        if let Err(problem) = check_file(digest, read(path)) {
            bad += 1;
            first.get_or_insert(problem.at(path));
        }
    }
    let found = match first {
        None if seen == 0 => return Check::skipped("files", "none listed yet"),
        None => Ok(format!("{} match the ledger", count(seen, "file", "files"))),
        Some(mut problem) => {
            if bad > 1 {
                problem.what = format!("{} (and {} more)", problem.what, bad - 1);
            }
            Err(problem)
        }
    };
    Check::new("files", found)
}

fn check_file(digest: &Digest, bytes: Option<Vec<u8>>) -> Result<(), Problem> {
    match bytes {
        None => Err(Problem::refused("the file is missing")),
        Some(bytes) if Digest::of(&bytes) != *digest => {
            Err(Problem::refused("the file does not match its digest in the ledger"))
        }
        Some(_) => Ok(()),
    }
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::sample::{self, Key};
    use super::super::{Body, CheckOutcome, Entry, Verification};
    use super::*;

    fn verify(files: &[SealedEntry]) -> Verification {
        let key = Key::known();
        let ledger = sample::ledger();
        let checkpoint = Checkpoint::of(&ledger).sign(&key);
        let (genesis, linked) = (ledger.genesis(), Ledger::link(files));
        let both = (files, linked.as_ref().ok());
        Verification::from(vec![
            check_chain(&linked),
            check_signatures(files, genesis, &sample::trust),
            check_checkpoint(both, checkpoint.as_bytes(), genesis, &sample::trust),
        ])
    }

    fn read(files: &[SealedEntry]) -> Result<Ledger, Problem> {
        Ledger::read(files, sample::trust)
    }

    #[test]
    fn an_honest_ledger_passes() {
        let files = sample::files();
        let verdict = verify(&files);
        assert!(verdict.passed(), "{verdict}");
        assert!(verdict.to_string().starts_with("ok      chain: 11 entries, head "), "{verdict}");
        assert_eq!(read(&files).unwrap(), sample::ledger());
    }

    #[test]
    fn every_kind_of_body_is_read_back() {
        for entry in sample::entries() {
            assert_eq!(Entry::read(entry.write().unwrap().as_bytes()).unwrap(), entry);
        }
    }

    #[test]
    fn what_does_not_follow_is_not_appended() {
        let (ledger, key) = (sample::ledger().first(9), Key::known());
        let closing = sample::entries().swap_remove(9).body;
        let late = sample::time("2026-08-01T00:00:00Z");
        assert!(ledger.append(late, None, closing.clone(), &key).is_ok());
        assert!(ledger.append(sample::time("2026-07-01T00:00:00Z"), None, closing, &key).is_err());
        let genesis = Body::Genesis(sample::genesis());
        assert!(ledger.append(late, None, genesis, &key).is_err());
        let mut enrolment = sample::entries().swap_remove(1).body;
        if let Body::Enroll(enrolment) = &mut enrolment {
            enrolment.seat = sample::seat("nobody");
        }
        let problem = ledger.append(late, None, enrolment, &key).unwrap_err();
        assert_eq!(problem.what, "there is no seat “nobody”");
    }

    #[test]
    fn entries_cannot_be_removed_swapped_or_repeated() {
        let files = sample::files();
        for n in 0..files.len() {
            let mut fewer = files.clone();
            fewer.remove(n);
            assert!(!verify(&fewer).passed());
            let mut twice = files.clone();
            twice.insert(n, files[n].clone());
            assert!(!verify(&twice).passed());
            for m in 0..n {
                let mut swapped = files.clone();
                swapped.swap(m, n);
                assert!(!verify(&swapped).passed() && read(&swapped).is_err());
                // With the names left where they were.
                swapped[m].path = Entry::path(m as u64);
                swapped[n].path = Entry::path(n as u64);
                assert!(!verify(&swapped).passed() && read(&swapped).is_err());
            }
        }
    }

    #[test]
    fn listed_files_are_compared_and_the_first_is_named() {
        let digest = Digest::of(b"x");
        let listed = [("a", &digest), ("b", &digest), ("c", &digest)];
        let check = check_files(listed, |_| Some(b"x".to_vec()));
        assert_eq!(check.to_string(), "ok      files: 3 files match the ledger");
        let check = check_files(listed, |path| (path == "a").then(|| b"x".to_vec()));
        let line = "FAILED  files: b: the file is missing (and 1 more)";
        assert_eq!(check.to_string(), line);
        let check =
            check_files(listed, |path| Some(if path == "c" { b"y" } else { b"x" }.to_vec()));
        assert_eq!(
            check.to_string(),
            "FAILED  files: c: the file does not match its digest in the ledger"
        );
        assert!(matches!(check_files([], |_| None).outcome, CheckOutcome::Skipped(_)));
    }

    proptest! {
        #[test]
        fn a_flipped_byte_fails_and_its_file_is_named(n in 0..11usize, at: prop::sample::Index, bit in 0..8u8, signature: bool) {
            let mut files = sample::files();
            let file = &mut files[n];
            let bytes = if signature { &mut file.signature } else { &mut file.entry };
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            let path = Entry::path(n as u64);
            let verdict = verify(&files);
            prop_assert!(verdict.lines.iter().any(|l| !l.holds() && l.to_string().contains(&path)), "{}", verdict);
            prop_assert!(read(&files).is_err());
        }
    }
}

//! The part of a ledger that this user's programs verified before, so that history costs nothing.
//! `docs/formats/ledger.md`.
//!
//! It is kept in the user's own cache, by the campaign's identity. It says which entries were
//! verified; what they say is read from the campaign, and counts only if its digest is the same. The
//! last of them names all before it. Whatever does not match is not used, and `verify` never looks.
//! Copies of one campaign share it: each uses what it has in common with the one that is furthest.

use super::ledger_keys::verifier;
use crate::base::{Digest, Problem};
use crate::campaign::{Store, layout};
use crate::ledger::{
    Entry, Ledger, Mark, SealedEntry, lasting, of_cycles, read_marks, write_marks,
};

/// Entries from which on it is worth while.
const WORTH: u64 = 16;

/// How many cycles before the newest one are read again.
const RECENT: u32 = 2;

/// The ledger of a campaign: all of it or, if its beginning was verified before, what still matters.
///
/// # Errors
/// If it is not sound.
pub(in crate::referee) fn ledger(store: &Store) -> Result<Ledger, Problem> {
    let name = name(store)?;
    let marks = name.as_ref().and_then(|name| kept(store, name)).unwrap_or_default();
    let ledger = match resumed(store, shared(store, &marks)) {
        Some(ledger) => ledger,
        None => whole(store)?,
    };
    // A copy that is behind leaves to the others what they have verified.
    let new = !marks.starts_with(ledger.marks());
    if let Some(name) = name.filter(|_| new && ledger.len() >= WORTH) {
        store.remember(&name, write_marks(ledger.marks()).as_bytes());
    }
    Ok(ledger)
}

/// The marks of entries that this copy of the campaign has: another copy may be ahead of it, or have
/// gone another way. An entry names the one before it, so those of an equal entry are equal too.
fn shared(store: &Store, marks: &[Mark]) -> Vec<Mark> {
    let is_same = |(seq, mark): (u64, &Mark)| {
        let file = store.read(&Entry::path(seq)).ok().flatten();
        file.is_some_and(|file| Digest::of(&file) == mark.digest)
    };
    let numbered: Vec<(u64, &Mark)> = (0..).zip(marks).collect();
    let shared = match numbered.last() {
        Some(last) if is_same(*last) => marks.len(),
        _ => numbered.partition_point(|mark| is_same(*mark)),
    };
    marks[..shared].to_vec()
}

/// The whole ledger, every entry verified.
///
/// # Errors
/// If it is not sound.
pub(in crate::referee) fn whole(store: &Store) -> Result<Ledger, Problem> {
    Ledger::read(&entries(store)?, verifier)
}

/// Makes sure that a ledger knows a cycle, those shortly before it and the next one.
///
/// # Errors
/// If an entry about them is not the one that was verified.
pub(super) fn recall(store: &Store, ledger: &mut Ledger, cycle: u32) -> Result<(), Problem> {
    if cycle > ledger.since() {
        return Ok(());
    }
    let about = cycle.saturating_sub(RECENT)..=cycle.saturating_add(1);
    let file = |seq| Ok((seq, store.need(&Entry::path(seq))?));
    let files = of_cycles(ledger.marks(), &about).into_iter().map(file);
    ledger.recall(&files.collect::<Result<Vec<_>, Problem>>()?)
}

/// The ledger's files, in order.
///
/// # Errors
/// If the disk fails. What is missing or wrong in them is for the ledger to say.
pub fn entries(store: &Store) -> Result<Vec<SealedEntry>, Problem> {
    let names = store.list(layout::LEDGER)?;
    let entries = names.iter().filter_map(|name| name.strip_suffix(".yaml"));
    entries
        .map(|name| {
            let path = format!("{}/{name}.yaml", layout::LEDGER);
            let signature = store.read(&format!("{}/{name}.sig", layout::LEDGER))?;
            let signature = signature.unwrap_or_default();
            Ok(SealedEntry { entry: store.need(&path)?, signature, path })
        })
        .collect()
}

/// The name under which the marks of this campaign are kept; none if there is no cache.
fn name(store: &Store) -> Result<Option<String>, Problem> {
    if store.cache().is_none() {
        return Ok(None);
    }
    let genesis = Digest::of(&store.need(layout::GENESIS)?);
    Ok(Some(format!("{genesis}.ledger")))
}

fn kept(store: &Store, name: &str) -> Option<Vec<Mark>> {
    let text = String::from_utf8(store.remembered(name)?).ok()?;
    read_marks(&text).ok()
}

/// The ledger from its marks on; `None` if they are not those of its first entries.
fn resumed(store: &Store, marks: Vec<Mark>) -> Option<Ledger> {
    let newest = marks.iter().filter_map(|mark| mark.cycle).max()?;
    let since = newest.saturating_sub(RECENT);
    let file = |seq: u64| store.read(&Entry::path(seq)).ok().flatten();
    let known = lasting(&marks, since).into_iter().map(|seq| Some((seq, file(seq)?)));
    let known: Vec<(u64, Vec<u8>)> = known.collect::<Option<_>>()?;
    let sealed = |seq: u64| {
        let (path, entry) = (Entry::path(seq), file(seq)?);
        let signature = store.read(&Entry::signature_path(seq)).ok().flatten().unwrap_or_default();
        Some(SealedEntry { path, entry, signature })
    };
    let new: Vec<SealedEntry> = (marks.len() as u64..).map_while(sealed).collect();
    let gap = (marks.len() + new.len()) as u64 + 1;
    if file(gap).is_some() {
        return None;
    }
    let ledger = Ledger::resume((marks, since), &known, &new, verifier).ok()?;
    // What follows from a correction goes back as far as the orders that stand.
    let corrected =
        ledger.results().any(|(cycle, result)| cycle >= since && result.correction.is_some());
    // And how many cycles a player missed may go back to the first.
    Some(ledger).filter(|ledger| !corrected && ledger.knows_silences())
}

//! The chain: entries that each name the digest of the one before.

use std::collections::BTreeSet;

use super::sealed_entry::armor;
use super::watch::Watch;
use super::{Body, Entry, Genesis, Mark, Office, SealedEntry, Signer, Trust};
use crate::base::{Digest, Problem, Time};

/// One entry of a ledger that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What the file says.
    pub entry: Entry,
    /// SHA-256 of the file.
    pub digest: Digest,
}

/// An entry just written: two files to store, and the entry itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Path of the entry's file from the campaign's directory.
    pub path: String,
    /// Text of the entry's file.
    pub text: String,
    /// Path of the signature's file.
    pub signature_path: String,
    /// Text of the signature's file.
    pub signature: String,
    /// The entry.
    pub entry: Entry,
}

/// A ledger whose entries follow each other and are signed by the moderator.
///
/// Of a long one that was verified before, openings and results of old cycles may be left out:
/// [`Ledger::since`] says from which cycle on it is whole, and [`Ledger::recall`] takes them in again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    genesis: Genesis,
    marks: Vec<Mark>,
    links: Vec<Link>,
    office: Office,
    since: u32,
}

impl Ledger {
    /// Reads a ledger from its files, in their order. `trust` gives the verifier of each key that it
    /// names, or refuses it. The signature of an entry is checked before it is parsed.
    ///
    /// # Errors
    /// Names the first file that is missing, changed, unsigned, or not where it belongs, or that
    /// nobody could write who did.
    pub fn read(files: &[SealedEntry], trust: impl Trust) -> Result<Self, Problem> {
        let (mut ledger, genesis) = Self::begin(files)?;
        let mut watch = Watch::new(&genesis, &trust).map_err(|p| p.at(Entry::path(0)))?;
        watch.signer(&files[0])?;
        files[1..].iter().try_for_each(|file| ledger.take_watched(file, &mut watch))?;
        Ok(ledger)
    }

    /// Reads a ledger without looking at its signatures. Every entry must be in its one form.
    ///
    /// # Errors
    /// Names the first file that is missing, changed, or not where it belongs.
    pub fn link(files: &[SealedEntry]) -> Result<Self, Problem> {
        let (mut ledger, _) = Self::begin(files)?;
        let whole = |_: &Entry| Ok(());
        files[1..].iter().try_for_each(|file| ledger.take(file, Entry::read, &whole).map(drop))?;
        Ok(ledger)
    }

    fn begin(files: &[SealedEntry]) -> Result<(Self, Genesis), Problem> {
        let (genesis, link) = first(files)?;
        let marks = vec![Mark::of(&link.entry, &files[0].entry)];
        let office = Office::of(&genesis.moderator);
        Ok((Self { genesis: genesis.clone(), marks, links: vec![link], office, since: 0 }, genesis))
    }

    fn take_watched(&mut self, file: &SealedEntry, watch: &mut Watch<'_>) -> Result<(), Problem> {
        let signer = watch.signer(file)?;
        let entry = self.take(file, Entry::read_signed, &|entry| watch.says(&signer, entry))?;
        watch.take(&entry).map_err(|p| p.at(&file.path))
    }

    /// Takes up a ledger whose first entries were verified before, as their marks say. Of these only
    /// those that still matter are read: the ones that count for good, and what belongs to the
    /// cycles from `since` on. Those after them are read and verified as ever.
    ///
    /// # Errors
    /// If a file is not the one that was verified, or a new one would be refused by
    /// [`Ledger::read`].
    pub fn resume(
        (marks, since): (Vec<Mark>, u32),
        known: &[(u64, Vec<u8>)],
        new: &[SealedEntry],
        trust: impl Trust,
    ) -> Result<Self, Problem> {
        let known = known.iter().map(|(seq, file)| remembered(*seq, file, &marks));
        let links = known.collect::<Result<Vec<Link>, Problem>>()?;
        let Some(Body::Genesis(genesis)) = links.first().map(|link| link.entry.body.clone()) else {
            return Err(Problem::refused("the ledger does not start with a genesis"));
        };
        let mut office = Office::of(&genesis.moderator);
        for link in &links {
            office.take(&link.entry);
        }
        let watch = Watch::with(&genesis, &trust, office.clone());
        let mut watch = watch.map_err(|p| p.at(Entry::path(0)))?;
        let mut ledger = Self { genesis: genesis.clone(), marks, links, office, since };
        new.iter().try_for_each(|file| ledger.take_watched(file, &mut watch))?;
        Ok(ledger)
    }

    /// Takes in entries again that were verified before and left out.
    ///
    /// # Errors
    /// If a file is not the one that was verified.
    pub fn recall(&mut self, known: &[(u64, Vec<u8>)]) -> Result<(), Problem> {
        let known = known.iter().map(|(seq, file)| remembered(*seq, file, &self.marks));
        let known = known.collect::<Result<Vec<Link>, Problem>>()?;
        let have: BTreeSet<u64> = self.links.iter().map(|link| link.entry.seq).collect();
        self.links.extend(known.into_iter().filter(|link| !have.contains(&link.entry.seq)));
        self.links.sort_by_key(|link| link.entry.seq);
        Ok(())
    }

    /// Founds a ledger: its first entry.
    ///
    /// # Errors
    /// If time or genesis contain what no entry may contain.
    pub fn found(
        time: Time,
        genesis: Genesis,
        signer: &dyn Signer,
    ) -> Result<(Self, Written), Problem> {
        let body = Body::Genesis(genesis.clone());
        let entry = Entry { seq: 0, prev: Digest([0; 32]), time, cycle: None, by: None, body };
        let written = Written::sign(entry, signer)?;
        let (marks, links) = (vec![Mark::from(&written)], vec![Link::from(&written)]);
        let office = Office::of(&genesis.moderator);
        Ok((Self { genesis, marks, links, office, since: 0 }, written))
    }

    /// Writes the next entry; the ledger itself does not change until [`Ledger::push`].
    ///
    /// # Errors
    /// If the time goes backwards, a seat does not exist, or the body contains what no entry may.
    pub fn append(
        &self,
        time: Time,
        cycle: Option<u32>,
        body: Body,
        signer: &dyn Signer,
    ) -> Result<Written, Problem> {
        self.append_by(None, (time, cycle), body, signer)
    }

    /// The same for a deputy, if one is named.
    ///
    /// # Errors
    /// As [`Ledger::append`], or if that is not the deputy's to write.
    pub fn append_by(
        &self,
        by: Option<String>,
        (time, cycle): (Time, Option<u32>),
        body: Body,
        signer: &dyn Signer,
    ) -> Result<Written, Problem> {
        let (seq, prev) = (self.len(), self.head());
        let entry = Entry { seq, prev, time, cycle, by, body };
        let written = Written::sign(entry, signer)?;
        self.follows(&written.entry)?;
        Ok(written)
    }

    /// Takes up an entry written by [`Ledger::append`].
    ///
    /// # Panics
    /// If it was not written for the end of this ledger.
    pub fn push(&mut self, written: &Written) {
        assert_eq!(self.follows(&written.entry), Ok(()), "an entry goes to its own ledger's end");
        self.office.take(&written.entry);
        self.marks.push(Mark::from(written));
        self.links.push(Link::from(written));
    }

    /// The ledger as it stood with so many entries; with its genesis at least. It must be whole.
    #[must_use]
    pub fn first(&self, entries: usize) -> Self {
        let entries = entries.clamp(1, self.links.len());
        let (marks, links) = (self.marks[..entries].to_vec(), self.links[..entries].to_vec());
        let mut office = Office::of(&self.genesis.moderator);
        for link in &links {
            office.take(&link.entry);
        }
        Self { genesis: self.genesis.clone(), marks, links, office, since: self.since }
    }

    /// The entries with their digests, in order; there is at least one. Not all of them, if the
    /// ledger is not whole.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// What is remembered of every entry, in order.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The first cycle from which on every opening and result is known; 0 if all are.
    pub fn since(&self) -> u32 {
        self.since
    }

    /// Number of entries.
    #[expect(clippy::len_without_is_empty, reason = "a ledger has a genesis, so it never is")]
    pub fn len(&self) -> u64 {
        self.marks.len() as u64
    }

    /// SHA-256 of the last entry's file.
    pub fn head(&self) -> Digest {
        self.marks.last().expect("a ledger begins with its genesis").digest
    }

    /// When the last entry was written, RFC 3339 UTC.
    pub fn time(&self) -> Time {
        self.links.last().expect("the last entry is always known").entry.time
    }

    /// What the campaign is.
    pub fn genesis(&self) -> &Genesis {
        &self.genesis
    }

    /// SHA-256 of the first entry's file: the campaign's identity.
    pub fn genesis_digest(&self) -> Digest {
        self.marks[0].digest
    }

    /// Who may write, and who could.
    pub fn office(&self) -> &Office {
        &self.office
    }

    fn take(
        &mut self,
        file: &SealedEntry,
        read: Read,
        signed: &dyn Fn(&Entry) -> Result<(), Problem>,
    ) -> Result<Entry, Problem> {
        let take = || {
            check_path(file, self.len())?;
            let link = Link::read(file, read)?;
            signed(&link.entry)?;
            self.follows(&link.entry)?;
            Ok(link)
        };
        let link = take().map_err(|p: Problem| p.at(&file.path))?;
        let entry = link.entry.clone();
        self.office.take(&entry);
        self.marks.push(Mark::of(&entry, &file.entry));
        self.links.push(link);
        Ok(entry)
    }

    fn follows(&self, entry: &Entry) -> Result<(), Problem> {
        if entry.seq != self.len() {
            return Err(Problem::refused(format!("seq is {}, expected {}", entry.seq, self.len())));
        }
        if entry.prev != self.head() {
            let before = Entry::path(entry.seq - 1);
            return Err(Problem::refused(format!("prev is not the digest of {before}"))
                .hint("one of the two files was changed; restore both from a backup"));
        }
        if entry.time < self.time() {
            return Err(Problem::refused(format!(
                "{} is earlier than the entry before it ({})",
                entry.time,
                self.time()
            ))
            .hint("check the system clock"));
        }
        entry.body.check_in(&self.genesis, entry.cycle)?;
        self.is_authorized(entry)?;
        self.admits(entry)
    }
}

/// How the bytes of an entry are read.
type Read = fn(&[u8]) -> Result<Entry, Problem>;

impl Link {
    fn read(file: &SealedEntry, read: Read) -> Result<Self, Problem> {
        armor(file)?;
        Ok(Self { entry: read(&file.entry)?, digest: Digest::of(&file.entry) })
    }
}

impl From<&Written> for Link {
    fn from(written: &Written) -> Self {
        Self { entry: written.entry.clone(), digest: Digest::of(written.text.as_bytes()) }
    }
}

impl From<&Written> for Mark {
    fn from(written: &Written) -> Self {
        Self::of(&written.entry, written.text.as_bytes())
    }
}

/// An entry that was verified before, if its file is still the same.
fn remembered(seq: u64, file: &[u8], marks: &[Mark]) -> Result<Link, Problem> {
    let digest = Digest::of(file);
    let mark = usize::try_from(seq).ok().and_then(|seq| marks.get(seq));
    if mark.is_some_and(|mark| mark.digest == digest) {
        let entry = Entry::read_signed(file).map_err(|p| p.at(Entry::path(seq)))?;
        return Ok(Link { entry, digest });
    }
    Err(Problem::refused("the entry is not the one that was verified before").at(Entry::path(seq)))
}

impl Written {
    fn sign(entry: Entry, signer: &dyn Signer) -> Result<Self, Problem> {
        let text = entry.write()?;
        let signature = signer.armor(text.as_bytes());
        let (path, signature_path) = (Entry::path(entry.seq), Entry::signature_path(entry.seq));
        Ok(Self { path, text, signature_path, signature, entry })
    }
}

/// The genesis, before anybody is trusted.
fn first(files: &[SealedEntry]) -> Result<(Genesis, Link), Problem> {
    let file = files.first().ok_or_else(|| Problem::refused("the ledger is empty"))?;
    let link = check_path(file, 0).and_then(|()| Link::read(file, Entry::read));
    let link = link.map_err(|p| p.at(&file.path))?;
    match &link.entry {
        Entry { seq: 0, prev: Digest(prev), body: Body::Genesis(genesis), .. }
            if *prev == [0; 32] =>
        {
            Ok((genesis.clone(), link))
        }
        _ => Err(Problem::refused("the ledger does not start with a genesis").at(&file.path)),
    }
}

fn check_path(file: &SealedEntry, seq: u64) -> Result<(), Problem> {
    let expected = Entry::path(seq);
    if file.path == expected {
        return Ok(());
    }
    Err(Problem::refused(format!("expected {expected}"))
        .hint("the ledger has no gaps; restore the missing file"))
}

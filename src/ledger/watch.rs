//! Whose signature an entry bears, as the ledger is read: nothing unverified is parsed, and what was
//! parsed says whose signatures count in what follows.

use super::sealed_entry::verify_signature;
use super::{Entry, Genesis, Office, SealedEntry, Verifier};
use crate::base::Problem;

/// Gives the verifier of a key that a ledger names, or refuses the genesis or the key.
pub trait Trust: Fn(&Genesis, &str) -> Result<Box<dyn Verifier>, Problem> {}

impl<F: Fn(&Genesis, &str) -> Result<Box<dyn Verifier>, Problem>> Trust for F {}

/// The keys of those who may write, as far as the ledger was read.
pub(super) struct Watch<'t> {
    genesis: &'t Genesis,
    trust: &'t dyn Trust,
    office: Office,
    known: Vec<(String, Box<dyn Verifier>)>,
}

impl<'t> Watch<'t> {
    /// Those whom a genesis names.
    ///
    /// # Errors
    /// If it is not trusted.
    pub(super) fn new(genesis: &'t Genesis, trust: &'t dyn Trust) -> Result<Self, Problem> {
        Self::with(genesis, trust, Office::of(&genesis.moderator))
    }

    /// Those who were known when the ledger was verified before.
    ///
    /// # Errors
    /// If a key is not trusted.
    pub(super) fn with(
        genesis: &'t Genesis,
        trust: &'t dyn Trust,
        office: Office,
    ) -> Result<Self, Problem> {
        let mut watch = Self { genesis, trust, office, known: Vec::new() };
        watch.learn()?;
        Ok(watch)
    }

    fn learn(&mut self) -> Result<(), Problem> {
        for key in self.office.keys() {
            if self.known.iter().all(|(known, _)| known != key) {
                self.known.push((key.to_owned(), (self.trust)(self.genesis, key)?));
            }
        }
        Ok(())
    }

    /// The key that signed a file.
    ///
    /// # Errors
    /// If nobody did who ever could; the problem is that of the moderator's key.
    pub(super) fn signer(&self, file: &SealedEntry) -> Result<String, Problem> {
        let mut first = None;
        for key in self.office.keys() {
            let Some((_, verifier)) = self.known.iter().find(|(known, _)| known == key) else {
                continue;
            };
            match verify_signature(file, &**verifier) {
                Ok(()) => return Ok(key.to_owned()),
                Err(problem) => first = first.or(Some(problem)),
            }
        }
        Err(first.unwrap_or_else(|| Problem::refused("nobody signed it").at(&file.path)))
    }

    /// An entry whose signer is known says who wrote it.
    ///
    /// # Errors
    /// If it says somebody else, or its signer handed the office over before.
    pub(super) fn says(&self, signer: &str, entry: &Entry) -> Result<(), Problem> {
        self.office.says(signer, entry.by.as_deref())
    }

    /// Takes note of what an entry says of the office.
    ///
    /// # Errors
    /// If it names a key that is none.
    pub(super) fn take(&mut self, entry: &Entry) -> Result<(), Problem> {
        self.office.take(entry);
        self.learn()
    }
}

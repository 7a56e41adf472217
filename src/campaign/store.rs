//! Files that appear whole or not at all.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::carrier::{Access, Carrier, Hold};
use super::layout;
use crate::base::Problem;

/// The place of a campaign, whatever carries it. Paths are relative to it and come from [`layout`](super::layout).
#[derive(Debug)]
pub struct Store {
    root: PathBuf,
    pub(super) carrier: Arc<dyn Carrier>,
    hold: Option<Hold>,
    /// Writes that succeed until the disk is full; the largest number is no limit.
    writes_left: AtomicU32,
    cache: Option<PathBuf>,
}

impl Store {
    pub(super) fn on(root: &Path, carrier: Arc<dyn Carrier>) -> Self {
        let root = root.to_owned();
        Self { root, carrier, hold: None, writes_left: AtomicU32::new(u32::MAX), cache: None }
    }

    /// The same place once more, for reading: not locked, and without the user's folder.
    #[must_use]
    pub fn again(&self) -> Self {
        Self::on(&self.root, Arc::clone(&self.carrier))
    }

    /// The same, with a folder of the user's own for what can be worked out again.
    #[must_use]
    pub fn cached(self, cache: Option<PathBuf>) -> Self {
        Self { cache, ..self }
    }

    /// That folder.
    pub fn cache(&self) -> Option<&Path> {
        self.cache.as_deref()
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Holds the campaign for writing until the store is dropped.
    ///
    /// # Errors
    /// If another process holds it.
    pub fn lock(&mut self) -> Result<(), Problem> {
        if self.hold.is_none() {
            self.hold = Some(self.carrier.lock()?);
        }
        Ok(())
    }

    /// Lets so many writes succeed and every later one fail, as a full disk would.
    pub fn fail_after(&self, writes: u32) {
        self.writes_left.store(writes, Ordering::Relaxed);
    }

    /// Removes what killed commands left half written. Only for who holds the lock.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn sweep(&self) -> Result<(), Problem> {
        self.carrier.sweep()
    }

    /// The bytes of a file; `None` if it does not exist.
    ///
    /// # Errors
    /// If it cannot be read or is larger than any file of ours.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Problem> {
        self.carrier.read(path)
    }

    /// True if something has this name, were it a link.
    pub fn has(&self, path: &str) -> bool {
        self.carrier.has(path)
    }

    /// The bytes of a file that must exist.
    ///
    /// # Errors
    /// If it does not, or cannot be read.
    pub fn need(&self, path: &str) -> Result<Vec<u8>, Problem> {
        self.read(path)?.ok_or_else(|| {
            Problem::refused("the file is missing").at(path).hint("restore it from a backup")
        })
    }

    /// Writes a whole file, replacing an earlier one. It is on disk when this returns.
    ///
    /// # Errors
    /// If the disk refuses; then the earlier file stands.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Problem> {
        self.put(path, bytes)?;
        self.settle()
    }

    /// The same, but its name may be lost with the power until [`Store::settle`].
    ///
    /// # Errors
    /// If the disk refuses; then the earlier file stands.
    pub fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Problem> {
        self.may_write(path)?;
        self.carrier.put(path, bytes, Access::Anyone)
    }

    /// Writes a whole file that is its owner's alone: what is in it is secret, unlike all else in a campaign.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub fn write_private(&self, path: &str, bytes: &[u8]) -> Result<(), Problem> {
        self.may_write(path)?;
        self.carrier.put(path, bytes, Access::Owner)?;
        self.settle()
    }

    fn may_write(&self, path: &str) -> Result<(), Problem> {
        let one_less = |left: u32| if left == u32::MAX { Some(left) } else { left.checked_sub(1) };
        let left = self.writes_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        let full = |_| {
            Problem::failed("cannot write: no storage space").at(self.root.join(path).display())
        };
        left.map(drop).map_err(full)
    }

    /// The same for a file that counts from then on: never over another. False if something has its name.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn put_new(&self, path: &str, bytes: &[u8]) -> Result<bool, Problem> {
        self.may_write(path)?;
        self.carrier.put_new(path, bytes)
    }

    /// Puts a file behind the one that is numbered `highest`, under the first number that is not `taken`: whoever
    /// put another there just now keeps it. The number.
    ///
    /// # Errors
    /// If the disk refuses, or there is no higher number.
    pub fn put_behind(
        &self,
        (highest, taken): (u32, &BTreeSet<u32>),
        path: impl Fn(u32) -> String,
        bytes: &[u8],
    ) -> Result<u32, Problem> {
        let numbers = (highest..u32::MAX).map(|number| number + 1);
        for number in numbers.filter(|number| !taken.contains(number)) {
            if self.put_new(&path(number), bytes)? {
                return Ok(number);
            }
        }
        Err(Problem::failed("this file has the highest number, so no file can follow it")
            .hint("it is none of this program's: move it away, then try again")
            .at(path(u32::MAX)))
    }

    /// Makes sure that the names of all files that were put are on disk.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn settle(&self) -> Result<(), Problem> {
        self.carrier.settle()
    }

    /// From here to [`Store::end`] what is written stays together or not at all, where the place can do that.
    pub fn begin(&self) {
        self.carrier.begin();
    }

    /// All files will be read: a place that is far away gets them at once.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn expect_all(&self) -> Result<(), Problem> {
        self.carrier.expect_all()
    }

    /// How often something was written, where the place counts it; else 0.
    pub fn newest(&self) -> u32 {
        self.carrier.newest()
    }

    /// Copies all files to an empty place. It is a campaign once all of them are there.
    ///
    /// # Errors
    /// If one cannot be read or written.
    pub fn copy_to(&self, to: &Self) -> Result<(), Problem> {
        self.expect_all()?;
        to.begin();
        let (first, others): (Vec<String>, Vec<String>) =
            self.carrier.paths()?.into_iter().partition(|path| path == layout::GENESIS);
        for path in &others {
            // One that begins with a position tells all its secrets.
            let access = if path == layout::SCENARIO { Access::Owner } else { Access::Anyone };
            to.may_write(path)?;
            to.carrier.put(path, &self.need(path)?, access)?;
        }
        to.settle()?;
        for path in &first {
            to.put(path, &self.need(path)?)?;
        }
        to.settle()?;
        to.end()?;
        to.settle()
    }

    /// The end of what began: it stays from now on.
    ///
    /// # Errors
    /// If somebody else wrote meanwhile, or the place refuses: then nothing of it stays.
    pub fn end(&self) -> Result<(), Problem> {
        self.carrier.end()
    }

    /// The names of the files in a directory, in order; none if it does not exist.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn list(&self, path: &str) -> Result<Vec<String>, Problem> {
        self.carrier.list(path)
    }
}

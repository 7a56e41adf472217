//! Files that appear whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::carrier::{Access, Carrier, Hold};
use super::directory::{Directory, failed};
use super::world;
use crate::base::{Kind, Problem};

/// The place of a campaign, whatever carries it. Paths are relative to it and come from [`layout`](super::layout).
#[derive(Debug)]
pub struct Store {
    root: PathBuf,
    carrier: Arc<dyn Carrier>,
    hold: Option<Hold>,
    /// Writes that succeed until the disk is full; the largest number is no limit.
    writes_left: AtomicU32,
    cache: Option<PathBuf>,
}

impl Store {
    /// The campaign in this directory or an enclosing one.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(from: &Path) -> Result<Self, Problem> {
        let start = fs::canonicalize(from).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => {
                world::absent(from, "there is no such directory").at(from.display())
            }
            _ => failed(from, "cannot open", &e),
        })?;
        let mut homes = start.ancestors().filter(|dir| world::is_campaign(dir));
        match homes.next() {
            Some(root) => Ok(Self::at(root)),
            None => Err(Problem::usage(format!("{} is not inside a campaign", from.display()))
                .hint("change to a campaign directory, or give one with -C DIR")),
        }
    }

    /// The directories of the campaigns in a directory, in the order of their names.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn within(directory: &Path) -> Result<Vec<PathBuf>, Problem> {
        let unread = |e| failed(directory, "cannot open", &e);
        let directory = fs::canonicalize(directory).map_err(unread)?;
        let mut roots = Vec::new();
        for entry in fs::read_dir(&directory).map_err(unread)? {
            let path = entry.map_err(unread)?.path();
            if world::is_campaign(&path) {
                roots.push(path);
            }
        }
        roots.sort();
        Ok(roots)
    }

    /// A new, empty campaign directory.
    ///
    /// # Errors
    /// If the directory exists and is not empty, or cannot be made.
    pub fn create(root: &Path) -> Result<Self, Problem> {
        Self::vacant(root)?;
        fs::create_dir_all(root).map_err(|e| failed(root, "cannot create", &e))?;
        Ok(Self::at(root))
    }

    /// Checks that a directory is free for a new campaign.
    ///
    /// # Errors
    /// If it exists and is not empty.
    pub fn vacant(root: &Path) -> Result<(), Problem> {
        if fs::read_dir(root).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(Problem::usage("the directory is not empty")
                .at(root.display())
                .hint("give a new directory"));
        }
        Ok(())
    }

    /// A directory of ours, whatever is in it: a campaign's, a league's, a site's.
    pub fn at(root: &Path) -> Self {
        Self::on(root, Arc::new(Directory::at(root)))
    }

    fn on(root: &Path, carrier: Arc<dyn Carrier>) -> Self {
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

    /// The same, waiting up to so many seconds for another process.
    ///
    /// # Errors
    /// If another process still holds it then.
    pub fn lock_within(&mut self, seconds: u32) -> Result<(), Problem> {
        for _ in 0..seconds.saturating_mul(world::PAUSES_A_SECOND) {
            match self.lock() {
                Err(problem) if problem.kind == Kind::Busy => world::pause(),
                done => return done,
            }
        }
        self.lock()
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
        let full =
            |_| failed(&self.root.join(path), "cannot write", &io::ErrorKind::StorageFull.into());
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

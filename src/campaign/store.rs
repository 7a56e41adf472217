//! Files that appear whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

use super::{layout, world};
use crate::base::{Kind, Problem};

/// The largest file that is read: 32 MiB.
const LARGEST: u64 = 32 * 1024 * 1024;

/// A campaign directory. Paths are relative to it and come from [`layout`].
#[derive(Debug)]
pub struct Store {
    root: PathBuf,
    lock: Option<File>,
    /// Writes that succeed until the disk is full; the largest number is no limit.
    writes_left: AtomicU32,
    /// Folders with names that may not be on disk yet.
    changed: Mutex<BTreeSet<PathBuf>>,
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
        Self {
            root: root.to_owned(),
            lock: None,
            writes_left: AtomicU32::new(u32::MAX),
            changed: Mutex::default(),
            cache: None,
        }
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
        if self.lock.is_some() {
            return Ok(());
        }
        let path = self.inside(layout::LOCK)?;
        let no_file = || {
            Problem::refused("this is no file, so nothing can be locked with it")
                .at(path.display())
                .hint("it is none of this program's: remove it")
        };
        match fs::symlink_metadata(&path) {
            Ok(about) if !about.is_file() => return Err(no_file()),
            Ok(_) | Err(_) => {}
        }
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(|e| failed(&path, "cannot lock", &e))?;
        match file.try_lock() {
            Ok(()) => self.lock = Some(file),
            Err(fs::TryLockError::WouldBlock) => {
                return Err(Problem::busy("another command is working on this campaign")
                    .hint("try again when it has finished, or wait longer with --wait SECONDS"));
            }
            Err(fs::TryLockError::Error(e)) => return Err(failed(&path, "cannot lock", &e)),
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

    /// The full path. A campaign may come from a stranger, so nothing in it may lead elsewhere.
    ///
    /// # Errors
    /// If there is a link on the way.
    fn inside(&self, path: &str) -> Result<PathBuf, Problem> {
        let mut full = self.root.clone();
        for part in Path::new(path) {
            full.push(part);
            if full.is_symlink() {
                return Err(Problem::refused("this is a link, and a campaign has none")
                    .at(full.display())
                    .hint("it may lead anywhere; replace it by what belongs there"));
            }
        }
        Ok(full)
    }

    /// Removes what killed commands left half written. Only for who holds the lock.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn sweep(&self) -> Result<(), Problem> {
        let folder = self.inside(layout::UNFINISHED)?;
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(e) => return Err(failed(&folder, "cannot read", &e)),
        };
        for entry in entries {
            let path = entry.map_err(|e| failed(&folder, "cannot read", &e))?.path();
            // A link is removed, and not what it leads to.
            fs::remove_file(&path).map_err(|e| failed(&path, "cannot remove", &e))?;
        }
        Ok(())
    }

    /// The bytes of a file; `None` if it does not exist.
    ///
    /// # Errors
    /// If it cannot be read or is larger than any file of ours.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Problem> {
        let full = self.inside(path)?;
        let size = match fs::metadata(&full) {
            Ok(about) if about.is_file() => about.len(),
            Ok(_) => return Ok(None),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(failed(&full, "cannot read", &e)),
        };
        if size > LARGEST {
            return Err(Problem::refused(format!("{size} bytes are too many")).at(path));
        }
        fs::read(&full).map(Some).map_err(|e| failed(&full, "cannot read", &e))
    }

    /// True if something has this name, were it a link.
    pub fn has(&self, path: &str) -> bool {
        self.root.join(path).symlink_metadata().is_ok()
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
        self.persist(path, bytes, readable)
    }

    /// Writes a whole file that is its owner's alone: what is in it is secret, unlike all else in a campaign.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub fn write_private(&self, path: &str, bytes: &[u8]) -> Result<(), Problem> {
        self.persist(path, bytes, |_| Ok(()))?;
        self.settle()
    }

    /// Puts a file in its place, with the permissions that it is to have.
    fn persist(
        &self,
        path: &str,
        bytes: &[u8],
        permit: impl Fn(&File) -> io::Result<()>,
    ) -> Result<(), Problem> {
        let (full, aside) = (self.inside(path)?, self.inside(layout::UNFINISHED)?);
        let put = self.made(&full, &aside, bytes).and_then(|file| {
            permit(file.as_file())?;
            Ok(file.persist(&full)?)
        });
        put.map(drop).map_err(|e| failed(&full, "cannot write", &e))
    }

    /// The same for a file that counts from then on: never over another. False if something has its name.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn put_new(&self, path: &str, bytes: &[u8]) -> Result<bool, Problem> {
        let (full, aside) = (self.inside(path)?, self.inside(layout::UNFINISHED)?);
        let made = self.made(&full, &aside, bytes);
        let put = made.and_then(|file| {
            readable(file.as_file())?;
            Ok(file.persist_noclobber(&full)?)
        });
        match put {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            put => put.map(|_| true).map_err(|e| failed(&full, "cannot write", &e)),
        }
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

    /// A file on disk that has no name yet.
    fn made(&self, full: &Path, aside: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
        let one_less = |left: u32| if left == u32::MAX { Some(left) } else { left.checked_sub(1) };
        let left = self.writes_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        left.map_err(|_| io::ErrorKind::StorageFull)?;
        let folder = full.parent().unwrap_or(&self.root);
        // Of a folder that is made now the name is news, too.
        let made = folder.ancestors().take_while(|folder| !folder.exists());
        let above = made.filter_map(Path::parent).map(|above| Path::new(".").join(above));
        self.changed().extend(above.chain([folder.to_owned()]));
        fs::create_dir_all(folder)?;
        fs::create_dir_all(aside)?;
        let mut file = NamedTempFile::new_in(aside)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    }

    fn changed(&self) -> std::sync::MutexGuard<'_, BTreeSet<PathBuf>> {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes sure that the names of all files that were put are on disk.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn settle(&self) -> Result<(), Problem> {
        // If something is in it, the next command sweeps it.
        let _ = fs::remove_dir(self.root.join(layout::UNFINISHED));
        for folder in std::mem::take(&mut *self.changed()) {
            sync_folder(&folder).map_err(|e| failed(&folder, "cannot write", &e))?;
        }
        Ok(())
    }

    /// The names of the files in a directory, in order; none if it does not exist.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn list(&self, path: &str) -> Result<Vec<String>, Problem> {
        let full = self.inside(path)?;
        let entries = match fs::read_dir(&full) {
            Ok(entries) => entries,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(failed(&full, "cannot read", &e)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|e| failed(&full, "cannot read", &e))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // A link counts as a file: who reads it is told.
            let kind = entry.file_type().map_err(|e| failed(&full, "cannot read", &e))?;
            if !name.starts_with('.') && !kind.is_dir() {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }
}

/// A temporary file is private; anyone may read what is in a campaign.
#[cfg(unix)]
fn readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &File) -> io::Result<()> {
    Ok(())
}

/// A renamed file is safe once its directory is.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

fn failed(path: &Path, what: &str, error: &io::Error) -> Problem {
    Problem::failed(format!("{what}: {}", world::why(error))).at(path.display())
}

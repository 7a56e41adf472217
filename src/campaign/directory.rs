//! A campaign's place that is a directory.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

use super::carrier::{Access, Carrier, Hold, LARGEST};
use super::{layout, world};
use crate::base::Problem;

/// A directory. Files are written aside, synced and renamed.
#[derive(Debug)]
pub(super) struct Directory {
    root: PathBuf,
    /// Folders with names that may not be on disk yet.
    changed: Mutex<BTreeSet<PathBuf>>,
}

impl Directory {
    /// A directory, whatever is in it.
    pub(super) fn at(root: &Path) -> Self {
        Self { root: root.to_owned(), changed: Mutex::default() }
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

    /// A file on disk that has no name yet.
    fn made(&self, full: &Path, aside: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
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
}

impl Carrier for Directory {
    fn lock(&self) -> Result<Hold, Problem> {
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
            Ok(()) => Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => {
                Err(Problem::busy("another command is working on this campaign")
                    .hint("try again when it has finished, or wait longer with --wait SECONDS"))
            }
            Err(fs::TryLockError::Error(e)) => Err(failed(&path, "cannot lock", &e)),
        }
    }

    fn sweep(&self) -> Result<(), Problem> {
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

    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Problem> {
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

    /// Also if it is a link.
    fn has(&self, path: &str) -> bool {
        self.root.join(path).symlink_metadata().is_ok()
    }

    fn list(&self, path: &str) -> Result<Vec<String>, Problem> {
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

    fn put(&self, path: &str, bytes: &[u8], access: Access) -> Result<(), Problem> {
        let (full, aside) = (self.inside(path)?, self.inside(layout::UNFINISHED)?);
        let put = self.made(&full, &aside, bytes).and_then(|file| {
            if access == Access::Anyone {
                readable(file.as_file())?;
            }
            Ok(file.persist(&full)?)
        });
        put.map(drop).map_err(|e| failed(&full, "cannot write", &e))
    }

    fn put_new(&self, path: &str, bytes: &[u8]) -> Result<bool, Problem> {
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

    fn paths(&self) -> Result<Vec<String>, Problem> {
        let mut found = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let full = self.inside(&folder)?;
            for entry in fs::read_dir(&full).map_err(|e| failed(&full, "cannot read", &e))? {
                let entry = entry.map_err(|e| failed(&full, "cannot read", &e))?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                let kind = entry.file_type().map_err(|e| failed(&full, "cannot read", &e))?;
                match path.as_str() {
                    layout::LOCK | layout::UNFINISHED | ".git" => {}
                    _ if kind.is_dir() => folders.push(path),
                    // A link is refused by who reads it.
                    _ => found.push(path),
                }
            }
        }
        found.sort();
        Ok(found)
    }

    fn settle(&self) -> Result<(), Problem> {
        // If something is in it, the next command sweeps it.
        let _ = fs::remove_dir(self.root.join(layout::UNFINISHED));
        for folder in std::mem::take(&mut *self.changed()) {
            sync_folder(&folder).map_err(|e| failed(&folder, "cannot write", &e))?;
        }
        Ok(())
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

pub(super) fn failed(path: &Path, what: &str, error: &io::Error) -> Problem {
    Problem::failed(format!("{what}: {}", world::why(error))).at(path.display())
}

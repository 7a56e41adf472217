//! Folders outside a campaign: packets that come in, and a copy to rehearse on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use tempfile::TempDir;

use super::world;
use crate::base::{Problem, Time};

/// Where packets go that were taken in.
const TAKEN: &str = "taken";

/// A file that came in.
#[derive(Debug, Clone)]
pub struct Incoming {
    /// Its name in the folder.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// When it was written there.
    pub arrived: Time,
}

/// The files in a folder, in the order in which they arrived. A file that is still being written begins
/// with a dot, or is moved in when it is whole.
///
/// # Errors
/// If the folder or a file cannot be read.
pub fn incoming(folder: &Path) -> Result<Vec<Incoming>, Problem> {
    let failed = |e: io::Error| Problem::failed(format!("cannot read: {e}")).at(folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let about = entry.metadata().map_err(failed)?;
        if name.starts_with('.') || !about.is_file() {
            continue;
        }
        let bytes = world::read_mail(&entry.path())?;
        let arrived = DateTime::<Utc>::from(about.modified().map_err(failed)?).into();
        found.push(Incoming { name, bytes, arrived });
    }
    found.sort_by(|a, b| (a.arrived, &a.name).cmp(&(b.arrived, &b.name)));
    Ok(found)
}

/// Moves a file aside that was taken in; none that lies there already is written over.
///
/// # Errors
/// If the disk refuses.
pub fn taken(folder: &Path, name: &str) -> Result<(), Problem> {
    let aside = folder.join(TAKEN);
    let failed =
        |e: io::Error| Problem::failed(format!("cannot move: {e}")).at(folder.join(name).display());
    fs::create_dir_all(&aside).map_err(failed)?;
    let numbered =
        |n: u32| if n == 0 { aside.join(name) } else { aside.join(format!("{name}.{n}")) };
    let free = (0..u32::MAX).map(numbered).find(|path| path.symlink_metadata().is_err());
    let free = free.unwrap_or_else(|| aside.join(name));
    fs::rename(folder.join(name), free).map_err(failed)
}

/// A copy of a campaign in a directory that vanishes, for a rehearsal, and its root there.
///
/// # Errors
/// If it cannot be read or written.
pub fn rehearsal(root: &Path) -> Result<(TempDir, PathBuf), Problem> {
    let failed = |e: io::Error| Problem::failed(format!("cannot copy: {e}")).at(root.display());
    let dir = tempfile::tempdir().map_err(failed)?;
    let to = dir.path().join("campaign");
    copy(root, &to).map_err(failed)?;
    Ok((dir, to))
}

/// Files and folders; links are left out, and a campaign has none.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let target = to.join(entry.file_name());
        if kind.is_dir() && entry.file_name() != ".git" {
            copy(&entry.path(), &target)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

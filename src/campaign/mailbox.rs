//! Mailboxes outside a campaign, and a copy to rehearse on.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use tempfile::TempDir;

use super::{mbox, world};
use crate::base::{Problem, Time};

/// Where packets go that were taken in.
const TAKEN: &str = "taken";

/// Bytes of a file of many messages: 64 MiB.
const MBOX: u64 = 64 * 1024 * 1024;
/// Where a Maildir's messages lie, in the order in which they are moved by mail programs.
const MAILDIR: [&str; 2] = ["new", "cur"];

/// A message that came in.
#[derive(Debug, Clone)]
pub struct Incoming {
    /// Its name in the mailbox.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// When it was written there.
    pub arrived: Time,
}

/// How a mailbox keeps its messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A folder with a file for each.
    Folder,
    /// A folder as mail servers have it, with `new` and `cur`.
    Maildir,
    /// One file for all.
    Mbox,
}

/// What a path leads to. A file that does not begin as an mbox does is one message.
fn kind(path: &Path) -> Kind {
    if MAILDIR.iter().all(|name| path.join(name).is_dir()) {
        Kind::Maildir
    } else if path.is_dir() {
        Kind::Folder
    } else {
        Kind::Mbox
    }
}

/// True for a mailbox that has many messages, or may: a directory, or a file that begins as an mbox
/// does.
pub fn is_mailbox(path: &Path) -> bool {
    let mut beginning = [0; 5];
    let mut file = fs::File::open(path);
    path.is_dir()
        || file.as_mut().is_ok_and(|file| file.read_exact(&mut beginning).is_ok())
            && &beginning == b"From "
}

/// The messages of a mailbox, in the order in which they arrived, and what kind it is. In a folder, a
/// file that is still being written begins with a dot, or is moved in when it is whole.
///
/// # Errors
/// If the mailbox or a message cannot be read.
pub fn incoming(mailbox: &Path) -> Result<(Kind, Vec<Incoming>), Problem> {
    match look(mailbox)? {
        (kind, found, unread) if unread.is_empty() => Ok((kind, found)),
        (_, _, mut unread) => Err(unread.swap_remove(0)),
    }
}

/// The same, and what is wrong with each message that cannot be read: the others come all the same.
///
/// # Errors
/// If the mailbox cannot be read.
pub fn look(mailbox: &Path) -> Result<(Kind, Vec<Incoming>, Vec<Problem>), Problem> {
    let kind = kind(mailbox);
    let mut all = Vec::new();
    match kind {
        Kind::Folder => all.extend(in_folder(mailbox, "")?),
        Kind::Maildir => {
            for name in MAILDIR {
                all.extend(in_folder(&mailbox.join(name), &format!("{name}/"))?);
            }
        }
        Kind::Mbox => return Ok((kind, in_file(mailbox)?, Vec::new())),
    }
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    for message in all {
        match message {
            Ok(message) => found.push(message),
            Err(problem) => unread.push(problem),
        }
    }
    found.sort_by(|a, b| (a.arrived, &a.name).cmp(&(b.arrived, &b.name)));
    Ok((kind, found, unread))
}

fn in_folder(folder: &Path, prefix: &str) -> Result<Vec<Result<Incoming, Problem>>, Problem> {
    let failed = |e: io::Error| Problem::failed(format!("cannot read: {e}")).at(folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            found.extend(message(&entry, format!("{prefix}{name}")).transpose());
        }
    }
    Ok(found)
}

/// One message; none in a directory. A link is not followed: it may lead anywhere.
fn message(entry: &fs::DirEntry, name: String) -> Result<Option<Incoming>, Problem> {
    let path = entry.path();
    let failed = |e: io::Error| Problem::failed(format!("cannot read: {e}")).at(path.display());
    let about = entry.metadata().map_err(failed)?;
    if about.is_symlink() {
        return Err(Problem::refused("this is a link, and is left")
            .at(path.display())
            .hint("move the file itself here"));
    }
    if !about.is_file() {
        return Ok(None);
    }
    let bytes = world::read_mail(&path)?;
    let arrived = DateTime::<Utc>::from(about.modified().map_err(failed)?).into();
    Ok(Some(Incoming { name, bytes, arrived }))
}

/// The messages of a file. When each came is not known: not after the file was last written.
fn in_file(file: &Path) -> Result<Vec<Incoming>, Problem> {
    let failed = |e: io::Error| Problem::failed(format!("cannot read: {e}")).at(file.display());
    let about = fs::metadata(file).map_err(failed)?;
    if about.len() > MBOX {
        return Err(Problem::refused("the mailbox is larger than 64 MiB")
            .at(file.display())
            .hint("move older messages out of it"));
    }
    let arrived: Time = DateTime::<Utc>::from(about.modified().map_err(failed)?).into();
    let bytes = fs::read(file).map_err(failed)?;
    let messages = mbox::split(&bytes);
    if messages.is_empty() && !bytes.is_empty() {
        return Err(
            Problem::usage("this is neither a directory nor an mbox file").at(file.display())
        );
    }
    let one =
        |message: &&[u8]| Incoming { name: mbox::name(message), bytes: message.to_vec(), arrived };
    Ok(messages.iter().map(one).collect())
}

/// Moves messages aside that were taken in: in a folder to `taken`, in a Maildir to its folder
/// `taken`, of a file `NAME` to `NAME.taken`. None that lies there already is written over.
///
/// # Errors
/// If the disk refuses.
pub fn taken(mailbox: &Path, names: &[String]) -> Result<(), Problem> {
    match kind(mailbox) {
        Kind::Mbox => match names {
            [] => Ok(()),
            names => mbox::take_out(mailbox, names),
        },
        Kind::Folder => names.iter().try_for_each(|name| move_to(mailbox, name, TAKEN)),
        Kind::Maildir => {
            let aside = format!(".{TAKEN}");
            for part in ["cur", "new", "tmp"] {
                let folder = mailbox.join(&aside).join(part);
                fs::create_dir_all(&folder).map_err(|e| {
                    Problem::failed(format!("cannot create: {e}")).at(folder.display())
                })?;
            }
            names.iter().try_for_each(|name| move_to(mailbox, name, &format!("{aside}/cur")))
        }
    }
}

fn move_to(folder: &Path, name: &str, aside: &str) -> Result<(), Problem> {
    let aside = folder.join(aside);
    let failed =
        |e: io::Error| Problem::failed(format!("cannot move: {e}")).at(folder.join(name).display());
    fs::create_dir_all(&aside).map_err(failed)?;
    let last = name.rsplit('/').next().unwrap_or(name);
    let numbered =
        |n: u32| if n == 0 { aside.join(last) } else { aside.join(format!("{last}.{n}")) };
    let free = (0..u32::MAX).map(numbered).find(|path| path.symlink_metadata().is_err());
    let free = free.unwrap_or_else(|| aside.join(last));
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

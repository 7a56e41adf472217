//! Mailboxes outside a campaign, and a copy to rehearse on.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use tempfile::TempDir;

use super::mbox;
pub use super::mbox::Left;
use super::place::{Place, What};
use super::world;
use crate::base::yaml::{self, Origin};
use crate::base::{Problem, Time};

/// Where packets go that were taken in.
const TAKEN: &str = "taken";
/// What is noted beside a file of many messages: where it was left.
const LEFT: &str = "left";
/// Where a Maildir's messages lie, in the order in which they are moved by mail programs.
const MAILDIR: [&str; 2] = ["new", "cur"];

/// A message that came in.
#[derive(Debug, Clone)]
pub struct Incoming {
    /// Its name in the mailbox.
    pub name: String,
    /// What is in it.
    pub content: Content,
    /// When it was written there.
    pub arrived: Time,
}

/// What is in a message. It is read when it is asked for, so that one at a time is held.
#[derive(Debug, Clone)]
pub struct Content(Inner);

#[derive(Debug, Clone)]
enum Inner {
    Held(Vec<u8>),
    File(Arc<Place>, OsString),
    Part(mbox::Part),
}

impl Content {
    /// The bytes of the message; of one that is too large the beginning, which is more than any packet has.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self) -> Result<Vec<u8>, Problem> {
        let failed = |e: io::Error| Problem::failed(format!("cannot read: {}", world::why(&e)));
        match &self.0 {
            Inner::Held(bytes) => Ok(bytes.clone()),
            Inner::File(place, name) => {
                let mut bytes = Vec::new();
                let file = place.file(name)?;
                file.take(world::MAIL)
                    .read_to_end(&mut bytes)
                    .map_err(|e| failed(e).at(place.at(name).display()))?;
                Ok(bytes)
            }
            Inner::Part(part) => part.read().map_err(|e| failed(e).at(part.name())),
        }
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Inner::Held(bytes))
    }
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

/// What is in a mailbox.
#[derive(Debug)]
pub struct Found {
    /// Its messages, in the order in which they arrived.
    pub messages: Vec<Incoming>,
    /// What is wrong with each that cannot be read, and is left.
    pub unread: Vec<Problem>,
    /// Where a file is left when all of them are done with.
    pub left: Option<Left>,
}

/// The kind of a mailbox of which nobody says more than where it is. A directory is a folder, whatever
/// others put into it.
///
/// # Errors
/// If a part of the path is a link.
pub fn kind(path: &Path, maildir: bool) -> Result<Kind, Problem> {
    Ok(match Place::what(path)? {
        Some(What::Folder) | None if maildir => Kind::Maildir,
        Some(What::Folder) | None => Kind::Folder,
        Some(What::File | What::Other) => Kind::Mbox,
        Some(What::Link) => {
            let real = fs::canonicalize(path).unwrap_or_default();
            return Err(Problem::refused("this is a link, and it is not followed")
                .at(path.display())
                .hint(format!("give the place it leads to: {}", real.display())));
        }
    })
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

/// The messages of a mailbox. In a folder, a file that is still being written begins with a dot, or is
/// moved in when it is whole. A message that cannot be read keeps no other from coming. A file is read from
/// where it was left.
///
/// # Errors
/// If the mailbox cannot be read.
pub fn look(mailbox: &Path, kind: Kind, left: Option<Left>) -> Result<Found, Problem> {
    let mut all = Vec::new();
    match kind {
        Kind::Folder => {
            let place = Arc::new(Place::open(mailbox)?);
            let is_there = |name: &str| matches!(place.below(name), Ok(Some(_)));
            if MAILDIR.iter().all(|name| is_there(name)) {
                all.push(Err(Problem::refused("this is read as a folder, and not as a Maildir")
                    .at(mailbox.display())
                    .hint("if it is a Maildir, say so: --maildir, or `maildir:` in post.yaml")));
            }
            all.extend(in_folder(&place, "")?);
        }
        Kind::Maildir => {
            let place = Place::open(mailbox)?;
            for name in MAILDIR {
                let folder = place.below(name)?.ok_or_else(|| {
                    Problem::usage("this is no Maildir").at(place.at(name.as_ref()).display())
                })?;
                all.extend(in_folder(&Arc::new(folder), &format!("{name}/"))?);
            }
        }
        Kind::Mbox => return in_file(mailbox, left),
    }
    let (mut messages, mut unread) = (Vec::new(), Vec::new());
    for message in all {
        match message {
            Ok(message) => messages.push(message),
            Err(problem) => unread.push(problem),
        }
    }
    messages.sort_by(|a, b| (a.arrived, &a.name).cmp(&(b.arrived, &b.name)));
    Ok(Found { messages, unread, left: None })
}

fn in_folder(place: &Arc<Place>, prefix: &str) -> Result<Vec<Result<Incoming, Problem>>, Problem> {
    let mut names = place.names()?;
    names.sort();
    let all = names.into_iter().filter(|name| !name.as_encoded_bytes().starts_with(b"."));
    Ok(all.filter_map(|name| message(place, name, prefix).transpose()).collect())
}

/// One message; none in a directory. A link is not followed: it may lead anywhere.
fn message(place: &Arc<Place>, name: OsString, prefix: &str) -> Result<Option<Incoming>, Problem> {
    let path = place.at(&name);
    let left = |what: &str, hint: &str| {
        Err(Problem::refused(format!("{what}, and is left")).at(path.display()).hint(hint))
    };
    match place.what_is(&name)? {
        Some(What::File) if name.to_str() == Some(TAKEN) => {
            left("this file has the name of the directory that mail is moved to", "rename it")
        }
        Some(What::File) => {
            let Some(told) = name.to_str().map(|name| format!("{prefix}{name}")) else {
                return left("the name of this file is no UTF-8", "rename it");
            };
            let failed = |e: io::Error| {
                Problem::failed(format!("cannot read: {}", world::why(&e))).at(path.display())
            };
            let about = place.file(&name)?.metadata().map_err(failed)?;
            let arrived = DateTime::<Utc>::from(about.modified().map_err(failed)?).into();
            let content = Content(Inner::File(Arc::clone(place), name));
            Ok(Some(Incoming { name: told, content, arrived }))
        }
        Some(What::Link) => left("this is a link", "move the file itself here"),
        Some(What::Other) => left("this is no file", "move it away"),
        Some(What::Folder) | None => Ok(None),
    }
}

/// The messages of a file. When each came is not known: not after the file was last written.
fn in_file(file: &Path, left: Option<Left>) -> Result<Found, Problem> {
    let failed = |e: io::Error| {
        Problem::failed(format!("cannot read: {}", world::why(&e))).at(file.display())
    };
    let about = fs::symlink_metadata(file).map_err(failed)?;
    let arrived: Time = DateTime::<Utc>::from(about.modified().map_err(failed)?).into();
    let left = match left {
        Some(left) => Some(left),
        None => noted(file)?,
    };
    let (parts, left) = mbox::since(file, left)?;
    let one = |part: mbox::Part| Incoming {
        name: part.name(),
        content: Content(Inner::Part(part)),
        arrived,
    };
    let messages = parts.into_iter().map(one).collect();
    Ok(Found { messages, unread: Vec::new(), left: Some(left) })
}

/// Where a file was left, as the note beside it says.
fn noted(file: &Path) -> Result<Option<Left>, Problem> {
    let note = mbox::beside(file, LEFT);
    let (place, name) = Place::of_file(&note)?;
    match place.what_is(&name)? {
        Some(What::File) => {
            let bytes = Content(Inner::File(Arc::new(place), name)).read()?;
            // Without it mail is looked at again, which changes nothing.
            Ok(yaml::read(&bytes, Origin::House).ok())
        }
        Some(What::Folder | What::Link | What::Other) | None => Ok(None),
    }
}

/// Moves messages aside that were taken in: in a folder to `taken`, in a Maildir to its folder
/// `taken`. None that lies there already is written over. Of a file `NAME` it is noted in `NAME.left` how far
/// it was read.
///
/// # Errors
/// If the disk refuses, or what they are moved to is none of ours.
pub fn taken(mailbox: &Path, kind: Kind, names: &[String]) -> Result<(), Problem> {
    if names.is_empty() {
        return Ok(());
    }
    match kind {
        Kind::Mbox => {
            let left = mbox::behind(mailbox, noted(mailbox)?, names)?;
            world::write_over(&mbox::beside(mailbox, LEFT), yaml::write(&left).as_bytes())
        }
        Kind::Folder => {
            let from = Place::open(mailbox)?;
            let to = from.made(TAKEN)?;
            names.iter().try_for_each(|name| moved(&from, name, &to))
        }
        Kind::Maildir => {
            let place = Place::open(mailbox)?;
            let aside = place.made(&format!(".{TAKEN}"))?;
            for part in ["new", "tmp"] {
                aside.made(part)?;
            }
            let to = aside.made("cur")?;
            names.iter().try_for_each(|name| {
                let (part, name) = name.split_once('/').unwrap_or(("", name));
                match place.below(part).ok().flatten().filter(|_| MAILDIR.contains(&part)) {
                    Some(from) => moved(&from, name, &to),
                    None => Err(Problem::refused("this is no message of the mailbox").at(name)),
                }
            })
        }
    }
}

/// Moves a file by a name that leads nowhere else.
fn moved(from: &Place, name: &str, to: &Place) -> Result<(), Problem> {
    let plain = Path::new(name).file_name().is_some_and(|last| last == name);
    match from.what_is(name.as_ref())? {
        Some(What::File) if plain => from.move_to(name, to),
        Some(What::File | What::Folder | What::Link | What::Other) | None => {
            Err(Problem::refused("this is no message of the mailbox")
                .at(from.at(name.as_ref()).display()))
        }
    }
}

/// A copy of a campaign in a directory that vanishes, for a rehearsal, and its root there.
///
/// # Errors
/// If it cannot be read or written.
pub fn rehearsal(root: &Path) -> Result<(TempDir, PathBuf), Problem> {
    let failed = |e: io::Error| {
        Problem::failed(format!("cannot copy: {}", world::why(&e))).at(root.display())
    };
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

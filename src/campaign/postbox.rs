//! The post's folder beside a campaign: mail that came in, mail that waits to leave, and a log of what
//! became of each. It holds addresses, so it is its owner's alone.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::mailbox::{self, Found, Incoming, Kind};
use super::{Store, world};
use crate::base::{Problem, Time};

/// The configuration.
pub const CONFIG: &str = "post.yaml";
/// Mail that came in and was not looked at.
const IN: &str = "in";
/// Mail that waits to leave.
const OUT: &str = "out";
/// Mail that a server accepted.
const SENT: &str = "sent";
/// Public files of those who ask for a seat.
const ASKED: &str = "asked";
/// What is counted from one time to the next.
const NOTES: &str = "notes.yaml";

/// The post's folder, held for as long as it exists.
#[derive(Debug)]
pub struct Postbox {
    store: Store,
}

impl Postbox {
    /// Opens the folder, waiting up to so many seconds for another process.
    ///
    /// # Errors
    /// If there is none, or another process holds it.
    pub fn open(root: &Path, wait: u32) -> Result<Self, Problem> {
        let mut store = Store::at(&existing(root)?);
        store.lock_within(wait)?;
        store.sweep()?;
        Ok(Self { store })
    }

    /// The same for who only looks.
    ///
    /// # Errors
    /// If there is none.
    pub fn look(root: &Path) -> Result<Self, Problem> {
        Ok(Self { store: Store::at(&existing(root)?) })
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        self.store.root()
    }

    /// The configuration's bytes.
    ///
    /// # Errors
    /// If there is none.
    pub fn config(&self) -> Result<Vec<u8>, Problem> {
        self.store.need(CONFIG)
    }

    /// Keeps a message before anybody looks at it; it is on disk when this returns. Many may do so at
    /// once.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn keep(&self, raw: &[u8], arrived: Time) -> Result<(), Problem> {
        self.store.write(&format!("{IN}/{}", name(raw, arrived)), raw)
    }

    /// What came in, in the order in which it arrived.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn incoming(&self) -> Result<Vec<Incoming>, Problem> {
        let folder = self.root().join(IN);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let Found { messages: mut all, unread, .. } = mailbox::look(&folder, Kind::Folder, None)?;
        if let Some(problem) = unread.into_iter().next() {
            return Err(problem);
        }
        for mail in &mut all {
            if let Some(arrived) = arrived(&mail.name) {
                mail.arrived = arrived;
            }
        }
        all.sort_by(|a, b| (a.arrived, &a.name).cmp(&(b.arrived, &b.name)));
        Ok(all)
    }

    /// Moves messages aside that were taken in.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn taken(&self, names: &[String]) -> Result<(), Problem> {
        mailbox::taken(&self.root().join(IN), Kind::Folder, names)
    }

    /// The names of the mails that wait.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn waiting(&self) -> Result<Vec<String>, Problem> {
        self.store.list(OUT)
    }

    /// A mail that waits.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, Problem> {
        self.store.need(&format!("{OUT}/{name}"))
    }

    /// Puts a mail among those that wait, or replaces it. It is on disk when this returns.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn put(&self, name: &str, mail: &[u8]) -> Result<(), Problem> {
        self.store.write(&format!("{OUT}/{name}"), mail)
    }

    /// True if a mail of this name was accepted by a server.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn was_sent(&self, name: &str) -> Result<bool, Problem> {
        Ok(self.store.read(&format!("{SENT}/{name}"))?.is_some())
    }

    /// Moves a mail to those that were accepted.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn sent(&self, name: &str) -> Result<(), Problem> {
        self.relocate(name, Some(SENT))
    }

    /// Removes a mail that waits.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn discard(&self, name: &str) -> Result<(), Problem> {
        self.relocate(name, None)
    }

    fn relocate(&self, name: &str, to: Option<&str>) -> Result<(), Problem> {
        let from = self.root().join(OUT).join(name);
        let failed = |e: io::Error| {
            Problem::failed(format!("cannot move: {}", world::why(&e))).at(from.display())
        };
        match to {
            None => fs::remove_file(&from).map_err(failed)?,
            Some(folder) => {
                let folder = self.root().join(folder);
                fs::create_dir_all(&folder).map_err(failed)?;
                fs::rename(&from, folder.join(name)).map_err(failed)?;
                sync(&folder).map_err(failed)?;
            }
        }
        sync(&self.root().join(OUT)).map_err(failed)
    }

    /// Keeps the public file of somebody who asks for a seat, and the address beside it.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn keep_asked(&self, name: &str, file: &[u8], from: Option<&str>) -> Result<(), Problem> {
        let address = format!("{}\n", from.unwrap_or_default());
        self.store.write(&format!("{ASKED}/{name}.txt"), address.as_bytes())?;
        self.store.write(&format!("{ASKED}/{name}.pub"), file)
    }

    /// Removes one of them.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn forget_asked(&self, path: &Path) -> Result<(), Problem> {
        let failed = |e: io::Error| {
            Problem::failed(format!("cannot remove: {}", world::why(&e))).at(path.display())
        };
        for path in [path.to_owned(), path.with_extension("txt")] {
            match fs::remove_file(&path) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(failed(e)),
                _ => {}
            }
        }
        Ok(())
    }

    /// True if a mail whose name begins so waits or was accepted by a server.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn has_written(&self, beginning: &str) -> Result<bool, Problem> {
        let begins = |name: &String| name.starts_with(beginning);
        Ok(self.store.list(SENT)?.iter().any(begins) || self.waiting()?.iter().any(begins))
    }

    /// The public files of those who ask for a seat.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn asked(&self) -> Result<Vec<PathBuf>, Problem> {
        let names =
            self.store.list(ASKED)?.into_iter().filter(|name| name.strip_suffix(".pub").is_some());
        Ok(names.map(|name| self.root().join(ASKED).join(name)).collect())
    }

    /// What is counted, if anything is.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn notes(&self) -> Result<Option<Vec<u8>>, Problem> {
        self.store.read(NOTES)
    }

    /// Replaces what is counted.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn write_notes(&self, text: &str) -> Result<(), Problem> {
        self.store.write(NOTES, text.as_bytes())
    }

    /// Adds a line to the log of the month.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn log(&self, now: Time, line: &str) -> Result<(), Problem> {
        let month: String = now.to_string().chars().take(7).collect();
        let path = self.root().join("log").join(format!("{month}.txt"));
        let failed = |e: io::Error| {
            Problem::failed(format!("cannot write: {}", world::why(&e))).at(path.display())
        };
        fs::create_dir_all(self.root().join("log")).map_err(failed)?;
        let file = fs::OpenOptions::new().append(true).create(true).open(&path).map_err(failed)?;
        let line = crate::base::text::harmless(line).replace('\n', " ");
        (&file).write_all(format!("{now}  {line}\n").as_bytes()).map_err(failed)
    }
}

/// Makes the folder, its owner's alone, if there is none.
///
/// # Errors
/// If it lies inside a campaign or cannot be made.
pub fn make(root: &Path) -> Result<(), Problem> {
    world::make_private_folder(root)
}

fn existing(root: &Path) -> Result<PathBuf, Problem> {
    world::outside_campaigns(&root.join(CONFIG))?;
    if root.join(CONFIG).is_file() {
        // From here on no part of a path in it is a link.
        let failed =
            |e| Problem::failed(format!("cannot open: {}", world::why(&e))).at(root.display());
        return fs::canonicalize(root).map_err(failed);
    }
    Err(Problem::usage("there is no post.yaml in this directory")
        .at(root.display())
        .hint("write one as docs/post.md shows, or give the directory that has it with --post DIR"))
}

/// When it arrived, then what it is: `20260701T180000Z-4f0c9a12bd34ee01.eml`.
fn name(raw: &[u8], arrived: Time) -> String {
    let time = arrived.to_string().replace([':', '-'], "");
    format!("{time}-{}.eml", hex::encode(&Sha256::digest(raw)[..8]))
}

/// What the name of a mail begins with that arrived then: `20260312T180000Z`.
pub fn stamped(arrived: Time) -> String {
    arrived.to_string().replace(['-', ':'], "")
}

/// When a mail arrived, by its name.
pub fn arrived(name: &str) -> Option<Time> {
    let (date, rest) = name.split_at_checked(8)?;
    let (time, _) = rest.strip_prefix('T')?.split_at_checked(6)?;
    let part = |text: &str, from: usize, to: usize| text.get(from..to).map(ToOwned::to_owned);
    let (year, month, day) = (part(date, 0, 4)?, part(date, 4, 6)?, part(date, 6, 8)?);
    let (hour, minute, second) = (part(time, 0, 2)?, part(time, 2, 4)?, part(time, 4, 6)?);
    format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z").parse().ok()
}

#[cfg(unix)]
fn sync(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_in_keeps_its_time() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(CONFIG), "x").unwrap();
        let post = Postbox::open(folder.path(), 0).unwrap();
        let times = ["2026-07-01T18:00:00Z", "2026-06-30T23:59:59Z"];
        for (text, time) in ["b", "a"].iter().zip(times) {
            post.keep(text.as_bytes(), time.parse().unwrap()).unwrap();
            post.keep(text.as_bytes(), time.parse().unwrap()).unwrap();
        }
        let all = post.incoming().unwrap();
        let read = |mail: &Incoming| (mail.content.read().unwrap(), mail.arrived.to_string());
        let told: Vec<_> = all.iter().map(read).collect();
        let expected = [(b"a".to_vec(), times[1].to_owned()), (b"b".to_vec(), times[0].to_owned())];
        assert_eq!(told, expected);
        post.taken(&[all[0].name.clone()]).unwrap();
        assert_eq!(post.incoming().unwrap().len(), 1);
    }

    #[test]
    fn what_waits_is_sent_once() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Postbox::open(folder.path(), 0).is_err());
        fs::write(folder.path().join(CONFIG), "x").unwrap();
        let post = Postbox::open(folder.path(), 0).unwrap();
        post.put("a", b"mail").unwrap();
        assert_eq!(post.waiting().unwrap(), ["a"]);
        assert!(!post.was_sent("a").unwrap());
        post.sent("a").unwrap();
        assert!(post.was_sent("a").unwrap() && post.waiting().unwrap().is_empty());
        let now = "2026-07-01T18:00:00Z".parse().unwrap();
        post.log(now, "a\n\u{1b}b").unwrap();
        let log = fs::read_to_string(folder.path().join("log/2026-07.txt")).unwrap();
        assert_eq!(log, "2026-07-01T18:00:00Z  a \\u{1b}b\n");
    }
}

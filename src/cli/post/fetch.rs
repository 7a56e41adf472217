//! Mail fetched from where it arrives, into the post: kept before anybody looks at it.

use std::collections::BTreeSet;
use std::path::Path;

use super::notes::{Fetched, Notes};
use super::secret;
use crate::base::{Digest, Problem, Time};
use crate::campaign::Postbox;
use crate::campaign::mailbox::{self, Found, Kind};
use crate::cli::incoming::came;
use crate::post::config::{Config, Imap, Source};
use crate::post::door::imap::{Mailbox, Mark};

/// Messages that are fetched from a server at once: the next time goes on.
const MOST: usize = 200;

/// What fetching came to.
#[derive(Debug, Default)]
pub(super) struct Problems {
    /// Sources that failed; they are tried again.
    pub(super) failed: Vec<Problem>,
    /// Single messages that cannot be read, and are left.
    pub(super) unread: Vec<Problem>,
}

impl Source {
    /// What it is called in the log.
    pub(super) fn place(&self) -> String {
        match self {
            Self::Maildir(path) | Self::Mbox(path) | Self::Folder(path) | Self::ReadOnly(path) => {
                path.display().to_string()
            }
            Self::Imap(imap) => format!("{}@{}/{}", imap.user, imap.host, imap.folder),
        }
    }
}

/// Fetches from every source. One that fails does not keep the others waiting; what failed is told.
pub(super) fn fetch(post: &Postbox, config: &Config, now: Time) -> Result<Problems, Problem> {
    let mut told = Problems::default();
    for source in &config.sources {
        let place = source.place();
        let fetched = match source {
            Source::Maildir(path) => local(post, (path, Kind::Maildir, true), &place),
            Source::Folder(path) => local(post, (path, Kind::Folder, true), &place),
            Source::ReadOnly(path) => local(post, (path, Kind::Folder, false), &place),
            Source::Mbox(path) => file(post, path, &place),
            Source::Imap(imap) => remote(post, imap, &place, now).map(|()| Vec::new()),
        };
        match fetched {
            Ok(unread) => told.unread.extend(unread),
            Err(problem) => {
                post.log(now, &format!("{place}: {}", problem.what))?;
                told.failed.push(problem);
            }
        }
    }
    Ok(told)
}

/// Messages of a folder. They are moved aside once they are kept, if that is wanted; one that stays where it
/// is, for whatever reason, is known by its content.
fn local(
    post: &Postbox,
    (path, kind, moves): (&Path, Kind, bool),
    place: &str,
) -> Result<Vec<Problem>, Problem> {
    let Found { messages, mut unread, .. } = mailbox::look(path, kind, None)?;
    let mut notes = Notes::read(post)?;
    let (known, mut stays) = (notes.seen.remove(place).unwrap_or_default(), BTreeSet::new());
    for mail in messages {
        let bytes = match mail.content.read() {
            Ok(bytes) => bytes,
            Err(problem) => {
                unread.push(problem);
                continue;
            }
        };
        let digest = Digest::of(&bytes);
        if !known.contains(&digest) && !stays.contains(&digest) {
            post.keep(&bytes, mail.arrived)?;
        }
        match moves.then(|| mailbox::taken(path, kind, &[mail.name])) {
            Some(Ok(())) => {}
            Some(Err(problem)) => {
                unread.push(problem);
                stays.insert(digest);
            }
            None => {
                stays.insert(digest);
            }
        }
    }
    if stays != known {
        notes.seen.extend((!stays.is_empty()).then(|| (place.to_owned(), stays)));
        notes.write(post)?;
    }
    Ok(unread)
}

/// Messages of one file, from where it was left.
fn file(post: &Postbox, path: &Path, place: &str) -> Result<Vec<Problem>, Problem> {
    let mut notes = Notes::read(post)?;
    let found = mailbox::look(path, Kind::Mbox, notes.left.get(place).copied())?;
    for mail in found.messages {
        let mail = came(Kind::Mbox, mail);
        post.keep(&mail.content.read()?, mail.arrived)?;
    }
    notes.left.extend(found.left.map(|left| (place.to_owned(), left)));
    notes.write(post)?;
    Ok(found.unread)
}

fn open(imap: &Imap) -> Result<Mailbox, Problem> {
    let password = secret::password(&imap.password)?;
    let authority = secret::authority(imap.authority.as_deref())?;
    Mailbox::open(imap, &password, authority.as_deref())
}

fn remote(post: &Postbox, imap: &Imap, place: &str, now: Time) -> Result<(), Problem> {
    let mut notes = Notes::read(post)?;
    let known = notes.fetched.iter().find(|fetched| fetched.mailbox == place);
    let mark = known.map_or_else(Mark::default, |f| Mark { validity: f.validity, last: f.last });
    let mut mailbox = open(imap)?;
    let mark = mailbox.fetch(mark, MOST, |mail| {
        let arrived = mail.arrived.and_then(|time| Time::from_mail(&time));
        post.keep(&mail.bytes, arrived.map_or(now, |time| time.min(now)))
    })?;
    notes.fetched.retain(|fetched| fetched.mailbox != place);
    let Mark { validity, last } = mark;
    notes.fetched.push(Fetched { mailbox: place.to_owned(), validity, last });
    notes.write(post)?;
    mailbox.close();
    Ok(())
}

/// What can be said of a source without taking anything from it.
pub(super) fn look(source: &Source) -> Result<String, Problem> {
    let place = source.place();
    let waiting = |path: &Path, kind| {
        let found = mailbox::look(path, kind, None)?;
        Ok(format!("{place}: {} waiting", found.messages.len()))
    };
    match source {
        Source::Maildir(path) => waiting(path, Kind::Maildir),
        Source::Folder(path) | Source::ReadOnly(path) => waiting(path, Kind::Folder),
        Source::Mbox(path) => waiting(path, Kind::Mbox),
        Source::Imap(imap) => {
            open(imap)?.close();
            Ok(format!("{place}: the server lets us in"))
        }
    }
}

/// Waits for mail on the first server.
pub(super) fn idle(config: &Config, seconds: u32) -> Result<(), Problem> {
    let imap = config.sources.iter().find_map(|source| match source {
        Source::Imap(imap) => Some(imap),
        Source::Maildir(_) | Source::Mbox(_) | Source::Folder(_) | Source::ReadOnly(_) => None,
    });
    let imap = imap.ok_or_else(|| {
        Problem::usage("post.yaml names no mailbox on a server").hint("call `adjutant run` instead")
    })?;
    let mut mailbox = open(imap)?;
    let came = mailbox.wait(seconds)?;
    mailbox.close();
    if came { Ok(()) } else { Err(Problem::nothing("no mail came")) }
}

//! Mail fetched from where it arrives, into the post: kept before anybody looks at it.

use std::path::Path;

use super::notes::{Fetched, Notes};
use super::secret;
use crate::base::{Problem, Time};
use crate::campaign::{Postbox, mailbox};
use crate::cli::incoming::came;
use crate::post::config::{Config, Imap, Source};
use crate::post::door::imap::{Mailbox, Mark};

/// Messages that are fetched from a server at once: the next time goes on.
const MOST: usize = 200;

impl Source {
    /// What it is called in the log.
    pub(super) fn place(&self) -> String {
        match self {
            Self::Maildir(path) | Self::Mbox(path) | Self::Folder(path) => {
                path.display().to_string()
            }
            Self::Imap(imap) => format!("{}@{}/{}", imap.user, imap.host, imap.folder),
        }
    }
}

/// Fetches from every source. One that fails does not keep the others waiting; what failed is told.
pub(in crate::cli) fn fetch(
    post: &Postbox,
    config: &Config,
    now: Time,
) -> Result<Vec<Problem>, Problem> {
    let mut failed = Vec::new();
    for source in &config.sources {
        let fetched = match source {
            Source::Maildir(path) | Source::Mbox(path) | Source::Folder(path) => local(post, path),
            Source::Imap(imap) => remote(post, imap, &source.place(), now),
        };
        if let Err(problem) = fetched {
            post.log(now, &format!("{}: {}", source.place(), problem.what))?;
            failed.push(problem);
        }
    }
    Ok(failed)
}

fn local(post: &Postbox, path: &Path) -> Result<(), Problem> {
    let (kind, all) = mailbox::incoming(path)?;
    for mail in all {
        let mail = came(kind, mail);
        post.keep(&mail.bytes, mail.arrived)?;
        mailbox::taken(path, &[mail.name])?;
    }
    Ok(())
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
    let (all, mark) = mailbox.fetch(mark, MOST)?;
    for mail in all {
        let arrived = mail.arrived.and_then(|time| Time::from_mail(&time));
        post.keep(&mail.bytes, arrived.map_or(now, |time| time.min(now)))?;
    }
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
    match source {
        Source::Maildir(path) | Source::Mbox(path) | Source::Folder(path) => {
            let (_, all) = mailbox::incoming(path)?;
            Ok(format!("{place}: {} waiting", all.len()))
        }
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
        Source::Maildir(_) | Source::Mbox(_) | Source::Folder(_) => None,
    });
    let imap = imap.ok_or_else(|| {
        Problem::usage("no mailbox on a server is in post.yaml").hint("call `adjutant run` instead")
    })?;
    let mut mailbox = open(imap)?;
    let came = mailbox.wait(seconds)?;
    mailbox.close();
    if came { Ok(()) } else { Err(Problem::nothing("no mail came")) }
}

//! A directory outside a campaign that is written and updated as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use super::{Store, world};
use crate::base::{Digest, Problem};

/// The list of the files that are ours; a directory that has it may be updated.
const LIST: &str = ".adjutant-site";

/// What pages were made of: lines of a path, the digest of that, and the digest of the page.
const MADE: &str = ".adjutant-made";

/// Bytes of a page that holds a whole program, at most.
const LARGE: u64 = 64 << 20;

/// What may already be in a directory that becomes ours: a repository's own files.
const NOT_OURS: &[&str] = &[".git", ".gitattributes", ".gitignore"];

/// Writes files, by their paths, into a directory that is new, empty, or was written so before.
/// Files of an earlier time that are no longer wanted are removed. What others put there stays.
///
/// # Errors
/// If the directory is somebody else's, one of the files is, or the disk refuses.
pub fn publish(root: &Path, files: &BTreeMap<String, String>) -> Result<(), Problem> {
    let before = ours(root)?;
    let foreign = |path: &&String| {
        let full = root.join(path);
        // A link in place of a folder of ours leads into somebody else's.
        let linked = full.parent().is_some_and(|folder| folder != root && folder.is_symlink());
        linked || (!before.contains(*path) && full.symlink_metadata().is_ok())
    };
    if let Some(path) = files.keys().find(foreign) {
        return Err(Problem::usage("this file is not part of a site and is not overwritten")
            .at(root.join(path).display())
            .hint("move it away, or give another directory"));
    }
    // First everything that may be ours, so that what a killed command leaves can be made anew.
    let all = before.iter().chain(files.keys()).map(String::as_str).collect();
    let store = Store::at(root);
    write_list(&store, all)?;
    for (path, text) in files {
        renew(&store, path, text)?;
    }
    for path in before.iter().filter(|path| !files.contains_key(*path)) {
        let full = root.join(path);
        match fs::remove_file(&full) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(failed(&full, &e)),
            _ => {}
        }
    }
    write_list(&store, files.keys().map(String::as_str).collect())
}

fn write_list(store: &Store, paths: BTreeSet<&str>) -> Result<(), Problem> {
    let lines: String = paths.into_iter().flat_map(|path| [path, "\n"]).collect();
    renew(store, LIST, &lines)?;
    store.settle()
}

/// Writes a file unless it says this already: most pages of a site stay as they were, and to write one takes
/// longer than to read it.
fn renew(store: &Store, path: &str, text: &str) -> Result<(), Problem> {
    let same = store.read(path).is_ok_and(|before| before.as_deref() == Some(text.as_bytes()));
    if same { Ok(()) } else { store.put(path, text.as_bytes()) }
}

/// Pages that stand in a directory, so that one need not be made again that would be the same.
#[derive(Debug)]
pub struct Standing {
    store: Store,
    /// Of each page what it was made of, and its own digest.
    pages: BTreeMap<String, (Digest, Digest)>,
}

impl Standing {
    /// A file that was written there before and is there still.
    pub fn file(&self, path: &str) -> Option<String> {
        let list = self.store.read(LIST).ok()??;
        let ours = String::from_utf8_lossy(&list).lines().any(|own| own == path);
        String::from_utf8(self.store.read(path).ok().flatten().filter(|_| ours)?).ok()
    }

    /// The pages of a directory that was written before; none in any other.
    pub fn at(root: &Path) -> Self {
        let store = Store::at(root);
        let list = store.read(MADE).ok().flatten().unwrap_or_default();
        let line = |line: &str| {
            let mut words = line.split(' ');
            let path = words.next().filter(|path| is_page(path))?;
            let mut digest = || words.next()?.parse::<Digest>().ok();
            Some((path.to_owned(), (digest()?, digest()?)))
        };
        let pages = String::from_utf8_lossy(&list).lines().filter_map(line).collect();
        Self { store, pages }
    }

    /// A page that was made of this, and that nobody changed since.
    pub fn page(&self, path: &str, of: &Digest) -> Option<String> {
        let (_, own) = self.pages.get(path).filter(|(made_of, _)| made_of == of)?;
        let text = self.store.read(path).ok()??;
        (Digest::of(&text) == *own).then(|| String::from_utf8(text).ok())?
    }

    /// Notes what pages were made of that were written there.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn note(
        &self,
        files: &BTreeMap<String, String>,
        made_of: &BTreeMap<String, Digest>,
    ) -> Result<(), Problem> {
        let line = |(path, of): (&String, &Digest)| {
            let own = self.pages.get(path).filter(|(before, _)| before == of);
            let own = match own {
                Some((_, own)) => *own,
                None => Digest::of(files.get(path)?.as_bytes()),
            };
            Some(format!("{path} {of} {own}\n"))
        };
        let lines: String = made_of.iter().filter_map(line).collect();
        renew(&self.store, MADE, &lines)?;
        self.store.settle()
    }
}

/// The files there that are ours; none in a directory that is new or empty.
fn ours(root: &Path) -> Result<BTreeSet<String>, Problem> {
    let entries = match fs::read_dir(root) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(e) => return Err(failed(root, &e)),
    };
    match fs::read_to_string(root.join(LIST)) {
        Ok(list) => {
            return Ok(list.lines().filter(|path| is_page(path)).map(str::to_owned).collect());
        }
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(failed(&root.join(LIST), &e)),
        Err(_) => {}
    }
    for entry in entries {
        let name = entry.map_err(|e| failed(root, &e))?.file_name();
        if !NOT_OURS.iter().any(|known| name == **known) {
            return Err(Problem::usage("the directory is not empty")
                .at(root.display())
                .hint("give a new directory, or one that this command wrote"));
        }
    }
    Ok(BTreeSet::new())
}

/// True for a path that can only lead to a file of a site: a list may be anybody's work.
fn is_page(path: &str) -> bool {
    let plain = |part: &str| {
        let letters = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        !part.is_empty() && !part.starts_with("..") && part.chars().all(letters)
    };
    let ours = [".html", ".xml", ".ics", ".json", ".age"]
        .iter()
        .any(|end| path.strip_suffix(end).is_some());
    path.split('/').all(plain) && (ours || path.rsplit('/').next() == Some(".nojekyll"))
}

fn failed(path: &Path, error: &io::Error) -> Problem {
    Problem::failed(format!("cannot write the site: {}", world::why(&error))).at(path.display())
}

/// The bytes of a page to be published, or of a part of one: no other file that is given is that large.
///
/// # Errors
/// If it cannot be read or is too large.
pub fn large(path: &Path) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path);
    let read = file.and_then(|file| file.take(LARGE + 1).read_to_end(&mut bytes));
    read.map_err(|e| world::unread(path, &e))?;
    if bytes.len() as u64 > LARGE {
        return Err(Problem::refused("the file is larger than 64 MiB").at(path.display()));
    }
    Ok(bytes)
}

/// Removes a directory in which a campaign was being founded when the command was killed: of a campaign itself
/// nothing is touched.
///
/// # Errors
/// If it is a link, or the disk refuses.
pub fn clear_unfounded(root: &Path) -> Result<(), Problem> {
    if root.is_symlink() {
        return Err(Problem::refused("this is a link").at(root.display()).hint("remove it"));
    }
    if !root.is_dir() || world::is_campaign(root) {
        return Ok(());
    }
    fs::remove_dir_all(root).map_err(|e| {
        Problem::failed(format!("cannot remove: {}", world::why(&e))).at(root.display())
    })
}

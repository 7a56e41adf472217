//! Files that appear whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::carrier::{Access, Carrier, Hold};
use super::directory::{Directory, failed};
use super::objects::Campaigns;
use super::{layout, world};
use crate::base::{Kind, Problem};

/// What the URL of a directory begins with.
const FILE: &str = "file://";

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
    /// True for the URL of a place in an object store.
    pub fn is_far(place: &Path) -> bool {
        place.to_str().is_some_and(|url| is_url(url) && !url.starts_with(FILE))
    }

    /// The campaign in this directory or an enclosing one, or with this URL.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(from: &Path) -> Result<Self, Problem> {
        if let Some((campaigns, name)) = remote(from)? {
            let store = Self::among(&campaigns, &name)?;
            store.carrier.refresh()?;
            return Ok(store);
        }
        let from = local(from);
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
        if let Some((campaigns, name)) = remote(root)? {
            return Self::vacant_among(&campaigns, &name);
        }
        Self::vacant(root)?;
        let root = local(root);
        fs::create_dir_all(root).map_err(|e| failed(root, "cannot create", &e))?;
        Ok(Self::at(root))
    }

    /// Checks that a directory is free for a new campaign.
    ///
    /// # Errors
    /// If it exists and is not empty.
    pub fn vacant(root: &Path) -> Result<(), Problem> {
        if let Some((campaigns, name)) = remote(root)? {
            return campaigns.vacant(&name).map(drop);
        }
        let root = local(root);
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

    /// A campaign in an object store as its index tells it, which can be behind: enough for who writes, as they
    /// notice, and one request.
    ///
    /// # Errors
    /// If there is none, or the store does not answer.
    pub fn among(campaigns: &Campaigns, name: &str) -> Result<Self, Problem> {
        let (root, bundles) = campaigns.found(name)?;
        Ok(Self::on(&root, Arc::new(bundles)))
    }

    /// The place in an object store of a campaign that is to be made.
    ///
    /// # Errors
    /// If there is one of this name.
    pub fn vacant_among(campaigns: &Campaigns, name: &str) -> Result<Self, Problem> {
        let (root, bundles) = campaigns.vacant(name)?;
        Ok(Self::on(&root, Arc::new(bundles)))
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

    /// All files will be read: a place that is far away gets them at once.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn expect_all(&self) -> Result<(), Problem> {
        self.carrier.expect_all()
    }

    /// How often something was written, where the place counts it; else 0.
    pub fn newest(&self) -> u32 {
        self.carrier.newest()
    }

    /// Copies all files to an empty place. It is a campaign once all of them are there.
    ///
    /// # Errors
    /// If one cannot be read or written.
    pub fn copy_to(&self, to: &Self) -> Result<(), Problem> {
        self.expect_all()?;
        to.begin();
        let (first, others): (Vec<String>, Vec<String>) =
            self.carrier.paths()?.into_iter().partition(|path| path == layout::GENESIS);
        for path in &others {
            // One that begins with a position tells all its secrets.
            let access = if path == layout::SCENARIO { Access::Owner } else { Access::Anyone };
            to.may_write(path)?;
            to.carrier.put(path, &self.need(path)?, access)?;
        }
        to.settle()?;
        for path in &first {
            to.put(path, &self.need(path)?)?;
        }
        to.settle()?;
        to.end()?;
        to.settle()
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

/// The campaigns of which a URL names one, and its name; none if it is a path.
fn remote(place: &Path) -> Result<Option<(Campaigns, String)>, Problem> {
    let Some(url) = place.to_str().filter(|_| Store::is_far(place)) else { return Ok(None) };
    let Some((above, name)) =
        url.trim_end_matches('/').rsplit_once('/').filter(|(above, _)| !above.ends_with('/'))
    else {
        return Err(Problem::usage("this URL names no campaign")
            .at(url)
            .hint("expected s3://BUCKET/PATH/CAMPAIGN"));
    };
    Ok(Some((Campaigns::at(above)?.cached(world::cache()), name.to_owned())))
}

/// True for what is no path: `s3://…`.
fn is_url(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// The path of a directory that may be named by a URL.
fn local(place: &Path) -> &Path {
    let path = place.to_str().and_then(|text| text.strip_prefix(FILE));
    path.map_or(place, Path::new)
}

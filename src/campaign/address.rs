//! How a campaign's place is named: a directory, or a URL in an object store.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::directory::{Directory, failed};
use super::objects::Campaigns;
use super::{Store, world};
use crate::base::{Kind, Problem};

/// What the URL of a directory begins with.
const FILE: &str = "file://";

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

    /// What was kept under a name in the user's folder for what can be worked out again, if it was.
    pub fn remembered(&self, name: &str) -> Option<Vec<u8>> {
        world::read(&self.cache()?.join(name)).ok()
    }

    /// Keeps something there. If that fails, the next command is slower, and nothing else.
    pub fn remember(&self, name: &str, bytes: &[u8]) {
        if let Some(folder) = self.cache() {
            let _ = world::write_over(&folder.join(name), bytes);
        }
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

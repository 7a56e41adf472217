//! The campaigns of a league in an object store, and what lies beside them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::bundle::{self, Files, Head};
use super::bundles::Bundles;
use super::requests::Objects;
use crate::base::Problem;

/// The format of an object with letters.
const LETTERS: &str = "letters-v1";

/// Some of all campaigns: those whose names fall to this part of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    part: u32,
    /// Of how many.
    of: u32,
}

impl Shard {
    /// All of them.
    pub const WHOLE: Self = Self { part: 0, of: 1 };

    /// A part, from 0, of so many.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(part: u32, of: u32) -> Result<Self, Problem> {
        if part < of {
            return Ok(Self { part, of });
        }
        Err(Problem::usage(format!("there is no shard {part} of {of}"))
            .hint("shards are counted from 0: of four the last is 3/4"))
    }

    /// True if a campaign of this name falls to it. It does so for ever, whatever else there is.
    pub fn has(&self, name: &str) -> bool {
        let digest = Sha256::digest(name.as_bytes());
        let number =
            digest.iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
        number % u64::from(self.of) == u64::from(self.part)
    }

    /// Its name among the objects.
    pub fn name(&self) -> String {
        format!("{}-of-{}", self.part, self.of)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let numbers = text
            .split_once('/')
            .and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        let (part, of) = numbers.ok_or_else(|| {
            Problem::usage("expected a shard such as 0/8")
                .hint("give --shard I/N, I from 0 to N - 1")
        })?;
        Self::new(part, of)
    }
}

/// A place in an object store with campaigns, an inbox and an outbox.
#[derive(Debug, Clone)]
pub struct Campaigns {
    objects: Arc<dyn Objects>,
    /// What all names begin with: empty, or with a slash at its end.
    prefix: String,
    /// What it is called.
    url: String,
    cache: Option<PathBuf>,
}

impl Campaigns {
    /// The place with this URL: `s3://BUCKET/PATH`, `az://CONTAINER/PATH` or `gs://BUCKET/PATH`.
    ///
    /// # Errors
    /// If it is none, or the credentials that the environment has do not fit.
    pub fn at(url: &str) -> Result<Self, Problem> {
        let url = url.trim_end_matches('/');
        let known = ["s3://", "az://", "gs://"].iter().find_map(|scheme| url.strip_prefix(scheme));
        let Some(rest) = known.filter(|rest| !rest.is_empty()) else {
            return Err(Problem::usage("this is not the URL of an object store")
                .at(url)
                .hint("expected s3://BUCKET/PATH, az://CONTAINER/PATH or gs://BUCKET/PATH"));
        };
        let path = rest.split_once('/').map(|(_, path)| path).filter(|path| !path.is_empty());
        let prefix = path.map_or(String::new(), |path| format!("{path}/"));
        Ok(Self { objects: opened(url)?, prefix, url: url.to_owned(), cache: None })
    }

    /// The same over objects that are at hand.
    pub fn over(objects: Arc<dyn Objects>, prefix: &str) -> Self {
        Self { objects, prefix: prefix.to_owned(), url: "memory:".to_owned(), cache: None }
    }

    /// The same, with a folder of the user's own for what was read.
    #[must_use]
    pub fn cached(self, cache: Option<PathBuf>) -> Self {
        Self { cache, ..self }
    }

    /// The objects themselves.
    pub fn objects(&self) -> &dyn Objects {
        &*self.objects
    }

    /// The place of a campaign as its index tells it, and what it is called.
    pub(in crate::campaign) fn found(&self, name: &str) -> Result<(PathBuf, Bundles), Problem> {
        let place = self.place(name)?;
        if place.exists() {
            return Ok((self.root(name), place));
        }
        Err(Problem::usage("there is no campaign of this name")
            .at(format!("{}/{name}", self.url))
            .hint("`adjutant league status --store URL` says how many there are"))
    }

    /// The place of a campaign that is to be made.
    pub(in crate::campaign) fn vacant(&self, name: &str) -> Result<(PathBuf, Bundles), Problem> {
        let place = self.place(name)?;
        if !place.exists() {
            return Ok((self.root(name), place));
        }
        Err(Problem::usage("there is a campaign of this name")
            .at(format!("{}/{name}", self.url))
            .hint("give another name"))
    }

    fn place(&self, name: &str) -> Result<Bundles, Problem> {
        if name.is_empty() || name.contains('/') {
            return Err(Problem::usage("this is not the name of a campaign").at(name));
        }
        Bundles::open(Arc::clone(&self.objects), (&self.prefix, name), self.cache.clone())
    }

    fn root(&self, name: &str) -> PathBuf {
        Path::new(&self.url).join(name)
    }

    /// Does something for each campaign of a shard, in the order of their names, page by page.
    ///
    /// # Errors
    /// If a page cannot be read, or what is done fails.
    pub fn each(
        &self,
        shard: Shard,
        mut what: impl FnMut(Vec<String>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        self.pages("index/", |names| {
            what(names.into_iter().filter(|name| shard.has(name)).collect())
        })
    }

    /// The pages of what lies in a folder.
    ///
    /// # Errors
    /// As [`Campaigns::each`].
    pub fn pages(
        &self,
        folder: &str,
        mut what: impl FnMut(Vec<String>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let prefix = format!("{}{folder}", self.prefix);
        self.objects.list(&prefix, &mut |keys| {
            what(
                keys.iter()
                    .filter_map(|key| key.strip_prefix(&prefix))
                    .map(str::to_owned)
                    .collect(),
            )
        })
    }

    /// An object beside the campaigns.
    ///
    /// # Errors
    /// If the store does not answer.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Problem> {
        Ok(self.objects.get(&format!("{}{path}", self.prefix))?.map(|object| object.bytes))
    }

    /// True if there is a campaign of this name.
    ///
    /// # Errors
    /// If the store does not answer.
    pub fn has(&self, name: &str) -> Result<bool, Problem> {
        if name.is_empty() || name.contains('/') {
            return Ok(false);
        }
        Ok(self.read(&format!("index/{name}"))?.is_some())
    }

    /// Puts an object beside the campaigns, over an earlier one.
    ///
    /// # Errors
    /// If the store does not answer.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Problem> {
        let key = format!("{}{path}", self.prefix);
        if self.objects.create(&key, bytes)?.is_none()
            && let Some(there) = self.objects.get(&key)?
        {
            // Whoever wrote in between is as right as we are.
            self.objects.replace(&key, bytes, &there.version)?;
        }
        Ok(())
    }

    /// Puts an object there unless there is one. True if it was.
    ///
    /// # Errors
    /// If the store does not answer.
    pub fn claim(&self, path: &str, bytes: &[u8]) -> Result<bool, Problem> {
        Ok(self.objects.create(&format!("{}{path}", self.prefix), bytes)?.is_some())
    }

    /// Removes an object.
    ///
    /// # Errors
    /// If the store does not answer.
    pub fn remove(&self, path: &str) -> Result<(), Problem> {
        self.objects.remove(&format!("{}{path}", self.prefix))
    }

    /// Lays letters in the outbox. Their name is made of what caused them, so they lie there once.
    ///
    /// # Errors
    /// If the store does not answer.
    pub fn post(&self, path: &str, letters: &Files) -> Result<(), Problem> {
        let head = Head {
            adjutant: LETTERS.to_owned(),
            number: 0,
            by: String::new(),
            before: None,
            bundles: Vec::new(),
            lies: std::collections::BTreeMap::new(),
            files: Vec::new(),
        };
        self.claim(path, &bundle::write(head, letters)).map(drop)
    }

    /// Letters from the outbox.
    ///
    /// # Errors
    /// If the object is none of letters.
    pub fn letters(bytes: &[u8]) -> Result<Files, Problem> {
        Ok(bundle::read(bytes, LETTERS)?.1)
    }
}

#[cfg(feature = "store")]
fn opened(url: &str) -> Result<Arc<dyn Objects>, Problem> {
    Ok(Arc::new(super::cloud::Cloud::at(url)?))
}

#[cfg(not(feature = "store"))]
fn opened(url: &str) -> Result<Arc<dyn Objects>, Problem> {
    Err(Problem::usage("this program was built without object stores")
        .at(url)
        .hint("build it with `cargo build --features store`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_falls_to_one_shard() {
        let names: Vec<String> = (0..1000).map(|n| format!("pell-{n}")).collect();
        let shards: Vec<Shard> = (0..8).map(|part| Shard::new(part, 8).unwrap()).collect();
        for name in &names {
            assert_eq!(shards.iter().filter(|shard| shard.has(name)).count(), 1, "{name}");
        }
        for shard in &shards {
            let share = names.iter().filter(|name| shard.has(name)).count();
            assert!((90..=160).contains(&share), "{shard}: {share}");
        }
        // `printf pell-0 | sha256sum` begins with 083884eaee25eaa0, a multiple of eight.
        assert!(shards[0].has("pell-0"));
        assert!("8/8".parse::<Shard>().is_err());
        assert!("1".parse::<Shard>().is_err());
        assert_eq!("1/8".parse::<Shard>().unwrap().to_string(), "1/8");
    }
}

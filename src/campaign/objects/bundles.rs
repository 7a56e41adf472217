//! A campaign's place in an object store: a row of bundles, each made once under its number.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::bundle::{self, Files};
use super::index::{BUNDLE, Index};
use super::requests::{Object, Objects};
use crate::base::{Digest, Problem};
use crate::campaign::carrier::{Access, Carrier, Hold};
use crate::campaign::world;

/// The place of one campaign.
#[derive(Debug)]
pub(in crate::campaign) struct Bundles {
    objects: Arc<dyn Objects>,
    /// The name of the object that is the index, and what the names of the bundles begin with.
    index: String,
    row: String,
    /// A folder of the user's own for bundles that were read, by their digests.
    cache: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    index: Index,
    /// The version of the index that was read.
    version: Option<String>,
    /// Bundles that were read.
    read: BTreeMap<u32, Files>,
    /// What is to be in the next bundle.
    waiting: Files,
    /// True if the index in the store does not know the newest bundle.
    behind: bool,
    /// How often something began that has not ended.
    depth: u32,
    /// Somebody else went on: what was read here is old, and nothing follows from it any more.
    overtaken: bool,
}

impl Bundles {
    /// The place of a campaign of this name, under a prefix, as its index tells it. The index can be behind: who
    /// writes notices.
    pub(in crate::campaign) fn open(
        objects: Arc<dyn Objects>,
        (prefix, name): (&str, &str),
        cache: Option<PathBuf>,
    ) -> Result<Self, Problem> {
        let (index, row) = (format!("{prefix}index/{name}"), format!("{prefix}bundles/{name}/"));
        let place = Self { objects, index, row, cache, state: Mutex::default() };
        let mut held = place.state();
        let state = &mut *held;
        match place.objects.get(&place.index)? {
            None => place.catch_up(state)?,
            Some(Object { bytes, version }) => {
                state.version = Some(version);
                match Index::read(&bytes) {
                    Ok(index) => state.index = index,
                    // It says nothing that the bundles do not say.
                    Err(_) => place.catch_up(state)?,
                }
            }
        }
        drop(held);
        Ok(place)
    }

    /// True if there is anything.
    pub(in crate::campaign) fn exists(&self) -> bool {
        self.state().index.newest() > 0
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn key(&self, number: u32) -> String {
        format!("{}{number:08}", self.row)
    }

    fn catch_up(&self, state: &mut State) -> Result<(), Problem> {
        loop {
            let key = self.key(state.index.newest() + 1);
            let Some(next) = self.objects.get(&key)? else { return Ok(()) };
            let files = state.index.push(&next.bytes).map_err(|p| p.at(key))?;
            state.read.insert(state.index.newest(), files);
            state.behind = true;
        }
    }

    /// Nothing depends on the index, so nothing is said if it cannot be written.
    fn write_index(&self, state: &mut State) {
        if std::mem::take(&mut state.behind) {
            let bytes = state.index.write();
            let written = match &state.version {
                Some(version) => self.objects.replace(&self.index, &bytes, version),
                None => self.objects.create(&self.index, &bytes),
            };
            state.version = written.ok().flatten();
        }
    }

    /// Makes the next bundle of what waits.
    fn commit(&self, state: &mut State) -> Result<(), Problem> {
        if state.waiting.is_empty() || state.depth > 0 {
            return Ok(());
        }
        let over: Vec<(String, u32)> =
            state.index.taken_over().map(|(path, n)| (path.to_owned(), n)).collect();
        let mut files = std::mem::take(&mut state.waiting);
        for (path, number) in over {
            if let Entry::Vacant(place) = files.entry(path) {
                let bytes = self.file(state, place.key(), number)?;
                place.insert(bytes);
            }
        }
        let by = hex::encode(world::entropy::<16>()?);
        let bytes = state.index.next(&files, by);
        let key = self.key(state.index.newest() + 1);
        let made = self.objects.create(&key, &bytes);
        if !matches!(made, Ok(Some(_))) {
            // Of an error nobody knows whether it came before or after; the bundle that is there tells.
            match (self.objects.get(&key), made) {
                (Ok(Some(there)), _) if there.bytes == bytes => {}
                (Ok(Some(_)), _) => {
                    state.overtaken = true;
                    // The next command begins with what is there.
                    if self.catch_up(state).is_ok() {
                        self.write_index(state);
                    }
                    return Err(overtaken());
                }
                (Ok(None), Err(problem)) | (Err(problem), _) => {
                    state.overtaken = true;
                    return Err(problem);
                }
                (Ok(None), Ok(_)) => {
                    state.overtaken = true;
                    return Err(Problem::failed("the bundle vanished").at(key));
                }
            }
        }
        let files = state.index.push(&bytes)?;
        state.read.insert(state.index.newest(), files);
        state.behind = true;
        Ok(())
    }

    /// A file of a bundle.
    fn file(&self, state: &mut State, path: &str, number: u32) -> Result<Vec<u8>, Problem> {
        if let Some(bytes) = state.index.kept.get(path) {
            return Ok(bytes.clone());
        }
        self.gather(state, &[number].into())?;
        let missing = || Problem::refused("the file is not in its bundle").at(path);
        state.read[&number].get(path).cloned().ok_or_else(missing)
    }

    /// Reads bundles, as far as possible at once.
    fn gather(&self, state: &mut State, numbers: &BTreeSet<u32>) -> Result<(), Problem> {
        let mut missing: Vec<u32> =
            numbers.iter().copied().filter(|n| !state.read.contains_key(n)).collect();
        missing.retain(|number| match self.cached(&state.index, *number) {
            Some(files) => state.read.insert(*number, files).is_some(),
            None => true,
        });
        let keys: Vec<String> = missing.iter().map(|number| self.key(*number)).collect();
        for ((number, key), object) in missing.iter().zip(&keys).zip(self.objects.get_all(&keys)?) {
            let refused = |what: &str| Problem::refused(what).at(key);
            let object = object
                .ok_or_else(|| refused("the bundle is missing").hint("restore it from a backup"))?;
            let digest = digest(&state.index, *number);
            if Some(Digest::of(&object.bytes)) != digest {
                return Err(refused("the bundle is not the one that was written"));
            }
            let (_, files) = bundle::read(&object.bytes, BUNDLE).map_err(|p| p.at(key))?;
            state.read.insert(*number, files);
            if let (Some(folder), Some(digest)) = (&self.cache, digest) {
                // Without a cache the next command is slower, and nothing else.
                let _ = world::write_over(&folder.join(format!("{digest}.bundle")), &object.bytes);
            }
        }
        Ok(())
    }

    /// A bundle as this user's programs read it before; it counts only if its digest is the one.
    fn cached(&self, index: &Index, number: u32) -> Option<Files> {
        let digest = digest(index, number)?;
        let path = self.cache.as_ref()?.join(format!("{digest}.bundle"));
        let bytes = world::read(&path).ok().filter(|bytes| Digest::of(bytes) == digest)?;
        Some(bundle::read(&bytes, BUNDLE).ok()?.1)
    }

    fn put_in(&self, path: &str, bytes: &[u8]) -> Result<(), Problem> {
        let state = &mut *self.state();
        if state.overtaken {
            return Err(overtaken());
        }
        state.waiting.insert(path.to_owned(), bytes.to_owned());
        Ok(())
    }
}

fn digest(index: &Index, number: u32) -> Option<Digest> {
    index.bundles.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

fn overtaken() -> Problem {
    Problem::busy("somebody else went on with this campaign meanwhile; nothing was written")
        .hint("run the command again")
}

impl Carrier for Bundles {
    /// Whoever else writes is noticed when the next bundle is made.
    fn lock(&self) -> Result<Hold, Problem> {
        Ok(None)
    }

    fn sweep(&self) -> Result<(), Problem> {
        Ok(())
    }

    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Problem> {
        let state = &mut *self.state();
        if let Some(bytes) = state.waiting.get(path) {
            return Ok(Some(bytes.clone()));
        }
        let Some(number) = state.index.lies.get(path).copied() else { return Ok(None) };
        self.file(state, path, number).map(Some)
    }

    fn has(&self, path: &str) -> bool {
        let state = self.state();
        state.waiting.contains_key(path) || state.index.lies.contains_key(path)
    }

    fn list(&self, path: &str) -> Result<Vec<String>, Problem> {
        let state = self.state();
        let within = |file: &String| {
            let name = file.strip_prefix(path)?.strip_prefix('/')?;
            Some(name.to_owned()).filter(|name| !name.contains('/') && !name.starts_with('.'))
        };
        let names: BTreeSet<String> =
            state.waiting.keys().chain(state.index.lies.keys()).filter_map(within).collect();
        Ok(names.into_iter().collect())
    }

    /// Who may read an object is for the store to say.
    fn put(&self, path: &str, bytes: &[u8], _: Access) -> Result<(), Problem> {
        self.put_in(path, bytes)
    }

    fn put_new(&self, path: &str, bytes: &[u8]) -> Result<bool, Problem> {
        if self.has(path) {
            return Ok(false);
        }
        self.put_in(path, bytes).map(|()| true)
    }

    fn settle(&self) -> Result<(), Problem> {
        let state = &mut *self.state();
        self.commit(state)?;
        if state.depth == 0 {
            self.write_index(state);
        }
        Ok(())
    }

    fn begin(&self) {
        self.state().depth += 1;
    }

    fn end(&self) -> Result<(), Problem> {
        let state = &mut *self.state();
        state.depth = state.depth.saturating_sub(1);
        self.commit(state)
    }

    fn newest(&self) -> u32 {
        self.state().index.newest()
    }

    fn paths(&self) -> Result<Vec<String>, Problem> {
        let state = self.state();
        let all: BTreeSet<&String> = state.waiting.keys().chain(state.index.lies.keys()).collect();
        Ok(all.into_iter().cloned().collect())
    }

    fn refresh(&self) -> Result<(), Problem> {
        let state = &mut *self.state();
        self.catch_up(state)?;
        self.write_index(state);
        Ok(())
    }

    fn expect_all(&self) -> Result<(), Problem> {
        let state = &mut *self.state();
        let Index { lies, kept, .. } = &state.index;
        let elsewhere = lies.iter().filter(|(path, _)| !kept.contains_key(*path));
        let all: BTreeSet<u32> = elsewhere.map(|(_, number)| *number).collect();
        self.gather(state, &all)
    }
}

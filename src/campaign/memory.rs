//! A place in memory: for programs without a disk.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::carrier::{Access, Carrier, Hold};
use crate::base::Problem;

/// Files by their paths. They are gone with the program.
#[derive(Debug, Default)]
pub(super) struct Memory {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Memory {
    /// A place with these files.
    pub(super) fn holding(files: BTreeMap<String, Vec<u8>>) -> Self {
        Self { files: Mutex::new(files) }
    }

    /// The files. Each change of them is one step, so whoever panicked left them whole.
    fn files(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Carrier for Memory {
    /// Nobody else reaches it.
    fn lock(&self) -> Result<Hold, Problem> {
        Ok(None)
    }

    fn sweep(&self) -> Result<(), Problem> {
        Ok(())
    }

    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Problem> {
        Ok(self.files().get(path).cloned())
    }

    fn has(&self, path: &str) -> bool {
        self.files().contains_key(path)
    }

    fn list(&self, path: &str) -> Result<Vec<String>, Problem> {
        let inside = |file: &String| Some(file.strip_prefix(path)?.strip_prefix('/')?.to_owned());
        let names = self.files().keys().filter_map(inside).collect::<Vec<_>>();
        Ok(names.into_iter().filter(|name| !name.contains('/')).collect())
    }

    fn put(&self, path: &str, bytes: &[u8], _: Access) -> Result<(), Problem> {
        self.files().insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn put_new(&self, path: &str, bytes: &[u8]) -> Result<bool, Problem> {
        let mut files = self.files();
        let free = !files.contains_key(path);
        if free {
            files.insert(path.to_owned(), bytes.to_vec());
        }
        Ok(free)
    }

    fn settle(&self) -> Result<(), Problem> {
        Ok(())
    }

    fn paths(&self) -> Result<Vec<String>, Problem> {
        Ok(self.files().keys().cloned().collect())
    }
}

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::requests::{Object, Objects};
use crate::base::Problem;

/// Names in a page of a list, as stores have them.
const PAGE: usize = 1000;

/// An object store in memory.
#[derive(Debug, Default)]
pub struct Memory {
    objects: Mutex<(BTreeMap<String, Object>, u64)>,
}

impl Memory {
    fn objects(&self) -> MutexGuard<'_, (BTreeMap<String, Object>, u64)> {
        self.objects.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Objects for Memory {
    fn get(&self, key: &str) -> Result<Option<Object>, Problem> {
        Ok(self.objects().0.get(key).cloned())
    }

    fn create(&self, key: &str, bytes: &[u8]) -> Result<Option<String>, Problem> {
        let mut all = self.objects();
        if all.0.contains_key(key) {
            return Ok(None);
        }
        all.1 += 1;
        let version = all.1.to_string();
        let object = Object { bytes: bytes.to_owned(), version: version.clone() };
        all.0.insert(key.to_owned(), object);
        Ok(Some(version))
    }

    fn replace(&self, key: &str, bytes: &[u8], version: &str) -> Result<Option<String>, Problem> {
        let mut all = self.objects();
        all.1 += 1;
        let new = all.1.to_string();
        match all.0.get_mut(key).filter(|object| object.version == version) {
            Some(object) => {
                *object = Object { bytes: bytes.to_owned(), version: new.clone() };
                Ok(Some(new))
            }
            None => Ok(None),
        }
    }

    fn list(
        &self,
        prefix: &str,
        page: &mut dyn FnMut(Vec<String>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let names: Vec<String> = self.objects().0.keys().cloned().collect();
        let found: Vec<String> =
            names.into_iter().filter(|name| name.starts_with(prefix)).collect();
        found.chunks(PAGE).try_for_each(|names| page(names.to_owned()))
    }

    fn remove(&self, key: &str) -> Result<(), Problem> {
        self.objects().0.remove(key);
        Ok(())
    }
}

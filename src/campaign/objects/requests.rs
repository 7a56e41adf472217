//! What is asked of an object store.

use std::fmt::Debug;

use crate::base::Problem;

/// An object, and the version of it that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// What is in it.
    pub bytes: Vec<u8>,
    /// What an object store calls this version.
    pub version: String,
}

/// What is asked of an object store: five kinds of request, each of which happens at one moment or not at all. Whoever
/// gets an error does not know which: an answer can be lost.
pub trait Objects: Debug + Send + Sync {
    /// An object; `None` if there is none.
    ///
    /// # Errors
    /// If there is no answer, or the store refuses.
    fn get(&self, key: &str) -> Result<Option<Object>, Problem>;

    /// Several objects, in their order, as far as possible at once.
    ///
    /// # Errors
    /// As [`Objects::get`].
    fn get_all(&self, keys: &[String]) -> Result<Vec<Option<Object>>, Problem> {
        keys.iter().map(|key| self.get(key)).collect()
    }

    /// Makes an object; its version. `None` if there is one of that name: it stands.
    ///
    /// # Errors
    /// If there is no answer, or the store refuses.
    fn create(&self, key: &str, bytes: &[u8]) -> Result<Option<String>, Problem>;

    /// Replaces an object if it still has this version; the new version. `None` if it has another.
    ///
    /// # Errors
    /// If there is no answer, or the store refuses.
    fn replace(&self, key: &str, bytes: &[u8], version: &str) -> Result<Option<String>, Problem>;

    /// The names that begin with a prefix, which ends with a slash, page by page.
    ///
    /// # Errors
    /// If there is no answer, the store refuses, or whoever gets a page does.
    fn list(
        &self,
        prefix: &str,
        page: &mut dyn FnMut(Vec<String>) -> Result<(), Problem>,
    ) -> Result<(), Problem>;

    /// Removes an object, if there is one.
    ///
    /// # Errors
    /// If there is no answer, or the store refuses.
    fn remove(&self, key: &str) -> Result<(), Problem>;
}

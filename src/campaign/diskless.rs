//! Campaigns where there is no disk.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::Store;
use super::memory::Memory;

impl Store {
    /// A place in memory with these files, by their paths.
    pub fn holding(files: BTreeMap<String, Vec<u8>>) -> Self {
        Self::on(Path::new("memory"), Arc::new(Memory::holding(files)))
    }
}

/// Where there is no disk, nothing is kept.
#[cfg(target_family = "wasm")]
impl Store {
    /// Nothing.
    pub fn remembered(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    /// Keeps nothing.
    pub fn remember(&self, _: &str, _: &[u8]) {}
}

#[cfg(test)]
mod tests {
    use crate::campaign::Store;

    #[test]
    fn what_is_put_is_there_and_a_file_that_counts_is_put_once() {
        let store = Store::holding([("ledger/0000.yaml".to_owned(), b"first".to_vec())].into());
        store.write("ledger/0001.yaml", b"second").unwrap();
        store.write("cycles/0001/public.md", b"report").unwrap();
        assert_eq!(store.list("ledger").unwrap(), ["0000.yaml", "0001.yaml"]);
        assert_eq!(store.list("cycles").unwrap(), Vec::<String>::new());
        assert!(!store.put_new("ledger/0001.yaml", b"another").unwrap());
        assert_eq!(store.need("ledger/0001.yaml").unwrap(), b"second");
        assert_eq!(store.read("ledger/0002.yaml").unwrap(), None);
        assert_eq!(store.again().need("ledger/0000.yaml").unwrap(), b"first");
    }
}

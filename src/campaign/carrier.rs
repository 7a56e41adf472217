//! What a campaign asks of the place it lies in.

use std::fmt::Debug;
use std::fs::File;

use crate::base::Problem;

/// The largest file that is read: 32 MiB.
pub(super) const LARGEST: u64 = 32 * 1024 * 1024;

/// Who may read a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Anyone who reaches the place, as with nearly all that is in a campaign.
    Anyone,
    /// Its owner alone.
    Owner,
}

/// What holds a place for one writer, until it is dropped: a locked file, or nothing where two writers are safe
/// without.
pub(super) type Hold = Option<File>;

/// A place with files. Paths are relative to it. A file appears whole or not at all.
pub(super) trait Carrier: Debug + Send + Sync {
    /// Holds the place for writing.
    ///
    /// # Errors
    /// If another process holds it.
    fn lock(&self) -> Result<Hold, Problem>;

    /// Removes what killed commands left half written. Only for who holds the place.
    fn sweep(&self) -> Result<(), Problem>;

    /// The bytes of a file; `None` if it does not exist.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Problem>;

    /// True if something has this name.
    fn has(&self, path: &str) -> bool;

    /// The names of the files in a directory, in order; none if it does not exist.
    fn list(&self, path: &str) -> Result<Vec<String>, Problem>;

    /// Puts a whole file in its place, over an earlier one. It may be lost until [`Carrier::settle`].
    fn put(&self, path: &str, bytes: &[u8], access: Access) -> Result<(), Problem>;

    /// The same, never over another. False if something has its name.
    fn put_new(&self, path: &str, bytes: &[u8]) -> Result<bool, Problem>;

    /// Makes sure that all that was put stays.
    fn settle(&self) -> Result<(), Problem>;

    /// From here to [`Carrier::end`] what is put stays together or not at all, where the place can do that.
    fn begin(&self) {}

    /// The end of what began; it stays from now on.
    ///
    /// # Errors
    /// If somebody else wrote meanwhile, or the place refuses: then nothing of it stays.
    fn end(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// The paths of all files, in order, but for those that are no part of what lies here.
    fn paths(&self) -> Result<Vec<String>, Problem>;

    /// Makes sure that what is read is what stands now.
    fn refresh(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// All files will be read: a place that is far away gets them at once.
    fn expect_all(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// How often something was written, where the place counts it.
    fn newest(&self) -> u32 {
        0
    }
}

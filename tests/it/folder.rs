//! Where a test keeps its files.

use std::path::Path;

use tempfile::TempDir;

/// A directory of its own for one test: in memory where there is plenty, since whole campaigns wait for
/// the disk at every step.
pub(crate) fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if suits(memory) { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a temporary directory")
}

/// True if whole campaigns fit in a directory and the scripts there may be run.
#[cfg(unix)]
fn suits(memory: &Path) -> bool {
    use rustix::fs::{StatVfsMountFlags, statvfs};
    const PLENTY: u64 = 2 << 30;
    statvfs(memory).is_ok_and(|disk| {
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        let barred = StatVfsMountFlags::NOEXEC | StatVfsMountFlags::RDONLY;
        free >= PLENTY && !disk.f_flag.intersects(barred)
    })
}

#[cfg(not(unix))]
fn suits(_: &Path) -> bool {
    false
}

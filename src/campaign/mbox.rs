//! A file of many messages (RFC 4155).

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::world;
use crate::base::Problem;

/// The messages, each with the line that begins it. Escaped `From ` lines are left to the repair of
/// packets.
pub(super) fn split(file: &[u8]) -> Vec<&[u8]> {
    let mut starts = Vec::new();
    let mut blank = true;
    let mut at = 0;
    for line in file.split_inclusive(|b| *b == b'\n') {
        if blank && line.starts_with(b"From ") {
            starts.push(at);
        }
        blank = line == b"\n" || line == b"\r\n";
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([file.len()]);
    starts.iter().zip(ends).map(|(start, end)| &file[*start..end]).collect()
}

/// A name for a message in its file, which stays when others before it are gone.
pub(super) fn name(message: &[u8]) -> String {
    hex::encode(&Sha256::digest(message)[..8])
}

/// Moves the messages of these names to a second file beside the first. Whoever delivers mail waits
/// meanwhile; what came since is kept.
pub(super) fn take_out(path: &Path, names: &[String]) -> Result<(), Problem> {
    let failed = |e: io::Error| Problem::failed(format!("cannot move: {e}")).at(path.display());
    let _lock = Lock::take(path)?;
    let file = fs::read(path).map_err(failed)?;
    let (mut kept, mut taken) = (Vec::with_capacity(file.len()), Vec::new());
    for message in split(&file) {
        let goes = names.contains(&name(message));
        if goes { &mut taken } else { &mut kept }.extend_from_slice(message);
    }
    let mut aside = fs::OpenOptions::new();
    let aside = aside.append(true).create(true).open(beside(path, "taken")).map_err(failed)?;
    (&aside).write_all(&taken).and_then(|()| aside.sync_all()).map_err(failed)?;
    world::replace(path, &kept)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

/// The lock that programs which deliver mail respect: a file `NAME.lock`.
struct Lock(PathBuf);

impl Lock {
    /// Seconds that a delivery may take.
    const WAIT: u32 = 10;

    fn take(path: &Path) -> Result<Self, Problem> {
        let lock = beside(path, "lock");
        for _ in 0..Self::WAIT * world::PAUSES_A_SECOND {
            match fs::OpenOptions::new().write(true).create_new(true).open(&lock) {
                Ok(_) => return Ok(Self(lock)),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => world::pause(),
                Err(e) => {
                    return Err(Problem::failed(format!("cannot lock: {e}")).at(lock.display()));
                }
            }
        }
        Err(Problem::busy("another program is writing to this mailbox")
            .at(path.display())
            .hint(format!("if none is, delete {}", lock.display())))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // It is ours; if it is gone, nothing is left to do.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &[u8] =
        b"From a@b Thu Jan  1 00:00:00 2026\nTo: x\n\nHi\nFrom here\n\nFrom c@d Fri\nTo: y\n\nHo\n";

    #[test]
    fn messages_begin_behind_a_blank_line() {
        let texts: Vec<_> = split(FILE).into_iter().map(String::from_utf8_lossy).collect();
        assert_eq!(texts.len(), 2);
        assert!(texts[0].ends_with("From here\n\n") && texts[1].starts_with("From c@d"));
        assert!(split(b"").is_empty());
        assert!(split(b"no mbox").is_empty());
    }

    #[test]
    fn what_is_taken_out_lies_beside_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mail");
        fs::write(&path, FILE).unwrap();
        let first = name(split(FILE)[0]);
        take_out(&path, std::slice::from_ref(&first)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), split(FILE)[1]);
        assert_eq!(fs::read(folder.path().join("mail.taken")).unwrap(), split(FILE)[0]);
        assert!(!folder.path().join("mail.lock").exists());
        take_out(&path, &[first]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), split(FILE)[1]);
    }
}

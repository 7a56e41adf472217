//! A file of many messages (RFC 4155), of any size: it is read from where it was left, a part at a time,
//! and nothing is taken out of it.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::place::Place;
use super::world;
use crate::base::{Digest, Problem};

/// Bytes before the place where a file was left that must be the same when it is read on.
const BEFORE: u64 = 4096;
/// What begins a message.
const BEGINS: &[u8] = b"From ";

/// Where a file was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Left {
    /// Bytes that were read.
    pub at: u64,
    /// The digest of the last of them: another one shows that this is another file.
    pub before: Digest,
}

/// A message in a file that is open.
#[derive(Debug, Clone)]
pub(super) struct Part {
    file: Arc<File>,
    from: u64,
    length: u64,
    /// Of what is read of it.
    digest: [u8; 32],
}

impl Part {
    /// A name for the message in its file, which stays when others before it are gone.
    pub(super) fn name(&self) -> String {
        hex::encode(&self.digest[..8])
    }

    /// The message, with the line that begins it; of one that is too large the beginning. Escaped `From ` lines
    /// are left to the repair of packets.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (&*self.file).seek(SeekFrom::Start(self.from))?;
        (&*self.file).take(self.length.min(world::MAIL)).read_to_end(&mut bytes)?;
        if Sha256::digest(&bytes)[..] != self.digest {
            return Err(io::Error::other("the mailbox was changed meanwhile"));
        }
        Ok(bytes)
    }
}

/// The messages that came since a file was left, and where it is left then. Whoever delivers mail waits
/// meanwhile.
pub(super) fn since(path: &Path, left: Option<Left>) -> Result<(Vec<Part>, Left), Problem> {
    let failed = |e: io::Error| {
        Problem::failed(format!("cannot read: {}", world::why(&e))).at(path.display())
    };
    let (place, name) = Place::of_file(path)?;
    let _lock = Lock::take(path)?;
    let file = Arc::new(place.file(&name)?);
    let known = match left {
        Some(left) if before(&file, left.at).map_err(failed)? == Some(left.before) => left.at,
        Some(_) | None => 0,
    };
    let (mut parts, mut end) = split(&file, known).map_err(failed)?;
    if parts.is_empty() && end > known {
        (parts, end) = split(&file, 0).map_err(failed)?;
        if parts.is_empty() {
            return Err(
                Problem::usage("this is neither a directory nor an mbox file").at(path.display())
            );
        }
    }
    Ok((parts, left_at(&file, end).map_err(failed)?))
}

/// Where the file is left when these messages of it are done with: before the first that is not.
pub(super) fn behind(path: &Path, left: Option<Left>, names: &[String]) -> Result<Left, Problem> {
    let (parts, end) = since(path, left)?;
    let Some(first) = parts.iter().position(|part| !names.contains(&part.name())) else {
        return Ok(end);
    };
    let part = &parts[first];
    let failed = |e: io::Error| {
        Problem::failed(format!("cannot read: {}", world::why(&e))).at(path.display())
    };
    left_at(&part.file, part.from).map_err(failed)
}

fn left_at(file: &File, at: u64) -> io::Result<Left> {
    let before = before(file, at)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok(Left { at, before })
}

/// The digest of what stands before a place; none in a shorter file.
fn before(mut file: &File, at: u64) -> io::Result<Option<Digest>> {
    let from = at.saturating_sub(BEFORE);
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.take(at - from).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 == at - from).then(|| Digest::of(&bytes)))
}

/// The messages from a place on, at which one begins, and the end of the last.
fn split(file: &Arc<File>, from: u64) -> io::Result<(Vec<Part>, u64)> {
    (&**file).seek(SeekFrom::Start(from))?;
    let mut reader = BufReader::with_capacity(64 * 1024, &**file);
    let mut parts: Vec<Part> = Vec::new();
    let mut open: Option<(u64, Sha256)> = None;
    let (mut at, mut line, mut blank) = (from, Vec::new(), true);
    loop {
        // Of a line without an end a piece at a time; only its beginning says what it is.
        let begins = line.last().is_none_or(|last| *last == b'\n');
        line.clear();
        (&mut reader).take(BEFORE).read_until(b'\n', &mut line)?;
        let starts = begins && blank && line.starts_with(BEGINS);
        if starts || line.is_empty() {
            let digest = open.take();
            parts.extend(digest.map(|(from, hash)| Part {
                file: Arc::clone(file),
                from,
                length: at - from,
                digest: hash.finalize().into(),
            }));
        }
        if line.is_empty() {
            return Ok((parts, at));
        }
        if starts {
            open = Some((at, Sha256::new()));
        }
        blank = begins && (line == b"\n" || line == b"\r\n");
        if let Some((from, hash)) = &mut open {
            let room = world::MAIL.saturating_sub(at - *from);
            hash.update(&line[..line.len().min(usize::try_from(room).unwrap_or(usize::MAX))]);
        }
        at += line.len() as u64;
    }
}

pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
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
                    return Err(Problem::failed(format!("cannot lock: {}", world::why(&e)))
                        .at(lock.display()));
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

    fn texts(path: &Path, left: Option<Left>) -> (Vec<String>, Left) {
        let (parts, left) = since(path, left).unwrap();
        let text = |part: &Part| String::from_utf8(part.read().unwrap()).unwrap();
        (parts.iter().map(text).collect(), left)
    }

    #[test]
    fn a_file_is_split_where_messages_begin() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mail");
        fs::write(&path, FILE).unwrap();
        let (found, _) = texts(&path, None);
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with("From here\n\n") && found[1].starts_with("From c@d"));
        fs::write(&path, b"").unwrap();
        assert!(texts(&path, None).0.is_empty());
        fs::write(&path, b"no mbox").unwrap();
        assert!(since(&path, None).unwrap_err().what.contains("neither"));
        // A line that is longer than what is read of one at a time, in which a message seems to begin.
        let long = [b"From a\n\n", &b"x".repeat(4096)[..], b"From b\n"].concat();
        fs::write(&path, &long).unwrap();
        assert_eq!(texts(&path, None).0, [String::from_utf8(long).unwrap()]);
    }

    #[test]
    fn it_is_read_from_where_it_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mail");
        fs::write(&path, FILE).unwrap();
        let (parts, end) = since(&path, None).unwrap();
        assert_eq!(behind(&path, None, &[]).unwrap().at, 0);
        let first = behind(&path, None, &[parts[0].name()]).unwrap();
        assert_eq!(first.at, parts[0].from + parts[0].length);
        assert_eq!(behind(&path, None, &[parts[1].name()]).unwrap().at, 0);
        assert_eq!(texts(&path, Some(first)).0.len(), 1);
        assert!(texts(&path, Some(end)).0.is_empty());
        fs::write(&path, [FILE, b"\nFrom e@f\n\nHe\n"].concat()).unwrap();
        assert_eq!(texts(&path, Some(end)).0, ["From e@f\n\nHe\n"]);
        // What was read is not there any more: the file was written anew.
        fs::write(&path, [b"From e@f\n\nHe\n\n", FILE].concat()).unwrap();
        assert_eq!(texts(&path, Some(end)).0.len(), 3);
        assert!(!folder.path().join("mail.lock").exists());
        // A message that is changed between the two is not taken for the one that was found.
        let (parts, _) = since(&path, None).unwrap();
        fs::write(&path, b"From e@f\n\nHo\n").unwrap();
        assert!(parts[0].read().is_err());
    }
}

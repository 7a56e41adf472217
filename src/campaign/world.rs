//! The one place that asks the clock or the system's randomness, and reads and writes the files
//! that lie outside a campaign: keys, order files, mail.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use chrono::{DateTime, NaiveDateTime, Utc};
use etcetera::BaseStrategy;

use super::layout;
use crate::base::words::nearest;
use crate::base::{Problem, Span, Time, Zone};

/// Bytes that are read from a file outside a campaign: 4 MiB. Mail is capped again where it is
/// opened.
const LARGEST: u64 = 4 * 1024 * 1024;
/// Bytes that are read of a mail: so many show that it is too large.
pub(super) const MAIL: u64 = LARGEST + 1;

/// The time. `SOURCE_DATE_EPOCH` takes the place of the clock.
///
/// # Errors
/// If that variable is set and is not a number of seconds.
pub fn now() -> Result<Time, Problem> {
    let time = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(seconds) => seconds
            .parse()
            .ok()
            .and_then(|s| DateTime::from_timestamp(s, 0))
            .ok_or_else(|| Problem::usage("SOURCE_DATE_EPOCH is not a number of seconds"))?,
        #[expect(clippy::disallowed_methods, reason = "this is the one place")]
        Err(_) => Utc::now(),
    };
    Ok(time.into())
}

/// How many [`pause`]s a second has.
pub const PAUSES_A_SECOND: u32 = 20;

/// Waits a moment for another process.
pub fn pause() {
    thread::sleep(Duration::from_secs(1) / PAUSES_A_SECOND);
}

/// A deadline as players write it, in UTC: RFC 3339, `2026-12-01 20:00 Europe/Berlin`, or a time from
/// now on, such as `+7d`.
///
/// # Errors
/// If it cannot be read, or names an hour that the clock of that place skips.
pub fn deadline(text: &str) -> Result<Time, Problem> {
    let hint = "write 2026-12-01T20:00:00Z, \"2026-12-01 20:00 Europe/Berlin\", or +7d for a week \
                from now";
    let wrong = || Problem::usage(format!("\"{text}\" is not a time")).hint(hint);
    if let Some(span) = text.strip_prefix('+') {
        let span: Span = span.parse().map_err(|_| wrong())?;
        return now()?.after(span.seconds()).ok_or_else(wrong);
    }
    if let Ok(time) = DateTime::parse_from_rfc3339(text) {
        return Ok(time.with_timezone(&Utc).into());
    }
    let (civil, zone) = text.rsplit_once(' ').ok_or_else(wrong)?;
    let civil = NaiveDateTime::parse_from_str(civil, "%Y-%m-%d %H:%M").map_err(|_| wrong())?;
    let zone: Zone =
        zone.parse().map_err(|_| Problem::usage(format!("unknown time zone {zone}")).hint(hint))?;
    let time = zone.latest(civil);
    let time = time
        .ok_or_else(|| Problem::usage(format!("{text} does not exist: clocks skip that hour")))?;
    Ok(time.into())
}

/// The zone in which a deadline is given, as [`deadline`] reads it; none if in UTC or from now on.
pub fn zone(text: &str) -> Option<String> {
    if let Ok(time) = DateTime::parse_from_rfc3339(text) {
        return Some(time.offset().to_string()).filter(|_| time.offset().local_minus_utc() != 0);
    }
    let (_, zone) = text.rsplit_once(' ')?;
    zone.parse::<Zone>().ok().map(|_| zone.to_owned()).filter(|zone| zone != "UTC")
}

/// So many bytes of the system's randomness.
///
/// # Errors
/// If the system has none.
pub fn entropy<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| {
        Problem::failed(format!("cannot get random bytes from the system: {}", why(&e)))
    })?;
    Ok(bytes)
}

/// A variable of the environment, if it is set and not empty.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The names of all variables of the environment.
pub fn variables() -> Vec<OsString> {
    std::env::vars_os().map(|(name, _)| name).collect()
}

/// True if a file would lie in the work tree of a git repository.
pub fn in_repository(path: &Path) -> bool {
    let place = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    place.ancestors().skip(1).any(|dir| dir.join(".git").exists())
}

/// Takes every right to a file or directory from everybody but its owner.
///
/// # Errors
/// If the system refuses.
#[cfg(unix)]
pub fn make_private(path: &Path) -> Result<(), Problem> {
    use std::os::unix::fs::PermissionsExt;
    let failed =
        |e| Problem::failed(format!("cannot set permissions: {}", why(&e))).at(path.display());
    let mut rights = fs::metadata(path).map_err(failed)?.permissions();
    rights.set_mode(rights.mode() & 0o700);
    fs::set_permissions(path, rights).map_err(failed)
}

/// Elsewhere a file has the rights of its directory.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn make_private(_: &Path) -> Result<(), Problem> {
    Ok(())
}

/// Where this user's programs keep what they can work out again; none if the system says nothing.
pub fn cache() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.cache_dir().join("adjutant"))
}

/// The bytes of a file outside a campaign; `-` is standard input.
///
/// # Errors
/// If it cannot be read or is too large.
pub fn read(path: &Path) -> Result<Vec<u8>, Problem> {
    let bytes = read_mail(path)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Problem::refused("the file is larger than 4 MiB").at(path.display()));
    }
    Ok(bytes)
}

/// The files of a folder, in the order of their names.
///
/// # Errors
/// If it cannot be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    listed(folder, Path::is_file)
}

/// The folders in a folder, in the order of their names.
///
/// # Errors
/// If it cannot be read.
pub fn folders(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    listed(folder, Path::is_dir)
}

fn listed(folder: &Path, wanted: fn(&Path) -> bool) -> Result<Vec<PathBuf>, Problem> {
    let all: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder).and_then(|all| all.map(|entry| Ok(entry?.path())).collect());
    let failed = |e| Problem::failed(format!("cannot read: {}", why(&e))).at(folder.display());
    let mut all = all.map_err(failed)?;
    all.retain(|path| wanted(path));
    all.sort();
    Ok(all)
}

/// The bytes of a mail, as [`read`]; of one that is too large its beginning, which is more than
/// any packet has, so that it is refused like any other.
///
/// # Errors
/// If it cannot be read.
pub fn read_mail(path: &Path) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let result = if path == Path::new("-") {
        io::stdin().lock().take(MAIL).read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|file| file.take(MAIL).read_to_end(&mut bytes))
    };
    result.map_err(|e| unread(path, &e))?;
    Ok(bytes)
}

/// That a file cannot be read, and which one was probably meant.
pub(super) fn unread(path: &Path, error: &io::Error) -> Problem {
    let problem = match error.kind() {
        io::ErrorKind::NotFound => absent(path, "there is no such file"),
        io::ErrorKind::IsADirectory => {
            Problem::failed("this is a directory").hint("give the file that is meant")
        }
        _ => Problem::failed(format!("cannot read: {}", why(error))),
    };
    problem.at(path.display())
}

/// That there is nothing at a path, and which name beside it was probably meant.
pub(super) fn absent(path: &Path, what: &str) -> Problem {
    let problem = Problem::failed(what);
    let folder = path.parent().unwrap_or(Path::new(""));
    let here = if folder == Path::new("") { Path::new(".") } else { folder };
    let names: Vec<String> = fs::read_dir(here)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| Path::new(name).extension() == path.extension())
        .collect();
    let wish = path.file_name().unwrap_or_default().to_string_lossy();
    match nearest(&wish, names.iter().map(String::as_str)) {
        Some(name) => problem.hint(format!("did you mean {}?", folder.join(name).display())),
        None => problem.hint("give the path from where you are, or the whole path"),
    }
}

/// What the system says, without its number for it.
pub(super) fn why(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}

/// True if a path, of a file that may not exist yet, leads into a directory. A path that cannot be
/// followed counts as inside.
pub fn is_inside(path: &Path, root: &Path) -> bool {
    let exists =
        path.ancestors().map(|near| if near == Path::new("") { Path::new(".") } else { near });
    let mut real = exists.filter_map(|near| fs::canonicalize(near).ok());
    real.next().is_none_or(|near| near.starts_with(root))
}

/// Writes a file outside a campaign, replacing an earlier one.
///
/// # Errors
/// If it cannot be written.
pub fn write_over(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let folder = path.parent().unwrap_or(Path::new("."));
    make_folder(path)
        .and_then(|()| tempfile::NamedTempFile::with_prefix_in(".new-", folder))
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.as_file().sync_all()?;
            file.persist(path).map_err(io::Error::from)
        })
        .map(drop)
        .map_err(|e| Problem::failed(format!("cannot write: {}", why(&e))).at(path.display()))
}

/// Bytes of a file in which its kind is named.
const HEAD: u64 = 400;

/// What files with keys and other secrets have in their heads.
const SECRETS: [&str; 5] =
    ["-secret-v1", "moderator-key-v1", "witness-key-v1", "PRIVATE KEY", "AGE-SECRET-KEY"];

/// Writes a file outside a campaign, replacing an earlier one, but no key: that may be the only copy. What
/// is secret is its owner's alone.
///
/// # Errors
/// If it lies inside a campaign, would replace a key or what is no file, or cannot be written.
pub fn write_again(path: &Path, bytes: &[u8], secret: bool) -> Result<(), Problem> {
    if !path.exists() {
        return write_new(path, bytes, secret);
    }
    outside_campaigns(path)?;
    let kept = |what: &str| {
        Err(Problem::usage(format!("{what}, which is never replaced"))
            .at(path.display())
            .hint("give another name"))
    };
    if !path.is_file() {
        return kept("this is a directory or a device");
    }
    let mut head = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(HEAD).read_to_end(&mut head))
        .map_err(|e| Problem::failed(format!("cannot read: {}", why(&e))).at(path.display()))?;
    let head = String::from_utf8_lossy(&head);
    if SECRETS.iter().any(|secret| head.contains(secret)) {
        return kept("this file holds a secret key");
    }
    if secret { write_over(path, bytes) } else { replace(path, bytes) }
}

/// Rewrites an existing file and keeps its permissions. A link stays a link.
///
/// # Errors
/// If it does not exist or cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let failed =
        |e: io::Error| Problem::failed(format!("cannot write: {}", why(&e))).at(path.display());
    let real = fs::canonicalize(path).map_err(failed)?;
    let rights = fs::metadata(&real).map_err(failed)?.permissions();
    let folder = real.parent().unwrap_or(Path::new("."));
    tempfile::NamedTempFile::with_prefix_in(".new-", folder)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.as_file().set_permissions(rights)?;
            file.as_file().sync_all()?;
            file.persist(&real).map_err(io::Error::from)
        })
        .map(drop)
        .map_err(failed)
}

/// A file that is locked until this is dropped.
#[derive(Debug)]
pub struct Held {
    _file: fs::File,
}

/// Locks a file, which is made if it is not there, and waits up to so many seconds for another process.
///
/// # Errors
/// If another process still holds it then, or the disk refuses.
pub fn hold(path: &Path, seconds: u32) -> Result<Held, Problem> {
    let failed =
        |e: &io::Error| Problem::failed(format!("cannot lock: {}", why(e))).at(path.display());
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    let file = options.open(path).map_err(|e| failed(&e))?;
    for left in (0..=seconds.saturating_mul(PAUSES_A_SECOND)).rev() {
        match file.try_lock() {
            Ok(()) => return Ok(Held { _file: file }),
            Err(fs::TryLockError::WouldBlock) if left > 0 => pause(),
            Err(fs::TryLockError::WouldBlock) => break,
            Err(fs::TryLockError::Error(e)) => return Err(failed(&e)),
        }
    }
    Err(Problem::busy("another command is working with this key").at(path.display()))
}

/// Refuses a place for a secret that lies inside a campaign, whose files anyone may read.
///
/// # Errors
/// If it does.
pub fn outside_campaigns(path: &Path) -> Result<(), Problem> {
    let place = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let near = place.ancestors().skip(1).find_map(|near| fs::canonicalize(near).ok());
    match near.as_deref().into_iter().flat_map(Path::ancestors).find(|dir| is_campaign(dir)) {
        None => Ok(()),
        Some(dir) => {
            let name = dir.file_name().unwrap_or_default().to_string_lossy();
            Err(Problem::usage("this is inside a campaign, which others can read")
                .at(path.display())
                .hint(format!("{name} is a campaign's directory: give a place outside it")))
        }
    }
}

/// Makes a directory for secrets, if there is none: its owner's alone, and out of repositories.
///
/// # Errors
/// If it lies inside a campaign or cannot be made.
pub fn make_private_folder(folder: &Path) -> Result<(), Problem> {
    outside_campaigns(&folder.join("key"))?;
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    private_folder(&mut builder);
    builder
        .create(folder)
        .map_err(|e| Problem::failed(format!("cannot create: {}", why(&e))).at(folder.display()))?;
    write_new(&folder.join(".gitignore"), b"*\n", true)
}

/// Turns core dumps off: a crash must not leave secrets on the disk.
#[cfg(unix)]
pub fn forbid_core_dumps() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    // To lower a limit is always permitted.
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    // A program that the system hands its dumps to is given them whatever the limit is.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
}

/// Elsewhere there are none of that kind.
#[cfg(not(unix))]
pub fn forbid_core_dumps() {}

/// Why nothing was written.
pub const EXISTS: &str = "the file already exists";

/// Writes a new file outside a campaign, and never over another one. What is secret is its owner's
/// alone.
///
/// # Errors
/// If it exists or cannot be written, or is secret and lies inside a campaign.
pub fn write_new(path: &Path, bytes: &[u8], secret: bool) -> Result<(), Problem> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    if secret {
        outside_campaigns(path)?;
        private(&mut options);
    }
    let result = make_folder(path)
        .and_then(|()| options.open(path))
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    result.map_err(|e| match e.kind() {
        io::ErrorKind::AlreadyExists => Problem::usage(EXISTS)
            .at(path.display())
            .hint("give another name, or move it away first"),
        _ => Problem::failed(format!("cannot write: {}", why(&e))).at(path.display()),
    })
}

fn make_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) => fs::create_dir_all(folder),
        None => Ok(()),
    }
}

#[cfg(unix)]
fn private(options: &mut fs::OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn private(_: &mut fs::OpenOptions) {}

#[cfg(unix)]
fn private_folder(builder: &mut fs::DirBuilder) {
    use std::os::unix::fs::DirBuilderExt;
    builder.mode(0o700);
}

#[cfg(not(unix))]
fn private_folder(_: &mut fs::DirBuilder) {}

/// True for the directory of a campaign. One whose first entry is a link is one too, which cannot
/// be read.
pub(super) fn is_campaign(dir: &Path) -> bool {
    let genesis = dir.join(layout::GENESIS);
    genesis.is_file() || genesis.is_symlink()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_crash_is_dumped_to_no_file_and_no_program() {
        use rustix::process::{DumpableBehavior, Resource, dumpable_behavior, getrlimit};
        forbid_core_dumps();
        assert_eq!(dumpable_behavior().unwrap(), DumpableBehavior::NotDumpable);
        assert_eq!(getrlimit(Resource::Core).current, Some(0));
    }

    #[test]
    fn deadlines_are_civil_times() {
        assert_eq!(
            deadline("2026-12-01 20:00 Europe/Berlin").unwrap().to_string(),
            "2026-12-01T19:00:00Z"
        );
        assert_eq!(
            deadline("2026-07-01 20:00 Europe/Berlin").unwrap().to_string(),
            "2026-07-01T18:00:00Z"
        );
        assert_eq!(
            deadline("2026-12-01T20:00:00+01:00").unwrap().to_string(),
            "2026-12-01T19:00:00Z"
        );
        // The clock goes back at 03:00: 02:30 comes twice, and the later one is meant.
        assert_eq!(
            deadline("2026-10-25 02:30 Europe/Berlin").unwrap().to_string(),
            "2026-10-25T01:30:00Z"
        );
        // The clock goes forward: 02:30 does not come at all.
        assert!(deadline("2026-03-29 02:30 Europe/Berlin").is_err());
        assert!(deadline("tomorrow").is_err());
        let now = now().unwrap();
        let soon = deadline("+1h").unwrap();
        assert!(soon > now && soon < now.after(3_700).unwrap());
        assert!(deadline("+soon").is_err());
        let zones =
            ["2026-12-01 20:00 Europe/Berlin", "2026-12-01T20:00:00+01:00", "+7d"].map(zone);
        assert_eq!(zones, [Some("Europe/Berlin".to_owned()), Some("+01:00".to_owned()), None]);
        assert_eq!(["2026-12-01T20:00:00Z", "2026-12-01 20:00 UTC"].map(zone), [None, None]);
        assert!(deadline("2026-12-01 20:00 Mars/Olympus").is_err());
    }
}

//! Names what is built. A release is its number; any other build of a checkout has its commit behind it
//! (`0.1.0+g1a2b3c4d5e6f`), and a digest of the sources as well if they are not those of the commit.
//! So two builds that differ, in their words at least, never have one version.
//!
//! Where there is no checkout, as in a package, the number is all there is.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the program is made of.
const SOURCES: [&str; 6] =
    ["src", "turn-formats", "docs/rules", "Cargo.toml", "Cargo.lock", "build.rs"];

/// Digits of a commit or a digest.
const DIGITS: usize = 12;

fn main() {
    let number = env::var("CARGO_PKG_VERSION").expect("Cargo names the version");
    for path in SOURCES.iter().map(ToString::to_string).chain(heads()) {
        // Cargo takes a path that is not there for one that changed.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let commit = commit(&number).map(|commit| format!("+{commit}")).unwrap_or_default();
    println!("cargo::rustc-env=ADJUTANT_VERSION={number}{commit}");
    let out = env::var("OUT_DIR").expect("Cargo says where");
    std::fs::write(Path::new(&out).join("play_module.rs"), module()).expect("a file of ours");
}

/// What names the program for a browser, where `.ci/play` left it: from here, or from the root of the disk.
const MODULE: &str = "ADJUTANT_PLAY_MODULE";

/// An expression for the program for a browser, as `adjutant play` writes it; without the feature, or where nothing
/// names one, it is built without.
fn module() -> String {
    println!("cargo::rerun-if-env-changed={MODULE}");
    let Some(path) = env::var_os("CARGO_FEATURE_PLAY").and_then(|_| env::var_os(MODULE)) else {
        return "None".to_owned();
    };
    let path = Path::new(&path).canonicalize().unwrap_or_else(|error| {
        panic!("{MODULE} names {}, which cannot be read: {error}", Path::new(&path).display())
    });
    println!("cargo::rerun-if-changed={}", path.display());
    format!("Some(include_bytes!({:?}))", path.to_str().expect("a path in UTF-8"))
}

/// The commit that is built, as a version has it; `None` for a release and where there is no checkout.
fn commit(number: &str) -> Option<String> {
    let here = Path::new(".").canonicalize().ok()?;
    let top = git(&["rev-parse", "--show-toplevel"])?;
    // A package may lie in somebody's checkout of something else.
    if Path::new(&top).canonicalize().ok()? != here {
        return None;
    }
    let head = git(&["rev-parse", "--verify", "HEAD"])?;
    let head = format!("g{}", head.get(..DIGITS)?);
    let changed = git(&[&["status", "--porcelain", "--"][..], &SOURCES].concat())?;
    if !changed.is_empty() {
        return Some(format!("{head}.{}", sources()?.get(..DIGITS)?));
    }
    let tags = git(&["tag", "--points-at", "HEAD"])?;
    let released = tags.lines().any(|tag| tag == format!("v{number}"));
    (!released).then_some(head)
}

/// A digest of the sources as they lie there.
fn sources() -> Option<String> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard", "--"];
    let mut paths: Vec<String> =
        git(&[&list[..], &SOURCES].concat())?.lines().map(str::to_owned).collect();
    paths.sort();
    paths.dedup();
    paths.retain(|path| Path::new(path).is_file());
    let blobs = filter(&["hash-object", "--stdin-paths"], &paths.join("\n"))?;
    filter(&["hash-object", "--stdin"], &format!("{}\n{blobs}", paths.join("\n")))
}

/// The files that say which commit is checked out.
fn heads() -> Vec<String> {
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    let names = ["HEAD".to_owned(), "packed-refs".to_owned(), "refs/tags".to_owned()];
    let path = |name: String| git(&["rev-parse", "--git-path", &name]);
    names.into_iter().chain(branch).filter_map(path).collect()
}

/// What git says; `None` if there is no git, or it fails.
fn git(arguments: &[&str]) -> Option<String> {
    filter(arguments, "")
}

/// The same, where git reads something.
fn filter(arguments: &[&str], input: &str) -> Option<String> {
    use std::io::Write as _;
    let mut child = Command::new("git")
        .args(arguments)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // Git that reads nothing may have gone by now.
    let mut stdin = child.stdin.take()?;
    let text = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).is_ok());
    let out = child.wait_with_output().ok()?;
    let _ = writer.join();
    let told = String::from_utf8(out.stdout).ok()?;
    out.status.success().then(|| told.trim_end().to_owned())
}

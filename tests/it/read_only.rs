//! A campaign on a medium that cannot be written to: whoever only looks needs nothing else, and no lock.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

use adjutant::campaign::layout;
use adjutant::referee::rule;

use crate::bench::{self, Bench, files};

/// A user who owns nothing here.
const NOBODY: u32 = 65_534;

/// The program, with a cache beside the campaign.
fn command(at: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(at).args(arguments).env_remove("ADJUTANT_PLAYER_KEY");
    command.env("SOURCE_DATE_EPOCH", "1790000000").env("XDG_CACHE_HOME", at.join("cache"));
    command
}

/// The same for whom modes bind: root, whom they do not, steps down.
fn bound(at: &Path, arguments: &[&str]) -> Command {
    let mut command = command(at, arguments);
    if rustix::process::getuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// Gives a directory and all in it a mode; with `x` for directories.
fn chmod(path: &Path, mode: u32) {
    let folder = path.is_dir();
    let enter = if folder { (mode & 0o444) >> 2 } else { 0 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode | enter)).unwrap();
    if folder {
        for entry in fs::read_dir(path).unwrap() {
            chmod(&entry.unwrap().path(), mode);
        }
    }
}

/// What is done by who only looks.
const LOOKS: &[&[&str]] = &[
    &["-C", "campaign", "status"],
    &["-C", "campaign", "status", "--exit-code"],
    &["-C", "campaign", "show", "state"],
    &["-C", "campaign", "show", "report", "--seat", "moderator"],
    &["-C", "campaign", "show", "packets", "--seat", "mazianni"],
    &["-C", "campaign", "verify"],
    &["-C", "campaign", "read", "--key", "own.key"],
    &["-C", "campaign", "template", "--key", "own.key"],
    &["-C", "campaign", "site", "out/site"],
];

fn fine(output: &Output, arguments: &[&str]) {
    let told = String::from_utf8_lossy(&output.stderr);
    let exit = output.status.code();
    // Status tells scripts with 3 that the moderator has nothing to do.
    let nothing = arguments.contains(&"--exit-code") && exit == Some(3);
    assert!(exit == Some(0) || nothing, "{arguments:?}: {told}");
    assert!(!output.stdout.is_empty(), "{arguments:?}");
}

#[test]
fn who_looks_needs_no_lock_and_nowhere_to_write() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    let home = bench.dir.path();
    fs::write(home.join("own.key"), bench::text(&bench.players["union"].write())).unwrap();
    fs::create_dir(home.join("out")).unwrap();
    // With so many entries a cache is worth while.
    for n in 0..16 {
        rule::explain(&mut bench.desk(), &format!("point {n}"), bench.now()).unwrap();
    }
    // While another command works on it.
    let desk = bench.desk();
    for arguments in LOOKS {
        fine(&command(home, arguments).output().unwrap(), arguments);
    }
    drop(desk);
    for made in ["cache", "out/site"] {
        fs::remove_dir_all(home.join(made)).unwrap();
    }
    for made in ["own.known", "campaign/.lock"] {
        fs::remove_file(home.join(made)).unwrap();
    }
    chmod(home, 0o444);
    chmod(&home.join("out"), 0o666);
    let before = files(home);
    // In a container its root may have no right to be somebody else.
    let binds = bound(home, &["--version"]).output().is_ok_and(|made| made.status.success());
    if binds {
        let refused = bound(home, &["-C", "campaign", "open"]).output().unwrap();
        assert_eq!(refused.status.code(), Some(4), "{refused:?}");
        for arguments in LOOKS {
            fine(&bound(home, arguments).output().unwrap(), arguments);
        }
        assert!(home.join("out/site/index.html").exists());
    }
    let mut after = files(home);
    after.retain(|path, _| !path.starts_with("out/"));
    assert!(after == before, "{:?}", after.keys());
    assert!(!bench.root().join(layout::LOCK).exists());
    chmod(home, 0o644);
}

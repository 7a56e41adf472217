//! A campaign on a medium that cannot be written to: whoever only looks needs nothing else, and no lock.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

use adjutant::campaign::layout;
use adjutant::referee::moderator::rule;

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

/// The same commands, one after the other, for whom modes bind: root, whom they do not, steps down. What
/// they said, and the exit status of each.
fn bound(at: &Path, commands: &[&[&str]]) -> Option<(Vec<String>, String)> {
    let run = |arguments: &&[&str]| format!("\"$0\" {} >/dev/null; echo $?\n", arguments.join(" "));
    let script: String = commands.iter().map(run).collect();
    let mut shell = Command::new("sh");
    shell.current_dir(at).args(["-c", &script, env!("CARGO_BIN_EXE_adjutant")]);
    shell.env("SOURCE_DATE_EPOCH", "1790000000").env("XDG_CACHE_HOME", at.join("cache"));
    if rustix::process::getuid().is_root() {
        shell.uid(NOBODY).gid(NOBODY);
    }
    let made = shell.output().ok()?;
    let [codes, told] = [made.stdout, made.stderr].map(|text| String::from_utf8(text).unwrap());
    Some((codes.lines().map(str::to_owned).collect(), told))
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
    // In a container its root may have no right to be somebody else, or to run the program as that.
    let first: &[&[&str]] = &[&["--version"], &["-C", "campaign", "open"]];
    let looks = bound(home, &[first, LOOKS].concat()).filter(|(codes, _)| codes[0] == "0");
    if let Some((codes, told)) = looks {
        assert_eq!(codes[1], "4", "nothing can be written: {told}");
        // Status tells scripts with 3 that the moderator has nothing to do.
        assert!(codes[2..].iter().all(|code| code == "0" || code == "3"), "{codes:?}: {told}");
        assert!(home.join("out/site/index.html").exists());
    }
    let mut after = files(home);
    after.retain(|path, _| !path.starts_with("out/"));
    assert!(after == before, "{:?}", after.keys());
    assert!(!bench.root().join(layout::LOCK).exists());
    chmod(home, 0o644);
}

//! A campaign's directory from a stranger, or open to one: nothing in it leads elsewhere, nothing
//! secret gets into it, and whoever only looks changes nothing.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use adjutant::campaign::layout;
use adjutant::referee::cycle::open;
use adjutant::seal::{Commitment, PlayerPublic, PublicKey, packed};

use crate::bench::{Bench, files, output};

/// What a link leads to, and must neither be shown nor changed.
const PRECIOUS: &str = "precious: words\nof: somebody\n";

fn command(bench: &Bench, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.arg("-C").arg(bench.root()).args(arguments);
    command.env_remove("ADJUTANT_PLAYER_KEY").env("SOURCE_DATE_EPOCH", "1790000000");
    command
}

fn run(bench: &Bench, arguments: &[&str]) -> Output {
    output(&mut command(bench, arguments))
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// A campaign with an open cycle and a packet, in which something is replaced by a link to a file
/// or directory outside.
fn linked(path: &str) -> Bench {
    let bench = Bench::open();
    bench.send();
    let outside = bench.dir.path().join("outside");
    let full = bench.root().join(path);
    if full.is_dir() {
        fs::rename(&full, &outside).unwrap();
    } else {
        let _ = fs::remove_file(&full);
        fs::write(&outside, PRECIOUS).unwrap();
    }
    symlink(&outside, &full).unwrap();
    bench
}

#[test]
fn a_link_in_a_campaign_shows_and_changes_nothing_outside() {
    for path in [
        layout::LOCK,
        layout::CHECKPOINT,
        layout::GENESIS,
        layout::SCENARIO,
        layout::LEDGER,
        "ledger/000003.sig",
        "cycles",
        "cycles/0001",
        "cycles/0001/packets",
        "cycles/0001/packets/mazianni-001.age",
        "cycles/0000/state.age",
    ] {
        let bench = linked(path);
        let outside = bench.dir.path().join("outside");
        let before = if outside.is_dir() { files(&outside) } else { BTreeMap::default() };
        for arguments in [&["resolve"][..], &["status"], &["verify"], &["open"]] {
            let made = run(&bench, arguments);
            assert!(!told(&made).contains("precious"), "{path}: {}", told(&made));
            if arguments == ["resolve"] {
                assert!(!made.status.success(), "{path}: {}", told(&made));
                assert!(told(&made).contains("this is a link"), "{path}: {}", told(&made));
            }
        }
        if outside.is_dir() {
            assert_eq!(files(&outside), before, "{path}");
        } else {
            assert_eq!(fs::read_to_string(&outside).unwrap(), PRECIOUS, "{path}");
        }
    }
}

#[test]
fn a_link_where_files_will_be_written_leads_nowhere() {
    for path in ["cycles/0001/reports", "cycles/0001/public.md", "revealed"] {
        let bench = Bench::open();
        bench.send();
        let outside = bench.dir.path().join("outside");
        fs::create_dir(&outside).unwrap();
        fs::create_dir_all(bench.root().join("cycles/0001")).unwrap();
        symlink(&outside, bench.root().join(path)).unwrap();
        let made = run(&bench, &["resolve"]);
        if path == "revealed" {
            assert!(made.status.success(), "{}", told(&made));
            let made = run(&bench, &["reveal", "--abandon", "enough"]);
            assert!(told(&made).contains("this is a link"), "{}", told(&made));
        } else {
            assert!(told(&made).contains("this is a link"), "{}", told(&made));
        }
        assert!(files(&outside).is_empty(), "{path}");
    }
}

#[test]
fn who_only_looks_needs_no_lock_and_writes_nothing() {
    let bench = Bench::open();
    bench.send();
    fs::remove_file(bench.root().join(layout::LOCK)).unwrap();
    let before = files(&bench.root());
    for arguments in [
        &["status"][..],
        &["show", "state"],
        &["show", "packets", "--seat", "mazianni"],
        &["verify"],
    ] {
        let made = run(&bench, arguments);
        assert!(made.status.success(), "{}", told(&made));
    }
    assert_eq!(files(&bench.root()), before);
    assert!(!bench.root().join(layout::LOCK).exists());
    let desk = bench.desk();
    assert!(command(&bench, &["status"]).output().unwrap().status.success());
    drop(desk);
}

#[test]
fn keys_that_nobody_named_are_said_to_be_used() {
    let bench = Bench::open();
    let folder = bench.dir.path().join("campaign.keys");
    for arguments in [&["status"][..], &["show", "state"]] {
        let said = String::from_utf8(run(&bench, arguments).stderr).unwrap();
        assert!(said.contains("campaign.keys (SHA256:"), "{said}");
        let named = [arguments, &["--keys", folder.to_str().unwrap()]].concat();
        assert_eq!(String::from_utf8(run(&bench, &named).stderr).unwrap(), "");
    }
}

#[test]
fn no_secret_is_written_into_a_campaign() {
    let bench = Bench::open();
    let inside = |name: &str| bench.root().join(name).display().to_string();
    let before = files(&bench.root());
    for arguments in [
        &["keygen", &inside("anna")][..],
        &["keygen", &inside("players/anna")],
        &["show", "state", "-o", &inside("state.json")],
        &["new", &inside("other")],
        &["new", &format!("{}/other", bench.dir.path().display()), "--keys", &inside("keys")],
    ] {
        let made = run(&bench, arguments);
        assert_eq!(made.status.code(), Some(2), "{arguments:?}: {}", told(&made));
        assert!(told(&made).contains("inside a campaign"), "{arguments:?}: {}", told(&made));
    }
    assert_eq!(files(&bench.root()), before);
    let ignored = fs::read_to_string(bench.root().join(layout::GITIGNORE)).unwrap();
    assert!(ignored.contains("*.key\n") && ignored.contains("*.secret\n"), "{ignored}");
}

#[test]
fn what_is_secret_is_its_owners_alone() {
    let bench = Bench::open();
    let at = |name: &str| bench.dir.path().join(name);
    assert!(run(&bench, &["new", at("other").to_str().unwrap()]).status.success());
    assert_eq!(mode(&at("other.keys")), 0o700);
    assert_eq!(fs::read_to_string(at("other.keys/.gitignore")).unwrap(), "*\n");
    let state = at("state.json");
    assert!(run(&bench, &["show", "state", "-o", state.to_str().unwrap()]).status.success());
    assert_eq!(mode(&state), 0o600);
    // A rehearsal's scenario begins with the whole position.
    assert!(run(&bench, &["clone", at("copy").to_str().unwrap()]).status.success());
    assert_eq!(mode(&at("copy/scenario.yaml")), 0o600);
    assert_eq!(mode(&at("copy/format.yaml")), 0o644);
}

#[test]
fn a_crash_leaves_no_secret_on_the_disk() {
    let bench = Bench::open();
    let mut waiting = command(&bench, &["receive", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let limits = format!("/proc/{}/limits", waiting.id());
    let cores = || {
        let limits = fs::read_to_string(&limits).unwrap();
        let line = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
        line.split_whitespace().skip(4).take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut tries = 0;
    while cores() != ["0", "0"] && tries < 400 {
        tries += 1;
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(cores(), ["0", "0"]);
    waiting.kill().unwrap();
    waiting.wait().unwrap();
}

/// An address is read where no other user sees it, and the reveal does not open it.
#[test]
fn an_address_stays_secret_even_after_the_reveal() {
    let bench = Bench::founded();
    let mut desk = bench.desk();
    bench.enroll(&mut desk, "union").unwrap();
    let (key, genesis) = (&bench.players["mazianni"], desk.genesis());
    let file = PlayerPublic {
        name: None,
        signing: PublicKey::of(key.signing()),
        age: key.identity().recipient(),
        commitment: Some(Commitment { campaign: genesis, tip: key.tip(&genesis) }),
    };
    drop(desk);
    let public = bench.dir.path().join("anna.pub");
    fs::write(&public, file.sign(key.signing()).unwrap()).unwrap();
    let mut child = command(&bench, &["enroll", "mazianni", public.to_str().unwrap()])
        .args(["--address", "-"])
        // After what the bench did so far, and before what it does next.
        .env("SOURCE_DATE_EPOCH", "1767225750")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"anna@example.org\n").unwrap();
    assert!(child.wait().unwrap().success());
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.finish();
    let desk = bench.desk();
    let sealed = bench.store().need(&layout::address("mazianni")).unwrap();
    let kept = packed::open(&sealed, &desk.address_identity()).unwrap();
    assert!(kept.contains("\nseat: mazianni\n") && kept.ends_with("\ntext: anna@example.org\n"));
    let problem = packed::open(&sealed, &desk.identity()).unwrap_err();
    assert!(problem.what.contains("not encrypted to this key"), "{problem}");
}

#[test]
fn what_killed_commands_leave_is_swept_by_the_next() {
    let bench = Bench::open();
    let left = bench.root().join(".new/a");
    fs::create_dir(bench.root().join(".new")).unwrap();
    fs::write(&left, "half").unwrap();
    let outside = bench.dir.path().join("outside");
    fs::write(&outside, "mine").unwrap();
    symlink(&outside, bench.root().join(".new/link")).unwrap();
    drop(bench.desk());
    assert!(!left.exists() && !bench.root().join(".new/link").is_symlink());
    assert!(outside.exists(), "a link is not followed");
}

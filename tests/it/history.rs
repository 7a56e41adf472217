//! What is kept of the past: packets with their receipts, and what was verified before.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use adjutant::base::Digest;
use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::ledger::{Body, Entry};
use adjutant::referee::cycle::desk::Desk;
use adjutant::referee::cycle::{open, packets, resolve};
use adjutant::referee::moderator::decide;
use adjutant::seal::{packed, sealed, sign_file, sshsig};

use crate::bench::{Bench, SEATS, SET_UP, keys};
use crate::folder::folder;
use crate::shelf::seat;

/// Anybody can seal a file to a cycle: a player could put the receipt of an earlier packet before
/// orders that were never received, say after the deadline.
#[test]
fn a_receipt_counts_for_its_own_packet_alone() {
    let bench = Bench::open();
    let desk = bench.desk();
    let sent = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
    let late = bench.orders(&desk, "mazianni", 2, "orders: []\n");
    let identity = desk.cycle_identity(1);
    drop(desk);
    let receipt = bench.receive(sent).text;
    let late = sign_file(bench.players["mazianni"].signing(), sshsig::ORDERS, &late);
    let envelope = packed::pack(&format!("{receipt}{late}")).unwrap();
    let forged = sealed::keep(&envelope, &[&identity.recipient()]).unwrap();
    let path = layout::packet(1, "mazianni", 2);
    fs::write(bench.root().join(&path), forged).unwrap();
    let desk = bench.desk();
    let packets = packets::received(&desk.campaign, 1, &identity).unwrap();
    let [counts] = &packets.kept[..] else { panic!("one packet counts") };
    assert_eq!(counts.header.sequence, 1);
    let problem = packets.unreadable[0].to_string();
    assert!(problem.contains("its receipt was given for another packet"), "{problem}");
    drop(desk);
    bench.resolve();
    assert!(bench.verify().passed());
}

/// Runs a command in the demonstration, with its own cache.
fn run(root: &Path, cache: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.arg("-C").arg(root.join("campaign")).args(args);
    command.env("XDG_CACHE_HOME", root.join(cache)).output().unwrap()
}

#[test]
fn what_was_verified_before_changes_no_answer() {
    let dir = folder();
    let root = dir.path().join("demo");
    let demo =
        Command::new(env!("CARGO_BIN_EXE_adjutant")).arg("demo").arg(&root).output().unwrap();
    assert!(demo.status.success());
    let genesis = Digest::of(&fs::read(root.join("campaign").join(layout::GENESIS)).unwrap());
    let kept = |cache: &str| root.join(cache).join(format!("adjutant/{genesis}.ledger"));
    let asked: [&[&str]; 6] = [
        &["status"],
        &["show", "report", "--seat", "union", "--cycle", "1"],
        &["show", "record", "--cycle", "2"],
        &["show", "packets", "--seat", "union", "--cycle", "3"],
        &["chronicle", "--markdown"],
        &["--json", "status"],
    ];
    for args in asked {
        // A cache that is not there yet, one that is, and one that somebody spoilt.
        let fresh = run(&root, "fresh", args);
        assert!(fresh.status.success(), "{args:?}: {fresh:?}");
        fs::remove_dir_all(root.join("fresh")).unwrap();
        let again = [run(&root, "kept", args), run(&root, "kept", args)];
        assert!(kept("kept").exists());
        fs::create_dir_all(kept("spoilt").parent().unwrap()).unwrap();
        let marks = fs::read_to_string(kept("kept")).unwrap();
        fs::write(kept("spoilt"), marks.replace('a', "b")).unwrap();
        for other in again.into_iter().chain([run(&root, "spoilt", args)]) {
            assert_eq!(other, fresh, "{args:?}");
        }
        assert_eq!(fs::read_to_string(kept("spoilt")).unwrap(), marks);
    }
    // An old entry that was changed since is found by verify, and by who has to read it.
    let entry = root.join("campaign/ledger/000005.yaml");
    let text = fs::read_to_string(&entry).unwrap();
    fs::write(&entry, text.replacen("0.", "1.", 1)).unwrap();
    assert!(run(&root, "kept", &["status"]).status.success());
    for args in [&["show", "record", "--cycle", "1"][..], &["verify"]] {
        let found = run(&root, "kept", args);
        assert!(!found.status.success(), "{args:?}");
        assert!(format!("{found:?}").contains("ledger/000005.yaml"), "{found:?}");
    }
}

/// A moderator's copy and a player's share the cache, and one of them is behind.
#[test]
fn a_copy_that_is_behind_uses_what_another_verified_and_leaves_it() {
    let dir = folder();
    let root = dir.path().join("demo");
    let demo =
        Command::new(env!("CARGO_BIN_EXE_adjutant")).arg("demo").arg(&root).output().unwrap();
    assert!(demo.status.success());
    // Whoever has the keys is told that the newest entries are missing.
    fs::rename(root.join("campaign.keys"), root.join("elsewhere")).unwrap();
    let ledger = root.join("campaign/ledger");
    let genesis = Digest::of(&fs::read(root.join("campaign").join(layout::GENESIS)).unwrap());
    let kept = root.join("kept").join(format!("adjutant/{genesis}.ledger"));
    let ahead = run(&root, "kept", &["status"]);
    let marks = fs::read_to_string(&kept).unwrap();
    for seq in 20.. {
        let files = [Entry::path(seq), Entry::signature_path(seq)];
        let files = files.map(|path| root.join("campaign").join(path));
        if !files[0].exists() {
            break;
        }
        for file in &files {
            fs::remove_file(file).unwrap();
        }
    }
    let behind = run(&root, "fresh", &["status"]);
    assert!(behind.status.success() && behind != ahead, "{behind:?}");
    // Who verifies everything reads this signature.
    fs::write(ledger.join("000005.sig"), "").unwrap();
    assert!(!run(&root, "other", &["status"]).status.success());
    assert_eq!(run(&root, "kept", &["status"]), behind);
    assert_eq!(fs::read_to_string(&kept).unwrap(), marks);
    // Where it went another way, what came before is common.
    let other = fs::read(ledger.join("000018.yaml")).unwrap();
    fs::write(ledger.join("000019.yaml"), other).unwrap();
    let problem = run(&root, "kept", &["status"]);
    assert!(!problem.status.success() && format!("{problem:?}").contains("0000"), "{problem:?}");
}

/// How many cycles a player missed goes back further than what is read again of a ledger that was verified before.
#[test]
fn a_verified_ledger_remembers_how_long_a_player_was_silent() {
    const SILENT: u32 = 6;
    let bench = Bench::founded_for(12);
    let cache = folder();
    let desk = || {
        let store = bench.store().cached(Some(cache.path().to_owned()));
        Desk::take(store, keys(), OURS).unwrap()
    };
    for seat in SEATS {
        bench.enroll(&mut desk(), seat).unwrap();
    }
    let send = |seat: &str| {
        let desk = desk();
        let orders = bench.orders(&desk, seat, 1, &bench.staff(&desk, seat));
        let packet = bench.packet(&desk, seat, &orders);
        drop(desk);
        assert_eq!(bench.receive(packet).receipt.reason, None);
    };
    for cycle in 1..=SILENT + 1 {
        open::open(&mut desk(), None, bench.now()).unwrap();
        send("mazianni");
        if cycle == 1 {
            send("union");
        }
        resolve::resolve(&mut desk(), true, bench.now()).unwrap();
    }
    decide::drop_seat(&mut desk(), &seat("union"), "silent", bench.now()).unwrap();
    let ledger = desk().campaign.ledger.clone();
    let dropped = ledger.entries().find_map(|entry| match &entry.body {
        Body::Dropped(dropped) => Some(dropped.missed),
        _ => None,
    });
    assert_eq!(dropped, Some(SILENT));
    assert!(bench.verify().passed(), "{}", bench.verify());
}

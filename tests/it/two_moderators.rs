//! Two moderators with one git repository: what merges, what clashes, and how they go on.

use std::fs;
use std::path::Path;
use std::process::Command;

use adjutant::campaign::{Store, layout};
use adjutant::games::OURS;
use adjutant::ledger::Verification;
use adjutant::referee::Desk;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::cycle::{open, resolve};
use adjutant::referee::moderator::rule;
use adjutant::referee::record::receipt::{Receipt, Verdict};
use adjutant::seal::packed;

use crate::bench::{Bench, LOCKED, SEATS, SET_UP, keys};

/// Runs git in a directory and says whether it went well.
fn git(dir: &Path, args: &[&str]) -> bool {
    let names = ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map(|name| (name, "Moderator"));
    let mails = ["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map(|name| (name, "m@example.org"));
    let output = Command::new("git")
        .current_dir(dir)
        .args(args)
        .envs(names.into_iter().chain(mails))
        .output()
        .expect("git runs");
    output.status.success()
}

fn commit(dir: &Path) {
    assert!(git(dir, &["add", "."]) && git(dir, &["commit", "-q", "-m", "go on"]));
}

fn desk(dir: &Path) -> Desk {
    // A process that another test is just starting may hold our lock for a moment.
    for _ in 0..400 {
        match Desk::take(Store::find(dir).unwrap(), keys(), OURS) {
            Ok(desk) => return desk,
            Err(problem) if problem.what.contains(LOCKED) => {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            Err(problem) => panic!("{problem}"),
        }
    }
    panic!("the lock is never given back")
}

fn verified(dir: &Path, receipts: Vec<(String, Vec<u8>)>) -> Verification {
    verify(Store::find(dir).unwrap(), &Own { receipts, ..Own::default() }, OURS).unwrap()
}

/// A bench whose campaign is a repository with cycle 1 open, and a clone of it.
fn shared() -> (Bench, std::path::PathBuf) {
    let bench = Bench::founded_for(3);
    let mut desk = bench.desk();
    for seat in SEATS {
        bench.enroll(&mut desk, seat).unwrap();
    }
    open::open(&mut desk, None, bench.now()).unwrap();
    drop(desk);
    let root = bench.root();
    assert!(git(&root, &["init", "-q", "-b", "main"]));
    commit(&root);
    let other = bench.dir.path().join("other");
    let from = root.to_str().unwrap();
    assert!(git(bench.dir.path(), &["clone", "-q", from, other.to_str().unwrap()]));
    (bench, other)
}

/// A packet of a seat, received in a clone; the receipt.
fn receive(bench: &Bench, dir: &Path, packet: &str) -> Vec<u8> {
    let reply = Intake::begin(&mut desk(dir)).unwrap().receive(packet.as_bytes(), bench.now());
    let reply = reply.unwrap();
    assert_eq!(reply.receipt.verdict, Verdict::Accepted);
    commit(dir);
    reply.text.into_bytes()
}

fn packet(bench: &Bench, seat: &str, lists: &str) -> String {
    let desk = bench.desk();
    bench.packet(&desk, seat, &bench.orders(&desk, seat, 1, lists))
}

#[test]
fn packets_of_different_seats_merge() {
    let (bench, other) = shared();
    let (own, theirs) =
        (packet(&bench, "mazianni", SET_UP), packet(&bench, "union", "orders: []\n"));
    receive(&bench, &bench.root(), &own);
    receive(&bench, &other, &theirs);
    assert!(git(&other, &["pull", "-q", "--no-rebase", "--no-edit"]), "they are different files");
    let resolved = resolve::resolve(&mut desk(&other), false, bench.now()).unwrap();
    assert!(resolved.nmr.is_empty() && resolved.unreadable.is_empty());
    assert!(verified(&other, Vec::new()).passed());
}

#[test]
fn the_same_packet_in_two_clones_is_kept_once_and_both_receipts_hold() {
    let (bench, other) = shared();
    let packet = packet(&bench, "mazianni", SET_UP);
    let first = receive(&bench, &bench.root(), &packet);
    let second = receive(&bench, &other, &packet);
    assert!(!git(&other, &["pull", "-q", "--no-rebase", "--no-edit"]), "one path, other bytes");
    assert!(git(&other, &["checkout", "--theirs", "cycles"]), "either will do");
    commit(&other);
    resolve::resolve(&mut desk(&other), true, bench.now()).unwrap();
    let receipts = vec![("first".to_owned(), first), ("second".to_owned(), second)];
    let verdict = verified(&other, receipts);
    assert!(verdict.passed(), "{verdict}");
    assert_eq!(verdict.to_string().matches("used as sent").count(), 2, "{verdict}");
}

/// What two clones keep of the same packet that came at the same time is the same text and the same receipt;
/// only age's own randomness differs. At another time the receipt says another time, and nothing else.
#[test]
fn the_same_packet_in_two_clones_is_the_same_text() {
    let (bench, other) = shared();
    let packet = packet(&bench, "mazianni", SET_UP);
    let came = bench.now();
    let take = |dir: &Path, time| {
        let mut desk = desk(dir);
        let reply = Intake::begin(&mut desk).unwrap().receive(packet.as_bytes(), time).unwrap();
        let kept = desk.campaign.store.need(&layout::packet(1, "mazianni", 1)).unwrap();
        (reply, packed::open(&kept, &desk.cycle_identity(1)).unwrap())
    };
    let third = bench.copy();
    let (first, second) = (take(&bench.root(), came), take(&other, came));
    assert_eq!((&first.0.text, &first.1), (&second.0.text, &second.1));
    let later = take(&third.root(), bench.now());
    let without_time = |mut receipt: Receipt| {
        receipt.received = came;
        receipt
    };
    assert_ne!(later.0.receipt, first.0.receipt);
    assert_eq!(without_time(later.0.receipt), first.0.receipt);
}

#[test]
fn two_entries_clash_and_the_second_is_given_again() {
    let (bench, other) = shared();
    let says = |dir: &Path, text: &str| rule::explain(&mut desk(dir), text, bench.now()).unwrap();
    says(&bench.root(), "from the first");
    commit(&bench.root());
    says(&other, "from the second");
    commit(&other);
    assert!(!git(&other, &["pull", "-q", "--no-rebase", "--no-edit"]), "both wrote the same entry");
    // Whatever is put together of the two is refused.
    assert!(git(&other, &["checkout", "--theirs", "ledger"]));
    assert!(git(&other, &["checkout", "--ours", "checkpoint"]));
    let problem =
        Desk::take(Store::find(&other).unwrap(), keys(), OURS).err().expect("it is neither");
    assert!(problem.to_string().contains("checkpoint"), "{problem}");
    assert!(!verified(&other, Vec::new()).passed());
    // The one that was shared first stands; the other is given again.
    assert!(git(&other, &["merge", "--abort"]));
    assert!(git(&other, &["reset", "-q", "--hard", "origin/main"]));
    says(&other, "from the second");
    commit(&other);
    assert!(verified(&other, Vec::new()).passed());
    assert!(git(&bench.root(), &["pull", "-q", "--ff-only", other.to_str().unwrap(), "main"]));
    assert!(bench.verify().passed());
    assert!(fs::exists(bench.root().join("ledger/000005.yaml")).unwrap());
}

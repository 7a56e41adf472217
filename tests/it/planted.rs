//! Files that somebody puts in the place of what a cycle left: made for the recipients that everybody knows,
//! or kept from the cycle before.

use std::fs;
use std::process::Command;

use adjutant::base::Problem;
use adjutant::campaign::layout;
use adjutant::referee::cycle::{open, resolve};
use adjutant::referee::moderator::correct;
use adjutant::seal::{packed, sealed};

use crate::bench::{Bench, output};

/// A file in the campaign, and what somebody puts there instead.
type Planted = (String, Vec<u8>);

/// Everything that cycle 1 left, each forged and, where there is one, older.
fn planted(bench: &Bench) -> Vec<Planted> {
    let desk = bench.desk();
    let (house, union) = (desk.identity().recipient(), bench.players["union"].identity());
    let seal = |text: &str| {
        sealed::keep(&packed::pack(text).unwrap(), &[&union.recipient(), &house]).unwrap()
    };
    let other = |text: &str| {
        let other = text.replacen("Europe", "Lisbon", 1);
        assert_ne!(other, text);
        other
    };
    let plain = |path: &str| String::from_utf8(bench.store().need(path).unwrap()).unwrap();
    let public = layout::public_report(1);
    let own = layout::report(1, "union");
    let older = |new: String, old: &str| (new, bench.store().need(old).unwrap());
    let packet = layout::packet(1, "mazianni", 1);
    vec![
        (layout::state(1), seal(&other(&desk.position(1).unwrap().0))),
        older(layout::state(1), &layout::state(0)),
        (layout::record(1), seal(&other(&desk.record(1).unwrap().unwrap().0))),
        (own.clone(), seal(&other(&desk.sent(1, &"union".parse().unwrap()).unwrap().text))),
        older(own, &layout::report(0, "union")),
        (public.clone(), other(&plain(&public)).into_bytes()),
        older(public, &layout::public_report(0)),
        older(packet, &layout::packet(1, "union", 1)),
    ]
}

/// What the moderator shows from a directory in which one file was put by somebody.
const SHOWN: [&[&str]; 7] = [
    &["state"],
    &["record"],
    &["view", "--seat", "mazianni"],
    &["report", "--seat", "union"],
    &["report", "--seat", "public"],
    &["report", "--seat", "moderator"],
    &["packets", "--seat", "mazianni", "--cycle", "1"],
];

fn show(bench: &Bench, what: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.arg("-C").arg(bench.root()).arg("show").args(what);
    let made = output(&mut command);
    assert_eq!(made.status.success(), !made.stdout.is_empty(), "{made:?}");
    (made.status.success(), String::from_utf8_lossy(&made.stderr).into_owned())
}

/// The act is refused for the file that was put there, and writes nothing into the ledger.
fn refused(bench: &Bench, path: &str, act: impl FnOnce() -> Result<(), Problem>) {
    let entries = || bench.desk().campaign.ledger.len();
    let before = entries();
    let told = act().unwrap_err().to_string();
    assert!(told.contains(path) && told.contains("not the one that the ledger lists"), "{told}");
    assert_eq!(entries(), before, "{path}");
}

#[test]
fn nothing_is_opened_shown_or_undone_on_a_file_that_somebody_put_there() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    for what in SHOWN {
        assert!(show(&bench, what).0, "{what:?}");
    }
    for (path, bytes) in planted(&bench) {
        let full = bench.root().join(&path);
        let honest = fs::read(&full).unwrap();
        assert_ne!(honest, bytes, "{path}");
        fs::write(&full, bytes).unwrap();
        for what in SHOWN {
            let (shown, told) = show(&bench, what);
            assert!(!shown && told.contains("not the one that the ledger lists"), "{path}: {told}");
        }
        let now = bench.now();
        refused(&bench, &path, || open::open(&mut bench.desk(), None, now).map(drop));
        refused(&bench, &path, || {
            correct::undo(&mut bench.desk(), Vec::new(), "a slip", now).map(drop)
        });
        fs::write(&full, honest).unwrap();
    }
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
}

#[test]
fn no_cycle_is_resolved_on_a_file_that_somebody_put_there() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    let planted = planted(&bench);
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    for (path, bytes) in planted {
        let full = bench.root().join(&path);
        let honest = fs::read(&full).unwrap();
        fs::write(&full, bytes).unwrap();
        let now = bench.now();
        refused(&bench, &path, || resolve::resolve(&mut bench.desk(), false, now).map(drop));
        fs::write(&full, honest).unwrap();
    }
    bench.resolve();
}

/// An older cycle's files are not compared all at once, but each where it is used.
#[test]
fn an_older_cycle_is_shown_only_as_the_ledger_lists_it() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    let planted = planted(&bench);
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    bench.resolve();
    let used: [(&str, &[&str]); 4] = [
        ("state.age", &["state", "view --seat union", "report --seat moderator"]),
        ("record.age", &["record", "report --seat moderator"]),
        ("reports/union.age", &["report --seat union"]),
        ("public.md", &["report --seat public"]),
    ];
    for (path, bytes) in planted {
        let full = bench.root().join(&path);
        let honest = fs::read(&full).unwrap();
        fs::write(&full, bytes).unwrap();
        let uses = used.iter().filter(|(name, _)| path.ends_with(name)).flat_map(|(_, uses)| *uses);
        for what in uses {
            let what: Vec<&str> = what.split(' ').chain(["--cycle", "1"]).collect();
            let (shown, told) = show(&bench, &what);
            assert!(!shown && told.contains("not the one that the ledger lists"), "{path}: {told}");
        }
        fs::write(&full, honest).unwrap();
    }
}

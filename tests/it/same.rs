//! The same input gives the same bytes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::referee::Desk;

use crate::bench::{Bench, SEATS, files};
use crate::folder::folder;

/// Everything that a cycle made, opened.
fn made(bench: &Bench, desk: &Desk, cycle: u32) -> Vec<String> {
    let mut out = vec![
        desk.files().opened(cycle, &layout::state(cycle)).unwrap(),
        desk.files().opened(cycle, &layout::record(cycle)).unwrap(),
    ];
    out.extend(SEATS.map(|seat| bench.report_of(desk, seat, cycle).text));
    out
}

#[test]
fn copies_of_a_campaign_are_resolved_alike() {
    let bench = Bench::open();
    for cycle in 1..=2 {
        bench.send();
        let copy = bench.copy();
        bench.resolve();
        copy.resolve();
        let [one, other] = [&bench, &copy].map(|b| made(b, &b.desk(), cycle));
        assert_eq!(one, other);
        assert!(copy.verify().passed());
        if cycle == 1 {
            adjutant::referee::cycle::open::open(&mut bench.desk(), None, bench.now()).unwrap();
        }
    }
}

/// The files of a folder. Encryption takes fresh randomness each time, so the heads that order
/// files name, and with them their signatures, are never the same.
fn played(root: &Path) -> BTreeMap<String, String> {
    let plain = |bytes: Vec<u8>| {
        let text = String::from_utf8_lossy(&bytes);
        let text = text.split("-----BEGIN").next().unwrap_or_default();
        text.lines().filter(|line| !line.starts_with("head: ")).collect::<Vec<_>>().join("\n")
    };
    files(root).into_iter().map(|(path, bytes)| (path, plain(bytes))).collect()
}

fn demo(root: &Path, seed: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let output = command.arg("demo").arg(root).args(["--seed", seed, "--cycles", "4"]);
    assert!(output.output().unwrap().status.success());
}

#[test]
fn a_demonstration_with_the_same_seed_is_the_same() {
    let dir = folder();
    let [a, b, c] = ["a", "b", "c"].map(|name| dir.path().join(name));
    for (root, seed) in [(&a, "7"), (&b, "7"), (&c, "8")] {
        demo(root, seed);
    }
    for folder in ["campaign/revealed", "reports"] {
        let [a, b, c] = [&a, &b, &c].map(|root| played(&root.join(folder)));
        assert!(a.len() >= 8, "{folder}");
        for (path, text) in &a {
            assert_eq!(Some(text), b.get(path), "{folder}/{path}");
        }
        assert!(a.len() == b.len() && a != c);
    }
}

/// A format of one's own is used by everybody at the table, the computer staff included.
#[test]
fn a_demonstration_of_another_format_is_played() {
    let dir = folder();
    let format = dir.path().join("format.yaml");
    let shipped = OURS.named("company-war").unwrap().shipped().format;
    std::fs::write(&format, format!("{shipped}# a house rule\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let root = dir.path().join("demo");
    let output =
        command.arg("demo").arg(&root).arg("--format").arg(&format).args(["--cycles", "2"]);
    let output = output.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let copy = std::fs::read_to_string(root.join("campaign/format.yaml")).unwrap();
    assert!(copy.ends_with("# a house rule\n"));
}

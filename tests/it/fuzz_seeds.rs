//! Every seed of the fuzz targets, and some of what was found from them, through the functions that the
//! targets call: none may panic.

use std::fs;
use std::path::Path;

use adjutant::ledger::Entry;
use adjutant::referee::record::report::Report;

use crate::shelf;

#[expect(unreachable_pub, reason = "the fuzz targets are another package")]
#[path = "../../fuzz/src/lib.rs"]
mod readers;

/// Name and bytes of the seeds of a target.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    inputs("fuzz/seeds", target)
}

fn inputs(under: &str, target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(under).join(target);
    let seeds = fs::read_dir(&folder).expect("a target has inputs");
    let named = seeds.map(|seed| {
        let path = seed.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read(path).expect("a seed"))
    });
    named.collect()
}

fn feed(target: &str, read: fn(&[u8])) {
    for under in ["fuzz/seeds", "fuzz/found"] {
        let inputs = inputs(under, target);
        assert!(!inputs.is_empty(), "{target} has none in {under}");
        for (_, bytes) in &inputs {
            read(bytes);
        }
    }
}

/// A seed of an older form would be refused at the door, and nothing behind it would be tried.
#[test]
fn seeds_are_of_this_form() {
    for (name, bytes) in &seeds("ledger") {
        assert!(Entry::read(bytes).is_ok(), "{name}: {:?}", Entry::read(bytes));
    }
    let game = shelf::named("company-war");
    for (name, bytes) in seeds("report").iter().filter(|(name, _)| name != "fraction.md") {
        let report = Report::read(&String::from_utf8_lossy(bytes));
        let report = report.unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let page = report.data.page(&*game);
        assert!(page.is_ok(), "{name}: {page:?}");
    }
}

#[test]
fn armor() {
    feed("armor", readers::armor);
}

#[test]
fn checkpoints() {
    feed("checkpoint", readers::checkpoint);
}

#[test]
fn ledger() {
    feed("ledger", readers::ledger);
}

#[test]
fn order_files() {
    feed("order_file", readers::order_file);
}

#[test]
fn packets() {
    feed("packet", readers::packet);
}

#[test]
fn players() {
    feed("player", readers::player);
}

#[test]
fn receipts() {
    feed("receipt", readers::receipt);
}

#[test]
fn reports() {
    feed("report", readers::report);
}

#[test]
fn scenarios() {
    feed("scenario", readers::scenario);
}

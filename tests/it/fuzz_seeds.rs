//! Every seed of the fuzz targets, through the functions that the targets call: none may panic.

use std::fs;
use std::path::Path;

#[expect(unreachable_pub, reason = "the fuzz targets are another package")]
#[path = "../../fuzz/src/lib.rs"]
mod readers;

fn feed(target: &str, read: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let seeds = fs::read_dir(&folder).expect("a target has seeds");
    let mut fed = 0;
    for seed in seeds {
        read(&fs::read(seed.expect("an entry").path()).expect("a seed"));
        fed += 1;
    }
    assert!(fed > 0, "{} is empty", folder.display());
}

#[test]
fn armor() {
    feed("armor", readers::armor);
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
fn reports() {
    feed("report", readers::report);
}

#[test]
fn scenarios() {
    feed("scenario", readers::scenario);
}

//! What commands cost late in a campaign and early in it. Both sides of Company War send empty orders, so
//! that all cycles are alike.

use crate::campaign::{Campaign, SIDES};
use crate::program::{Cost, Program, growth, median};

const CYCLES: [u64; 3] = [5, 50, 500];
const FORMAT: &str = include_str!("../../turn-formats/company-war/format.yaml");
/// The last cycles, of which the median counts for what cannot be repeated.
const LAST: usize = 5;

/// Commands that change nothing. The key and order file are the Union's.
const ASKED: [(&str, &[&str]); 7] = [
    ("status", &["status"]),
    ("template", &["template", "--key", "union.key"]),
    ("check", &["check", "union.yaml", "--key", "union.key"]),
    ("seal", &["seal", "union.yaml", "--key", "union.key"]),
    ("read", &["read", "--key", "union.key"]),
    ("show report", &["show", "report", "--seat", "union", "--cycle", "3"]),
    ("verify", &["verify"]),
];

/// What each command costs after five, fifty and five hundred cycles.
pub(crate) fn measure(programs: &[Program]) {
    let tables: Vec<_> = programs.iter().map(grow).collect();
    for n in 0..ASKED.len() + 2 {
        for (program, table) in programs.iter().zip(&tables) {
            let (name, costs) = &table[n];
            growth(name, program, "cycles", costs);
        }
    }
}

type Row = (&'static str, Vec<(u64, Cost)>);

fn grow(program: &Program) -> Vec<Row> {
    let place = tempfile::tempdir().expect("a directory");
    let campaign = Campaign { program, place: place.path(), seats: &SIDES };
    let long = FORMAT
        .replace("turns: {source: rulebook, value: 8}", "turns: {source: invented, value: 600}");
    assert_ne!(long, FORMAT, "the format says how many turns there are");
    std::fs::write(place.path().join("long.yaml"), long).expect("a disk");
    campaign.found(&["--format", "long.yaml"]);
    let mut table: Vec<Row> = ASKED.iter().map(|(name, _)| (*name, Vec::new())).collect();
    table.extend([("receive", Vec::new()), ("resolve", Vec::new())]);
    let (mut received, mut resolved) = (Vec::new(), Vec::new());
    for cycle in 1..=CYCLES[2] {
        let (receive, resolve) = campaign.cycle(false);
        received.push(receive);
        resolved.push(resolve);
        if !CYCLES.contains(&cycle) {
            continue;
        }
        campaign.seal("union", false);
        for ((_, arguments), (_, costs)) in ASKED.iter().zip(&mut table) {
            costs.push((cycle, campaign.median(arguments)));
        }
        let last = |costs: &[Cost]| median(&costs[costs.len() - LAST..]);
        table[ASKED.len()].1.push((cycle, last(&received)));
        table[ASKED.len() + 1].1.push((cycle, last(&resolved)));
    }
    table
}

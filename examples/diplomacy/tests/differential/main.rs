//! Random positions, held against other adjudicators.
//!
//! `cargo test` tries some hundred of them against the Rust crate `diplomacy`. `DIPLOMACY_POSITIONS=20000` tries so many, and
//! `DIPLOMACY_FILE=FILE` writes them with their results, for `.ci/diplomacy` to hold the Python package against.
//! `DIPLOMACY_AGAIN=FILE` takes those that the file names, with orders as that package reads them.

mod line;
mod map;
mod ours;
mod random;
mod readings;
mod theirs;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use adjutant::testing::{self, Table, Value};
use adjutant_diplomacy::SHELF;
use adjutant_diplomacy::board::Board;

use random::{Luck, Position};

/// Positions that are tried without being told.
const SOME: u64 = 400;

/// What comes of a movement phase. Units are written `France A Par`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct After {
    /// Units that are still there, or there now.
    pub(crate) units: BTreeSet<String>,
    /// Units that must retreat, and where they may go; those that may go nowhere are gone.
    pub(crate) beaten: BTreeMap<String, BTreeSet<String>>,
    /// Supports that were given.
    pub(crate) given: BTreeSet<String>,
}

/// Which of the dislodged units go where; the others are disbanded.
pub(crate) type Retreats = Vec<(String, String)>;

/// The map as the game has it.
fn board() -> Board {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/format.yaml");
    let format: Value = testing::yaml(&file).unwrap();
    Board::of(&testing::read(&format["provinces"]).unwrap()).unwrap()
}

/// Retreats of a position: most units go somewhere.
fn retreats(number: u64) -> impl Fn(&After) -> Retreats {
    move |after: &After| {
        let mut luck = Luck::of(number ^ 0x5eed);
        let go = |(unit, ways): (&String, &BTreeSet<String>)| {
            let ways: Vec<&String> = ways.iter().collect();
            let to = luck.pick(&ways).map(|to| (unit.clone(), (*to).clone()));
            to.filter(|_| luck.percent(90))
        };
        after.beaten.iter().filter_map(go).collect()
    }
}

/// A position as a person reads it.
fn shown(position: &Position) -> String {
    let lines = position.ordered.iter();
    lines.map(|(unit, order)| format!("  {}: {}\n", unit.power, line::of(unit, order))).collect()
}

/// What one result has that the other lacks.
fn difference(ours: &After, theirs: &After) -> String {
    let mut text = String::new();
    let lines = |after: &After| {
        let beaten =
            after.beaten.iter().map(|(unit, ways)| format!("{unit} must retreat: {ways:?}"));
        let given = after.given.iter().map(|line| format!("given: {line}"));
        after.units.iter().cloned().chain(beaten).chain(given).collect::<BTreeSet<String>>()
    };
    let (ours, theirs) = (lines(ours), lines(theirs));
    for (who, list, other) in [("ours", &ours, &theirs), ("theirs", &theirs, &ours)] {
        for line in list.difference(other) {
            let _ = writeln!(text, "  {who}: {line}");
        }
    }
    text
}

/// A number that the environment gives.
fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

#[test]
fn another_adjudicator_says_the_same() {
    let (board, map, mut table) = (board(), map::whole(), Table::new(&SHELF).unwrap());
    let otherwise = std::env::var("DIPLOMACY_AGAIN").ok();
    let otherwise = otherwise.map(|path| readings::read(&std::fs::read_to_string(path).unwrap()));
    let numbers: Vec<u64> = match &otherwise {
        Some(otherwise) => otherwise.keys().copied().collect(),
        None => (0..given("DIPLOMACY_POSITIONS").unwrap_or(SOME)).collect(),
    };
    let (mut wrong, mut file) = (Vec::new(), String::new());
    let (mut convoys, mut retreating, mut lost) = (0, 0, 0);
    let mut told: BTreeMap<&str, u64> = BTreeMap::new();
    for number in &numbers {
        let mut position = random::position(&board, *number);
        if let Some(otherwise) = &otherwise {
            readings::apply(&mut position, &otherwise[number]);
        }
        let retreats = retreats(*number);
        let (ours, last) = ours::judged(&mut table, &board, &position, &retreats)
            .unwrap_or_else(|problem| panic!("position {number}: {problem}\n{}", shown(&position)));
        let (theirs, their_last) = theirs::judged(&map, &position, &retreats);
        convoys += u64::from(readings::has_convoy(&position));
        retreating += u64::from(!ours.beaten.is_empty());
        lost += u64::from(last.len() < position.ordered.len());
        readings::write(&mut file, *number, &position, (&ours, &last), &retreats(&ours));
        // Orders that only the other one reads so are none of the crate's.
        if otherwise.is_none() && (ours != theirs || last != their_last) {
            if let Some(reading) = readings::of(&board, &position) {
                *told.entry(reading).or_insert(0) += 1;
                continue;
            }
            wrong.push(format!(
                "position {number}:\n{}{}  after retreats: {:?}\n",
                shown(&position),
                difference(&ours, &theirs),
                last.symmetric_difference(&their_last).collect::<Vec<_>>(),
            ));
        }
    }
    println!(
        "{} positions, {convoys} with convoys, {retreating} with retreats, {lost} with units lost; \
         read otherwise: {told:#?}",
        numbers.len()
    );
    if let Some(path) = std::env::var_os("DIPLOMACY_FILE") {
        std::fs::write(path, file).unwrap();
    }
    let count = wrong.len();
    wrong.truncate(usize::try_from(given("DIPLOMACY_SHOW").unwrap_or(5)).unwrap());
    assert!(wrong.is_empty(), "{count} differences:\n{}", wrong.join("\n"));
}

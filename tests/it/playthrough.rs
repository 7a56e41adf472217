//! Whole recorded campaigns: order files in, every record and report compared to the byte.
//!
//! `BLESS=1` writes the expected files anew (and, where an order file is missing, has the staff
//! write it); the difference in git is the review. `scenario.txt` names the scenario, if it is not
//! the first.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use adjutant::base::{Digest, canonical};
use adjutant::engine::{AnyGame, Chance, Due, GameKind, Position, RecordDoc, Resolution, Seat};
use adjutant::{games, render};

use crate::shelf::{self, array, file, json, list, readers};

struct Recorded {
    folder: PathBuf,
    bless: bool,
}

impl Recorded {
    /// The bytes must be those of the file.
    fn compare(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        if self.bless {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, text).expect("a file");
        }
        let expected = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let line = expected.lines().zip(text.lines()).position(|(a, b)| a != b);
        assert!(expected == text, "{name} differs at line {:?}", line.map(|n| n + 1));
    }

    /// The order file of a seat; `None` if it sent nothing.
    fn orders(&self, cycle: u32, seat: &Seat, staff: impl FnOnce() -> Vec<u8>) -> Option<Vec<u8>> {
        let path = self.folder.join(format!("orders/{cycle:04}-{seat}.yaml"));
        if self.bless && !path.exists() {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, staff()).expect("a file");
        }
        fs::read(&path).ok()
    }
}

pub(crate) fn seed(game: &str, cycle: u32) -> [u8; 32] {
    Digest::tagged("adjutant/example/v1", &[game.as_bytes(), &cycle.to_be_bytes()]).0
}

/// One event, answer or draw a line, so that a difference can be read.
fn lines(record: &RecordDoc) -> String {
    let value = json(&record.0);
    let lists = array(&value, "events").iter().chain(array(&value, "draws"));
    let mut out = String::new();
    for item in lists.chain([&value["answers"], &value["standing"]]) {
        out += &canonical::encode(item);
        out.push('\n');
    }
    out
}

pub(crate) fn staff(game: &dyn AnyGame, position: &Position, cycle: u32, seat: &Seat) -> Vec<u8> {
    let seen = shelf::view(game, position, seat);
    let ideas = shelf::staff(game, &seen, seed(seat.as_str(), cycle));
    file(seat, cycle, &list(&game.list(&ideas).expect("its own orders")))
}

fn play(kind: &dyn GameKind, recorded: &Recorded) {
    let shipped = kind.shipped();
    let wish = fs::read_to_string(recorded.folder.join("scenario.txt")).unwrap_or_default();
    let named = shipped.scenarios.iter().find(|(name, _)| *name == wish.trim());
    let (_, scenario) = named.unwrap_or(&shipped.scenarios[0]);
    let game = kind
        .found(shipped.format.as_bytes(), scenario.as_bytes(), &BTreeMap::new())
        .expect("the shipped files are sound");
    let mut position = game.setup(&mut Chance::from_seed(seed(kind.name(), 0)));
    for cycle in 1.. {
        let phase = game.phase(&position).expect("a position");
        let mut orders = BTreeMap::new();
        for seat in phase.due.iter().filter(|(_, due)| **due != Due::Nothing).map(|(seat, _)| seat)
        {
            let file = recorded.orders(cycle, seat, || staff(&*game, &position, cycle, seat));
            let read = |file: Vec<u8>| game.read(&file).unwrap_or_else(|p| panic!("{seat}: {p}")).1;
            orders.extend(file.map(|file| (seat.clone(), read(file))));
        }
        let mut chance = Chance::from_seed(seed(kind.name(), cycle));
        let made = game.resolve(&position, &orders, &mut chance).expect("a position");
        show(&*game, recorded, cycle, &made);
        position = made.position;
        if let Some(outcome) = game.outcome(&position).expect("a position") {
            recorded.compare("outcome.txt", &format!("{}\n", outcome.text));
            return;
        }
    }
}

fn show(game: &dyn AnyGame, recorded: &Recorded, cycle: u32, made: &Resolution) {
    recorded.compare(&format!("records/{cycle:04}.jsonl"), &lines(&made.record));
    recorded.compare(&format!("states/{cycle:04}.json"), &format!("{}\n", made.position.0));
    for reader in readers(game) {
        let page = shelf::page(game, &made.position, &made.record, &reader);
        let name = reader.seat().map_or("public", Seat::as_str).to_owned();
        recorded.compare(&format!("reports/{cycle:04}-{name}.md"), &render::markdown(&page));
    }
}

#[test]
fn recorded_campaigns_are_replayed_to_the_byte() {
    for game in games::OURS.games() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(game.name());
        let bless = std::env::var("BLESS").is_ok();
        play(game, &Recorded { folder, bless });
    }
}

#[test]
fn the_last_reports_say_at_the_top_who_won() {
    for game in games::OURS.games() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(game.name());
        let outcome = fs::read_to_string(folder.join("outcome.txt")).expect("it is over");
        let (winner, _) = outcome.split_once(" win").expect("somebody wins");
        let files = fs::read_dir(folder.join("reports")).expect("reports");
        let mut names: Vec<_> = files.map(|file| file.expect("a file").file_name()).collect();
        names.sort();
        let names: Vec<&str> = names.iter().map(|name| name.to_str().expect("text")).collect();
        let last = &names.last().expect("a report")[..4];
        for name in names.iter().filter(|name| name.starts_with(last)) {
            let text = fs::read_to_string(folder.join("reports").join(name)).expect("a report");
            let (_, top) = text.split_once("## In short\n\n").expect("a summary");
            let (top, _) = top.split_once("\n## ").expect("more than that");
            // The winner and the loser are spoken to in their own reports.
            let told = [
                format!("{winner} win"),
                format!("You lose the game to {winner}"),
                "You win".to_owned(),
                "You gain the victory".to_owned(),
            ];
            let told = told.iter().any(|words| top.contains(words));
            assert!(told, "{}: {name}: {top}", game.name());
        }
    }
}

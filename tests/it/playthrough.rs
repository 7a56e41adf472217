//! Whole recorded campaigns: order files in, every record and report compared to the byte.
//!
//! `BLESS=1` writes the expected files anew (and, where an order file is missing, has the staff
//! write it); the difference in git is the review. `scenario.txt` names the scenario, if it is not
//! the first.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use adjutant::base::{Digest, canonical};
use adjutant::engine::{AnyGame, Chance, Document, Due, Reader, Resolution, Seat, Table};
use adjutant::{games, report};

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
    fn orders(&self, cycle: u32, seat: &Seat, staff: impl FnOnce() -> String) -> Option<Vec<u8>> {
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
fn lines(record: &Document) -> String {
    let value: serde_json::Value = serde_json::from_str(&record.0).expect("a record");
    let list = |key: &str| value["record"][key].as_array().cloned().unwrap_or_default();
    let mut out = String::new();
    for item in list("events").iter().chain(&list("draws")) {
        out += &canonical::encode(item);
        out.push('\n');
    }
    for part in [&value["record"]["answers"], &value["standing"]] {
        out += &canonical::encode(part);
        out.push('\n');
    }
    out
}

pub(crate) fn staff(table: &dyn Table, position: &Document, cycle: u32, seat: &Seat) -> String {
    let seen = table.see(position, &Reader::Seat(seat.clone())).expect("a position");
    let mut chance = Chance::from_seed(seed(seat.as_str(), cycle));
    let orders = table.suggest(&seen, &mut chance).expect("a view");
    let list =
        if orders.is_empty() { "orders: []\n".to_owned() } else { format!("orders:\n{orders}") };
    format!(
        "campaign: example#00000000\ncycle: {cycle}\nseat: {seat}\nsequence: 1\nto: age1example\n\
         head: \"{}\"\n{list}",
        "0".repeat(64)
    )
}

fn play(game: &dyn AnyGame, recorded: &Recorded) {
    let shipped = game.shipped();
    let wish = fs::read_to_string(recorded.folder.join("scenario.txt")).unwrap_or_default();
    let named = shipped.scenarios.iter().find(|(name, _)| *name == wish.trim());
    let (_, scenario) = named.unwrap_or(&shipped.scenarios[0]);
    let table = game
        .table(shipped.format.as_bytes(), scenario.as_bytes(), &BTreeMap::new())
        .expect("the shipped files are sound");
    let mut position = table.setup(&mut Chance::from_seed(seed(game.name(), 0)));
    for cycle in 1.. {
        let phase = table.phase(&position).expect("a position");
        let mut files = BTreeMap::new();
        for seat in phase.due.iter().filter(|(_, due)| **due != Due::Nothing).map(|(seat, _)| seat)
        {
            let orders = recorded.orders(cycle, seat, || staff(&*table, &position, cycle, seat));
            files.extend(orders.map(|orders| (seat.clone(), orders)));
        }
        let mut chance = Chance::from_seed(seed(game.name(), cycle));
        let made = table.resolve(&position, &files, &mut chance).expect("a position");
        show(&*table, recorded, cycle, &made);
        position = made.position;
        if let Some(outcome) = table.outcome(&position).expect("a position") {
            recorded.compare("outcome.txt", &format!("{}\n", outcome.text));
            return;
        }
    }
}

fn show(table: &dyn Table, recorded: &Recorded, cycle: u32, made: &Resolution) {
    recorded.compare(&format!("records/{cycle:04}.jsonl"), &lines(&made.record));
    recorded.compare(&format!("states/{cycle:04}.json"), &format!("{}\n", made.position.0));
    for reader in table.seats().into_iter().map(Reader::Seat).chain([Reader::Public]) {
        let page = table.page(&made.position, Some(&made.record), &reader).expect("a record");
        let name = reader.seat().map_or("public", Seat::as_str).to_owned();
        recorded.compare(&format!("reports/{cycle:04}-{name}.md"), &report::markdown(&page));
    }
}

#[test]
fn recorded_campaigns_are_replayed_to_the_byte() {
    for game in games::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(game.name());
        let bless = std::env::var("BLESS").is_ok();
        play(*game, &Recorded { folder, bless });
    }
}

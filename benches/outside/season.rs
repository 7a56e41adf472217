//! A season on one machine: one `league run` beside a `run` in each of the same campaigns, two at a time.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::league::each;
use crate::program::{Cost, Program, milliseconds, ratio};

const MEMBERS: usize = 128;
/// How often both are measured; the least of each counts, as other work on the machine only adds.
const TIMES: usize = 5;
/// 2026-01-01T00:00:00Z.
const BEGIN: u64 = 1_767_225_600;
/// After the deadline of the first cycle.
const AFTER: u64 = BEGIN + 4 * 3600;
const CALENDAR: &str = "zone: UTC\ndeadlines: {after: 3h}\n";
const RULES: &str =
    "name: cup\ngame: company-war\ncalendar: campaign.yaml\nform: {swiss: {rounds: 3}}\n";

/// Every game closes its first cycle and opens its second.
pub(crate) fn measure(programs: &[Program]) {
    for program in programs {
        let place = tempfile::tempdir().expect("a directory");
        let begun = place.path().join("begun");
        fs::create_dir(&begun).expect("a disk");
        begin(program, &begun);
        let (mut together, mut alone) = (Vec::new(), Vec::new());
        for time in 0..TIMES {
            together.push(by_league(program, &copied(&begun, &format!("a{time}"))));
            alone.push(one_by_one(program, &copied(&begun, &format!("b{time}"))));
        }
        let least = |all: &[(Duration, Duration)]| {
            let wall = all.iter().map(|(wall, _)| *wall).min().expect("a time");
            (wall, all.iter().map(|(_, cpu)| *cpu).min().expect("a time"))
        };
        let (together, alone) = (least(&together), least(&alone));
        let games = MEMBERS / 2;
        for (what, (wall, cpu)) in [("league run", together), ("run, one by one", alone)] {
            let second = games as u128 * 10_000 / wall.as_millis().max(1);
            let each = milliseconds(cpu / u32::try_from(games).expect("a count"));
            println!(
                "{what:16} {:16} {games} games: {}.{} a second; each: processor {each}",
                program.name,
                second / 10,
                second % 10
            );
        }
        let (wall, cpu) = (ratio(together.0, alone.0), ratio(together.1, alone.1));
        println!("league run is {wall} of the time and {cpu} of the processor");
    }
}

/// A season whose first round is open.
fn begin(program: &Program, place: &Path) {
    let at = |arguments: &[&str]| program.run_at(place, BEGIN, arguments);
    at(&["league", "new", "cup"]);
    fs::write(place.join("cup/campaign.yaml"), CALENDAR).expect("a disk");
    fs::write(place.join("cup/league.yaml"), RULES).expect("a disk");
    at(&["-C", "cup", "league", "announce"]);
    for member in 0..MEMBERS {
        let name = format!("m{member}");
        at(&["keygen", &name]);
        at(&["-C", "cup", "league", "enroll", &format!("{name}.pub")]);
    }
    at(&["-C", "cup", "league", "pair"]);
    at(&["-C", "cup", "league", "run"]);
}

fn copied(from: &Path, name: &str) -> PathBuf {
    let to = from.with_file_name(name);
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        fs::create_dir_all(to.join(&folder)).expect("a disk");
        for entry in fs::read_dir(from.join(&folder)).expect("a directory") {
            let entry = entry.expect("an entry");
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else {
                fs::copy(from.join(&path), to.join(&path)).expect("a disk");
            }
        }
    }
    to
}

/// Wall and processor time of the whole season at once.
fn by_league(program: &Program, place: &Path) -> (Duration, Duration) {
    let Cost { wall, cpu, .. } = program.run_at(place, AFTER, &["-C", "cup", "league", "run"]);
    (wall, cpu)
}

fn one_by_one(program: &Program, place: &Path) -> (Duration, Duration) {
    let season = place.join("cup/seasons/1");
    let games = (1..=MEMBERS / 2).map(|n| season.join(format!("r01-b{n:02}")));
    let places: Vec<PathBuf> = games.collect();
    let run = |game: &Path| {
        let game = game.to_str().expect("a path of ours");
        program.run_at(place, AFTER, &["-C", game, "run", "--keys", "cup.keys"])
    };
    let (wall, costs) = each(&places, &run);
    (wall, costs.iter().map(|cost| cost.cpu).sum())
}

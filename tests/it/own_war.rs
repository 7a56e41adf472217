//! A report begins with what the cycle brought its reader: losses and harm, orders that came to nothing, gains.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The games with a recorded campaign.
const GAMES: &[&str] =
    &["age-of-imperialism", "company-commander", "company-war", "mechad", "parabellum"];

/// The sentences at the top of a report.
fn short(report: &str) -> Vec<String> {
    let below = report.lines().skip_while(|line| *line != "## In short").skip(2);
    let items = below.take_while(|line| line.is_empty() || line.starts_with("- "));
    let items = items.filter(|line| !line.is_empty());
    items.map(|line| line[2..].replace('\\', "")).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let files =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    files
}

/// The answers in a cycle's record, with whose they are.
fn answers(path: &Path) -> Vec<(String, Value)> {
    let text = fs::read_to_string(path).expect("a record");
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"));
    let lines = lines.filter_map(|line: Value| line.as_object().cloned());
    let lists = lines.flatten().filter_map(|(seat, list)| Some((seat, list.as_array()?.clone())));
    let each = lists.flat_map(|(seat, list)| list.into_iter().map(move |it| (seat.clone(), it)));
    each.filter(|(_, answer)| answer.get("slot").is_some()).collect()
}

/// For each seat, what the top of its report says of each cycle of a game.
fn tops(game: &str) -> BTreeMap<String, Vec<String>> {
    let reports = files(&Path::new("examples").join(game).join("reports"));
    let named = reports.iter().map(|path| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, short(&fs::read_to_string(path).expect("a report")))
    });
    named.collect()
}

/// How a sentence tells of an order that came to nothing.
const IN_VAIN: &[(&str, &str)] = &[
    ("failed", "failed: "),
    ("refused", "was refused: "),
    ("partly", "was carried out in part: "),
];

#[test]
fn orders_that_came_to_nothing_are_told_first() {
    let mut told = 0;
    for game in GAMES {
        let tops = tops(game);
        for path in files(&Path::new("examples").join(game).join("records")) {
            let cycle = path.file_stem().expect("a cycle").to_string_lossy().into_owned();
            let mut bad: BTreeMap<String, Vec<(Option<u64>, &str)>> = BTreeMap::new();
            for (seat, answer) in answers(&path) {
                let code = answer["code"].as_str().expect("a code");
                if let Some((_, words)) = IN_VAIN.iter().find(|(name, _)| *name == code) {
                    bad.entry(seat).or_default().push((answer["line"].as_u64(), words));
                }
            }
            for (seat, lines) in bad {
                let top = &tops[&format!("{cycle}-{seat}")];
                let more = lines.len().saturating_sub(4);
                for (line, words) in &lines[..lines.len() - more] {
                    let begins =
                        line.map_or("A standing order".to_owned(), |n| format!("Line {n}"));
                    let tells = |it: &String| {
                        let rest =
                            it.strip_prefix(&begins).map(|rest| rest.trim_start_matches(','));
                        rest.is_some_and(|rest| rest.starts_with([' ']) && rest.contains(words))
                    };
                    assert!(top.iter().any(tells), "{game} {cycle} {seat}: {begins}\n{top:#?}");
                    told += 1;
                }
                let rest = format!("So it went with {more} more of your orders, below.");
                assert_eq!(more > 0, top.contains(&rest), "{game} {cycle} {seat}");
            }
        }
    }
    assert!(told > 5, "{told}");
}

/// Whether a sentence of the kind stands in any report of the game, and always among the first ten.
fn stands_first(game: &str, begins: &str) -> bool {
    let mut found = false;
    for (report, top) in tops(game) {
        if let Some(at) = top.iter().position(|line| line.starts_with(begins)) {
            found = true;
            assert!(at < 8, "{game} {report}: {begins} in place {at}");
            assert!(!report.ends_with("-public"), "{game} {report} has no reader of its own");
        }
    }
    found
}

#[test]
fn losses_and_gains_are_told_first() {
    for game in GAMES {
        assert!(stands_first(game, "You lose "), "{game}");
        assert!(stands_first(game, "You gain "), "{game}");
    }
    for game in ["company-commander", "company-war", "mechad", "parabellum"] {
        assert!(stands_first(game, "Damaged: "), "{game}");
    }
}

/// Natives are nobody's: where two powers play, what they lose is no loss of the other power.
#[test]
fn what_natives_lose_is_not_the_other_players_loss() {
    let tops = tops("age-of-imperialism");
    let line = "Losses of others: 10 infantry of the natives in Tanganyika.";
    assert!(tops["0004-britain"].iter().any(|told| told == line), "{:?}", tops["0004-britain"]);
    let named = |told: &String| told.starts_with("Losses of the ") && told.contains("natives");
    assert!(!tops.values().flatten().any(named));
}

#[test]
fn a_destroyed_ship_is_its_owners_loss_and_nobody_elses() {
    // Cycle 3 of the example: Janus destroys Bergen and its riders at Mariner.
    let tops = tops("company-war");
    let lost = |seat: &str, begins: &str| {
        let line = tops[&format!("0003-{seat}")].iter().find(|line| line.starts_with(begins));
        line.cloned().unwrap_or_default()
    };
    assert!(lost("mazianni", "You lose ").contains("Bergen"));
    assert!(!lost("union", "You lose ").contains("Bergen"));
    assert!(lost("union", "Losses of the Mazianni: ").contains("Bergen"));
    assert!(lost("mazianni", "Line 10").ends_with("an enemy arrived before Malta could leave."));
    assert_eq!(lost("union", "Line 10"), "");
}

#[test]
fn what_other_powers_gain_is_one_line() {
    let tops = tops("age-of-imperialism");
    let mut told = 0;
    for path in files(Path::new("examples/age-of-imperialism/records")) {
        let cycle = path.file_stem().expect("a cycle").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a record");
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).expect("a line of JSON");
            let gained = &line["event"]["gained"];
            let (Some(power), Some(at)) = (gained["power"].as_str(), gained["at"].as_str()) else {
                continue;
            };
            for (report, top) in &tops {
                let seat =
                    report.strip_prefix(&format!("{cycle}-")).filter(|seat| *seat != "public");
                let Some(seat) = seat else { continue };
                let gains: Vec<_> =
                    top.iter().filter(|it| it.starts_with("New regions of others: ")).collect();
                let said = gains.iter().any(|it| it.contains(at));
                assert_eq!(said, seat != power, "{cycle} {seat}: {at}\n{top:#?}");
                assert!(gains.len() < 2, "{cycle} {seat}");
                told += 1;
            }
        }
    }
    assert!(told > 4, "{told}");
}

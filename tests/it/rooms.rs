//! The pictures of docs/ARCHITECTURE.md, held against the code: which layers and rooms there are, and
//! that each uses only what lies below it. And what the page says of files is so.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::circles::uses;
use crate::house::files;

/// Files in a room from which on nobody finds anything.
const MOST: usize = 20;
/// Lines that fit a screen.
const SCREEN: usize = 60;
/// Stations of a walk, at most.
const STATIONS: usize = 12;
/// The column in which a picture begins to say what a layer is.
const NAMES: usize = 41;

fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn architecture() -> String {
    text("docs/ARCHITECTURE.md")
}

/// The picture of a folder: its lines.
fn picture(page: &str, folder: &str) -> Vec<String> {
    let begin = format!("```layers of {folder}\n");
    let (_, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("no picture of {folder}"));
    let (picture, _) = rest.split_once("```").expect("an end");
    picture.lines().map(str::to_owned).collect()
}

/// The names in a picture, each with its row from the top.
fn rows(picture: &[String]) -> BTreeMap<String, usize> {
    let names = |line: &str| line.chars().take(NAMES).collect::<String>();
    let all = picture.iter().zip(0..).flat_map(|(line, row)| {
        let names = names(line);
        names.split_whitespace().map(|name| (name.to_owned(), row)).collect::<Vec<_>>()
    });
    all.collect()
}

/// What is drawn otherwise than it is: who uses whom that does not lie below it.
fn offences(
    rows: &BTreeMap<String, usize>,
    uses: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<String> {
    let mut all = Vec::new();
    for (own, used) in uses {
        let Some(row) = rows.get(own) else {
            all.push(format!("{own} is not drawn"));
            continue;
        };
        for other in used {
            if rows.get(other).is_some_and(|below| below <= row) {
                all.push(format!("{own} uses {other}"));
            }
        }
    }
    let missing = rows.keys().filter(|name| !uses.contains_key(*name));
    all.extend(missing.map(|name| format!("{name} is drawn, and not there")));
    all
}

#[test]
fn the_pictures_are_those_of_the_code() {
    let page = architecture();
    for (folder, inside) in [("src", ""), ("src/referee", "referee"), ("src/engine", "engine")] {
        let rows = rows(&picture(&page, folder));
        let mut uses = uses(inside);
        // The crate's own two files are above everything.
        uses.retain(|name, _| name != "lib" && name != "main");
        assert_eq!(offences(&rows, &uses), Vec::<String>::new(), "{folder}");
    }
}

#[test]
fn the_pictures_stand_in_the_code_too() {
    let page = architecture();
    let all = [
        ("src/lib.rs", "src"),
        ("src/referee/mod.rs", "src/referee"),
        ("src/engine/mod.rs", "src/engine"),
    ];
    for (file, folder) in all {
        let drawn: Vec<String> = text(file)
            .lines()
            .skip_while(|line| *line != "//! ```text")
            .skip(1)
            .take_while(|line| *line != "//! ```")
            .map(|line| line.trim_start_matches("//! ").to_owned())
            .collect();
        assert_eq!(drawn, picture(&page, folder), "{file}");
    }
}

#[test]
fn rooms_are_small_and_have_a_door() {
    let page = architecture();
    for folder in ["src/referee", "src/engine"] {
        for room in rows(&picture(&page, folder)).keys() {
            let room = format!("{folder}/{room}");
            let top = Path::new(env!("CARGO_MANIFEST_DIR")).join(&room);
            let own = files(&room).iter().filter(|file| file.parent() == Some(&top)).count();
            assert!(own <= MOST, "{room} has {own} files");
            let door = text(&format!("{room}/mod.rs"));
            for word in ["//! Comes in: ", "//! Goes out: ", "//! Never: "] {
                assert!(door.contains(word), "{room}/mod.rs does not say {word:?}");
            }
            let lines = door.lines().count();
            assert!(lines <= SCREEN, "{room}/mod.rs has {lines} lines");
        }
    }
}

/// The rows of the tables below a heading.
fn tables(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once(heading).unwrap_or_else(|| panic!("no {heading}"));
    let end = rest.find("\n## ").unwrap_or(rest.len());
    let rows = rest[..end].lines().filter(|line| line.starts_with('|'));
    let cells =
        |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

/// What stands in backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_walks_lead_through_files_that_are_there() {
    let mut longest = 0;
    let mut at = String::new();
    for row in tables(&architecture(), "## Three walks\n") {
        let Ok(station) = row[0].parse::<usize>() else { continue };
        longest = longest.max(station);
        for file in quoted(&row[1]) {
            // A bare name lies where the one before it does.
            let whole = if file.contains('/') { file.to_owned() } else { format!("{at}/{file}") };
            at = whole.rsplit_once('/').expect("a folder").0.to_owned();
            text(&format!("src/{whole}"));
        }
    }
    assert!((5..=STATIONS).contains(&longest), "{longest}");
}

#[test]
fn each_word_has_its_module() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rows = tables(&architecture(), "## One word, one thing\n");
    let mut words = BTreeSet::new();
    for row in rows.iter().skip(2) {
        assert!(words.insert(&row[0]), "{} stands twice", row[0]);
        let [module] = quoted(&row[2])[..] else { panic!("{}: one module", row[0]) };
        let path = module.replace("::", "/");
        let there = root.join(format!("{path}.rs")).is_file() || root.join(&path).is_dir();
        assert!(there, "{}: there is no {module}", row[0]);
    }
    assert!(words.len() > 20, "{}", words.len());
}

#[test]
fn the_tests_of_rooms_can_fail() {
    let picture: Vec<String> = ["a   b      above", "c          below"].map(str::to_owned).into();
    let picture: Vec<String> = picture
        .iter()
        .map(|line| line.split_once("     ").expect("two parts"))
        .map(|(names, what)| format!("{names:NAMES$}{}", what.trim_start()))
        .collect();
    let rows = rows(&picture);
    assert_eq!((rows["a"], rows["b"], rows["c"], rows.len()), (0, 0, 1, 3));
    let uses = |own: &str, used: &[&str]| {
        (own.to_owned(), used.iter().map(|name| (*name).to_owned()).collect())
    };
    let good = [uses("a", &["c"]), uses("b", &["c"]), uses("c", &[])];
    assert_eq!(offences(&rows, &good.into()), Vec::<String>::new());
    let bad = [uses("a", &["b"]), uses("c", &["a"]), uses("d", &[])];
    let told = ["a uses b", "c uses a", "d is not drawn", "b is drawn, and not there"];
    assert_eq!(offences(&rows, &bad.into()), told);
    assert_eq!(quoted("`a`, `b`"), ["a", "b"]);
}

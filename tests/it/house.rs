//! The rules of the house: who may use whom, and what nobody below the campaign may touch.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module and what it may use besides itself.
const MAY_USE: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("page", &["base"]),
    ("engine", &["base", "page"]),
    ("seal", &["base"]),
    ("ledger", &["base"]),
    ("render", &["base", "page"]),
    ("campaign", &["base"]),
    ("post", &["base"]),
    ("games", &["base", "engine", "page"]),
    (
        "referee",
        &["base", "page", "engine", "seal", "ledger", "render", "campaign", "games", "post"],
    ),
    ("play", &["base", "page", "engine", "seal", "ledger", "render", "referee"]),
    (
        "league",
        &[
            "base", "page", "engine", "seal", "ledger", "render", "campaign", "games", "post",
            "referee",
        ],
    ),
    (
        "cli",
        &[
            "base", "page", "engine", "seal", "ledger", "render", "campaign", "games", "post",
            "referee", "league", "play",
        ],
    ),
    ("testing", &["base", "page", "engine", "render", "campaign", "referee"]),
];

/// Words that may stand only in these files or directories.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("std::fs", &["src/campaign"]),
    ("std::net", &["src/post/door"]),
    ("std::process", &["src/cli", "src/main.rs"]),
    ("std::thread", &["src/campaign/world.rs"]),
    ("std::time", &["src/campaign/objects/cloud.rs", "src/campaign/world.rs", "src/post/door"]),
    ("object_store", &["src/campaign/objects/cloud.rs"]),
    ("tokio", &["src/campaign/objects/cloud.rs"]),
    ("std::env", &["src/campaign/world.rs", "src/main.rs"]),
    (
        "std::io",
        &[
            "src/base/canonical.rs",
            "src/campaign",
            "src/cli",
            "src/play/page.rs",
            "src/post/door",
            "src/seal",
        ],
    ),
    ("Utc::now", &["src/campaign/world.rs"]),
    ("getrandom", &["src/campaign/world.rs"]),
    ("HashMap", &[]),
    // age asks for one.
    ("HashSet", &["src/seal/timelock.rs"]),
    (
        "f32",
        &["src/base/canonical.rs", "src/engine/sheets/expected.rs", "src/engine/wording/walk.rs"],
    ),
    (
        "f64",
        &[
            "src/base/canonical.rs",
            "src/base/erased",
            "src/engine/sheets/expected.rs",
            "src/engine/wording/walk.rs",
            "src/league/rating.rs",
        ],
    ),
    // What could steer a terminal is spelled out at one door.
    ("println!", &[]),
    ("eprintln!", &[]),
    ("print!", &[]),
    ("eprint!", &[]),
    ("anstream", &["src/cli/terminal.rs"]),
    ("io::stdout", &["src/cli/browser.rs", "src/cli/context.rs", "src/cli/pager.rs"]),
    ("io::stderr", &[]),
    // One word of a list of words that no crate is named by, and what a browser calls the running of a module.
    ("unsafe", &["src/cli/game/new.rs", "src/play/page.rs"]),
];

/// Lines beyond which a file is no longer a place one likes to live in.
const LONGEST: usize = 500;

/// Files under src/ that only the tests compile.
pub(crate) fn is_test(name: &str) -> bool {
    name.ends_with("tests.rs") || name.ends_with("/sample.rs") || name.ends_with("/mangled.rs")
}

pub(crate) fn files(under: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(under)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of ours") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub(crate) fn name(path: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/")
}

/// The code without comments, so that a word of warning is no offence.
pub(crate) fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let line = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Modules of ours that a text uses by path.
fn used(text: &str) -> Vec<String> {
    let mut used = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let word: String =
            rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
        used.push(word);
    }
    used
}

#[test]
fn a_module_uses_only_what_lies_below_it() {
    let rules: BTreeMap<_, _> = MAY_USE.iter().copied().collect();
    let mut offences = Vec::new();
    for path in files("src") {
        let name = name(&path);
        let Some((module, _)) = name.trim_start_matches("src/").split_once('/') else { continue };
        let Some(may) = rules.get(module) else {
            offences.push(format!("{name}: the module {module} has no place in the house"));
            continue;
        };
        let code = code(&path);
        let (product, tests) = match code.split_once("#[cfg(test)]\nmod tests {") {
            _ if is_test(&name) => ("", code.as_str()),
            Some(parts) => parts,
            None => (code.as_str(), ""),
        };
        // Tests may sit down at a table as well.
        let tests = used(tests).into_iter().filter(|other| other != "testing");
        for other in used(product).into_iter().chain(tests) {
            if other != module && rules.contains_key(other.as_str()) && !may.contains(&&*other) {
                offences.push(format!("{name}: {module} uses {other}"));
            }
        }
    }
    assert!(offences.is_empty(), "{offences:#?}");
}

#[test]
fn disk_clock_randomness_and_disorder_stay_where_they_belong() {
    let mut offences = Vec::new();
    for path in files("src") {
        let (name, code) = (name(&path), code(&path));
        if is_test(&name) {
            continue;
        }
        for (word, places) in ONLY_IN {
            let allowed = places.iter().any(|place| name.starts_with(place));
            let whole = |at: usize| {
                let before = code[..at].chars().next_back();
                let after = code[at + word.len()..].chars().next();
                let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
                !letter(before) && !letter(after)
            };
            if !allowed && code.match_indices(word).any(|(at, _)| whole(at)) {
                offences.push(format!("{name}: {word}"));
            }
        }
    }
    assert!(offences.is_empty(), "{offences:#?}");
}

#[test]
fn one_game_does_not_know_another() {
    let games: Vec<String> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games"))
        .expect("the shelf")
        .map(|e| e.expect("an entry").path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    for path in files("src/games") {
        let name = name(&path);
        for other in games.iter().filter(|game| !name.contains(game.as_str())) {
            let alien = name != "src/games/mod.rs" && code(&path).contains(other.as_str());
            assert!(!alien, "{name} knows {other}");
        }
    }
}

#[test]
fn files_are_places_to_live_in() {
    for path in files("src").into_iter().chain(files("tests")) {
        let lines = fs::read_to_string(&path).expect("a source file").lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines", name(&path));
    }
}

#[test]
fn every_test_file_is_reached() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    for path in files("tests/it").into_iter().filter(|path| *path != root.join("main.rs")) {
        // A folder's `mod.rs` is the folder, and lists the other files in it.
        let whole = if path.ends_with("mod.rs") { path.parent().expect("a folder") } else { &path };
        let folder = whole.parent().expect("a folder");
        let list = folder.join(if folder == root { "main.rs" } else { "mod.rs" });
        let list = fs::read_to_string(list).expect("a list of files");
        let stem = whole.file_stem().expect("a name").to_string_lossy();
        assert!(list.contains(&format!("mod {stem};")), "{} is in no list", name(&path));
    }
}

/// The table of attacks names the test of each row.
#[test]
fn every_test_that_the_table_of_attacks_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/security.md")).expect("the page");
    let sources: String =
        ["src", "tests"].iter().flat_map(|f| files(f)).map(|f| code(&f)).collect();
    let mut named = 0;
    for word in page.split('`').skip(1).step_by(2) {
        let name = word.rsplit("::").next().unwrap_or_default();
        let is_path = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_:".contains(c);
        if word != name && word.chars().all(is_path) {
            assert!(sources.contains(&format!("fn {name}(")), "docs/security.md names {word}");
            named += 1;
        }
    }
    assert!(named > 60, "{named}");
}

#[test]
fn the_tests_of_the_house_can_fail() {
    assert_eq!(used("use crate::seal::x; crate::games::y()"), ["seal", "games"]);
    assert!(used("let cratex = 1;").is_empty());
}

/// A small whole game costs no more lines than this, blank ones and comments aside.
const SMALL_GAME: usize = 250;

#[test]
fn small_games_stay_small() {
    for game in ["sea_hunt", "salvage"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/toys").join(game);
        let files =
            fs::read_dir(&folder).expect("a toy").map(|entry| entry.expect("a file").path());
        let code = files.filter(|path| path.extension().is_some_and(|end| end == "rs"));
        let counts = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        let lines = |path| fs::read_to_string(path).expect("code").lines().filter(counts).count();
        let total: usize = code.map(lines).sum();
        assert!((100..SMALL_GAME).contains(&total), "{game} has {total} lines");
    }
}

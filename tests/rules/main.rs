//! The rule cases of every game on the shelf: one file, one case, one paragraph of the rulebook.
//!
//! `cargo test --test rules cw26` runs the cases of a paragraph. A case file is
//! `tests/rules/<game>/<rule>-<slug>.yaml`; its form is that of [`Case`].

mod kept;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use adjutant::engine::GameKind;
use adjutant::games;
use adjutant::testing::cases::{self, case::Case};
use libtest_mimic::{Arguments, Failed, Trial};

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = vec![Trial::test("every file is reached", reached)];
    for game in games::OURS.games() {
        for path in files(&folder(game.name())) {
            let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
            let name = format!("{}::{stem}", game.name());
            trials.push(Trial::test(name, move || failed(cases::one(game, &path))));
        }
        let name = format!("{}: every rule is written, coded and tested", game.name());
        trials.push(Trial::test(name, move || failed(agree(game))));
    }
    trials.extend(kept::trials());
    libtest_mimic::run(&arguments, trials).exit();
}

fn failed(result: Result<(), String>) -> Result<(), Failed> {
    result.map_err(Failed::from)
}

/// The directory of the package.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The case files of a game lie here, its maps in `maps/`.
fn folder(game: &str) -> PathBuf {
    root().join("tests/rules").join(game)
}

/// Every rule of a game is written in its page, coded and tested.
fn agree(game: &dyn GameKind) -> Result<(), String> {
    let name = game.name();
    let code = root().join("src/games").join(name.replace('-', "_"));
    let tables = root().join("turn-formats").join(name);
    cases::agree(game, &[&code, &tables], &folder(name))
}

/// The files of a directory, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .map(|entries| entries.map(|e| e.expect("a readable directory").path()).collect())
        .unwrap_or_default();
    paths.retain(|path: &PathBuf| path.is_file());
    paths.sort();
    paths
}

/// Every case belongs to a game on the shelf and is named after its rule; every map is used.
fn reached() -> Result<(), Failed> {
    let mut known = BTreeSet::new();
    let mut wrong = Vec::new();
    for game in games::OURS.games() {
        let folder = folder(game.name());
        known.insert(folder.clone());
        let mut maps: BTreeSet<_> = files(&folder.join("maps")).into_iter().collect();
        for path in files(&folder) {
            match Case::read(&path) {
                Ok(case) => maps.retain(|map| Some(map.as_path()) != case.map().as_deref()),
                Err(problem) => wrong.push(problem),
            }
        }
        wrong.extend(maps.iter().map(|map| format!("{}: no case uses it", map.display())));
    }
    let entries = fs::read_dir(root().join("tests/rules")).map_err(|e| e.to_string())?;
    for path in entries.filter_map(Result::ok).map(|e| e.path()) {
        let code = path.join("mod.rs").is_file();
        if path.is_dir() && !code && !known.contains(&path) {
            wrong.push(format!("{}: there is no game of that name", path.display()));
        }
    }
    failed(if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) })
}

//! Kept games: what earlier versions played, whole, so that later ones find the same facts.
//!
//! `tests/compat/GAME/games.gz` holds the games of one turn format, and between them every kind of event
//! that its rules can make. A campaign keeps its files encrypted, so it hardly shrinks; of a game only
//! what replaying needs is kept, and what it is to lead to. `KEEP=GAME cargo test --test rules kept:`
//! plays them anew ([`record`]).

mod record;
mod replay;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use adjutant::base::{canonical, yaml};
use adjutant::engine::{AnyGame, Chance, EventDoc, GameKind};
use adjutant::games;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use libtest_mimic::Trial;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{failed, root};

/// Games on the shelf of which nothing is kept so far.
const NOTHING_KEPT: &[&str] = &[];

/// A game from its first position on.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// What it is: the scenario and who plays, or the rule case that it begins with.
    name: String,
    /// The version that played it, and the edition of the rules.
    version: String,
    edition: u32,
    /// `format.yaml`, the scenario and the options.
    format: String,
    scenario: String,
    options: BTreeMap<String, String>,
    /// The position before the first cycle.
    start: Value,
    cycles: Vec<Cycle>,
}

/// A cycle of a game: what it came from, and what it led to.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cycle {
    seed: String,
    /// Draws that fall as written, whatever the seed says.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    draws: BTreeMap<String, Vec<u64>>,
    /// What each seat ordered.
    orders: BTreeMap<String, Value>,
    record: Value,
    position: Value,
    /// What each reader was told: the view and the account.
    told: BTreeMap<String, (Value, Value)>,
}

impl Kept {
    /// The kinds of events that happen in it.
    fn kinds(&self) -> BTreeSet<String> {
        self.cycles.iter().flat_map(|cycle| kinds_in(&cycle.record)).collect()
    }

    /// The same, and the options that it is played with.
    fn traits(&self) -> BTreeSet<String> {
        let options = self.options.iter().map(|(name, value)| format!("{name}: {value}"));
        self.kinds().into_iter().chain(options).collect()
    }
}

/// The kinds of events in a record.
fn kinds_in(record: &Value) -> BTreeSet<String> {
    let kind = |one: &Value| match &one["event"] {
        Value::String(kind) => Some(kind.clone()),
        event => event.as_object().and_then(|event| event.keys().next().cloned()),
    };
    record["events"].as_array().into_iter().flatten().filter_map(kind).collect()
}

fn folder(game: &str) -> PathBuf {
    root().join("tests/compat").join(game)
}

fn archive(game: &str) -> PathBuf {
    folder(game).join("games.gz")
}

/// The games of an archive: one a line, compressed.
fn read(game: &str) -> Result<Vec<Kept>, String> {
    let path = archive(game);
    let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut text = String::new();
    GzDecoder::new(&bytes[..]).read_to_string(&mut text).map_err(|e| e.to_string())?;
    text.lines().map(|line| serde_json::from_str(line).map_err(|e| e.to_string())).collect()
}

/// The archive of these games.
fn packed(kept: &[Kept]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::best());
    for game in kept {
        writeln!(out, "{}", canonical::encode(game)).expect("there is memory");
    }
    out.finish().expect("there is memory")
}

/// Every kind of event that the rules of a game know: what it would accept in the place of one that it
/// does not know.
fn kinds_of(game: &dyn AnyGame) -> BTreeSet<String> {
    let position = game.setup(&mut Chance::from_seed([0; 32]));
    let unknown = EventDoc(r#"{"?":null}"#.to_owned());
    let problem = game.apply(&position, &unknown).expect_err("no event has such a name").what;
    let (_, list) = problem.split_once("expected one of ").expect("the names that it knows");
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Kinds of events that no kept game has, each with the reason.
fn unreached(game: &str) -> Result<BTreeMap<String, String>, String> {
    let path = folder(game).join("unreached.yaml");
    let Ok(bytes) = fs::read(&path) else { return Ok(BTreeMap::new()) };
    yaml::read(&bytes, yaml::Origin::House).map_err(|p| p.at(path.display()).to_string())
}

/// What is tried of the kept games; with `KEEP` the game that it names is recorded instead.
pub(crate) fn trials() -> Vec<Trial> {
    if let Ok(name) = std::env::var("KEEP") {
        let record = move || record::all(games::OURS.named(&name).map_err(|p| p.to_string())?);
        return vec![Trial::test("kept: recorded", move || failed(record()))];
    }
    let mut trials = vec![Trial::test("kept: of every game", || failed(of_every_game()))];
    for kind in games::OURS.games() {
        let name = kind.name();
        if archive(name).exists() {
            trials.push(Trial::test(format!("kept: {name} is replayed"), move || {
                failed(read(name).and_then(|kept| replay::all(kind, &kept)))
            }));
            trials.push(Trial::test(format!("kept: {name}, every kind of event"), move || {
                failed(read(name).and_then(|kept| every_kind(kind, &kept)))
            }));
        }
    }
    trials
}

fn of_every_game() -> Result<(), String> {
    for name in games::OURS.games().map(GameKind::name) {
        match (archive(name).exists(), NOTHING_KEPT.contains(&name)) {
            (true, true) => return Err(format!("{name} is kept: take it off the list")),
            (false, false) => {
                return Err(format!("{name}: KEEP={name} cargo test --test rules kept:"));
            }
            (true, false) | (false, true) => {}
        }
    }
    Ok(())
}

/// Every kind of event is in a kept game, or it is written down why not.
fn every_kind(kind: &dyn GameKind, kept: &[Kept]) -> Result<(), String> {
    let shipped = kind.shipped();
    let game = kind
        .found(shipped.format.as_bytes(), shipped.scenarios[0].1.as_bytes(), &BTreeMap::new())
        .map_err(|p| p.to_string())?;
    let (known, met) = (kinds_of(&*game), kept.iter().flat_map(Kept::kinds).collect());
    let excused: BTreeSet<String> = unreached(kind.name())?.into_keys().collect();
    let missing = &(&known - &met) - &excused;
    let needless = &excused - &(&known - &met);
    if missing.is_empty() && needless.is_empty() {
        return Ok(());
    }
    Err(format!(
        "in no kept game: {missing:?}; in unreached.yaml and kept, or unknown: {needless:?}"
    ))
}

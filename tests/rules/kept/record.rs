//! Plays the games that are kept.
//!
//! The staff plays whole games of every scenario, with the options as they are and turned round. Those
//! are kept that have the most kinds of events and options that are in none before, as long as they are
//! small.
//! What the staff never does is in the rule cases: one is taken for each kind that is left, with its
//! orders and dice, and the staff goes on from there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use adjutant::base::{Digest, Problem, VERSION};
use adjutant::engine::{AnyGame, AnySheet, Chance, Due, GameKind, Position, Reader, Seat};
use adjutant::testing::cases::{case::Case, run};
use rayon::prelude::*;
use serde_json::Value;

use super::{Cycle, Kept, archive, every_kind, kinds_in, packed, replay};
use crate::{files, folder};

/// Cycles of a whole game at most.
const LONGEST: usize = 120;

/// Cycles that the staff plays behind a rule case.
const BEHIND: usize = 2;

/// How many whole games are kept at most, and bytes of one, compressed.
const WHOLE: usize = 4;
const LARGEST: usize = 300_000;

/// Games to choose from, of each scenario with each set of options.
const TRIED: u32 = 2;

/// Records the games of a turn format anew.
pub(super) fn all(kind: &dyn GameKind) -> Result<(), String> {
    let (mut games, mut met) = (Vec::new(), BTreeSet::new());
    let mut whole = whole_games(kind)?;
    while games.len() < WHOLE
        && let Some(game) = richest(&mut whole, &met, Kept::traits)
    {
        met.extend(game.traits());
        games.push(game);
    }
    let mut cases = cases(kind)?;
    while let Some((case, kinds)) = richest(&mut cases, &met, |(_, kinds)| kinds.clone()) {
        met.extend(kinds);
        games.push(beginning_with(kind, &case)?);
    }
    for game in &games {
        let size = packed(std::slice::from_ref(game)).len();
        eprintln!("{size:>7} bytes, {:>3} cycles: {}", game.cycles.len(), game.name);
    }
    replay::all(kind, &games)?;
    let path = archive(kind.name());
    fs::write(&path, packed(&games)).map_err(|e| format!("{}: {e}", path.display()))?;
    every_kind(kind, &games)
}

/// Takes the first with the most kinds of events that were not met so far; none, if none has any.
fn richest<T>(
    list: &mut Vec<T>,
    met: &BTreeSet<String>,
    kinds: impl Fn(&T) -> BTreeSet<String>,
) -> Option<T> {
    let fresh = |one: &T| (&kinds(one) - met).len();
    let (at, most) = list.iter().map(fresh).enumerate().rev().max_by_key(|(_, fresh)| *fresh)?;
    (most > 0).then(|| list.remove(at))
}

/// Games of the staff to their end, small enough to be kept.
fn whole_games(kind: &dyn GameKind) -> Result<Vec<Kept>, String> {
    let shipped = kind.shipped();
    let specs = kind.options(shipped.format.as_bytes()).map_err(|p| p.to_string())?;
    let turned = |but: &str| -> BTreeMap<String, String> {
        let others = specs.iter().filter(|(name, _)| *name != but);
        let last =
            others.filter_map(|(name, spec)| Some((name.clone(), spec.values.last()?.clone())));
        last.collect()
    };
    // Where orders are exchanged in turn a game has many more cycles.
    let sets = [BTreeMap::new(), turned("exchange"), turned("")];
    let mut all = Vec::new();
    for (name, scenario) in shipped.scenarios {
        for (options, how) in sets.iter().zip(["", ", other options", ", all options turned"]) {
            all.extend((0..TRIED).map(|number| (*name, *scenario, options, how, number)));
        }
    }
    let play =
        |(name, scenario, options, how, number): (&str, &str, &BTreeMap<_, _>, &str, u32)| {
            let format = shipped.format.as_bytes();
            // Not every set of options fits every scenario.
            let game = kind.found(format, scenario.as_bytes(), options).ok()?;
            let seed = |cycle: u32, who: &str| {
                let (number, cycle) = (number.to_be_bytes(), cycle.to_be_bytes());
                let parts = [name.as_bytes(), how.as_bytes(), &number, &cycle, who.as_bytes()];
                Digest::tagged("adjutant/kept/v1", &parts).0
            };
            let start = game.setup(&mut Chance::from_seed(seed(0, "")));
            let mut kept = Kept {
                name: format!("{name}{how}, game {number} of the staff"),
                ..begun(kind, scenario, options, &start)
            };
            let after = staffed(&*game, &mut kept, start, LONGEST, seed).ok()?;
            let over = game.outcome(&after).ok()?.is_some();
            (over && packed(std::slice::from_ref(&kept)).len() <= LARGEST).then_some(kept)
        };
    Ok(all.into_par_iter().filter_map(play).collect())
}

/// A game of which nothing is played yet.
fn begun(
    kind: &dyn GameKind,
    scenario: &str,
    options: &BTreeMap<String, String>,
    start: &Position,
) -> Kept {
    Kept {
        name: String::new(),
        version: VERSION.to_owned(),
        edition: kind.edition(),
        format: kind.shipped().format.to_owned(),
        scenario: scenario.to_owned(),
        options: options.clone(),
        start: value(&start.0),
        cycles: Vec::new(),
    }
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("documents are JSON")
}

/// The staff plays a game on, so many cycles or to its end. The position then.
fn staffed(
    game: &dyn AnyGame,
    kept: &mut Kept,
    mut position: Position,
    cycles: usize,
    seed: impl Fn(u32, &str) -> [u8; 32],
) -> Result<Position, Problem> {
    let end = kept.cycles.len() + cycles;
    while kept.cycles.len() < end && game.outcome(&position)?.is_none() {
        let number = u32::try_from(kept.cycles.len()).expect("few") + 1;
        let due = game.phase(&position)?.due;
        let asked = due.into_iter().filter(|(_, due)| *due != Due::Nothing);
        let orders = asked.map(|(seat, _)| {
            let view = game.see(&position, &Reader::Seat(seat.clone()))?;
            let mut chance = Chance::from_seed(seed(number, seat.as_str()));
            Ok((seat, game.suggest(&view, &mut chance)?))
        });
        let orders = orders.collect::<Result<_, Problem>>()?;
        let luck = (seed(number, ""), BTreeMap::new());
        let (cycle, after) = played(game, &position, &orders, luck)?;
        kept.cycles.push(cycle);
        position = after;
    }
    Ok(position)
}

/// A seed, and the draws that fall as written.
type Luck = ([u8; 32], BTreeMap<String, Vec<u64>>);

/// A cycle with these orders, and the position after it.
fn played(
    game: &dyn AnyGame,
    before: &Position,
    orders: &BTreeMap<Seat, AnySheet>,
    (seed, draws): Luck,
) -> Result<(Cycle, Position), Problem> {
    let mut chance = Chance::scripted(seed, draws.clone());
    let made = game.resolve(before, orders, &mut chance)?;
    let mut told = BTreeMap::new();
    for reader in game.seats().into_iter().map(Reader::Seat).chain([Reader::Public]) {
        let (view, news) = (game.see(&made.position, &reader)?, game.news(&made.record, &reader)?);
        let name = reader.seat().map_or("public", Seat::as_str).to_owned();
        told.insert(name, (value(&view.0), value(&news.0)));
    }
    let orders = orders.iter().map(|(seat, sheet)| (seat.to_string(), value(&sheet.text())));
    let cycle = Cycle {
        seed: hex::encode(seed),
        draws,
        orders: orders.collect(),
        record: value(&made.record.0),
        position: value(&made.position.0),
        told,
    };
    Ok((cycle, made.position))
}

/// Every rule case of a game, with the kinds of events that happen in it.
fn cases(kind: &dyn GameKind) -> Result<Vec<(Case, BTreeSet<String>)>, String> {
    let read = |path: &std::path::PathBuf| {
        let case = Case::read(path)?;
        let (game, position, orders) = run::begun(kind, &case)?;
        let (cycle, _) = played(&*game, &position, &orders, (run::SEEDS[0], case.draws.clone()))
            .map_err(|p| format!("{}: {p}", path.display()))?;
        Ok((case, kinds_in(&cycle.record)))
    };
    files(&folder(kind.name())).par_iter().map(read).collect()
}

/// The game that begins with a rule case. The staff goes on, unless the position is none that it can play:
/// a case may leave out what does not matter to it.
fn beginning_with(kind: &dyn GameKind, case: &Case) -> Result<Kept, String> {
    let (game, start, orders) = run::begun(kind, case)?;
    let scenario = run::scenario(kind, case)?;
    let said = |p: Problem| format!("{}: {p}", case.title);
    let mut kept = Kept {
        name: format!("{}: {}", case.rules[0], case.title),
        ..begun(kind, &scenario, &case.options, &start)
    };
    let luck = (run::SEEDS[0], case.draws.clone());
    let (cycle, after) = played(&*game, &start, &orders, luck).map_err(said)?;
    kept.cycles.push(cycle);
    let seed = |cycle: u32, who: &str| {
        let parts = [case.title.as_bytes(), &cycle.to_be_bytes(), who.as_bytes()];
        Digest::tagged("adjutant/kept/v1", &parts).0
    };
    let on = AssertUnwindSafe(|| staffed(&*game, &mut kept, after, BEHIND, seed));
    match catch_unwind(on) {
        Ok(Ok(_)) | Err(_) => Ok(kept),
        Ok(Err(problem)) => Err(said(problem)),
    }
}

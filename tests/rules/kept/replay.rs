//! Plays kept games again and compares the facts.

use adjutant::base::{Problem, canonical};
use adjutant::engine::{
    AnyGame, Chance, GameKind, News, Position, Reader, RecordDoc, Seat, ViewDoc,
};
use rayon::prelude::*;
use serde_json::Value;

use super::{Cycle, Kept};

/// Every game leads to what is kept of it.
pub(super) fn all(kind: &dyn GameKind, kept: &[Kept]) -> Result<(), String> {
    kept.par_iter().try_for_each(|game| {
        let (name, version) = (&game.name, &game.version);
        one(kind, game).map_err(|what| format!("{name}, played by {version}: {what}"))
    })
}

fn one(kind: &dyn GameKind, kept: &Kept) -> Result<(), String> {
    if kept.edition != kind.edition() {
        let (own, edition) = (kind.edition(), kept.edition);
        return Err(format!("it plays edition {edition} of the rules, and this is {own}"));
    }
    let (format, scenario) = (kept.format.as_bytes(), kept.scenario.as_bytes());
    let game = kind.found(format, scenario, &kept.options).map_err(|p| p.to_string())?;
    let mut position = game.current_position(&Position(canonical::encode(&kept.start)));
    for (number, cycle) in (1..).zip(&kept.cycles) {
        let before = position.map_err(|p| format!("cycle {number}: {p}"))?;
        position = again(&*game, &before, cycle).map_err(|p| format!("cycle {number}: {p}"))?;
    }
    position.map(|_| ()).map_err(|p| p.to_string())
}

type After = Result<Position, Problem>;

/// Carries a cycle out again. The position after it.
fn again(game: &dyn AnyGame, before: &Position, cycle: &Cycle) -> Result<After, String> {
    let orders = cycle.orders.iter().map(|(seat, orders)| {
        let seat: Seat = seat.parse()?;
        Ok((seat, game.sheet(&canonical::encode(orders))?))
    });
    let orders = orders.collect::<Result<_, Problem>>().map_err(|p| p.to_string())?;
    let made = game.resolve(before, &orders, &mut chance(cycle)).map_err(|p| p.to_string())?;
    let kept = RecordDoc(canonical::encode(&cycle.record));
    let said = |p: Problem| p.to_string();
    let record = game.current_record(&kept).map_err(said)?;
    same("the record", &record.0, &made.record.0)?;
    let position = Position(canonical::encode(&cycle.position));
    same("the position", &game.current_position(&position).map_err(said)?.0, &made.position.0)?;
    let replayed = game.replay(before, &record).map_err(said)?;
    same("what the record leads to", &replayed.0, &made.position.0)?;
    for (name, (view, news)) in &cycle.told {
        let reader = reader(name)?;
        let view = game.current_view(&ViewDoc(canonical::encode(view))).map_err(said)?;
        let news = game.current_news(&News(canonical::encode(news))).map_err(said)?;
        let seen = game.see(&made.position, &reader).map_err(said)?;
        same(&format!("the view of {name}"), &view.0, &seen.0)?;
        let account = game.news(&made.record, &reader).map_err(said)?;
        same(&format!("the account of {name}"), &news.0, &account.0)?;
        let page = game.page(&view, Some(&news)).map_err(said)?;
        if page.blocks.is_empty() {
            return Err(format!("{name} is told nothing"));
        }
    }
    Ok(Ok(made.position))
}

/// The luck of a cycle.
pub(super) fn chance(cycle: &Cycle) -> Chance {
    let mut seed = [0; 32];
    hex::decode_to_slice(&cycle.seed, &mut seed).expect("a seed is 32 bytes");
    Chance::scripted(seed, cycle.draws.clone())
}

fn reader(name: &str) -> Result<Reader, String> {
    match name {
        "public" => Ok(Reader::Public),
        name => name.parse().map(Reader::Seat).map_err(|p: Problem| p.to_string()),
    }
}

/// Two documents say the same; else where they first do not.
fn same(what: &str, kept: &str, made: &str) -> Result<(), String> {
    if kept == made {
        return Ok(());
    }
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let (kept, made) = (value(kept), value(made));
    Err(match differs(&kept, &made, String::new()) {
        Some((path, kept, made)) => {
            format!("{what} differs at {path}: {kept} was kept, {made} was played")
        }
        None => format!("{what} is written otherwise"),
    })
}

fn differs<'v>(
    kept: &'v Value,
    made: &'v Value,
    path: String,
) -> Option<(String, &'v Value, &'v Value)> {
    match (kept, made) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().find_map(|(name, kept)| differs(kept, &b[name], format!("{path}.{name}")))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(n, (kept, made))| differs(kept, made, format!("{path}[{n}]")))
        }
        _ if kept == made => None,
        _ => Some((path, kept, made)),
    }
}

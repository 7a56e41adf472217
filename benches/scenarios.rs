//! Who wins when the staff plays both sides of Company Commander or Company War: games of each shipped
//! scenario, in one process and without files. The tables go to standard output, in the form of
//! `docs/balance.md`.
//!
//! `cargo bench --bench scenarios`, with `-- SCENARIO` only that one, shipped or a file of that name;
//! `GAME=company-war` plays that game alone, `GAMES=20` fewer of each. Game N of a scenario always has
//! the same dice.

use std::collections::BTreeMap;
use std::fs;

use adjutant::base::Digest;
use adjutant::engine::{AnyGame, Chance, Due, GameKind, Reader, RecordDoc, Seat};
use adjutant::games;
use rayon::prelude::*;
use serde_json::Value;

/// Games of each scenario.
const GAMES: u32 = 100;

/// What came of a game.
struct Played {
    /// Who won, if anybody.
    winner: Option<Seat>,
    /// After how many cycles.
    cycles: u32,
    /// How it ended, in words.
    text: String,
    /// What each side had on the score at the end, where the game keeps one.
    points: BTreeMap<String, i64>,
    /// How often events of each kind happened.
    events: BTreeMap<String, u64>,
}

/// One game to its end.
fn play(game: &dyn AnyGame, name: &str, number: u32) -> Played {
    let chance = |cycle: u32, who: &str| {
        let parts = [name.as_bytes(), &number.to_be_bytes(), &cycle.to_be_bytes(), who.as_bytes()];
        Chance::from_seed(Digest::tagged("adjutant/balance/v1", &parts).0)
    };
    let mut events = BTreeMap::new();
    let mut position = game.setup(&mut chance(0, ""));
    for cycle in 1.. {
        let due = game.phase(&position).expect("a position").due;
        let asked = due.into_iter().filter(|(_, due)| *due == Due::Required);
        let orders = asked.map(|(seat, _)| {
            let view = game.see(&position, &Reader::Seat(seat.clone())).expect("a position");
            let orders = game.suggest(&view, &mut chance(cycle, seat.as_str())).expect("a view");
            (seat, orders)
        });
        let orders = orders.collect();
        let made = game.resolve(&position, &orders, &mut chance(cycle, "")).expect("a position");
        count(&made.record, &mut events);
        position = made.position;
        if let Some(outcome) = game.outcome(&position).expect("a position") {
            let value: Value = serde_json::from_str(&position.0).expect("a position is JSON");
            let points = value["state"]["open"]["points"].as_object();
            let points = points.into_iter().flatten();
            return Played {
                winner: outcome.winners.first().cloned(),
                cycles: cycle,
                text: outcome.text,
                points: points.filter_map(|(s, p)| Some((s.clone(), p.as_i64()?))).collect(),
                events,
            };
        }
    }
    unreachable!("every scenario has a last turn")
}

/// Counts the events of a cycle by their kinds.
fn count(record: &RecordDoc, events: &mut BTreeMap<String, u64>) {
    let record: Value = serde_json::from_str(&record.0).expect("a record is JSON");
    for recorded in record["events"].as_array().expect("a list") {
        let event = &recorded["event"];
        let kind = event.as_object().and_then(|event| event.keys().next().cloned());
        let kind = kind.or_else(|| event.as_str().map(str::to_owned)).expect("a kind");
        *events.entry(kind).or_default() += 1;
    }
}

/// The scenarios of a game to play: those shipped, one of them, or a file.
fn wished(kind: &dyn GameKind) -> Vec<(String, String)> {
    let shipped = kind.shipped().scenarios;
    let wish = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let Some(wish) = wish else { return shipped.iter().map(owned).collect() };
    if let Some(named) = shipped.iter().find(|(name, _)| *name == wish) {
        return vec![owned(named)];
    }
    // It may be one of the other game.
    let Ok(text) = fs::read_to_string(&wish) else { return Vec::new() };
    let own = format!("game: {}", kind.name());
    if text.lines().any(|line| line == own) { vec![(wish, text)] } else { Vec::new() }
}

/// The games of one scenario.
fn games_of(kind: &dyn GameKind, name: &str, scenario: &str, games: u32) -> Vec<Played> {
    let format = kind.shipped().format.as_bytes();
    let game = kind.found(format, scenario.as_bytes(), &BTreeMap::new()).expect("it is sound");
    (0..games).into_par_iter().map(|number| play(&*game, name, number)).collect()
}

/// How many of the games a side won, or nobody.
fn won(played: &[Played], who: Option<&str>) -> usize {
    let winner = |one: &&Played| one.winner.as_ref().map(Seat::as_str) == who;
    played.iter().filter(winner).count()
}

fn company_commander(games: u32) {
    let kind = games::OURS.named("company-commander").expect("a game");
    println!("| scenario | games | blue | red | draws | cycles | broken |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, scenario) in wished(kind) {
        let played = games_of(kind, &name, &scenario, games);
        let (blue, red) = (won(&played, Some("blue")), won(&played, Some("red")));
        let nobody = won(&played, None);
        let mean = played.iter().map(|one| one.cycles).sum::<u32>() / games.max(1);
        let broken = played.iter().filter(|one| one.text.contains("lost too much")).count();
        println!("| {name} | {games} | {blue} | {red} | {nobody} | {mean} | {broken} |");
    }
}

/// Events of Company War that show whether its sides fight, and the heads of their columns.
const COUNTED: [(&str, &str); 6] = [
    ("battle-joined", "combats"),
    ("destroyed", "units lost"),
    ("fled", "fled"),
    ("landed", "landings"),
    ("stormed", "stormed"),
    ("pinned", "pinned"),
];

fn company_war(games: u32) {
    let kind = games::OURS.named("company-war").expect("a game");
    let heads = COUNTED.map(|(_, head)| head).join(" | ");
    println!("| scenario | games | mazianni | union | drawn | points | {heads} |");
    println!("| --- |{}", " ---: |".repeat(5 + COUNTED.len()));
    for (name, scenario) in wished(kind) {
        let played = games_of(kind, &name, &scenario, games);
        let wins = [Some("mazianni"), Some("union"), None].map(|who| won(&played, who));
        let wins = wins.map(|won| won.to_string()).join(" | ");
        let points = |side: &str| {
            let all: i64 = played.iter().filter_map(|one| one.points.get(side)).sum();
            all / i64::from(games.max(1))
        };
        let points = format!("{} : {}", points("mazianni"), points("union"));
        let each = COUNTED.map(|(kind, _)| {
            let all: u64 = played.iter().filter_map(|one| one.events.get(kind)).sum();
            let tenths = 10 * all / u64::from(games.max(1));
            format!("{}.{}", tenths / 10, tenths % 10)
        });
        println!("| {name} | {games} | {wins} | {points} | {} |", each.join(" | "));
    }
}

fn main() {
    let games = std::env::var("GAMES").ok().and_then(|number| number.parse().ok());
    let games: u32 = games.unwrap_or(GAMES);
    let only = std::env::var("GAME").ok();
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    if wanted("company-commander") {
        company_commander(games);
    }
    if wanted("company-war") {
        company_war(games);
    }
}

//! Who wins when the staff plays Age of Imperialism alone, and what happens: 200 demonstrations of
//! each shipped scenario, in one process and without files. The tables go to standard output, in
//! the form of `docs/balance.md`.
//!
//! `cargo bench --bench balance`, with `-- SCENARIO` only that one; `GAMES=20` plays fewer of each,
//! `FORMAT=FILE` and `SCENARIO=FILE` play with another format and scenario than the shipped ones.
//! Game N of a scenario always has the same dice, so that two versions of the staff play the same
//! games.

use std::collections::BTreeMap;

use adjutant::base::Digest;
use adjutant::engine::{AnyGame, Chance, Due, Position, Reader, RecordDoc, Seat};
use adjutant::games;
use rayon::prelude::*;
use serde_json::Value;

/// Games of each scenario.
const GAMES: u32 = 200;

/// A win, in parts that any number of winners can share.
const WIN: u64 = 60;

/// What is counted, as records name it, and the head of its column.
const COUNTED: [(&str, &str); 7] = [
    ("war-declared", "wars"),
    ("peace-made", "peaces"),
    ("battle-joined", "battles"),
    ("naval-joined", "at sea"),
    ("reinforced", "reinforcements"),
    ("ceded", "cessions"),
    ("gained", "gains"),
];

/// What came of games of one scenario.
#[derive(Default)]
struct Tally {
    games: u64,
    /// Wins of each power, in parts.
    wins: BTreeMap<Seat, u64>,
    /// Victory points of each power, together.
    points: BTreeMap<Seat, u64>,
    /// Events, by name.
    events: BTreeMap<String, u64>,
    /// Generals raised.
    generals: u64,
    /// PP in hand at the end.
    unspent: u64,
    /// Turns until the end.
    turns: u64,
}

impl Tally {
    fn add(mut self, other: Self) -> Self {
        self.games += other.games;
        self.generals += other.generals;
        self.unspent += other.unspent;
        self.turns += other.turns;
        for (seat, parts) in other.wins {
            *self.wins.entry(seat).or_default() += parts;
        }
        for (seat, points) in other.points {
            *self.points.entry(seat).or_default() += points;
        }
        for (event, count) in other.events {
            *self.events.entry(event).or_default() += count;
        }
        self
    }

    /// Counts what happened in a cycle.
    fn count(&mut self, record: &RecordDoc) {
        let record: Value = serde_json::from_str(&record.0).expect("a record is JSON");
        for recorded in record["events"].as_array().expect("a list") {
            let (name, event) =
                recorded["event"].as_object().and_then(|event| event.iter().next()).expect("one");
            *self.events.entry(name.clone()).or_default() += 1;
            if name == "raised" {
                self.generals += event["units"]["general"].as_u64().unwrap_or(0);
            }
        }
    }

    /// Counts what there is in the end.
    fn finish(&mut self, position: &Position, winners: &[Seat]) {
        let position: Value = serde_json::from_str(&position.0).expect("a position is JSON");
        let (open, secret) = (&position["state"]["open"], &position["state"]["secret"]);
        self.games = 1;
        self.turns = open["turn"].as_u64().expect("a number");
        let purses = secret["purses"].as_object().expect("by power");
        self.unspent = purses.values().filter_map(|purse| purse["pp"].as_u64()).sum();
        for (power, points) in open["points"].as_object().expect("by power") {
            let seat = power.parse().expect("a power is a seat");
            self.points.insert(seat, points.as_u64().expect("a number"));
        }
        let part = WIN / u64::try_from(winners.len().max(1)).expect("few");
        self.wins = winners.iter().map(|seat| (seat.clone(), part)).collect();
    }
}

/// One game to its end.
fn play(game: &dyn AnyGame, name: &str, number: u32) -> Tally {
    let chance = |cycle: u32, who: &str| {
        let parts = [name.as_bytes(), &number.to_be_bytes(), &cycle.to_be_bytes(), who.as_bytes()];
        Chance::from_seed(Digest::tagged("adjutant/balance/v1", &parts).0)
    };
    let mut tally = Tally::default();
    let mut position = game.setup(&mut chance(0, ""));
    for cycle in 1.. {
        let due = game.phase(&position).expect("a position").due;
        let asked = due.into_iter().filter(|(_, due)| *due != Due::Nothing);
        let orders = asked.map(|(seat, _)| {
            let view = game.see(&position, &Reader::Seat(seat.clone())).expect("a position");
            let orders = game.suggest(&view, &mut chance(cycle, seat.as_str())).expect("a view");
            (seat, orders)
        });
        let orders = orders.collect();
        let made = game.resolve(&position, &orders, &mut chance(cycle, "")).expect("a position");
        tally.count(&made.record);
        position = made.position;
        if let Some(outcome) = game.outcome(&position).expect("a position") {
            tally.finish(&position, &outcome.winners);
            return tally;
        }
    }
    unreachable!("every scenario has a last turn")
}

/// `count` in so many parts, to one decimal.
fn each(count: u64, parts: u64) -> String {
    let tenths = (10 * count + parts / 2) / parts;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Who wins, and with how many points in the mean.
fn show_shares(tallies: &[(&str, Vec<Seat>, Tally)]) {
    println!("| scenario | power | wins | of a fair share | points |");
    println!("| --- | --- | ---: | ---: | ---: |");
    for (name, seats, tally) in tallies {
        for seat in seats {
            let parts = tally.wins.get(seat).copied().unwrap_or(0);
            let share = 100 * parts * seats.len() as u64 / (WIN * tally.games);
            let points = each(tally.points.get(seat).copied().unwrap_or(0), tally.games);
            println!("| {name} | {seat} | {} | {share}% | {points} |", each(parts, WIN));
        }
    }
}

/// What happens in a game, in the mean.
fn show_events(tallies: &[(&str, Vec<Seat>, Tally)]) {
    let heads: Vec<&str> = COUNTED.iter().map(|(_, head)| *head).collect();
    println!("| scenario | {} | generals | PP left | turns |", heads.join(" | "));
    println!("| --- |{}", " ---: |".repeat(COUNTED.len() + 3));
    for (name, _, tally) in tallies {
        let events = COUNTED.iter().map(|(event, _)| tally.events.get(*event).copied());
        let rest = [tally.generals, tally.unspent, tally.turns].map(Some);
        let counts = events.chain(rest).map(|count| each(count.unwrap_or(0), tally.games));
        println!("| {name} | {} |", counts.collect::<Vec<_>>().join(" | "));
    }
}

/// The text of the file that the environment names, or what is shipped.
fn text(variable: &str, shipped: &str) -> String {
    std::env::var(variable).map_or_else(
        |_| shipped.to_owned(),
        |file| std::fs::read_to_string(file).expect("a file of the environment"),
    )
}

fn main() {
    let wish = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let games = std::env::var("GAMES").ok().and_then(|number| number.parse().ok());
    let games: u32 = games.unwrap_or(GAMES);
    let kind = games::OURS.named("age-of-imperialism").expect("a game");
    let shipped = kind.shipped();
    let format = text("FORMAT", shipped.format);
    let scenarios = shipped.scenarios.iter();
    let wished = scenarios.filter(|(name, _)| wish.as_ref().is_none_or(|wish| wish == name));
    let tallies: Vec<(&str, Vec<Seat>, Tally)> = wished
        .map(|(name, scenario)| {
            let scenario = text("SCENARIO", scenario);
            let (format, scenario) = (format.as_bytes(), scenario.as_bytes());
            let game = kind.found(format, scenario, &BTreeMap::new()).expect("it is sound");
            let all = (0..games).into_par_iter().map(|number| play(&*game, name, number));
            (*name, game.seats(), all.reduce(Tally::default, Tally::add))
        })
        .collect();
    show_shares(&tallies);
    println!();
    show_events(&tallies);
}

//! The powers of Age of Imperialism as the computer player plays them, and what happens.

use std::collections::BTreeMap;

use adjutant::engine::Seat;
use rayon::prelude::*;

use crate::arena::{Hall, Plan, Played, each, kind};

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

    /// What came of a game.
    fn of(played: &Played) -> Self {
        let mut tally = Self { games: 1, ..Self::default() };
        for event in &played.events {
            *tally.events.entry(kind(event).to_owned()).or_default() += 1;
            if kind(event) == "raised" {
                tally.generals += event["raised"]["units"]["general"].as_u64().unwrap_or(0);
            }
        }
        let (open, secret) =
            (&played.position["state"]["open"], &played.position["state"]["secret"]);
        tally.turns = open["turn"].as_u64().expect("a number");
        let purses = secret["purses"].as_object().expect("by power");
        tally.unspent = purses.values().filter_map(|purse| purse["pp"].as_u64()).sum();
        for (power, points) in open["points"].as_object().expect("by power") {
            let seat = power.parse().expect("a power is a seat");
            tally.points.insert(seat, points.as_u64().expect("a number"));
        }
        let part = WIN / u64::try_from(played.winners.len().max(1)).expect("few");
        tally.wins = played.winners.iter().map(|seat| (seat.clone(), part)).collect();
        tally
    }
}

/// Who wins, and with how many points in the mean.
fn show_shares(tallies: &[(String, Vec<Seat>, Tally)]) {
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
fn show_events(tallies: &[(String, Vec<Seat>, Tally)]) {
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

/// Games of all powers by one plan, but one by another: wins of that one, of a fair share.
fn show_others(hall: &Hall, name: &str) {
    let table = hall.table(name);
    let seats = table.game.seats();
    let staff = Plan::staff();
    let others = [Plan::without("makes no war", &["declare-war"]), Plan::silent()];
    for other in &others {
        let games = (0..hall.games).flat_map(|number| (0..seats.len()).map(move |at| (number, at)));
        let games: Vec<(u32, usize)> = games.collect();
        let parts = games.par_iter().map(|(number, at)| {
            let plans = (0..seats.len()).map(|one| if one == *at { other } else { &staff });
            let played = table.play(&plans.collect::<Vec<_>>(), *number);
            let won = played.winners.contains(&seats[*at]);
            let part = WIN / u64::try_from(played.winners.len().max(1)).expect("few");
            u64::from(won) * part
        });
        let share = 100 * parts.sum::<u64>() / (WIN * u64::from(hall.games));
        println!("| {name} | {} | {share}% |", other.name);
    }
}

pub(crate) fn report(hall: &Hall) {
    let games = hall.games * 5;
    let tallies: Vec<(String, Vec<Seat>, Tally)> = hall
        .scenarios()
        .into_iter()
        .map(|name| {
            let (table, staff) = (hall.table(&name), Plan::staff());
            let seats = table.game.seats();
            let plans: Vec<&Plan> = seats.iter().map(|_| &staff).collect();
            let all =
                (0..games).into_par_iter().map(|number| Tally::of(&table.play(&plans, number)));
            (name, seats, all.reduce(Tally::default, Tally::add))
        })
        .collect();
    show_shares(&tallies);
    println!();
    show_events(&tallies);
    println!("\n| scenario | one power by the plan | of a fair share |");
    println!("| --- | --- | ---: |");
    for name in hall.scenarios() {
        show_others(hall, &name);
    }
}

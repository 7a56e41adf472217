//! Who wins when the staff plays both sides of Company Commander: games of each shipped scenario, in
//! one process and without files. The table goes to standard output, in the form of
//! `docs/balance.md`.
//!
//! `cargo bench --bench scenarios`, with `-- SCENARIO` only that one, shipped or a file of that name;
//! `GAMES=20` plays fewer of each. Game N of a scenario always has the same dice.

use std::collections::BTreeMap;
use std::fs;

use adjutant::base::Digest;
use adjutant::engine::{AnyGame, Chance, Due, Reader, Seat};
use adjutant::games;
use rayon::prelude::*;

/// Games of each scenario.
const GAMES: u32 = 100;

/// Who won a game, if anybody, after how many cycles, and how it ended in words.
fn play(game: &dyn AnyGame, name: &str, number: u32) -> (Option<Seat>, u32, String) {
    let chance = |cycle: u32, who: &str| {
        let parts = [name.as_bytes(), &number.to_be_bytes(), &cycle.to_be_bytes(), who.as_bytes()];
        Chance::from_seed(Digest::tagged("adjutant/balance/v1", &parts).0)
    };
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
        position = made.position;
        if let Some(outcome) = game.outcome(&position).expect("a position") {
            return (outcome.winners.first().cloned(), cycle, outcome.text);
        }
    }
    unreachable!("every scenario has a last turn")
}

/// The scenarios to play: those shipped, one of them, or a file.
fn wished(shipped: &[(&'static str, &'static str)]) -> Vec<(String, String)> {
    let wish = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let Some(wish) = wish else { return shipped.iter().map(owned).collect() };
    if let Some(named) = shipped.iter().find(|(name, _)| *name == wish) {
        return vec![owned(named)];
    }
    let text = fs::read_to_string(&wish).expect("a shipped scenario or a file");
    vec![(wish, text)]
}

fn main() {
    let games = std::env::var("GAMES").ok().and_then(|number| number.parse().ok());
    let games: u32 = games.unwrap_or(GAMES);
    let kind = games::named("company-commander").expect("a game");
    let shipped = kind.shipped();
    println!("| scenario | games | blue | red | draws | cycles | broken |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, scenario) in wished(shipped.scenarios) {
        let (format, scenario) = (shipped.format.as_bytes(), scenario.as_bytes());
        let game = kind.found(format, scenario, &BTreeMap::new()).expect("it is sound");
        let played = (0..games).into_par_iter().map(|number| play(&*game, &name, number));
        let played: Vec<_> = played.collect();
        let won = |who: Option<&str>| {
            played.iter().filter(|(winner, ..)| winner.as_ref().map(Seat::as_str) == who).count()
        };
        let (blue, red, nobody) = (won(Some("blue")), won(Some("red")), won(None));
        let mean = played.iter().map(|(_, cycles, _)| cycles).sum::<u32>() / games.max(1);
        let broken = played.iter().filter(|(.., text)| text.contains("lost too much")).count();
        println!("| {name} | {games} | {blue} | {red} | {nobody} | {mean} | {broken} |");
    }
}

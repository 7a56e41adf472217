//! Who wins when the staff plays both sides of Company Commander: games of each shipped scenario, in
//! one process and without files. The table goes to standard output, in the form of
//! `docs/balance.md`.
//!
//! `cargo bench --bench scenarios`, with `-- SCENARIO` only that one; `GAMES=20` plays fewer of
//! each. Game N of a scenario always has the same dice.

use std::collections::BTreeMap;

use adjutant::base::Digest;
use adjutant::engine::{AnyGame, Chance, Due, Reader, Seat};
use adjutant::games;

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

fn main() {
    let wish = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let games = std::env::var("GAMES").ok().and_then(|number| number.parse().ok());
    let games: u32 = games.unwrap_or(GAMES);
    let kind = games::named("company-commander").expect("a game");
    let shipped = kind.shipped();
    println!("| scenario | games | blue | red | draws | cycles | broken |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, scenario) in shipped.scenarios {
        if wish.as_ref().is_some_and(|wish| wish != name) {
            continue;
        }
        let (format, scenario) = (shipped.format.as_bytes(), scenario.as_bytes());
        let game = kind.found(format, scenario, &BTreeMap::new()).expect("it is shipped");
        let (mut wins, mut cycles, mut broken) = (BTreeMap::<String, u32>::new(), 0, 0);
        for number in 0..games {
            let (winner, length, text) = play(&*game, name, number);
            let who = winner.map_or("nobody".to_owned(), |seat| seat.to_string());
            *wins.entry(who).or_default() += 1;
            cycles += length;
            broken += u32::from(text.contains("lost too much"));
        }
        let of = |who: &str| wins.get(who).copied().unwrap_or(0);
        let mean = cycles / games.max(1);
        let (blue, red, nobody) = (of("blue"), of("red"), of("nobody"));
        println!("| {name} | {games} | {blue} | {red} | {nobody} | {mean} | {broken} |");
    }
}

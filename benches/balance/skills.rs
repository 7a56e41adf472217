//! The skills of the computer staff against each other.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use adjutant::engine::{Seat, Skill};
use rayon::prelude::*;

use crate::arena::{Hall, Plan, Played, Table};

/// Games of each pair, if nobody says otherwise.
const GAMES: u32 = 100;
/// A victory, in parts that any number of winners can share.
const WIN: u64 = 60;

/// How long the staff thought of each order file.
type Times = Arc<Mutex<Vec<Duration>>>;

/// The scenario that is played where none is named.
fn usual(game: &str) -> &'static str {
    match game {
        "age-of-imperialism" => "two-powers",
        "company-commander" => "meeting",
        "company-war" => "demonstration",
        "mechad" => "duel",
        _ => "kessel-reach",
    }
}

/// The staff of a skill, with the time that it takes.
#[expect(clippy::disallowed_methods, reason = "a bench measures time")]
fn plan(skill: Skill, times: Times) -> Plan {
    Plan::new(skill.name(), move |desk, chance| {
        let began = Instant::now();
        let orders = desk.table.game.staffed(&desk.view, skill, chance).expect("a view");
        times.lock().expect("no thread fails").push(began.elapsed());
        Some(orders)
    })
}

/// What the seats of the better skill won of a game, in parts; half of what nobody won.
fn won(played: &Played, seats: &[Seat], is_better: impl Fn(usize) -> bool) -> u64 {
    let parts = |count: usize| u64::try_from(count).expect("seats are few");
    let better = seats.iter().enumerate().filter(|(at, _)| is_better(*at));
    let better = better.filter(|(_, seat)| played.winners.contains(seat)).count();
    match played.winners.len() {
        0 => WIN / 2,
        all => WIN * parts(better) / parts(all),
    }
}

/// Wins of a skill against the one below, in a hundred. Every other seat has it, in one game these and in
/// the next the others.
fn share(table: &Table, [low, high]: [&Plan; 2], games: u32) -> u64 {
    let seats = table.game.seats();
    let one = |number: u32| {
        let is_better = |at: usize| (at + number as usize) % 2 == 1;
        let plans = (0..seats.len()).map(|at| if is_better(at) { high } else { low });
        won(&table.play(&plans.collect::<Vec<_>>(), number), &seats, is_better)
    };
    let parts: u64 = (0..games).into_par_iter().map(one).sum();
    100 * parts / (WIN * u64::from(games.max(1)))
}

/// Each skill against the one below, in the scenarios that are named, or else in the usual one.
pub(crate) fn report(hall: &Hall, game: &str) {
    let games = if std::env::var_os("GAMES").is_some() { hall.games } else { GAMES };
    println!("| scenario | skills | games | wins in a hundred | seconds a file | at most |");
    println!("| --- | --- | ---: | ---: | ---: | ---: |");
    let mut names = hall.scenarios();
    names.retain(|name| hall.is_asked() || name == usual(game));
    for name in names {
        let table = hall.table(&name);
        for pair in Skill::ALL.windows(2) {
            let times = [Times::default(), Times::default()];
            let [low, high] = [0, 1].map(|at| plan(pair[at], times[at].clone()));
            let share = share(&table, [&low, &high], games);
            let times = times[1].lock().expect("no thread fails");
            let files = u32::try_from(times.len().max(1)).expect("few");
            let mean = (times.iter().sum::<Duration>() / files).as_secs_f64();
            let most = times.iter().max().map_or(0.0, Duration::as_secs_f64);
            let (high, low) = (&high.name, &low.name);
            println!("| {name} | {high} : {low} | {games} | {share} | {mean:.2} | {most:.2} |");
        }
    }
}

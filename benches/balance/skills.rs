//! The skills of the computer staff against each other.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use adjutant::engine::Skill;
use rayon::prelude::*;

use crate::arena::{Hall, Plan, Played};

/// Games of each pair, if nobody says otherwise.
const GAMES: u32 = 100;
/// A victory, in parts that any number of winners can share.
const WIN: u64 = 60;

/// Milliseconds that the veterans thought, the files that they wrote, and the longest time for one.
#[derive(Default)]
struct Clock {
    all: AtomicU64,
    files: AtomicU64,
    most: AtomicU64,
}

static CLOCK: Clock =
    Clock { all: AtomicU64::new(0), files: AtomicU64::new(0), most: AtomicU64::new(0) };

fn plan(skill: Skill) -> Plan {
    Plan::new(skill.name(), move |desk, chance| {
        let began = Instant::now();
        let orders = desk.table.game.staffed(&desk.view, skill, chance).expect("a view");
        if skill == Skill::Veteran {
            let took = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
            CLOCK.all.fetch_add(took, Ordering::Relaxed);
            CLOCK.files.fetch_add(1, Ordering::Relaxed);
            CLOCK.most.fetch_max(took, Ordering::Relaxed);
        }
        Some(orders)
    })
}

/// What the seats of the better skill won of a game, in parts; half of what nobody won.
fn won(
    played: &Played,
    is_better: impl Fn(usize) -> bool,
    seats: &[adjutant::engine::Seat],
) -> u64 {
    let better = |seat: &&adjutant::engine::Seat| {
        seats.iter().position(|one| one == *seat).is_some_and(&is_better)
    };
    let winners = played.winners.len();
    if winners == 0 {
        return WIN / 2;
    }
    let won = played.winners.iter().filter(better).count();
    WIN * u64::try_from(won).expect("few") / u64::try_from(winners).expect("few")
}

/// Each skill against the one below. In every other game the seats are changed.
pub(crate) fn report(hall: &Hall, usual: &str) {
    let games = if std::env::var_os("GAMES").is_some() { hall.games } else { GAMES };
    println!("| game | skills | games | wins in a hundred | seconds a file | at most |");
    println!("| --- | --- | ---: | ---: | ---: | ---: |");
    let mut names = hall.scenarios();
    if !hall.is_asked() {
        names.retain(|name| name == usual);
    }
    for name in names {
        let table = hall.table(&name);
        let seats = table.game.seats();
        for pair in Skill::ALL.windows(2) {
            let [low, high] = [plan(pair[0]), plan(pair[1])];
            if std::env::var("ONLY").is_ok_and(|only| only != pair[1].name()) {
                continue;
            }
            let is_high = |number: u32, at: usize| (at + number as usize) % 2 == 1;
            let parts: u64 = (0..games)
                .into_par_iter()
                .map(|number| {
                    let plans: Vec<&Plan> = (0..seats.len())
                        .map(|at| if is_high(number, at) { &high } else { &low })
                        .collect();
                    won(&table.play(&plans, number), |at| is_high(number, at), &seats)
                })
                .sum();
            let share = 100 * parts / (WIN * u64::from(games.max(1)));
            let files = CLOCK.files.swap(0, Ordering::Relaxed);
            let all = CLOCK.all.swap(0, Ordering::Relaxed);
            let most = CLOCK.most.swap(0, Ordering::Relaxed);
            let seconds = |millis: u64| format!("{}.{:02}", millis / 1000, millis % 1000 / 10);
            let times = match files {
                0 => " | ".to_owned(),
                _ => format!("{} | {}", seconds(all / files), seconds(most)),
            };
            println!(
                "| {name} | {} against {} | {games} | {share} | {times} |",
                high.name, low.name
            );
        }
    }
}

//! Plans against each other, in all games: who wins, on which side, and what that says of the numbers
//! that are ours. Games are played in one process and without files; the tables go to standard output
//! in the form of `docs/balance.md`.
//!
//!     cargo bench --bench balance -- GAME [SCENARIO …]
//!     cargo bench --bench balance -- GAME skills [SCENARIO …]
//!
//! `GAMES=20` plays so many games of each pairing, `TABLES=DIR` reads the tables from there and not
//! from `turn-formats`, so that numbers can be tried without a new build, and `RAYON_NUM_THREADS=1`
//! plays one game after another. Game N of a pairing always has the same dice.

mod age_of_imperialism;
mod arena;
mod company_commander;
mod company_war;
mod duels;
mod mechad;
mod parabellum;
mod skills;

use arena::Hall;

fn main() {
    let words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let mut words = words.collect::<Vec<_>>().into_iter();
    let Some(game) = words.next() else {
        println!("balance: say which game: cargo bench --bench balance -- mechad");
        return;
    };
    let mut words: Vec<String> = words.collect();
    let skills = words.first().is_some_and(|word| word == "skills");
    words.drain(..usize::from(skills));
    let hall = Hall::of(&game, words);
    if skills {
        skills::report(&hall, &game);
        return;
    }
    match game.as_str() {
        "age-of-imperialism" => age_of_imperialism::report(&hall),
        "company-commander" => company_commander::report(&hall),
        "company-war" => company_war::report(&hall),
        "mechad" => mechad::report(&hall),
        "parabellum" => parabellum::report(&hall),
        _ => println!("balance: no plans for {game}"),
    }
}

//! Plans of two sides against each other, each on both sides.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::arena::{Plan, Played, Table};

/// What plans scored against each other.
pub(crate) struct Duels {
    /// Half wins of the first seat, and games, by the plans of the first seat and of the second.
    scores: BTreeMap<(usize, usize), (u32, u32)>,
}

/// Plays each of several plans of the first seat against each of the second, `games` times; of each game
/// that is over, `seen` may keep what it likes.
pub(crate) fn play(
    table: &Table,
    plans: [&[Plan]; 2],
    games: u32,
    seen: impl Fn(&Played) + Sync,
) -> Duels {
    let seats = table.game.seats();
    let pairs = (0..plans[0].len()).flat_map(|a| (0..plans[1].len()).map(move |b| (a, b)));
    let all = pairs.flat_map(|pair| (0..games).map(move |number| (pair, number)));
    let all: Vec<((usize, usize), u32)> = all.collect();
    let halves = all.into_par_iter().map(|((a, b), number)| {
        let played = table.play(&[&plans[0][a], &plans[1][b]], number);
        seen(&played);
        ((a, b), played.halves(&seats[0]))
    });
    let mut scores: BTreeMap<(usize, usize), (u32, u32)> = BTreeMap::new();
    for (pair, halves) in halves.collect::<Vec<_>>() {
        let (won, played) = scores.entry(pair).or_default();
        (*won, *played) = (*won + halves, *played + 1);
    }
    Duels { scores }
}

impl Duels {
    fn sum(&self, wanted: impl Fn(usize, usize) -> bool) -> (u32, u32) {
        let chosen = self.scores.iter().filter(|((a, b), _)| wanted(*a, *b));
        chosen.fold((0, 0), |sum, (_, (won, played))| (sum.0 + won, sum.1 + played))
    }

    /// Wins in a hundred of the first seat, over pairs of plans that are wanted.
    pub(crate) fn first(&self, wanted: impl Fn(usize, usize) -> bool) -> u32 {
        let (won, played) = self.sum(wanted);
        share(won, played)
    }

    /// Wins in a hundred of a plan, on both sides, against another one, where both sides have the same.
    pub(crate) fn between(&self, plan: usize, other: usize) -> u32 {
        let (first, games) = self.sum(|a, b| (a, b) == (plan, other));
        let (second, more) = self.sum(|a, b| (a, b) == (other, plan));
        share(first + 2 * more - second, games + more)
    }
}

/// Half wins of so many games, in a hundred.
fn share(halves: u32, games: u32) -> u32 {
    if games == 0 { 50 } else { (100 * halves + games) / (2 * games) }
}

/// Wins in a hundred of each plan of the first seat (rows) against each of the second (columns).
pub(crate) fn print(duels: &Duels, names: [&str; 2], plans: [&[Plan]; 2]) {
    let heads: Vec<&str> = plans[1].iter().map(|plan| plan.name.as_str()).collect();
    println!("| {} \\ {} | {} | all |", names[0], names[1], heads.join(" | "));
    println!("| --- |{}", " ---: |".repeat(heads.len() + 1));
    for (a, plan) in plans[0].iter().enumerate() {
        let cells = (0..heads.len()).map(|b| duels.first(|x, y| (x, y) == (a, b)).to_string());
        let cells: Vec<String> = cells.collect();
        println!("| {} | {} | {} |", plan.name, cells.join(" | "), duels.first(|x, _| x == a));
    }
    let all = (0..heads.len()).map(|b| duels.first(|_, y| y == b).to_string());
    let all: Vec<String> = all.collect();
    println!("| all | {} | {} |", all.join(" | "), duels.first(|_, _| true));
}

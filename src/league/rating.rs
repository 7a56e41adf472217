//! Ratings: Glicko-2 in games of two, Weng-Lin where there are more seats. Nothing is decided by them, and
//! nothing that has them is hashed: they are numbers with a fraction, and shown rounded.

use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

use crate::league::forms::{Meeting, Past};
use crate::league::season::Season;

/// Where somebody begins of whom nothing is known.
const BEGIN: u32 = 1500;
/// Weng-Lin on the same scale: what is unknown of a new member, and the width of a class.
const UNKNOWN: f64 = 500.0;
const CLASS: f64 = 250.0;
const FLOOR: f64 = 0.000_001;

/// The rating of every member after these rounds, rounded to whole points.
pub(super) fn ratings(season: &Season, past: &[Past]) -> Vec<i64> {
    let begin: Vec<f64> =
        season.members.iter().map(|m| f64::from(m.rating.unwrap_or(BEGIN))).collect();
    let games: Vec<&Meeting> =
        past.iter().flat_map(|round| &round.games).filter(|game| rated(game)).collect();
    let two = games.iter().all(|game| game.seats.len() == 2);
    let after = if two { of_two(&begin, &games) } else { of_more(&begin, &games) };
    after.into_iter().map(rounded).collect()
}

/// Decided on the board, between members alone: who plays the staff is not rated for it.
fn rated(game: &Meeting) -> bool {
    let real = game.score.as_ref().is_some_and(|s| !s.unplayed && s.forfeits.is_empty());
    real && game.seats.iter().filter(|seat| seat.is_some()).count() > 1
}

fn of_two(begin: &[f64], games: &[&Meeting]) -> Vec<f64> {
    let new = |rating: &f64| Glicko2Rating { rating: *rating, ..Glicko2Rating::new() };
    let mut all: Vec<Glicko2Rating> = begin.iter().map(new).collect();
    for game in games {
        let ([Some(a), Some(b)], Some(score)) = (&game.seats[..], &game.score) else { continue };
        let outcome = match score.winners[..] {
            [0] => Outcomes::WIN,
            [1] => Outcomes::LOSS,
            _ => Outcomes::DRAW,
        };
        (all[*a], all[*b]) = glicko2(&all[*a], &all[*b], &outcome, &Glicko2Config::new());
    }
    all.into_iter().map(|rating| rating.rating).collect()
}

fn of_more(begin: &[f64], games: &[&Meeting]) -> Vec<f64> {
    let new = |rating: &f64| WengLinRating { rating: *rating, uncertainty: UNKNOWN };
    let mut all: Vec<WengLinRating> = begin.iter().map(new).collect();
    let config = WengLinConfig { beta: CLASS, uncertainty_tolerance: FLOOR };
    for game in games {
        let Some(score) = &game.score else { continue };
        let held = game.seats.iter().enumerate();
        let held: Vec<(usize, usize)> = held.filter_map(|(s, m)| m.map(|m| (s, m))).collect();
        let place = |seat: usize| if score.winners.contains(&seat) { 1 } else { 2 };
        let ranks = held.iter().map(|(seat, _)| MultiTeamOutcome::new(place(*seat)));
        let before: Vec<[WengLinRating; 1]> = held.iter().map(|(_, m)| [all[*m]]).collect();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            before.iter().map(|team| &team[..]).zip(ranks).collect();
        for ((_, member), after) in held.iter().zip(weng_lin_multi_team(&teams, &config)) {
            all[*member] = after[0];
        }
    }
    all.into_iter().map(|rating| rating.rating).collect()
}

/// To whole points, by the rounding of numbers in text, which is the same everywhere.
fn rounded(rating: f64) -> i64 {
    format!("{rating:.0}").parse().unwrap_or_default()
}

//! The next round: who meets whom, in which seats and which scenario.

use std::collections::BTreeMap;

use crate::base::{Problem, Seat};
use crate::league::act::STAFF;
use crate::league::forms;
use crate::league::lot::Lot;
use crate::league::rules::{Form, Played};
use crate::league::season::Season;
use crate::league::table::{Scores, field};

/// A game that is to be founded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Its name: `r01-b02`.
    pub game: String,
    /// Which of the league's scenarios.
    pub scenario: usize,
    /// Who has which seat.
    pub seats: BTreeMap<Seat, String>,
}

/// A round that is to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Its number.
    pub number: u32,
    /// Its games.
    pub games: Vec<Wanted>,
    /// Who has nobody to play.
    pub byes: Vec<String>,
}

/// The round after those that are paired, by these results.
///
/// # Errors
/// If entries are not closed, the form needs results that are not there, or the season is over.
pub fn next(season: &Season, played: &Played, scores: &Scores) -> Result<Draft, Problem> {
    let lot = season.lot.ok_or_else(|| Problem::refused("entries are not closed"))?;
    let number = season.next();
    if !matches!(played.rules.form, Form::RoundRobin { .. }) {
        is_over(season, scores)?;
    }
    let pairing = forms::pair(played.rules.form, &field(season, played, scores, &lot))?;
    let scenario = scenario(&lot, played, number);
    let id = |held: &Option<usize>| held.map_or(STAFF, |at| &season.members[at].id).to_owned();
    let wanted = |(board, seats): (usize, &Vec<Option<usize>>)| Wanted {
        game: format!("r{number:02}-b{:02}", board + 1),
        scenario,
        seats: played.seats.iter().cloned().zip(seats.iter().map(id)).collect(),
    };
    Ok(Draft {
        number,
        games: pairing.games.iter().enumerate().map(wanted).collect(),
        byes: pairing.byes.iter().map(|at| season.members[*at].id.clone()).collect(),
    })
}

/// The scenario of a round is drawn.
fn scenario(lot: &Lot, played: &Played, round: u32) -> usize {
    lot.below(&format!("scenario {round}"), played.scenarios())
}

/// Every game before is over: who meets whom follows from how they ended.
fn is_over(season: &Season, scores: &Scores) -> Result<(), Problem> {
    let open: Vec<&str> = season
        .games()
        .map(|(_, game)| game.game.as_str())
        .filter(|game| !scores.contains_key(*game))
        .collect();
    if open.is_empty() {
        return Ok(());
    }
    let round = season.rounds.len();
    Err(Problem::refused(format!("round {round} is not over: {}", open.join(", ")))
        .hint("`adjutant league status` says what they wait for"))
}

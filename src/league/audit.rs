//! Recomputes all of a season: acts, pairings, seats, results, table. What differs is named.

use std::path::Path;

use rayon::prelude::*;

use crate::base::Problem;
use crate::campaign::Store;
use crate::engine::Shelf;
use crate::league::act::{self, Act, Entry, Paired, Round};
use crate::league::pairing::{self, Draft, Wanted};
use crate::league::published::{Ended, Published, path, scores};
use crate::league::results::{self, place};
use crate::league::rules::Played;
use crate::league::season::Season;
use crate::league::table::Scores;
use crate::referee::audit::verify::{Own, verify};

/// What was checked, and what was found.
#[derive(Debug, Clone)]
pub struct Check {
    /// What.
    pub name: &'static str,
    /// How many of it.
    pub number: usize,
    /// What is wrong; none if all is well.
    pub problems: Vec<Problem>,
}

impl Check {
    fn new(name: &'static str, number: usize, problems: Vec<Problem>) -> Self {
        Self { name, number, problems }
    }
}

/// Checks a season; `whole` verifies every campaign as `verify` does, too.
pub fn check(store: &Store, played: &Played, number: u32, whole: bool) -> Vec<Check> {
    let mut before: Vec<(Season, Entry)> = Vec::new();
    let mut keep = |season: &Season, entry: &Entry| before.push((season.clone(), entry.clone()));
    let season = match Season::read_with(store, &played.rules.name, number, &mut keep) {
        Ok(season) => season,
        Err(problem) => return vec![Check::new("acts", before.len(), vec![problem])],
    };
    let mut checks = vec![Check::new("acts", season.last.0 as usize, Vec::new())];
    let rules = season.is_played_by(played).err().into_iter().collect();
    checks.push(Check::new("rules", season.begin.files.len(), rules));
    let all = results::all(store.root(), &season, played);
    let broken = all.values().filter_map(|seen| seen.clone().err()).collect();
    checks.push(Check::new("ledgers", all.len(), broken));
    let scores = scores(&all);
    let rounds = before.iter().filter_map(|(season, entry)| match &entry.act {
        Act::Round(round) => Some((season, round, act::path(number, entry.number))),
        _ => None,
    });
    let wrong = rounds.flat_map(|(season, round, path)| {
        let differs = round_differs(season, played, &scores, round);
        differs.into_iter().map(move |problem| problem.at(&path))
    });
    checks.push(Check::new("pairings", season.rounds.len(), wrong.collect()));
    checks.push(published(store, (&season, &before), played, &scores));
    if whole {
        let games: Vec<&Paired> = season.games().map(|(_, game)| game).collect();
        let problems = games
            .par_iter()
            .flat_map_iter(|game| whole_of((store.root(), played.shelf), number, game));
        checks.push(Check::new("campaigns", games.len(), problems.collect()));
    }
    checks
}

fn whole_of((league, shelf): (&Path, Shelf), season: u32, game: &Paired) -> Vec<Problem> {
    let verdict = Store::find(&place(league, season, &game.game))
        .and_then(|store| verify(store, &Own::default(), shelf));
    match verdict {
        Ok(verdict) => verdict.problems().map(|p| p.clone().at(&game.game)).collect(),
        Err(problem) => vec![problem.at(&game.game)],
    }
}

/// How a round differs from the one that follows from what was known.
fn round_differs(season: &Season, played: &Played, scores: &Scores, round: &Round) -> Vec<Problem> {
    let draft = match pairing::next(season, played, scores) {
        Ok(draft) => draft,
        Err(problem) => return vec![problem],
    };
    let Draft { games, byes, .. } = draft;
    let mut problems = Vec::new();
    if games.len() != round.games.len() {
        problems.push(Problem::refused(format!(
            "round {} has {} games, and {} follow from the table and the lot",
            round.number,
            round.games.len(),
            games.len()
        )));
    }
    for (wanted, paired) in games.iter().zip(&round.games) {
        problems.extend(game_differs(played, wanted, paired));
    }
    if byes != round.byes {
        problems.push(Problem::refused(format!(
            "round {} gives a bye to {}; it is due to {}",
            round.number,
            crate::base::words::names(&round.byes),
            crate::base::words::names(&byes)
        )));
    }
    problems
}

fn game_differs(played: &Played, wanted: &Wanted, paired: &Paired) -> Option<Problem> {
    let due = played.charter("verify", wanted.scenario).scenario.to_owned();
    let at = |problem: Problem| Some(problem.at(&paired.game));
    if wanted.game != paired.game {
        return at(Problem::refused(format!("the game should be {}", wanted.game)));
    }
    if due != paired.scenario {
        return at(Problem::refused(format!(
            "scenario {} was drawn, not {}",
            due, paired.scenario
        )));
    }
    for (seat, id) in &wanted.seats {
        let given = paired.seats.get(seat).map_or("nobody", String::as_str);
        if given != id {
            let same = {
                let (mut a, mut b): (Vec<_>, Vec<_>) =
                    (wanted.seats.values().collect(), paired.seats.values().collect());
                a.sort();
                b.sort();
                a == b
            };
            let what = if same { "the seats were drawn otherwise" } else { "others meet here" };
            return at(Problem::refused(format!("{what}: {seat} is due to {id}, not {given}")));
        }
    }
    None
}

/// How the published table differs.
fn published(
    store: &Store,
    (season, before): (&Season, &[(Season, Entry)]),
    played: &Played,
    scores: &Scores,
) -> Check {
    const NAME: &str = "table";
    let place = path(season.number);
    let found = |problems: Vec<Problem>, number| {
        Check::new(NAME, number, problems.into_iter().map(|p| p.at(&place)).collect())
    };
    let told = match Published::read(store, season.number) {
        Ok(Some(told)) => told,
        Ok(None) => return found(Vec::new(), 0),
        Err(problem) => return Check::new(NAME, 1, vec![problem]),
    };
    let mut problems = Vec::new();
    let mut known = Scores::new();
    for result in &told.results {
        match scores.get(&result.game) {
            Some(score) if Ended::of(&result.game, score) == *result => {
                known.insert(result.game.clone(), score.clone());
            }
            Some(_) => problems.push(Problem::refused(format!(
                "{}: the published result is not the ledger's",
                result.game
            ))),
            None => problems.push(Problem::refused(format!(
                "{}: a result is published that no ledger has",
                result.game
            ))),
        }
    }
    let missing = scores.keys().filter(|game| !known.contains_key(*game)).count();
    if problems.is_empty() && missing > 0 {
        problems.push(
            Problem::refused(format!("{missing} results are not in it"))
                .hint("publish it anew with `adjutant league standings --publish`"),
        );
    }
    let then = before.iter().find(|(_, entry)| entry.number.checked_sub(1) == Some(told.acts));
    let then = then.map_or(season, |(season, _)| season);
    if problems.is_empty() && then.last.0 != told.acts {
        problems.push(Problem::refused(format!("it counts {} acts", told.acts)));
    }
    if problems.is_empty() {
        let ours = Published::of(then, played, &known).0;
        problems = lines_differ(&told, &ours);
        if problems.is_empty() {
            problems.extend(rest_differs(&told, ours));
        }
    }
    found(problems, told.table.len())
}

fn lines_differ(told: &Published, ours: &Published) -> Vec<Problem> {
    let mut problems = Vec::new();
    for line in &ours.table {
        let Some(other) = told.table.iter().find(|other| other.member == line.member) else {
            problems.push(Problem::refused(format!("{} is missing", line.member)));
            continue;
        };
        let ratings = (line.rating, other.rating);
        // Numbers with a fraction may differ in their last place from machine to machine.
        let close = match ratings {
            (Some(a), Some(b)) => a.abs_diff(b) <= 1,
            (a, b) => a == b,
        };
        let mut same = other.clone();
        same.rating = line.rating;
        let differs = [
            ("place", line.place != other.place),
            ("points", line.points != other.points),
            ("rating", !close),
            ("tie-breaks", line.breaks != other.breaks),
            ("games", *line != same),
        ];
        if let Some((what, _)) = differs.into_iter().find(|(_, differs)| *differs) {
            problems.push(Problem::refused(format!(
                "{}: the published {what} is not what the ledgers give",
                line.member
            )));
        }
    }
    let strangers = told.table.iter().filter(|l| ours.table.iter().all(|o| o.member != l.member));
    problems
        .extend(strangers.map(|line| Problem::refused(format!("{} is no member", line.member))));
    problems
}

/// How it differs where each line that should be there is right.
fn rest_differs(told: &Published, mut ours: Published) -> Option<Problem> {
    // Ratings were compared, and may differ by what machines make of fractions.
    for (line, told) in ours.table.iter_mut().zip(&told.table) {
        line.rating = told.rating;
    }
    let what = if (told.table.len(), told.results.len()) != (ours.table.len(), ours.results.len()) {
        "a member or a result stands in it twice"
    } else if told.table != ours.table || told.results != ours.results {
        "its lines or results are in another order"
    } else if *told != ours {
        "it is the table of another league or season"
    } else {
        return None;
    };
    Some(Problem::refused(what))
}

//! The table of a season, from who was paired and how the games ended.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::Seat;
use crate::league::act::{Paired, Round};
use crate::league::forms::{self, Field, Meeting, Past};
use crate::league::lot::Lot;
use crate::league::rating;
use crate::league::rules::{EmptySeats, Form, Played, TieBreak};
use crate::league::scoring::{Fate, Score, Scoring};
use crate::league::season::Season;

/// A member's line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Line {
    /// The place, from 1.
    pub place: u32,
    /// The member.
    pub member: String,
    /// Their points.
    pub points: u32,
    /// Games that are over.
    pub played: u32,
    /// Won alone.
    pub won: u32,
    /// Won with others, or where nobody won.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
    /// From which they were dropped; these count as lost too.
    pub forfeited: u32,
    /// Rounds without anybody to play.
    pub byes: u32,
    /// What decides among those with as many points, in the order in which it does.
    pub breaks: Vec<u32>,
    /// Their rating, rounded; absent where none are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
}

/// How the seats fared: games, won, drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The seat.
    pub seat: Seat,
    /// Games that were decided on the board.
    pub games: u32,
    /// Won alone.
    pub won: u32,
    /// Won with others, or where nobody won.
    pub drawn: u32,
}

/// How the seats of a scenario fared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// The scenario.
    pub scenario: String,
    /// Its seats.
    pub sides: Vec<Side>,
}

/// The table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its lines, the first first.
    pub lines: Vec<Line>,
    /// How the seats fared.
    pub sides: Vec<Side>,
    /// The same scenario by scenario, where several were played.
    pub scenarios: Vec<Balance>,
}

/// The results of games that are over, by name.
pub type Scores = BTreeMap<String, Score>;

/// The rounds as the forms take them: members by their numbers, seats in the game's order.
pub fn past(season: &Season, played: &Played, scores: &Scores) -> Vec<Past> {
    let meeting = |game: &Paired| {
        let now = season.seats(game);
        let member = |seat: &Seat| now.get(seat).and_then(|id| season.at(id));
        Meeting {
            seats: played.seats.iter().map(member).collect(),
            score: scores.get(&game.game).cloned(),
        }
    };
    let mut points = vec![0; season.members.len()];
    let mut round = |round: &Round| {
        let past = Past {
            games: round.games.iter().map(meeting).collect(),
            byes: round.byes.iter().filter_map(|id| season.at(id)).collect(),
            points: points.clone(),
        };
        award(&played.rules.scoring, &past, &mut points);
        past
    };
    season.rounds.iter().map(&mut round).collect()
}

/// Adds the points of a round.
fn award(scoring: &Scoring, round: &Past, all: &mut [u32]) {
    for game in &round.games {
        for (seat, member) in game.seats.iter().enumerate() {
            if let (Some(member), Some(score)) = (member, &game.score) {
                all[*member] += scoring.points(score, seat, game.seats.len());
            }
        }
    }
    for member in &round.byes {
        all[*member] += scoring.bye;
    }
}

/// What the next round is paired from.
pub fn field<'l>(season: &Season, played: &Played, scores: &Scores, lot: &'l Lot) -> Field<'l> {
    let number = season.next();
    let table = table(season, played, scores);
    let at = |line: &Line| season.at(&line.member).expect("every line is a member's");
    let mut points = vec![0; season.members.len()];
    for line in &table.lines {
        points[at(line)] = line.points;
    }
    let both = |(by, of): &(String, String)| Some((season.at(by)?, season.at(of)?));
    Field {
        order: order(season, played),
        founders: season.founders,
        plays: season.members.iter().map(|member| member.plays(number)).collect(),
        table: table.lines.iter().map(at).collect(),
        points,
        win: played.rules.scoring.win,
        past: past(season, played, scores),
        challenges: season.challenges.iter().filter_map(both).collect(),
        seats: played.seats.len(),
        staffed: played.rules.empty_seats == EmptySeats::Staff,
        lot,
    }
}

/// Who stands before whom as long as nothing else decides. A round robin's numbers are the lot's alone.
fn order(season: &Season, played: &Played) -> Vec<usize> {
    season.order(!matches!(played.rules.form, Form::RoundRobin { .. }))
}

/// A count of things of which there are few.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A game that is over, as one of its members sees it.
struct Game {
    seat: usize,
    fate: Fate,
    points: u32,
    others: Vec<(usize, usize)>,
    /// True if it was decided on the board.
    real: bool,
}

/// The table of a season with these results.
pub fn table(season: &Season, played: &Played, scores: &Scores) -> Table {
    let past = past(season, played, scores);
    let sides = sides(played, scores.values());
    let own: Vec<Vec<Game>> =
        (0..season.members.len()).map(|m| games(&past, &played.rules.scoring, m)).collect();
    let ratings = played.rules.ratings.then(|| rating::ratings(season, &past));
    let mut lines: Vec<(usize, Line)> = Vec::new();
    for (at, member) in season.members.iter().enumerate() {
        let count = |fate: Fate| number(own[at].iter().filter(|game| game.fate == fate).count());
        let byes = number(past.iter().filter(|round| round.byes.contains(&at)).count());
        let sum: u32 = own[at].iter().map(|game| game.points).sum();
        lines.push((
            at,
            Line {
                place: 0,
                member: member.id.clone(),
                points: sum + byes * played.rules.scoring.bye,
                played: number(own[at].len()),
                won: count(Fate::Won),
                drawn: count(Fate::Drawn),
                lost: count(Fate::Lost) + count(Fate::Forfeited),
                forfeited: count(Fate::Forfeited),
                byes,
                breaks: Vec::new(),
                rating: ratings.as_ref().map(|all| all[at]),
            },
        ));
    }
    let all: BTreeMap<usize, u32> = lines.iter().map(|(at, line)| (*at, line.points)).collect();
    for (at, line) in &mut lines {
        let by = |rule: &TieBreak| broken(*rule, *at, &own, &all, &sides);
        line.breaks = played.rules.tie_breaks.iter().map(by).collect();
    }
    let order = order(season, played);
    let place = |at: usize| order.iter().position(|m| *m == at);
    lines.sort_by(|(a, x), (b, y)| {
        let key = |line: &Line| (line.points, line.breaks.clone());
        key(y).cmp(&key(x)).then(place(*a).cmp(&place(*b)))
    });
    if let (Form::Ladder { .. }, Some(lot)) = (played.rules.form, &season.lot) {
        let ladder = ladder(season, &past, (order, lot));
        lines.sort_by_key(|(at, _)| ladder.iter().position(|m| m == at));
    }
    for ((_, line), place) in lines.iter_mut().zip(1..) {
        line.place = place;
    }
    let scenarios = scenarios(season, played, scores);
    Table { lines: lines.into_iter().map(|(_, line)| line).collect(), sides, scenarios }
}

/// The rating of every member before the first round and after each: members as they entered.
pub fn ratings(season: &Season, played: &Played, scores: &Scores) -> Vec<Vec<i64>> {
    let past = past(season, played, scores);
    (0..=past.len()).map(|rounds| rating::ratings(season, &past[..rounds])).collect()
}

/// The places of a ladder.
fn ladder(season: &Season, past: &[Past], (order, lot): (Vec<usize>, &Lot)) -> Vec<usize> {
    forms::ladder(&Field {
        order,
        founders: season.founders,
        plays: Vec::new(),
        table: Vec::new(),
        points: Vec::new(),
        win: 0,
        past: past.to_vec(),
        challenges: Vec::new(),
        seats: 2,
        staffed: false,
        lot,
    })
}

fn games(past: &[Past], scoring: &Scoring, member: usize) -> Vec<Game> {
    let all = past.iter().flat_map(|round| &round.games);
    let own = all.filter_map(|game| {
        let seat = game.seats.iter().position(|held| *held == Some(member))?;
        let score = game.score.as_ref()?;
        let (points, fate) = (scoring.points(score, seat, game.seats.len()), score.fate(seat));
        let others = game.seats.iter().enumerate();
        let others = others.filter_map(|(at, held)| held.filter(|m| *m != member).map(|m| (at, m)));
        let real = !score.unplayed && score.forfeits.is_empty();
        Some(Game { seat, fate, points, others: others.collect(), real })
    });
    own.collect()
}

/// What a member has of a rule that decides among equals.
fn broken(
    rule: TieBreak,
    member: usize,
    own: &[Vec<Game>],
    points: &BTreeMap<usize, u32>,
    sides: &[Side],
) -> u32 {
    let mine = own[member].iter().filter(|game| game.real);
    match rule {
        TieBreak::Direct => {
            let tied = |(_, other): &(usize, usize)| points[other] == points[&member];
            own[member].iter().filter(|game| game.others.iter().any(tied)).map(|g| g.points).sum()
        }
        TieBreak::Buchholz => mine.flat_map(|game| &game.others).map(|(_, m)| points[m]).sum(),
        TieBreak::SonnebornBerger => {
            let worth = |game: &Game| -> u32 {
                let times = match game.fate {
                    Fate::Won => 2,
                    Fate::Drawn => 1,
                    Fate::Lost | Fate::Forfeited => 0,
                };
                game.others.iter().map(|(_, m)| times * points[m]).sum()
            };
            mine.map(worth).sum()
        }
        TieBreak::Wins => number(own[member].iter().filter(|game| game.fate == Fate::Won).count()),
        TieBreak::WeakerSide => {
            let least = sides.iter().map(|side| side.won).min();
            let is_weak = |seat: usize| Some(sides[seat].won) == least;
            let even = sides.iter().all(|side| Some(side.won) == least);
            let wins = mine.filter(|game| game.fate == Fate::Won && is_weak(game.seat));
            if even { 0 } else { number(wins.count()) }
        }
    }
}

/// How the seats fared in those of these games that were decided on the board.
fn sides<'a>(played: &Played, scores: impl Iterator<Item = &'a Score>) -> Vec<Side> {
    let new = |seat: &Seat| Side { seat: seat.clone(), games: 0, won: 0, drawn: 0 };
    let mut sides: Vec<Side> = played.seats.iter().map(new).collect();
    for score in scores.filter(|score| !score.unplayed && score.forfeits.is_empty()) {
        for (at, side) in sides.iter_mut().enumerate() {
            side.games += 1;
            match score.fate(at) {
                Fate::Won => side.won += 1,
                Fate::Drawn => side.drawn += 1,
                Fate::Lost | Fate::Forfeited => {}
            }
        }
    }
    sides
}

/// The same scenario by scenario; nothing where all games had one.
fn scenarios(season: &Season, played: &Played, scores: &Scores) -> Vec<Balance> {
    let mut all: BTreeMap<&str, Vec<&Score>> = BTreeMap::new();
    for (_, game) in season.games() {
        if let Some(score) = scores.get(&game.game) {
            all.entry(&game.scenario).or_default().push(score);
        }
    }
    if all.len() < 2 {
        return Vec::new();
    }
    let balance = |(scenario, scores): (&str, Vec<&Score>)| Balance {
        scenario: scenario.to_owned(),
        sides: sides(played, scores.into_iter()),
    };
    all.into_iter().map(balance).collect()
}

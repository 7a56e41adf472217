//! What a game that is over is worth to each seat.

use std::cmp::Reverse;

use serde::Deserialize;

use crate::base::Problem;
use crate::base::words::nearest;
use crate::engine::{AnyGame, Chance, Reader, ViewDoc};

/// How a game ended, by the numbers of its seats.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Score {
    /// The seats that won; several or none in a draw.
    pub winners: Vec<usize>,
    /// The seats whose players were dropped.
    pub forfeits: Vec<usize>,
    /// True if nothing was decided on the board.
    pub unplayed: bool,
    /// What the game counts for each seat in the end; empty where the scoring does not ask for it.
    pub values: Vec<i64>,
}

/// How a seat fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It won alone.
    Won,
    /// It won with others, or nobody won.
    Drawn,
    /// Others won.
    Lost,
    /// Its player was dropped.
    Forfeited,
}

impl Score {
    /// How a seat fared.
    pub fn fate(&self, seat: usize) -> Fate {
        if self.forfeits.contains(&seat) {
            return Fate::Forfeited;
        }
        match (&self.winners[..], self.winners.contains(&seat)) {
            ([_], true) => Fate::Won,
            ([], _) | (_, true) => Fate::Drawn,
            (_, false) => Fate::Lost,
        }
    }

    /// Where a seat stands among all, the least first: winners, then the others by what the game counts, and
    /// last those who were dropped.
    pub fn standing(&self, seat: usize) -> (u8, Reverse<i64>) {
        let class = match self.fate(seat) {
            Fate::Won => 0,
            Fate::Drawn => u8::from(self.winners.is_empty()),
            Fate::Lost => 1,
            Fate::Forfeited => 2,
        };
        // Winners are equals: what they won by is the game's to say.
        let value = if class == 0 { 0 } else { self.values.get(seat).copied().unwrap_or(0) };
        (class, Reverse(value))
    }
}

/// By what points are given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum By {
    /// Win, draw or loss.
    #[default]
    Results,
    /// Those who win share the points of a win.
    Shares,
    /// The places: winners first, the others by a number that the game counts.
    Places {
        /// The points of the first place, the second, and so on.
        points: Vec<u32>,
        /// The number, such as `regions`; without one those who do not win are equals.
        #[serde(default)]
        measure: Option<String>,
    },
    /// A number that the game counts, as it is in the end.
    Measure(String),
}

impl By {
    /// The number of the game's that is asked for.
    pub fn measure(&self) -> Option<&str> {
        match self {
            Self::Results | Self::Shares => None,
            Self::Places { measure, .. } => measure.as_deref(),
            Self::Measure(what) => Some(what),
        }
    }
}

/// What a result is worth, in points.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Scoring {
    /// By what.
    pub by: By,
    /// Who wins alone.
    pub win: u32,
    /// Who wins with others, or where nobody wins.
    pub draw: u32,
    /// Who does not win.
    pub loss: u32,
    /// Who has no opponent in a round.
    pub bye: u32,
    /// Who was dropped from their game.
    pub forfeit: u32,
}

impl Default for Scoring {
    fn default() -> Self {
        Self { by: By::Results, win: 2, draw: 1, loss: 0, bye: 2, forfeit: 0 }
    }
}

impl Scoring {
    /// Checks that the numbers fit together, and a season that is Swiss or not.
    ///
    /// # Errors
    /// What does not fit.
    pub fn fits(&self, is_swiss: bool, seats: usize) -> Result<(), Problem> {
        let Self { win, draw, loss, .. } = self;
        if !(win > loss && (loss..=win).contains(&draw)) {
            return Err(Problem::refused(format!("scoring: win {win}, draw {draw}, loss {loss}"))
                .hint(
                    "a win must be worth more than a loss, and a draw no more than a win and no less than a loss",
                ));
        }
        if is_swiss && matches!(self.by, By::Places { .. } | By::Measure(_)) {
            return Err(Problem::refused(
                "scoring: the Swiss system pairs by points for wins, draws and losses",
            )
            .hint("write `by: results` or `by: shares`, or another form"));
        }
        match &self.by {
            By::Places { points, .. } if points.is_empty() || points.len() > seats => {
                Err(Problem::refused(format!("scoring: points for {} places", points.len()))
                    .hint(format!("give a number for each place, from 1 to {seats} of them")))
            }
            By::Places { points, .. } if !falls(points, seats) => {
                Err(Problem::refused("scoring: the points of places do not fall")
                    .hint("the points of the first place come first, and are the most"))
            }
            By::Results | By::Shares | By::Places { .. } | By::Measure(_) => Ok(()),
        }
    }

    /// The points of one of so many seats. What is shared is rounded down.
    pub fn points(&self, score: &Score, seat: usize, seats: usize) -> u32 {
        let fate = score.fate(seat);
        match (&self.by, fate) {
            (_, Fate::Forfeited) => self.forfeit,
            (By::Results | By::Shares, Fate::Won) => self.win,
            (By::Results, Fate::Drawn) => self.draw,
            (By::Results | By::Shares, Fate::Lost) => self.loss,
            (By::Shares, Fate::Drawn) => {
                let all = seats.saturating_sub(score.forfeits.len());
                let sharers = if score.winners.is_empty() { all } else { score.winners.len() };
                self.win / u32::try_from(sharers).unwrap_or(u32::MAX).max(1)
            }
            (By::Places { points, .. }, _) => shared(points, score, seat, seats),
            (By::Measure(_), _) => {
                let value = score.values.get(seat).copied().unwrap_or(0).max(0);
                u32::try_from(value).unwrap_or(u32::MAX)
            }
        }
    }
}

/// True if a place is worth no less than the next, and the first more than the last.
fn falls(points: &[u32], seats: usize) -> bool {
    let last = points.get(seats - 1).copied().unwrap_or(0);
    points.is_sorted_by(|a, b| a >= b) && points[0] > last
}

/// The points of a place, which equals share.
fn shared(points: &[u32], score: &Score, seat: usize, seats: usize) -> u32 {
    let own = score.standing(seat);
    let before = (0..seats).filter(|other| score.standing(*other) < own).count();
    let equal = (0..seats).filter(|other| score.standing(*other) == own).count();
    let sum: u32 = points.iter().skip(before).take(equal).sum();
    sum / u32::try_from(equal).unwrap_or(u32::MAX).max(1)
}

/// What a game counts for each seat, as a view for everybody tells it.
///
/// # Errors
/// If it counts nothing of this name for every seat, or the view is none of the game's.
pub fn values(game: &dyn AnyGame, view: &ViewDoc, what: &str) -> Result<Vec<i64>, Problem> {
    let measures = game.measures(view)?;
    let values: Vec<i64> = measures.iter().filter(|m| m.what == what).map(|m| m.value).collect();
    let seats = game.seats().len();
    if values.len() == seats {
        return Ok(values);
    }
    let of = |what: &&str| measures.iter().filter(|m| m.what == *what).count() == seats;
    let mut counted: Vec<&str> = measures.iter().map(|m| m.what).filter(of).collect();
    counted.sort_unstable();
    counted.dedup();
    let problem = Problem::refused(format!(
        "scoring: the game counts no {what} of every seat for all to see"
    ));
    Err(match (nearest(what, counted.iter().copied()), &counted[..]) {
        (Some(near), _) => problem.hint(format!("did you mean {near}?")),
        (None, []) => problem.hint("it counts nothing: write `by: results` or `by: shares`"),
        (None, all) => problem.hint(format!("it counts: {}", all.join(", "))),
    })
}

/// Checks that a game counts this for every seat.
///
/// # Errors
/// If it does not.
pub fn is_counted(game: &dyn AnyGame, what: &str) -> Result<(), Problem> {
    // Whatever is drawn before the first cycle, the same is counted.
    let position = game.setup(&mut Chance::from_seed([0; 32]));
    values(game, &game.see(&position, &Reader::Public)?, what).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(winners: &[usize], forfeits: &[usize], values: &[i64]) -> Score {
        let (winners, forfeits) = (winners.to_vec(), forfeits.to_vec());
        Score { winners, forfeits, unplayed: false, values: values.to_vec() }
    }

    fn all(by: By, score: &Score, seats: usize) -> Vec<u32> {
        let scoring = Scoring { by, win: 12, draw: 4, loss: 1, ..Scoring::default() };
        (0..seats).map(|seat| scoring.points(score, seat, seats)).collect()
    }

    #[test]
    fn results_are_win_draw_and_loss() {
        assert_eq!(all(By::Results, &of(&[1], &[], &[]), 3), [1, 12, 1]);
        assert_eq!(all(By::Results, &of(&[1, 2], &[], &[]), 3), [1, 4, 4]);
        assert_eq!(all(By::Results, &of(&[], &[], &[]), 3), [4, 4, 4]);
        assert_eq!(all(By::Results, &of(&[1, 2], &[0], &[]), 3), [0, 4, 4]);
    }

    #[test]
    fn who_wins_shares_what_a_win_is_worth() {
        assert_eq!(all(By::Shares, &of(&[1], &[], &[]), 3), [1, 12, 1]);
        assert_eq!(all(By::Shares, &of(&[0, 2], &[], &[]), 3), [6, 1, 6]);
        assert_eq!(all(By::Shares, &of(&[], &[], &[]), 3), [4, 4, 4]);
        assert_eq!(all(By::Shares, &of(&[], &[1], &[]), 3), [6, 0, 6]);
        // 12 among 5 is 2, and 2 are lost.
        assert_eq!(all(By::Shares, &of(&[], &[], &[]), 5), [2, 2, 2, 2, 2]);
    }

    #[test]
    fn places_are_those_of_what_is_counted_and_equals_share() {
        let by = |measure: Option<&str>| By::Places {
            points: vec![7, 4, 2],
            measure: measure.map(str::to_owned),
        };
        let counted = || by(Some("regions"));
        assert_eq!(all(counted(), &of(&[2], &[], &[5, 9, 1]), 3), [2, 4, 7]);
        // Second and third share 6.
        assert_eq!(all(counted(), &of(&[2], &[], &[5, 5, 1]), 3), [3, 3, 7]);
        // Two winners share 11, whatever they have.
        assert_eq!(all(counted(), &of(&[0, 1], &[], &[9, 5, 7]), 3), [5, 5, 2]);
        assert_eq!(all(counted(), &of(&[], &[], &[9, 5, 7]), 3), [7, 2, 4]);
        // Who was dropped is last, and has no place's points.
        assert_eq!(all(counted(), &of(&[1], &[0], &[9, 5, 7]), 3), [0, 7, 4]);
        assert_eq!(all(by(None), &of(&[0], &[], &[]), 4), [7, 2, 2, 2]);
    }

    #[test]
    fn what_is_counted_is_worth_itself() {
        let by = || By::Measure("points".to_owned());
        assert_eq!(all(by(), &of(&[1], &[2], &[30, 41, 50]), 3), [30, 41, 0]);
        assert_eq!(all(by(), &of(&[0], &[], &[-3, -7]), 2), [0, 0]);
    }
}

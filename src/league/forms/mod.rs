//! Who meets whom. Each form is a function of the members, what was played, and the lot.

mod dutch;
mod groups;
mod knockout;
mod ladder;
mod round_robin;
mod sides;

use crate::base::Problem;
use crate::league::lot::Lot;
use crate::league::rules::Form;
use crate::league::scoring::Score;

/// A game of a round before.
#[derive(Debug, Clone)]
pub struct Meeting {
    /// Who has each seat; none where the staff plays.
    pub seats: Vec<Option<usize>>,
    /// How it ended, if it is over.
    pub score: Option<Score>,
}

impl Meeting {
    /// True if a member plays in it.
    pub fn has(&self, member: usize) -> bool {
        self.seats.contains(&Some(member))
    }

    /// True if members have both of its two seats.
    fn is_between_two(&self) -> bool {
        self.seats.len() == 2 && !self.seats.contains(&None)
    }

    /// True if it ended because somebody was dropped.
    fn was_forfeited(&self) -> bool {
        self.score.as_ref().is_some_and(|score| !score.forfeits.is_empty())
    }

    /// The member who won alone.
    fn winner(&self) -> Option<usize> {
        match self.score.as_ref()?.winners[..] {
            [seat] => self.seats[seat],
            _ => None,
        }
    }
}

/// A round before.
#[derive(Debug, Clone, Default)]
pub struct Past {
    /// Its games.
    pub games: Vec<Meeting>,
    /// Who had nobody to play.
    pub byes: Vec<usize>,
    /// The points that each member had before it.
    pub points: Vec<u32>,
}

/// All that a round is paired from. Members are numbered as they entered.
#[derive(Debug)]
pub struct Field<'a> {
    /// Everybody in the order of the draw, the higher rating first where there are ratings; who entered later
    /// comes behind.
    pub order: Vec<usize>,
    /// How many of these entered before the draw.
    pub founders: usize,
    /// Who plays this round.
    pub plays: Vec<bool>,
    /// Everybody in the order of the table.
    pub table: Vec<usize>,
    /// The points of each member.
    pub points: Vec<u32>,
    /// What a win is worth.
    pub win: u32,
    /// The rounds before.
    pub past: Vec<Past>,
    /// Challenges that were not played yet: who, and whom.
    pub challenges: Vec<(usize, usize)>,
    /// How many seats a game has.
    pub seats: usize,
    /// True if the staff plays where a member has nobody to play.
    pub staffed: bool,
    /// The lot.
    pub lot: &'a Lot,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pairing {
    /// Who has each seat of each game.
    pub games: Vec<Vec<Option<usize>>>,
    /// Who has nobody to play.
    pub byes: Vec<usize>,
}

impl Pairing {
    /// Somebody has nobody to play.
    fn alone(&mut self, member: usize, staffed: bool) {
        if staffed {
            self.games.push(vec![Some(member), None]);
        } else {
            self.byes.push(member);
        }
    }
}

impl Field<'_> {
    /// The number of the round that is paired, from 1.
    fn round(&self) -> usize {
        self.past.len() + 1
    }

    /// True if a member had nobody to play, or only the staff, in a round before.
    fn was_alone(&self, member: usize) -> bool {
        let alone = |game: &Meeting| game.seats.len() == 2 && game.seats.contains(&None);
        self.past.iter().any(|round| {
            round.byes.contains(&member)
                || round.games.iter().any(|game| game.has(member) && alone(game))
        })
    }
}

/// Pairs the next round.
///
/// # Errors
/// If nobody is there to be paired, or the season is over.
pub fn pair(form: Form, field: &Field<'_>) -> Result<Pairing, Problem> {
    let rounds = form.rounds(field.founders);
    if u32::try_from(field.past.len()).is_ok_and(|past| past >= rounds) {
        return Err(Problem::nothing(format!("all {rounds} rounds of the season are paired")));
    }
    let pairing = match form {
        Form::RoundRobin { .. } => round_robin::pair(field),
        Form::Swiss { .. } => dutch::pair(field, rounds),
        Form::Knockout {} => knockout::pair(field),
        Form::Ladder { reach, .. } => ladder::pair(field, reach as usize),
        Form::Groups { promote, .. } => groups::pair(field, promote as usize),
    };
    if pairing.games.is_empty() {
        return Err(match form {
            Form::Ladder { .. } => Problem::nothing("no challenge can be played")
                .hint("enter one with `adjutant league challenge WHO WHOM`"),
            Form::Knockout {} => Problem::nothing("the cup is decided"),
            _ => Problem::refused("fewer than two members can be paired")
                .hint("enroll more with `adjutant league enroll`"),
        });
    }
    Ok(pairing)
}

/// The places of a ladder, from the top, after what was played.
pub fn ladder(field: &Field<'_>) -> Vec<usize> {
    ladder::places(field)
}

#[cfg(test)]
mod tests;

//! The Swiss system that FIDE calls Dutch (Handbook C.04.3, as it was in force until 31 January 2026). C1 to C19
//! below, and A to E, are the articles of that text.
//!
//! What it leaves open: numbers follow the draw, and who enters late comes behind; the initial colour is drawn. A
//! game that ended because somebody was dropped counts as not played. Where no round keeps C1 to C3, first C3 gives
//! way, then C2, then C1, in as few pairs as each bracket can.

mod bracket;
mod graph;
mod pairs;
mod player;
mod weights;
mod wide;

use std::cmp::Reverse;

use integer_blossom::max_weight_matching;

use self::bracket::Bracket;
use self::player::Player;
use super::sides::{Strength, seated};
use super::{Field, Pairing};

/// Which absolute criteria hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strictness {
    /// C1 to C3: nobody has a seat that they must not have.
    All,
    /// C1 and C2: nobody is alone twice.
    Byes,
    /// C1: nobody meets twice.
    Meetings,
    /// None.
    Nothing,
}

/// All that a round is paired from: players by their rank, the highest first.
struct Round {
    players: Vec<Player>,
    /// What a win is worth: the point of the rules.
    win: u32,
    strictness: Strictness,
}

/// Pairs the next of so many rounds.
pub(super) fn pair(field: &Field<'_>, rounds: u32) -> Pairing {
    let last = u32::try_from(field.round()).is_ok_and(|round| round == rounds);
    let players = player::all(field, last);
    let mut round = Round { players, win: field.win.max(1), strictness: Strictness::All };
    let everybody: Vec<usize> = (0..round.players.len()).collect();
    for strictness in [Strictness::All, Strictness::Byes, Strictness::Meetings, Strictness::Nothing]
    {
        round.strictness = strictness;
        if round.completes(&everybody) {
            break;
        }
    }
    let (mut pairs, alone) = round.pairs();
    pairs.sort_by_key(|(a, b)| {
        let (a, b) = (&round.players[*a], &round.players[*b]);
        (Reverse((a.points, b.points)), a.number)
    });
    let first = field.lot.below("first seat", 2);
    let mut pairing = Pairing::default();
    for (a, b) in pairs {
        let (a, b) = (&round.players[a], &round.players[b]);
        let drawn = if a.number % 2 == 1 { first } else { 1 - first };
        pairing.games.push(seated(field, (a.member, b.member), drawn));
    }
    if let Some(alone) = alone {
        pairing.alone(round.players[alone].member, field.staffed);
    }
    pairing
}

impl Round {
    /// True if two may meet whatever else there is: C1 and C3, as far as they hold.
    fn may_meet(&self, a: usize, b: usize) -> bool {
        match self.strictness {
            Strictness::All => !self.has_met(a, b) && !self.clash(a, b),
            Strictness::Byes | Strictness::Meetings => !self.has_met(a, b),
            Strictness::Nothing => true,
        }
    }

    /// True if two break an absolute criterion that had to give way.
    fn is_excepted(&self, a: usize, b: usize) -> bool {
        self.strictness != Strictness::All && (self.has_met(a, b) || self.clash(a, b))
    }

    /// C2, as far as it holds.
    fn may_be_alone(&self, a: usize) -> bool {
        let holds = matches!(self.strictness, Strictness::All | Strictness::Byes);
        !(holds && self.players[a].had_bye)
    }

    fn has_met(&self, a: usize, b: usize) -> bool {
        self.players[a].met.contains(&self.players[b].member)
    }

    /// C3: both must have the same seat, and neither is a topscorer.
    fn clash(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.players[a], &self.players[b]);
        let absolute = |player: &Player| player.due.strength == Strength::Absolute;
        !a.top && !b.top && absolute(a) && absolute(b) && a.due.conflicts(b.due)
    }

    /// C4: all of these can be paired, one of them being alone if their number is odd.
    fn completes(&self, rest: &[usize]) -> bool {
        let size = rest.len().next_multiple_of(2);
        let joined = |a: usize, b: usize| match (rest.get(a), rest.get(b)) {
            (Some(a), Some(b)) => self.may_meet(*a, *b),
            (Some(one), None) | (None, Some(one)) => self.may_be_alone(*one),
            (None, None) => false,
        };
        let weight = |at: usize| i32::from(joined(at / size, at % size));
        let weights: Vec<i32> = (0..size * size).map(weight).collect();
        max_weight_matching(&weights, size).iter().all(Option::is_some)
    }

    /// All pairs, the higher of each first, and who is alone.
    fn pairs(&self) -> (Vec<(usize, usize)>, Option<usize>) {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (at, player) in self.players.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if self.players[group[0]].points == player.points => group.push(at),
                _ => groups.push(vec![at]),
            }
        }
        let (mut pairs, mut moved) = (Vec::new(), Vec::new());
        let (mut at, mut collapsed) = (0, false);
        while let Some(residents) = groups.get(at) {
            let lower = groups.get(at + 1).map_or(&[][..], Vec::as_slice);
            let made = Bracket::new(self, (&moved, residents, lower), collapsed).paired();
            let paired = |member: &usize| made.iter().any(|(a, b)| a == member || b == member);
            let left: Vec<usize> =
                moved.iter().chain(residents).copied().filter(|m| !paired(m)).collect();
            if !lower.is_empty() && !collapsed {
                // A.9: where the rest cannot be paired, all below becomes one group.
                let below: Vec<usize> = groups[at + 1..].iter().flatten().copied().collect();
                let rest: Vec<usize> = left.iter().chain(&below).copied().collect();
                if !self.completes(&rest) {
                    groups.truncate(at + 1);
                    groups.push(below);
                    collapsed = true;
                    continue;
                }
            }
            pairs.extend(made);
            (moved, at) = (left, at + 1);
        }
        assert!(moved.len() < 2, "a round that can be paired is paired");
        (pairs, moved.pop())
    }
}

//! Those with as many points meet, nobody twice. A simpler system than FIDE's:
//!
//! 1. Whoever stands lowest and has not been alone yet has nobody to play, if the number is odd.
//! 2. From the top of the table each in turn gets the first possible opponent of their score group, beginning
//!    in the middle of those who are left of it and going down, then up; before anybody with whom seats do not
//!    agree, all with whom they do. Then the groups below, from their top.
//! 3. Possible is an opponent with whom all others can still be paired: without a meeting twice, and without
//!    two who must both have the same seat. If that cannot be, seats give way; and only if all have met so
//!    often that there is no other way, a second meeting is allowed.

use super::matching::is_perfect;
use super::sides::{Wish, history, seated, wish};
use super::{Field, Pairing};

/// What must not be in a round.
#[derive(Debug, Clone, Copy)]
enum Strictness {
    /// No second meeting, and nobody has a seat that they must not have.
    Seats,
    /// No second meeting.
    Meetings,
    /// Whatever is needed.
    Nothing,
}

struct Round<'f> {
    field: &'f Field<'f>,
    wishes: Vec<Wish>,
}

/// Pairs the next round.
pub(super) fn pair(field: &Field<'_>) -> Pairing {
    let here: Vec<usize> = field.table.iter().copied().filter(|m| field.plays[*m]).collect();
    let wishes = (0..field.plays.len()).map(|m| wish(&history(field, m))).collect();
    let round = Round { field, wishes };
    for strictness in [Strictness::Seats, Strictness::Meetings, Strictness::Nothing] {
        for alone in round.alone(&here) {
            let rest: Vec<usize> = here.iter().copied().filter(|m| Some(*m) != alone).collect();
            if round.is_possible(&rest, strictness) {
                return round.seated(&round.paired(rest, strictness), alone);
            }
        }
    }
    Pairing::default()
}

impl Round<'_> {
    /// Who may be alone, the first who should: those who were not yet, from the bottom, and then all.
    fn alone(&self, here: &[usize]) -> Vec<Option<usize>> {
        if here.len().is_multiple_of(2) {
            return vec![None];
        }
        let (again, new): (Vec<usize>, Vec<usize>) =
            here.iter().rev().partition(|member| self.field.was_alone(**member));
        new.into_iter().chain(again).map(Some).collect()
    }

    fn may_meet(&self, a: usize, b: usize, strictness: Strictness) -> bool {
        match strictness {
            Strictness::Seats => {
                !self.field.have_met(a, b) && !self.wishes[a].clashes(self.wishes[b])
            }
            Strictness::Meetings => !self.field.have_met(a, b),
            Strictness::Nothing => true,
        }
    }

    fn is_possible(&self, rest: &[usize], strictness: Strictness) -> bool {
        is_perfect(rest.len(), &|a, b| self.may_meet(rest[a], rest[b], strictness))
    }

    fn paired(&self, mut rest: Vec<usize>, strictness: Strictness) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        while let Some(top) = rest.first().copied() {
            let possible = self.candidates(&rest).into_iter().find(|other| {
                let left: Vec<usize> =
                    rest.iter().copied().filter(|m| *m != top && m != other).collect();
                self.may_meet(top, *other, strictness) && self.is_possible(&left, strictness)
            });
            let other = possible.expect("all can be paired");
            rest.retain(|m| *m != top && *m != other);
            pairs.push((top, other));
        }
        pairs
    }

    /// Everybody but the first, in the order in which they are tried for the first.
    fn candidates(&self, rest: &[usize]) -> Vec<usize> {
        let points = |member: usize| self.field.points[member];
        let top = rest[0];
        let own = rest.iter().take_while(|m| points(**m) == points(top)).count();
        let (group, below) = rest.split_at(own);
        let middle = (own / 2).max(1);
        let down = group.iter().skip(middle);
        let up = group.iter().take(middle).skip(1).rev();
        let mut all = self.agreeing_first(top, down.chain(up).copied().collect());
        let mut below = below;
        while let Some(first) = below.first() {
            let size = below.iter().take_while(|m| points(**m) == points(*first)).count();
            let (group, rest) = below.split_at(size);
            all.extend(self.agreeing_first(top, group.to_vec()));
            below = rest;
        }
        all
    }

    fn agreeing_first(&self, top: usize, all: Vec<usize>) -> Vec<usize> {
        let agrees = |other: &usize| self.wishes[top].agrees(self.wishes[*other]);
        let (mut first, second): (Vec<usize>, Vec<usize>) = all.into_iter().partition(agrees);
        first.extend(second);
        first
    }

    fn seated(&self, pairs: &[(usize, usize)], alone: Option<usize>) -> Pairing {
        let first = self.field.lot.below("first seat", 2);
        let seats = |(board, pair): (usize, &(usize, usize))| {
            seated(self.field, *pair, (first + board) % 2)
        };
        let mut pairing =
            Pairing { games: pairs.iter().enumerate().map(seats).collect(), byes: Vec::new() };
        if let Some(member) = alone {
            pairing.alone(member, self.field.staffed);
        }
        pairing
    }
}

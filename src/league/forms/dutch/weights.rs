//! What a pair is worth by the criteria C4 to C19: a number in which each criterion outweighs all that come after it.

use super::bracket::Bracket;
use super::player::{Float, Player};
use super::wide::Number;
use crate::league::forms::sides::Strength;

/// Words of the widest numbers. Criteria that do not fit are left out, the last first; those of 64 members in 20
/// rounds fit.
pub(super) const WORDS: usize = 32;

/// The weights of all pairs of a bracket.
pub(super) struct Weights {
    /// How many members.
    pub(super) size: usize,
    /// Bits that a sum of weights has.
    pub(super) bits: u32,
    /// Where the steps begin by which D decides: above the first guess.
    pub(super) step: u32,
    /// Who came down, and who is not of the group below: what the first guess is made of.
    own: (usize, usize),
    /// For each pair its values, the most important first; none if it must not be.
    values: Vec<Option<Vec<i32>>>,
    /// By how much each value is shifted; none for those that decide nothing.
    shifts: Vec<Option<u32>>,
}

/// Bits of a number.
pub(super) fn length(number: usize) -> u32 {
    usize::BITS - number.leading_zeros()
}

/// The weights of a bracket.
pub(super) fn of(bracket: &Bracket<'_>) -> Weights {
    let size = bracket.members.len();
    let levels = levels(bracket);
    let mut values = vec![None; size * size];
    for a in 0..size {
        for b in a + 1..size {
            let (x, y) = (bracket.members[a], bracket.members[b]);
            if bracket.round.may_meet(x, y) {
                let made = criteria(bracket, (a, b), &levels);
                values[a * size + b] = Some(made.clone());
                values[b * size + a] = Some(made);
            }
        }
    }
    let step = length(size);
    let low = step + 3 * length(size) + 3;
    let (shifts, bits) = shifts(size, &values, low);
    Weights { size, bits, step, own: (bracket.moved, bracket.own), values, shifts }
}

/// Where each criterion begins, so that none can be outweighed by all that come after it.
fn shifts(size: usize, values: &[Option<Vec<i32>>], low: u32) -> (Vec<Option<u32>>, u32) {
    let columns = values.iter().flatten().map(Vec::len).max().unwrap_or_default();
    let room = super::wide::Wide::<WORDS>::ROOM;
    let widths: Vec<u32> = (0..columns).map(|column| width(size, values, column)).collect();
    let mut kept = columns;
    while kept > 0 && low + widths[..kept].iter().sum::<u32>() > room {
        kept -= 1;
    }
    let mut at = low;
    let mut shifts = vec![None; columns];
    for column in (0..kept).rev() {
        if widths[column] > 0 {
            shifts[column] = Some(at);
            at += widths[column];
        }
    }
    (shifts, at + 2)
}

/// Bits for twice the largest sum of a criterion over a matching: no more pairs count than have a member each of
/// their own.
fn width(size: usize, values: &[Option<Vec<i32>>], column: usize) -> u32 {
    let (mut most, mut touched) = (0, 0);
    for row in values.chunks(size) {
        let largest = row.iter().flatten().map(|values| values[column].unsigned_abs()).max();
        let largest = largest.unwrap_or_default();
        touched += usize::from(largest > 0);
        most = most.max(largest);
    }
    length(2 * most as usize * touched.min(size / 2))
}

impl Weights {
    /// What a pair is worth; nothing if it must not be.
    pub(super) fn of<W: Number>(&self, a: usize, b: usize) -> W {
        let Some(values) = &self.values[a * self.size + b] else { return W::ZERO };
        let mut weight = if self.is_guess(a.min(b), a.max(b)) { W::ONE } else { W::ZERO };
        for (value, shift) in values.iter().zip(&self.shifts) {
            if let (Some(shift), true) = (shift, *value != 0) {
                weight += W::shifted(i64::from(*value), *shift);
            }
        }
        weight
    }

    /// True for the pairs that D.1 tries first. Most brackets are paired so; whatever else decides outweighs it.
    fn is_guess(&self, a: usize, b: usize) -> bool {
        let (moved, own) = self.own;
        let half = own.saturating_sub(2 * moved) / 2;
        (a < moved && b == a + moved) || (a >= 2 * moved && a < 2 * moved + half && b == a + half)
    }
}

/// The differences of points that can be, the largest first. Who is left over differs from somebody who has a point
/// less than the last.
fn levels(bracket: &Bracket<'_>) -> Vec<u32> {
    let own: Vec<&Player> =
        bracket.members[..bracket.own].iter().map(|at| player(bracket, *at)).collect();
    let mut levels: Vec<u32> = own.iter().map(|player| below(bracket, player)).collect();
    for (at, one) in own.iter().enumerate() {
        levels.extend(own[at + 1..].iter().map(|other| one.points - other.points));
    }
    levels.sort_unstable();
    levels.dedup();
    levels.reverse();
    levels
}

fn player<'b>(bracket: &'b Bracket<'_>, at: usize) -> &'b Player {
    &bracket.round.players[at]
}

/// The difference of points of somebody who is left over.
fn below(bracket: &Bracket<'_>, player: &Player) -> u32 {
    let last = bracket.members[bracket.own - 1];
    player.points - bracket.round.players[last].points + bracket.round.win
}

/// What counts for each criterion in turn, of which more is better.
fn criteria(bracket: &Bracket<'_>, (a, b): (usize, usize), levels: &[u32]) -> Vec<i32> {
    let (x, y) = (bracket.members[a], bracket.members[b]);
    let (high, low) = (player(bracket, x), player(bracket, y));
    let (last, inside) = (bracket.collapsed || bracket.is_last(), b < bracket.own);
    let mut values = Vec::with_capacity(12 + 6 * levels.len());
    // C4, and who must not be alone again.
    values.push(if last { 1 + i32::from(high.had_bye) + i32::from(low.had_bye) } else { 0 });
    values.push(-i32::from(bracket.round.is_excepted(x, y)));
    // C5, C6.
    values.push(i32::from(inside));
    let difference = high.points - low.points;
    let [left_high, left_low] = [(a, high), (b, low)]
        .map(|(at, player)| (at < bracket.own).then(|| below(bracket, player)));
    let at = |wanted: Option<u32>, level: &u32| i32::from(wanted == Some(*level));
    let apart = Some(difference).filter(|_| inside);
    let spared = |level: &u32| at(left_high, level) + at(left_low, level);
    values.extend(levels.iter().map(|l| if inside { spared(l) - at(apart, l) } else { 0 }));
    // C7.
    values.push(i32::from(!last && !inside));
    values.extend(levels.iter().map(|l| if last { 0 } else { spared(l) }));
    if !inside {
        values.resize(12 + 6 * levels.len(), 0);
        return values;
    }
    // C8 to C11.
    let top = high.top || low.top;
    let clash = high.due.seat == low.due.seat;
    let strong = |player: &Player| player.due.strength >= Strength::Strong;
    values.push(-i32::from(top && clash && high.due.spread > 1 && low.due.spread > 1));
    values.push(-i32::from(top && clash && high.due.twice && low.due.twice));
    let conflict = high.due.conflicts(low.due);
    values.push(-i32::from(conflict));
    values.push(-i32::from(conflict && strong(high) && strong(low)));
    // C12 to C15: who was paired with fewer or more points last time, and the time before.
    let down = |player: &Player, back: usize| player.floats[back] == Float::Down;
    let up = |back: usize| low.floats[back] == Float::Up && difference > 0;
    for back in 0..2 {
        let kept = down(high, back) && difference == 0;
        values.push(i32::from(kept) + i32::from(down(low, back)));
        values.push(-i32::from(up(back)));
    }
    // C16 to C19: by how much.
    for back in 0..2 {
        let [first, second] = [(high, left_high), (low, left_low)]
            .map(|(player, left)| left.filter(|_| down(player, back)));
        let again = apart.filter(|_| first.is_some() && difference > 0);
        let saved = |l: &u32| at(first, l) + at(second, l) - at(again, l);
        values.extend(levels.iter().map(saved));
        let lifted = left_high.filter(|_| up(back));
        values.extend(levels.iter().map(|l| -at(lifted, l)));
    }
    values
}

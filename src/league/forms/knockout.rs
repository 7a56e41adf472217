//! Who loses is out. The first and the second of the draw can meet in the last round only; where members are
//! missing to a power of two, the first have nobody to play. A draw lets the higher of the draw through.

use super::sides::seated;
use super::{Field, Pairing, Past};

/// Pairs the next round.
pub(super) fn pair(field: &Field<'_>) -> Pairing {
    let first = field.lot.below("first seat", 2);
    let mut pairing = Pairing::default();
    let here = |m: Option<usize>| m.filter(|m| field.plays[*m]);
    let left = survivors(field);
    if left.len() < 2 {
        return pairing;
    }
    for (board, pair) in left.chunks(2).enumerate() {
        match (here(pair[0]), here(pair[1])) {
            (Some(a), Some(b)) => {
                let (high, low) = if seed(field, a) < seed(field, b) { (a, b) } else { (b, a) };
                pairing.games.push(seated(field, (high, low), (first + board) % 2));
            }
            (Some(one), None) | (None, Some(one)) => pairing.byes.push(one),
            (None, None) => {}
        }
    }
    pairing
}

fn seed(field: &Field<'_>, member: usize) -> usize {
    field.order.iter().position(|m| *m == member).unwrap_or(usize::MAX)
}

/// Who is left of the tree, in its order.
fn survivors(field: &Field<'_>) -> Vec<Option<usize>> {
    let size = field.founders.max(2).next_power_of_two();
    let mut tree = vec![0];
    while tree.len() < size {
        let twice = tree.len() * 2;
        tree = tree.into_iter().flat_map(|seed| [seed, twice - 1 - seed]).collect();
    }
    let founders = &field.order[..field.founders];
    let mut left: Vec<_> = tree.into_iter().map(|seed| founders.get(seed).copied()).collect();
    for round in &field.past {
        left = left.chunks(2).map(|pair| through(field, round, (pair[0], pair[1]))).collect();
    }
    left
}

fn through(
    field: &Field<'_>,
    round: &Past,
    (a, b): (Option<usize>, Option<usize>),
) -> Option<usize> {
    let (Some(one), Some(other)) = (a, b) else { return a.or(b).filter(|m| stays(round, *m)) };
    match round.games.iter().find(|game| game.has(one) && game.has(other)) {
        Some(game) => {
            let higher = if seed(field, one) < seed(field, other) { one } else { other };
            Some(game.winner().unwrap_or(higher))
        }
        // One of them had left.
        None => [one, other].into_iter().find(|member| round.byes.contains(member)),
    }
}

/// True if somebody without an opponent was still there.
fn stays(round: &Past, member: usize) -> bool {
    round.byes.contains(&member)
}

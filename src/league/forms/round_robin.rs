//! Everybody meets everybody: the circle method, with the seats of Berger's tables, so that nobody has one
//! seat more than once oftener than the other.

use super::{Field, Pairing};

/// Pairs the next round.
pub(super) fn pair(field: &Field<'_>) -> Pairing {
    let here = field.order.iter().take(field.founders).map(|m| Some(*m));
    let mut circle: Vec<Option<usize>> = here.collect();
    if !circle.len().is_multiple_of(2) {
        circle.push(None);
    }
    let size = circle.len();
    let rounds = size - 1;
    let (again, round) = ((field.round() - 1) / rounds, (field.round() - 1) % rounds + 1);
    let mut pairing = Pairing::default();
    for (first, second) in berger(size, round) {
        let mut seats = vec![first, second];
        seats.rotate_left(again % 2);
        let seats = seats.into_iter().map(|at| circle[at].filter(|m| field.plays[*m]));
        match seats.collect::<Vec<_>>()[..] {
            [Some(a), Some(b)] => pairing.games.push(vec![Some(a), Some(b)]),
            [Some(one), None] | [None, Some(one)] => pairing.alone(one, field.staffed),
            _ => {}
        }
    }
    pairing
}

/// The pairs of a round from 1, the holder of the first seat first; places are from 0.
fn berger(size: usize, round: usize) -> Vec<(usize, usize)> {
    let ring = size - 1;
    let mut pairs = Vec::new();
    for a in 1..=ring {
        let b = (round + 2 * ring - a) % ring;
        let b = if b == 0 { ring } else { b };
        let pair = match a.cmp(&b) {
            std::cmp::Ordering::Equal if 2 * a <= size => (a, size),
            std::cmp::Ordering::Equal => (size, a),
            std::cmp::Ordering::Less if (a + b) % 2 == 1 => (a, b),
            std::cmp::Ordering::Less => (b, a),
            std::cmp::Ordering::Greater => continue,
        };
        pairs.push((pair.0 - 1, pair.1 - 1));
    }
    pairs
}

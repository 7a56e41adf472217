//! Who of two has which seat: both as often as they can, and not three times in a row.

use super::Field;

/// What a member should have next, and how much it matters: 3 is that they must not have the other again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wish {
    side: Option<usize>,
    weight: u8,
}

impl Wish {
    /// True if nothing but the same seat will do for both.
    pub(super) fn clashes(self, other: Self) -> bool {
        self.weight == 3 && other.weight == 3 && self.side == other.side
    }

    /// True if both can have what they should.
    pub(super) fn agrees(self, other: Self) -> bool {
        self.side.is_none() || self.side != other.side
    }
}

/// The seats that a member had in games for two, in order.
pub(super) fn history(field: &Field<'_>, member: usize) -> Vec<usize> {
    let games = field.past.iter().flat_map(|round| &round.games);
    let sides = games.filter(|game| game.seats.len() == 2 && !game.seats.contains(&None));
    sides.filter_map(|game| game.seats.iter().position(|seat| *seat == Some(member))).collect()
}

/// What a member should have next.
pub(super) fn wish(history: &[usize]) -> Wish {
    let second = history.iter().sum::<usize>();
    let first = history.len() - second;
    let lesser = usize::from(first > second);
    match history {
        [] => Wish { side: None, weight: 0 },
        [.., a, b] if a == b => Wish { side: Some(1 - b), weight: 3 },
        _ if first.abs_diff(second) > 1 => Wish { side: Some(lesser), weight: 3 },
        _ if first != second => Wish { side: Some(lesser), weight: 2 },
        [.., last] => Wish { side: Some(1 - last), weight: 1 },
    }
}

/// The seats of two, of whom `a` stands higher; `drawn` is the seat of `a` if neither has had one.
pub(super) fn seated(
    field: &Field<'_>,
    (a, b): (usize, usize),
    drawn: usize,
) -> Vec<Option<usize>> {
    let own = [a, b].map(|member| history(field, member));
    let [mine, theirs] = [&own[0], &own[1]].map(|history| wish(history));
    let side = match (mine.side, theirs.side) {
        (None, None) => drawn,
        (Some(side), None) => side,
        (None, Some(side)) => 1 - side,
        (Some(side), Some(other)) if side != other || mine.weight > theirs.weight => side,
        (Some(_), Some(other)) if mine.weight < theirs.weight => 1 - other,
        (Some(side), Some(_)) => {
            // The last time that they had different seats, they change.
            let before = own[0].iter().rev().zip(own[1].iter().rev()).find(|(x, y)| x != y);
            before.map_or(side, |(x, _)| 1 - x)
        }
    };
    let mut seats = vec![Some(a), Some(b)];
    seats.rotate_left(side);
    seats
}

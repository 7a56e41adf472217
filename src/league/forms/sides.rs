//! Who of two has which seat: both as often as they can, and not three times in a row. The rules are those of
//! FIDE for colours (C.04.3, A.6 and E), the first seat being white.

use std::cmp::Ordering;

use super::Field;

/// How much it matters which seat somebody has next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Strength {
    /// They have not played yet.
    #[default]
    None,
    /// They had both as often: it should be the other than last time.
    Mild,
    /// They had one once more.
    Strong,
    /// They had one twice more, or the last two times.
    Absolute,
}

/// The seat that a member is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Due {
    /// Which; none before their first game.
    pub(super) seat: Option<usize>,
    /// How much it matters.
    pub(super) strength: Strength,
    /// How many times more often they had one than the other.
    pub(super) spread: usize,
    /// True if they had one the last two times.
    pub(super) twice: bool,
}

impl Due {
    /// What is due to somebody who had these seats, in order.
    pub(super) fn after(history: &[usize]) -> Self {
        let second = history.iter().sum::<usize>();
        let first = history.len() - second;
        let spread = first.abs_diff(second);
        let twice = matches!(history, [.., a, b] if a == b);
        let seat = match first.cmp(&second) {
            Ordering::Greater => Some(1),
            Ordering::Less => Some(0),
            Ordering::Equal => history.last().map(|last| 1 - last),
        };
        let strength = match (seat, spread) {
            (None, _) => Strength::None,
            _ if twice || spread > 1 => Strength::Absolute,
            (Some(_), 1) => Strength::Strong,
            (Some(_), _) => Strength::Mild,
        };
        Self { seat, strength, spread, twice }
    }

    /// True if both are due the same seat.
    pub(super) fn conflicts(self, other: Self) -> bool {
        self.seat.is_some() && self.seat == other.seat
    }
}

/// The seats that a member had in games for two that were played, in order.
pub(super) fn history(field: &Field<'_>, member: usize) -> Vec<usize> {
    let games = field.past.iter().flat_map(|round| &round.games);
    let sides = games.filter(|game| game.is_between_two() && !game.was_forfeited());
    sides.filter_map(|game| game.seats.iter().position(|seat| *seat == Some(member))).collect()
}

/// The seats of two, of whom `a` stands higher; `drawn` is the seat of `a` if neither has had one.
pub(super) fn seated(
    field: &Field<'_>,
    (a, b): (usize, usize),
    drawn: usize,
) -> Vec<Option<usize>> {
    let own = [a, b].map(|member| history(field, member));
    let [mine, theirs] = [&own[0], &own[1]].map(|history| Due::after(history));
    let seat = match (mine.seat, theirs.seat) {
        (None, None) => drawn,
        (Some(seat), None) => seat,
        (None, Some(other)) => 1 - other,
        (Some(seat), Some(other)) if seat != other => seat,
        (Some(seat), Some(other)) => {
            let both = mine.strength == Strength::Absolute && theirs.strength == mine.strength;
            let wider = if both { mine.spread.cmp(&theirs.spread) } else { Ordering::Equal };
            match mine.strength.cmp(&theirs.strength).then(wider) {
                Ordering::Greater => seat,
                Ordering::Less => 1 - other,
                Ordering::Equal => {
                    // The last time that they had different seats, they change.
                    let before = own[0].iter().rev().zip(own[1].iter().rev());
                    before.into_iter().find(|(x, y)| x != y).map_or(seat, |(x, _)| 1 - x)
                }
            }
        }
    };
    let mut seats = vec![Some(a), Some(b)];
    seats.rotate_left(seat);
    seats
}

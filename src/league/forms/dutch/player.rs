//! What the Dutch system asks of a member.

use crate::league::forms::sides::{Due, history};
use crate::league::forms::{Field, Past};

/// How somebody was paired in a round (A.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Float {
    /// With somebody who had less, or not at all.
    Down,
    /// With somebody who had more.
    Up,
    /// With somebody who had as much.
    Level,
}

/// A member who plays this round.
#[derive(Debug)]
pub(super) struct Player {
    /// Who.
    pub(super) member: usize,
    /// Their pairing number, from 1.
    pub(super) number: usize,
    /// Their points.
    pub(super) points: u32,
    /// Which seat they are due.
    pub(super) due: Due,
    /// Their floats in the last round and in the one before it.
    pub(super) floats: [Float; 2],
    /// The members they have played.
    pub(super) met: Vec<usize>,
    /// True if they were alone before, or won because the other was not there (C2).
    pub(super) had_bye: bool,
    /// True in the last round, if they have more than half of what could be had (A.7).
    pub(super) top: bool,
}

/// Everybody who plays, by their rank (A.2).
pub(super) fn all(field: &Field<'_>, last: bool) -> Vec<Player> {
    let most = field.win * u32::try_from(field.past.len()).unwrap_or(u32::MAX);
    let playing = field.order.iter().enumerate().filter(|(_, member)| field.plays[**member]);
    let player = |(at, member): (usize, &usize)| Player {
        member: *member,
        number: at + 1,
        points: field.points[*member],
        due: Due::after(&history(field, *member)),
        floats: [1, 2].map(|back| float(field, *member, back)),
        met: met(field, *member),
        had_bye: had_bye(field, *member),
        top: last && 2 * field.points[*member] > most,
    };
    let mut players: Vec<Player> = playing.map(player).collect();
    players.sort_by_key(|player| (u32::MAX - player.points, player.number));
    players
}

/// Whom somebody played in a round, if they did.
fn opponent(round: &Past, member: usize) -> Option<usize> {
    let game = round.games.iter().find(|game| game.has(member))?;
    let played = game.is_between_two() && !game.was_forfeited();
    game.seats.iter().flatten().copied().find(|other| played && *other != member)
}

fn met(field: &Field<'_>, member: usize) -> Vec<usize> {
    field.past.iter().filter_map(|round| opponent(round, member)).collect()
}

fn float(field: &Field<'_>, member: usize, back: usize) -> Float {
    let Some(round) = field.past.len().checked_sub(back).map(|at| &field.past[at]) else {
        return Float::Level;
    };
    let Some(other) = opponent(round, member) else { return Float::Down };
    match round.points[member].cmp(&round.points[other]) {
        std::cmp::Ordering::Less => Float::Up,
        std::cmp::Ordering::Equal => Float::Level,
        std::cmp::Ordering::Greater => Float::Down,
    }
}

fn had_bye(field: &Field<'_>, member: usize) -> bool {
    let games = field.past.iter().flat_map(|round| &round.games);
    let given = |game: &crate::league::forms::Meeting| {
        let seat = game.seats.iter().position(|held| *held == Some(member));
        let forfeits = game.score.as_ref().map_or(&[][..], |score| &score.forfeits);
        seat.is_some_and(|seat| !forfeits.is_empty() && !forfeits.contains(&seat))
    };
    field.was_alone(member) || games.into_iter().any(given)
}

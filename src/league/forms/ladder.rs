//! Members challenge those above them. Who wins takes the other's place, and all between go down by one.

use super::sides::seated;
use super::{Field, Pairing};

/// Pairs the challenges that can be played.
pub(super) fn pair(field: &Field<'_>, reach: usize) -> Pairing {
    let places = places(field);
    let place = |member: usize| places.iter().position(|m| *m == member);
    let mut pairing = Pairing::default();
    let mut busy = vec![false; field.plays.len()];
    let first = field.lot.below("first seat", 2);
    for (by, of) in &field.challenges {
        let (Some(low), Some(high)) = (place(*by), place(*of)) else { continue };
        let within = high < low && low - high <= reach;
        let free = field.plays[*by] && field.plays[*of] && !busy[*by] && !busy[*of];
        if within && free {
            (busy[*by], busy[*of]) = (true, true);
            let board = pairing.games.len();
            pairing.games.push(seated(field, (*of, *by), (first + board) % 2));
        }
    }
    pairing
}

/// Everybody, from the top.
pub(super) fn places(field: &Field<'_>) -> Vec<usize> {
    let mut places = field.order.clone();
    for game in field.past.iter().flat_map(|round| &round.games) {
        let place = |member| places.iter().position(|m| *m == member);
        let Some(winner) = game.winner() else { continue };
        let loser = game.seats.iter().flatten().copied().find(|member| *member != winner);
        let (Some(from), Some(to)) = (place(winner), loser.and_then(place)) else { continue };
        if to < from {
            places.remove(from);
            places.insert(to, winner);
        }
    }
    places
}

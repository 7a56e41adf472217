//! Tables of as many as the game has seats. In the first round they follow the draw; after each round the best
//! of a table change places with the last of the one above.

use super::{Field, Meeting, Pairing};

/// Pairs the next round.
pub(super) fn pair(field: &Field<'_>, promote: usize) -> Pairing {
    let here = order(field, promote);
    let here: Vec<usize> = here.into_iter().filter(|m| field.plays[*m]).collect();
    let mut pairing = Pairing::default();
    for (table, members) in here.chunks(field.seats).enumerate() {
        if let ([one], false) = (members, field.staffed) {
            pairing.byes.push(*one);
            continue;
        }
        let mut seats: Vec<Option<usize>> = members.iter().copied().map(Some).collect();
        seats.resize(field.seats, None);
        field.lot.shuffle(&format!("seats {} {table}", field.round()), &mut seats);
        pairing.games.push(seats);
    }
    pairing
}

/// Everybody, from the first table to the last.
fn order(field: &Field<'_>, promote: usize) -> Vec<usize> {
    let mut order = field.order.clone();
    for round in &field.past {
        let mut tables: Vec<Vec<usize>> = Vec::new();
        for game in &round.games {
            tables.push(ranked(game, &order));
        }
        tables.extend(round.byes.iter().map(|member| vec![*member]));
        for lower in 1..tables.len() {
            let number = promote.min(tables[lower].len()).min(tables[lower - 1].len());
            // Who has just come up does not go on at once, and who has come down stays there.
            let end = tables[lower - 1].len();
            for n in 0..number {
                let (up, down) = (tables[lower][n], tables[lower - 1][end - number + n]);
                tables[lower][n] = down;
                tables[lower - 1][end - number + n] = up;
            }
        }
        let seated: Vec<usize> = tables.into_iter().flatten().collect();
        let rest: Vec<usize> = order.into_iter().filter(|m| !seated.contains(m)).collect();
        order = seated;
        order.extend(rest);
    }
    order
}

/// The members of a table: winners first, then by what the game counts, and those who were dropped last; among
/// equals as they stood.
fn ranked(game: &Meeting, before: &[usize]) -> Vec<usize> {
    let standing = |seat: usize| game.score.as_ref().map(|score| score.standing(seat));
    let place = |member: usize| before.iter().position(|m| *m == member);
    let members = game.seats.iter().enumerate();
    let mut members: Vec<_> = members
        .filter_map(|(seat, member)| member.map(|m| (standing(seat), place(m), m)))
        .collect();
    members.sort_unstable();
    members.into_iter().map(|(_, _, member)| member).collect()
}

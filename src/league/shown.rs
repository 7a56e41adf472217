//! Tables of a season, as pages have them.

use crate::league::act::{Paired, STAFF};
use crate::league::rules::Played;
use crate::league::scoring::Score;
use crate::league::season::Season;
use crate::league::table::{Scores, Side, Table as Standing};
use crate::page::{Table, Text};

/// What a member is called; the staff is the staff.
pub fn name(season: &Season, id: &str) -> String {
    match season.member(id) {
        Ok(member) => member.name.clone(),
        Err(_) if id == STAFF => "the staff".to_owned(),
        Err(_) => id.to_owned(),
    }
}

/// The table; `players` is where the pages of members are, if there are any.
pub fn lines(season: &Season, played: &Played, table: &Standing, players: Option<&str>) -> Table {
    let mut shown = Table::new().right("Place").left("Member").right("Points");
    shown = shown.rights(["W", "D", "L", "Byes"]);
    shown = shown.rights(played.rules.tie_breaks.iter().map(|rule| rule.short()));
    if played.rules.ratings {
        shown = shown.right("Rating");
    }
    for line in &table.lines {
        let gone = season.member(&line.member).is_ok_and(|member| member.until.is_some());
        let name = name(season, &line.member);
        let cell = match players {
            Some(folder) => Text::default().link(name, format!("{folder}{}.html", line.member)),
            None => Text::plain(name),
        };
        let cell = if gone { cell.and(" (withdrawn)") } else { cell };
        let numbers = [line.points, line.won, line.drawn, line.lost, line.byes];
        let numbers = numbers.iter().chain(&line.breaks).map(u32::to_string);
        let rating = line.rating.map(|rating| rating.to_string());
        let place = Text::plain(line.place.to_string());
        let rest = numbers.chain(rating).map(Text::plain);
        shown = shown.row([place, cell].into_iter().chain(rest));
    }
    shown
}

/// How the seats fared.
pub fn sides(table: &Standing) -> Table {
    let mut shown = Table::new().caption("Seats").left("Seat");
    shown = shown.rights(["Games", "Won", "Drawn", "Percent"]);
    for side in &table.sides {
        shown = shown.row([side.seat.to_string()].into_iter().chain(fared(side)));
    }
    shown
}

/// How they fared in each scenario; none where all games had the same.
pub fn scenarios(table: &Standing) -> Option<Table> {
    let mut shown = Table::new().caption("Scenarios").left("Scenario").left("Seat");
    shown = shown.rights(["Games", "Won", "Drawn", "Percent"]);
    for balance in &table.scenarios {
        for side in &balance.sides {
            let names = [balance.scenario.clone(), side.seat.to_string()];
            shown = shown.row(names.into_iter().chain(fared(side)));
        }
    }
    (!table.scenarios.is_empty()).then_some(shown)
}

/// Games, won, drawn, and how many points of a hundred: a win is one, a draw half of one.
fn fared(side: &Side) -> impl Iterator<Item = String> + use<> {
    let percent = (side.won * 200 + side.drawn * 100).checked_div(side.games * 2);
    let percent = percent.map(|percent| percent.to_string()).unwrap_or_default();
    let numbers = [side.games, side.won, side.drawn].map(|number| number.to_string());
    numbers.into_iter().chain([percent])
}

/// How a game ended, in a few words.
pub fn ended(season: &Season, played: &Played, game: &Paired, scores: &Scores) -> String {
    let Some(score) = scores.get(&game.game) else { return String::new() };
    let seats = season.seats(game);
    let named = |all: &[usize]| {
        let seats = all.iter().filter_map(|at| seats.get(&played.seats[*at]));
        crate::base::words::names(seats.map(|id| name(season, id)))
    };
    match score {
        Score { forfeits, winners, .. } if !forfeits.is_empty() && winners.is_empty() => {
            "forfeited by all".to_owned()
        }
        Score { forfeits, winners, .. } if !forfeits.is_empty() => {
            format!("{}; forfeited by {}", named(winners), named(forfeits))
        }
        Score { unplayed: true, .. } => "not decided".to_owned(),
        Score { winners, .. } if winners.is_empty() => "draw".to_owned(),
        Score { winners, .. } if winners.len() > 1 => format!("draw: {}", named(winners)),
        Score { winners, .. } => named(winners),
    }
}

/// The games of a round; `games` and `players` are where their pages are.
pub fn round(
    season: &Season,
    played: &Played,
    number: u32,
    scores: &Scores,
    (games, players): (&str, &str),
) -> Table {
    let round = &season.rounds[number as usize - 1];
    let mut shown = Table::new().caption(format!("Round {number}")).left("Game");
    shown = shown.lefts(played.seats.iter().map(ToString::to_string)).left("Won by");
    for game in &round.games {
        let seats = season.seats(game);
        let mut row =
            vec![Text::default().link(&game.game, format!("{games}{}/index.html", game.game))];
        for seat in &played.seats {
            let id = seats.get(seat).map_or(STAFF, String::as_str);
            row.push(member(season, id, players));
        }
        row.push(Text::plain(ended(season, played, game, scores)));
        shown = shown.row(row);
    }
    for id in &round.byes {
        let rest = vec![Text::default(); played.seats.len()];
        let row = [Text::plain("bye"), member(season, id, players)].into_iter();
        shown = shown.row(row.chain(rest));
    }
    shown
}

/// A member with a link to their page.
pub fn member(season: &Season, id: &str, players: &str) -> Text {
    linked(Text::default(), season, id, players)
}

/// The same behind a text.
pub fn linked(text: Text, season: &Season, id: &str, players: &str) -> Text {
    let name = name(season, id);
    match season.member(id) {
        Ok(_) => text.link(name, format!("{players}{id}.html")),
        Err(_) => text.and(name),
    }
}

/// Who met whom, with the points that the one in the row made: for games of two.
pub fn cross(season: &Season, played: &Played, table: &Standing, scores: &Scores) -> Table {
    let order: Vec<&str> = table.lines.iter().map(|line| line.member.as_str()).collect();
    let mut shown = Table::new().right("No.").left("Member");
    shown = shown.rights((1..=order.len()).map(|n| n.to_string()));
    for (at, id) in order.iter().enumerate() {
        let cell = |other: &&str| {
            let games = season.games().map(|(_, game)| (season.seats(game), game));
            let met = games.filter(|(seats, _)| {
                let has = |id: &str| seats.values().any(|held| held == id);
                *other != *id && has(id) && has(other)
            });
            let mark = |(seats, game): (_, &Paired)| -> Option<&str> {
                let seats: std::collections::BTreeMap<_, String> = seats;
                let score = scores.get(&game.game)?;
                let own = played
                    .seats
                    .iter()
                    .position(|seat| seats.get(seat).is_some_and(|h| h == id))?;
                Some(match (score.winners.len(), score.winners.contains(&own)) {
                    (1, true) => "1",
                    (0, _) | (_, true) => "½",
                    (_, false) => "0",
                })
            };
            met.filter_map(mark).collect::<Vec<_>>().join(" ")
        };
        let place = (at + 1).to_string();
        let cells = order.iter().map(cell).map(Text::plain);
        shown = shown
            .row([Text::plain(place), member(season, id, "players/")].into_iter().chain(cells));
    }
    shown
}

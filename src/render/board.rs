//! A board in words, for renderings without pictures and for those who cannot see them.

use std::collections::{BTreeMap, BTreeSet};

use super::{drawn, plain};
use crate::base::words::{capital, joined};
use crate::page::{At, Block, Board, Counter, Fire, Grid, Mark, Route, Shot, Sign, Text};

/// Cells of a zone, and places of a sign, that are named.
const NAMED: usize = 24;

/// What the sign of a fight means, in more words than a legend has room for.
const FOUGHT: &str = "fighting since the last report";

/// What signs mean.
pub(super) const SIGNS: [(Sign, &str); 4] = [
    (Sign::Fight, "fight"),
    (Sign::Taken, "changed hands"),
    (Sign::Garrison, "troops"),
    (Sign::Ruin, "destroyed"),
];

/// What marks mean, and the letter that stands for each.
pub(super) const MARKS: [(Mark, &str, &str); 4] = [
    (Mark::Suppressed, "suppressed", "!"),
    (Mark::Damaged, "damaged", "×"),
    (Mark::Spent, "spent", "–"),
    (Mark::Doubtful, "believed to be there", "?"),
];

/// What came of fire.
pub(super) const SHOTS: [(Shot, &str); 3] =
    [(Shot::Hit, "hit"), (Shot::Missed, "missed"), (Shot::Harmless, "no effect")];

/// The blocks that stand for a board where there are no pictures.
pub(super) fn blocks(board: &Board, width: usize) -> Vec<Block> {
    let key = aside(&board.note);
    let told = Block::List(beside(board).into_iter().map(Text::plain).collect());
    if let Some(drawing) = plain::board(board, width) {
        let title = Text::plain(format!("{}{key}:", board.title));
        return vec![Block::Paragraph(title), drawn(drawing), told];
    }
    if let Some(why) = board.excess() {
        return vec![Block::Note(Text::plain(format!("{}. {why}{key}", board.title))), told];
    }
    let parts = plain::close_ups(board, width);
    let how = if parts.is_empty() { ", in words" } else { "" };
    let mut blocks = vec![Block::Paragraph(Text::plain(format!("{}{how}{key}:", board.title)))];
    for (corners, drawing) in parts {
        blocks.extend([Block::Paragraph(Text::plain(format!("{corners}:"))), drawn(drawing)]);
    }
    blocks.push(told);
    blocks
}

/// What is to be seen on the board, line by line; at least one line.
pub(super) fn told(board: &Board) -> Vec<String> {
    seen(board, &board.fires, board.routes.iter())
}

/// The same beside an account of what happened, which has shots and ways already: of these only what says more.
fn beside(board: &Board) -> Vec<String> {
    seen(board, &[], board.routes.iter().filter(|route| !route.notes.is_empty()))
}

fn seen<'b>(
    board: &'b Board,
    fires: &[Fire],
    routes: impl Iterator<Item = &'b Route>,
) -> Vec<String> {
    let places: BTreeMap<At, &str> =
        board.cells.iter().map(|cell| (cell.at, cell.label.as_str())).collect();
    let name = |at: At| match places.get(&at) {
        None | Some(&"") => board.naming.name(at),
        Some(label) => format!("{} ({label})", board.naming.name(at)),
    };
    let mut lines: Vec<String> = Vec::new();
    let lands = lands(board);
    for (at, counters) in board.stacks() {
        let counters: Vec<String> = counters.iter().map(|it| counter(board, it)).collect();
        let label = places.get(&at).copied().filter(|label| !label.is_empty());
        let land = lands.get(&at).into_iter().flatten().copied();
        let about = aside(&joined(label.into_iter().chain(land), ", "));
        lines.push(format!("{}{about}: {}", board.naming.name(at), counters.join("; ")));
    }
    for (sign, meaning) in SIGNS {
        let here = board.cells.iter().filter(|cell| cell.signs.contains(&sign));
        let here: Vec<At> = here.map(|cell| cell.at).filter(|at| board.holds(*at)).collect();
        if !here.is_empty() {
            let meaning = if sign == Sign::Fight { FOUGHT } else { meaning };
            lines.push(format!("{}: {}", capital(meaning), list(here.iter().copied(), name)));
        }
    }
    for fire in fires.iter().take(Board::MOST_LINES) {
        let outcome = SHOTS.iter().find(|(shot, _)| *shot == fire.outcome).map_or("", |(_, s)| s);
        let ends = format!("fire from {} to {}", name(fire.from), name(fire.to));
        lines.push(format!("{}: {ends}: {outcome}{}", fire.title, aside(&fire.text)));
    }
    for route in routes.take(Board::MOST_LINES) {
        let note = |at: u16| route.notes.iter().find(|(place, _)| *place == at);
        let cells: Vec<(u16, At)> = (0..).zip(route.path.iter().copied()).collect();
        let path = list(cells.into_iter(), |(n, at)| {
            let text = note(n).map_or(String::new(), |(_, text)| aside(text));
            board.naming.name(at) + &text
        });
        lines.push(format!("{} moved{}: {path}", route.title, aside(&route.text)));
    }
    let zones = board.zones.iter().chain(&board.seen).filter(|zone| !zone.name.is_empty());
    for zone in zones.take(Board::MOST_LINES) {
        let cells: BTreeSet<At> = zone.cells.iter().copied().collect();
        // A cell with the zone's own name needs no name beside it.
        let inside = |at: At| match places.get(&at) {
            Some(label) if *label == zone.name => board.naming.name(at),
            Some(_) | None => name(at),
        };
        let told = rectangle(board, &cells).unwrap_or_else(|| list(cells.into_iter(), inside));
        // A place is outlined in the colour of who holds it.
        let place = zone.cells.iter().any(|at| places.get(at) == Some(&zone.name.as_str()));
        let holder = zone.side.filter(|_| place).and_then(|n| board.sides.get(usize::from(n)));
        let held = holder.map_or(String::new(), |side| format!(" (held by {})", side.name));
        lines.push(format!("{}: {told}{held}", zone.name));
    }
    if lines.is_empty() {
        lines.push("Nothing stands on it.".to_owned());
    }
    lines
}

/// What counters hide where a board is drawn with characters: other ground than most, and what leads through.
fn lands(board: &Board) -> BTreeMap<At, BTreeSet<&str>> {
    let mut lands: BTreeMap<At, BTreeSet<&str>> = BTreeMap::new();
    for cell in board.cells.iter().filter(|cell| cell.terrain != 0) {
        let terrain = board.terrains.get(usize::from(cell.terrain));
        lands.entry(cell.at).or_default().extend(terrain.map(|it| it.name.as_str()));
    }
    for track in &board.tracks {
        let way = board.ways.get(usize::from(track.way)).map(|it| it.name.as_str());
        for at in &track.path {
            lands.entry(*at).or_default().extend(way);
        }
    }
    lands
}

/// A counter in words: what it is, where it looks, how strong it is and in what condition.
pub(super) fn counter(board: &Board, counter: &Counter) -> String {
    let mut words =
        vec![if counter.title.is_empty() { &counter.text } else { &counter.title }.clone()];
    let facing = counter.facing.and_then(|facing| board.grid.direction(facing));
    words.extend(facing.map(|direction| format!("facing {direction}")));
    words.extend(counter.strength.map(|strength| format!("strength {strength}")));
    let marked = MARKS.iter().filter(|(mark, ..)| counter.marks.contains(mark));
    words.extend(marked.map(|(_, meaning, _)| (*meaning).to_owned()));
    words.join(", ")
}

/// All squares between two corners by these, if a zone is just that and larger than a few squares.
fn rectangle(board: &Board, cells: &BTreeSet<At>) -> Option<String> {
    let columns = || cells.iter().map(|at| at.0);
    let rows = || cells.iter().map(|at| at.1);
    let low = (columns().min()?, rows().min()?);
    let high = (columns().max()?, rows().max()?);
    let span = |low: u16, high: u16| usize::from(high - low) + 1;
    let whole = span(low.0, high.0) * span(low.1, high.1) == cells.len();
    let name = |at: At| board.naming.name(at);
    let told = || format!("{} to {}", name(low), name(high));
    (board.grid == Grid::Square && whole && cells.len() > 4).then(told)
}

fn aside(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" ({text})") }
}

/// The names of cells, but of no more than [`NAMED`].
fn list<T>(cells: impl ExactSizeIterator<Item = T>, name: impl Fn(T) -> String) -> String {
    let more = cells.len().saturating_sub(NAMED);
    let names: Vec<String> = cells.take(NAMED).map(name).collect();
    match more {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Cell, Ground, Piece, Side, Stroke, Terrain, Track, Way, Zone};

    #[test]
    fn an_empty_board_has_a_line_and_a_large_zone_is_cut_short() {
        let mut board = Board { columns: 9, rows: 9, ..Board::default() };
        assert_eq!(told(&board), ["Nothing stands on it."]);
        let cells = (0..30).map(|n| (n % 9, n / 9)).collect();
        board.zones.push(Zone { cells, name: "All".to_owned(), side: None });
        board.zones.push(Zone { cells: vec![(0, 0)], name: String::new(), side: None });
        assert!(told(&board)[0].starts_with("All: A1, A2, "));
        assert!(told(&board)[0].ends_with(" and 6 more"));
        assert_eq!(told(&board).len(), 1, "a zone without a name is drawn alone");
    }

    #[test]
    fn what_counters_hide_is_told_and_who_holds_a_place() {
        let terrain =
            |name: &str| Terrain { ground: Ground::Open, name: name.to_owned(), sign: None };
        let counter = |at| Counter {
            at,
            facing: None,
            marks: Vec::new(),
            piece: Piece::Army,
            side: 0,
            strength: None,
            text: String::new(),
            title: "Able".to_owned(),
        };
        let board = Board {
            cells: vec![
                Cell { at: (1, 1), label: "Mill".to_owned(), terrain: 1, ..Cell::default() },
                Cell { at: (2, 1), terrain: 1, ..Cell::default() },
            ],
            columns: 4,
            counters: vec![counter((0, 1)), counter((1, 1)), counter((2, 1)), counter((3, 1))],
            rows: 2,
            sides: vec![Side { hue: 0, name: "Blue".to_owned() }],
            terrains: vec![terrain("clear"), terrain("woods")],
            tracks: vec![Track { path: vec![(1, 1), (0, 1)], way: 0 }],
            ways: vec![Way { line: Stroke::Plain, name: "road".to_owned(), side: None }],
            zones: vec![Zone { cells: vec![(1, 1)], name: "Mill".to_owned(), side: Some(0) }],
            ..Board::default()
        };
        let lines = [
            "A2 (road): Able",
            "B2 (Mill, road, woods): Able",
            "C2 (woods): Able",
            "D2: Able",
            "Mill: B2 (held by Blue)",
        ];
        assert_eq!(told(&board), lines);
    }

    #[test]
    fn a_fight_is_told_with_when_it_was_and_a_place_after_its_cell() {
        let cell = |at, label: &str| Cell {
            at,
            label: label.to_owned(),
            signs: vec![Sign::Fight],
            ..Cell::default()
        };
        let cells = vec![cell((1, 1), ""), cell((2, 1), "Base")];
        let board = Board { cells, columns: 9, rows: 9, ..Board::default() };
        assert_eq!(told(&board), ["Fighting since the last report: B2, C2 (Base)"]);
    }
}

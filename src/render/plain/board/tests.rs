//! Boards as text.

use super::*;
use crate::page::{Cell, Ground, Piece, Side, Stroke, Terrain, Track, Way};

fn terrain(ground: Ground, name: &str, sign: Option<char>) -> Terrain {
    Terrain { ground, name: name.to_owned(), sign }
}

fn side(name: &str) -> Side {
    Side { hue: 0, name: name.to_owned() }
}

/// A ship of a side that is seen.
fn ship(at: At, side: u8) -> Counter {
    Counter {
        at,
        facing: None,
        marks: Vec::new(),
        piece: Piece::Ship,
        side,
        strength: None,
        text: String::new(),
        title: String::new(),
    }
}

/// Two ships far apart on an empty board, and a third beside the first.
#[test]
fn of_a_large_board_the_parts_are_drawn_where_something_stands() {
    let board = Board {
        columns: 60,
        rows: 60,
        own: Some(1),
        counters: vec![ship((2, 2), 0), ship((50, 50), 1), ship((52, 51), 0)],
        sides: vec![side("Convoy"), side("Faro")],
        ..Board::default()
    };
    assert_eq!(super::board(&board, 80), None);
    let parts = close_ups(&board, 80);
    let titles: Vec<&str> = parts.iter().map(|(title, _)| title.as_str()).collect();
    let name = |at| board.naming.name(at);
    let span = |first, last| format!("{} to {}", name(first), name(last));
    assert_eq!(titles, [span((49, 49), (53, 52)), span((1, 1), (3, 3))]);
    let drawn: String = parts[0].1.split("\n\n").next().unwrap_or_default().to_owned();
    assert_eq!((drawn.matches('F').count(), drawn.matches('C').count()), (1, 1), "{drawn}");
}

/// The first part has room for two ships, and its edge shows the third.
#[test]
fn parts_that_would_show_a_ship_twice_are_one() {
    let board = Board {
        columns: 60,
        rows: 60,
        counters: vec![ship((2, 2), 0), ship((2, 13), 0), ship((3, 14), 0)],
        sides: vec![side("Faro")],
        ..Board::default()
    };
    let titles: Vec<String> = close_ups(&board, 80).into_iter().map(|(title, _)| title).collect();
    let name = |at| board.naming.name(at);
    assert_eq!(titles, [format!("{} to {}", name((1, 1)), name((4, 15)))]);
}

/// One ship in sight, one seen before, and woods that are written like the second.
#[test]
fn what_is_only_believed_to_be_there_has_a_small_letter() {
    let board = Board {
        columns: 3,
        rows: 1,
        terrains: vec![
            terrain(Ground::Open, "field", None),
            terrain(Ground::Wood, "woods", Some('b')),
        ],
        cells: vec![Cell { at: (2, 0), terrain: 1, ..Cell::default() }],
        counters: vec![ship((0, 0), 0), Counter { marks: vec![Mark::Doubtful], ..ship((1, 0), 0) }],
        sides: vec![side("Blue")],
        ..Board::default()
    };
    let drawn = super::board(&board, 80).expect("a small board");
    assert_eq!(drawn.lines().nth(1).map(str::trim), Some("1  B  b  `"), "{drawn}");
    assert!(drawn.contains("small letter: believed to be there"), "{drawn}");
}

/// Two ships of a side and one of the other, two of one side, one alone.
#[test]
fn whoever_shares_a_cell_is_told_by_letters() {
    let at = |column| (column, 0);
    let counters = [(0, 0), (0, 0), (0, 1), (1, 1), (1, 1), (2, 0)];
    let board = Board {
        columns: 3,
        rows: 1,
        terrains: vec![terrain(Ground::Open, "field", None)],
        counters: counters.map(|(column, side)| ship(at(column), side)).to_vec(),
        sides: vec![side("Blue"), side("Red")],
        ..Board::default()
    };
    let drawn = super::board(&board, 80).expect("a small board");
    assert_eq!(drawn.lines().nth(1).map(str::trim), Some("1  BR R2 B"), "{drawn}");
    assert!(drawn.contains("number behind a letter: how many"), "{drawn}");
    assert!(drawn.contains("two letters: both are there"), "{drawn}");
}

#[test]
fn of_hexes_it_is_told_which_touch() {
    let grid = Grid::Flat(Shifted::Odd);
    let hexes = Board { columns: 2, rows: 2, grid, ..Board::default() };
    let drawn = board(&hexes, 80).expect("a small board");
    assert!(drawn.contains("each 2nd column is half a hex lower"), "{drawn}");
    let even = board(&Board { grid: Grid::Pointy(Shifted::Even), ..hexes.clone() }, 80);
    let even = even.expect("a small board");
    assert!(even.contains("the 1st, 3rd, ... row is half a hex to the right"), "{even}");
    let squares = board(&Board { grid: Grid::Square, ..hexes }, 80);
    assert!(!squares.expect("a small board").contains("hex"));
}

/// Two grounds that look alike, one that is written like a side, two ways with one stroke.
#[test]
fn a_sign_stands_for_one_thing_and_the_legend_has_what_the_board_has() {
    let way = |name: &str| Way { line: Stroke::Plain, name: name.to_owned(), side: None };
    let cell = |at, terrain| Cell { at, terrain, ..Cell::default() };
    let board = Board {
        columns: 4,
        rows: 1,
        terrains: vec![
            terrain(Ground::Open, "field", None),
            terrain(Ground::Open, "rapids", None),
            terrain(Ground::Built, "building", Some('B')),
            terrain(Ground::Wood, "woods", None),
        ],
        cells: vec![cell((0, 0), 1), cell((1, 0), 2)],
        ways: vec![way("road"), way("bridge")],
        tracks: vec![Track { path: vec![(2, 0)], way: 0 }, Track { path: vec![(3, 0)], way: 1 }],
        sides: vec![side("Blue")],
        ..Board::default()
    };
    let drawn = super::board(&board, 80).expect("it is small");
    let (drawing, legend) = drawn.split_once("\n\n").expect("a legend follows");
    assert_eq!(legend, "` rapids   $ building   = road   * bridge\n");
    assert!(drawing.ends_with("1  `  $  =  *"), "{drawing}");
    let narrow = super::board(&board, 24).expect("it is as wide as the page");
    assert!(narrow.ends_with("` rapids\n$ building   = road\n* bridge\n"), "{narrow}");
    assert_eq!(super::board(&board, 19), None);
}

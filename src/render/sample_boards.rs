//! A page with a board of hexes, one of squares and one in space, and its golden files.

use super::sample::golden;
use super::{Rulebook, Style, html, markdown, text};
use crate::page::{
    At, Barrier, Board, Cell, Counter, Edge, Fire, Grid, Ground, Mark, Naming, Page, Piece, Ridge,
    Route, Shifted, Shot, Side, Sign, Stroke, Terrain, Track, Way, Zone,
};

pub(super) fn page() -> Page {
    Page::new("Boards")
        .heading(2, "Hexes")
        .paragraph("A company attacks a village.")
        .board(hexes())
        .heading(2, "Squares")
        .board(squares())
        .heading(2, "Space")
        .board(space())
        .heading(2, "Too much")
        .board(Board { columns: 65, ..space() })
}

fn sides(first: &str, second: &str) -> Vec<Side> {
    let side = |name: &str, hue| Side { name: name.to_owned(), hue };
    vec![side(first, 0), side(second, 1)]
}

fn terrains(kinds: &[(&str, Ground)]) -> Vec<Terrain> {
    let kind = |(name, ground): &(&str, Ground)| Terrain {
        name: (*name).to_owned(),
        ground: *ground,
        sign: None,
    };
    kinds.iter().map(kind).collect()
}

/// Every cell within a distance of one, in columns and rows.
fn around((column, row): At, far: u16) -> Vec<At> {
    let span = |n: u16| n.saturating_sub(far)..=n + far;
    let near = |at: &At| {
        let (dx, dy) = (at.0.abs_diff(column), at.1.abs_diff(row));
        dx + dy <= far + far / 2
    };
    span(row).flat_map(|row| span(column).map(move |column| (column, row))).filter(near).collect()
}

fn cells(terrain: u8, at: impl IntoIterator<Item = At>) -> Vec<Cell> {
    at.into_iter().map(|at| Cell { at, terrain, ..Cell::default() }).collect()
}

fn counter(side: u8, at: At, facing: Option<u8>, text: &str, strength: u16) -> Counter {
    Counter {
        at,
        facing,
        marks: Vec::new(),
        piece: Piece::Army,
        side,
        strength: (strength > 0).then_some(strength),
        text: text.to_owned(),
        title: format!("{} {text}", if side == 0 { "Red" } else { "Blue" }),
    }
}

fn fire(side: u8, from: At, to: At, outcome: Shot, text: &str) -> Fire {
    Fire { from, outcome, side, text: text.to_owned(), title: "Platoon <1>".to_owned(), to }
}

fn route(side: u8, path: &[At], text: &str) -> Route {
    let (path, title) = (path.to_vec(), "Third squad".to_owned());
    Route { notes: Vec::new(), path, side, text: text.to_owned(), title }
}

/// The ground of the hexes, kind by kind; what comes later covers what came before.
fn country() -> Vec<Cell> {
    let mut all = Vec::new();
    for at in [(3, 6), (14, 9), (17, 21), (2, 24)] {
        all.extend(cells(1, around(at, 2)));
    }
    all.extend(cells(2, around((10, 6), 2)));
    all.extend(cells(2, around((13, 25), 2)));
    all.extend(cells(3, [(8, 15), (9, 15), (10, 15), (9, 14), (10, 16), (9, 16), (8, 14)]));
    all.extend(cells(4, (0..20).map(|column| (column, 19 + column % 3 / 2))));
    all.extend(cells(5, [(4, 18), (5, 18), (5, 20), (13, 18)]));
    all.extend(cells(6, around((16, 3), 1)));
    all.extend(cells(7, [(7, 11), (6, 12), (7, 12), (7, 10)]));
    all.extend(cells(8, [(9, 19)]));
    let hill = around((16, 14), 2).into_iter().map(|at| Cell {
        at,
        height: if around((16, 14), 1).contains(&at) { 2 } else { 1 },
        terrain: 0,
        ..Cell::default()
    });
    all.extend(hill);
    let label = |at: At, terrain, label: &str, signs: &[Sign]| Cell {
        at,
        label: label.to_owned(),
        terrain,
        signs: signs.to_vec(),
        height: 0,
    };
    all.push(label((9, 15), 3, "Sainte-Marie", &[Sign::Fight, Sign::Taken]));
    all.push(label((10, 15), 3, "", &[Sign::Ruin]));
    all.push(label((9, 19), 8, "Ford", &[]));
    all.push(Cell { label: "Hill 203".to_owned(), height: 2, ..label((16, 14), 0, "", &[]) });
    all
}

/// Forty counters on both sides of the village.
fn company() -> Vec<Counter> {
    let mut all = Vec::new();
    let red = [(5, 12), (6, 13), (7, 13), (8, 12), (9, 12), (10, 13), (11, 12), (12, 12), (4, 10)];
    for (at, n) in red.into_iter().zip(1..) {
        all.push(counter(0, at, Some([3, 3, 2, 3, 3, 4, 3, 2, 3][n - 1]), &format!("R{n}"), 6));
    }
    let tanks = [(9, 9), (10, 9), (11, 9), (8, 9), (12, 8)];
    all.extend(tanks.iter().zip(0..).map(|(at, n)| counter(0, *at, Some(n), "Tk", 4)));
    for text in ["HQ", "Mor", "AT"] {
        all.push(counter(0, (9, 7), Some(3), text, 2));
    }
    for n in 0..5 {
        all.push(counter(0, (3, 7), None, &format!("Rs{n}"), 3));
    }
    let blue =
        [(8, 15), (9, 15), (10, 15), (9, 14), (10, 16), (13, 15), (15, 13), (16, 14), (5, 16)];
    for (at, n) in blue.into_iter().zip(1..) {
        all.push(counter(1, at, Some([0, 0, 1, 5, 0, 0, 5, 0, 4][n - 1]), &format!("B{n}"), 5));
    }
    for at in [(9, 17), (9, 17), (12, 21), (12, 21), (12, 21), (6, 22), (16, 22)] {
        all.push(counter(1, at, Some(0), "Grp", 7));
    }
    all.push(counter(1, (9, 15), Some(5), "MG", 2));
    all.push(counter(1, (16, 26), None, "Art", 4));
    for (n, marks) in [
        (0, vec![Mark::Suppressed]),
        (2, vec![Mark::Damaged, Mark::Suppressed]),
        (4, vec![Mark::Spent]),
        (24, vec![Mark::Damaged]),
        (30, vec![Mark::Doubtful]),
        (36, vec![Mark::Doubtful]),
    ] {
        all[n].marks = marks;
    }
    all
}

pub(super) fn hexes() -> Board {
    let road = (0..30).map(|row| (9, row)).collect();
    let lane = [(10, 15), (11, 15), (12, 15), (13, 15), (14, 16), (15, 16), (16, 17)].to_vec();
    let way = |name: &str, line| Way { name: name.to_owned(), line, side: None };
    let barrier = |name: &str, form| Barrier { form, name: name.to_owned() };
    let edge = |at, side, barrier| Edge { at, barrier, side };
    Board {
        own: Some(0),
        title: "Sainte-Marie, turn 5".to_owned(),
        key: "Tk tanks, Mor mortars, AT anti-tank, MG machine guns".to_owned(),
        note: String::new(),
        grid: Grid::Flat(Shifted::Odd),
        naming: Naming::Digits,
        columns: 20,
        rows: 30,
        sides: sides("Red", "Blue"),
        terrains: terrains(&[
            ("clear", Ground::Open),
            ("wood", Ground::Wood),
            ("field", Ground::Field),
            ("village", Ground::Built),
            ("river", Ground::Water),
            ("marsh", Ground::Marsh),
            ("rocks", Ground::Rough),
            ("rubble", Ground::Rubble),
            ("ford", Ground::Shallow),
        ]),
        cells: country(),
        ways: vec![way("road", Stroke::Plain), way("track", Stroke::Dashed)],
        tracks: vec![Track { path: road, way: 0 }, Track { path: lane, way: 1 }],
        barriers: vec![
            barrier("hedge", Ridge::Hedge),
            barrier("wall", Ridge::Wall),
            barrier("stream", Ridge::River),
            barrier("trench", Ridge::Trench),
        ],
        edges: vec![
            edge((6, 14), 1, 0),
            edge((6, 14), 2, 0),
            edge((6, 15), 1, 0),
            edge((11, 14), 5, 1),
            edge((11, 14), 4, 1),
            edge((13, 15), 0, 3),
            edge((13, 15), 1, 3),
            edge((13, 15), 5, 3),
            edge((1, 12), 2, 2),
            edge((1, 12), 3, 2),
            edge((1, 13), 1, 2),
            edge((1, 13), 2, 2),
        ],
        counters: company(),
        fires: vec![
            fire(0, (8, 12), (8, 15), Shot::Hit, "2"),
            fire(0, (11, 12), (13, 15), Shot::Missed, ""),
            fire(0, (5, 12), (5, 16), Shot::Harmless, ""),
            fire(1, (16, 14), (12, 12), Shot::Hit, ""),
            fire(1, (9, 14), (8, 12), Shot::Missed, ""),
            fire(1, (16, 26), (10, 13), Shot::Missed, "artillery"),
        ],
        routes: vec![
            route(0, &[(9, 8), (9, 9), (10, 10), (10, 11), (10, 12), (10, 13)], "R6"),
            route(1, &[(9, 20), (9, 19), (9, 18), (9, 17)], ""),
            route(0, &[(3, 9), (3, 10), (4, 11), (4, 12), (5, 12)], ""),
        ],
        zones: vec![
            Zone { cells: around((9, 15), 1), name: "Objective".to_owned(), side: None },
            Zone {
                cells: (0..6).flat_map(|column| [(column, 28), (column, 29)]).collect(),
                name: "Blue reinforcements".to_owned(),
                side: Some(1),
            },
        ],
        seen: None,
    }
}

fn squares() -> Board {
    let hedge = |row| Edge { at: (8, row), barrier: 0, side: 2 };
    let wall = |column| Edge { at: (column, 4), barrier: 1, side: 4 };
    let way = Way { name: "road".to_owned(), line: Stroke::Plain, side: None };
    let barrier = |name: &str, form| Barrier { form, name: name.to_owned() };
    let mut ground = cells(1, around((5, 4), 1));
    ground.extend(cells(2, [(12, 6), (13, 6), (12, 7), (13, 7)]));
    ground.extend(cells(3, (0..16).map(|row| (18, row))));
    ground.extend(cells(4, [(18, 8)]));
    ground.extend(cells(5, around((21, 3), 1)));
    ground.extend(cells(6, (0..16).map(|row| (17, row))));
    ground.push(Cell { at: (18, 8), label: "Ford".to_owned(), terrain: 4, ..Cell::default() });
    let store = |at, text: &str| Counter { piece: Piece::Store, ..counter(0, at, None, text, 0) };
    let mut counters = vec![
        counter(0, (7, 8), Some(2), "MBT", 8),
        counter(0, (7, 9), Some(1), "IFV", 6),
        counter(0, (6, 7), None, "Inf", 10),
        counter(0, (6, 7), None, "Inf", 7),
        counter(0, (3, 9), None, "Trk", 3),
        store((3, 9), "fuel"),
        store((3, 9), "ammo"),
        store((2, 10), "ammo"),
        counter(1, (11, 6), Some(6), "MBT", 0),
        counter(1, (11, 8), Some(7), "Rec", 0),
        counter(1, (14, 7), Some(5), "IFV", 0),
        counter(1, (20, 10), Some(6), "Art", 0),
    ];
    counters[0].marks = vec![Mark::Spent];
    counters[9].marks = vec![Mark::Doubtful];
    Board {
        title: "Skirmish 3, Union’s turn".to_owned(),
        grid: Grid::Square,
        naming: Naming::Letters,
        columns: 24,
        rows: 16,
        sides: sides("Union", "Company"),
        terrains: terrains(&[
            ("open", Ground::Open),
            ("rubble", Ground::Rubble),
            ("block", Ground::Blocked),
            ("deep river", Ground::Water),
            ("ford", Ground::Shallow),
            ("town", Ground::Built),
            ("beach", Ground::Sand),
        ]),
        cells: ground,
        ways: vec![way],
        tracks: vec![Track { path: (0..24).map(|column| (column, 8)).collect(), way: 0 }],
        barriers: vec![
            barrier("hedgerow, 3/4 cover", Ridge::Hedge),
            barrier("retaining wall", Ridge::Wall),
            barrier("cliff", Ridge::Cliff),
            barrier("scrub, 1/2 cover", Ridge::Scrub),
        ],
        edges: (3..8)
            .map(hedge)
            .chain((9..12).map(wall))
            .chain([
                Edge { at: (21, 12), barrier: 2, side: 0 },
                Edge { at: (22, 12), barrier: 2, side: 0 },
                Edge { at: (15, 5), barrier: 3, side: 0 },
                Edge { at: (16, 5), barrier: 3, side: 0 },
                Edge { at: (16, 5), barrier: 3, side: 2 },
            ])
            .collect(),
        counters,
        fires: vec![
            fire(0, (7, 8), (11, 8), Shot::Hit, "3"),
            fire(0, (6, 7), (11, 6), Shot::Harmless, ""),
            fire(1, (20, 10), (7, 9), Shot::Missed, ""),
            fire(1, (11, 8), (7, 8), Shot::Hit, "1"),
        ],
        routes: vec![route(
            0,
            &[(3, 12), (4, 12), (5, 12), (5, 11), (5, 10), (6, 10), (6, 9), (7, 9)],
            "",
        )],
        zones: vec![Zone {
            cells: (0..2).flat_map(|column| (9..16).map(move |row| (column, row))).collect(),
            name: "Union lines".to_owned(),
            side: Some(0),
        }],
        ..Board::default()
    }
}

fn space() -> Board {
    let ship = |side, at, facing, text: &str| Counter {
        piece: Piece::Ship,
        ..counter(side, at, Some(facing), text, 0)
    };
    let missile =
        |at, facing| Counter { piece: Piece::Missile, ..counter(1, at, Some(facing), "T", 0) };
    Board {
        title: "Impulse 12".to_owned(),
        grid: Grid::Pointy(Shifted::Even),
        naming: Naming::Digits,
        columns: 12,
        rows: 10,
        sides: vec![
            Side { name: "Convoy".to_owned(), hue: 2 },
            Side { name: "Mechads".to_owned(), hue: 3 },
        ],
        terrains: terrains(&[("space", Ground::Space), ("asteroids", Ground::Rough)]),
        cells: cells(1, [(9, 1), (10, 1), (10, 2)]),
        counters: vec![
            ship(0, (2, 3), 0, "F1"),
            ship(0, (3, 5), 1, "F2"),
            ship(0, (4, 7), 2, "F3"),
            ship(1, (8, 3), 3, "BC"),
            ship(1, (8, 6), 4, "BC"),
            ship(1, (9, 8), 5, "FF"),
            missile((5, 4), 3),
            missile((6, 6), 4),
            missile((4, 5), 4),
            ship(0, (4, 5), 1, "F4"),
        ],
        fires: vec![fire(1, (8, 3), (3, 5), Shot::Hit, "")],
        routes: vec![route(1, &[(11, 4), (10, 4), (9, 3), (8, 3)], "")],
        ..Board::default()
    }
}

#[test]
fn boards_look_as_agreed() {
    let page = page();
    golden("boards.html", &html(&page, &Rulebook::default()));
    golden("boards.md", &markdown(&page));
    golden("boards.txt", &text(&page, Style { width: 80, colour: false, draws: false }));
}

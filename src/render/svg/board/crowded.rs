//! A thousand boards made at random, on which names and signs cover no counter.

use super::Sheet;
use super::grid::Plan;
use crate::page::{
    At, Barrier, Board, Cell, Counter, Edge, Fire, Grid, Mark, Piece, Ridge, Shifted, Shot, Side,
    Sign, Zone,
};
use crate::render::svg::crowded::Dice;
use crate::render::svg::place::Area;

/// A board with something on every fifth cell, two names of cells and one of a zone.
fn board(dice: &mut Dice) -> Board {
    let (columns, rows) = (6 + dice.below(6), 6 + dice.below(6));
    let grids = [Grid::Square, Grid::Flat(Shifted::Odd), Grid::Pointy(Shifted::Even)];
    let grid = grids[usize::from(dice.below(3))];
    let at = |dice: &mut Dice| -> At { (dice.below(columns), dice.below(rows)) };
    let counter = |dice: &mut Dice, at: At| Counter {
        at,
        facing: (dice.below(3) == 0).then(|| u8::try_from(2 * dice.below(3)).unwrap()),
        marks: if dice.below(3) == 0 { vec![Mark::Damaged, Mark::Spent] } else { Vec::new() },
        piece: [Piece::Army, Piece::Ship, Piece::Missile, Piece::Store][usize::from(dice.below(4))],
        side: 0,
        strength: Some(dice.below(40)),
        text: "ABCD".to_owned(),
        title: String::new(),
    };
    let count = columns * rows / 5;
    let places: Vec<At> = (0..count).map(|_| at(dice)).collect();
    let counters = places.into_iter().map(|at| counter(dice, at)).collect();
    let signs = [vec![Sign::Fight], vec![Sign::Fight, Sign::Ruin]];
    let labels = ["Bridgehead", "The Old Mill", ""];
    let cells = (0..6).map(|n| Cell {
        at: at(dice),
        label: labels[n % 3].to_owned(),
        signs: signs[n % 2].clone(),
        ..Cell::default()
    });
    let cells = cells.collect();
    let zone = vec![at(dice), at(dice)];
    let fires = (0..3).map(|_| Fire {
        from: at(dice),
        outcome: Shot::Hit,
        side: 0,
        text: "2".to_owned(),
        title: String::new(),
        to: at(dice),
    });
    Board {
        cells,
        columns,
        counters,
        fires: fires.collect(),
        grid,
        rows,
        sides: vec![Side { hue: 0, name: "A".to_owned() }],
        zones: vec![Zone { cells: zone, name: "where Red may deploy".to_owned(), side: None }],
        ..Board::default()
    }
}

#[test]
fn on_a_thousand_boards_no_name_covers_a_counter() {
    let mut dice = Dice(23);
    for number in 0..1000 {
        let board = board(&mut dice);
        let sheet = Sheet::new("b", &board);
        let Plan { width, height, .. } = sheet.plan;
        let names = sheet.named(&sheet.courses().points());
        let labels = sheet.cells.values().filter(|cell| !cell.label.is_empty()).count();
        assert_eq!(names.len(), labels + 1);
        let mut taken: Vec<Area> = sheet
            .stacks
            .keys()
            .filter_map(|at| sheet.extent(*at))
            .chain(sheet.sign_areas())
            .collect();
        for name in names {
            assert!(name.area.is_on((width, height)), "board {number}: {:?}", name.area);
            let under = taken.iter().find(|area| area.overlaps(&name.area));
            assert!(under.is_none(), "board {number}: {:?} on {under:?}", name.area);
            taken.push(name.area);
        }
    }
}

/// A trench runs below the first of the two cells of a place: the name stands in the second.
#[test]
fn a_name_stands_on_no_barrier() {
    let name = || "Bridgehead".to_owned();
    let (first, second) = ((1, 1), (3, 1));
    let board = Board {
        barriers: vec![Barrier { form: Ridge::Trench, name: "trench".to_owned() }],
        cells: vec![Cell { at: first, label: name(), ..Cell::default() }],
        columns: 6,
        edges: vec![Edge { at: first, barrier: 0, side: 4 }],
        grid: Grid::Square,
        rows: 4,
        zones: vec![Zone { cells: vec![first, second], name: name(), side: None }],
        ..Board::default()
    };
    let sheet = Sheet::new("b", &board);
    let names = sheet.named(&[]);
    let [name] = &names[..] else { panic!("{} names", names.len()) };
    assert!(sheet.ridges().all(|wall| !name.area.is_crossed(wall)), "{:?}", name.area);
    assert!(name.area.holds((sheet.plan.middle(second).0, name.area.y)), "{:?}", name.area);
}

/// A barrier reaches four into a cell, and a name is six tall; counters begin thirteen above the middle.
#[test]
fn the_name_of_a_cell_stands_between_a_barrier_above_it_and_counters() {
    let board = Board { columns: 1, grid: Grid::Square, rows: 1, ..Board::default() };
    let sheet = Sheet::new("b", &board);
    let strips = sheet.strips();
    let base = strips.split(" y=\"").nth(1).and_then(|rest| rest.split(['"', ' ']).next());
    let base: i32 = base.and_then(|base| base.parse().ok()).expect("a name");
    let middle = sheet.plan.middle((0, 0)).1;
    assert!((middle - 16..middle - 13).contains(&base), "{base} of {middle}");
}

/// A trench along the line around a zone is drawn over that line.
#[test]
fn barriers_are_drawn_over_the_lines_of_zones() {
    let at = (1, 1);
    let board = Board {
        barriers: vec![Barrier { form: Ridge::Trench, name: "trench".to_owned() }],
        columns: 6,
        edges: vec![Edge { at, barrier: 0, side: 4 }],
        grid: Grid::Square,
        rows: 4,
        zones: vec![Zone { cells: vec![at], name: "Ridge".to_owned(), side: None }],
        ..Board::default()
    };
    let drawn = Sheet::new("b", &board).whole();
    let first = |class: &str| drawn.find(&format!("class=\"{class}")).expect("it is drawn");
    assert!(first("zone ") < first("rim") && first("rim") < first("bags"), "{drawn}");
}

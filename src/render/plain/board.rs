//! A board with characters.

use std::collections::{BTreeMap, BTreeSet};

use super::signs::{Look, SEEN, Signs, letter};
use super::{Canvas, room, wrapped};
use crate::page::{At, Board, Counter, Grid, Naming, Shifted};
use crate::render::one_line;

/// Characters that a cell takes with the blank before it.
const CELL: usize = 3;

/// Lines of a board at most.
const MOST_LINES: u16 = 60;

/// A board on a page of that width, with a character for the ground of each cell and two for what
/// stands there; `None` if it is too large for that.
pub(in crate::render) fn board(board: &Board, page: usize) -> Option<String> {
    let (columns, rows) = (usize::from(board.columns), usize::from(board.rows));
    let half = matches!(board.grid, Grid::Flat(_));
    let margin = rows.to_string().len() + 1;
    let width = margin + columns * CELL + 2;
    let room = room(page);
    if board.excess().is_some() || width > room || board.rows > MOST_LINES || rows * columns == 0 {
        return None;
    }
    let lines = if half { rows * 2 + 1 } else { rows };
    let mut canvas = Canvas::new(width, lines + 1);
    let grounds = Grounds::of(board);
    let signs = Signs::of(board);
    let mut legend = Legend::default();
    let stacks = board.stacks();
    let seen: BTreeSet<At> =
        board.seen.iter().flat_map(|zone| zone.cells.iter().copied()).collect();
    for column in 0..board.columns {
        let name = board.naming.name((column, 0));
        // All but the row.
        let head = match board.naming {
            Naming::Letters => &name[..name.len() - 1],
            Naming::Digits => &name[..name.len() - 2],
        };
        canvas.write(margin + usize::from(column) * CELL + 1, 0, head);
    }
    for row in 0..board.rows {
        let line = if half { usize::from(row) * 2 + 1 } else { usize::from(row) + 1 };
        canvas.write(0, line, &(row + 1).to_string());
        for column in 0..board.columns {
            let (aside, below) = shift(board.grid, (column, row));
            let text = match stacks.get(&(column, row)) {
                Some(counters) => {
                    legend.sides.extend(counters.iter().map(|counter| counter.side));
                    stack(board, counters)
                }
                None => legend.note(grounds.look((column, row)), &signs),
            };
            let left = margin + usize::from(column) * CELL + aside;
            canvas.write(left + 1, line + below, &text);
            if seen.contains(&(column, row)) {
                canvas.write(left, line + below, SEEN);
            }
        }
    }
    let seen = board.seen.iter().map(|zone| format!("{SEEN} {}\n", one_line(&zone.name)));
    let legend = legend.text(board, &signs, room) + &seen.collect::<String>();
    Some(canvas.text() + "\n" + &legend)
}

/// How far a cell lies right of and below its place in a rectangle.
fn shift(grid: Grid, (column, row): At) -> (usize, usize) {
    let shifted = |number: u16, which: Shifted| match which {
        Shifted::Odd => usize::from(!number.is_multiple_of(2)),
        Shifted::Even => usize::from(number.is_multiple_of(2)),
    };
    match grid {
        Grid::Square => (0, 0),
        Grid::Flat(which) => (0, shifted(column, which)),
        Grid::Pointy(which) => (shifted(row, which) * CELL / 2, 0),
    }
}

/// What lies on cells and leads through them.
struct Grounds {
    /// The terrain of the cells about which the board says something, and their heights.
    cells: BTreeMap<At, (u8, i8)>,
    /// The way through a cell.
    ways: BTreeMap<At, u8>,
}

impl Grounds {
    fn of(board: &Board) -> Self {
        let known = |kind: u8| usize::from(kind) < board.terrains.len();
        let cells = board.cells.iter().filter(|cell| known(cell.terrain));
        let tracks = board.tracks.iter();
        Self {
            cells: cells.map(|cell| (cell.at, (cell.terrain, cell.height))).collect(),
            ways: tracks.flat_map(|it| it.path.iter().map(|at| (*at, it.way))).collect(),
        }
    }

    /// What is to be seen of a cell: what leads over open ground hides it, and a height hides what
    /// leads through other ground.
    fn look(&self, at: At) -> Look {
        let (ground, height) = self.cells.get(&at).copied().unwrap_or((0, 0));
        let way = self.ways.get(&at).copied();
        match way {
            Some(_) if ground == 0 => Look { ground: None, way, height },
            Some(_) if height == 0 => Look { ground: Some(ground), way, height },
            _ => Look { ground: Some(ground), way: None, height },
        }
    }
}

/// The letter of a side, and how many counters lie there if there are several.
fn stack(board: &Board, counters: &[&Counter]) -> String {
    let letter = counters.first().map_or('?', |counter| letter(board, counter.side));
    match counters.len() {
        1 => letter.to_string(),
        count @ 2..=9 => format!("{letter}{count}"),
        _ => format!("{letter}+"),
    }
}

/// What was drawn, and so stands in the legend.
#[derive(Default)]
struct Legend {
    sides: BTreeSet<u8>,
    grounds: BTreeSet<u8>,
    ways: BTreeSet<u8>,
    heights: bool,
}

impl Legend {
    /// The characters of a cell, which from now on need to be explained.
    fn note(&mut self, look: Look, signs: &Signs) -> String {
        self.grounds.extend(look.ground);
        self.ways.extend(look.way);
        self.heights |= look.height != 0;
        signs.text(look)
    }

    fn text(&self, board: &Board, signs: &Signs, room: usize) -> String {
        let sides = self.sides.iter().filter_map(|side| {
            let name = &board.sides.get(usize::from(*side))?.name;
            Some(format!("{} {}", letter(board, *side), one_line(name)))
        });
        let mut named = BTreeSet::new();
        let grounds = self.grounds.iter().filter_map(|kind| {
            let terrain = board.terrains.get(usize::from(*kind))?;
            let line = format!("{} {}", signs.ground(*kind), one_line(&terrain.name));
            named.insert(line.clone()).then_some(line)
        });
        let ways = self.ways.iter().filter_map(|kind| {
            let way = board.ways.get(usize::from(*kind))?;
            Some(format!("{} {}", signs.way(*kind), one_line(&way.name)))
        });
        let heights = self.heights.then(|| "number behind the ground: height".to_owned());
        wrapped(&sides.chain(grounds).chain(ways).chain(heights).collect::<Vec<_>>(), room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Cell, Ground, Side, Stroke, Terrain, Track, Way};

    fn terrain(ground: Ground, name: &str, sign: Option<char>) -> Terrain {
        Terrain { ground, name: name.to_owned(), sign }
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
            tracks: vec![
                Track { path: vec![(2, 0)], way: 0 },
                Track { path: vec![(3, 0)], way: 1 },
            ],
            sides: vec![Side { hue: 0, name: "Blue".to_owned() }],
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
}

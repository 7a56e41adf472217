//! A board with characters.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::signs::{Look, SEEN, Signs, letter};
use super::{Canvas, room, wrapped};
use crate::page::{At, Board, Counter, Grid, Mark, Naming, Shifted};
use crate::render::one_line;

/// Characters that a cell takes with the blank before it.
const CELL: usize = 3;

/// Lines of a board at most.
const MOST_LINES: u16 = 60;

/// A part of a board: from one cell to another, both of which belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Frame {
    first: At,
    last: At,
}

impl Frame {
    fn columns(self) -> usize {
        usize::from(self.last.0 - self.first.0) + 1
    }

    fn rows(self) -> usize {
        usize::from(self.last.1 - self.first.1) + 1
    }

    /// The smallest one with this cell besides.
    fn with(self, (column, row): At) -> Self {
        let (first, last) = (self.first, self.last);
        Self {
            first: (first.0.min(column), first.1.min(row)),
            last: (last.0.max(column), last.1.max(row)),
        }
    }

    /// The smallest one that holds both.
    fn and(self, other: Self) -> Self {
        self.with(other.first).with(other.last)
    }

    /// True if a cell belongs to both.
    fn meets(self, other: Self) -> bool {
        self.first.0 <= other.last.0
            && other.first.0 <= self.last.0
            && self.first.1 <= other.last.1
            && other.first.1 <= self.last.1
    }

    /// True if it is not too large for a close-up that stands for two.
    fn is_close(self) -> bool {
        self.columns() <= CLOSE.0 + 2 && self.rows() <= 2 * CLOSE.1
    }

    fn holds(self, (column, row): At) -> bool {
        (self.first.0..=self.last.0).contains(&column)
            && (self.first.1..=self.last.1).contains(&row)
    }

    /// The same with the cells around it.
    fn widened(self, board: &Board) -> Self {
        Self {
            first: (self.first.0.saturating_sub(1), self.first.1.saturating_sub(1)),
            last: ((self.last.0 + 1).min(board.columns - 1), (self.last.1 + 1).min(board.rows - 1)),
        }
    }
}

/// A board on a page of that width, with a character for the ground of each cell and two for what
/// stands there; `None` if it is too large for that.
pub(in crate::render) fn board(board: &Board, page: usize) -> Option<String> {
    let empty = board.rows == 0 || board.columns == 0;
    if board.excess().is_some() || board.rows > MOST_LINES || empty {
        return None;
    }
    let whole = Frame { first: (0, 0), last: (board.columns - 1, board.rows - 1) };
    Some(framed(board, page, whole)? + &wrapped(&hexes(board.grid), room(page)))
}

/// How hexes lie that are drawn in rows and columns, and what touches what; nothing of squares.
fn hexes(grid: Grid) -> Vec<String> {
    let lines = match grid {
        Grid::Square => return Vec::new(),
        Grid::Flat(which) => [
            format!("{} column is half a hex lower", nth(which)),
            "a hex touches those above and below".to_owned(),
            "and two in each column beside it".to_owned(),
        ],
        Grid::Pointy(which) => [
            format!("{} row is half a hex to the right", nth(which)),
            "a hex touches those left and right".to_owned(),
            "and two in each row above and below".to_owned(),
        ],
    };
    lines.into()
}

/// Which columns or rows are shifted, counted from 1 as a reader does.
fn nth(which: Shifted) -> &'static str {
    match which {
        Shifted::Odd => "each 2nd",
        Shifted::Even => "the 1st, 3rd, ...",
    }
}

/// Columns and rows of a close-up at most, before the cells around it.
const CLOSE: (usize, usize) = (18, 12);

/// Close-ups at most.
const CLOSE_UPS: usize = 4;

/// The parts of a large board where something stands, the reader's own first: each with its corners and drawn.
/// Those that share cells are one, if it is not too large.
pub(in crate::render) fn close_ups(board: &Board, page: usize) -> Vec<(String, String)> {
    if board.excess().is_some() {
        return Vec::new();
    }
    let stacks = board.stacks();
    let own = |at: &At| stacks[at].iter().any(|it| board.own.is_none_or(|own| own == it.side));
    let mut left: Vec<At> = stacks.keys().copied().filter(|at| board.holds(*at)).collect();
    left.sort_by_key(|at| !own(at));
    let mut frames: Vec<Frame> = Vec::new();
    while let Some(seed) = left.first().copied().filter(|_| frames.len() < CLOSE_UPS) {
        let mut frame = Frame { first: seed, last: seed };
        let far = |at: &At| at.0.abs_diff(seed.0).max(at.1.abs_diff(seed.1));
        let mut near = left.clone();
        near.sort_by_key(far);
        for at in near {
            let larger = frame.with(at);
            if larger.columns() <= CLOSE.0 && larger.rows() <= CLOSE.1 {
                frame = larger;
            }
        }
        left.retain(|at| !frame.holds(*at));
        let frame = frame.widened(board);
        let both = |known: &Frame| known.meets(frame) && known.and(frame).is_close();
        match frames.iter().position(both) {
            Some(at) => frames[at] = frames[at].and(frame),
            None => frames.push(frame),
        }
    }
    let part = |frame: Frame| {
        let name = |at: At| board.naming.name(at);
        let title = format!("{} to {}", name(frame.first), name(frame.last));
        Some((title, framed(board, page, frame)?))
    };
    frames.into_iter().map(part).collect::<Option<_>>().unwrap_or_default()
}

/// A part of a board, if it fits into a page of that width.
fn framed(board: &Board, page: usize, frame: Frame) -> Option<String> {
    let (columns, rows) = (frame.columns(), frame.rows());
    let half = matches!(board.grid, Grid::Flat(_));
    let margin = (frame.last.1 + 1).to_string().len() + 1;
    let width = margin + columns * CELL + 2;
    let room = room(page);
    if width > room {
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
    let left = |column: u16| margin + usize::from(column - frame.first.0) * CELL;
    for column in frame.first.0..=frame.last.0 {
        let name = board.naming.name((column, 0));
        // All but the row.
        let head = match board.naming {
            Naming::Letters => &name[..name.len() - 1],
            Naming::Digits => &name[..name.len() - 2],
        };
        canvas.write(left(column) + 1, 0, head);
    }
    for row in frame.first.1..=frame.last.1 {
        let number = usize::from(row - frame.first.1);
        let line = if half { number * 2 + 1 } else { number + 1 };
        let name = match board.naming {
            Naming::Letters => (row + 1).to_string(),
            Naming::Digits => format!("{:02}", row + 1),
        };
        canvas.write(0, line, &name);
        for column in frame.first.0..=frame.last.0 {
            let (aside, below) = shift(board.grid, (column, row));
            let text = match stacks.get(&(column, row)) {
                Some(counters) => {
                    legend.sides.extend(counters.iter().map(|counter| counter.side));
                    legend.notes.extend(doubtful(counters).then_some(Note::Doubtful));
                    legend.notes.extend(match (sides(counters).len(), counters.len()) {
                        (..=1, ..=1) => None,
                        (..=1, _) => Some(Note::Stacked),
                        (_, _) => Some(Note::Mixed),
                    });
                    stack(board, counters)
                }
                None => legend.note(grounds.look((column, row)), &signs),
            };
            let left = left(column) + aside;
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

/// True if nothing is seen there now.
fn doubtful(counters: &[&Counter]) -> bool {
    counters.iter().all(|counter| counter.marks.contains(&Mark::Doubtful))
}

/// Whose counters lie in a cell, each side once, in their order.
fn sides(counters: &[&Counter]) -> Vec<u8> {
    let mut sides = Vec::new();
    for counter in counters {
        if !sides.contains(&counter.side) {
            sides.push(counter.side);
        }
    }
    sides
}

/// The letter of a side, a small one if nothing is seen there now, and how many counters lie there if there are several; if
/// they are of several sides, the letters of two.
fn stack(board: &Board, counters: &[&Counter]) -> String {
    let small = doubtful(counters);
    let sides = sides(counters).into_iter().map(|side| letter(board, side));
    let letters = sides.map(|letter| if small { letter.to_ascii_lowercase() } else { letter });
    let letters: Vec<char> = letters.collect();
    match (letters.as_slice(), counters.len()) {
        ([], _) => "?".to_owned(),
        ([letter], 1) => letter.to_string(),
        ([letter], count @ 2..=9) => format!("{letter}{count}"),
        ([letter], _) => format!("{letter}+"),
        ([one, other, ..], _) => format!("{one}{other}"),
    }
}

/// What was drawn, and so stands in the legend.
#[derive(Default)]
struct Legend {
    sides: BTreeSet<u8>,
    grounds: BTreeSet<u8>,
    ways: BTreeSet<u8>,
    notes: BTreeSet<Note>,
}

/// What has to be explained besides, in the order of the legend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Note {
    /// A cell has a height.
    Height,
    /// Several counters of a side lie in one cell.
    Stacked,
    /// Counters of several sides lie in one cell.
    Mixed,
    /// Nothing is seen now where a counter lies.
    Doubtful,
}

impl Note {
    fn text(self) -> &'static str {
        match self {
            Self::Height => "number behind the ground: height",
            Self::Stacked => "number behind a letter: how many",
            Self::Mixed => "two letters: both are there",
            Self::Doubtful => "small letter: believed to be there",
        }
    }
}

impl Legend {
    /// The characters of a cell, which from now on need to be explained.
    fn note(&mut self, look: Look, signs: &Signs) -> String {
        self.grounds.extend(look.ground);
        self.ways.extend(look.way);
        self.notes.extend((look.height != 0).then_some(Note::Height));
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
        let notes = self.notes.iter().map(|note| note.text().to_owned());
        let rest = ways.chain(notes);
        wrapped(&sides.chain(grounds).chain(rest).collect::<Vec<_>>(), room)
    }
}

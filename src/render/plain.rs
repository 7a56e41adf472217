//! Maps and boards drawn with characters, for terminals, plain mail and code hosts.

use std::collections::{BTreeMap, BTreeSet};

use unicode_width::UnicodeWidthStr;

use super::one_line;
use crate::page::{
    At, Board, Counter, Grid, Ground, Map, Naming, Place, Shape, Shifted, Stroke, Terrain,
};

/// Characters on a line of a drawing at most.
const WIDTH: usize = 76;

/// Lines of a map of places and ways.
const HEIGHT: usize = 30;

/// Characters that a cell of a board takes with the blank before it.
const CELL: usize = 3;

/// What stands before a cell that a chosen unit sees.
const SEEN: &str = "'";

/// Lines of a board at most.
const MOST_LINES: u16 = 60;

/// The character of each kind of ground.
const GROUNDS: [(Ground, char); 12] = [
    (Ground::Open, '.'),
    (Ground::Field, ','),
    (Ground::Wood, '%'),
    (Ground::Rough, '^'),
    (Ground::Rubble, '&'),
    (Ground::Built, '#'),
    (Ground::Sand, ':'),
    (Ground::Marsh, '"'),
    (Ground::Shallow, '-'),
    (Ground::Water, '~'),
    (Ground::Space, '.'),
    (Ground::Blocked, 'X'),
];

/// What each kind of way is drawn with.
const STROKES: [(Stroke, char); 3] =
    [(Stroke::Plain, '.'), (Stroke::Dashed, '-'), (Stroke::Dotted, ':')];

/// What a cell is marked with through which such a way leads.
const TRACKS: [(Stroke, char); 3] =
    [(Stroke::Plain, '='), (Stroke::Dashed, '+'), (Stroke::Dotted, '\'')];

/// Lines of characters that may be written over.
struct Canvas(Vec<Vec<char>>);

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self(vec![vec![' '; width]; height])
    }

    /// Writes from there on; what does not fit is left out.
    fn write(&mut self, column: usize, line: usize, text: &str) {
        let Some(row) = self.0.get_mut(line) else { return };
        for (cell, c) in row.iter_mut().skip(column).zip(text.chars()) {
            *cell = c;
        }
    }

    /// True if nothing stands in so many cells from there on.
    fn is_free(&self, column: usize, line: usize, length: usize) -> bool {
        let row = self.0.get(line);
        row.and_then(|row| row.get(column..column + length))
            .is_some_and(|cells| cells.iter().all(|c| !c.is_alphanumeric() && *c != ')'))
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> =
            self.0.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines.join("\n") + "\n"
    }
}

/// A board with a character for the ground of each cell and two for what stands there; `None` if it
/// is too large for that.
pub(super) fn board(board: &Board) -> Option<String> {
    let (columns, rows) = (usize::from(board.columns), usize::from(board.rows));
    let half = matches!(board.grid, Grid::Flat(_));
    let margin = rows.to_string().len() + 1;
    let width = margin + columns * CELL + 2;
    if board.excess().is_some() || width > WIDTH || board.rows > MOST_LINES || rows * columns == 0 {
        return None;
    }
    let lines = if half { rows * 2 + 1 } else { rows };
    let mut canvas = Canvas::new(width, lines + 1);
    let grounds = Grounds::of(board);
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
                Some(counters) => stack(board, counters),
                None => grounds.text((column, row)),
            };
            let left = margin + usize::from(column) * CELL + aside;
            canvas.write(left + 1, line + below, &text);
            if seen.contains(&(column, row)) {
                canvas.write(left, line + below, SEEN);
            }
        }
    }
    let seen = board.seen.iter().map(|zone| format!("{SEEN} {}\n", one_line(&zone.name)));
    let legend = board_legend(board, &grounds, &stacks) + &seen.collect::<String>();
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

/// What the ground of cells looks like.
struct Grounds {
    /// The ground of the cells about which the board says something, and their heights.
    cells: BTreeMap<At, (char, i8)>,
    /// The ground of all others.
    first: char,
    /// What leads through cells.
    ways: BTreeMap<At, char>,
}

impl Grounds {
    fn of(board: &Board) -> Self {
        let ground = |kind: u8| board.terrains.get(usize::from(kind)).map(sign);
        let cells = board.cells.iter();
        let cells = cells
            .filter_map(|cell| Some((cell.at, (ground(cell.terrain)?, cell.height))))
            .collect();
        let mut ways = BTreeMap::new();
        for track in &board.tracks {
            let line = board.ways.get(usize::from(track.way)).map(|way| way.line);
            let mark = TRACKS.iter().find(|(known, _)| Some(*known) == line);
            ways.extend(
                mark.into_iter().flat_map(|(_, mark)| track.path.iter().map(|at| (*at, *mark))),
            );
        }
        Self { cells, first: ground(0).unwrap_or('.'), ways }
    }

    /// Two characters: ground, or what leads over open ground, and height, or what leads through other
    /// ground.
    fn text(&self, at: At) -> String {
        let (ground, height) = self.cells.get(&at).copied().unwrap_or((self.first, 0));
        let way = self.ways.get(&at).copied();
        let open = ground == self.first;
        let one = way.filter(|_| open).unwrap_or(ground);
        match (height, way.filter(|_| !open)) {
            (0, None) => one.to_string(),
            (0, Some(way)) => format!("{one}{way}"),
            (height, _) => format!("{one}{height}"),
        }
    }

    /// The grounds that are to be seen.
    fn seen(&self, board: &Board) -> BTreeSet<char> {
        let cells = || self.cells.iter().filter(|(at, _)| board.holds(**at));
        let all = usize::from(board.columns) * usize::from(board.rows);
        let first = Some(self.first).filter(|_| cells().count() < all);
        cells().map(|(_, (ground, _))| *ground).chain(first).collect()
    }
}

/// The character of a kind of terrain: its own, or that of what it looks like.
fn sign(terrain: &Terrain) -> char {
    let look = || GROUNDS.iter().find(|(known, _)| *known == terrain.ground);
    let own = terrain.sign.filter(char::is_ascii_graphic);
    own.or_else(|| look().map(|(_, sign)| *sign)).unwrap_or('.')
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

/// The first letter of a side's name, or its number where two begin alike.
fn letter(board: &Board, side: u8) -> char {
    let initial = |name: &str| name.trim_start_matches("the ").chars().next().unwrap_or('?');
    let own = board.sides.get(usize::from(side)).map_or('?', |side| initial(&side.name));
    let alike = board.sides.iter().filter(|other| initial(&other.name) == own).count();
    let letter = if alike == 1 { own } else { char::from(b'1' + side % 9) };
    letter.to_ascii_uppercase()
}

fn board_legend(board: &Board, grounds: &Grounds, stacks: &BTreeMap<At, Vec<&Counter>>) -> String {
    let shown: BTreeSet<u8> = stacks.values().flatten().map(|counter| counter.side).collect();
    let sides = shown.iter().filter_map(|side| {
        let name = &board.sides.get(usize::from(*side))?.name;
        Some(format!("{} {}", letter(board, *side), one_line(name)))
    });
    let seen = grounds.seen(board);
    let mut named = BTreeSet::new();
    let terrains = board.terrains.iter().filter_map(|terrain| {
        let sign = sign(terrain);
        let new = seen.contains(&sign) && named.insert((sign, terrain.name.clone()));
        new.then(|| format!("{sign} {}", one_line(&terrain.name)))
    });
    let used: BTreeSet<u8> = board.tracks.iter().map(|track| track.way).collect();
    let ways = used.iter().filter_map(|way| {
        let way = board.ways.get(usize::from(*way))?;
        let (_, mark) = TRACKS.iter().find(|(known, _)| *known == way.line)?;
        Some(format!("{mark} {}", one_line(&way.name)))
    });
    let hills = grounds.cells.values().any(|(_, height)| *height != 0);
    let heights = hills.then(|| "number behind the ground: height".to_owned());
    wrapped(&sides.chain(terrains).chain(ways).chain(heights).collect::<Vec<_>>())
}

/// Words in lines.
fn wrapped(words: &[String]) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && line.width() + 3 + word.width() > WIDTH {
            out += &line;
            out.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line += "   ";
        }
        line += word;
    }
    if line.is_empty() { out } else { out + &line + "\n" }
}

/// A map of places and ways; `None` if its places have an extent, which tables tell better.
pub(super) fn map(map: &Map) -> Option<String> {
    let spots: Vec<(&Place, (u16, u16))> = map.places.iter().filter_map(spot).collect();
    if spots.len() < map.places.len() || spots.is_empty() || map.excess().is_some() {
        return None;
    }
    let scale = Scale::of(spots.iter().map(|(_, at)| *at))?;
    let at: BTreeMap<&str, (usize, usize)> =
        spots.iter().map(|(place, at)| (place.name.as_str(), scale.at(*at))).collect();
    let mut canvas = Canvas::new(WIDTH, HEIGHT + 1);
    for link in &map.links {
        let ends = (at.get(link.between.0.as_str()), at.get(link.between.1.as_str()));
        let way = map.ways.get(usize::from(link.way));
        if let ((Some(from), Some(to)), Some(way)) = (ends, way) {
            line(&mut canvas, *from, *to, stroke(way.line));
        }
    }
    for (place, spot) in &spots {
        let (column, row) = scale.at(*spot);
        label(&mut canvas, place, column, row);
    }
    let key = (!map.key.is_empty()).then(|| one_line(&map.key).into_owned());
    let ways: Vec<String> = map
        .ways
        .iter()
        .map(|way| format!("{} {}", String::from(stroke(way.line)).repeat(3), one_line(&way.name)))
        .collect();
    let legend: Vec<String> = key.into_iter().chain(ways).collect();
    Some(canvas.text() + "\n" + &wrapped(&legend))
}

fn spot(place: &Place) -> Option<(&Place, (u16, u16))> {
    match place.shape {
        Shape::Station(column, row) | Shape::Point(column, row) => Some((place, (column, row))),
        Shape::Land(_) | Shape::Water(_) => None,
    }
}

fn stroke(line: Stroke) -> char {
    STROKES.iter().find(|(known, _)| *known == line).map_or('.', |(_, sign)| *sign)
}

/// From the lengths of a map to lines and columns.
struct Scale {
    low: (u16, u16),
    span: (usize, usize),
}

/// Columns kept free on the right, for the names of what lies there.
const NAMES: usize = 16;

impl Scale {
    fn of(spots: impl Iterator<Item = (u16, u16)> + Clone) -> Option<Self> {
        let columns = spots.clone().map(|(column, _)| column);
        let rows = spots.map(|(_, row)| row);
        let low = (columns.clone().min()?, rows.clone().min()?);
        let span = |low: u16, high: u16| usize::from(high - low).max(1);
        Some(Self { low, span: (span(low.0, columns.max()?), span(low.1, rows.max()?)) })
    }

    fn at(&self, (column, row): (u16, u16)) -> (usize, usize) {
        let column = usize::from(column - self.low.0) * (WIDTH - NAMES) / self.span.0;
        (column, usize::from(row - self.low.1) * (HEIGHT - 2) / self.span.1)
    }
}

/// A line between two places, without its ends.
fn line(canvas: &mut Canvas, from: (usize, usize), to: (usize, usize), sign: char) {
    let steps = from.0.abs_diff(to.0).div_ceil(2).max(from.1.abs_diff(to.1));
    let between = |a: usize, b: usize, step: usize| {
        let way = a.abs_diff(b) * step;
        let gone = (way + steps / 2) / steps;
        if b >= a { a + gone } else { a - gone }
    };
    for step in 1..steps {
        let (column, row) = (between(from.0, to.0, step), between(from.1, to.1, step));
        canvas.write(column, row, sign.encode_utf8(&mut [0; 4]));
    }
}

/// The number and name of a place, and beneath it what stands there.
fn label(canvas: &mut Canvas, place: &Place, column: usize, row: usize) {
    let mark =
        if place.mark.is_empty() { "o".to_owned() } else { format!("({})", one_line(&place.mark)) };
    let named = matches!(place.shape, Shape::Station(..));
    let name = if named {
        format!("{mark}{}", one_line(&place.name))
    } else {
        one_line(&place.name).into_owned()
    };
    canvas.write(column, row, &name);
    let stacks: Vec<String> =
        place.stacks.iter().map(|stack| one_line(&stack.text).replace(' ', "")).collect();
    let stacks = stacks.join(" ");
    let free = [row + 1, row.saturating_sub(1)];
    let line = free.into_iter().find(|line| canvas.is_free(column, *line, stacks.len()));
    canvas.write(column, line.unwrap_or(row + 1), &stacks);
}

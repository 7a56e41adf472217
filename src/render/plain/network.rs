//! Places and the ways between them, with characters.

use std::collections::{BTreeMap, BTreeSet};

use super::{Canvas, WIDTH, wrapped};
use crate::page::{Map, Place, Shape, Stroke};
use crate::render::one_line;

/// Lines of a map.
const HEIGHT: usize = 30;

/// What each kind of way is drawn with.
const STROKES: [(Stroke, char); 3] =
    [(Stroke::Plain, '.'), (Stroke::Dashed, '-'), (Stroke::Dotted, ':')];

/// A map of places without an extent, and of the ways between them.
pub(super) fn network(map: &Map) -> Option<String> {
    let spots: Vec<(&Place, (u16, u16))> = map.places.iter().filter_map(spot).collect();
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
    let key = (!map.counters.is_empty()).then(|| one_line(&map.counters).into_owned());
    let used: BTreeSet<u8> = map.links.iter().map(|link| link.way).collect();
    let ways: Vec<String> = used
        .iter()
        .filter_map(|way| map.ways.get(usize::from(*way)))
        .map(|way| format!("{} {}", String::from(stroke(way.line)).repeat(3), one_line(&way.name)))
        .collect();
    let legend: Vec<String> = key.into_iter().chain(ways).collect();
    Some(canvas.text() + "\n" + &wrapped(&legend, WIDTH))
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

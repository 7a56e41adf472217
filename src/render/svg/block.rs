//! Areas made of cells.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::CELL;
use super::ring::{self, Edges};
use crate::page::Run;

/// Columns and rows of a map; what lies beyond is not drawn.
const MOST: u16 = 256;

/// The cells of an area.
pub(super) type Cells = BTreeSet<(i32, i32)>;

/// The cells of these runs.
pub(super) fn cells(runs: &[Run]) -> Cells {
    let mut cells = Cells::new();
    for (x, y, count) in runs.iter().filter(|(x, y, _)| *x < MOST && *y < MOST) {
        let end = x.saturating_add(*count).min(MOST);
        cells.extend((*x..end).map(|x| (i32::from(x), i32::from(*y))));
    }
    cells
}

/// The outline of an area as a path, clockwise around it and the other way around holes.
pub(super) fn outline(cells: &Cells, pad: i32) -> String {
    let mut edges = Edges::new();
    let mut edge = |from, to| edges.entry(from).or_default().push(to);
    for &(x, y) in cells {
        let free = |x, y| !cells.contains(&(x, y));
        if free(x, y - 1) {
            edge((x, y), (x + 1, y));
        }
        if free(x + 1, y) {
            edge((x + 1, y), (x + 1, y + 1));
        }
        if free(x, y + 1) {
            edge((x + 1, y + 1), (x, y + 1));
        }
        if free(x - 1, y) {
            edge((x, y + 1), (x, y));
        }
    }
    ring::rings(edges).iter().map(|corners| path(corners, pad)).collect()
}

/// A closed path through corners, the steps in one direction taken together.
fn path(corners: &[(i32, i32)], pad: i32) -> String {
    let (x, y) = corners[0];
    let mut out = format!("M{} {}", pad + x * CELL, pad + y * CELL);
    let mut steps: Vec<(i32, i32)> = Vec::new();
    for pair in corners.windows(2) {
        let step = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        match steps.last_mut() {
            Some(last) if (last.0 == 0) == (step.0 == 0) => {
                (last.0, last.1) = (last.0 + step.0, last.1 + step.1);
            }
            _ => steps.push(step),
        }
    }
    for (dx, dy) in steps {
        let _ = if dx == 0 { write!(out, "v{}", dy * CELL) } else { write!(out, "h{}", dx * CELL) };
    }
    out + "z"
}

/// The sides of cells on which `apart` is true of the cell and its neighbour to the right or below.
pub(super) fn borders(
    cells: impl Iterator<Item = (i32, i32)>,
    pad: i32,
    apart: impl Fn((i32, i32), (i32, i32)) -> bool,
) -> String {
    let mut out = String::new();
    for (x, y) in cells {
        let (right, low) = (pad + (x + 1) * CELL, pad + (y + 1) * CELL);
        if apart((x, y), (x + 1, y)) {
            let _ = write!(out, "M{right} {}v{CELL}", low - CELL);
        }
        if apart((x, y), (x, y + 1)) {
            let _ = write!(out, "M{} {low}h{CELL}", right - CELL);
        }
    }
    out
}

/// Where there is most room inside an area: column, row, width and height of a rectangle. Four
/// cells by three are enough for a name and two counters.
pub(super) fn room(cells: &Cells) -> (i32, i32, i32, i32) {
    let mut best = ((0, 0), (0, 0, 1, 1));
    for &(x, y) in cells {
        let mut width = i32::MAX;
        for height in 1..=6 {
            let row = y + height - 1;
            let run = (0..8).take_while(|n| cells.contains(&(x + n, row))).count();
            width = width.min(i32::try_from(run).expect("8 at most"));
            if width == 0 {
                break;
            }
            let score = (width.min(4) * height.min(3), width * height);
            if score > best.0 {
                best = (score, (x, y, width, height));
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_is_drawn_around_and_its_hole_too() {
        let ring = [(0, 0, 3), (0, 1, 1), (2, 1, 1), (0, 2, 3)];
        assert_eq!(outline(&cells(&ring), 0), "M0 0h72v72h-72v-72zM24 24v24h24v-24h-24z");
        // Two cells that touch at a corner are one line that crosses itself.
        let corner = outline(&cells(&[(0, 0, 1), (1, 1, 1)]), 2);
        assert_eq!(corner, "M2 2h24v24h24v24h-24v-24h-24v-24z");
        assert_eq!(outline(&cells(&[]), 0), "");
        assert_eq!(cells(&[(250, 0, u16::MAX), (0, 256, 1)]).len(), 6);
    }

    #[test]
    fn there_is_room_for_a_name() {
        let shape = [(0, 0, 1), (0, 1, 5), (1, 2, 4), (1, 3, 4)];
        assert_eq!(room(&cells(&shape)), (1, 1, 4, 3));
    }

    #[test]
    fn borders_lie_between_neighbours() {
        let all = cells(&[(0, 0, 2), (0, 1, 2)]);
        let path = borders(all.iter().copied(), 0, |a, b| a.0 == 0 && b.0 == 1);
        assert_eq!(path, "M24 0v24M24 24v24");
    }
}

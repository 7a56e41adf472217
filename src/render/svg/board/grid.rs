//! Where cells lie. A hex measures 60 units from corner to corner and 52 from side to side, which is
//! regular to a thousandth, so every corner is a whole number.

use std::fmt::Write as _;

use crate::page::{At, Board, Grid, Shifted};
use crate::render::svg::ring::{Edges, Point, plus, rings};

/// Units around the board.
const PAD: i32 = 6;

/// From the middle of a cell to the middle of a side.
pub(super) const INNER: i32 = 26;

/// Corners of a hex with a side on top, clockwise from the upper left.
const FLAT: [Point; 6] = [(-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0)];

/// Corners of a hex with a corner on top, clockwise from there.
const POINTY: [Point; 6] = [(0, -30), (26, -15), (26, 15), (0, 30), (-26, 15), (-26, -15)];

/// Corners of a square, clockwise from the upper left.
const SQUARE: [Point; 4] = [(-26, -26), (26, -26), (26, 26), (-26, 26)];

/// Straight ahead in each direction, in hundredths.
const AHEAD: [&[Point]; 3] = [
    &[(0, -100), (71, -71), (100, 0), (71, 71), (0, 100), (-71, 71), (-100, 0), (-71, -71)],
    &[(0, -100), (87, -50), (87, 50), (0, 100), (-87, 50), (-87, -50)],
    &[(50, -87), (100, 0), (50, 87), (-50, 87), (-100, 0), (-50, -87)],
];

/// The cells of a board and the paper they are drawn on.
pub(super) struct Plan {
    grid: Grid,
    columns: u16,
    rows: u16,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Plan {
    pub(super) fn new(board: &Board) -> Self {
        let (columns, rows) = (i32::from(board.columns), i32::from(board.rows));
        let (width, height) = match board.grid {
            Grid::Square => (52 * columns, 52 * rows),
            Grid::Flat(_) => (45 * columns + 15, 52 * rows + 26),
            Grid::Pointy(_) => (52 * columns + 26, 45 * rows + 15),
        };
        let (width, height) = (width + 2 * PAD, height + 2 * PAD);
        Self { grid: board.grid, columns: board.columns, rows: board.rows, width, height }
    }

    pub(super) fn holds(&self, (column, row): At) -> bool {
        column < self.columns && row < self.rows
    }

    /// Every cell, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = At> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    /// The middle of a cell.
    pub(super) fn middle(&self, at: At) -> Point {
        let (column, row) = (i32::from(at.0), i32::from(at.1));
        let (x, y) = match self.grid {
            Grid::Square => (26 + 52 * column, 26 + 52 * row),
            Grid::Flat(by) => (30 + 45 * column, 26 + 52 * row + 26 * shift(by, at.0)),
            Grid::Pointy(by) => (26 + 52 * column + 26 * shift(by, at.1), 30 + 45 * row),
        };
        (x + PAD, y + PAD)
    }

    /// The corners of a cell around its middle, clockwise.
    pub(super) fn form(&self) -> &'static [Point] {
        match self.grid {
            Grid::Square => &SQUARE,
            Grid::Flat(_) => &FLAT,
            Grid::Pointy(_) => &POINTY,
        }
    }

    /// The outline of a cell that stands alone.
    pub(super) fn outline(&self, at: At) -> String {
        let form = self.form();
        let first = plus(self.middle(at), form[0]);
        let mut out = format!("M{} {}l", first.0, first.1);
        for pair in form.windows(2) {
            push(&mut out, pair[1].0 - pair[0].0);
            push(&mut out, pair[1].1 - pair[0].1);
        }
        out + "z"
    }

    /// The outline of cells that belong together.
    pub(super) fn around(&self, cells: impl Iterator<Item = At>) -> String {
        let mut edges = Edges::new();
        for at in cells {
            for (from, to) in self.sides(at) {
                // What is a side of two cells is no part of the outline.
                if !cancel(&mut edges, to, from) {
                    edges.entry(from).or_default().push(to);
                }
            }
        }
        rings(edges).iter().map(|ring| closed(&ring[1..])).collect()
    }

    /// The sides of a cell, clockwise.
    pub(super) fn sides(&self, at: At) -> impl Iterator<Item = (Point, Point)> {
        let (middle, form) = (self.middle(at), self.form());
        let next = form.iter().cycle().skip(1);
        form.iter().zip(next).map(move |(a, b)| (plus(middle, *a), plus(middle, *b)))
    }

    /// The side of a cell in a direction; `None` where there is a corner or nothing.
    pub(super) fn side(&self, at: At, direction: u8) -> Option<(Point, Point)> {
        let side = match self.grid {
            Grid::Square => direction.is_multiple_of(2).then_some(direction / 2)?,
            Grid::Flat(_) | Grid::Pointy(_) => direction,
        };
        self.sides(at).nth(side.into())
    }

    /// The cell beyond a side; `None` where the board ends.
    pub(super) fn beyond(&self, at: At, direction: u8) -> Option<At> {
        let (dx, dy) = match self.grid {
            Grid::Square => match direction {
                0 => (0, -1),
                2 => (1, 0),
                4 => (0, 1),
                6 => (-1, 0),
                _ => return None,
            },
            Grid::Flat(by) => {
                let low = shift(by, at.0);
                *[(0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1)]
                    .get(usize::from(direction))?
            }
            Grid::Pointy(by) => {
                let right = shift(by, at.1);
                *[(right, -1), (1, 0), (right, 1), (right - 1, 1), (-1, 0), (right - 1, -1)]
                    .get(usize::from(direction))?
            }
        };
        let near = |n: u16, by: i32| u16::try_from(i32::from(n) + by).ok();
        Some((near(at.0, dx)?, near(at.1, dy)?)).filter(|at| self.holds(*at))
    }

    /// The way straight ahead, in hundredths; `None` if there is no such direction.
    pub(super) fn ahead(&self, direction: u8) -> Option<Point> {
        let table = match self.grid {
            Grid::Square => AHEAD[0],
            Grid::Flat(_) => AHEAD[1],
            Grid::Pointy(_) => AHEAD[2],
        };
        table.get(usize::from(direction)).copied()
    }
}

/// Takes a side away; false if it is not there.
fn cancel(edges: &mut Edges, from: Point, to: Point) -> bool {
    let Some(ends) = edges.get_mut(&from) else { return false };
    let Some(n) = ends.iter().position(|end| *end == to) else { return false };
    ends.swap_remove(n);
    if ends.is_empty() {
        edges.remove(&from);
    }
    true
}

/// 1 for a column or row that is shifted.
fn shift(by: Shifted, n: u16) -> i32 {
    i32::from((n % 2 == 1) == (by == Shifted::Odd))
}

/// Points, given as so far ahead and so far to the right of `middle`, for one that looks `ahead`.
pub(super) fn turned(middle: Point, ahead: Point, points: &[Point]) -> Vec<Point> {
    let turn = |(far, right): &Point| {
        let x = ahead.0 * far - ahead.1 * right;
        let y = ahead.1 * far + ahead.0 * right;
        plus(middle, (x / 100, y / 100))
    };
    points.iter().map(turn).collect()
}

/// Adds a number to a path, apart from the one before it.
fn push(path: &mut String, number: i32) {
    if number >= 0 && path.ends_with(|c: char| c.is_ascii_digit()) {
        path.push(' ');
    }
    let _ = write!(path, "{number}");
}

/// A line through these corners that ends where it began.
pub(super) fn closed(corners: &[Point]) -> String {
    line(corners) + "z"
}

/// A line through these points.
pub(super) fn line(points: &[Point]) -> String {
    let mut out = String::new();
    for ((x, y), n) in points.iter().zip(0..) {
        let _ = write!(out, "{}{x} {y}", if n == 0 { 'M' } else { 'L' });
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn plans() -> impl Iterator<Item = Plan> {
        let shifts = [Shifted::Odd, Shifted::Even];
        let hexes = shifts.map(|by| [Grid::Flat(by), Grid::Pointy(by)]).into_iter().flatten();
        let board = |grid| Board { grid, columns: 5, rows: 4, ..Board::default() };
        [Grid::Square].into_iter().chain(hexes).map(move |grid| Plan::new(&board(grid)))
    }

    fn corners(plan: &Plan, at: At) -> BTreeSet<Point> {
        plan.form().iter().map(|corner| plus(plan.middle(at), *corner)).collect()
    }

    #[test]
    fn neighbours_share_two_corners_exactly() {
        for plan in plans() {
            for at in plan.cells() {
                let near: BTreeSet<At> = (0..8).filter_map(|n| plan.beyond(at, n)).collect();
                for n in 0..8 {
                    let Some(other) = plan.beyond(at, n) else { continue };
                    let half = u8::try_from(plan.form().len()).unwrap();
                    let back = if plan.form().len() == 4 { (n + 4) % 8 } else { (n + 3) % half };
                    assert_eq!(plan.beyond(other, back), Some(at), "{:?} {at:?}", plan.grid);
                    let (a, b) = plan.side(at, n).unwrap();
                    assert_eq!(plan.side(other, back), Some((b, a)));
                }
                for other in plan.cells().filter(|other| *other != at) {
                    let (a, b) = (corners(&plan, at), corners(&plan, other));
                    let shared = a.intersection(&b).count();
                    assert_eq!(shared == 2, near.contains(&other), "{at:?} {other:?}");
                }
            }
        }
    }

    /// True if a side of the one has all of the other on its outer side.
    fn apart(plan: &Plan, a: At, b: At) -> bool {
        let outside = |((x, y), (to_x, to_y)): (Point, Point)| {
            let side = |(px, py): &Point| (to_x - x) * (py - y) - (to_y - y) * (px - x);
            corners(plan, b).iter().all(|corner| side(corner) <= 0)
        };
        plan.sides(a).any(outside)
    }

    #[test]
    fn no_two_cells_overlap_and_all_lie_on_the_paper() {
        for plan in plans() {
            for a in plan.cells() {
                assert!(!apart(&plan, a, a));
                let paper =
                    |(x, y): &Point| (0..=plan.width).contains(x) && (0..=plan.height).contains(y);
                assert!(corners(&plan, a).iter().all(paper));
                for b in plan.cells().filter(|b| *b != a) {
                    assert!(
                        apart(&plan, a, b) || apart(&plan, b, a),
                        "{:?} {a:?} {b:?}",
                        plan.grid
                    );
                }
            }
        }
    }

    #[test]
    fn straight_ahead_leads_through_the_side() {
        for plan in plans() {
            for direction in 0..8 {
                let Some(((x, y), (to_x, to_y))) = plan.side((1, 1), direction) else { continue };
                let (middle, ahead) = (plan.middle((1, 1)), plan.ahead(direction).unwrap());
                let tip = turned(middle, ahead, &[(INNER, 0)])[0];
                let off = (i32::midpoint(x, to_x) - tip.0, i32::midpoint(y, to_y) - tip.1);
                assert!(
                    off.0.abs() <= 1 && off.1.abs() <= 1,
                    "{:?} {direction} {off:?}",
                    plan.grid
                );
            }
        }
    }

    #[test]
    fn an_outline_goes_around_and_leaves_out_what_lies_inside() {
        let board = Board { columns: 3, rows: 3, ..Board::default() };
        let plan = Plan::new(&board);
        assert_eq!(plan.around([(0, 0)].into_iter()).matches(['L', 'M']).count(), 4);
        let ring = plan.cells().filter(|at| *at != (1, 1));
        let outline = plan.around(ring);
        assert_eq!((outline.matches('z').count(), outline.matches(['L', 'M']).count()), (2, 16));
        assert_eq!(plan.around([].into_iter()), "");
    }
}

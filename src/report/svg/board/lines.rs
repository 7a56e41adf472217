//! Lines of fire and routes.

use std::collections::BTreeMap;

use super::Sheet;
use super::grid::{line, plus};
use crate::page::{At, Fire, Route, Shot};
use crate::report::svg::arrow::{HEAD, Told, arrow_of, begin, head, pill, towards};
use crate::report::svg::ring::Point;

/// How far from the middle of a cell lines end; they stay inside it.
const END: i32 = 20;

/// How far lines between the same cells lie from each other.
const APART: i32 = 7;

impl Sheet<'_> {
    /// Routes and lines of fire: what lies below counters, and what lies above.
    pub(super) fn lines(&self) -> (String, String) {
        let mut seen: BTreeMap<(At, At), i32> = BTreeMap::new();
        let mut lane = |from: At, to: At| {
            let count = seen.entry((from.min(to), from.max(to))).or_default();
            *count += 1;
            lane(*count - 1)
        };
        let mut drawn: Vec<(String, String)> = Vec::new();
        for (route, n) in self.board.routes.iter().zip(0..) {
            drawn.extend(self.route(route, lane_of_route(n)));
        }
        for fire in &self.board.fires {
            drawn.extend(self.fire(fire, lane(fire.from, fire.to)));
        }
        drawn.into_iter().unzip()
    }

    /// An arrow through the middles of cells.
    fn route(&self, route: &Route, aside: Point) -> Option<(String, String)> {
        let there = route.path.iter().filter(|at| self.plan.holds(**at));
        let mut points: Vec<Point> = there.map(|at| plus(self.plan.middle(*at), aside)).collect();
        points.dedup();
        let [.., before, end] = points.as_slice() else { return None };
        let (before, tip) = (*before, towards(*end, *before, END)?);
        let last = points.len() - 1;
        // The line ends inside the head.
        points[last] = towards(tip, before, HEAD - 3)?;
        let (a, b) = (points[(last - 1) / 2], points[(last - 1) / 2 + 1]);
        let middle = (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1));
        let told = Told { hue: self.hue(route.side), text: &route.text, title: &route.title };
        Some(arrow_of(&told, &line(&points), &head(tip, before), middle))
    }

    /// A straight line; its stroke and its end say what came of it.
    fn fire(&self, fire: &Fire, lane: i32) -> Option<(String, String)> {
        if !self.plan.holds(fire.from) || !self.plan.holds(fire.to) {
            return None;
        }
        let (from, to) = (self.plan.middle(fire.from), self.plan.middle(fire.to));
        let (start, end) = ends(from, to, lane)?;
        let told = Told { hue: self.hue(fire.side), text: &fire.text, title: &fire.title };
        let group = begin("fire", &told);
        let d = line(&[start, end]);
        let class = stroke(fire.outcome);
        let below =
            format!("<path class=\"halo\" d=\"{d}\" /><path class=\"{class}\" d=\"{d}\" />");
        let middle = (i32::midpoint(start.0, end.0), i32::midpoint(start.1, end.1));
        let above = ending(fire.outcome, start, end) + &pill(middle, &fire.text);
        Some((format!("{group}{below}</g>\n"), format!("{group}{above}</g>\n")))
    }
}

/// Where a line of fire begins and ends, so far aside of the straight one; `None` within one cell.
fn ends(from: Point, to: Point, lane: i32) -> Option<(Point, Point)> {
    let aside = towards((0, 0), (to.1 - from.1, from.0 - to.0), APART * lane)?;
    let (from, to) = (plus(from, aside), plus(to, aside));
    Some((towards(from, to, END)?, towards(to, from, END)?))
}

/// The classes of a line of fire.
pub(super) fn stroke(outcome: Shot) -> &'static str {
    match outcome {
        Shot::Hit => "shot",
        Shot::Missed => "shot missed",
        Shot::Blocked => "shot stopped",
    }
}

/// The ends of a line of fire: a head if it hit, a ring if it missed, a bar if it was blocked.
pub(super) fn ending(outcome: Shot, start: Point, end: Point) -> String {
    let (x, y) = end;
    let muzzle =
        format!("<circle class=\"muzzle\" cx=\"{}\" cy=\"{}\" r=\"3\" />", start.0, start.1);
    let end = match outcome {
        Shot::Hit => format!("<path class=\"head\" d=\"{}\" />", head(end, start)),
        Shot::Missed => format!("<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"5\" />"),
        Shot::Blocked => {
            let (dx, dy) = towards((0, 0), (y - start.1, start.0 - x), 8).unwrap_or_default();
            format!("<path class=\"bar\" d=\"{}\" />", line(&[(x + dx, y + dy), (x - dx, y - dy)]))
        }
    };
    muzzle + &end
}

/// 0, 1, -1, 2, -2, and again.
fn lane(n: i32) -> i32 {
    match n % 5 {
        even if even % 2 == 0 => -even / 2,
        odd => i32::midpoint(odd, 1),
    }
}

/// Routes keep aside of each other, so that two through the same cells are two.
fn lane_of_route(n: i32) -> Point {
    const NEAR: i32 = 4;
    (NEAR * lane(n), NEAR * lane(n + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Board, Grid, Shifted};
    use crate::report::svg::board::grid::{INNER, Plan};

    #[test]
    fn lines_end_inside_their_cells() {
        let odd = Shifted::Odd;
        for grid in [Grid::Square, Grid::Flat(odd), Grid::Pointy(odd)] {
            let plan = Plan::new(&Board { grid, columns: 6, rows: 6, ..Board::default() });
            let inside = |(x, y): Point, at: At| {
                let middle = plan.middle(at);
                let (dx, dy) = (x - middle.0, y - middle.1);
                dx * dx + dy * dy <= INNER * INNER
            };
            for (from, to) in plan.cells().flat_map(|a| plan.cells().map(move |b| (a, b))) {
                for n in 0..7 {
                    let found = ends(plan.middle(from), plan.middle(to), lane(n));
                    assert_eq!(found.is_none(), from == to);
                    let Some((start, end)) = found else { continue };
                    assert!(inside(start, from) && inside(end, to), "{grid:?} {from:?} {to:?} {n}");
                }
            }
        }
        assert_eq!([0, 1, 2, 3, 4, 5].map(lane), [0, 1, -1, 2, -2, 0]);
    }

    #[test]
    fn a_route_ends_inside_its_last_cell() {
        let board =
            Board { columns: 6, rows: 6, grid: Grid::Flat(Shifted::Odd), ..Board::default() };
        let sheet = Sheet::new("x", &board);
        let went = |path: &[At]| Route {
            path: path.to_vec(),
            side: 0,
            text: String::new(),
            title: String::new(),
        };
        let (_, head) = sheet.route(&went(&[(0, 0), (0, 1), (0, 2)]), (0, 0)).unwrap();
        let (x, y) = sheet.plan.middle((0, 2));
        assert!(head.contains(&format!("d=\"M{x} {}L", y - END)), "{head}");
        assert!(sheet.route(&went(&[(0, 0), (9, 9)]), (0, 0)).is_none());
    }
}

//! Lines of fire and routes.

use std::collections::BTreeMap;

use super::Sheet;
use super::grid::line;
use super::names::Name;
use crate::page::{At, Fire, Route, Shot};
use crate::render::svg::arrow::{
    HEAD, Told, arrow_of, begin, head, pill, pill_width, stroked, towards,
};
use crate::render::svg::place::{Area, Paper};
use crate::render::svg::ring::{Point, plus};

/// How far from the middle of a cell lines end; they stay inside it.
const END: i32 = 20;

/// Where there are more steps of lines than this, no text is written on them.
const CAREFUL: usize = 2000;

/// Texts beside the cells of a route at most.
const NOTES: usize = 16;

/// How far lines between the same cells lie from each other.
const APART: i32 = 7;

/// Where routes and lines of fire run; `None` where one does not.
pub(super) struct Courses {
    routes: Vec<Option<Vec<Point>>>,
    fires: Vec<Option<(Point, Point)>>,
}

impl Courses {
    /// Every line by its number, routes first; empty where there is none.
    pub(super) fn points(&self) -> Vec<Vec<Point>> {
        let routes = self.routes.iter().map(|points| points.clone().unwrap_or_default());
        let fires = self.fires.iter().map(|ends| ends.map_or(Vec::new(), |(a, b)| vec![a, b]));
        routes.chain(fires).collect()
    }
}

impl Sheet<'_> {
    /// Where routes and lines of fire run.
    pub(super) fn courses(&self) -> Courses {
        let mut seen: BTreeMap<(At, At), i32> = BTreeMap::new();
        let mut lane = |from: At, to: At| {
            let count = seen.entry((from.min(to), from.max(to))).or_default();
            *count += 1;
            lane(*count - 1)
        };
        let board = self.board;
        let routes = (0..).zip(&board.routes);
        let fires = board.fires.iter();
        Courses {
            routes: routes.map(|(n, route)| self.way_of(route, lane_of_route(n))).collect(),
            fires: fires.map(|fire| self.ends_of(fire, lane(fire.from, fire.to))).collect(),
        }
    }

    /// Routes and lines of fire: what lies below counters, and what lies above. Their texts cover no
    /// counter, no sign, no name and no other line.
    pub(super) fn lines(
        &self,
        courses: &Courses,
        names: &[Name<'_>],
        halo: bool,
    ) -> (String, String) {
        let Courses { routes, fires } = courses;
        let mut paper = self.paper();
        for name in names {
            paper.take(name.area);
        }
        courses.points().iter().zip(0..).for_each(|(points, owner)| paper.draw(owner, points));
        let steps = fires.len() + routes.iter().flatten().map(Vec::len).sum::<usize>();
        let written = |text: &str| if steps > CAREFUL { String::new() } else { text.to_owned() };
        let mut drawn: Vec<(String, String)> = Vec::new();
        for ((route, points), owner) in self.board.routes.iter().zip(routes).zip(0..) {
            let Some(points) = points else { continue };
            let told =
                Told { hue: self.hue(route.side), text: &route.text, title: &route.title, halo };
            let badge = badge(&mut paper, points, &written(&route.text), owner);
            drawn.extend(route_of(&told, points, badge));
            if steps <= CAREFUL {
                drawn.extend(self.notes(&mut paper, route, owner, &told));
            }
        }
        for ((fire, ends), owner) in self.board.fires.iter().zip(fires).zip(routes.len()..) {
            let Some((start, end)) = ends else { continue };
            let told =
                Told { hue: self.hue(fire.side), text: &fire.text, title: &fire.title, halo };
            let badge = badge(&mut paper, &[*start, *end], &written(&fire.text), owner);
            drawn.push(fire_of(&told, fire.outcome, (*start, *end), badge));
        }
        drawn.into_iter().unzip()
    }

    /// What texts on lines may not cover.
    fn paper(&self) -> Paper {
        let mut paper = Paper::default();
        for at in self.stacks.keys() {
            paper.take(Area::around(self.plan.middle(*at), 46, 48));
        }
        self.sign_areas().for_each(|area| paper.take(area));
        paper
    }

    /// The points of a route.
    fn way_of(&self, route: &Route, aside: Point) -> Option<Vec<Point>> {
        let there = route.path.iter().filter(|at| self.plan.holds(**at));
        let mut points: Vec<Point> = there.map(|at| plus(self.plan.middle(*at), aside)).collect();
        points.dedup();
        let [.., before, end] = points.as_slice() else { return None };
        let tip = towards(*end, *before, END)?;
        let last = points.len() - 1;
        points[last] = tip;
        Some(points)
    }

    /// The texts beside cells of a route, on its line, where there is room; `owner` is its place
    /// among the routes.
    fn notes(
        &self,
        paper: &mut Paper,
        route: &Route,
        owner: usize,
        told: &Told<'_>,
    ) -> Option<(String, String)> {
        let aside = lane_of_route(i32::try_from(owner).unwrap_or(0));
        let place = |at: usize| {
            let there = route.path.get(at).filter(|at| self.plan.holds(**at));
            there.map(|at| plus(self.plan.middle(*at), aside))
        };
        let mut pills = String::new();
        for (at, text) in route.notes.iter().take(NOTES) {
            let at = usize::from(*at);
            let Some(here) = place(at) else { continue };
            let next = place(at + 1).unwrap_or(here);
            let between = |by: i32| {
                (here.0 + (next.0 - here.0) * by / 8, here.1 + (next.1 - here.1) * by / 8)
            };
            let areas = (0..=4).map(|by| Area::around(between(by), pill_width(text), 16));
            if let Some(area) = paper.put(areas, Some(owner)) {
                pills += &pill((area.x + area.width / 2, area.y + area.tall / 2), text);
            }
        }
        let untitled = Told { title: "", ..*told };
        (!pills.is_empty()).then(|| (String::new(), begin("move", &untitled) + &pills + "</g>\n"))
    }

    /// Where a line of fire begins and ends.
    fn ends_of(&self, fire: &Fire, lane: i32) -> Option<(Point, Point)> {
        if !self.plan.holds(fire.from) || !self.plan.holds(fire.to) {
            return None;
        }
        let (from, to) = (self.plan.middle(fire.from), self.plan.middle(fire.to));
        ends(from, to, lane)
    }
}

/// An arrow through the middles of cells.
fn route_of(told: &Told<'_>, points: &[Point], badge: Option<Point>) -> Option<(String, String)> {
    let [.., before, tip] = points else { return None };
    let mut track = points.to_vec();
    // The line ends inside the head.
    *track.last_mut()? = towards(*tip, *before, HEAD - 3)?;
    Some(arrow_of(told, &line(&track), &head(*tip, *before), badge))
}

/// A straight line; its stroke and its end say what came of it.
fn fire_of(
    told: &Told<'_>,
    outcome: Shot,
    (start, end): (Point, Point),
    badge: Option<Point>,
) -> (String, String) {
    let below = stroked(told, stroke(outcome), &line(&[start, end]));
    let pill = badge.map(|badge| pill(badge, told.text)).unwrap_or_default();
    let above = ending(outcome, start, end) + &pill;
    let untitled = Told { title: "", ..*told };
    let groups = (begin("fire", told), begin("fire", &untitled));
    (format!("{}{below}</g>\n", groups.0), format!("{}{above}</g>\n", groups.1))
}

/// Where the text of a line stands: on it, or else beside it, as near to its middle as there is room.
fn badge(paper: &mut Paper, points: &[Point], text: &str, owner: usize) -> Option<Point> {
    if text.is_empty() {
        return None;
    }
    let legs = points.len().saturating_sub(1);
    let width = pill_width(text);
    let mut places: Vec<(usize, Point)> = Vec::new();
    let mut beside: Vec<(usize, Point)> = Vec::new();
    for (pair, n) in points.windows(2).zip(0_usize..) {
        for eighths in 1..=7_u8 {
            let (a, b, by) = (pair[0], pair[1], i32::from(eighths));
            let at = (a.0 + (b.0 - a.0) * by / 8, a.1 + (b.1 - a.1) * by / 8);
            let far = (16 * n + 2 * usize::from(eighths)).abs_diff(8 * legs);
            places.push((far, at));
            for (by, more) in [(14, 1), (-14, 1), (22, 2), (-22, 2)] {
                let aside = towards((0, 0), (a.1 - b.1, b.0 - a.0), by).unwrap_or_default();
                beside.push((far + more, plus(at, aside)));
            }
        }
    }
    places.sort_by_key(|(far, _)| *far);
    beside.sort_by_key(|(far, _)| *far);
    let ends = [points.first()?, points.last()?].map(|end| Area::around(*end, 18, 18));
    let area = |(_, at): (usize, Point)| Area::around(at, width, 16);
    let shows_ends = |area: &Area| !ends.iter().any(|end| end.overlaps(area));
    // On a line that is too short to be seen with it, it stands beside.
    let on = paper.put(places.into_iter().map(area).filter(shows_ends), Some(owner));
    let area = on.or_else(|| paper.put(beside.into_iter().map(area), None))?;
    Some((area.x + area.width / 2, area.y + area.tall / 2))
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
        Shot::Harmless => "shot stopped",
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
        Shot::Harmless => {
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
    const NEAR: i32 = 6;
    (NEAR * lane(n), NEAR * lane(n + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Board, Grid, Shifted};
    use crate::render::svg::board::grid::{INNER, Plan};

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
            notes: Vec::new(),
            path: path.to_vec(),
            side: 0,
            text: String::new(),
            title: String::new(),
        };
        let points = sheet.way_of(&went(&[(0, 0), (0, 1), (0, 2)]), (0, 0)).unwrap();
        let told = Told { hue: None, text: "", title: "", halo: true };
        let (_, head) = route_of(&told, &points, None).unwrap();
        let (x, y) = sheet.plan.middle((0, 2));
        assert!(head.contains(&format!("d=\"M{x} {}L", y - END)), "{head}");
        assert!(sheet.way_of(&went(&[(0, 0), (9, 9)]), (0, 0)).is_none());
    }
}

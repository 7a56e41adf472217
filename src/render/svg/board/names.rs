//! The names of places and zones, where they cover no counter.

use std::collections::BTreeSet;

use super::Sheet;
use super::grid::INNER;
use crate::page::{At, Zone};
use crate::render::svg::label;
use crate::render::svg::place::{Area, Paper};
use crate::render::svg::ring::Point;

/// Height of a name.
const TALL: i32 = 13;

/// From the top of a name to its base.
const BASE: i32 = 10;

/// How many steps away from its cell there is looked for room for a name.
const FAR: i32 = 25;

/// With more names, times what they could stand on, they stand where they stand by themselves.
const CAREFUL: usize = 20_000;

/// A name and where it stands.
pub(super) struct Name<'a> {
    class: &'static str,
    text: &'a str,
    pub(super) area: Area,
}

impl Name<'_> {
    /// The name as it is drawn.
    pub(super) fn drawn(&self) -> String {
        let Area { x, y, width, .. } = self.area;
        label(self.class, x + width / 2, y + BASE, self.text)
    }
}

impl<'a> Sheet<'a> {
    /// The names of cells that have one, then those of zones: each on the paper, and where there is
    /// room on no counter, sign, line, barrier or other name. A zone's name may stand at any of its cells.
    pub(super) fn named(&self, lines: &[Vec<Point>]) -> Vec<Name<'a>> {
        let mut wanted: Vec<(&'static str, &'a str, Vec<Area>)> = Vec::new();
        for (at, cell) in self.cells.iter().filter(|(_, cell)| !cell.label.is_empty()) {
            let mut zones = self.board.zones.iter().filter(|zone| zone.name == cell.label);
            let zone = zones.find(|zone| zone.cells.contains(at));
            let others = zone.map_or(BTreeSet::new(), |zone| self.known(&zone.cells));
            let cells = [*at].into_iter().chain(others);
            let below = cells.map(|at| self.below(at, width(&cell.label, 13)));
            wanted.push(("under", &cell.label, below.collect()));
        }
        let zones = self.board.zones.iter().chain(&self.board.seen);
        for zone in zones.filter(|zone| !zone.name.is_empty() && !self.is_labelled(zone)) {
            let wide = width(&zone.name, 16);
            let above = self.above(zone, wide).into_iter();
            let below = self.known(&zone.cells).into_iter().map(|at| self.below(at, wide));
            wanted.push(("area", &zone.name, above.chain(below).collect()));
        }
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut paper = Paper::default();
        self.stacks.keys().filter_map(|at| self.extent(*at)).for_each(|area| paper.take(area));
        self.sign_areas().for_each(|area| paper.take(area));
        lines.iter().zip(0..).for_each(|(line, owner)| paper.draw(owner, line));
        self.ridges().for_each(|(from, to)| paper.draw(lines.len(), &[from, to]));
        let size = (self.plan.width, self.plan.height);
        let edges = self.board.edges.len();
        let steps =
            self.stacks.len() + lines.iter().map(Vec::len).sum::<usize>() + wanted.len() + edges;
        let careful = wanted.len() * steps <= CAREFUL;
        let settled = |(class, text, areas): (&'static str, &'a str, Vec<Area>)| {
            let first = *areas.first()?;
            if !careful {
                return Some(Name { class, text, area: first.moved_onto(size) });
            }
            let best = paper.best(areas.into_iter().map(|area| area.moved_onto(size)));
            let (_, area) = match best {
                Some((0, _)) => best,
                _ => paper.best(nearby(&first).into_iter().map(|area| area.moved_onto(size))),
            }?;
            paper.take(area);
            Some(Name { class, text, area })
        };
        wanted.into_iter().filter_map(settled).collect()
    }

    /// True if one of its cells says its name.
    fn is_labelled(&self, zone: &Zone) -> bool {
        zone.cells.iter().any(|at| self.cells.get(at).is_some_and(|cell| cell.label == zone.name))
    }

    /// The lower part of a cell.
    fn below(&self, at: At, width: i32) -> Area {
        let (x, y) = self.plan.middle(at);
        Area { x: x - width / 2, y: y + 24 - BASE, width, tall: TALL }
    }

    /// The edge above the middle of a zone's topmost cells.
    fn above(&self, zone: &Zone, width: i32) -> Option<Area> {
        let cells = self.known(&zone.cells);
        let middles = cells.iter().map(|at| self.plan.middle(*at));
        let top = middles.clone().map(|(_, y)| y).min()?;
        let columns: Vec<i32> = middles.filter(|(_, y)| *y < top + INNER).map(|(x, _)| x).collect();
        let x = i32::midpoint(*columns.iter().min()?, *columns.iter().max()?);
        Some(Area { x: x - width / 2, y: top - INNER + 4 - BASE, width, tall: TALL })
    }
}

/// About how wide a text is whose letters take so many half units.
fn width(text: &str, letter: i32) -> i32 {
    letter * i32::try_from(text.chars().count().min(200)).expect("200 at most") / 2
}

/// The same area a few steps away, the nearest first.
fn nearby(area: &Area) -> Vec<Area> {
    let steps = || (-FAR..=FAR).map(|n| n * 8);
    let mut all: Vec<Point> = steps().flat_map(|dx| steps().map(move |dy| (dx, dy))).collect();
    all.sort_by_key(|(dx, dy)| dx * dx + dy * dy);
    all.into_iter().map(|(dx, dy)| Area { x: area.x + dx, y: area.y + dy, ..*area }).collect()
}

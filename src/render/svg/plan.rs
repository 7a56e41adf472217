//! Where everything lies.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{self, Cells};
use super::pieces::{self, ASCENT};
use super::place::{Area, Paper};
use super::ring::Point;
use super::spot::Spot;
use super::{CELL, LINE, name_lines};
use crate::page::{Link, Map, Place, Shape};

/// Columns and rows in which a point may lie.
const MOST: u16 = 255;

/// On a map with more places than this, names stand where they stand by themselves; with as many links,
/// these run as they do by themselves.
const CAREFUL: usize = 200;

/// Pairs of cells of two areas among which the ends of a link are looked for, and how many of the
/// nearest are compared.
const PAIRS: usize = 4000;
const NEAR: usize = 64;

/// Units around a map of areas.
const NARROW: i32 = 6;

/// Units around a map of points, whose names stand beside them.
const WIDE: i32 = 44;

/// The places of a map and the paper they are drawn on.
pub(super) struct Plan<'a> {
    pub(super) map: &'a Map,
    spots: Vec<Spot>,
    names: BTreeMap<&'a str, usize>,
    /// The place on each cell.
    cells: BTreeMap<(i32, i32), usize>,
    pad: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl<'a> Plan<'a> {
    /// The plan of maps that differ only in what stands on them.
    pub(super) fn new(maps: &[&'a Map]) -> Option<Self> {
        let map = *maps.first()?;
        let points = map.places.iter().any(|p| matches!(p.shape, Shape::Station(..)));
        let pad = if points { WIDE } else { NARROW };
        let spots: Vec<Spot> = map.places.iter().map(|place| spot(place, pad)).collect();
        let names = map.places.iter().zip(0..).map(|(place, n)| (place.name.as_str(), n));
        let mut cells = BTreeMap::new();
        for (spot, n) in spots.iter().zip(0..) {
            cells.extend(spot.cells.iter().map(|cell| (*cell, n)));
        }
        let far = |side: fn(&(i32, i32)) -> i32| {
            let most = cells.keys().map(side).max().map_or(0, |most| most + 1);
            most * CELL
        };
        let width = spots.iter().map(|s| s.x - pad).max().unwrap_or(0).max(far(|c| c.0));
        let height = spots.iter().map(|s| s.y - pad).max().unwrap_or(0).max(far(|c| c.1));
        let (width, height) = (width + 2 * pad, height + 2 * pad);
        let names = names.collect();
        let mut plan = Self { map, spots, names, cells, pad, width, height };
        plan.settle(maps);
        Some(plan)
    }

    /// Finds places for the names, so that those of points cross no link and stand on nothing else.
    fn settle(&mut self, maps: &[&Map]) {
        let mut paper = Paper::default();
        for link in &self.map.links {
            if let (Some(a), Some(b)) = (self.spot(&link.between.0), self.spot(&link.between.1)) {
                paper.draw(0, &[(a.x, a.y), (b.x, b.y)]);
            }
        }
        let on = |n: usize| maps.iter().filter_map(move |map| map.places.get(n));
        for (spot, n) in self.spots.iter().zip(0..).filter(|(spot, _)| spot.outline.is_empty()) {
            let wide = on(n).map(|place| pieces::form_radius(place, spot)).max().unwrap_or(0);
            paper.take(Area::around((spot.x, spot.y), 2 * wide, 2 * wide));
            for at in on(n).flat_map(|place| pieces::small_signs(place, spot)).map(|(_, at)| at) {
                paper.take(Area::around(at, 16, 16));
            }
        }
        let paper_size = (self.width, self.height);
        for (spot, n) in self.spots.iter_mut().zip(0..) {
            let sizes = || on(n).map(|place| pieces::size(place, spot.room));
            let wide = sizes().map(|(wide, _)| wide).max().unwrap_or(0);
            let tall = sizes().map(|(_, tall)| tall).max().unwrap_or(0);
            let below = Area { x: spot.at - wide / 2, y: spot.top - ASCENT, width: wide, tall };
            let block = if spot.outline.is_empty() && self.map.places.len() <= CAREFUL {
                let all = beside(spot, (wide, tall)).into_iter();
                let there = all.filter(|area| area.is_on(paper_size));
                let free = |area: &Area| area.is_on(paper_size) && paper.faults(area, None) == 0;
                match paper.best(there) {
                    Some((0, best)) => best,
                    best => {
                        let best = best.map_or(below, |(_, area)| area);
                        around(spot, (wide, tall)).into_iter().find(free).unwrap_or(best)
                    }
                }
            } else {
                below
            };
            paper.take(block);
            (spot.at, spot.top) = (block.x + wide / 2, block.y + ASCENT);
            spot.block = Some(block);
        }
    }

    /// Every place and where it lies.
    pub(super) fn spots(&self) -> impl Iterator<Item = (&'a Place, &Spot)> {
        self.map.places.iter().zip(&self.spots)
    }

    /// Where a place lies.
    pub(super) fn spot(&self, name: &str) -> Option<&Spot> {
        self.names.get(name).map(|n| &self.spots[*n])
    }

    /// The places that touch one of these or that a link joins with one, by name.
    pub(super) fn next_to(&self, held: &BTreeSet<&str>) -> BTreeSet<&'a str> {
        let around = |(x, y): &(i32, i32)| [(x - 1, *y), (x + 1, *y), (*x, y - 1), (*x, y + 1)];
        let spots = held.iter().filter_map(|name| self.spot(name));
        let touching = spots.flat_map(|spot| &spot.cells).flat_map(around);
        let touching = touching.filter_map(|cell| self.cells.get(&cell));
        let touching = touching.map(|n| self.map.places[*n].name.as_str());
        let other = |Link { between: (a, b), .. }: &'a Link| match (
            held.contains(a.as_str()),
            held.contains(b.as_str()),
        ) {
            (true, _) => Some(b.as_str()),
            (_, true) => Some(a.as_str()),
            (false, false) => None,
        };
        touching.chain(self.map.links.iter().filter_map(other)).collect()
    }

    /// Where a link begins and ends: in the middle of its places, or, where both have an area, in two
    /// cells near each other between which no name stands.
    pub(super) fn ends(&self, link: &Link) -> Option<(Point, Point)> {
        let (a, b) = (self.spot(&link.between.0)?, self.spot(&link.between.1)?);
        let middles = ((a.x, a.y), (b.x, b.y));
        let count = a.cells.len() * b.cells.len();
        let crowded = self.map.places.len().max(self.map.links.len()) > CAREFUL;
        if count == 0 || count > PAIRS || crowded {
            return Some(middles);
        }
        let middle =
            |(x, y): &(i32, i32)| (self.pad + x * CELL + CELL / 2, self.pad + y * CELL + CELL / 2);
        let ends: Vec<Point> = b.cells.iter().map(middle).collect();
        let starts = a.cells.iter().map(middle);
        let mut pairs: Vec<(Point, Point)> =
            starts.flat_map(|a| ends.iter().map(move |b| (a, *b))).collect();
        pairs.sort_by_key(|(a, b)| (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2));
        let names = || self.spots.iter().filter_map(|spot| spot.block);
        let crossed = |line: &&(Point, Point)| names().filter(|it| it.is_crossed(**line)).count();
        pairs.iter().take(NEAR).min_by_key(crossed).copied()
    }

    /// Where land and water meet.
    pub(super) fn coasts(&self) -> String {
        let land = |cell| {
            let place = self.cells.get(&cell).map(|n| &self.map.places[*n]);
            place.is_some_and(|place| matches!(place.shape, Shape::Land(_)))
        };
        block::borders(self.cells.keys().copied(), self.pad, |a, b| land(a) != land(b))
    }

    /// Where the parts of the land meet.
    pub(super) fn parts(&self) -> String {
        let part = |n: &usize| {
            let place = &self.map.places[*n];
            matches!(place.shape, Shape::Land(_)).then_some(&place.part)
        };
        let apart = |a, b| {
            let (a, b) = (self.cells.get(&a).and_then(part), self.cells.get(&b).and_then(part));
            matches!((a, b), (Some(a), Some(b)) if a != b)
        };
        block::borders(self.cells.keys().copied(), self.pad, apart)
    }

    /// Where neighbours touch between whom there is no way.
    pub(super) fn walls(&self) -> String {
        let pair = |(a, b): &(String, String)| {
            Some((*self.names.get(a.as_str())?, *self.names.get(b.as_str())?))
        };
        let walls: BTreeSet<(usize, usize)> = self.map.walls.iter().filter_map(pair).collect();
        if walls.is_empty() {
            return String::new();
        }
        let apart = |a, b| match (self.cells.get(&a), self.cells.get(&b)) {
            (Some(a), Some(b)) => walls.contains(&(*a, *b)) || walls.contains(&(*b, *a)),
            _ => false,
        };
        block::borders(self.cells.keys().copied(), self.pad, apart)
    }
}

/// Places for a block beside a point, the best first.
fn beside(spot: &Spot, (wide, tall): (i32, i32)) -> Vec<Area> {
    let mut all = Vec::new();
    for far in [0, 8, 18, 30, 44] {
        let r = spot.radius + 3 + far;
        let near = r * 7 / 10;
        let (left, top) = (spot.x - wide / 2, spot.y - tall / 2);
        let (low, high) = (spot.y + r, spot.y - r - tall);
        let corners = [
            (left, low),
            (left, high),
            (spot.x + r, top),
            (spot.x - r - wide, top),
            (spot.x + near, spot.y + near),
            (spot.x - near - wide, spot.y + near),
            (spot.x + near, spot.y - near - tall),
            (spot.x - near - wide, spot.y - near - tall),
            (left + wide / 3, low),
            (left - wide / 3, low),
            (left + wide / 3, high),
            (left - wide / 3, high),
        ];
        all.extend(corners.map(|(x, y)| Area { x, y, width: wide, tall }));
    }
    all
}

/// Places for a block not far from a point, the nearest first.
fn around(spot: &Spot, (wide, tall): (i32, i32)) -> Vec<Area> {
    const STEP: i32 = 8;
    let steps = || (-20..=20).map(|n| STEP * n);
    let mut all: Vec<(i32, i32)> = steps().flat_map(|dx| steps().map(move |dy| (dx, dy))).collect();
    all.sort_by_key(|(dx, dy)| dx * dx + dy * dy);
    let area = |(dx, dy): (i32, i32)| Area::around((spot.x + dx, spot.y + dy), wide, tall);
    all.into_iter().map(area).collect()
}

fn spot(place: &Place, pad: i32) -> Spot {
    let at = |x: &u16, y: &u16| {
        let unit = |n: &u16| pad + i32::from((*n).min(MOST)) * CELL;
        (unit(x), unit(y))
    };
    let point = |(x, y), radius| Spot {
        x,
        y,
        radius,
        top: y + radius + LINE,
        at: x,
        block: None,
        room: 5 * CELL,
        outline: String::new(),
        cells: Cells::new(),
    };
    match &place.shape {
        Shape::Station(x, y) => point(at(x, y), 12),
        Shape::Point(x, y) => point(at(x, y), 4),
        Shape::Land(runs) | Shape::Water(runs) => area(place, block::cells(runs), pad),
    }
}

fn area(place: &Place, cells: Cells, pad: i32) -> Spot {
    let (column, row, width, height) = block::room(&cells);
    let names = i32::try_from(name_lines(&place.name).len().min(9)).expect("9 at most");
    let (x, y) = (pad + column * CELL + width * CELL / 2, pad + row * CELL + height * CELL / 2);
    // The name and a line below it stand in the middle, if there is room.
    let above = (height * CELL).min((names + 2) * LINE + 10) / 2;
    Spot {
        x,
        y,
        radius: 12,
        top: y - above + LINE,
        at: x,
        block: None,
        room: width * CELL,
        outline: block::outline(&cells, pad),
        cells,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Run;

    #[test]
    fn next_to_a_place_is_what_touches_it_or_is_linked_with_it() {
        let row = |x: u16| -> Vec<Run> { vec![(x, 0, 2)] };
        let place = |name: &str, x| Place::new(name, Shape::Land(row(x)));
        let link = |a: &str, b: &str| Link { between: (a.to_owned(), b.to_owned()), way: 0 };
        let map = Map {
            places: vec![place("A", 0), place("B", 2), place("C", 4), place("D", 6)],
            links: vec![link("D", "A")],
            ..Map::default()
        };
        let plan = Plan::new(&[&map]).unwrap();
        let next: Vec<&str> = plan.next_to(&BTreeSet::from(["A"])).into_iter().collect();
        assert_eq!(next, ["A", "B", "D"], "a cell touches those of its own place");
    }

    #[test]
    fn a_link_between_areas_goes_past_names() {
        let rows = |rows: std::ops::Range<u16>| -> Vec<Run> { rows.map(|y| (0, y, 10)).collect() };
        let map = Map {
            places: vec![
                Place::new("North", Shape::Water(rows(0..3))),
                Place::new("Middle Land", Shape::Land(rows(3..6))),
                Place::new("South", Shape::Water(rows(6..9))),
            ],
            links: vec![Link { between: ("North".to_owned(), "South".to_owned()), way: 0 }],
            ..Map::default()
        };
        let plan = Plan::new(&[&map]).unwrap();
        let (from, to) = plan.ends(&map.links[0]).unwrap();
        assert_eq!(to.1 - from.1, 4 * CELL, "{from:?} {to:?}");
        let crossed = plan.spots().find(|(_, it)| it.block.unwrap().is_crossed((from, to)));
        assert!(crossed.is_none(), "{from:?} {to:?}");
    }
}

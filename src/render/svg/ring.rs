//! Outlines put together from the sides of cells.

use std::collections::BTreeMap;

/// A corner, in units or in cells.
pub(super) type Point = (i32, i32);

/// A point moved by another.
pub(super) fn plus(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

/// Sides of an outline by where they begin: the area lies to the right of each.
pub(super) type Edges = BTreeMap<Point, Vec<Point>>;

/// The closed lines that these sides make; each ends where it began.
pub(super) fn rings(mut edges: Edges) -> Vec<Vec<Point>> {
    let mut rings = Vec::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let mut corners = vec![start];
        let mut at = start;
        while let Some(next) = take(&mut edges, at) {
            corners.push(next);
            at = next;
        }
        rings.push(corners);
    }
    rings
}

/// Takes an edge that begins here.
fn take(edges: &mut Edges, at: Point) -> Option<Point> {
    let ends = edges.get_mut(&at)?;
    let end = ends.pop();
    if ends.is_empty() {
        edges.remove(&at);
    }
    end
}

//! Moves as arrows.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::plan::Spot;
use super::{Drawing, hue, label, text_width};
use crate::page::{Map, Move};
use crate::report::escape::words;

/// Length of an arrow's head.
const HEAD: i32 = 11;

/// How far a curve bends aside at most.
const BULGE: i32 = 30;

/// Legs between two places that have been drawn, by the places.
type Drawn<'m> = BTreeMap<(&'m str, &'m str), i32>;

/// Every move, each leg of its path a curve, so that there and back lie apart: the tracks, which lie
/// below names and counters, and the heads and numbers, which lie above.
pub(super) fn arrows(drawing: &Drawing<'_>, map: &Map) -> (String, String) {
    let mut drawn = Drawn::new();
    map.moves.iter().filter_map(|went| arrow(drawing, went, &mut drawn)).unzip()
}

fn arrow<'m>(
    drawing: &Drawing<'_>,
    went: &'m Move,
    drawn: &mut Drawn<'m>,
) -> Option<(String, String)> {
    let mut legs: Vec<Leg> = Vec::new();
    for pair in went.path.windows(2) {
        let ends = (drawing.plan.spot(&pair[0]), drawing.plan.spot(&pair[1]));
        let (Some(from), Some(to)) = ends else { continue };
        let before = drawn.entry((&pair[0], &pair[1])).or_default();
        legs.extend(Leg::new(from, to, *before));
        *before += 1;
    }
    let (last, middle) = (legs.last()?, legs.get(legs.len() / 2)?);
    let d: String = legs.iter().map(Leg::path).collect();
    let class = drawing.side(went.side).map_or(String::new(), |side| format!(" h{}", hue(side)));
    let begin = match went.title.as_str() {
        "" => format!("<g class=\"move{class}\">"),
        title => format!("<g class=\"move{class}\"><title>{}</title>", words(title)),
    };
    let lines = format!("<path class=\"halo\" d=\"{d}\" /><path class=\"track\" d=\"{d}\" />");
    let mut out = format!("{begin}<path class=\"head\" d=\"{}\" />", last.head());
    if !went.text.is_empty() {
        let ((x, y), width) = (middle.middle(), text_width(&went.text) + 8);
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"16\" rx=\"8\" />{}",
            x - width / 2,
            y - 8,
            label("count", x, y + 4, &went.text)
        );
    }
    Some((format!("{begin}{lines}</g>\n"), out + "</g>\n"))
}

/// From one place to the next.
struct Leg {
    from: (i32, i32),
    bend: (i32, i32),
    to: (i32, i32),
}

impl Leg {
    /// `before`: how many legs go the same way already.
    fn new(a: &Spot, b: &Spot, before: i32) -> Option<Self> {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let length = (dx * dx + dy * dy).isqrt().max(1);
        let bulge = (length / 7).min(BULGE) + 14 * before.min(8);
        let bend = (a.x + dx / 2 - dy * bulge / length, a.y + dy / 2 + dx * bulge / length);
        let from = towards((a.x, a.y), bend, a.radius + 2)?;
        let to = towards((b.x, b.y), bend, b.radius + 3)?;
        Some(Self { from, bend, to })
    }

    fn path(&self) -> String {
        let ((x, y), (bx, by)) = (self.from, self.bend);
        // The line ends inside the head.
        let (tx, ty) = towards(self.to, self.bend, HEAD - 3).unwrap_or(self.to);
        format!("M{x} {y}Q{bx} {by} {tx} {ty}")
    }

    fn head(&self) -> String {
        let (x, y) = self.to;
        let (bx, by) = towards(self.to, self.bend, HEAD).unwrap_or(self.to);
        let (nx, ny) = ((y - by) * 5 / HEAD, (bx - x) * 5 / HEAD);
        format!("M{x} {y}L{} {}L{} {}z", bx + nx, by + ny, bx - nx, by - ny)
    }

    fn middle(&self) -> (i32, i32) {
        let middle = |a: i32, b: i32, c: i32| (a + 2 * b + c) / 4;
        (middle(self.from.0, self.bend.0, self.to.0), middle(self.from.1, self.bend.1, self.to.1))
    }
}

/// The point so far from one towards another; `None` if the two are the same.
fn towards(from: (i32, i32), to: (i32, i32), far: i32) -> Option<(i32, i32)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).isqrt();
    (length > 0).then(|| (from.0 + dx * far / length, from.1 + dy * far / length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_lies_so_far_towards_another() {
        assert_eq!(towards((0, 0), (30, 40), 10), Some((6, 8)));
        assert_eq!(towards((5, 5), (5, 5), 10), None);
    }
}

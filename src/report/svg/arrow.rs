//! Moves as arrows.

use std::collections::BTreeMap;

use super::plan::Spot;
use super::{Drawing, hue, label, text_width};
use crate::page::{Map, Move};
use crate::report::escape::words;

/// Length of an arrow's head.
pub(super) const HEAD: i32 = 11;

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
    let hue = drawing.side(went.side).map(hue);
    let track: String = legs.iter().map(Leg::path).collect();
    let told = Told { hue, text: &went.text, title: &went.title };
    Some(arrow_of(&told, &track, &head(last.to, last.bend), middle.middle()))
}

/// What an arrow says.
pub(super) struct Told<'a> {
    /// The colour of its side.
    pub(super) hue: Option<u8>,
    /// What stands on it.
    pub(super) text: &'a str,
    /// What moved, in words.
    pub(super) title: &'a str,
}

/// An arrow: its track, and its head with a text in the middle.
pub(super) fn arrow_of(
    told: &Told<'_>,
    track: &str,
    head: &str,
    middle: (i32, i32),
) -> (String, String) {
    let begin = begin("move", told);
    let lines =
        format!("<path class=\"halo\" d=\"{track}\" /><path class=\"track\" d=\"{track}\" />");
    let head = format!("<path class=\"head\" d=\"{head}\" />{}", pill(middle, told.text));
    (format!("{begin}{lines}</g>\n"), format!("{begin}{head}</g>\n"))
}

/// The beginning of a group of a class and a side's colour, with its title.
pub(super) fn begin(class: &str, told: &Told<'_>) -> String {
    let hue = told.hue.map_or(String::new(), |hue| format!(" h{hue}"));
    match told.title {
        "" => format!("<g class=\"{class}{hue}\">"),
        title => format!("<g class=\"{class}{hue}\"><title>{}</title>", words(title)),
    }
}

/// A text on an arrow; nothing without text.
pub(super) fn pill((x, y): (i32, i32), text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let width = text_width(text) + 8;
    let place = format!("x=\"{}\" y=\"{}\" width=\"{width}\"", x - width / 2, y - 8);
    format!("<rect {place} height=\"16\" rx=\"8\" />{}", label("count", x, y + 4, text))
}

/// The head of an arrow that comes from there.
pub(super) fn head(tip: (i32, i32), from: (i32, i32)) -> String {
    let (x, y) = tip;
    let (bx, by) = towards(tip, from, HEAD).unwrap_or(tip);
    let (nx, ny) = ((y - by) * 5 / HEAD, (bx - x) * 5 / HEAD);
    format!("M{x} {y}L{} {}L{} {}z", bx + nx, by + ny, bx - nx, by - ny)
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

    fn middle(&self) -> (i32, i32) {
        let middle = |a: i32, b: i32, c: i32| (a + 2 * b + c) / 4;
        (middle(self.from.0, self.bend.0, self.to.0), middle(self.from.1, self.bend.1, self.to.1))
    }
}

/// The point so far from one towards another; `None` if the two are the same.
pub(super) fn towards(from: (i32, i32), to: (i32, i32), far: i32) -> Option<(i32, i32)> {
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

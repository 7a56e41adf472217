//! Moves as arrows.

use std::collections::BTreeMap;

use super::plan::Spot;
use super::{Drawing, hue, label, pieces, text_width};
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
    let mut taken = pieces::taken(drawing, map);
    map.moves.iter().filter_map(|went| arrow(drawing, went, &mut drawn, &mut taken)).unzip()
}

fn arrow<'m>(
    drawing: &Drawing<'_>,
    went: &'m Move,
    drawn: &mut Drawn<'m>,
    taken: &mut Vec<Area>,
) -> Option<(String, String)> {
    let mut legs: Vec<Leg> = Vec::new();
    for pair in went.path.windows(2) {
        let ends = (drawing.plan.spot(&pair[0]), drawing.plan.spot(&pair[1]));
        let (Some(from), Some(to)) = ends else { continue };
        let before = drawn.entry((&pair[0], &pair[1])).or_default();
        legs.extend(Leg::new(from, to, *before));
        *before += 1;
    }
    let last = legs.last()?;
    let middle = clear_point(&legs, &went.text, taken);
    taken.push(Area::pill(middle, &went.text));
    let hue = drawing.side(went.side).map(hue);
    let track: String = legs.iter().map(Leg::path).collect();
    let told = Told { hue, text: &went.text, title: &went.title };
    Some(arrow_of(&told, &track, &head(last.to, last.bend), middle))
}

/// Where the text of an arrow stands: in the middle, or as near to it as it covers the least.
fn clear_point(legs: &[Leg], text: &str, taken: &[Area]) -> (i32, i32) {
    let middle = legs.len() / 2;
    let points = legs.iter().enumerate().flat_map(|(n, leg)| {
        let far = 8 * n.abs_diff(middle);
        [(0, 4), (1, 5), (1, 3), (2, 6), (2, 2)].map(|(off, at)| (far + off, leg.at(at)))
    });
    let covers = |point: (i32, i32)| {
        let pill = Area::pill(point, text);
        taken.iter().map(|area| pill.shared(area)).sum::<i32>()
    };
    let best = points.min_by_key(|(far, point)| (covers(*point), *far));
    best.map_or((0, 0), |(_, point)| point)
}

/// A part of the paper that something stands on.
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) tall: i32,
}

impl Area {
    /// What a text on an arrow takes.
    fn pill((x, y): (i32, i32), text: &str) -> Self {
        let width = text_width(text) + 8;
        Self { x: x - width / 2, y: y - 8, width, tall: 16 }
    }

    /// How much of it lies in another.
    fn shared(&self, other: &Self) -> i32 {
        let common = |a: i32, long: i32, b: i32, wide: i32| (a + long).min(b + wide) - a.max(b);
        let width = common(self.x, self.width, other.x, other.width).max(0);
        width * common(self.y, self.tall, other.y, other.tall).max(0)
    }
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

    /// The point so many eighths on the way.
    fn at(&self, eighths: i32) -> (i32, i32) {
        let (there, back) = (eighths, 8 - eighths);
        let at = |a: i32, b: i32, c: i32| {
            (back * back * a + 2 * back * there * b + there * there * c) / 64
        };
        (at(self.from.0, self.bend.0, self.to.0), at(self.from.1, self.bend.1, self.to.1))
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
    fn a_count_stands_where_it_covers_nothing() {
        let leg = |from: (i32, i32), to: (i32, i32)| Leg {
            from,
            bend: (i32::midpoint(from.0, to.0), 0),
            to,
        };
        let legs = [leg((0, 0), (80, 0)), leg((80, 0), (240, 0)), leg((240, 0), (320, 0))];
        let at = |taken: &[Area]| clear_point(&legs, "3", taken);
        assert_eq!(at(&[]), (160, 0), "the middle of the middle leg");
        let name = || Area { x: 150, y: -8, width: 20, tall: 16 };
        let beside = at(&[name()]);
        assert_eq!(beside, (180, 0));
        assert_eq!(Area::pill(beside, "3").shared(&name()), 0);
        let leg = Area { x: 85, y: -20, width: 150, tall: 40 };
        let elsewhere = at(&[leg]);
        assert!(elsewhere.0 < 80 || elsewhere.0 > 240, "{elsewhere:?}");
    }

    #[test]
    fn a_point_lies_so_far_towards_another() {
        assert_eq!(towards((0, 0), (30, 40), 10), Some((6, 8)));
        assert_eq!(towards((5, 5), (5, 5), 10), None);
    }
}

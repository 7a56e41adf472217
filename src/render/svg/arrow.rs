//! Moves as arrows.

use std::collections::BTreeMap;

use super::place::{Area, Paper};
use super::ring::{Point, plus};
use super::spot::Spot;
use super::{Drawing, Shared, hue, label, pieces, text_width};
use crate::page::{Map, Move};
use crate::render::escape::words;

/// Length of an arrow's head.
pub(super) const HEAD: i32 = 11;

/// How far a curve bends aside at most, unless another lies there already.
const BULGE: i32 = 40;

/// How much further the next curve between the same places bends; half of it lies between them.
const LANE: i32 = 20;

/// The curves between two places in the order in which they are taken, to the right and to the left:
/// to the left each is as far aside as the next to the right.
const LANES: [i32; 10] = [1, 2, -1, 3, -2, 4, -3, 5, -4, -5];

/// How far beside its track the text of an arrow may stand.
const BESIDE: i32 = 7;

/// How far beside its track it stands on none of it.
const AWAY: [i32; 6] = [14, -14, 20, -20, 26, -26];

/// How much of a leg is seen besides the text on it.
const SEEN: i32 = 24;

/// Height of the text on an arrow.
const PILL: i32 = 16;

/// Where there are more legs than this, arrows take the next lane and no text is written on them.
const CAREFUL: usize = 400;

/// What lines belong to that are no arrow's.
const LINKS: usize = 0;

/// The lanes that are taken between two places, by their names in order.
type Drawn<'m> = BTreeMap<(&'m str, &'m str), Vec<i32>>;

/// Every move, each leg of its path a curve, so that there and back lie apart: the tracks, which lie
/// below names and counters, and the heads and numbers, which lie above.
/// In a story there are few of them, which need no halo.
pub(super) fn arrows(drawing: &Drawing<'_>, map: &Map, shared: &mut Shared) -> (String, String) {
    let arrow = |Arrow { went, legs, badge }: Arrow<'_>| {
        let hue = drawing.side(went.side).map(hue);
        let story = shared.is_story();
        let title = if story { "" } else { &went.title };
        let told = Told { hue, text: &went.text, title, halo: !story };
        let track: String = legs.iter().map(Leg::path).collect();
        // Each leg has a head: between its ends too a move is told from a way.
        let heads: String = legs.iter().map(|leg| head(leg.to, leg.bend)).collect();
        let middle = badge.map(|area| (area.x + area.width / 2, area.y + area.tall / 2));
        let (track, head) = arrow_of(&told, &track, &heads, middle);
        if !story {
            return (track, head);
        }
        // What moved along the same way later is another, but its arrow is the same. Of a single
        // move all is told beside the picture.
        let track = shared.part(&drawing.id, track);
        let track = match words(&went.title) {
            title if title.is_empty() || map.moves.len() == 1 => track,
            title => format!("<g><title>{title}</title>{track}</g>\n"),
        };
        (track, shared.part(&drawing.id, head))
    };
    laid(drawing, map).into_iter().map(arrow).unzip()
}

/// A move on its way over the map.
pub(super) struct Arrow<'m> {
    went: &'m Move,
    /// At least one.
    pub(super) legs: Vec<Leg>,
    /// Where its text stands.
    pub(super) badge: Option<Area>,
}

/// Every move that can be drawn.
pub(super) fn laid<'m>(drawing: &Drawing<'_>, map: &'m Map) -> Vec<Arrow<'m>> {
    if map.moves.is_empty() {
        return Vec::new();
    }
    let mut paper = pieces::taken(drawing, map);
    let mut drawn = Drawn::new();
    let careful = map.moves.iter().map(|went| went.path.len()).sum::<usize>() <= CAREFUL;
    // What no line may cross, if that is looked at.
    let nothing = Paper::default();
    let names = if careful { &paper } else { &nothing };
    let ways: Vec<(&'m Move, Vec<Leg>)> = map
        .moves
        .iter()
        .map(|went| (went, legs(drawing, went, &mut drawn, names)))
        .filter(|(_, legs)| !legs.is_empty())
        .collect();
    for link in &map.links {
        if let Some((a, b)) = drawing.plan.ends(link) {
            paper.draw(LINKS, &[a, b]);
        }
    }
    for ((_, legs), owner) in ways.iter().zip(LINKS + 1..) {
        for leg in legs {
            paper.draw(owner, &leg.points());
        }
        for leg in legs {
            paper.take(Area::around(leg.to, HEAD, HEAD));
        }
    }
    let arrow = |((went, legs), owner): ((&'m Move, Vec<Leg>), usize)| {
        let text = if careful { went.text.as_str() } else { "" };
        let badge = badge(&mut paper, &legs, text, owner);
        Arrow { went, legs, badge }
    };
    ways.into_iter().zip(LINKS + 1..).map(arrow).collect()
}

/// The legs of a move.
fn legs<'m>(
    drawing: &Drawing<'_>,
    went: &'m Move,
    drawn: &mut Drawn<'m>,
    paper: &Paper,
) -> Vec<Leg> {
    let mut legs = Vec::new();
    for pair in went.path.windows(2) {
        let ends = (drawing.plan.spot(&pair[0]), drawing.plan.spot(&pair[1]));
        let (Some(from), Some(to)) = ends else { continue };
        // A lane is the same seen from either end, but lies on the other side.
        let back = pair[0] > pair[1];
        let key = if back { (&*pair[1], &*pair[0]) } else { (&*pair[0], &*pair[1]) };
        let used = drawn.entry(key).or_default();
        let lane = |lane: i32| if back { -lane } else { lane };
        let free = LANES.iter().copied().filter(|at| !used.contains(&lane(*at)));
        let mut best: Option<(usize, i32, Leg)> = None;
        for (at, leg) in free.filter_map(|at| Some((at, Leg::new(from, to, at)?))) {
            let crossed = paper.crossed(&leg.points(), [(from.x, from.y), (to.x, to.y)]);
            if best.as_ref().is_none_or(|(least, ..)| crossed < *least) {
                best = Some((crossed, at, leg));
            }
            if crossed == 0 {
                break;
            }
        }
        let leg = best.map(|(_, at, leg)| (at, leg));
        let leg = leg.or_else(|| Some((0, Leg::new(from, to, 1)?)));
        let Some((at, leg)) = leg else { continue };
        used.push(lane(at));
        legs.push(leg);
    }
    legs
}

/// Where the text of an arrow stands: on a leg that is seen with it, or else beside the track, as near
/// to the middle as there is room; `None` if there is none, or nothing to say.
fn badge(paper: &mut Paper, legs: &[Leg], text: &str, owner: usize) -> Option<Area> {
    if text.is_empty() {
        return None;
    }
    let (middle, width) = (legs.len() / 2, pill_width(text));
    // The nearest first, so far aside of the legs that are long enough.
    let along = |asides: &[i32], least: i32| {
        let mut points: Vec<(i32, Point)> = Vec::new();
        for (leg, n) in legs.iter().zip(0_usize..).filter(|(leg, _)| leg.is_longer(least)) {
            let far = 32 * i32::try_from(n.abs_diff(middle)).unwrap_or(i32::MAX / 64);
            for at in 2..=14 {
                let (point, far) = (leg.at(at), far + 2 * (at - 8).abs());
                let beside = |long: &i32| (far + i32::from(*long != 0), leg.aside(at, *long));
                points.extend(asides.iter().map(beside).map(|(far, by)| (far, plus(point, by))));
            }
        }
        points.sort_by_key(|(far, _)| *far);
        points.into_iter().map(move |(_, point)| Area::around(point, width, PILL))
    };
    let found = paper.put(along(&[0, BESIDE, -BESIDE], width + SEEN), Some(owner));
    found.or_else(|| paper.put(along(&AWAY, 0), None))
}

/// What an arrow says.
pub(super) struct Told<'a> {
    /// The colour of its side.
    pub(super) hue: Option<u8>,
    /// What stands on it.
    pub(super) text: &'a str,
    /// What moved, in words.
    pub(super) title: &'a str,
    /// Whether its line is kept apart from what lies below.
    pub(super) halo: bool,
}

/// An arrow: its track, and its head with a text in the middle.
pub(super) fn arrow_of(
    told: &Told<'_>,
    track: &str,
    head: &str,
    middle: Option<Point>,
) -> (String, String) {
    let begin = begin("move", told);
    let lines = stroked(told, "track", track);
    let pill = middle.map(|middle| pill(middle, told.text)).unwrap_or_default();
    let head = format!("<path class=\"head\" d=\"{head}\" />{pill}");
    let above = self::begin("move", &Told { title: "", ..*told });
    (format!("{begin}{lines}</g>\n"), format!("{above}{head}</g>\n"))
}

/// A line of a class, with its halo.
pub(super) fn stroked(told: &Told<'_>, class: &str, d: &str) -> String {
    let halo = if told.halo { format!("<path class=\"halo\" d=\"{d}\" />") } else { String::new() };
    format!("{halo}<path class=\"{class}\" d=\"{d}\" />")
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
    let width = pill_width(text);
    let place = format!("x=\"{}\" y=\"{}\" width=\"{width}\"", x - width / 2, y - 8);
    format!("<rect {place} height=\"16\" rx=\"8\" />{}", label("", x, y + 4, text))
}

/// Width of the text on an arrow.
pub(super) fn pill_width(text: &str) -> i32 {
    text_width(text) + 8
}

/// The head of an arrow that comes from there.
pub(super) fn head(tip: (i32, i32), from: (i32, i32)) -> String {
    let (x, y) = tip;
    let (bx, by) = towards(tip, from, HEAD).unwrap_or(tip);
    let (nx, ny) = ((y - by) * 5 / HEAD, (bx - x) * 5 / HEAD);
    format!("M{x} {y}L{} {}L{} {}z", bx + nx, by + ny, bx - nx, by - ny)
}

/// From one place to the next.
pub(super) struct Leg {
    from: (i32, i32),
    bend: (i32, i32),
    to: (i32, i32),
}

impl Leg {
    /// The leg on a lane; it begins and ends beside what stands at its ends.
    fn new(a: &Spot, b: &Spot, lane: i32) -> Option<Self> {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let length = (dx * dx + dy * dy).isqrt().max(1);
        let bulge = ((length / 4).min(BULGE) + LANE * (lane.abs() - 1)) * lane.signum();
        let bend = (a.x + dx / 2 - dy * bulge / length, a.y + dy / 2 + dx * bulge / length);
        let from = towards((a.x, a.y), bend, a.radius + 2)?;
        let to = towards((b.x, b.y), bend, b.radius + 3)?;
        Some(Self { from, bend, to }.beside(a, b))
    }

    /// The part of the leg that lies outside the names and counters at its ends.
    fn beside(self, a: &Spot, b: &Spot) -> Self {
        let outside = |spot: &Spot, at: i32| {
            let area = spot.block.filter(|_| !spot.outline.is_empty());
            area.is_none_or(|block| !block.holds(self.at(at)))
        };
        let first = (0..=5).find(|at| outside(a, *at)).unwrap_or(5);
        let last = (11..=16).rev().find(|at| outside(b, *at)).unwrap_or(11);
        let bend = |p: i32, bend: i32, q: i32| {
            let (s, e) = (16 - first, 16 - last);
            (s * e * p + (first * e + s * last) * bend + first * last * q) / 256
        };
        let bend =
            (bend(self.from.0, self.bend.0, self.to.0), bend(self.from.1, self.bend.1, self.to.1));
        Self { from: self.at(first), bend, to: self.at(last) }
    }

    fn path(&self) -> String {
        let ((x, y), (bx, by)) = (self.from, self.bend);
        // The line ends inside the head.
        let (tx, ty) = towards(self.to, self.bend, HEAD - 3).unwrap_or(self.to);
        format!("M{x} {y}q{} {}", step(bx - x, by - y), step(tx - x, ty - y))
    }

    /// The point so many sixteenths on the way.
    pub(super) fn at(&self, sixteenths: i32) -> Point {
        let (there, back) = (sixteenths, 16 - sixteenths);
        let at = |a: i32, b: i32, c: i32| {
            (back * back * a + 2 * back * there * b + there * there * c) / 256
        };
        (at(self.from.0, self.bend.0, self.to.0), at(self.from.1, self.bend.1, self.to.1))
    }

    /// A step of this length to the right of the way there.
    fn aside(&self, sixteenths: i32, long: i32) -> Point {
        let (a, b) = (self.at(sixteenths - 1), self.at(sixteenths + 1));
        towards((0, 0), (a.1 - b.1, b.0 - a.0), long).unwrap_or_default()
    }

    /// True if its ends lie further apart.
    fn is_longer(&self, long: i32) -> bool {
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        dx * dx + dy * dy > long * long
    }

    /// Points on the way, near enough to each other.
    fn points(&self) -> [Point; 9] {
        [0, 2, 4, 6, 8, 10, 12, 14, 16].map(|at| self.at(at))
    }
}

/// A step in a path.
fn step(dx: i32, dy: i32) -> String {
    if dy < 0 { format!("{dx}{dy}") } else { format!("{dx} {dy}") }
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
    use crate::page::{Place, Shape};

    #[test]
    fn a_count_stands_where_it_covers_nothing() {
        let leg = |from: Point, to: Point| Leg { from, bend: (i32::midpoint(from.0, to.0), 0), to };
        let legs = [leg((0, 0), (80, 0)), leg((80, 0), (240, 0)), leg((240, 0), (320, 0))];
        let at = |taken: &[Area]| {
            let mut paper = Paper::default();
            for area in taken {
                paper.take(*area);
            }
            badge(&mut paper, &legs, "3", 1).map(|it| (it.x + it.width / 2, it.y + it.tall / 2))
        };
        assert_eq!(at(&[]), Some((160, 0)), "the middle of the middle leg");
        let name = Area { x: 150, y: -8, width: 20, tall: 16 };
        let (x, _) = at(&[name]).unwrap();
        assert!((175..195).contains(&x) || (125..145).contains(&x), "{x}");
        let elsewhere = at(&[Area { x: 85, y: -20, width: 150, tall: 40 }]).unwrap();
        assert!(elsewhere.0 < 80 || elsewhere.0 > 240, "{elsewhere:?}");
        assert_eq!(at(&[Area { x: -50, y: -50, width: 500, tall: 100 }]), None);
    }

    #[test]
    fn a_leg_bends_no_further_for_the_forms_at_its_ends() {
        for (x, y) in (0..=40).flat_map(|x| (0..=40).map(move |y| (x, y))) {
            if 20_u16.abs_diff(x) < 5 && 20_u16.abs_diff(y) < 5 {
                continue;
            }
            let went = Move {
                path: vec!["Pell".to_owned(), "21".to_owned()],
                side: 0,
                text: String::new(),
                title: String::new(),
            };
            let map = Map {
                places: vec![
                    Place::new("Pell", Shape::Station(20, 20)),
                    Place::new("21", Shape::Point(x, y)),
                ],
                ..Map::default()
            };
            let drawing = Drawing::new("m".to_owned(), &[&map]).unwrap();
            let mut paper = Paper::default();
            for (_, spot) in drawing.plan.spots() {
                paper.take(Area::around((spot.x, spot.y), 2 * spot.radius, 2 * spot.radius));
            }
            let mut drawn = Drawn::new();
            assert_eq!(legs(&drawing, &went, &mut drawn, &paper).len(), 1);
            // A lane is named as it is seen from the first of the two names.
            assert_eq!(drawn[&("21", "Pell")], [-1], "{x}, {y}");
        }
    }

    #[test]
    fn a_point_lies_so_far_towards_another() {
        assert_eq!(towards((0, 0), (30, 40), 10), Some((6, 8)));
        assert_eq!(towards((5, 5), (5, 5), 10), None);
    }
}

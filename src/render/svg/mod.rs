//! Maps as SVG inside an HTML document. Pure, and without floats: every length is a whole number
//! of units, of which a cell has [`CELL`].
//!
//! What is the same in all frames of a map (land, names, links) is written once, as the
//! *stock*, and used by each frame.

mod arrow;
mod block;
mod board;
#[cfg(test)]
mod crowded;
mod frames;
mod legend;
mod pieces;
mod place;
mod plan;
mod plot;
mod pointed;
mod ring;
mod shared;
mod spot;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::board::SIGNS;
use super::escape::{Escaped, words};
use crate::base::words::capital;
use crate::page::{Map, Place, Shape, Side, Sign, Stroke};
pub(super) use board::{Frames, Sheet};
use plan::Plan;
pub(super) use plot::plot;
pub use pointed::{Spotted, places};
pub(super) use shared::Shared;

/// Units of a cell's side.
const CELL: i32 = 24;

/// Units of a line of names.
const LINE: i32 = 14;

/// Units beside each other that can still be read on a page of paper upright.
const WIDE: i32 = 1200;

/// The most crops that stand open on a small screen.
const OPEN: usize = 6;

/// Characters of a name that stand on one line.
const NAME: usize = 11;

/// The drawing of a map, or of several that differ only in what stands on them.
pub(super) struct Drawing<'a> {
    plan: Plan<'a>,
    /// What all identifiers begin with, so that a document can hold several drawings.
    id: String,
    /// Every sign that stands on one of the maps.
    signs: BTreeSet<Sign>,
    /// The sides that move on one of the maps.
    moves: BTreeSet<u8>,
}

impl<'a> Drawing<'a> {
    /// The drawing of these maps; the first says what they share.
    pub(super) fn new(id: String, maps: &[&'a Map]) -> Option<Self> {
        let plan = Plan::new(maps)?;
        let places = maps.iter().flat_map(|map| &map.places);
        let signs = places.flat_map(|place| place.signs.clone()).collect();
        let moves = maps.iter().flat_map(|map| &map.moves).map(|went| went.side).collect();
        Some(Self { plan, id, signs, moves })
    }

    /// True if it needs a page of paper across.
    pub(super) fn is_wide(&self) -> bool {
        self.plan.width > WIDE
    }

    /// Where on the map something happened, in tenths of its width: the middle of all moves and fights,
    /// else of all counters, else of the map.
    pub(super) fn focus(&self, map: &Map) -> i32 {
        let spot = |name: &str| self.plan.spot(name).map(|spot| spot.x);
        let moved = map.moves.iter().flat_map(|went| &went.path).filter_map(|name| spot(name));
        let at = |wanted: fn(&Place) -> bool| {
            map.places.iter().filter(move |place| wanted(place)).filter_map(|p| spot(&p.name))
        };
        let fought = at(|place| place.signs.contains(&Sign::Fight));
        let mut places: Vec<i32> = moved.chain(fought).collect();
        if places.is_empty() {
            places = at(|place| !place.stacks.is_empty()).collect();
        }
        let count = i32::try_from(places.len()).unwrap_or(i32::MAX);
        let sum: i32 = places.iter().sum();
        sum.checked_div(count).unwrap_or(self.plan.width / 2) * 10 / self.plan.width.max(1)
    }

    /// What frames are made of.
    pub(super) fn stock(&self) -> String {
        let (id, map) = (&self.id, self.plan.map);
        let mut out = String::from("<defs>\n");
        // Without areas only the legend has hatching.
        let paper =
            if self.has_areas() { (self.plan.width, self.plan.height) } else { legend::SWATCH };
        let sides: BTreeMap<u8, &Side> = map.sides.iter().map(|side| (hue(side), side)).collect();
        for side in sides.into_values() {
            let hue = hue(side);
            let lines = hatching(&format!("{id}-hatch-{hue}"), &format!("h{hue}"), hue, paper);
            out += &lines;
        }
        for (n, (_, spot)) in self.plan.spots().enumerate() {
            if !spot.outline.is_empty() {
                let _ = writeln!(out, "<path id=\"{id}-{n}\" d=\"{}\" />", spot.outline);
            }
        }
        if self.has_areas() {
            let _ = writeln!(out, "<g id=\"{id}-ground\">{}</g>", self.ground());
        }
        let _ = writeln!(out, "<g id=\"{id}-lines\">{}</g>", self.lines());
        let _ = writeln!(out, "<g id=\"{id}-names\">{}</g>", self.names());
        out + "</defs>\n"
    }

    /// The picture of the only map. `name` is the identifier of the picture.
    pub(super) fn picture(&self, map: &Map, name: &str) -> String {
        let text = stands(map) + &news(map);
        let text = if text.is_empty() { "Nothing stands on it." } else { text.trim_end() };
        let (width, height) = self.size();
        let (title, text) = (words(&map.title), words(text));
        let begin = format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\" aria-labelledby=\"{name}-title {name}-text\">\n\
             <title id=\"{name}-title\">{title}</title>\n<desc id=\"{name}-text\">{text}</desc>\n"
        );
        let all = self.layers(map, &mut Shared::off());
        let all = format!("<g id=\"{}-all\">\n{all}</g>\n", self.id);
        begin + &self.stock() + &all + &legend::legend(self) + "</svg>\n"
    }

    /// The picture of one of several maps. What stands and happened where is told to those who cannot
    /// see it in the lines beside the frames and in the tables.
    pub(super) fn frame(&self, map: &Map, shared: &mut Shared) -> String {
        let (width, height) = self.size();
        let begin = format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             aria-hidden=\"true\">\n"
        );
        // Where nothing changes a frame is the one before.
        let all = self.layers(map, shared);
        let legend = shared.part(&self.id, legend::legend(self));
        begin + &shared.part(&self.id, all) + &legend + "</svg>\n"
    }

    /// Width and height, with the legend.
    pub(super) fn size(&self) -> (i32, i32) {
        (self.plan.width, self.plan.height + legend::height(self))
    }

    /// All that is drawn.
    fn layers(&self, map: &Map, shared: &mut Shared) -> String {
        let mut out = if self.has_areas() { self.used("ground") } else { String::new() };
        out += &shared.all(&self.id, self.owners(map));
        out += &self.used("lines");
        out += &pieces::fights(self, map);
        let (tracks, heads) = arrow::arrows(self, map, shared);
        if self.has_solid_moves() && !tracks.is_empty() {
            let _ = writeln!(out, "<g class=\"solid\">{tracks}</g>");
        } else {
            out += &tracks;
        }
        out += &self.used("names");
        let pieces = pieces::pieces(self, map, shared);
        out += &shared.all(&self.id, pieces);
        out + &heads
    }

    /// True if a place has an area.
    fn has_areas(&self) -> bool {
        self.plan.spots().any(|(_, spot)| !spot.outline.is_empty())
    }

    /// True where sides have ways of their own, which are told by dashes: then moves have none, so that nobody takes one
    /// for the other.
    fn has_solid_moves(&self) -> bool {
        self.plan.map.ways.iter().any(|way| way.side.is_some())
    }

    fn used(&self, part: &str) -> String {
        format!("<use href=\"#{}-{part}\" />\n", self.id)
    }

    /// The crops for small screens, each with its title: what matters first, then all the rest of the map;
    /// and how many of them stand open.
    pub(super) fn crops(&self, map: &Map) -> (Vec<(String, Escaped)>, usize) {
        let point = |spot: &spot::Spot| (spot.x, spot.y);
        let matters: Vec<(i32, i32)> = self.matters(map).into_iter().map(point).collect();
        let all = self.plan.spots().map(|(_, spot)| point(spot));
        let points = matters.iter().copied().chain(all).collect();
        let frames = frames::frames(points, (self.plan.width, self.plan.height), frames::MANY);
        let open = frames.iter().filter(|(_, first)| matters.contains(first)).count();
        let crop = |(frame, first): (frames::Frame, (i32, i32))| {
            let title = words(&format!("Around {}", self.landmark(frame, first)));
            (frames::crop(&self.id, frame, &title), title)
        };
        (frames.into_iter().map(crop).collect(), open.clamp(1, OPEN))
    }

    /// What a crop is called after: the place that it begins with, or the nearest whose name is no number.
    fn landmark(&self, frame: frames::Frame, first: (i32, i32)) -> &str {
        let seen = self.plan.spots().filter(|(_, spot)| frames::inside(frame, (spot.x, spot.y)));
        let far = |spot: &spot::Spot| (spot.x - first.0).abs().max((spot.y - first.1).abs());
        let number = |name: &str| name.chars().all(|c| c.is_ascii_digit());
        let best = seen.min_by_key(|(place, spot)| (number(&place.name), far(spot)));
        best.map_or("", |(place, _)| &place.name)
    }

    /// The places that matter: where the reader's pieces fought, even if none is left, where their moves ended, where they
    /// are and what they hold, where others are next to that, and then where else there was a fight. Without a reader
    /// everybody counts.
    fn matters(&self, map: &Map) -> Vec<&spot::Spot> {
        let own = |side: u8| map.own.is_none_or(|own| own == side);
        let holds = |place: &Place| {
            place.stacks.iter().any(|stack| own(stack.side))
                || map.own.is_some_and(|own| place.owner == Some(own))
        };
        let is_fight = |place: &&Place| place.signs.contains(&Sign::Fight);
        let fought =
            |place: &&Place| map.own.is_none() || map.fought.contains(&place.name) || holds(place);
        let (here, elsewhere): (Vec<&Place>, Vec<&Place>) =
            map.places.iter().filter(is_fight).partition(fought);
        let ends =
            map.moves.iter().filter(|went| own(went.side)).filter_map(|went| went.path.last());
        let held: Vec<&Place> = map.places.iter().filter(|place| holds(place)).collect();
        let next = self.plan.next_to(&held.iter().map(|place| place.name.as_str()).collect());
        let beside =
            |place: &&Place| !place.stacks.is_empty() && next.contains(place.name.as_str());
        let beside: Vec<&Place> = map.places.iter().filter(beside).collect();
        let spot = |place: &&Place| self.plan.spot(&place.name);
        let ends = ends.filter_map(|name| self.plan.spot(name));
        let rest = held.iter().chain(&beside).chain(&elsewhere);
        here.iter().filter_map(spot).chain(ends).chain(rest.filter_map(spot)).collect()
    }

    /// The legend alone, for narrow screens.
    pub(super) fn legend(&self) -> String {
        legend::alone(legend::items(self), self.plan.width)
    }

    /// The area of every place that has one.
    fn ground(&self) -> String {
        ["land", "water"].map(|kind| self.outlines(kind, |place| ground(place) == kind)).concat()
    }

    /// The outlines of those places with an area, together.
    fn outlines(&self, class: &str, wanted: impl Fn(&Place) -> bool) -> String {
        let with_area = self.plan.spots().enumerate().filter(|(_, (_, s))| !s.outline.is_empty());
        let wanted = with_area.filter(|(_, (place, _))| wanted(place));
        let mut used = String::new();
        for (n, _) in wanted {
            let _ = write!(used, "<use href=\"#{}-{n}\"/>", self.id);
        }
        if used.is_empty() { used } else { format!("<g class=\"{class}\">{used}</g>") }
    }

    /// The land of each side, in its colour and under its hatching.
    fn owners(&self, map: &Map) -> Vec<String> {
        let id = &self.id;
        let mut held: BTreeMap<u8, (String, Vec<usize>)> = BTreeMap::new();
        for (n, (place, spot)) in self.plan.spots().enumerate() {
            let now = map.places.get(n).filter(|now| now.name == place.name);
            let Some(side) = now.and_then(|now| now.owner).and_then(|side| self.side(side)) else {
                continue;
            };
            let (out, areas) = held.entry(hue(side)).or_default();
            if spot.outline.is_empty() {
                let (x, y, r) = (spot.x, spot.y, spot.radius);
                let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", r + 4);
            } else {
                let _ = write!(out, "<use href=\"#{id}-{n}\"/>");
                areas.push(n);
            }
        }
        let drawn = |(hue, (forms, areas)): (u8, (String, Vec<usize>))| {
            let hatched = if areas.is_empty() { String::new() } else { self.hatched(hue, &areas) };
            format!("<g class=\"held h{hue}\">{forms}</g>\n{hatched}")
        };
        held.into_iter().map(drawn).collect()
    }

    /// The hatching of areas. Lines inside an outline stay lines on paper; a pattern would become a
    /// picture.
    fn hatched(&self, hue: u8, areas: &[usize]) -> String {
        let id = &self.id;
        // Named after what it holds, so that frames can share it.
        let names: Vec<String> = areas.iter().map(ToString::to_string).collect();
        let clip = format!("{id}-clip{hue}.{}", names.join("."));
        let areas: Vec<String> =
            names.iter().map(|name| format!("<use href=\"#{id}-{name}\"/>")).collect();
        let areas = areas.concat();
        let lines = format!("href=\"#{id}-hatch-{hue}\" clip-path=\"url(#{clip})\"");
        format!("<clipPath id=\"{clip}\">{areas}</clipPath>\n<use {lines} />\n")
    }

    /// Borders, links and the points between them.
    fn lines(&self) -> String {
        let mut out = String::new();
        let path = |class: &str, d: &str| match d {
            "" => String::new(),
            d => format!("<path class=\"{class}\" d=\"{d}\" />"),
        };
        out += &self.outlines("border", |_| true);
        out += &path("coast", &self.plan.coasts());
        out += &path("part", &self.plan.parts());
        out += &path("wall", &self.plan.walls());
        let mut ways: BTreeMap<u8, String> = BTreeMap::new();
        for link in &self.plan.map.links {
            if let Some((a, b)) = self.plan.ends(link) {
                let way = ways.entry(link.way).or_default();
                let _ = write!(way, "M{} {}L{} {}", a.0, a.1, b.0, b.1);
            }
        }
        for (way, lines) in &ways {
            out += &path(&self.way(*way), lines);
        }
        out
    }

    /// Names, and the forms of places without extent.
    fn names(&self) -> String {
        let mut out = String::new();
        for (_, spot) in self.plan.spots().filter(|(_, spot)| spot.outline.is_empty()) {
            let (x, y, r) = (spot.x, spot.y, spot.radius);
            let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" />");
        }
        if !out.is_empty() {
            out = format!("<g class=\"point\">{out}</g>");
        }
        for (place, spot) in self.plan.spots() {
            if !place.mark.is_empty() {
                out += &label("mark", spot.x, spot.y + 4, &place.mark);
            }
            let class = if matches!(place.shape, Shape::Water(_)) { "name sea" } else { "name" };
            for (line, n) in name_lines(&place.name).iter().zip(0..) {
                out += &label(class, spot.at, spot.top + LINE * n, line);
            }
        }
        out
    }

    /// The classes of a kind of link.
    fn way(&self, way: u8) -> String {
        let Some(way) = self.plan.map.ways.get(usize::from(way)) else {
            return "way".to_owned();
        };
        let stroke = match way.line {
            Stroke::Plain => "",
            Stroke::Dashed => " dashed",
            Stroke::Dotted => " dotted",
        };
        match way.side.and_then(|side| self.side(side)) {
            Some(side) => format!("way own h{}{stroke}", hue(side)),
            None => format!("way{stroke}"),
        }
    }

    fn side(&self, index: u8) -> Option<&Side> {
        self.plan.map.sides.get(usize::from(index))
    }
}

/// What stands on the map, for those who cannot see it.
fn stands(map: &Map) -> String {
    let mut text = String::new();
    for place in map.places.iter().filter(|place| !place.stacks.is_empty()) {
        let stacks: Vec<&str> = place.stacks.iter().map(|stack| stack.title.as_str()).collect();
        let _ = write!(text, "{}: {}. ", place.name, stacks.join("; "));
    }
    text
}

/// What happened on it, for those who cannot see it.
fn news(map: &Map) -> String {
    let mut text = String::new();
    for (sign, meaning) in SIGNS {
        let here = map.places.iter().filter(|place| place.signs.contains(&sign));
        let names: Vec<&str> = here.map(|place| place.name.as_str()).collect();
        if !names.is_empty() {
            let _ = write!(text, "{}: {}. ", capital(meaning), names.join(", "));
        }
    }
    let moves: Vec<&str> = map.moves.iter().map(|went| went.title.as_str()).collect();
    if !moves.is_empty() {
        let _ = write!(text, "Moved: {}.", moves.join("; "));
    }
    text
}

fn hue(side: &Side) -> u8 {
    side.hue % Side::HUES
}

/// The class of a place's area.
fn ground(place: &Place) -> &'static str {
    if matches!(place.shape, Shape::Water(_)) { "water" } else { "land" }
}

/// Lines over all of the paper, by which the land of a side is told without its colour. One line is repeated,
/// what that gives again, and so on: a site has a map on every page.
fn hatching(id: &str, class: &str, hue: u8, (width, height): (i32, i32)) -> String {
    const APART: i32 = 12;
    let rising = ("up", [(-height, height), (0, 0)], (APART, 0), width + height);
    let falling = ("down", [(-height, 0), (0, height)], (APART, 0), width + height);
    let level = ("level", [(0, 3), (width, 3)], (0, APART), height);
    let upright = ("upright", [(3, 0), (3, height)], (APART, 0), width);
    let all = match hue {
        0 => vec![rising],
        1 => vec![falling],
        2 | 4 => vec![level],
        3 => vec![upright],
        _ => vec![level, upright],
    };
    let drawn = all.into_iter().map(|(part, [from, to], step, over)| {
        let line = format!("M{} {}L{} {}", from.0, from.1, to.0, to.1);
        repeated(&format!("{id}-{part}"), &line, step, over / APART + 1)
    });
    let out: String = drawn.collect();
    let dots = if hue == 4 { " dots" } else { "" };
    format!("<g id=\"{id}\" class=\"hatch{dots} {class}\">{out}</g>\n")
}

/// A line at least so many times, each so far from the one before.
fn repeated(id: &str, line: &str, (right, down): (i32, i32), times: i32) -> String {
    let mut all = format!("<path id=\"{id}1\" d=\"{line}\"/>");
    let mut there = 1;
    while there < times {
        let far = if down == 0 {
            format!("x=\"{}\"", right * there)
        } else {
            format!("y=\"{}\"", down * there)
        };
        let twice = 2 * there;
        all = format!("<g id=\"{id}{twice}\">{all}<use href=\"#{id}{there}\" {far}/></g>");
        there = twice;
    }
    all
}

/// A name in lines of about [`NAME`] characters.
fn name_lines(name: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < NAME => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn label(class: &str, x: i32, y: i32, text: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    format!("<text{class} x=\"{x}\" y=\"{y}\">{}</text>", words(text))
}

/// About how wide a text is in the letters of counters and notes.
fn text_width(text: &str) -> i32 {
    7 * i32::try_from(text.chars().count().min(200)).expect("200 at most")
}

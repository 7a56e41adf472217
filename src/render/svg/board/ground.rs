//! What a board is made of: terrain, heights, barriers, roads and zones.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Sheet;
use super::grid::{INNER, line};
use crate::page::{At, Edge, Ground, Ridge, Stroke};
use crate::render::svg::hatching;
use crate::render::svg::ring::{Point, plus};

/// The class of each ground, and what is drawn on each of its cells, from the middle.
const GROUNDS: [(Ground, &str, &str); 12] = [
    (Ground::Open, "land", ""),
    (
        Ground::Field,
        "field",
        "m-21-4v6m6-6v6m6-6v6m6-6v6m6-6v6m6-6v6m6-6v6m6-6v6m-36 6v6m6-6v6m6-6v6m6-6v6m6-6v6m6-6v6",
    ),
    (
        Ground::Wood,
        "wood",
        "m-22 3l5-10 5 10zm9 12l5-10 5 10zm9-8l5-10 5 10zm7 9l5-10 5 10zm7-13l5-10 5 10z",
    ),
    (
        Ground::Rough,
        "rough",
        "m-21 0l5-8 5 8m-2 12l5-8 5 8m1-10l5-8 5 8m-6 12l5-8 5 8m-2-15l5-8 5 8",
    ),
    (Ground::Rubble, "rough", "m-21-4h6v6h-6zm8 13h5v5h-5zm9-15h5v5h-5zm6 11h6v6h-6zm10-9h5v6h-5z"),
    (Ground::Built, "built", "m-23-4h11v9h-11zm8 15h9v7h-9zm16-1h10v8h-10zm10-16h11v9h-11z"),
    (Ground::Sand, "sand", "m-20-4h1m10 4h1m8-8h1m9 6h1m9-5h1m-34 14h1m11 4h1m10-7h1m9 4h1"),
    (
        Ground::Marsh,
        "marsh",
        "m-23 2h12m-6 0v-7m-3 7l-3-6m12 0l-3 6m5 12h12m-6 0v-7m-3 7l-3-6m12 0l-3 6m2-15h12m-6 0v-7m-3 7l-3-6m12 0l-3 6",
    ),
    (
        Ground::Shallow,
        "shallow",
        "m-20 2q4-5 8 0t8 0m8 12q4-5 8 0t8 0m-38-1h1m16-3h1m10-10h1m8 2h1",
    ),
    (Ground::Water, "water", "m-22-2q4-5 8 0t8 0m-4 13q4-5 8 0t8 0m0-11q4-5 8 0t8 0"),
    (Ground::Space, "space", ""),
    (
        Ground::Blocked,
        "built",
        "m-22-9l20 28m-7-35l25 35m-13-35l18 26m-43-2l18-24m-10 34l25-34m-11 34l18-25",
    ),
];

/// The row of the table above.
fn look(ground: Ground) -> (&'static str, &'static str) {
    let (_, class, texture) =
        GROUNDS.iter().find(|(it, ..)| *it == ground).expect("every ground has a row");
    (class, texture)
}

/// A sample of a ground for the legend.
pub(super) fn sample(ground: Ground, x: i32, y: i32) -> String {
    let (class, texture) = look(ground);
    let place = format!("x=\"{}\" y=\"{}\" width=\"30\" height=\"20\"", x - 15, y - 10);
    format!(
        "<rect class=\"{class} cell\" {place} />\
         <svg {place} viewBox=\"-24 -16 48 32\"><path class=\"on-{class}\" d=\"M0 0{texture}\" />\
         </svg>"
    )
}

impl Sheet<'_> {
    /// Every cell in the colour of its ground, with what is drawn on it; and the steps between
    /// cells of different heights.
    pub(super) fn grounds(&self) -> String {
        let mut kinds: BTreeMap<Ground, Vec<At>> = BTreeMap::new();
        for at in self.plan.cells() {
            kinds.entry(self.ground(at)).or_default().push(at);
        }
        // The commonest lies below all others, column by column.
        let most = kinds.iter().max_by_key(|(_, cells)| cells.len()).map(|(ground, _)| *ground);
        let Some(most) = most else { return String::new() };
        let (first, strip) = (self.plan.middle((0, 0)), self.strip());
        let mut out = format!("<g class=\"{} cell\">\n", look(most).0);
        for column in 0..self.board.columns {
            let (x, y) = self.plan.middle((column, 0));
            let at = format!("x=\"{}\" y=\"{}\"", x - first.0, y - first.1);
            let _ = writeln!(out, "<use href=\"#{strip}-cells\" {at}/>");
        }
        out += "</g>\n";
        for (ground, cells) in kinds {
            let (class, texture) = look(ground);
            if ground != most {
                let outlines: String = cells.iter().map(|at| self.plan.outline(*at)).collect();
                let _ = writeln!(out, "<path class=\"{class} cell\" d=\"{outlines}\" />");
            }
            if !texture.is_empty() {
                let start = |at: &At| {
                    let (x, y) = self.plan.middle(*at);
                    format!("M{x} {y}{texture}")
                };
                let all: String = cells.iter().map(start).collect();
                let _ = writeln!(out, "<path class=\"on-{class}\" d=\"{all}\" />");
            }
        }
        out + &self.slopes()
    }

    /// Steps: a line along the side, with teeth that point down.
    fn slopes(&self) -> String {
        let mut d = String::new();
        for at in self.plan.cells() {
            for direction in 0..8 {
                let Some(other) = self.plan.beyond(at, direction) else { continue };
                if self.height(at) > self.height(other)
                    && let Some(side) = self.plan.side(at, direction)
                {
                    d += &toothed(side, self.plan.middle(other));
                }
            }
        }
        if d.is_empty() { d } else { format!("<path class=\"slope\" d=\"{d}\" />\n") }
    }

    /// What lies along the sides of cells.
    pub(super) fn barriers(&self) -> String {
        let mut paths: BTreeMap<u8, String> = BTreeMap::new();
        for (edge, (from, to)) in self.sided() {
            *paths.entry(edge.barrier).or_default() += &line(&[from, to]);
        }
        let known =
            |(kind, d): (u8, String)| Some((self.board.barriers.get(usize::from(kind))?, d));
        let drawn = |(kind, d): (&crate::page::Barrier, String)| ridge(kind.form, &d);
        paths.into_iter().filter_map(known).map(drawn).collect()
    }

    /// Where barriers stand.
    pub(super) fn ridges(&self) -> impl Iterator<Item = (Point, Point)> {
        self.sided().map(|(_, ends)| ends)
    }

    /// What lies along sides that the board has, with the ends of each.
    fn sided(&self) -> impl Iterator<Item = (&Edge, (Point, Point))> {
        let there = self.board.edges.iter().filter(|edge| self.plan.holds(edge.at));
        there.filter_map(|edge| Some((edge, self.plan.side(edge.at, edge.side)?)))
    }

    /// What runs from cell to cell.
    pub(super) fn roads(&self) -> String {
        let mut out = String::new();
        for track in &self.board.tracks {
            let there = track.path.iter().filter(|at| self.plan.holds(**at));
            let points: Vec<Point> = there.map(|at| self.plan.middle(*at)).collect();
            if points.len() > 1 {
                let stroke = self.board.ways.get(usize::from(track.way)).map(|way| way.line);
                out += &road(stroke.unwrap_or(Stroke::Plain), &line(&points));
            }
        }
        out
    }

    /// What zones are made of: outlines to cut by, and lines; then zones.
    pub(super) fn zones(&self) -> (String, String) {
        let (mut defs, mut out) = (String::new(), String::new());
        let mut patterns: BTreeMap<(u8, Option<u8>), String> = BTreeMap::new();
        for (zone, n) in self.board.zones.iter().chain(&self.board.seen).zip(0_u16..) {
            let cells = self.known(&zone.cells);
            if cells.is_empty() {
                continue;
            }
            let hue = zone.side.and_then(|side| self.hue(side));
            let (pattern, class) = (hue.unwrap_or(u8::from(n % 2 == 1)), zone_class(hue));
            let size = (self.plan.width, self.plan.height);
            let id = format!("{}-zone{}", self.id, self.zoning);
            let name = |hue: Option<u8>| {
                hue.map_or(format!("{id}-lines-{pattern}"), |hue| format!("{id}-hatch-{hue}"))
            };
            patterns
                .entry((pattern, hue))
                .or_insert_with(|| hatching(&name(hue), &class, pattern, size));
            let outline = self.plan.around(cells.iter().copied());
            let _ = writeln!(defs, "<clipPath id=\"{id}-{n}\"><path d=\"{outline}\" /></clipPath>");
            let _ = writeln!(
                out,
                "<use href=\"#{}\" clip-path=\"url(#{id}-{n})\" />\
                 <path class=\"zone {class}\" d=\"{outline}\" />",
                name(hue)
            );
        }
        (defs + &patterns.into_values().collect::<String>(), out)
    }
}

/// The class of a zone's lines.
pub(super) fn zone_class(hue: Option<u8>) -> String {
    hue.map_or("nobody".to_owned(), |hue| format!("h{hue}"))
}

/// A line along a side, with three teeth that point to the lower cell.
fn toothed((from, to): (Point, Point), low: Point) -> String {
    let mut out = line(&[from, to]);
    for n in [1, 3, 5] {
        let at = (from.0 + (to.0 - from.0) * n / 6, from.1 + (to.1 - from.1) * n / 6);
        let tip = plus(at, ((low.0 - at.0) * 5 / INNER, (low.1 - at.1) * 5 / INNER));
        out += &line(&[at, tip]);
    }
    out
}

/// A barrier along a path: a broad line, and another on it.
pub(super) fn ridge(form: Ridge, d: &str) -> String {
    let (below, above) = match form {
        Ridge::Wall => ("stone", "joints"),
        Ridge::Hedge => ("leaves", "twigs"),
        Ridge::Scrub => ("bushes", "sprigs"),
        Ridge::Trench => ("rim", "bags"),
        Ridge::Cliff => ("rock", "cracks"),
        Ridge::River => ("bank", "stream"),
    };
    format!("<path class=\"{below}\" d=\"{d}\" /><path class=\"{above}\" d=\"{d}\" />\n")
}

/// A road along a path.
pub(super) fn road(stroke: Stroke, d: &str) -> String {
    let class = match stroke {
        Stroke::Plain => "road",
        Stroke::Dashed => "road lane",
        Stroke::Dotted => "road rail",
    };
    format!("<path class=\"verge\" d=\"{d}\" /><path class=\"{class}\" d=\"{d}\" />\n")
}

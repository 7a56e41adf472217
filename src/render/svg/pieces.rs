//! What stands on a map: counters, notes and signs.

use std::fmt::Write as _;

use super::place::{Area, Paper};
use super::ring::Point;
use super::spot::Spot;
use super::{Drawing, LINE, Shared, hue, label, name_lines, text_width};
use crate::page::{Map, Piece, Place, Sign, Stack};
use crate::render::escape::words;

/// Height of a counter.
const TALL: i32 = 18;

/// Space between counters.
const GAP: i32 = 3;

/// Space between lines of notes.
const NOTE: i32 = 12;

/// From the top of a name to its base.
pub(super) const ASCENT: i32 = 11;

/// Width and height of a small sign.
const SIGN: i32 = 16;

/// A star of eight points.
const STAR: &str = "l-10 4l4 10l-10-4l-4 10l-4-10l-10 4l4-10l-10-4l10-4l-4-10l10 4l4-10l4 10l10-4\
                    l-4 10z";

/// The places of a map and where they lie, as far as the drawing knows them.
fn placed<'a>(drawing: &'a Drawing<'_>, map: &'a Map) -> Vec<(&'a Place, &'a Spot)> {
    let spot = |place: &'a Place| Some((place, drawing.plan.spot(&place.name)?));
    map.places.iter().filter_map(spot).collect()
}

/// A star where there was a fight: behind a point, in a corner of an area.
pub(super) fn fights(drawing: &Drawing<'_>, map: &Map) -> String {
    let fought = |(place, _): &(&Place, &Spot)| place.signs.contains(&Sign::Fight);
    let stars = placed(drawing, map).into_iter().filter(fought);
    let star = |(_, spot): (&Place, &Spot)| {
        if spot.outline.is_empty() {
            sign(Sign::Fight, spot.x, spot.y)
        } else {
            small_star(spot.x - spot.room / 2 + 13, spot.top - 3)
        }
    };
    stars.map(star).collect()
}

/// A star that needs no more room than the other signs.
pub(super) fn small_star(x: i32, y: i32) -> String {
    let form = sign(Sign::Fight, 0, 0);
    format!("<g transform=\"translate({x} {y}) scale(0.55)\">{form}</g>\n")
}

/// The form of a sign around a point.
pub(super) fn sign(sign: Sign, x: i32, y: i32) -> String {
    let (class, d) = match sign {
        Sign::Fight => ("fight", format!("M{} {y}{STAR}", x + 20)),
        Sign::Taken => ("taken", format!("M{} {}v16m0-16h11l-4 4l4 4h-11", x - 4, y - 8)),
        Sign::Garrison => ("garrison", format!("M{} {}h12v7q0 5-6 8q-6-3-6-8z", x - 6, y - 7)),
        Sign::Ruin => ("ruin", format!("M{} {}l16 16m0-16l-16 16", x - 8, y - 8)),
    };
    format!("<path class=\"{class}\" d=\"{d}\" />\n")
}

/// Everything else that stands on the map, place by place.
pub(super) fn pieces(drawing: &Drawing<'_>, map: &Map, shared: &mut Shared) -> Vec<String> {
    let piece = |(place, spot): (&Place, &Spot)| {
        let mut out = String::new();
        let lines = i32::try_from(name_lines(&place.name).len().min(9)).expect("9 at most");
        let mut y = spot.top + LINE * (lines - 1);
        for note in &place.notes {
            y += NOTE;
            out += &label("under", spot.at, y, note);
        }
        for row in rows(&place.stacks, spot.room.max(72)) {
            out += &counters((drawing, &mut *shared), row, (spot.at, y + 5));
            y += TALL + GAP;
        }
        for (kind, (x, y)) in small_signs(place, spot) {
            out += &sign(kind, x, y);
        }
        out
    };
    placed(drawing, map).into_iter().map(piece).collect()
}

/// Where forms, names, notes, counters and signs stand, so that nothing is drawn over them.
pub(super) fn taken(drawing: &Drawing<'_>, map: &Map) -> Paper {
    let mut paper = Paper::default();
    for (place, spot) in placed(drawing, map) {
        if spot.outline.is_empty() {
            let wide = 2 * form_radius(place, spot);
            paper.take(Area::around((spot.x, spot.y), wide, wide));
        }
        let (width, tall) = size(place, spot.room);
        paper.take(Area { x: spot.at - width / 2, y: spot.top - ASCENT, width, tall });
        small_signs(place, spot).for_each(|(_, at)| paper.take(Area::around(at, SIGN, SIGN)));
    }
    paper
}

/// How far what is drawn around a point reaches.
pub(super) fn form_radius(place: &Place, spot: &Spot) -> i32 {
    if place.signs.contains(&Sign::Fight) { spot.radius.max(20) } else { spot.radius }
}

/// Width and height of a name and of what stands below it.
pub(super) fn size(place: &Place, room: i32) -> (i32, i32) {
    let names = name_lines(&place.name);
    let rows = rows(&place.stacks, room.max(72));
    let widths = names.iter().chain(&place.notes).map(|line| text_width(line));
    let width = widths.chain(rows.iter().map(|row| row_width(row))).max().unwrap_or(0);
    let count = |n: usize| i32::try_from(n.min(99)).expect("99 at most");
    let tall =
        ASCENT + 3 + LINE * (count(names.len().min(9)) - 1) + NOTE * count(place.notes.len());
    (width, tall + (TALL + GAP) * count(rows.len()))
}

/// The signs of a place that stand beside it, and where.
pub(super) fn small_signs(place: &Place, spot: &Spot) -> impl Iterator<Item = (Sign, Point)> {
    let small = place.signs.iter().filter(|sign| **sign != Sign::Fight);
    small.zip(0..).map(|(kind, n)| {
        let at = match spot.outline.is_empty() {
            true if *kind == Sign::Ruin => (spot.x, spot.y),
            // A star is behind the point, and none of it behind them.
            true => (spot.x + form_radius(place, spot) + 8 + 16 * n, spot.y - 8),
            false => (spot.x + spot.room / 2 - 9 - 16 * n, spot.top - 5),
        };
        (*kind, at)
    })
}

fn row_width(stacks: &[Stack]) -> i32 {
    let gaps = GAP * (i32::try_from(stacks.len()).unwrap_or(1) - 1);
    gaps + stacks.iter().map(counter_width).sum::<i32>()
}

fn counter_width(stack: &Stack) -> i32 {
    text_width(&stack.text) + 10
}

/// Counters that fit side by side.
fn rows(stacks: &[Stack], room: i32) -> Vec<&[Stack]> {
    let mut rows = Vec::new();
    let (mut first, mut width) = (0, 0);
    for (n, stack) in stacks.iter().enumerate() {
        let more = counter_width(stack) + GAP;
        if n > first && width + more > room {
            rows.push(&stacks[first..n]);
            (first, width) = (n, 0);
        }
        width += more;
    }
    if first < stacks.len() {
        rows.push(&stacks[first..]);
    }
    rows
}

/// Counters side by side, around `x`.
fn counters(
    (drawing, shared): (&Drawing<'_>, &mut Shared),
    stacks: &[Stack],
    (x, y): Point,
) -> String {
    let mut left = x - row_width(stacks) / 2;
    let mut out = String::new();
    for stack in stacks {
        let draw = |(x, y): Point| counter(drawing, stack, x, y);
        out += &shared.placed(&drawing.id, (left, y), draw);
        left += counter_width(stack) + GAP;
    }
    out
}

/// The outline of a counter from its upper left corner. Troops have a square one, ships one with a
/// bow and a stern, weapons a round one, and supplies one with its corners cut off.
pub(super) fn form(piece: Piece, (x, y): (i32, i32), (width, tall): (i32, i32)) -> String {
    let side = tall / 2;
    match piece {
        Piece::Army => format!("M{x} {y}h{width}v{tall}h-{width}z"),
        Piece::Ship => {
            let deck = width - 6;
            format!("M{} {y}h{deck}l6 {side}l-6 {side}h-{deck}l-3-{side}z", x + 3)
        }
        Piece::Missile => {
            let long = width - tall;
            let round = |to: i32| format!("a{side} {side} 0 0 1 0 {to}");
            let there = round(2 * side);
            format!("M{} {y}h{long}{there}h-{long}{}z", x + side, round(-2 * side))
        }
        Piece::Store => {
            let (long, high) = (width - 8, tall - 8);
            format!("M{} {y}h{long}l4 4v{high}l-4 4h-{long}l-4-4v-{high}z", x + 4)
        }
    }
}

/// A counter of a map.
pub(super) fn counter(drawing: &Drawing<'_>, stack: &Stack, x: i32, y: i32) -> String {
    let width = counter_width(stack);
    let class = drawing
        .side(stack.side)
        .map_or("counter".to_owned(), |side| format!("counter h{}", hue(side)));
    let form = form(stack.piece, (x, y), (width, TALL));
    let mut out = format!("<g class=\"{class}\">");
    if !stack.title.is_empty() {
        let _ = write!(out, "<title>{}</title>", words(&stack.title));
    }
    let text = label("", x + width / 2, y + 13, &stack.text);
    let _ = writeln!(out, "<path d=\"{form}\" />{text}</g>");
    out
}

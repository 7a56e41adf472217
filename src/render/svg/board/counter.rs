//! Counters and stacks of them.

use std::fmt::Write as _;

use super::grid::{closed, turned};
use super::{Sheet, first};
use crate::page::{At, Counter, Mark, Piece, Sign};
use crate::render::board::{self, MARKS};
use crate::render::escape::words;
use crate::render::svg::arrow::{Told, begin};
use crate::render::svg::label;
use crate::render::svg::pieces::{form, sign, small_star};
use crate::render::svg::place::Area;
use crate::render::svg::ring::{Point, plus};
use crate::render::svg::shared::Shared;

/// Characters that stand on a counter.
const TEXT: usize = 4;

/// Width and height of a counter that stands alone.
const ALONE: (i32, i32) = (36, 26);

/// Width and height of a counter that shares its cell with others.
const SHARED: (i32, i32) = (44, 12);

/// From the middle of a cell up to where its highest counter begins: the name of the cell is above.
const HIGHEST: i32 = 13;

/// Counters of a stack that are drawn if all are, and if one line says how many more there are.
const ROWS: usize = 3;

/// Troops that look somewhere stand on a counter without corners, so that the tip lies beside it.
const CUT: [Point; 8] =
    [(-10, -13), (10, -13), (16, -3), (16, 3), (10, 13), (-10, 13), (-16, 3), (-16, -3)];

/// The tip that says where a counter looks, so far ahead and to the right; it ends in the cell.
const TIP: [Point; 3] = [(25, 0), (14, -9), (14, 9)];

/// The hull of a ship that stands alone.
const HULL: [Point; 7] = [(25, 0), (10, -15), (-15, -15), (-20, -8), (-20, 8), (-15, 15), (10, 15)];

/// The tip of a weapon on its way that is alone; the rest of it is round.
const NOSE: [Point; 3] = [(25, 0), (7, -11), (7, 11)];

/// Width of what is written on a counter without corners, a hull, a round weapon and any other.
const ROOM: (i32, i32, i32, i32) = (24, 22, 16, 28);

/// Signs stand in these corners of a cell that holds counters, beside them and the cell's name.
const CORNERS: [Point; 2] = [(-17, -20), (17, 20)];

/// Signs of a cell without counters stand in its middle.
const MIDDLE: [Point; 2] = [(-12, 2), (12, 2)];

/// A mark at the bow of a hull: its corners alone do not tell where it looks. It is longer than wide, so that no two ways
/// look alike.
const BOW: [Point; 3] = [(22, 0), (13, -3), (13, 3)];

/// The arrow beside the text of a counter that shares its cell: longer than wide, and with a notch behind, so that no
/// two ways look alike.
const SMALL: [Point; 4] = [(6, 0), (-6, -4), (-4, 0), (-6, 4)];

impl Sheet<'_> {
    /// All counters, stack by stack, row by row.
    pub(super) fn counters(&self, shared: &mut Shared) -> Vec<String> {
        let mut rows = vec![String::new(); self.board.rows.into()];
        for (at, stack) in &self.stacks {
            let drawn = |middle: Point| match stack.as_slice() {
                [alone] => self.alone(alone, middle),
                many => self.stack(many, middle),
            };
            rows[usize::from(at.1)] += &shared.placed(self.id, self.plan.middle(*at), drawn);
        }
        rows
    }

    /// Signs, where they cover no counter.
    pub(super) fn signs(&self) -> String {
        let drawn = |(kind, (x, y), small): (Sign, Point, bool)| match (kind, small) {
            (Sign::Fight, false) => small_star(x, y),
            (kind, false) => sign(kind, x, y),
            (kind, true) => {
                let scale = if kind == Sign::Fight { ".38" } else { ".75" };
                let form = sign(kind, 0, 0);
                format!("<g transform=\"translate({x} {y}) scale({scale})\">{form}</g>\n")
            }
        };
        self.placed_signs().map(drawn).collect()
    }

    /// What signs cover.
    pub(super) fn sign_areas(&self) -> impl Iterator<Item = Area> {
        self.placed_signs().map(|(_, at, small)| {
            let size = if small { 14 } else { 22 };
            Area::around(at, size, size)
        })
    }

    /// Every sign, where it stands, and whether it is small, which it is beside counters.
    fn placed_signs(&self) -> impl Iterator<Item = (Sign, Point, bool)> {
        self.cells.iter().flat_map(|(at, cell)| {
            let (middle, shared) = (self.plan.middle(*at), self.stacks.contains_key(at));
            let places = match cell.signs.len() {
                _ if shared => CORNERS,
                1 => [(0, 2); 2],
                _ => MIDDLE,
            };
            let signs = cell.signs.iter().zip(places);
            signs.map(move |(kind, place)| (*kind, plus(middle, place), shared))
        })
    }

    /// What the counters of a cell cover, with all that says how they look and are.
    pub(super) fn extent(&self, at: At) -> Option<Area> {
        let (x, y) = self.plan.middle(at);
        let (wide, tall) = match self.stacks.get(&at)?.as_slice() {
            [alone] if alone.facing.is_some() => (52, 52),
            [alone] if alone.marks.is_empty() => ALONE,
            [_] => (ALONE.0 + 12, ALONE.1 + 18),
            many => {
                let top = top(many.len());
                let low = top + rows(many.len()) * (SHARED.1 + 1);
                let wide = SHARED.0 + 16;
                return Some(Area { x: x - wide / 2, y: y + top, width: wide, tall: low - top });
            }
        };
        Some(Area::around((x, y), wide, tall))
    }

    fn begin(&self, counter: &Counter) -> String {
        let title = board::counter(self.board, counter);
        let hue = self.hue(counter.side);
        let doubtful = if counter.marks.contains(&Mark::Doubtful) { " doubtful" } else { "" };
        begin(&format!("piece{doubtful}"), &Told { hue, text: "", title: &title, halo: false })
    }

    /// A counter that has its cell for itself.
    fn alone(&self, counter: &Counter, (x, y): Point) -> String {
        let mut out = self.begin(counter);
        let ahead = counter.facing.and_then(|facing| self.plan.ahead(facing));
        let (width, tall) = ALONE;
        let corner = (x - width / 2, y - tall / 2);
        let tip = |ahead: Point, tip: &[Point]| {
            format!("<path class=\"tip\" d=\"{}\" />", closed(&turned((x, y), ahead, tip)))
        };
        let room = match (counter.piece, ahead) {
            (Piece::Ship, Some(ahead)) => {
                out += &hull((x, y), ahead);
                ROOM.1
            }
            (Piece::Missile, Some(ahead)) => {
                let round = form(Piece::Missile, (x - tall / 2, corner.1), (tall, tall));
                out += &(tip(ahead, &NOSE) + &body(&round));
                if counter.strength.is_some() { ROOM.2 } else { ROOM.1 }
            }
            (Piece::Army, Some(ahead)) => {
                out += &tip(ahead, &TIP);
                out += &body(&closed(&CUT.map(|corner| plus((x, y), corner))));
                ROOM.0
            }
            (piece, _) => {
                out += &body(&form(piece, corner, ALONE));
                ROOM.3
            }
        };
        let text = first(&counter.text, TEXT);
        let small = text.chars().count() >= TEXT || room < ROOM.3 && text.chars().count() > 2;
        let class = if small { "short row" } else { "short" };
        match counter.strength {
            Some(strength) => {
                out += &fitted(class, (x, y - 1), &text, room);
                out += &fitted("strength", (x, y + 10), &strength.to_string(), room - 4);
            }
            None => out += &fitted(class, (x, y + 4), &text, room),
        }
        let marked = plus((x, y), mark(there(counter).count(), ahead));
        out + &badges(counter, marked) + "</g>\n"
    }

    /// Counters below each other; what finds no room is counted.
    fn stack(&self, stack: &[&Counter], (x, y): Point) -> String {
        let shown = if stack.len() > ROWS { ROWS - 1 } else { stack.len() };
        let mut top = y + top(stack.len());
        let mut out = String::new();
        for counter in &stack[..shown] {
            out += &self.shared(counter, (x, top));
            top += SHARED.1 + 1;
        }
        if shown < stack.len() {
            let text = format!("+ {} more", stack.len() - shown);
            let _ = write!(out, "<g class=\"more\">");
            let _ = write!(out, "<path d=\"{}\" />", form(Piece::Army, (x - 22, top), SHARED));
            out += &(fitted("short row", (x, top + 10), &text, SHARED.0 - 4) + "</g>\n");
        }
        out
    }

    /// One line of a stack.
    fn shared(&self, counter: &Counter, (x, top): Point) -> String {
        let (width, tall) = SHARED;
        let mut out =
            self.begin(counter) + &body(&form(counter.piece, (x - width / 2, top), SHARED));
        let ahead = counter.facing.and_then(|facing| self.plan.ahead(facing));
        if let Some(ahead) = ahead {
            let tip = closed(&turned((x - width / 2 + 8, top + tall / 2), ahead, &SMALL));
            let _ = write!(out, "<path class=\"small\" d=\"{tip}\" />");
        }
        let marks = i32::try_from(counter.marks.len().min(MARKS.len())).expect("a few");
        let left = if ahead.is_some() { 14 } else { 2 } - width / 2;
        // The first mark stands half beside the counter.
        let right = width / 2 - if marks > 0 { 5 + 11 * (marks - 1) } else { 2 };
        let (room, mut text) = (right - left, first(&counter.text, TEXT));
        let strong = counter.strength.map_or(text.clone(), |strength| format!("{text} {strength}"));
        // What would have to be pressed together too much is in the title alone.
        if width_of("row", &strong) * 2 <= room * 3 {
            text = strong;
        }
        out += &fitted("short row", (x + i32::midpoint(left, right), top + 10), &text, room);
        out + &badges(counter, (x + width / 2 + 2, top + tall / 2)) + "</g>\n"
    }
}

/// Lines of a stack of so many counters.
fn rows(count: usize) -> i32 {
    i32::try_from(count.min(ROWS)).expect("a few")
}

/// Where a stack of so many counters begins, from the middle of its cell.
fn top(count: usize) -> i32 {
    (2 - rows(count) * (SHARED.1 + 1) / 2).max(-HIGHEST)
}

/// About how wide a text of a class is on a counter.
fn width_of(class: &str, text: &str) -> i32 {
    let letters = i32::try_from(text.chars().count()).unwrap_or(i32::MAX / 32);
    letters * if class == "short" { 17 } else { 15 } / 2
}

/// What stands on a counter, pressed together where there is less room than it takes.
fn fitted(class: &str, (x, y): Point, text: &str, room: i32) -> String {
    if width_of(class, text) <= room {
        return label(class, x, y, text);
    }
    let long = format!("textLength=\"{room}\" lengthAdjust=\"spacingAndGlyphs\"");
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" {long}>{}</text>", words(text))
}

/// The outline of a counter, and a line inside it by which sides are told apart.
fn body(d: &str) -> String {
    format!("<path class=\"body\" d=\"{d}\" /><path class=\"inner\" d=\"{d}\" />")
}

/// The hull of a ship that looks `ahead`, with a mark at its bow.
fn hull(middle: Point, ahead: Point) -> String {
    let form = |points: &[Point]| closed(&turned(middle, ahead, points));
    format!("{}<path class=\"small\" d=\"{}\" />", body(&form(&HULL)), form(&BOW))
}

/// The letters of the conditions that a counter is in.
fn there(counter: &Counter) -> impl Iterator<Item = &'static str> {
    let there = MARKS.iter().filter(|(mark, ..)| counter.marks.contains(mark));
    there.map(|(_, _, letter)| *letter)
}

/// Where the first of so many badges stands, from the middle of a counter that is alone: above on the right, or on the
/// left if the counter looks there, so that its bow is seen.
fn mark(badges: usize, ahead: Option<Point>) -> Point {
    let (width, tall) = ALONE;
    let more = i32::try_from(badges.min(MARKS.len())).expect("a few") - 1;
    let right = !ahead.is_some_and(|(x, y)| x > 0 && y < 0);
    (if right { width / 2 } else { 11 * more - width / 2 }, -tall / 2 - 2)
}

/// What condition a counter is in, from a point to the left.
fn badges(counter: &Counter, (x, y): Point) -> String {
    there(counter).zip(0..).map(|(letter, n)| badge(letter, x - 11 * n, y)).collect()
}

/// A letter in a circle.
pub(super) fn badge(letter: &str, x: i32, y: i32) -> String {
    let circle = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" />");
    format!("<g class=\"badge\">{circle}{}</g>", label("", x, y + 4, letter))
}

/// A small counter for the legend.
pub(super) fn sample(hue: u8, x: i32, y: i32) -> String {
    format!("<g class=\"piece h{hue}\">{}</g>", body(&form(Piece::Army, (x - 15, y - 9), (30, 18))))
}

/// A ship for the legend, which looks to the right.
pub(super) fn ship(hue: u8, x: i32, y: i32) -> String {
    let hull = hull((0, 0), (100, 0));
    format!("<g class=\"piece h{hue}\" transform=\"translate({x} {y}) scale(.6)\">{hull}</g>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Board, Grid, Shifted};
    use crate::render::svg::board::grid::Plan;

    /// True if a point lies in a form whose corners are given clockwise, or a unit beside it.
    fn holds(form: &[Point], (x, y): Point) -> bool {
        let next = form.iter().cycle().skip(1);
        form.iter().zip(next).all(|(a, b)| {
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            dx * (y - a.1) - dy * (x - a.0) >= -(dx * dx + dy * dy).isqrt()
        })
    }

    /// The corners of what is written: a code and a number below it.
    fn corners(room: i32) -> Vec<Point> {
        let rows = [(room, -9), (room, -1), (room - 4, 2), (room - 4, 10)];
        rows.iter().flat_map(|(wide, y)| [(-wide / 2, *y), (wide / 2, *y)]).collect()
    }

    #[test]
    fn who_looks_somewhere_has_a_tip_there_alone() {
        let mut hull = turned((0, 0), (100, 0), &HULL);
        hull.reverse();
        assert!(BOW.into_iter().all(|corner| holds(&hull, corner)));
        for form in [&BOW[..], &SMALL] {
            let nose = form.iter().map(|(far, _)| far).max();
            assert_eq!(form.iter().filter(|(far, _)| Some(far) == nose).count(), 1);
        }
        // Turned by a third of a circle a form as long as wide would look like itself.
        let span = |form: &[Point], of: fn(&Point) -> i32| {
            form.iter().map(of).max().unwrap() - form.iter().map(of).min().unwrap()
        };
        for form in [&BOW[..], &SMALL] {
            assert!(2 * span(form, |corner| corner.0) >= 3 * span(form, |corner| corner.1));
        }
    }

    #[test]
    fn a_badge_leaves_the_bow_free() {
        let grid = Grid::Flat(Shifted::Odd);
        let plan = Plan::new(&Board { grid, columns: 1, rows: 1, ..Board::default() });
        for ahead in (0..6).filter_map(|direction| plan.ahead(direction)) {
            let bow = turned((0, 0), ahead, &BOW);
            let (x, y) = mark(1, Some(ahead));
            let free = |corner: &Point| (corner.0 - x).pow(2) + (corner.1 - y).pow(2) > 6 * 6;
            assert!(bow.iter().all(free), "{ahead:?}");
        }
    }

    #[test]
    fn a_code_fits_its_counter() {
        assert!(corners(ROOM.0).into_iter().all(|corner| holds(&CUT, corner)));
        let round = |(x, y): Point| x * x + y * y <= 14 * 14;
        assert!(corners(ROOM.2).into_iter().all(round));
        assert!([(-ROOM.1 / 2, -4), (ROOM.1 / 2, 4)].into_iter().all(round));
        let odd = Shifted::Odd;
        for grid in [Grid::Square, Grid::Flat(odd), Grid::Pointy(odd)] {
            let plan = Plan::new(&Board { grid, columns: 1, rows: 1, ..Board::default() });
            for ahead in (0..8).filter_map(|direction| plan.ahead(direction)) {
                let mut hull = turned((0, 0), ahead, &HULL);
                hull.reverse();
                for corner in corners(ROOM.1) {
                    assert!(holds(&hull, corner), "{grid:?} {ahead:?} {corner:?}");
                }
            }
        }
        let text = fitted("short", (0, 0), "WWWW", 20);
        assert!(text.contains("textLength=\"20\""), "{text}");
        assert!(!fitted("short row", (0, 0), "WW", 20).contains("textLength"));
    }
}

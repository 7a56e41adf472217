//! Counters and stacks of them.

use std::fmt::Write as _;

use super::grid::{closed, plus, turned};
use super::{Sheet, first};
use crate::page::{Counter, Mark, Piece, Sign};
use crate::report::board::{self, MARKS};
use crate::report::svg::arrow::{Told, begin};
use crate::report::svg::label;
use crate::report::svg::pieces::{form, sign, small_star};
use crate::report::svg::ring::Point;
use crate::report::svg::shared::Shared;

/// Characters that stand on a counter.
const TEXT: usize = 4;

/// Width and height of a counter that stands alone.
const ALONE: (i32, i32) = (36, 26);

/// Width and height of a counter that shares its cell with others.
const SHARED: (i32, i32) = (44, 14);

/// Counters of a stack that are drawn if all are, and if one line says how many more there are.
const ROWS: usize = 3;

/// Troops that look somewhere stand on a counter without corners, so that the tip lies beside it.
const CUT: [Point; 8] =
    [(-10, -13), (10, -13), (16, -3), (16, 3), (10, 13), (-10, 13), (-16, 3), (-16, -3)];

/// The tip that says where a counter looks, so far ahead and to the right; it ends in the cell.
const TIP: [Point; 3] = [(25, 0), (14, -9), (14, 9)];

/// The hull of a ship that stands alone.
const HULL: [Point; 7] = [(25, 0), (10, -12), (-15, -13), (-19, -7), (-19, 7), (-15, 13), (10, 12)];

/// A weapon on its way that is alone.
const DART: [Point; 4] = [(24, 0), (-12, -11), (-6, 0), (-12, 11)];

/// The tip beside the text of a counter that shares its cell.
const SMALL: [Point; 3] = [(6, 0), (-4, -5), (-4, 5)];

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

    /// Signs in the upper corners of cells.
    pub(super) fn signs(&self) -> String {
        let mut out = String::new();
        for (at, cell) in &self.cells {
            let (x, y) = self.plan.middle(*at);
            for (kind, dx) in cell.signs.iter().take(2).zip([-17, 17]) {
                out += &match kind {
                    Sign::Fight => small_star(x + dx, y - 13),
                    kind => sign(*kind, x + dx, y - 13),
                };
            }
        }
        out
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
        match (counter.piece, ahead) {
            (Piece::Ship, Some(ahead)) => out += &body(&closed(&turned((x, y), ahead, &HULL))),
            (Piece::Missile, Some(ahead)) => out += &body(&closed(&turned((x, y), ahead, &DART))),
            (Piece::Army, Some(ahead)) => {
                let tip = closed(&turned((x, y), ahead, &TIP));
                let _ = write!(out, "<path class=\"tip\" d=\"{tip}\" />");
                out += &body(&closed(&CUT.map(|corner| plus((x, y), corner))));
            }
            (piece, _) => out += &body(&form(piece, corner, ALONE)),
        }
        let text = first(&counter.text, TEXT);
        let class = if text.chars().count() < TEXT { "short" } else { "short row" };
        match counter.strength {
            Some(strength) => {
                out += &label(class, x, y - 1, &text);
                out += &label("strength", x, y + 10, &strength.to_string());
            }
            None => out += &label(class, x, y + 4, &text),
        }
        out + &badges(counter, (x + width / 2, y - tall / 2 - 2)) + "</g>\n"
    }

    /// Counters below each other; what finds no room is counted.
    fn stack(&self, stack: &[&Counter], (x, y): Point) -> String {
        let shown = if stack.len() > ROWS { ROWS - 1 } else { stack.len() };
        let lines = i32::try_from(stack.len().min(ROWS)).expect("a few");
        let step = SHARED.1 + 1;
        let mut top = y + 2 - lines * step / 2;
        let mut out = String::new();
        for counter in &stack[..shown] {
            out += &self.shared(counter, (x, top));
            top += step;
        }
        if shown < stack.len() {
            let text = format!("+ {} more", stack.len() - shown);
            let _ = write!(out, "<g class=\"more\">");
            let _ = write!(out, "<path d=\"{}\" />", form(Piece::Army, (x - 22, top), SHARED));
            out += &(label("short", x, top + 11, &text) + "</g>\n");
        }
        out
    }

    /// One line of a stack.
    fn shared(&self, counter: &Counter, (x, top): Point) -> String {
        let (width, tall) = SHARED;
        let mut out =
            self.begin(counter) + &body(&form(counter.piece, (x - width / 2, top), SHARED));
        let strength = counter.strength.map(|strength| format!(" {strength}"));
        let text = first(&counter.text, TEXT) + &strength.unwrap_or_default();
        let ahead = counter.facing.and_then(|facing| self.plan.ahead(facing));
        if let Some(ahead) = ahead {
            let tip = closed(&turned((x - width / 2 + 8, top + tall / 2), ahead, &SMALL));
            let _ = write!(out, "<path class=\"small\" d=\"{tip}\" />");
        }
        let shift = if ahead.is_some() { 5 } else { 0 };
        out += &label("short row", x + shift, top + 11, &text);
        out + &badges(counter, (x + width / 2, top + tall / 2)) + "</g>\n"
    }
}

/// The outline of a counter, and a line inside it by which sides are told apart.
fn body(d: &str) -> String {
    format!("<path class=\"body\" d=\"{d}\" /><path class=\"inner\" d=\"{d}\" />")
}

/// What condition a counter is in, from a point to the left.
fn badges(counter: &Counter, (x, y): Point) -> String {
    let there = MARKS.iter().filter(|(mark, ..)| counter.marks.contains(mark));
    there.zip(0..).map(|((_, _, letter), n)| badge(letter, x - 11 * n, y)).collect()
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

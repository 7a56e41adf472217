//! Boards of squares and hexes as SVG inside an HTML document.

mod counter;
mod crop;
#[cfg(test)]
mod crowded;
mod grid;
mod ground;
mod key;
mod lines;
mod names;
mod story;

use std::collections::{BTreeMap, BTreeSet};

use super::ring::Point;
use super::shared::Shared;
use super::{hue, label, legend};
use crate::page::{At, Board, Cell, Counter, Ground, Side};
use crate::render::board::told;
use crate::render::escape::words;
use grid::Plan;
use names::Name;
pub(in crate::render) use story::Frames;

/// From letter to letter in the name of a cell.
const PITCH: i32 = 5;

/// From the middle of a cell up to the base of its name: below a barrier along its upper side, above all counters.
const NAMED: i32 = 15;

/// Units beside each other that are read on a page of any size.
const LARGE: i32 = 1800;

/// The drawing of a board.
pub(in crate::render) struct Sheet<'a> {
    board: &'a Board,
    plan: Plan,
    /// What all identifiers begin with, so that a document can hold several drawings.
    id: &'a str,
    /// What is said about cells.
    cells: BTreeMap<At, &'a Cell>,
    /// Tells its zones from those of other boards of the same drawing.
    zoning: usize,
    stacks: BTreeMap<At, Vec<&'a Counter>>,
}

impl<'a> Sheet<'a> {
    /// The drawing of a board that is not too large for one.
    pub(in crate::render) fn new(id: &'a str, board: &'a Board) -> Self {
        let there = board.cells.iter().filter(|cell| board.holds(cell.at));
        let cells = there.map(|cell| (cell.at, cell)).collect();
        Self { board, plan: Plan::new(board), id, cells, zoning: 0, stacks: board.stacks() }
    }

    /// The outline of every cell, row by row.
    pub(super) fn outlines(&self) -> Vec<(At, String)> {
        self.plan.cells().map(|at| (at, self.plan.outline(at))).collect()
    }

    /// True if it needs a page of paper across.
    pub(in crate::render) fn is_wide(&self) -> bool {
        self.plan.width > self.plan.height
    }

    /// True if its counters cannot be read where all of it is shown.
    pub(in crate::render) fn is_large(&self) -> bool {
        self.plan.width.max(self.plan.height) > LARGE
    }

    /// All of the board, with its legend.
    pub(in crate::render) fn whole(&self) -> String {
        let (id, width, board) = (self.id, self.plan.width, self.plan.height);
        // Of a large board the parts are read, beside which the legend stands.
        let (height, below) = if self.is_large() {
            (board, self.finder())
        } else {
            let tall = legend::tall(&self.key(), width);
            (board + tall, legend::below(self.key(), width, board))
        };
        let (title, text) = (words(&self.board.title), words(&told(self.board).join(". ")));
        let all = self.layers(&mut Shared::off());
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\" aria-labelledby=\"{id}-title {id}-text\">\n\
             <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-text\">{text}</desc>\n\
             <g id=\"{id}-all\">\n{all}</g>\n{below}</svg>\n"
        )
    }

    /// All of the board without its legend.
    fn layers(&self, shared: &mut Shared) -> String {
        let (id, (defs, zones)) = (self.id, self.zones());
        let courses = self.courses();
        let names = self.named(&courses.points());
        let (tracks, heads) = self.lines(&courses, &names, !shared.is_story());
        let defs = if defs.is_empty() { defs } else { format!("<defs>\n{defs}</defs>\n") };
        let mut out = shared.part(id, self.strips());
        out += &shared.part(id, self.grounds());
        let lines = self.roads() + &self.barriers() + &self.names();
        out += &shared.part(id, defs + &zones + &lines);
        out += &tracks;
        let counters = self.counters(shared);
        out += &shared.all(id, counters);
        out += &shared.part(id, self.signs());
        out += &shared.part(id, names.iter().map(Name::drawn).collect());
        out + &heads
    }

    /// The legend alone, for narrow screens.
    pub(in crate::render) fn legend(&self) -> String {
        legend::alone(self.key(), self.plan.width)
    }

    /// What a cell looks like.
    fn ground(&self, at: At) -> Ground {
        let terrain = self.cells.get(&at).map_or(0, |cell| cell.terrain);
        self.board.terrains.get(usize::from(terrain)).map_or(Ground::Open, |it| it.ground)
    }

    fn height(&self, at: At) -> i8 {
        self.cells.get(&at).map_or(0, |cell| cell.height)
    }

    fn side(&self, index: u8) -> Option<&'a Side> {
        self.board.sides.get(usize::from(index))
    }

    /// The colour of a side's things.
    fn hue(&self, index: u8) -> Option<u8> {
        self.side(index).map(hue)
    }

    /// What the identifiers of strips begin with.
    fn strip(&self) -> String {
        format!("{}-{}x{}", self.id, self.board.columns, self.board.rows)
    }

    /// True if there is no cell.
    fn is_empty(&self) -> bool {
        self.board.columns == 0 || self.board.rows == 0
    }

    /// The first column of cells, the names of rows and those of columns, to be used for all others.
    fn strips(&self) -> String {
        let (board, strip) = (self.board, self.strip());
        if self.is_empty() {
            return String::new();
        }
        // A name is that of its column and that of its row.
        let halves = |at: At| {
            let name = board.naming.name(at);
            let letters = name.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
            let split = if letters > 0 { letters } else { 2 };
            (name[..split].to_owned(), name[split..].to_owned())
        };
        let texts = |part: &str, cells: &mut dyn Iterator<Item = (At, String, bool)>| {
            let (mut text, mut xs, mut ys) = (String::new(), Vec::new(), Vec::new());
            for (at, half, ends) in cells {
                let (x, y) = self.plan.middle(at);
                let long = i32::try_from(half.len()).expect("a few");
                let first = if ends { x - PITCH * long } else { x } + PITCH / 2;
                xs.extend((0..long).map(|n| (first + PITCH * n).to_string()));
                ys.extend((0..long).map(|_| (y - NAMED).to_string()));
                text += &half;
            }
            let (xs, ys) = (xs.join(" "), ys.join(" "));
            format!(
                "<text id=\"{strip}-{part}\" class=\"at\" x=\"{xs}\" y=\"{ys}\">{text}</text>\n"
            )
        };
        let outlines: String = (0..board.rows).map(|n| self.plan.outline((0, n))).collect();
        let mut rows = (0..board.rows).map(|n| ((0, n), halves((0, n)).1, false));
        let mut columns = (0..board.columns).map(|n| ((n, 0), halves((n, 0)).0, true));
        format!(
            "<defs>\n<path id=\"{strip}-cells\" d=\"{outlines}\" />\n{}{}</defs>\n",
            texts("rows", &mut rows),
            texts("columns", &mut columns)
        )
    }

    /// The names of cells and their heights.
    fn names(&self) -> String {
        let mut out = String::new();
        if self.is_empty() {
            return out;
        }
        let (first, strip) = (self.plan.middle((0, 0)), self.strip());
        let used = |part: &str, (x, y): Point| {
            format!("<use href=\"#{strip}-{part}\" x=\"{}\" y=\"{}\"/>\n", x - first.0, y - first.1)
        };
        out.extend((0..self.board.columns).map(|n| used("rows", self.plan.middle((n, 0)))));
        out.extend((0..self.board.rows).map(|n| used("columns", self.plan.middle((0, n)))));
        for (at, cell) in self.cells.iter().filter(|(_, cell)| cell.height != 0) {
            let (x, y) = self.plan.middle(*at);
            out += &label("rise", x - 21, y + 4, &cell.height.to_string());
        }
        out
    }

    /// Cells that are there, each once.
    fn known(&self, cells: &[At]) -> BTreeSet<At> {
        cells.iter().copied().filter(|at| self.plan.holds(*at)).collect()
    }
}

/// The first characters of a text.
fn first(text: &str, count: usize) -> String {
    text.chars().take(count).collect()
}

//! Boards of squares and hexes as SVG inside an HTML document.

mod counter;
mod crop;
mod grid;
mod ground;
mod key;
mod lines;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{hue, label, legend};
use crate::page::{At, Board, Cell, Counter, Ground, Side};
use crate::report::board::{stacks, told};
use crate::report::escape::words;
use grid::Plan;

/// Units of a legend that is read on a telephone.
const NARROW: i32 = 440;

/// The drawing of a board.
pub(in crate::report) struct Sheet<'a> {
    board: &'a Board,
    plan: Plan,
    /// What all identifiers begin with, so that a document can hold several drawings.
    id: &'a str,
    /// What is said about cells.
    cells: BTreeMap<At, &'a Cell>,
    stacks: BTreeMap<At, Vec<&'a Counter>>,
}

impl<'a> Sheet<'a> {
    /// The drawing of a board that is not too large for one.
    pub(in crate::report) fn new(id: &'a str, board: &'a Board) -> Self {
        let there = board.cells.iter().filter(|cell| board.holds(cell.at));
        let cells = there.map(|cell| (cell.at, cell)).collect();
        Self { board, plan: Plan::new(board), id, cells, stacks: stacks(board) }
    }

    /// True if it needs a page of paper across.
    pub(in crate::report) fn is_wide(&self) -> bool {
        self.plan.width > self.plan.height
    }

    /// All of the board, with its legend.
    pub(in crate::report) fn whole(&self) -> String {
        let (id, width, board) = (self.id, self.plan.width, self.plan.height);
        let height = board + legend::tall(&self.key(), width);
        let (title, text) = (words(&self.board.title), words(&told(self.board).join(". ")));
        let (defs, zones) = self.zones();
        let (tracks, heads) = self.lines();
        let parts = [
            self.grounds(),
            zones,
            self.roads(),
            self.barriers(),
            self.names(),
            tracks,
            self.counters(),
            self.signs(),
            self.labels(),
            heads,
        ];
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\" aria-labelledby=\"{id}-title {id}-text\">\n\
             <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-text\">{text}</desc>\n\
             <defs>\n{defs}</defs>\n<g id=\"{id}-all\">\n{}</g>\n{}</svg>\n",
            parts.concat(),
            legend::drawn(self.key(), width, board)
        )
    }

    /// The legend alone, for narrow screens.
    pub(in crate::report) fn legend(&self) -> String {
        let height = legend::tall(&self.key(), NARROW);
        let legend = legend::drawn(self.key(), NARROW, 0);
        format!(
            "<svg viewBox=\"0 0 {NARROW} {height}\" width=\"{NARROW}\" height=\"{height}\" \
             role=\"img\" aria-label=\"Legend\">\n{legend}</svg>\n"
        )
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

    /// The names of cells and their heights.
    fn names(&self) -> String {
        let mut out = String::from("<g class=\"at\">\n");
        for at in self.plan.cells() {
            let (x, y) = self.plan.middle(at);
            let name = self.board.naming.name(at);
            let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{name}</text>", y - 17);
        }
        out += "</g>\n";
        for (at, cell) in self.cells.iter().filter(|(_, cell)| cell.height != 0) {
            let (x, y) = self.plan.middle(*at);
            out += &label("rise", x - 21, y + 4, &cell.height.to_string());
        }
        out
    }

    /// The names of places.
    fn labels(&self) -> String {
        let mut out = String::new();
        for (at, cell) in self.cells.iter().filter(|(_, cell)| !cell.label.is_empty()) {
            let (x, y) = self.plan.middle(*at);
            out += &label("under", x, y + 24, &cell.label);
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

//! What the forms and lines of a board mean.

use std::collections::BTreeSet;

use super::{Sheet, counter, ground, lines};
use crate::page::{Counter, Mark, Piece, Shot, Sign};
use crate::render::board::{MARKS, SHOTS, SIGNS};
use crate::render::svg::legend::{self, Item};
use crate::render::svg::{arrow, hue};

impl Sheet<'_> {
    /// The items of the legend: only what is on the board.
    pub(super) fn key(&self) -> Vec<Item<'_>> {
        let mut items = Vec::new();
        for side in &self.board.sides {
            let hue = hue(side);
            items.push(item(&side.name, move |x, y| counter::sample(hue, x, y)));
        }
        self.terrains(&mut items);
        self.ways(&mut items);
        self.happened(&mut items);
        items
    }

    fn terrains<'s>(&'s self, items: &mut Vec<Item<'s>>) {
        let kind = |at| self.cells.get(&at).map_or(0, |cell| cell.terrain);
        let used: BTreeSet<u8> = self.plan.cells().map(kind).collect();
        let used = used.iter().filter_map(|kind| self.board.terrains.get(usize::from(*kind)));
        for terrain in used {
            items.push(item(&terrain.name, |x, y| ground::sample(terrain.ground, x, y)));
        }
        if self.cells.values().any(|cell| cell.height != 0) {
            let step = |x: i32, y: i32| {
                format!("<path class=\"slope\" d=\"M{} {y}h30m-25 0v5m10-5v5m10-5v5\" />", x - 15)
            };
            items.push(item("a step down", step));
        }
    }

    fn ways<'s>(&'s self, items: &mut Vec<Item<'s>>) {
        let across = |x: i32, y: i32| format!("M{} {y}h30", x - 15);
        let used: BTreeSet<u8> = self.board.edges.iter().map(|edge| edge.barrier).collect();
        for kind in used.iter().filter_map(|n| self.board.barriers.get(usize::from(*n))) {
            items.push(item(&kind.name, move |x, y| ground::ridge(kind.form, &across(x, y))));
        }
        let used: BTreeSet<u8> = self.board.tracks.iter().map(|track| track.way).collect();
        for way in used.iter().filter_map(|n| self.board.ways.get(usize::from(*n))) {
            items.push(item(&way.name, move |x, y| ground::road(way.line, &across(x, y))));
        }
    }

    /// Routes, fire, marks and signs.
    fn happened<'s>(&'s self, items: &mut Vec<Item<'s>>) {
        if !self.board.routes.is_empty() {
            let route = |x: i32, y: i32| {
                let (track, head) = (format!("M{} {y}h22", x - 17), (x + 17, y));
                let head = arrow::head(head, (x, y));
                format!(
                    "<g class=\"move nobody\"><path class=\"track\" d=\"{track}\" />\
                     <path class=\"head\" d=\"{head}\" /></g>"
                )
            };
            items.push(item("route", route));
        }
        let used: BTreeSet<Shot> = self.board.fires.iter().map(|fire| fire.outcome).collect();
        for (shot, words) in SHOTS.iter().filter(|(shot, _)| used.contains(shot)) {
            let line = |x: i32, y: i32| {
                let (class, ends) = (lines::stroke(*shot), ((x - 15, y), (x + 13, y)));
                let ends = lines::ending(*shot, ends.0, ends.1);
                let d = format!("M{} {y}h28", x - 15);
                format!("<g class=\"fire nobody\"><path class=\"{class}\" d=\"{d}\" />{ends}</g>")
            };
            items.push(item(words, line));
        }
        let faces = |it: &&&Counter| it.piece == Piece::Ship && it.facing.is_some();
        let faced = self.stacks.values().flatten().find(faces);
        if let Some(hue) = faced.and_then(|it| self.hue(it.side)) {
            items.push(item("the tip: where it faces", move |x, y| counter::ship(hue, x, y)));
        }
        let used: BTreeSet<Mark> =
            self.stacks.values().flatten().flat_map(|it| it.marks.iter().copied()).collect();
        for (_, words, letter) in MARKS.iter().filter(|(mark, ..)| used.contains(mark)) {
            items.push(item(words, |x, y| counter::badge(letter, x, y)));
        }
        let used: BTreeSet<Sign> =
            self.cells.values().flat_map(|cell| cell.signs.iter().copied()).collect();
        let signs = SIGNS.iter().filter(|(sign, _)| used.contains(sign));
        items.extend(signs.map(|(sign, words)| legend::sign(*sign, words)));
    }
}

fn item<'a>(words: &'a str, sample: impl Fn(i32, i32) -> String + 'a) -> Item<'a> {
    Item { sample: Box::new(sample), words: words.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Board, Side};

    #[test]
    fn the_legend_says_where_ships_face() {
        let told = |facing| {
            let (at, marks, side, strength) = ((0, 0), Vec::new(), 0, None);
            let (text, title) = (String::new(), String::new());
            let ship =
                Counter { at, facing, marks, piece: Piece::Ship, side, strength, text, title };
            let sides = vec![Side { hue: 0, name: "Faro".to_owned() }];
            let counters = vec![ship];
            let board = Board { columns: 1, rows: 1, counters, sides, ..Board::default() };
            let sheet = Sheet::new("a", &board);
            sheet.key().iter().any(|item| item.words == "the tip: where it faces")
        };
        assert!(told(Some(0)));
        assert!(!told(None));
    }
}

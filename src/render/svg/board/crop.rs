//! What of a board small screens show.

use std::fmt::Write as _;

use super::Sheet;
use crate::page::{At, Counter, Sign};
use crate::render::escape::{Escaped, words};
use crate::render::svg::frames::{Frame, MANY, SOME, crop, frames, inside};
use crate::render::svg::label;
use crate::render::svg::ring::Point;

impl Sheet<'_> {
    /// The crops, each with its title.
    pub(in crate::render) fn crops(&self) -> Vec<(String, Escaped)> {
        let frames = self.frames();
        let count = frames.len();
        let crop = |(frame, n): (Frame, usize)| {
            let corners = self.corners(frame);
            let title = if count == 1 { corners } else { format!("{corners} ({n} of {count})") };
            let title = words(&title);
            (crop(self.id, frame, &title), title)
        };
        frames.into_iter().zip(1..).map(crop).collect()
    }

    /// What the crops show. Those of a board that cannot be read as a whole show all that stands on it.
    fn frames(&self) -> Vec<Frame> {
        let mut cells = self.focus();
        cells.extend(self.landmarks());
        let most = if self.is_large() {
            cells.extend(self.stacks.keys());
            MANY
        } else {
            SOME
        };
        let points: Vec<Point> = cells.into_iter().map(|at| self.plan.middle(at)).collect();
        let frames = frames(points, (self.plan.width, self.plan.height), most);
        frames.into_iter().map(|(frame, _)| frame).collect()
    }

    /// Where on the whole board the crops lie, by number.
    pub(super) fn finder(&self) -> String {
        let mut out = String::from("<g class=\"finder\">");
        for ((left, top, width, height), n) in self.frames().into_iter().zip(1..) {
            let place = format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"");
            let number = label("", left + 40, top + 75, &format!("{n}"));
            let _ = write!(out, "<rect {place} />{number}");
        }
        out + "</g>\n"
    }

    /// The cells that matter: where there was a fight or fire, then where the reader's own counters
    /// went, came from and are, else any.
    fn focus(&self) -> Vec<At> {
        let board = self.board;
        let fights = board.cells.iter().filter(|cell| cell.signs.contains(&Sign::Fight));
        let mut cells: Vec<At> = fights.map(|cell| cell.at).collect();
        cells.extend(board.fires.iter().flat_map(|fire| [fire.to, fire.from]));
        let own = |side: u8| board.own.is_none_or(|own| own == side);
        let routes = board.routes.iter().filter(|route| own(route.side));
        let paths: Vec<&[At]> = routes.map(|route| route.path.as_slice()).collect();
        cells.extend(paths.iter().filter_map(|path| path.last()));
        cells.extend(paths.into_iter().flatten());
        cells.extend(board.counters.iter().filter(|it| own(it.side)).map(|it| it.at));
        if cells.is_empty() {
            cells.extend(self.stacks.keys());
        }
        cells.retain(|at| self.plan.holds(*at));
        cells
    }

    /// What else the reader looks for: the named place nearest to their counters, the counters of others, and the
    /// other named places.
    fn landmarks(&self) -> Vec<At> {
        let board = self.board;
        let own = |it: &&Counter| board.own.is_none_or(|own| own == it.side);
        let (own, others): (Vec<&Counter>, Vec<&Counter>) = board.counters.iter().partition(own);
        let far = |at: &At| {
            let (x, y) = self.plan.middle(*at);
            let far = |own: &&Counter| {
                let (left, top) = self.plan.middle(own.at);
                (left - x).abs().max((top - y).abs())
            };
            own.iter().map(far).min()
        };
        let named = board.cells.iter().filter(|cell| !cell.label.is_empty()).map(|cell| cell.at);
        let mut named: Vec<At> = named.filter(|at| self.plan.holds(*at)).collect();
        named.sort_by_key(far);
        let others = others.into_iter().map(|it| it.at).filter(|at| self.plan.holds(*at));
        let (nearest, rest) = named.split_at(named.len().min(1));
        nearest.iter().copied().chain(others).chain(rest.iter().copied()).collect()
    }

    /// The middle of the cells that matter, in tenths of the width.
    pub(super) fn middle(&self) -> i32 {
        let places: Vec<i32> = self.focus().iter().map(|at| self.plan.middle(*at).0).collect();
        let count = i32::try_from(places.len()).unwrap_or(i32::MAX);
        let middle = places.iter().sum::<i32>().checked_div(count);
        middle.unwrap_or(self.plan.width / 2) * 10 / self.plan.width.max(1)
    }

    /// From which cell to which a frame goes.
    fn corners(&self, frame: Frame) -> String {
        let seen = || self.plan.cells().filter(|at| inside(frame, self.plan.middle(*at)));
        let name = |at: Option<At>| at.map_or(String::new(), |at| self.board.naming.name(at));
        let corner = |least: bool| {
            let columns = seen().map(|at| at.0);
            let rows = seen().map(|at| at.1);
            let ends =
                if least { (columns.min(), rows.min()) } else { (columns.max(), rows.max()) };
            name(ends.0.zip(ends.1))
        };
        format!("{} to {}", corner(true), corner(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Board, Cell, Piece, Side};

    #[test]
    fn what_a_reader_looks_for_stands_in_a_crop_the_nearest_named_place_before_the_enemy() {
        let counter = |at, side| Counter {
            at,
            facing: None,
            marks: Vec::new(),
            piece: Piece::Army,
            side,
            strength: None,
            text: "X".to_owned(),
            title: String::new(),
        };
        let named =
            |at| Cell { at, height: 0, label: "Hill".to_owned(), signs: Vec::new(), terrain: 0 };
        let side = |hue| Side { hue, name: hue.to_string() };
        let board = Board {
            cells: vec![named((29, 29)), named((0, 20))],
            columns: 30,
            counters: vec![counter((29, 0), 1), counter((0, 0), 0)],
            own: Some(0),
            rows: 30,
            sides: vec![side(0), side(1)],
            ..Board::default()
        };
        let sheet = Sheet::new("map-1", &board);
        let frames = sheet.frames();
        let crop = |at| frames.iter().position(|frame| inside(*frame, sheet.plan.middle(at)));
        let crops = [(0, 0), (0, 20), (29, 0), (29, 29)].map(crop);
        assert_eq!(crops, [Some(0), Some(1), Some(2), Some(3)]);
    }
}

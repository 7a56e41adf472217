//! What of a board small screens show.

use std::fmt::Write as _;

use super::Sheet;
use crate::page::{At, Sign};
use crate::render::escape::{Escaped, words};
use crate::render::svg::frames::{FEW, Frame, MANY, crop, frames, inside};
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
        let most = if self.is_large() {
            cells.extend(self.stacks.keys());
            MANY
        } else {
            FEW
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

//! Crops for small screens: what lies around the cells that matter, large enough to be read.

use super::Sheet;
use crate::page::At;
use crate::report::escape::{Escaped, words};
use crate::report::svg::ring::Point;

/// Units of a crop: as wide as a telephone shows them readably, and at most so high.
const WIDTH: i32 = 420;
const MOST: i32 = 560;

/// The least height of a crop.
const LEAST: i32 = 240;

/// Units around the middles of the cells that matter, so that each is seen with its neighbours.
const AROUND: i32 = 70;

/// The most crops. What they do not show is found on the whole board.
const CROPS: usize = 6;

/// A part of the board: left, top, width and height.
type Frame = (i32, i32, i32, i32);

impl Sheet<'_> {
    /// The crops, each with its title.
    pub(in crate::report) fn crops(&self) -> Vec<(String, Escaped)> {
        let frames = self.frames();
        let count = frames.len();
        let crop = |(frame, n): (Frame, usize)| {
            let (left, top, width, height) = frame;
            let title = words(&format!("{} ({n} of {count})", self.corners(frame)));
            let picture = format!(
                "<svg viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" \
                 height=\"{height}\" role=\"img\" aria-label=\"{title}\">\
                 <use href=\"#{}-all\" /></svg>\n",
                self.id
            );
            (picture, title)
        };
        frames.into_iter().zip(1..).map(crop).collect()
    }

    /// The cells that matter.
    fn focus(&self) -> Vec<At> {
        let board = self.board;
        let mut cells = board.focus.clone();
        if cells.is_empty() {
            cells.extend(board.fires.iter().flat_map(|fire| [fire.from, fire.to]));
            let ends = board.routes.iter().filter_map(|route| route.path.last());
            cells.extend(ends);
            cells.extend(self.stacks.keys());
        }
        cells.retain(|at| self.plan.holds(*at));
        cells
    }

    /// Frames around the cells that matter: each takes the first that is left, and all that fit
    /// into one frame with it, the nearest first.
    fn frames(&self) -> Vec<Frame> {
        let mut left: Vec<Point> =
            self.focus().into_iter().map(|at| self.plan.middle(at)).collect();
        let mut frames = Vec::new();
        while let Some(&first) = left.first()
            && frames.len() < CROPS
        {
            let mut near = left.clone();
            near.sort_by_key(|(x, y)| (x - first.0).abs().max((y - first.1).abs()));
            let mut held = (first, first);
            for (x, y) in near {
                let (min, max) = held;
                let wider = ((min.0.min(x), min.1.min(y)), (max.0.max(x), max.1.max(y)));
                let size = (wider.1.0 - wider.0.0, wider.1.1 - wider.0.1);
                if size.0 + 2 * AROUND <= WIDTH && size.1 + 2 * AROUND <= MOST {
                    held = wider;
                }
            }
            let frame = self.frame(held);
            left.retain(|point| !inside(frame, *point));
            frames.push(frame);
        }
        frames
    }

    /// The frame around what is held, inside the paper.
    fn frame(&self, (min, max): (Point, Point)) -> Frame {
        let width = WIDTH.min(self.plan.width);
        let height = (max.1 - min.1 + 2 * AROUND).clamp(LEAST, MOST).min(self.plan.height);
        let left = (i32::midpoint(min.0, max.0) - width / 2).clamp(0, self.plan.width - width);
        let top = (i32::midpoint(min.1, max.1) - height / 2).clamp(0, self.plan.height - height);
        (left, top, width, height)
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

fn inside((left, top, width, height): Frame, (x, y): Point) -> bool {
    (left..=left + width).contains(&x) && (top..=top + height).contains(&y)
}

//! Crops for small screens: what lies around the places that matter, large enough to be read.

use super::ring::Point;
use crate::render::escape::Escaped;

/// Units of a crop: as wide as a telephone shows them readably, and at most so high.
const WIDTH: i32 = 420;
const MOST: i32 = 560;

/// The least height of a crop.
const LEAST: i32 = 240;

/// Of paper no wider than that the whole can be read.
const READ: i32 = 440;

/// Tenths of a crop's width and height that one shows of paper that a whole one would nearly hold.
const CLOSE: i32 = 6;

/// Units around the places that matter, so that each is seen with its neighbours.
const AROUND: i32 = 50;

/// Units around a place without which what stands there would be cut.
const ENOUGH: i32 = 32;

/// The most crops of a picture that can be read as a whole: all that stands on it is to be seen in one of them.
pub(super) const SOME: usize = 6;

/// The most crops of a picture that cannot.
pub(super) const MANY: usize = 16;

/// Beside a crop with more tenths of the picture than this there is no need of any.
const NEARLY_ALL: i32 = 6;

/// A part of the paper: left, top, width and height.
pub(super) type Frame = (i32, i32, i32, i32);

/// Frames around these points on paper of this size, each with the point it begins with: each takes
/// the first point that is left, and all that fit into one frame with it, the nearest first; what would be
/// cut at its edge is left for another. Where one of them would hold nearly all of the paper they show less, and that
/// larger; none if the whole can be read.
pub(super) fn frames(points: Vec<Point>, paper: (i32, i32), most: usize) -> Vec<(Frame, Point)> {
    let nearly_all = |((_, _, width, height), _): &(Frame, Point)| {
        width * height * 10 > paper.0 * paper.1 * NEARLY_ALL
    };
    let wide = of_size(points.clone(), paper, most, 10);
    if !wide.iter().any(nearly_all) {
        return wide;
    }
    if paper.0 > READ { of_size(points, paper, most, CLOSE) } else { Vec::new() }
}

/// The same with frames of so many tenths of the usual size.
fn of_size(points: Vec<Point>, paper: (i32, i32), most: usize, tenths: i32) -> Vec<(Frame, Point)> {
    let mut left = points;
    let mut frames = Vec::new();
    while let Some(&first) = left.first()
        && frames.len() < most
    {
        let mut near = left.clone();
        near.sort_by_key(|(x, y)| (x - first.0).abs().max((y - first.1).abs()));
        let mut held = (first, first);
        for (x, y) in near {
            let (min, max) = held;
            let wider = ((min.0.min(x), min.1.min(y)), (max.0.max(x), max.1.max(y)));
            let size = (wider.1.0 - wider.0.0, wider.1.1 - wider.0.1);
            let room = (WIDTH * tenths / 10, MOST * tenths / 10);
            if size.0 + 2 * AROUND <= room.0 && size.1 + 2 * AROUND <= room.1 {
                held = wider;
            }
        }
        let frame = around(held, paper, tenths);
        left.retain(|point| *point != first && !whole(frame, *point));
        frames.push((frame, first));
    }
    frames
}

/// The frame around what is held, inside the paper.
fn around((min, max): (Point, Point), (wide, tall): (i32, i32), tenths: i32) -> Frame {
    let [width, least, most] = [WIDTH, LEAST, MOST].map(|it| it * tenths / 10);
    let width = width.min(wide);
    let height = (max.1 - min.1 + 2 * AROUND).clamp(least, most).min(tall);
    let left = (i32::midpoint(min.0, max.0) - width / 2).clamp(0, wide - width);
    let top = (i32::midpoint(min.1, max.1) - height / 2).clamp(0, tall - height);
    (left, top, width, height)
}

pub(super) fn inside((left, top, width, height): Frame, (x, y): Point) -> bool {
    (left..=left + width).contains(&x) && (top..=top + height).contains(&y)
}

/// True if what stands at a point is not cut.
fn whole((left, top, width, height): Frame, point: Point) -> bool {
    inside((left + ENOUGH, top + ENOUGH, width - 2 * ENOUGH, height - 2 * ENOUGH), point)
}

/// The picture of a crop from the whole of a drawing.
pub(super) fn crop(id: &str, (left, top, width, height): Frame, title: &Escaped) -> String {
    // What shows less of the paper shows it larger.
    let shown = if width == WIDTH * CLOSE / 10 { CLOSE } else { 10 };
    let (wide, tall) = (width * 10 / shown, height * 10 / shown);
    format!(
        "<svg viewBox=\"{left} {top} {width} {height}\" width=\"{wide}\" height=\"{tall}\" \
         role=\"img\" aria-label=\"{title}\"><use href=\"#{id}-all\" /></svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_frame_would_cut_is_whole_in_another() {
        // The first two fill a frame from 940 to 1360; a counter at 1340 would be cut in two.
        let points = vec![(1000, 1000), (1300, 1000), (1340, 1000)];
        let frames = frames(points, (3000, 3000), 9);
        let firsts: Vec<Point> = frames.iter().map(|(_, first)| *first).collect();
        assert_eq!(firsts, [(1000, 1000), (1340, 1000)]);
        assert!(frames.iter().all(|(frame, first)| whole(*frame, *first)));
    }

    #[test]
    fn of_paper_that_one_frame_nearly_holds_they_show_less_and_that_larger() {
        // From end to end that would be a frame of 420 by 550, more than six tenths of the paper.
        let points = vec![(240, 50), (240, 500), (240, 300)];
        let frames_on = |wide| frames(points.clone(), (wide, 650), SOME);
        let shown: Vec<Frame> = frames_on(477).into_iter().map(|(frame, _)| frame).collect();
        // Six tenths of 420 by 240 at least and by 560 at most: 252 by 144 to 336.
        assert_eq!(shown, [(114, 0, 252, 144), (114, 250, 252, 300)]);
        let large = crop("map-1", shown[0], &crate::render::escape::words("x"));
        assert!(large.contains("viewBox=\"114 0 252 144\" width=\"420\" height=\"240\""));
        assert!(frames_on(440).is_empty(), "the whole can be read");
    }
}

//! Places for words on a drawing: none crosses a line or stands on something else.

use super::ring::Point;

/// How many lines words would rather cross than stand on something.
const FIRM: usize = 16;

/// How near to the middle of a line words may come.
const NEAR: i32 = 2;

/// A part of the paper that something stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) tall: i32,
}

impl Area {
    /// An area around a point.
    pub(super) fn around((x, y): Point, width: i32, tall: i32) -> Self {
        Self { x: x - width / 2, y: y - tall / 2, width, tall }
    }

    /// What points lie in, with all that is between them.
    fn over(points: &[Point]) -> Self {
        let ends = |along: fn(&Point) -> i32| {
            let all = || points.iter().map(along);
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        let ((x, right), (y, low)) = (ends(|point| point.0), ends(|point| point.1));
        Self { x, y, width: right - x, tall: low - y }
    }

    /// True if the two come within [`NEAR`] of each other.
    fn is_near(&self, other: &Self) -> bool {
        self.x - NEAR <= other.x + other.width
            && other.x <= self.x + self.width + NEAR
            && self.y - NEAR <= other.y + other.tall
            && other.y <= self.y + self.tall + NEAR
    }

    /// True if the two have a part in common.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.tall
            && other.y < self.y + self.tall
    }

    /// True if all of it lies on paper of this size.
    pub(super) fn is_on(&self, (width, height): (i32, i32)) -> bool {
        self.x >= 0 && self.y >= 0 && self.x + self.width <= width && self.y + self.tall <= height
    }

    /// The area moved onto paper of this size, if it is not larger than that.
    pub(super) fn moved_onto(self, (width, height): (i32, i32)) -> Self {
        let (right, low) = ((width - self.width).max(0), (height - self.tall).max(0));
        Self { x: self.x.clamp(0, right), y: self.y.clamp(0, low), ..self }
    }

    /// True of a point inside.
    pub(super) fn holds(&self, (x, y): Point) -> bool {
        (self.x..=self.x + self.width).contains(&x) && (self.y..=self.y + self.tall).contains(&y)
    }

    /// True if a line comes nearer than [`NEAR`].
    pub(super) fn is_crossed(&self, (a, b): (Point, Point)) -> bool {
        let (left, top) = (self.x - NEAR, self.y - NEAR);
        let (right, low) = (self.x + self.width + NEAR, self.y + self.tall + NEAR);
        if a.0.max(b.0) < left || a.0.min(b.0) > right || a.1.max(b.1) < top || a.1.min(b.1) > low {
            return false;
        }
        // All corners on one side of the line: it passes by.
        let side = |(x, y): Point| {
            let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
            dx * i64::from(y - a.1) - dy * i64::from(x - a.0)
        };
        let corners = [(left, top), (right, top), (right, low), (left, low)].map(side);
        corners.iter().any(|side| *side >= 0) && corners.iter().any(|side| *side <= 0)
    }
}

/// What stands on the paper already.
#[derive(Debug, Default)]
pub(super) struct Paper {
    areas: Vec<Area>,
    /// Lines, each with the number of what it belongs to.
    lines: Vec<(usize, (Point, Point))>,
}

impl Paper {
    /// Adds something that words may not stand on.
    pub(super) fn take(&mut self, area: Area) {
        self.areas.push(area);
    }

    /// Adds a line through these points, which belongs to `owner`.
    pub(super) fn draw(&mut self, owner: usize, points: &[Point]) {
        self.lines.extend(points.windows(2).map(|pair| (owner, (pair[0], pair[1]))));
    }

    /// What an area would cover or cross, the lines of `but` left out; what it covers counts more.
    pub(super) fn faults(&self, area: &Area, but: Option<usize>) -> usize {
        let crosses = |(owner, line): &&(usize, (Point, Point))| {
            Some(*owner) != but && area.is_crossed(*line)
        };
        FIRM * self.areas.iter().filter(|other| area.overlaps(other)).count()
            + self.lines.iter().filter(crosses).count()
    }

    /// How many areas a line between these ends would cross, besides what stands at the ends.
    pub(super) fn crossed(&self, points: &[Point], ends: [Point; 2]) -> usize {
        let lines = || points.windows(2).map(|pair| (pair[0], pair[1]));
        let all = Area::over(points);
        let near = self.areas.iter().filter(|area| area.is_near(&all));
        let others = near.filter(|area| !ends.iter().any(|end| area.holds(*end)));
        others.filter(|area| lines().any(|line| area.is_crossed(line))).count()
    }

    /// The first of these areas with the fewest faults, and how many it has.
    pub(super) fn best(&self, candidates: impl IntoIterator<Item = Area>) -> Option<(usize, Area)> {
        let mut best = None;
        for area in candidates {
            let faults = self.faults(&area, None);
            if best.is_none_or(|(least, _)| faults < least) {
                best = Some((faults, area));
            }
            if faults == 0 {
                break;
            }
        }
        best
    }

    /// The first of these areas that is free, taken; the lines of `but` may be covered.
    pub(super) fn put(
        &mut self,
        candidates: impl IntoIterator<Item = Area>,
        but: Option<usize>,
    ) -> Option<Area> {
        let free = candidates.into_iter().find(|area| self.faults(area, but) == 0)?;
        self.take(free);
        Some(free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area { x: 10, y: 10, width: 20, tall: 10 };

    #[test]
    fn a_line_crosses_what_it_touches() {
        for line in
            [((0, 0), (40, 30)), ((15, 15), (16, 16)), ((20, 0), (20, 40)), ((9, 5), (9, 30))]
        {
            assert!(AREA.is_crossed(line), "{line:?}");
            assert!(AREA.is_crossed((line.1, line.0)), "{line:?}");
        }
        for line in
            [((0, 0), (40, 0)), ((0, 30), (9, 24)), ((0, 20), (20, 50)), ((33, 0), (33, 40))]
        {
            assert!(!AREA.is_crossed(line), "{line:?}");
        }
    }

    #[test]
    fn words_stand_where_nothing_is() {
        let mut paper = Paper::default();
        paper.take(AREA);
        paper.draw(1, &[(0, 40), (100, 40)]);
        let at = |x, y| Area { x, y, width: 10, tall: 8 };
        assert_eq!(paper.faults(&at(25, 12), None), FIRM);
        assert_eq!(paper.faults(&at(25, 36), None), 1);
        assert_eq!(paper.faults(&at(25, 36), Some(1)), 0);
        assert_eq!(paper.put([at(25, 12), at(25, 36), at(30, 20)], None), Some(at(30, 20)));
        assert_eq!(paper.put([at(31, 21)], None), None);
        let across = [(0, 15), (40, 15)];
        assert_eq!(paper.crossed(&across, across), 1);
        assert_eq!(paper.crossed(&across, [(20, 15), (40, 15)]), 0, "it begins there");
    }
}

//! Bearings and arcs: what lies in front, at the side, behind.

use serde::{Deserialize, Serialize};

/// Where one place lies as seen from another.
///
/// A circle of directions has points, counted clockwise: 12 on hexes, as on a clock, since both the
/// hexes of a row and those along a line of hexsides lie on a point; 8 on squares. A place lies on
/// a point, or between two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bearing {
    /// Twice the number of the point; one more if it lies after that point.
    halves: u8,
}

impl Bearing {
    /// Exactly on a point.
    pub(super) const fn on(point: u8) -> Self {
        Self { halves: 2 * point }
    }

    /// Between a point and the next one.
    pub(super) const fn after(point: u8) -> Self {
        Self { halves: 2 * point + 1 }
    }

    /// The point on which it lies; `None` if it lies between two.
    pub const fn point(self) -> Option<u8> {
        if self.halves.is_multiple_of(2) { Some(self.halves / 2) } else { None }
    }

    /// The point on which it lies or after which it lies.
    pub const fn last_point(self) -> u8 {
        self.halves / 2
    }
}

/// A part of the circle, clockwise from one point to another, both counted from straight ahead.
///
/// On hexes the points are the hours of a clock: front arcs of 120 degrees are `Arc::new(10, 2)`,
/// the right forward sextant is `Arc::new(0, 2)`, the forward half `Arc::new(9, 3)`. On squares the
/// front quadrant is `Arc::new(7, 1)`. From a point to itself it is a ray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arc {
    from: u8,
    to: u8,
}

impl Arc {
    /// The part from one point to another, clockwise; all of the circle if they are as many points
    /// apart as it has: `Arc::new(0, 12)` on hexes.
    pub const fn new(from: u8, to: u8) -> Self {
        Self { from, to }
    }

    /// True if a bearing lies in the arc of something that looks to the point `ahead`, in a circle
    /// of so many points.
    pub(super) fn holds(self, bearing: Bearing, ahead: u8, points: u8) -> bool {
        let circle = 2 * i32::from(points);
        let part = match 2 * (i32::from(self.to) - i32::from(self.from)) {
            all if all >= circle => circle,
            part => part.rem_euclid(circle),
        };
        let start = 2 * (i32::from(ahead) + i32::from(self.from));
        (i32::from(bearing.halves) - start).rem_euclid(circle) <= part
    }
}

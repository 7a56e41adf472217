//! How that is said which events and reasons are about.

use super::names::Zone;
use super::side::Side;
use crate::base::words::{joined, names};
use crate::engine::wording::said::Said;

impl<C: ?Sized> Said<C> for Zone {
    fn said(&self, _: &C) -> String {
        self.to_string()
    }
}

impl<C: ?Sized> Said<C> for Side {
    fn said(&self, _: &C) -> String {
        self.title().to_owned()
    }
}

/// All of them behind one another.
pub fn each(all: impl IntoIterator<Item: std::fmt::Display>) -> String {
    joined(all, ", ")
}

/// Points of both sides.
pub fn score(points: &[(Side, u32)]) -> String {
    names(points.iter().map(|(side, points)| format!("{} {points}", side.title())))
}

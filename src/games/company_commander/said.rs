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

/// A direction in words; the top of the map is north.
pub fn direction(facing: crate::engine::board::hex::Facing) -> &'static str {
    use crate::engine::board::hex::Facing;
    match facing {
        Facing::A => "north",
        Facing::B => "north-east",
        Facing::C => "south-east",
        Facing::D => "south",
        Facing::E => "south-west",
        Facing::F => "north-west",
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

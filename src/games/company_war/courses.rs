//! Courses that a ship may take: the one search over the map.

use super::names::Jp;
use super::scenario::{Chart, Side};
use crate::engine::board::search::spread;

/// The course with the fewest jumps to each jump point that a side can reach, the nearest first.
/// Where `stops` says so, a course ends.
pub fn courses(chart: &Chart, side: Side, from: Jp, stops: impl Fn(Jp) -> bool) -> Vec<Vec<Jp>> {
    let all = spread([from], |here| {
        let ends = *here != from && stops(*here);
        if ends { Vec::new() } else { chart.near(side, *here) }
    });
    all.order().iter().skip(1).filter_map(|to| all.path(to)).collect()
}

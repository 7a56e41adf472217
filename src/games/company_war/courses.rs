//! Courses that a ship may take: the one search over the map.

use std::collections::BTreeSet;

use super::names::Jp;
use super::scenario::{Chart, Side};
use crate::base::words::joined;
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

/// A course on which no enemy stops a ship before its end.
pub struct Safe {
    pub path: Vec<Jp>,
    /// True if an order has to name all of it: by its end alone a ship would go with the fewest jumps (cw21), and enemies
    /// would stop it on the way (cw26).
    pub in_full: bool,
}

impl Safe {
    /// Where it ends.
    pub fn end(&self) -> Jp {
        self.path[self.path.len() - 1]
    }

    /// How many jumps it takes.
    pub fn jumps(&self) -> usize {
        self.path.len() - 1
    }

    /// The course as an order names it, where that has to be.
    pub fn written(&self) -> Option<String> {
        self.in_full.then(|| joined(self.path.iter().map(|at| at.0), "-"))
    }
}

/// The course with the fewest jumps to each jump point that a side can reach, the nearest first, where enemies at these
/// jump points end a move.
pub fn safe(chart: &Chart, side: Side, from: Jp, barred: &BTreeSet<Jp>) -> Vec<Safe> {
    let shortest = courses(chart, side, from, |_| false);
    let meets = |path: &Vec<Jp>| path[1..path.len() - 1].iter().any(|at| barred.contains(at));
    let longer: BTreeSet<Jp> =
        shortest.into_iter().filter(meets).filter_map(|path| path.last().copied()).collect();
    let safe = |path: Vec<Jp>| {
        let in_full = path.last().is_some_and(|end| longer.contains(end));
        Safe { path, in_full }
    };
    courses(chart, side, from, |at| barred.contains(&at)).into_iter().map(safe).collect()
}

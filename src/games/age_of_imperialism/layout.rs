//! Where regions and sea areas are drawn: the map as tiles.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::base::Problem;
use crate::engine::Source;
use crate::page::Run;

/// Columns and rows that a drawn map may have.
const LARGEST: usize = 200;

/// What stands for a tile on which nothing is drawn.
const EMPTY: &str = "..";

/// The layout as written: rows of tiles, each two characters wide.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayoutTable {
    /// Where it comes from.
    pub source: Source,
    /// The region or sea area that two characters stand for.
    pub tiles: BTreeMap<String, String>,
    /// The rows from north to south.
    pub rows: Vec<String>,
}

/// Where the places in play are drawn.
#[derive(Debug, Clone, Default)]
pub struct Tiles {
    /// The tiles of each place, counted from the upper left corner of what is in play.
    pub runs: BTreeMap<String, Vec<Run>>,
    /// Places of which a tile touches a tile of the other; the lesser name first.
    pub touching: BTreeSet<(String, String)>,
}

impl Tiles {
    /// True if a tile of one touches a tile of the other.
    pub fn touch(&self, a: &str, b: &str) -> bool {
        self.touching.contains(&(a.min(b).to_owned(), a.max(b).to_owned()))
    }
}

impl LayoutTable {
    /// Every place is drawn, and nothing else is.
    ///
    /// # Errors
    /// What is not.
    pub(super) fn check(&self, places: &BTreeSet<&str>) -> Result<(), Problem> {
        let mut drawn = BTreeSet::new();
        for (code, place) in &self.tiles {
            if code.chars().count() != 2 || !code.is_ascii() || code == EMPTY {
                return Err(Problem::refused(format!("\"{code}\" is not a tile"))
                    .hint("a tile is written with two letters or digits"));
            }
            if !places.contains(place.as_str()) {
                return Err(Problem::refused(format!("there is no {place} to draw")));
            }
            if !drawn.insert(place.as_str()) {
                return Err(Problem::refused(format!("two tiles stand for {place}")));
            }
        }
        let width = self.rows.first().map_or(0, String::len);
        if self.rows.len() > LARGEST || width > 2 * LARGEST {
            return Err(Problem::refused(format!("more than {LARGEST} rows or columns")));
        }
        for (row, n) in self.rows.iter().zip(1..) {
            if row.len() != width || !width.is_multiple_of(2) || !row.is_ascii() {
                return Err(Problem::refused(format!("row {n} is not as long as the first"))
                    .hint("every tile is two characters wide, the empty one .."));
            }
            if let Some(code) = codes(row).find(|c| *c != EMPTY && !self.tiles.contains_key(*c)) {
                return Err(Problem::refused(format!("row {n}: no place has the tile {code}")));
            }
        }
        let used: BTreeSet<&str> = self.rows.iter().flat_map(|row| codes(row)).collect();
        let laid = self.tiles.iter().filter(|(code, _)| used.contains(code.as_str()));
        let laid: BTreeSet<&str> = laid.map(|(_, place)| place.as_str()).collect();
        match places.iter().find(|place| !laid.contains(*place)) {
            Some(lost) => Err(Problem::refused(format!("{lost} is not drawn"))
                .hint("give it a tile, or leave the layout out")),
            None => Ok(()),
        }
    }

    /// The tiles of the places in play.
    pub(super) fn tiles(&self, in_play: &BTreeSet<&str>) -> Tiles {
        let mut cells: BTreeMap<(u16, u16), &str> = BTreeMap::new();
        for (row, y) in self.rows.iter().zip(0..) {
            for (code, x) in codes(row).zip(0..) {
                let place = self.tiles.get(code).map(String::as_str);
                cells.extend(place.filter(|p| in_play.contains(p)).map(|place| ((x, y), place)));
            }
        }
        let left = cells.keys().map(|(x, _)| *x).min().unwrap_or(0);
        let top = cells.keys().map(|(_, y)| *y).min().unwrap_or(0);
        let mut tiles = Tiles::default();
        for (&(x, y), &place) in &cells {
            for next in [(x + 1, y), (x, y + 1)] {
                if let Some(&other) = cells.get(&next).filter(|other| **other != place) {
                    let pair = (place.min(other).to_owned(), place.max(other).to_owned());
                    tiles.touching.insert(pair);
                }
            }
        }
        // Row by row, so that tiles side by side are one run.
        let mut rows: Vec<((u16, u16), &str)> = cells.into_iter().collect();
        rows.sort_by_key(|((x, y), _)| (*y, *x));
        for ((x, y), place) in rows {
            let (x, y) = (x - left, y - top);
            let runs = tiles.runs.entry(place.to_owned()).or_default();
            match runs.last_mut() {
                Some(run) if run.1 == y && run.0 + run.2 == x => run.2 += 1,
                _ => runs.push((x, y, 1)),
            }
        }
        tiles
    }
}

/// The tiles of a row. Rows are ASCII once they are checked.
fn codes(row: &str) -> impl Iterator<Item = &str> {
    (0..row.len() / 2).filter_map(|n| row.get(2 * n..2 * n + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(rows: &[&str]) -> LayoutTable {
        let tiles = [("AA", "Alba"), ("BB", "Burgh"), ("cc", "Channel")];
        let own = |s: &&str| (*s).to_owned();
        LayoutTable {
            source: Source::Invented,
            tiles: tiles.iter().map(|(c, p)| (own(c), own(p))).collect(),
            rows: rows.iter().map(own).collect(),
        }
    }

    fn places() -> BTreeSet<&'static str> {
        BTreeSet::from(["Alba", "Burgh", "Channel"])
    }

    #[test]
    fn tiles_are_runs_and_neighbours_touch() {
        let layout = layout(&["....AAAA", "..ccAABB", "..cc..BB"]);
        layout.check(&places()).unwrap();
        let tiles = layout.tiles(&places());
        assert_eq!(tiles.runs["Alba"], [(1, 0, 2), (1, 1, 1)]);
        assert_eq!(tiles.runs["Channel"], [(0, 1, 1), (0, 2, 1)]);
        assert!(tiles.touch("Burgh", "Alba") && tiles.touch("Channel", "Alba"));
        assert!(!tiles.touch("Burgh", "Channel"));
        // What is not in play leaves no room.
        let part = layout.tiles(&BTreeSet::from(["Burgh"]));
        assert_eq!(part.runs["Burgh"], [(0, 0, 1), (0, 1, 1)]);
        assert!(part.touching.is_empty() && part.runs.len() == 1);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let said = |rows: &[&str]| layout(rows).check(&places()).unwrap_err().to_string();
        assert!(
            said(&["AABB", "cc"]).contains("row 2 is not as long"),
            "{}",
            said(&["AABB", "cc"])
        );
        assert!(said(&["AABBccDD"]).contains("row 1: no place has the tile DD"));
        assert!(said(&["AABB"]).contains("Channel is not drawn"));
        assert!(said(&["AABBcc."]).contains("row 1"));
        assert!(said(&["äABBcc.."]).contains("row 1"));
    }
}

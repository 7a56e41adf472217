//! Boards: squares or hexes, what stands on them, who moved and who fired.
//!
//! Fields stand in the order of their names, in which the canonical encoding writes them anyway.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Piece, Side, Sign, Way};

/// A cell: column and row, both from 0, from the upper left corner of the board.
pub type At = (u16, u16);

/// A board as its reader may see it. It says what lies where, never in what colour.
///
/// Whatever lies beyond the columns and rows is left out of the drawing, as is what names a kind
/// or side that is not there: a page may come from outside.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Board {
    /// The kinds of barriers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barriers: Vec<Barrier>,
    /// The cells about which there is something to say. All others are of the first terrain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
    /// How many columns.
    pub columns: u16,
    /// What stands on it. Those of one cell lie on each other, the first on top.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Counter>,
    /// What lies along the sides of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// Who fired at what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fires: Vec<Fire>,
    /// The form of its cells.
    pub grid: Grid,
    /// What letters and numbers mean where it is drawn as a picture, if any need saying.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// How cells are called.
    pub naming: Naming,
    /// What holds however it is drawn, such as how orders name its directions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The reader's own side, if they have one: small screens show where its counters are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<u8>,
    /// What moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<Route>,
    /// How many rows.
    pub rows: u16,
    /// What a unit sees that the reader asked about, if they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Zone>,
    /// Whose counters there are.
    pub sides: Vec<Side>,
    /// The kinds of terrain. Without any, all of the board is open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrains: Vec<Terrain>,
    /// What it is a board of, in a few words.
    pub title: String,
    /// What runs from cell to cell, such as roads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<Track>,
    /// The kinds of tracks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Way>,
    /// Cells that are something together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
}

/// The form of the cells. On hexes a direction is a side, 0 to 5, on squares a side or a corner, 0
/// to 7: clockwise from the top, or from the side right of the top where a corner is on top.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grid {
    /// Squares.
    #[default]
    Square,
    /// Hexes with a side on top; some columns lie half a cell lower than the others.
    Flat(Shifted),
    /// Hexes with a corner on top; some rows lie half a cell further right than the others.
    Pointy(Shifted),
}

/// Which columns or rows of hexes are shifted, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shifted {
    /// The second, the fourth and so on.
    Odd,
    /// The first, the third and so on.
    Even,
}

impl Grid {
    /// A direction in words; `None` if this grid has no such direction. North is on top.
    pub fn direction(self, direction: u8) -> Option<&'static str> {
        const SQUARE: [&str; 8] = [
            "north",
            "north-east",
            "east",
            "south-east",
            "south",
            "south-west",
            "west",
            "north-west",
        ];
        const FLAT: [usize; 6] = [0, 1, 3, 4, 5, 7];
        const POINTY: [usize; 6] = [1, 2, 3, 5, 6, 7];
        let direction = usize::from(direction);
        match self {
            Self::Square => SQUARE.get(direction).copied(),
            Self::Flat(_) => FLAT.get(direction).map(|n| SQUARE[*n]),
            Self::Pointy(_) => POINTY.get(direction).map(|n| SQUARE[*n]),
        }
    }
}

/// How cells are called. The first column and the first row are number 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Naming {
    /// A letter for the column and a number for the row: `C7`. After `Z` comes `AA`.
    #[default]
    Letters,
    /// Two digits for each: `0307`.
    Digits,
}

impl Naming {
    /// What a cell is called.
    pub fn name(self, (column, row): At) -> String {
        let row = u32::from(row) + 1;
        match self {
            Self::Digits => format!("{:02}{row:02}", u32::from(column) + 1),
            Self::Letters => {
                let letter = |n: u16| char::from(b'A' + u8::try_from(n % 26).unwrap_or(0));
                let mut letters = vec![letter(column)];
                let mut rest = column / 26;
                while rest > 0 {
                    letters.insert(0, letter(rest - 1));
                    rest = (rest - 1) / 26;
                }
                letters.into_iter().collect::<String>() + &row.to_string()
            }
        }
    }
}

/// A kind of terrain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Terrain {
    /// What it looks like. No two kinds of terrain should look alike.
    pub ground: Ground,
    /// What it is called.
    pub name: String,
    /// What stands for it where boards are drawn with characters; what it looks like says it, if
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<char>,
}

/// What terrain looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Nothing in the way.
    Open,
    /// Crops.
    Field,
    /// Trees.
    Wood,
    /// Rocks and slopes.
    Rough,
    /// What is left of houses.
    Rubble,
    /// Houses.
    Built,
    /// A beach or a desert.
    Sand,
    /// Wet land.
    Marsh,
    /// Water through which one can wade.
    Shallow,
    /// Deep water.
    Water,
    /// Nothing at all, between the stars.
    Space,
    /// What nobody enters.
    Blocked,
}

/// A cell about which there is something to say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Cell {
    /// Which.
    pub at: At,
    /// How high it lies, in steps.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub height: i8,
    /// What the place is called, besides the name of the cell.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// What happened there, or is there for all to see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<Sign>,
    /// Its kind: an index into [`Board::terrains`].
    pub terrain: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(height: &i8) -> bool {
    *height == 0
}

/// A kind of barrier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Barrier {
    /// What it looks like.
    pub form: Ridge,
    /// What it is called.
    pub name: String,
}

/// What a barrier looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ridge {
    /// Stones or concrete.
    Wall,
    /// Bushes side by side.
    Hedge,
    /// Bushes here and there.
    Scrub,
    /// Sandbags or a ditch.
    Trench,
    /// A step up or down.
    Cliff,
    /// Running water.
    River,
}

/// What lies along the side of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Edge {
    /// One of the two cells.
    pub at: At,
    /// The kind: an index into [`Board::barriers`].
    pub barrier: u8,
    /// On which side of it: a direction of the [`Grid`]; on squares 0, 2, 4 or 6.
    pub side: u8,
}

/// What runs from the middle of a cell to the middle of the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Track {
    /// Through which cells.
    pub path: Vec<At>,
    /// The kind: an index into [`Board::ways`].
    pub way: u8,
}

/// What stands on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Counter {
    /// In which cell.
    pub at: At,
    /// Where it looks: a direction of the [`Grid`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<u8>,
    /// In what condition it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// What kind of piece.
    pub piece: Piece,
    /// Whose: an index into [`Board::sides`].
    pub side: u8,
    /// How strong it is, if that is known and counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<u16>,
    /// What stands on it: at most four characters.
    pub text: String,
    /// What it is, in words.
    pub title: String,
}

/// In what condition a counter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It keeps its head down.
    Suppressed,
    /// It is hit.
    Damaged,
    /// It has done what it can.
    Spent,
    /// It is believed to be there.
    Doubtful,
}

/// Who fired at what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fire {
    /// From which cell.
    pub from: At,
    /// What came of it.
    pub outcome: Shot,
    /// Whose fire: an index into [`Board::sides`].
    pub side: u8,
    /// A few characters beside the line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Who fired, in words.
    pub title: String,
    /// At which cell.
    pub to: At,
}

/// What came of fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shot {
    /// It hit.
    Hit,
    /// It missed.
    Missed,
    /// It hit, to no effect.
    Harmless,
}

/// What moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Route {
    /// Texts beside cells of the path, by their place in it: when it was there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<(u16, String)>,
    /// From where through which cells to where.
    pub path: Vec<At>,
    /// Whose: an index into [`Board::sides`].
    pub side: u8,
    /// How many, or which; a few characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What moved, in words.
    pub title: String,
}

/// Cells that are something together, such as an objective or where reinforcements enter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Zone {
    /// Which cells.
    pub cells: Vec<At>,
    /// What it is called; empty where the legend or the text above the board says it.
    pub name: String,
    /// Whose, if anybody's: an index into [`Board::sides`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<u8>,
}

impl Board {
    /// The most columns, and the most rows, that are drawn.
    pub const MOST_CELLS: u16 = 64;

    /// The most counters that are drawn.
    pub const MOST_COUNTERS: usize = 400;

    /// The most lines of fire, routes and tracks together that are drawn, and the most zones.
    pub const MOST_LINES: usize = 400;

    /// The most cells that all tracks, routes and zones may name together, and the most edges.
    pub const MOST_STEPS: usize = 20_000;

    /// Why the board is not drawn, as a sentence; `None` if it can be.
    pub fn excess(&self) -> Option<String> {
        let most = Self::MOST_CELLS;
        if self.columns > most || self.rows > most {
            let (columns, rows) = (self.columns, self.rows);
            return Some(format!(
                "A board of {columns} by {rows} cells is too large to draw; {most} by {most} is \
                 the most."
            ));
        }
        let lines = self.fires.len() + self.routes.len() + self.tracks.len();
        let tracks = self.tracks.iter().map(|track| track.path.len());
        let routes = self.routes.iter().map(|route| route.path.len());
        let steps = tracks.chain(routes).chain(self.zones.iter().map(|zone| zone.cells.len()));
        let counts = [
            (self.counters.len(), Self::MOST_COUNTERS, "counters"),
            (lines, Self::MOST_LINES, "lines"),
            (self.zones.len(), Self::MOST_LINES, "zones"),
            (self.edges.len(), Self::MOST_STEPS, "edges"),
            (steps.sum(), Self::MOST_STEPS, "steps of lines and zones"),
        ];
        let (count, most, what) = counts.into_iter().find(|(count, most, _)| count > most)?;
        Some(format!("A board with {count} {what} is too full to draw; {most} is the most."))
    }

    /// The key and the note, kept apart as parts of the key are.
    pub fn whole_key(&self) -> String {
        let parts = [self.key.as_str(), self.note.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// A key: what the codes of counters mean, each once, then the rest. Its parts are kept apart by
    /// semicolons, so that a story can say each once.
    pub fn keyed(codes: impl IntoIterator<Item = (String, String)>, rest: &[&str]) -> String {
        let codes: BTreeSet<(String, String)> = codes.into_iter().collect();
        let says = |code: &str, meaning: &str| meaning.split(' ').next() == Some(code);
        let told = codes.into_iter().filter(|(code, meaning)| !says(code, meaning));
        let codes = told.map(|(code, meaning)| format!("{code} {meaning}"));
        let rest = rest.iter().map(|part| (*part).to_owned());
        codes.chain(rest).collect::<Vec<String>>().join("; ")
    }

    /// The counters of each cell, the top one first.
    pub fn stacks(&self) -> BTreeMap<At, Vec<&Counter>> {
        let mut stacks: BTreeMap<At, Vec<&Counter>> = BTreeMap::new();
        let there = self.counters.iter().filter(|counter| self.holds(counter.at));
        for counter in there.take(Self::MOST_COUNTERS) {
            stacks.entry(counter.at).or_default().push(counter);
        }
        stacks
    }

    /// True of a cell that the board has.
    pub fn holds(&self, at: At) -> bool {
        at.0 < self.columns && at.1 < self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_names() {
        let letters = [((0, 0), "A1"), ((25, 6), "Z7"), ((26, 0), "AA1"), ((702, 9), "AAA10")];
        for (at, name) in letters {
            assert_eq!(Naming::Letters.name(at), name);
        }
        assert_eq!(Naming::Digits.name((16, 29)), "1730");
        assert_eq!(Naming::Digits.name((0, u16::MAX)), "0165536");
    }

    #[test]
    fn a_key_says_each_code_once() {
        let codes = [("RV", "recon vehicle"), ("AA", "AA rockets"), ("RV", "recon vehicle")];
        let codes = codes.map(|(code, meaning)| (code.to_owned(), meaning.to_owned()));
        assert_eq!(Board::keyed(codes, &["and so on"]), "RV recon vehicle; and so on");
        assert_eq!(Board::keyed([], &[]), "");
    }

    #[test]
    fn every_direction_has_a_word() {
        let count = |grid: Grid| (0..=255).filter_map(|n| grid.direction(n)).count();
        assert_eq!(count(Grid::Square), 8);
        let flat = Grid::Flat(Shifted::Odd);
        assert_eq!((count(flat), flat.direction(2)), (6, Some("south-east")));
        let pointy = Grid::Pointy(Shifted::Even);
        assert_eq!((count(pointy), pointy.direction(1)), (6, Some("east")));
    }

    #[test]
    fn what_is_too_much_is_told() {
        let board = Board { columns: 64, rows: 64, ..Board::default() };
        assert_eq!(board.excess(), None);
        let wide = Board { columns: 65, ..board.clone() };
        assert!(wide.excess().is_some_and(|why| why.contains("65 by 64 cells")));
        let zone = Zone { cells: vec![(0, 0); 20_001], name: String::new(), side: None };
        let full = Board { zones: vec![zone], ..board };
        assert!(full.excess().is_some_and(|why| why.contains("20001 steps")));
    }
}

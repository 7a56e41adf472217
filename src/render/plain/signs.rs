//! Which character stands for what on a board: one for each thing, and no other for it.

use std::collections::BTreeSet;

use crate::page::{Board, Ground, Stroke};

/// The character of each kind of ground, if nothing else on the board has it.
const GROUNDS: [(Ground, char); 12] = [
    (Ground::Open, '.'),
    (Ground::Field, ','),
    (Ground::Wood, '%'),
    (Ground::Rough, '^'),
    (Ground::Rubble, '&'),
    (Ground::Built, '#'),
    (Ground::Sand, ':'),
    (Ground::Marsh, '"'),
    (Ground::Shallow, '-'),
    (Ground::Water, '~'),
    (Ground::Space, '.'),
    (Ground::Blocked, 'X'),
];

/// What a cell is marked with through which such a way leads.
const TRACKS: [(Stroke, char); 3] =
    [(Stroke::Plain, '='), (Stroke::Dashed, '+'), (Stroke::Dotted, ';')];

/// What stands for things whose own character is taken.
const SPARE: &str = "`$*!/|<>()[]{}_@\\abcdefghijklmnopqrstuvwxyz";

/// What stands before a cell that a chosen unit sees.
pub(super) const SEEN: &str = "'";

/// What is to be seen of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// Its ground, if it is to be seen: an index into [`Board::terrains`].
    pub(super) ground: Option<u8>,
    /// The way through it, if it is to be seen: an index into [`Board::ways`].
    pub(super) way: Option<u8>,
    /// Its height; 0 is not told.
    pub(super) height: i8,
}

/// The characters of a board.
pub(super) struct Signs {
    grounds: Vec<char>,
    ways: Vec<char>,
}

impl Signs {
    /// Letters of sides come first, then grounds and ways in the order in which the board lists them,
    /// so that maps of the same board agree.
    pub(super) fn of(board: &Board) -> Self {
        let sides = (0..=u8::MAX).zip(&board.sides).map(|(side, _)| letter(board, side));
        let sides = sides.flat_map(|letter| [letter, letter.to_ascii_lowercase()]);
        let mut taken: BTreeSet<char> = sides.chain(SEEN.chars()).collect();
        let mut take = |wish: char| {
            let free = [wish].into_iter().chain(SPARE.chars()).find(|sign| taken.insert(*sign));
            free.unwrap_or(wish)
        };
        let mut grounds: Vec<char> = Vec::new();
        for (n, terrain) in board.terrains.iter().enumerate() {
            let same = board.terrains[..n].iter().position(|it| it.name == terrain.name);
            let look = || GROUNDS.iter().find(|(known, _)| *known == terrain.ground);
            let own = terrain.sign.filter(char::is_ascii_graphic);
            let wish = own.or_else(|| look().map(|(_, sign)| *sign)).unwrap_or('.');
            let sign = same.map_or_else(|| take(wish), |same| grounds[same]);
            grounds.push(sign);
        }
        let stroke = |line: Stroke| TRACKS.iter().find(|(known, _)| *known == line);
        let ways = board.ways.iter().map(|way| take(stroke(way.line).map_or('=', |(_, it)| *it)));
        let ways = ways.collect();
        Self { grounds, ways }
    }

    /// The character of a ground.
    pub(super) fn ground(&self, kind: u8) -> char {
        self.grounds.get(usize::from(kind)).copied().unwrap_or('.')
    }

    /// The character of a way.
    pub(super) fn way(&self, kind: u8) -> char {
        self.ways.get(usize::from(kind)).copied().unwrap_or('=')
    }

    /// Two characters: ground, or what leads over open ground, and height, or what leads through other
    /// ground.
    pub(super) fn text(&self, look: Look) -> String {
        let way = look.way.map(|way| self.way(way));
        let ground = look.ground.map(|ground| self.ground(ground));
        let (one, other) = match (ground, way) {
            (None, way) => (way.unwrap_or('.'), None),
            (Some(ground), way) => (ground, way),
        };
        match (look.height, other) {
            (0, None) => one.to_string(),
            (0, Some(way)) => format!("{one}{way}"),
            (height, _) => format!("{one}{height}"),
        }
    }
}

/// The first letter of a side's name, or its number where two begin alike.
pub(super) fn letter(board: &Board, side: u8) -> char {
    let initial = |name: &str| name.trim_start_matches("the ").chars().next().unwrap_or('?');
    let own = board.sides.get(usize::from(side)).map_or('?', |side| initial(&side.name));
    let alike = board.sides.iter().filter(|other| initial(&other.name) == own).count();
    let letter = if alike == 1 { own } else { char::from(b'1' + side % 9) };
    letter.to_ascii_uppercase()
}

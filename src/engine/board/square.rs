//! Squares named as on a chessboard: letters across, numbers down the page. "C7" is the seventh
//! square of the third column, "AA1" the first one of the twenty-seventh.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::arc::{Arc, Bearing};
use super::line::Pass;
use crate::base::Problem;

/// The last column, ZZ.
const COLUMNS: i32 = 26 + 26 * 26;
/// The last row.
const ROWS: i32 = 999;
/// Points of the circle: four sides and four corners.
const POINTS: u8 = 8;

/// A square of a map: column A to ZZ from left to right, row 1 to 999 from the top. In order by
/// columns; in files it is written as above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    column: u16,
    row: u16,
}

/// A direction on squares: clockwise from north, the top of the page, towards row 1.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Compass {
    /// Up.
    North,
    /// Across the upper right corner.
    NorthEast,
    /// Right.
    East,
    /// Across the lower right corner.
    SouthEast,
    /// Down.
    South,
    /// Across the lower left corner.
    SouthWest,
    /// Left.
    West,
    /// Across the upper left corner.
    NorthWest,
}

impl Compass {
    /// All eight, clockwise.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The four across sides, clockwise.
    pub const SIDES: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The number in the order of all eight, from 0.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// After so many turns of 45 degrees clockwise, or counterclockwise if negative.
    #[must_use]
    pub fn turned(self, turns: i8) -> Self {
        let number = (i16::from(self.number()) + i16::from(turns)).rem_euclid(8);
        Self::ALL[usize::from(number.unsigned_abs())]
    }

    /// The other way.
    #[must_use]
    pub fn opposite(self) -> Self {
        self.turned(4)
    }

    /// What a step that way adds to column and row.
    const fn step(self) -> (i32, i32) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }
}

impl Square {
    /// The square of a column and row, both from 1; `None` beyond ZZ and 999.
    pub fn new(column: u16, row: u16) -> Option<Self> {
        Self::at(i32::from(column), i32::from(row))
    }

    fn at(column: i32, row: i32) -> Option<Self> {
        if !(1..=COLUMNS).contains(&column) || !(1..=ROWS).contains(&row) {
            return None;
        }
        Some(Self { column: u16::try_from(column).ok()?, row: u16::try_from(row).ok()? })
    }

    /// The number of the column, from 1.
    pub const fn column(self) -> u16 {
        self.column
    }

    /// The row, from 1.
    pub const fn row(self) -> u16 {
        self.row
    }

    fn off(self, column: i32, row: i32) -> Option<Self> {
        Self::at(i32::from(self.column) + column, i32::from(self.row) + row)
    }

    /// Columns and rows to another square.
    fn apart(self, other: Self) -> (i32, i32) {
        let column = i32::from(other.column) - i32::from(self.column);
        (column, i32::from(other.row) - i32::from(self.row))
    }

    /// The square so many steps away in a direction; `None` if that is beyond all maps.
    pub fn ahead(self, direction: Compass, steps: i16) -> Option<Self> {
        let ((column, row), steps) = (direction.step(), i32::from(steps));
        self.off(column * steps, row * steps)
    }

    /// The direction of a square that shares a side or corner; `None` for any other.
    pub fn direction_to(self, next: Self) -> Option<Compass> {
        Compass::ALL.into_iter().find(|way| self.ahead(*way, 1) == Some(next))
    }

    /// Steps across sides to another square.
    pub fn orthogonal(self, other: Self) -> u32 {
        let (column, row) = self.apart(other);
        column.unsigned_abs() + row.unsigned_abs()
    }

    /// Steps across sides and corners to another square.
    pub fn diagonal(self, other: Self) -> u32 {
        let (column, row) = self.apart(other);
        column.unsigned_abs().max(row.unsigned_abs())
    }

    /// Where another square lies, in points of the compass: point 0 is north. `None` for the square
    /// itself.
    pub fn bearing(self, other: Self) -> Option<Bearing> {
        let (column, row) = self.apart(other);
        // The quarter that begins with a side, how far along that side, how far to its right.
        let (side, along, aside) = match () {
            () if row < 0 && column >= 0 => (0, -row, column),
            () if column > 0 => (2, column, row),
            () if row > 0 => (4, row, -column),
            () if column < 0 => (6, -column, -row),
            () => return None,
        };
        Some(match along.cmp(&aside) {
            _ if aside == 0 => Bearing::on(side),
            Ordering::Greater => Bearing::after(side),
            Ordering::Equal => Bearing::on(side + 1),
            Ordering::Less => Bearing::after(side + 1),
        })
    }

    /// True if another square lies in an arc of what stands here and faces that way. The squares on
    /// its bounds do, and so does this one.
    pub fn in_arc(self, facing: Compass, arc: Arc, other: Self) -> bool {
        let ahead = facing.number();
        self.bearing(other).is_none_or(|bearing| arc.holds(bearing, ahead, POINTS))
    }

    /// What the line from centre to centre passes, both ends included: every square of which it
    /// meets the inside, in order. Where it goes through the corner of four squares, the two that it
    /// only touches stand between the two that it leaves and enters.
    pub fn line(self, to: Self) -> Vec<Pass<Self>> {
        let (columns, rows) = self.apart(to);
        let (width, height) = (columns.abs(), rows.abs());
        let square = |x: i32, y: i32| self.off(x * columns.signum(), y * rows.signum());
        let (mut x, mut y) = (0, 0);
        let mut passed = vec![Pass::Through(self)];
        while (x, y) != (width, height) {
            // Which side of the square is crossed next: the upright one at x + 1/2 of the width, or
            // the level one at y + 1/2 of the height.
            match ((2 * x + 1) * height).cmp(&((2 * y + 1) * width)) {
                Ordering::Less => x += 1,
                Ordering::Greater => y += 1,
                Ordering::Equal => {
                    let touched = square(x + 1, y).zip(square(x, y + 1));
                    passed.extend(touched.map(|(one, other)| Pass::between(one, other)));
                    (x, y) = (x + 1, y + 1);
                }
            }
            passed.extend(square(x, y).map(Pass::Through));
        }
        passed
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |number: u16| char::from(b'A' + u8::try_from(number % 26).unwrap_or(0));
        let last = self.column - 1;
        if last >= 26 {
            write!(f, "{}", letter(last / 26 - 1))?;
        }
        write!(f, "{}{}", letter(last), self.row)
    }
}

impl FromStr for Square {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let letters = &text[..text.len() - digits.len()];
        let column = letters.bytes().take(3).fold(0, |n, letter| 26 * n + u16::from(letter - b'@'));
        let square = digits.parse().ok().and_then(|row| Self::new(column, row));
        square.filter(|square| square.to_string() == text).ok_or_else(|| {
            Problem::refused(format!("\"{text}\" is not a square"))
                .hint("write the letter of its column and the number of its row, such as C7")
        })
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|p: Problem| serde::de::Error::custom(p.what))
    }
}

impl JsonSchema for Square {
    fn schema_name() -> Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A square: the letter of its column and the number of its row.",
            "type": "string",
            "pattern": "^[A-Z]{1,2}[1-9][0-9]{0,2}$",
        })
    }
}

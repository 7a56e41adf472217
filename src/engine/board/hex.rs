//! Hexes as on printed maps: "0512" is the twelfth hex of the fifth column.
//!
//! They are ours rather than those of `hexx`: its coordinates have no order, so they cannot be keys
//! of a `BTreeMap`; its lines are interpolated in floats, and where one runs along a hexside,
//! rounding picks one of the two hexes; its sums have no bounds, so that a file could make them
//! overflow.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::arc::{Arc, Bearing};
use super::line::Pass;
use crate::base::Problem;

/// Columns and rows lie between this number and its negative.
const MOST: i16 = 9_999;

/// Points of the circle: six rows of hexes and six lines of hexsides.
const POINTS: u8 = 12;

/// A hex of a map whose columns run down the page. In each even column the hexes lie half a hex
/// lower than those of the same row in the odd columns beside it. A map that is printed otherwise
/// is turned, or its columns numbered from another one, by the game that reads it.
///
/// In files it is its column and row, two digits each; beyond 0 to 99 with a comma: `105,-3`.
/// Hexes are in order by columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Axial coordinates: the column, and the place along it in the direction D. A step in the
    /// direction C adds one to `q` alone.
    q: i16,
    r: i16,
}

/// One of the six hexes next to a hex, clockwise from A, the one above it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Facing {
    /// Up.
    A,
    /// Up and right.
    B,
    /// Down and right.
    C,
    /// Down.
    D,
    /// Down and left.
    E,
    /// Up and left.
    F,
}

impl Facing {
    /// All six, clockwise.
    pub const ALL: [Self; 6] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F];

    /// The direction in words; the top of the map is north.
    pub const fn direction(self) -> &'static str {
        match self {
            Self::A => "north",
            Self::B => "north-east",
            Self::C => "south-east",
            Self::D => "south",
            Self::E => "south-west",
            Self::F => "north-west",
        }
    }

    /// The number in that order, from 0.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// After so many turns of 60 degrees clockwise, or counterclockwise if negative.
    #[must_use]
    pub fn turned(self, turns: i8) -> Self {
        let number = (i16::from(self.number()) + i16::from(turns)).rem_euclid(6);
        Self::ALL[usize::from(number.unsigned_abs())]
    }

    /// The other way.
    #[must_use]
    pub fn opposite(self) -> Self {
        self.turned(3)
    }

    /// The fewest turns to another facing, 0 to 3.
    pub fn turns_to(self, other: Self) -> u8 {
        let apart = self.number().abs_diff(other.number());
        apart.min(6 - apart)
    }

    /// What a step that way adds to the axial coordinates.
    const fn step(self) -> (i32, i32) {
        match self {
            Self::A => (0, -1),
            Self::B => (1, -1),
            Self::C => (1, 0),
            Self::D => (0, 1),
            Self::E => (-1, 1),
            Self::F => (-1, 0),
        }
    }
}

/// From one hex to another: so many steps in a direction, then so many in the next one clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Course {
    first: Facing,
    /// At least 1, unless there is no way to go.
    along: i32,
    aside: i32,
}

/// By how much the printed row of a hex in this column is more than its axial one.
fn shift(column: i32) -> i32 {
    column.div_euclid(2) + column.rem_euclid(2)
}

impl Hex {
    /// The hex of a column and row; `None` beyond 9999 or -9999.
    pub fn new(column: i16, row: i16) -> Option<Self> {
        let (column, row) = (i32::from(column), i32::from(row));
        Self::axial(column, row - shift(column))
    }

    fn axial(q: i32, r: i32) -> Option<Self> {
        let fits = |number: i32| number.abs() <= i32::from(MOST);
        if !fits(q) || !fits(r + shift(q)) {
            return None;
        }
        Some(Self { q: i16::try_from(q).ok()?, r: i16::try_from(r).ok()? })
    }

    /// The printed column.
    pub fn column(self) -> i16 {
        self.q
    }

    /// The printed row.
    pub fn row(self) -> i16 {
        let row = i32::from(self.r) + shift(i32::from(self.q));
        i16::try_from(row).expect("a hex has a row within bounds")
    }

    /// The hex so many steps away in a direction; `None` if that is beyond all maps.
    pub fn ahead(self, facing: Facing, steps: i16) -> Option<Self> {
        self.off(facing, i32::from(steps), 0)
    }

    /// The six hexes next to it, clockwise from A.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Facing::ALL.into_iter().filter_map(move |facing| self.ahead(facing, 1))
    }

    /// The direction of a hex next to it; `None` for any other.
    pub fn facing_to(self, next: Self) -> Option<Facing> {
        Facing::ALL.into_iter().find(|facing| self.ahead(*facing, 1) == Some(next))
    }

    /// Steps to another hex.
    pub fn distance(self, other: Self) -> u32 {
        let course = self.course(other);
        (course.along + course.aside).unsigned_abs()
    }

    /// The hexes at a distance, clockwise from the one in the direction A.
    pub fn ring(self, distance: i16) -> Vec<Self> {
        if distance == 0 {
            return vec![self];
        }
        let distance = i32::from(distance);
        let side = |facing: Facing| {
            (0..distance).filter_map(move |aside| self.off(facing, distance - aside, aside))
        };
        Facing::ALL.into_iter().flat_map(side).collect()
    }

    /// The hexes within a distance, ring by ring.
    pub fn spiral(self, distance: i16) -> Vec<Self> {
        (0..=distance).flat_map(|ring| self.ring(ring)).collect()
    }

    /// This hex after so many turns of 60 degrees clockwise around a centre; `None` if that is
    /// beyond all maps.
    pub fn turned(self, centre: Self, turns: i8) -> Option<Self> {
        let Course { first, along, aside } = centre.course(self);
        centre.off(first.turned(turns), along, aside)
    }

    /// The hex so many steps in a direction and so many in the next one clockwise.
    fn off(self, first: Facing, along: i32, aside: i32) -> Option<Self> {
        let ((q, r), (dq, dr)) = (first.step(), first.turned(1).step());
        Self::axial(
            i32::from(self.q) + q * along + dq * aside,
            i32::from(self.r) + r * along + dr * aside,
        )
    }

    fn course(self, other: Self) -> Course {
        let q = i32::from(other.q) - i32::from(self.q);
        let r = i32::from(other.r) - i32::from(self.r);
        let s = -q - r;
        let (first, along, aside) = match () {
            () if q >= 0 && s > 0 => (Facing::A, s, q),
            () if s <= 0 && r < 0 => (Facing::B, -r, -s),
            () if r >= 0 && q > 0 => (Facing::C, q, r),
            () if q <= 0 && s < 0 => (Facing::D, -s, -q),
            () if s >= 0 && r > 0 => (Facing::E, r, s),
            () => (Facing::F, -q, -r),
        };
        Course { first, along, aside }
    }

    /// Where another hex lies, in hours of a clock whose 12 is in the direction A: on even hours
    /// in a straight row of hexes, on odd ones along a line of hexsides. `None` for the hex itself.
    pub fn bearing(self, other: Self) -> Option<Bearing> {
        let Course { first, along, aside } = self.course(other);
        let hour = 2 * first.number();
        match along.cmp(&aside) {
            _ if along == 0 => None,
            _ if aside == 0 => Some(Bearing::on(hour)),
            std::cmp::Ordering::Greater => Some(Bearing::after(hour)),
            std::cmp::Ordering::Equal => Some(Bearing::on(hour + 1)),
            std::cmp::Ordering::Less => Some(Bearing::after(hour + 1)),
        }
    }

    /// True if another hex lies in an arc of what stands here and faces that way. The hexes on its
    /// bounds do, and so does this one.
    pub fn in_arc(self, facing: Facing, arc: Arc, other: Self) -> bool {
        let ahead = 2 * facing.number();
        self.bearing(other).is_none_or(|bearing| arc.holds(bearing, ahead, POINTS))
    }

    /// What the line from centre to centre passes, both ends included: every hex of which it meets
    /// the inside, in order, and both hexes where it runs along their common side. A hex that it
    /// touches at a corner only is left out.
    ///
    /// At each distance from the start there are one or two hexes, two if the line leaves the one
    /// for the other on its way. It never leaves the shortest ways between the ends.
    pub fn line(self, to: Self) -> Vec<Pass<Self>> {
        let course = self.course(to);
        if self == to {
            return vec![Pass::Through(self)];
        }
        (0..=course.along + course.aside).flat_map(|step| self.crossed(course, step)).collect()
    }

    /// The hexes of a line at so many steps from its start.
    ///
    /// Those hexes lie side by side in a strip; let `y` count half hexes across it, and `x` the
    /// steps. The line is `y = x * slope / steps`, with a slope of at most one half hex a step, and
    /// the hex at `(step, at)` is where `|y - at| < 1` and `3 |x - step| + |y - at| < 2`. With
    /// `off = step * slope - at * steps` the line meets that if, and only if,
    /// `3 (|off| - steps) < |slope|`. With no slope it runs along the side of two hexes where
    /// `|off| = steps`.
    fn crossed(self, course: Course, step: i32) -> Vec<Pass<Self>> {
        let (steps, slope) = (course.along + course.aside, course.along - course.aside);
        let hex = |at: i32| {
            let along = i32::midpoint(step, at);
            self.off(course.first, along, step - along)
        };
        if slope == 0 && step % 2 == 1 {
            let pair = hex(1).zip(hex(-1));
            return pair.map(|(one, other)| Pass::between(one, other)).into_iter().collect();
        }
        let met = |at: &i32| {
            let off = i64::from(step) * i64::from(slope) - i64::from(*at) * i64::from(steps);
            (step - at) % 2 == 0 && 3 * (off.abs() - i64::from(steps)) < i64::from(slope.abs())
        };
        let middle = (step * slope).div_euclid(steps);
        let across = (middle - 1..=middle + 2).filter(met).filter_map(hex).map(Pass::Through);
        let mut across: Vec<_> = across.collect();
        if slope < 0 {
            across.reverse();
        }
        across
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = (self.column(), self.row());
        if (0..=99).contains(&column) && (0..=99).contains(&row) {
            write!(f, "{column:02}{row:02}")
        } else {
            write!(f, "{column},{row}")
        }
    }
}

impl FromStr for Hex {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let plain = text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
        let parts = if plain { text.split_at_checked(2) } else { text.split_once(',') };
        let number = |part: &str| part.parse::<i16>().ok();
        let hex = parts.and_then(|(column, row)| Self::new(number(column)?, number(row)?));
        hex.filter(|hex| hex.to_string() == text).ok_or_else(|| {
            Problem::refused(format!("\"{text}\" is not a hex"))
                .hint("write its column and row with two digits each, such as 0512")
        })
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|p: Problem| serde::de::Error::custom(p.what))
    }
}

impl JsonSchema for Hex {
    fn schema_name() -> Cow<'static, str> {
        "Hex".into()
    }

    /// YAML takes bare digits for a number; they are read all the same.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A hex: its column and row, two digits each.",
            "type": ["string", "integer"],
            "pattern": "^([0-9]{4}|-?[0-9]{1,4},-?[0-9]{1,4})$",
        })
    }
}

//! The tables of `format.yaml`.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::names::Ship;
use crate::base::Problem;
use crate::engine::format::options::check_numbers;
use crate::engine::{Number, Source};

/// Turns of a game: with an exchange a phase even the longest stays within the chain of seeds.
pub const TURNS: RangeInclusive<i64> = 1..=1000;

/// The parsed turn format.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Format {
    /// The name of the game's folder.
    pub game: String,
    /// The name of the game.
    pub title: String,
    /// Counts up when the meaning of the file changes.
    pub version: u32,
    /// Game turns (cw47).
    pub turns: Number,
    /// Dice for the number of ships that may move (cw16, cw17).
    pub initiative: InitiativeTable,
    /// Ship classes (cw7).
    pub classes: BTreeMap<String, Class>,
    /// The stations by kind (cw4).
    pub stations: StationTable,
    /// Names of the stations where each side begins (cw12, cw13).
    pub set_up: SetUpTable,
    /// Mazianni troop counters (cw15).
    pub troops: Number,
    /// Repair capacities (cw38 to cw40).
    pub repair: RepairTable,
    /// Union ships that destroy troops by staying (cw45).
    pub storm: StormTable,
    /// Victory points (cw47).
    pub points: PointTable,
    /// The combat model (cw60 to cw75).
    pub combat: CombatTable,
}

/// Numbers that are not from 0 to 1000.
const RANGES: [(&str, RangeInclusive<i64>); 11] = [
    ("repair", 0..=1000),
    ("dice", 0..=20),
    ("assembly-dice", 0..=20),
    ("sides", 1..=100),
    ("riders", 0..=20),
    ("points", -1000..=1000),
    ("turns", TURNS),
    ("storm: ships", 1..=1000),
    ("combat: rounds", 1..=100),
    ("combat: outnumbered", 1..=1000),
    ("combat: station-hits", 1..=1000),
];

impl Format {
    /// Every number has a sense, and is so small that no sum of a whole game overflows.
    ///
    /// # Errors
    /// The first that is not.
    pub(super) fn check_numbers(&self) -> Result<(), Problem> {
        check_numbers(self, &RANGES, 0..=1000)
    }
}

/// Dice for the number of ships that may move.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct InitiativeTable {
    /// Where the numbers come from.
    pub source: Source,
    /// Sides of a die.
    pub sides: u8,
    /// The Mazianni roll.
    pub mazianni: Roll,
    /// The Union roll.
    pub union: Roll,
    /// Dice added by Fleet Assembly.
    pub assembly_dice: u8,
}

/// A number of dice and a number added to them.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// Dice rolled.
    pub dice: u8,
    /// Added to their total.
    pub plus: u32,
}

/// What a class of ships is (cw7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Carries riders and troops.
    Carrier,
    /// An older warship.
    Cruiser,
    /// A scout that stops nobody.
    Dartship,
}

/// A class of ships.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// Where the numbers come from.
    pub source: Source,
    /// What it is.
    pub kind: Kind,
    /// Riders it carries.
    pub riders: u8,
}

/// The kind of a station, which decides what it is worth (cw4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Worth nothing.
    HinderStars,
    /// Worth a point to the Mazianni.
    EarthCompany,
    /// Worth a point to the Union while free.
    Union,
    /// The Union's base.
    Cyteen,
}

impl Group {
    /// Whose stations they are, as reports say it.
    pub fn word(self) -> &'static str {
        match self {
            Self::HinderStars => "Hinder Stars",
            Self::EarthCompany => "Company",
            Self::Union | Self::Cyteen => "Union",
        }
    }

    /// True of the Union's own, which it holds unless the Mazianni do.
    pub fn is_unions(self) -> bool {
        matches!(self, Self::Union | Self::Cyteen)
    }
}

/// The stations by kind.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StationTable {
    /// Where the names come from.
    pub source: Source,
    hinder_stars: Vec<String>,
    earth_company: Vec<String>,
    union: Vec<String>,
    cyteen: Vec<String>,
}

impl StationTable {
    /// The kind of a station; `None` if the table does not know the name.
    pub fn group(&self, name: &str) -> Option<Group> {
        let lists = [
            (&self.hinder_stars, Group::HinderStars),
            (&self.earth_company, Group::EarthCompany),
            (&self.union, Group::Union),
            (&self.cyteen, Group::Cyteen),
        ];
        lists.into_iter().find(|(list, _)| list.iter().any(|n| n == name)).map(|(_, group)| group)
    }

    /// Every name.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.hinder_stars, &self.earth_company, &self.union, &self.cyteen];
        lists.into_iter().flatten().map(String::as_str)
    }
}

/// Names of the stations where each side begins.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUpTable {
    /// Where the names come from.
    pub source: Source,
    /// Any of these, ship by ship.
    pub mazianni: Vec<String>,
    /// The base.
    pub union: Vec<String>,
}

/// How long a capacity lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Per {
    /// It is there again next turn.
    Turn,
    /// It is there once.
    Game,
}

/// A repair capacity.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dock {
    /// The station's name.
    pub station: String,
    /// Ships it repairs.
    pub ships: u32,
    /// In what time.
    pub per: Per,
}

/// Where riders are replaced.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiderDock {
    /// The station's name.
    pub station: String,
    /// Riders for one carrier.
    pub each: u32,
    /// In what time.
    pub per: Per,
}

/// Repair capacities by side.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepairTable {
    /// Where the numbers come from.
    pub source: Source,
    /// Of the Mazianni.
    pub mazianni: Vec<Dock>,
    /// Of the Union.
    pub union: Vec<Dock>,
    /// Where the Union replaces riders.
    pub riders: RiderDock,
}

/// Union ships that destroy troops by staying.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StormTable {
    /// Where the number comes from.
    pub source: Source,
    /// So many or more.
    pub ships: usize,
}

/// Victory points.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointTable {
    /// What the Mazianni score.
    pub mazianni: MazianniPoints,
    /// What the Union scores.
    pub union: UnionPoints,
    /// What either scores.
    pub either: EitherPoints,
}

/// What the Mazianni score.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "each field is named after its line of the table")]
pub struct MazianniPoints {
    pub source: Source,
    pub earth_company_held: i32,
    pub union_held_by_carrier: i32,
    pub union_held_by_troops: i32,
    pub cyteen_held: i32,
    pub cruiser_destroyed: i32,
    pub carrier_destroyed: i32,
    pub heavy_carrier_destroyed: i32,
}

/// What the Union scores.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "each field is named after its line of the table")]
pub struct UnionPoints {
    pub source: Source,
    pub union_station_free: i32,
    pub troops_destroyed: i32,
    pub carrier_destroyed: i32,
    pub named_carrier_destroyed: i32,
    pub named_carriers: Vec<Ship>,
}

/// What either side scores.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "each field is named after its line of the table")]
pub struct EitherPoints {
    pub source: Source,
    pub station_destroyed: i32,
}

/// The combat model.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CombatTable {
    /// Where the numbers come from.
    pub source: Source,
    /// Dice rolled for initiative, fire and avoidance.
    pub dice: u8,
    /// Sides of a die.
    pub sides: u8,
    /// Rounds after which a combat ends undecided (cw73).
    pub rounds: u32,
    /// Ratio at which damaged ships flee by default (cw71).
    pub outnumbered: usize,
    /// Hits that destroy a station (cw75).
    pub station_hits: u32,
}

/// The switches, typed. Their names and values are those of the format's `options`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the format says what each switch decides")]
pub struct Switches {
    pub first_mover: FirstMover,
    pub pin_on_arrival: Switch,
    pub initiative: WhenRolled,
    pub exchange: Exchange,
    pub fleeing: Fleeing,
    pub bombard: Switch,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "two words that say themselves")]
pub enum Switch {
    Yes,
    No,
}

/// What decides who moves first (cw20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum FirstMover {
    ByRoll,
    ByShipsPlotted,
}

/// Whether plots are written knowing the roll (cw50).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum WhenRolled {
    BeforeOrders,
    AfterOrders,
}

/// How often orders are exchanged (cw51).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum Exchange {
    ATurn,
    APhase,
}

/// Where a fleeing ship goes (cw72).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum Fleeing {
    Stay,
    Retreat,
}

//! The tables of `format.yaml`.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

pub use super::classes::{
    Annex, Bears, BlockLength, Bonus, ClassRow, Make, MountRow, Switches, Technology,
};
use super::names::Class;
pub use super::parts::{Bulk, Gun, Hit, Item, Level, Part, TurnMode, WhipTable};
use crate::base::Problem;
use crate::engine::format::options::{check_numbers, check_whole};
use crate::engine::{Number, Source};

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
    /// Single numbers.
    pub numbers: Numbers,
    /// The most that a field holds, by size class (md4, md12).
    pub fields: BTreeMap<Bulk, FieldRow>,
    /// Hexes straight ahead before a turn, by the upper bounds of speeds (md54).
    pub turn_modes: BTreeMap<TurnMode, Row>,
    /// The subspace whip tables (md35).
    pub whips: BTreeMap<WhipTable, WhipRows>,
    /// Damage of trans-warp missiles by die (md22).
    pub tram_damage: Row,
    /// What the target's speed adds to the die (md22).
    pub tram_speed: Steps,
    /// What the range adds to the die (md22).
    pub tram_range: Steps,
    /// Feedback of a distortion cannon by range (md30).
    pub feedback: Steps,
    /// ECM of fighters and shuttles by speed (md67).
    pub small_ecm: Steps,
    /// The other side's direct-fire weapons (md59, md60).
    pub guns: BTreeMap<Gun, GunRow>,
    /// Strength of plasma by hexes travelled (md62).
    pub plasma: Steps,
    /// The damage allocation table: what two dice from 2 to 12 hit (md63).
    pub damage: Vec<Vec<Hit>>,
    /// Repair points for a box (md65).
    pub repair: BTreeMap<Part, Number>,
    /// What commander's options cost, in quarters of a point (md90).
    pub prices: BTreeMap<Item, Number>,
    /// What weapons cost beyond option mounts, in quarters of a point (md26, md34, md43).
    pub annex: BTreeMap<Item, Number>,
    /// What the die of a raid does (md91).
    pub raid: RaidRow,
    /// Levels of victory: the least ratio in hundredths (md86).
    pub levels: BTreeMap<Level, Number>,
    /// The same of a convoy's points, divided (md86); if left out, those of a battle.
    #[serde(default)]
    wager_levels: BTreeMap<Level, Number>,
    /// The ships.
    pub classes: BTreeMap<Class, ClassRow>,
}

/// Single numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "each field is named after its line of the table")]
pub struct Numbers {
    pub top_speed: Number,
    pub acceleration: Number,
    pub fire_control: Number,
    pub reinforcement: Number,
    pub tram_range: Number,
    pub fighter_range: Number,
    pub add_range: Number,
    pub tram_gap: Number,
    pub tram_turn: Number,
    pub tram_x_gap: Number,
    pub tram_x_turn: Number,
    pub defensive_range: Number,
    pub reload: Number,
    pub fighter_wait: Number,
    pub cannon_range: Number,
    pub cannon_shots: Number,
    pub cannon_x: Number,
    pub gun_delay: Number,
    pub termination: Number,
    pub termination_x: Number,
    pub boost_range: Number,
    pub drone_speed: Number,
    pub drone_hits: Number,
    pub drone_damage: Number,
    pub drone_life: Number,
    pub rack_gap: Number,
    pub plasma_speed: Number,
    pub plasma_energy: Number,
    pub channels: Number,
    pub breaks: Number,
    pub bonus_step: Number,
    #[serde(default = "nothing")]
    pub bonus_from: Number,
    pub first_rescue: Number,
    pub second_rescue: Number,
    pub rescue_range: Number,
    pub convoy_divisor: Number,
    pub option_percent: Number,
    pub transporter_range: Number,
    pub transports: Number,
    pub crew_boxes: Number,
    pub chaff_life: Number,
    pub chaff_die: Number,
    pub weasel_energy: Number,
    pub weasel_speed: Number,
    pub speed_gap: Number,
    pub erratic_hexes: Number,
    pub erratic_ecm: Number,
    pub emergency_energy: Number,
    pub emergency_die: Number,
    pub deck_missiles: Number,
}

/// A row of numbers and where they come from.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Row {
    /// Where they come from.
    pub source: Source,
    /// The numbers.
    pub values: Vec<u32>,
}

/// Numbers by the upper bounds up to which they hold; the last one holds beyond all of them.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Steps {
    /// Where they come from.
    pub source: Source,
    /// The bounds.
    pub upto: Vec<u32>,
    /// One more than there are bounds.
    pub values: Vec<i32>,
}

impl Steps {
    /// The number that holds at `at`.
    pub fn at(&self, at: u32) -> i32 {
        let step = self.upto.iter().position(|bound| at <= *bound).unwrap_or(self.upto.len());
        self.values[step]
    }
}

/// What the die of a raid does; a guard adds 1 (md91).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RaidRow {
    /// Where it comes from.
    pub source: Source,
    /// Dice that destroy the box.
    pub hit: Vec<u32>,
    /// Dice with which the party does not come back.
    pub lost: Vec<u32>,
}

/// What a size of field holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FieldRow {
    /// With standard technology.
    pub standard: Number,
    /// With X-technology.
    pub x: Number,
}

/// A whip table: rows for the dice 1 to 6, a column for each range.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WhipRows {
    /// Where it comes from.
    pub source: Source,
    /// The upper bounds of the columns.
    pub upto: Vec<u32>,
    /// `M`, `T` or points of damage; a `?` behind it marks a cell that cannot be read for sure.
    pub rows: Vec<Vec<String>>,
}

/// What a whip does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lash {
    /// So many points.
    Points(u32),
    /// Nothing.
    Missed,
    /// Nothing, and the whips of the ship rest.
    Terminated,
}

impl WhipRows {
    /// The cell of a die from 1 to 6 and a column from 0; beyond the table it is a miss.
    pub fn cell(&self, die: u32, column: usize) -> Lash {
        let row = usize::try_from(die.clamp(1, 6) - 1).unwrap_or(0);
        let cell = self.rows[row].get(column).map_or("M", |cell| cell.trim_end_matches('?'));
        match cell {
            "M" => Lash::Missed,
            "T" => Lash::Terminated,
            points => points.parse().map_or(Lash::Missed, Lash::Points),
        }
    }

    /// The column of a range; `None` beyond the last.
    pub fn column(&self, range: u32) -> Option<usize> {
        self.upto.iter().position(|bound| range <= *bound)
    }
}

/// A direct-fire weapon of the other side.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GunRow {
    /// Where it comes from.
    pub source: Source,
    /// Half points of energy for a shot, from the capacitor or in arming it.
    pub energy: u32,
    /// True if it is armed in energy allocation.
    pub armed: bool,
    /// The upper bounds of its ranges.
    pub upto: Vec<u32>,
    /// For each range the damage of the dice 1 to 6.
    pub damage: Vec<Vec<u32>>,
}

impl GunRow {
    /// Damage at a range with an adjusted die.
    pub fn damage(&self, range: u32, die: i32) -> u32 {
        let column = self.upto.iter().position(|bound| range <= *bound);
        let die = usize::try_from(die.clamp(1, 6) - 1).unwrap_or(0);
        column.map_or(0, |column| self.damage[column][die])
    }

    /// The farthest that it reaches.
    pub fn reach(&self) -> u32 {
        self.upto.last().copied().unwrap_or(0)
    }
}

/// Numbers that are not from -10 to 1000.
const RANGES: [(&str, RangeInclusive<i64>); 4] =
    [("size", 1..=7), ("top-speed", 0..=32), ("store", 0..=2000), ("version", 1..=1000)];

/// A number that older tables do not have.
fn nothing() -> Number {
    Number { source: Source::Invented, value: 0 }
}

impl Format {
    /// Levels of what the convoy of a wager has of its divisor (md86).
    pub fn wager_levels(&self) -> &BTreeMap<Level, Number> {
        if self.wager_levels.is_empty() { &self.levels } else { &self.wager_levels }
    }

    /// Every table is whole and every number has a sense.
    ///
    /// # Errors
    /// The first that is not.
    pub(super) fn check(&self) -> Result<(), Problem> {
        check_whole("fields", &self.fields, Bulk::ALL)?;
        check_whole("turn-modes", &self.turn_modes, TurnMode::ALL)?;
        check_whole("whips", &self.whips, WhipTable::ALL)?;
        check_whole("guns", &self.guns, Gun::ALL)?;
        check_whole("prices", &self.prices, Item::ALL)?;
        let weapons = Item::ALL.into_iter().filter(|item| item.weapon().is_some());
        check_whole("annex", &self.annex, weapons)?;
        check_whole("levels", &self.levels, Level::ALL)?;
        check_whole("wager-levels", self.wager_levels(), Level::ALL)?;
        check_whole("repair", &self.repair, Part::ALL)?;
        check_numbers(self, &RANGES, -10..=1000)?;
        let wrong = |what: &str| Err(Problem::refused(what.to_owned()).at("tables"));
        for steps in
            [&self.tram_speed, &self.tram_range, &self.feedback, &self.plasma, &self.small_ecm]
        {
            if steps.values.len() != steps.upto.len() + 1 {
                return wrong("a table of steps has one number more than bounds");
            }
        }
        if self.tram_damage.values.len() != 8 || self.damage.len() != 11 {
            return wrong("trans-warp missiles have 8 results, and two dice have 11");
        }
        if self.numbers.fire_control.value == 0 || self.numbers.channels.value == 0 {
            return wrong("fire control and channels are at least 1");
        }
        for table in self.whips.values() {
            let whole =
                table.rows.len() == 6 && table.rows.iter().all(|row| row.len() == table.upto.len());
            if !whole {
                return wrong("a whip table has six rows with a cell for each range");
            }
        }
        for gun in self.guns.values() {
            if gun.damage.len() != gun.upto.len() || gun.damage.iter().any(|row| row.len() != 6) {
                return wrong("a weapon has six results for each range");
            }
        }
        self.classes.iter().try_for_each(|(name, row)| {
            Self::check_class(row).map_err(|what| Problem::refused(format!("class {name}: {what}")))
        })
    }

    fn check_class(row: &ClassRow) -> Result<(), &'static str> {
        let cannons = row.mounted(Part::Cannon);
        if cannons > row.most_cannons() && !row.base {
            return Err("size class 3 carries one cannon, size class 2 two, smaller ones none");
        }
        let shielded = !row.has_field() && !row.is_fighter();
        if (row.shields.len() == 6) != shielded || !shielded && !row.shields.is_empty() {
            return Err("a ship has six shields, or a field, or is a fighter");
        }
        if row.mounts.iter().any(|mount| !mount.part.is_weapon() || mount.count > 40) {
            return Err("what is mounted is a weapon, and there are at most 40");
        }
        if row.boxes.keys().any(|part| part.is_weapon()) {
            return Err("weapons are listed under mounts");
        }
        let tracks = [&row.sensor, &row.scanner, &row.damage_control];
        if tracks.iter().any(|track| track.is_empty()) || row.code.chars().count() > 4 {
            return Err("it has ratings and a code of up to four letters");
        }
        Ok(())
    }
}

//! Classes of ships, and the switches of a campaign.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::{Bulk, Part, TurnMode, WhipTable};
use crate::engine::Source;
use crate::engine::board::Arc;

/// Weapons of a kind on a ship.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MountRow {
    /// What.
    pub part: Part,
    /// How many.
    pub count: u32,
    /// Where they bear.
    #[serde(default)]
    pub arc: Bears,
    /// They stand in option mounts.
    #[serde(default)]
    pub option: bool,
}

/// Where a weapon bears (md56).
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Bears {
    /// Everywhere.
    #[default]
    All,
    /// The front arc of 120 degrees.
    Fa,
    /// The rear arc.
    Ra,
    /// The forward half.
    Fh,
    /// The left side.
    Ls,
    /// The right side.
    Rs,
}

impl Bears {
    /// The arc in hours of a clock.
    pub fn arc(self) -> Option<Arc> {
        match self {
            Self::All => None,
            Self::Fa => Some(Arc::new(10, 2)),
            Self::Ra => Some(Arc::new(4, 8)),
            Self::Fh => Some(Arc::new(9, 3)),
            Self::Ls => Some(Arc::new(6, 0)),
            Self::Rs => Some(Arc::new(0, 6)),
        }
    }

    /// Its letters, as they follow a weapon: ` FA`; nothing of what bears everywhere.
    pub fn letters(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Fa => " FA",
            Self::Ra => " RA",
            Self::Fh => " FH",
            Self::Ls => " LS",
            Self::Rs => " RS",
        }
    }
}

/// What a class is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Make {
    /// A ship with a field.
    Mechad,
    /// A ship with six shields.
    Krebiz,
    /// A ship with six shields and double capacitors (md1).
    Bolaar,
    /// A freighter.
    Civil,
    /// A fighter or shuttle of the Mechad.
    Fighter,
    /// A fighter of the others.
    Interceptor,
}

/// A class of ships.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of a class by itself")]
pub struct ClassRow {
    /// Where its numbers come from.
    pub source: Source,
    /// What it is called.
    pub title: String,
    /// It in at most four letters. Nothing shows it, but the formats of campaigns that go on have it.
    pub code: String,
    /// What it is.
    pub make: Make,
    /// Size class.
    pub size: u32,
    /// Battle point value in combat.
    pub points: u32,
    /// The economic value, if it differs.
    #[serde(default)]
    pub economic: Option<u32>,
    /// Half points of energy for a hex.
    pub move_cost: u32,
    /// Half points of energy for life support.
    pub life_support: u32,
    /// Its turn mode.
    pub turn_mode: TurnMode,
    /// The fastest that it goes, if that is less than other ships do.
    #[serde(default)]
    pub top_speed: Option<u32>,
    /// Boxes besides weapons.
    pub boxes: BTreeMap<Part, u32>,
    /// Weapons.
    pub mounts: Vec<MountRow>,
    /// Strength of the six shields.
    #[serde(default)]
    pub shields: Vec<u32>,
    /// Ratings of the sensors as boxes are lost.
    pub sensor: Vec<u32>,
    /// What is added to ranges as scanners are lost.
    pub scanner: Vec<u32>,
    /// Repair points a turn as damage control is lost.
    pub damage_control: Vec<u32>,
    /// Trans-warp missiles in store besides one reload of each launcher (md47).
    #[serde(default)]
    pub store: u32,
    /// Sets of reloads for each launcher: one, if nothing is said (md24).
    #[serde(default)]
    pub reloads: Option<u32>,
    /// Pods of a fighter for electronic warfare (md67).
    #[serde(default)]
    pub pods: u32,
    /// Missiles in a fighter's rails (md25).
    #[serde(default)]
    pub rails: u32,
    /// A battleship (md4).
    #[serde(default)]
    pub battleship: bool,
    /// A base with active positional stabilizers (md32, md42).
    #[serde(default)]
    pub base: bool,
    /// A command ship (md33).
    #[serde(default)]
    pub command_ship: bool,
    /// A tail that is part of the ship (md46).
    #[serde(default)]
    pub permanent_tail: bool,
    /// Boxes of a cargo tail, if it can carry one (md46).
    #[serde(default)]
    pub tail: u32,
    /// Option mounts (md26).
    #[serde(default)]
    pub option_mounts: u32,
    /// Boarding parties (md44).
    #[serde(default)]
    pub parties: u32,
    /// Deck crews that load its fighters (md25).
    #[serde(default)]
    pub deck_crews: u32,
    /// A multi-role shuttle, which ships may carry (md49).
    #[serde(default)]
    pub mrs: bool,
    /// Chaff packs of a fighter (md21).
    #[serde(default)]
    pub chaff: u32,
    /// The range of its whips, if that is less than that of others (md49).
    #[serde(default)]
    pub whip_range: Option<u32>,
}

impl ClassRow {
    /// True if it has a field instead of shields (md2).
    pub fn has_field(&self) -> bool {
        self.make == Make::Mechad
    }

    /// True of fighters and shuttles.
    pub fn is_fighter(&self) -> bool {
        matches!(self.make, Make::Fighter | Make::Interceptor)
    }

    /// Distortion cannons that its size allows (md33).
    pub fn most_cannons(&self) -> u32 {
        match self.size {
            0..=2 => 2,
            3 => 1,
            _ => 0,
        }
    }

    /// How large its field is (md4).
    pub fn bulk(&self) -> Bulk {
        match self.size {
            0 | 1 => Bulk::One,
            2 if self.battleship => Bulk::Battleship,
            2 => Bulk::Two,
            3 => Bulk::Three,
            4 => Bulk::Four,
            _ => Bulk::Five,
        }
    }

    /// What a raider scores for a ship of this class that it claims; `None` of what has no cargo (md87).
    pub fn claim(&self) -> Option<u32> {
        self.boxes.contains_key(&Part::Cargo).then(|| self.economic.unwrap_or(self.points))
    }

    /// Weapons of a kind that it was built with.
    pub fn mounted(&self, part: Part) -> u32 {
        self.mounts.iter().filter(|row| row.part == part).map(|row| row.count).sum()
    }
}

/// The settled switches.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Switches {
    /// Impulses of a block (md71).
    pub block: BlockLength,
    /// Which whip table (md35).
    pub whip_table: WhipTable,
    /// Which technology (md12).
    pub technology: Technology,
    /// Whether whoever fights Mechads gets the bonus (md48).
    pub balance_bonus: Bonus,
    /// Whether weapons are for sale beyond option mounts (md26, md34, md43).
    pub annex: Annex,
}

/// Whether weapons are for sale beyond option mounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Annex {
    /// They are not.
    No,
    /// They are, at higher prices.
    Yes,
}

/// Impulses of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum BlockLength {
    /// Four.
    #[serde(rename = "4")]
    Four,
    /// Eight.
    #[serde(rename = "8")]
    Eight,
    /// Sixteen.
    #[serde(rename = "16")]
    Sixteen,
    /// A whole turn.
    #[serde(rename = "32")]
    Whole,
}

impl BlockLength {
    /// How many impulses.
    pub fn impulses(self) -> u32 {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
            Self::Sixteen => 16,
            Self::Whole => 32,
        }
    }
}

/// Which technology the Mechad have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Technology {
    /// That of the supplement.
    Standard,
    /// The outlook on X-ships.
    X,
}

/// Whether the bonus counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bonus {
    /// As points of victory.
    Points,
    /// As points for the force that a side builds.
    Force,
    /// Not at all.
    None,
}

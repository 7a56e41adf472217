//! What orders say in detail: energy, courses, aims, conditions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::format::{Bears, Part};
use super::impulses::{IMPULSES, moves};
use super::names::{Missile, Ship};
use crate::engine::board::Facing;

/// Where the energy of a ship goes in a turn, in points (md52). Life support is always paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Allocation {
    /// The ship.
    pub ship: Ship,
    /// Its speed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub speed: u32,
    /// Fire control stays passive: nothing is fired or guided.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passive: bool,
    /// For the electromagnetic field; each point is multiplied by the nodes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub field: u32,
    /// For the capacitor of whips and beams.
    #[serde(default, skip_serializing_if = "is_default")]
    pub capacitor: u32,
    /// For the distortion cannon; a shot each.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cannon: u32,
    /// Weapons to be armed, by kind.
    #[serde(default, skip_serializing_if = "is_default")]
    pub arm: BTreeMap<Part, u32>,
    /// Reinforcement of the shields 1 to 6.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reinforce: Vec<u32>,
    /// Electronic countermeasures.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ecm: u32,
    /// Electronic counter-countermeasures.
    #[serde(default, skip_serializing_if = "is_default")]
    pub eccm: u32,
    /// For the batteries.
    #[serde(default, skip_serializing_if = "is_default")]
    pub charge: u32,
    /// What is repaired first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub repair: Vec<Part>,
    /// Missiles loaded into launchers, by their number on the ship's sheet.
    #[serde(default, skip_serializing_if = "is_default")]
    pub load: BTreeMap<u32, u32>,
    /// Missiles unloaded from launchers.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unload: BTreeMap<u32, u32>,
    /// Speeds from later impulses on, by impulse.
    #[serde(default, skip_serializing_if = "is_default")]
    pub changes: BTreeMap<u32, u32>,
    /// Erratic maneuvers for the whole turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub erratic: bool,
    /// For transporters; each point moves five parties.
    #[serde(default, skip_serializing_if = "is_default")]
    pub transport: u32,
    /// Boarding parties that guard boxes of a kind against raids.
    #[serde(default, skip_serializing_if = "is_default")]
    pub guards: BTreeMap<Part, u32>,
    /// Boarding parties that work as crew of a prize.
    #[serde(default, skip_serializing_if = "is_default")]
    pub crew: u32,
    /// Attempts at emergency repair, one after another.
    #[serde(default, skip_serializing_if = "is_default")]
    pub emergency: Vec<Part>,
    /// A shuttle is made ready as a wild weasel.
    #[serde(default, skip_serializing_if = "is_default")]
    pub weasel: bool,
    /// For the nodes: the ship disengages by acceleration at the end of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disengage: Option<u32>,
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Allocation {
    /// Nothing for anything.
    pub fn of(ship: Ship) -> Self {
        Self {
            ship,
            speed: 0,
            passive: false,
            field: 0,
            capacitor: 0,
            cannon: 0,
            arm: BTreeMap::new(),
            reinforce: Vec::new(),
            ecm: 0,
            eccm: 0,
            charge: 0,
            repair: Vec::new(),
            load: BTreeMap::new(),
            unload: BTreeMap::new(),
            changes: BTreeMap::new(),
            erratic: false,
            transport: 0,
            guards: BTreeMap::new(),
            crew: 0,
            emergency: Vec::new(),
            weasel: false,
            disengage: None,
        }
    }

    /// The speed in an impulse (md95).
    pub fn speed_at(&self, impulse: u32) -> u32 {
        self.changes.range(..=impulse).next_back().map_or(self.speed, |(_, speed)| *speed)
    }

    /// Hexes in the whole turn (md51, md95).
    pub fn hexes(&self) -> u32 {
        let moved = |impulse: &u32| moves(self.speed_at(*impulse), *impulse);
        u32::try_from((1..=IMPULSES).filter(moved).count()).unwrap_or(0)
    }
}

/// What reserve power is used for (md66).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// The capacitor.
    Capacitor,
    /// Reinforcement of this shield, while it has none.
    Shield(u8),
    /// Reinforcement of the shield that faces the nearest enemy, while it has none.
    Facing,
    /// So many points of each volley, before a field of X-technology (md12).
    Field,
}

/// A leg of a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Leg {
    /// So many hexes straight ahead.
    Ahead(u32),
    /// Turn left, as soon as the turn mode allows it, and move a hex.
    Left,
    /// Turn right.
    Right,
    /// Slip to the left.
    SlipLeft,
    /// Slip to the right.
    SlipRight,
}

/// How a ship is steered (md78).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Helm {
    /// As near as it gets.
    Close,
    /// At this range.
    Keep(u32),
    /// Away.
    Away,
    /// Towards this side of a hex.
    Heading(Facing),
}

/// What an order is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// The nearest enemy ship.
    #[default]
    Nearest,
    /// The nearest enemy missile on the map, fighter or shuttle.
    NearestSmall,
    /// This ship.
    Ship(Ship),
    /// This drone or plasma torpedo.
    Missile(Missile),
}

/// The power of a whip.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// As a shuttle's whip, for half a point (md41).
    Low,
    /// As a ship's whip, for a point (md35).
    #[default]
    Standard,
    /// As a heavy whip, for two points (md42).
    Heavy,
    /// As a ship's whip of X-technology with a point more for the die (md43).
    Boosted,
}

impl Power {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Low => "at low power",
            Self::Standard => "",
            Self::Heavy => "at high power",
            Self::Boosted => "boosted",
        }
    }
}

/// What orders may depend on: what everybody sees (md74).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// An enemy ship is so near to the ship.
    EnemyWithin {
        /// The ship.
        ship: Ship,
        /// Hexes.
        range: u32,
    },
    /// An enemy ship is so near to the ship in an arc of it.
    EnemyIn {
        /// The ship.
        ship: Ship,
        /// The arc.
        arc: Bears,
        /// Hexes.
        range: u32,
    },
    /// The ship is faster than this.
    FasterThan {
        /// The ship.
        ship: Ship,
        /// Its speed.
        speed: u32,
    },
    /// A trans-warp missile is on its way to the ship.
    LaunchedAt {
        /// The ship.
        ship: Ship,
    },
    /// The field of the ship has less strength than this.
    FieldBelow {
        /// The ship.
        ship: Ship,
        /// Its strength.
        strength: u32,
    },
    /// The ship lost so many boxes.
    Damaged {
        /// The ship.
        ship: Ship,
        /// How many.
        boxes: u32,
    },
    /// The ship is crippled.
    Crippled {
        /// The ship.
        ship: Ship,
    },
    /// The ship is not on the map.
    Gone {
        /// The ship.
        ship: Ship,
    },
}

//! All that is true in a campaign of Company War.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::names::{Jp, Ship};
use super::scenario::Side;

/// The phase that the table waits for (the sequence of play).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The Mazianni deploy in secret (cw13, cw15).
    SetUp,
    /// Phase 1.
    Movement,
    /// Phase 2.
    Combat,
    /// Phase 3.
    Repair,
    /// Phase 4; phase 5, the record, follows at once.
    Garrison,
    /// The last turn is over.
    Over,
}

impl Step {
    /// The name in the turn format.
    pub fn name(self) -> &'static str {
        match self {
            Self::SetUp => "set-up",
            Self::Movement => "movement",
            Self::Combat => "combat",
            Self::Repair => "repair",
            Self::Garrison => "garrison",
            Self::Over => "over",
        }
    }
}

/// How whole a counter is (cw9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// The front is up.
    Whole,
    /// The back is up.
    Damaged,
    /// Destroyed; it never returns, except a Union rider (cw37, cw40).
    Lost,
}

/// A jump-capable ship and the riders it carries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "five facts of a turn, each asked alone")]
pub struct Vessel {
    /// Where it lies; `None` before deployment and after its loss (cw1).
    pub at: Option<Jp>,
    /// Front, back or lost.
    pub condition: Condition,
    /// Each rider counter, by its number less one (cw14).
    pub riders: Vec<Condition>,
    /// True from its flight until it leaves the jump point (cw72).
    pub fleeing: bool,
    /// It fled in this turn, even if it is elsewhere now (cw45).
    #[serde(default)]
    pub fled: bool,
    /// Where it lay when the movement phase began (cw28, cw36).
    pub began: Option<Jp>,
    /// It moved in this turn (cw36).
    pub moved: bool,
    /// It fired or was fired upon in this turn (cw36).
    pub fought: bool,
    /// It was repaired, or one of its riders replaced, in this turn (cw40).
    pub docked: bool,
}

impl Vessel {
    /// True if it is on the map.
    pub fn afloat(&self) -> bool {
        self.condition != Condition::Lost && self.at.is_some()
    }
}

/// A unit that fires and is fired upon: a ship or one of its riders (cw61).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A jump-capable ship.
    Ship(Ship),
    /// The rider of that number (from 1) of a carrier.
    Rider(Ship, u8),
}

impl Unit {
    /// The ship, or the carrier of the rider.
    pub fn ship(&self) -> &Ship {
        match self {
            Self::Ship(ship) | Self::Rider(ship, _) => ship,
        }
    }

    /// The name that reports and draw labels use; riders as the counters write them.
    pub fn name(&self) -> String {
        match self {
            Self::Ship(ship) => ship.to_string(),
            Self::Rider(ship, number) => format!("R.{ship}-{number}"),
        }
    }
}

/// A combat while it lasts (cw60).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Battle {
    /// The jump point.
    pub at: Jp,
    /// Counts from 1.
    pub round: u32,
    /// Dartships that keep out of it (cw66).
    pub aloof: BTreeSet<Ship>,
    /// Riders that have left their carriers (cw61).
    pub launched: BTreeSet<Unit>,
    /// Targets announced in this round: who fires at whom (cw63).
    #[serde(with = "pairs")]
    pub aims: BTreeMap<Unit, Unit>,
}

/// All that is true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What everybody sees.
    pub open: Open,
    /// What the Mazianni alone know.
    pub secret: Secret,
}

/// The secret of the Mazianni.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    /// Carriers with a troop counter aboard (cw15, cw43).
    pub aboard: BTreeSet<Ship>,
}

/// What everybody sees: counters lie openly on the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Open {
    /// The turn; 0 in set-up.
    pub turn: u32,
    /// The phase that the table waits for.
    pub step: Step,
    /// Every jump-capable ship.
    pub ships: BTreeMap<Ship, Vessel>,
    /// Stations with a troop counter (cw41).
    pub landed: BTreeSet<Jp>,
    /// The turn in which each lost troop counter was lost (cw46).
    pub fallen: Vec<u32>,
    /// Stations destroyed (cw49).
    pub destroyed: BTreeSet<Jp>,
    /// Hits on stations (cw11).
    pub hits: BTreeMap<Jp, u32>,
    /// Ships that each side may move in the coming or present movement phase (cw16).
    pub allowance: BTreeMap<Side, u32>,
    /// Sides that have used their Fleet Assembly (cw17).
    pub assembled: BTreeSet<Side>,
    /// Sides that declared it for the next roll (cw17).
    pub declared: BTreeSet<Side>,
    /// Ships that each side has left to move, while ships move (cw31).
    pub left: BTreeMap<Side, u32>,
    /// Ships that have not moved and whom an arrival keeps where they are (cw29).
    pub pinned: BTreeSet<Ship>,
    /// The combat in progress.
    pub battle: Option<Battle>,
    /// Repairs made at stations with a capacity for the whole game (cw38, cw39).
    pub used: BTreeMap<Jp, u32>,
    /// Victory points (cw47).
    pub points: BTreeMap<Side, i32>,
}

impl Open {
    /// Ships that lie at a jump point, by name.
    pub fn at(&self, jp: Jp) -> impl Iterator<Item = (&Ship, &Vessel)> {
        self.ships.iter().filter(move |(_, v)| v.at == Some(jp) && v.afloat())
    }

    /// The points of a side.
    pub fn score(&self, side: Side) -> i32 {
        self.points.get(&side).copied().unwrap_or(0)
    }

    /// True if a side has used its Fleet Assembly, or declared it for the next roll (cw17).
    pub fn has_assembled(&self, side: Side) -> bool {
        self.assembled.contains(&side) || self.declared.contains(&side)
    }

    /// Troop counters that were lost before this turn and may return (cw46).
    pub fn returning(&self) -> usize {
        self.fallen.iter().filter(|lost| **lost < self.turn).count()
    }
}

/// Aims as a list of pairs: in JSON only texts can be keys.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    use super::Unit;

    pub(super) fn serialize<S: Serializer>(
        aims: &BTreeMap<Unit, Unit>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(aims)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<Unit, Unit>, D::Error> {
        Vec::<(Unit, Unit)>::deserialize(deserializer).map(BTreeMap::from_iter)
    }
}

//! What players may ask.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::format::Class;
use super::names::{Place, Unit, Zone};
use crate::engine::Matter;
use crate::engine::board::hex::Facing;
use crate::engine::orders::check::Life;

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// Deploy a unit elsewhere than the scenario has it (cc22).
    Deploy {
        /// The unit.
        unit: Unit,
        /// The hex; where it is if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Zone>,
        /// Where it looks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Facing>,
        /// The carrier in which it begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Unit>,
    },
    /// Move a unit (cc4).
    Move {
        /// The unit.
        unit: Unit,
        /// Hexes that it goes to one after another, by the cheapest way between them.
        path: Vec<Zone>,
        /// Enhanced movement: farther, away from the enemy, without a shot (cc6).
        #[serde(default, skip_serializing_if = "is_not")]
        fast: bool,
        /// Where it looks in the end; the way of its last step, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Facing>,
        /// When it stops on the way (cc64).
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        stop_if: BTreeSet<Stop>,
    },
    /// Turn a unit to face elsewhere (cc10).
    Face {
        /// The unit.
        unit: Unit,
        /// Where it looks.
        facing: Facing,
    },
    /// Attack the first of these units that can be attacked (cc25).
    Attack {
        /// The unit.
        unit: Unit,
        /// Its targets, the most important first.
        targets: Vec<Unit>,
        /// The least chance, in a hundred, that the target loses strength.
        #[serde(default, skip_serializing_if = "is_none")]
        only_if_chance: u32,
        /// What to do when a target is destroyed or out of sight.
        #[serde(default, skip_serializing_if = "is_next")]
        if_target_gone: Gone,
        /// Targets that are suppressed are passed over.
        #[serde(default, skip_serializing_if = "is_not")]
        unless_suppressed: bool,
    },
    /// Fire indirectly into a hex, whoever is there (cc68).
    Bombard {
        /// The unit.
        unit: Unit,
        /// The hex.
        at: Zone,
    },
    /// Fire smoke instead of attacking (cc57).
    Smoke {
        /// The unit.
        unit: Unit,
        /// The hex in the middle.
        at: Zone,
    },
    /// Mount a carrier next to the unit (cc12).
    Mount {
        /// The unit.
        unit: Unit,
        /// The carrier.
        on: Unit,
    },
    /// Leave a carrier (cc12).
    Dismount {
        /// The unit.
        unit: Unit,
        /// The hex next to the carrier; the carrier's own, if the carrier leaves the field.
        at: Zone,
    },
    /// Launch a drone (cc55).
    Launch {
        /// The drone.
        unit: Unit,
        /// A hex next to the unit that launches it.
        at: Zone,
    },
    /// Say at what, how far and from which chance on units fire in the other player's turn, each once (cc19).
    Overwatch {
        /// Which unit; all, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Unit>,
        /// The least chance, in a hundred, that the target loses strength; 40 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least: Option<u32>,
        /// The greatest distance in hexes; as far as its weapons reach, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<u32>,
        /// At which targets; at all, if left out.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        at: BTreeSet<Class>,
        /// Only at what is in the 120 degrees in front.
        #[serde(default, skip_serializing_if = "is_not")]
        ahead: bool,
        /// Not at all.
        #[serde(default, skip_serializing_if = "is_not")]
        hold: bool,
    },
    /// Give up the game (cc62).
    Concede,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_not(so: &bool) -> bool {
    !so
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_next(gone: &Gone) -> bool {
    *gone == Gone::Next
}

/// When a move ends early.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// An enemy comes into sight.
    Seen,
    /// The unit is fired at.
    FiredOn,
}

/// What to do when a target is gone.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Gone {
    /// Attack the next one.
    #[default]
    Next,
    /// Do not attack.
    Skip,
}

/// What a conditional order may depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// An enemy unit is in sight.
    Sees(Unit),
    /// An enemy unit is not in sight.
    SeesNot(Unit),
    /// An enemy is seen in the hex.
    EnemyAt(Zone),
    /// No enemy is seen in the hex.
    NoEnemyAt(Zone),
    /// A unit in sight, or one's own, is suppressed.
    Suppressed(Unit),
    /// A unit is destroyed.
    Destroyed(Unit),
    /// One's own side holds an objective.
    Holds(Place),
}

impl Order {
    /// The unit that acts or that a decision is confined to.
    pub fn unit(&self) -> Option<&Unit> {
        match self {
            Self::Deploy { unit, .. }
            | Self::Move { unit, .. }
            | Self::Face { unit, .. }
            | Self::Attack { unit, .. }
            | Self::Bombard { unit, .. }
            | Self::Smoke { unit, .. }
            | Self::Mount { unit, .. }
            | Self::Dismount { unit, .. }
            | Self::Launch { unit, .. } => Some(unit),
            Self::Overwatch { unit, .. } => unit.as_ref(),
            Self::Concede => None,
        }
    }

    /// How long it lives (cc65).
    pub fn life(&self) -> Life {
        match self {
            Self::Deploy { .. } => Life::Fixed,
            Self::Move { .. }
            | Self::Face { .. }
            | Self::Attack { .. }
            | Self::Bombard { .. }
            | Self::Smoke { .. }
            | Self::Mount { .. }
            | Self::Dismount { .. }
            | Self::Launch { .. } => Life::Contingent,
            Self::Overwatch { .. } | Self::Concede => Life::Standing,
        }
    }

    /// What it settles whenever the question comes up (cc65).
    pub fn matter(&self) -> Option<Matter> {
        match self {
            Self::Overwatch { unit, .. } => Some(Matter::of("overwatch").only(unit.as_ref())),
            Self::Concede => Some(Matter::of("concede")),
            Self::Deploy { .. }
            | Self::Move { .. }
            | Self::Face { .. }
            | Self::Attack { .. }
            | Self::Bombard { .. }
            | Self::Smoke { .. }
            | Self::Mount { .. }
            | Self::Dismount { .. }
            | Self::Launch { .. } => None,
        }
    }

    /// True if it is carried out at its place in a player's turn.
    pub fn acts(&self) -> bool {
        self.life() == Life::Contingent
    }
}

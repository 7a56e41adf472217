//! What may be ordered. The rules behind it are in `docs/rules/mechad.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::format::{Item, Part};
use super::names::{Class, Hx, Ship};
use super::plan::is_default;
pub use super::plan::{Aim, Allocation, Condition, Helm, Leg, Power, Purpose};
use crate::engine::Matter;
use crate::engine::board::Facing;
use crate::engine::orders::check::Life;

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Order")]
pub enum Order {
    /// Choose the ships of your force (md80).
    Build {
        /// Their classes, in the order of their names.
        classes: Vec<Class>,
    },
    /// Put a ship of your force somewhere else (md80).
    Place {
        /// The ship.
        ship: Ship,
        /// Its hex.
        at: Hx,
        /// Where it faces, if the scenario leaves that open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Facing>,
        /// Its speed in the last turn, if the scenario leaves that open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speed: Option<u32>,
    },
    /// Buy commander's options (md90).
    Outfit {
        /// For which ship.
        ship: Ship,
        /// What.
        item: Item,
        /// How many.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: u32,
    },
    /// Allocate the energy of a ship for a turn (md52).
    Allocate(Allocation),
    /// Plot a course hex by hex (md54).
    Course {
        /// The ship.
        ship: Ship,
        /// One leg for each move.
        legs: Vec<Leg>,
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Steer by a rule where no course is plotted (md78).
    Steer {
        /// The ship.
        ship: Ship,
        /// How.
        by: Helm,
        /// With respect to what.
        #[serde(default, skip_serializing_if = "is_default")]
        at: Aim,
    },
    /// Fire direct weapons whenever they bear (md58).
    Fire {
        /// The ship.
        ship: Ship,
        /// The weapons.
        with: Part,
        /// At what.
        at: Aim,
        /// How many at most in an impulse.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u32>,
        /// Not farther than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<u32>,
        /// Not if a weapon is expected to do less than this many points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least: Option<u32>,
        /// At which power whips are fired.
        #[serde(default, skip_serializing_if = "is_default")]
        power: Power,
        /// Not before this impulse.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        from: u32,
        /// Not after this impulse.
        #[serde(default = "last", skip_serializing_if = "is_last")]
        to: u32,
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Fire a distortion cannon at a hex, once an impulse (md27).
    Cannon {
        /// The ship.
        ship: Ship,
        /// The hex.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<Hx>,
        /// Or the hex of this target, wherever it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Aim>,
        /// Shots at most in the block.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u32>,
        /// Take energy from the batteries too.
        #[serde(default, skip_serializing_if = "is_default")]
        reserve: bool,
        /// Not before this impulse.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        from: u32,
        /// Not after this impulse.
        #[serde(default = "last", skip_serializing_if = "is_last")]
        to: u32,
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Launch trans-warp missiles, drones or plasma torpedoes (md17, md61).
    Launch {
        /// The ship.
        ship: Ship,
        /// With what.
        with: Part,
        /// At what.
        at: Aim,
        /// With passive fire control too, on a ballistic course.
        #[serde(default, skip_serializing_if = "is_default")]
        ballistic: bool,
        /// How many at most in an impulse.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u32>,
        /// Not farther than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<u32>,
        /// Not before this impulse.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        from: u32,
        /// Not after this impulse.
        #[serde(default = "last", skip_serializing_if = "is_last")]
        to: u32,
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Shoot at trans-warp missiles that come in (md19).
    Defend {
        /// The ship.
        ship: Ship,
        /// With what, in this order.
        with: Vec<Part>,
        /// Weapons that are kept for other things.
        #[serde(default, skip_serializing_if = "is_default")]
        keep: u32,
    },
    /// Energize the field from reserve power when it is down (md8).
    Raise {
        /// The ship.
        ship: Ship,
        /// Points of energy.
        energy: u32,
        /// What is left of the field is given up for it.
        #[serde(default, skip_serializing_if = "is_default")]
        cancel: bool,
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Use reserve power for a shield or the capacitor (md66).
    Reserve {
        /// The ship.
        ship: Ship,
        /// Points of energy.
        energy: u32,
        /// For what.
        into: Purpose,
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Send boarding parties to another ship by transporter (md10).
    Board {
        /// The ship.
        ship: Ship,
        /// The other ship: an enemy, or one of its own side.
        at: Ship,
        /// How many at most in an impulse.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u32>,
        /// Not before this impulse.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        from: u32,
        /// Not after this impulse.
        #[serde(default = "last", skip_serializing_if = "is_last")]
        to: u32,
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Send boarding parties to wreck a box and come back (md91).
    Raid {
        /// The ship.
        ship: Ship,
        /// The enemy ship.
        at: Ship,
        /// Whose box they strike at.
        part: Part,
        /// How many parties at most in an impulse.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: u32,
        /// Not before this impulse.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        from: u32,
        /// Not after this impulse.
        #[serde(default = "last", skip_serializing_if = "is_last")]
        to: u32,
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Drop chaff (md21).
    Chaff {
        /// The fighter.
        ship: Ship,
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Launch a shuttle as a wild weasel (md21).
    Weasel {
        /// The ship.
        ship: Ship,
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Take off from the bay of a carrier (md68).
    Scramble {
        /// The fighter or shuttle.
        ship: Ship,
    },
    /// Land in the bay of a carrier in the same hex (md68).
    Land {
        /// The fighter or shuttle.
        ship: Ship,
        /// The carrier.
        on: Ship,
    },
    /// Stop the block of impulses early, when this is so (md72).
    Break(Condition),
    /// Give up (md77).
    Surrender,
}

fn one() -> u32 {
    1
}

fn last() -> u32 {
    super::impulses::IMPULSES
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_last(number: &u32) -> bool {
    *number == last()
}

impl Order {
    /// The ship that acts, if one does.
    pub fn ship(&self) -> Option<&Ship> {
        match self {
            Self::Place { ship, .. }
            | Self::Outfit { ship, .. }
            | Self::Course { ship, .. }
            | Self::Steer { ship, .. }
            | Self::Fire { ship, .. }
            | Self::Cannon { ship, .. }
            | Self::Launch { ship, .. }
            | Self::Defend { ship, .. }
            | Self::Raise { ship, .. }
            | Self::Reserve { ship, .. }
            | Self::Board { ship, .. }
            | Self::Raid { ship, .. }
            | Self::Chaff { ship, .. }
            | Self::Weasel { ship, .. }
            | Self::Land { ship, .. }
            | Self::Scramble { ship } => Some(ship),
            Self::Allocate(plan) => Some(&plan.ship),
            Self::Build { .. } | Self::Break(_) | Self::Surrender => None,
        }
    }

    /// What it settles, if it settles something (md79).
    pub fn matter(&self) -> Option<Matter> {
        match self {
            Self::Build { .. } => Some(Matter::of("build")),
            Self::Place { ship, .. } => Some(Matter::of("place").only(Some(ship))),
            Self::Allocate(plan) => Some(Matter::of("allocate").only(Some(&plan.ship))),
            Self::Course { ship, when: None, .. } => Some(Matter::of("course").only(Some(ship))),
            Self::Steer { ship, .. } => Some(Matter::of("steer").only(Some(ship))),
            Self::Defend { ship, .. } => Some(Matter::of("defend").only(Some(ship))),
            // A course with a condition is made while it holds, beside one without.
            Self::Course { when: Some(_), .. }
            | Self::Outfit { .. }
            | Self::Fire { .. }
            | Self::Cannon { .. }
            | Self::Launch { .. }
            | Self::Raise { .. }
            | Self::Reserve { .. }
            | Self::Board { .. }
            | Self::Raid { .. }
            | Self::Chaff { .. }
            | Self::Weasel { .. }
            | Self::Land { .. }
            | Self::Scramble { .. }
            | Self::Break(_)
            | Self::Surrender => None,
        }
    }

    /// In which lists it may stand (md79).
    pub fn life(&self) -> Life {
        match self {
            Self::Steer { .. } | Self::Fire { .. } | Self::Launch { .. } | Self::Defend { .. } => {
                Life::Standing
            }
            Self::Cannon { .. }
            | Self::Raise { .. }
            | Self::Reserve { .. }
            | Self::Board { .. }
            | Self::Raid { .. }
            | Self::Chaff { .. }
            | Self::Weasel { .. }
            | Self::Land { .. }
            | Self::Scramble { .. } => Life::Contingent,
            Self::Build { .. }
            | Self::Place { .. }
            | Self::Outfit { .. }
            | Self::Allocate(_)
            | Self::Course { .. }
            | Self::Break(_)
            | Self::Surrender => Life::Fixed,
        }
    }
}

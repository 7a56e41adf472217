//! What may be ordered. The rules behind it are in `docs/rules/mechad.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::Mechad;
use super::format::{Item, Part};
use super::names::{Class, Hx, Missile, Ship};
use super::reasons::Reason;
use super::sight::View;
use super::{check, choices, short, staff};
use crate::engine::board::Facing;
use crate::engine::check::Life;
use crate::engine::{Budget, Chance, Choice, Finding, Matter, Orders, Sheet, Short, Slot};

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
    },
    /// Steer by a rule whenever no plotted leg is left (md78).
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
        /// Only while this is so.
        #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Take off from the bay of a carrier (md68).
    Scramble {
        /// The fighter or shuttle.
        ship: Ship,
    },
    /// Stop the block when this is so (md72).
    Break(Condition),
    /// Give up (md77).
    Surrender,
}

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
    /// For the nodes: the ship disengages by acceleration at the end of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disengage: Option<u32>,
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
            disengage: None,
        }
    }
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

fn one() -> u32 {
    1
}

fn last() -> u32 {
    super::state::IMPULSES
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_last(number: &u32) -> bool {
    *number == last()
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
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
            Self::Course { ship, .. } => Some(Matter::of("course").only(Some(ship))),
            Self::Steer { ship, .. } => Some(Matter::of("steer").only(Some(ship))),
            Self::Defend { ship, .. } => Some(Matter::of("defend").only(Some(ship))),
            Self::Outfit { .. }
            | Self::Fire { .. }
            | Self::Cannon { .. }
            | Self::Launch { .. }
            | Self::Raise { .. }
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
            Self::Cannon { .. } | Self::Raise { .. } | Self::Scramble { .. } => Life::Contingent,
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

impl Orders for Mechad {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short = &short::SHORT;

    fn check(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding<Reason>> {
        check::findings(self, view, sheet)
    }

    fn refused(&self, view: &View, orders: &[&Order]) -> Vec<bool> {
        check::refused(self, view, orders)
    }

    fn budget(&self, _: &View, _: &Sheet<Order, Condition>) -> Option<Budget> {
        None
    }

    fn odds(&self, _: &View, _: &Sheet<Order, Condition>) -> Vec<(Slot, String)> {
        Vec::new()
    }

    fn matter(&self, order: &Order) -> Option<Matter> {
        order.matter()
    }

    fn holds(&self, view: &View, condition: &Condition) -> bool {
        self.is_so(&view.open, condition)
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        choices::choices(self, view)
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::orders(self, view, chance)
    }
}

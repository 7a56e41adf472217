//! What players may ask.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{City, Kind, Sq, Unit};
use super::side::Side;
use crate::engine::Matter;
use crate::engine::orders::check::Life;

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// Buy units, which go to the reserves (pb8).
    Buy {
        /// The card.
        card: Kind,
        /// How many.
        #[serde(default = "one")]
        count: u32,
    },
    /// Buy men and markers (pb9, pb19).
    Stock {
        /// Squads of ten men.
        #[serde(default, skip_serializing_if = "is_none")]
        squads: u32,
        /// Supplies.
        #[serde(default, skip_serializing_if = "is_none")]
        supply: u32,
        /// Ammunition.
        #[serde(default, skip_serializing_if = "is_none")]
        ammo: u32,
    },
    /// Muster a unit and put it on the map (pb10, pb11).
    Deploy {
        /// The unit.
        unit: Unit,
        /// The square.
        at: Sq,
        /// Supplies that it carries.
        #[serde(default, skip_serializing_if = "is_none")]
        supply: u32,
        /// Ammunition that it carries.
        #[serde(default, skip_serializing_if = "is_none")]
        ammo: u32,
    },
    /// Muster an aircraft: it is on call (pb53, pb59).
    Muster {
        /// The aircraft.
        unit: Unit,
    },
    /// Put markers from the reserves on the map, cached (pb25).
    Place {
        /// The square.
        at: Sq,
        /// Supplies.
        #[serde(default, skip_serializing_if = "is_none")]
        supply: u32,
        /// Ammunition.
        #[serde(default, skip_serializing_if = "is_none")]
        ammo: u32,
    },
    /// The winner of the last skirmish says who goes first (pb7).
    First(Side),
    /// Move a unit (pb32).
    Move {
        /// The unit.
        unit: Unit,
        /// The squares that it enters, one by one.
        path: Vec<Sq>,
    },
    /// Push a supply or an ammunition from one square to the next (pb22).
    Push {
        /// The unit that pushes.
        unit: Unit,
        /// Which marker.
        marker: Marker,
        /// From its own square, or one next to it.
        from: Sq,
        /// To a square next to that.
        to: Sq,
    },
    /// Take markers aboard; `late`: instead of an attack (pb23).
    Load {
        /// The unit.
        unit: Unit,
        /// From its own square, or one next to it.
        at: Sq,
        /// Supplies.
        #[serde(default, skip_serializing_if = "is_none")]
        supply: u32,
        /// Ammunition.
        #[serde(default, skip_serializing_if = "is_none")]
        ammo: u32,
        /// Instead of an attack, where loading may be done in either phase.
        #[serde(default, skip_serializing_if = "is_none")]
        late: bool,
    },
    /// Put down what is carried; `late`: instead of an attack (pb23).
    Unload {
        /// The unit.
        unit: Unit,
        /// In its own square, or one next to it.
        at: Sq,
        /// Supplies.
        #[serde(default, skip_serializing_if = "is_none")]
        supply: u32,
        /// Ammunition.
        #[serde(default, skip_serializing_if = "is_none")]
        ammo: u32,
        /// Instead of an attack, where loading may be done in either phase.
        #[serde(default, skip_serializing_if = "is_none")]
        late: bool,
    },
    /// Give a unit one marker of supply or ammunition (pb21).
    Refill {
        /// The unit.
        unit: Unit,
        /// With what.
        with: Marker,
        /// From markers in this square.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Sq>,
        /// From what this unit carries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Unit>,
    },
    /// Cache the markers in a unit's square (pb25).
    Cache {
        /// The unit.
        unit: Unit,
    },
    /// Fire indirectly at a square (pb50).
    Bombard {
        /// The unit.
        unit: Unit,
        /// The square.
        at: Sq,
        /// Only the aircraft on the deck of a carrier there.
        #[serde(default, skip_serializing_if = "is_none")]
        deck: bool,
    },
    /// Attack with an aircraft (pb53).
    Sortie {
        /// The aircraft.
        unit: Unit,
        /// The square.
        at: Sq,
        /// Only the aircraft on the deck of a carrier there.
        #[serde(default, skip_serializing_if = "is_none")]
        deck: bool,
    },
    /// Look from the air (pb56).
    Recon {
        /// The aircraft.
        unit: Unit,
        /// The square.
        at: Sq,
    },
    /// Send an aircraft off an air base for the rest of the skirmish (pb63).
    Evacuate {
        /// The aircraft.
        unit: Unit,
    },
    /// Attack a square directly (pb40).
    Attack {
        /// The unit.
        unit: Unit,
        /// The square.
        at: Sq,
        /// Squares to attack instead, if no enemy and no marker is seen in those before; what is out of
        /// range is passed over.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        next: Vec<Sq>,
        /// Do not attack at all, if none is seen in any of them.
        #[serde(default, skip_serializing_if = "is_none")]
        hold: bool,
        /// Only the aircraft on the deck of a carrier there.
        #[serde(default, skip_serializing_if = "is_none")]
        deck: bool,
    },
    /// Muster a unit and send it to the map, where it arrives next turn (pb14).
    Reinforce {
        /// The unit.
        unit: Unit,
        /// The square.
        at: Sq,
    },
    /// Hire irregulars (pb26).
    Hire {
        /// The city.
        city: City,
        /// A unit of the reserves that they man; infantry, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Unit>,
    },
    /// Send irregulars home (pb27).
    Disband {
        /// The unit.
        unit: Unit,
    },
    /// Take a marker from a city's stores (pb28).
    Collect {
        /// The city.
        city: City,
        /// Which.
        marker: Marker,
    },
    /// Supply and arm aircraft again, all or one (pb54, pb59).
    Replenish {
        /// Only this one; every one, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Unit>,
    },
    /// When to counterattack: always, never, or with so much strength or ammunition at least (pb45).
    Counter {
        /// Only this unit; every unit, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Unit>,
        /// When.
        when: Readiness,
    },
    /// When to fire at aircraft: always, never, or with so much strength or ammunition at least (pb57).
    AntiAir {
        /// Only this unit; every unit, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Unit>,
        /// When.
        when: Readiness,
    },
    /// When a superiority fighter meets enemy sorties (pb55).
    Intercept {
        /// Only this one; every one, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Unit>,
        /// When.
        when: Readiness,
    },
    /// What a superiority fighter does that is met on its sortie: answer and turn back, or continue (pb55).
    Dogfight(Dogfight),
    /// Which of your units take losses first where several share a square (pb44).
    Losses {
        /// The units, first those that take losses first, as in amber-17 > amber-9; others follow by flag.
        order: Vec<Unit>,
    },
    /// Roll a card's dice when an empty square is attacked, any or the one named, to mislead (pb46).
    Bluff {
        /// Only this square; every one, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Sq>,
        /// The card of a unit that is not there.
        card: Kind,
        /// Its strength.
        strength: u8,
    },
    /// Concede the skirmish (pb64).
    Withdraw(Withdrawal),
    /// Give up the theater (pb5).
    Surrender,
}

/// What an order of one kind asks; nothing, if it is of another kind.
macro_rules! asks {
    ($kind:pat $(if $so:expr)? => $wanted:expr) => {
        |order| if let $kind = order $(&& $so)? { Some($wanted) } else { None }
    };
}
pub(super) use asks;

/// A marker.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Marker {
    /// Supplies.
    Supply,
    /// Ammunition.
    Ammo,
}

/// When a unit answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Readiness {
    /// Whenever it can.
    Always,
    /// Never.
    Never,
    /// While its strength is at least this.
    Strength(u8),
    /// While its ammunition is at least this.
    Ammo(u32),
}

/// What a fighter does that is met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Dogfight {
    /// It counterattacks and gives up its sortie.
    Answer,
    /// It goes on with its sortie.
    #[default]
    Continue,
}

/// When to concede.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Withdrawal {
    /// At once.
    Now,
    /// When so many units or fewer are left on the map.
    UnitsAtMost(u32),
    /// When so many units or more were destroyed in this skirmish.
    LossesAtLeast(u32),
}

/// What a conditional order may depend on: only what its author can see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// An enemy unit is seen there.
    EnemyAt(Sq),
    /// No enemy unit is seen there.
    NoEnemyAt(Sq),
    /// A unit of one's own is weaker than this, or lost.
    Weaker(Unit, u8),
    /// A unit of one's own is at least as strong as this.
    Strong(Unit, u8),
    /// An enemy unit is not seen on the map.
    Gone(Unit),
}

fn one() -> u32 {
    1
}

/// True of what need not be written: no markers, or no.
fn is_none<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Order {
    /// How long it lives (pb67).
    pub fn life(&self) -> Life {
        match self {
            Self::Buy { .. }
            | Self::Stock { .. }
            | Self::Deploy { .. }
            | Self::Muster { .. }
            | Self::Place { .. }
            | Self::First(_)
            | Self::Surrender => Life::Fixed,
            Self::Move { .. }
            | Self::Push { .. }
            | Self::Load { .. }
            | Self::Unload { .. }
            | Self::Refill { .. }
            | Self::Cache { .. }
            | Self::Bombard { .. }
            | Self::Sortie { .. }
            | Self::Recon { .. }
            | Self::Evacuate { .. }
            | Self::Attack { .. }
            | Self::Reinforce { .. }
            | Self::Hire { .. }
            | Self::Disband { .. }
            | Self::Collect { .. } => Life::Contingent,
            Self::Replenish { .. }
            | Self::Counter { .. }
            | Self::AntiAir { .. }
            | Self::Intercept { .. }
            | Self::Dogfight(_)
            | Self::Losses { .. }
            | Self::Bluff { .. }
            | Self::Withdraw(_) => Life::Standing,
        }
    }

    /// What it settles whenever the question comes up (pb66).
    pub fn matter(&self) -> Option<Matter> {
        match self {
            Self::Replenish { unit } => Some(Matter::of("replenish").only(unit.as_ref())),
            Self::Counter { unit, .. } => Some(Matter::of("counter").only(unit.as_ref())),
            Self::AntiAir { unit, .. } => Some(Matter::of("anti-air").only(unit.as_ref())),
            Self::Intercept { unit, .. } => Some(Matter::of("intercept").only(unit.as_ref())),
            Self::Dogfight(_) => Some(Matter::of("dogfight")),
            Self::Losses { .. } => Some(Matter::of("losses")),
            Self::Bluff { at, .. } => Some(Matter::of("bluff").only(at.as_ref())),
            Self::Withdraw(_) => Some(Matter::of("withdraw")),
            Self::First(_) => Some(Matter::of("first")),
            Self::Buy { .. }
            | Self::Stock { .. }
            | Self::Deploy { .. }
            | Self::Muster { .. }
            | Self::Place { .. }
            | Self::Move { .. }
            | Self::Push { .. }
            | Self::Load { .. }
            | Self::Unload { .. }
            | Self::Refill { .. }
            | Self::Cache { .. }
            | Self::Bombard { .. }
            | Self::Sortie { .. }
            | Self::Recon { .. }
            | Self::Evacuate { .. }
            | Self::Attack { .. }
            | Self::Reinforce { .. }
            | Self::Hire { .. }
            | Self::Disband { .. }
            | Self::Collect { .. }
            | Self::Surrender => None,
        }
    }

    /// Every unit of one's own that it names.
    pub fn units_mut(&mut self) -> Vec<&mut Unit> {
        match self {
            Self::Deploy { unit, .. }
            | Self::Muster { unit }
            | Self::Move { unit, .. }
            | Self::Push { unit, .. }
            | Self::Load { unit, .. }
            | Self::Unload { unit, .. }
            | Self::Cache { unit }
            | Self::Bombard { unit, .. }
            | Self::Sortie { unit, .. }
            | Self::Recon { unit, .. }
            | Self::Evacuate { unit }
            | Self::Attack { unit, .. }
            | Self::Reinforce { unit, .. }
            | Self::Disband { unit } => vec![unit],
            Self::Refill { unit, by, .. } => std::iter::once(unit).chain(by).collect(),
            Self::Hire { unit, .. }
            | Self::Replenish { unit }
            | Self::Counter { unit, .. }
            | Self::AntiAir { unit, .. }
            | Self::Intercept { unit, .. } => unit.iter_mut().collect(),
            Self::Losses { order } => order.iter_mut().collect(),
            Self::Buy { .. }
            | Self::Stock { .. }
            | Self::Place { .. }
            | Self::First(_)
            | Self::Collect { .. }
            | Self::Dogfight(_)
            | Self::Bluff { .. }
            | Self::Withdraw(_)
            | Self::Surrender => Vec::new(),
        }
    }

    /// The unit that acts.
    pub fn unit(&self) -> Option<&Unit> {
        match self {
            Self::Deploy { unit, .. }
            | Self::Muster { unit }
            | Self::Move { unit, .. }
            | Self::Push { unit, .. }
            | Self::Load { unit, .. }
            | Self::Unload { unit, .. }
            | Self::Refill { unit, .. }
            | Self::Cache { unit }
            | Self::Bombard { unit, .. }
            | Self::Sortie { unit, .. }
            | Self::Recon { unit, .. }
            | Self::Evacuate { unit }
            | Self::Attack { unit, .. }
            | Self::Reinforce { unit, .. }
            | Self::Disband { unit } => Some(unit),
            Self::Hire { unit, .. }
            | Self::Replenish { unit }
            | Self::Counter { unit, .. }
            | Self::AntiAir { unit, .. }
            | Self::Intercept { unit, .. } => unit.as_ref(),
            Self::Buy { .. }
            | Self::Stock { .. }
            | Self::Place { .. }
            | Self::First(_)
            | Self::Collect { .. }
            | Self::Dogfight(_)
            | Self::Losses { .. }
            | Self::Bluff { .. }
            | Self::Withdraw(_)
            | Self::Surrender => None,
        }
    }
}

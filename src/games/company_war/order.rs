//! What players may ask.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{Jp, Ship};
use crate::engine::Matter;
use crate::engine::orders::check::Life;

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// Set-up: the station where a ship begins (cw13).
    Deploy {
        /// The ship.
        ship: Ship,
        /// The station's jump point.
        at: Jp,
    },
    /// Set-up: a carrier that holds troops (cw15).
    Troops {
        /// The carrier.
        carrier: Ship,
    },
    /// Roll one more die next time for the ships that may move, once a game (cw17).
    FleetAssembly,
    /// Move a ship along a course, or to its end with the fewest jumps (cw21).
    Move {
        /// The ship.
        ship: Ship,
        /// Every jump point of the course, beginning with the one where the ship lies; or its end alone (cw21).
        path: Vec<Jp>,
        /// Wait for this in the sequence of the plot, if anything else can go first (cw21).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Move ships together along one course, or to its end with the fewest jumps (cw30).
    TaskForce {
        /// The ships.
        ships: Vec<Ship>,
        /// Every jump point of the course, beginning with the one where the ships lie; or its end alone (cw21).
        path: Vec<Jp>,
        /// Wait for this in the sequence of the plot, if anything else can go first (cw21).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
    },
    /// Move a dartship besides the ships allowed, after so many moves of yours; 0 is before the first (cw18).
    FreeDartship {
        /// The dartship.
        ship: Ship,
        /// Every jump point of the course, beginning with the one where it lies; or its end alone (cw21).
        path: Vec<Jp>,
        /// After so many of the side's own goes; 0, the default, is before the first (cw34).
        #[serde(default)]
        after: u32,
    },
    /// When to decline to move, if that is permitted (cw31).
    Pass(PassPolicy),
    /// Who moves first if the initiative is tied (cw19).
    OnTie(Precedence),
    /// Which riders to launch in a combat (cw61).
    Riders {
        /// Only at this jump point; everywhere, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Jp>,
        /// Which.
        launch: Launch,
    },
    /// Whom to fire at, and how (cw64).
    Target {
        /// Only at this jump point; everywhere, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Jp>,
        /// Names or classes (`rider` for riders), most wanted first; others follow.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        priority: Vec<String>,
        /// How fire is shared out.
        #[serde(default)]
        fire: Fire,
    },
    /// When to flee from a combat (cw71).
    Flee {
        /// Only at this jump point; everywhere, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Jp>,
        /// Only this ship; every ship, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ship: Option<Ship>,
        /// When.
        when: FleeWhen,
        /// Where to, one jump away, if fleeing ships retreat (cw72).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Jp>,
    },
    /// Stop fighting at a jump point, if the other side offers it too (cw74).
    CeaseFire {
        /// The jump point.
        at: Jp,
        /// From the end of this round on.
        #[serde(default = "first")]
        from_round: u32,
    },
    /// Fire at a station (cw75).
    Bombard {
        /// The station's jump point.
        at: Jp,
    },
    /// Repair a damaged ship; first in the file, first served (cw36).
    Repair {
        /// The ship.
        ship: Ship,
    },
    /// Replace a carrier's lost rider (cw40).
    ReplaceRider {
        /// The carrier.
        carrier: Ship,
    },
    /// Put a carrier's troops on the station where it lies (cw41).
    Land {
        /// The carrier.
        carrier: Ship,
    },
    /// Take a station's troops aboard the carrier that lies there (cw42).
    Embark {
        /// The carrier.
        carrier: Ship,
    },
    /// Load a troop counter that returns onto a carrier (cw46).
    Raise {
        /// The carrier.
        carrier: Ship,
    },
}

/// What an order of one kind asks; nothing, if it is of another kind.
macro_rules! asks {
    ($kind:pat $(if $so:expr)? => $wanted:expr) => {
        |order| if let $kind = order $(&& $so)? { Some($wanted) } else { None }
    };
}
pub(super) use asks;

impl Order {
    /// How long it lives: a plot is fixed when it is written (cw21), and what is ordered for the end
    /// of a turn may hang on how the fighting went.
    pub fn life(&self) -> Life {
        match self {
            Self::Deploy { .. }
            | Self::Troops { .. }
            | Self::FleetAssembly
            | Self::Move { .. }
            | Self::TaskForce { .. }
            | Self::FreeDartship { .. } => Life::Fixed,
            Self::Bombard { .. }
            | Self::Repair { .. }
            | Self::ReplaceRider { .. }
            | Self::Land { .. }
            | Self::Embark { .. }
            | Self::Raise { .. } => Life::Contingent,
            Self::Pass(_)
            | Self::OnTie(_)
            | Self::Riders { .. }
            | Self::Target { .. }
            | Self::Flee { .. }
            | Self::CeaseFire { .. } => Life::Standing,
        }
    }

    /// What it settles whenever the question comes up (cw56).
    pub fn matter(&self) -> Option<Matter> {
        match self {
            Self::Pass(_) => Some(Matter::of("pass")),
            Self::OnTie(_) => Some(Matter::of("on-tie")),
            Self::Riders { at, .. } => Some(Matter::of("riders").only(at.as_ref())),
            Self::Target { at, .. } => Some(Matter::of("target").only(at.as_ref())),
            Self::Flee { at, ship, .. } => {
                Some(Matter::of("flee").only(ship.as_ref()).only(at.as_ref()))
            }
            Self::CeaseFire { at, .. } => Some(Matter::of("cease-fire").only(Some(at))),
            Self::Deploy { .. }
            | Self::Troops { .. }
            | Self::FleetAssembly
            | Self::Move { .. }
            | Self::TaskForce { .. }
            | Self::FreeDartship { .. }
            | Self::Bombard { .. }
            | Self::Repair { .. }
            | Self::ReplaceRider { .. }
            | Self::Land { .. }
            | Self::Embark { .. }
            | Self::Raise { .. } => None,
        }
    }

    /// The ships that it moves, and their course, to change it.
    pub fn course_mut(&mut self) -> Option<(&[Ship], &mut Vec<Jp>)> {
        if let Self::Move { ship, path, .. } | Self::FreeDartship { ship, path, .. } = self {
            Some((std::slice::from_ref(ship), path))
        } else if let Self::TaskForce { ships, path, .. } = self {
            Some((ships, path))
        } else {
            None
        }
    }

    /// The ships that it moves, and their course.
    pub fn course(&self) -> Option<(&[Ship], &[Jp])> {
        if let Self::Move { ship, path, .. } | Self::FreeDartship { ship, path, .. } = self {
            Some((std::slice::from_ref(ship), path))
        } else if let Self::TaskForce { ships, path, .. } = self {
            Some((ships, path))
        } else {
            None
        }
    }
}

fn first() -> u32 {
    1
}

/// When a side declines to move (cw31).
#[derive(
    Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum PassPolicy {
    /// Never.
    Never,
    /// As often as it is permitted.
    #[default]
    WheneverAllowed,
    /// While the enemy has more than so many ships left to move.
    UntilEnemyLeft(u32),
    /// While this does not hold.
    Until(Condition),
}

/// Who moves first (cw19).
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Precedence {
    /// The Mazianni.
    #[default]
    First,
    /// The Union.
    Second,
}

/// Riders to launch (cw61).
#[derive(
    Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Launch {
    /// Those of every carrier.
    #[default]
    All,
    /// None; those that are out come back.
    None,
    /// Those of these carriers.
    Of(Vec<Ship>),
}

/// How fire is shared out (cw64).
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Fire {
    /// One shot at each target, then again from the first.
    #[default]
    Spread,
    /// Two shots at each target in turn: as many as destroy it if all tell.
    Focus,
    /// As `spread`, damaged targets first.
    FinishDamaged,
}

/// When to flee (cw71).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum FleeWhen {
    /// After the first round. A dartship: before it (cw66).
    Now,
    /// Never.
    Never,
    /// When the ship is damaged.
    Damaged,
    /// When the side has lost so many units in this combat.
    Losses(u32),
    /// When the enemy has at least so many fighting ships for each of one's own.
    Outnumbered(u32),
}

/// What a conditional order may depend on: only what its author can see.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// An enemy carrier or cruiser lies there.
    EnemyAt(Jp),
    /// No enemy carrier or cruiser lies there.
    NoEnemyAt(Jp),
    /// A ship of one's own lies there that has moved in this turn.
    ArrivedAt(Jp),
    /// The enemy has at most so many ships left to move.
    EnemyLeft(u32),
    /// A fight at this jump point has reached its second round.
    FightingAt(Jp),
    /// An enemy unit aims at this ship or one of its riders: known to the side that allocates
    /// its targets second (cw63).
    AimedAt(Ship),
    /// One's own victory points are behind the enemy's.
    Behind,
}

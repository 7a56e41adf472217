//! What can happen.

use serde::{Deserialize, Serialize};

use super::format::Form;
use super::names::{City, Kind, Site, Sq, Unit};
use super::order::Marker;
use super::side::Side;
use super::state::{Ending, How, Load, Stack, Step};
use crate::engine::wording::said::worded;

/// Dice rolled for a unit in a square that is attacked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// The unit, if its miniature is seen by who attacks.
    pub unit: Option<Unit>,
    /// Sides of a die.
    pub sides: u8,
    /// The dice.
    pub dice: Vec<u8>,
}

/// A unit as reconnaissance has it described (pb56).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Described {
    /// The unit.
    pub unit: Unit,
    /// Its miniature.
    pub form: Form,
    /// Its card.
    pub kind: Kind,
    /// Its strength.
    pub strength: u8,
    /// What it carries.
    pub cargo: Load,
}

worded! {
    /// How a square is attacked.
    pub enum Attack {
        /// In the direct attack phase (pb40).
        Direct => "attacks",
        /// Indirect fire (pb50).
        Indirect => "bombards",
        /// A sortie (pb53).
        Sortie => "flies a sortie against",
    }
}

/// One thing that happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "fields that say themselves, in events that have a line each")]
pub enum Event {
    /// The table waits for something else.
    StepBegan { step: Step },
    /// A skirmish is drawn.
    Drawn { site: Site, die: u8, attacker: Side },
    /// The winner of the last skirmish says who goes first.
    Chose { side: Side, first: Side },
    /// A side's turn begins.
    TurnBegan { side: Side, round: u32 },
    /// A unit is bought.
    Bought { unit: Unit, kind: Kind, price: u32 },
    /// Men and markers are bought.
    Stocked { side: Side, squads: u32, supply: u32, ammo: u32, price: u32 },
    /// A unit is staffed, supplied and armed from the reserves.
    Mustered { unit: Unit, men: u32, supply: u32, ammo: u32 },
    /// A miniature is put on the map.
    Deployed { unit: Unit, form: Form, at: Sq },
    /// A unit takes markers from the reserves along.
    Packed { unit: Unit, supply: u32, ammo: u32 },
    /// An aircraft is ready to be called in, or in the hangar.
    Based { unit: Unit, hangar: bool },
    /// Markers are put on the map, cached.
    Placed { side: Side, at: Sq, supply: u32, ammo: u32 },
    /// A unit waits while another moves.
    Paused { unit: Unit },
    /// A unit enters a square.
    Moved { unit: Unit, from: Sq, to: Sq },
    /// A unit pushes a marker.
    Pushed { unit: Unit, marker: Marker, from: Sq, to: Sq },
    /// A unit takes markers aboard.
    Loaded { unit: Unit, at: Sq, supply: u32, ammo: u32, late: bool },
    /// A unit puts markers down.
    Unloaded { unit: Unit, at: Sq, supply: u32, ammo: u32, late: bool },
    /// A unit fills a scale from markers on the map.
    Refilled { unit: Unit, with: Marker, at: Sq },
    /// A unit fills a scale from what a unit carries.
    Fed { unit: Unit, with: Marker, by: Unit },
    /// Markers are cached.
    Cached { unit: Unit, at: Sq },
    /// A unit attacks a square.
    Attacked {
        unit: Unit,
        how: Attack,
        at: Sq,
        /// Only aircraft on a deck (pb72).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        deck: bool,
        sides: u8,
        dice: Vec<u8>,
    },
    /// Dice are rolled for what is attacked, or said to be there.
    Defended { side: Side, at: Sq, rolls: Vec<Roll> },
    /// What came of it; the unit, if only one is seen there.
    Hit {
        side: Side,
        at: Sq,
        losses: u32,
        unit: Option<Unit>,
        /// The units, if several are seen there.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        among: Vec<Unit>,
    },
    /// A unit takes losses.
    Lost { unit: Unit, losses: u32 },
    /// A unit is destroyed.
    Destroyed { unit: Unit, at: Option<Sq> },
    /// An aircraft below deck goes down with its carrier.
    Sunk { unit: Unit },
    /// What a destroyed unit carried lies on the map.
    Dropped { at: Sq, supply: u32, ammo: u32 },
    /// Dice against markers; whoever attacks rolls both.
    Shelled { at: Sq, dice: Vec<u8>, barricades: Vec<u8>, ammo: Vec<u8>, supply: Vec<u8> },
    /// Markers are destroyed.
    Burned { at: Sq, barricades: u32, ammo: u32, supply: u32 },
    /// Ammunition explodes.
    Exploded { at: Sq, count: u32 },
    /// An explosion strikes a square.
    Blasted { at: Sq, sides: u8, dice: Vec<u8> },
    /// A unit counterattacks.
    Countered { unit: Unit, against: Unit, sides: u8, dice: Vec<u8> },
    /// A unit fires at an aircraft, or a fighter meets it.
    FiredAt { unit: Unit, against: Unit, sides: u8, dice: Vec<u8> },
    /// The unit that is fired at defends.
    Parried { unit: Unit, sides: u8, dice: Vec<u8>, losses: u32 },
    /// A unit spends ammunition in the enemy's turn.
    Spent { unit: Unit },
    /// An aircraft is announced over a square.
    Flew { unit: Unit, at: Sq, recon: bool },
    /// What a flight costs.
    Drained { unit: Unit, supply: u32, ammo: u32 },
    /// An aircraft goes from the runway to the hangar.
    Stowed { unit: Unit },
    /// A side describes a square to a reconnaissance aircraft of the other.
    Described { side: Side, at: Sq, units: Vec<Described>, stack: Stack },
    /// An aircraft leaves the skirmish.
    Evacuated { unit: Unit },
    /// An aircraft is supplied and armed from the reserves.
    Replenished { unit: Unit, supply: u32, ammo: u32 },
    /// An aircraft is supplied and armed from markers on the map, and then on the runway.
    Parked { unit: Unit, form: Form, at: Sq },
    /// A unit's scales go down at the end of a turn.
    Ticked { unit: Unit, supply: u32, ammo: u32 },
    /// A unit runs out of supplies on a ford.
    Foundered { unit: Unit, sides: u8, die: u8, losses: u32 },
    /// Reinforcements are sent.
    Sent { unit: Unit, at: Sq, fee: u32 },
    /// Reinforcements find no room.
    Turned { unit: Unit },
    /// Irregulars are hired.
    Hired { unit: Unit, kind: Kind, form: Form, city: City, at: Sq, fee: u32 },
    /// Irregulars man a unit of the reserves.
    Manned { unit: Unit, form: Form, city: City, at: Sq, fee: u32 },
    /// Irregulars go home.
    Disbanded { unit: Unit, city: City },
    /// A city gives a marker.
    Collected { side: Side, city: City, marker: Marker, at: Sq },
    /// A unit leaves the map where the attacker has to.
    Exited { unit: Unit },
    /// A skirmish is won.
    Won { side: Side, how: How, reward: u32 },
    /// What is left on the map falls to the winner.
    Salvaged { side: Side, supply: u32, ammo: u32 },
    /// An aircraft is captured with its base, and gets a flag of its captor.
    Captured { unit: Unit, flag: Unit, kind: Kind },
    /// What a force is worth in the end.
    Valued { side: Side, value: u32 },
    /// The theater is over.
    Ended { winner: Option<Side>, why: Ending },
}

/// Where the story is cut: what begins there, or that all is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// A step.
    Step(Step),
    /// The turn of a side in a round.
    Turn(Side, u32),
    /// The theater is over.
    End,
}

impl Event {
    /// The cut that it makes in the story.
    pub fn cut(&self) -> Option<Cut> {
        match self {
            Self::StepBegan { step } => Some(Cut::Step(*step)),
            Self::TurnBegan { side, round } => Some(Cut::Turn(*side, *round)),
            Self::Ended { .. } => Some(Cut::End),
            Self::Drawn { .. }
            | Self::Chose { .. }
            | Self::Bought { .. }
            | Self::Stocked { .. }
            | Self::Mustered { .. }
            | Self::Deployed { .. }
            | Self::Packed { .. }
            | Self::Based { .. }
            | Self::Placed { .. }
            | Self::Paused { .. }
            | Self::Moved { .. }
            | Self::Pushed { .. }
            | Self::Loaded { .. }
            | Self::Unloaded { .. }
            | Self::Refilled { .. }
            | Self::Fed { .. }
            | Self::Cached { .. }
            | Self::Attacked { .. }
            | Self::Defended { .. }
            | Self::Hit { .. }
            | Self::Lost { .. }
            | Self::Destroyed { .. }
            | Self::Sunk { .. }
            | Self::Dropped { .. }
            | Self::Shelled { .. }
            | Self::Burned { .. }
            | Self::Exploded { .. }
            | Self::Blasted { .. }
            | Self::Countered { .. }
            | Self::FiredAt { .. }
            | Self::Parried { .. }
            | Self::Spent { .. }
            | Self::Flew { .. }
            | Self::Drained { .. }
            | Self::Stowed { .. }
            | Self::Described { .. }
            | Self::Evacuated { .. }
            | Self::Replenished { .. }
            | Self::Parked { .. }
            | Self::Ticked { .. }
            | Self::Foundered { .. }
            | Self::Sent { .. }
            | Self::Turned { .. }
            | Self::Hired { .. }
            | Self::Manned { .. }
            | Self::Disbanded { .. }
            | Self::Collected { .. }
            | Self::Exited { .. }
            | Self::Won { .. }
            | Self::Salvaged { .. }
            | Self::Captured { .. }
            | Self::Valued { .. } => None,
        }
    }
}

//! What can happen.

use serde::{Deserialize, Serialize};

use super::names::{Place, Unit, Weapon, Zone};
use super::side::Side;
use crate::engine::board::hex::Facing;
use crate::engine::wording::said::worded;

worded! {
    /// Why the game ended.
    pub enum Ending {
        /// The last turn is over.
        Time => "the last turn is over",
        /// The other side broke.
        Broken => "the other side has lost too much",
        /// Both broke at the same time.
        BothBroken => "both sides have lost too much",
        /// The other side gave up.
        Conceded => "the other side gives up",
        /// Both gave up.
        BothConceded => "both sides give up",
    }
}

worded! {
    /// How a unit attacks.
    pub enum How {
        /// Direct fire.
        Direct => "fires at",
        /// Indirect fire.
        Indirect => "bombards",
        /// Overwatch.
        Overwatch => "fires on overwatch at",
        /// Close assault.
        Assault => "assaults",
        /// By destroying itself.
        Suicide => "flies into",
    }
}

worded! {
    /// What changes the number to hit (cc26 to cc36).
    pub enum Why {
        /// Every shot.
        Base => "base",
        /// The shooter's quality.
        Shooter => "quality of the shooter",
        /// The target's quality.
        Target => "quality of the target",
        /// The target is cautious or suppressed.
        Cautious => "target cautious or suppressed",
        /// A smart weapon.
        Smart => "smart weapon",
        /// Jammed.
        Jammed => "enemy electronic warfare",
        /// A rangefinder.
        Rangefinder => "rangefinder",
        /// Near or far.
        Range => "range",
        /// The shooter moved or turned.
        Moved => "shooter moved",
        /// Stabilized.
        Stabilized => "stabilized weapon",
        /// Overworked.
        Overworked => "overworked crew",
        /// Low ammunition.
        LowAmmo => "low ammunition",
        /// Cover or hull down.
        Cover => "target in cover",
        /// Hull down.
        HullDown => "target hull down",
        /// Smoke.
        Smoke => "smoke",
        /// Indirect fire at what the shooter sees.
        IndirectSeen => "indirect, target seen",
        /// Indirect fire at what it does not see.
        IndirectUnseen => "indirect, target not seen",
    }
}

worded! {
    /// What a hit does.
    pub enum Effect {
        /// Nothing.
        None => "no effect",
        /// The target is suppressed.
        Suppressed => "suppressed",
        /// The target loses a strength point.
        Damaged => "damaged",
        /// The target is destroyed whatever its strength.
        Destroyed => "destroyed",
    }
}

/// One modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mod {
    /// Why.
    pub why: Why,
    /// By how much.
    pub by: i8,
}

/// A hit as it was rolled out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    /// The dice, in order: armor, save and AP test, or cover save and weapon strength; as far as
    /// they were rolled.
    pub dice: Vec<u8>,
    /// What it did by itself.
    pub effect: Effect,
}

/// One thing that happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "fields that say themselves, in events that have a line each")]
pub enum Event {
    /// A unit is deployed elsewhere (cc22).
    Deployed { unit: Unit, at: Zone, facing: Facing },
    /// A unit begins in a carrier, or mounts (cc12).
    Boarded { unit: Unit, on: Unit },
    /// A player's turn begins (cc23).
    TurnBegan { side: Side, turn: u32 },
    /// A reinforcement arrives (cc24).
    Arrived { unit: Unit, at: Zone },
    /// A reinforcement finds no free hex (cc24).
    Delayed { unit: Unit },
    /// The last reinforcement of a side has arrived (cc24).
    Complete { side: Side },
    /// A step (cc4).
    Moved { unit: Unit, from: Zone, to: Zone },
    /// A unit moves far and does not shoot (cc6).
    Hurried { unit: Unit },
    /// A unit faces elsewhere (cc10); it `counts` if nothing else did.
    Turned { unit: Unit, facing: Facing, counts: bool },
    /// A unit leaves its carrier (cc12).
    Dismounted { unit: Unit, from: Unit, at: Zone },
    /// A carrier leaves the field, or a drone is spent (cc12, cc55).
    Left { unit: Unit },
    /// A drone is launched (cc55).
    Launched { unit: Unit, by: Unit, at: Zone },
    /// A side sees an enemy unit (cc51).
    Sighted { side: Side, unit: Unit, at: Zone },
    /// A side sees it no more (cc51).
    Vanished { side: Side, unit: Unit, at: Zone },
    /// A unit attacks.
    Attacked { unit: Unit, how: How, target: Unit, at: Zone },
    /// A unit fires indirectly into a hex (cc68).
    Shelled { unit: Unit, at: Zone },
    /// What a unit fired, weapon by weapon; only its own side learns of it (cc18).
    Spent { unit: Unit, weapons: Vec<Weapon> },
    /// Indirect fire strikes another hex (cc37).
    Scattered { unit: Unit, die: u8, at: Zone },
    /// A unit that sees nobody shoot is shot at (cc51).
    Struck { unit: Unit },
    /// The attacks of a weapon (cc35).
    Volley {
        unit: Unit,
        target: Unit,
        weapon: Weapon,
        needed: u8,
        mods: Vec<Mod>,
        dice: Vec<u8>,
        strikes: Vec<Strike>,
    },
    /// The rolls of a close assault (cc48).
    Assaulted { unit: Unit, target: Unit, needed: u8, weapon: u8, dice: Vec<u8>, effect: Effect },
    /// Who else is struck by a barrage (cc47).
    Spread { unit: Unit, target: Unit, die: u8, struck: bool },
    /// A unit is suppressed (cc16).
    Suppressed { unit: Unit },
    /// A unit loses strength (cc2).
    Damaged { unit: Unit, losses: u8 },
    /// A unit is destroyed (cc2).
    Destroyed { unit: Unit },
    /// Fire at what flies (cc53).
    AntiAir { unit: Unit, target: Unit, percent: u8, dice: Vec<u8>, hit: bool },
    /// A unit recovers, or not (cc16).
    Rallied { unit: Unit, done: bool },
    /// A unit is supplied, or not (cc18).
    Resupplied { unit: Unit, die: u8, done: bool },
    /// Smoke stands in hexes (cc57).
    Smoked { side: Side, at: Vec<Zone> },
    /// Who fired it.
    SmokeFired { unit: Unit, at: Zone },
    /// An objective changes hands (cc60).
    Took { side: Side, place: Place },
    /// A player's turn is over.
    TurnEnded { side: Side },
    /// The game is over (cc61, cc62).
    Ended { winner: Option<Side>, why: Ending, points: Vec<(Side, u32)> },
}

/// What an event tells of an attack.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the fields of the events that they are taken from")]
pub enum Attack<'e> {
    /// It begins.
    Begun { unit: &'e Unit, how: How, target: &'e Unit, at: Zone },
    /// A hex is shelled.
    Shelled { unit: &'e Unit },
    /// It comes from an enemy that nobody sees.
    Unseen { target: &'e Unit },
    /// A weapon is fired.
    Volley {
        unit: &'e Unit,
        target: &'e Unit,
        weapon: &'e Weapon,
        needed: u8,
        dice: &'e [u8],
        strikes: &'e [Strike],
    },
    /// A close assault is rolled for.
    Assault { unit: &'e Unit, target: &'e Unit, needed: u8, weapon: u8, effect: Effect },
    /// What flies is fired at.
    AntiAir { unit: &'e Unit, target: &'e Unit, percent: u8, hit: bool },
}

impl Event {
    /// What it tells of an attack.
    pub fn attack(&self) -> Option<Attack<'_>> {
        match self {
            Self::Attacked { unit, how, target, at } => {
                Some(Attack::Begun { unit, how: *how, target, at: *at })
            }
            Self::Shelled { unit, .. } => Some(Attack::Shelled { unit }),
            Self::Struck { unit } => Some(Attack::Unseen { target: unit }),
            Self::Volley { unit, target, weapon, needed, dice, strikes, .. } => {
                Some(Attack::Volley { unit, target, weapon, needed: *needed, dice, strikes })
            }
            Self::Assaulted { unit, target, needed, weapon, effect, .. } => {
                let (needed, weapon, effect) = (*needed, *weapon, *effect);
                Some(Attack::Assault { unit, target, needed, weapon, effect })
            }
            Self::AntiAir { unit, target, percent, hit, .. } => {
                Some(Attack::AntiAir { unit, target, percent: *percent, hit: *hit })
            }
            Self::Deployed { .. }
            | Self::Boarded { .. }
            | Self::TurnBegan { .. }
            | Self::Arrived { .. }
            | Self::Delayed { .. }
            | Self::Complete { .. }
            | Self::Moved { .. }
            | Self::Hurried { .. }
            | Self::Turned { .. }
            | Self::Dismounted { .. }
            | Self::Left { .. }
            | Self::Launched { .. }
            | Self::Sighted { .. }
            | Self::Vanished { .. }
            | Self::Spent { .. }
            | Self::Scattered { .. }
            | Self::Spread { .. }
            | Self::Suppressed { .. }
            | Self::Damaged { .. }
            | Self::Destroyed { .. }
            | Self::Rallied { .. }
            | Self::Resupplied { .. }
            | Self::Smoked { .. }
            | Self::SmokeFired { .. }
            | Self::Took { .. }
            | Self::TurnEnded { .. }
            | Self::Ended { .. } => None,
        }
    }

    /// The unit that it shows, and its hex; no hex if it goes into a carrier or out of sight.
    pub fn shown(&self) -> Option<(&Unit, Option<Zone>)> {
        match self {
            Self::Deployed { unit, at, .. }
            | Self::Arrived { unit, at }
            | Self::Moved { unit, to: at, .. }
            | Self::Dismounted { unit, at, .. }
            | Self::Launched { unit, at, .. }
            | Self::Sighted { unit, at, .. }
            | Self::Attacked { target: unit, at, .. } => Some((unit, Some(*at))),
            Self::Boarded { unit, .. } | Self::Vanished { unit, .. } => Some((unit, None)),
            Self::TurnBegan { .. }
            | Self::Delayed { .. }
            | Self::Complete { .. }
            | Self::Hurried { .. }
            | Self::Turned { .. }
            | Self::Left { .. }
            | Self::Shelled { .. }
            | Self::Spent { .. }
            | Self::Scattered { .. }
            | Self::Struck { .. }
            | Self::Volley { .. }
            | Self::Assaulted { .. }
            | Self::Spread { .. }
            | Self::Suppressed { .. }
            | Self::Damaged { .. }
            | Self::Destroyed { .. }
            | Self::AntiAir { .. }
            | Self::Rallied { .. }
            | Self::Resupplied { .. }
            | Self::Smoked { .. }
            | Self::SmokeFired { .. }
            | Self::Took { .. }
            | Self::TurnEnded { .. }
            | Self::Ended { .. } => None,
        }
    }
}

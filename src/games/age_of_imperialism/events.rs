//! What can happen.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::force::{Force, Kind};
use super::names::{Card, Fleet, Region, Sea};
use super::power::Power;
use super::state::{Building, Face, Stance, Step};
use crate::engine::wording::said::worded;

worded! {
    /// What PP are collected for (im13).
    #[expect(missing_docs, reason = "names that say themselves")]
    pub enum Ground {
        Region => "from regions with natives",
        Westernized => "from westernized regions",
        City => "from cities",
        Factory => "from factories",
        Port => "from ports",
        Railroad => "from railroads",
        Resource => "from resources",
        Zone => "for whole zones",
    }

    /// Why a purse changes.
    #[expect(missing_docs, reason = "names that say themselves")]
    pub enum Purpose {
        SetUp => "the set-up",
        Bid => "the bid",
        DiplomacyBought => "diplomacy points",
        Upkeep => "upkeep",
        Removal => "the removal of influence",
        Westernizing => "westernizing",
        Inciting => "inciting natives",
        Building => "building",
        Developing => "developing",
        WarDeclared => "a declaration of war",
        Conquest => "a conquest",
        Exploring => "exploring",
        Prospecting => "prospecting",
        Scorching => "scorching the earth",
    }

    /// Why natives grow weaker.
    pub enum Influence {
        /// A diplomacy point was paid (im19).
        Paid => "for DP of the power that holds them",
        /// A sphere of influence was given up (im19).
        Sphere => "for influence that is given up there",
        /// Buildings and explorers (im19).
        Presence => "through buildings and explorers there",
        /// They were beaten (im38).
        Defeat => "in defeat",
    }
}

/// A place where units come from or go to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// A land region.
    Region(Region),
    /// Fleets in a sea area.
    Sea(Sea),
}

/// Who fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Party {
    /// A power, with its allies.
    Power(Power),
    /// The natives of the region.
    Natives,
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Power(power) => power.title(),
            Self::Natives => "the natives",
        })
    }
}

/// What an explorer achieves (im50).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Discovery {
    /// The region joins his power.
    Joined,
    /// A sphere of influence is placed.
    Placed,
    /// An own sphere of influence takes the place of another's.
    Swapped(Power),
    /// The region is full: another's sphere of influence is removed.
    Removed(Power),
    /// Nothing.
    Nothing,
    /// He does not come back.
    Lost,
}

/// One thing that happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum Event {
    /// A phase begins.
    StepBegan { turn: u32, step: Step },
    /// A power has had its go.
    Gone { power: Power },
    /// The order of play for a turn.
    OrderSet { order: Vec<Power> },
    /// A bid for the order of play, and the place it brought.
    BidMade { power: Power, pp: u32, place: u32 },
    /// A power's movement phase begins: from now on it may attack in its wars.
    MovementBegan { power: Power },
    /// A power takes a region at set-up, with an infantry brigade.
    Picked { power: Power, region: Region },
    /// A power gives a dealt region back.
    GivenBack { power: Power, region: Region },

    /// A power receives points.
    Received { power: Power, pp: u32, dp: u32, why: Purpose },
    /// A power pays points.
    Paid { power: Power, pp: u32, dp: u32, why: Purpose },
    /// A power's income.
    Collected { power: Power, pp: BTreeMap<Ground, u32>, dp: u32 },
    /// A port has no way to another one.
    PortClosed { power: Power, at: Region },
    /// Points pass from one power to another.
    Given { from: Power, to: Power, pp: u32 },
    /// Units are given up because they cannot be paid.
    Disbanded { power: Power, units: Force, at: Region },
    /// A fleet, with all aboard, is given up because it cannot be paid.
    LaidUp { power: Power, fleet: Fleet },
    /// Units aboard a fleet are given up because they cannot be paid.
    DisbandedAboard { power: Power, units: Force, fleet: Fleet },

    /// A native marker is laid down, unseen.
    MarkerLaid { at: Region },
    /// What a native marker says, which nobody knows.
    MarkerDrawn { at: Region, face: Face },
    /// A power's explorer learns what a native marker says.
    MarkerSeen { power: Power, at: Region, face: Face },
    /// A native marker is turned face-up.
    MarkerOpened { at: Region, face: Face },
    /// A resource chit is laid down, unseen.
    ChitLaid { at: Region },
    /// The value of a resource chit, which nobody knows.
    ChitDrawn { at: Region, value: u32 },
    /// A power looks at a resource chit.
    ChitSeen { power: Power, at: Region, value: u32 },
    /// A resource chit goes back into the container.
    ChitDiscarded { at: Region },

    /// A sphere of influence is placed.
    SpherePlaced { of: Power, at: Region },
    /// Spheres of influence are removed.
    SphereRemoved { of: Power, at: Region, count: u32 },
    /// Natives lose strength.
    Weakened { at: Region, by: u8, why: Influence },
    /// The natives of a region are westernized.
    Westernized { at: Region },
    /// A power incites natives.
    Incited { power: Power, at: Region, bribe: bool },
    /// The roll for a revolt.
    RevoltRolled {
        at: Region,
        dice: Vec<u8>,
        drm: i32,
        strength: u8,
        sides: BTreeMap<Power, Stance>,
        revolt: bool,
    },
    /// Natives revolt.
    Revolted { at: Region, army: Force, sides: BTreeMap<Power, Stance> },
    /// A revolt is over.
    RevoltEnded { at: Region },

    /// Units are raised.
    Raised { power: Power, units: Force, at: Region },
    /// A fleet is launched.
    Launched { power: Power, fleet: Fleet, sea: Sea },
    /// A building is put up.
    Erected { power: Power, building: Building, at: Region },
    /// A resource is developed.
    Developed { power: Power, at: Region, value: u32 },
    /// The canal is opened.
    CanalOpened { power: Power, at: Region },
    /// A power destroys its own building.
    Razed { power: Power, building: Building, at: Region },

    /// War is declared.
    WarDeclared { by: Power, on: Power },
    /// Two powers make peace.
    PeaceMade { between: (Power, Power) },
    /// Two powers become allies.
    Allied { between: (Power, Power) },
    /// A power gives notice to its ally.
    NoticeGiven { by: Power, to: Power, phases: u32 },
    /// An alliance ends.
    AllianceEnded { between: (Power, Power) },

    /// Units march.
    Marched { power: Power, units: Force, from: Region, to: Region },
    /// Units go aboard.
    Boarded { power: Power, units: Force, from: Region, fleet: Fleet },
    /// Fleets sail.
    Sailed { power: Power, fleets: Vec<Fleet>, from: Sea, to: Sea },
    /// Units go ashore.
    Disembarked { power: Power, units: Force, fleet: Fleet, at: Region },
    /// A region passes to another power by consent.
    Ceded { at: Region, from: Power, to: Power },
    /// The roll for a reinforcement move.
    ReinforcementRolled { power: Power, from: Region, to: Region, die: u8, points: u32 },
    /// Units come to the help of a region under attack.
    Reinforced { power: Power, units: Force, from: Region, to: Region },

    /// Fleets try to come from a neighbouring sea area to intercept.
    AfarRolled { power: Power, from: Sea, to: Sea, die: u8, comes: bool },
    /// A naval battle begins.
    NavalJoined { sea: Sea, mover: Power, moving: Vec<Fleet>, enemy: Power, fleets: Vec<Fleet> },
    /// A round of it.
    NavalRound { sea: Sea, round: u32 },
    /// The fleets of a side fire.
    Broadside { power: Power, dice: Vec<u8>, drm: i32, hits: u32 },
    /// A fleet is sunk with all aboard.
    Sunk { power: Power, fleet: Fleet },
    /// A side breaks a naval battle off.
    BrokenOff { power: Power },
    /// A naval battle ends.
    NavalEnded { sea: Sea, winner: Option<Power> },

    /// A land battle begins.
    BattleJoined {
        at: Region,
        attacker: Party,
        defender: Party,
        natives: Force,
        led: Option<Power>,
    },
    /// A round of it.
    RoundBegan { at: Region, round: u32 },
    /// The DRM of a side in this round.
    Modified { side: Party, drm: i32 },
    /// The brigades of a side that share a DRM fire.
    Volley { side: Party, dice: Vec<u8>, drm: i32, hits: u32 },
    /// A side combines three hits into one whose target it chooses.
    Combined { side: Party, target: Kind },
    /// A power loses units.
    Lost { power: Power, units: Force, at: Region },
    /// Natives lose brigades.
    NativesLost { units: Force, at: Region },
    /// The units of a power retreat.
    Retreated {
        power: Power,
        units: Force,
        from: Region,
        to: Place,
        fleets: BTreeMap<Fleet, Force>,
    },
    /// A party becomes an infantry brigade.
    Converted { power: Power, party: Kind, at: Region },
    /// A land battle ends.
    BattleEnded { at: Region, winner: Option<Party> },
    /// A power gains control of a region.
    Gained { power: Power, at: Region },
    /// A region goes back to its natives: its resource is undeveloped, and its buildings are removed.
    Reverted { at: Region, from: Power },

    /// An explorer's diplomacy roll.
    ExploreRolled { power: Power, at: Region, dice: Vec<u8>, drm: i32, strength: u8 },
    /// What came of it.
    Explored { power: Power, at: Region, finding: Discovery },
    /// An engineer prospects.
    Prospected { power: Power, at: Region },
    /// The chits he drew, and the one he kept.
    ChitsDrawn { power: Power, at: Region, values: Vec<u32>, kept: u32 },

    /// Why the game ends.
    GameEnded { why: Ending },
    /// A goal card is shown.
    GoalShown { power: Power, goal: Card, met: bool },
    /// A power's victory points.
    Scored { power: Power, points: BTreeMap<Merit, u32>, total: u32 },
    /// Who wins.
    Won { powers: Vec<Power> },
}

/// Why the game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A power has no region left (im53).
    Eliminated(Power),
    /// No region is left to the natives (im53).
    NoNatives,
    /// The last turn of the scenario is over (im70).
    LastTurn,
}

worded! {
    /// What victory points are given for (im53).
    #[expect(missing_docs, reason = "names that say themselves")]
    pub enum Merit {
        Regions => "for regions",
        Westernized => "for westernized regions",
        Cities => "for cities",
        Buildings => "for other buildings",
        Resources => "for resources",
        ZoneMajorities => "for majorities in zones",
        WholeZones => "for whole zones",
        Diplomacy => "for diplomacy points",
        Goal => "for the goal",
    }
}

//! All that is true in a battle.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::format::{Bears, Level, Part};
use super::impulses::IMPULSES;
use super::names::{Class, Hx, Missile, Ship, Side};
use super::order::{Allocation, Order};
use super::plan::is_default;
use crate::engine::board::Facing;

/// What the table waits for (md50).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Forces are built and placed (md80).
    Setup,
    /// Energy is allocated (md52).
    Allocation,
    /// A block of impulses is plotted (md71).
    Impulses,
    /// The battle is over.
    Over,
}

/// What weapons may be aimed at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A ship, fighter or shuttle.
    Ship(Ship),
    /// A drone or plasma torpedo.
    Missile(Missile),
}

impl Target {
    /// The ship, fighter or shuttle, if it is one.
    pub fn ship(&self) -> Option<&Ship> {
        match self {
            Self::Ship(ship) => Some(ship),
            Self::Missile(_) => None,
        }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ship(ship) => ship.fmt(f),
            Self::Missile(missile) => missile.fmt(f),
        }
    }
}

/// Where a ship is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// On the map.
    Here,
    /// In the bay of another ship (md68).
    Aboard(Ship),
    /// It left the battle.
    Away,
    /// It is destroyed.
    Destroyed,
    /// Its side gave up (md77).
    Captured,
}

/// A weapon of a ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mount {
    /// What.
    pub part: Part,
    /// Where it bears.
    pub arc: Bears,
    /// It stands in an option mount (md1).
    pub option: bool,
    /// Boxes of it that are hit.
    pub hits: u32,
    /// Moments at which it was fired in this turn and the one before.
    pub fired: Vec<u32>,
    /// Half points of the shots in the turn of the last one (md43).
    #[serde(default, skip_serializing_if = "is_default")]
    pub used: u32,
}

impl Mount {
    /// Boxes of it: a distortion cannon has two (md34).
    pub fn boxes(&self) -> u32 {
        if self.part == Part::Cannon { 2 } else { 1 }
    }

    /// True while it works.
    pub fn works(&self) -> bool {
        self.hits < self.boxes()
    }

    /// Shots in the turn of a moment.
    pub fn shots(&self, now: u32) -> u32 {
        let turn = |moment: u32| moment.saturating_sub(1) / IMPULSES;
        let shots = self.fired.iter().filter(|at| turn(**at) == turn(now)).count();
        u32::try_from(shots).unwrap_or(u32::MAX)
    }

    /// Shots in the impulses before a moment, so many of them, and in it.
    pub fn within(&self, now: u32, impulses: u32) -> u32 {
        let shots = self.fired.iter().filter(|at| **at + impulses > now).count();
        u32::try_from(shots).unwrap_or(u32::MAX)
    }
}

/// One whip after another at one target (md38).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// The target.
    pub target: Target,
    /// The last moment.
    pub last: u32,
    /// The bonus is earned.
    pub bonus: bool,
}

/// A ship, base, fighter or shuttle as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of a unit by itself")]
pub struct Unit {
    /// Its side.
    pub side: Side,
    /// Its class.
    pub class: Class,
    /// Where it is.
    pub status: Status,
    /// Its hex; the last one, once it is gone.
    pub at: Hx,
    /// Where it faces.
    pub facing: Facing,
    /// Its speed in this turn.
    pub speed: u32,
    /// Its speed in the last turn.
    pub before: u32,
    /// Hexes since it turned (md54).
    pub straight: u32,
    /// Hexes since it slipped (md55).
    pub level: u32,
    /// What is left of the six shields.
    pub shields: Vec<u32>,
    /// Strength of the field (md3).
    pub field: u32,
    /// The lowest strength of the field in this turn (md5).
    pub low: u32,
    /// Whole turns in a row without energy for the field (md6).
    pub rest: u32,
    /// Boxes that it has besides those of its class.
    pub extra: BTreeMap<Part, u32>,
    /// Boxes lost, besides weapons.
    pub lost: BTreeMap<Part, u32>,
    /// Its weapons.
    pub mounts: Vec<Mount>,
    /// The first moment at which its whips work again (md36).
    pub whips_from: u32,
    /// Its series of whips.
    pub series: Option<Series>,
    /// Moments at which whips were fired into the rear half (md39).
    pub rear: Vec<u32>,
    /// Electronic countermeasures (md67).
    pub ecm: u32,
    /// Electronic counter-countermeasures.
    pub eccm: u32,
    /// When it was launched, if it was (md25).
    pub launched: Option<u32>,
    /// It was crippled once (md64).
    pub crippled: bool,
    /// Points of commander's options that everybody sees, in quarters (md90).
    pub options: u32,
    /// It came with the rescuers (md81).
    pub rescue: bool,
    /// It maneuvers erratically in this turn (md96).
    #[serde(default, skip_serializing_if = "is_default")]
    pub erratic: bool,
    /// Chaff packs that it dropped (md21).
    #[serde(default, skip_serializing_if = "is_default")]
    pub chaffed: u32,
    /// The last moment in which chaff covers it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub chaff_until: u32,
    /// A wild weasel draws what seeks it (md21).
    #[serde(default, skip_serializing_if = "is_default")]
    pub weasel: bool,
    /// Whose it was before it was taken (md93).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prize: Option<Side>,
}

impl Unit {
    /// The side that it began the battle with.
    pub fn origin(&self) -> &Side {
        self.prize.as_ref().unwrap_or(&self.side)
    }

    /// True if it is on the map.
    pub fn is_here(&self) -> bool {
        self.status == Status::Here
    }

    /// Boxes of a part that it was built with.
    pub fn built(&self, boxes: &BTreeMap<Part, u32>, part: Part) -> u32 {
        let of = |map: &BTreeMap<Part, u32>| map.get(&part).copied().unwrap_or(0);
        let mounts = self.mounts.iter().filter(|mount| mount.part == part);
        of(boxes) + of(&self.extra) + mounts.map(Mount::boxes).sum::<u32>()
    }

    /// Boxes of a part that are lost.
    pub fn gone(&self, part: Part) -> u32 {
        let mounts = self.mounts.iter().filter(|mount| mount.part == part);
        self.lost.get(&part).copied().unwrap_or(0) + mounts.map(|mount| mount.hits).sum::<u32>()
    }

    /// How many weapons of a kind it has, whether they work or not.
    pub fn mounts_of(&self, part: Part) -> usize {
        self.mounts.iter().filter(|mount| mount.part == part).count()
    }

    /// The weapons of a kind that work, by their number.
    pub fn working(&self, part: Part) -> impl Iterator<Item = (usize, &Mount)> {
        let all = self.mounts.iter().enumerate();
        all.filter(move |(_, mount)| mount.part == part && mount.works())
    }
}

/// A drone or plasma torpedo on the map (md61, md62).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flying {
    /// Whose.
    pub side: Side,
    /// Who launched it.
    pub by: Ship,
    /// A plasma torpedo, else a drone.
    pub plasma: bool,
    /// Where it is.
    pub at: Hx,
    /// Where it faces.
    pub facing: Facing,
    /// Hexes travelled.
    pub travelled: u32,
    /// Points of damage that it took.
    pub hits: u32,
    /// Points of whips that it took, which make plasma older (md40).
    #[serde(default, skip_serializing_if = "is_default")]
    pub lashed: u32,
    /// When it was launched.
    pub since: u32,
}

/// A trans-warp missile between its launch and its impact (md17).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tram {
    /// Who launched it.
    pub by: Ship,
    /// At what.
    pub target: Target,
    /// When.
    pub since: u32,
    /// At range 0 (md19).
    pub close: bool,
}

/// What only the owner of a ship knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// What was allocated this turn.
    pub plan: Option<Allocation>,
    /// Half points of energy in the capacitor (md35).
    pub capacitor: u32,
    /// Shots that the cannon has energy for (md28).
    pub cannon: u32,
    /// Points in the batteries (md66).
    pub battery: u32,
    /// Weapons that are armed (md60).
    pub armed: BTreeMap<Part, u32>,
    /// Reinforcement of each shield (md57).
    pub reinforced: Vec<u32>,
    /// Missiles in each launcher and rack, by the number of the mount.
    pub loads: BTreeMap<u32, u32>,
    /// Missiles in store (md24).
    pub store: u32,
    /// Repair points that boxes have so far (md65).
    pub repairs: BTreeMap<Part, u32>,
    /// Moves made by each of its plotted courses, by place in the plot from 0 (md79).
    #[serde(default, skip_serializing_if = "is_default")]
    pub legs: BTreeMap<u32, u32>,
    /// Points of each volley that reserve power takes before a field of X-technology; as many as get
    /// through the field, if nobody said (md12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<u32>,
    /// Boarding parties that may leave the ship (md44).
    #[serde(default, skip_serializing_if = "is_default")]
    pub parties: u32,
    /// Boarding parties that never leave it (md44).
    #[serde(default, skip_serializing_if = "is_default")]
    pub fixed: u32,
    /// Parties that the transporters may still move in this turn (md10).
    #[serde(default, skip_serializing_if = "is_default")]
    pub beams: u32,
    /// Points of commander's options that nobody else sees, in quarters (md90).
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: u32,
    /// Turns in which a shuttle was made ready as a wild weasel (md21).
    #[serde(default, skip_serializing_if = "is_default")]
    pub weasel: u32,
}

/// A side's plot as it runs on (md73).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// Its lines.
    pub orders: Vec<Order>,
    /// Breaks that it caused in this turn (md72).
    pub breaks: u32,
}

/// How a side did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Quarters of points, or whatever the scenario counts.
    pub points: u32,
    /// The level of victory, if it has one.
    pub level: Option<Level>,
}

/// How the battle ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finale {
    /// Who won; nobody in a draw.
    pub winners: Vec<Side>,
    /// What each side scored.
    pub scores: BTreeMap<Side, Score>,
    /// What the rescuers scored, if they came (md88).
    pub rescue: Option<Score>,
}

/// What everybody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// What the table waits for.
    pub step: Step,
    /// The turn, from 1.
    pub turn: u32,
    /// Impulses of it that are done.
    pub impulse: u32,
    /// The last impulse of the block.
    pub until: u32,
    /// Everything with a ship's name.
    pub units: BTreeMap<Ship, Unit>,
    /// Drones and plasma torpedoes.
    pub missiles: BTreeMap<Missile, Flying>,
    /// Trans-warp missiles in flight.
    pub trams: Vec<Tram>,
    /// Boarding parties of other sides aboard ships (md92).
    #[serde(default, skip_serializing_if = "is_default")]
    pub boarders: BTreeMap<Ship, BTreeMap<Side, u32>>,
    /// Missiles launched so far.
    pub launched: u32,
    /// The total of the rescue dice (md81).
    pub rescue: u32,
    /// Squadrons that came.
    pub squadrons: u32,
    /// Ships that fired at a Mechad, and at which (md83).
    pub provoked: BTreeMap<Ship, Vec<Ship>>,
    /// Who gets no credit for which ship, since other weapons damaged it (md83).
    pub tainted: BTreeMap<Ship, Vec<Side>>,
    /// Who destroyed what (md85).
    pub credits: BTreeMap<Ship, Side>,
    /// Points of damage that the convoy scored on Mechads (md86).
    pub stings: u32,
    /// How it ended.
    pub finale: Option<Finale>,
}

impl Open {
    /// The moment: impulses since the battle began, the current one included.
    pub fn now(&self) -> u32 {
        self.turn.saturating_sub(1) * IMPULSES + self.impulse
    }

    /// The units on the map.
    pub fn here(&self) -> impl Iterator<Item = (&Ship, &Unit)> {
        self.units.iter().filter(|(_, unit)| unit.is_here())
    }

    /// The nearest of these units on the map to a hex, and how far it is.
    pub fn nearest(&self, at: Hx, wanted: impl Fn(&Unit) -> bool) -> Option<(u32, &Ship, &Unit)> {
        let units = self.here().filter(|(_, unit)| wanted(unit));
        let ranges = units.map(|(ship, unit)| (at.0.distance(unit.at.0), ship, unit));
        ranges.min_by_key(|(range, ship, _)| (*range, *ship))
    }

    /// Where a target is, while it is on the map.
    pub fn place(&self, target: &Target) -> Option<Hx> {
        match target {
            Target::Ship(ship) => {
                self.units.get(ship).filter(|unit| unit.is_here()).map(|unit| unit.at)
            }
            Target::Missile(missile) => self.missiles.get(missile).map(|missile| missile.at),
        }
    }
}

/// What is hidden.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    /// What only the owners of ships know.
    pub holds: BTreeMap<Ship, Hold>,
    /// What drones and plasma torpedoes are aimed at.
    pub aims: BTreeMap<Missile, Ship>,
    /// What each side plotted.
    pub plots: BTreeMap<Side, Plot>,
    /// Squadrons that were chosen and come later (md81).
    #[serde(default, skip_serializing_if = "is_default")]
    pub musters: BTreeMap<Side, Vec<Class>>,
}

/// All that is true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What everybody sees.
    pub open: Open,
    /// What is hidden.
    pub secret: Secret,
}

impl State {
    /// A unit, which is there.
    pub fn unit(&self, ship: &Ship) -> &Unit {
        &self.open.units[ship]
    }

    /// What its owner knows of it.
    pub fn hold(&self, ship: &Ship) -> &Hold {
        &self.secret.holds[ship]
    }
}

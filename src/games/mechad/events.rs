//! What can happen.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::format::{Item, Lash, Part};
use super::names::{Class, Hx, Missile, Ship, Side};
use super::order::{Allocation, Order, Power};
use super::plan::is_default;
use super::state::{Finale, Step, Target};
use crate::engine::board::Facing;
use crate::engine::wording::said::worded;

worded! {
    /// How a hex is entered.
    pub enum Way {
        /// Straight ahead.
        Ahead => "ahead",
        /// After a turn.
        Turned => "after a turn",
        /// By a sideslip.
        Slipped => "slipping",
    }
    /// How a ship left the battle.
    pub enum Exit {
        /// Over the edge of the floating map (md69).
        Edge => "leaves the battle",
        /// By acceleration (md16).
        Acceleration => "disengages by acceleration",
    }
    /// What strikes a ship.
    pub enum Kind {
        /// Trans-warp missiles, drones and plasma.
        Seeking => "seeking weapons",
        /// Direct fire and cannons.
        Direct => "direct fire",
        /// The feedback of its own cannon (md30).
        Feedback => "feedback",
        /// Fire between Mechads that wager (md84).
        NonViolent => "non-violent fire",
    }
    /// What a ship spends.
    pub enum Store {
        /// Half points of the capacitor.
        Capacitor => "capacitor",
        /// Shots of the cannon.
        Cannon => "cannon",
        /// Points of the batteries.
        Battery => "battery",
        /// Uses of the transporters.
        Transporter => "transporter",
    }
}

/// One thing that happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "fields that say themselves, in events that have a line each")]
pub enum Event {
    /// The table waits for something else; a block lasts until an impulse.
    StepBegan { step: Step, until: u32 },
    /// A ship is on the map, or aboard another.
    Joined {
        ship: Ship,
        class: Class,
        side: Side,
        at: Hx,
        facing: Facing,
        speed: u32,
        rescue: bool,
        aboard: Option<Ship>,
    },
    /// A ship of a force is put somewhere.
    Placed {
        ship: Ship,
        at: Hx,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Facing>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speed: Option<u32>,
    },
    /// A squadron is chosen that comes later.
    Mustered { side: Side, classes: Vec<Class> },
    /// A ship gets commander's options that everybody sees.
    Outfitted { ship: Ship, item: Item, count: u32, price: u32 },
    /// A ship gets more missiles, which nobody else sees.
    Supplied { ship: Ship, count: u32, price: u32 },
    /// A ship gets more boarding parties, which nobody else sees.
    Manned { ship: Ship, count: u32, price: u32 },
    /// A turn begins.
    TurnBegan { turn: u32 },
    /// The die of the rescuers.
    Gathered { die: u8, total: u32 },
    /// A squadron arrives.
    Arrived { squadron: u32 },
    /// Energy is allocated.
    Allocated(Allocation),
    /// Launchers are loaded or unloaded.
    Loaded { ship: Ship, mount: u32, load: u32, store: u32 },
    /// What everybody learns of an allocation.
    Announced {
        ship: Ship,
        speed: u32,
        ecm: u32,
        eccm: u32,
        #[serde(default, skip_serializing_if = "is_default")]
        erratic: bool,
    },
    /// A ship changes its speed.
    Sped { ship: Ship, speed: u32 },
    /// The strength of a field is set.
    Energized { ship: Ship, strength: u32, powered: bool },
    /// A side's plot.
    Kept { side: Side, orders: Vec<Order> },
    /// An impulse begins.
    ImpulseBegan { turn: u32, impulse: u32 },
    /// A ship enters a hex.
    Moved { ship: Ship, from: Hx, to: Hx, facing: Facing, way: Way },
    /// A ship makes the next leg of a course, by its place in the plot from 0.
    Followed { ship: Ship, course: u32, legs: u32 },
    /// A ship at an edge that it may not cross stays in its hex.
    Stayed { ship: Ship, facing: Facing, way: Way },
    /// The map floats: everything on it has other coordinates.
    Floated { columns: i16, rows: i16 },
    /// A ship leaves the battle.
    Left { ship: Ship, how: Exit },
    /// A missile enters a hex.
    Homed { missile: Missile, to: Hx, facing: Facing },
    /// A missile is gone.
    Expired { missile: Missile },
    /// A trans-warp missile strikes.
    Impact { ship: Ship, target: Target, die: u8, modifier: i32, points: u32 },
    /// A trans-warp missile misses: its launcher does not guide it any more.
    Strayed { ship: Ship, target: Target },
    /// A missile strikes its target.
    Detonated { missile: Missile, target: Ship, points: u32 },
    /// What is left of a field is given up.
    Dropped { ship: Ship },
    /// A field is energized from reserve.
    Raised { ship: Ship, strength: u32 },
    /// Reserve power reinforces a shield.
    Braced { ship: Ship, shield: u8, points: u32 },
    /// Reserve power goes into the capacitor, in half points.
    Charged { ship: Ship, amount: u32 },
    /// Reserve power takes so many points of each volley before a field of X-technology.
    Screened { ship: Ship, points: u32 },
    /// Boarding parties go to another ship.
    Transported { ship: Ship, to: Ship, parties: u32 },
    /// A boarding party strikes at a box.
    Raided { ship: Ship, at: Ship, part: Part, die: u8, guarded: bool, hit: bool, lost: bool },
    /// Boarding parties fight: a die of the crew, then one of each side aboard, and what each loses.
    Fought { ship: Ship, dice: Vec<u8>, crew: u32, boarders: BTreeMap<Side, u32> },
    /// A ship is taken.
    Taken { ship: Ship, side: Side },
    /// A fighter drops chaff.
    Chaffed { ship: Ship, until: u32 },
    /// A seeking weapon loses its target in chaff.
    Dazzled { ship: Ship, die: u8, lost: bool },
    /// A shuttle takes off as a wild weasel.
    Weaseled { ship: Ship },
    /// A seeking weapon strikes a wild weasel instead.
    Lured { ship: Ship, missile: Missile },
    /// A fighter lands.
    Landed { ship: Ship, on: Ship },
    /// A deck crew loads a fighter.
    Rearmed { ship: Ship, mount: u32, load: u32, home: Ship, store: u32 },
    /// An attempt at emergency repair.
    Attempted { ship: Ship, part: Part, die: u8 },
    /// A fighter takes off.
    Scrambled { ship: Ship, from: Ship, at: Hx, facing: Facing },
    /// A trans-warp missile is launched.
    Fired { ship: Ship, mount: u32, target: Target, close: bool },
    /// A drone or plasma torpedo is launched.
    Launched { ship: Ship, mount: u32, missile: Missile, at: Hx, facing: Facing, plasma: bool },
    /// What it is aimed at.
    Aimed { missile: Missile, target: Ship },
    /// Anti-drones are fired at a missile.
    Swatted { ship: Ship, mount: u32, missile: Missile, die: u8, hit: bool },
    /// Whips are fired.
    Lashed {
        ship: Ship,
        mounts: Vec<u32>,
        target: Target,
        range: u32,
        power: Power,
        dice: Vec<u8>,
        modifier: i32,
        results: Vec<Lash>,
        small: bool,
        astern: bool,
    },
    /// Whips rest until a moment.
    Terminated { ship: Ship, until: u32 },
    /// Other direct weapons are fired.
    Shot {
        ship: Ship,
        part: Part,
        mounts: Vec<u32>,
        target: Target,
        range: u32,
        dice: Vec<u8>,
        modifier: i32,
        points: u32,
    },
    /// A trans-warp missile is shot at.
    Parried { ship: Ship, part: Part, mount: u32, by: Ship, target: Target, die: u8, hit: bool },
    /// A distortion cannon is fired at a hex.
    Distorted { ship: Ship, mount: u32, at: Hx },
    /// A ship spends energy.
    Spent { ship: Ship, store: Store, amount: u32 },
    /// A ship spends weapons that were armed.
    Discharged { ship: Ship, part: Part, count: u32 },
    /// A volley strikes a ship.
    Struck { ship: Ship, kind: Kind, shield: Option<u8>, points: u32, absorbed: u32, through: u32 },
    /// Reinforcement is used up.
    Reinforced { ship: Ship, shield: u8, points: u32 },
    /// The first internal hits a node.
    NodeLost { ship: Ship },
    /// Internal damage, by rolls of two dice.
    Damaged { ship: Ship, rolls: Vec<u8>, boxes: BTreeMap<Part, u32> },
    /// A missile is damaged.
    Hurt {
        missile: Missile,
        points: u32,
        /// Points of whips on plasma, which make it older.
        #[serde(default, skip_serializing_if = "is_default")]
        lashed: u32,
        travelled: u32,
    },
    /// A ship is crippled.
    Crippled { ship: Ship },
    /// A ship is destroyed.
    Destroyed { ship: Ship },
    /// A ship of the convoy fired at a Mechad, which may fire back.
    Provoked { ship: Ship, at: Ship },
    /// A side gets no credit for a ship any more.
    Tainted { ship: Ship, side: Side },
    /// Mechads roll for the credit of what their cannons destroyed in a hex.
    Contested { at: Hx, side: Side, die: u8 },
    /// A side gets the credit for a ship.
    Credited { ship: Ship, side: Side },
    /// The convoy scores damage on a Mechad.
    Stung { ship: Ship, points: u32 },
    /// A box is repaired.
    Repaired { ship: Ship, part: Part },
    /// Repair points are spent on a box that is not repaired yet.
    Mended { ship: Ship, part: Part, points: u32 },
    /// The block stops.
    Halted { impulse: u32 },
    /// A side caused it.
    Broke { side: Side },
    /// A turn is over.
    TurnEnded { turn: u32 },
    /// A side gives up.
    Surrendered { side: Side },
    /// The battle is over.
    Ended(Finale),
}

//! Parts of ships, weapons, and other words of the tables.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::wording::said::worded;

worded! {
    /// Sizes of fields.
    #[expect(missing_docs, reason = "the words say it")]
    pub enum Bulk {
        One => "size class 1",
        Battleship => "battleship",
        Two => "size class 2",
        Three => "size class 3",
        Four => "size class 4",
        Five => "size class 5",
    }
    /// The letters of turn modes.
    #[expect(missing_docs, reason = "the words say it")]
    pub enum TurnMode {
        Aa => "AA",
        A => "A",
        B => "B",
        C => "C",
        D => "D",
        E => "E",
        F => "F",
        Shuttle => "shuttle",
        Seeking => "seeking",
    }
    /// Readings of the damaged whip table (md35).
    #[expect(missing_docs, reason = "the words say it")]
    pub enum WhipTable {
        A => "a",
        APrime => "a-prime",
        B => "b",
    }
    /// Weapons that are not the Mechad's.
    pub enum Gun {
        /// The main beam.
        Beam => "beam",
        /// A light beam.
        Light => "light beam",
        /// A torpedo that is fired directly.
        Torpedo => "torpedo",
        /// A weapon that strikes all shields.
        Ring => "ring",
    }
    /// What a roll on the damage allocation table hits (md63).
    #[expect(missing_docs, reason = "the words say it")]
    pub enum Hit {
        Hull => "hull",
        Cargo => "cargo",
        Warp => "warp",
        Impulse => "impulse",
        Apr => "apr",
        Battery => "battery",
        Bridge => "bridge",
        Flag => "flag",
        Aux => "aux",
        Emer => "emer",
        Phaser => "phaser",
        Drone => "drone",
        Torp => "torp",
        Shuttle => "shuttle",
        Sensor => "sensor",
        Scanner => "scanner",
        DamageControl => "damage control",
        Excess => "excess damage",
    }
    /// What may be bought besides ships (md90).
    #[derive(JsonSchema)]
    pub enum Item {
        /// A trans-warp missile more.
        Tram => "trans-warp missile",
        /// A tail.
        Tail => "tail",
        /// A launcher in an option mount, or beyond, with one reload.
        Twm => "launcher",
        /// A whip in an option mount, or beyond; each but the first costs half a point more, up to the fourth.
        Whip => "whip",
        /// A distortion cannon in two option mounts, or beyond.
        Cannon => "cannon",
        /// A bug shuttle in a bay.
        Bug => "bug shuttle",
        /// A boarding party more.
        Party => "boarding party",
    }
    /// Levels of victory.
    #[expect(missing_docs, reason = "the words say it")]
    pub enum Level {
        Marginal => "marginal",
        Substantive => "substantive",
        Decisive => "decisive",
    }
}

impl Item {
    /// Its word in orders.
    pub fn code(self) -> &'static str {
        match self {
            Self::Tram => "tram",
            Self::Tail => "tail",
            Self::Twm => "twm",
            Self::Whip => "whip",
            Self::Cannon => "cannon",
            Self::Bug => "bug",
            Self::Party => "party",
        }
    }

    /// What is mounted, if it is a weapon.
    pub fn weapon(self) -> Option<Part> {
        match self {
            Self::Twm => Some(Part::Twm),
            Self::Whip => Some(Part::Whip),
            Self::Cannon => Some(Part::Cannon),
            Self::Tram | Self::Tail | Self::Bug | Self::Party => None,
        }
    }
}

/// A part of a ship, counted in boxes.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each is named after its boxes")]
pub enum Part {
    Hull,
    Cargo,
    Warp,
    Impulse,
    Apr,
    Battery,
    Command,
    Node,
    Whip,
    Twm,
    Cannon,
    Beam,
    Light,
    Torpedo,
    Ring,
    Plasma,
    Rack,
    Add,
    Shuttle,
    Transporter,
    Sensor,
    Scanner,
    DamageControl,
    Excess,
}

impl Part {
    /// All of them, in the order of a ship's sheet.
    pub const ALL: [Self; 24] = [
        Self::Hull,
        Self::Cargo,
        Self::Warp,
        Self::Impulse,
        Self::Apr,
        Self::Battery,
        Self::Command,
        Self::Node,
        Self::Whip,
        Self::Twm,
        Self::Cannon,
        Self::Beam,
        Self::Light,
        Self::Torpedo,
        Self::Ring,
        Self::Plasma,
        Self::Rack,
        Self::Add,
        Self::Shuttle,
        Self::Transporter,
        Self::Sensor,
        Self::Scanner,
        Self::DamageControl,
        Self::Excess,
    ];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hull => "hull",
            Self::Cargo => "cargo",
            Self::Warp => "warp",
            Self::Impulse => "impulse",
            Self::Apr => "APR",
            Self::Battery => "battery",
            Self::Command => "command",
            Self::Node => "node",
            Self::Whip => "whip",
            Self::Twm => "TWM",
            Self::Cannon => "cannon",
            Self::Beam => "beam",
            Self::Light => "light beam",
            Self::Torpedo => "torpedo",
            Self::Ring => "ring",
            Self::Plasma => "plasma",
            Self::Rack => "drone rack",
            Self::Add => "ADD",
            Self::Shuttle => "shuttle",
            Self::Transporter => "transporter",
            Self::Sensor => "sensor",
            Self::Scanner => "scanner",
            Self::DamageControl => "damage control",
            Self::Excess => "excess",
        }
    }

    /// True if weapons of this kind are counted one by one.
    pub fn is_weapon(self) -> bool {
        self.gun().is_some()
            || matches!(
                self,
                Self::Whip | Self::Twm | Self::Cannon | Self::Plasma | Self::Rack | Self::Add
            )
    }

    /// The table of a weapon of the other side.
    pub fn gun(self) -> Option<Gun> {
        match self {
            Self::Beam => Some(Gun::Beam),
            Self::Light => Some(Gun::Light),
            Self::Torpedo => Some(Gun::Torpedo),
            Self::Ring => Some(Gun::Ring),
            Self::Hull
            | Self::Cargo
            | Self::Warp
            | Self::Impulse
            | Self::Apr
            | Self::Battery
            | Self::Command
            | Self::Node
            | Self::Whip
            | Self::Twm
            | Self::Cannon
            | Self::Plasma
            | Self::Rack
            | Self::Add
            | Self::Shuttle
            | Self::Transporter
            | Self::Sensor
            | Self::Scanner
            | Self::DamageControl
            | Self::Excess => None,
        }
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

crate::engine::wording::said::said! { Part; }

impl Hit {
    /// The parts that a hit of this kind may strike, the first with a box left counts (md45).
    pub fn parts(self) -> &'static [Part] {
        match self {
            Self::Hull => &[Part::Hull],
            Self::Cargo => &[Part::Cargo],
            Self::Warp => &[Part::Warp],
            Self::Impulse => &[Part::Impulse],
            Self::Apr => &[Part::Apr],
            Self::Battery => &[Part::Battery],
            Self::Bridge | Self::Flag | Self::Aux | Self::Emer => &[Part::Command],
            Self::Phaser => &[Part::Whip, Part::Light, Part::Beam],
            Self::Drone => &[Part::Twm, Part::Add, Part::Rack],
            Self::Torp => &[Part::Cannon, Part::Torpedo, Part::Ring, Part::Plasma],
            Self::Shuttle => &[Part::Shuttle, Part::Transporter],
            Self::Sensor => &[Part::Sensor],
            Self::Scanner => &[Part::Scanner],
            Self::DamageControl => &[Part::DamageControl],
            Self::Excess => &[Part::Excess],
        }
    }
}

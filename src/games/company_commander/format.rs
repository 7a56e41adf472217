//! The tables of `format.yaml`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{Kind, Weapon};
use super::weapon::{Blast, WeaponRow};
use crate::base::Problem;
use crate::engine::format::options::{check_numbers, check_whole};
use crate::engine::wording::said::worded;
use crate::engine::{Number, Source};

/// The parsed turn format.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Format {
    /// The name of the game's folder.
    pub game: String,
    /// The name of the game.
    pub title: String,
    /// Counts up when the meaning of the file changes.
    pub version: u32,
    /// Where the numbers of each table come from.
    pub sources: BTreeMap<String, Source>,
    /// Single numbers.
    pub numbers: Numbers,
    /// What each quality is good for.
    pub quality: BTreeMap<Quality, QualityRow>,
    /// Chances in a hundred that a hit of that weapon strength does harm (cc40).
    pub anti_armor: BTreeMap<String, Vec<u8>>,
    /// Blasts: how far they reach and how likely they strike there (cc47).
    pub blasts: BTreeMap<Blast, BlastRow>,
    /// The terrain chart (cc20).
    pub terrain: BTreeMap<Terrain, TerrainRow>,
    /// What weapons do.
    pub weapons: BTreeMap<Weapon, WeaponRow>,
    /// The kinds of units.
    pub kinds: BTreeMap<Kind, KindRow>,
}

/// Numbers that are not from 0 to 100.
const RANGES: [(&str, RangeInclusive<i64>); 4] =
    [("version", 1..=1000), ("period", 1900..=2100), ("worth", 0..=1000), ("quality", -10..=100)];

/// The tables whose numbers have one source each.
const SOURCED: [&str; 6] = ["quality", "anti-armor", "blasts", "terrain", "weapons", "kinds"];

impl Format {
    /// Every table is whole and every number has a sense.
    ///
    /// # Errors
    /// The first that is not.
    pub(super) fn check(&self) -> Result<(), Problem> {
        check_whole("sources", &self.sources, SOURCED.map(str::to_owned))?;
        check_whole("quality", &self.quality, Quality::ALL)?;
        check_whole("anti-armor", &self.anti_armor, ["printed", "even"].map(str::to_owned))?;
        check_whole("blasts", &self.blasts, Blast::ALL)?;
        check_whole("terrain", &self.terrain, Terrain::ALL)?;
        check_numbers(self, &RANGES, 0..=100)?;
        if self.anti_armor.values().any(|row| row.len() != 6) {
            return Err(Problem::refused("anti-armor: a row has six numbers"));
        }
        for (name, weapon) in &self.weapons {
            let wrong = |what: &str| Err(Problem::refused(format!("weapon {name}: {what}")));
            if weapon.range.0 == 0 || weapon.range.0 > weapon.range.1 {
                return wrong("a range is from 1 or more to as much or more");
            }
            if weapon.penetration.0 < weapon.penetration.1 {
                return wrong("penetration does not grow with the range");
            }
            if !(1..=6).contains(&weapon.strength) || weapon.stabilized > 2 {
                return wrong("a strength is 1 to 6, and stabilizers have two generations");
            }
            if !(1..=40).contains(&weapon.rate.0) || weapon.rate.1 > weapon.rate.0 {
                return wrong("the rate is 1 to 40 and not higher on the move");
            }
            if weapon.indirect && weapon.smart {
                return wrong("smart weapons are fired directly");
            }
        }
        for (name, kind) in &self.kinds {
            let wrong = |what: &str| Err(Problem::refused(format!("kind {name}: {what}")));
            if let Some(weapon) = kind.weapons.iter().find(|w| !self.weapons.contains_key(*w)) {
                return wrong(&format!("there is no weapon {weapon}"));
            }
            if !(1..=6).contains(&kind.strength) || kind.assault > 4 || kind.capacity > 1 {
                return wrong(
                    "strength is 1 to 6, a close assault number 0 to 4, a capacity 0 or 1",
                );
            }
            if kind.flies() && (kind.armor.is_some() || kind.capacity > 0) {
                return wrong("what flies has no armor and carries nobody");
            }
            if kind.anti_air.as_ref().is_some_and(|gun| !(1..=5).contains(&gun.percent)) {
                return wrong("anti-air values are 1 to 5");
            }
        }
        Ok(())
    }

    /// The row of a kind, which is checked.
    pub fn kind(&self, kind: &Kind) -> &KindRow {
        &self.kinds[kind]
    }

    /// The row of a weapon, which is checked.
    pub fn weapon(&self, weapon: &Weapon) -> &WeaponRow {
        &self.weapons[weapon]
    }
}

/// Single numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "each field is named after its line of the table")]
pub struct Numbers {
    pub road: Number,
    pub paved: Number,
    pub climb: Number,
    pub enhanced: Number,
    pub safe: Number,
    pub overwatch: Number,
    pub resupply: Number,
    pub smoke_turns: Number,
    pub concealed: Number,
    pub recon_concealed: Number,
    pub night_recon: Number,
}

worded! {
    /// How good a unit is (cc26).
    #[derive(JsonSchema)]
    pub enum Quality {
        /// E.
        Green => "green",
        /// D.
        Trained => "trained",
        /// C.
        Experienced => "experienced",
        /// B.
        Veteran => "veteran",
        /// A.
        Elite => "elite",
    }
}

/// What a quality is good for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct QualityRow {
    /// Added to the number to hit when it shoots.
    pub shoots: i8,
    /// Added when it is shot at.
    pub target: i8,
    /// From which roll on a close assault succeeds.
    pub assault: u8,
    /// Chance in a hundred to recover.
    pub recovery: u8,
    /// Up to which roll indirect fire scatters.
    pub scatter: u8,
}

/// How far a blast reaches and how likely it strikes there.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BlastRow {
    /// Hexes.
    pub radius: u32,
    /// In a hundred.
    pub chance: u8,
}

worded! {
    /// What a hex is (cc20).
    pub enum Terrain {
        /// Nothing in the way.
        Clear => "clear",
        /// Trees.
        Woods => "woods",
        /// Houses.
        Building => "building",
        /// Rocks.
        Rough => "rough",
        /// A ditch.
        Ditch => "ditch",
        /// Wet land.
        Marsh => "marsh",
        /// Deep water.
        Water => "water",
        /// Trenches.
        Trench => "entrenchment",
        /// Concrete.
        Bunker => "fortification",
    }
}

/// A line of the terrain chart. Costs are in sixths of a movement point; 0 cannot be entered.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TerrainRow {
    /// How it is typed on a map.
    pub sign: char,
    /// On foot.
    pub foot: u32,
    /// On tracks.
    pub tracked: u32,
    /// On wheels.
    pub wheeled: u32,
    /// Pulled.
    pub towed: u32,
    /// It blocks sight.
    #[serde(default)]
    pub blocks: bool,
    /// It makes what is in it harder to hit.
    #[serde(default)]
    pub cover: bool,
    /// How much it adds to the save of soft targets.
    #[serde(default)]
    pub save: u8,
    /// Where a move ends.
    #[serde(default)]
    pub stops: Stops,
}

/// Where a move ends (cc7).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stops {
    /// Nowhere.
    #[default]
    Never,
    /// In the hex itself.
    Entering,
    /// In the next hex.
    Leaving,
}

worded! {
    /// How something moves.
    pub enum Going {
        /// On foot.
        Foot => "on foot",
        /// On tracks.
        Tracked => "tracked",
        /// On wheels.
        Wheeled => "wheeled",
        /// Pulled by its crew.
        Towed => "towed",
        /// In the air.
        Air => "flying",
        /// Not at all.
        Fixed => "immobile",
    }
}

worded! {
    /// What a unit is, for overwatch and lists.
    #[derive(JsonSchema)]
    pub enum Class {
        /// Tanks and assault guns.
        Tank => "tank",
        /// Carriers of troops.
        Carrier => "carrier",
        /// Reconnaissance.
        Recon => "reconnaissance",
        /// Squads and teams.
        Infantry => "infantry",
        /// Guns, mortars and machine gun teams.
        Gun => "gun",
        /// Trucks, command posts and supply.
        Support => "support",
        /// Batteries.
        Battery => "battery",
        /// Planes.
        Aircraft => "aircraft",
        /// Helicopters.
        Helicopter => "helicopter",
        /// Drones.
        Drone => "drone",
    }
}

worded! {
    /// What is special about a kind.
    pub enum Trait {
        /// Expected under fire: soft targets save better (cc43).
        FrontLine => "front-line unit",
        /// Cautious whenever it did not shoot (cc15).
        Cautious => "cautious even after a move",
        /// Sees concealed units from farther (cc52).
        Scouts => "scouts",
        /// Cannot move and shoot (cc4).
        SetUp => "cannot move and shoot",
        /// Open on top (cc49).
        OpenTopped => "open topped",
        /// Prone to critical damage (cc41).
        Vulnerable => "vulnerable",
        /// Disturbs smart weapons (cc50).
        Jammer => "electronic warfare",
        /// Has no facing (cc10).
        AllRound => "ignores facing",
        /// Has no zone of control (cc8).
        Harmless => "no zone of control",
        /// Can mount again (cc12).
        Remounts => "can mount again",
        /// Leaves when its passengers have dismounted (cc12).
        Leaves => "leaves after dismounting",
        /// Rides in carriers.
        Rides => "can be carried",
        /// Destroys itself when it attacks (cc55).
        Suicide => "destroys itself",
        /// Stays off the map.
        OffMap => "off the map",
    }
}

/// Armor of a vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armor {
    /// Front.
    pub front: u32,
    /// Flanks.
    pub flank: u32,
    /// Rear and top.
    pub rear: u32,
}

/// Automatic fire at what flies (cc53).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AntiAir {
    /// Chance in a hundred.
    pub percent: u8,
    /// Hexes.
    pub range: u32,
    /// What it fires at.
    pub at: BTreeSet<Class>,
}

/// Smoke shells (cc57).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmokeRow {
    /// How often.
    pub uses: u32,
    /// How far; 0 is everywhere.
    pub range: u32,
    /// Hexes around the aim that it fills.
    pub radius: i16,
}

/// A kind of unit.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct KindRow {
    /// What it is called.
    pub title: String,
    /// At most four characters, for maps.
    pub code: String,
    /// The year of its tables.
    pub period: u32,
    /// What it is.
    pub class: Class,
    /// How it moves.
    pub going: Going,
    /// Movement points.
    pub speed: u32,
    /// Strength points of a whole unit (cc1).
    pub strength: u8,
    /// How far it sees, in hexes.
    pub sight: u32,
    /// Points for who destroys it.
    pub worth: u32,
    /// Armor, if it is a hard target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armor: Option<Armor>,
    /// Its weapons.
    #[serde(default)]
    pub weapons: Vec<Weapon>,
    /// What is special.
    #[serde(default)]
    pub traits: BTreeSet<Trait>,
    /// Up to which roll its close assault does harm; 0 if it makes none (cc48).
    #[serde(default)]
    pub assault: u8,
    /// The save of an armored unit (cc42) or of what flies (cc53).
    #[serde(default)]
    pub save: u8,
    /// Its fire at what flies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anti_air: Option<AntiAir>,
    /// Its smoke.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smoke: Option<SmokeRow>,
    /// Units that it carries.
    #[serde(default)]
    pub capacity: usize,
}

impl KindRow {
    /// True if it is that.
    pub fn is(&self, what: Trait) -> bool {
        self.traits.contains(&what)
    }

    /// True if it flies.
    pub fn flies(&self) -> bool {
        self.going == Going::Air
    }

    /// True if it is a hard target on the ground.
    pub fn armored(&self) -> bool {
        self.armor.is_some()
    }
}

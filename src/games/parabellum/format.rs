//! The tables of `format.yaml`.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::names::Kind;
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
    /// Single numbers.
    pub numbers: Numbers,
    /// How much of a square each miniature takes up (pb30).
    pub footprints: BTreeMap<Form, Number>,
    /// How each ground is crossed (pb34).
    pub ground: BTreeMap<Terrain, Paces>,
    /// What stands on grid lines (pb36).
    pub faces: BTreeMap<FaceKind, Face>,
    /// The status cards (pb8).
    pub cards: BTreeMap<Kind, CardRow>,
}

/// Numbers that are not from 0 to 1000.
const RANGES: [(&str, RangeInclusive<i64>); 7] = [
    ("price", 0..=100_000),
    ("irregular-fee", 0..=100_000),
    ("squad-size", 1..=1000),
    ("strength", 1..=20),
    ("attack", 0..=12),
    ("defense", 1..=12),
    ("anti-air", 0..=12),
];

impl Format {
    /// Every table is whole and every number has a sense.
    ///
    /// # Errors
    /// The first that is not.
    pub(super) fn check(&self) -> Result<(), Problem> {
        check_whole("footprints", &self.footprints, Form::ALL)?;
        check_whole("ground", &self.ground, Terrain::ALL)?;
        check_whole("faces", &self.faces, FaceKind::ALL)?;
        check_numbers(self, &RANGES, 0..=1000)?;
        let die = |sides: &u8| [2, 4, 6, 8, 10, 12].contains(sides);
        for (kind, card) in &self.cards {
            let wrong = |what: &str| Err(Problem::refused(format!("card {kind}: {what}")));
            let absent_or_die = |sides: &u8| *sides == 0 || die(sides);
            let dice = absent_or_die(&card.attack) && absent_or_die(&card.anti_air);
            if !dice || !die(&card.defense) {
                return wrong("a die has 2, 4, 6, 8, 10 or 12 sides");
            }
            if card.range.0 > card.range.1 || card.range.0 == 0 {
                return wrong("a range is from 1 or more to as much or more");
            }
            if (card.deck > 0) != (card.form == Form::Carrier) || card.deck > 10 {
                return wrong(
                    "an aircraft carrier has a deck of 1 to 10, and nothing else has one",
                );
            }
            if (card.going == Going::Air) != (card.form == Form::Aircraft) {
                return wrong("what flies has the miniature aircraft, and nothing else has it");
            }
        }
        let dice = [
            self.numbers.supply_die,
            self.numbers.cached_supply_die,
            self.numbers.ammo_die,
            self.numbers.cached_ammo_die,
            self.numbers.barricade_die,
            self.numbers.blast_die,
            self.numbers.spray_die,
            self.numbers.parked_die,
            self.numbers.self_defense_die,
        ];
        let fits = |number: &Number| u8::try_from(number.value).is_ok_and(|sides| die(&sides));
        if dice.iter().all(fits) {
            Ok(())
        } else {
            Err(Problem::refused("a die has 2, 4, 6, 8, 10 or 12 sides").at("numbers"))
        }
    }

    /// The card of that name, which is checked.
    pub fn card(&self, kind: &Kind) -> &CardRow {
        &self.cards[kind]
    }
}

/// Single numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "each field is named after its line of the table")]
pub struct Numbers {
    pub strength: Number,
    pub squad_size: Number,
    pub squad_price: Number,
    pub supply_price: Number,
    pub ammo_price: Number,
    pub irregular_fee: Number,
    pub square: Number,
    pub supply_die: Number,
    pub cached_supply_die: Number,
    pub ammo_die: Number,
    pub cached_ammo_die: Number,
    pub barricade_die: Number,
    pub blast_die: Number,
    pub spray_die: Number,
    pub parked_die: Number,
    pub self_defense_die: Number,
    pub ford: Number,
    pub ford_helped: Number,
    pub block_cover: Number,
    pub tall: Number,
}

/// A number of sides, which is checked.
pub fn sides(number: Number) -> u8 {
    u8::try_from(number.value).unwrap_or(u8::MAX)
}

worded! {
    /// A miniature: what everybody sees of a unit (pb8, pb30).
    #[expect(missing_docs, reason = "the words say it")]
    pub enum Form {
        Tank => "tank",
        Ifv => "IFV",
        Spg => "SPG",
        Apc => "APC",
        AssaultWalker => "assault walker",
        AaRockets => "AA rockets",
        RocketArtillery => "rocket artillery",
        SupplyTruck => "supply truck",
        FuelTruck => "fuel truck",
        ReconVehicle => "recon vehicle",
        Technical => "technical",
        CivilianVehicle => "civilian vehicle",
        Artillery => "artillery",
        Tractor => "tractor",
        BridgeVehicle => "bridge vehicle",
        EngineeringWalker => "engineering walker",
        ScoutWalker => "scout walker",
        Infantry => "infantry",
        IrregularInfantry => "irregular infantry",
        MortarTeam => "mortar team",
        HeavyInfantry => "heavy infantry",
        MountedInfantry => "mounted infantry",
        AugmentedInfantry => "augmented infantry",
        Gunboat => "gunboat",
        Carrier => "aircraft carrier",
        Aircraft => "aircraft",
    }
}

impl Form {
    /// What stands on its counter.
    pub fn code(self) -> &'static str {
        match self {
            Self::Tank => "T",
            Self::Ifv => "IFV",
            Self::Spg => "SPG",
            Self::Apc => "APC",
            Self::AssaultWalker => "AW",
            Self::AaRockets => "AA",
            Self::RocketArtillery => "RA",
            Self::SupplyTruck => "ST",
            Self::FuelTruck => "FT",
            Self::ReconVehicle => "RV",
            Self::Technical => "Te",
            Self::CivilianVehicle => "CV",
            Self::Artillery => "Art",
            Self::Tractor => "Tr",
            Self::BridgeVehicle => "BV",
            Self::EngineeringWalker => "EW",
            Self::ScoutWalker => "SW",
            Self::Infantry => "Inf",
            Self::IrregularInfantry => "Irr",
            Self::MortarTeam => "M",
            Self::HeavyInfantry => "HI",
            Self::MountedInfantry => "MI",
            Self::AugmentedInfantry => "AI",
            Self::Gunboat => "GB",
            Self::Carrier => "Car",
            Self::Aircraft => "Air",
        }
    }
}

worded! {
    /// Flat terrain (pb34).
    #[expect(missing_docs, reason = "the words say it")]
    pub enum Terrain {
        Field => "field",
        Road => "road",
        Bridge => "bridge",
        Rubble => "rubble",
        Cragg => "cragg",
        Swamp => "swamp",
        River => "deep river",
        Ford => "ford",
        Rapids => "rapids",
        Beach => "beach",
        Water => "open water",
    }
}

worded! {
    /// What stands on grid lines (pb36).
    #[expect(missing_docs, reason = "the words say it")]
    pub enum FaceKind {
        Scrub => "scrub",
        Hedgerow => "hedgerow",
        Wall => "retaining wall",
        Trench => "trench or sandbags",
    }
}

/// What upright terrain does.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Where the numbers come from.
    pub source: Source,
    /// In millimetres.
    pub height: u32,
    /// Quarters of the losses that it takes away.
    pub cover: u32,
}

worded! {
    /// How a unit gets about.
    #[expect(missing_docs, reason = "the words say it")]
    pub enum Going {
        Foot => "foot",
        Wheeled => "wheeled",
        Tracked => "tracked",
        Walker => "walker",
        Amphibious => "amphibious",
        Naval => "naval",
        Air => "air",
    }
}

/// How a ground is crossed by each kind of going.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "each field is named after a kind of going")]
pub struct Paces {
    pub source: Source,
    pub foot: Pace,
    pub wheeled: Pace,
    pub tracked: Pace,
    pub walker: Pace,
    pub amphibious: Pace,
    pub naval: Pace,
}

impl Paces {
    /// Of that going; what flies is on no ground.
    pub fn of(&self, going: Going) -> Pace {
        match going {
            Going::Foot => self.foot,
            Going::Wheeled => self.wheeled,
            Going::Tracked => self.tracked,
            Going::Walker => self.walker,
            Going::Amphibious => self.amphibious,
            Going::Naval => self.naval,
            Going::Air => Pace::Never,
        }
    }
}

/// How fast a ground is crossed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// Four times as fast.
    Fourfold,
    /// Twice as fast.
    Double,
    /// As fast as the card says.
    Free,
    /// Half as fast.
    Half,
    /// A quarter as fast.
    Quarter,
    /// One square for all the movement of a turn.
    Turn,
    /// Not at all.
    Never,
}

/// Quarters of a square in one square of movement.
pub const QUARTERS: u32 = 4;

impl Pace {
    /// What a square costs, in quarters; `None` where it costs a whole turn or cannot be entered.
    pub fn cost(self) -> Option<u32> {
        match self {
            Self::Fourfold => Some(1),
            Self::Double => Some(2),
            Self::Free => Some(QUARTERS),
            Self::Half => Some(8),
            Self::Quarter => Some(16),
            Self::Turn | Self::Never => None,
        }
    }
}

/// A status card (pb8).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "six abilities, each printed or not")]
pub struct CardRow {
    /// Where the numbers come from.
    pub source: Source,
    /// The miniature that shows it.
    pub form: Form,
    /// Credits.
    pub price: u32,
    /// Squads of ten men that staff it.
    pub squads: u32,
    /// Sides of its attack die; 0 if it has none.
    pub attack: u8,
    /// Sides of its defense die.
    pub defense: u8,
    /// Squares in a turn.
    pub speed: u32,
    /// How it gets about.
    pub going: Going,
    /// Least and greatest distance of what it threatens.
    pub range: (u32, u32),
    /// Steps of its supply scale; 0 if it has none.
    pub supply: u32,
    /// Steps of its ammunition scale.
    pub ammo: u32,
    /// In millimetres.
    pub height: u32,
    /// Markers that it can carry.
    pub capacity: u32,
    /// Squares that it sees, where positions are hidden.
    pub sight: u32,
    /// It attacks in the special phase (pb50).
    #[serde(default)]
    pub indirect: bool,
    /// Squares of its deck; 0 of all but carriers (pb72).
    #[serde(default)]
    pub deck: u32,
    /// Sides of the die with which it fires at aircraft; 0 if it does not (pb57).
    #[serde(default)]
    pub anti_air: u8,
    /// It helps others across fords (pb35).
    #[serde(default)]
    pub engineer: bool,
    /// It bridges water beside it for its side (pb73).
    #[serde(default)]
    pub bridge: bool,
    /// A superiority fighter (pb55).
    #[serde(default)]
    pub fighter: bool,
    /// It has anti-radiation missiles (pb58).
    #[serde(default)]
    pub missiles: bool,
    /// A truck, tractor or light combat vehicle, which irregulars can man (pb26).
    #[serde(default)]
    pub light: bool,
}

impl CardRow {
    /// True of aircraft.
    pub fn flies(&self) -> bool {
        self.going == Going::Air
    }

    /// True if something so many squares away is in its range.
    pub fn reaches(&self, far: u32) -> bool {
        (self.range.0..=self.range.1).contains(&far)
    }

    /// True if it can answer an attack from so many squares away: an indirect unit from nearer than it fires, too (pb45,
    /// pb52).
    pub fn answers(&self, far: u32) -> bool {
        far <= self.range.1 && (self.indirect || far >= self.range.0)
    }

    /// True of irregulars, who are hired and never bought (pb26).
    pub fn is_hired(&self) -> bool {
        self.form == Form::IrregularInfantry
    }
}

/// The switches, typed. Their names and values are those of the format's `options`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the format says what each switch decides")]
pub struct Switches {
    pub dice: Matching,
    pub loading: Loading,
    pub positions: Positions,
    pub defenders: Defenders,
    pub exchange: Exchange,
    pub victory: Victory,
    pub manpower: Manpower,
}

/// How dice are matched (pb42).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum Matching {
    OneToOne,
    AnyHigher,
}

/// When markers are loaded (pb23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum Loading {
    Movement,
    Attack,
    Both,
}

/// Whether miniatures are seen (pb69).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum Positions {
    Visible,
    Hidden,
}

/// How several defenders are attacked (pb44).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum Defenders {
    Pooled,
    OneByOne,
}

/// What wins when the last skirmish is over (pb6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum Victory {
    AboveStart,
    WorthMore,
}

/// When men are recruited (pb9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum Manpower {
    Boardroom,
    Between,
}

/// What both sides order together (pb71).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the format says what each value means")]
pub enum Exchange {
    ATurn,
    ARound,
}

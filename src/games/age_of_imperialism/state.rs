//! All that is true in a campaign of Age of Imperialism.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::force::Force;
use super::names::{Card, Fleet, Region, Sea};
use super::power::Power;
use crate::engine::wording::said::worded;

/// The phase that the table waits for (the sequence of play).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The powers choose their regions (im10).
    Picks,
    /// They buy and place their first units (im11).
    Placement,
    /// They bid for the order of play (im65).
    Auction,
    /// Income and upkeep (im13 to im17).
    Production,
    /// Dealings with natives (im18 to im23).
    Diplomacy,
    /// Building (im24 to im26).
    Construction,
    /// The first movement phase.
    #[serde(rename = "movement-1")]
    First,
    /// The second.
    #[serde(rename = "movement-2")]
    Second,
    /// The game is over.
    Over,
}

impl Step {
    /// All but the end, in order.
    pub const ALL: [Self; 8] = [
        Self::Picks,
        Self::Placement,
        Self::Auction,
        Self::Production,
        Self::Diplomacy,
        Self::Construction,
        Self::First,
        Self::Second,
    ];

    /// The name in the turn format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Picks => "picks",
            Self::Placement => "placement",
            Self::Auction => "auction",
            Self::Production => "production",
            Self::Diplomacy => "diplomacy",
            Self::Construction => "construction",
            Self::First => "movement-1",
            Self::Second => "movement-2",
            Self::Over => "over",
        }
    }

    /// The name as headings write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Picks => "the choice of regions",
            Self::Placement => "first units",
            Self::Auction => "the auction",
            Self::Production => "production",
            Self::Diplomacy => "native diplomacy",
            Self::Construction => "construction",
            Self::First => "first movement phase",
            Self::Second => "second movement phase",
            Self::Over => "the end",
        }
    }

    /// True in the two movement phases.
    pub fn is_movement(self) -> bool {
        matches!(self, Self::First | Self::Second)
    }
}

worded! {
    /// A building (im5).
    #[expect(missing_docs, reason = "six names that say themselves")]
    pub enum Building {
        City => "city",
        Factory => "factory",
        Port => "port",
        Railroad => "railroad",
        Fort => "fort",
        School => "school",
    }
}

impl Building {
    /// True for those of which a region has one at most (im6).
    pub fn is_exclusive(self) -> bool {
        self <= Self::Railroad
    }
}

/// What a native marker says (im7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// The printed strength.
    pub strength: u8,
    /// 0, 1 for "+", 2 for "++".
    pub plus: u8,
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.strength, "+".repeat(usize::from(self.plus)))
    }
}

worded! {
    /// Whether a power's sphere of influence helps a revolt (im22).
    #[derive(JsonSchema)]
    pub enum Stance {
        /// It helps the natives.
        Support => "support them",
        /// It helps the owner of the region.
        Suppress => "hold them down",
    }
}

/// A native marker on the map. What it says stands in [`Secret::faces`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// Strength it has lost (im19, im38).
    pub lost: u8,
    /// True if it lies face-up.
    pub open: bool,
    /// True if everybody has seen it, even if it lies face-down now.
    pub public: bool,
    /// Powers whose explorers have seen it (im50).
    pub seen: BTreeSet<Power>,
}

/// A resource chit on the map. Its value stands in [`Secret::chits`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chit {
    /// True if it lies face-up (im26).
    pub developed: bool,
    /// True if everybody has seen it, even if it lies face-down now.
    pub public: bool,
    /// Powers that have looked at it.
    pub seen: BTreeSet<Power>,
}

/// A revolt that waits for its battle (im23).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revolt {
    /// The native army.
    pub army: Force,
    /// The side of each power that has spheres of influence there.
    pub sides: BTreeMap<Power, Stance>,
}

/// A land region.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Land {
    /// The power that controls it; `None` if the natives do (im3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Power>,
    /// Who stands there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub armies: BTreeMap<Power, Force>,
    /// What is built there.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub buildings: BTreeSet<Building>,
    /// The native marker, if one was drawn and is not gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marker: Option<Marker>,
    /// The resource chit, if one was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chit: Option<Chit>,
    /// Spheres of influence.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spheres: BTreeMap<Power, u32>,
    /// A revolt, if one goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revolt: Option<Revolt>,
}

impl Land {
    /// The units of a power that stand there.
    pub fn force(&self, power: Power) -> Force {
        self.armies.get(&power).copied().unwrap_or_default()
    }

    /// True if it is a power's and its natives are no longer a danger (im7).
    pub fn is_westernized(&self) -> bool {
        self.owner.is_some() && self.marker.is_none()
    }

    /// True if its resource is developed (im26).
    pub fn is_developed(&self) -> bool {
        self.chit.as_ref().is_some_and(|chit| chit.developed)
    }

    /// Brigades of all powers there.
    pub fn garrison(&self) -> u32 {
        self.armies.values().map(Force::brigades).sum()
    }

    /// By how much the buildings there and a power's explorers weaken the natives by themselves, where it is that
    /// power's (im19).
    pub fn presence(&self, power: Power) -> u32 {
        let helps = self.buildings.iter().filter(|building| **building != Building::Fort);
        let built = u32::try_from(helps.count()).unwrap_or(u32::MAX);
        built.saturating_add(self.force(power).explorer)
    }

    /// All spheres of influence.
    pub fn influence(&self) -> u32 {
        self.spheres.values().sum()
    }
}

/// What a fleet is, wherever it is known by its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squadron {
    /// Where it lies.
    pub sea: Sea,
    /// Who is aboard (im32).
    #[serde(default, skip_serializing_if = "Force::is_empty")]
    pub cargo: Force,
}

/// Money and goodwill: what is in hand, or what something costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purse {
    /// Production points.
    pub pp: u32,
    /// Diplomacy points.
    pub dp: u32,
}

impl Purse {
    /// So many production points.
    pub fn pp(pp: u32) -> Self {
        Self { pp, dp: 0 }
    }

    /// So many diplomacy points.
    pub fn dp(dp: u32) -> Self {
        Self { pp: 0, dp }
    }
}

/// A war, by the powers that may attack in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct War {
    /// Who declared it.
    pub by: Power,
    /// On whom.
    pub on: Power,
    /// Those whose movement phase has begun since (im52).
    pub ready: BTreeSet<Power>,
}

/// An alliance (im69).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alliance {
    /// The two powers, in their order.
    pub of: (Power, Power),
    /// Movement phases until it ends, once notice was given.
    pub notice: Option<u32>,
}

/// What not everybody knows. In a view it holds what the reader knows: what is not listed there is
/// unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    /// What the native markers on the map say.
    pub faces: BTreeMap<Region, Face>,
    /// The value of the resource chits on the map, in PP; 0 for a dot.
    pub chits: BTreeMap<Region, u32>,
    /// What each power has in hand.
    pub purses: BTreeMap<Power, Purse>,
    /// The goal card of each power, by its name in the format (im62).
    pub goals: BTreeMap<Power, Card>,
}

/// What everybody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Open {
    /// The turn; 0 in set-up.
    pub turn: u32,
    /// The phase that the table waits for.
    pub step: Step,
    /// The order of play.
    pub order: Vec<Power>,
    /// How many powers have had their go in this phase, if they go one after another (im54).
    pub gone: u32,
    /// Every region in play.
    pub lands: BTreeMap<Region, Land>,
    /// Every fleet, by power and number.
    pub fleets: BTreeMap<Power, BTreeMap<Fleet, Squadron>>,
    /// The highest number a power has given to a fleet.
    pub launched: BTreeMap<Power, Fleet>,
    /// Wars that go on.
    pub wars: Vec<War>,
    /// Alliances that hold.
    pub alliances: Vec<Alliance>,
    /// Powers that have been at war with another power in this game, for the goal card (im62).
    pub belligerents: BTreeSet<Power>,
    /// Where the canal was built (im66).
    pub canal: Option<Region>,
    /// Regions where a revolt was incited in this phase, with success or not (im20).
    pub incited: BTreeSet<Region>,
    /// Powers that have given back a dealt region (im60).
    pub mulligans: BTreeSet<Power>,
    /// Victory points at the end (im53).
    pub points: BTreeMap<Power, u32>,
    /// The winners at the end.
    pub winners: Vec<Power>,
}

/// All that is true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What everybody sees.
    pub open: Open,
    /// What not everybody knows.
    pub secret: Secret,
}

impl Open {
    /// A region.
    ///
    /// # Panics
    /// If it is not in play; names are checked before they come here.
    pub fn land(&self, region: &Region) -> &Land {
        self.lands.get(region).unwrap_or_else(|| panic!("{region} is not in play"))
    }

    /// Regions that a power controls, in the order of their names.
    pub fn owned(&self, power: Power) -> impl Iterator<Item = (&Region, &Land)> {
        self.lands.iter().filter(move |(_, land)| land.owner == Some(power))
    }

    /// Buildings of a kind in the regions of a power.
    pub fn count(&self, power: Power, building: Building) -> u32 {
        let built = self.owned(power).filter(|(_, land)| land.buildings.contains(&building));
        u32::try_from(built.count()).expect("regions are few")
    }

    /// The fleets of a power, by number.
    pub fn fleets_of(&self, power: Power) -> impl DoubleEndedIterator<Item = (Fleet, &Squadron)> {
        self.fleets.get(&power).into_iter().flatten().map(|(fleet, squadron)| (*fleet, squadron))
    }

    /// A fleet of a power, if it is afloat.
    pub fn squadron(&self, power: Power, fleet: Fleet) -> Option<&Squadron> {
        self.fleets.get(&power)?.get(&fleet)
    }

    /// The fleets of a power in a sea area, by number.
    pub fn fleets_at(&self, power: Power, sea: &Sea) -> Vec<Fleet> {
        let here = self.fleets_of(power).filter(|(_, squadron)| squadron.sea == *sea);
        here.map(|(fleet, _)| fleet).collect()
    }

    /// Brigades of a power on the map.
    pub fn brigades(&self, power: Power) -> u32 {
        self.lands.values().map(|land| land.force(power).brigades()).sum()
    }

    /// True if the two are at war (im52).
    pub fn at_war(&self, a: Power, b: Power) -> bool {
        self.wars.iter().any(|war| (war.by, war.on) == (a, b) || (war.by, war.on) == (b, a))
    }

    /// True if the first may attack the second now (im52).
    pub fn may_attack(&self, a: Power, b: Power) -> bool {
        let between = |war: &&War| (war.by, war.on) == (a, b) || (war.by, war.on) == (b, a);
        self.wars.iter().filter(between).any(|war| war.ready.contains(&a))
    }

    /// True if the two are allied (im69).
    pub fn allied(&self, a: Power, b: Power) -> bool {
        self.alliances.iter().any(|pact| pact.of == (a, b) || pact.of == (b, a))
    }

    /// True if a region lets units of a power in as friends: it is the power's own, or an ally's and not in revolt (im23,
    /// im69).
    pub fn lets_in(&self, power: Power, at: &Region) -> bool {
        let land = self.land(at);
        let host = |owner| land.revolt.is_none() && self.allied(owner, power);
        land.owner.is_some_and(|owner| owner == power || host(owner))
    }

    /// Enemies of a power, in the order of play.
    pub fn enemies(&self, power: Power) -> Vec<Power> {
        self.order.iter().copied().filter(|other| self.at_war(power, *other)).collect()
    }
}

impl Secret {
    /// What the marker of a region says, if that is known.
    pub fn face(&self, region: &Region) -> Option<Face> {
        self.faces.get(region).copied()
    }

    /// The present strength of the natives of a region, if there is a marker that is known (im7).
    pub fn strength(&self, open: &Open, region: &Region) -> Option<u8> {
        let marker = open.land(region).marker.as_ref()?;
        Some(self.face(region)?.strength.saturating_sub(marker.lost))
    }
}

impl State {
    /// The present strength of the natives of a region, if there is a marker (im7).
    pub fn strength(&self, region: &Region) -> Option<u8> {
        self.secret.strength(&self.open, region)
    }

    /// What a power has in hand.
    pub fn purse(&self, power: Power) -> Purse {
        self.secret.purses.get(&power).copied().unwrap_or_default()
    }
}

//! The tables of `format.yaml`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::force::Kind;
use super::map::MapTable;
use super::names::{Card, Region};
use super::power::Power;
use super::state::{Building, Land};
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
    /// What each power begins with, by the number of powers (im10).
    pub set_up: BTreeMap<u32, StartRow>,
    /// Land units (im24, im27).
    pub units: BTreeMap<Kind, UnitRow>,
    /// Fleets (im24, im29, im32).
    pub fleet: FleetRow,
    /// Prices of buildings (im24).
    pub buildings: BTreeMap<Building, Number>,
    /// Building and developing (im25, im26, im66).
    pub works: WorkTable,
    /// Income and upkeep (im13 to im17).
    pub income: IncomeTable,
    /// What diplomacy costs and brings (im18 to im22, im52).
    pub diplomacy: DiplomacyTable,
    /// Native markers (im7).
    pub natives: NativeTable,
    /// Resource chits (im8).
    pub chits: ChitTable,
    /// Land battles (im40 to im44).
    pub battle: BattleTable,
    /// Naval battles (im49).
    pub naval: NavalTable,
    /// What explorers achieve (im50).
    pub explorer: ExplorerTable,
    /// Victory points (im53).
    pub points: PointTable,
    /// Goal cards (im62).
    pub goals: BTreeMap<Card, Goal>,
    /// Home regions of the powers (im64).
    pub homes: HomeTable,
    /// The map (im1 to im4).
    #[serde(skip_serializing)]
    pub map: MapTable,
}

/// What each power begins with.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named after the columns of the table")]
pub struct StartRow {
    pub regions: Number,
    pub pp: Number,
    pub dp: Number,
}

worded! {
    /// Where a unit may be built.
    #[expect(missing_docs, reason = "names that say themselves")]
    pub enum Site {
        Anywhere => "any place",
        City => "a city",
        School => "a school",
        CityOrSchool => "a city or a school",
    }
}

impl Site {
    /// True if a region is such a place.
    pub fn is_in(self, land: &Land) -> bool {
        let has = |building| land.buildings.contains(&building);
        match self {
            Self::Anywhere => true,
            Self::City => has(Building::City),
            Self::School => has(Building::School),
            Self::CityOrSchool => has(Building::City) || has(Building::School),
        }
    }
}

/// Where a unit may be built, and where that comes from.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "names that say themselves")]
pub struct SiteSpec {
    pub source: Source,
    pub site: Site,
}

/// A kind of land unit.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct UnitRow {
    /// PP.
    pub price: Number,
    /// Movement points in a phase.
    pub moves: Number,
    /// Where it is built.
    pub built_at: SiteSpec,
    /// How many a region may build in a phase; 0 for no limit.
    pub limit: Number,
    /// Portage points.
    pub portage: Number,
}

/// Fleets.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetRow {
    /// PP.
    pub price: Number,
    /// Movement points in a phase.
    pub moves: Number,
    /// How many a port may build in a phase.
    pub limit: Number,
    /// Portage points it carries.
    pub carries: Number,
}

/// Building and developing.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WorkTable {
    /// PP to develop a resource.
    pub develop: Number,
    /// An engineer takes one part in so many off the price.
    pub engineer_part: Number,
    /// PP for the canal without engineers.
    pub canal: Number,
    /// PP for it with enough engineers.
    pub canal_with_engineers: Number,
    /// Enough of them.
    pub canal_engineers: Number,
}

/// Income and upkeep.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named after the lines of the table")]
pub struct IncomeTable {
    pub region: Number,
    pub westernized: Number,
    pub city: Number,
    pub factory: Number,
    pub factory_per_resource: Number,
    pub port_per_factory: Number,
    pub port_per_port: Number,
    pub railroad_per_neighbour: Number,
    pub zone: Number,
    pub upkeep: Number,
    pub dp: Number,
    pub dp_per_city: Number,
    /// PP for an additional diplomacy point.
    pub dp_price: Number,
    /// Additional diplomacy points for each city.
    pub dp_bought_per_city: Number,
}

/// What diplomacy costs and brings, in DP if nothing else is said.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named after the lines of the table")]
pub struct DiplomacyTable {
    pub removal: Number,
    pub westernize: Number,
    /// Strength that a payment removes.
    pub westernize_strength: Number,
    pub incite: Number,
    pub bribe: Number,
    /// What a bribe takes off the roll.
    pub bribe_drm: Number,
    /// What each sphere of influence adds or takes.
    pub influence_drm: Number,
    pub war: Number,
    pub conquest: Number,
    pub explorer: Number,
    pub scorch: Number,
    /// PP.
    pub prospect: Number,
    /// Schools for each chit that is drawn.
    pub prospect_schools: Number,
    /// Movement phases from the notice to the end of an alliance.
    pub notice: Number,
}

/// Native markers.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NativeTable {
    /// Below this strength a region is westernized.
    pub westernized_below: Number,
    /// One in so many infantry is cavalry with "+" or "++".
    pub cavalry_part: Number,
    /// Artillery with "++".
    pub artillery: Number,
    /// Where the markers come from.
    pub source: Source,
    /// All markers.
    pub markers: Vec<MarkerRow>,
}

/// Markers that say the same.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "names that say themselves")]
pub struct MarkerRow {
    pub strength: u8,
    #[serde(default)]
    pub plus: u8,
    pub count: u32,
}

/// Resource chits.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChitTable {
    /// Where they come from.
    pub source: Source,
    /// How many there are of each value; 0 is a dot.
    pub values: BTreeMap<u32, u32>,
}

/// Land battles.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named after the lines of the table")]
pub struct BattleTable {
    pub sides: Number,
    pub hit: Number,
    pub two_hits: Number,
    /// Hits that make one whose target one chooses.
    pub combine: Number,
    pub general: Number,
    pub schools: Number,
    /// In the first round, if the enemy has none.
    pub artillery: Number,
    pub cavalry: Number,
    /// Against the attacker.
    pub fort: Number,
    /// In the first round.
    pub amphibious_first: Number,
    /// In the second.
    pub amphibious_second: Number,
    /// Rounds after which the attacker must retreat.
    pub rounds: Number,
    /// Reinforcement points for a brigade (im36).
    pub reinforce_infantry: Number,
    pub reinforce_cavalry: Number,
    pub reinforce_artillery: Number,
}

/// Naval battles.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named after the lines of the table")]
pub struct NavalTable {
    pub hit: Number,
    pub schools: Number,
    /// The roll from which fleets come from a neighbouring sea area (im68).
    pub afar: Number,
    pub rounds: Number,
}

/// What explorers achieve, by the roll less the native strength.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ExplorerTable {
    /// Dice.
    pub dice: Number,
    /// Dice for a diplomacy point.
    pub paid_dice: Number,
    /// The region joins, from so much above the strength.
    pub join: Number,
    /// A sphere of influence is placed, from so much above it.
    pub place: Number,
    /// An own one takes the place of another's, down to so much below it.
    pub swap: Number,
    /// The explorer is lost when the roll is more than this below it.
    pub lost: Number,
    /// For each own sphere of influence there.
    pub own: Number,
    /// Against, for each of another power.
    pub other: Number,
}

/// Victory points.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named after the lines of the table")]
pub struct PointTable {
    pub region: Number,
    pub westernized: Number,
    pub city: Number,
    pub building: Number,
    pub resource: Number,
    pub zone_majority: Number,
    pub whole_zone: Number,
    /// Diplomacy points for one victory point.
    pub dp_each: Number,
}

/// A goal card.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Where it comes from.
    pub source: Source,
    /// Victory points.
    pub points: u32,
    /// What is asked.
    pub goal: GoalKind,
}

/// What a goal card asks.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum GoalKind {
    /// More than half the regions of a zone.
    ZoneMajority(String),
    /// So many ports.
    Ports(u32),
    /// So many schools.
    Schools(u32),
    /// More spheres of influence than any other power.
    MostInfluence,
    /// Never at war with a power.
    NoWars,
}

/// Home regions of the powers.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HomeTable {
    /// Where they come from.
    pub source: Source,
    /// The regions of each power, the first ones first.
    pub regions: BTreeMap<Power, Vec<Region>>,
}

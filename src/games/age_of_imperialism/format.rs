//! The tables of `format.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::force::Kind;
use super::map::MapTable;
use super::orders::KINDS;
use super::power::Power;
use super::state::{Building, Region, Step};
use crate::base::Problem;
use crate::engine::{Number, OptionSpec, PhaseSpec, Source};

/// The parsed turn format.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Format {
    /// The name of the game's folder.
    pub game: String,
    /// The name of the game.
    pub title: String,
    /// Counts up when the meaning of the file changes.
    pub version: u32,
    /// What each phase takes and whether the table waits there.
    pub phases: BTreeMap<String, PhaseSpec>,
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
    pub goals: BTreeMap<String, Goal>,
    /// Home regions of the powers (im64).
    pub homes: HomeTable,
    /// The map (im1 to im4).
    pub map: MapTable,
    /// The switches.
    pub options: BTreeMap<String, OptionSpec>,
}

/// What each power begins with.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named after the columns of the table")]
pub struct StartRow {
    pub regions: Number,
    pub pp: Number,
    pub dp: Number,
}

/// Where a unit may be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "names that say themselves")]
pub enum Site {
    Anywhere,
    City,
    School,
    CityOrSchool,
}

/// Where a unit may be built, and where that comes from.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "names that say themselves")]
pub struct SiteSpec {
    pub source: Source,
    pub site: Site,
}

/// A kind of land unit.
#[derive(Debug, Clone, Copy, Deserialize)]
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
#[derive(Debug, Clone, Copy, Deserialize)]
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
#[derive(Debug, Clone, Copy, Deserialize)]
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
#[derive(Debug, Clone, Copy, Deserialize)]
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
#[derive(Debug, Clone, Copy, Deserialize)]
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
#[derive(Debug, Clone, Deserialize)]
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
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "names that say themselves")]
pub struct MarkerRow {
    pub strength: u8,
    #[serde(default)]
    pub plus: u8,
    pub count: u32,
}

/// Resource chits.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChitTable {
    /// Where they come from.
    pub source: Source,
    /// How many there are of each value; 0 is a dot.
    pub values: BTreeMap<u32, u32>,
}

/// Land battles.
#[derive(Debug, Clone, Copy, Deserialize)]
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
#[derive(Debug, Clone, Copy, Deserialize)]
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
#[derive(Debug, Clone, Copy, Deserialize)]
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
#[derive(Debug, Clone, Copy, Deserialize)]
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
#[derive(Debug, Clone, Deserialize)]
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
#[derive(Debug, Clone, Deserialize)]
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
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HomeTable {
    /// Where they come from.
    pub source: Source,
    /// The regions of each power, the first ones first.
    pub regions: BTreeMap<Power, Vec<Region>>,
}

impl Format {
    /// Every table is whole, and every number so small that no sum of a game overflows.
    ///
    /// # Errors
    /// The first that is not.
    pub(super) fn check(&self) -> Result<(), Problem> {
        self.check_phases()?;
        for kind in Kind::ALL {
            self.units.get(&kind).ok_or_else(|| missing("units", kind.word()))?;
        }
        for building in Building::ALL {
            self.buildings.get(&building).ok_or_else(|| missing("buildings", building.word()))?;
        }
        for powers in 2..=6 {
            self.set_up.get(&powers).ok_or_else(|| missing("set-up", &powers.to_string()))?;
        }
        self.check_containers()?;
        self.check_numbers()
    }

    fn check_phases(&self) -> Result<(), Problem> {
        let steps = [
            Step::Picks,
            Step::Placement,
            Step::Auction,
            Step::Production,
            Step::Diplomacy,
            Step::Construction,
            Step::First,
            Step::Second,
        ];
        for step in steps {
            let phase = self.phases.get(step.name());
            let phase = phase.ok_or_else(|| missing("phases", step.name()))?;
            let may_run_on = matches!(step, Step::Auction | Step::Diplomacy | Step::Construction);
            if !phase.wait && !may_run_on {
                return Err(Problem::refused(format!("the phase {} must wait", step.name()))
                    .hint("set wait: true"));
            }
        }
        if self.phases.len() != steps.len() {
            let names: Vec<_> = self.phases.keys().map(String::as_str).collect();
            let names = names.join(", ");
            return Err(Problem::refused(format!("not all of these are phases: {names}"))
                .hint(format!("the phases are: {}", steps.map(Step::name).join(", "))));
        }
        for (name, phase) in &self.phases {
            if let Some(unknown) = phase.accepts.iter().find(|kind| !KINDS.contains(&kind.as_str()))
            {
                return Err(Problem::refused(format!("there is no order {unknown}"))
                    .at(format!("phase {name}"))
                    .hint(format!("the orders are: {}", KINDS.join(", "))));
            }
        }
        Ok(())
    }

    /// A container must never be empty: there are at least as many markers and chits as regions.
    fn check_containers(&self) -> Result<(), Problem> {
        let regions = self.map.zones.iter().map(|zone| zone.regions.len()).sum::<usize>();
        let markers: u64 = self.natives.markers.iter().map(|row| u64::from(row.count)).sum();
        let chits: u64 = self.chits.values.values().map(|count| u64::from(*count)).sum();
        let dots = self.chits.values.get(&0).copied().unwrap_or(0);
        for (what, count) in [("native markers", markers), ("resource chits", chits)] {
            if count < regions as u64 || count > 1000 {
                return Err(Problem::refused(format!("there are {count} {what}"))
                    .hint(format!("{regions} to 1000 of them are wanted")));
            }
        }
        let starts = self.set_up.iter().map(|(powers, row)| powers * row.regions.value);
        let most = starts.max().unwrap_or(0);
        if dots < most {
            return Err(Problem::refused(format!("there are {dots} chits with a dot"))
                .hint(format!("at least {most} regions begin with one")));
        }
        let soft = self.natives.westernized_below.value;
        let odd = self
            .natives
            .markers
            .iter()
            .find(|row| u32::from(row.strength) < soft || row.strength > 100 || row.plus > 2);
        match odd {
            Some(row) => Err(Problem::refused(format!(
                "a native marker cannot have strength {} and {} plus",
                row.strength, row.plus
            ))
            .hint(format!("strength {soft} to 100, plus 0 to 2"))),
            None => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), Problem> {
        let units =
            self.units.values().flat_map(|row| [row.price, row.moves, row.limit, row.portage]);
        let (fleet, works, income) = (&self.fleet, &self.works, &self.income);
        let starts = self.set_up.values().flat_map(|row| [row.regions, row.pp, row.dp]);
        let (battle, naval) = (&self.battle, &self.naval);
        let all = units
            .chain([fleet.price, fleet.moves, fleet.limit, fleet.carries, works.develop])
            .chain([works.canal, works.canal_with_engineers, works.canal_engineers])
            .chain([income.region, income.westernized, income.city, income.factory, income.zone])
            .chain([income.factory_per_resource, income.port_per_factory, income.port_per_port])
            .chain([income.railroad_per_neighbour, income.upkeep, income.dp, income.dp_per_city])
            .chain([battle.general, battle.schools, battle.artillery, battle.cavalry, battle.fort])
            .chain([naval.schools, self.natives.cavalry_part, self.natives.artillery])
            .chain(starts);
        let large = all.into_iter().find(|number| number.value > 1000);
        if let Some(number) = large {
            return Err(Problem::refused(format!("{} is too much", number.value))
                .hint("no number of these tables is above 1000"));
        }
        let positive = [
            ("engineer-part", works.engineer_part),
            ("cavalry-part", self.natives.cavalry_part),
            ("sides", battle.sides),
            ("combine", battle.combine),
            ("rounds", battle.rounds),
            ("rounds", naval.rounds),
            ("dice", self.explorer.dice),
            ("paid-dice", self.explorer.paid_dice),
            ("dp-each", self.points.dp_each),
            ("prospect-schools", self.diplomacy.prospect_schools),
        ];
        match positive.into_iter().find(|(_, n)| !(1..=100).contains(&n.value)) {
            Some((name, number)) => {
                Err(Problem::refused(format!("{name} cannot be {}, only 1 to 100", number.value)))
            }
            None => Ok(()),
        }
    }
}

fn missing(table: &str, what: &str) -> Problem {
    Problem::refused(format!("the table {table} has no line {what}"))
}

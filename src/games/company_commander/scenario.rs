//! A scenario: the map, who fights, what for. All of it is public.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::format::{Format, Quality, Terrain, Trait};
use super::names::{Kind, Place, Unit, Zone};
use super::side::Side;
use crate::base::Problem;
use crate::engine::board::hex::Facing;
use crate::engine::board::{Board, Hex, Hexes};

/// A scenario file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    title: String,
    about: String,
    period: u32,
    first: Side,
    turns: u32,
    /// How far anybody sees at most.
    sight: u32,
    /// Points of a side from the start.
    #[serde(default)]
    edge: BTreeMap<Side, u32>,
    /// What of its worth a side can lose, in a hundred, until the game ends.
    breaks: BTreeMap<Side, u32>,
    map: Vec<String>,
    /// Rows of digits as the map has them, if there are hills.
    #[serde(default)]
    heights: Vec<String>,
    #[serde(default)]
    roads: Vec<RoadLine>,
    #[serde(default)]
    objectives: BTreeMap<Place, Objective>,
    #[serde(default)]
    entries: BTreeMap<Side, Vec<Zone>>,
    units: BTreeMap<Side, BTreeMap<Unit, UnitLine>>,
}

/// A road.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadLine {
    paved: bool,
    path: Vec<Zone>,
}

/// What is fought for (cc60).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Where.
    pub at: Zone,
    /// Points for who holds it.
    pub points: u32,
    /// Who holds it at the beginning.
    #[serde(default)]
    pub held: Option<Side>,
}

/// A unit of the list.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    kind: Kind,
    quality: Quality,
    #[serde(default)]
    at: Option<Zone>,
    #[serde(default)]
    facing: Option<Facing>,
    /// Where it may be deployed besides.
    #[serde(default)]
    or: Vec<Zone>,
    #[serde(default)]
    aboard: Option<Unit>,
    #[serde(default)]
    from: Option<Unit>,
    #[serde(default)]
    arrives: Option<u32>,
    #[serde(default)]
    support: bool,
}

/// Where a unit begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// On the map.
    At(Zone),
    /// In a carrier.
    Aboard(Unit),
    /// With the unit that launches it.
    With(Unit),
    /// It arrives in that turn or later.
    Arrives(u32),
    /// Off the map.
    Off,
}

/// A unit of a scenario.
#[derive(Debug, Clone)]
pub struct Roster {
    /// Whose.
    pub side: Side,
    /// Its kind.
    pub kind: Kind,
    /// Its quality.
    pub quality: Quality,
    /// Where it begins.
    pub start: Start,
    /// Where it looks.
    pub facing: Facing,
    /// Where it may be deployed besides.
    pub or: Vec<Zone>,
}

/// A road along a side of hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Road {
    /// Gravel.
    Unpaved,
    /// Asphalt.
    Paved,
}

/// A checked scenario.
#[derive(Debug)]
pub struct Field {
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The year of its tables.
    pub period: u32,
    /// Who moves first (cc23).
    pub first: Side,
    /// How many turns.
    pub turns: u32,
    /// How far anybody sees at most.
    pub sight: u32,
    /// Points of a side from the start.
    pub edge: BTreeMap<Side, u32>,
    /// What of its worth a side can lose.
    pub breaks: BTreeMap<Side, u32>,
    /// The map.
    pub board: Hexes,
    /// Columns and rows.
    pub size: (u16, u16),
    ground: Vec<(Terrain, i8)>,
    /// Roads from hex to hex, both ways.
    pub roads: BTreeMap<(Zone, Zone), Road>,
    /// The objectives.
    pub objectives: BTreeMap<Place, Objective>,
    /// Where reinforcements arrive (cc24).
    pub entries: BTreeMap<Side, Vec<Zone>>,
    /// All units.
    pub units: BTreeMap<Unit, Roster>,
}

impl Field {
    /// True if the map has the hex.
    pub fn holds(&self, at: Zone) -> bool {
        self.board.holds(&at.0)
    }

    /// Terrain and height of a hex.
    pub fn ground(&self, at: Zone) -> (Terrain, i8) {
        self.number(at).map_or((Terrain::Water, 0), |number| self.ground[number])
    }

    /// The number of a hex, row by row from 0; `None` off the map.
    pub fn number(&self, at: Zone) -> Option<usize> {
        let (column, row) = self.board.cell(at.0)?;
        Some(usize::from(row) * usize::from(self.size.0) + usize::from(column))
    }

    /// How many hexes the map has.
    pub fn hexes(&self) -> usize {
        self.ground.len()
    }

    /// What a side's units are worth together (cc61).
    pub fn worth(&self, format: &Format, side: Side) -> u32 {
        let own = self.units.values().filter(|unit| unit.side == side);
        own.map(|unit| format.kind(&unit.kind).worth).sum()
    }

    /// True if reinforcements of a side arrive later (cc24).
    pub fn reinforced(&self, side: Side) -> bool {
        let mut own = self.units.values().filter(|unit| unit.side == side);
        own.any(|unit| matches!(unit.start, Start::Arrives(_)))
    }

    /// What leads off along the road that begins in a hex, if one does.
    pub fn road(&self, from: Zone, to: Zone) -> Option<Road> {
        self.roads.get(&(from, to)).copied()
    }
}

/// The most columns and rows of a map.
const MOST: usize = 60;

impl Scenario {
    /// The field of this scenario.
    ///
    /// # Errors
    /// The first thing that does not fit, with row and column if it is on the map.
    pub(super) fn field(self, format: &Format) -> Result<Field, Problem> {
        let (board, size, ground) = self.grounds(format)?;
        let refused = |what: String| Err(Problem::refused(what));
        if !(1..=60).contains(&self.turns) || !(1..=60).contains(&self.sight) {
            return refused("turns and sight are 1 to 60".to_owned());
        }
        if self.edge.values().any(|points| *points > 10_000) {
            return refused("an edge is 0 to 10000".to_owned());
        }
        if let Some((who, stray)) = self.zones().find(|(_, at)| !board.holds(&at.0)) {
            let ((columns, rows), last) = (size, format!("{:02}{:02}", size.0, size.1));
            return Err(Problem::refused(format!("{who}: the map has no hex {stray}"))
                .hint(format!("it has {columns} columns and {rows} rows: 0101 to {last}")));
        }
        for side in Side::BOTH {
            if !(1..=100).contains(self.breaks.get(&side).unwrap_or(&0)) {
                return refused(format!(
                    "breaks: {} needs a number from 1 to 100, in percent",
                    side.name()
                ));
            }
        }
        if let Some((place, _)) = self.objectives.iter().find(|(_, it)| it.points > 10_000) {
            return refused(format!("objective {place}: points are 0 to 10000"));
        }
        let mut roads = BTreeMap::new();
        for road in &self.roads {
            for pair in road.path.windows(2) {
                let (one, other) = (pair[0], pair[1]);
                if one.0.distance(other.0) != 1 {
                    return refused(format!("road: {one} and {other} are not next to each other"));
                }
                let kind = if road.paved { Road::Paved } else { Road::Unpaved };
                roads.insert((one, other), kind);
                roads.insert((other, one), kind);
            }
        }
        let units = self.roster(format)?;
        let field = Field {
            title: self.title,
            about: self.about,
            period: self.period,
            first: self.first,
            turns: self.turns,
            sight: self.sight,
            edge: self.edge,
            breaks: self.breaks,
            board,
            size,
            ground,
            roads,
            objectives: self.objectives,
            entries: self.entries,
            units,
        };
        field.check_places(format)?;
        Ok(field)
    }

    /// Every hex that the scenario names, and what names it.
    fn zones(&self) -> impl Iterator<Item = (String, Zone)> {
        let named =
            |who: String, zones: Vec<Zone>| zones.into_iter().map(move |zone| (who.clone(), zone));
        let roads =
            self.roads.iter().flat_map(move |road| named("road".to_owned(), road.path.clone()));
        let objectives = self.objectives.iter();
        let objectives =
            objectives.map(|(place, objective)| (format!("objective {place}"), objective.at));
        let entries = self.entries.iter();
        let entries = entries.flat_map(move |(side, zones)| {
            named(format!("entries of {}", side.name()), zones.clone())
        });
        let lines = self.units.values().flatten();
        let lines = lines.flat_map(move |(unit, line)| {
            named(format!("unit {unit}"), line.at.iter().chain(&line.or).copied().collect())
        });
        roads.chain(objectives).chain(entries).chain(lines)
    }

    /// The map, read row by row.
    #[expect(clippy::type_complexity, reason = "three parts of a map")]
    fn grounds(&self, format: &Format) -> Result<(Hexes, (u16, u16), Vec<(Terrain, i8)>), Problem> {
        let (rows, columns) =
            (self.map.len(), self.map.first().map_or(0, |row| row.chars().count()));
        if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&columns) {
            return Err(Problem::refused(format!("a map has 1 to {MOST} rows and columns")));
        }
        if !self.heights.is_empty() && self.heights.len() != rows {
            let given = self.heights.len();
            return Err(Problem::refused(format!("heights has {given} of the map's {rows} rows")));
        }
        let mut ground = Vec::new();
        for (n, row) in self.map.iter().enumerate() {
            let heights: Vec<char> =
                self.heights.get(n).map_or_else(Vec::new, |h| h.chars().collect());
            let number = n + 1;
            let wide = [("map", row.chars().count()), ("heights", heights.len())];
            let lists = if self.heights.is_empty() { 1 } else { 2 };
            if let Some((list, given)) = wide[..lists].iter().find(|(_, given)| *given != columns) {
                return Err(Problem::refused(format!(
                    "{list}: row {number} has {given} columns, the map's first row has {columns}"
                )));
            }
            for (column, sign) in row.chars().enumerate() {
                let place = format!("map: row {number}, column {}", column + 1);
                let kind = format.terrain.iter().find(|(_, row)| row.sign == sign);
                let Some((terrain, _)) = kind else {
                    let signs: Vec<String> = format
                        .terrain
                        .iter()
                        .map(|(kind, row)| format!("{} {kind}", row.sign))
                        .collect();
                    return Err(Problem::refused(format!(
                        "{place}: `{sign}` is not a kind of terrain"
                    ))
                    .hint(format!("the signs are: {}", signs.join(", "))));
                };
                let height = heights.get(column).map_or(Some(0), |digit| digit.to_digit(10));
                let height = height.and_then(|height| i8::try_from(height).ok());
                let Some(height) = height.filter(|height| *height <= 5) else {
                    let place = place.replacen("map", "heights", 1);
                    return Err(Problem::refused(format!("{place}: a height is 0 to 5")));
                };
                ground.push((*terrain, height));
            }
        }
        let least = Hex::new(1, 1).expect("0101 is a hex");
        let short = |number: usize| i16::try_from(number).unwrap_or(1);
        let last = Hex::new(short(columns), short(rows)).expect("a small hex");
        let wide = |number: usize| u16::try_from(number).unwrap_or(1);
        Ok((Hexes::new(least, last), (wide(columns), wide(rows)), ground))
    }

    fn roster(&self, format: &Format) -> Result<BTreeMap<Unit, Roster>, Problem> {
        let mut units: BTreeMap<Unit, Roster> = BTreeMap::new();
        for side in Side::BOTH {
            let facing = if side == Side::Blue { Facing::A } else { Facing::D };
            for (unit, line) in self.units.get(&side).into_iter().flatten() {
                let wrong = |what: &str| Err(Problem::refused(format!("unit {unit}: {what}")));
                let Some(kind) = format.kinds.get(&line.kind) else {
                    return wrong(&format!("there is no kind {}", line.kind));
                };
                if kind.period != self.period {
                    return wrong(&format!(
                        "{} is from {}, the scenario is set in {}",
                        line.kind, kind.period, self.period
                    ));
                }
                if unit.as_str().contains('/') || unit.as_str().is_empty() {
                    return wrong("a name has no slash and is not empty");
                }
                let start = match (&line.at, &line.aboard, &line.from, line.arrives) {
                    (Some(at), None, None, None) => Start::At(*at),
                    (None, Some(carrier), None, None) => Start::Aboard(carrier.clone()),
                    (None, None, Some(by), None) => Start::With(by.clone()),
                    (None, None, None, Some(turn)) => Start::Arrives(turn),
                    (None, None, None, None) if kind.is(Trait::OffMap) => Start::Off,
                    _ => {
                        return wrong("it needs exactly one of at, aboard, from and arrives");
                    }
                };
                if kind.is(Trait::OffMap) != (start == Start::Off) {
                    return wrong("only what stays off the map begins there");
                }
                let facing = line.facing.unwrap_or(facing);
                let roster = Roster {
                    side,
                    kind: line.kind.clone(),
                    quality: line.quality,
                    start,
                    facing,
                    or: line.or.clone(),
                };
                if units.insert(unit.clone(), roster).is_some() {
                    return wrong("both sides have a unit of that name");
                }
            }
            self.reinforced(side)?;
        }
        Ok(units)
    }

    /// Either all support units or all core units arrive later (cc24).
    fn reinforced(&self, side: Side) -> Result<(), Problem> {
        let lines = || self.units.get(&side).into_iter().flatten().map(|(_, line)| line);
        let arriving: BTreeSet<bool> =
            lines().filter(|line| line.arrives.is_some()).map(|line| line.support).collect();
        let late = arriving.first().copied();
        let whole = |line: &UnitLine| {
            Some(line.support) != late
                || line.arrives.is_some()
                || line.aboard.is_some()
                || line.from.is_some()
        };
        if arriving.len() > 1 || !lines().all(whole) {
            return Err(Problem::refused(format!(
                "{}: either all support units or all others are reinforcements",
                side.name()
            )));
        }
        if late.is_some() && self.entries.get(&side).is_none_or(Vec::is_empty) {
            return Err(Problem::refused(format!("{}: reinforcements need entries", side.name())));
        }
        Ok(())
    }
}

impl Field {
    /// Carriers and launchers fit, and nobody begins where somebody is or cannot be.
    fn check_places(&self, format: &Format) -> Result<(), Problem> {
        let mut taken: BTreeMap<(Zone, bool), &Unit> = BTreeMap::new();
        for (unit, roster) in &self.units {
            let wrong = |what: &str| Err(Problem::refused(format!("unit {unit}: {what}")));
            let kind = format.kind(&roster.kind);
            match &roster.start {
                Start::At(at) => {
                    if let Some(other) = taken.insert((*at, kind.flies()), unit) {
                        return wrong(&format!("{other} begins in {at} too"));
                    }
                    let mut places = [at].into_iter().chain(&roster.or);
                    if let Some(at) = places.find(|at| !self.can_stand(format, kind.going, **at)) {
                        return wrong(&format!("it cannot stand in {at}"));
                    }
                }
                Start::Aboard(by) => {
                    let carrier = self.units.get(by).filter(|it| it.side == roster.side);
                    let room = carrier.map_or(0, |it| format.kind(&it.kind).capacity);
                    let same = Start::Aboard(by.clone());
                    let riders = self.units.values().filter(|other| other.start == same).count();
                    if !kind.is(Trait::Rides) || riders > room {
                        return wrong(&format!("{by} has no room for it"));
                    }
                }
                Start::With(by) => {
                    let there = self.units.get(by).is_some_and(|it| it.side == roster.side);
                    if !there || !kind.flies() {
                        return wrong(&format!("{by} cannot launch it"));
                    }
                }
                Start::Arrives(_) | Start::Off => {}
            }
        }
        Ok(())
    }
}

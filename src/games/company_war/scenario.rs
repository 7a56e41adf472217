//! A scenario file: the map, the counters, and how they are checked.
//!
//! An owner of the printed game can type in the map and the counters; what does not fit is named with
//! line and column.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::format::{Format, Group, Kind, TURNS};
use super::names::{Jp, Ship};
use crate::base::Problem;
use crate::base::words::{capital, nearest};
use crate::base::yaml::Spanned;
use crate::engine::board::Graph;
use crate::engine::{Seat, Source};

/// Column and row on a drawn map, from its upper left corner; a cell is as large as a counter.
pub type Cell = (u16, u16);

/// Columns and rows that a drawn map may have.
const LARGEST: u16 = 200;

/// The two sides (cw3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The remains of the Company's fleet.
    Mazianni,
    /// The military of the rebellion.
    Union,
}

impl Side {
    /// Both, in the order in which they are always listed.
    pub const BOTH: [Self; 2] = [Self::Mazianni, Self::Union];

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Mazianni => Self::Union,
            Self::Union => Self::Mazianni,
        }
    }

    /// The seat's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mazianni => "mazianni",
            Self::Union => "union",
        }
    }

    /// The seat of the side.
    pub fn seat(self) -> Seat {
        self.name().parse().expect("side names are seat names")
    }

    /// The side of a seat.
    pub fn of(seat: &Seat) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == seat.as_str())
    }

    /// The side and what it does, as the Mazianni are many and the Union is one: `the Union rolls`.
    pub fn does(self, one: &str, many: &str) -> String {
        match self {
            Self::Mazianni => format!("the Mazianni {many}"),
            Self::Union => format!("the Union {one}"),
        }
    }

    /// The title without its article, for columns.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Mazianni => "Mazianni",
            Self::Union => "Union",
        }
    }

    /// The title with a capital.
    pub fn named(self) -> String {
        capital(self.title())
    }

    /// The name that reports use.
    pub fn title(self) -> &'static str {
        match self {
            Self::Mazianni => "the Mazianni",
            Self::Union => "the Union",
        }
    }
}

/// Who may use a route (cw3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RouteKind {
    /// Anybody.
    Commercial,
    /// Both navies.
    Military,
    /// The Mazianni only.
    Mazianni,
    /// The Union only.
    Union,
}

impl RouteKind {
    /// The side that alone may use such a route.
    pub fn only(self) -> Option<Side> {
        match self {
            Self::Commercial | Self::Military => None,
            Self::Mazianni => Some(Side::Mazianni),
            Self::Union => Some(Side::Union),
        }
    }

    /// True if the side may use such a route.
    pub fn open_to(self, side: Side) -> bool {
        self.only().is_none_or(|only| only == side)
    }
}

/// The file as written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    game: Spanned<String>,
    title: String,
    source: Source,
    /// Number of each jump point with a station, and the station's name.
    stations: BTreeMap<Jp, Spanned<String>>,
    /// Jump points without a station.
    empty: Vec<Spanned<Jp>>,
    routes: RouteFile,
    ships: FleetFile,
    /// Turns, if they are more or fewer than the format's.
    #[serde(default)]
    turns: Option<Spanned<u32>>,
    /// Column and row of each jump point on drawn maps; without them none are drawn.
    #[serde(default)]
    layout: BTreeMap<Jp, Spanned<Cell>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RouteFile {
    #[serde(default)]
    commercial: Vec<Spanned<(Jp, Jp)>>,
    #[serde(default)]
    military: Vec<Spanned<(Jp, Jp)>>,
    #[serde(default)]
    mazianni: Vec<Spanned<(Jp, Jp)>>,
    #[serde(default)]
    union: Vec<Spanned<(Jp, Jp)>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FleetFile {
    mazianni: Vec<Spanned<ShipFile>>,
    union: Vec<Spanned<ShipFile>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipFile {
    name: String,
    class: String,
    /// Attack, damage control, defense.
    front: (u8, u8, u8),
    /// The damaged side.
    #[serde(default)]
    back: Option<(u8, u8, u8)>,
    #[serde(default)]
    riders: Option<RiderFile>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RiderFile {
    front: (u8, u8, u8),
    #[serde(default)]
    back: Option<(u8, u8, u8)>,
}

/// The three ratings of one side of a counter (cw8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratings {
    /// A shot hits when the dice show this or less.
    pub attack: u8,
    /// Counts in the tactical game only (cw8).
    pub control: u8,
    /// A hit is avoided when the dice show this or less.
    pub defense: u8,
}

/// Both sides of a counter (cw9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    /// Undamaged.
    pub front: Ratings,
    /// Damaged; `None` if the first hit destroys it.
    pub back: Option<Ratings>,
}

/// A ship of a fleet.
#[derive(Debug, Clone)]
pub struct Hull {
    /// Its side.
    pub side: Side,
    /// Its class, such as `CV`.
    pub class: String,
    /// What the class is.
    pub kind: Kind,
    /// Its ratings.
    pub counter: Counter,
    /// Riders it carries when whole.
    pub riders: u8,
    /// The ratings of its riders.
    pub rider: Option<Counter>,
    /// Its place among the ships of its side, from 0.
    pub place: usize,
}

impl Hull {
    /// True if their counters show the same.
    pub fn is_like(&self, other: &Self) -> bool {
        self.class == other.class && self.counter == other.counter && self.rider == other.rider
    }
}

/// The map and the fleets, checked.
#[derive(Debug, Clone)]
pub struct Chart {
    /// The scenario's title.
    pub title: String,
    /// Where its numbers come from.
    pub source: Source,
    /// Every jump point; those with a station have a name and a kind. Stations never move (cw6).
    pub points: BTreeMap<Jp, Option<(String, Group)>>,
    /// The routes between jump points and their kinds.
    pub routes: Graph<Jp, RouteKind>,
    /// Every ship by name, which is unique.
    pub hulls: BTreeMap<Ship, Hull>,
    /// The ships of each side in the order of the file, which is the order of all defaults.
    pub fleets: BTreeMap<Side, Vec<Ship>>,
    /// Turns, if they are more or fewer than the format's.
    pub turns: Option<u32>,
    /// Where each jump point is drawn; empty if no map is drawn.
    pub layout: BTreeMap<Jp, Cell>,
}

impl Chart {
    /// What was probably meant by the first of these, as a question; nothing, if nothing is near.
    pub(super) fn meant(&self, names: &[String]) -> String {
        let hulls = &self.hulls;
        let known = hulls.keys().map(Ship::as_str).chain(hulls.values().map(|h| h.class.as_str()));
        let near = names.first().and_then(|name| nearest(name, known));
        near.map_or_else(String::new, |name| format!("did you mean {name}?"))
    }

    /// The jump point of a station, if the map has it.
    pub fn station(&self, name: &str) -> Option<Jp> {
        let named = |s: &Option<(String, Group)>| s.as_ref().is_some_and(|(n, _)| n == name);
        self.points.iter().find(|(_, s)| named(s)).map(|(jp, _)| *jp)
    }

    /// The name of each station, and its jump point.
    pub fn stations(&self) -> impl Iterator<Item = (&str, Jp)> {
        self.points.keys().filter_map(|jp| self.station_at(*jp).map(|(name, _)| (name, *jp)))
    }

    /// The name and kind of the station at a jump point.
    pub fn station_at(&self, jp: Jp) -> Option<(&str, Group)> {
        self.points.get(&jp)?.as_ref().map(|(name, group)| (name.as_str(), *group))
    }

    /// The jump point as reports write it: number, and name where there is a station.
    pub fn place(&self, jp: Jp) -> String {
        match self.station_at(jp) {
            Some((name, _)) => format!("{name} ({jp})"),
            None => format!("jump point {jp}"),
        }
    }

    /// The jump point in a row of others: its number, behind the name where there is a station.
    pub fn short(&self, jp: Jp) -> String {
        self.station_at(jp).map_or_else(|| jp.to_string(), |_| self.place(jp))
    }

    /// True if a route that the side may use joins the two (cw1, cw3).
    pub fn joins(&self, side: Side, from: Jp, to: Jp) -> bool {
        self.routes.kinds(&from, &to).any(|kind| kind.open_to(side))
    }

    /// The jump points one jump away for a side, in ascending order.
    pub fn near(&self, side: Side, from: Jp) -> Vec<Jp> {
        self.routes.near(&from, |kind| kind.open_to(side)).copied().collect()
    }

    /// The names of a side's ships, in the order of the file.
    pub fn fleet(&self, side: Side) -> impl Iterator<Item = &Ship> {
        self.fleets.get(&side).into_iter().flatten()
    }
}

fn wrong<T>(at: &Spanned<T>, what: impl std::fmt::Display) -> Problem {
    Problem::refused(what).spot(at.referenced.line(), at.referenced.column())
}

impl Scenario {
    /// Checks the file against the format and makes the chart of it.
    ///
    /// # Errors
    /// The first thing that does not fit, with line and column.
    pub fn chart(self, format: &Format) -> Result<Chart, Problem> {
        if self.game.value != format.game {
            return Err(wrong(&self.game, format!("this is a scenario of {}", self.game.value)));
        }
        if let Some(turns) =
            self.turns.as_ref().filter(|turns| !TURNS.contains(&turns.value.into()))
        {
            let (least, most) = (TURNS.start(), TURNS.end());
            return Err(wrong(turns, format!("a game has {least} to {most} turns")));
        }
        let points = self.points(format)?;
        let routes = self.routes(&points)?;
        let layout = self.layout(&points)?;
        let mut chart = Chart {
            title: self.title,
            source: self.source,
            points,
            routes,
            hulls: BTreeMap::new(),
            fleets: BTreeMap::new(),
            turns: self.turns.map(|turns| turns.value),
            layout,
        };
        for (side, fleet) in
            [(Side::Mazianni, self.ships.mazianni), (Side::Union, self.ships.union)]
        {
            for (place, ship) in fleet.into_iter().enumerate() {
                let hull = Hull { place, ..hull(side, &ship, format)? };
                let name = Ship::from(ship.value.name.as_str());
                if chart.hulls.insert(name.clone(), hull).is_some() {
                    return Err(wrong(&ship, format!("two ships are named {name}")));
                }
                chart.fleets.entry(side).or_default().push(name);
            }
        }
        has_bases(&chart, format)?;
        Ok(chart)
    }

    fn points(&self, format: &Format) -> Result<BTreeMap<Jp, Option<(String, Group)>>, Problem> {
        let mut points = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for (jp, name) in &self.stations {
            let Some(group) = format.stations.group(&name.value) else {
                let names: Vec<_> = format.stations.names().collect();
                return Err(wrong(name, format!("there is no station named {}", name.value))
                    .hint(format!("the stations are: {}", names.join(", "))));
            };
            if !seen.insert(&name.value) {
                return Err(wrong(name, format!("duplicate station {}", name.value)));
            }
            points.insert(*jp, Some((name.value.clone(), group)));
        }
        for jp in &self.empty {
            if points.insert(jp.value, None).is_some() {
                return Err(wrong(jp, format!("duplicate jump point {}", jp.value)));
            }
        }
        Ok(points)
    }

    fn layout(
        &self,
        points: &BTreeMap<Jp, Option<(String, Group)>>,
    ) -> Result<BTreeMap<Jp, Cell>, Problem> {
        let mut taken: BTreeMap<Cell, Jp> = BTreeMap::new();
        for (jp, cell) in &self.layout {
            let (column, row) = cell.value;
            if !points.contains_key(jp) {
                return Err(wrong(cell, format!("unknown jump point {jp}")));
            }
            if column >= LARGEST || row >= LARGEST {
                return Err(wrong(cell, format!("a map has at most {LARGEST} columns and rows")));
            }
            if let Some(other) = taken.insert(cell.value, *jp) {
                return Err(wrong(cell, format!("{other} and {jp} are drawn in the same place")));
            }
        }
        let undrawn = points.keys().find(|jp| !self.layout.contains_key(jp));
        if let (Some(jp), Some(first)) = (undrawn, self.layout.values().next()) {
            return Err(wrong(first, format!("the layout has no place for {jp}"))
                .hint("give every jump point a column and a row, or leave the layout out"));
        }
        Ok(self.layout.iter().map(|(jp, cell)| (*jp, cell.value)).collect())
    }

    fn routes(
        &self,
        points: &BTreeMap<Jp, Option<(String, Group)>>,
    ) -> Result<Graph<Jp, RouteKind>, Problem> {
        let mut routes = Graph::default();
        let lists = [
            (RouteKind::Commercial, &self.routes.commercial),
            (RouteKind::Military, &self.routes.military),
            (RouteKind::Mazianni, &self.routes.mazianni),
            (RouteKind::Union, &self.routes.union),
        ];
        for (kind, list) in lists {
            for route in list {
                let (a, b) = route.value;
                if let Some(lost) = [a, b].into_iter().find(|jp| !points.contains_key(jp)) {
                    return Err(wrong(route, format!("there is no jump point {lost}"))
                        .hint("list it under stations or empty"));
                }
                if a == b {
                    return Err(wrong(route, format!("a route from {a} leads to itself")));
                }
                if !routes.join(a, b, kind) {
                    return Err(wrong(route, format!("duplicate route between {a} and {b}")));
                }
            }
        }
        Ok(routes)
    }
}

fn ratings(three: (u8, u8, u8)) -> Ratings {
    Ratings { attack: three.0, control: three.1, defense: three.2 }
}

fn hull(side: Side, ship: &Spanned<ShipFile>, format: &Format) -> Result<Hull, Problem> {
    let file = &ship.value;
    let Some(class) = format.classes.get(&file.class) else {
        let names: Vec<_> = format.classes.keys().map(String::as_str).collect();
        return Err(wrong(ship, format!("{}: there is no class {}", file.name, file.class))
            .hint(format!("the classes are: {}", names.join(", "))));
    };
    if side == Side::Mazianni && class.kind != Kind::Carrier {
        return Err(wrong(ship, format!("{}: the Mazianni have carriers only", file.name)));
    }
    let fits = file.name.chars().all(|c| c.is_alphanumeric() || " .'-’".contains(c));
    if !fits || file.name.trim().is_empty() || file.name.chars().count() > 40 {
        return Err(wrong(ship, "a ship's name has letters, digits, spaces and . ' -")
            .hint("at most 40 of them"));
    }
    if file.name == "rider" || file.name.starts_with("R.") {
        return Err(wrong(ship, format!("{}: this name is reserved for riders", file.name)));
    }
    if (class.riders > 0) != file.riders.is_some() {
        let what = if class.riders > 0 { "a carrier needs" } else { "only a carrier has" };
        return Err(wrong(ship, format!("{}: {what} a `riders` field", file.name)));
    }
    let riders = file.riders.as_ref();
    let sides = [Some(file.front), file.back, riders.map(|r| r.front), riders.and_then(|r| r.back)];
    if sides.iter().flatten().any(|r| r.0 > 12 || r.2 > 12) {
        return Err(wrong(ship, format!("{}: ratings are 0 to 12", file.name)));
    }
    let two = |front, back: Option<_>| Counter { front: ratings(front), back: back.map(ratings) };
    Ok(Hull {
        side,
        class: file.class.clone(),
        kind: class.kind,
        counter: two(file.front, file.back),
        riders: class.riders,
        rider: riders.map(|r| two(r.front, r.back)),
        place: 0,
    })
}

/// Both sides need a place to begin, and the Mazianni carriers for their troops.
fn has_bases(chart: &Chart, format: &Format) -> Result<(), Problem> {
    let bases = [(Side::Mazianni, &format.set_up.mazianni), (Side::Union, &format.set_up.union)];
    for (side, names) in bases {
        if !names.iter().any(|n| chart.station(n).is_some()) {
            return Err(Problem::refused(format!("{} has no starting station", side.title()))
                .hint(format!("the map needs one of: {}", names.join(", "))));
        }
        if chart.fleet(side).next().is_none() {
            return Err(Problem::refused(format!("{} has no ships", side.title())));
        }
    }
    let carriers = chart.fleet(Side::Mazianni).count();
    if carriers < format.troops.value as usize {
        return Err(Problem::refused(format!(
            "{carriers} Mazianni carriers cannot hold {} troop counters",
            format.troops.value
        )));
    }
    Ok(())
}

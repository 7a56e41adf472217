//! A theater file, and the maps made of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::format::{FaceKind, Format, Terrain};
use super::names::{City, Kind, Site, Sq};
use super::side::{Role, Side};
use super::state::Stack;
use crate::base::Problem;
use crate::base::yaml::Spanned;
use crate::engine::board::{Board, Compass, Near, Square, Squares};

/// A theater file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What it is called.
    title: String,
    /// Credits of each side (pb2).
    budget: u32,
    /// Skirmishes after which the values are compared; 0 for none (pb6).
    skirmishes: u32,
    /// The cards that each side can buy.
    lists: BTreeMap<Side, Vec<Kind>>,
    /// What a side gets that buys nothing at the start (pb65).
    standard: BTreeMap<Side, Purchase>,
    /// The table of skirmishes (pb1).
    table: Vec<Spanned<SiteFile>>,
}

/// What is bought together.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purchase {
    /// So many of each card.
    pub units: BTreeMap<Kind, u32>,
    /// Squads of men.
    pub squads: u32,
    /// Supplies.
    pub supply: u32,
    /// Ammunition.
    pub ammo: u32,
}

/// A line of the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteFile {
    name: String,
    about: String,
    /// A row of letters for each row of squares; [`LEGEND`] says what they mean.
    ground: Vec<String>,
    #[serde(default)]
    faces: Vec<FaceFile>,
    #[serde(default)]
    crosses: Vec<CrossFile>,
    #[serde(default)]
    blocks: Vec<Sq>,
    cities: BTreeMap<String, CityFile>,
    lines: BTreeMap<Role, Area>,
    aim: Aim,
    turns: u32,
    reward: u32,
    #[serde(default)]
    attacker: Option<Side>,
    #[serde(default)]
    reinforcements: Reinforcements,
    #[serde(default)]
    markers: BTreeMap<Sq, Stack>,
    #[serde(default)]
    runway: Option<Runway>,
}

/// A rectangle of squares, by two corners.
type Area = (Sq, Sq);

/// A tee card: on that side of each of these squares.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FaceFile {
    kind: FaceKind,
    side: Compass,
    squares: Vec<Sq>,
}

/// A cross card: on the lower right corner of a square.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CrossFile {
    kind: FaceKind,
    at: Sq,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct CityFile {
    squares: Vec<Sq>,
    #[serde(default)]
    irregulars: bool,
}

/// A named place of a map.
#[derive(Debug, Clone)]
pub struct Place {
    /// Its squares, in the order of the file.
    pub squares: Vec<Sq>,
    /// Irregulars and stores can be had there (pb26, pb28).
    pub irregulars: bool,
}

/// What the attacker has to reach (pb4).
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Aim {
    /// Hold a place alone.
    Take(City),
    /// Lead so many units off the map from a place.
    Exit(City, u32),
    /// Bring so many markers to a place and hold it.
    Deliver(City, u32),
    /// Leave no marker in a place.
    Raid(City),
}

impl Aim {
    /// The place it is about.
    pub fn city(&self) -> &City {
        match self {
            Self::Take(city) | Self::Exit(city, _) | Self::Deliver(city, _) | Self::Raid(city) => {
                city
            }
        }
    }
}

/// Units that may be sent to the map in a skirmish (pb14).
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reinforcements {
    /// So many for each side.
    pub most: u32,
    /// Credits for each.
    pub fee: u32,
}

/// An air base (pb59).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runway {
    /// Whose.
    pub of: Role,
    /// The squares of the runway.
    pub squares: Vec<Sq>,
}

/// What the letters of a map mean.
pub const LEGEND: [(char, Terrain); 11] = [
    ('.', Terrain::Field),
    ('=', Terrain::Road),
    ('#', Terrain::Bridge),
    (':', Terrain::Rubble),
    ('^', Terrain::Cragg),
    ('%', Terrain::Swamp),
    ('~', Terrain::River),
    ('-', Terrain::Ford),
    ('!', Terrain::Rapids),
    (',', Terrain::Beach),
    ('w', Terrain::Water),
];

/// What stands for a square inside a block where a map is drawn.
pub const BLOCK: char = 'X';

/// A map and its scenario.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: Site,
    /// What it is about.
    pub about: String,
    /// Its squares.
    pub board: Squares,
    /// Flat terrain; all other squares are fields.
    pub ground: BTreeMap<Sq, Terrain>,
    /// What stands between two squares; the lesser one stands first.
    pub faces: BTreeMap<(Sq, Sq), FaceKind>,
    /// Squares inside blocks (pb37).
    pub blocks: BTreeSet<Sq>,
    /// Named places.
    pub cities: BTreeMap<City, Place>,
    /// Where each side deploys (pb11).
    pub lines: BTreeMap<Role, Vec<Sq>>,
    /// What the attacker has to reach.
    pub aim: Aim,
    /// Rounds after which the defender has held out.
    pub turns: u32,
    /// Credits for the winner.
    pub reward: u32,
    /// Who attacks, if that is not drawn.
    pub attacker: Option<Side>,
    /// Reinforcements.
    pub reinforcements: Reinforcements,
    /// Markers that lie there at the start.
    pub markers: BTreeMap<Sq, Stack>,
    /// The air base.
    pub runway: Option<Runway>,
}

/// A theater.
#[derive(Debug)]
pub struct Theater {
    /// What it is called.
    pub title: String,
    /// Credits of each side.
    pub budget: u32,
    /// Skirmishes after which the values are compared; 0 for none.
    pub skirmishes: u32,
    /// The cards that each side can buy.
    pub lists: BTreeMap<Side, Vec<Kind>>,
    /// What a side gets that buys nothing at the start.
    pub standard: BTreeMap<Side, Purchase>,
    /// The maps, in the order of the table.
    pub fields: Vec<Field>,
}

/// Credits that a theater may begin with, and that a reward may be.
const MOST_CREDITS: u32 = 100_000;
/// Columns and rows of a map.
const MOST_CELLS: usize = 40;
/// Rounds of a skirmish.
const MOST_TURNS: u32 = 40;
/// Markers of a kind on a square, units that an aim asks for, reinforcements.
const MOST_COUNT: u32 = 100;

impl Scenario {
    /// The theater, if everything in the file fits.
    ///
    /// # Errors
    /// What does not.
    pub(super) fn theater(mut self, format: &Format) -> Result<Theater, Problem> {
        let refuse = |what: String| Err(Problem::refused(what));
        if self.budget > MOST_CREDITS || self.skirmishes > 100 {
            return refuse("the budget is at most 100000, the skirmishes at most 100".to_owned());
        }
        for side in Side::BOTH {
            let (Some(list), Some(standard)) = (self.lists.get(&side), self.standard.get(&side))
            else {
                return refuse(format!("{} has no list or no standard force", side.title()));
            };
            let named = list.iter().chain(standard.units.keys());
            if let Some(kind) = named.clone().find(|kind| !format.cards.contains_key(*kind)) {
                return refuse(format!("{}: there is no card {kind}", side.title()));
            }
            if let Some(kind) = standard.units.keys().find(|kind| !list.contains(kind)) {
                return refuse(format!("{}: {kind} is not in its list", side.title()));
            }
            if let Some(kind) = standard.units.keys().find(|kind| format.card(kind).is_hired()) {
                return refuse(format!("{}: {kind} are hired, not bought", side.title()));
            }
            let counts = [standard.squads, standard.supply, standard.ammo];
            let mut counts = counts.iter().chain(standard.units.values());
            if counts.any(|count| *count > 100) {
                return refuse(format!("{}: too much in its standard force", side.title()));
            }
        }
        if self.table.is_empty() || self.table.len() > 20 {
            return refuse("a theater has 1 to 20 skirmishes".to_owned());
        }
        let mut fields: Vec<Field> = Vec::new();
        for file in std::mem::take(&mut self.table) {
            let at = file.referenced;
            let field = file.value.field().map_err(|p| p.spot(at.line(), at.column()))?;
            if fields.iter().any(|other| other.name == field.name) {
                return refuse(format!("the skirmish {} is listed twice", field.name));
            }
            fields.push(field);
        }
        let Self { title, budget, skirmishes, lists, standard, .. } = self;
        Ok(Theater { title, budget, skirmishes, lists, standard, fields })
    }
}

impl SiteFile {
    fn field(self) -> Result<Field, Problem> {
        let name = self.name.clone();
        self.made().map_err(|what| Problem::refused(format!("{name}: {what}")))
    }

    fn made(self) -> Result<Field, String> {
        let board = self.board()?;
        let holds = |at: &Sq| holds(board, *at);
        let runway = self.runway.iter().flat_map(|runway| &runway.squares);
        let squares = self.cities.values().flat_map(|city| &city.squares);
        let mut all = self.blocks.iter().chain(self.markers.keys()).chain(squares).chain(runway);
        all.try_for_each(holds)?;
        let empty = self.cities.iter().find(|(_, city)| city.squares.is_empty());
        empty.map_or(Ok(()), |(city, _)| Err(format!("{city} has no squares")))?;
        let (ground, faces) = (self.terrain(board)?, self.faces(board)?);
        let blocks: BTreeSet<Sq> = self.blocks.iter().copied().collect();
        let lines = [Role::Defender, Role::Attacker];
        let lines = lines.into_iter().map(|role| Ok((role, self.lines(role, board, &blocks)?)));
        let lines = lines.collect::<Result<_, String>>()?;
        self.bounded()?;
        let place = |(name, file): (String, CityFile)| {
            let CityFile { squares, irregulars } = file;
            (City::from(name.as_str()), Place { squares, irregulars })
        };
        let cities = self.cities.clone();
        let cities: BTreeMap<City, Place> = cities.into_iter().map(place).collect();
        if !cities.contains_key(self.aim.city()) {
            return Err(format!("there is no place {}", self.aim.city()));
        }
        self.based(&cities)?;
        Ok(Field {
            name: Site::from(self.name.as_str()),
            about: self.about,
            board,
            ground,
            faces,
            blocks,
            cities,
            lines,
            aim: self.aim,
            turns: self.turns,
            reward: self.reward,
            attacker: self.attacker,
            reinforcements: self.reinforcements,
            markers: self.markers,
            runway: self.runway,
        })
    }

    /// A base that the attacker has to take has a square beside its runway: where aircraft stand
    /// nobody gets in.
    fn based(&self, cities: &BTreeMap<City, Place>) -> Result<(), String> {
        let runway = self.runway.iter().filter(|runway| runway.of == Role::Defender);
        let runway: Vec<Sq> = runway.flat_map(|runway| runway.squares.clone()).collect();
        let (Aim::Take(city) | Aim::Deliver(city, _)) = &self.aim else { return Ok(()) };
        let shut = cities[city].squares.iter().all(|at| runway.contains(at));
        if shut { Err(format!("{city} has no square beside its runway")) } else { Ok(()) }
    }

    /// The board that the rows of letters draw.
    fn board(&self) -> Result<Squares, String> {
        let width = self.ground.first().map_or(0, |row| row.chars().count());
        let sized = 1..=MOST_CELLS;
        if !sized.contains(&width) || !sized.contains(&self.ground.len()) {
            return Err(format!("a map has 1 to {MOST_CELLS} columns and rows"));
        }
        let mut widths = self.ground.iter().map(|row| row.chars().count()).zip(1..);
        if let Some((given, row)) = widths.find(|(given, _)| *given != width) {
            return Err(format!("row {row} has {given} columns, the first row has {width}"));
        }
        let number = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let corner = Square::new(number(width), number(self.ground.len()));
        Ok(Squares::new(corner.ok_or("the map is too large")?, Near::Sides))
    }

    fn terrain(&self, board: Squares) -> Result<BTreeMap<Sq, Terrain>, String> {
        let mut ground = BTreeMap::new();
        for square in board.places() {
            let row = &self.ground[usize::from(square.row()) - 1];
            let letter = row.chars().nth(usize::from(square.column()) - 1).unwrap_or('.');
            let known = LEGEND.iter().find(|(legend, _)| *legend == letter);
            let (_, terrain) = known.ok_or_else(|| no_ground(square, letter))?;
            if *terrain != Terrain::Field {
                ground.insert(Sq(square), *terrain);
            }
        }
        Ok(ground)
    }

    /// What stands on grid lines: tees, then the four lines of each cross.
    fn faces(&self, board: Squares) -> Result<BTreeMap<(Sq, Sq), FaceKind>, String> {
        let mut faces = BTreeMap::new();
        let mut face = |one: Sq, way: Compass, kind: FaceKind| {
            holds(board, one)?;
            let beyond = one.0.ahead(way, 1).map(Sq).filter(|at| board.holds(&at.0));
            let beyond = beyond.ok_or(format!("nothing lies beyond that side of {one}"))?;
            let twice = faces.insert((one.min(beyond), one.max(beyond)), kind).is_some();
            if twice {
                return Err(format!("two faces stand between {one} and {beyond}"));
            }
            Ok::<(), String>(())
        };
        for file in &self.faces {
            if !Compass::SIDES.contains(&file.side) {
                return Err("a face stands north, east, south or west".to_owned());
            }
            file.squares.iter().try_for_each(|at| face(*at, file.side, file.kind))?;
        }
        for CrossFile { kind, at } in &self.crosses {
            let next = |way| at.0.ahead(way, 1).map(Sq).ok_or("a cross beyond the map");
            let (right, below) = (next(Compass::East)?, next(Compass::South)?);
            face(*at, Compass::East, *kind)?;
            face(*at, Compass::South, *kind)?;
            face(right, Compass::South, *kind)?;
            face(below, Compass::East, *kind)?;
        }
        Ok(faces)
    }

    /// The squares of the lines of a side.
    fn lines(&self, role: Role, board: Squares, blocks: &BTreeSet<Sq>) -> Result<Vec<Sq>, String> {
        let Some((one, other)) = self.lines.get(&role) else {
            return Err(format!("lines: the {role} has none"));
        };
        let inside = |at: &Sq| {
            let span = |a: u16, b: u16, n: u16| (a.min(b)..=a.max(b)).contains(&n);
            span(one.0.column(), other.0.column(), at.0.column())
                && span(one.0.row(), other.0.row(), at.0.row())
                && !blocks.contains(at)
        };
        let squares: Vec<Sq> = board.places().into_iter().map(Sq).filter(inside).collect();
        if squares.is_empty() {
            return Err(format!("lines: the {role} has no free square from {one} to {other}"));
        }
        Ok(squares)
    }

    /// No number is so large that a sum of a whole game overflows.
    fn bounded(&self) -> Result<(), String> {
        let markers = self.markers.values().map(|stack| {
            let caches = stack.cached_supply.max(stack.cached_ammo);
            stack.supply.max(stack.ammo).max(caches).max(stack.barricades)
        });
        let count = match &self.aim {
            Aim::Exit(_, count) | Aim::Deliver(_, count) => *count,
            Aim::Take(_) | Aim::Raid(_) => 1,
        };
        let limits = [
            ("turns", self.turns, MOST_TURNS),
            ("reward", self.reward, MOST_CREDITS),
            ("reinforcements", self.reinforcements.most, MOST_COUNT),
            ("the fee of reinforcements", self.reinforcements.fee, MOST_CREDITS),
            ("aim", count, MOST_COUNT),
            ("markers", markers.max().unwrap_or(0), MOST_COUNT),
        ];
        if self.turns == 0 {
            return Err("turns: a skirmish has at least one".to_owned());
        }
        let large = limits.into_iter().find(|(_, given, most)| given > most);
        large.map_or(Ok(()), |(what, given, most)| {
            Err(format!("{what}: {given} is more than {most}"))
        })
    }
}

fn no_ground(at: Square, letter: char) -> String {
    let signs: Vec<String> =
        LEGEND.iter().map(|(sign, terrain)| format!("{sign} {terrain}")).collect();
    let (row, column, signs) = (at.row(), at.column(), signs.join(", "));
    format!(
        "row {row}, column {column}: `{letter}` is not a kind of ground; the signs are: {signs}"
    )
}

fn holds(board: Squares, at: Sq) -> Result<(), String> {
    if board.holds(&at.0) { Ok(()) } else { Err(format!("there is no square {at}")) }
}

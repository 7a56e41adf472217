//! The map as its reader may see it: who holds what, who stands where, what moved.

use std::collections::{BTreeMap, BTreeSet};

use super::AgeOfImperialism;
use super::events::{Event, Party, Place as Spot};
use super::force::Force;
use super::map::{Chart, Gate, MapTable};
use super::names::{Fleet, Region, Sea};
use super::power::Power;
use super::sight::View;
use super::state::{Building, Face, Land, Open};
use crate::base::words::{capital, count, joined};
use crate::engine::Fact;
use crate::page::{Link, Map, Move, Piece, Place, Shape, Side, Sign, Stack, Stroke, Way};

/// Letters of the buildings on the map.
const LETTERS: [(Building, &str); 6] = [
    (Building::City, "C"),
    (Building::Factory, "F"),
    (Building::Port, "P"),
    (Building::Railroad, "R"),
    (Building::Fort, "T"),
    (Building::School, "S"),
];

/// Kinds of links, in the order of the legend.
const LAND: u8 = 0;
const SEA: u8 = 1;
const STRAIT: u8 = 2;

/// What of the map never changes: the places, and what their tiles cannot tell.
#[derive(Debug, Clone)]
pub struct Atlas {
    places: Vec<Place>,
    links: Vec<Link>,
    walls: Vec<(String, String)>,
}

impl Atlas {
    /// The atlas of a chart of this map; `None` if that has no layout.
    pub fn of(table: &MapTable, chart: &Chart) -> Option<Self> {
        let tiles = table.tiles(chart)?;
        let runs = |name: &str| tiles.runs.get(name).cloned().unwrap_or_default();
        let water = |sea: &Sea| Place::new(sea.as_str(), Shape::Water(runs(sea.as_str())));
        let land = |region: &Region| Place {
            part: chart.sites[region].zone.clone(),
            ..Place::new(region.as_str(), Shape::Land(runs(region.as_str())))
        };
        let places = chart.waters.keys().map(water).chain(chart.order.iter().map(land));
        let ways = ways(chart);
        let apart = ways.iter().filter(|((a, b), way)| **way == STRAIT || !tiles.touch(a, b));
        let walls = tiles.touching.iter().filter(|pair| !ways.contains_key(*pair));
        Some(Self {
            places: places.collect(),
            links: apart.map(|(pair, way)| Link { between: pair.clone(), way: *way }).collect(),
            walls: walls.cloned().collect(),
        })
    }
}

/// Every pair of places between which one can go, the lesser name first, and how.
fn ways(chart: &Chart) -> BTreeMap<(String, String), u8> {
    let pair = |a: &str, b: &str| (a.min(b).to_owned(), a.max(b).to_owned());
    let mut ways = BTreeMap::new();
    for (region, site) in &chart.sites {
        ways.extend(site.near.iter().map(|next| (pair(region.as_str(), next.as_str()), LAND)));
        ways.extend(site.coast.iter().map(|sea| (pair(region.as_str(), sea.as_str()), SEA)));
    }
    for (sea, water) in &chart.waters {
        ways.extend(water.near.iter().map(|next| (pair(sea.as_str(), next.as_str()), SEA)));
    }
    for strait in &chart.straits {
        ways.insert(pair(strait.between.0.as_str(), strait.between.1.as_str()), STRAIT);
    }
    ways
}

/// The map with the moves and fights of what happened; `None` if the format has no layout.
pub fn map(game: &AgeOfImperialism, view: &View, witnessed: &[Fact<Event>]) -> Option<Map> {
    let atlas = game.atlas.get_or_init(|| Atlas::of(&game.format.map, &game.board.chart));
    let atlas = atlas.as_ref()?;
    let happened = Happened::of(&view.open, witnessed);
    let drawing = Drawing { game, view, happened: &happened };
    let places: Vec<Place> = atlas.places.iter().map(|place| drawing.place(place)).collect();
    let side = |power: &Power| Side { name: capital(power.title()), hue: hue(*power) };
    let way = |name: &str, line| Way { name: name.to_owned(), line, side: None };
    let letters: Vec<String> =
        LETTERS.iter().map(|(building, letter)| format!("{letter} {building}")).collect();
    let zones = match game.board.chart.zones.len() {
        0 | 1 => "",
        _ => "; thick lines part zones",
    };
    Some(Map {
        title: "The world".to_owned(),
        counters: "2+1 are two brigades and one other unit".to_owned(),
        key: format!(
            "{}; N natives, V resource, I influence, ? unknown{zones}",
            letters.join(", ")
        ),
        sides: game.board.powers.iter().map(side).collect(),
        ways: vec![
            way("by land", Stroke::Plain),
            way("by sea", Stroke::Dotted),
            way("strait", Stroke::Dashed),
        ],
        places,
        links: atlas.links.iter().filter(|link| is_open(game, view, link)).cloned().collect(),
        walls: atlas.walls.clone(),
        own: view.power.and_then(|own| {
            let at = game.board.powers.iter().position(|power| *power == own)?;
            u8::try_from(at).ok()
        }),
        moves: happened.moves.iter().map(|went| drawing.arrow(went)).collect(),
        fought: view.power.map(|own| happened.fought(own)).unwrap_or_default(),
    })
}

/// False for a canal that is not built (im66).
fn is_open(game: &AgeOfImperialism, view: &View, link: &Link) -> bool {
    let (a, b) = (Sea::from(link.between.0.as_str()), Sea::from(link.between.1.as_str()));
    let strait = game.board.chart.strait(&a, &b);
    let canal = strait.filter(|strait| strait.kind == Gate::Canal);
    canal.is_none_or(|canal| view.open.canal.as_ref().is_some_and(|at| canal.region.contains(at)))
}

/// Powers keep their colour in every scenario.
pub(super) fn hue(power: Power) -> u8 {
    let place = Power::ALL.iter().zip(0..).find(|(other, _)| **other == power);
    place.map_or(0, |(_, hue)| hue)
}

struct Drawing<'a> {
    game: &'a AgeOfImperialism,
    view: &'a View,
    happened: &'a Happened,
}

impl Drawing<'_> {
    /// The place of a power among the sides of the map.
    fn side(&self, power: Power) -> u8 {
        let place = self.game.board.powers.iter().zip(0..).find(|(other, _)| **other == power);
        place.map_or(0, |(_, side)| side)
    }

    fn place(&self, bare: &Place) -> Place {
        let mut place = bare.clone();
        match self.view.open.lands.get(&Region::from(place.name.as_str())) {
            Some(land) => self.land(&mut place, land),
            None => place.stacks = self.fleets(&Sea::from(place.name.as_str())),
        }
        let signs = [
            (Sign::Fight, self.happened.fights.contains_key(&place.name)),
            (Sign::Taken, self.happened.taken.contains(&place.name)),
        ];
        place.signs = signs.into_iter().filter(|(_, is)| *is).map(|(sign, _)| sign).collect();
        place
    }

    fn land(&self, place: &mut Place, land: &Land) {
        place.owner = land.owner.map(|power| self.side(power));
        let built = LETTERS.iter().filter(|(building, _)| land.buildings.contains(building));
        let letters: Vec<&str> = built.map(|(_, letter)| *letter).collect();
        let spheres = land.spheres.iter().map(|(power, n)| format!("{}{n}", letter(*power)));
        let spheres = joined(spheres, " ");
        let spheres = if spheres.is_empty() { spheres } else { format!("I {spheres}") };
        let natives = self.natives(&Region::from(place.name.as_str()), land);
        let about = [letters.join(" "), natives, spheres];
        let about: Vec<String> = about.into_iter().filter(|part| !part.is_empty()).collect();
        if !about.is_empty() {
            place.notes = vec![about.join(" · ")];
        }
        let stack = |(power, force): (&Power, &Force)| self.army(*power, force);
        place.stacks = land.armies.iter().map(stack).collect();
    }

    /// What the reader knows of the natives and the resource of a region.
    fn natives(&self, region: &Region, land: &Land) -> String {
        let mut about = Vec::new();
        if land.marker.is_some() {
            about.push(match self.view.natives(region) {
                Some(Face { strength, plus }) => format!("N {strength}{}", "+".repeat(plus.into())),
                None => "N ?".to_owned(),
            });
        }
        match (land.chit.is_some(), self.view.resource(region)) {
            (false, _) | (_, Some(0)) => {}
            (true, Some(value)) => about.push(format!("V {value}")),
            (true, None) => about.push("V ?".to_owned()),
        }
        about.join(" ")
    }

    fn army(&self, power: Power, force: &Force) -> Stack {
        let number = match (force.brigades(), force.parties()) {
            (brigades, 0) => brigades.to_string(),
            (brigades, parties) => format!("{brigades}+{parties}"),
        };
        Stack {
            side: self.side(power),
            piece: Piece::Army,
            text: format!("{} {number}", letter(power)),
            title: format!("{}: {force}", capital(power.title())),
        }
    }

    /// The fleets of each power in a sea area.
    fn fleets(&self, sea: &Sea) -> Vec<Stack> {
        let mut stacks = Vec::new();
        for power in &self.game.board.powers {
            let fleets = self.view.open.fleets_of(*power);
            let here: Vec<_> = fleets.filter(|(_, fleet)| fleet.sea == *sea).collect();
            if here.is_empty() {
                continue;
            }
            let mut cargo = Force::default();
            for (_, fleet) in &here {
                cargo.add(&fleet.cargo);
            }
            let aboard = if cargo.is_empty() { String::new() } else { format!(" with {cargo}") };
            let number = u32::try_from(here.len()).unwrap_or(u32::MAX);
            stacks.push(Stack {
                side: self.side(*power),
                piece: Piece::Ship,
                text: format!("{} {number}", letter(*power)),
                title: format!("{}: {}{aboard}", capital(power.title()), count(number, "fleet")),
            });
        }
        stacks
    }

    fn arrow(&self, went: &Went) -> Move {
        Move {
            side: self.side(went.power),
            path: went.path.clone(),
            text: format!("{} {}", letter(went.power), went.count),
            title: format!("{}: {}", capital(went.power.title()), went.path.join(" – ")),
        }
    }
}

/// The letter of a power; no two begin alike.
fn letter(power: Power) -> String {
    power.name().chars().take(1).flat_map(char::to_uppercase).collect()
}

/// Units or fleets that moved together.
struct Went {
    power: Power,
    /// What tells them from others on the same way.
    who: String,
    count: u32,
    path: Vec<String>,
}

/// What of a cycle stands on the map.
#[derive(Default)]
struct Happened {
    moves: Vec<Went>,
    /// Where there was a fight, and who fought.
    fights: BTreeMap<String, Vec<Power>>,
    taken: BTreeSet<String>,
    /// Where each fleet lay, as far as it is known, at the event that is looked at.
    seas: BTreeMap<(Power, Fleet), Sea>,
}

impl Happened {
    /// What happened, looked at from its end, because what is known is where the fleets lie then.
    fn of(open: &Open, witnessed: &[Fact<Event>]) -> Self {
        let fleets = |power: &Power| {
            let power = *power;
            open.fleets_of(power).map(move |(fleet, it)| ((power, fleet), it.sea.clone()))
        };
        let seas = open.fleets.keys().flat_map(fleets).collect();
        let mut all = Self { seas, ..Self::default() };
        for entry in witnessed.iter().rev() {
            all.before(&entry.event);
        }
        all.moves.reverse();
        all.together()
    }

    /// Notes an event that stands on the map; the others are no matter of it.
    fn before(&mut self, event: &Event) {
        if let Event::Marched { power, units, from, to }
        | Event::Reinforced { power, units, from, to } = event
        {
            self.marched(*power, units, from.as_str(), to.as_str());
        } else if let Event::Retreated { power, units, from, to, .. } = event {
            let to = match to {
                Spot::Region(region) => region.as_str(),
                Spot::Sea(sea) => sea.as_str(),
            };
            self.marched(*power, units, from.as_str(), to);
        } else if let Event::Boarded { power, units, from: shore, fleet }
        | Event::Disembarked { power, units, fleet, at: shore } = event
        {
            if let Some(sea) = self.seas.get(&(*power, *fleet)).cloned() {
                let ashore = matches!(event, Event::Disembarked { .. });
                let (sea, shore) = (sea.as_str(), shore.as_str());
                let (from, to) = if ashore { (sea, shore) } else { (shore, sea) };
                self.marched(*power, units, from, to);
            }
        } else if let Event::Sailed { power, fleets, from, to } = event {
            let number = u32::try_from(fleets.len()).unwrap_or(u32::MAX);
            self.went(*power, &format!("{fleets:?}"), number, from.as_str(), to.as_str());
            self.seas.extend(fleets.iter().map(|fleet| ((*power, *fleet), from.clone())));
        } else if let Event::NavalJoined { sea, mover, moving, enemy, fleets } = event {
            self.fights.entry(sea.to_string()).or_default().extend([*mover, *enemy]);
            for (power, fleets) in [(mover, moving), (enemy, fleets)] {
                self.seas.extend(fleets.iter().map(|fleet| ((*power, *fleet), sea.clone())));
            }
        } else if let Event::BattleJoined { at, attacker, defender, .. } = event {
            let powers = [attacker, defender].into_iter().filter_map(|party| match party {
                Party::Power(power) => Some(*power),
                Party::Natives => None,
            });
            self.fights.entry(at.to_string()).or_default().extend(powers);
        } else if let Event::Gained { at, .. }
        | Event::Reverted { at, .. }
        | Event::Ceded { at, .. } = event
        {
            self.taken.insert(at.to_string());
        }
    }

    fn marched(&mut self, power: Power, units: &Force, from: &str, to: &str) {
        self.went(power, &units.to_string(), units.total(), from, to);
    }

    /// A leg before those that are known already.
    fn went(&mut self, power: Power, who: &str, count: u32, from: &str, to: &str) {
        let goes_on = |w: &&mut Went| {
            w.power == power && w.who == who && w.path.first().is_some_and(|p| p == to)
        };
        if let Some(went) = self.moves.iter_mut().rev().find(goes_on) {
            went.path.insert(0, from.to_owned());
        } else {
            let path = vec![from.to_owned(), to.to_owned()];
            self.moves.push(Went { power, who: who.to_owned(), count, path });
        }
    }

    /// Where a power fought.
    fn fought(&self, power: Power) -> Vec<String> {
        let fights = self.fights.iter().filter(|(_, powers)| powers.contains(&power));
        fights.map(|(at, _)| at.clone()).collect()
    }

    /// Moves of a power on the same path are one arrow.
    fn together(mut self) -> Self {
        let mut moves: Vec<Went> = Vec::new();
        for went in self.moves {
            match moves.iter_mut().find(|m| m.power == went.power && m.path == went.path) {
                Some(same) => same.count = same.count.saturating_add(went.count),
                None => moves.push(went),
            }
        }
        self.moves = moves;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::Format;
    use super::*;
    use crate::base::yaml::{self, Origin};
    use crate::engine::Tables;

    #[test]
    fn a_power_is_told_from_those_that_fight_elsewhere() {
        let mut happened = Happened::default();
        for (at, power) in [("Kenya", Power::Britain), ("Sudan", Power::France)] {
            happened.before(&Event::BattleJoined {
                at: Region::from(at),
                attacker: Party::Natives,
                defender: Party::Power(power),
                natives: Force::default(),
                led: None,
            });
        }
        assert_eq!(happened.fought(Power::Britain), ["Kenya"]);
    }

    /// The drawing says by itself where one can go: the shipped layout needs no line but the
    /// straits, which cross land, and no wall.
    #[test]
    fn what_touches_on_the_map_touches_in_the_rules() {
        let text = include_str!("../../../turn-formats/age-of-imperialism/format.yaml");
        let format: Tables<Format> =
            yaml::read(text.as_bytes(), Origin::House).expect("it is read");
        format.check().expect("it is sound");
        let atlas = Atlas::of(&format.map, &format.map.chart(None)).expect("it has a layout");
        assert_eq!(atlas.places.len(), 63 + 26);
        assert!(atlas.links.iter().all(|link| link.way == STRAIT), "{:?}", atlas.links);
        assert_eq!((atlas.links.len(), atlas.walls.len()), (2, 0), "{:?}", atlas.walls);
        // With some zones only, the others leave no room.
        let part = format.map.chart(Some(&["Sub-Saharan Africa".to_owned()]));
        let part = Atlas::of(&format.map, &part).expect("it has a layout");
        let columns = part.places.iter().map(|place| match &place.shape {
            Shape::Land(runs) | Shape::Water(runs) => {
                runs.iter().map(|(x, _, _)| *x).min().expect("it is drawn")
            }
            _ => 0,
        });
        assert_eq!(columns.min(), Some(0));
    }
}

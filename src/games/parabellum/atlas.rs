//! The map of a skirmish as its reader may see it.

use std::collections::BTreeMap;

use super::Parabellum;
use super::events::Event;
use super::format::{FaceKind, Form, Terrain};
use super::names::{City, Sq, Unit};
use super::side::{Role, Side};
use super::sight::View;
use super::state::{Mini, Stack};
use super::theater::{BLOCK, Field, LEGEND, Place};
use crate::engine::Fact;
use crate::page::{
    self, At, Barrier, Board, Cell, Counter, Edge, Fire, Grid, Ground, Naming, Piece, Ridge, Route,
    Shot, Sign, Zone,
};

/// The board with the moves and attacks of what happened; `None` between skirmishes.
pub fn board(game: &Parabellum, view: &View, witnessed: &[Fact<Event>]) -> Option<Board> {
    let field = game.field(&view.open)?;
    let side = |side: Side| page::Side { name: side.title().to_owned(), hue: index(side) };
    let nobody = page::Side { name: "markers".to_owned(), hue: NOBODY };
    let size = field.board.size();
    Some(Board {
        barriers: FaceKind::ALL.into_iter().map(barrier).collect(),
        cells: cells(field, witnessed),
        columns: size.0,
        counters: counters(view),
        edges: edges(field),
        fires: fires(field, view, witnessed),
        grid: Grid::Square,
        key: key(view),
        naming: Naming::Letters,
        note: String::new(),
        own: view.side.map(index),
        routes: routes(field, witnessed),
        rows: size.1,
        seen: None,
        sides: Side::BOTH.into_iter().map(side).chain([nobody]).collect(),
        terrains: grounds(),
        title: field.name.to_string(),
        tracks: Vec::new(),
        ways: Vec::new(),
        zones: zones(field, view),
    })
}

/// The map of a skirmish before anybody is on it: its ground, its places, what lies there, and where each side sets up.
pub fn plain(field: &Field) -> Board {
    let lies = !field.markers.is_empty();
    let nobody = page::Side { name: "markers".to_owned(), hue: NOBODY };
    // Either company may be either of the two, so neither has its colour here.
    let roles = [(Role::Defender, 4), (Role::Attacker, 3)];
    let side = |(role, hue)| page::Side { name: format!("the {role} sets up here"), hue };
    // The list beside the map names places; where sides set up is said above it, and in colour on it.
    let setup = |((role, _), side): ((Role, u8), u8)| {
        let cells = field.lines[&role].iter().filter_map(|at| cell(field, *at)).collect();
        Zone { cells, name: String::new(), side: Some(side) }
    };
    let (columns, rows) = field.board.size();
    Board {
        barriers: FaceKind::ALL.into_iter().map(barrier).collect(),
        cells: cells(field, &[]),
        columns,
        counters: field.markers.iter().map(store).collect(),
        edges: edges(field),
        key: if lies { MARKERS.to_owned() } else { String::new() },
        naming: Naming::Letters,
        rows,
        sides: roles.into_iter().map(side).chain(lies.then_some(nobody)).collect(),
        terrains: grounds(),
        title: format!("Map of {}", field.name),
        zones: roles.into_iter().zip(0..).map(setup).chain(places(field)).collect(),
        ..Board::default()
    }
}

/// What stands on markers.
const MARKERS: &str = "S supplies, A ammunition, B barricades, by number";

/// What codes and numbers mean.
fn key(view: &View) -> String {
    let forms = view.mat.minis.values().map(|mini| mini.form);
    let codes = forms.map(|form| (form.code().to_owned(), form.to_string()));
    let mut rest = vec![
        MARKERS,
        "number at a unit: its strength as last known",
        "number on a line of fire: losses",
    ];
    if view.mat.minis.iter().any(|it| is_doubled(view, it)) {
        rest.push("#9: the unit with that number, where several of a kind share a square");
    }
    Board::keyed(codes, &rest)
}

/// True if another unit of its side with such a miniature stands in the same square.
fn is_doubled(view: &View, (unit, mini): (&Unit, &Mini)) -> bool {
    let mut there = view.mat.at(mini.at);
    there.any(|(other, it)| other != unit && other.side() == unit.side() && it.form == mini.form)
}

/// The side of markers, which belong to nobody (pb20).
const NOBODY: u8 = 2;

fn index(side: Side) -> u8 {
    match side {
        Side::Amber => 0,
        Side::Cobalt => 1,
    }
}

fn cell(field: &Field, at: Sq) -> Option<At> {
    field.board.cell(at.0)
}

fn barrier(kind: FaceKind) -> Barrier {
    let form = match kind {
        FaceKind::Scrub => Ridge::Scrub,
        FaceKind::Hedgerow => Ridge::Hedge,
        FaceKind::Wall => Ridge::Wall,
        FaceKind::Trench => Ridge::Trench,
    };
    Barrier { form, name: kind.to_string() }
}

/// The kinds of terrain, blocks last.
fn grounds() -> Vec<page::Terrain> {
    let ground = |terrain| match terrain {
        Terrain::Field => Ground::Open,
        Terrain::Road => Ground::Field,
        Terrain::Bridge => Ground::Built,
        Terrain::Rubble => Ground::Rubble,
        Terrain::Cragg => Ground::Rough,
        Terrain::Swamp => Ground::Marsh,
        Terrain::River | Terrain::Water => Ground::Water,
        Terrain::Ford => Ground::Shallow,
        Terrain::Rapids => Ground::Space,
        Terrain::Beach => Ground::Sand,
    };
    let named = |terrain: Terrain| page::Terrain {
        ground: ground(terrain),
        name: terrain.to_string(),
        sign: LEGEND.iter().find(|(_, one)| *one == terrain).map(|(sign, _)| *sign),
    };
    let name = "block".to_owned();
    let block = page::Terrain { ground: Ground::Blocked, name, sign: Some(BLOCK) };
    Terrain::ALL.into_iter().map(named).chain([block]).collect()
}

fn cells(field: &Field, witnessed: &[Fact<Event>]) -> Vec<Cell> {
    let fought: Vec<Sq> = witnessed.iter().filter_map(|fact| fought(&fact.event)).collect();
    let mut labels: BTreeMap<Sq, String> = BTreeMap::new();
    for (city, place) in &field.cities {
        labels.insert(place.squares[0], city.to_string());
    }
    let last = u8::try_from(Terrain::ALL.len()).unwrap_or(0);
    let mut cells = Vec::new();
    for square in crate::engine::board::Board::places(&field.board) {
        let at = Sq(square);
        let kind = Terrain::ALL.iter().position(|kind| *kind == field.terrain(at));
        let kind = kind.and_then(|kind| u8::try_from(kind).ok()).unwrap_or(0);
        let terrain = if field.blocks.contains(&at) { last } else { kind };
        let label = labels.get(&at).cloned().unwrap_or_default();
        let signs = if fought.contains(&at) { vec![Sign::Fight] } else { Vec::new() };
        if terrain != 0 || !label.is_empty() || !signs.is_empty() {
            cells.extend(cell(field, at).map(|at| Cell { at, height: 0, label, signs, terrain }));
        }
    }
    cells
}

/// Where dice fell.
fn fought(event: &Event) -> Option<Sq> {
    if let Event::Attacked { at, .. } | Event::Blasted { at, .. } | Event::Exploded { at, .. } =
        event
    {
        Some(*at)
    } else {
        None
    }
}

fn edges(field: &Field) -> Vec<Edge> {
    let edge = |((one, other), kind): (&(Sq, Sq), &FaceKind)| {
        let barrier = FaceKind::ALL.iter().position(|face| face == kind)?;
        let side = one.0.direction_to(other.0)?.number();
        let barrier = u8::try_from(barrier).ok()?;
        Some(Edge { at: cell(field, *one)?, barrier, side })
    };
    field.faces.iter().filter_map(edge).collect()
}

/// Miniatures, and markers. Of the enemy's the strength is shown that the reader learned last in this skirmish.
fn counters(view: &View) -> Vec<Counter> {
    let own = |unit: &Unit| view.own.get(&unit.side()).and_then(|own| own.cards.get(unit));
    let known =
        |unit: &Unit| view.own.get(&unit.side().other()).and_then(|own| own.known.get(unit));
    let mini = |(unit, mini): (&Unit, &Mini)| {
        let learned = known(unit).and_then(|sighting| sighting.current(view.open.when()));
        let strength = own(unit).map(|card| card.strength).or(learned).map(u16::from);
        let piece = if mini.form == Form::Aircraft { Piece::Missile } else { Piece::Army };
        Counter {
            at: (mini.at.0.column() - 1, mini.at.0.row() - 1),
            facing: None,
            marks: Vec::new(),
            piece,
            side: index(unit.side()),
            strength,
            text: if is_doubled(view, (unit, mini)) {
                format!("#{}", unit.number())
            } else {
                mini.form.code().to_owned()
            },
            title: match own(unit) {
                Some(card) => format!("{unit}, {} ({})", card.kind, mini.form),
                None => format!("{unit}, {}", mini.form),
            },
        }
    };
    let stores = view.mat.stacks.iter().map(store);
    view.mat.minis.iter().map(mini).chain(stores).collect()
}

/// Markers of a square.
fn store((at, stack): (&Sq, &Stack)) -> Counter {
    let parts = [("S", stack.supplies()), ("A", stack.rounds()), ("B", stack.barricades)];
    let parts = parts.into_iter().filter(|(_, count)| *count > 0);
    let text: Vec<String> = parts.map(|(letter, count)| format!("{letter}{count}")).collect();
    Counter {
        at: (at.0.column() - 1, at.0.row() - 1),
        facing: None,
        marks: Vec::new(),
        piece: Piece::Store,
        side: NOBODY,
        strength: None,
        text: text.concat().chars().take(4).collect(),
        title: super::said::stacked(*stack),
    }
}

fn fires(field: &Field, view: &View, witnessed: &[Fact<Event>]) -> Vec<Fire> {
    let mut fires: Vec<Fire> = Vec::new();
    for fact in witnessed {
        if let Event::Attacked { unit, at, .. } = &fact.event {
            let from = view.mat.place(unit).and_then(|from| cell(field, from));
            let fire = from.zip(cell(field, *at)).map(|(from, to)| Fire {
                from,
                outcome: Shot::Missed,
                side: index(unit.side()),
                text: String::new(),
                title: unit.to_string(),
                to,
            });
            fires.extend(fire);
        }
        // Losses of units count before those of markers in the same square.
        let (at, losses, units) = if let Event::Hit { at, losses, .. } = &fact.event {
            (at, *losses, true)
        } else if let Event::Burned { at, barricades, ammo, supply } = &fact.event {
            (at, barricades + ammo + supply, false)
        } else {
            continue;
        };
        let last = fires.last_mut().filter(|last| cell(field, *at) == Some(last.to));
        let counts = |last: &&mut Fire| losses > 0 && (units || last.text.is_empty());
        if let Some(last) = last.filter(counts) {
            (last.outcome, last.text) = (Shot::Hit, losses.to_string());
        }
    }
    fires
}

fn routes(field: &Field, witnessed: &[Fact<Event>]) -> Vec<Route> {
    let mut ways: Vec<(&Unit, Vec<Sq>)> = Vec::new();
    for fact in witnessed {
        let Event::Moved { unit, from, to } = &fact.event else { continue };
        match ways.iter_mut().find(|(who, way)| *who == unit && way.last() == Some(from)) {
            Some((_, way)) => way.push(*to),
            None => ways.push((unit, vec![*from, *to])),
        }
    }
    let route = |(unit, way): (&Unit, Vec<Sq>)| Route {
        notes: Vec::new(),
        path: way.iter().filter_map(|at| cell(field, *at)).collect(),
        side: index(unit.side()),
        text: String::new(),
        title: unit.to_string(),
    };
    ways.into_iter().map(route).collect()
}

/// The named places of a map.
fn places(field: &Field) -> Vec<Zone> {
    let zone = |(city, place): (&City, &Place)| {
        let cells = place.squares.iter().filter_map(|at| cell(field, *at)).collect();
        Zone { cells, name: city.to_string(), side: None }
    };
    field.cities.iter().map(zone).collect()
}

fn zones(field: &Field, view: &View) -> Vec<Zone> {
    let cells = |squares: &[Sq]| squares.iter().filter_map(|at| cell(field, *at)).collect();
    let mut zones = places(field);
    let deploys = view.open.step != super::state::Step::Turn;
    if let Some(now) = view.open.skirmish.as_ref().filter(|_| deploys) {
        for side in Side::BOTH {
            // Where each deploys is told beside the map, and drawn in the colours of its legend.
            let (role, name) = (now.role(side), String::new());
            let side = Some(index(side));
            zones.push(Zone { cells: cells(&field.lines[&role]), name, side });
        }
    }
    zones
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bridge_is_drawn_unlike_a_road_and_the_water_beside_it() {
        let ground =
            |name: &str| grounds().into_iter().find(|row| row.name == name).map(|row| row.ground);
        assert_eq!(ground("bridge"), Some(Ground::Built));
        for other in ["road", "deep river", "ford", "field"] {
            assert!(ground(other).is_some(), "{other}");
            assert_ne!(ground(other), ground("bridge"), "{other}");
        }
    }
}

//! The map as its reader may see it.

use std::collections::BTreeMap;

use super::events::{Attack, Effect, Event, How};
use super::format::{Class, KindRow, Terrain};
use super::names::{Unit, Zone};
use super::scenario::Road;
use super::side::Side;
use super::sight::View;
use super::state::{Piece, State, Step};
use super::{CompanyCommander, charts};
use crate::engine::Fact;
use crate::page::{
    self, At, Board, Cell, Counter, Fire, Grid, Ground, Mark, Naming, Route, Shifted, Shot, Sign,
    Stroke, Track, Way, Zone as Area,
};

/// The board with the moves and shots of what happened.
pub fn board(game: &CompanyCommander, view: &View, witnessed: &[Fact<Event>]) -> Board {
    let way = |name: &str, line| Way { line, name: name.to_owned(), side: None };
    Board {
        barriers: Vec::new(),
        cells: cells(game, witnessed),
        columns: game.field.size.0,
        counters: counters(game, view),
        edges: Vec::new(),
        fires: fires(game, view, witnessed),
        grid: Grid::Flat(Shifted::Odd),
        key: key(game, view),
        naming: Naming::Digits,
        note: String::new(),
        own: view.side.map(index),
        routes: routes(game, witnessed),
        rows: game.field.size.1,
        seen: None,
        sides: Side::BOTH.into_iter().map(coloured).collect(),
        terrains: Terrain::ALL.into_iter().map(|terrain| ground(game, terrain)).collect(),
        title: game.field.title.clone(),
        tracks: tracks(game),
        ways: vec![way("road", Stroke::Dashed), way("paved road", Stroke::Plain)],
        zones: zones(game, view),
    }
}

/// What codes and numbers mean.
fn key(game: &CompanyCommander, view: &View) -> String {
    let known = view.contacts.iter().filter(|_| view.side.is_some()).flat_map(|(_, known)| known);
    let known = known.filter(|(_, contact)| !contact.now).map(|(unit, _)| unit);
    let here = view.units.iter().filter(|(_, piece)| piece.at().is_some());
    let kinds = here.map(|(unit, _)| unit).chain(known).map(|unit| game.kind_of(unit));
    let kinds = kinds.map(|kind| game.format.kind(kind));
    let codes = kinds.map(|kind| (kind.code.clone(), kind.title.clone()));
    let mut rest = vec!["number at a unit: its strength", "point at a unit: where it faces"];
    if !game.field.objectives.is_empty() {
        rest.push("outline with a name: objective, in the color of who holds it");
    }
    if game.zones().any(|at| game.field.ground(at).1 != 0) {
        rest.push("number at the left of a hex: its height");
    }
    Board::keyed(codes, &rest)
}

/// A side in the colour it is named after.
pub(super) fn coloured(side: Side) -> page::Side {
    let hue = match side {
        Side::Blue => 1,
        Side::Red => 0,
    };
    page::Side { name: side.title().to_owned(), hue }
}

fn index(side: Side) -> u8 {
    match side {
        Side::Blue => 0,
        Side::Red => 1,
    }
}

fn cell(game: &CompanyCommander, at: Zone) -> Option<At> {
    game.field.board.cell(at.0)
}

/// A unit whose state is asked for.
#[derive(Clone, Copy)]
struct Subject<'a> {
    game: &'a CompanyCommander,
    state: &'a State,
    unit: &'a Unit,
    piece: &'a Piece,
    /// What only its own side knows of it is known.
    own: bool,
}

impl Subject<'_> {
    fn kind(&self) -> &KindRow {
        self.game.format.kind(&self.piece.kind)
    }

    /// True if it is on the map.
    fn stands(&self) -> bool {
        self.piece.at().is_some()
    }
}

/// A state of a unit.
struct Condition {
    mark: char,
    /// What the mark means.
    means: fn(&CompanyCommander) -> String,
    /// What stands beside the unit's name on the map, where its sign does not say it.
    beside: &'static str,
    /// Whether a unit is in it.
    holds: fn(&Subject<'_>) -> bool,
}

/// All states.
const STATES: [Condition; 6] = [
    Condition {
        mark: 'S',
        means: |_| "suppressed: cannot move, shoot or assault".to_owned(),
        beside: "",
        holds: |it| it.piece.suppressed,
    },
    Condition {
        mark: 'C',
        means: |game| format!("cautious: {}", charts::cautious(game)),
        beside: ", cautious",
        holds: |it| !it.piece.suppressed && it.stands() && it.game.cautious(it.piece),
    },
    Condition {
        mark: 'W',
        means: |game| charts::ready(game).to_owned(),
        beside: "",
        holds: |it| it.own && it.stands() && it.game.is_ready(it.state, it.unit, it.piece),
    },
    Condition {
        mark: 'F',
        means: |_| {
            "has fired since its last turn began, so not on overwatch (spent, on the map)"
                .to_owned()
        },
        beside: "",
        holds: |it| it.piece.fired,
    },
    Condition {
        mark: 'L',
        means: |_| "low on ammunition".to_owned(),
        beside: ", low on ammunition",
        holds: |it| it.own && it.game.is_low(it.state, it.unit, it.kind()),
    },
    Condition {
        mark: 'O',
        means: |_| "a weapon is out of ammunition".to_owned(),
        beside: ", out of ammunition",
        holds: |it| it.own && it.game.lacks(it.state, it.unit, it.kind()),
    },
];

/// The marks of the states that a unit is in; with `own` those of which only its own side knows, too.
pub(super) fn states(
    game: &CompanyCommander,
    state: &State,
    (unit, piece): (&Unit, &Piece),
    own: bool,
) -> String {
    let it = Subject { game, state, unit, piece, own };
    STATES.iter().filter(|state| (state.holds)(&it)).map(|state| state.mark).collect()
}

/// What those marks mean that units have of which the reader knows.
pub(super) fn legend(game: &CompanyCommander, view: &View) -> String {
    let state = view.believed();
    let own = |unit: &Unit| view.stocks.contains_key(unit);
    let all = view.units.iter().map(|it| states(game, &state, it, own(it.0)));
    let all: String = all.collect();
    let told = STATES.iter().filter(|state| all.contains(state.mark));
    let told: Vec<String> =
        told.map(|Condition { mark, means, .. }| format!("{mark} {}", means(game))).collect();
    told.join("; ")
}

fn ground(game: &CompanyCommander, terrain: Terrain) -> page::Terrain {
    let ground = match terrain {
        Terrain::Clear => Ground::Open,
        Terrain::Woods => Ground::Wood,
        Terrain::Building => Ground::Built,
        Terrain::Rough => Ground::Rough,
        Terrain::Ditch => Ground::Shallow,
        Terrain::Marsh => Ground::Marsh,
        Terrain::Water => Ground::Water,
        Terrain::Trench => Ground::Sand,
        Terrain::Bunker => Ground::Rubble,
    };
    let sign = Some(game.format.terrain[&terrain].sign);
    page::Terrain { ground, name: terrain.to_string(), sign }
}

fn cells(game: &CompanyCommander, witnessed: &[Fact<Event>]) -> Vec<Cell> {
    let fought: Vec<Zone> = witnessed
        .iter()
        .filter_map(|fact| {
            let (Event::Attacked { at, .. }
            | Event::Shelled { at, .. }
            | Event::Scattered { at, .. }) = &fact.event
            else {
                return None;
            };
            Some(*at)
        })
        .collect();
    let ruins = ruins(witnessed);
    let labels: BTreeMap<Zone, String> =
        game.field.objectives.iter().map(|(place, it)| (it.at, place.to_string())).collect();
    let mut cells = Vec::new();
    for at in game.zones() {
        let (kind, height) = game.field.ground(at);
        let terrain = Terrain::ALL.iter().position(|other| *other == kind).unwrap_or(0);
        let terrain = u8::try_from(terrain).unwrap_or(0);
        let label = labels.get(&at).cloned().unwrap_or_default();
        let signs = [(Sign::Fight, fought.contains(&at)), (Sign::Ruin, ruins.contains(&at))];
        let signs: Vec<Sign> = signs.into_iter().filter(|(_, so)| *so).map(|(it, _)| it).collect();
        if terrain != 0 || height != 0 || !label.is_empty() || !signs.is_empty() {
            cells.extend(cell(game, at).map(|at| Cell { at, height, label, signs, terrain }));
        }
    }
    cells
}

/// Where units were destroyed, as far as the reader saw where they were: all learn of the loss (cc2).
fn ruins(witnessed: &[Fact<Event>]) -> Vec<Zone> {
    let mut places: BTreeMap<&Unit, Zone> = BTreeMap::new();
    let mut ruins = Vec::new();
    for fact in witnessed {
        if let Event::Destroyed { unit } = &fact.event {
            ruins.extend(places.remove(unit));
        }
        match fact.event.shown() {
            Some((unit, Some(at))) => {
                places.insert(unit, at);
            }
            Some((unit, None)) => {
                places.remove(unit);
            }
            None => {}
        }
    }
    ruins
}

fn tracks(game: &CompanyCommander) -> Vec<Track> {
    let roads = game.field.roads.iter().filter(|((from, to), _)| from < to);
    let track = |((from, to), road): (&(Zone, Zone), &Road)| {
        let path = vec![cell(game, *from)?, cell(game, *to)?];
        Some(Track { path, way: u8::from(*road == Road::Paved) })
    };
    roads.filter_map(track).collect()
}

/// Units in sight, and those seen last.
fn counters(game: &CompanyCommander, view: &View) -> Vec<Counter> {
    let state = view.believed();
    let piece = |unit: &Unit, at: At, piece: Option<&Piece>, side: Side| {
        let kind = game.format.kind(game.kind_of(unit));
        let own = view.stocks.contains_key(unit);
        let subject = |piece| Subject { game, state: &state, unit, piece, own };
        let holds = |it: &Condition| piece.is_some_and(|piece| (it.holds)(&subject(piece)));
        let states: String = STATES.iter().filter(|it| holds(it)).map(|it| it.beside).collect();
        let marks = [
            (Mark::Suppressed, piece.is_some_and(|it| it.suppressed)),
            (Mark::Damaged, piece.is_some_and(|it| it.strength < kind.strength)),
            (Mark::Spent, piece.is_some_and(|it| it.fired)),
            (Mark::Doubtful, piece.is_none()),
        ];
        let form = match kind.class {
            Class::Aircraft | Class::Helicopter | Class::Drone => page::Piece::Missile,
            Class::Support => page::Piece::Store,
            Class::Tank
            | Class::Carrier
            | Class::Recon
            | Class::Infantry
            | Class::Gun
            | Class::Battery => page::Piece::Army,
        };
        let faces = !kind.is(super::format::Trait::AllRound);
        Counter {
            at,
            facing: piece.filter(|_| faces).map(|it| it.facing.number()),
            marks: marks.into_iter().filter(|(_, so)| *so).map(|(mark, _)| mark).collect(),
            piece: form,
            side: index(side),
            strength: piece.map(|it| u16::from(it.strength)),
            text: kind.code.clone(),
            title: format!("{}{states}", game.called(unit)),
        }
    };
    let mut counters = Vec::new();
    for (unit, it) in &view.units {
        if let Some(at) = it.at().and_then(|at| cell(game, at)) {
            counters.push(piece(unit, at, Some(it), it.side));
        }
    }
    for (side, known) in view.contacts.iter().filter(|_| view.side.is_some()) {
        for (unit, contact) in known.iter().filter(|(_, contact)| !contact.now) {
            counters.extend(cell(game, contact.at).map(|at| piece(unit, at, None, side.other())));
        }
    }
    counters
}

/// Lines of fire, by result.
fn fires(game: &CompanyCommander, view: &View, witnessed: &[Fact<Event>]) -> Vec<Fire> {
    let mut fires: Vec<Fire> = Vec::new();
    let mut places: BTreeMap<&Unit, Zone> = BTreeMap::new();
    for fact in witnessed {
        if let Event::Moved { unit, to: at, .. } | Event::Sighted { unit, at, .. } = &fact.event {
            places.insert(unit, *at);
        }
        let Some(attack) = fact.event.attack() else { continue };
        match attack {
            Attack::Begun { unit, how, target, at } if how != How::Indirect => {
                let now = view.units.get(unit).and_then(Piece::at);
                let from = places.get(unit).copied().or(now).and_then(|from| cell(game, from));
                let side = index(game.field.units[unit].side);
                fires.extend(from.zip(cell(game, at)).map(|(from, to)| Fire {
                    from,
                    outcome: Shot::Missed,
                    side,
                    text: String::new(),
                    title: format!("{unit} {how} {target}"),
                    to,
                }));
            }
            Attack::Volley { strikes, .. } => {
                let hit = strikes.iter().any(|strike| strike.effect != Effect::None);
                let last = fires.last_mut().filter(|_| !strikes.is_empty());
                // What one weapon did, a later one that does nothing does not take back.
                if let Some(last) = last.filter(|last| hit || last.outcome == Shot::Missed) {
                    last.outcome = if hit { Shot::Hit } else { Shot::Harmless };
                }
            }
            Attack::Assault { effect, .. } => {
                if let Some(last) = fires.last_mut().filter(|_| effect != Effect::None) {
                    last.outcome = Shot::Hit;
                }
            }
            Attack::Begun { .. }
            | Attack::Shelled { .. }
            | Attack::AntiAir { .. }
            | Attack::Unseen { .. } => {}
        }
    }
    fires
}

fn routes(game: &CompanyCommander, witnessed: &[Fact<Event>]) -> Vec<Route> {
    let mut ways: Vec<(&Unit, Vec<Zone>)> = Vec::new();
    for fact in witnessed {
        let Event::Moved { unit, from, to } = &fact.event else { continue };
        match ways.iter_mut().find(|(who, way)| *who == unit && way.last() == Some(from)) {
            Some((_, way)) => way.push(*to),
            None => ways.push((unit, vec![*from, *to])),
        }
    }
    let route = |(unit, way): (&Unit, Vec<Zone>)| Route {
        notes: Vec::new(),
        path: way.iter().filter_map(|at| cell(game, *at)).collect(),
        side: index(game.field.units[unit].side),
        text: String::new(),
        title: unit.to_string(),
    };
    ways.into_iter().map(route).collect()
}

/// The hexes that a unit of the reader's sees: what would stand there in the open (cc14, cc52).
pub fn seen_by(game: &CompanyCommander, view: &View, name: &str) -> Option<Area> {
    let own = view.units.iter().filter(|(_, piece)| view.side.is_none_or(|s| s == piece.side));
    let mut own = own.filter(|(unit, _)| unit.as_str().eq_ignore_ascii_case(name));
    let (unit, piece) = own.next()?;
    let (from, kind) = (piece.at()?, game.format.kind(&piece.kind));
    let cells = game.zones().filter(|at| game.looks(kind, from, *at));
    let cells = cells.filter_map(|at| cell(game, at)).collect();
    Some(Area { cells, name: format!("seen by {unit}"), side: None })
}

/// Objectives, smoke, where reinforcements enter, and what the reader's units see.
fn zones(game: &CompanyCommander, view: &View) -> Vec<Area> {
    let mut zones = Vec::new();
    for (place, objective) in &game.field.objectives {
        let side = view.open.held.get(place).map(|side| index(*side));
        let cells = cell(game, objective.at).into_iter().collect();
        zones.push(Area { cells, name: place.to_string(), side });
    }
    let smoke: Vec<At> = view.open.smoke.keys().filter_map(|at| cell(game, *at)).collect();
    if !smoke.is_empty() {
        zones.push(Area { cells: smoke, name: "smoke".to_owned(), side: None });
    }
    let late = |side: &Side| !view.open.complete.contains(side);
    for (side, entries) in game.field.entries.iter().filter(|(side, _)| late(side)) {
        let cells = entries.iter().filter_map(|at| cell(game, *at)).collect();
        let name = format!("entry of {}", side.title());
        zones.push(Area { cells, name, side: Some(index(*side)) });
    }
    if let Some(side) = view.side.filter(|_| view.open.step == Step::Deployment) {
        let own = game.field.units.values().filter(|unit| unit.side == side);
        let mut places: Vec<At> =
            own.flat_map(|unit| unit.or.iter()).filter_map(|at| cell(game, *at)).collect();
        places.sort_unstable();
        places.dedup();
        let name = format!("{} may deploy", side.title());
        zones.push(Area { cells: places, name, side: Some(index(side)) });
    }
    zones
}

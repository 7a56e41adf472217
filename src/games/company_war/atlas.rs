//! The jump map as its reader may see it.

use std::collections::BTreeSet;

use super::CompanyWar;
use super::events::Event;
use super::page::shown;
use super::scenario::{Jp, RouteKind, Side};
use super::sight::View;
use super::state::{Condition, Ship, State};
use super::tell::title;
use crate::base::words::names;
use crate::engine::Entry;
use crate::page::{self, Link, Map, Move, Piece, Place, Shape, Sign, Stack, Stroke, Way};

/// The map with the moves and fights of what happened; `None` if the scenario has no layout.
pub fn map(game: &CompanyWar, view: &View, witnessed: &[Entry<Event>]) -> Option<Map> {
    if game.chart.layout.is_empty() {
        return None;
    }
    let happened = Happened::of(game, witnessed);
    let place = |(jp, cell): (&Jp, &(u16, u16))| place(game, &view.open, &happened, *jp, *cell);
    let places: Vec<Place> = game.chart.layout.iter().map(place).collect();
    let side = |side: Side| page::Side { name: title(side), hue: index(side) };
    Some(Map {
        title: "The jump points and who lies there".to_owned(),
        key: "M ships of the Mazianni, U ships of the Union".to_owned(),
        sides: Side::BOTH.into_iter().map(side).collect(),
        ways: KINDS.into_iter().filter(|kind| may_see(view, *kind)).map(way).collect(),
        places,
        links: links(game, view),
        walls: Vec::new(),
        moves: happened.moves.iter().map(|went| went.drawn(game)).collect(),
    })
}

const KINDS: [RouteKind; 4] =
    [RouteKind::Commercial, RouteKind::Military, RouteKind::Mazianni, RouteKind::Union];

fn may_see(view: &View, kind: RouteKind) -> bool {
    view.side.is_none_or(|side| kind.open_to(side))
}

fn index(side: Side) -> u8 {
    match side {
        Side::Mazianni => 0,
        Side::Union => 1,
    }
}

fn way(kind: RouteKind) -> Way {
    let (line, side) = match kind {
        RouteKind::Commercial => (Stroke::Plain, None),
        RouteKind::Military => (Stroke::Dashed, None),
        RouteKind::Mazianni => (Stroke::Dotted, Some(index(Side::Mazianni))),
        RouteKind::Union => (Stroke::Dotted, Some(index(Side::Union))),
    };
    Way { name: format!("{} route", kind.word()), line, side }
}

/// The routes that the reader may use (cw3).
fn links(game: &CompanyWar, view: &View) -> Vec<Link> {
    let kinds: Vec<RouteKind> = KINDS.into_iter().filter(|kind| may_see(view, *kind)).collect();
    let mut links = Vec::new();
    for (from, near) in &game.chart.routes {
        for (to, ways) in near.iter().filter(|(to, _)| from < *to) {
            let Some(kind) = shown(view, ways) else { continue };
            let way = kinds.iter().zip(0..).find(|(known, _)| **known == kind);
            let between = (name(game, *from), name(game, *to));
            links.extend(way.map(|(_, way)| Link { between, way }));
        }
    }
    links
}

/// The name of a jump point on the map, which no other has.
fn name(game: &CompanyWar, jp: Jp) -> String {
    game.chart.station_at(jp).map_or_else(|| jp.to_string(), |(name, _)| name.to_owned())
}

fn place(game: &CompanyWar, state: &State, happened: &Happened, jp: Jp, cell: (u16, u16)) -> Place {
    let (column, row) = cell;
    let mut place = match game.chart.station_at(jp) {
        Some((name, _)) => Place::new(name, Shape::Station(column, row)),
        None => Place::new(jp.to_string(), Shape::Point(column, row)),
    };
    if matches!(place.shape, Shape::Station(..)) {
        place.mark = jp.to_string();
    }
    let garrison = state.landed.contains(&jp);
    place.owner = garrison.then_some(index(Side::Mazianni));
    place.stacks = Side::BOTH.into_iter().filter_map(|side| stack(game, state, side, jp)).collect();
    let signs = [
        (Sign::Fight, happened.fights.contains(&jp)),
        (Sign::Taken, happened.taken.contains(&jp)),
        (Sign::Garrison, garrison),
        (Sign::Ruin, state.destroyed.contains(&jp)),
    ];
    place.signs = signs.into_iter().filter(|(_, is)| *is).map(|(sign, _)| sign).collect();
    place
}

/// The ships of a side at a jump point. Counters stand openly on the map.
fn stack(game: &CompanyWar, state: &State, side: Side, jp: Jp) -> Option<Stack> {
    let here = game.chart.fleet(side).filter(|ship| state.ships[*ship].at == Some(jp));
    let ship = |ship: &Ship| match state.ships[ship].condition {
        Condition::Damaged => format!("{ship} (damaged)"),
        _ => ship.clone(),
    };
    let ships: Vec<String> = here.map(ship).collect();
    let letter = side.name().chars().next()?.to_uppercase();
    (!ships.is_empty()).then(|| Stack {
        side: index(side),
        piece: Piece::Ship,
        text: format!("{letter} {}", ships.len()),
        title: format!("{}: {}", title(side), names(&ships)),
    })
}

/// What of a cycle stands on the map.
#[derive(Default)]
struct Happened {
    moves: Vec<Went>,
    fights: BTreeSet<Jp>,
    taken: BTreeSet<Jp>,
}

/// Ships that moved together.
struct Went {
    side: Side,
    ships: Vec<Ship>,
    path: Vec<Jp>,
}

impl Happened {
    fn of(game: &CompanyWar, witnessed: &[Entry<Event>]) -> Self {
        let mut all = Self::default();
        for entry in witnessed {
            match &entry.event {
                Event::Jumped { ships, from, to } => all.went(game, ships, *from, *to),
                Event::BattleJoined { at } | Event::Bombarded { at, .. } => {
                    all.fights.insert(*at);
                }
                Event::Stormed { at, .. } => {
                    all.fights.insert(*at);
                    all.taken.insert(*at);
                }
                Event::Landed { at, .. } | Event::Embarked { at } => {
                    all.taken.insert(*at);
                }
                _ => {}
            }
        }
        all.together()
    }

    /// A jump of ships that may have jumped before.
    fn went(&mut self, game: &CompanyWar, ships: &[Ship], from: Jp, to: Jp) {
        let goes_on = |went: &&mut Went| went.ships == ships && went.path.ends_with(&[from]);
        if let Some(went) = self.moves.iter_mut().find(goes_on) {
            went.path.push(to);
        } else if let Some(hull) = ships.first().and_then(|ship| game.chart.hulls.get(ship)) {
            let (side, path) = (hull.side, vec![from, to]);
            self.moves.push(Went { side, ships: ships.to_vec(), path });
        }
    }

    /// Moves of a side on the same path are one arrow.
    fn together(mut self) -> Self {
        let mut moves: Vec<Went> = Vec::new();
        for went in self.moves {
            match moves.iter_mut().find(|m| m.side == went.side && m.path == went.path) {
                Some(same) => same.ships.extend(went.ships),
                None => moves.push(went),
            }
        }
        self.moves = moves;
        self
    }
}

impl Went {
    fn drawn(&self, game: &CompanyWar) -> Move {
        let path: Vec<String> = self.path.iter().map(|jp| name(game, *jp)).collect();
        Move {
            side: index(self.side),
            text: self.ships.len().to_string(),
            title: format!("{}: {}", names(&self.ships), path.join(" – ")),
            path,
        }
    }
}

//! How soon units can be at objectives: the reader's, and those of the enemy in sight.

use std::collections::BTreeMap;

use super::CompanyCommander;
use super::format::KindRow;
use super::moves::Barred;
use super::names::{Unit, Zone};
use super::prospects::next_turn;
use super::said::{each, either};
use super::scenario::{Objective, Start};
use super::side::Side;
use super::sight::View;
use super::state::{Piece, State, Step};
use crate::base::words::{count, few};
use crate::page::Table;

/// Lines of a table at most.
const LINES: usize = 40;

/// Units that can be in an objective that are named.
const REACHING: usize = 4;

/// Units that are named which are soonest at the only objective.
const SOONEST: usize = 3;

/// How soon the reader's units can be at objectives, and from the first turn on those of the enemy in sight.
pub fn tables(game: &CompanyCommander, view: &View, side: Side) -> Vec<Table> {
    if view.open.step == Step::Over || game.field.objectives.is_empty() {
        return Vec::new();
    }
    let enemy = (view.open.step == Step::Turn).then(|| enemies(game, view, side.other()));
    own(game, view, side).into_iter().chain(enemy.flatten()).collect()
}

/// A unit of the side on the ground and a hex from which it may go on.
struct Walker<'a> {
    unit: &'a Unit,
    kind: &'a KindRow,
    from: Zone,
    /// The first turn in which it can move.
    turn: u32,
}

/// The units that can go to objectives; before the first turn from each hex where they may begin.
fn walkers<'a>(game: &'a CompanyCommander, view: &'a View, side: Side) -> Vec<Walker<'a>> {
    let deploys = view.open.step == Step::Deployment;
    let turn = next_turn(game, view, side);
    let mut all = Vec::new();
    for (unit, piece) in view.units.iter().filter(|(_, piece)| piece.side == side) {
        let kind = game.format.kind(&piece.kind);
        if kind.flies() || kind.speed == 0 {
            continue;
        }
        let roster = &game.field.units[unit];
        let start = if let Start::At(start) = roster.start { Some(start) } else { None };
        let mut places: Vec<Zone> = piece.at().into_iter().collect();
        if deploys {
            places.extend(start.into_iter().chain(roster.or.iter().copied()));
        }
        let mut seen = std::collections::BTreeSet::new();
        places.retain(|at| seen.insert(*at));
        // It recovers at the end of its side's next turn at the earliest (cc16).
        let turn = turn + u32::from(piece.suppressed);
        all.extend(places.into_iter().map(|from| Walker { unit, kind, from, turn }));
    }
    all
}

/// When a unit can be in a hex at the earliest.
enum Arrival {
    /// In this turn.
    In(u32),
    /// After the last turn.
    TooLate,
    /// Never.
    NoWay,
}

/// When a unit can be in a hex at the earliest, at normal speed and with that in its way.
fn arrival(game: &CompanyCommander, walker: &Walker<'_>, to: Zone, barred: &Barred) -> Arrival {
    let Some(turns) = game.turns_to(walker.kind, walker.from, to, barred) else {
        return Arrival::NoWay;
    };
    let turn = (walker.turn + turns).saturating_sub(1);
    if turn > game.field.turns { Arrival::TooLate } else { Arrival::In(turn) }
}

/// What units of a side find in their way to a hex, as far as the reader knows: the other side's where they stand, but
/// for who stands in that hex.
fn barred(game: &CompanyCommander, state: &State, side: Side, to: Zone) -> Barred {
    let others = state.of(side.other()).filter_map(|(_, piece)| Some((piece, piece.at()?)));
    game.barred(others.filter(|(_, at)| *at != to))
}

/// When a unit of a side can be in a hex at the earliest, in words, and how far that is.
fn told(
    game: &CompanyCommander,
    view: &View,
    state: &State,
    walker: &Walker<'_>,
    to: Zone,
) -> String {
    let far = walker.from.0.distance(to.0);
    if far == 0 {
        return "there".to_owned();
    }
    let side = game.field.units[walker.unit].side;
    let way = |barred: &Barred| arrival(game, walker, to, barred);
    let turn = match way(&barred(game, state, side, to)) {
        Arrival::In(turn) => format!("turn {turn}{}", unless(game, view, state, side, to)),
        Arrival::TooLate => "too late".to_owned(),
        Arrival::NoWay if matches!(way(&Barred::default()), Arrival::NoWay) => "no way".to_owned(),
        Arrival::NoWay => "no way past the enemy".to_owned(),
    };
    let hexes = if far == 1 { "hex" } else { "hexes" };
    format!("{turn}, {far} {hexes}")
}

/// Who has to be gone from a hex before units of a side on the ground can be there: an enemy who stands there, or was seen
/// there last. What flies bars nobody (cc54).
fn unless(game: &CompanyCommander, view: &View, state: &State, side: Side, at: Zone) -> String {
    let there = game.occupant(state, at, false);
    if let Some(unit) = there.filter(|unit| game.field.units[*unit].side != side) {
        return format!(" if {unit} is gone");
    }
    let known = view.contacts.get(&side).into_iter().flatten();
    let ground = |unit: &Unit| !game.format.kind(game.kind_of(unit)).flies();
    // Who would be seen there, even cautious, is there no more.
    let mut known = known.filter(|(unit, contact)| {
        let there = !contact.now && contact.at == at && ground(unit);
        there && !game.would_be_seen(state, side, unit, at)
    });
    known.next().map_or(String::new(), |(unit, _)| format!(" if {unit} has left"))
}

/// How soon the reader's units can be at objectives, how far those are, and from where they are seen.
fn own(game: &CompanyCommander, view: &View, side: Side) -> Option<Table> {
    let state = view.believed();
    let sees = |walker: &Walker<'_>, objective: &Objective| {
        let away = walker.from != objective.at;
        away && game.looks(walker.kind, walker.from, objective.at)
    };
    let cell = |walker: &Walker<'_>, objective: &Objective| {
        let told = told(game, view, &state, walker, objective.at);
        if sees(walker, objective) { format!("{told}, sees it") } else { told }
    };
    let deploys = view.open.step == Step::Deployment;
    let met = !deploys && game.known(&state, side).next().is_some();
    let from = if deploys { "may begin" } else { "are" };
    let met = if met { " and if enemies in sight stay where they are" } else { "" };
    let walkers = walkers(game, view, side);
    let sees = |walker: &Walker<'_>| game.field.objectives.values().any(|it| sees(walker, it));
    let seen = if walkers.iter().any(sees) { ", and who sees them from there" } else { "" };
    let caption = format!(
        "How soon units of {} can be at the objectives from where they {from}, at normal speed{met}{seen}",
        side.title()
    );
    shown(game, &walkers, caption, cell)
}

/// How soon enemies in sight can be at objectives.
fn enemies(game: &CompanyCommander, view: &View, enemy: Side) -> Option<Table> {
    let state = view.believed();
    let cell =
        |walker: &Walker<'_>, objective: &Objective| told(game, view, &state, walker, objective.at);
    let caption = format!(
        "How soon units of {} in sight can be at the objectives, at normal speed and if your units stay where they are",
        enemy.title()
    );
    shown(game, &walkers(game, view, enemy), caption, cell)
}

fn shown(
    game: &CompanyCommander,
    walkers: &[Walker<'_>],
    caption: String,
    cell: impl Fn(&Walker<'_>, &Objective) -> String,
) -> Option<Table> {
    let rows = walkers.iter().take(LINES).map(|walker| {
        let own = [walker.unit.to_string(), walker.from.to_string()].into_iter();
        let cells = game.field.objectives.values().map(|it| cell(walker, it));
        own.chain(cells).collect::<Vec<_>>()
    });
    let rows: Vec<_> = rows.collect();
    let goals = game.field.objectives.iter().map(|(place, it)| format!("To {place} ({})", it.at));
    let columns = ["Unit".to_owned(), "From".to_owned()].into_iter().chain(goals);
    (!rows.is_empty()).then(|| Table::new().caption(caption).lefts(columns).rows(rows))
}

/// Who can be soonest at each objective, before the first turn, and from which of the hexes where they may begin.
pub fn soonest(game: &CompanyCommander, view: &View, side: Side) -> Vec<String> {
    let walkers = walkers(game, view, side);
    let most = if game.field.objectives.len() == 1 { SOONEST } else { 1 };
    let told = |(place, objective): (_, &Objective)| {
        let mut units: BTreeMap<&Unit, (u32, Vec<Zone>)> = BTreeMap::new();
        for it in &walkers {
            let Arrival::In(turn) = arrival(game, it, objective.at, &Barred::default()) else {
                continue;
            };
            // Who may begin there has no way to go.
            let turn = if it.from == objective.at { 0 } else { turn };
            let (best, places) = units.entry(it.unit).or_insert((turn, Vec::new()));
            if turn < *best {
                (*best, *places) = (turn, Vec::new());
            }
            if turn == *best {
                places.push(it.from);
            }
        }
        let mut units: Vec<_> = units.into_iter().collect();
        units.sort_by_key(|(_, (turn, _))| *turn);
        let one = |(unit, (turn, places)): &(&Unit, (u32, Vec<Zone>))| {
            let may = walkers.iter().filter(|it| it.unit == *unit).count();
            let from = if places.len() == may {
                String::new()
            } else {
                format!(" from {}", either(places))
            };
            match turn {
                0 => format!("{unit}, which may begin there"),
                turn => format!("{unit} in turn {turn}{from}"),
            }
        };
        let told: Vec<String> = units.iter().take(most).map(one).collect();
        (!told.is_empty()).then(|| format!("{place} ({}) by {}", objective.at, each(told)))
    };
    game.field.objectives.iter().filter_map(told).collect()
}

/// Which enemies in sight can be in each objective in their next turn: those that they hold already and those where
/// somebody stands are left out.
pub fn in_reach_of(game: &CompanyCommander, view: &View, enemy: Side) -> Vec<String> {
    let state = view.believed();
    let walkers = walkers(game, view, enemy);
    let turn = next_turn(game, view, enemy);
    let told = |(place, objective): (_, &Objective)| {
        let at = objective.at;
        let free = game.occupant(&state, at, false).is_none();
        if !free || view.open.held.get(place) == Some(&enemy) {
            return None;
        }
        let barred = barred(game, &state, enemy, at);
        let soon = |it: &&Walker<'_>| matches!(arrival(game, it, at, &barred), Arrival::In(first) if first == turn);
        let all: Vec<&Unit> = walkers.iter().filter(soon).map(|it| it.unit).collect();
        let points = count(objective.points, "point");
        (!all.is_empty()).then(|| format!("{place} ({at}, {points}): {}", few(&all, REACHING)))
    };
    game.field.objectives.iter().filter_map(told).collect()
}

/// Who can be in each objective in the turn that is to come, as far as enemies in sight let them: those that are held
/// already and those where somebody stands are left out.
pub fn in_reach(game: &CompanyCommander, view: &View, side: Side) -> Vec<String> {
    let state = view.believed();
    let taken = |at: Zone| game.occupant(&state, at, false).is_some();
    let goals = game.field.objectives.iter();
    let goals =
        goals.filter(|(place, it)| view.open.held.get(*place) != Some(&side) && !taken(it.at));
    let walks = |unit: &Unit, piece: &Piece, to: Zone| {
        let idle = !piece.moved && !piece.fired && !piece.busy && !piece.suppressed;
        let ground = !game.format.kind(&piece.kind).flies();
        piece.at().filter(|_| idle && ground).is_some_and(|from| {
            let most = game.allowance(piece, false);
            game.ways(&state, unit, from, most, false).to(to).is_some()
        })
    };
    let told = goals.filter_map(|(place, it)| {
        let all = state.of(side).filter(|(unit, piece)| walks(unit, piece, it.at));
        let all: Vec<&Unit> = all.map(|(unit, _)| unit).collect();
        let who = few(&all, REACHING);
        let points = count(it.points, "point");
        (!all.is_empty()).then(|| format!("{place} ({}, {points}): {who}", it.at))
    });
    told.collect()
}

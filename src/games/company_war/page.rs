//! The situation as a page.

use std::collections::BTreeSet;

use super::berths::Berths;
use super::events::{Ending, Event};
use super::format::Group;
use super::names::{Jp, Ship};
use super::resolve::scoring::outcome;
use super::said::{few, list};
use super::scenario::{RouteKind, Side};
use super::sight::View;
use super::state::{Condition, Open, Step, Unit, Vessel};
use super::{CompanyWar, brief};
use crate::base::words::{capital, count, names};
use crate::engine::Fact;
use crate::page::{self, Measure, Page, Table};

/// The page for the reader of the view.
pub fn situation(game: &CompanyWar, view: &View) -> Page {
    let open = &view.open;
    let when = match open.step {
        Step::SetUp => "before the first turn".to_owned(),
        Step::Over => "the end of the game".to_owned(),
        step => format!("turn {} of {}, {} phase", open.turn, game.turns(), step.name()),
    };
    let own = view.side.unwrap_or(Side::Mazianni);
    let page = Page::new(game.format.title.clone())
        .subtitle(format!("{}: {when}", game.chart.title))
        .facts(facts(game, view))
        .table(stations(game, open))
        .table(fleet(game, open, own))
        .table(fleet(game, open, own.other()))
        .heading(2, "The routes")
        .table(routes(game, view));
    // What never changes is read once, and folded away from then on.
    match open.step {
        Step::SetUp => {
            let mut page = page.heading(2, brief::TITLE);
            page.blocks.extend(brief::blocks(game));
            page
        }
        Step::Over => page,
        Step::Movement | Step::Combat | Step::Repair | Step::Garrison => {
            page.folded(brief::TITLE, brief::blocks(game))
        }
    }
}

/// The points of both sides, the reader's first, and what each has scored since the report before.
/// The reader also learns where most of the enemy's ships lie.
pub fn standings(game: &CompanyWar, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    if view.open.step == Step::SetUp {
        return deployment(game, view).into_iter().collect();
    }
    let own = view.side.unwrap_or(Side::Mazianni);
    let points = [own, own.other()].map(|side| {
        let scored = witnessed.iter().filter_map(|fact| {
            let Event::Scored { side: by, points, .. } = &fact.event else { return None };
            (*by == side).then_some(*points)
        });
        let scored: i32 = scored.sum();
        let change = if scored == 0 { String::new() } else { format!(" ({scored:+})") };
        format!("{} {}{change}", side.title(), view.open.score(side))
    });
    let points = format!("Points: {}.", points.join(", "));
    let won = outcome(&view.open).map(|outcome| format!("{}.", capital(&outcome.text)));
    let moves = if won.is_none() { allowed(game, view) } else { None };
    won.into_iter().chain([points]).chain(strongest(game, view)).chain(moves).collect()
}

/// What the reader has to place before the first turn (cw13, cw15).
fn deployment(game: &CompanyWar, view: &View) -> Option<String> {
    let side = view.side?;
    if side == Side::Union {
        return Some("Your ships begin at their base; you have nothing to place.".to_owned());
    }
    let ships = count(game.chart.fleet(side).count(), "ship");
    let places = names(&game.format.set_up.mazianni).replace(" and ", " or ");
    let troops = count(game.format.troops.value, "troop counter");
    Some(format!("You deploy {ships} at {places}, and choose carriers for {troops}."))
}

/// How many ships the reader and the enemy may move, if that is known before they order.
fn allowed(game: &CompanyWar, view: &View) -> Option<String> {
    let side = view.side?;
    let own = view.open.allowance.get(&side)?;
    let other = view.open.allowance.get(&side.other())?;
    let left = |side: Side| {
        let ships = game.chart.fleet(side).filter(|ship| view.open.ships[*ship].at.is_some());
        u32::try_from(ships.count()).unwrap_or(u32::MAX)
    };
    let words = |side: Side, rolled: u32| match left(side) {
        1 if rolled > 0 => "their only ship".to_owned(),
        left if rolled >= left => format!("all of their {left} ships"),
        left => format!("{rolled} of {left} ships"),
    };
    let (mine, theirs) = (words(side, *own).replace("their", "your"), words(side.other(), *other));
    Some(format!("You may move {mine}; {} {theirs}.", side.other().title()))
}

/// Where the enemy of the reader has most ships, the first of several such places.
fn strongest(game: &CompanyWar, view: &View) -> Option<String> {
    let enemy = view.side?.other();
    let berths = game.berths(&view.open);
    let fleets = game.chart.points.keys().map(|jp| (*jp, berths.at(*jp, enemy)));
    let (at, ships) = fleets.rev().max_by_key(|(_, ships)| ships.len())?;
    if ships.is_empty() {
        return Some(format!("No ship of {} is on the map.", enemy.title()));
    }
    let names: Vec<Ship> = ships.iter().map(|ship| (*ship).clone()).collect();
    let (of, at, ships) = (enemy.title(), game.chart.place(at), few(&names));
    Some(format!("The largest fleet of {of} is at {at}: {ships}."))
}

/// The points of both sides, and their ships.
pub fn measures(game: &CompanyWar, view: &View) -> Vec<Measure> {
    let open = &view.open;
    let has = |vessel: &Vessel| vessel.condition != Condition::Lost;
    let each = |(side, hue): (Side, u8)| {
        let who = page::Side { hue, name: side.title().to_owned() };
        let ships = game.chart.fleet(side).filter(|ship| open.ships.get(*ship).is_some_and(has));
        [
            Measure { what: "points", who: who.clone(), value: open.score(side).into() },
            Measure { what: "ships", who, value: i64::try_from(ships.count()).unwrap_or(0) },
        ]
    };
    Side::BOTH.into_iter().zip(0..).flat_map(each).collect()
}

/// The ships that each side lost.
pub fn losses(game: &CompanyWar, witnessed: &[Fact<Event>]) -> Vec<Measure> {
    let owner = |fact: &Fact<Event>| {
        let Event::Destroyed { unit: Unit::Ship(ship) } = &fact.event else { return None };
        Some(game.chart.hulls[ship].side)
    };
    let lost = |side| witnessed.iter().filter(|fact| owner(fact) == Some(side)).count();
    let each = Side::BOTH.map(|side| (side.title(), lost(side)));
    Measure::of_each("ships lost", each)
}

/// Whose hits destroyed the ship that the last of these facts tells of, as words that go on with its
/// sentence; `None` if that tells of no such loss, or if no hit was witnessed.
pub fn cause(witnessed: &[Fact<Event>]) -> Option<String> {
    let (last, before) = witnessed.split_last()?;
    let Event::Destroyed { unit: lost } = &last.event else { return None };
    // Damage is dealt at the end of a round of combat, for the hits of that round alone.
    let begun = |fact: &Fact<Event>| matches!(fact.event, Event::RoundBegan { .. });
    let hits = before.rsplit(begun).next()?.iter().filter_map(|fact| {
        let Event::Evaded { unit, from, avoided: false, .. } = &fact.event else { return None };
        (unit == lost).then(|| from.name())
    });
    let hits: Vec<String> = hits.collect();
    (!hits.is_empty()).then(|| format!("(hit by {})", names(hits)))
}

/// Whose fighting units are gone where the last event is the end of a combat for that, in brackets; `None` if it is
/// anything else, or if both sides' are.
pub fn beaten(game: &CompanyWar, witnessed: &[Fact<Event>]) -> Option<String> {
    let (last, before) = witnessed.split_last()?;
    let Event::BattleEnded { why: Ending::Decided, .. } = last.event else { return None };
    let fought = before.rsplit(|fact| matches!(fact.event, Event::BattleJoined { .. })).next()?;
    let mut left: BTreeSet<&Unit> = BTreeSet::new();
    for fact in fought {
        match &fact.event {
            Event::Fired { unit, target, .. } => left.extend([unit, target]),
            Event::Destroyed { unit } => {
                left.remove(unit);
            }
            Event::Fled { ship, .. } => left.retain(|unit| unit.ship() != ship),
            _ => {}
        }
    }
    let fights = |side| left.iter().any(|unit| game.chart.hulls[unit.ship()].side == side);
    let mut gone = Side::BOTH.into_iter().filter(|side| !fights(*side));
    let side = gone.next().filter(|_| gone.next().is_none())?;
    Some(format!("({})", side.title()))
}

fn facts(game: &CompanyWar, view: &View) -> Vec<(String, String)> {
    let open = &view.open;
    let mut facts = Vec::new();
    for side in Side::BOTH {
        let used = open.assembled.contains(&side) || open.declared.contains(&side);
        let assembly = if used { "used" } else { "not used yet" };
        let moves = match open.allowance.get(&side) {
            Some(ships) if open.step == Step::Movement => {
                format!("may move {}; ", count(*ships, "ship"))
            }
            Some(_) | None => String::new(),
        };
        let points = count(open.score(side), "point");
        facts.push((side.named(), format!("{points}; {moves}Fleet Assembly {assembly}")));
    }
    let aboard = match (view.loads, &view.aboard) {
        (0, _) => "none".to_owned(),
        (_, Some(carriers)) => list(&carriers.iter().cloned().collect::<Vec<_>>()),
        (loads, None) => format!("{}, on unknown carriers", count(loads, "counter")),
    };
    let landed: Vec<String> = open.landed.iter().map(|jp| game.chart.place(*jp)).collect();
    let landed = if landed.is_empty() { "none".to_owned() } else { landed.join(", ") };
    for side in Side::BOTH {
        let lost = |ship: &&Ship| open.ships[*ship].condition == Condition::Lost;
        let lost: Vec<&Ship> = game.chart.fleet(side).filter(lost).collect();
        if !lost.is_empty() {
            facts.push((format!("Destroyed of {}", side.title()), names(lost)));
        }
    }
    let troops = [
        ("Troops aboard", aboard),
        ("Troops on stations", landed),
        ("Troops lost", open.fallen.len().to_string()),
    ];
    facts.extend(troops.map(|(label, fact)| (label.to_owned(), fact)));
    facts
}

/// Every station and who lies there.
fn stations(game: &CompanyWar, open: &Open) -> Table {
    let berths = game.berths(open);
    let row = |(jp, station): (&Jp, &Option<(String, Group)>)| {
        let [ours, theirs] = Side::BOTH.map(|side| present(&berths, side, *jp));
        let nothing = station.is_none() && ours.is_empty() && theirs.is_empty();
        let name = station.as_ref().map_or("", |(name, _)| name);
        let held = match (open.destroyed.contains(jp), open.landed.contains(jp)) {
            (true, _) => "destroyed",
            (false, true) => "troops",
            (false, false) => "",
        };
        let of = station.as_ref().map_or("", |(_, group)| group.word());
        let cells = [name, of, held, &ours, &theirs].map(str::to_owned);
        (!nothing).then(|| [jp.to_string()].into_iter().chain(cells))
    };
    let columns = ["Station", "Of", "Garrison", "Mazianni", "Union"];
    let table = Table::new().caption("Stations and fleets").right("JP").lefts(columns);
    table.rows(game.chart.points.iter().filter_map(row))
}

fn present(berths: &Berths<'_>, side: Side, at: Jp) -> String {
    berths.at(at, side).iter().map(|ship| ship.as_str()).collect::<Vec<_>>().join(", ")
}

/// The ships of a side. Both fleets are shown alike, except who carries troops (cw43).
fn fleet(game: &CompanyWar, open: &Open, side: Side) -> Table {
    let row = |ship: &Ship| {
        let vessel = &open.ships[ship];
        let place = match vessel.at {
            Some(jp) => game.chart.place(jp),
            None => "not deployed".to_owned(),
        };
        let condition = match (vessel.condition, vessel.fleeing) {
            (Condition::Whole, false) => "",
            (Condition::Whole, true) => "fleeing",
            (Condition::Damaged, false) => "damaged",
            (Condition::Damaged, true) => "damaged, fleeing",
            (Condition::Lost, _) => "destroyed",
        };
        let class = &game.chart.hulls[ship].class;
        let ratings = ratings(game, open, ship);
        [ship.as_str(), class, &place, condition, &ratings, &riders(vessel)].map(str::to_owned)
    };
    let columns = ["Ship", "Class", "At", "Condition", "Ratings", "Riders"];
    let table = Table::new().caption(format!("Ships of {}", side.title())).lefts(columns);
    let left = |ship: &&Ship| open.ships[*ship].condition != Condition::Lost;
    table.rows(game.chart.fleet(side).filter(left).map(row))
}

/// The three ratings as the counter shows them.
pub(super) fn ratings(game: &CompanyWar, open: &Open, ship: &Ship) -> String {
    let ratings = game.ratings(open, &Unit::Ship(ship.clone()));
    format!("{}-{}-{}", ratings.attack, ratings.control, ratings.defense)
}

/// Its riders, as `3 of 4`; nothing if it has none.
pub(super) fn riders(vessel: &Vessel) -> String {
    if vessel.riders.is_empty() {
        return String::new();
    }
    let count = |wanted| vessel.riders.iter().filter(|r| **r == wanted).count();
    match (count(Condition::Whole), count(Condition::Damaged)) {
        (whole, 0) => format!("{whole} of {}", vessel.riders.len()),
        (whole, hurt) => format!("{whole} + {hurt} damaged of {}", vessel.riders.len()),
    }
}

/// The kind of route that the reader is shown between two jump points: the most open one that they
/// may use (cw3). A spectator may look at all.
pub(super) fn shown(view: &View, kinds: &BTreeSet<RouteKind>) -> Option<RouteKind> {
    let usable = |kind: &&RouteKind| view.side.is_none_or(|side| kind.open_to(side));
    kinds.iter().find(usable).copied()
}

/// The routes that the reader may use (cw3).
fn routes(game: &CompanyWar, view: &View) -> Table {
    let way = |(to, kinds): (&Jp, &BTreeSet<RouteKind>)| {
        shown(view, kinds).map(|kind| match kind {
            RouteKind::Commercial => to.to_string(),
            kind => format!("{to} ({})", kind.word()),
        })
    };
    let row = |from: &Jp| {
        let ways: Vec<String> = game.chart.routes.edges(from).filter_map(way).collect();
        (!ways.is_empty()).then(|| [game.chart.place(*from), ways.join(", ")])
    };
    let table = Table::new().caption("Routes").lefts(["From", "To"]);
    table.rows(game.chart.points.keys().filter_map(row))
}

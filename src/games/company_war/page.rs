//! The situation as a page.

use std::collections::BTreeSet;

use super::events::{Ending, Event};
use super::names::{Jp, Ship};
use super::resolve::scoring::outcome;
use super::resolve::set_up::bases;
use super::said::{condition, few, list};
use super::scenario::{Hull, Side};
use super::sight::View;
use super::state::{Condition, Open, Step, Unit, Vessel};
use super::{CompanyWar, brief, flight, goals, holding, moves, prey, stations};
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
        .table(stations::bases(game, view))
        .table(stations::stations(game, open))
        .table(stations::fleets(game, open))
        .table(fleet(game, open, own))
        .table(fleet(game, open, own.other()))
        .table(goals::table(game, view))
        .table(prey::table(game, view))
        .table(stations::ways(game, view));
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
/// The reader also learns which enemies their ships can meet; where they can meet none, where most of them lie.
pub fn standings(game: &CompanyWar, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    if view.open.step == Step::SetUp {
        return deployment(game, view);
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
    let fled = flight::fled(game, view, witnessed);
    let changed = holding::told(game, view, witnessed).into_iter().chain(fled);
    let stations = stations::income(game, view).into_iter().chain(stations::troops(game, view));
    let told = won.into_iter().chain([points]).chain(changed).chain(stations);
    let unfit = unfit(game, view).into_iter().chain(stations::waiting(game, view));
    let unfit = unfit.chain(moves::outlook(game, view));
    let enemies = prey::weakest(game, view).or_else(|| strongest(game, view));
    told.chain(unfit).chain(enemies).chain(moves::allowed(game, view)).collect()
}

/// What the reader has to place before the first turn (cw13, cw15), and what the game is about for them (cw47).
fn deployment(game: &CompanyWar, view: &View) -> Vec<String> {
    let Some(side) = view.side else { return Vec::new() };
    let (ours, theirs) = (&game.format.points.mazianni, &game.format.points.union);
    let dear = match names(&theirs.named_carriers).replace(" and ", " or ") {
        named if named.is_empty() => String::new(),
        named => format!(", {named} {}", theirs.named_carrier_destroyed),
    };
    match side {
        Side::Mazianni => {
            let ships = count(game.chart.fleet(side).count(), "ship");
            let places = names(&game.format.set_up.mazianni).replace(" and ", " or ");
            let troops = count(game.format.troops.value, "troop counter");
            let place =
                format!("You deploy {ships} at {places}, and choose carriers for {troops}.");
            let aims = format!(
                "Each turn a station of the Company where you end with a carrier brings you {}, one of the Union {}, \
                 or {} if troops hold it, and Cyteen {}; a destroyed cruiser brings {}, a carrier {}, a heavy one {}. A \
                 carrier of yours that is lost brings the Union {}{dear}.",
                ours.earth_company_held,
                ours.union_held_by_carrier,
                ours.union_held_by_troops,
                ours.cyteen_held,
                ours.cruiser_destroyed,
                ours.carrier_destroyed,
                ours.heavy_carrier_destroyed,
                theirs.carrier_destroyed
            );
            vec![place, aims]
        }
        Side::Union => {
            let bases = bases(game, side).into_iter().map(|at| game.chart.place(at));
            let theirs_at = names(&game.format.set_up.mazianni).replace(" and ", " or ");
            let place = format!(
                "All your ships begin at {}; the Mazianni place theirs now, at {theirs_at}. You decide whether to \
                 declare Fleet Assembly, once a game: it adds {} to the roll for how many ships you may move in turn 1.",
                names(bases),
                brief::assembly_dice(game)
            );
            let aims = format!(
                "Each turn a station of yours that the Mazianni do not hold brings you {}; a destroyed carrier of \
                 theirs brings {}{dear}. A carrier of yours that is lost brings them {}, a heavy one {}, a cruiser {}. \
                 Each turn a station of the Company that they hold brings them {}, one of yours {}, or {} if troops \
                 hold it, and Cyteen {}.",
                theirs.union_station_free,
                theirs.carrier_destroyed,
                ours.carrier_destroyed,
                ours.heavy_carrier_destroyed,
                ours.cruiser_destroyed,
                ours.earth_company_held,
                ours.union_held_by_carrier,
                ours.union_held_by_troops,
                ours.cyteen_held
            );
            vec![place, aims]
        }
    }
}

/// Where the reader's damaged and fleeing ships are, and which of them are at a dock that serves them (cw36).
fn unfit(game: &CompanyWar, view: &View) -> Option<String> {
    let side = view.side.filter(|_| view.open.step != Step::Over)?;
    let mut groups: Vec<((Jp, &str), Vec<&Ship>)> = Vec::new();
    for ship in game.chart.fleet(side) {
        let vessel = &view.open.ships[ship];
        let Some(at) = vessel.at.filter(|_| !condition(vessel).is_empty()) else { continue };
        let what = (at, condition(vessel));
        match groups.iter_mut().find(|(of, _)| *of == what) {
            Some((_, ships)) => ships.push(ship),
            None => groups.push((what, vec![ship])),
        }
    }
    let told = groups.iter().map(|((at, what), ships)| {
        let waits = ships.iter().any(|ship| stations::waits(game, &view.open, ship));
        let serves = waits && stations::serves(game, &view.open, side, *at);
        let dock = if serves { ", where a dock is free" } else { "" };
        format!("{} ({what}) at {}{dock}", names(ships), game.chart.place(*at))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("Your damaged or fleeing ships: {}.", told.join("; ")))
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

/// Whose fighting units are gone where the last event is the end of a combat for that, to go on with its sentence;
/// `None` if it is anything else, or if both sides' are.
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
    Some(format!("on the side of {}", side.title()))
}

/// Which ships leave the count where the last event says how many do: those that were pinned, if all of these were to
/// move (cw34).
pub fn stayed(witnessed: &[Fact<Event>]) -> Option<String> {
    let (last, before) = witnessed.split_last()?;
    let Event::Reduced { ships: stay, .. } = last.event else { return None };
    let Event::Pinned { ships, .. } = &before.last()?.event else { return None };
    (usize::try_from(stay) == Ok(ships.len())).then(|| format!("({})", names(ships)))
}

fn facts(game: &CompanyWar, view: &View) -> Vec<(String, String)> {
    let open = &view.open;
    let mut facts = Vec::new();
    for side in Side::BOTH {
        let used = open.has_assembled(side);
        let assembly = match (used, game.has_roll_left(open)) {
            (true, _) => "used",
            (false, true) => "not used yet",
            (false, false) => "not used, and no roll is left for it",
        };
        let moves = match game.rolled(open, side) {
            Some(rolled) => {
                let left = moves::left(game, open, side);
                let has = match side {
                    Side::Mazianni => "have",
                    Side::Union => "has",
                };
                let has = if left < rolled { format!(", {has} {left}") } else { String::new() };
                format!("may move {}{has}; ", count(rolled, "ship"))
            }
            None => String::new(),
        };
        let points = count(open.score(side), "point");
        facts.push((side.named(), format!("{points}; {moves}Fleet Assembly {assembly}")));
    }
    let unspent = stations::unspent(game, view);
    facts.extend(unspent.map(|unspent| ("You can still use".to_owned(), unspent)));
    let aboard = match (view.loads, &view.aboard) {
        (0, _) if open.step == Step::SetUp => {
            format!("none yet, {} to place", count(game.format.troops.value, "counter"))
        }
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

/// The ships of a side. Both fleets are shown alike, except who carries troops (cw43). Ships that differ in their name
/// alone are one row; one that is damaged or flees has a row of its own.
fn fleet(game: &CompanyWar, open: &Open, side: Side) -> Table {
    let mut rows: Vec<(Vec<&Ship>, &Hull, [String; 5])> = Vec::new();
    for ship in game.chart.fleet(side) {
        let (hull, vessel) = (&game.chart.hulls[ship], &open.ships[ship]);
        if vessel.condition == Condition::Lost {
            continue;
        }
        let place = match vessel.at {
            Some(jp) => game.chart.place(jp),
            None => "not deployed".to_owned(),
        };
        let (ratings, condition) = (ratings(game, open, ship), condition(vessel).to_owned());
        let fit = condition.is_empty();
        let cells = [hull.class.clone(), place, condition, ratings, riders(vessel)];
        let alike =
            rows.iter_mut().find(|(_, other, row)| fit && hull.is_like(other) && *row == cells);
        match alike {
            Some((ships, ..)) => ships.push(ship),
            None => rows.push((vec![ship], hull, cells)),
        }
    }
    let columns = ["Ships", "Class", "At", "Condition", "Ratings", "Riders"];
    let table = Table::new().caption(format!("Ships of {}", side.title())).lefts(columns);
    table.rows(rows.into_iter().map(|(ships, _, [class, place, condition, ratings, riders])| {
        [names(ships), class, place, condition, ratings, riders]
    }))
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

//! What a player has to know of the game and the scenario before they order anything.

use std::collections::BTreeSet;

use super::format::{Exchange, FirstMover, Fleeing, Kind, Roll, Switch, WhenRolled};
use super::names::{Jp, Ship};
use super::resolve::scoring::HEAVY;
use super::said::list;
use super::scenario::{Counter, Hull, Ratings, RouteKind, Side};
use super::state::Unit;
use super::{CompanyWar, odds};
use crate::base::words::{count, names};
use crate::page::{Block, Table, Text};

/// The heading over it.
pub const TITLE: &str = "The brief";

/// Length, aims, dice, combat, docks, routes, points and counters.
pub fn blocks(game: &CompanyWar) -> Vec<Block> {
    let facts =
        facts(game).into_iter().map(|(label, text)| (label.to_owned(), Text::marked(&text)));
    let mut blocks = vec![Block::Facts(facts.collect()), Block::Table(points(game))];
    blocks.extend(Side::BOTH.map(|side| Block::Table(counters(game, side))));
    blocks.push(Block::Table(odds::chart(game)));
    blocks.push(Block::Table(routes(game)));
    blocks
}

/// All routes, the enemy's too: everybody knows the scenario, and who may use which (cw3).
fn routes(game: &CompanyWar) -> Table {
    let way = |(to, kinds): (&Jp, &BTreeSet<RouteKind>)| {
        let only: Option<Vec<Side>> = kinds.iter().map(|kind| kind.only()).collect();
        match only {
            Some(sides) => format!("{to} ({} only)", names(sides.into_iter().map(Side::noun))),
            None => to.to_string(),
        }
    };
    let row = |from: &Jp| {
        let ways: Vec<String> = game.chart.routes.edges(from).map(way).collect();
        let ways = if ways.is_empty() { "no route".to_owned() } else { ways.join(", ") };
        [game.chart.place(*from), ways]
    };
    let table = Table::new().caption("Routes").lefts(["From", "To"]);
    table.rows(game.chart.points.keys().map(row))
}

fn facts(game: &CompanyWar) -> Vec<(&'static str, String)> {
    let format = &game.format;
    let combat = &format.combat;
    let dice = format!("{}d{}", combat.dice, combat.sides);
    let roll = |roll: Roll| {
        let plus = if roll.plus == 0 { String::new() } else { format!(" + {}", roll.plus) };
        format!("{}d{}{plus}", roll.dice, format.initiative.sides)
    };
    let (ours, theirs) = (roll(format.initiative.mazianni), roll(format.initiative.union));
    let known = match game.switches.initiative {
        WhenRolled::BeforeOrders => "the roll is known before orders are due",
        WhenRolled::AfterOrders => "the roll is made when the orders are opened",
    };
    let mut facts = vec![
        ("Length", length(game)),
        (
            "What counts",
            format!(
                "points, as in the table below; after turn {} the higher total wins, and equal \
                 totals are a draw",
                game.turns()
            ),
        ),
        (
            "Deployment",
            format!(
                "each ship of the Mazianni at {}, as they choose; the Union at {}",
                names(&format.set_up.mazianni).replace(" and ", " or "),
                names(&format.set_up.union)
            ),
        ),
        (
            "Troops",
            format!(
                "{} of the Mazianni, each secretly on a carrier of its own; landed, they hold a station; {} \
                 carriers or cruisers of the Union that end a turn there, not fleeing, destroy them: dartships do \
                 not count",
                count(format.troops.value, "counter"),
                format.storm.ships
            ),
        ),
        (
            "Ships that move",
            format!(
                "{ours} of the Mazianni a turn, {theirs} of the Union and a dartship besides; {known}; \
                 Fleet Assembly adds {} once a game",
                assembly_dice(game)
            ),
        ),
        ("Movement", movement(game)),
        ("Order of moves", order_of_moves(game)),
        (
            "Ratings",
            format!(
                "attack-control-defense. A shot hits if {dice} are no higher than attack; a hit is \
                 avoided if {dice} are no higher than defense; control is not used"
            ),
        ),
        (
            "Combat",
            format!(
                "wherever both sides have ships, in up to {}; a first hit damages, a second destroys; who has no \
                 damaged ratings (Counters, below) is destroyed by the first; a ship that has no other order flees when \
                 damaged and outnumbered {} to one, riders not counted",
                count(combat.rounds, "round"),
                combat.outnumbered
            ),
        ),
        ("Holding", HOLDING.to_owned()),
        ("Fleeing", fleeing(game).to_owned()),
        ("Classes", kinds(game)),
        ("Riders", RIDERS.to_owned()),
        (
            "Repairs",
            "in the repair phase, at a dock of one's own (Stations, above), without an order too: a damaged \
             ship, fleeing or not, that began the turn there and has neither moved nor fought is whole again. The \
             Mazianni need not hold the station; the Union is served where they do not. Where more lie than are \
             served, those that are ordered come first. Dartships are never repaired"
                .to_owned(),
        ),
        (
            "Riders replaced",
            format!(
                "for the Union at {}, {} a turn for each carrier; never for the Mazianni",
                format.repair.riders.station, format.repair.riders.each
            ),
        ),
    ];
    if game.switches.bombard == Switch::Yes {
        let hits = count(combat.station_hits, "hit");
        facts.push((
            "Bombardment",
            format!(
                "after all combats a carrier or cruiser that is not fleeing may fire once at the station where it is, \
                 unless an enemy carrier or cruiser that is not fleeing is there: {dice} no higher than its attack hit, and {hits} in the game destroy it"
            ),
        ));
    }
    facts
}

/// Who holds a station, and what becomes of troops (cw41, cw45, cw46).
const HOLDING: &str = "the Mazianni hold a station if at the end of the turn a carrier of theirs lies there that is not fleeing, or \
                       troops are on it, whoever else is there. Before that, troops are destroyed where enough carriers and \
                       cruisers of the Union are that do not flee, beside carriers of the Mazianni too; they may return the \
                       turn after or later, on a carrier without troops";

/// What riders do, and what becomes of them with their carrier (cw61, cw69, cw71).
const RIDERS: &str = "in each round of a combat those that are launched (all, without an order) fire and are fired at by themselves; \
                      those aboard are not. A hit on their carrier does not touch them. Where it is destroyed, those aboard \
                      are lost at once, those outside at the end of the combat. Where it flees, all come aboard first";

/// How many cycles it takes: the set-up, and one a turn; more if each phase is one of its own.
fn length(game: &CompanyWar) -> String {
    let turns = game.turns();
    match game.switches.exchange {
        Exchange::ATurn => format!("{turns} turns: {} cycles", turns + 1),
        Exchange::APhase => format!("{turns} turns: {} cycles at most", 4 * turns + 1),
    }
}

/// How ships move, what they pass and what stops them (cw24 to cw29).
fn movement(game: &CompanyWar) -> String {
    let pins = match game.switches.pin_on_arrival {
        Switch::Yes => ", and their arrival pins enemy ones that have not moved yet",
        Switch::No => "",
    };
    format!(
        "any number of jumps along routes (the last table); carriers and cruisers stop where enemy ones are, fleeing \
         ones too{pins}. They pass everything else: dartships, troops, stations of the enemy; and they may leave enemies \
         that were with them when the phase began. Dartships pass everybody. An order that names the end alone \
         (`SHIP to PLACE`) takes the fewest jumps, whatever enemies lie on the way"
    )
}

/// How the moves of the two sides follow each other (cw20, cw31, cw53, cw34).
fn order_of_moves(game: &CompanyWar) -> String {
    let first = match game.switches.first_mover {
        FirstMover::ByRoll => "the side that rolled higher begins",
        FirstMover::ByShipsPlotted => "the side that moves more ships begins",
    };
    let pinned = match game.switches.pin_on_arrival {
        Switch::Yes => "; a ship that is pinned before its go leaves the count",
        Switch::No => "",
    };
    format!(
        "the sides take turns, one ship a go; the Mazianni can send several on one course in a go (`task-force`), the Union \
         never; {first}; the side with fewer ships left to move may pass its \
         go, and the other must then move one; fleeing ships go before others of their side{pinned}"
    )
}

/// The classes of ships and what their riders are called.
fn kinds(game: &CompanyWar) -> String {
    let classes = |kind: Kind| {
        let of = game.format.classes.iter().filter(|(_, class)| class.kind == kind);
        names(of.map(|(class, row)| match row.riders {
            0 => class.clone(),
            riders => format!("{class} ({riders} riders)"),
        }))
    };
    let carrier = game.chart.hulls.iter().find(|(_, hull)| hull.riders > 0).map(|(ship, _)| ship);
    let riders = carrier.map_or_else(String::new, |ship| {
        let first = Unit::Rider(ship.clone(), 1).name();
        format!(". Riders fight beside their carrier; {first} is the first of {ship}")
    });
    format!(
        "carriers {}; cruisers {}; dartships stop nobody and are not stopped{riders}",
        classes(Kind::Carrier),
        classes(Kind::Cruiser)
    )
}

/// What becomes of a ship that flees (cw53, cw72).
fn fleeing(game: &CompanyWar) -> &'static str {
    match game.switches.fleeing {
        Fleeing::Stay => {
            "a ship that fled stays where it is until it jumps: it is out of combat and holds no station. It goes \
             before all others of its side, and if it does not move, it still counts among the ships that move"
        }
        Fleeing::Retreat => {
            "a ship that flees makes one jump at once, to where no enemy would stop it; if there is no such place, \
             it stays, out of combat, and holds no station until it jumps"
        }
    }
}

/// What scores, for whom (cw47).
fn points(game: &CompanyWar) -> Table {
    let points = &game.format.points;
    let (ours, theirs) = (&points.mazianni, &points.union);
    let of = |ship: &&Ship| game.chart.hulls[*ship].class == HEAVY;
    let heavy = match names(game.chart.fleet(Side::Union).filter(of)) {
        named if named.is_empty() => "a heavy carrier destroyed".to_owned(),
        named => format!("a heavy carrier ({HEAVY}: {named}) destroyed"),
    };
    let rows = [
        ("each turn, an Earth Company station that they hold", Some(ours.earth_company_held), None),
        (
            "each turn, a Union station held by a carrier, without troops",
            Some(ours.union_held_by_carrier),
            None,
        ),
        ("each turn, a Union station held by troops", Some(ours.union_held_by_troops), None),
        ("each turn, Cyteen held", Some(ours.cyteen_held), None),
        (
            "each turn, a Union station that the enemy does not hold",
            None,
            Some(theirs.union_station_free),
        ),
        ("a cruiser destroyed", Some(ours.cruiser_destroyed), None),
        ("a carrier destroyed", Some(ours.carrier_destroyed), Some(theirs.carrier_destroyed)),
        (heavy.as_str(), Some(ours.heavy_carrier_destroyed), None),
        ("troops destroyed", None, Some(theirs.troops_destroyed)),
    ];
    let said = |points: Option<i32>| points.map_or_else(String::new, |points| points.to_string());
    let row = |(what, ours, theirs): &(&str, Option<i32>, Option<i32>)| {
        [(*what).to_owned(), said(*ours), said(*theirs)]
    };
    let mut rows: Vec<_> = rows.iter().map(row).collect();
    if !theirs.named_carriers.is_empty() {
        let named = names(&theirs.named_carriers).replace(" and ", " or ");
        rows.push([
            format!("{named} destroyed"),
            String::new(),
            theirs.named_carrier_destroyed.to_string(),
        ]);
    }
    if game.switches.bombard == Switch::Yes {
        let either = points.either.station_destroyed.to_string();
        let what = "a station destroyed by the side's bombardment".to_owned();
        rows.push([what, either.clone(), either]);
    }
    let table = Table::new().caption("Points").left("For").rights(["Mazianni", "Union"]);
    table.rows(rows)
}

/// The counters of a side; ships with the same ratings are one row.
fn counters(game: &CompanyWar, side: Side) -> Table {
    let mut alike: Vec<(&Hull, Vec<_>)> = Vec::new();
    for ship in game.chart.fleet(side) {
        let hull = &game.chart.hulls[ship];
        match alike.iter_mut().find(|(other, _)| hull.is_like(other)) {
            Some((_, ships)) => ships.push(ship.clone()),
            None => alike.push((hull, vec![ship.clone()])),
        }
    }
    let sides = |counter: Counter| {
        let said = |it: Ratings| format!("{}-{}-{}", it.attack, it.control, it.defense);
        [said(counter.front), counter.back.map(said).unwrap_or_default()]
    };
    let row = |(hull, ships): (&Hull, Vec<_>)| {
        let [whole, damaged] = sides(hull.counter);
        let [rider, hurt] = hull.rider.map(sides).unwrap_or_default();
        [hull.class.clone(), whole, damaged, rider, hurt, list(&ships)]
    };
    let columns = ["Class", "Whole", "Damaged", "Rider", "Rider damaged", "Ships"];
    let table = Table::new().caption(format!("Counters of {}", side.title())).lefts(columns);
    table.rows(alike.into_iter().map(row))
}

/// What Fleet Assembly adds to a roll (cw17).
pub(super) fn assembly_dice(game: &CompanyWar) -> String {
    match game.format.initiative.assembly_dice {
        1 => "a die".to_owned(),
        more => format!("{more} dice"),
    }
}

//! What everybody knows of a scenario: who fights, and what kinds of units and weapons can do (cc1).

use std::collections::BTreeSet;

use super::format::KindRow;
use super::ground::points;
use super::names::{Kind, Unit, Weapon};
use super::said::each;
use super::scenario::Start;
use super::side::Side;
use super::sight::View;
use super::weapon::Blast;
use super::weapon::WeaponRow;
use super::{CompanyCommander, charts};
use crate::base::words::count;
use crate::page::{Block, Table, Text};

/// The title under which it is folded away.
pub const TITLE: &str = "Order of battle, units, weapons and charts";

/// The tables.
pub fn tables(game: &CompanyCommander, view: &View) -> Vec<Block> {
    let sides = Side::BOTH.into_iter().map(|side| forces(game, view, side));
    let tables: Vec<Table> = sides.chain([kinds(game), armament(game), weapons(game)]).collect();
    let tables = tables.into_iter().filter(|table| !table.rows.is_empty()).map(Block::Table);
    let key = "Moves are movement points, normal and fast; armor is that of front, flank and rear. A weapon has its \
               penetration at its least and its greatest range, AP as its strength too, and a rate for each strength \
               point that stood or that moved.";
    tables.chain([Block::Note(Text::plain(key))]).chain(charts::blocks(game)).collect()
}

/// What a side has, as in a printed scenario; not where it is (cc1).
fn forces(game: &CompanyCommander, view: &View, side: Side) -> Table {
    let own = game.field.units.iter().filter(|(_, roster)| roster.side == side);
    let begins = |start: &Start| match start {
        Start::At(_) => "on the map".to_owned(),
        Start::Aboard(by) => format!("in {by}"),
        Start::With(by) => format!("launched by {by}"),
        Start::Arrives(_) => "reinforcement".to_owned(),
        Start::Off => "off the map".to_owned(),
    };
    let row = |(unit, roster): (&Unit, &super::scenario::Roster)| {
        let kind = game.format.kind(&roster.kind);
        let fate = if view.open.lost.contains(unit) { "destroyed" } else { "" };
        [
            unit.to_string(),
            kind.title.clone(),
            roster.quality.to_string(),
            kind.strength.to_string(),
            begins(&roster.start),
            fate.to_owned(),
        ]
    };
    let caption = format!("Order of battle of {}", side.title());
    let columns = ["Unit", "Kind", "Quality", "Strength", "Begins", "Fate"];
    Table::new().caption(caption).lefts(columns).rows(own.map(row))
}

/// Movement points of a kind, normal and enhanced (cc4, cc6).
pub fn movement(game: &CompanyCommander, kind: &KindRow) -> String {
    let [normal, fast] = [false, true].map(|fast| points(game.speed(kind, fast)));
    if kind.speed == 0 { "none".to_owned() } else { format!("{normal}/{fast}") }
}

/// What each kind of the scenario can do.
fn kinds(game: &CompanyCommander) -> Table {
    let all: BTreeSet<&Kind> = game.field.units.values().map(|roster| &roster.kind).collect();
    let row = |name: &Kind| {
        let kind = game.format.kind(name);
        let number = |number: u8| if number == 0 { String::new() } else { number.to_string() };
        let armor = kind.armor.map(|it| format!("{}/{}/{}", it.front, it.flank, it.rear));
        [
            kind.title.clone(),
            kind.going.to_string(),
            movement(game, kind),
            game.view_of(kind).to_string(),
            armor.unwrap_or_default(),
            number(kind.save),
            number(kind.assault),
            kind.worth.to_string(),
        ]
    };
    let columns = ["Kind", "Going", "Moves", "Sees", "Armor", "Save", "Assault", "Worth"];
    let mut rows: Vec<_> = all.into_iter().map(row).collect();
    rows.sort();
    rows.dedup();
    Table::new().caption("Kinds of units in this scenario").lefts(columns).rows(rows)
}

/// What each kind of the scenario is armed with, and what is special about it.
fn armament(game: &CompanyCommander) -> Table {
    let all: BTreeSet<&Kind> = game.field.units.values().map(|roster| &roster.kind).collect();
    let row = |name: &Kind| {
        let kind = game.format.kind(name);
        let weapons = each(kind.weapons.iter().map(|weapon| &game.format.weapon(weapon).title));
        [kind.title.clone(), weapons, special(kind)]
    };
    let mut rows: Vec<_> = all.into_iter().map(row).collect();
    rows.sort();
    rows.dedup();
    let columns = ["Kind", "Weapons", "Besides"];
    Table::new().caption("Kinds of units: weapons and the rest").lefts(columns).rows(rows)
}

/// Anti-air fire, smoke, room and what else is special about a kind.
fn special(kind: &KindRow) -> String {
    let air = kind.anti_air.as_ref().map(|gun| {
        let at = each(gun.at.iter());
        format!("anti-air {}% up to {} hexes at {at}", gun.percent, gun.range)
    });
    let smoke = kind.smoke.as_ref().map(|smoke| {
        let form = if smoke.radius > 0 { "barrage of smoke" } else { "smoke" };
        let far = match smoke.range {
            0 => String::new(),
            range => format!(" up to {range} hexes"),
        };
        format!("{form}{far}, {}", count(smoke.uses, "time"))
    });
    let room = (kind.capacity > 0).then(|| format!("carries {}", kind.capacity));
    let traits = kind.traits.iter().map(ToString::to_string);
    let all = air.into_iter().chain(smoke).chain(room).chain(traits);
    all.collect::<Vec<_>>().join("; ")
}

/// What each weapon of the scenario does.
fn weapons(game: &CompanyCommander) -> Table {
    let kinds = game.field.units.values().map(|roster| game.format.kind(&roster.kind));
    let all: BTreeSet<&Weapon> = kinds.flat_map(|kind| &kind.weapons).collect();
    let row = |name: &Weapon| {
        let it = game.format.weapon(name);
        let ends = |(near, far): (u32, u32)| [near.to_string(), far.to_string()];
        let (range, penetration) = (ends(it.range), ends(it.penetration).join("-"));
        let rate = if it.indirect {
            it.rate.0.to_string()
        } else {
            format!("{}/{}", it.rate.0, it.rate.1)
        };
        let counted =
            if it.rounds == 0 { String::new() } else { format!("{}, {}", it.rounds, it.supply) };
        [
            it.title.clone(),
            range.join("-"),
            penetration,
            it.strength.to_string(),
            rate,
            counted,
            features(it),
        ]
    };
    let columns = ["Weapon", "Range", "Pierces", "AP", "Rate", "Shots", "Besides"];
    let mut rows: Vec<_> = all.into_iter().map(row).collect();
    rows.sort();
    rows.dedup();
    Table::new().caption("Weapons in this scenario").lefts(columns).rows(rows)
}

/// What changes the chance of a weapon, or what it does besides.
fn features(it: &WeaponRow) -> String {
    let stabilizer = match it.stabilized {
        0 => String::new(),
        generation => format!("stabilizer of generation {generation}"),
    };
    let rangefinder = match it.rangefinder {
        0 => String::new(),
        value => format!("rangefinder {value}"),
    };
    let blast = match it.blast {
        Blast::None => String::new(),
        blast @ (Blast::Large | Blast::Massive | Blast::Huge) => blast.to_string(),
    };
    let plain = |so: bool, what: &str| if so { what.to_owned() } else { String::new() };
    let all = [
        plain(it.indirect, "indirect fire"),
        blast,
        plain(it.turret, "bears all round"),
        plain(it.flat && !it.indirect, "no range modifiers"),
        rangefinder,
        stabilizer,
        plain(it.overworked, "overworked crew"),
        plain(it.top, "strikes from above"),
        plain(it.smart, "smart"),
    ];
    all.into_iter().filter(|what| !what.is_empty()).collect::<Vec<_>>().join("; ")
}

//! What everybody knows of a scenario: who fights, and what kinds of units and weapons can do (cc1).

use std::collections::BTreeSet;

use super::format::{Class, KindRow, Trait};
use super::ground::points;
use super::names::{Kind, Unit, Weapon};
use super::said::{each, either};
use super::scenario::{Roster, Start};
use super::side::Side;
use super::sight::View;
use super::switches::Fog;
use super::weapon::Blast;
use super::weapon::WeaponRow;
use super::{CompanyCommander, charts};
use crate::base::words::count;
use crate::page::{Block, Table, Text};

/// The title under which it is folded away.
pub const TITLE: &str = "Order of battle, units, weapons and charts";

/// The tables.
pub fn tables(game: &CompanyCommander, view: &View) -> Vec<Block> {
    // The reader's own side is in the tables of its units and of its losses.
    let sides = Side::BOTH.into_iter().filter(|side| view.side != Some(*side));
    let sides = sides.map(|side| forces(game, view, side));
    let tables: Vec<Table> = sides.chain([kinds(game), armament(game), weapons(game)]).collect();
    let tables = tables.into_iter().filter(|table| !table.rows.is_empty()).map(Block::Table);
    let key = "Moves are movement points, normal and fast; armor is that of front, flank and rear. Pierces is a weapon's \
               penetration at its least and its greatest range; between them it goes down evenly, rounded down. AP is its strength, against all targets. Rate is its \
               shots for each strength point of its unit that did not move / that moved. Shots are how many attacks it \
               has, and what comes then; without a number they are not counted.";
    tables.chain([Block::Note(Text::plain(key))]).chain(charts::blocks(game)).collect()
}

/// What a side has, as in a printed scenario; not where it is (cc1).
fn forces(game: &CompanyCommander, view: &View, side: Side) -> Table {
    let own = game.field.units.iter().filter(|(_, roster)| roster.side == side);
    let hides = game.switches.fog == Fog::Sight && view.side == Some(side.other());
    let begins = |roster: &Roster| match &roster.start {
        Start::At(at) => {
            let at = either([at].into_iter().chain(&roster.or));
            if hides { format!("in {at}; hidden until seen") } else { format!("in {at}") }
        }
        Start::Aboard(by) => format!("in {by}"),
        Start::With(by) => format!("launched by {by}"),
        Start::Arrives(_) => "reinforcement".to_owned(),
        Start::Off => "off the map".to_owned(),
    };
    let row = |(unit, roster): (&Unit, &Roster)| {
        let kind = game.format.kind(&roster.kind);
        let fate = if view.open.lost.contains(unit) { "destroyed" } else { "" };
        [
            unit.to_string(),
            kind.title.clone(),
            roster.quality.to_string(),
            kind.strength.to_string(),
            begins(roster),
            fate.to_owned(),
        ]
    };
    let caption = format!("Order of battle of {}", side.title());
    let columns = ["Unit", "Kind", "Quality", "Strength at the start", "Begins", "Fate"];
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
        [kind.title.clone(), weapons, special(game, name)]
    };
    let mut rows: Vec<_> = all.into_iter().map(row).collect();
    rows.sort();
    rows.dedup();
    let columns = ["Kind", "Weapons", "Besides"];
    Table::new().caption("Kinds of units: weapons and the rest").lefts(columns).rows(rows)
}

/// Anti-air fire, smoke, room and what else is special about a kind, as far as it matters in the scenario.
fn special(game: &CompanyCommander, name: &Kind) -> String {
    let kind = game.format.kind(name);
    let units = || game.field.units.values();
    let sides: BTreeSet<Side> =
        units().filter(|unit| unit.kind == *name).map(|unit| unit.side).collect();
    let own = || units().filter(|unit| sides.contains(&unit.side));
    let enemies = || units().filter(|unit| sides.contains(&unit.side.other()));
    let air = kind.anti_air.as_ref().and_then(|gun| {
        let met = |class: &&Class| enemies().any(|it| game.format.kind(&it.kind).class == **class);
        let at: Vec<&Class> = gun.at.iter().filter(met).collect();
        let told =
            || format!("anti-air {}% up to {} hexes at {}", gun.percent, gun.range, each(&at));
        (!at.is_empty()).then(told)
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
    let carried = own().any(|it| game.format.kind(&it.kind).capacity > 0);
    let matters = |it: &&Trait| match it {
        Trait::Rides | Trait::Remounts => carried,
        Trait::Jammer => enemies().any(|it| {
            let weapons = &game.format.kind(&it.kind).weapons;
            weapons.iter().any(|weapon| game.format.weapon(weapon).smart)
        }),
        Trait::FrontLine
        | Trait::Cautious
        | Trait::Scouts
        | Trait::SetUp
        | Trait::OpenTopped
        | Trait::Vulnerable
        | Trait::AllRound
        | Trait::Harmless
        | Trait::Leaves
        | Trait::Suicide
        | Trait::OffMap => true,
    };
    let traits = kind.traits.iter().filter(matters).map(ToString::to_string);
    let all = air.into_iter().chain(smoke).chain(room).chain(traits);
    all.collect::<Vec<_>>().join("; ")
}

/// What each weapon of the scenario does.
fn weapons(game: &CompanyCommander) -> Table {
    let kinds = game.field.units.values().map(|roster| game.format.kind(&roster.kind));
    let all: BTreeSet<&Weapon> = kinds.flat_map(|kind| &kind.weapons).collect();
    let row = |name: &Weapon| {
        let it = game.format.weapon(name);
        let ends = |(near, far): (u32, u32)| {
            if near == far { near.to_string() } else { format!("{near}-{far}") }
        };
        let pierces =
            if it.penetration == (0, 0) { "none".to_owned() } else { ends(it.penetration) };
        let rate = if it.indirect {
            it.rate.0.to_string()
        } else {
            format!("{}/{}", it.rate.0, it.rate.1)
        };
        let counted =
            if it.rounds == 0 { String::new() } else { format!("{}, {}", it.rounds, it.supply) };
        [
            it.title.clone(),
            ends(it.range),
            pierces,
            it.strength.to_string(),
            rate,
            counted,
            features(game, it),
        ]
    };
    let columns = ["Weapon", "Range", "Pierces", "AP", "Rate", "Shots", "Besides"];
    let mut rows: Vec<_> = all.into_iter().map(row).collect();
    rows.sort();
    rows.dedup();
    Table::new().caption("Weapons in this scenario").lefts(columns).rows(rows)
}

/// What changes the chance of a weapon, or what it does besides.
fn features(game: &CompanyCommander, it: &WeaponRow) -> String {
    let stabilizer = match it.stabilized {
        0 => String::new(),
        1 => "stabilized: -1 after a move, not -2".to_owned(),
        _ => "stabilized: no loss after a move".to_owned(),
    };
    let rangefinder = match it.rangefinder {
        0 => String::new(),
        value => format!("rangefinder: +{value} to hit"),
    };
    let blast = match it.blast {
        Blast::None => String::new(),
        blast @ (Blast::Large | Blast::Massive | Blast::Huge) => {
            let row = &game.format.blasts[&blast];
            let hexes = if row.radius == 1 { "hex" } else { "hexes" };
            format!("strikes others within {} {hexes} too, {}% each", row.radius, row.chance)
        }
    };
    let plain = |so: bool, what: &str| if so { what.to_owned() } else { String::new() };
    let all = [
        plain(it.indirect, "indirect fire"),
        blast,
        plain(it.turret, "fires all round"),
        plain(it.flat && !it.indirect, "no range modifiers"),
        rangefinder,
        stabilizer,
        plain(it.overworked, "overworked crew: -1 more after a move"),
        plain(it.top, "strikes the rear armor, from above"),
        plain(it.smart, "smart: +2 to hit"),
    ];
    all.into_iter().filter(|what| !what.is_empty()).collect::<Vec<_>>().join("; ")
}

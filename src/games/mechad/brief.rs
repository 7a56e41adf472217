//! The brief: how long a battle takes, and every ship and weapon in it in numbers.

use std::collections::BTreeMap;

use super::energy::halves;
use super::format::{ClassRow, Part};
use super::impulses::IMPULSES;
use super::names::{Class, Ship, Side};
use super::order::Allocation;
use super::said::{length, number_of};
use super::scenario::ForceRow;
use super::sight::View;
use super::state::{Step, Unit};
use super::{Mechad, armory, bill, market};
use crate::base::words::{count, names};
use crate::page::{Page, Table};

/// The brief, until the first energy is allocated; then what the weapons do that are here.
pub fn add(game: &Mechad, view: &View, page: Page) -> Page {
    let first = match view.open.step {
        Step::Setup => true,
        Step::Allocation => view.open.turn <= 1,
        Step::Impulses | Step::Over => false,
    };
    if view.side.is_none() || view.open.step == Step::Over {
        return page;
    }
    if !first {
        let page = page.heading(3, "Weapons here").facts(armory::facts(game, armory::here(view)));
        let plans = view.open.step == Step::Allocation;
        return if plans { page.marked_facts([energy(game)]) } else { page };
    }
    let classes = classes(game, view);
    let page = page
        .heading(2, "The brief")
        .facts(course(game))
        .marked_facts([energy(game)])
        .facts(market::facts(game, view));
    let page = page.table(hulls(game, &classes)).table(armament(game, &classes));
    armory::add(game, page, &classes).note(KEY)
}

/// What the columns mean.
const KEY: &str = "Value is what a ship is worth to its owner. Hex and life are the energy for a hex and for life support; speed is the \
                   most. Turns is the turn mode, which says after how \
                   many hexes straight ahead a ship may turn. A field has its nodes times the energy \
                   that goes into it, up to its most. Weapons bear everywhere but those with an arc: FA \
                   120 degrees ahead, RA astern, FH the forward half, LS and RS a side.";

/// The classes of all ships that are here, that may come, and that may be taken.
fn classes<'g>(game: &'g Mechad, view: &'g View) -> BTreeMap<&'g Class, &'g ClassRow> {
    let here = view.open.units.values().map(|unit| &unit.class);
    let later = game.scenario.ships.values().map(|row| &row.class);
    let forces = game.scenario.sides.values().filter_map(|row| row.force.as_ref());
    let market = forces.flat_map(|force| &force.market);
    here.chain(later).chain(market).map(|class| (class, &game.format.classes[class])).collect()
}

/// How long it takes, and what sides may take.
fn course(game: &Mechad) -> Vec<(String, String)> {
    let scenario = &game.scenario;
    let block = game.switches.block.impulses();
    let setup = u32::from(scenario.begin == Step::Setup);
    let cycles = setup + scenario.turns * (1 + IMPULSES.div_ceil(block));
    let lasts = format!(
        "{} of {IMPULSES} impulses, plotted {block} at a time: {} at most, more if a block is stopped",
        count(scenario.turns, "turn"),
        count(cycles, "cycle"),
    );
    let mut facts = vec![("Length".to_owned(), lasts)];
    for row in scenario.sides.values() {
        let force = row.force.as_ref().map(|force| chosen(game, force));
        facts.extend(force.map(|force| (format!("Force of {}", row.title), force)));
    }
    facts
}

/// What comes after what is due now (md50, md71).
pub fn after(game: &Mechad, view: &View) -> Option<(String, String)> {
    let (side, open) = (view.side.as_ref()?, &view.open);
    let (label, last) = match open.step {
        Step::Allocation => ("After allocation".to_owned(), 0),
        Step::Impulses => (format!("After impulse {}", open.until), open.until),
        Step::Setup | Step::Over => return None,
    };
    let blocks = |from: u32| {
        let block = game.switches.block.impulses();
        let all = format!("impulses {from} to {IMPULSES}");
        if IMPULSES - from < block { all } else { format!("{all}, {block} at a time") }
    };
    let mut all = Vec::new();
    if last < IMPULSES {
        all.push(blocks(last + 1));
    }
    all.push(format!("{} [md65]", repairs(game, view, side)));
    if open.turn < game.scenario.turns {
        all.push(format!("energy for turn {}", open.turn + 1));
        all.push(blocks(1));
    } else {
        all.push("the end of the battle".to_owned());
    }
    Some((label, all.join(", then ")))
}

/// The repairs at the end of the turn: points of damage control, and for what they were allocated (md65).
fn repairs(game: &Mechad, view: &View, side: &Side) -> String {
    let own = view.open.here().filter(|(_, unit)| unit.side == *side);
    let own = own.filter(|(_, unit)| !game.class(unit).is_fighter());
    let points = |unit: &Unit| count(game.rating(unit, Part::DamageControl), "point");
    if view.open.step == Step::Allocation {
        let all: Vec<String> = own.map(|(ship, unit)| format!("{ship} {}", points(unit))).collect();
        return match all.len() {
            1..=bill::FEW => {
                format!("repairs ({} by damage control, only with `repair`)", names(all))
            }
            _ => "repairs".to_owned(),
        };
    }
    let plan = |ship: &Ship| view.holds.get(ship).and_then(|hold| hold.plan.as_ref());
    let planned: Vec<(&Ship, &Unit, &Allocation)> =
        own.filter_map(|(ship, unit)| Some((ship, unit, plan(ship)?))).collect();
    let named = planned.iter().filter(|(.., plan)| !plan.repair.is_empty());
    let named = named
        .map(|(ship, unit, plan)| format!("{ship} {} for {}", points(unit), names(&plan.repair)));
    let named: Vec<String> = named.collect();
    match named.len() {
        0 if planned.iter().all(|(.., plan)| plan.emergency.is_empty()) => {
            "no repairs, since none were allocated".to_owned()
        }
        1..=bill::FEW => format!("repairs ({})", named.join("; ")),
        _ => "repairs".to_owned(),
    }
}

/// What a side may take, and where it starts (md80).
fn chosen(game: &Mechad, force: &ForceRow) -> String {
    let least = if force.least > 0 { format!("{} to ", force.least) } else { String::new() };
    let cargo = match force.cargo {
        0 => String::new(),
        boxes => format!(", with {boxes} boxes of cargo"),
    };
    let market = names(
        force
            .market
            .iter()
            .map(|class| format!("{class} {}", game.points(&game.format.classes[class]))),
    );
    let free = if force.free { ", facing as it likes" } else { "" };
    format!(
        "{least}{} points{cargo}, of: {market}; within {} hexes of {}, facing {}, speed {}{free}",
        force.budget,
        force.radius,
        force.around,
        force.facing.direction(),
        force.speed,
    )
}

/// What energy buys besides movement, fields and weapons (md52).
fn energy(game: &Mechad) -> (String, String) {
    let numbers = &game.format.numbers;
    let text = format!(
        "fire control {}, unless `passive`; `field N` times the nodes; a point each for `capacitor N`, `cannon N` \
         (N shots), `ecm N`, `eccm N` (together up to the rating of the sensors), \
         `charge N` (batteries) and `transport N` (boarding parties); `arm 2 torpedo` \
         as the weapon says; `reinforce 0, 2, 0, 0, 0, 0` (shields 1 to 6) {} a point; `emergency hull` (a repair) {}; \
         `erratic` as much as {} hexes; `repair whip > warp` and `guards 1 whip` nothing; `changes 8 17` is speed 8 \
         from impulse 17 on, `load 6 7` puts 6 missiles into launcher 7, which launches none in this turn, `unload 6 7` \
         takes them out; speed rises by {} a turn at most, or doubles",
        numbers.fire_control.value,
        numbers.reinforcement.value,
        numbers.emergency_energy.value,
        numbers.erratic_hexes.value,
        numbers.acceleration.value,
    );
    ("Energy".to_owned(), text)
}

/// What carries the weapons.
fn hulls(game: &Mechad, classes: &BTreeMap<&Class, &ClassRow>) -> Table {
    let columns = ["Class", "Points", "Value", "Size", "Energy", "Hex", "Life", "Speed", "Turns"];
    let rows = classes.iter().map(|(class, row)| {
        let made = |part: Part| row.boxes.get(&part).copied().unwrap_or(0);
        let fastest = row.top_speed.unwrap_or(game.format.numbers.top_speed.value);
        [
            class.to_string(),
            game.points(row).to_string(),
            row.economic.unwrap_or(row.points).to_string(),
            row.size.to_string(),
            (made(Part::Warp) + made(Part::Impulse) + made(Part::Apr)).to_string(),
            halves(row.move_cost),
            halves(row.life_support),
            fastest.to_string(),
            format!("{:?}", row.turn_mode).to_uppercase(),
        ]
    });
    Table::new().caption("Classes").lefts(columns).rows(rows)
}

/// What protects them, and what they fight with.
fn armament(game: &Mechad, classes: &BTreeMap<&Class, &ClassRow>) -> Table {
    let rows = classes.iter().map(|(class, row)| {
        let guard = if row.has_field() {
            let field = &game.format.fields[&row.bulk()];
            let most = if game.is_x() { field.x.value } else { field.standard.value };
            let nodes = row.boxes.get(&Part::Node).copied().unwrap_or(0);
            format!("field to {most}, {}", count(nodes, "node"))
        } else if row.shields.is_empty() {
            "none".to_owned()
        } else {
            row.shields.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
        };
        let arms = row.mounts.iter().map(|mount| {
            format!("{}{}", number_of(length(mount.count), mount.part.word()), mount.arc.letters())
        });
        let arms = arms.collect::<Vec<_>>().join(", ");
        [class.to_string(), row.title.clone(), guard, arms]
    });
    Table::new()
        .caption("Classes: protection and weapons")
        .lefts(["Class", "Is", "Field or shields 1 to 6", "Weapons"])
        .rows(rows)
}

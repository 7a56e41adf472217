//! The sheets of ships: their boxes and weapons, as everybody sees them, and what only their owner knows. Ships with
//! the same sheet share one.

use super::Mechad;
use super::energy::halves;
use super::format::{Bears, Part};
use super::names::{Ship, Side};
use super::said::{length, several};
use super::sight::View;
use super::state::{Hold, Mount, Open, Status, Step, Unit};
use crate::base::words::{count, few, names, runs};
use crate::page::{Page, Table};

/// Ships that share a sheet at most: so many stand side by side in a line of text.
const WIDE: usize = 6;

/// Ships with the same sheet.
type Group<'v> = Vec<(&'v Ship, &'v Unit)>;

/// The sheets of the reader's ships with what they hold; those of all others are folded away.
pub fn add(game: &Mechad, view: &View, page: Page) -> Page {
    let there = |unit: &Unit| matches!(unit.status, Status::Here | Status::Aboard(_));
    let all = view.open.units.iter().filter(|(_, unit)| there(unit));
    let (own, others): (Group<'_>, Group<'_>) =
        all.partition(|(ship, _)| view.holds.contains_key(*ship));
    let page = groups(own).iter().fold(page, |page, group| {
        let page = sheet(game, &view.open, page, group);
        let held: Vec<Vec<(String, String)>> = group
            .iter()
            .map(|(ship, unit)| stores(game, &view.open, unit, &view.holds[*ship]))
            .collect();
        match (group.as_slice(), held.as_slice()) {
            ([(ship, _)], [facts]) => page.facts(
                facts.iter().map(|(label, text)| (format!("{ship}: {label}"), text.clone())),
            ),
            _ => page.table(side_by_side(group, &held)),
        }
    });
    let Some((_, first)) = others.first() else { return page };
    let one: Option<&Side> =
        Some(&first.side).filter(|side| others.iter().all(|(_, unit)| unit.side == **side));
    let title = match one {
        Some(side) => format!("Ships of {}, box by box", game.title(side)),
        None => "Other ships, box by box".to_owned(),
    };
    let sheets = groups(others)
        .iter()
        .fold(Page::new(""), |page, group| sheet(game, &view.open, page, group));
    page.folded(title, sheets.blocks)
}

/// Ships by their sheets, in the order of their names, and so many of them as stand side by side.
fn groups(ships: Group<'_>) -> Vec<Group<'_>> {
    let alike = |one: &Unit, other: &Unit| {
        let mounts = |unit: &Unit| -> Vec<(Part, Bears, bool)> {
            unit.mounts.iter().map(|mount| (mount.part, mount.arc, mount.option)).collect()
        };
        (&one.side, &one.class, &one.extra) == (&other.side, &other.class, &other.extra)
            && mounts(one) == mounts(other)
    };
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (ship, unit) in ships {
        let known = groups.iter_mut().find(|group| group.len() < WIDE && alike(group[0].1, unit));
        match known {
            Some(group) => group.push((ship, unit)),
            None => groups.push(vec![(ship, unit)]),
        }
    }
    groups
}

/// The boxes of ships, their weapons and ratings, and what their class costs and turns by.
fn sheet(game: &Mechad, open: &Open, page: Page, group: &Group<'_>) -> Page {
    let Some((_, first)) = group.first() else { return page };
    let row = game.class(first);
    let parts: Vec<Part> =
        Part::ALL.into_iter().filter(|part| game.built(first, *part) > 0).collect();
    let boxes = |unit: &Unit, part: Part| {
        format!("{} of {}", game.left(unit, part), game.built(unit, part))
    };
    let table = match group.as_slice() {
        [(ship, unit)] => {
            let rows = parts.iter().map(|part| {
                let works = works(game, unit, *part);
                [part.to_string(), boxes(unit, *part), works, waits(game, open, unit, *part)]
            });
            Table::new()
                .caption(format!("{ship}, {}", row.title))
                .lefts(["Part", "Boxes", "State", "May fire again"])
                .rows(rows)
        }
        several => {
            let cells = |part: &Part| {
                let cell = |(_, unit): &(&Ship, &Unit)| {
                    // Numbers of weapons count once some are lost.
                    let whole = part.is_weapon() && unit.gone(*part) == 0;
                    let works = if whole { String::new() } else { works(game, unit, *part) };
                    let waits = waits(game, open, unit, *part);
                    let all = [boxes(unit, *part), works, waits];
                    all.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join("; ")
                };
                [part.to_string()].into_iter().chain(several.iter().map(cell)).collect::<Vec<_>>()
            };
            let ships = several.iter().map(|(ship, _)| ship.to_string());
            let caption = format!("{}: {} ships", row.title, several.len());
            Table::new()
                .caption(caption)
                .lefts(["Part".to_owned()].into_iter().chain(ships))
                .rows(parts.iter().map(cells))
        }
    };
    let page = page.table(table);
    if row.is_fighter() {
        return page;
    }
    let ships = few(group.iter().map(|(ship, _)| ship), 2);
    page.facts([(format!("{ships}: class"), class(game, first))])
}

/// What a class is worth and needs, for whoever plots its moves.
fn class(game: &Mechad, unit: &Unit) -> String {
    let row = game.class(unit);
    format!(
        "{} points, size class {}; energy {} a hex and {} for life support; turn mode {:?}",
        game.points(row),
        row.size,
        halves(row.move_cost),
        halves(row.life_support),
        row.turn_mode,
    )
}

/// The numbers of the weapons of a kind that work, or the rating of a track.
fn works(game: &Mechad, unit: &Unit, part: Part) -> String {
    match part {
        Part::Sensor | Part::DamageControl => format!("rating {}", game.rating(unit, part)),
        Part::Scanner => format!("range +{}", game.rating(unit, part)),
        part if part.is_weapon() => {
            let numbers = unit.working(part).map(|(n, _)| u32::try_from(n + 1).unwrap_or(0));
            let numbers: Vec<u32> = numbers.collect();
            let word = if numbers.len() == 1 { "number" } else { "numbers" };
            if numbers.is_empty() { String::new() } else { format!("{word} {}", runs(&numbers)) }
        }
        _ => String::new(),
    }
}

/// Which weapons of a kind have to wait, and until when: `7 from turn 1, impulse 27`.
fn waits(game: &Mechad, open: &Open, unit: &Unit, part: Part) -> String {
    let mut waits: Vec<(u32, Vec<u32>)> = Vec::new();
    for (n, mount) in unit.working(part) {
        let (from, number) = (ready(game, unit, mount), u32::try_from(n + 1).unwrap_or(0));
        if from <= open.now() + 1 {
            continue;
        }
        match waits.iter_mut().find(|(other, _)| *other == from) {
            Some((_, numbers)) => numbers.push(number),
            None => waits.push((from, vec![number])),
        }
    }
    let told = waits.iter().map(|(from, numbers)| {
        let (turn, impulse) = ((from - 1) / 32 + 1, (from - 1) % 32 + 1);
        format!("{} from turn {turn}, impulse {impulse}", runs(numbers))
    });
    told.collect::<Vec<_>>().join("; ")
}

/// The first moment at which a weapon may fire again; 0, if it has not fired.
fn ready(game: &Mechad, unit: &Unit, mount: &Mount) -> u32 {
    let numbers = &game.format.numbers;
    let part = mount.part;
    let delay = match part {
        Part::Cannon => 1,
        Part::Twm if game.is_advanced(unit) => numbers.tram_x_gap.value,
        Part::Twm => numbers.tram_gap.value,
        Part::Rack => numbers.rack_gap.value,
        _ => numbers.gun_delay.value,
    };
    let once = !matches!(part, Part::Cannon | Part::Twm | Part::Rack | Part::Add);
    let own = mount.fired.last().map_or(0, |last| {
        let next = if once { last.div_ceil(32) * 32 + 1 } else { 0 };
        (last + delay).max(next)
    });
    // After a termination all whips rest (md36).
    if part == Part::Whip { own.max(unit.whips_from) } else { own }
}

/// What ships with the same sheet hold, a column for each.
fn side_by_side(group: &Group<'_>, held: &[Vec<(String, String)>]) -> Table {
    let mut labels: Vec<&str> = Vec::new();
    for (label, _) in held.iter().flatten() {
        if !labels.contains(&label.as_str()) {
            labels.push(label);
        }
    }
    let rows = labels.iter().map(|label| {
        let cell = |facts: &Vec<(String, String)>| {
            let found = facts.iter().find(|(other, _)| other == label);
            found.map(|(_, text)| text.clone()).unwrap_or_default()
        };
        [(*label).to_owned()].into_iter().chain(held.iter().map(cell)).collect::<Vec<_>>()
    });
    let ships = group.iter().map(|(ship, _)| ship.to_string());
    Table::new().lefts([String::new()].into_iter().chain(ships)).rows(rows)
}

/// What the owner knows of a ship besides: labels and what they stand for.
fn stores(game: &Mechad, open: &Open, unit: &Unit, hold: &Hold) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |label: &str, text: String| facts.push((label.to_owned(), text));
    let turn = if open.step == Step::Allocation { "this turn" } else { "next turn" };
    if !game.class(unit).is_fighter() {
        fact("energy a turn", halves(game.power(unit)));
        let of = |have: String, all: String| format!("{have} of {all}");
        if game.capacitor(unit) > 0 {
            let full = halves(game.capacitor(unit));
            fact("capacitor", of(halves(hold.capacitor), full));
        }
        let batteries = game.left(unit, Part::Battery);
        fact("batteries", of(hold.battery.to_string(), batteries.to_string()));
        if game.built(unit, Part::Cannon) > 0 {
            fact("cannon shots", hold.cannon.to_string());
        }
        // Before energy is allocated the last turn's speed is in the unit already.
        let next = Unit { before: unit.speed, ..unit.clone() };
        fact("highest speed", format!("{} {turn}", game.fastest(&next)));
    }
    if game.class(unit).has_field() {
        fact("highest field", risen(game, unit, turn));
    }
    for (label, text) in helm(game, open, unit) {
        fact(label, text);
    }
    if hold.parties + hold.fixed > 0 {
        let text = match hold.fixed {
            0 => hold.parties.to_string(),
            fixed => format!("{}, and {fixed} that never leave", hold.parties),
        };
        fact("parties", text);
    }
    if hold.weasel > 0 {
        fact("wild weasel", format!("made ready in {} of 2 turns", hold.weasel));
    }
    let armed = hold.armed.iter().filter(|(_, count)| **count > 0);
    let armed = armed.map(|(part, count)| several(length(*count), part.word()));
    let armed: Vec<String> = armed.collect();
    if !armed.is_empty() {
        fact("armed", armed.join(", "));
    }
    if hold.reinforced.iter().any(|points| *points > 0) {
        let list: Vec<String> = hold.reinforced.iter().map(ToString::to_string).collect();
        fact("reinforced", list.join("/"));
    }
    if !hold.loads.is_empty() {
        let loads = hold.loads.iter().map(|(mount, load)| format!("{load} in number {mount}"));
        fact("missiles", names(loads));
        fact("in store", format!("{} missiles", hold.store));
    }
    facts
}

/// The strength that a field may be set to, and the energy for it (md3, md5).
fn risen(game: &Mechad, unit: &Unit, turn: &str) -> String {
    let (limit, nodes) = (game.field_limit(unit), game.left(unit, Part::Node));
    let energy = limit.div_ceil(nodes.max(1));
    format!("{limit} {turn}, for {} of energy", count(energy, "point"))
}

/// How far it is from its next turn and slip (md54, md55).
fn helm(game: &Mechad, open: &Open, unit: &Unit) -> Vec<(&'static str, String)> {
    let row = game.class(unit);
    if !unit.is_here() || row.base {
        return Vec::new();
    }
    let hexes =
        |number: u32| if number == 1 { "1 hex".to_owned() } else { format!("{number} hexes") };
    let mut told = vec![("straight ahead", format!("{} so far", hexes(unit.straight)))];
    if open.step == Step::Impulses {
        let wait = game.straight(row.turn_mode, unit.speed).saturating_sub(unit.straight);
        let turn = if wait == 0 { "now".to_owned() } else { format!("after {} more", hexes(wait)) };
        let slip = if unit.level > 0 { "now" } else { "after a hex ahead or a turn" };
        told.extend([("may turn", turn), ("may slip", slip.to_owned())]);
    }
    told
}

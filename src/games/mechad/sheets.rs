//! The sheets of ships: their boxes and weapons, as everybody sees them, and what only their owner knows. Ships with
//! the same sheet share one.

use std::collections::BTreeMap;

use super::Mechad;
use super::energy::halves;
use super::format::{Bears, Part};
use super::impulses::{IMPULSES, moment};
use super::names::{Ship, Side};
use super::said::number_of;
use super::sight::View;
use super::state::{Mount, Open, Status, Step, Unit};
use super::stores::stores;
use crate::base::words::{names, runs};
use crate::page::{Page, Table, Text};

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
    let page = groups(game, own).iter().fold(page, |page, group| {
        let held: Vec<Vec<(String, String)>> = group
            .iter()
            .map(|(ship, unit)| stores(game, &view.open, (ship, unit), &view.holds[*ship]))
            .collect();
        if let ([(ship, unit)], [facts]) = (group.as_slice(), held.as_slice()) {
            let whole = is_whole(game, unit);
            let class = if whole { format!(", {}", game.class(unit).title) } else { String::new() };
            let page = page.heading(3, format!("The ship {ship}{class}"));
            let facts = facts.iter().cloned().chain(field(game, unit));
            return sheet(game, &view.open, page.marked_facts(facts), group, true);
        }
        let first = group.first().map(|(_, unit)| game.class(unit).title.as_str());
        let title = format!("{}: {} of them", first.unwrap_or_default(), group.len());
        let page = page.heading(3, title).table(side_by_side(group, &held));
        sheet(game, &view.open, page, group, true)
    });
    let Some((_, first)) = others.first() else { return page };
    let one: Option<&Side> =
        Some(&first.side).filter(|side| others.iter().all(|(_, unit)| unit.side == **side));
    let title = match one {
        Some(side) => format!("Ships of {}, box by box", game.title(side)),
        None => "Other ships, box by box".to_owned(),
    };
    let early = view.open.step == Step::Setup || view.open.turn <= 1;
    let sheets = groups(game, others)
        .iter()
        .fold(Page::new(""), |page, group| sheet(game, &view.open, page, group, early));
    page.folded(title, sheets.blocks)
}

/// Ships by their sheets, in the order of their names, and so many of them as stand side by side; those that are whole
/// stand apart from those that lost boxes.
fn groups<'v>(game: &Mechad, ships: Group<'v>) -> Vec<Group<'v>> {
    let alike = |one: &Unit, other: &Unit| {
        let mounts = |unit: &Unit| -> Vec<(Part, Bears, bool)> {
            unit.mounts.iter().map(|mount| (mount.part, mount.arc, mount.option)).collect()
        };
        (&one.side, &one.class, &one.extra) == (&other.side, &other.class, &other.extra)
            && mounts(one) == mounts(other)
            && is_whole(game, one) == is_whole(game, other)
    };
    let mut groups: Vec<Group<'v>> = Vec::new();
    for (ship, unit) in ships {
        let known = groups.iter_mut().find(|group| group.len() < WIDE && alike(group[0].1, unit));
        match known {
            Some(group) => group.push((ship, unit)),
            None => groups.push(vec![(ship, unit)]),
        }
    }
    groups
}

/// True of a unit that has lost no box.
fn is_whole(game: &Mechad, unit: &Unit) -> bool {
    Part::ALL.into_iter().all(|part| game.left(unit, part) == game.built(unit, part))
}

/// The boxes of ships, their weapons and ratings, and what their class costs and turns by. Ships that are whole have a
/// line, with all parts or with their weapons and energy alone; the others a table.
fn sheet(game: &Mechad, open: &Open, page: Page, group: &Group<'_>, all: bool) -> Page {
    let Some((_, first)) = group.first() else { return page };
    let names = names(group.iter().map(|(ship, _)| ship));
    let class = (!game.class(first).is_fighter()).then(|| class(game, first));
    if is_whole(game, first) {
        let waits = group.iter().filter_map(|(ship, unit)| waiting(game, open, ship, unit));
        let parts = [whole(game, first, all)].into_iter().chain(class).chain(waits);
        return page.facts([(names, parts.collect::<Vec<_>>().join("; "))]);
    }
    let page = page.table(damaged(game, open, group));
    page.facts(class.map(|class| (format!("Class of {names}"), class)))
}

/// A unit that has lost no box, in a line: its weapons and energy (md52), and all its other parts if they are wanted.
fn whole(game: &Mechad, unit: &Unit, all: bool) -> String {
    let built = || Part::ALL.into_iter().filter(|part| game.built(unit, *part) > 0);
    let arms = built().filter(|part| part.is_weapon()).map(|part| {
        let mounts = unit.mounts.iter().enumerate().filter(|(_, mount)| mount.part == part);
        let many = mounts.clone().count();
        format!("{} ({})", number_of(many, part.word()), numbered(game, unit, mounts))
    });
    let rest = built().filter(|part| !part.is_weapon() && (all || *part == Part::Cargo));
    let rest = rest.map(|part| {
        let rating = if matches!(part, Part::Sensor | Part::DamageControl) {
            format!(" (rating {})", game.rating(unit, part))
        } else {
            String::new()
        };
        format!("{part} {}{rating}", game.built(unit, part))
    });
    let list = |parts: Vec<String>| if parts.is_empty() { None } else { Some(parts.join(", ")) };
    let boxes = match game.boxes(unit).0 {
        _ if game.class(unit).is_fighter() => "no damage".to_owned(),
        boxes => format!("undamaged, {boxes} boxes"),
    };
    let power = Some(game.power(unit)).filter(|power| *power > 0);
    let power = power.map(|power| format!("energy {} a turn", halves(power)));
    let parts = [Some(boxes), list(arms.collect()), list(rest.collect()), power];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Which weapons of a unit have to wait, those together that wait as long.
fn waiting(game: &Mechad, open: &Open, ship: &Ship, unit: &Unit) -> Option<String> {
    let arms = Part::ALL.into_iter().filter(|part| part.is_weapon());
    let told = until(game, open, unit, arms.flat_map(|part| unit.working(part)));
    (!told.is_empty()).then(|| format!("{ship} may fire its weapons again: {}", told.join("; ")))
}

/// The parts of units that lost boxes, in a table.
fn damaged(game: &Mechad, open: &Open, group: &Group<'_>) -> Table {
    let Some((_, first)) = group.first() else { return Table::new() };
    let row = game.class(first);
    let parts: Vec<Part> =
        Part::ALL.into_iter().filter(|part| game.built(first, *part) > 0).collect();
    let boxes = |unit: &Unit, part: Part| {
        format!("{} of {}", game.left(unit, part), game.built(unit, part))
    };
    match group.as_slice() {
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
    }
}

/// What a class is worth and needs, for whoever plots its moves.
fn class(game: &Mechad, unit: &Unit) -> String {
    let row = game.class(unit);
    format!(
        "{} points, size class {}; energy {} a hex and {} for life support; turn mode {}",
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
            let numbers = numbered(game, unit, unit.working(part));
            match unit.working(part).count() {
                0 => String::new(),
                1 => format!("number {numbers}"),
                _ => format!("numbers {numbers}"),
            }
        }
        _ => String::new(),
    }
}

/// The numbers of weapons, those with the same arc together: `1 and 2 FA, 3 LS`.
fn numbered<'u>(
    game: &Mechad,
    unit: &Unit,
    mounts: impl Iterator<Item = (usize, &'u Mount)>,
) -> String {
    let mut arcs: Vec<(Bears, Vec<u32>)> = Vec::new();
    for (at, mount) in mounts {
        let (arc, number) = (game.covers(unit, mount), u32::try_from(at + 1).unwrap_or(0));
        match arcs.iter_mut().find(|(other, _)| *other == arc) {
            Some((_, numbers)) => numbers.push(number),
            None => arcs.push((arc, vec![number])),
        }
    }
    let told = arcs.iter().map(|(arc, numbers)| format!("{}{}", runs(numbers), arc.letters()));
    told.collect::<Vec<_>>().join(", ")
}

/// Which weapons of a kind have to wait, and until when: `7 from impulse 27; 1 and 2 from turn 2`.
fn waits(game: &Mechad, open: &Open, unit: &Unit, part: Part) -> String {
    until(game, open, unit, unit.working(part)).join("; ")
}

/// The same for these weapons, by the moment.
fn until<'u>(
    game: &Mechad,
    open: &Open,
    unit: &Unit,
    mounts: impl Iterator<Item = (usize, &'u Mount)>,
) -> Vec<String> {
    let mut waits: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (n, mount) in mounts {
        let from = ready(game, unit, mount);
        // What comes after the last turn never comes.
        if from > open.now() + 1 && from <= game.scenario.last() {
            waits.entry(from).or_default().push(u32::try_from(n + 1).unwrap_or(0));
        }
    }
    let told = waits.into_iter().map(|(from, mut numbers)| {
        numbers.sort_unstable();
        format!("{} from {}", runs(&numbers), moment(open.turn, from))
    });
    told.collect()
}

/// The first moment at which a weapon may fire again; 0, if nothing keeps it from that.
pub(super) fn ready(game: &Mechad, unit: &Unit, mount: &Mount) -> u32 {
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
        let next = if once { last.div_ceil(IMPULSES) * IMPULSES + 1 } else { 0 };
        (last + delay).max(next)
    });
    // After a termination all whips rest (md36).
    match part {
        Part::Whip => own.max(unit.whips_from),
        Part::Twm => own.max(game.launches_from(unit)),
        _ => own,
    }
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
            found.map(|(_, text)| Text::marked(text)).unwrap_or_default()
        };
        [Text::plain(*label)].into_iter().chain(held.iter().map(cell)).collect::<Vec<_>>()
    });
    let ships = group.iter().map(|(ship, _)| ship.to_string());
    Table::new().lefts([String::new()].into_iter().chain(ships)).rows(rows)
}

/// What energy makes of a field, and why it may not be higher (md3, md5, md6).
fn field(game: &Mechad, unit: &Unit) -> Option<(String, String)> {
    let nodes = game.left(unit, Part::Node);
    if !game.class(unit).has_field() || nodes == 0 {
        return None;
    }
    let (limit, most) = (game.field_limit(unit), game.field_most(unit));
    let why = if limit == most {
        format!("no more than {most}, the most that it can have [md4]")
    } else {
        let low = unit.low.min(most);
        format!(
            "no more than {limit}: its lowest, {low}, and half of what is missing to {most} [md5]"
        )
    };
    let each = format!("`field 1` makes {nodes}, and without energy there is none");
    Some(("Field of a turn".to_owned(), format!("set anew: {each} [md3]; {why}")))
}

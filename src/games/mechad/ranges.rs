//! How far enemies are from one's own ships, where they bear, and what they are known to have lost.

use std::collections::BTreeMap;

use super::Mechad;
use super::aim::{facing_shields, way};
use super::format::{Bears, Part};
use super::impulses::{IMPULSES, moment};
use super::names::{Ship, Side};
use super::order::{Aim, Order, Power};
use super::resolve::volley::origin;
use super::said::{length, number_of, tenths};
use super::sheets::ready;
use super::sight::View;
use super::state::{Hold, Mount, Open, Target, Unit};
use super::wants::{fit, is_spent, lacks, power};
use crate::base::words::names;
use crate::page::{Page, Table, Text};

/// Enemies that are listed for each ship: the nearest, and those beyond that the reader is after. How many more there are
/// is said.
const LISTED: usize = 12;

/// The ships that are listed of those that are given by their ranges, and the others.
pub(super) fn shown<T>(near: Vec<T>, goal: impl Fn(&T) -> bool) -> (Vec<T>, Vec<T>) {
    let farther = near.iter().skip(LISTED).filter(|one| !goal(one)).count();
    // A row that says that there is one more takes as much room as that one.
    if farther <= 1 {
        return (near, Vec::new());
    }
    let mut place = 0;
    near.into_iter().partition(|one| {
        place += 1;
        place <= LISTED || goal(one)
    })
}

/// True of an enemy that the reader's plot names, or that they may claim (md87).
pub(super) fn is_goal(
    game: &Mechad,
    view: &View,
    own: &Side,
    (name, unit): (&Ship, &Unit),
) -> bool {
    let named = |order: &Order| match order {
        Order::Fire { at, .. }
        | Order::Launch { at, .. }
        | Order::Steer { at, .. }
        | Order::Cannon { at: Some(at), .. } => *at == Aim::Ship(name.clone()),
        Order::Board { at, .. } | Order::Raid { at, .. } => at == name,
        _ => false,
    };
    let plotted = view.plots.get(own).is_some_and(|plot| plot.orders.iter().any(named));
    plotted || game.claimed(own, unit).is_some()
}

/// The table of ranges, and what its columns mean.
pub fn add(game: &Mechad, view: &View, own: &Side, page: Page) -> Page {
    let table = table(game, view, own);
    if table.rows.is_empty() { page } else { page.table(table).note(Text::marked(KEY)) }
}

/// What the columns of the table mean.
const KEY: &str = "Reach: weapons that work, may be fired at it, bear and reach as all stand now, each with the points of a shot on \
                   average (without ECM), and when those that have fired may fire again; what enemies have energy for is their \
                   secret. Drones fly anywhere. Astern: no more whips fire into the rear half [md39]. Arcs: FA 120 degrees \
                   ahead, RA astern, FH the forward half, LS and RS the left and the right half. Sides are numbered clockwise from 1, ahead; on the line between two the \
                   stronger shield is struck. In one hex fire comes from the hex behind the ship that fires [md56].";

/// For each ship of a side the enemies that are nearest to it.
fn table(game: &Mechad, view: &View, own: &Side) -> Table {
    let open = &view.open;
    let ours = open.here().filter(|(_, unit)| unit.side == *own && !game.class(unit).is_fighter());
    let ours: Vec<(&Ship, &Unit)> = ours.collect();
    let rows = ours.iter().flat_map(|(ship, unit)| {
        let enemies = open.here().filter(|(_, other)| game.scenario.enemies(own, &other.side));
        let mut near: Vec<(u32, &Ship, &Unit)> =
            enemies.map(|(name, other)| (unit.at.0.distance(other.at.0), name, other)).collect();
        near.sort_by_key(|(range, name, _)| (*range, *name));
        let (near, rest) = shown(near, |(_, name, other)| is_goal(game, view, own, (name, other)));
        let farther = rest.first().map(|(range, _, _)| {
            let most = rest.last().map_or(*range, |(most, _, _)| *most);
            let range =
                if most == *range { range.to_string() } else { format!("{range} to {most}") };
            let more = format!("{} more", rest.len());
            let mut cells: Row = Default::default();
            (cells[0], cells[1], cells[2]) = (ship.to_string(), more, range);
            cells
        });
        let rows = near.into_iter().map(move |(range, name, other)| {
            [
                ship.to_string(),
                name.to_string(),
                range.to_string(),
                if range == 0 { "in its hex" } else { way(unit.at, other.at) }.to_owned(),
                sides(unit, other),
                sides(other, unit),
                reaching(game, view, (ship, unit), (name, other)),
                reaching(game, view, (name, other), (ship, unit)),
            ]
        });
        rows.chain(farther)
    });
    let columns =
        ["From", "To", "Range", "Bearing", "Your side", "Their side", "Your reach", "Their reach"];
    match ours.as_slice() {
        [(ship, _)] => Table::new()
            .caption(format!("Ranges from {ship}"))
            .lefts(columns.into_iter().skip(1))
            .rows(rows.map(|row| row.into_iter().skip(1).collect::<Vec<_>>())),
        _ => Table::new().caption("Ranges").lefts(columns).rows(rows),
    }
}

/// The cells of a row.
type Row = [String; 8];

/// The weapons of a unit that may be fired at another and reach it, with the points of a shot on average, those that
/// have to wait with when they may be fired, and those that lack shots.
fn reaching(
    game: &Mechad,
    view: &View,
    (ship, unit): (&Ship, &Unit),
    (name, other): (&Ship, &Unit),
) -> String {
    let open = &view.open;
    let (range, target) = (unit.at.0.distance(other.at.0), Target::Ship(name.clone()));
    let kinds = Part::ALL.into_iter().filter(|part| part.is_weapon());
    let kinds = kinds.filter(|part| game.permits(open, ship, *part, &target));
    // No cannon has an effect on a base (md32).
    let kinds = kinds.filter(|part| *part != Part::Cannon || !game.is_immune(other));
    let hold = view.holds.get(ship);
    let (one, another) = ((ship, unit), (name, other));
    let told = kinds.filter_map(|part| {
        let points = points(game, unit, (part, power(game, unit, None)), range)?;
        let mut waits = ready_at(game, open, (unit, hold), (part, other), &target);
        let astern = part == Part::Whip && game.fires_astern(open, unit, &target);
        let astern = if astern { " (astern)" } else { "" };
        let now = waits.remove(&(open.now() + 1)).map(|numbers| {
            let lacks = hold.and_then(|hold| lacks(game, open, (unit, hold), part, &numbers));
            let lacks = lacks.map(|what| format!(" ({what})")).unwrap_or_default();
            format!("{}{points}{astern}{lacks}", armed(numbers.len(), part))
        });
        let later = waits.into_iter().filter(|(from, _)| *from <= game.scenario.last());
        let later = later.map(|(from, numbers)| {
            format!("{} from {}{astern}", armed(numbers.len(), part), moment(open.turn, from))
        });
        let all: Vec<String> = now.into_iter().chain(later).collect();
        (!all.is_empty()).then(|| all.join(", "))
    });
    let told: Vec<String> = told.collect();
    let why = hold.and_then(|_| barred(&bars(game, open, one, another), told.is_empty()));
    let told = if told.is_empty() { "nothing".to_owned() } else { told.join(", ") };
    match why {
        Some(why) => format!("{told}; {why}"),
        None => told,
    }
}

/// What keeps a weapon from being used at a ship as both stand; what comes later came nearer to a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bar {
    /// The rules of the scenario, or that it has no effect.
    Leave,
    /// The range.
    Range,
    /// Its arc.
    Arc(Bears),
}

impl Bar {
    /// In a few words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Leave => "not allowed",
            Self::Range => "out of range",
            Self::Arc(_) => "out of arc",
        }
    }
}

/// The weapons of a unit that work, each with what keeps it from being used at another, if anything does. Drones fly
/// anywhere; anti-drones strike no ship, but their racks may launch trans-warp missiles from the year of the refit on (md26).
pub(super) fn bars(
    game: &Mechad,
    open: &Open,
    (ship, unit): (&Ship, &Unit),
    (name, other): (&Ship, &Unit),
) -> Vec<(Part, Option<Bar>)> {
    let (range, target) = (unit.at.0.distance(other.at.0), Target::Ship(name.clone()));
    let bar = |mount: &Mount| {
        let (part, arc) = (mount.part, game.covers(unit, mount));
        let in_vain = part == Part::Cannon && game.is_immune(other);
        let far = || points(game, unit, (part, power(game, unit, None)), range).is_none();
        if in_vain || !game.permits(open, ship, part, &target) {
            Some(Bar::Leave)
        } else if far() {
            Some(Bar::Range)
        } else if Mechad::bears(unit, arc, other.at) {
            None
        } else {
            Some(Bar::Arc(arc))
        }
    };
    let strikes = |mount: &Mount| mount.part != Part::Add || game.is_refitted();
    let working = unit.mounts.iter().filter(|mount| mount.works() && strikes(mount));
    working.map(|mount| (mount.part, bar(mount))).collect()
}

/// Which weapons do not bear, and why there is nothing, if so, that does.
fn barred(bars: &[(Part, Option<Bar>)], nothing: bool) -> Option<String> {
    let mut off: Vec<(Part, Bears, usize)> = Vec::new();
    for (part, bar) in bars {
        let Some(Bar::Arc(arc)) = bar else { continue };
        match off.iter_mut().find(|(other, at, _)| (other, at) == (part, arc)) {
            Some((.., many)) => *many += 1,
            None => off.push((*part, *arc, 1)),
        }
    }
    if !off.is_empty() {
        let off =
            off.iter().map(|(part, arc, many)| format!("{}{}", armed(*many, *part), arc.letters()));
        return Some(format!("out of arc: {}", off.collect::<Vec<_>>().join(", ")));
    }
    if bars.is_empty() && nothing {
        return Some("no weapon works".to_owned());
    }
    let most = bars.iter().filter_map(|(_, bar)| *bar).max();
    most.filter(|_| nothing).map(|bar| bar.words().to_owned())
}

/// The weapons of a kind that bear on another unit, by number from 1, and by the moment from which they may fire at
/// it. Into the rear half no more whips fire than may (md39); what is empty for good waits for nothing.
fn ready_at(
    game: &Mechad,
    open: &Open,
    (unit, hold): (&Unit, Option<&Hold>),
    (part, other): (Part, &Unit),
    target: &Target,
) -> BTreeMap<u32, Vec<u32>> {
    let next = open.now() + 1;
    let near = unit.at.0.distance(other.at.0) <= game.format.numbers.defensive_range.value;
    let size = game.class(other).size;
    let astern = part == Part::Whip && game.fires_astern(open, unit, target);
    let mut waits: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let bears = |mount: &Mount| Mechad::bears(unit, game.covers(unit, mount), other.at);
    for (at, mount) in unit.working(part).filter(|(_, mount)| bears(mount)) {
        let own =
            if near { at_small(game, open, unit, (mount, size)) } else { ready(game, unit, mount) };
        let own = own.max(next);
        // What was fired astern counts up to the end of the turn, and for eight impulses.
        let later = || (own..=own + 2 * IMPULSES).find(|from| Mechad::rear(unit, *from) > 0);
        let from = if astern { later() } else { Some(own) };
        let number = u32::try_from(at + 1).unwrap_or(0);
        let spent = hold.is_some_and(|hold| is_spent(hold, part, number));
        let Some(from) = from.filter(|from| *from == next || !spent) else { continue };
        waits.entry(from).or_default().push(number);
    }
    if astern {
        for (from, numbers) in &mut waits {
            numbers.truncate(length(Mechad::rear(unit, *from)));
        }
    }
    waits
}

/// The first moment at which a weapon may fire at a ship of a size class that is near: a termination does not keep whips
/// from a fighter, nor its last missile a launcher from what is small for it, up to those of a turn in eight impulses
/// (md23, md37).
fn at_small(game: &Mechad, open: &Open, unit: &Unit, (mount, size): (&Mount, u32)) -> u32 {
    let numbers = &game.format.numbers;
    let advanced = game.is_advanced(unit);
    let turn = if advanced { numbers.tram_x_turn.value } else { numbers.tram_turn.value };
    let now = open.now() + 1;
    let parries = mount.shots(now) < turn && mount.within(now, 8) < turn;
    match mount.part {
        Part::Whip if size >= 6 => ready(game, &Unit { whips_from: 0, ..unit.clone() }, mount),
        Part::Twm if parries && game.is_small(unit, size) => game.launches_from(unit),
        _ => ready(game, unit, mount),
    }
}

/// Weapons of a kind: `6 whips`, `cannon`.
fn armed(many: usize, part: Part) -> String {
    if many == 1 { part.word().to_owned() } else { number_of(many, part.word()) }
}

/// The points of a shot on average at a power, as they follow the weapon; nothing for missiles. `None` out of range.
pub(super) fn points(
    game: &Mechad,
    unit: &Unit,
    (part, power): (Part, Power),
    range: u32,
) -> Option<String> {
    let (numbers, fighter) = (&game.format.numbers, game.class(unit).is_fighter());
    let points = match part {
        Part::Twm => {
            let far = if fighter { &numbers.fighter_range } else { &numbers.tram_range };
            return (range <= far.value).then(String::new);
        }
        Part::Add => {
            let near = range <= numbers.add_range.value && game.is_refitted();
            return near.then(String::new);
        }
        // Drones fly anywhere (md61).
        Part::Rack => return Some(String::new()),
        Part::Cannon => (range <= numbers.cannon_range.value).then(|| "1".to_owned()),
        Part::Plasma => {
            let points = u32::try_from(game.format.plasma.at(range)).unwrap_or(0);
            (points > 0).then(|| points.to_string())
        }
        part => {
            let sixths = game.expected(unit, part, power, game.effective(unit, range), 0);
            (sixths > 0).then(|| tenths(sixths))
        }
    };
    points.map(|points| format!(" {points}"))
}

/// Of the weapons of a kind of a reader's ship that bear on another: how many may be fired at it in the next impulse,
/// and the first moment at which all may be if they have energy then.
pub(super) fn able(
    game: &Mechad,
    open: &Open,
    (unit, hold): (&Unit, Option<&Hold>),
    (part, other): (Part, &Unit),
    target: &Target,
) -> (usize, u32) {
    let next = open.now() + 1;
    let mut waits = ready_at(game, open, (unit, hold), (part, other), target);
    let last = waits.keys().next_back().copied().unwrap_or(next);
    let mut now = waits.remove(&next).unwrap_or_default();
    now.retain(|number| !hold.is_some_and(|hold| is_spent(hold, part, *number)));
    // One cannon alone has an effect on a hex (md31).
    let wanted = if part == Part::Cannon { now.len().min(1) } else { now.len() };
    let able = hold.map_or(wanted, |hold| fit(game, open, (unit, hold), part, &now).min(wanted));
    // Energy is allocated, and weapons are armed with it, once a turn.
    let fed = if able < wanted { open.turn * IMPULSES + 1 } else { next };
    (able, last.max(fed))
}

/// The sides of a unit that face another: the numbers that its shields have, or would have.
fn sides(unit: &Unit, other: &Unit) -> String {
    let numbers = facing_shields(unit, origin(other, unit.at));
    if numbers.len() == 6 { "all".to_owned() } else { names(numbers) }
}

/// What the others have lost, ship by ship; everybody sees it.
pub fn lost(game: &Mechad, open: &Open, own: &Side) -> Vec<(String, String)> {
    let others = open.here().filter(|(_, unit)| unit.side != *own);
    let told = others.filter_map(|(ship, unit)| {
        let parts = Part::ALL.into_iter().filter(|part| unit.gone(*part) > 0);
        let parts =
            parts.map(|part| format!("{part} {} of {}", unit.gone(part), game.built(unit, part)));
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| (format!("{ship} has lost"), parts.join(", ")))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_reader_is_after_is_listed_however_far_it_is() {
        let (listed, rest) = shown((0..16).collect(), |one| *one == 14);
        assert_eq!((listed.len(), listed.last()), (13, Some(&14)));
        assert_eq!(rest, [12, 13, 15]);
        // A row for one more would take as much room as that one.
        assert_eq!(shown((0..14).collect(), |one| *one == 13), ((0..14).collect(), vec![]));
    }
}

//! What only the owner of a ship knows of it: energy, stores, what its helm allows, whom its orders mean; and when enemies
//! move.

use super::Mechad;
use super::energy::halves;
use super::format::Part;
use super::impulses::{IMPULSES, moves};
use super::names::{Ship, Side};
use super::order::Aim;
use super::resolve::boarding::free;
use super::said::{length, several};
use super::sight::View;
use super::state::{Hold, Mount, Open, Step, Unit};
use crate::base::words::{capital, count, names, runs, verb};

/// What the owner knows of a ship besides: labels and what they stand for.
pub(super) fn stores(
    game: &Mechad,
    open: &Open,
    (ship, unit): (&Ship, &Unit),
    hold: &Hold,
) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |label: &str, text: String| facts.push((capital(label), text));
    let turn = if open.step == Step::Allocation { "this turn" } else { "next turn" };
    // A battle may be over before its last turn.
    let comes = match open.step {
        Step::Setup | Step::Allocation => true,
        Step::Impulses => open.turn < game.scenario.turns,
        Step::Over => false,
    };
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
            fact("cannon shots left", hold.cannon.to_string());
        }
        // Before energy is allocated the last turn's speed is in the unit already.
        let next = Unit { before: unit.speed, ..unit.clone() };
        if comes {
            fact("highest speed", format!("{} {turn}", game.fastest_fed(&next)));
        }
        if open.step == Step::Allocation && !game.class(unit).base {
            fact("may disengage", leaving(game, unit));
        }
    }
    if comes && game.class(unit).has_field() {
        fact("highest field", risen(game, unit, turn));
    }
    if let Some(words) = repair(game, unit, hold) {
        fact("repair", words);
    }
    if open.step == Step::Impulses && !Mechad::controls(hold) {
        fact("fire control", "passive this turn [md17]".to_owned());
    }
    for (label, text) in helm(game, open, unit, hold) {
        fact(label, text);
    }
    if let Some(words) = armed(unit).filter(|_| open.step == Step::Impulses) {
        fact("weapons in orders", words);
    }
    if let Some(words) = nearest(game, open, (ship, unit)) {
        fact("nearest in orders", words);
    }
    if hold.parties + hold.fixed > 0 {
        fact("boarding parties", parties(game, open, unit, hold));
    }
    if hold.weasel > 0 {
        fact("wild weasel", format!("made ready in {} of 2 turns", hold.weasel));
    }
    // What is not fired is lost with the turn, and with its weapon (md60).
    let armed = hold.armed.iter().filter(|_| open.step == Step::Impulses);
    let armed = armed.map(|(part, count)| (part, length(*count).min(unit.working(*part).count())));
    let armed = armed.filter(|(_, count)| *count > 0);
    let armed = armed.map(|(part, count)| several(count, part.word()));
    let armed: Vec<String> = armed.collect();
    if !armed.is_empty() {
        fact("armed", armed.join(", "));
    }
    if hold.reinforced.iter().any(|points| *points > 0) {
        let list: Vec<String> = hold.reinforced.iter().map(ToString::to_string).collect();
        fact("reinforced", list.join("/"));
    }
    if !hold.loads.is_empty() {
        let mount = |number: u32| unit.mounts.get(length(number).saturating_sub(1));
        let works = |number: &u32| mount(*number).is_some_and(Mount::works);
        let loads = hold.loads.iter().filter(|(number, _)| works(number));
        let loads = loads.map(|(number, load)| format!("{load} in number {number}"));
        let loads: Vec<String> = loads.collect();
        if !loads.is_empty() {
            fact("missiles", names(loads));
        }
        fact("in store", format!("{} missiles", hold.store));
    }
    facts
}

/// What a box that a ship lost costs to repair, and what is spent on it so far (md15, md65).
fn repair(game: &Mechad, unit: &Unit, hold: &Hold) -> Option<String> {
    let lost = Part::ALL.into_iter().filter(|part| unit.gone(*part) > 0);
    let lost = lost.filter(|_| !game.class(unit).is_fighter()).map(|part| {
        let spent = hold.repairs.get(&part).filter(|points| **points > 0);
        let spent = spent.map(|points| format!("{points} spent so far"));
        let slow = (part == Part::Node).then(|| "1 a turn [md15]".to_owned());
        let more: Vec<String> = slow.into_iter().chain(spent).collect();
        let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) };
        format!("{part} {}{more}", game.format.repair[&part].value)
    });
    let lost: Vec<String> = lost.collect();
    (!lost.is_empty()).then(|| format!("points for a box: {}", lost.join(", ")))
}

/// When and how a ship may disengage by acceleration (md16, md82).
fn leaving(game: &Mechad, unit: &Unit) -> String {
    if !game.leaves(unit) {
        return "not with less than half of its warp [md16]".to_owned();
    }
    let ways = game.scenario.sides[&unit.side].ways();
    let faces = ways.map(|ways| format!(", if it faces {ways} then [md82]")).unwrap_or_default();
    let but = "`capacitor`, `cannon`, `arm` and `changes`";
    let how = if game.class(unit).has_field() {
        let nodes = game.left(unit, Part::Node).max(1);
        let most = 10_u32.saturating_sub(game.class(unit).size);
        let most = most.min(game.field_limit(unit).div_ceil(nodes));
        format!(
            "`disengage {most}`, which is energy for its nodes, more only at its highest speed, and nothing for `field`, \
             {but}"
        )
    } else {
        format!("`disengage 0`, and nothing for {but}")
    };
    format!("at the end of the turn{faces}: {how} [md16]")
}

/// Boarding parties, and what it takes to send them (md10, md44, md91).
fn parties(game: &Mechad, open: &Open, unit: &Unit, hold: &Hold) -> String {
    let all = match hold.fixed {
        0 => hold.parties.to_string(),
        fixed => format!("{}, and {fixed} that never leave", hold.parties),
    };
    let numbers = &game.format.numbers;
    let beams = game.left(unit, Part::Transporter);
    let sent = format!(
        "by `raid` (at a box [md91]) or `board` (against its parties, whose number is secret [md92] [md93]), up to {} \
         hexes, through a field or a shield that is down [md10]",
        numbers.transporter_range.value
    );
    match open.step {
        Step::Allocation if beams.min(hold.parties) > 0 => {
            let each = numbers.transports.value;
            let at_once = beams.min(hold.parties);
            format!("{all}; `transport 1` lets {} go this turn {sent}", each.min(at_once))
        }
        Step::Impulses if hold.beams.min(free(hold)) > 0 => {
            format!("{all}; {} may still go this turn {sent}", hold.beams.min(free(hold)))
        }
        Step::Impulses if beams > 0 && hold.beams == 0 => {
            format!("{all}; none can be sent before energy for `transport` is allocated")
        }
        _ => all,
    }
}

/// Whom `nearest` and `nearest-small` mean in orders of a ship now, where that is not plain (md58).
fn nearest(game: &Mechad, open: &Open, (ship, unit): (&Ship, &Unit)) -> Option<String> {
    if open.step != Step::Impulses || !unit.is_here() {
        return None;
    }
    let enemies = open.here().filter(|(_, other)| game.scenario.enemies(&unit.side, &other.side));
    let enemies: Vec<(&Ship, &Unit)> = enemies.collect();
    let named = |aim: &Aim| {
        let target = game.resolved(open, ship, aim)?;
        Some(format!("{target}, range {}", game.range(open, unit, &target)?))
    };
    let ship = named(&Aim::Nearest).filter(|_| enemies.len() > 1);
    let small = named(&Aim::NearestSmall).map(|small| format!("`nearest-small`: {small}"));
    let rivals = enemies.iter().filter(|(_, other)| game.scenario.rivals(&unit.side, &other.side));
    let rivals: Vec<&Ship> = rivals.map(|(rival, _)| *rival).collect();
    let rivals = (!rivals.is_empty()).then(|| format!("never your rival {}", names(rivals)));
    let told: Vec<String> = ship.into_iter().chain(rivals).chain(small).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// The strength that a field may be set to, and the energy for it (md3, md5).
fn risen(game: &Mechad, unit: &Unit, turn: &str) -> String {
    let (strength, energy) = game.field_next(unit);
    format!("{strength} {turn}, for {} of energy", count(energy, "point"))
}

/// The words for the weapons of a unit in orders.
fn armed(unit: &Unit) -> Option<String> {
    let words = |parts: &[Part]| {
        let works = parts.iter().filter(|part| unit.working(**part).next().is_some());
        works.map(|part| format!("{part:?}").to_lowercase()).collect::<Vec<_>>()
    };
    let fires = [Part::Whip, Part::Beam, Part::Light, Part::Torpedo, Part::Ring];
    let launches = [Part::Twm, Part::Rack, Part::Plasma, Part::Add];
    let told = [("fire", words(&fires)), ("launch", words(&launches))];
    let told = told.into_iter().filter(|(_, words)| !words.is_empty());
    let told: Vec<String> =
        told.map(|(what, words)| format!("{what} with {}", words.join(", "))).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Enemies of which it is told when they move: the nearest.
const PACED: usize = 3;

/// In which impulses of the block the nearest enemies move, as far as it is announced (md51, md53, md95).
pub(super) fn paces(game: &Mechad, view: &View, own: &Side) -> Vec<(String, String)> {
    let open = &view.open;
    if open.step != Step::Impulses {
        return Vec::new();
    }
    let enemies = open.here().filter(|(_, unit)| game.scenario.enemies(own, &unit.side));
    let enemies = enemies.filter(|(_, unit)| unit.speed > 0 && !game.class(unit).is_fighter());
    let mut near: Vec<(u32, &Ship, u32)> = enemies
        .filter_map(|(ship, unit)| {
            let (range, ..) = open.nearest(unit.at, |unit| unit.side == *own)?;
            Some((range, ship, unit.speed))
        })
        .collect();
    near.sort_unstable();
    let mut paces: Vec<(u32, Vec<&Ship>)> = Vec::new();
    for (_, ship, speed) in near.into_iter().take(PACED) {
        match paces.iter_mut().find(|(other, _)| *other == speed) {
            Some((_, ships)) => ships.push(ship),
            None => paces.push((speed, vec![ship])),
        }
    }
    // What was allocated in secret may change speeds from impulse 9 on.
    let changes = open.until > game.format.numbers.speed_gap.value;
    let told = paces.into_iter().map(|(speed, ships)| {
        let label = format!("{} {} in", names(&ships), verb(ships.len(), "move"));
        let keeps = if ships.len() == 1 { "it keeps" } else { "they keep" };
        let keeps = if changes { format!(" if {keeps} it [md95]") } else { String::new() };
        (label, format!("{}, at speed {speed}{keeps}", moving(open, |_| speed)))
    });
    told.collect()
}

/// The impulses up to the end of the block in which something moves that has these speeds (md51).
fn moving(open: &Open, speed: impl Fn(u32) -> u32) -> String {
    let moved = (open.impulse + 1..=open.until).filter(|at| moves(speed(*at), *at));
    let moved: Vec<u32> = moved.collect();
    match moved.as_slice() {
        [] => format!("no impulse up to {}", open.until),
        [one] => format!("impulse {one}"),
        all => format!("impulses {}", runs(all)),
    }
}

/// The speed of a ship in an impulse, as far as the reader knows it: their own may change (md95).
pub(super) fn speed(open: &Open, unit: &Unit, hold: Option<&Hold>, impulse: u32) -> u32 {
    let plan = hold.and_then(|hold| hold.plan.as_ref()).filter(|_| open.step == Step::Impulses);
    let plan = plan.filter(|plan| plan.speed_at(open.impulse.max(1)) == unit.speed);
    plan.map_or(unit.speed, |plan| plan.speed_at(impulse))
}

/// How far it is from its next turn and slip, and when it moves (md51, md54, md55).
fn helm(game: &Mechad, open: &Open, unit: &Unit, hold: &Hold) -> Vec<(&'static str, String)> {
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
        let slip = match unit.level {
            0 => "after a hex ahead or a turn",
            _ => "now: `slip-left`, `slip-right` in a course",
        };
        told.extend([("may turn", turn), ("may slip", slip.to_owned())]);
        let speed = |impulse| speed(open, unit, Some(hold), impulse);
        told.push(("moves in", format!("{}; a turn has {IMPULSES}", moving(open, speed))));
    }
    let (mode, ahead) = (row.turn_mode, hexes(game.straight(row.turn_mode, unit.speed)));
    told.push((
        "turn mode",
        format!("{mode:?}: {ahead} ahead before each turn at speed {}", unit.speed),
    ));
    told
}

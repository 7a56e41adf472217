//! What a reader should know before they plan: what they fight for, who is weak, when rescue comes.

use super::events::Event;
use super::format::Part;
use super::names::{Ship, Side};
use super::said::{length, renumbered};
use super::scenario::SideRow;
use super::sight::View;
use super::state::{Open, Step, Unit};
use super::{Mechad, aims, mine};
use crate::base::words::{few, names, verb};
use crate::engine::Fact;

/// Enemies that are named.
const NAMED: usize = 6;

/// The aim and how it stands, harm that enemies have taken, the rescue and the floating of the map.
pub fn told(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    if view.open.step == Step::Over {
        return drifted(witnessed).into_iter().collect();
    }
    let side = view.side.as_ref();
    let hurt = side.and_then(|side| hurt(game, view, side));
    let aim = match side {
        Some(side) => Some(aims::told(game, view, side)),
        None => aims::so_far(game, view).map(|verdict| format!("If it ended now: {verdict}.")),
    };
    hurt.into_iter().chain(rescue(game, view)).chain(aim).chain(drifted(witnessed)).collect()
}

/// Enemies that have lost boxes, or shields that they were built with.
fn hurt(game: &Mechad, view: &View, own: &Side) -> Option<String> {
    let state = |(ship, unit): (&Ship, &Unit)| {
        let (built, lost) = game.boxes(unit);
        let made: u32 = game.class(unit).shields.iter().sum();
        let left: u32 = unit.shields.iter().sum();
        let crippled = unit.crippled.then(|| "crippled".to_owned());
        let shields = (left < made).then(|| format!("shields {left} of {made}"));
        let boxes = (lost > 0).then(|| format!("boxes {} of {built}", built.saturating_sub(lost)));
        // Of a wreck it counts what it still fires (md64).
        let excess = game.built(unit, Part::Excess) > 0 && game.left(unit, Part::Excess) == 0;
        let excess =
            excess.then(|| "no excess left: a point that finds no box destroys it".to_owned());
        let shields = shields.into_iter().chain(mine::down(game, unit));
        let parts: Vec<String> = crippled
            .into_iter()
            .chain(shields)
            .chain(boxes)
            .chain(mine::weapons(unit))
            .chain(excess)
            .collect();
        (!parts.is_empty()).then(|| format!("{ship} ({})", parts.join(", ")))
    };
    let enemies = view.open.here().filter(|(_, unit)| game.scenario.enemies(own, &unit.side));
    let hurt: Vec<String> = enemies.filter_map(state).collect();
    (!hurt.is_empty()).then(|| format!("Damaged enemies: {}.", few(hurt, NAMED)))
}

/// The total of the rescuers, and what it takes for the next squadron (md81).
fn rescue(game: &Mechad, view: &View) -> Option<String> {
    let open = &view.open;
    let (_, next, squadron) =
        game.squadrons().into_iter().find(|(number, ..)| *number > open.squadrons)?;
    if open.turn >= game.scenario.turns {
        return None;
    }
    let chance = match next.saturating_sub(open.rescue) {
        0 | 1 => "for certain at the beginning of the next turn".to_owned(),
        6 => "at the beginning of the next turn if its die shows 6".to_owned(),
        least @ 2..=5 => {
            format!("at the beginning of the next turn if its die shows {least} or more")
        }
        // A die adds 6 at most.
        missing if open.turn + missing.div_ceil(6) > game.scenario.turns => return None,
        missing => format!("in {} turns at the earliest", missing.div_ceil(6)),
    };
    let (come, squadron) = (verb(squadron.len(), "come"), names(squadron));
    Some(format!(
        "Rescue for the convoy: {squadron} {come} {chance}; the total is {} of {next}, and a die is added each \
         turn.",
        open.rescue
    ))
}

/// Who comes to the rescue or came: of which class and side, at which total, and where (md81, md82).
pub(super) fn rescuers(game: &Mechad, open: &Open) -> String {
    let scenario = &game.scenario;
    let comes = open.step != Step::Over && open.turn < scenario.turns;
    let told = game.squadrons().into_iter().map(|(number, total, _)| {
        let listed = scenario.rescue.get(length(number) - 1).into_iter().flatten();
        let listed: Vec<(&Side, String)> = listed
            .map(|ship| {
                let row = &scenario.ships[ship];
                (&row.side, format!("{ship} ({})", game.format.classes[&row.class].title))
            })
            .collect();
        let of = listed.first().map(|(side, _)| format!(" of {}", game.title(side)));
        let chosen: Vec<(&Side, String)> =
            scenario.arriving(number).map(|(side, _)| (side, scenario.chosen(side))).collect();
        let first = listed.first().or(chosen.first()).map(|(side, _)| &scenario.sides[*side]);
        let from = first.and_then(SideRow::ways).map(|ways| format!(", in the {ways}"));
        let who = names(listed.into_iter().chain(chosen).map(|(_, who)| who));
        let (of, from) = (of.unwrap_or_default(), from.unwrap_or_default());
        if number <= open.squadrons {
            format!("{who}{of} came")
        } else if !comes {
            format!("too late for {who}{of}")
        } else {
            format!("{who}{of} at a total of {total}{from}")
        }
    });
    let told = told.collect::<Vec<_>>().join("; ");
    if !comes || game.squadrons().iter().all(|(number, ..)| *number <= open.squadrons) {
        return told;
    }
    let far = game.format.numbers.rescue_range.value;
    format!(
        "{told}; {far} hexes from the nearest raider, facing it, at full speed [md81]; {} so far, and a die is \
         added each turn",
        open.rescue
    )
}

/// What became of the numbers of hexes: those of events before it are of before it.
fn drifted(witnessed: &[Fact<Event>]) -> Option<String> {
    let mut by: Option<(i16, i16)> = None;
    for fact in witnessed {
        if let Event::Floated { columns, rows } = &fact.event {
            let so_far = by.unwrap_or_default();
            by = Some((so_far.0.saturating_add(*columns), so_far.1.saturating_add(*rows)));
        }
    }
    let (columns, rows) = by.filter(|by| *by != (0, 0))?;
    Some(format!(
        "The map floated: {} in the end than at first; the map shows all hexes as they are now, what happened \
         as they were then.",
        renumbered(columns, rows)
    ))
}

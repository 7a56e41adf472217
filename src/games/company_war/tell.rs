//! Events in words.

use super::events::{Ending, Event, Merit};
use super::scenario::{Chart, Side};
use super::state::{Ship, Unit};
use crate::base::words::{capital, dice as dice_text, names};

/// Ships that are named in a row.
const NAMED: usize = 4;

/// The first ships by name, the rest by number.
pub fn few(ships: &[Ship]) -> String {
    match ships.len().checked_sub(NAMED) {
        None | Some(0) => names(ships),
        Some(more) => format!("{} and {more} more", ships[..NAMED].join(", ")),
    }
}

/// An event in a sentence, without a full stop.
pub fn sentence(chart: &Chart, event: &Event) -> String {
    let place = |jp: &u16| chart.place(*jp);
    match event {
        Event::StepBegan { turn, step } => match step.name() {
            "over" => "the last turn is over".to_owned(),
            name => format!("turn {turn}: the {name} phase begins"),
        },
        Event::Deployed { ship, at } => format!("{ship} takes station at {}", place(at)),
        Event::Loaded { carrier } => format!("troops go aboard {carrier} in secret"),
        Event::Declared { side } => {
            format!("{} Fleet Assembly", says(*side, "declares", "declare"))
        }
        Event::Rolled { side, turn, dice, total, assembly } => {
            let with = if *assembly { " with Fleet Assembly" } else { "" };
            let dice = dice_text(dice);
            let rolls = says(*side, "rolls", "roll");
            format!("for turn {turn} {rolls} {dice}{with} and may move {}", ships_n(*total))
        }
        Event::Announced { side, ships } => {
            format!("{} will move {}", side.title(), ships_n(*ships))
        }
        Event::Begins { side, tied: false } => format!("{} first", says(*side, "moves", "move")),
        Event::Begins { side, tied: true } => {
            format!(
                "the initiative is tied: by choice of the Mazianni {} first",
                says(*side, "moves", "move")
            )
        }
        Event::Passed { side } => format!("{} to move", says(*side, "declines", "decline")),
        Event::Went { side, ships } => {
            format!("{} had a go with {}", says(*side, "has", "have"), ships_n(*ships))
        }
        Event::Jumped { ships, from, to } => match ships.as_slice() {
            [one] => format!("{one} jumps from {} to {}", place(from), place(to)),
            many => format!("{} jump from {} to {}", names(many), place(from), place(to)),
        },
        Event::Stopped { ships, at } => {
            format!("{} must stop at {}, where the enemy lies", names(ships), place(at))
        }
        Event::Pinned { ships, at } => {
            format!("{} can no longer leave {} in this phase", names(ships), place(at))
        }
        Event::Reduced { side, ships } => {
            format!("{} {} fewer left to move", says(*side, "has", "have"), ships_n(*ships))
        }
        _ => fight(chart, event),
    }
}

fn fight(chart: &Chart, event: &Event) -> String {
    let place = |jp: &u16| chart.place(*jp);
    match event {
        Event::BattleJoined { at } => format!("combat is joined at {}", place(at)),
        Event::RoundBegan { at, round } => format!("round {round} at {}", place(at)),
        Event::StoodOff { ships } => {
            let keep = if ships.len() == 1 { "keeps" } else { "keep" };
            format!("{} {keep} out of the combat", names(ships))
        }
        Event::Launched { riders } => format!("riders launch: {}", units(riders)),
        Event::Recovered { riders } => format!("riders come back: {}", units(riders)),
        Event::CombatRolled { side, dice, total } => {
            format!(
                "{} {} for combat initiative: {total}",
                says(*side, "rolls", "roll"),
                dice_text(dice)
            )
        }
        Event::CombatInitiative { side } => {
            let allocates = side.verb("allocates", "allocate");
            format!("{} the initiative and {allocates} second", says(*side, "has", "have"))
        }
        Event::Aimed { unit, target } => format!("{} aims at {}", unit.name(), target.name()),
        Event::Fired { unit, target, dice, attack, hit } => {
            let (unit, target, dice) = (unit.name(), target.name(), dice_text(dice));
            let what = if *hit { "a hit" } else { "a miss" };
            format!("{unit} fires at {target}: {dice} against {attack}, {what}")
        }
        Event::Evaded { unit, from, dice, defense, avoided } => {
            let what = if *avoided { "avoids" } else { "does not avoid" };
            let (unit, from, dice) = (unit.name(), from.name(), dice_text(dice));
            format!("{unit} {what} the hit of {from}: {dice} against {defense}")
        }
        Event::Damaged { unit } => format!("{} is damaged", unit.name()),
        Event::Destroyed { unit } => format!("{} is destroyed", unit.name()),
        Event::TroopsLost { carrier } => format!("the troops aboard {carrier} die with it"),
        Event::Fled { ship, to: None } => format!("{ship} flees from combat and stays apart"),
        Event::Fled { ship, to: Some(to) } => {
            format!("{ship} flees from combat to {}", place(to))
        }
        Event::BattleEnded { at, why } => {
            let why = match why {
                Ending::Decided => "one side has nobody left who fights",
                Ending::CeaseFire => "both sides cease fire",
                Ending::Undecided => "it stays undecided",
            };
            format!("combat at {} ends: {why}", place(at))
        }
        Event::Bombarded { ship, at, dice, attack, hit } => {
            let what = if *hit { "a hit" } else { "a miss" };
            format!("{ship} fires at {}: {} against {attack}, {what}", place(at), dice_text(dice))
        }
        Event::StationDestroyed { at, by } => {
            format!("{} the station {}", says(*by, "destroys", "destroy"), place(at))
        }
        _ => aftermath(chart, event),
    }
}

fn aftermath(chart: &Chart, event: &Event) -> String {
    let place = |jp: &u16| chart.place(*jp);
    match event {
        Event::Repaired { ship, at } => format!("{ship} is repaired at {}", place(at)),
        Event::RiderReplaced { carrier, rider } => {
            format!("rider {rider} of {carrier} is replaced")
        }
        Event::Landed { carrier, at } => format!("{carrier} lands troops on {}", place(at)),
        Event::Embarked { at } => format!("the troops of {} are taken aboard", place(at)),
        Event::Stormed { at, ships } => {
            format!("{} destroy the troops on {}", names(ships), place(at))
        }
        Event::Returned => "a lost troop counter is raised again".to_owned(),
        Event::Scored { side, points, why } => {
            let why = match why {
                Merit::Held(jp) => format!("holding {}", place(jp)),
                Merit::Free(jp) => format!("{} free of the Mazianni", place(jp)),
                Merit::Kill(ship) => format!("the destruction of {ship}"),
                Merit::Troops => "the destruction of troops".to_owned(),
                Merit::Station(jp) => format!("the destruction of {}", place(jp)),
            };
            format!("{} {points} for {why}", says(*side, "scores", "score"))
        }
        other => unreachable!("{other:?} has no sentence"),
    }
}

/// The side and what it does: `the Union rolls`, `the Mazianni roll`.
fn says(side: Side, one: &'static str, many: &'static str) -> String {
    format!("{} {}", side.title(), side.verb(one, many))
}

fn ships_n(count: u32) -> String {
    if count == 1 { "1 ship".to_owned() } else { format!("{count} ships") }
}

fn units(list: &[Unit]) -> String {
    names(&list.iter().map(Unit::name).collect::<Vec<_>>())
}

/// A side's title with a capital.
pub fn title(side: Side) -> String {
    capital(side.title())
}

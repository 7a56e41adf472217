//! What a skirmish is fought for, and how near either side is to it (pb4).

use super::brief::area;
use super::events::Event;
use super::format::{Form, Positions};
use super::names::Unit;
use super::said::{markers, shown};
use super::side::Side;
use super::sight::View;
use super::state::{Card, Post, Skirmish, Stack};
use super::theater::{Aim, Field};
use super::{Parabellum, enemy};
use crate::base::words::{capital, count, names, verb};
use crate::engine::Fact;

/// What the attacker has to do, in the words of the reader.
pub fn goal(field: &Field, attacker: Side, reader: Option<Side>) -> String {
    let yours = reader == Some(attacker);
    let alone = if yours { "you alone have units" } else { "it alone has units" };
    match &field.aim {
        Aim::Take(city) => {
            format!(
                "{alone} in {city} ({}) at the end of a turn",
                area(&field.cities[city].squares)
            )
        }
        Aim::Exit(city, units) => {
            let whose = if yours { "yours" } else { attacker.title() };
            let leave = verb(*units, "leave");
            format!("{} of {whose} {leave} the map at {city}", count(*units, "unit"))
        }
        Aim::Deliver(city, number) => {
            let markers = count(*number, "marker");
            let lie = verb(*number, "lie");
            format!("{alone} in {city} and {markers} {lie} there at the end of a turn")
        }
        Aim::Raid(city) => format!("no supplies and no ammunition are left in {city}"),
    }
}

/// The units that the reader saw leave the map, in a sentence.
pub fn left(field: &Field, view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
    let left = witnessed.iter().filter_map(|fact| {
        let Event::Exited { unit } = &fact.event else { return None };
        Some(shown(view, unit))
    });
    let left: Vec<String> = left.collect();
    (!left.is_empty()).then(|| format!("Left by {}: {}.", field.aim.city(), names(left)))
}

/// Who of the attacker has left the map, as far as the reader can name all of them (pb4).
fn exited(game: &Parabellum, view: &View, now: &Skirmish) -> Option<String> {
    let side = now.attacker;
    let gone: Vec<&Unit> = match (view.own.get(&side), view.own.get(&side.other())) {
        (Some(own), _) => {
            let walks = |card: &Card| !game.format.card(&card.kind).flies();
            let away = own.cards.iter().filter(|(_, it)| it.post == Post::Away && walks(it));
            away.map(|(unit, _)| unit).collect()
        }
        (None, Some(other)) => {
            let known = other.known.iter().filter(|(unit, it)| enemy::is_off(view, unit, it));
            known.map(|(unit, _)| unit).collect()
        }
        (None, None) => Vec::new(),
    };
    let all = u32::try_from(gone.len()) == Ok(now.exited);
    all.then(|| names(gone.into_iter().map(|unit| shown(view, unit))))
}

/// How it stands with that, in sentences.
pub fn progress(game: &Parabellum, field: &Field, now: &Skirmish, view: &View) -> String {
    let city = field.aim.city();
    let squares = &field.cities[city].squares;
    let there = |side: Side| {
        let units = view.mat.grounded(side).filter(|(_, mini)| squares.contains(&mini.at));
        units.map(|(unit, _)| shown(view, unit)).collect::<Vec<_>>()
    };
    let hidden = game.switches.positions == Positions::Hidden && view.own.len() < 2;
    let stacks = squares.iter().map(|at| view.mat.stack(*at));
    let (supply, ammo) = stacks.fold((0, 0), |(supply, ammo), stack: Stack| {
        (supply + stack.supplies(), ammo + stack.rounds())
    });
    let attacker = now.attacker;
    let before = match &field.aim {
        Aim::Take(_) => String::new(),
        // Who leaves unseen is seen no more, but by their own side (pb69).
        Aim::Exit(_, units) => {
            let left = match now.exited {
                _ if hidden && view.side != Some(attacker) => String::new(),
                0 => "So far none has left; ".to_owned(),
                some => {
                    let have = if some == 1 { "has" } else { "have" };
                    let who =
                        exited(game, view, now).map_or(String::new(), |who| format!(", {who}"));
                    format!("So far {some} of {units} {have} left{who}; ")
                }
            };
            let area = area(squares);
            let mut units = view.mat.grounded(attacker);
            let carrier = units.any(|(_, mini)| mini.form == Form::Carrier);
            let but = if carrier { ", but for carriers" } else { "" };
            let leaves = if view.side == Some(attacker) {
                format!(
                    "your units in {city} ({area}) at the end of your turn leave the map{but}. "
                )
            } else {
                let who = attacker.title();
                format!(
                    "units of {who} in {city} ({area}) at the end of its turn leave the map{but}. "
                )
            };
            capital(&format!("{left}{leaves}"))
        }
        Aim::Deliver(_, number) => {
            let lie = format!(
                "{} of {number} markers {} there",
                supply + ammo,
                verb(supply + ammo, "lie")
            );
            if hidden { format!("You see that {lie}. ") } else { format!("Now {lie}. ") }
        }
        Aim::Raid(_) => {
            let left = markers(supply, ammo);
            let left = if left.is_empty() { "nothing".to_owned() } else { left };
            if hidden {
                format!("You see {left} there. ")
            } else {
                format!("Now {left} {} there. ", verb((supply + ammo).max(1), "lie"))
            }
        }
    };
    let holds = |side: Side, units: &[String]| {
        if view.side == Some(side) {
            format!("you have {} there", names(units))
        } else {
            format!("{} has {} there", side.title(), names(units))
        }
    };
    let first = view.side.unwrap_or(attacker);
    let (one, other) = (there(first), there(first.other()));
    let who = match (one.as_slice(), other.as_slice()) {
        ([], []) if hidden => "you see nobody there".to_owned(),
        ([], []) => "nobody is there".to_owned(),
        ([], units) => holds(first.other(), units),
        (units, []) => holds(first, units),
        (one, other) => format!("{}, {}", holds(first, one), holds(first.other(), other)),
    };
    format!("{before}{city}: {who}.")
}

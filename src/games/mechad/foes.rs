//! Where the enemies are, as seen from the reader's ships.

use super::Mechad;
use super::aim::way;
use super::names::{Ship, Side};
use super::sight::View;
use super::state::Unit;

/// Ships of a side that are told of one by one.
const EACH: usize = 3;

/// Sides that are told of.
const SIDES: usize = 4;

/// A ship of an enemy, with the range to the reader's ship that is nearest to it, and that ship.
type Near<'v> = (u32, &'v Ship, &'v Unit, &'v Unit);

/// The enemies of a side, side by side, the nearest side first; `None` if it has no ship on the map to see them from.
pub(super) fn told(game: &Mechad, view: &View, own: &Side) -> Option<String> {
    let ours = |unit: &Unit| unit.side == *own;
    let single = match view.open.here().filter(|(_, unit)| ours(unit)).count() {
        0 => return None,
        many => many == 1,
    };
    let sides = game.scenario.sides.keys().filter(|side| game.scenario.enemies(own, side));
    let mut told: Vec<(u32, String)> = sides
        .filter_map(|side| {
            let theirs = view.open.here().filter(|(_, unit)| unit.side == *side);
            let mut near: Vec<Near<'_>> = theirs
                .filter_map(|(ship, unit)| {
                    let (range, _, from) = view.open.nearest(unit.at, ours)?;
                    Some((range, ship, unit, from))
                })
                .collect();
            near.sort_by_key(|(range, ship, ..)| (*range, *ship));
            fleet(&game.title(side), single, &near)
        })
        .collect();
    told.sort();
    let told: Vec<String> = told.into_iter().map(|(_, text)| text).collect();
    if told.is_empty() {
        return Some("No enemy is on the map.".to_owned());
    }
    let more = told.len().saturating_sub(SIDES);
    let rest = (more > 0).then(|| format!("{more} sides more"));
    let told = told.into_iter().take(SIDES).chain(rest);
    Some(format!("Enemies: {}.", told.collect::<Vec<_>>().join("; ")))
}

/// The ships of a side, the nearest first, and how far that is; where they bear if a single ship sees them.
fn fleet(title: &str, single: bool, near: &[Near<'_>]) -> Option<(u32, String)> {
    let ((least, first, unit, from), (most, ..)) = near.first().zip(near.last())?;
    let bearing = |unit: &Unit, from: &Unit| {
        if single { format!(" {}", way(from.at, unit.at)) } else { String::new() }
    };
    if near.len() > EACH {
        let bearing = bearing(unit, from);
        let text = format!(
            "{} ships of {title} at ranges {least} to {most}{bearing}, the nearest {first} at {}",
            near.len(),
            unit.at
        );
        return Some((*least, text));
    }
    let each = near.iter().map(|(range, ship, unit, from)| {
        let (at, speed, facing) = (unit.at, unit.speed, unit.facing.direction());
        let there = if *range == 0 {
            "in your hex".to_owned()
        } else {
            format!("range {range}{}", bearing(unit, from))
        };
        format!("{ship} of {title} at {at}, speed {speed}, facing {facing}, {there}")
    });
    Some((*least, each.collect::<Vec<_>>().join("; ")))
}

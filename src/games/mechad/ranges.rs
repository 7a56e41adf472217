//! How far enemies are from one's own ships, where they bear, and what they are known to have lost.

use super::Mechad;
use super::aim::{facing_shields, toward};
use super::format::Part;
use super::names::{Ship, Side};
use super::state::{Open, Unit};
use crate::base::words::names;
use crate::page::Table;

/// Enemies that are listed for each ship: the nearest. How many more there are is said.
const LISTED: usize = 12;

/// For each ship of a side the enemies that are nearest to it.
pub fn table(game: &Mechad, open: &Open, own: &Side) -> Table {
    let columns = ["From", "To", "Range", "Bearing", "Your side", "Their side"];
    let ours = open.here().filter(|(_, unit)| unit.side == *own && !game.class(unit).is_fighter());
    let rows = ours.flat_map(|(ship, unit)| {
        let enemies = open.here().filter(|(_, other)| game.scenario.enemies(own, &other.side));
        let mut near: Vec<(u32, &Ship, &Unit)> =
            enemies.map(|(name, other)| (unit.at.0.distance(other.at.0), name, other)).collect();
        near.sort_by_key(|(range, name, _)| (*range, *name));
        // A row that says that there is one more takes as much room as that one.
        let rest = if near.len() > LISTED + 1 { near.split_off(LISTED) } else { Vec::new() };
        let farther = rest.first().map(|(range, _, _)| {
            let most = rest.last().map_or(*range, |(most, _, _)| *most);
            let range =
                if most == *range { range.to_string() } else { format!("{range} to {most}") };
            let more = format!("{} more", rest.len());
            [ship.to_string(), more, range, String::new(), String::new(), String::new()]
        });
        let rows = near.into_iter().map(move |(range, name, other)| {
            let bearing = toward(unit.at, other.at);
            [
                ship.to_string(),
                name.to_string(),
                range.to_string(),
                bearing.map_or("here".to_owned(), |facing| facing.direction().to_owned()),
                sides(unit, other),
                sides(other, unit),
            ]
        });
        rows.chain(farther)
    });
    Table::new().caption("Ranges").lefts(columns).rows(rows)
}

/// The sides of a unit that face another: the numbers that its shields have, or would have.
fn sides(unit: &Unit, other: &Unit) -> String {
    let numbers = facing_shields(unit, other.at);
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

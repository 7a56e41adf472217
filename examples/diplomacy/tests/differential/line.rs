//! Lines as players write them.

use adjutant_diplomacy::order::Order;
use adjutant_diplomacy::state::Unit;

/// The order of a unit: `F Lon S F Eng-Bel`.
pub(crate) fn of(unit: &Unit, order: &Order) -> String {
    match order {
        Order::Move { way: [_, to], convoy, .. } => {
            format!("{unit}-{to}{}", if *convoy { " via convoy" } else { "" })
        }
        Order::Support { of, way, .. } => {
            let way: Vec<String> = way.iter().map(ToString::to_string).collect();
            format!("{unit} S {of} {}", way.join("-"))
        }
        Order::Convoy { way: [from, to], .. } => format!("{unit} C A {from}-{to}"),
        _ => format!("{unit} H"),
    }
}

/// A word with its first letter large.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

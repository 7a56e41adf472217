//! Orders as the Rust crate `diplomacy` reads them.

use adjutant_diplomacy::order::Order;
use adjutant_diplomacy::place::Place;
use adjutant_diplomacy::state::Unit;
use diplomacy::judge::MappedMainOrder;

use crate::random::Position;

/// A place as that crate writes it: `spa(nc)`.
fn region(place: Place) -> String {
    let text = place.to_string().to_lowercase();
    text.split_once('/').map_or(text.clone(), |(land, coast)| format!("{land}({coast})"))
}

/// An order as that crate reads it.
fn written(unit: &Unit, order: &Order) -> String {
    let what = match order {
        Order::Move { way: [_, to], convoy, .. } => {
            format!("-> {}{}", region(*to), if *convoy { " via convoy" } else { "" })
        }
        Order::Support { of, way, .. } => match way.as_slice() {
            [at] => format!("supports {of} {}", region(*at)),
            [from, to] => format!("supports {of} {} -> {}", region(*from), region(*to)),
            _ => panic!("support is for one or two places"),
        },
        Order::Convoy { way: [from, to], .. } => {
            format!("convoys A {} -> {}", region(*from), region(*to))
        }
        _ => "holds".to_owned(),
    };
    format!("{}: {} {} {what}", unit.power.word(), unit.kind, region(unit.at))
}

/// The orders as that crate takes them, in the order of the units.
pub(crate) fn orders(position: &Position) -> Vec<MappedMainOrder> {
    let order = |(unit, order): &(Unit, Order)| {
        let text = written(unit, order);
        text.parse().unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
    };
    position.ordered.iter().map(order).collect()
}

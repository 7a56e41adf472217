//! Positions with their results as files, and orders as others read them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use adjutant_diplomacy::board::Board;
use adjutant_diplomacy::order::{Kind, Order};
use adjutant_diplomacy::place::Place;

use crate::random::Position;
use crate::{After, Retreats, line};

/// By position, lines that another adjudicator reads otherwise, each with what it reads: `H`, or `walks`.
pub(crate) type Otherwise = BTreeMap<u64, Vec<(String, String)>>;

/// The readings of a file with a line for each: `number|line|reading`.
pub(crate) fn read(text: &str) -> Otherwise {
    let mut all = Otherwise::new();
    for reading in text.lines() {
        let mut parts = reading.split('|');
        let mut part = || parts.next().expect("a number, a line and a reading").to_owned();
        let (number, line, what) = (part(), part(), part());
        all.entry(number.parse().expect("a number")).or_default().push((line, what));
    }
    all
}

/// Gives a position the orders as another adjudicator reads them.
pub(crate) fn apply(position: &mut Position, readings: &[(String, String)]) {
    for (unit, order) in &mut position.ordered {
        let own = line::of(unit, order);
        let Some((_, what)) = readings.iter().find(|(line, _)| *line == own) else { continue };
        match (&mut *order, what.as_str()) {
            (Order::Move { convoy, .. }, "walks") => *convoy = false,
            _ => *order = Order::Hold { unit: unit.kind, at: unit.at },
        }
    }
}

/// Where the Rust crate reads a rule otherwise, in a position that has such orders.
pub(crate) fn of(board: &Board, position: &Position) -> Option<&'static str> {
    let spot = |place| board.spot(place).province;
    let moves = || {
        position.ordered.iter().filter_map(|(unit, order)| match order {
            Order::Move { way: [from, to], convoy, .. } => Some((unit, *from, *to, *convoy)),
            _ => None,
        })
    };
    let carriers = |from: Place, to: Place| {
        position.ordered.iter().filter_map(move |(fleet, order)| match order {
            Order::Convoy { way, .. } => (*way == [from, to]).then_some(fleet),
            _ => None,
        })
    };
    let has_way = |from: Place, to: Place| {
        board.carries(carriers(from, to).map(|fleet| spot(fleet.at)), spot(from), spot(to))
    };
    let back = |from: Place, to: Place| {
        moves().any(|(_, own, goal, _)| own.province() == to && goal.province() == from)
    };
    let lost = moves().any(|(_, from, to, via)| via && !has_way(from, to) && back(from, to));
    if lost {
        return Some("a move by sea that has no way still fights the unit that comes from there");
    }
    let own = |power, from, to| carriers(from, to).any(|fleet| fleet.power == power);
    let walks = moves().any(|(unit, from, to, via)| {
        let near = unit.kind == Kind::Army && board.reaches(unit.kind, from, to);
        near && !via && has_way(from, to) && own(unit.power, from, to)
    });
    walks.then_some("an army that could walk does so, if its own fleet carries it in vain or is on a longer way")
}

/// True if a fleet is to carry an army.
pub(crate) fn has_convoy(position: &Position) -> bool {
    position.ordered.iter().any(|(_, order)| matches!(order, Order::Convoy { .. }))
}

/// Adds a position, what comes of it and its retreats, as a line of JSON.
pub(crate) fn write(
    file: &mut String,
    number: u64,
    position: &Position,
    (after, last): (&After, &BTreeSet<String>),
    retreats: &Retreats,
) {
    let quoted = |text: &str| format!("\"{text}\"");
    let list = |texts: &BTreeSet<String>| {
        format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(","))
    };
    let orders = position.ordered.iter().map(|(unit, order)| {
        format!("[{},{}]", quoted(unit.power.word()), quoted(&line::of(unit, order)))
    });
    let beaten = after.beaten.iter().map(|(unit, ways)| format!("{}:{}", quoted(unit), list(ways)));
    let retreats = retreats.iter().map(|(unit, to)| format!("{}:{}", quoted(unit), quoted(to)));
    let [orders, beaten, retreats] =
        [orders.collect(), beaten.collect(), retreats.collect::<Vec<_>>()].map(|it| it.join(","));
    let (units, last) = (list(&after.units), list(last));
    let _ = writeln!(
        file,
        "{{\"number\":{number},\"orders\":[{orders}],\"units\":{units},\"beaten\":{{{beaten}}},\
         \"retreats\":{{{retreats}}},\"last\":{last}}}",
    );
}

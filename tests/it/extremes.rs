//! Numbers that nobody means stop no turn.

use std::collections::BTreeMap;

use adjutant::engine::{Chance, GameKind, Reader};
use serde_json::Value;

use crate::shelf::{self, founded, json, readers, seed, staff};

/// Cycles that are played, each with extreme numbers.
const CYCLES: u32 = 6;

/// Every number in the orders at its largest; where they stand stays as it is.
fn enlarged(sheet: &mut Value) {
    for given in sheet["orders"].as_array_mut().expect("a list") {
        enlarge(&mut given["order"]);
    }
}

fn enlarge(value: &mut Value) {
    match value {
        Value::Number(number) => *number = u32::MAX.into(),
        Value::Array(items) => items.iter_mut().for_each(enlarge),
        Value::Object(fields) => fields.values_mut().for_each(enlarge),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// The same orders as standing ones.
fn standing(sheet: &mut Value) {
    let mut list = std::mem::replace(&mut sheet["orders"], Value::Array(Vec::new()));
    for given in list.as_array_mut().expect("a list") {
        given["slot"]["list"] = "standing".into();
    }
    sheet["standing"] = list;
    sheet["restated"] = true.into();
}

/// A cycle in which everybody orders so is resolved, and everybody can read what came of it.
fn turn(kind: &dyn GameKind, change: &dyn Fn(&mut Value)) {
    let game = founded(kind);
    let mut position = game.setup(&mut Chance::from_seed(seed(0)));
    for cycle in 1..=CYCLES {
        if game.outcome(&position).expect("a position").is_some() {
            return;
        }
        let mut orders = BTreeMap::new();
        let mut sane = BTreeMap::new();
        for seat in game.seats() {
            let view = shelf::view(&*game, &position, &seat);
            let ideas = staff(&*game, &view, seed(cycle));
            let Ok(changed) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let mut changed = json(&ideas.text());
                change(&mut changed);
                let changed = game.sheet(&changed.to_string())?;
                game.check(&view, &changed).map(|_| changed)
            })) else {
                panic!("{}: the check panics in cycle {cycle}", kind.name());
            };
            // What does not fit a field is refused where the file is read.
            if let Ok(changed) = changed {
                orders.insert(seat.clone(), changed);
            }
            sane.insert(seat, ideas);
        }
        let made = game.resolve(&position, &orders, &mut Chance::from_seed(seed(cycle)));
        let made = made.expect("a position");
        for reader in readers(&*game).into_iter().chain([Reader::Moderator]) {
            let view = game.see(&made.position, &reader).expect("a position");
            let news = game.news(&made.record, &reader).expect("a record");
            game.page(&view, Some(&news)).expect("what was played can be told");
        }
        let made = game.resolve(&position, &sane, &mut Chance::from_seed(seed(cycle)));
        position = made.expect("a position").position;
    }
}

#[test]
fn the_largest_numbers_stop_no_turn() {
    for kind in shelf::kinds() {
        turn(kind, &enlarged);
        turn(kind, &|orders| {
            enlarged(orders);
            standing(orders);
        });
        turn(kind, &standing);
    }
}

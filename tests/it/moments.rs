//! What happens one after another in Company War has moments of its own, so that it is told so.

use std::collections::BTreeMap;

use adjutant::engine::Chance;
use serde_json::Value;

use crate::shelf::{array, json, named, seed, staff, view};

/// Cycles that are played, enough for ships to flee.
const CYCLES: u32 = 8;

/// The events of a record in order: the kind and the moment.
fn happened(record: &Value) -> Vec<(String, u64)> {
    let one = |entry: &Value| {
        let event = &entry["event"];
        let kind = event.as_object().and_then(|fields| fields.keys().next()).cloned();
        (kind.unwrap_or_default(), entry["moment"].as_u64().expect("a number"))
    };
    array(record, "events").iter().map(one).collect()
}

#[test]
fn a_go_and_a_flight_have_moments_of_their_own() {
    let game = named("company-war");
    let mut position = game.setup(&mut Chance::from_seed(seed(0)));
    let (mut goes, mut flights) = (0, 0);
    for cycle in 1..=CYCLES {
        let ideas = |seat| (view(&*game, &position, &seat), seat);
        let seats = game.seats().into_iter().map(ideas);
        let orders: BTreeMap<_, _> =
            seats.map(|(seen, seat)| (seat, staff(&*game, &seen, seed(cycle)))).collect();
        let made = game.resolve(&position, &orders, &mut Chance::from_seed(seed(cycle)));
        let made = made.expect("a position");
        let mut last = BTreeMap::new();
        for (kind, moment) in happened(&json(&made.record.0)) {
            if kind == "went" {
                goes += 1;
                assert!(last.get("went").is_none_or(|before| *before < moment), "two goes at once");
            }
            if kind == "fled" {
                flights += 1;
                for done in ["fired", "damaged", "destroyed"] {
                    let before = last.get(done).is_none_or(|before| *before < moment);
                    assert!(before, "a ship flees while others are {done}");
                }
            }
            last.insert(kind, moment);
        }
        position = made.position;
    }
    assert!(goes > 20 && flights > 0, "{goes} goes and {flights} flights show nothing");
}

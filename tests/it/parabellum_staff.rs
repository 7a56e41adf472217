//! What the computer player of Parabellum does where a skirmish asks for it, and what a theater is worth to its winner.

use std::collections::BTreeMap;

use adjutant::engine::{AnyGame, Chance, Position};
use serde_json::{Value, json};

use crate::parabellum::deployed;
use crate::shelf::{self, after, array, seat, seed};

/// Theaters that are played.
const THEATERS: u32 = 3;

/// The staff's order lines for Amber.
fn ordered(game: &dyn AnyGame, position: &Position) -> String {
    let seen = shelf::view(game, position, &seat("amber"));
    game.list(&shelf::staff(game, &seen, seed(1))).expect("its own orders")
}

/// A unit that was left in reserve is sent for, if the men, markers and credits are there for it (pb14).
#[test]
fn the_staff_sends_reinforcements() {
    let game = shelf::named("parabellum");
    let sent = |squads: u32| {
        let mut events =
            vec![json!({"drawn": {"site": "Verrin Ridge", "die": 1, "attacker": "amber"}})];
        events.extend(deployed("amber-1", "ram", "tank", "D11"));
        events.extend(deployed("cobalt-1", "regulars", "infantry", "A1"));
        events.push(json!({"bought": {"unit": "amber-2", "kind": "rifles", "price": 0}}));
        let stocked =
            json!({"side": "amber", "squads": squads, "supply": 1, "ammo": 1, "price": 8000});
        events.push(json!({"stocked": stocked}));
        events.push(json!({"turn-began": {"side": "amber", "round": 1}}));
        let orders = ordered(&*game, &after(&*game, &events));
        orders.contains("reinforce: {unit: amber-2") || orders.contains("reinforce amber-2")
    };
    assert!(sent(1), "ten men are there");
    assert!(!sent(0), "nobody mans it");
}

/// A truck that reaches the place goes there and puts down what is asked for; three markers in the Terminal win (pb4).
#[test]
fn the_staff_delivers() {
    let game = shelf::named("parabellum");
    let mut events = vec![json!({"drawn": {"site": "Long Haul", "die": 1, "attacker": "amber"}})];
    events.extend(deployed("amber-1", "mule", "supply-truck", "E4"));
    // With a single unit the staff concedes.
    events.extend(deployed("amber-2", "ram", "tank", "E6"));
    events.extend(deployed("cobalt-1", "regulars", "infantry", "L12"));
    events.push(json!({"packed": {"unit": "amber-1", "supply": 3, "ammo": 0}}));
    events.push(json!({"turn-began": {"side": "amber", "round": 2}}));
    let position = after(&*game, &events);
    let seen = shelf::view(&*game, &position, &seat("amber"));
    let orders = BTreeMap::from([(seat("amber"), shelf::staff(&*game, &seen, seed(1)))]);
    let made = game.resolve(&position, &orders, &mut Chance::from_seed(seed(2))).expect("it is");
    let record = shelf::json(&made.record.0);
    let won = array(&record, "events").iter().find(|event| event["event"]["won"].is_object());
    let won = won.unwrap_or_else(|| panic!("{}", ordered(&*game, &position)));
    assert_eq!(won["event"]["won"]["how"], "aim", "{won}");
}

/// The events of a theater that the staff plays on both sides.
fn theater(number: u32) -> Vec<Value> {
    let game = shelf::named("parabellum");
    let mut position = game.setup(&mut Chance::from_seed(seed(number)));
    let mut events = Vec::new();
    for cycle in 1.. {
        if game.outcome(&position).expect("a position").is_some() {
            break;
        }
        let luck = seed(1000 * number + cycle);
        let orders = game.seats().into_iter().map(|seat| {
            let seen = shelf::view(&*game, &position, &seat);
            (seat, shelf::staff(&*game, &seen, luck))
        });
        let orders = orders.collect();
        let made = game.resolve(&position, &orders, &mut Chance::from_seed(luck)).expect("it is");
        events.extend(array(&shelf::json(&made.record.0), "events").iter().cloned());
        position = made.position;
    }
    events.into_iter().map(|told| told["event"].clone()).collect()
}

/// Most theaters are won by somebody whose force is then worth more than at the start (pb6).
#[test]
fn theaters_pay_for_their_winner() {
    let mut won = 0;
    for number in 0..THEATERS {
        let events = theater(number);
        let valued: BTreeMap<&str, u64> = events
            .iter()
            .filter_map(|event| Some(&event["valued"]).filter(|told| told.is_object()))
            .map(|told| (told["side"].as_str().unwrap(), told["value"].as_u64().unwrap()))
            .collect();
        let ended = events.iter().rev().find(|event| event["ended"].is_object()).expect("an end");
        if let Some(winner) = ended["ended"]["winner"].as_str() {
            won += 1;
            assert!(valued.get(winner).is_none_or(|value| *value > 9000), "{ended}: {valued:?}");
        }
    }
    assert!(2 * won > THEATERS, "{won} of {THEATERS} are won");
}

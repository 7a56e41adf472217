//! What is done without orders never takes away what an order needs (cw52).

use std::collections::BTreeMap;

use adjutant::base::Seat;
use adjutant::engine::{AnyGame, Chance, EventDoc, OrdersDoc, Position};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use crate::shelf::{self, array, json, seat};

/// Jump points with docks, and others, of the demonstration map.
const PLACES: [u16; 7] = [3, 5, 7, 10, 12, 13, 20];

/// What stands in a position: a ship of each side, by what befell it.
#[derive(Debug, Clone)]
struct Blow {
    ship: Index,
    at: u16,
    damaged: bool,
    rider: Option<u8>,
    troops: bool,
    stormed: bool,
}

fn blow() -> impl Strategy<Value = Blow> {
    let fields = (
        any::<Index>(),
        select(&PLACES[..]),
        any::<bool>(),
        proptest::option::of(1_u8..=2),
        any::<bool>(),
        any::<bool>(),
    );
    fields.prop_map(|(ship, at, damaged, rider, troops, stormed)| Blow {
        ship,
        at,
        damaged,
        rider,
        troops,
        stormed,
    })
}

/// An order line: a kind and a ship.
fn line() -> impl Strategy<Value = (usize, Index)> {
    (0..KINDS.len(), any::<Index>())
}

/// The orders of the last two phases, each with the field that names its ship.
const KINDS: [(&str, &str); 5] = [
    ("repair", "ship"),
    ("replace-rider", "carrier"),
    ("land", "carrier"),
    ("embark", "carrier"),
    ("raise", "carrier"),
];

/// The ships of a side.
fn fleet(game: &dyn AnyGame, position: &Position, union: bool) -> Vec<String> {
    // The Union lies at Cyteen before the first cycle, the Mazianni nowhere.
    let ships = json(&game.see(position, &adjutant::engine::Reader::Moderator).unwrap().0);
    let all = ships["view"]["open"]["ships"].as_object().expect("ships").clone();
    let own = all.into_iter().filter(|(_, vessel)| vessel["at"].is_null() != union);
    own.map(|(name, _)| name).collect()
}

fn happened(game: &dyn AnyGame, position: Position, event: &Value) -> Position {
    game.apply(&position, &EventDoc(event.to_string())).expect("an event")
}

/// A repair phase in which much was hit.
fn position(game: &dyn AnyGame, fleets: &[Vec<String>; 2], blows: &[[Blow; 5]; 2]) -> Position {
    let mut position = game.setup(&mut Chance::from_seed([7; 32]));
    let mut happens = |event: Value| {
        position = happened(game, position.clone(), &event);
    };
    for ship in &fleets[0] {
        happens(serde_json::json!({"deployed": {"ship": ship, "at": 20}}));
    }
    happens(serde_json::json!({"step-began": {"turn": 2, "step": "movement"}}));
    for (fleet, blows) in fleets.iter().zip(blows) {
        for blow in blows {
            let ship = blow.ship.get(fleet);
            happens(serde_json::json!({"deployed": {"ship": ship, "at": blow.at}}));
            if blow.damaged {
                happens(serde_json::json!({"damaged": {"unit": {"ship": ship}}}));
            }
            if fleet == &fleets[0] {
                if blow.troops {
                    happens(serde_json::json!({"loaded": {"carrier": ship}}));
                }
                if blow.stormed {
                    happens(serde_json::json!({"loaded": {"carrier": ship}}));
                    happens(serde_json::json!({"troops-lost": {"carrier": ship}}));
                }
            }
        }
    }
    for phase in ["movement", "repair"] {
        happens(serde_json::json!({"step-began": {"turn": 3, "step": phase}}));
    }
    let mut whole = json(&position.0);
    for (fleet, blows) in fleets.iter().zip(blows) {
        for blow in blows {
            let vessel = &mut whole["state"]["open"]["ships"][blow.ship.get(fleet)];
            if let Some(rider) = blow.rider
                && let Some(rider) = vessel["riders"].get_mut(usize::from(rider) - 1)
            {
                *rider = "lost".into();
            }
        }
    }
    Position(whole.to_string())
}

/// The same position with nothing left that could be done without orders.
fn idle(
    position: &Position,
    fleets: &[Vec<String>; 2],
    lines: &[Vec<(usize, String)>; 2],
) -> Position {
    let mut whole = json(&position.0);
    for (fleet, lines) in fleets.iter().zip(lines) {
        for ship in fleet {
            let asks = |kinds: &[&str]| {
                lines.iter().any(|(kind, name)| name == ship && kinds.contains(&KINDS[*kind].0))
            };
            let vessel = &mut whole["state"]["open"]["ships"][ship];
            if !asks(&["repair"]) {
                vessel["condition"] = "whole".into();
            }
            if !asks(&["replace-rider"]) {
                for rider in vessel["riders"].as_array_mut().expect("riders") {
                    *rider = "whole".into();
                }
            }
            let aboard = whole["state"]["secret"]["aboard"].as_array_mut().expect("a list");
            let own = fleet == &fleets[0] && !asks(&["land", "embark", "raise"]);
            if own && !aboard.contains(&ship.as_str().into()) {
                aboard.push(ship.as_str().into());
            }
        }
    }
    Position(whole.to_string())
}

/// What became of each line: 0 is the best.
fn outcomes(
    game: &dyn AnyGame,
    position: &Position,
    orders: &BTreeMap<Seat, OrdersDoc>,
) -> Vec<u8> {
    let made = game.resolve(position, orders, &mut Chance::from_seed([3; 32]));
    let record = json(&made.expect("a position").record.0);
    let code = |answer: &Value| match answer["code"].as_str() {
        Some("done") => 0,
        Some("partly") => 1,
        _ => 2,
    };
    let seats = ["mazianni", "union"];
    seats.iter().flat_map(|seat| array(&record["answers"], seat)).map(code).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn no_default_makes_an_order_fail(
        blows in proptest::array::uniform2(proptest::array::uniform5(blow())),
        asked in proptest::array::uniform2(proptest::collection::vec(line(), 1..6)),
    ) {
        let game = shelf::named("company-war");
        let begin = game.setup(&mut Chance::from_seed([7; 32]));
        let fleets = [false, true].map(|union| fleet(&*game, &begin, union));
        let position = position(&*game, &fleets, &blows);
        // Two in three lines are about a ship to which something happened.
        let line = |side: usize, (kind, ship): &(usize, Index)| {
            let hit = blows[side][ship.index(5)].ship.get(&fleets[side]).clone();
            let any = ship.get(&fleets[side]).clone();
            (*kind, if ship.index(3) > 0 { hit } else { any })
        };
        let lines = [0, 1].map(|side| asked[side].iter().map(|l| line(side, l)).collect::<Vec<_>>());
        let mut orders = BTreeMap::new();
        for (name, lines) in ["mazianni", "union"].iter().zip(&lines) {
            let text: Vec<String> = lines.iter().map(|(kind, ship)| {
                let (kind, field) = KINDS[*kind];
                format!("- {kind}: {{{field}: {ship}}}\n")
            }).collect();
            let seat = seat(name);
            let read = shelf::read(&*game, &seat, &shelf::list(&text.concat()));
            orders.insert(seat, read);
        }
        let with = outcomes(&*game, &position, &orders);
        let without = outcomes(&*game, &idle(&position, &fleets, &lines), &orders);
        for (n, (with, without)) in with.iter().zip(&without).enumerate() {
            prop_assert!(with <= without, "line {n} of {lines:?} fails because of a default");
        }
    }
}

//! Six powers: what one knows alone, and what two do together, leaves no trace in what others read.

use std::collections::BTreeMap;

use adjutant::engine::{AnyGame, AnySheet, Chance, Position, Reader, Seat};
use serde_json::Value;

use crate::shelf::{self, facts, json, played, read, seat};

const SEATS: [&str; 6] = ["britain", "france", "germany", "japan", "ottoman", "russia"];

/// Orders that wait for an occasion which does not come.
const WAITING: &str = "\
- peace: {with: france}
- passage: {to: [france, russia]}
- cede: {at: Great Britain, to: france}
- on-revolt: {side: support}
- intercept: {when: always}
- break-off: {when: {losses: 1}}
- retreat: {when: half, to: [France]}
- losses: {order: [artillery, cavalry]}
- triple: {targets: [general]}
- transfer: {amount: 3}
- last-stand: retreat
- reinforce: {bring: [artillery]}
- natives: {losses: [cavalry]}
";

fn powers() -> Box<dyn AnyGame> {
    shelf::named("age-of-imperialism")
}

/// What a reader learns of a cycle.
struct Learned {
    /// All of it: account, page, scenes and view.
    all: String,
    /// The events alone.
    events: Vec<Value>,
}

/// What everybody but these seats learns of a cycle with these orders.
fn learned(
    game: &dyn AnyGame,
    position: &Position,
    orders: &BTreeMap<Seat, AnySheet>,
    but: &[&str],
) -> Vec<Learned> {
    let made = game.resolve(position, orders, &mut Chance::from_seed([9; 32]));
    let made = made.expect("a position");
    let others = SEATS.into_iter().filter(|name| !but.contains(name)).map(seat).map(Reader::Seat);
    let one = |reader: Reader| {
        let page = shelf::page(game, &made.position, &made.record, &reader);
        let seen = game.see(&made.position, &reader).expect("a position").0;
        let news = game.news(&made.record, &reader).expect("a record");
        let scenes = game.scenes(position, &made.record, &reader).expect("a record");
        let told = serde_json::to_string(&(page, scenes)).expect("JSON");
        Learned { all: told + &seen + &news.0, events: facts(&news) }
    };
    others.chain([Reader::Public]).map(one).collect()
}

/// The same in one text for each reader.
fn told(
    game: &dyn AnyGame,
    position: &Position,
    orders: &BTreeMap<Seat, AnySheet>,
    but: &[&str],
) -> Vec<String> {
    learned(game, position, orders, but).into_iter().map(|learned| learned.all).collect()
}

#[test]
fn orders_that_find_no_occasion_leave_no_trace() {
    let game = powers();
    for cycles in [2, 3, 4] {
        let position = played(&*game, cycles);
        let silent = told(&*game, &position, &BTreeMap::new(), &["britain"]);
        for list in ["orders", "standing"] {
            let britain = seat("britain");
            let orders = read(&*game, &britain, &format!("{list}:\n{WAITING}"));
            let orders = BTreeMap::from([(britain, orders)]);
            let waited = told(&*game, &position, &orders, &["britain"]);
            // From the third cycle on a phase without those orders refuses them, to the same end.
            assert_eq!(silent, waited, "{list} after {cycles} cycles");
        }
    }
}

#[test]
fn a_gift_is_known_to_two_only() {
    let game = powers();
    let position = played(&*game, 5);
    let state = json(&position.0);
    let purses = &state["state"]["secret"]["purses"];
    let rich = |name: &&&str| purses[**name]["pp"].as_u64().expect("a number") > 0;
    let giver = *SEATS.iter().find(rich).expect("somebody has something");
    let taker = if giver == "russia" { "britain" } else { "russia" };
    let quiet = told(&*game, &position, &BTreeMap::new(), &[giver, taker]);
    let gift = read(&*game, &seat(giver), &format!("orders:\n- give: {{to: {taker}, pp: 1}}\n"));
    let orders = BTreeMap::from([(seat(giver), gift)]);
    assert_eq!(quiet, told(&*game, &position, &orders, &[giver, taker]));
    let given = |fact: &&Value| fact["event"].get("given").is_some();
    let knows = |learned: &Learned| learned.events.iter().filter(given).count() == 1;
    let known: Vec<bool> = learned(&*game, &position, &orders, &[]).iter().map(knows).collect();
    let wanted = SEATS.map(|name| name == giver || name == taker);
    assert_eq!(known, [&wanted[..], &[false]].concat(), "the giver and the taker");
}

#[test]
fn what_a_power_cannot_know_is_not_in_its_report() {
    let game = powers();
    // Before movement phases: in production others may fail to pay, which everybody sees.
    for cycles in [2, 3, 5, 6, 8, 9] {
        let position = played(&*game, cycles);
        for name in SEATS {
            let others: Vec<&str> = SEATS.into_iter().filter(|other| *other != name).collect();
            let seen = shelf::view(&*game, &position, &seat(name));
            let mut chance = Chance::from_seed(shelf::seed(cycles));
            let imagined = game.imagine(&seen, &mut chance).expect("a view");
            assert_ne!(position, imagined, "{name} knows everything after {cycles} cycles");
            let own = |position| told(&*game, position, &BTreeMap::new(), &others).remove(0);
            assert!(own(&position) == own(&imagined), "{name} after {cycles} cycles");
        }
    }
}

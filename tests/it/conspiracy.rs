//! Six powers: what one knows alone, and what two do together, leaves no trace in what others read.

use std::collections::BTreeMap;

use adjutant::engine::{Chance, Document, Reader, Seat, Table};
use adjutant::games;
use serde_json::Value;

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

fn table() -> Box<dyn Table> {
    let game = games::named("age-of-imperialism").expect("it is on the shelf");
    let shipped = game.shipped();
    let map = shipped.scenarios[0].1.as_bytes();
    game.table(shipped.format.as_bytes(), map, &BTreeMap::new()).expect("it is sound")
}

fn seed(cycle: u32) -> [u8; 32] {
    adjutant::base::Digest::of(&cycle.to_be_bytes()).0
}

fn seat(name: &str) -> Seat {
    name.parse().expect("a seat")
}

fn file(name: &str, lists: &str) -> Vec<u8> {
    let head = "0".repeat(64);
    format!(
        "campaign: test#00000000\ncycle: 1\nseat: {name}\nsequence: 1\nto: age1test\nhead: {head}\n\
         {lists}"
    )
    .into_bytes()
}

/// The position after so many cycles of the staff.
fn played(table: &dyn Table, cycles: u32) -> Document {
    let mut position = table.setup(&mut Chance::from_seed(seed(0)));
    for cycle in 1..=cycles {
        let orders = |name: &&str| {
            let seen = table.see(&position, &Reader::Seat(seat(name))).expect("a position");
            let ideas = table.suggest(&seen, &mut Chance::from_seed(seed(cycle))).expect("a view");
            (seat(name), file(name, &format!("orders:\n{ideas}")))
        };
        let files = SEATS.iter().map(orders).collect();
        let mut chance = Chance::from_seed(seed(cycle));
        position = table.resolve(&position, &files, &mut chance).expect("a position").position;
    }
    position
}

/// What everybody but these seats reads of a cycle with these orders.
fn told(
    table: &dyn Table,
    position: &Document,
    files: &BTreeMap<Seat, Vec<u8>>,
    but: &[&str],
) -> Vec<String> {
    let mut chance = Chance::from_seed([9; 32]);
    let made = table.resolve(position, files, &mut chance).expect("a position");
    let others = SEATS.into_iter().filter(|name| !but.contains(name)).map(seat).map(Reader::Seat);
    let page = |reader: Reader| {
        let page = table.page(&made.position, Some(&made.record), &reader).expect("a record");
        let seen = table.see(&made.position, &reader).expect("a position").0;
        serde_json::to_string(&page).expect("JSON") + &seen
    };
    others.chain([Reader::Public]).map(page).collect()
}

#[test]
fn orders_that_find_no_occasion_leave_no_trace() {
    let table = table();
    for cycles in [2, 3, 4] {
        let position = played(&*table, cycles);
        let silent = told(&*table, &position, &BTreeMap::new(), &["britain"]);
        for list in ["orders", "standing"] {
            let waiting = match list {
                "standing" => WAITING.lines().map(|line| format!("{line}\n")).collect(),
                _ => WAITING.to_owned(),
            };
            let files = BTreeMap::from([(
                seat("britain"),
                file("britain", &format!("{list}:\n{waiting}")),
            )]);
            let waited = told(&*table, &position, &files, &["britain"]);
            // From the third cycle on a phase without those orders refuses them, to the same end.
            assert_eq!(silent, waited, "{list} after {cycles} cycles");
        }
    }
}

#[test]
fn a_gift_is_known_to_two_only() {
    let table = table();
    let position = played(&*table, 2);
    let quiet = told(&*table, &position, &BTreeMap::new(), &["britain", "japan"]);
    let gift = file("britain", "orders:\n- give: {to: japan, pp: 1}\n");
    let files = BTreeMap::from([(seat("britain"), gift)]);
    assert_eq!(quiet, told(&*table, &position, &files, &["britain", "japan"]));
    let other = told(&*table, &position, &files, &["france", "germany", "ottoman", "russia"]);
    assert!(other[0].contains("give 1 PP") && other[1].contains("give 1 PP"), "{other:?}");
}

#[test]
fn what_nobody_has_seen_is_in_no_report() {
    let table = table();
    for cycles in [6, 7, 9] {
        let position = played(&*table, cycles);
        let swapped = swapped(&position);
        assert_ne!(position, swapped, "nothing lies face-down after {cycles} cycles");
        let none = BTreeMap::new();
        assert_eq!(
            told(&*table, &position, &none, &[]),
            told(&*table, &swapped, &none, &[]),
            "after {cycles} cycles"
        );
    }
}

/// The position with other faces on the native markers that nobody has seen.
fn swapped(position: &Document) -> Document {
    let mut value: Value = serde_json::from_str(&position.0).expect("JSON");
    let lands = value["state"]["lands"].clone();
    let faces = value["state"]["secrets"]["faces"].as_object_mut().expect("faces");
    for (region, face) in faces.iter_mut() {
        let marker = &lands[region]["marker"];
        let open = marker["open"] == true || marker["public"] == true;
        if !open && marker["seen"].as_array().is_some_and(Vec::is_empty) {
            let strength = face["strength"].as_u64().expect("a number");
            face["strength"] = Value::from(if strength == 4 { 5 } else { 4 });
            face["plus"] = Value::from(0);
        }
    }
    Document(adjutant::base::canonical::encode(&value))
}

//! Six powers: what one knows alone, and what two do together, leaves no trace in what others read.

use std::collections::BTreeMap;

use adjutant::engine::{Chance, Document, Reader, Seat, Table};
use adjutant::games;

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
        let scenes = table.scenes(position, &made.record, &reader).expect("a record");
        serde_json::to_string(&(page, scenes)).expect("JSON") + &seen
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
            let files = BTreeMap::from([(
                seat("britain"),
                file("britain", &format!("{list}:\n{WAITING}")),
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
    let position = played(&*table, 5);
    let value: serde_json::Value = serde_json::from_str(&position.0).expect("JSON");
    let rich = |name: &&&str| value["state"]["secrets"]["purses"][**name]["pp"] != 0;
    let giver = *SEATS.iter().find(rich).expect("somebody has something");
    let taker = if giver == "russia" { "britain" } else { "russia" };
    let quiet = told(&*table, &position, &BTreeMap::new(), &[giver, taker]);
    let gift = file(giver, &format!("orders:\n- give: {{to: {taker}, pp: 1}}\n"));
    let files = BTreeMap::from([(seat(giver), gift)]);
    assert_eq!(quiet, told(&*table, &position, &files, &[giver, taker]));
    let all = told(&*table, &position, &files, &[]);
    let known = all.iter().filter(|page| page.contains("give 1 PP to")).count();
    assert_eq!(known, 2, "the giver and the taker");
}

#[test]
fn what_a_power_cannot_know_is_not_in_its_report() {
    let table = table();
    // Before movement phases: in production others may fail to pay, which everybody sees.
    for cycles in [2, 3, 5, 6, 8, 9] {
        let position = played(&*table, cycles);
        for name in SEATS {
            let others: Vec<&str> = SEATS.into_iter().filter(|other| *other != name).collect();
            let seen = table.see(&position, &Reader::Seat(seat(name))).expect("a position");
            let mut chance = Chance::from_seed(seed(cycles));
            let imagined = table.imagine(&seen, &mut chance).expect("a view");
            assert_ne!(position, imagined, "{name} knows everything after {cycles} cycles");
            let own = |position| told(&*table, position, &BTreeMap::new(), &others).remove(0);
            assert!(own(&position) == own(&imagined), "{name} after {cycles} cycles");
        }
    }
}

//! Warnings that need a position which is rare.

use serde_json::{Value, json};

use crate::engine::{Reader, Remark, Seat, Severity, Slot};
use crate::games::age_of_imperialism::SHELF;
use crate::testing::Table;

/// What is found in orders of the British after so many cycles without orders and a change to what
/// they see, given as JSON pointers into the view.
fn found(cycles: u8, change: &[(&str, Value)], orders: &str) -> Vec<String> {
    let mut table = Table::new(&SHELF).expect("it is sound");
    for _ in 0..cycles {
        table.resolve(&[]).expect("sound");
    }
    let seat: Seat = "britain".parse().expect("a seat");
    let mut seen = table.seen(&Reader::Seat(seat.clone())).expect("a position");
    for (pointer, value) in change {
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
        let parent = seen.pointer_mut(&format!("/view{parent}")).expect("a place");
        parent.as_object_mut().expect("an object").insert(name.to_owned(), value.clone());
    }
    let found = table.found(&seen, &seat, orders).expect("a view").into_iter();
    let line = |remark: Remark| {
        assert_eq!(remark.severity, Severity::Warning, "{remark:?}");
        let slot = remark.slot.map_or("orders".to_owned(), Slot::name);
        let rule = remark.rule.map(|rule| rule.to_string()).unwrap_or_default();
        format!("{slot}: {} [{rule}]", remark.what)
    };
    found.map(line).collect()
}

/// Cycles to the first movement phase, and to the first production phase.
const MOVEMENT: u8 = 2;
const PRODUCTION: u8 = 4;

fn marker() -> Value {
    json!({"lost": 0, "open": true, "public": true, "seen": []})
}

#[test]
fn upkeep_beyond_all_income() {
    let poor = ("/known/purses/britain", json!({"pp": 0, "dp": 0}));
    let many = ("/open/lands/Egypt/armies/britain", json!({"infantry": 50}));
    let own = ("/open/lands/Egypt/owner", json!("britain"));
    let found = found(PRODUCTION, &[poor, own, many], "- reserve: {pp: 1}\n");
    assert!(found[0].starts_with("orders: upkeep is 5"), "{found:?}");
    assert!(found[0].ends_with("you have at most 15 [im17]") && found.len() == 1, "{found:?}");
}

#[test]
fn goodwill_that_is_not_there() {
    let hand = ("/known/purses/britain", json!({"pp": 0, "dp": 0}));
    let face = json!({"strength": 9, "plus": 0});
    let faces = ("/known/faces", json!({"Egypt": face, "India": face}));
    let mut change = vec![hand, faces, ("/known/chits", json!({}))];
    let (egypt, india) = (
        json!({"owner": "britain", "armies": {"britain": {"infantry": 1}}, "marker": marker()}),
        json!({"owner": "britain", "armies": {"britain": {"infantry": 1}}, "marker": marker()}),
    );
    change.extend([("/open/lands/Egypt", egypt), ("/open/lands/India", india)]);
    let orders = "- westernize: {at: Egypt}\n- westernize: {at: India}\n";
    let found = found(PRODUCTION, &change, orders);
    assert_eq!(found, ["orders[1]: with the lines before, this costs 2 DP, and you have 1 [im19]"]);
}

#[test]
fn parties_alone_among_strangers() {
    let change = [
        ("/open/lands/Egypt/owner", json!("britain")),
        ("/open/lands/Egypt/armies", json!({"britain": {"infantry": 1, "general": 1}})),
        ("/open/lands/Tripoli", json!({})),
        ("/known/chits", json!({})),
    ];
    let found =
        found(MOVEMENT, &change, "- march: {units: {general: 1}, path: [Egypt, Tripoli]}\n");
    assert_eq!(found, ["orders[0]: 1 general cannot enter Tripoli without a brigade [im28]"]);
}

#[test]
fn rebels_hold_those_inside_and_keep_out_those_outside() {
    let revolt = json!({"army": {"infantry": 2}, "sides": {}});
    let home = json!({
        "owner": "britain", "armies": {"britain": {"infantry": 3}}, "marker": marker(),
        "revolt": revolt,
    });
    let other = json!({
        "owner": "france", "armies": {"france": {"infantry": 3}}, "marker": marker(),
        "revolt": revolt,
    });
    let face = json!({"strength": 9, "plus": 0});
    let change = [
        ("/open/lands/Egypt", home),
        ("/open/lands/Sudan", other),
        ("/open/lands/Tripoli", json!({})),
        ("/known/faces", json!({"Egypt": face, "Sudan": face})),
        ("/known/chits", json!({})),
        ("/open/wars", json!([{"by": "britain", "on": "france", "ready": ["britain"]}])),
    ];
    let out = found(MOVEMENT, &change, "- march: {units: {infantry: 2}, path: [Egypt, Tripoli]}\n");
    assert_eq!(out, ["orders[0]: the revolt in Egypt lets 1 brigade leave [im23]"]);
    let into = found(MOVEMENT, &change, "- march: {units: {infantry: 1}, path: [Egypt, Sudan]}\n");
    let what = "Sudan is in revolt: only the power that controls it may enter";
    assert_eq!(into, [format!("orders[0]: {what} [im23]")]);
}

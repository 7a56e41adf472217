//! The largest fight that money buys in Parabellum: nobody's report is longer than its room for it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use adjutant::campaign::layout;
use adjutant::games;
use adjutant::referee::cycle::open;
use adjutant::referee::cycle::resolve::resolve;
use adjutant::referee::record::receipt::Verdict;
use adjutant::seal::packed::{self, Packed};
use serde_json::Value;

use crate::bench::Bench;
use crate::secrecy::length;
use crate::shelf::json;

/// For 9000 credits there are 33 militia ready to fight, for 270 each. Four fit into a square, so either side stands in
/// nine squares, one line before the other.
const MAP: &str = r#"
title: Everybody
budget: 9000
skirmishes: 1
lists: {amber: [militia], cobalt: [militia]}
standard:
  amber: {units: {militia: 33}, squads: 33, supply: 33, ammo: 33}
  cobalt: {units: {militia: 33}, squads: 33, supply: 33, ammo: 33}
table:
  - name: Line
    about: all that there are
    ground: ["............", "............", "............"]
    cities:
      Rear: {squares: [L3]}
    lines: {defender: [A1, L1], attacker: [A2, L2]}
    aim: {take: Rear}
    turns: 3
    reward: 0
"#;

/// Purchases and both deployments.
const BEFORE: u32 = 3;

/// The places of the units of a seat, wherever they stand in a view.
fn places(value: &Value, seat: &str) -> Vec<(String, String)> {
    let Value::Object(fields) = value else { return Vec::new() };
    let minis = fields.get("minis").and_then(Value::as_object).into_iter().flatten();
    let own = minis.filter(|(unit, _)| unit.starts_with(seat));
    let place = |mini: &Value| mini["at"].as_str().expect("a square").to_owned();
    let own = own.map(|(unit, mini)| (unit.clone(), place(mini)));
    own.chain(fields.values().flat_map(|field| places(field, seat))).collect()
}

/// Each unit attacks the square across the line.
fn attacks(units: &[(String, String)]) -> String {
    let mut lists = "orders:\n".to_owned();
    for (unit, at) in units {
        let (column, row) = at.split_at(1);
        let other = if row == "1" { 2 } else { 1 };
        writeln!(lists, "- attack: {{unit: {unit}, at: {column}{other}}}").expect("text");
    }
    lists
}

/// Both sides buy militia for all that they have, and in one round each unit attacks and answers what it can.
#[test]
fn a_fight_of_all_that_money_buys_fits_into_a_report() {
    let rounds = BTreeMap::from([("exchange".to_owned(), "a-round".to_owned())]);
    let bench = Bench::founded_by(("parabellum", "everybody", MAP), &rounds);
    let seats: Vec<&str> = bench.players.keys().copied().collect();
    let mut desk = bench.desk();
    for seat in &seats {
        bench.enroll(&mut desk, seat).unwrap();
    }
    drop(desk);
    // Whoever says nothing buys the standard force and puts all of it on the map (pb65).
    for _ in 0..BEFORE {
        open::open(&mut bench.desk(), None, bench.now()).unwrap();
        resolve(&mut bench.desk(), true, bench.now()).unwrap();
    }
    let cycle = open::open(&mut bench.desk(), None, bench.now()).unwrap().cycle;
    for seat in &seats {
        let desk = bench.desk();
        let view = bench.report(&desk, seat).data.view();
        let units = places(&json(&view.0), seat);
        assert_eq!(units.len(), 33, "{seat}: {}", view.0);
        let packet = bench.packet(&desk, seat, &bench.orders(&desk, seat, 1, &attacks(&units)));
        drop(desk);
        let receipt = bench.receive(packet).receipt;
        assert_eq!(receipt.verdict, Verdict::Accepted, "{seat}: {:?}", receipt.reason);
    }
    resolve(&mut bench.desk(), true, bench.now()).unwrap();
    let room = games::OURS.named("parabellum").unwrap().room();
    for seat in &seats {
        let sealed = bench.store().need(&layout::report(cycle, seat)).unwrap();
        let text = packed::open(&sealed, bench.players[seat].identity()).unwrap();
        assert!(text.matches("counterattack").count() > 100, "{seat}: many fought");
        let needed = Packed::of(&text).unwrap().shortest();
        assert!(needed <= room, "{seat}: {needed} of {room} bytes");
        // A nonce, and a tag for what is less than 64 KiB.
        assert_eq!(length("report.age", &sealed), room + 32, "{seat}");
    }
    assert!(bench.verify().passed());
}

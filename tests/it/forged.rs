//! A report may be anybody's work: what it tells a program is refused or taken, never a panic.

use std::collections::BTreeMap;

use adjutant::campaign::layout;
use adjutant::engine::{AnyGame, Chance, Document, Reader, Seat, Table};
use adjutant::games;
use adjutant::referee::player;
use adjutant::referee::report::{Report, html};
use adjutant::referee::verify::{Own, verify};
use serde_json::{Value, json};

use crate::bench::Bench;
use crate::html::sound;

const ORDERS: &str = "campaign: x#00\ncycle: 1\nseat: union\nsequence: 1\nto: age1x\nhead: \
    0000000000000000000000000000000000000000000000000000000000000000\norders:\n\
    - move: {ship: Nike, path: [13, 24]}\n- repair: {ship: Nike}\n";

/// The view of the Union at the beginning, with one text in place of another.
fn forged(from: &str, to: &str) -> [bool; 3] {
    let game = games::named("company-war").expect("it is on the shelf");
    let shipped = game.shipped();
    let map = shipped.scenarios[0].1.as_bytes();
    let table = game.table(shipped.format.as_bytes(), map, &BTreeMap::new()).expect("sound");
    let position = table.setup(&mut Chance::from_seed([1; 32]));
    let reader = Reader::Seat("union".parse().expect("a seat"));
    let seen = table.see(&position, &reader).expect("a position").0;
    assert!(seen.contains(from), "the view does not hold {from}");
    let seen = Document(seen.replace(from, to));
    let mut chance = Chance::from_seed([2; 32]);
    [
        table.check(&seen, ORDERS.as_bytes()).is_ok(),
        table.suggest(&seen, &mut chance).is_ok(),
        table.imagine(&seen, &mut chance).is_ok(),
    ]
}

#[test]
fn a_view_that_names_what_is_not_there_is_refused() {
    for (from, to) in [
        ("\"Nike\":", "\"Nobody\":"),
        ("\"at\":13", "\"at\":999"),
        ("\"aboard\":[]", "\"aboard\":[\"Nobody\"]"),
        ("\"landed\":[]", "\"landed\":[999]"),
        ("\"turn\":0", "\"turn\":4000000000"),
        ("\"loads\":0", "\"loads\":4000"),
        ("[\"whole\",\"whole\",\"whole\",\"whole\"]", "[]"),
        ("\"union\":0", "\"union\":-2147483648"),
    ] {
        assert_eq!(forged(from, to), [false; 3], "{from} -> {to}");
    }
    assert_eq!(forged("\"sealed\":true", "\"sealed\":false"), [true; 3], "an honest view is taken");
}

/// Cycles of the staff before a view is forged.
const CYCLES: [u32; 2] = [3, 7];

fn seed(number: u32) -> [u8; 32] {
    adjutant::base::Digest::of(&number.to_be_bytes()).0
}

/// The orders of the staff by a view.
fn staff(table: &dyn Table, seat: &Seat, seen: &Document, cycle: u32) -> Vec<u8> {
    let ideas = table.suggest(seen, &mut Chance::from_seed(seed(cycle))).expect("a view");
    let head = "0".repeat(64);
    format!(
        "campaign: x#00\ncycle: 1\nseat: {seat}\nsequence: 1\nto: age1x\nhead: {head}\n\
         orders:\n{ideas}"
    )
    .into_bytes()
}

/// The game of the first scenario, and the first seat's view after so many cycles.
fn view(game: &dyn AnyGame, cycles: u32) -> (Box<dyn Table>, Seat, Document) {
    let shipped = game.shipped();
    let map = shipped.scenarios[0].1.as_bytes();
    let table = game.table(shipped.format.as_bytes(), map, &BTreeMap::new()).expect("sound");
    let mut position = table.setup(&mut Chance::from_seed(seed(0)));
    for cycle in 1..=cycles {
        let orders = |seat: Seat| {
            let seen = table.see(&position, &Reader::Seat(seat.clone())).expect("a position");
            let file = staff(&*table, &seat, &seen, cycle);
            (seat, file)
        };
        let files = table.seats().into_iter().map(orders).collect();
        let made = table.resolve(&position, &files, &mut Chance::from_seed(seed(cycle)));
        position = made.expect("a position").position;
    }
    let seat = table.seats().remove(0);
    let seen = table.see(&position, &Reader::Seat(seat.clone())).expect("a position");
    (table, seat, seen)
}

/// The path to every value that holds no other.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, inner)| leaves(inner, &format!("{path}/{name}"), found));
        }
        Value::Array(items) => {
            let numbered = items.iter().enumerate();
            numbered.for_each(|(n, inner)| leaves(inner, &format!("{path}/{n}"), found));
        }
        _ => found.push(path.to_owned()),
    }
}

#[test]
fn no_value_of_a_forged_view_stops_the_program() {
    for game in games::ALL {
        for cycles in CYCLES {
            let (table, seat, seen) = view(*game, cycles);
            let orders = staff(&*table, &seat, &seen, cycles);
            let value: Value = serde_json::from_str(&seen.0).expect("JSON");
            let mut paths = Vec::new();
            leaves(&value, "", &mut paths);
            // Every fifth value, so that the test stays quick; two positions shift the choice.
            for path in paths.iter().skip(cycles as usize % 5).step_by(5) {
                for forged in [json!(0), json!(u32::MAX), json!("nobody"), json!(true), json!(null)]
                {
                    let mut value = value.clone();
                    *value.pointer_mut(path).expect("a leaf") = forged;
                    let seen = Document(adjutant::base::canonical::encode(&value));
                    let mut chance = Chance::from_seed([2; 32]);
                    let _ = table.check(&seen, &orders);
                    let _ = table.suggest(&seen, &mut chance);
                    let _ = table.imagine(&seen, &mut chance);
                }
            }
        }
    }
}

/// Nobody is sent what the moderator sees; who writes such a view himself gains nothing by it.
#[test]
fn a_view_that_calls_itself_the_moderators_is_a_view_like_any_other() {
    for game in games::ALL {
        let (table, seat, seen) = view(*game, 3);
        let own = format!("{{\"seat\":\"{seat}\"}}");
        assert!(seen.0.contains(&own));
        let forged = Document(seen.0.replace(&own, "\"moderator\""));
        let orders = staff(&*table, &seat, &seen, 3);
        let mut chance = Chance::from_seed([2; 32]);
        assert!(table.check(&forged, &orders).is_ok());
        assert!(table.suggest(&forged, &mut chance).is_ok());
        let imagined = table.imagine(&forged, &mut chance).expect("a view");
        // He holds no seat, so nothing that stands is his.
        assert!(table.page(&imagined, None, &Reader::Moderator).is_ok());
    }
}

#[test]
fn a_report_that_calls_itself_the_moderators_is_nobodys() {
    let bench = Bench::open();
    let public = bench.store().need(&layout::public_report(0)).unwrap();
    let text = String::from_utf8(public).unwrap().replace("\"public\"", "\"moderator\"");
    let report = Report::read(&text).unwrap();
    assert_eq!(report.data.reader, Reader::Moderator);
    let desk = bench.desk();
    let table = player::game(&report.data, Some(&desk.campaign)).unwrap();
    let orders = bench.orders(&desk, "union", 1, "orders: []\n");
    let problem = player::check(&report.data, &*table, orders.as_bytes()).unwrap_err();
    assert!(problem.what.starts_with("seat is union, not"), "{problem}");
    drop(desk);
    let own = Own { reports: vec![("forged".into(), report.clone())], ..Own::default() };
    let told = verify(bench.store(), &own).unwrap().to_string();
    assert!(told.contains("FAILED  my report: forged: nobody is sent"), "{told}");
    sound(&html(&report.data.page, &report.data.game).unwrap());
}

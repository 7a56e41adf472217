//! Forecasts: by the view alone, the same each time, with odds that add up.

use std::collections::BTreeMap;

use adjutant::engine::{AnyGame, Chance, Code, Document, Reader, Seat, Table};
use adjutant::games;
use adjutant::referee::forecast::{Forecast, forecast};

const WORLDS: u32 = 60;

fn seed(number: u32) -> [u8; 32] {
    adjutant::base::Digest::of(&number.to_be_bytes()).0
}

/// An order file of the staff.
fn staff(table: &dyn Table, seat: &Seat, seen: &Document, cycle: u32) -> Vec<u8> {
    let ideas = table.suggest(seen, &mut Chance::from_seed(seed(cycle))).expect("a view");
    file(seat, &ideas)
}

fn file(seat: &Seat, orders: &str) -> Vec<u8> {
    let head = "0".repeat(64);
    let list = if orders.is_empty() { " []\n".to_owned() } else { format!("\n{orders}") };
    format!(
        "campaign: x#00\ncycle: 1\nseat: {seat}\nsequence: 1\nto: age1x\nhead: {head}\norders:{list}"
    )
    .into_bytes()
}

fn table(game: &dyn AnyGame) -> Box<dyn Table> {
    let shipped = game.shipped();
    let map = shipped.scenarios[0].1.as_bytes();
    game.table(shipped.format.as_bytes(), map, &BTreeMap::new()).expect("it is sound")
}

/// The position after so many cycles of the staff.
fn played(table: &dyn Table, cycles: u32) -> Document {
    let mut position = table.setup(&mut Chance::from_seed(seed(0)));
    for cycle in 1..=cycles {
        let orders = |seat: Seat| {
            let seen = table.see(&position, &Reader::Seat(seat.clone())).expect("a position");
            let file = staff(table, &seat, &seen, cycle);
            (seat, file)
        };
        let files = table.seats().into_iter().map(orders).collect();
        let made = table.resolve(&position, &files, &mut Chance::from_seed(seed(cycle)));
        position = made.expect("a position").position;
    }
    position
}

fn made(table: &dyn Table, seen: &Document, orders: &[u8]) -> Forecast {
    forecast(table, seen, orders, WORLDS, &|| {}).expect("a view and orders")
}

#[test]
fn two_worlds_that_look_the_same_have_the_same_forecast() {
    for game in games::ALL {
        let table = table(*game);
        for cycles in [2, 5] {
            let truth = played(&*table, cycles);
            for seat in table.seats() {
                let reader = Reader::Seat(seat.clone());
                let seen = table.see(&truth, &reader).expect("a position");
                let other = table.imagine(&seen, &mut Chance::from_seed(seed(99))).expect("a view");
                let again = table.see(&other, &reader).expect("a position");
                let orders = staff(&*table, &seat, &seen, 9);
                let [one, two] = [&seen, &again].map(|seen| made(&*table, seen, &orders));
                assert_eq!(one, two, "{}, {seat}, after {cycles} cycles", game.name());
            }
        }
    }
}

#[test]
fn every_line_has_one_outcome_in_each_world() {
    for game in games::ALL {
        let table = table(*game);
        let truth = played(&*table, 3);
        let seat = table.seats().remove(1);
        let seen = table.see(&truth, &Reader::Seat(seat.clone())).expect("a position");
        let orders = staff(&*table, &seat, &seen, 4);
        let forecast = made(&*table, &seen, &orders);
        assert!(!forecast.lines.is_empty());
        for line in &forecast.lines {
            let times: u32 = line.outcomes.iter().map(|odds| odds.times).sum();
            assert_eq!(times, WORLDS, "{}", line.order);
        }
        for told in &forecast.told {
            assert!(told.times > 0 && told.times < WORLDS, "{}", told.text);
        }
    }
}

/// Three Mazianni stations to begin at, and one that is none: certain by the rules.
#[test]
fn what_is_certain_happens_in_every_world() {
    let game = games::named("company-war").expect("it is on the shelf");
    let table = table(game);
    let position = table.setup(&mut Chance::from_seed(seed(0)));
    let seat: Seat = "mazianni".parse().expect("a seat");
    let seen = table.see(&position, &Reader::Seat(seat.clone())).expect("a position");
    let orders = file(&seat, "- deploy: {ship: Europe, at: 3}\n- deploy: {ship: Norway, at: 13}\n");
    let forecast = made(&*table, &seen, &orders);
    let code = |n: usize| {
        let [only] = &forecast.lines[n].outcomes[..] else { panic!("more than one outcome") };
        (only.code, only.times)
    };
    assert_eq!(code(0), (Code::Done, WORLDS));
    assert_eq!(code(1), (Code::Refused, WORLDS));
}

/// An explorer among natives of whom nothing is known: their markers have strengths 4 to 12, and
/// two dice fall 2 to 12, so that he is sometimes lost and sometimes wins the region (im50).
#[test]
fn an_explorers_fate_is_open() {
    let game = games::named("age-of-imperialism").expect("it is on the shelf");
    let table = table(game);
    let mut position = played(&*table, 2);
    for event in [
        r#"{"raised":{"at":"Great Britain","power":"britain","units":{"explorer":1}}}"#,
        r#"{"marched":{"from":"Great Britain","power":"britain","to":"Tibet","units":{"explorer":1}}}"#,
    ] {
        position = table.apply(&position, &Document(event.to_owned())).expect("an event");
    }
    let seat: Seat = "britain".parse().expect("a seat");
    let seen = table.see(&position, &Reader::Seat(seat.clone())).expect("a position");
    let forecast = made(&*table, &seen, &file(&seat, "- explore: {at: Tibet}\n"));
    let reasons: Vec<&str> =
        forecast.lines[0].outcomes.iter().map(|odds| odds.reason.as_str()).collect();
    for fate in ["Tibet joins you", "the explorer in Tibet is lost"] {
        assert!(reasons.contains(&fate), "{reasons:?}");
    }
}

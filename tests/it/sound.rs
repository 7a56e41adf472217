//! A scenario that is called sound can be played to its end.
//!
//! Scenarios of both games are drawn, many of them impossible. Those that are refused are left; with
//! all others the staff plays every seat until the game is over, and no order file is refused.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use adjutant::engine::chance::draw::Draw;
use adjutant::engine::{AnyGame, Chance, Due, GameKind, Position, Seat};
use adjutant::games;
use serde_json::Value;

use crate::shelf::{self, refused, seed};

/// Scenarios of each game.
const DRAWN: u32 = 24;
/// More cycles than any of these games has: each power alone, three goes a production.
const CYCLES: u32 = 200;

/// One of a hundred that is below this.
fn chance_of(luck: &mut Draw<'_>, percent: u64) -> bool {
    luck.below(100) < percent
}

/// So many at least, and fewer than that.
fn between(luck: &mut Draw<'_>, least: u64, beyond: u64) -> u64 {
    least + luck.below(beyond - least)
}

/// Some of these, in their order.
fn some<T: Clone>(luck: &mut Draw<'_>, all: &[T], percent: u64) -> Vec<T> {
    all.iter().filter(|_| chance_of(luck, percent)).cloned().collect()
}

/// One to six powers on a part of the map, with anything from no region to more than there are.
fn imperialism(format: &Value, _: &Value, luck: &mut Draw<'_>) -> String {
    let powers = ["britain", "france", "germany", "japan", "ottoman", "russia"];
    let mut powers = powers.map(str::to_owned).to_vec();
    luck.shuffle(&mut powers);
    powers.truncate(usize::try_from(between(luck, 1, 7)).expect("six"));
    let zones = format["map"]["zones"].as_array().expect("zones").iter();
    let zones: Vec<Value> = zones.map(|zone| zone["name"].clone()).collect();
    // Few regions on a part of the map, or on all of it about as many as the container has dots for.
    let dots = format["chits"]["values"]["0"].as_u64().expect("a number");
    let most = dots / u64::try_from(powers.len()).expect("six");
    let (zones, regions) = if chance_of(luck, 70) {
        (some(luck, &zones, 30), between(luck, 0, 4))
    } else {
        (zones, between(luck, most, most + 2))
    };
    let turns = between(luck, 0, 3);
    format!(
        "game: age-of-imperialism\ntitle: drawn\nsource: invented\npowers: [{}]\nzones: {}\n\
         regions: {regions}\nturns: {turns}\n",
        powers.join(", "),
        Value::from(zones),
    )
}

/// Parts of the demonstration: some stations, routes and ships are left out.
fn company(_: &Value, base: &Value, luck: &mut Draw<'_>) -> String {
    let turns = between(luck, 0, 4);
    let mut text =
        format!("game: company-war\ntitle: drawn\nsource: invented\nturns: {turns}\nstations:\n");
    let mut empty: Vec<Value> = base["empty"].as_array().expect("a list").clone();
    for (point, name) in base["stations"].as_object().expect("stations") {
        if chance_of(luck, 90) {
            let _ = writeln!(text, "  {point}: {name}");
        } else {
            empty.push(point.parse::<u32>().expect("a number").into());
        }
    }
    let _ = writeln!(text, "empty: {}\nroutes:", Value::from(empty));
    let kept = between(luck, 20, 101);
    for (kind, routes) in base["routes"].as_object().expect("routes") {
        let routes = some(luck, routes.as_array().expect("a list"), kept);
        let _ = writeln!(text, "  {kind}: {}", Value::from(routes));
    }
    text += "ships:\n";
    for (side, ships) in base["ships"].as_object().expect("fleets") {
        let kept = between(luck, 10, 101);
        let ships = some(luck, ships.as_array().expect("a list"), kept);
        let _ = writeln!(text, "  {side}: {}", Value::from(ships));
    }
    text
}

/// Every option at a value that is drawn.
fn options(kind: &dyn GameKind, luck: &mut Draw<'_>) -> BTreeMap<String, String> {
    let specs = kind.options(kind.shipped().format.as_bytes()).expect("the format is sound");
    let value = |values: &[String], luck: &mut Draw<'_>| luck.pick(values).expect("some").clone();
    specs.iter().map(|(name, spec)| (name.clone(), value(&spec.values, luck))).collect()
}

/// The orders of the staff for a seat, of which none is refused.
fn orders(game: &dyn AnyGame, position: &Position, seat: &Seat, cycle: u32) -> Vec<u8> {
    let seen = shelf::view(game, position, seat);
    let ideas = shelf::staff(game, &seen, seed(cycle));
    let found = refused(game.check(&seen, &ideas).expect("the view is of this game"));
    assert!(found.is_empty(), "{seat}, cycle {cycle}: {found:?}");
    let items = game.list(&ideas).expect("its own orders");
    shelf::file(seat, cycle, &shelf::list(&items))
}

/// Plays to the end.
fn play(game: &dyn AnyGame) {
    let mut position = game.setup(&mut Chance::from_seed(seed(0)));
    for cycle in 1..=CYCLES {
        let phase = game.phase(&position).expect("a position");
        let due = phase.due.iter().filter(|(_, due)| **due == Due::Required);
        let file = |seat: &Seat| game.read(&orders(game, &position, seat, cycle)).expect("read").1;
        let all = due.map(|(seat, _)| (seat.clone(), file(seat))).collect();
        let mut luck = Chance::from_seed(seed(cycle));
        position = game.resolve(&position, &all, &mut luck).expect("a position").position;
        if game.outcome(&position).expect("a position").is_some() {
            return;
        }
    }
    panic!("the game does not end")
}

/// Draws scenarios of a game and plays those that are called sound; how many those were.
fn played(name: &str, scenario: fn(&Value, &Value, &mut Draw<'_>) -> String) -> u32 {
    let kind = games::OURS.named(name).expect("it is on the shelf");
    let shipped = kind.shipped();
    let read = |text: &str| serde_saphyr::from_str::<Value>(text).expect("YAML");
    let (format, base) = (read(shipped.format), read(shipped.scenarios[0].1));
    let mut sound = 0;
    for number in 0..DRAWN {
        let mut chance = Chance::from_seed(seed(number));
        let mut luck = chance.draw(&["scenario", name]);
        let options = options(kind, &mut luck);
        let text = scenario(&format, &base, &mut luck);
        let Ok(game) = kind.found(shipped.format.as_bytes(), text.as_bytes(), &options) else {
            continue;
        };
        // Shown if it fails.
        println!("{text}{options:?}");
        play(&*game);
        sound += 1;
    }
    sound
}

#[test]
fn every_sound_scenario_can_be_played_to_its_end() {
    let sound = [played("age-of-imperialism", imperialism), played("company-war", company)];
    // Neither is everything refused, nor is everything taken.
    let mixed = |sound: &u32| (DRAWN / 4..DRAWN).contains(sound);
    assert!(sound.iter().all(mixed), "of {DRAWN} scenarios each: {sound:?}");
}

//! A report may be anybody's work: what it tells a program is refused or taken, never a panic.

use adjutant::base::canonical;
use adjutant::campaign::layout;
use adjutant::engine::{AnyGame, AnySheet, Chance, GameKind, News, Reader, Seat, ViewDoc};
use adjutant::games::OURS;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::player::own_orders;
use adjutant::referee::record::report::{Report, html};
use adjutant::render::Rulebook;
use serde_json::{Value, json};

use crate::bench::Bench;
use crate::html::sound;
use crate::shelf::{self, founded, named, played, read, seat, seed, staff};

const ORDERS: &str = "orders:\n- move: {ship: Nike, path: [13, 24]}\n- repair: {ship: Nike}\n";

/// True for each method that takes this view.
fn takes(game: &dyn AnyGame, seen: &ViewDoc, orders: &AnySheet) -> [bool; 6] {
    let mut chance = Chance::from_seed([2; 32]);
    [
        game.check(seen, orders).is_ok(),
        game.suggest(seen, &mut chance).is_ok(),
        game.imagine(seen, &mut chance).is_ok(),
        game.choices(seen).is_ok(),
        game.standing(seen).is_ok(),
        game.page(seen, None).is_ok(),
    ]
}

/// The view of the Union at the beginning, with one text in place of another.
fn forged(from: &str, to: &str) -> [bool; 6] {
    let (game, union) = (named("company-war"), seat("union"));
    let seen = shelf::view(&*game, &played(&*game, 0), &union).0;
    assert!(seen.contains(from), "the view does not hold {from}");
    takes(&*game, &ViewDoc(seen.replace(from, to)), &read(&*game, &union, ORDERS))
}

#[test]
fn a_view_that_names_what_is_not_there_is_refused() {
    for (from, to) in [
        ("\"Nike\":", "\"Nobody\":"),
        ("\"at\":13", "\"at\":999"),
        ("\"aboard\":null", "\"aboard\":[\"Nobody\"]"),
        ("\"landed\":[]", "\"landed\":[999]"),
        ("\"turn\":0", "\"turn\":4000000000"),
        ("\"loads\":0", "\"loads\":4000"),
        ("[\"whole\",\"whole\",\"whole\",\"whole\"]", "[]"),
        ("\"union\":0", "\"union\":-2147483648"),
    ] {
        assert_eq!(forged(from, to), [false; 6], "{from} -> {to}");
    }
    assert_eq!(forged("\"sealed\":true", "\"sealed\":false"), [true; 6], "an honest view is taken");
}

/// Cycles of the staff before a view is forged.
const CYCLES: [u32; 2] = [3, 7];

/// The game of the first scenario, and the first seat's view after so many cycles.
fn view(kind: &dyn GameKind, cycles: u32) -> (Box<dyn AnyGame>, Seat, ViewDoc) {
    let game = founded(kind);
    let seat = game.seats().remove(0);
    let seen = shelf::view(&*game, &played(&*game, cycles), &seat);
    (game, seat, seen)
}

/// What the first seat is told of the cycle after so many.
fn news(game: &dyn AnyGame, seat: &Seat, cycles: u32) -> News {
    let position = played(game, cycles);
    let orders = |seat: Seat| {
        let ideas = staff(game, &shelf::view(game, &position, &seat), seed(cycles));
        (seat, ideas)
    };
    let orders = game.seats().into_iter().map(orders).collect();
    let made = game.resolve(&position, &orders, &mut Chance::from_seed(seed(cycles)));
    let record = made.expect("a position").record;
    game.news(&record, &Reader::Seat(seat.clone())).expect("a record")
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

/// The document with other values in place of one in so many of its own, so that the test stays quick;
/// another position shifts the choice.
fn forgeries(document: &str, shift: u32) -> Vec<String> {
    let one_in = if shelf::all() { 5 } else { 61 };
    let value: Value = shelf::json(document);
    let mut paths = Vec::new();
    leaves(&value, "", &mut paths);
    let mut made = Vec::new();
    for path in paths.iter().skip(shift as usize % one_in).step_by(one_in) {
        for forged in [json!(0), json!(u32::MAX), json!("nobody"), json!(true), json!(null)] {
            let mut value = value.clone();
            *value.pointer_mut(path).expect("a leaf") = forged;
            made.push(canonical::encode(&value));
        }
    }
    made
}

#[test]
fn no_value_of_a_forged_view_stops_the_program() {
    for kind in shelf::kinds() {
        for cycles in CYCLES {
            let (game, _, seen) = view(kind, cycles);
            let orders = staff(&*game, &seen, seed(cycles));
            for forged in forgeries(&seen.0, cycles) {
                let _ = takes(&*game, &ViewDoc(forged), &orders);
            }
        }
    }
}

/// An account of a cycle is as little trusted as a view: it is told or refused.
#[test]
fn no_value_of_a_forged_account_stops_the_program() {
    for kind in shelf::kinds() {
        for cycles in CYCLES {
            let (game, seat, seen) = view(kind, cycles + 1);
            let news = news(&*game, &seat, cycles);
            assert!(game.page(&seen, Some(&news)).is_ok());
            for forged in forgeries(&news.0, cycles) {
                let forged = News(forged);
                let told = game.page(&seen, Some(&forged));
                let _ = (game.sentences(&forged), told.map(|page| html(&page, kind.name(), OURS)));
            }
        }
    }
}

/// Nobody is sent what the moderator sees; who writes such a view himself gains nothing by it.
#[test]
fn a_view_that_calls_itself_the_moderators_is_a_view_like_any_other() {
    for kind in shelf::kinds() {
        let (game, seat, seen) = view(kind, 3);
        let own = format!("{{\"seat\":\"{seat}\"}}");
        assert!(seen.0.contains(&own));
        let forged = ViewDoc(seen.0.replace(&own, "\"moderator\""));
        let orders = staff(&*game, &seen, seed(3));
        assert_eq!(takes(&*game, &forged, &orders), [true; 6]);
        // The moderator holds no seat, so nothing that stands is theirs.
        assert_eq!(game.standing(&forged).expect("a view"), "");
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
    let game = own_orders::game(&report.data, Some(&desk.campaign), OURS).unwrap();
    let orders = bench.orders(&desk, "union", 1, "orders: []\n");
    let problem = own_orders::check(&report.data, &*game, orders.as_bytes()).unwrap_err();
    assert!(problem.what.starts_with("seat is union, expected"), "{problem}");
    drop(desk);
    let own = Own { reports: vec![("forged".into(), report.clone())], ..Own::default() };
    let told = verify(bench.store(), &own, OURS).unwrap().to_string();
    assert!(
        told.contains("FAILED  my report: forged: a report of this kind is never sent"),
        "{told}"
    );
    sound(&html(&report.data.page(&*game).unwrap(), &report.data.game, OURS).unwrap());
}

/// Who wants a reader's program to stand still sends a page with a map of too much.
#[test]
fn a_hostile_map_is_told_and_not_drawn() {
    use adjutant::page::{Link, Map, Move, Page, Place, Shape};
    let place = |n: usize| Place::new(format!("p{n}"), Shape::Land(vec![(0, 0, 256)]));
    let name = |n: usize| format!("p{n}");
    let map = |places: usize| Map { places: (0..places).map(place).collect(), ..Map::default() };
    let went = |legs: usize| Move {
        path: (0..legs).map(|n| name(n % 2)).collect(),
        side: 0,
        text: String::new(),
        title: String::new(),
    };
    let many = [
        (map(257), "cells"),
        (map(1001), "places"),
        (Map { fought: vec![name(0); 1001], ..map(2) }, "fights"),
        (Map { moves: vec![went(4001)], ..map(2) }, "legs of moves"),
        (Map { moves: vec![went(0); 4001], ..map(2) }, "legs of moves"),
        (Map { walls: vec![(name(0), name(1)); 4001], ..map(2) }, "walls"),
        (
            Map { links: vec![Link { between: (name(0), name(1)), way: 0 }; 4001], ..map(2) },
            "links",
        ),
    ];
    for (map, what) in many {
        let html = adjutant::render::html(&Page::new("x").map(map), &Rulebook::default());
        assert!(!html.contains("<svg"), "{what}");
        assert!(html.contains(&format!("{what} is too large to draw")), "{html}");
    }
    let html = adjutant::render::html(&Page::new("x").map(map(256)), &Rulebook::default());
    assert!(html.contains("<svg"));
}

//! Mechad from the command line, and its staff against itself at equal points.

use std::cell::Cell;
use std::collections::BTreeMap;

use adjutant::base::{Digest, canonical};
use adjutant::engine::board::Hex;
use adjutant::engine::{AnyGame, Chance, Due, EventDoc, Position, Reader, Rules, Seat};
use adjutant::games::{
    self,
    mechad::{
        Mechad,
        format::{Format, Lash},
        order::Power,
        scenario::Scenario,
    },
};
use adjutant::page::{Block, Board, Page};
use serde_json::{Value, json};

use crate::conformance::play;
use crate::folder::folder;
use crate::shelf::{read, share, staff, view};
use crate::stock::Stock;

/// A scenario of Mechad with these options.
fn founded(name: &str, options: &[(&str, &str)]) -> Box<dyn AnyGame> {
    let kind = games::OURS.named("mechad").unwrap();
    let shipped = kind.shipped();
    let scenario = shipped.scenarios.iter().find(|(other, _)| *other == name);
    let options: BTreeMap<String, String> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let scenario = scenario.expect("it is shipped").1.as_bytes();
    kind.found(shipped.format.as_bytes(), scenario, &options).unwrap()
}

/// How the names of a seat's ships begin, those in bays too.
pub(crate) fn units(state: &Value, seat: &Seat) -> Vec<String> {
    let fights = |status: &Value| *status == "here" || status["aboard"].is_string();
    let all = state["open"]["units"].as_object().expect("ships");
    let own =
        all.iter().filter(|(_, unit)| unit["side"] == seat.as_str() && fights(&unit["status"]));
    own.map(|(name, _)| format!("{name}, ")).collect()
}

/// The seats that won a game of the staff against itself.
fn winners(game: &dyn AnyGame, number: u64) -> Vec<String> {
    let seed = |cycle: u32, who: &str| Digest::of(format!("{number}/{cycle}/{who}").as_bytes()).0;
    let mut position = game.setup(&mut Chance::from_seed(seed(0, "")));
    for cycle in 1.. {
        let due = game.phase(&position).unwrap().due;
        let asked = due.into_iter().filter(|(_, due)| *due != Due::Nothing);
        let orders = asked.map(|(who, _)| {
            let orders = staff(game, &view(game, &position, &who), seed(cycle, who.as_str()));
            (who, orders)
        });
        let orders = orders.collect();
        let made = game.resolve(&position, &orders, &mut Chance::from_seed(seed(cycle, "")));
        position = made.unwrap().position;
        if let Some(outcome) = game.outcome(&position).unwrap() {
            return outcome.winners.iter().map(ToString::to_string).collect();
        }
    }
    unreachable!("a battle has a last turn")
}

#[test]
fn at_equal_points_neither_side_always_wins() {
    for scenario in ["duel", "squadrons"] {
        let game = founded(scenario, &[("block", "32"), ("balance-bonus", "none")]);
        let games = share(800);
        let won = (0..games).filter(|number| winners(&*game, *number) == ["mechad"]).count();
        let (won, games) = (u64::try_from(won).unwrap(), games);
        println!("{scenario}: Mechad win {won} of {games}");
        assert!(games <= 5 * won && 5 * won <= 4 * games, "{scenario}: {won} of {games}");
    }
}

#[test]
fn whoever_is_crippled_breaks_off() {
    for (scenario, seat, ship) in
        [("hs-25", "faro", "MS43a"), ("duel", "mechad", "MS-DD1"), ("duel", "krebiz", "Ledger")]
    {
        let game = founded(scenario, &[]);
        let events = [
            json!({"step-began": {"step": "allocation", "until": 0}}),
            json!({"crippled": {"ship": ship}}),
        ];
        let setup = game.setup(&mut Chance::from_seed([5; 32]));
        let position = events.iter().fold(setup, |position, event| {
            game.apply(&position, &EventDoc(event.to_string())).expect("an event")
        });
        let seat: Seat = seat.parse().unwrap();
        let orders = staff(&*game, &view(&*game, &position, &seat), [5; 32]);
        let orders = game.list(&orders).unwrap();
        assert!(orders.contains("disengage: "), "{scenario}, {seat}: {orders}");
    }
}

#[test]
fn where_boarding_parties_stand_guard_is_secret() {
    let game = founded("duel", &[]);
    let mechad: Seat = "mechad".parse().unwrap();
    let told = |guards: &str| {
        let file = format!(
            "orders:\n- allocate: {{ship: MS-DD1, speed: 10, field: 10, guards: {{{guards}: 4}}}}\n"
        );
        let position = game.setup(&mut Chance::from_seed([5; 32]));
        let orders = BTreeMap::from([(mechad.clone(), read(&*game, &mechad, &file))]);
        let made = game.resolve(&position, &orders, &mut Chance::from_seed([5; 32])).unwrap();
        let readers = [Reader::Seat("krebiz".parse().unwrap()), Reader::Public];
        let others = readers.map(|reader| {
            let seen = game.see(&made.position, &reader).unwrap();
            (seen, game.news(&made.record, &reader).unwrap())
        });
        (others, game.see(&made.position, &Reader::Seat(mechad.clone())).unwrap())
    };
    let ((one, own), (other, others_own)) = (told("node"), told("whip"));
    assert_eq!(one, other);
    assert_ne!(own, others_own);
}

/// Maps are too small for it, so no case can show it (md42, md36).
#[test]
fn a_heavy_whip_beyond_100_hexes() {
    let shipped = games::OURS.named("mechad").unwrap().shipped();
    let format: adjutant::engine::Tables<Format> =
        serde_saphyr::from_str(shipped.format).expect("the format");
    let duel = shipped.scenarios.iter().find(|(name, _)| *name == "duel").expect("a duel").1;
    let scenario: Scenario = serde_saphyr::from_str(duel).expect("a scenario");
    let options = format.options.iter();
    let options = options.map(|(name, spec)| (name.clone(), spec.default.clone())).collect();
    let game = Mechad::found(format, scenario, &options).expect("it is sound").0;
    let state = game.setup(&mut Chance::from_seed([5; 32]));
    let ship = state.open.units.values().next().expect("a ship");
    let lash = |range, die, bonus| game.lash(ship, Power::Heavy, range, die, bonus);
    assert_eq!([101, 150].map(|range| lash(range, 1, 0)), [Lash::Points(1); 2]);
    assert_eq!([101, 150].map(|range| lash(range, 2, 0)), [Lash::Terminated; 2]);
    // A 2 in a series is a 1; a natural 1 against countermeasures is a miss, and terminates nothing.
    assert_eq!((lash(120, 2, -1), lash(120, 1, 1)), (Lash::Points(1), Lash::Missed));
    assert_eq!((lash(120, 3, -1), lash(151, 1, 0)), (Lash::Terminated, Lash::Missed));
}

#[test]
fn what_secret_options_cost_is_secret() {
    let game = founded("hs-25", &[]);
    let faro: Seat = "faro".parse().unwrap();
    let told = |item: &str| {
        let file = format!("orders:\n- outfit: {{ship: MS43a, item: {item}}}\n");
        let position = game.setup(&mut Chance::from_seed([5; 32]));
        let orders = BTreeMap::from([(faro.clone(), read(&*game, &faro, &file))]);
        let made = game.resolve(&position, &orders, &mut Chance::from_seed([5; 32])).unwrap();
        let readers = ["convoy", "roulette"].map(|who| Reader::Seat(who.parse().unwrap()));
        let others = readers.into_iter().chain([Reader::Public]).map(|reader| {
            let seen = game.see(&made.position, &reader).unwrap();
            (seen, game.news(&made.record, &reader).unwrap())
        });
        let others: Vec<_> = others.collect();
        (others, game.see(&made.position, &Reader::Seat(faro.clone())).unwrap())
    };
    let ((one, own), (other, others_own)) = (told("tram, count: 8"), told("party, count: 2"));
    assert_eq!(one, other);
    assert_ne!(own, others_own);
}

#[test]
fn who_takes_a_ship_does_not_learn_what_its_secret_options_cost() {
    let game = founded("hs-25", &[]);
    let [faro, roulette] = ["faro", "roulette"].map(|who| Reader::Seat(who.parse().unwrap()));
    let whole = game.setup(&mut Chance::from_seed([5; 32]));
    let with = |quarters: u32| {
        let mut value: Value = serde_json::from_str(&whole.0).unwrap();
        value["state"]["secret"]["holds"]["MS43a"]["options"] = quarters.into();
        Position(canonical::encode(&value))
    };
    let seen = |position: &Position, reader| game.see(position, reader).unwrap();
    assert_ne!(seen(&with(0), &faro), seen(&with(12), &faro));
    let taken = EventDoc(r#"{"taken":{"ship":"MS43a","side":"roulette"}}"#.to_owned());
    let [cheap, dear] = [0, 12].map(|quarters| game.apply(&with(quarters), &taken).unwrap());
    assert_eq!(seen(&cheap, &roulette), seen(&dear, &roulette));
}

/// Plays cycles by sealed packets until a side gives up in the last of them.
fn played_by_stock_tools(scenario: &str, seats: &[&str], last: u32, loser: &str) {
    let home = folder();
    let options = ["--game", "mechad", "--scenario", scenario];
    let stock = Stock::enrolled(home.path(), "battle", seats, &options);
    let give_up = |cycle: u32, seat: &str| {
        (cycle == last && seat == loser).then(|| "orders:\n- surrender\n".to_owned())
    };
    for cycle in 1..=last {
        assert_eq!(stock.cycle(cycle, &give_up), cycle < last);
    }
    let (told, _) = stock.read(last, loser);
    assert!(told.contains("gives up"), "{told}");
    stock.revealed(last);
}

#[test]
fn a_duel_by_stock_tools() {
    played_by_stock_tools("duel", &["krebiz", "mechad"], 5, "krebiz");
}

#[test]
fn freighter_roulette_by_stock_tools() {
    played_by_stock_tools("hs-25", &["convoy", "faro", "roulette"], 5, "convoy");
}

fn boards(page: &Page) -> impl Iterator<Item = &Board> {
    page.blocks.iter().filter_map(|block| match block {
        Block::Board(board) => Some(&**board),
        _ => None,
    })
}

/// Whatever the map floated since: a ship that moves in a cycle fires from a hex of its way.
#[test]
fn fire_begins_on_the_way_of_the_ship() {
    let kind = games::OURS.named("mechad").unwrap();
    let (on, floated) = (Cell::new(0), Cell::new(0));
    for campaign in 0..3 {
        play(kind, campaign, &|p| {
            floated.set(floated.get() + p.made.record.0.matches("\"floated\"").count());
            for board in boards(&p.page(&Reader::Public).expect("a cycle")) {
                for fire in &board.fires {
                    let way = format!("{}, impulse", fire.title);
                    let way = board.routes.iter().find(|route| route.title.starts_with(&way));
                    assert!(way.is_none_or(|way| way.path.contains(&fire.from)), "{fire:?}");
                    on.set(on.get() + usize::from(way.is_some()));
                }
            }
        });
    }
    assert!(on.get() > 10 && floated.get() > 3, "{on:?} {floated:?}");
}

/// Rescuers come 30 hexes from the nearest raider and stand together, wherever they come from (md81).
#[test]
fn rescuers_come_together_at_30_hexes() {
    for (scenario, ring) in [("hs-25-choice", ["2130", "2240"]), ("hs-25", ["0720", "0822"])] {
        let game = founded(scenario, &[]);
        let mut position = game.setup(&mut Chance::from_seed([5; 32]));
        let events = [
            json!({"step-began": {"step": "setup", "until": 0}}),
            json!({"placed": {"ship": "MS43a", "at": ring[0]}}),
            json!({"placed": {"ship": "MS43b", "at": ring[1]}}),
            json!({"gathered": {"die": 6, "total": 23}}),
        ];
        for event in events {
            position = game.apply(&position, &EventDoc(event.to_string())).expect("an event");
        }
        let made = game.resolve(&position, &BTreeMap::new(), &mut Chance::from_seed([5; 32]));
        let made: Value = serde_json::from_str(&made.unwrap().position.0).unwrap();
        let units = made["state"]["open"]["units"].as_object().expect("units").clone();
        let at = |unit: &Value| -> Hex { unit["at"].as_str().unwrap().parse().unwrap() };
        let raiders: Vec<Hex> = ["MS43a", "MS43b"].iter().map(|name| at(&units[*name])).collect();
        let rescuers: Vec<&Value> = units.values().filter(|unit| unit["rescue"] == true).collect();
        assert!(rescuers.len() >= 5, "{scenario}: {} came", rescuers.len());
        for unit in &rescuers {
            let far = raiders.iter().map(|raider| raider.distance(at(unit))).min();
            assert_eq!(far, Some(30), "{scenario}: {unit}");
            let own = rescuers.iter().filter(|other| other["side"] == unit["side"]);
            let next = own.filter(|other| at(other) != at(unit)).map(|o| at(o).distance(at(unit)));
            assert!(next.min() <= Some(6), "{scenario}: {unit}");
        }
    }
}

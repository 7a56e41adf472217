//! Mechad from the command line, and its staff against itself at equal points.

use std::cell::Cell;
use std::collections::BTreeMap;

use adjutant::base::{Digest, canonical};
use adjutant::engine::board::{Facing, Hex};
use adjutant::engine::{AnyGame, Attempt, Chance, Due, EventDoc, Position, Reader, Rules, Seat};
use adjutant::games::{
    self,
    mechad::{
        Mechad,
        aim::toward,
        format::{Format, Lash},
        names::Hx,
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
pub(crate) fn founded(name: &str, options: &[(&str, &str)]) -> Box<dyn AnyGame> {
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
                    let way = board.routes.iter().find(|route| route.title == fire.title);
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

/// What the staff of a seat orders.
fn suggested(game: &dyn AnyGame, position: &Position, seat: &str) -> String {
    let seat: Seat = seat.parse().unwrap();
    game.list(&staff(game, &view(game, position, &seat), [5; 32])).unwrap()
}

/// The lines of a kind that the staff of a seat orders.
fn ordered(game: &dyn AnyGame, position: &Position, seat: &str, kind: &str) -> Vec<String> {
    let list = suggested(game, position, seat);
    let of_kind = |line: &&str| line.trim_start_matches("- ").starts_with(kind);
    list.lines().filter(of_kind).map(str::to_owned).collect()
}

/// HS-25 as its first block is plotted, all by staff.
fn raid(game: &dyn AnyGame) -> Position {
    let mut position = game.setup(&mut Chance::from_seed([5; 32]));
    for cycle in 1..=2 {
        let due = game.phase(&position).unwrap().due.into_keys();
        let orders =
            due.map(|who| (who.clone(), staff(game, &view(game, &position, &who), [cycle; 32])));
        let orders = orders.collect();
        let made = game.resolve(&position, &orders, &mut Chance::from_seed([cycle; 32]));
        position = made.unwrap().position;
    }
    position
}

pub(crate) fn after(game: &dyn AnyGame, position: &Position, events: &[Value]) -> Position {
    events.iter().fold(position.clone(), |position, event| {
        game.apply(&position, &EventDoc(event.to_string())).expect("an event")
    })
}

/// Guard has no cargo, so it is worth nothing in the wager (md87); a second cannon does nothing in a hex (md31).
#[test]
fn raiders_of_the_staff_fire_at_cargo_each_at_another_ship() {
    let game = founded("hs-25", &[]);
    let begun = raid(&*game);
    // In the beginning nothing but Guard is within 50 hexes.
    for seat in ["faro", "roulette"] {
        for line in ordered(&*game, &begun, seat, "cannon") {
            assert!(line.contains("convoy-") || line.contains("Tender"), "{seat}: {line}");
        }
    }
    let near = [
        json!({"placed": {"ship": "MS43a", "at": "2030"}}),
        json!({"placed": {"ship": "MS43b", "at": "2430"}}),
        // The hex with two ships is worth most, but not to both raiders.
        json!({"placed": {"ship": "convoy-1", "at": "2210"}}),
        json!({"placed": {"ship": "convoy-2", "at": "2210"}}),
        json!({"placed": {"ship": "convoy-3", "at": "2310"}}),
    ];
    let near = after(&*game, &begun, &near);
    let aimed = ["faro", "roulette"].map(|seat| {
        let lines = ordered(&*game, &near, seat, "cannon");
        let [line] = lines.as_slice() else { panic!("{seat}: {lines:?}") };
        let at = line.split("at: ").nth(1).expect("a target").split('}').next().map(str::to_owned);
        at.expect("a ship")
    });
    let stacked = |ship: &String| ["convoy-1", "convoy-2"].iter().any(|it| ship.contains(it));
    assert!(aimed.iter().filter(|ship| stacked(ship)).count() < 2, "{aimed:?}");
    assert_ne!(aimed[0], aimed[1]);
}

/// What a raider has claimed counts only if it gets away (md87).
#[test]
fn raiders_of_the_staff_leave_once_a_squadron_has_come() {
    let game = founded("hs-25", &[]);
    let came = json!({"joined": {"ship": "Audit", "class": "krebiz-ca", "side": "convoy", "at": "3220",
        "facing": "D", "speed": 31, "rescue": true, "aboard": null}});
    let plotted = suggested(&*game, &after(&*game, &raid(&*game), &[came]), "faro");
    assert!(plotted.contains("heading: C"), "{plotted}");
}

/// Every class of the Mechad can be met or bought somewhere.
#[test]
fn no_class_of_the_mechad_is_in_no_scenario() {
    let shipped = games::OURS.named("mechad").unwrap().shipped();
    let format: Value = serde_saphyr::from_str(shipped.format).expect("the format");
    let all: String = shipped.scenarios.iter().map(|(_, text)| *text).collect();
    let words: std::collections::BTreeSet<&str> =
        all.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let classes = format["classes"].as_object().expect("classes").iter();
    for (class, row) in classes.filter(|(_, row)| row["make"] == "mechad") {
        let for_sale = class == "bug";
        assert!(for_sale || words.contains(class.as_str()), "{class}: {row}");
    }
    let dampens = shipped.scenarios.iter().filter(|(_, text)| text.contains("dampens: true"));
    assert_eq!(dampens.map(|(name, _)| *name).collect::<Vec<_>>(), ["nebula"]);
}

/// The fourth and fifth players of HS-25 have the squadrons, and command cruisers may raid in place of
/// battlecruisers (md80, md81).
#[test]
fn who_holds_what_in_the_scenarios_of_the_wager() {
    let four = founded("hs-25-four", &[]);
    let setup = four.setup(&mut Chance::from_seed([5; 32]));
    let gathered = json!({"gathered": {"die": 6, "total": 9}});
    let ready = after(&*four, &setup, &[gathered]);
    let made = four.resolve(&ready, &BTreeMap::new(), &mut Chance::from_seed([5; 32])).unwrap();
    let state: Value = serde_json::from_str(&made.position.0).unwrap();
    let relief: Seat = "relief".parse().unwrap();
    let mut owned = units(&state["state"], &relief);
    owned.sort();
    assert_eq!(owned, ["Audit, ", "Bailiff, ", "Broker, "]);
    let cruisers = founded("hs-25-cruisers", &[]);
    let setup = cruisers.setup(&mut Chance::from_seed([5; 32]));
    let state: Value = serde_json::from_str(&setup.0).unwrap();
    for ship in ["MS43a", "MS43b"] {
        assert_eq!(state["state"]["open"]["units"][ship]["class"], "mechad-cc", "{ship}");
    }
}

/// On a map too small for 30 hexes rescuers come as near to that as it allows (md81).
#[test]
fn rescuers_come_as_far_away_as_a_small_map_allows() {
    let kind = games::OURS.named("mechad").unwrap();
    let shipped = kind.shipped();
    let scenario = "\
title: A small map
about: For a test.
board: [20, 20]
turns: 2
begin: setup
victory: wager
sides:
  faro: {title: Faro, team: faro, role: raider, leaves: [C, D]}
  convoy: {title: Convoy, team: krebiz, role: convoy, leaves: [A, B]}
ships:
  MS43a: {class: mechad-bc, side: faro, at: '0515', facing: A}
  Tender: {class: krebiz-ctl, side: convoy, at: '1010', facing: A}
  Audit: {class: krebiz-ca, side: convoy, at: '1001', facing: D}
rescue: [[Audit]]
";
    let game =
        kind.found(shipped.format.as_bytes(), scenario.as_bytes(), &BTreeMap::new()).unwrap();
    let setup = game.setup(&mut Chance::from_seed([5; 32]));
    let ready = after(&*game, &setup, &[json!({"gathered": {"die": 6, "total": 9}})]);
    let made = game.resolve(&ready, &BTreeMap::new(), &mut Chance::from_seed([5; 32])).unwrap();
    let state: Value = serde_json::from_str(&made.position.0).unwrap();
    let unit = |name: &str| -> Hex {
        state["state"]["open"]["units"][name]["at"].as_str().unwrap().parse().unwrap()
    };
    let raider = unit("MS43a");
    // All hexes of the map that lie in the directions A and B from the raider.
    let hexes = (1..=20).flat_map(|column| (1..=20).map(move |row| Hex::new(column, row)));
    let allowed = hexes.flatten().filter(|at| {
        let way = toward(Hx(raider), Hx(*at));
        way.is_some_and(|way| [Facing::A, Facing::B].contains(&way))
    });
    let least = allowed.map(|at| raider.distance(at).abs_diff(30)).min();
    assert_eq!(Some(raider.distance(unit("Audit")).abs_diff(30)), least);
    assert!(least > Some(0), "the map is too small");
}

/// Ledger has lost its shields, so what a whip does is damage, which a forecast tells.
#[test]
fn a_forecast_tells_what_fire_may_do() {
    let game = founded("duel", &[]);
    let mut events = vec![
        json!({"placed": {"ship": "Ledger", "at": "1222"}}),
        json!({"step-began": {"step": "impulses", "until": 16}}),
    ];
    events.extend([20, 18, 16, 15, 16, 18].iter().zip(1..).map(|(points, shield): (&u32, u8)| {
        json!({"struck": {"ship": "Ledger", "kind": "direct", "shield": shield, "points": points,
            "absorbed": points, "through": 0}})
    }));
    let position = after(&*game, &game.setup(&mut Chance::from_seed([5; 32])), &events);
    let mechad: Seat = "mechad".parse().unwrap();
    let orders = read(&*game, &mechad, "orders:\n- fire MS-DD1 whip at Ledger\n");
    let (seen, against) = (view(&*game, &position, &mechad), BTreeMap::new());
    let plan = Attempt { seat: &mechad, orders: &orders, against: &against };
    let trial = game.trial(&seen, &plan).expect("a view and orders");
    let hurt = (0..10).filter(|world: &u8| {
        let luck = |what: &str| Digest::tagged("trial", &[&[*world], what.as_bytes()]).0;
        let told = (trial.world)(&luck).told;
        told.iter().any(|told| told.starts_with("damage to others: Ledger ("))
    });
    assert!(hurt.count() > 5);
}

//! What the tables of Company Commander say of every kind, and what its players are offered.

use std::collections::{BTreeMap, BTreeSet};

use adjutant::engine::{AnyGame, Chance, EventDoc, Position};
use adjutant::{games, render};
use serde_json::{Value, json};

use crate::shelf::{named, read, seat, view};

/// What a unit carries into a close assault (cc48, l. 404-411) and into the air (l. 430-439) follows from its weapons.
#[test]
fn assault_and_anti_air_follow_from_the_weapons() {
    let kind = games::OURS.named("company-commander").unwrap();
    let format: Value = serde_saphyr::from_str(kind.shipped().format).unwrap();
    // Bazooka and PIAT 3, an anti-tank rifle 2, what is read as a LAW or a MAW 4; everybody else 1 or less.
    let better = [
        "bazooka",
        "piat",
        "at-rifle",
        "panzerfaust",
        "panzerschreck",
        "law",
        "rpg7",
        "dragon",
        "lrac",
        "milan",
        "red-arrow",
    ];
    let (mut plain, mut flak) = (0, 0);
    for (name, row) in format["kinds"].as_object().unwrap() {
        let weapons = listed(row, "weapons");
        let has = |names: &[&str]| weapons.iter().any(|it| names.iter().any(|n| it.starts_with(n)));
        if row["class"] == "infantry" && !has(&better) {
            plain += 1;
            assert!(row["assault"].as_u64().unwrap_or(0) <= 1, "{name}: {row}");
        }
        let percent = row["anti-air"]["percent"].as_u64().unwrap_or(0);
        if has(&["hmg", "vehicle-hmg", "14-5"]) {
            flak += 1;
            assert!(percent >= 2, "{name}: {row}");
        } else if has(&["rifles", "squad-lmg", "mmg", "breda-37", "vehicle-mg"]) {
            flak += 1;
            assert!(percent >= 1, "{name}: {row}");
        }
    }
    assert!(plain > 10 && flak > 18, "{plain} {flak}");
}

/// The tables of the game, and every scenario that comes with it.
fn shipped() -> (Value, Vec<Value>) {
    let shipped = games::OURS.named("company-commander").unwrap().shipped();
    let table = |text: &str| serde_saphyr::from_str::<Value>(text).unwrap();
    let scenarios = shipped.scenarios.iter().map(|(_, text)| table(text)).collect();
    (table(shipped.format), scenarios)
}

/// The kinds of the units of a side in a scenario.
fn kinds_of(scenario: &Value, side: &str) -> Vec<String> {
    let units = scenario["units"][side].as_object().unwrap();
    units.values().map(|unit| unit["kind"].as_str().unwrap().to_owned()).collect()
}

/// What a row lists under a name.
fn listed(row: &Value, name: &str) -> Vec<String> {
    let all = row[name].as_array().into_iter().flatten();
    all.map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// Players can command German, Italian, French, United States, U.K. and Chinese forces (l. 7).
#[test]
fn the_forces_of_the_rules_are_there() {
    let (format, scenarios) = shipped();
    let kinds = format["kinds"].as_object().unwrap();
    for nation in ["us-", "uk-", "de-", "fr-", "it-", "cn-"] {
        let infantry =
            |(name, row): (&String, &Value)| name.starts_with(nation) && row["class"] == "infantry";
        assert!(kinds.iter().any(infantry), "{nation}");
        let fields = |scenario: &Value| {
            let sides = ["blue", "red"].into_iter();
            sides.flat_map(|side| kinds_of(scenario, side)).any(|kind| kind.starts_with(nation))
        };
        assert!(scenarios.iter().any(fields), "{nation} in no scenario");
    }
}

/// A vehicle has one strength point, a squad two or three, an anti-tank gun one, a smaller heavy weapon two, a battery four
/// or six (l. 11, cc1).
#[test]
fn strength_follows_from_the_class() {
    let (format, _) = shipped();
    let mut classes = BTreeMap::<&str, u32>::new();
    for (name, row) in format["kinds"].as_object().unwrap() {
        let class = row["class"].as_str().unwrap();
        let allowed: &[u64] = match (class, row["going"].as_str().unwrap()) {
            ("infantry", _) => &[2, 3],
            ("gun", "foot") => &[2],
            ("battery", _) => &[4, 6],
            (
                "gun" | "tank" | "carrier" | "recon" | "support" | "helicopter" | "aircraft"
                | "drone",
                _,
            ) => &[1],
            (class, _) => panic!("{name} is a {class}"),
        };
        assert!(allowed.contains(&row["strength"].as_u64().unwrap()), "{name}: {row}");
        *classes.entry(class).or_default() += 1;
    }
    assert_eq!(classes.len(), 10, "{classes:?}");
}

/// In a close assault LAW, MAW, Panzerfaust and Panzerschreck are worth 4, bazooka and PIAT 3, an anti-tank rifle 2 and
/// everybody else 1 (l. 404-411, cc48). RPG, missiles and LRAC are read as MAW.
#[test]
fn the_numbers_of_a_close_assault_are_those_of_the_rules() {
    let maw = ["rpg7", "dragon", "milan", "lrac", "red-arrow"];
    let worth = |weapon: &str| match weapon {
        "law" | "panzerfaust" | "panzerschreck" => 4,
        "bazooka" | "piat" => 3,
        "at-rifle" => 2,
        weapon if maw.contains(&weapon) => 4,
        _ => 1,
    };
    let (format, _) = shipped();
    let mut met = BTreeSet::new();
    for (name, row) in format["kinds"].as_object().unwrap() {
        if row["class"] == "infantry" {
            let best = listed(row, "weapons").iter().map(|weapon| worth(weapon)).max().unwrap();
            assert_eq!(row["assault"].as_u64(), Some(best), "{name}: {row}");
            met.insert(best);
        }
    }
    assert_eq!(met, [1, 2, 3, 4].into());
}

/// Fire at aircraft: 1% for rifles and light machine guns, 2% for heavy ones, 3% from 15 mm to 29 mm, 4% to 49 mm, 5% above;
/// a twin gun is one level better and a quadruple one two (l. 430-439, cc53). Missiles are ours.
#[test]
fn anti_air_values_are_those_of_the_rules() {
    let calibre = |mm: u64, barrels: u64| {
        let level = match mm {
            15..=29 => 3,
            30..=49 => 4,
            50.. => 5,
            _ => 2,
        };
        let more = match barrels {
            1 => 0,
            2 | 3 => 1,
            _ => 2,
        };
        (level + more).min(5)
    };
    let guns =
        [("de-flak", 20, 1), ("de-flakvierling", 20, 4), ("shilka", 23, 4), ("vulcan", 20, 6)];
    let missiles = ["us-stinger", "su-gremlin", "cn-hn5"];
    let (format, _) = shipped();
    let mut met = BTreeSet::new();
    for (name, row) in format["kinds"].as_object().unwrap() {
        let Some(percent) = row["anti-air"]["percent"].as_u64() else { continue };
        if missiles.contains(&name.as_str()) {
            continue;
        }
        let gun = guns.iter().find(|(gun, ..)| gun == name);
        let heavy = ["hmg", "vehicle-hmg", "14-5"];
        let weapons = listed(row, "weapons");
        let due = match gun {
            Some((_, mm, barrels)) => calibre(*mm, *barrels),
            None => 1 + u64::from(weapons.iter().any(|weapon| heavy.contains(&weapon.as_str()))),
        };
        assert_eq!(percent, due, "{name}: {row}");
        met.insert((gun.map(|(gun, ..)| *gun), percent));
    }
    assert_eq!(met.len(), 6, "{met:?}");
}

/// A shaped charge pierces as much at every range (l. 462, cc39).
#[test]
fn shaped_charges_pierce_the_same_at_every_range() {
    let (format, _) = shipped();
    let weapons = format["weapons"].as_object().unwrap();
    let ends = |row: &Value| row["penetration"].as_array().unwrap().clone();
    let flat = weapons.iter().filter(|(_, row)| row["flat"] == true);
    let flat: Vec<_> = flat.collect();
    assert!(flat.len() >= 14, "{}", flat.len());
    for (name, row) in flat {
        assert_eq!(ends(row)[0], ends(row)[1], "{name}: {row}");
    }
    // Guns that fire shaped charges alone, and what is carried by hand or flies by itself.
    for name in ["bazooka", "piat", "panzerfaust", "law", "rpg7", "tow", "grom", "f1-105", "charge"]
    {
        assert_eq!(ends(&weapons[name])[0], ends(&weapons[name])[1], "{name}");
    }
    // A solid shot does not.
    assert_ne!(ends(&weapons["pak40"])[0], ends(&weapons["pak40"])[1]);
}

/// In many units weapons are overworked (l. 470-472, cc29).
#[test]
fn many_units_are_overworked() {
    let (format, _) = shipped();
    let overworked = |weapon: &String| format["weapons"][weapon]["overworked"] == true;
    let kinds = format["kinds"].as_object().unwrap();
    let units = kinds.iter().filter(|(_, row)| listed(row, "weapons").iter().any(overworked));
    let units: Vec<&String> = units.map(|(name, _)| name).collect();
    assert!(units.len() >= 8, "{units:?}");
}

/// In a scenario there are smart weapons on one side and electronic warfare on the other (l. 490, cc50).
#[test]
fn smart_weapons_meet_electronic_warfare() {
    let (format, scenarios) = shipped();
    let smart = |kind: &String| {
        let weapons = listed(&format["kinds"][kind], "weapons");
        weapons.iter().any(|weapon| format["weapons"][weapon]["smart"] == true)
    };
    let jams =
        |kind: &String| listed(&format["kinds"][kind], "traits").contains(&"jammer".to_owned());
    let meet = |scenario: &Value, own: &str, enemy: &str| {
        kinds_of(scenario, own).iter().any(smart) && kinds_of(scenario, enemy).iter().any(jams)
    };
    let both = |it: &Value| meet(it, "blue", "red") || meet(it, "red", "blue");
    assert!(scenarios.iter().any(both));
}

/// A move that is offered says what its `seen` is: that an enemy comes into sight, and not that one sees the unit (cc64).
#[test]
fn where_a_move_stops_is_said() {
    let game = named("company-commander");
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let began = EventDoc(json!({"turn-began": {"side": "blue", "turn": 1}}).to_string());
    let position = game.apply(&setup, &began).expect("an event");
    let seen = view(&*game, &position, &seat("blue"));
    let offers = game.choices(&seen).expect("a view").into_iter().flat_map(|choice| choice.offers);
    let stops = offers.filter(|offer| offer.order.contains("stop-if: [seen]"));
    let about: Vec<String> = stops.map(|offer| offer.about).collect();
    assert!(!about.is_empty());
    assert!(about.iter().all(|it| it == "stops when an enemy comes into sight"), "{about:?}");
}

/// Where units may be at the beginning stands under the map of characters, of one's own side alone (cc22).
#[test]
fn a_report_says_where_one_may_deploy() {
    let game = named("company-commander");
    let position = game.setup(&mut Chance::from_seed([0; 32]));
    let seen = view(&*game, &position, &seat("blue"));
    let page = game.page(&seen, None).expect("a view");
    let text = render::text(&page, render::Style { width: 100, colour: false, draws: false });
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let blue = "- Blue may deploy: 0209, 0308, 0410, 0610, 0808, 0809";
    assert!(lines.contains(&blue), "{text}");
    assert!(!text.contains("Red may deploy"), "{text}");
}

/// All that a seat is offered, behind one another.
fn offered(game: &dyn AnyGame, position: &Position, name: &str) -> String {
    let seen = view(game, position, &seat(name));
    let choices = game.choices(&seen).expect("a view");
    let offers = choices.into_iter().flat_map(|choice| choice.offers);
    offers.map(|offer| offer.order).collect()
}

/// Overwatch is offered where it serves: in the enemy's turn, for units that neither moved nor shot (cc19).
#[test]
fn overwatch_is_offered_in_the_enemys_turn_alone() {
    let game = named("company-commander");
    let offers = |position: &Position, name: &str| offered(&*game, position, name);
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let apply = |position: &Position, event: Value| {
        game.apply(position, &EventDoc(event.to_string())).expect("an event")
    };
    assert!(!offers(&setup, "blue").contains("overwatch"), "at deployment");
    let own = apply(&setup, json!({"turn-began": {"side": "blue", "turn": 1}}));
    assert!(!offers(&own, "blue").contains("overwatch"), "in one's own turn");
    let theirs = offers(&own, "red");
    assert!(theirs.contains("overwatch: {unit: Anton-1, hold: true}"), "{theirs}");
    assert!(!theirs.contains("move") && !theirs.contains("attack"), "{theirs}");
    let red = apply(&own, json!({"turn-began": {"side": "red", "turn": 1}}));
    let red = apply(&red, json!({"moved": {"unit": "Anton-1", "from": "0502", "to": "0503"}}));
    let blue = apply(&red, json!({"turn-began": {"side": "blue", "turn": 2}}));
    let theirs = offers(&blue, "red");
    assert!(!theirs.contains("unit: Anton-1") && theirs.contains("unit: Anton-2"), "{theirs}");
}

/// In the enemy's turn only what decides something there is asked for, and no unit waits for orders (cc23).
#[test]
fn the_enemys_turn_asks_for_nothing() {
    let game = named("company-commander");
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let began = EventDoc(json!({"turn-began": {"side": "blue", "turn": 1}}).to_string());
    let position = game.apply(&setup, &began).expect("an event");
    let asked = |name: &str| {
        let seen = view(&*game, &position, &seat(name));
        let orders = read(&*game, &seat(name), "orders: []\n");
        let idle = game.survey(&seen, &orders).expect("a view").idle;
        (game.taken(&seen).expect("a view"), idle.len())
    };
    let (mine, idle) = asked("blue");
    assert!(mine.contains(&"move".to_owned()) && mine.contains(&"attack".to_owned()) && idle > 0);
    let (theirs, idle) = asked("red");
    assert_eq!((theirs, idle), (["concede", "overwatch"].map(str::to_owned).to_vec(), 0));
}

/// A machine gun pierces no front armor (cc38), so a shot of it at a tank is not offered; a tank's is.
#[test]
fn shots_that_can_do_nothing_are_not_offered() {
    let game = named("company-commander");
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let events = [
        json!({"turn-began": {"side": "blue", "turn": 1}}),
        json!({"deployed": {"unit": "Able-1", "at": "0108", "facing": "A"}}),
        json!({"deployed": {"unit": "Able-3", "at": "0107", "facing": "A"}}),
        json!({"deployed": {"unit": "Anton-1", "at": "0104", "facing": "D"}}),
        json!({"sighted": {"side": "blue", "unit": "Anton-1", "at": "0104"}}),
    ];
    let position = events.iter().fold(setup, |position, event| {
        game.apply(&position, &EventDoc(event.to_string())).expect("an event")
    });
    let offers = offered(&*game, &position, "blue");
    assert!(offers.contains("attack: {unit: Able-1, targets: [Anton-1]"), "{offers}");
    assert!(!offers.contains("attack: {unit: Able-3"), "{offers}");
}

/// In the enemy's turn a line for overwatch is shown that names a unit and a chance, even where nobody has a shot yet; and
/// what may stand behind `at` is no place.
#[test]
fn a_line_for_overwatch_is_shown() {
    let game = named("company-commander");
    let turn = json!({"turn-began": {"side": "red", "turn": 1}});
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let position = game.apply(&setup, &EventDoc(turn.to_string())).expect("an event");
    let (_, agenda) = game.told(&view(&*game, &position, &seat("blue")), None).expect("a view");
    let way = agenda.ways.iter().find(|way| way.kind == "overwatch").expect("a kind");
    assert_eq!(way.example.as_deref(), Some("overwatch of Able-1 least 20"));
    let form = "overwatch [of UNIT] [hold] [least PERCENT] [range HEXES] [at TARGETS] [ahead]";
    assert_eq!(way.forms, [form]);
    let ahead = way.parts.iter().find(|part| part.name == "ahead").expect("a part");
    assert_eq!(ahead.is, "only at what is in the 120 degrees in front");
}

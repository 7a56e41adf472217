//! What the tables of Company Commander say of every kind, and what its players are offered.

use adjutant::engine::{AnyGame, Chance, EventDoc, Position};
use adjutant::games;
use serde_json::json;

use crate::shelf::{named, read, seat, view};

/// What a unit carries into a close assault (cc48, l. 404-411) and into the air (l. 430-439) follows from its weapons.
#[test]
fn assault_and_anti_air_follow_from_the_weapons() {
    let kind = games::OURS.named("company-commander").unwrap();
    let format: serde_json::Value = serde_saphyr::from_str(kind.shipped().format).unwrap();
    let listed = |of: &serde_json::Value| -> Vec<String> {
        let all = of.as_array().into_iter().flatten();
        all.filter_map(|one| Some(one.as_str()?.to_owned())).collect()
    };
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
        let weapons = listed(&row["weapons"]);
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
    let apply = |position: &Position, event: serde_json::Value| {
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
    let form = "overwatch [of UNIT] [hold] [least LEAST] [range RANGE] [at TARGETS] [ahead]";
    assert_eq!(way.forms, [form]);
    let ahead = way.parts.iter().find(|part| part.name == "ahead").expect("a part");
    assert_eq!(ahead.is, "only at what is in the 120 degrees in front");
}

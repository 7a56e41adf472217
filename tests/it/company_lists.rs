//! What the tables of Company Commander say of every kind, and what its players are offered.

use adjutant::engine::{Chance, EventDoc, Position, Reader};
use adjutant::games;
use serde_json::json;

use crate::shelf::{named, seat};

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

/// Overwatch is offered where it serves: in the enemy's turn, for units that neither moved nor shot (cc19).
#[test]
fn overwatch_is_offered_in_the_enemys_turn_alone() {
    let game = named("company-commander");
    let offers = |position: &Position, name: &str| {
        let view = game.see(position, &Reader::Seat(seat(name))).unwrap();
        let choices = game.choices(&view).unwrap();
        let offers = choices.into_iter().flat_map(|choice| choice.offers);
        offers.map(|offer| offer.order).collect::<Vec<_>>().concat()
    };
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

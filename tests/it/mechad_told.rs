//! What a report of Mechad says of a reader's own ships, and of what happens impulse by impulse.

use std::cell::Cell;
use std::collections::BTreeMap;

use adjutant::base::canonical;
use adjutant::engine::{AnyGame, Chance, Position, Reader, Seat, ViewDoc};
use adjutant::games;
use adjutant::page::Block;
use adjutant::render;
use serde_json::{Value, json};

use crate::conformance::play;
use crate::mechad::{after, founded};
use crate::shelf::view;

/// A destroyer that lost its weapons, with a drone at its heels: the position after these events.
fn unarmed(game: &dyn AnyGame) -> Position {
    let lost = json!({"hull": 5, "warp": 8, "command": 4, "whip": 6, "twm": 2, "damage-control": 3,
        "battery": 6, "apr": 2});
    let events = [
        json!({"turn-began": {"turn": 3}}),
        json!({"step-began": {"step": "impulses", "until": 16}}),
        json!({"placed": {"ship": "Ledger", "at": "1228"}}),
        json!({"launched": {"ship": "Ledger", "mount": 9, "missile": "m1", "at": "1226",
            "facing": "A", "plasma": false}}),
        json!({"aimed": {"missile": "m1", "target": "MS-DD1"}}),
        json!({"damaged": {"ship": "MS-DD1", "rolls": [], "boxes": lost}}),
        json!({"crippled": {"ship": "MS-DD1"}}),
    ];
    after(game, &game.setup(&mut Chance::from_seed([5; 32])), &events)
}

#[test]
fn a_report_says_what_a_ship_has_lost_what_flies_at_it_and_how_it_stands() {
    let game = founded("duel", &[]);
    let position = unarmed(&*game);
    let told = |seat: &str| {
        let seat: Seat = seat.parse().unwrap();
        let page = game.page(&view(&*game, &position, &seat), None).expect("a view");
        render::markdown(&page).replace('\\', "")
    };
    let (mine, theirs) = (told("mechad"), told("krebiz"));
    for line in [
        "- MS-DD1 is crippled, with 33 of 69 boxes left: no weapon (6 whips and 2 TWMs lost), \
         no battery, no command, no damage control; speed 12, field 0 of 40.",
        "- 1 drone of Krebiz in flight: m1, 2 hexes from MS-DD1 (strikes in impulse 3 at the earliest, \
         in impulse 5 if all fly on as now); \
         speed 20, 12 points of damage, 4 points destroy one.",
        "- Enemies: Ledger of Krebiz at 1228, speed 12, facing south-west, range 4 south.",
        "If it ended now: Krebiz wins (Krebiz 66 points, decisive; Mechad 0 points).",
        "- **TWM**: range 15;",
    ] {
        assert!(mine.contains(line), "{line}\n{mine}");
    }
    // With half of its warp a ship may flee; with less it may not (md16).
    let planned = json!({"step-began": {"step": "allocation", "until": 0}});
    let seat: Seat = "mechad".parse().unwrap();
    for (lost, flees) in [(0, true), (2, false)] {
        let hit = json!({"damaged": {"ship": "MS-DD1", "rolls": [], "boxes": {"warp": lost}}});
        let position = after(&*game, &position, &[planned.clone(), hit]);
        let page = game.page(&view(&*game, &position, &seat), None).expect("a view");
        let told = render::markdown(&page);
        assert_eq!(told.contains("and it may disengage"), flees, "{told}");
        assert_eq!(told.contains("not with less than half of its warp"), !flees, "{told}");
    }
    // What the drone is aimed at is its owner's alone.
    let own = "- Your missiles in flight: m1, 2 hexes from MS-DD1 (strikes in impulse 5 if all fly on as now).";
    assert!(theirs.contains(own), "{theirs}");
    assert!(!mine.contains("Your missiles in flight"));
    assert!(!theirs.contains("in flight: m1, 2 hexes from Ledger"));
}

/// The page of a seat, as text.
fn page(game: &dyn AnyGame, position: &Position, seat: &str) -> String {
    let seen = view(game, position, &seat.parse().unwrap());
    render::markdown(&game.page(&seen, None).expect("a view")).replace('\\', "")
}

#[test]
fn who_has_no_ship_on_the_map_is_told_nothing_of_ranges() {
    let game = founded("duel", &[]);
    let left = json!({"left": {"ship": "Ledger", "how": "edge"}});
    let setup = game.setup(&mut Chance::from_seed([5; 32]));
    let position = after(&*game, &setup, &[left]);
    let none = "No enemy is on the map.";
    assert!(page(&*game, &position, "mechad").contains(none));
    assert!(!page(&*game, &position, "krebiz").contains(none));
}

/// Who buys is told of what their own ships may carry (md49, md90).
#[test]
fn a_ship_is_offered_what_it_may_buy() {
    let game = founded("hs-25", &[]);
    let position = game.setup(&mut Chance::from_seed([5; 32]));
    let [raider, convoy] = ["faro", "convoy"].map(|seat| page(&*game, &position, seat));
    let raider = raider.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        "- You may buy options: up to ",
        " for MS43a (trans-warp missile more 0.25, ",
        "bug (a shuttle with whips and a launcher, in the bay) 8",
        // Whose cannon alone may be fired strikes a shield by die, with a point (md27, md83).
        "| Guard | shields by die: 80 in all | 24 |",
        "| 1 an impulse by cannon | 1 an impulse by cannon |",
    ] {
        assert!(raider.contains(line), "{line}\n{raider}");
    }
    assert!(convoy.contains("party (a boarding party) 0.5"), "{convoy}");
    for none in ["bug (", "bug shuttle", "tram (", "whip ("] {
        assert!(!convoy.contains(none), "{none}\n{convoy}");
    }
}

/// Rescue that is 9 points away comes in two turns at the earliest (md81), of ten in all.
#[test]
fn rescue_that_comes_too_late_is_not_announced() {
    let game = founded("hs-25", &[]);
    for (turn, comes) in [(8, true), (9, false)] {
        let events = [
            json!({"turn-began": {"turn": turn}}),
            json!({"gathered": {"die": 1, "total": 1}}),
            json!({"step-began": {"step": "allocation", "until": 0}}),
        ];
        let position = after(&*game, &game.setup(&mut Chance::from_seed([5; 32])), &events);
        let told = page(&*game, &position, "convoy");
        assert_eq!(told.contains("come in 2 turns at the earliest"), comes, "{turn}: {told}");
    }
}

/// What a side spent in secret on a ship counts in the end; until then nobody is told a score with it (md90).
#[test]
fn all_readers_are_told_the_same_of_how_it_stands() {
    let game = founded("squadrons", &[]);
    let setup = game.setup(&mut Chance::from_seed([5; 32]));
    let built = game.resolve(&setup, &BTreeMap::new(), &mut Chance::from_seed([5; 32])).unwrap();
    let mut value: Value = serde_json::from_str(&built.position.0).unwrap();
    let units = value["state"]["open"]["units"].as_object().expect("units").clone();
    let (ship, _) = units.iter().find(|(_, unit)| unit["side"] == "mechad").expect("a ship");
    value["state"]["secret"]["holds"][ship]["options"] = 40.into();
    let crippled = json!({"crippled": {"ship": ship}});
    let position = after(&*game, &Position(canonical::encode(&value)), &[crippled]);
    let told = ["mechad", "krebiz"].map(|seat| {
        let page = page(&*game, &position, seat);
        let line = page.lines().find(|line| line.contains("If it ended now")).expect("a line");
        line.split("If it ended now").nth(1).map(str::to_owned)
    });
    assert_eq!(told[0], told[1]);
}

#[test]
fn a_view_with_numbers_that_cannot_be_is_refused() {
    let game = founded("duel", &[]);
    let position = unarmed(&*game);
    let seen = view(&*game, &position, &"mechad".parse().unwrap());
    let read = |path: &str, number: u32| {
        let mut value: Value = serde_json::from_str(&seen.0).unwrap();
        *value.pointer_mut(&format!("/view/{path}")).expect(path) = number.into();
        game.page(&ViewDoc(canonical::encode(&value)), None)
    };
    assert!(read("open/stings", 100_000).is_ok());
    for path in [
        "open/stings",
        "open/missiles/m1/since",
        "open/units/MS-DD1/options",
        "open/units/MS-DD1/whips_from",
        "open/units/Ledger/mounts/8/fired/0",
        "holds/MS-DD1/battery",
        "open/rescue",
    ] {
        assert!(read(path, u32::MAX).is_err(), "{path}");
    }
    // Nothing flies before it is launched.
    assert!(read("open/missiles/m1/since", 65).is_err());
}

/// What all did in an impulse is one row, and what a side scores on stands in every report.
#[test]
fn impulses_are_rows_of_a_table() {
    let kind = games::OURS.named("mechad").unwrap();
    let rows = Cell::new(0);
    play(kind, 0, &|p| {
        let page = p.page(&Reader::Public).expect("a cycle");
        for block in &page.blocks {
            let Block::Table(table) = block else { continue };
            let impulses = table.columns[0].title == "Impulse";
            rows.set(rows.get() + if impulses { table.rows.len() } else { 0 });
        }
        let impulse = |block: &&Block| matches!(block, Block::Heading { text, .. } if text.contains(", impulse"));
        assert_eq!(page.blocks.iter().filter(impulse).count(), 0, "{page:#?}");
    });
    assert!(rows.get() > 10, "{rows:?}");
}

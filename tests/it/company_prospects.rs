//! Company Commander: what reports say of shots, moves and losses to come is what the rules make of them.

use std::collections::BTreeMap;

use adjutant::base::canonical;
use adjutant::engine::{Chance, EventDoc, Position, Reader, Rules, Tables};
use adjutant::games::{
    self,
    company_commander::{format::Format, moves::Barred, names::Unit},
};
use adjutant::page::{Block, Page, Text};
use adjutant::render;
use serde_json::json;

use crate::company_commander::{CROSSING, begun, founded, sighted};
use crate::shelf::{named, read, refused, seat};

/// The table of a page whose caption begins so: its rows as text.
fn rows(page: &Page, caption: &str) -> Vec<Vec<String>> {
    let tables = page.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    let begins = |title: &Option<String>| title.as_ref().is_some_and(|it| it.starts_with(caption));
    let mut found = tables.filter(|table| begins(&table.caption));
    let table = found.next().unwrap_or_else(|| panic!("no {caption}"));
    let cell = |cell: &Text| cell.words();
    table.rows.iter().map(|row| row.iter().map(cell).collect()).collect()
}

/// A better shot after a move can be ordered, and has the chances that `check` tells of the orders; who can answer it
/// has the chance that a report tells once the unit is there.
#[test]
fn better_shots_after_a_move_are_those_of_the_orders() {
    let far = json!({"deployed": {"unit": "Anton-1", "at": "0503", "facing": "D"}});
    let before = [far, sighted("Anton-1", "0503")];
    let (game, position) = begun(CROSSING, &before);
    let blue = Reader::Seat(seat("blue"));
    let view = game.see(&position, &blue).unwrap();
    let page = game.page(&view, None).unwrap();
    let better = rows(&page, "Better shots of Blue after a move");
    assert!(!better.is_empty());
    for row in better {
        let [unit, at, target, _, harm, loss, kill, answer] = &row[..] else { panic!("{row:?}") };
        let list = format!(
            "orders:\n- move: {{unit: {unit}, path: [\"{at}\"]}}\n\
             - attack: {{unit: {unit}, targets: [{target}]}}\n"
        );
        let orders = read(&*game, &seat("blue"), &list);
        let refused = refused(game.check(&view, &orders).unwrap());
        assert!(refused.is_empty(), "{row:?}: {refused:?}");
        let survey = game.survey(&view, &orders).unwrap();
        let told = format!(
            "suppressed or worse with {harm}, loses strength with {loss}, is destroyed with {kill}"
        );
        assert!(survey.odds[0].ends_with(&told), "{row:?}: {:?}", survey.odds);
        let own = rows(&page, "Units of Blue");
        let from = &own.iter().find(|it| it[0] == *unit).expect("a unit of Blue")[3][..4];
        let moved = json!({"moved": {"unit": unit, "from": from, "to": at}});
        let there = before.iter().cloned().chain([moved]).collect::<Vec<_>>();
        let (game, position) = begun(CROSSING, &there);
        let page = game.page(&game.see(&position, &blue).unwrap(), None).unwrap();
        let threats = rows(&page, "What enemies in sight could do to units of Blue");
        let it = threats.iter().find(|it| it[1] == *unit).expect("a threat");
        assert_eq!(*answer, format!("{} {}", it[0], it[5]), "{row:?}");
    }
}

/// A report says whose loss would end the game, by the worth of what is lost and left.
#[test]
fn whose_loss_ends_the_game_is_told() {
    let top = |lost: &[&str]| {
        let events: Vec<_> = lost.iter().map(|unit| json!({"destroyed": {"unit": unit}})).collect();
        let (game, position) = begun(CROSSING, &events);
        let view = game.see(&position, &Reader::Seat(seat("blue"))).unwrap();
        let page = game.page(&view, None).unwrap();
        render::text(&page, render::Style { width: 200, colour: false, draws: false })
    };
    // Four squads of 8 and a mortar of 10: with 30 of 42 Blue breaks.
    let two = top(&["Able-1", "Able-2"]);
    assert!(two.contains("Losses by worth: Blue 16 of 42, breaks at 70% (30)"), "{two}");
    assert!(!two.contains("breaks you"), "{two}");
    let three = top(&["Able-1", "Able-2", "Able-3"]);
    let told = "- The loss of Able-4 or Able-5 breaks you: the game is lost at once.";
    assert!(three.contains(told), "{three}");
    assert!(three.contains("Red breaks, and you win at once, with "), "{three}");
}

/// "In short" says where one's units can be in this turn, what enemies threaten, and whose place is unknown.
#[test]
fn what_is_in_reach_and_what_threatens_is_told_in_short() {
    let near = json!({"deployed": {"unit": "Able-1", "at": "0603", "facing": "A"}});
    let (game, position) = begun(CROSSING, &[near, sighted("Anton-1", "0504")]);
    let view = game.see(&position, &Reader::Seat(seat("blue"))).unwrap();
    let page = game.page(&view, None).unwrap();
    let top = render::text(&page, render::Style { width: 400, colour: false, draws: false });
    let threats = rows(&page, "What enemies in sight could do to units of Blue");
    let worst = threats.iter().find(|it| it[1] == "Able-1").expect("a threat");
    let told = match worst[6].as_str() {
        "0%" => format!("Anton-1 at Able-1, {} to cost it strength", worst[5]),
        kill if kill == worst[5] => format!("Anton-1 at Able-1, {kill} to destroy it"),
        kill => {
            format!("Anton-1 at Able-1, {} to cost it strength and {kill} to destroy it", worst[5])
        }
    };
    assert!(top.contains(&told), "{told}: {top}");
    assert!(top.contains("In reach this turn, at normal speed: "), "{top}");
    assert!(top.contains("Units of Red whose place you do not know: "), "{top}");
    assert!(!top.contains("whose place you do not know: Anton-1"), "{top}");
}

/// When a unit can be in a hex is what its moves come to, turn after turn.
#[test]
fn turns_to_a_hex_are_those_of_moves_one_after_another() {
    let game = founded();
    let shipped = games::OURS.named("company-commander").unwrap().shipped();
    let format: Tables<Format> = serde_saphyr::from_str(shipped.format).expect("the format");
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    for unit in ["Able-1", "Able-2", "Able-3"] {
        let unit: Unit = serde_json::from_value(json!(unit)).expect("a name");
        let mut alone = setup.clone();
        alone.secret.units.retain(|other, _| *other == unit);
        let piece = alone.piece(&unit).expect("a unit").clone();
        let from = piece.at().expect("on the map");
        let kind = format.kind(&piece.kind);
        let mut turns = BTreeMap::from([(from, 0)]);
        let mut last = vec![from];
        for turn in 1.. {
            let most = game.allowance(&piece, false);
            let next =
                last.iter().flat_map(|from| game.ways(&alone, &unit, *from, most, false).hexes());
            let mut next: Vec<_> = next.filter(|at| !turns.contains_key(at)).collect();
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                break;
            }
            turns.extend(next.iter().map(|at| (*at, turn)));
            last = next;
        }
        for at in game.zones() {
            assert_eq!(
                game.turns_to(kind, from, at, &Barred::default()),
                turns.get(&at).copied(),
                "{unit} to {at}"
            );
        }
    }
}

/// A turn that the game has not, and smoke that stands longer than any, are no position of this campaign: no page is
/// counted out for them.
#[test]
fn what_is_counted_on_a_page_is_of_this_campaign() {
    let smoke = json!({"smoked": {"side": "red", "at": ["0605"]}});
    let (game, position) = begun(CROSSING, &[smoke]);
    let told = |path: &str, number: u32| {
        let mut value: serde_json::Value = serde_json::from_str(&position.0).unwrap();
        *value.pointer_mut(path).expect("a number") = number.into();
        let position = Position(canonical::encode(&value));
        let view = game.see(&position, &Reader::Seat(seat("blue"))).unwrap();
        game.page(&view, None).is_ok()
    };
    let (turn, left) = ("/state/open/turn", "/state/open/smoke/0605/left");
    assert!(told(turn, 8) && told(left, 2));
    assert!(!told(turn, 9) && !told(left, 3) && !told(left, u32::MAX));
}

/// Who cannot be at an objective before the last turn ends is not among those who are soonest there: four hexes and more
/// are two turns on foot.
#[test]
fn nobody_is_soonest_at_an_objective_after_the_last_turn() {
    let top = |turns: &str| {
        let scenario = CROSSING.replace("turns: 8", turns).replace("\"0602\"", "\"0605\"");
        let kind = games::OURS.named("company-commander").unwrap();
        let format = kind.shipped().format.as_bytes();
        let game = kind.found(format, scenario.as_bytes(), &BTreeMap::new()).expect("it is sound");
        let setup = game.setup(&mut Chance::from_seed([0; 32]));
        let view = game.see(&setup, &Reader::Seat(seat("blue"))).unwrap();
        let page = game.page(&view, None).unwrap();
        let ways = rows(&page, "How soon units of Blue can be at the objectives");
        let told = render::text(&page, render::Style { width: 400, colour: false, draws: false });
        (told, ways.into_iter().find(|row| row[0] == "Able-3").expect("a unit")[2].clone())
    };
    let (told, way) = top("turns: 2");
    assert!(
        told.contains("Soonest at objectives, at normal speed: Road (0605) by Able-2 in turn 2, "),
        "{told}"
    );
    assert!(way.starts_with("turn 2, 4 hexes"), "{way}");
    let (told, way) = top("turns: 1");
    assert!(!told.contains("Soonest at objectives"), "{told}");
    assert!(way.starts_with("too late, 4 hexes"), "{way}");
}

/// "In short" names the first three at the only objective, each with the hexes from which that is soonest, if it may begin in
/// others too: they are those of the table.
#[test]
fn who_is_soonest_from_where_is_told() {
    let game = named("company-commander");
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let view = game.see(&setup, &Reader::Seat(seat("blue"))).unwrap();
    let page = game.page(&view, None).unwrap();
    let ways = rows(&page, "How soon units of Blue can be at the objectives");
    let turn = |unit: &str, from: &str| {
        let row = ways.iter().find(|row| row[0] == unit && row[1] == from).expect("a hex");
        row[2].split(',').next().unwrap_or_default().to_owned()
    };
    let of = |unit: &str, from: &[&str]| from.iter().map(|at| turn(unit, at)).collect::<Vec<_>>();
    assert_eq!(of("Able-1", &["0510", "0410", "0610"]), ["turn 1"; 3]);
    assert_eq!(of("Able-2", &["0309", "0209", "0308"]), ["turn 3", "turn 3", "turn 2"]);
    assert_eq!(of("Able-3", &["0709", "0809", "0808"]), ["turn 5", "turn 6", "turn 5"]);
    let told = render::text(&page, render::Style { width: 400, colour: false, draws: false });
    let soonest = "Crossroads (0505) by Able-1 in turn 1, Able-2 in turn 2 from 0308, Able-3 in turn 5 from 0709 or 0808.";
    assert!(told.contains(soonest), "{told}");
}

/// Infantry next to armor can only assault it; a kind that cannot assault attacks whatever is next to it (cc9).
#[test]
fn infantry_that_cannot_assault_attacks_what_is_next_to_it() {
    let kind = games::OURS.named("company-commander").unwrap();
    let attack = |format: &str| {
        let scenario = kind.shipped().scenarios[0].1.as_bytes();
        let game = kind.found(format.as_bytes(), scenario, &BTreeMap::new()).expect("it is sound");
        let deployed =
            |unit: &str, at: &str| json!({"deployed": {"unit": unit, "at": at, "facing": "D"}});
        let events = [
            json!({"turn-began": {"side": "blue", "turn": 1}}),
            deployed("Able-2", "0309"),
            deployed("Anton-1", "0308"),
            deployed("Anton-2", "0310"),
            sighted("Anton-1", "0308"),
            sighted("Anton-2", "0310"),
        ];
        let setup = game.setup(&mut Chance::from_seed([0; 32]));
        let position = events.iter().fold(setup, |position, event| {
            game.apply(&position, &EventDoc(event.to_string())).expect("an event")
        });
        let view = game.see(&position, &Reader::Seat(seat("blue"))).unwrap();
        let orders = "orders:\n- attack: {unit: Able-2, targets: [Anton-2]}\n";
        game.survey(&view, &read(&*game, &seat("blue"), orders)).unwrap().odds
    };
    let format = kind.shipped().format;
    assert!(attack(format).is_empty());
    assert!(!attack(&format.replace("assault: 3", "assault: 0")).is_empty());
}

/// How soon a unit can be at an objective reckons with the enemies in sight: one who stands there has to be gone first,
/// one in the way is gone round, and theirs are told too, as far as they are in sight.
#[test]
fn how_soon_reckons_with_enemies_in_sight() {
    let near = |unit: &str, at: &str| json!({"deployed": {"unit": unit, "at": at, "facing": "A"}});
    let page_of = |scenario: &str, events: &[serde_json::Value]| {
        let (game, position) = begun(scenario, events);
        let view = game.see(&position, &Reader::Seat(seat("blue"))).unwrap();
        game.page(&view, None).unwrap()
    };
    let told = |events: &[serde_json::Value]| {
        let page = page_of(CROSSING, events);
        let text = render::text(&page, render::Style { width: 400, colour: false, draws: false });
        (page, text)
    };
    let way = |page: &Page, of: &str, unit: &str| {
        let all = rows(page, &format!("How soon units of {of}"));
        all.into_iter().find(|row| row[0] == unit).expect("a unit")[2].clone()
    };
    // Two hexes a turn on foot: 0604 and 0602.
    let (page, _) = told(&[near("Able-3", "0606")]);
    assert_eq!(way(&page, "Blue", "Able-3"), "turn 2, 4 hexes, sees it");
    // Who stands there is named; a machine gun team next to the road would be there in Red's first turn.
    let on = [near("Able-3", "0606"), near("Anton-1", "0602"), sighted("Anton-1", "0602")];
    let (page, text) = told(&on);
    assert_eq!(way(&page, "Blue", "Able-3"), "turn 2 if Anton-1 is gone, 4 hexes, sees it");
    assert_eq!(way(&page, "Red in sight", "Anton-1"), "there");
    assert!(!text.contains("In reach of Red"), "{text}");
    let beside = [near("Able-3", "0606"), near("Anton-1", "0601"), sighted("Anton-1", "0601")];
    let (page, text) = told(&beside);
    // Its zone of control is entered in 0602 only, where the move ends anyway.
    assert_eq!(way(&page, "Blue", "Able-3"), "turn 2, 4 hexes, sees it");
    assert_eq!(way(&page, "Red in sight", "Anton-1"), "turn 1, 1 hex");
    let reach = "In reach of Red in its turn 1, at normal speed: Road (0602, 30 points): Anton-1.";
    assert!(text.contains(reach), "{text}");
    // In 0603 it stands in the way, and next to it moves end: 0604, 0504, 0503, 0602.
    let between = [near("Able-3", "0606"), near("Anton-1", "0603"), sighted("Anton-1", "0603")];
    let (page, _) = told(&between);
    assert_eq!(way(&page, "Blue", "Able-3"), "turn 4, 4 hexes, sees it");
    // Where it was seen last it is no more, if it would be seen there.
    let gone = json!({"vanished": {"side": "blue", "unit": "Anton-1", "at": "0602"}});
    let left = [&on[..], &[gone]].concat();
    let (page, _) = told(&left);
    assert_eq!(way(&page, "Blue", "Able-3"), "turn 2, 4 hexes, sees it");
    // In woods it would not, and nobody knows; these take both points, so there is one turn more.
    let woods = CROSSING.replacen("...........", ".....T.....", 2).replacen(
        ".....T.....",
        "...........",
        1,
    );
    let page = page_of(&woods, &left);
    assert_eq!(way(&page, "Blue", "Able-3"), "turn 3 if Anton-1 has left, 4 hexes, sees it");
}

/// Before one's own turn it is told which enemies in sight can fire on overwatch in it: not who has moved or shot.
#[test]
fn enemies_on_overwatch_are_told() {
    let told = |more: &[serde_json::Value]| {
        let seen = [sighted("Anton-1", "0504"), sighted("Anton-2", "0704")];
        let (game, position) = begun(CROSSING, &[&seen[..], more].concat());
        let view = game.see(&position, &Reader::Seat(seat("blue"))).unwrap();
        let page = game.page(&view, None).unwrap();
        render::text(&page, render::Style { width: 400, colour: false, draws: false })
    };
    let lead = "Enemies in sight that can fire on overwatch in your turn, once each: ";
    let text = told(&[]);
    assert!(text.contains(&format!("{lead}Anton-1 and Anton-2.")), "{text}");
    let text = told(&[json!({"suppressed": {"unit": "Anton-1"}})]);
    let not = "Anton-2; not Anton-1 (moved, shot or suppressed).";
    assert!(text.contains(&format!("{lead}{not}")), "{text}");
}

/// The chance that is offered for a unit which would wait for a better one is that at an enemy who has just shot, as in the
/// case `cc67-at-who-shoots`: 0.322.
#[test]
fn a_chance_that_is_offered_for_overwatch_is_that_at_who_has_shot() {
    let armored = CROSSING.replace("Able-1: {kind: us-rifles", "Able-1: {kind: us-at-gun").replace(
        "Anton-1: {kind: de-hmg, quality: elite",
        "Anton-1: {kind: panzer-iv, quality: experienced",
    );
    let events = [
        json!({"deployed": {"unit": "Able-1", "at": "0508", "facing": "A"}}),
        json!({"deployed": {"unit": "Anton-1", "at": "0504", "facing": "D"}}),
        sighted("Anton-1", "0504"),
        json!({"turn-began": {"side": "red", "turn": 1}}),
    ];
    let (game, position) = begun(&armored, &events);
    let view = game.see(&position, &Reader::Seat(seat("blue"))).unwrap();
    let offers = game.choices(&view).unwrap().into_iter().flat_map(|choice| choice.offers);
    let offers: Vec<String> = offers.map(|offer| offer.order).collect();
    let told = "overwatch: {unit: Able-1, least: 32}";
    assert!(offers.iter().any(|offer| offer.contains(told)), "{offers:?}");
}

//! What the reports of Parabellum tell their readers: the table and its maps, how a skirmish stands, what is near, and
//! who destroyed whom; and of what is not seen nothing.

use std::collections::BTreeMap;

use adjutant::engine::{AnyGame, Chance, EventDoc, Position, Reader};
use adjutant::games;
use adjutant::page::{Block, Page};
use adjutant::render::{self, Rulebook};
use serde_json::json;

use crate::parabellum::{deployed, placed, played};
use crate::shelf::{self, after, page, seat};

/// A page as text of 80 columns, each block of lines on one line.
fn told(page: &Page) -> String {
    let style = render::Style { width: 80, colour: false, draws: false };
    let text = render::text(page, style);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first theater by an option.
fn ruled(option: &str, value: &str) -> Box<dyn AnyGame> {
    let kind = games::OURS.named("parabellum").expect("it is shipped");
    let shipped = kind.shipped();
    let options = BTreeMap::from([(option.to_owned(), value.to_owned())]);
    let scenario = shipped.scenarios[0].1.as_bytes();
    kind.found(shipped.format.as_bytes(), scenario, &options).expect("a game")
}

fn report(game: &dyn AnyGame, position: &Position, name: &str) -> String {
    let seen = shelf::view(game, position, &seat(name));
    told(&game.page(&seen, None).expect("a view"))
}

/// A purchaser sees every map drawn, with what stands on its grid lines and where both sides set up.
#[test]
fn the_brief_draws_every_map() {
    let game = shelf::named("parabellum");
    let position = game.setup(&mut Chance::from_seed([0; 32]));
    let seen = shelf::view(&*game, &position, &seat("amber"));
    let page = game.page(&seen, None).expect("a view");
    let folded = page.blocks.iter().filter_map(|block| match block {
        Block::Folded { blocks, .. } => Some(blocks),
        _ => None,
    });
    let boards = folded.flatten().filter_map(|block| match block {
        Block::Board(board) => Some(board),
        _ => None,
    });
    let boards: Vec<_> = boards.collect();
    assert_eq!(boards.len(), 8);
    for board in boards {
        assert!(!board.edges.is_empty(), "{}", board.title);
        let sides: Vec<_> = board.zones.iter().filter_map(|zone| zone.side).collect();
        assert_eq!(sides, [0, 1], "{}", board.title);
    }
    let text = told(&page);
    assert!(text.contains("up to 3 skirmishes, drawn by lot from the 8 below"), "{text}");
    assert!(
        text.contains("you get the standard force for 6880 credits: grenadiers 1, javelin 2,"),
        "{text}"
    );
}

/// Which skirmish it is, which round, what it is about for the reader, and who stands there.
#[test]
fn a_report_says_how_a_skirmish_stands() {
    let game = shelf::named("parabellum");
    let units = [
        ("amber-1", "ram", "tank", "E7"),
        ("amber-2", "rifles", "infantry", "A12"),
        ("cobalt-1", "regulars", "infantry", "E4"),
    ];
    let position = placed(&*game, &units);
    let (amber, cobalt) = (report(&*game, &position, "amber"), report(&*game, &position, "cobalt"));
    for line in [
        "Skirmish 1 of at most 3, Verrin Ridge, round 1 of 8: you attack, and win 2200 credits if you \
         alone have units in Ridge (E4 to G4) at the end of a turn; Cobalt wins if you do not.",
        "Ridge: Cobalt has cobalt-1 (infantry) there.",
        "You see 1 unit of Cobalt, nearest cobalt-1 (infantry) in E4, 3 squares from your E7.",
        "Best attacks without a move, by expected losses: amber-1 (ram) on E4 deals ",
        "E4 infantry ?D4 ram amber-1 10D10 trench or",
        "credits each; they arrive in ",
        "cobalt-1 infantry E4 now | Strength: empty where no fight of this skirmish told it",
    ] {
        assert!(amber.contains(line), "{line}: {amber}");
    }
    for line in [
        "round 1 of 8: you defend, and win 2200 credits if you hold out; Amber wins if it alone has \
         units in Ridge (E4 to G4) at the end of a turn.",
        "Ridge: you have cobalt-1 (regulars) there.",
    ] {
        assert!(cobalt.contains(line), "{line}: {cobalt}");
    }
    assert!(!cobalt.contains("Best attacks without a move"), "it is not their turn: {cobalt}");
}

/// Where positions are hidden, a report says of what is not seen no more than that.
#[test]
fn an_unseen_unit_is_in_no_sentence() {
    let kind = games::OURS.named("parabellum").expect("it is shipped");
    let shipped = kind.shipped();
    let found = shipped.scenarios.iter().find(|(name, _)| *name == "proving-ground");
    let scenario = found.expect("it is shipped").1.as_bytes();
    let options = BTreeMap::from([("positions".to_owned(), "hidden".to_owned())]);
    let game = kind.found(shipped.format.as_bytes(), scenario, &options).expect("a game");
    let made = |there: bool| {
        let mut events =
            vec![json!({"drawn": {"site": "Crossroads", "die": 1, "attacker": "amber"}})];
        let mut unit = |unit: &str, kind: &str, form: &str, at: &str| {
            events.extend(deployed(unit, kind, form, at));
        };
        unit("amber-1", "mortars", "mortar-team", "A8");
        // In range of the mortars, and out of their sight.
        unit("cobalt-1", "regulars", "infantry", if there { "D4" } else { "H1" });
        events.push(json!({"turn-began": {"side": "amber", "round": 1}}));
        after(&*game, &events)
    };
    let (there, away) =
        (report(&*game, &made(true), "amber"), report(&*game, &made(false), "amber"));
    assert_eq!(there, away);
    assert!(there.contains("Hamlet: you see nobody there."), "{there}");
    assert!(there.contains("You see nothing of Cobalt."), "{there}");
}

/// Where positions are hidden, the attacker and the moderator alone know how many units have left the map.
#[test]
fn who_leaves_unseen_is_not_counted_by_the_enemy() {
    let game = ruled("positions", "hidden");
    let made = |left: bool| {
        let mut events =
            vec![json!({"drawn": {"site": "The Narrows", "die": 1, "attacker": "amber"}})];
        let mut unit =
            |unit: &str, kind: &str, at: &str| events.extend(deployed(unit, kind, "infantry", at));
        unit("amber-1", "rifles", if left { "E1" } else { "A10" });
        unit("amber-2", "rifles", "A11");
        // Seven squares from E1, and farther from the others.
        unit("cobalt-1", "regulars", "L1");
        if left {
            events.push(json!({"exited": {"unit": "amber-1"}}));
        }
        events.push(json!({"turn-began": {"side": "cobalt", "round": 2}}));
        after(&*game, &events)
    };
    let (left, there) = (made(true), made(false));
    for reader in [Reader::Seat(seat("cobalt")), Reader::Public] {
        let see = |position: &Position| game.see(position, &reader).expect("a position");
        assert_eq!(see(&left), see(&there), "{reader:?}");
        let told = told(&game.page(&see(&left), None).expect("a view"));
        assert!(
            told.contains("Units of Amber in Gap (E1 to G1) at the end of its turn leave the map."),
            "{told}"
        );
        assert!(!told.contains("So far"), "{told}");
    }
    for reader in [Reader::Seat(seat("amber")), Reader::Moderator] {
        let seen = game.see(&left, &reader).expect("a position");
        let told = told(&game.page(&seen, None).expect("a view"));
        assert!(told.contains("So far 1 of 3 has left, amber-1 (rifles); "), "{reader:?}: {told}");
    }
}

/// How long a game can be: purchases, and for each of three skirmishes two deployments, at most ten rounds of two turns,
/// or of one cycle, and recruiting.
#[test]
fn the_brief_says_how_many_cycles_there_can_be() {
    for (exchange, most) in [("a-turn", 1 + 3 * (2 + 20 + 1)), ("a-round", 1 + 3 * (2 + 10 + 1))] {
        let game = ruled("exchange", exchange);
        let position = game.setup(&mut Chance::from_seed([0; 32]));
        let seen = game.see(&position, &Reader::Public).expect("a position");
        let told = told(&game.page(&seen, None).expect("a view"));
        assert!(told.contains(&format!("{most} cycles at most")), "{told}");
        assert!(told.contains("Both sides are buying for up to 3 skirmishes"), "{told}");
        assert!(told.contains("10 credits for each man that they have left"), "{told}");
        assert!(told.contains("They need neither runway nor carrier"), "{told}");
    }
}

/// Who lost what to whom, once, with what each is as far as the reader knows it.
#[test]
fn a_loss_is_told_with_whose_work_it_was() {
    let game = shelf::named("parabellum");
    let units = [
        ("amber-1", "ram", "tank", "E7"),
        ("cobalt-1", "regulars", "infantry", "E4"),
        ("cobalt-2", "sappers", "heavy-infantry", "H1"),
    ];
    let position = placed(&*game, &units);
    let weak = json!({"lost": {"unit": "cobalt-1", "losses": 9}});
    let position = game.apply(&position, &EventDoc(weak.to_string())).expect("an event");
    let made = played(&*game, &position, &[("amber", "orders:\n- amber-1 attacks E4\n")]);
    assert!(made.record.0.contains("\"destroyed\""), "ten dice of 10 against one of 4");
    let seen =
        |name: &str| told(&page(&*game, &made.position, &made.record, &Reader::Seat(seat(name))));
    let (amber, cobalt) = (seen("amber"), seen("cobalt"));
    assert!(cobalt.contains("You lose cobalt-1 in E4 to amber-1 (tank)."), "{cobalt}");
    assert!(amber.contains("cobalt-1 (infantry) in E4 to amber-1 (ram)."), "{amber}");
    assert!(
        amber.contains("You make 1 attack: you take no losses, Cobalt takes 1 loss."),
        "{amber}"
    );
    assert!(amber.contains("Destroyed of Cobalt cobalt-1 (infantry)"), "{amber}");
}

/// Two units with the same miniature in one square have their numbers on their counters.
#[test]
fn units_of_a_kind_in_a_square_are_told_apart() {
    let game = shelf::named("parabellum");
    let units = [
        ("amber-7", "rifles", "infantry", "E7"),
        ("amber-8", "militia", "infantry", "E7"),
        ("cobalt-9", "regulars", "infantry", "E1"),
    ];
    let made = played(&*game, &placed(&*game, &units), &[("amber", "orders: []\n")]);
    let page = page(&*game, &made.position, &made.record, &Reader::Seat(seat("cobalt")));
    let html = render::html(&page, &Rulebook::default());
    assert!(html.contains(">#7<") && html.contains(">#8<") && !html.contains(">#9<"));
}

/// What a unit loses to a counterattack is damage of its side as well.
#[test]
fn losses_to_a_counterattack_are_damage() {
    let game = shelf::named("parabellum");
    let units = [("amber-1", "rifles", "infantry", "E6"), ("cobalt-1", "bastion", "tank", "F6")];
    let position = placed(&*game, &units);
    let made = played(&*game, &position, &[("amber", "orders:\n- amber-1 attacks F6\n")]);
    let told = told(&page(&*game, &made.position, &made.record, &Reader::Seat(seat("amber"))));
    let lost = told.contains("You lose amber-1 in E6 to the counterattack of cobalt-1 (tank)");
    let hurt = told.contains("Damaged: amber-1 (rifles, ") && told.contains(" left).");
    assert!(lost || hurt, "ten dice of 10 against as many of 4: {told}");
}

/// Only kinds of orders are listed that can come to something: nothing about aircraft without any, about markers where none
/// lie, or of purchases without credits.
#[test]
fn no_kind_of_order_is_listed_that_comes_to_nothing() {
    let game = shelf::named("parabellum");
    let units = [("amber-1", "ram", "tank", "E7"), ("cobalt-1", "regulars", "infantry", "E4")];
    let position = placed(&*game, &units);
    let kinds = |position: &Position| {
        let seen = shelf::view(&*game, position, &seat("amber"));
        game.taken(&seen).expect("a view")
    };
    let rich = kinds(&position);
    for kind in ["attack", "buy", "counter", "move", "reinforce", "stock"] {
        assert!(rich.iter().any(|one| one == kind), "{kind}: {rich:?}");
    }
    for kind in ["evacuate", "load", "push", "recon", "replenish", "sortie", "unload"] {
        assert!(rich.iter().all(|one| one != kind), "{kind}: {rich:?}");
    }
    let spent =
        json!({"stocked": {"side": "amber", "squads": 0, "supply": 0, "ammo": 0, "price": 8990}});
    let poor = kinds(&game.apply(&position, &EventDoc(spent.to_string())).expect("an event"));
    for kind in ["buy", "reinforce", "stock"] {
        assert!(poor.iter().all(|one| one != kind), "{kind}: {poor:?}");
    }
}

/// A way is told once, as a whole.
#[test]
fn a_way_is_told_once() {
    let game = shelf::named("parabellum");
    let units = [("amber-1", "ram", "tank", "D11"), ("cobalt-1", "regulars", "infantry", "A1")];
    let position = placed(&*game, &units);
    let orders = "orders:\n- move: {unit: amber-1, path: [D12, E12]}\n";
    let made = played(&*game, &position, &[("amber", orders)]);
    for reader in [Reader::Seat(seat("amber")), Reader::Seat(seat("cobalt")), Reader::Public] {
        let told = told(&page(&*game, &made.position, &made.record, &reader));
        assert_eq!(told.matches("D11 → D12 → E12").count(), 1, "{reader:?}: {told}");
        assert_eq!(told.matches("D11 →").count(), 1, "{reader:?}: {told}");
    }
}

/// Every ground has its sign on a map in characters, rapids too, which no theater that is shipped has.
#[test]
fn every_ground_has_a_sign() {
    let kind = games::OURS.named("parabellum").expect("it is shipped");
    let map = include_bytes!("../rules/parabellum/maps/field.yaml");
    let game =
        kind.found(kind.shipped().format.as_bytes(), map, &BTreeMap::new()).expect("it is shipped");
    let events = [
        json!({"drawn": {"site": "Rough", "die": 1, "attacker": "amber"}}),
        json!({"step-began": {"step": "defender"}}),
    ];
    let position = after(&*game, &events);
    let seen = shelf::view(&*game, &position, &seat("amber"));
    let text = told(&game.page(&seen, None).expect("a view"));
    for row in
        ["1 = = = = : : ^ ^ ", "2 . . . . % % ~ ~ ", "3 . . . - - ! ! . ", "4 , , w w . . . . "]
    {
        assert!(text.contains(row), "{row}: {text}");
    }
    let named = ["= road", ": rubble", "^ cragg", "% swamp", "~ deep river", "- ford", "! rapids"];
    for sign in named.iter().chain(&[", beach", "w open water", "X block"]) {
        assert!(text.contains(sign), "{sign}: {text}");
    }
}

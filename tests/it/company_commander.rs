//! Company Commander: chances against every fall of the dice, two worlds that a side cannot tell
//! apart, and a scenario from the command line.

use std::collections::BTreeMap;

use adjutant::base::canonical;
use adjutant::engine::{AnyGame, AnySheet, Chance, EventDoc, Position, Reader, Rules, Seat};
use adjutant::games::{
    self,
    company_commander::{
        CompanyCommander,
        format::Format,
        odds,
        scenario::Scenario,
        shot::{Salvo, Storm, Versus},
        state::Piece,
        switches::{Soft, Twice},
    },
};
use adjutant::page::Block;
use adjutant::render::{self, Rulebook};
use serde_json::json;

use crate::folder::folder;
use crate::shelf::{named, page, read, seat};
use crate::stock::Stock;

/// What a hit does by the rules, die by die: damaged and suppressed of all falls, and all falls.
fn fallen(soft: Soft, versus: &Versus) -> (u64, u64, u64) {
    let (mut damaged, mut suppressed, mut all) = (0, 0, 0);
    for first in 1..=6_u8 {
        for second in 1..=6_u8 {
            for hundred in 1..=100_u8 {
                all += 1;
                match versus {
                    Versus::Hard { over, save, percent } => {
                        let net = over - i64::from(first);
                        let works = hundred <= *percent;
                        if net < 0 || second <= *save {
                            continue;
                        }
                        damaged += u64::from(net > 0 && works);
                        suppressed += u64::from((net > 0) != works);
                    }
                    Versus::Soft { save, strength } => {
                        let strict = soft == Soft::Below;
                        let wounds = if strict { second < *strength } else { second <= *strength };
                        let pins = second == *strength + u8::from(!strict);
                        damaged += u64::from(first > *save && wounds);
                        suppressed += u64::from(first > *save && !wounds && pins);
                    }
                }
            }
        }
    }
    (damaged, suppressed, all)
}

/// Every kind of hit that the tables make possible.
fn hits() -> Vec<Versus> {
    let mut hits = Vec::new();
    for save in 0..=6 {
        for over in -1..=8 {
            for percent in [0, 17, 33, 50, 66, 83, 100] {
                hits.push(Versus::Hard { over, save, percent });
            }
        }
        hits.extend((1..=6).map(|strength| Versus::Soft { save, strength }));
    }
    hits
}

#[test]
fn what_a_hit_does_is_counted_die_by_die() {
    for soft in [Soft::UpTo, Soft::Below] {
        for versus in hits() {
            let (damaged, suppressed, all) = fallen(soft, &versus);
            assert_eq!(all, odds::HIT, "all falls are counted");
            assert_eq!(odds::harm(soft, &versus), (damaged, suppressed), "{soft:?} {versus:?}");
        }
    }
}

pub(crate) fn founded() -> CompanyCommander {
    let shipped = games::OURS.named("company-commander").unwrap().shipped();
    let format: adjutant::engine::Tables<Format> =
        serde_saphyr::from_str(shipped.format).expect("the format");
    let scenario: Scenario = serde_saphyr::from_str(shipped.scenarios[0].1).expect("a scenario");
    let options = format.options.iter();
    let options = options.map(|(name, spec)| (name.clone(), spec.default.clone())).collect();
    CompanyCommander::found(format, scenario, &options).expect("it is sound").0
}

fn piece(game: &CompanyCommander, strength: u8, suppressed: bool) -> Piece {
    let state = game.setup(&mut Chance::from_seed([0; 32]));
    let piece = state.secret.units.values().next().expect("a unit").clone();
    Piece { strength, suppressed, ..piece }
}

/// What is told of two and three attacks is what all their outcomes together say, in whole numbers.
#[test]
fn chances_of_several_attacks_are_those_of_all_their_outcomes() {
    let game = founded();
    for versus in hits().into_iter().step_by(7) {
        let (damaged, suppressed, all) = fallen(Soft::UpTo, &versus);
        for needed in [1_u8, 4, 9] {
            for (strength, pinned) in [(1, false), (2, false), (2, true), (3, false)] {
                for attacks in 1..=3_u32 {
                    let salvo = Salvo {
                        weapon: "m3-75".into(),
                        attacks,
                        needed,
                        mods: Vec::new(),
                        versus: versus.clone(),
                    };
                    let target = piece(&game, strength, pinned);
                    let told = odds::of_salvos(&game, &target, &[[&salvo, &salvo]]);
                    let whole = 10 * u128::from(all);
                    let hit = u128::from(needed) * u128::from(damaged);
                    let pin = u128::from(needed) * u128::from(suppressed);
                    let mut open = vec![(i64::from(strength), pinned, 1_u128)];
                    for _ in 0..attacks {
                        let mut next = Vec::new();
                        for (left, down, weight) in open {
                            let again = if down { left - 1 } else { left };
                            next.push((left - 1, down, weight * hit));
                            next.push((again, true, weight * pin));
                            next.push((left, down, weight * (whole - hit - pin)));
                        }
                        open = next;
                    }
                    let total = whole.pow(attacks);
                    let share = |so: &dyn Fn(i64) -> bool| {
                        let part: u128 = open.iter().filter(|it| so(it.0)).map(|it| it.2).sum();
                        (part * 200 + total) / (2 * total)
                    };
                    let loss = share(&|left| left < i64::from(strength));
                    let kill = share(&|left| left <= 0);
                    assert_eq!(u128::from(told.loss), loss, "{versus:?} {needed} {attacks}");
                    assert_eq!(u128::from(told.kill), kill, "{versus:?} {needed} {attacks}");
                    assert_eq!(told.hit, 10 * u32::from(needed));
                }
            }
        }
    }
}

#[test]
fn chances_of_a_close_assault_are_those_of_three_dice() {
    let game = founded();
    for needed in 1..=6_u8 {
        for weapon in 1..=4_u8 {
            for (strength, suppressed) in [(1, false), (1, true), (2, true)] {
                let (mut loss, mut kill) = (0_u32, 0_u32);
                for dice in 0..216_u32 {
                    let (hit, harm, end) = (dice / 36 + 1, dice / 6 % 6 + 1, dice % 6 + 1);
                    if hit < u32::from(needed) || harm > u32::from(weapon) {
                        continue;
                    }
                    loss += u32::from(end > 2 || suppressed);
                    kill += u32::from(end > 2 || suppressed && strength == 1);
                }
                let percent = |part: u32| (part * 200 + 216) / 432;
                let target = piece(&game, strength, suppressed);
                let told = odds::of_storm(Twice::Damaged, Storm { needed, weapon }, &target);
                assert_eq!((told.loss, told.kill), (percent(loss), percent(kill)));
            }
        }
    }
}

/// `read --unit` shades what a unit sees. Straight up its column a house in 0506 is seen, and what
/// lies behind it is not.
#[test]
fn what_a_unit_sees_is_shaded_for_its_own_side() {
    let game = named("company-commander");
    let position = game.setup(&mut Chance::from_seed([0; 32]));
    let view = |reader: Reader| game.see(&position, &reader).unwrap();
    let blue = view(Reader::Seat(seat("blue")));
    let seen = game.seen_by(&blue, "able-1").unwrap().expect("a unit on the map");
    assert_eq!(seen.name, "seen by Able-1");
    let column = |row: u16| (4, row - 1);
    let told: Vec<u16> = (1..=10).filter(|row| seen.cells.contains(&column(*row))).collect();
    assert_eq!(told, [6, 7, 8, 9, 10]);
    for reader in [Reader::Seat(seat("red")), Reader::Public] {
        assert_eq!(game.seen_by(&view(reader), "Able-1").unwrap(), None);
    }
    let mut page = game.page(&blue, None).unwrap();
    for block in &mut page.blocks {
        if let Block::Board(board) = block {
            board.seen = Some(seen.clone());
        }
    }
    let text = render::text(&page, render::Style { width: 80, colour: false, draws: false });
    assert!(text.contains("' seen by Able-1"), "{text}");
    assert!(render::html(&page, &Rulebook::default()).contains("seen by Able-1"));
}

/// A template offers smoke where enemies stand that are seen, since all their fire passes through it.
#[test]
fn smoke_is_offered_on_enemies_in_sight() {
    let game = named("company-commander");
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let smoke = |events: &[serde_json::Value]| -> Vec<String> {
        let position = events.iter().fold(setup.clone(), |position, event| {
            game.apply(&position, &EventDoc(event.to_string())).expect("an event")
        });
        let view = game.see(&position, &Reader::Seat(seat("blue"))).unwrap();
        let lines = game.choices(&view).unwrap().into_iter().flat_map(|choice| choice.offers);
        lines.map(|offer| offer.order).filter(|order| order.contains("smoke")).collect()
    };
    let turn = json!({"turn-began": {"side": "blue", "turn": 1}});
    let near = json!({"deployed": {"unit": "Anton-1", "at": "0507", "facing": "D"}});
    let seen = json!({"sighted": {"side": "blue", "unit": "Anton-1", "at": "0507"}});
    assert!(smoke(&[turn.clone(), near.clone()]).is_empty());
    let [offer] = &smoke(&[turn, near, seen])[..] else { panic!("one unit has smoke") };
    assert!(offer.contains("0507") && offer.contains("Able-1"), "{offer}");
}

/// Where a squad stands in the woods, and what it does there, changes nothing that who does not see
/// it reads.
#[test]
fn what_is_in_the_woods_is_in_no_report() {
    let game = named("company-commander");
    let told = |at: &str, to: &str| {
        let setup = game.setup(&mut Chance::from_seed([0; 32]));
        let events = [
            json!({"deployed": {"unit": "Anton-2", "at": at, "facing": "D"}}),
            json!({"turn-began": {"side": "red", "turn": 1}}),
        ];
        let position = events.iter().fold(setup, |position, event| {
            game.apply(&position, &EventDoc(event.to_string())).expect("an event")
        });
        let orders = format!("orders:\n  - move: {{unit: Anton-2, path: [\"{to}\"]}}\n");
        let orders: BTreeMap<Seat, AnySheet> =
            [(seat("red"), read(&*game, &seat("red"), &orders))].into();
        let made = game.resolve(&position, &orders, &mut Chance::from_seed([5; 32])).unwrap();
        let readers = [Reader::Seat(seat("blue")), Reader::Public, Reader::Seat(seat("red"))];
        readers.map(|reader| {
            let page = page(&*game, &made.position, &made.record, &reader);
            let view = game.see(&made.position, &reader).unwrap();
            (render::markdown(&page), view, game.news(&made.record, &reader).unwrap())
        })
    };
    // The map has no hex from which Blue's units, nine hexes and more away, see behind the woods.
    let [blue, public, red] = told("0301", "0401");
    let [other_blue, other_public, other_red] = told("0401", "0301");
    assert_eq!(blue, other_blue);
    assert_eq!(public, other_public);
    assert_ne!(red, other_red);
}

/// An enemy in sight is known by kind, strength, quality and state: what it did and suffered before, unseen,
/// is not.
#[test]
fn marks_of_what_nobody_saw_are_in_no_view() {
    let game = named("company-commander");
    let events = [
        json!({"deployed": {"unit": "Anton-2", "at": "0301", "facing": "D"}}),
        json!({"turn-began": {"side": "red", "turn": 1}}),
        json!({"sighted": {"side": "blue", "unit": "Anton-2", "at": "0301"}}),
    ];
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let position = events.iter().fold(setup, |position, event| {
        game.apply(&position, &EventDoc(event.to_string())).expect("an event")
    });
    let seen = |position: &Position, who| game.see(position, &Reader::Seat(seat(who))).unwrap();
    for mark in ["shot-at", "busy", "fresh", "turned"] {
        let mut value: serde_json::Value = serde_json::from_str(&position.0).unwrap();
        value["state"]["secret"]["units"]["Anton-2"][mark] = true.into();
        let marked = Position(canonical::encode(&value));
        assert_ne!(seen(&position, "red"), seen(&marked, "red"), "{mark}");
        assert_eq!(seen(&position, "blue"), seen(&marked, "blue"), "{mark}");
    }
    assert!(seen(&position, "blue").0.contains("Anton-2"));
}

/// Deployment and three turns by sealed packets; then Blue gives up.
#[test]
fn a_scenario_by_stock_tools() {
    const LAST: u32 = 8;
    let home = folder();
    let game = ["--game", "company-commander"];
    let stock = Stock::enrolled(home.path(), "hill", &["blue", "red"], &game);
    let concede = |cycle: u32, seat: &str| {
        let now = seat == "blue" && cycle == LAST;
        now.then(|| "orders:\n- concede\n".to_owned())
    };
    // Or sooner, by the dice.
    let played = (1..=LAST).find(|&cycle| !stock.cycle(cycle, &concede)).expect("an end");
    for seat in ["blue", "red"] {
        let (last, _) = stock.read(played, seat);
        // By concession, or sooner by losses.
        assert!(last.contains(": the other side ") || last.contains("both sides "), "{last}");
    }
    stock.revealed(played);
}

/// Four squads in front of machine guns in the open, with a mortar behind them.
pub(crate) const CROSSING: &str = r#"
title: Crossing
about: a plain
period: 1944
first: blue
turns: 8
sight: 12
breaks: {blue: 70, red: 70}
map:
  - "..........."
  - "..........."
  - "..........."
  - "..........."
  - "..........."
  - "..........."
  - "..........."
  - "..........."
  - "..........."
  - "..........."
  - "..........."
  - "..........."
objectives:
  Road: {at: "0602", points: 30}
units:
  blue:
    Able-1: {kind: us-rifles, quality: experienced, at: "0409"}
    Able-2: {kind: us-rifles, quality: experienced, at: "0509"}
    Able-3: {kind: us-rifles, quality: experienced, at: "0609"}
    Able-4: {kind: us-rifles, quality: experienced, at: "0709"}
    Able-5: {kind: us-mortar, quality: experienced, at: "0612"}
  red:
    Anton-1: {kind: de-hmg, quality: elite, at: "0504"}
    Anton-2: {kind: de-hmg, quality: elite, at: "0704"}
"#;

/// A scenario in Blue's first turn, after these events.
pub(crate) fn begun(scenario: &str, events: &[serde_json::Value]) -> (Box<dyn AnyGame>, Position) {
    let kind = games::OURS.named("company-commander").unwrap();
    let format = kind.shipped().format.as_bytes();
    let game = kind.found(format, scenario.as_bytes(), &BTreeMap::new()).expect("it is sound");
    let turn = json!({"turn-began": {"side": "blue", "turn": 1}});
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let position = std::iter::once(&turn).chain(events).fold(setup, |position, event| {
        game.apply(&position, &EventDoc(event.to_string())).expect("an event")
    });
    (game, position)
}

/// An enemy that Blue sees.
pub(crate) fn sighted(unit: &str, at: &str) -> serde_json::Value {
    json!({"sighted": {"side": "blue", "unit": unit, "at": at}})
}

/// What the staff orders for Blue in its first turn, after these events.
fn ordered(scenario: &str, events: &[serde_json::Value]) -> String {
    let (game, position) = begun(scenario, events);
    let view = game.see(&position, &Reader::Seat(seat("blue"))).unwrap();
    game.list(&game.suggest(&view, &mut Chance::from_seed([3; 32])).unwrap()).unwrap()
}

/// Enemies that would hit squads in the open well are blinded before those cross it; nothing is laid
/// that covers nobody.
#[test]
fn the_staff_lays_smoke_for_a_group_that_crosses_open_ground() {
    let seen = [sighted("Anton-1", "0504"), sighted("Anton-2", "0704")];
    let orders = ordered(CROSSING, &seen);
    let smoke =
        orders.lines().position(|line| line.contains("smoke: {") && line.contains("Able-5"));
    let moves = orders.lines().position(|line| line.contains("move: {"));
    assert!(smoke.is_some() && moves.is_some() && smoke < moves, "{orders}");
    let covered = |row: &str| row.replacen("...........", "TTTTTTTTTTT", 12);
    let pinned = |unit: &str| json!({"suppressed": {"unit": unit}});
    let with = |event: serde_json::Value| [&seen[..], &[event]].concat();
    let took = json!({"took": {"side": "blue", "place": "Road"}});
    let spent = json!({"smoke-fired": {"unit": "Able-5", "at": "0506"}});
    for (what, scenario, events) in [
        ("nobody is known", CROSSING.to_owned(), vec![]),
        ("all is cover", covered(CROSSING), seen.to_vec()),
        (
            "they are pinned",
            CROSSING.to_owned(),
            [with(pinned("Anton-1")), with(pinned("Anton-2"))].concat(),
        ),
        ("it is ahead and stays", CROSSING.to_owned(), with(took)),
        ("it shot its smoke", CROSSING.to_owned(), [with(spent.clone()), vec![spent]].concat()),
        ("the squads are few", CROSSING.replace("kind: us-rifles", "kind: us-mmg"), seen.to_vec()),
        (
            "they hardly hit",
            CROSSING.replace("kind: de-hmg, quality: elite", "kind: de-mortar, quality: green"),
            seen.to_vec(),
        ),
    ] {
        let orders = ordered(&scenario, &events);
        assert!(!orders.contains("smoke"), "{what}: {orders}");
    }
}

/// Red's report of Blue's turn with these orders, with the first dice by which Red learns of such an
/// event; and all that Red learns.
fn suffered(
    scenario: &str,
    events: &[serde_json::Value],
    orders: &str,
    what: &str,
) -> (String, String) {
    let (game, position) = begun(scenario, events);
    let orders: BTreeMap<Seat, AnySheet> =
        [(seat("blue"), read(&*game, &seat("blue"), &format!("orders:\n{orders}")))].into();
    let red = Reader::Seat(seat("red"));
    let dice = (0..=u8::MAX).map(|n| Chance::from_seed([n; 32]));
    dice.map(|mut chance| game.resolve(&position, &orders, &mut chance).expect("a position"))
        .map(|made| {
            let told = page(&*game, &made.position, &made.record, &red);
            let text =
                render::text(&told, render::Style { width: 200, colour: false, draws: false });
            (text, game.news(&made.record, &red).unwrap().0)
        })
        .find(|(_, news)| news.contains(what))
        .expect("it happens sooner or later")
}

/// The top of a report says what was lost, by whom, with what and at what chance, as far as its
/// reader witnessed it.
#[test]
fn losses_are_told_with_their_cause_at_the_top() {
    let gun = CROSSING.replace("Able-1: {kind: us-rifles", "Able-1: {kind: sherman");
    let near = json!({"deployed": {"unit": "Able-1", "at": "0507", "facing": "A"}});
    let seen = [sighted("Anton-1", "0504"), near];
    let attack = "- attack: {unit: Able-1, targets: [Anton-1]}\n";
    let top = |report: &str| report.split("What happened").next().unwrap_or_default().to_owned();
    for (what, lead, by) in [
        ("{\"destroyed\"", "- You lose Anton-1 (heavy machine gun team; ", "by Able-1, "),
        ("{\"damaged\"", "- Damaged: Anton-1 (1 strength point; ", "by Able-1, "),
    ] {
        let (report, news) = suffered(&gun, &seen, attack, what);
        let news: serde_json::Value = serde_json::from_str(&news).unwrap();
        let events = news["events"].as_array().unwrap().iter().map(|fact| &fact["event"]);
        let harm = events
            .clone()
            .position(|event| what.contains(event.as_object().unwrap().keys().next().unwrap()));
        let volley = events.take(harm.unwrap()).filter_map(|event| event.get("volley")).next_back();
        let needed = volley.unwrap()["needed"].as_u64().unwrap();
        let line = top(&report).lines().find(|line| line.starts_with(lead)).map(str::to_owned);
        let line = line.unwrap_or_else(|| panic!("{lead}: {report}"));
        assert!(line.contains(by), "{line}");
        assert!(line.contains(&format!(" at {needed}0%")), "{line}");
    }
    // Nobody of Red's sees as far as the mortar.
    let night = CROSSING.replace("sight: 12", "sight: 3");
    let attack = "- attack: {unit: Able-5, targets: [Anton-1]}\n";
    let (report, news) = suffered(&night, &[sighted("Anton-1", "0504")], attack, "{\"damaged\"");
    assert!(!news.contains("Able-5"), "{news}");
    let told = "- Damaged: Anton-1 (1 strength point; by an enemy out of sight).";
    assert!(top(&report).contains(told), "{report}");
}

/// The chances that `check` tells count with the smoke that is fired before.
#[test]
fn chances_behind_own_smoke_are_told() {
    let near = json!({"deployed": {"unit": "Anton-1", "at": "0508", "facing": "D"}});
    let (game, position) = begun(CROSSING, &[near, sighted("Anton-1", "0508")]);
    let view = game.see(&position, &Reader::Seat(seat("blue"))).unwrap();
    let told = |first: &str| -> Vec<String> {
        let list = format!("orders:\n{first}- attack: {{unit: Able-2, targets: [Anton-1]}}\n");
        let survey = game.survey(&view, &read(&*game, &seat("blue"), &list)).unwrap();
        survey.odds
    };
    let (clear, smoky) = (told(""), told("- smoke: {unit: Able-5, at: \"0507\"}\n"));
    let chance = |odds: &[String]| -> u32 {
        let (_, told) = odds[0].split_once("hits with ").expect("a chance");
        told.split_once('%').expect("in a hundred").0.parse().expect("a number")
    };
    // 5, less 2 for an elite and 1 for a cautious target, 1 more at the shortest range; smoke takes 2.
    assert_eq!((chance(&clear), chance(&smoky)), (30, 10), "{clear:?} {smoky:?}");
}

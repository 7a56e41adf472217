//! Faked rolls: what the other side receives is the same, byte for byte, whether a unit that it
//! does not see defends, or nobody does and its side has dice rolled as if. And a theater from the
//! command line.

use std::collections::BTreeMap;
use std::process::Command;

use adjutant::engine::{
    AnyGame, AnySheet, Chance, Code, EventDoc, Position, Reader, Resolution, Seat,
};
use adjutant::referee::player::forecast::{Plan, forecast};
use adjutant::{games, render};
use serde_json::{Value, json};

use crate::folder::folder;
use crate::shelf::{self, after, page, read, seat};
use crate::stock::Stock;

/// The teaching skirmish with hidden positions.
fn game() -> Box<dyn AnyGame> {
    let kind = games::OURS.named("parabellum").unwrap();
    let shipped = kind.shipped();
    let found = shipped.scenarios.iter().find(|(name, _)| *name == "proving-ground");
    let scenario = found.expect("it is shipped").1.as_bytes();
    let options = BTreeMap::from([("positions".to_owned(), "hidden".to_owned())]);
    kind.found(shipped.format.as_bytes(), scenario, &options).unwrap()
}

/// Amber's mortars in D8, six squares below the square D2 that they do not see; Cobalt's infantry
/// in H1 and, if it is to be there, a second unit in D2.
fn position(game: &dyn AnyGame, there: bool, losses: u32) -> Position {
    let mut events = vec![json!({"drawn": {"site": "Crossroads", "die": 1, "attacker": "amber"}})];
    let mut unit = |unit: &str, kind: &str, form: &str, at: &str| {
        events.extend(deployed(unit, kind, form, at));
    };
    unit("amber-1", "mortars", "mortar-team", "D8");
    unit("cobalt-1", "regulars", "infantry", "H1");
    if there {
        unit("cobalt-2", "pike", "ifv", "D2");
        events.push(json!({"lost": {"unit": "cobalt-2", "losses": losses}}));
    }
    events.push(json!({"turn-began": {"side": "amber", "round": 1}}));
    after(game, &events)
}

fn resolved(game: &dyn AnyGame, position: &Position, bluff: u32, seed: [u8; 32]) -> Resolution {
    let amber = "orders:\n  - bombard: {unit: amber-1, at: D2}\n";
    // Whatever answers or stays silent in the other world is ordered in both.
    let cobalt = format!("standing:\n  - bluff: {{at: D2, card: pike, strength: {bluff}}}\n");
    let orders: BTreeMap<Seat, AnySheet> = [("amber", amber), ("cobalt", &cobalt)]
        .map(|(name, lists)| (seat(name), read(game, &seat(name), lists)))
        .into();
    game.resolve(position, &orders, &mut Chance::from_seed(seed)).expect("a position")
}

#[test]
fn a_faked_roll_is_a_roll() {
    let game = game();
    let mut destroyed = 0;
    for (n, strength) in (1..=10).cycle().take(60).enumerate() {
        let seed = [u8::try_from(n).unwrap(); 32];
        let real = resolved(&*game, &position(&*game, true, 10 - strength), strength, seed);
        let fake = resolved(&*game, &position(&*game, false, 0), strength, seed);
        destroyed += usize::from(real.record.0.contains("\"destroyed\""));
        for reader in [Reader::Seat(seat("amber")), Reader::Public] {
            let see = |made: &Resolution| game.see(&made.position, &reader).expect("a position");
            assert_eq!(see(&real), see(&fake), "{reader:?}, strength {strength}");
            let news = |made: &Resolution| game.news(&made.record, &reader).expect("a record");
            assert_eq!(news(&real), news(&fake), "{reader:?}, strength {strength}");
            assert!(news(&real).0.contains("\"defended\""), "dice are heard");
            let told = |made: &Resolution| {
                render::markdown(&page(&*game, &made.position, &made.record, &reader))
            };
            assert_eq!(told(&real), told(&fake));
        }
        // The worlds differ, and their owner knows it.
        let own = Reader::Seat(seat("cobalt"));
        assert_ne!(game.news(&real.record, &own).unwrap(), game.news(&fake.record, &own).unwrap());
    }
    assert!(destroyed > 5, "a unit that is destroyed unseen is among them: {destroyed}");
}

/// Purchases; then twice both deployments, three turns and recruiting.
const CYCLES: u32 = 1 + 2 * (2 + 3 + 1);

/// Two skirmishes and the recruiting between them: the side whose turn is the third concedes it.
#[test]
fn two_skirmishes_by_stock_tools() {
    // Dice that nobody chose may decide a skirmish before it is conceded: then another game is played.
    assert!((0..8).any(|_| two_skirmishes()), "a skirmish is always over too early");
}

/// False if a skirmish was over before it could be conceded.
fn two_skirmishes() -> bool {
    let home = folder();
    let stock =
        Stock::enrolled(home.path(), "war", &["amber", "cobalt"], &["--game", "parabellum"]);
    let concede = |cycle: u32, seat: &str| {
        let now = seat == "amber" && [6, 12].contains(&cycle);
        now.then(|| "orders:\n- withdraw: now\n".to_owned())
    };
    for cycle in 1..=CYCLES {
        stock.cycle(cycle, &concede);
        let early = [4, 5, 10, 11].contains(&cycle);
        if early && stock.read(cycle, "amber").0.contains("wins the skirmish") {
            return false;
        }
    }
    for seat in ["amber", "cobalt"] {
        let (lost, _) = stock.read(6, seat);
        assert!(lost.contains("Cobalt wins the skirmish"), "{lost}");
        let (recruited, _) = stock.read(7, seat);
        let own = format!("{} buys", if seat == "amber" { "Amber" } else { "Cobalt" });
        assert!(recruited.contains(&own), "{recruited}");
        assert!(stock.read(12, seat).0.contains("Cobalt wins the skirmish"));
    }
    stock.revealed(CYCLES);
    true
}

/// A unit that is bought, mustered and deployed.
pub(crate) fn deployed(unit: &str, kind: &str, form: &str, at: &str) -> [Value; 3] {
    [
        json!({"bought": {"unit": unit, "kind": kind, "price": 0}}),
        json!({"mustered": {"unit": unit, "men": 0, "supply": 0, "ammo": 0}}),
        json!({"deployed": {"unit": unit, "form": form, "at": at}}),
    ]
}

/// A position of Kessel Reach in the first turn of Amber, after these events.
pub(crate) fn placed(game: &dyn AnyGame, units: &[(&str, &str, &str, &str)]) -> Position {
    let mut events =
        vec![json!({"drawn": {"site": "Verrin Ridge", "die": 1, "attacker": "amber"}})];
    for (unit, kind, form, at) in units {
        events.extend(deployed(unit, kind, form, at));
    }
    events.push(json!({"turn-began": {"side": "amber", "round": 1}}));
    after(game, &events)
}

pub(crate) fn played(
    game: &dyn AnyGame,
    position: &Position,
    orders: &[(&str, &str)],
) -> Resolution {
    let orders =
        orders.iter().map(|(name, lists)| (seat(name), read(game, &seat(name), lists))).collect();
    game.resolve(position, &orders, &mut Chance::from_seed([7; 32])).expect("a position")
}

/// Who of several units takes losses first is known to their side alone (pb44): of an attack that nobody answers, enemy
/// and public get the same report whatever the order is, to the byte. Answers follow from the strength that is left, so of
/// later attacks only what comes before them is the same.
#[test]
fn the_order_of_losses_is_secret() {
    let game = shelf::named("parabellum");
    let units = [
        ("amber-1", "rifles", "infantry", "D6"),
        ("amber-2", "lancers", "heavy-infantry", "D6"),
        ("cobalt-1", "regulars", "infantry", "D4"),
        ("cobalt-2", "sappers", "heavy-infantry", "D4"),
        ("cobalt-3", "guards", "heavy-infantry", "H1"),
    ];
    let position = placed(&*game, &units);
    let [attack, second] =
        ["orders:\n- attack: {unit: amber-1, at: D4}\n", "- attack: {unit: amber-2, at: D4}\n"];
    let made = |attack: &str, (first, second): (&str, &str), when: &str| {
        let losses = format!("standing:\n- losses: {{order: [{first}, {second}]}}\n");
        let answer = format!("{losses}- counter: {{when: {when}}}\n");
        played(&*game, &position, &[("amber", attack), ("cobalt", &answer)])
    };
    let orders = [("cobalt-1", "cobalt-2"), ("cobalt-2", "cobalt-1")];
    let enemies = [Reader::Seat(seat("amber")), Reader::Public];
    let own = Reader::Seat(seat("cobalt"));
    let [one, other] = orders.map(|order| made(attack, order, "never"));
    assert_ne!(game.news(&one.record, &own).unwrap(), game.news(&other.record, &own).unwrap());
    for reader in &enemies {
        let told = |made: &Resolution| {
            let seen = game.see(&made.position, reader).expect("a position");
            let page = page(&*game, &made.position, &made.record, reader);
            (seen, game.news(&made.record, reader).expect("a record"), render::markdown(&page))
        };
        assert!(told(&one).2.contains("takes"), "somebody is hit");
        assert_eq!(told(&one), told(&other), "{reader:?}");
    }
    let both = [attack, second].concat();
    let [one, other] = orders.map(|order| made(&both, order, "{ammo: 4}"));
    let first = |made: &Resolution, reader: &Reader| {
        let news = game.news(&made.record, reader).expect("a record");
        let events = shelf::facts(&news);
        let hits = |event: &Value| event["event"]["hit"].is_object();
        let end = events.iter().position(hits).expect("a hit");
        events[..=end].to_vec()
    };
    for reader in &enemies {
        assert_eq!(first(&one, reader), first(&other, reader));
    }
}

/// Acts are carried out in the order of the file, wherever in it the contingent ones stand (pb66).
#[test]
fn acts_come_in_the_order_of_the_file() {
    let game = shelf::named("parabellum");
    let units = [
        ("amber-1", "ram", "tank", "G11"),
        ("amber-2", "javelin", "ifv", "H10"),
        ("cobalt-1", "regulars", "infantry", "A1"),
    ];
    let position = placed(&*game, &units);
    let plain = "orders:\n- move: {unit: amber-1, path: [G10]}\n";
    let hanging = "contingent:\n- when: {no-enemy-at: A2}\n  then:\n  \
                   - move: {unit: amber-2, path: [G10]}\n";
    let there = |lists: String| {
        let made = played(&*game, &position, &[("amber", &lists)]);
        let state: Value = serde_json::from_str(&made.position.0).expect("JSON");
        let minis = &state["state"]["secret"]["mat"]["minis"];
        ["amber-1", "amber-2"].map(|unit| minis[unit]["at"].as_str().unwrap().to_owned())
    };
    assert_eq!(there(format!("{plain}{hanging}")), ["G10", "H10"]);
    assert_eq!(there(format!("{hanging}{plain}")), ["G11", "G10"]);
}

/// In the enemy's turn nothing is offered that would be refused, and no unit waits for orders (pb13).
#[test]
fn the_enemys_turn_asks_for_nothing() {
    let game = shelf::named("parabellum");
    let units = [("amber-1", "ram", "tank", "D11"), ("cobalt-1", "regulars", "infantry", "A1")];
    let position = placed(&*game, &units);
    let asked = |name: &str| {
        let seen = shelf::view(&*game, &position, &seat(name));
        let orders = read(&*game, &seat(name), "orders: []\n");
        let idle = game.survey(&seen, &orders).expect("a view").idle;
        (game.taken(&seen).expect("a view"), idle.len())
    };
    let (mine, idle) = asked("amber");
    assert!(mine.contains(&"move".to_owned()) && mine.contains(&"buy".to_owned()) && idle == 1);
    let (theirs, idle) = asked("cobalt");
    // What only aircraft and anti-air units can answer is not named to a side without any, nor who takes losses first to
    // one with a single unit.
    let decided = ["bluff", "counter", "surrender", "withdraw"];
    assert_eq!((theirs, idle), (decided.map(str::to_owned).to_vec(), 0));
}

/// Units are bought and no men for them: the check says how many stay behind, and what they need.
/// Three rifles and two rams lack fifty men, five supplies and five ammunition (pb10).
#[test]
fn purchases_without_men_are_noticed() {
    let game = shelf::named("parabellum");
    let position = game.setup(&mut Chance::from_seed([0; 32]));
    let seen = shelf::view(&*game, &position, &seat("amber"));
    let warned = |lists: &str| {
        let orders = read(&*game, &seat("amber"), lists);
        let found = game.check(&seen, &orders).expect("a view");
        found.into_iter().map(|remark| (remark.what, remark.hint)).collect::<Vec<_>>()
    };
    let bought = "orders:\n- buy: {card: rifles, count: 3}\n- buy: {card: ram, count: 2}\n";
    let what = "5 of 5 units in reserve cannot be mustered with the men and markers there";
    let hint = "stock squads 5 supply 5 ammo 5 for all of them";
    assert_eq!(warned(bought), [(what.to_owned(), Some(hint.to_owned()))]);
    let some = "- stock: {squads: 3, supply: 5, ammo: 4}\n";
    let (what, hint) = (what.replacen('5', "2", 1), "stock squads 2 ammo 1 for all of them");
    assert_eq!(warned(&format!("{bought}{some}")), [(what, Some(hint.to_owned()))]);
    let all = "- stock: {squads: 5, supply: 5, ammo: 5}\n";
    assert_eq!(warned(&format!("{bought}{all}")), []);
    // A forecast says so too, and not only that all is done.
    let style = render::Style { width: 200, colour: false, draws: false };
    let forecasted = |lists: &str| {
        let file = shelf::file(&seat("amber"), 1, lists);
        let plan = Plan::read(&*game, &file).expect("orders");
        render::text(&forecast(&*game, &seen, &plan, 4, &|| {}).expect("a view").page(), style)
    };
    let told = forecasted(bought);
    assert!(told.contains("5 of 5 units in reserve cannot be mustered"), "{told}");
    let told = forecasted(&format!("{bought}{all}"));
    assert!(!told.contains("cannot be mustered"), "{told}");
}

/// The first report has every map of the table, and the numbers of every card that can be bought.
#[test]
fn the_first_report_is_the_brief() {
    let game = shelf::named("parabellum");
    let position = game.setup(&mut Chance::from_seed([0; 32]));
    let seen = shelf::view(&*game, &position, &seat("amber"));
    let text = render::markdown(&game.page(&seen, None).expect("a view"));
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: Vec<String> = text.lines().map(squeezed).collect();
    let text = text.join("\n");
    let sites = ["Verrin Ridge", "Ostry Market", "The Narrows", "Depot Nine", "Long Haul"];
    let more = ["Field Twelve", "Kessel Bridge", "Salt Strand"];
    for name in sites.iter().chain(&more) {
        assert!(text.contains(&format!(". {name}: ")), "{name}");
    }
    // A ram: tank, 980 credits, with men and markers 1150, D10 both, range 1 to 4, 6 squares tracked.
    assert!(text.contains("| ram | tank | 980 | 1150 | 10/10 | 1 to 4 | 6 | tracked |"), "{text}");
    assert!(text.contains("| bastion | tank | 1020 | 1190 |"), "the enemy's list as well");
    assert!(text.contains("| anvil | 1 | 7 | 3 | 4 | 8 | 15 | engineer, light |"));
    assert!(text.contains("\n6 ~ ~ ~ ~ ~ # ~ ~ ~ - ~ ~\n"), "the river at Kessel Bridge");
}

/// Where there are no pictures a map has a sign of its own for each ground, that of the theater file,
/// and says only what its signs mean.
#[test]
fn a_map_in_characters_tells_grounds_apart() {
    let game = shelf::named("parabellum");
    let position = placed(&*game, &[("amber-1", "ram", "tank", "D11")]);
    let seen = shelf::view(&*game, &position, &seat("amber"));
    let text = render::text(
        &game.page(&seen, None).expect("a view"),
        render::Style { width: 80, colour: false, draws: false },
    );
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert!(lines.contains(&"5   .  .  .  .  .  =  =  .  .  .  .  ."), "{text}");
    let legend = "A Amber   . field   = road   : rubble   ^ cragg   % swamp";
    assert!(lines.contains(&legend), "{text}");
}

/// A unit that is alone in a square can be named by it, in every order; one of several cannot.
#[test]
fn a_unit_is_named_by_its_square() {
    let game = shelf::named("parabellum");
    let units = [
        ("amber-1", "ram", "tank", "D11"),
        ("amber-2", "rifles", "infantry", "A12"),
        ("amber-3", "rifles", "infantry", "A12"),
        ("cobalt-1", "regulars", "infantry", "A1"),
    ];
    let position = placed(&*game, &units);
    let seen = shelf::view(&*game, &position, &seat("amber"));
    let found = |lists: &str| {
        let orders = read(&*game, &seat("amber"), lists);
        let found = game.check(&seen, &orders).expect("a view");
        found.into_iter().map(|remark| (remark.what, remark.hint)).collect::<Vec<_>>()
    };
    assert_eq!(found("orders:\n- D11 D12\nstanding:\n- counter never of d11\n"), []);
    let several = "no unit of yours, or more than one, is at A12".to_owned();
    let hint = Some("write the unit's own name".to_owned());
    assert_eq!(found("orders:\n- A12 A11\n"), [(several, hint.clone())]);
    let theirs = "no unit of yours, or more than one, is at A1".to_owned();
    assert_eq!(found("orders:\n- A1 A2\n"), [(theirs, hint)]);
    let made = played(&*game, &position, &[("amber", "orders:\n- D11 D12\n")]);
    let reader = Reader::Seat(seat("amber"));
    let told = render::markdown(&page(&*game, &made.position, &made.record, &reader));
    assert!(told.contains("amber-1: D11 → D12"), "{told}");
    assert!(told.contains("| `D11 D12` | **done** |"), "as it was written: {told}");
}

/// Every unit of one's own has one line of the table where a page is 80 columns wide.
#[test]
fn a_unit_is_a_line_in_text() {
    let game = shelf::named("parabellum");
    let names: Vec<String> = (1..=9).map(|number| format!("amber-{number}")).collect();
    let units = names.iter().zip(["A10", "B10", "C10", "D11", "E11", "A11", "B11", "C11", "A12"]);
    let mut units: Vec<_> =
        units.map(|(unit, at)| (unit.as_str(), "rifles", "infantry", at)).collect();
    units.push(("amber-155", "mule", "supply-truck", "B12"));
    let position = placed(&*game, &units);
    let packed = json!({"packed": {"unit": "amber-155", "supply": 3, "ammo": 3}});
    let position = game.apply(&position, &EventDoc(packed.to_string())).expect("an event");
    let seen = shelf::view(&*game, &position, &seat("amber"));
    let page = game.page(&seen, None).expect("a view");
    let text = render::text(&page, render::Style { width: 80, colour: false, draws: false });
    let table = text.lines().skip_while(|line| *line != "Units of Amber:").skip(3);
    let rows: Vec<&str> = table.take_while(|line| !line.is_empty()).collect();
    assert_eq!(rows.len(), 10, "{rows:#?}");
    let last = rows.last().expect("a row");
    let cargo = "3 supplies and 3 ammunition";
    assert!(last.starts_with("amber-155  mule ") && last.ends_with(cargo), "{last}");
}

/// What decides something in the enemy's turn alone is no line that fails: nothing calls for it in one's own.
#[test]
fn what_waits_for_the_enemy_does_not_fail() {
    let game = shelf::named("parabellum");
    let units = [("amber-1", "ram", "tank", "D11"), ("cobalt-1", "regulars", "infantry", "A1")];
    let position = placed(&*game, &units);
    let seen = shelf::view(&*game, &position, &seat("amber"));
    let orders = shelf::file(&seat("amber"), 1, "orders:\n- counter never\n");
    let plan = Plan::read(&*game, &orders).expect("orders");
    let made = forecast(&*game, &seen, &plan, 10, &|| {}).expect("a view");
    let [line] = &made.lines[..] else { panic!("{:?}", made.lines) };
    assert!(line.outcomes.iter().all(|odds| odds.code == Code::Unused), "{:?}", line.outcomes);
    let style = render::Style { width: 200, colour: false, draws: false };
    let told = render::text(&made.page(), style);
    assert!(!told.contains("fails in"), "{told}");
    assert!(told.contains("it waited for an attack that a unit of yours can answer"), "{told}");
}

/// Of the moves that are offered the first goes nearest to the aim, here E4, and a square with several
/// enemies is offered once.
#[test]
fn what_is_offered_goes_where_it_matters() {
    let game = shelf::named("parabellum");
    let units = [
        ("amber-1", "ram", "tank", "F11"),
        ("cobalt-1", "regulars", "infantry", "E10"),
        ("cobalt-2", "regulars", "infantry", "E10"),
        ("cobalt-3", "regulars", "infantry", "A1"),
    ];
    let position = placed(&*game, &units);
    let seen = shelf::view(&*game, &position, &seat("amber"));
    let choices = game.choices(&seen).expect("a view");
    let offers: Vec<&str> = choices[0].offers.iter().map(|offer| offer.order.as_str()).collect();
    let far = |at: &str| -> i32 {
        let column = i32::from(at.as_bytes()[0]) - i32::from(b'E');
        column.abs() + (at[1..].parse::<i32>().expect("a row") - 4).abs()
    };
    let moves = offers.iter().filter(|order| order.starts_with("- move:"));
    let ends: Vec<i32> = moves
        .map(|order| {
            far(order.trim_end().trim_end_matches("]}").rsplit(['[', ' ']).next().unwrap())
        })
        .collect();
    assert!(ends.len() > 1 && ends.is_sorted(), "{offers:?}");
    // Six squares: two over the field, four of the road for two, and two over the ridge (pb34).
    assert_eq!(ends[0], 0, "{offers:?}");
    let attacks = offers.iter().filter(|order| order.starts_with("- attack:"));
    assert_eq!(attacks.filter(|order| order.contains("at: E10,")).count(), 1, "{offers:?}");
}

/// Who asks for a card gets its rows of both tables of the brief, and of no other.
#[test]
fn a_card_can_be_asked_for() {
    let home = folder();
    let does = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(home.path()).env("NO_COLOR", "1");
        let made = command.args(line.split_whitespace()).output().expect("it runs");
        assert!(made.status.success(), "{line}: {}", String::from_utf8_lossy(&made.stderr));
        String::from_utf8(made.stdout).expect("text")
    };
    does("new war --game parabellum");
    for seat in ["amber", "cobalt"] {
        does(&format!("keygen {seat}"));
        does(&format!("-C war enroll {seat} {seat}.pub"));
    }
    does("-C war open --deadline +7d");
    let told = does("-C war read --key amber.key --unit howitzers");
    let rows: Vec<&str> = told.lines().filter(|line| line.starts_with("howitzers ")).collect();
    assert_eq!(rows.len(), 2, "{told}");
    // Indirect, two to twelve squares away (`format.yaml`).
    assert!(rows[0].contains("2 to 12") && rows[1].contains("indirect"), "{told}");
    assert!(!told.contains("mortars "), "{told}");
}

/// What a deployment takes of men and markers has its account, line by line (pb10).
#[test]
fn deployment_keeps_the_account_of_men_and_markers() {
    let game = shelf::named("parabellum");
    let mut events =
        vec![json!({"drawn": {"site": "Verrin Ridge", "die": 1, "attacker": "amber"}})];
    for number in 1..=3 {
        let unit = format!("cobalt-{number}");
        events.push(json!({"bought": {"unit": unit, "kind": "regulars", "price": 0}}));
    }
    let stocked = json!({"side": "cobalt", "squads": 4, "supply": 9, "ammo": 9, "price": 0});
    events.push(json!({"stocked": stocked}));
    events.push(json!({"step-began": {"step": "defender"}}));
    let position = after(&*game, &events);
    let seen = shelf::view(&*game, &position, &seat("cobalt"));
    let lists = "orders:\n- deploy cobalt-1 at A1\n- deploy cobalt-2 at B1\n";
    let orders = read(&*game, &seat("cobalt"), lists);
    let budget = game.survey(&seen, &orders).expect("a view").budget;
    // Two units of ten men, each with its first supply and its first ammunition.
    for line in [
        "men: 40 in reserve, 20 taken, 20 left",
        "supplies: 9 in reserve, 2 taken, 7 left",
        "ammunition: 9 in reserve, 2 taken, 7 left",
    ] {
        assert!(budget.iter().any(|told| told == line), "{line}: {budget:#?}");
    }
}

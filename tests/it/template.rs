//! Templates as players get them: every line of them can be uncommented, alone or with all others.

use adjutant::base::Json;
use adjutant::engine::orders::one_line;
use adjutant::engine::{AnyGame, Chance, Header, Written};
use adjutant::games;
use adjutant::referee::cycle::{open, resolve};
use adjutant::referee::player::judged::judge;
use adjutant::referee::player::own_orders;
use adjutant::referee::player::template::{self, Ties};
use adjutant::referee::record::report::Report;
use adjutant::seal::PlayerSecret;
use serde_json::{Value, json};

use crate::bench::Bench;
use crate::demonstrations::demonstration;
use crate::playthrough::staff;
use crate::shelf;

/// Of each demonstration so many reports are looked at.
const CYCLES: u32 = 5;

/// The items of the list, each with its lines and without the marks of the comments.
fn items(text: &str) -> Vec<String> {
    let (_, list) = text.split_once("\norders:\n").expect("a template has a list");
    let mut items: Vec<String> = Vec::new();
    for line in list.lines().filter_map(|line| line.strip_prefix("# ")) {
        if line.starts_with("- ") {
            items.push(String::new());
        }
        let item = items.last_mut().expect("an item begins with a dash");
        item.extend([line, "\n"]);
    }
    items
}

/// Lines that are refused if a file has this list in place of comments.
fn refused(report: &Report, game: &dyn AnyGame, text: &str, list: &str) -> Vec<String> {
    let (head, _) = text.split_once("\norders:\n").expect("a template has a list");
    let file = format!("{head}\norders:\n{list}");
    let findings = own_orders::check(&report.data, game, file.as_bytes());
    let findings = findings.unwrap_or_else(|problem| panic!("{problem}\n{file}"));
    let refused = shelf::refused(findings).into_iter();
    refused.map(|f| format!("{:?}: {}", f.slot.map(|slot| slot.to_string()), f.what)).collect()
}

/// The report says of each kind of order what it does, with an order that its reader can give, where there is one.
fn examples_can_be_given(report: &Report, game: &dyn AnyGame, text: &str) -> usize {
    let data = &report.data;
    let (_, agenda) = game.told(&data.view(), data.news().as_ref()).expect("its own report");
    for way in &agenda.ways {
        assert!(!way.does.is_empty(), "{}", way.kind);
        if let Some(example) = &way.example {
            let refused = refused(report, game, text, &format!("- {example}\n"));
            assert!(refused.is_empty(), "{example}: {refused:?}");
        }
    }
    agenda.ways.iter().filter(|way| way.example.is_some()).count()
}

/// Who carries an order out stands first in it, as players say it: `deploy: {ship: Europe, at: 7}`.
fn the_actor_comes_first(orders: &str) {
    for actor in [", ship: ", ", unit: "] {
        assert!(!orders.contains(actor), "{orders}");
    }
}

/// A template that stands as it is, with any of its lines, and can be read with all of them.
fn can_be_filled_in(report: &Report, game: &dyn AnyGame, key: &PlayerSecret) -> (usize, usize) {
    let link = own_orders::link(&report.data, None, report.data.cycle, key).expect("the next one");
    let text = template::blank(report, game, Ties { link: Some(link), ..Ties::of(report, None) })
        .expect("orders are due");
    assert_eq!(text.lines().find(|line| line.chars().count() > one_line::WIDTH), None);
    let findings = own_orders::check(&report.data, game, text.as_bytes()).expect("it is read");
    assert_eq!(shelf::refused(findings), []);
    let phase = text.lines().find(|line| line.ends_with("Orders accepted:")).unwrap_or_default();
    let name = phase.split(',').next().unwrap_or_default();
    let numbered = name.contains(|c: char| c.is_ascii_digit());
    assert!(!numbered, "a phase has the name that the report gives it: {phase}");
    let examples = examples_can_be_given(report, game, &text);
    let items = items(&text);
    for item in &items {
        the_actor_comes_first(item);
        let refused = refused(report, game, &text, item);
        assert!(refused.is_empty(), "{item}: {refused:?}");
    }
    refused(report, game, &text, &items.concat());
    (items.len(), examples)
}

/// Nothing but the view goes in: in a world that its reader cannot tell from the true one the
/// choices are the same.
fn knows_only_the_view(report: &Report, game: &dyn AnyGame) {
    let seen = report.data.view();
    let other = game.imagine(&seen, &mut Chance::from_seed([7; 32])).expect("a view");
    let seen_there = shelf::view(game, &other, report.data.reader.seat().expect("a seat"));
    assert_eq!(game.choices(&seen).expect("a view"), game.choices(&seen_there).expect("a view"));
}

#[test]
fn every_line_of_a_template_can_be_uncommented() {
    for kind in games::OURS.games() {
        let demo = demonstration(kind);
        let (mut lines, mut examples) = (0, 0);
        for (seat, key) in &demo.keys {
            for cycle in 0..CYCLES {
                let report = demo.report(seat, cycle);
                let game = own_orders::game(&report.data, None, games::OURS).expect("a game");
                let (offered, shown) = can_be_filled_in(&report, &*game, key);
                (lines, examples) = (lines + offered, examples + shown);
                knows_only_the_view(&report, &*game);
            }
        }
        assert!(lines > 100, "{} offers {lines} lines", kind.name());
        assert!(examples > 20, "{} shows {examples} examples", kind.name());
    }
}

/// In a phase that takes nothing of a seat that must answer all the same, its template is a whole file.
#[test]
fn a_template_without_kinds_is_sent_as_it_is() {
    let kind = games::OURS.named("company-war").expect("it is on the shelf");
    let demo = demonstration(kind);
    let (seat, key) = demo.keys.iter().next().expect("a player");
    let mut report = demo.report(seat, 1);
    let mut seen = report.data.seen.value();
    seen["phase"]["accepts"] = json!([]);
    report.data.seen = Json::of(&seen);
    let game = own_orders::game(&report.data, None, games::OURS).expect("a game");
    let link = own_orders::link(&report.data, None, 1, key).expect("the next one");
    let ties = Ties { link: Some(link), ..Ties::of(&report, None) };
    let text = template::blank(&report, &*game, ties).expect("orders are due");
    assert!(text.contains("No orders to give: send the file as it is.\n"), "{text}");
    assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
    let findings = own_orders::check(&report.data, &*game, text.as_bytes()).expect("it is read");
    assert_eq!(shelf::refused(findings), []);
}

/// So it is in what the computer player writes.
#[test]
fn the_staff_names_who_acts_first() {
    for kind in games::OURS.games() {
        let game = shelf::founded(kind);
        let position = game.setup(&mut Chance::from_seed([0; 32]));
        for seat in game.phase(&position).expect("a position").due.keys() {
            let orders = staff(&*game, &position, 1, seat);
            the_actor_comes_first(&String::from_utf8(orders).expect("text"));
        }
    }
    let game = shelf::named("company-war");
    let position = game.setup(&mut Chance::from_seed([0; 32]));
    let orders = staff(&*game, &position, 1, &shelf::seat("mazianni"));
    assert!(String::from_utf8(orders).expect("text").contains("- deploy: {ship: "));
}

/// A power of Age of Imperialism may gather its units: marches from one region of its own to another
/// are offered, and are marked as such.
#[test]
fn marches_between_own_regions_are_offered() {
    let kind = games::OURS.named("age-of-imperialism").expect("it is on the shelf");
    let demo = demonstration(kind);
    let mut own = 0;
    for seat in demo.keys.keys() {
        for cycle in 0..CYCLES {
            let report = demo.report(seat, cycle);
            let game = own_orders::game(&report.data, None, games::OURS).expect("a game");
            let view = report.data.view();
            let lands = shelf::json(&view.0)["view"]["open"]["lands"].clone();
            let text = template::blank(&report, &*game, Ties::of(&report, None)).expect("a list");
            let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "#").collect();
            let text = words.join(" ");
            for choice in game.choices(&view).expect("a view") {
                for offer in choice.offers.iter().filter(|offer| offer.order.contains("march")) {
                    let words: Vec<&str> = offer.order.split_whitespace().collect();
                    let order = words.join(" ");
                    let path = order.split_once("path: [").expect("a path").1;
                    let path = path.split_once(']').expect("it ends").0;
                    let mine = |region: &str| lands[region]["owner"] == seat.as_str();
                    assert_eq!(path.split(", ").skip(1).all(mine), offer.about == "yours");
                    if path.split(", ").all(mine) {
                        own += usize::from(text.contains(path) && text.contains("yours"));
                    }
                }
            }
        }
    }
    assert!(own > 10, "{own} marches between own regions are offered");
}

/// A template with the orders of the cycle before: all that it gives can be read and is not refused,
/// and everything else of it is a comment.
#[test]
fn a_template_begins_with_earlier_orders() {
    for kind in games::OURS.games() {
        let demo = demonstration(kind);
        let (mut given, mut dropped) = (0, 0);
        let game = kind.name();
        for seat in demo.keys.keys() {
            let report = |cycle: u32| demo.report(seat, cycle);
            for cycle in 1..CYCLES {
                let (now, earlier) = (report(cycle), report(cycle));
                let game = own_orders::game(&now.data, None, games::OURS).expect("a game");
                for form in [Written::Short, Written::Long] {
                    let ties = Ties::of(&now, None);
                    let Ok(text) = template::same_as(&now, &*game, ties, &earlier, form) else {
                        continue;
                    };
                    let findings = own_orders::check(&now.data, &*game, text.as_bytes());
                    let findings = findings.unwrap_or_else(|p| panic!("{p}\n{text}"));
                    assert_eq!(shelf::refused(findings), [], "{text}");
                    let (_, list) = text.split_once("\norders:\n").expect("a list");
                    given += list.lines().filter(|line| line.starts_with("- ")).count();
                    dropped += list.lines().filter(|line| line.starts_with("# - ")).count();
                    assert_eq!(
                        list.lines().filter(|line| line.starts_with("# - ")).count(),
                        list.matches(" does not apply: ").count(),
                        "{text}"
                    );
                }
            }
        }
        assert!(given + dropped > 10, "{game}: {given} given, {dropped} dropped");
    }
}

/// The lists of a file as they are read, without the places of its lines.
fn said(game: &dyn AnyGame, file: &str) -> Value {
    fn bare(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("spot");
                fields.values_mut().for_each(bare);
            }
            Value::Array(items) => items.iter_mut().for_each(bare),
            _ => {}
        }
    }
    let (_, orders) = game.read(file.as_bytes()).unwrap_or_else(|p| panic!("{p}\n{file}"));
    let mut orders = serde_json::from_str(&orders.text()).expect("it is JSON");
    bare(&mut orders);
    orders
}

/// What the check says of a file, without the places of its lines.
fn judged(report: &Report, game: &dyn AnyGame, file: &str) -> Vec<String> {
    let findings = own_orders::check(&report.data, game, file.as_bytes()).expect("it is read");
    findings
        .iter()
        .map(|f| format!("{:?} {:?}: {} {:?}", f.slot, f.severity, f.what, f.hint))
        .collect()
}

/// Plays a cycle in which a seat sends these lists and the others nothing, and opens the next. The
/// file as it was sent.
fn sent(bench: &Bench, seat: &str, lists: &str) -> String {
    let desk = bench.desk();
    let text = bench.orders(&desk, seat, 1, lists);
    let packet = bench.packet(&desk, seat, &text);
    drop(desk);
    assert_eq!(bench.receive(packet).receipt.reason, None, "{text}");
    let mut desk = bench.desk();
    resolve::resolve(&mut desk, true, bench.now()).expect("the others sent nothing");
    open::open(&mut desk, None, bench.now()).expect("the next cycle");
    text
}

/// A campaign of a game with all its seats held, in its first cycle.
fn opened(game: &str) -> Bench {
    let shipped = games::OURS.named(game).expect("it is on the shelf").shipped();
    let (name, map) = shipped.scenarios[0];
    let bench = Bench::founded_with(game, name, map);
    let mut desk = bench.desk();
    for seat in bench.players.keys() {
        bench.enroll(&mut desk, seat).expect("a free seat");
    }
    open::open(&mut desk, None, bench.now()).expect("the first cycle");
    drop(desk);
    bench
}

/// All lists of a file come back, and mean the same and are judged in the same words as before; in
/// another position what cannot be ordered is a comment, whole conditions as well.
#[test]
fn standing_orders_and_conditions_are_given_again() {
    let bench = opened("company-commander");
    sent(&bench, "blue", "standing:\n- overwatch: {least: 30}\norders: []\n");
    let lists = "standing:\n- overwatch: {range: 4}\n- overwatch: {unit: Able-2, hold: true}\n\
        orders:\n- move: {unit: Able-1, path: [\"0509\"], stop-if: [seen]}\n\
        contingent:\n\
        - when: {sees: Anton-1}\n  then:\n  - attack: {unit: Able-1, targets: [Anton-1, Anton-3],\n      \
        only-if-chance: 40}\n  otherwise:\n  - face: {unit: Able-1, facing: B}\n\
        - when: {no-enemy-at: \"0505\"}\n  then: []\n  otherwise:\n  - move: {unit: Able-3, \
        path: [\"0708\"]}\n";
    let file = sent(&bench, "blue", lists);
    let desk = bench.desk();
    let (before, after) = (bench.report_of(&desk, "blue", 1), bench.report_of(&desk, "blue", 2));
    let game = own_orders::game(&before.data, None, games::OURS).expect("a game");
    for form in [Written::Short, Written::Long] {
        let again = |now: &Report| {
            template::same_as(now, &*game, Ties::of(now, None), &after, form).expect("orders")
        };
        let text = again(&before);
        assert_eq!(said(&*game, &text)["contingent"], said(&*game, &file)["contingent"], "{text}");
        if form == Written::Long {
            assert_eq!(said(&*game, &text), said(&*game, &file), "{text}");
        }
        assert_eq!(judged(&before, &*game, &text), judged(&before, &*game, &file), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= one_line::WIDTH), "{text}");
        let dropped = match form {
            Written::Short => "# - overwatch least 30\n",
            Written::Long => "# - overwatch: {least: 30}\n",
        };
        assert!(text.contains(dropped), "what it drops is named: {text}");
        // It is Red's turn, and no order acts in it.
        let text = again(&after);
        assert_eq!(
            shelf::refused(own_orders::check(&after.data, &*game, text.as_bytes()).unwrap()),
            []
        );
        assert_eq!(said(&*game, &text)["contingent"], json!([]), "{text}");
        assert!(text.contains("## condition 1 does not apply: "), "{text}");
        assert!(text.contains("\n# - when: {sees: Anton-1}\n#   then:\n#   - "), "{text}");
        // What is a comment can be given once it applies again.
        let full = again(&before);
        let (head, _) = full.split_once("\norders:").expect("a list");
        let (_, list) = text.split_once("\ncontingent:\n").expect("the conditions");
        let list = list.lines().filter_map(|line| line.strip_prefix("# "));
        let given: String = list.flat_map(|line| [line, "\n"]).collect();
        let whole = format!("{head}\ncontingent:\n{given}");
        assert_eq!(
            said(&*game, &whole)["contingent"],
            said(&*game, &file)["contingent"],
            "{whole}"
        );
    }
}

/// The items of a list of orders that may hang on a condition, each by itself.
fn may_hang(bench: &Bench, seat: &str, list: &str, condition: &str) -> String {
    let mut items: Vec<String> = Vec::new();
    for line in list.lines().skip(1) {
        if line.starts_with("- ") {
            items.push(String::new());
        }
        items.last_mut().expect("an item begins with a dash").extend(["  ", line, "\n"]);
    }
    let desk = bench.desk();
    let report = bench.report(&desk, seat);
    items.retain(|item| {
        let lists = format!("orders: []\ncontingent:\n- when: {condition}\n  then:\n{item}");
        let file = bench.orders(&desk, seat, 1, &lists);
        let findings = own_orders::check(&report.data, &*desk.campaign.game, file.as_bytes());
        findings.is_ok_and(|findings| shelf::refused(findings).is_empty())
    });
    items.concat()
}

/// Of every game: a condition on orders of the staff's.
#[test]
fn conditions_of_every_game_are_given_again() {
    for (game, seat, condition) in [
        ("age-of-imperialism", "france", "{enemy-at: France}"),
        ("company-commander", "blue", "{sees: Anton-1}"),
        ("company-war", "mazianni", "behind"),
        ("mechad", "convoy", "{enemy-within: {ship: Guard, range: 5}}"),
        ("parabellum", "amber", "{no-enemy-at: A1}"),
    ] {
        let bench = opened(game);
        let mut conditions = 0;
        for cycle in 1..=5 {
            let staff = bench.staff(&bench.desk(), seat);
            let hanging = may_hang(&bench, seat, &staff, condition);
            let then = if hanging.is_empty() { " []\n".to_owned() } else { format!("\n{hanging}") };
            let lists = format!("{staff}contingent:\n- when: {condition}\n  then:{then}");
            let file = sent(&bench, seat, &lists);
            let desk = bench.desk();
            let report = |cycle| bench.report_of(&desk, seat, cycle);
            let (before, after) = (report(cycle - 1), report(cycle));
            let game = own_orders::game(&before.data, None, games::OURS).expect("a game");
            let ties = Ties::of(&before, None);
            let text =
                template::same_as(&before, &*game, ties, &after, Written::Long).expect("orders");
            let findings =
                own_orders::check(&before.data, &*game, file.as_bytes()).expect("it is read");
            if shelf::refused(findings).is_empty() && !hanging.is_empty() {
                conditions += 1;
                assert_eq!(said(&*game, &text), said(&*game, &file), "{text}");
                assert_eq!(judged(&before, &*game, &text), judged(&before, &*game, &file));
            } else {
                let findings =
                    own_orders::check(&before.data, &*game, text.as_bytes()).expect("it is read");
                assert_eq!(shelf::refused(findings), [], "{text}");
            }
        }
        assert!(conditions > 0, "{game} has a cycle in which conditional orders may be given");
    }
}

/// What the moderator's side asks of the binding fields, the player's side asks too, as far as it
/// has ledger and key at hand.
#[test]
fn head_and_link_are_looked_at_before_the_file_is_sent() {
    let bench = Bench::open();
    let desk = bench.desk();
    let report = bench.report_of(&desk, "mazianni", 0);
    let game =
        own_orders::game(&report.data, Some(&desk.campaign), games::OURS).expect("it is shipped");
    let key = &bench.players["mazianni"];
    let link = own_orders::link(&report.data, Some(&desk.campaign), 0, key).expect("the next one");
    let text =
        template::blank(&report, &*game, Ties { link: Some(link), ..Ties::of(&report, None) })
            .expect("orders are due");
    let asked = |text: &str| {
        let header = Header::read(text.as_bytes()).unwrap();
        let bound = own_orders::bound(&report, &header, Some(&desk.campaign), Some(link));
        bound.map_err(|problem| problem.what)
    };
    let with = |field: &str| {
        let line = text.lines().find(|line| line.starts_with(field)).expect("a template has it");
        text.replace(line, &format!("{field}: {}", "0".repeat(64)))
    };
    assert_eq!(asked(&text), Ok(()));
    assert!(asked(&with("head")).unwrap_err().contains("head is not an entry"));
    assert!(asked(&with("reveal")).unwrap_err().contains("not the link of your chain"));
    // Without ledger and key nothing can be said, and nothing is.
    let header = Header::read(with("head").as_bytes()).unwrap();
    assert!(own_orders::bound(&report, &header, None, None).is_ok());
}

/// Who missed the deadline reads it in his report, and nobody else does.
#[test]
fn who_sent_nothing_is_told_so() {
    let bench = Bench::open();
    let mut desk = bench.desk();
    resolve::resolve(&mut desk, true, bench.now()).expect("without orders");
    let told = |seat| bench.report_of(&desk, seat, 1).text.contains("NMR: no move received");
    assert!(told("mazianni") && !told("union"));
}

/// Not only the first order that cannot be read is named, each with its place in the whole file.
#[test]
fn all_that_keeps_a_file_from_being_read_is_named() {
    let bench = Bench::open();
    let desk = bench.desk();
    let report = bench.report_of(&desk, "mazianni", 0);
    let game =
        own_orders::game(&report.data, Some(&desk.campaign), games::OURS).expect("it is shipped");
    let blank = template::blank(&report, &*game, Ties::of(&report, None)).expect("orders are due");
    let (head, _) = blank.split_once("\norders:\n").expect("a template has a list");
    let list = "- deplyo: {ship: Europe, at: 3}\n- deploy: {ship: Malta, at: 3}\n\
                - deploy: {ship: Norway,\n    at: [Pell]}\n- troops: {carrier: Malta, now: 1}\n\
                - deploy: {ship: Mlata, at: 3}\n";
    let text = format!("{head}\norders:\n{list}");
    let judged = judge(&report.data, &*game, text.as_bytes()).expect("it is for this cycle");
    assert!(!judged.readable);
    let refused = shelf::refused(judged.remarks);
    let first =
        1 + text.lines().position(|line| line.starts_with("- deplyo")).expect("it is there");
    let lines: Vec<_> = refused.iter().filter_map(|remark| Some(remark.spot?.line)).collect();
    let expected = [0, 3, 4, 5].map(|n| u32::try_from(first + n).expect("a short file"));
    assert_eq!(lines, expected, "{refused:?}");
    assert_eq!(refused[0].hint.as_deref(), Some("did you mean deploy?"));
    // What is wrong with the others is named beside them.
    assert_eq!(refused[3].what, "there is no ship Mlata");
    let good = text.replace("deplyo", "deploy").replace("[Pell]", "Pell").replace(", now: 1", "");
    assert!(judge(&report.data, &*game, good.as_bytes()).expect("it is read").readable);
}

/// A course may be given by its end: it is the one with the fewest jumps, and comes back as it was written.
#[test]
fn a_course_is_given_by_its_end() {
    let bench = opened("company-war");
    for lists in ["orders:\n- deploy Norway at Pell\n", "orders:\n- Norway to Mariner\n"] {
        sent(&bench, "mazianni", lists);
    }
    let desk = bench.desk();
    let own = bench.report_of(&desk, "mazianni", 2).markdown().to_owned();
    assert!(own.contains("| `Norway to Mariner` |"), "{own}");
    assert!(own.contains("Norway: Pell (3) → 21 → Mariner (5)"), "{own}");
}

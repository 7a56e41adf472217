//! The moderator rules: values of the position, lines of orders, late packets. All of it is told, and
//! replays.

use std::collections::BTreeMap;

use adjutant::base::{Kind, Problem, Time};
use adjutant::campaign::layout;
use adjutant::engine::{Amendment, Chance, OrderLine, Position, Setting};
use adjutant::games::OURS;
use adjutant::ledger::{Body, PacketUse, Ruling};
use adjutant::referee::Campaign;
use adjutant::referee::audit::replay::Opened;
use adjutant::referee::cycle::open::open;
use adjutant::referee::cycle::resolve::resolve;
use adjutant::referee::cycle::{reveal, status};
use adjutant::referee::moderator::correct::undo;
use adjutant::referee::moderator::rule;
use adjutant::referee::moderator::slips;
use adjutant::referee::record::receipt::Verdict;
use adjutant::referee::telling::chronicle::chronicle;
use adjutant::render::markdown;
use serde_json::{Value, json};

use crate::bench::{Bench, SEATS, SET_UP, files, time};
use crate::shelf;
use crate::tamper::{put, rewrite};

const DEADLINE: &str = "2026-02-01T20:00:00Z";
const AFTER: &str = "2026-02-01T20:00:01Z";
const LATER: &str = "2026-02-02T20:00:00Z";

/// Cycle 1, the set-up, is open until the deadline.
fn begun() -> Bench {
    let bench = Bench::founded_for(3);
    let mut desk = bench.desk();
    for seat in SEATS {
        bench.enroll(&mut desk, seat).unwrap();
    }
    open(&mut desk, Some(time(DEADLINE)), bench.now()).unwrap();
    drop(desk);
    bench
}

fn send_at(bench: &Bench, seat: &str, (sequence, lists): (u32, &str), now: Time) -> Verdict {
    let desk = bench.desk();
    let packet = bench.packet(&desk, seat, &bench.orders(&desk, seat, sequence, lists));
    drop(desk);
    bench.receive_at(packet, now).receipt.verdict
}

fn amend(bench: &Bench, seat: &str, amendment: Amendment) -> Result<Vec<OrderLine>, Problem> {
    let seat = seat.parse().unwrap();
    rule::amend(&mut bench.desk(), &seat, amendment, "agreed by telephone", bench.now())
}

fn put_in(text: &str) -> Amendment {
    Amendment::PutIn(text.to_owned())
}

fn strike(place: &str) -> Amendment {
    Amendment::Strike(place.to_owned())
}

/// Reveals, and gives what `verify` says.
fn revealed(bench: &Bench, now: &str) -> String {
    reveal::reveal(&mut bench.desk(), Some("enough"), time(now)).unwrap();
    bench.verify().to_string()
}

fn passes(bench: &Bench) {
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
}

#[test]
fn a_line_is_struck_and_another_put_in() {
    let bench = begun();
    assert_eq!(send_at(&bench, "mazianni", (1, SET_UP), bench.now()), Verdict::Accepted);
    assert_eq!(
        amend(&bench, "union", strike("orders[0]")).unwrap_err().what,
        "union has sent no orders"
    );
    let problem = amend(&bench, "mazianni", strike("orders[7]")).unwrap_err();
    assert_eq!(problem.what, "there is no order at orders[7]");
    let problem = amend(&bench, "mazianni", put_in("- deploy: {ship: Enterprize, at: 3}\n"));
    assert_eq!(problem.unwrap_err().kind, Kind::Refused);
    assert!(amend(&bench, "mazianni", put_in("- levitate: {ship: Europe}\n")).is_err());
    amend(&bench, "mazianni", strike("orders[0]")).unwrap();
    amend(&bench, "mazianni", put_in("- deploy: {ship: Europe, at: 7}\n")).unwrap();
    passes(&bench);
    resolve(&mut bench.desk(), true, time(AFTER)).unwrap();
    let desk = bench.desk();
    let record = desk.record(1).unwrap().unwrap().0;
    let own = bench.report(&desk, "mazianni").markdown().to_owned();
    let other = bench.report(&desk, "union").markdown().to_owned();
    let told = status::full(&desk).unwrap().acts;
    // Everyone reads that there was a ruling, and only the seat which line.
    let public = "the moderator changed orders for cycle 1: agreed by telephone";
    assert_eq!(told, [public, public]);
    for text in [&own, &other] {
        assert!(text.contains("The moderator changed orders for cycle 1: agreed by telephone."));
    }
    assert!(own.contains("was struck: deploy: {ship: Europe, at: 3}"), "{own}");
    assert!(own.contains("was put in: - deploy: {ship: Europe, at: 7}"), "{own}");
    assert!(!other.contains("was struck") && !other.contains("was put in"), "{other}");
    let answers: Value = serde_json::from_str(&record).unwrap();
    let lines = answers["answers"]["mazianni"].as_array().unwrap();
    let slots: Vec<&Value> = lines.iter().map(|line| &line["slot"]["index"]).collect();
    assert_eq!(slots, [&json!(1), &json!(2)], "{lines:?}");
    // What is sealed tells nobody what it is.
    for (path, bytes) in files(&bench.root()) {
        let sealed = path.starts_with("rulings/");
        assert!(!sealed || !String::from_utf8_lossy(&bytes).contains("Europe"), "{path}");
    }
    drop(desk);
    let told = revealed(&bench, AFTER);
    assert!(!told.contains("FAILED"), "{told}");
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let opened = Opened::new(&campaign).unwrap().unwrap();
    let book = markdown(&chronicle(&campaign, &opened).unwrap());
    assert!(book.contains("was put in: - deploy: {ship: Europe, at: 7}"), "{book}");
    let without = opened.without_rulings().unwrap();
    assert_eq!(without.len(), 1);
    assert_eq!((without[0].cycle, without[0].rulings.len()), (1, 2));
    assert!(!without[0].happened.is_empty() && !without[0].instead.is_empty(), "{without:?}");
}

#[test]
fn orders_for_a_silent_seat_are_carried_out_and_it_stays_silent() {
    let bench = begun();
    amend(&bench, "mazianni", put_in("- deploy: {ship: Europe, at: 7}\n")).unwrap();
    let nmr = resolve(&mut bench.desk(), true, time(AFTER)).unwrap().nmr;
    assert_eq!(nmr, ["mazianni".parse().unwrap()]);
    let desk = bench.desk();
    assert!(bench.report(&desk, "mazianni").data.missed);
    assert!(desk.record(1).unwrap().unwrap().0.contains("Europe"));
    drop(desk);
    let told = revealed(&bench, AFTER);
    assert!(!told.contains("FAILED"), "{told}");
}

#[test]
fn a_late_packet_counts_by_a_ruling() {
    let bench = begun();
    let accept = |bench: &Bench| {
        rule::accept_late(
            &mut bench.desk(),
            &"mazianni".parse().unwrap(),
            "post was slow",
            time(AFTER),
        )
    };
    assert_eq!(send_at(&bench, "mazianni", (1, "orders: []\n"), bench.now()), Verdict::Accepted);
    let problem = accept(&bench).unwrap_err();
    assert_eq!((problem.kind, &*problem.what), (Kind::Nothing, "no packet of mazianni came late"));
    assert_eq!(send_at(&bench, "mazianni", (2, SET_UP), time(AFTER)), Verdict::Late);
    assert_eq!(accept(&bench).unwrap(), 2);
    assert_eq!(accept(&bench).unwrap_err().kind, Kind::Nothing, "once");
    resolve(&mut bench.desk(), false, time(AFTER)).unwrap();
    let desk = bench.desk();
    let packets = &desk.campaign.ledger.result(1).unwrap().packets;
    let used = &packets[&"mazianni".parse().unwrap()];
    assert!(matches!(used, PacketUse::Used { sequence: 2, contributed: true, .. }), "{used:?}");
    let report = bench.report(&desk, "union").markdown().to_owned();
    let told = "The late packet of mazianni counts in cycle 1: post was slow.";
    assert!(report.contains(told), "{report}");
    drop(desk);
    let told = revealed(&bench, AFTER);
    assert!(!told.contains("FAILED"), "{told}");
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let opened = Opened::new(&campaign).unwrap().unwrap();
    let without = opened.without_rulings().unwrap();
    assert_eq!(without.len(), 1, "{without:?}");
    assert!(!without[0].happened.is_empty(), "{without:?}");
}

/// A number in the open part of the position, by its path, and what it is.
pub(crate) fn a_number(state: &Value, path: &str) -> Option<(String, u64)> {
    match state {
        Value::Number(number) => number.as_u64().map(|number| (path.to_owned(), number)),
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            let name = name.replace('~', "~0").replace('/', "~1");
            a_number(value, &format!("{path}/{name}"))
        }),
        Value::Array(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(n, value)| a_number(value, &format!("{path}/{n}")))
        }
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}

#[test]
fn a_value_of_the_position_is_set() {
    let bench = begun();
    assert_eq!(send_at(&bench, "mazianni", (1, SET_UP), bench.now()), Verdict::Accepted);
    let desk = bench.desk();
    let position: Value = serde_json::from_str(&desk.position(0).unwrap().0).unwrap();
    drop(desk);
    let set = |bench: &Bench, path: &str, value: Value| {
        let values = vec![(path.to_owned(), value)];
        rule::set(&mut bench.desk(), values, "miscounted", bench.now())
    };
    let (path, number) = a_number(&position["state"], "/state").unwrap();
    assert_eq!(set(&bench, &path, json!(number)).unwrap_err().kind, Kind::Nothing);
    assert_eq!(set(&bench, "/state/nowhere", json!(1)).unwrap_err().kind, Kind::Refused);
    // What the game does not have, it does not take.
    assert_eq!(set(&bench, &path, json!("many")).unwrap_err().kind, Kind::Refused);
    assert_eq!(set(&bench, &path, json!(9_999_999)).unwrap_err().kind, Kind::Refused);
    assert_eq!(bench.desk().campaign.ledger.result(1), None);
    assert_eq!(set(&bench, &path, json!(number + 1)).unwrap(), 1);
    let desk = bench.desk();
    let after: Value = serde_json::from_str(&desk.position(1).unwrap().0).unwrap();
    assert_eq!(after.pointer(&path), Some(&json!(number + 1)), "{path}");
    for seat in SEATS {
        let report = bench.report(&desk, seat).markdown().to_owned();
        assert!(report.contains("The moderator set values of the position in cycle 1"), "{report}");
    }
    drop(desk);
    passes(&bench);
    // The orders that were in stand, unless others come.
    open(&mut bench.desk(), Some(time(LATER)), bench.now()).unwrap();
    resolve(&mut bench.desk(), false, time("2026-02-03T20:00:00Z")).unwrap();
    let desk = bench.desk();
    let packets = &desk.campaign.ledger.result(2).unwrap().packets;
    let stands = PacketUse::Stands { cycle: 1, packet: None };
    assert_eq!(packets[&"mazianni".parse().unwrap()], stands);
    drop(desk);
    let told = revealed(&bench, "2026-02-04T20:00:00Z");
    assert!(!told.contains("FAILED"), "{told}");
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let opened = Opened::new(&campaign).unwrap().unwrap();
    let book = markdown(&chronicle(&campaign, &opened).unwrap());
    assert!(book.contains(&path), "{book}");
    let without = opened.without_rulings().unwrap();
    assert_eq!(without[0].instead, [format!("{path} is {number}")]);
}

/// The path of the first member of that name.
fn path_of(value: &Value, name: &str) -> Option<String> {
    let members = value.as_object()?;
    if members.contains_key(name) {
        return Some(format!("/{name}"));
    }
    members.iter().find_map(|(key, value)| Some(format!("/{key}{}", path_of(value, name)?)))
}

/// A starship that dropped no chaff has no number of packs in the position (md21).
#[test]
fn what_a_position_leaves_out_can_be_set() {
    let game = shelf::named("mechad");
    let position = game.setup(&mut Chance::from_seed(shelf::seed(0)));
    let crippled = path_of(&shelf::json(&position.0), "crippled").unwrap();
    let beside = |name: &str| crippled.replace("/crippled", &format!("/{name}"));
    let set = |position: &Position, name: &str, to: Value| {
        let from = game.value(position, &beside(name)).unwrap();
        game.set(position, &[Setting { path: beside(name), from, to }])
    };
    assert_eq!(game.value(&position, &beside("chaffed")).unwrap(), Value::Null);
    let dropped = set(&position, "chaffed", json!(2)).unwrap();
    assert_eq!(game.value(&dropped, &beside("chaffed")).unwrap(), json!(2));
    // What is zero again is left out again.
    assert_eq!(set(&dropped, "chaffed", json!(0)).unwrap(), position);
    assert_eq!(set(&position, "chaffed", json!(0)).unwrap(), position);
    for (name, to) in [("chaffed", json!("many")), ("chafed", json!(2)), ("chafed", json!(0))] {
        let refused = set(&position, name, to.clone()).unwrap_err();
        let path = beside(name);
        let expected =
            format!("there is nothing at {path} in the position, and the game takes no {to} there");
        assert_eq!((refused.kind, refused.what), (Kind::Refused, expected));
    }
    let nowhere = game.value(&position, &beside("chaff/packs")).unwrap_err();
    assert!(nowhere.what.starts_with("there is nothing at"), "{nowhere}");
}

#[test]
fn what_was_set_or_ruled_is_undone_with_its_cycle_or_stands_with_its_orders() {
    let bench = begun();
    assert_eq!(send_at(&bench, "mazianni", (1, SET_UP), bench.now()), Verdict::Accepted);
    amend(&bench, "mazianni", strike("orders[0]")).unwrap();
    resolve(&mut bench.desk(), true, time(AFTER)).unwrap();
    let record = bench.desk().record(1).unwrap().unwrap().0;
    undo(&mut bench.desk(), Vec::new(), "again", time(AFTER)).unwrap();
    open(&mut bench.desk(), Some(time(LATER)), time(AFTER)).unwrap();
    resolve(&mut bench.desk(), true, time("2026-02-03T20:00:00Z")).unwrap();
    // The struck line stays struck: the answers are the same.
    let answers = |text: &str| serde_json::from_str::<Value>(text).unwrap()["answers"].clone();
    let again = bench.desk().record(3).unwrap().unwrap().0;
    assert_eq!(answers(&again)["mazianni"].as_array().unwrap().len(), 1);
    assert_eq!(answers(&again), answers(&record));
    // Ruled on, and then not played: that is told, too.
    open(&mut bench.desk(), Some(time("2026-02-04T20:00:00Z")), time("2026-02-03T20:00:01Z"))
        .unwrap();
    let now = time("2026-02-03T20:00:02Z");
    let none = || put_in("[]\n");
    rule::amend(&mut bench.desk(), &"mazianni".parse().unwrap(), none(), "a slip", now).unwrap();
    undo(&mut bench.desk(), Vec::new(), "once more", now).unwrap();
    let told = revealed(&bench, "2026-02-04T20:00:00Z");
    assert!(!told.contains("FAILED"), "{told}");
}

/// The lines of mazianni's orders as they would now be carried out.
fn now_ordered(bench: &Bench) -> Vec<String> {
    let (cycle, lines) = slips::orders_of(&bench.desk(), &"mazianni".parse().unwrap()).unwrap();
    assert_eq!(cycle, 1);
    lines.into_iter().flatten().map(|line| format!("{} {}", line.place, line.order)).collect()
}

/// The line in its player's file of what `now_ordered` gave.
fn place_of(listed: &str) -> String {
    listed.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_ruling_on_orders_is_taken_back_before_it_is_carried_out() {
    let bench = begun();
    assert_eq!(now_ordered(&bench), [""; 0]);
    assert_eq!(send_at(&bench, "mazianni", (1, SET_UP), bench.now()), Verdict::Accepted);
    let sent = now_ordered(&bench);
    // Whoever strikes or puts in reads which line it was, by the name that a strike takes.
    let line = place_of(&sent[0]);
    assert!(line.starts_with("line "), "{line}");
    let struck = amend(&bench, "mazianni", strike(line.trim_start_matches("line "))).unwrap();
    assert_eq!(struck.len(), 1);
    assert_eq!(format!("{} {}", struck[0].place, struck[0].order), sent[0]);
    let first = bench.desk().campaign.ledger.len() - 1;
    let put = amend(&bench, "mazianni", put_in("- deploy: {ship: Europe, at: 7}\n")).unwrap();
    assert_eq!(put.len(), 1);
    let (second, place) = (first + 1, put[0].place.clone());
    assert_eq!(now_ordered(&bench).last().unwrap(), &format!("{place} {}", put[0].order));
    assert!(!now_ordered(&bench).contains(&sent[0]));
    amend(&bench, "mazianni", strike(&place)).unwrap();
    let revoke = |seq: u64| slips::revoke(&mut bench.desk(), seq, "a slip", bench.now());
    // What a later ruling builds on stays, until that is taken back.
    let problem = revoke(second).unwrap_err();
    assert_eq!(problem.what, format!("ledger/{:06}.yaml builds on entry {second}", second + 1));
    assert_eq!(revoke(0).unwrap_err().kind, Kind::Refused, "the genesis");
    assert_eq!(revoke(99).unwrap_err().kind, Kind::Nothing);
    for seq in [second + 1, second, first] {
        revoke(seq).unwrap();
    }
    assert_eq!(revoke(first).unwrap_err().kind, Kind::Nothing, "once");
    assert_eq!(now_ordered(&bench), sent);
    assert_eq!(slips::in_force(&bench.desk()).unwrap(), []);
    passes(&bench);
    amend(&bench, "mazianni", strike(&place_of(&sent[1]))).unwrap();
    let listed = slips::in_force(&bench.desk()).unwrap();
    assert_eq!((listed.len(), listed[0].cycle, listed[0].revocable), (1, Some(1), true));
    assert!(listed[0].change.as_ref().unwrap().starts_with("mazianni, struck: troops: "));
    let last = listed[0].entry;
    resolve(&mut bench.desk(), true, time(AFTER)).unwrap();
    assert!(!slips::in_force(&bench.desk()).unwrap()[0].revocable);
    assert!(slips::revoke(&mut bench.desk(), last, "too late", time(AFTER)).is_err());
    let desk = bench.desk();
    let own = bench.report(&desk, "mazianni").markdown().to_owned();
    let taken = format!(
        "The moderator took back entry {first}, “the moderator changed orders for cycle 1: agreed by \
         telephone”: a slip."
    );
    assert!(own.contains(&taken), "{own}");
    assert_eq!(own.matches("was struck").count(), 1, "{own}");
    assert!(!own.contains("was put in"), "{own}");
    drop(desk);
    let told = revealed(&bench, AFTER);
    assert!(!told.contains("FAILED") && told.contains("took back entry"), "{told}");
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let without = Opened::new(&campaign).unwrap().unwrap().without_rulings().unwrap();
    assert_eq!((without.len(), without[0].rulings.len()), (1, 1), "{without:?}");
}

#[test]
fn a_late_packet_that_was_let_in_is_kept_out_again() {
    let bench = begun();
    let mazianni = || "mazianni".parse().unwrap();
    let accept =
        || rule::accept_late(&mut bench.desk(), &mazianni(), "the post was slow", time(AFTER));
    assert_eq!(send_at(&bench, "mazianni", (1, SET_UP), time(AFTER)), Verdict::Late);
    accept().unwrap();
    let late = bench.desk().campaign.ledger.len() - 1;
    let struck = late + 1;
    rule::amend(&mut bench.desk(), &mazianni(), strike("orders[0]"), "sent twice", time(AFTER))
        .unwrap();
    let revoke = |seq: u64| slips::revoke(&mut bench.desk(), seq, "a slip", time(AFTER));
    assert_eq!(revoke(late).unwrap_err().kind, Kind::Refused);
    revoke(struck).unwrap();
    revoke(late).unwrap();
    assert_eq!(now_ordered(&bench), [""; 0]);
    // It can be let in once more.
    accept().unwrap();
    let again = bench.desk().campaign.ledger.len() - 1;
    revoke(again).unwrap();
    let nmr = resolve(&mut bench.desk(), true, time(LATER)).unwrap().nmr;
    assert_eq!(nmr, [mazianni()]);
    let told = revealed(&bench, LATER);
    assert!(!told.contains("FAILED"), "{told}");
}

/// Rulings of a cycle that was not played, because a value was set in it, change the one in which its
/// orders stand.
#[test]
fn what_rulings_changed_that_were_carried_on_is_told_as_well() {
    let bench = begun();
    assert_eq!(send_at(&bench, "mazianni", (1, SET_UP), bench.now()), Verdict::Accepted);
    amend(&bench, "mazianni", strike("orders[0]")).unwrap();
    let position: Value = serde_json::from_str(&bench.desk().position(0).unwrap().0).unwrap();
    let (path, number) = a_number(&position["state"], "/state").unwrap();
    let values = vec![(path, json!(number + 1))];
    rule::set(&mut bench.desk(), values, "miscounted", bench.now()).unwrap();
    open(&mut bench.desk(), Some(time(LATER)), bench.now()).unwrap();
    resolve(&mut bench.desk(), false, time("2026-02-03T20:00:00Z")).unwrap();
    let told = revealed(&bench, "2026-02-04T20:00:00Z");
    assert!(!told.contains("FAILED"), "{told}");
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let without = Opened::new(&campaign).unwrap().unwrap().without_rulings().unwrap();
    let cycles: Vec<u32> = without.iter().map(|difference| difference.cycle).collect();
    assert_eq!(cycles, [1, 2], "{without:?}");
    assert_eq!(
        without[1].rulings,
        ["the moderator changes orders for cycle 1: agreed by telephone"]
    );
    assert!(!without[1].instead.is_empty(), "{without:?}");
}

/// A moderator says one thing in the ruling that they tell, and carries out another.
#[test]
fn a_ruling_that_was_not_carried_out_is_found() {
    let bench = begun();
    assert_eq!(send_at(&bench, "mazianni", (1, SET_UP), bench.now()), Verdict::Accepted);
    amend(&bench, "mazianni", strike("orders[0]")).unwrap();
    let desk = bench.desk();
    let seq = desk.campaign.ledger.len() - 1;
    let sealed = desk.files().opened(1, &layout::ruling(seq)).unwrap();
    drop(desk);
    resolve(&mut bench.desk(), true, time(AFTER)).unwrap();
    // Another line is struck in its place.
    let desk = bench.desk();
    let digest = put(&desk, &layout::ruling(seq), &sealed.replace("orders[0]", "orders[1]"));
    drop(desk);
    rewrite(&bench, |_, body| {
        if let Body::Ruling(Ruling { files, .. }) = body {
            files.insert(layout::ruling(seq), digest);
        }
    });
    let told = revealed(&bench, AFTER);
    assert!(told.contains("FAILED  replay: cycles/0001/record.age: the record differs"), "{told}");
}

/// What has no canonical text is refused where it stands, in a value and in a scenario's position.
#[test]
fn a_fraction_is_refused_where_it_stands() {
    let bench = begun();
    let desk = bench.desk();
    let position: Value = serde_json::from_str(&desk.position(0).unwrap().0).unwrap();
    drop(desk);
    let (path, _) = a_number(&position["state"], "/state").unwrap();
    for (value, place) in [(json!(1.5), ""), (json!([1, {"a/b": 1e300}]), "/1/a~1b")] {
        let values = vec![(path.clone(), value)];
        let problem = rule::set(&mut bench.desk(), values, "miscounted", bench.now()).unwrap_err();
        assert_eq!(problem.place, Some(format!("{path}{place}")));
        assert!(problem.what.ends_with("is not a whole number"), "{problem}");
    }
    let kind = OURS.named("company-war").unwrap();
    let shipped = kind.shipped();
    for number in ["1.5", "1e300", "99999999999999999999999999"] {
        let map = format!("{}\nposition:\n  state: {{turn: {number}}}\n", shipped.scenarios[0].1);
        let founded = kind.found(shipped.format.as_bytes(), map.as_bytes(), &BTreeMap::default());
        let told = founded.err().unwrap().to_string();
        assert!(told.contains("whole number") || told.contains("number"), "{told}");
    }
}

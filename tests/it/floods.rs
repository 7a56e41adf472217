//! Order files that are too much: they make nobody else's files longer and stop no turn.

use std::collections::{BTreeMap, BTreeSet};

use adjutant::base::Digest;
use adjutant::base::yaml::{self, Origin};
use adjutant::campaign::{Store, layout};
use adjutant::engine::GameKind;
use adjutant::games;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::desk::Desk;
use adjutant::referee::cycle::enroll::{Player, enroll};
use adjutant::referee::cycle::found::{Charter, found};
use adjutant::referee::cycle::open;
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::cycle::resolve::resolve;
use adjutant::referee::player::own_orders;
use adjutant::referee::record::receipt::Verdict;
use adjutant::seal::{PlayerSecret, PublicKey, sign_file, sshsig};

use serde_json::Value;

use crate::bench::{Bench, keys, patiently, sealed_to, time};
use crate::demonstrations::demonstration;
use crate::folder::folder;
use crate::secrecy::{length, lengths};
use crate::shelf;

/// The most lines that a file may have; they ask for nothing that others could see.
fn idle(lines: usize) -> String {
    format!("standing:\n{}orders: []\n", "- flee: {when: {losses: 17}}\n".repeat(lines))
}

/// Words that no compression makes much shorter.
fn noise(len: usize) -> String {
    (0u32..)
        .flat_map(|n| Digest::of(&n.to_be_bytes()).to_string().into_bytes())
        .take(len)
        .map(char::from)
        .collect()
}

/// The lengths of all files after a cycle in which the Mazianni send these lists.
fn after(lists: &str) -> BTreeMap<String, usize> {
    let bench = Bench::open();
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, lists));
    drop(desk);
    assert_eq!(bench.receive(packet).receipt.verdict, Verdict::Accepted);
    bench.resolve();
    let mut lengths = lengths(&bench);
    // What came by mail is as long as its sender made it.
    lengths.remove(&layout::packet(1, "mazianni", 1));
    lengths
}

#[test]
fn idle_lines_of_one_seat_make_no_file_longer() {
    let quiet = after("orders: []\n");
    for lines in [1, 58, 400] {
        assert_eq!(after(&idle(lines)), quiet, "{lines} lines");
    }
}

#[test]
fn a_flood_makes_nobody_elses_file_longer() {
    let quiet = after("orders: []\n");
    let one = |words: &str| format!("orders:\n- troops: {{carrier: {words}}}\n");
    // Words that hardly compress, and those that become longest when they are quoted.
    assert_eq!(after(&one(&noise(60_000))), quiet);
    assert_eq!(after(&one(&format!("\"{}\"", ">&<*_`|".repeat(7000)))), quiet);
    // As many words as an answer repeats, in many lines: the flooder's own report may be the next
    // class, and the moderator's files follow from it. Nobody else's file tells of it.
    let long = format!("orders:\n- troops: {{carrier: {}}}\n", noise(11_000));
    for flood in [many(&noise(52_000)), long + &"- troops: {carrier: Malta}\n".repeat(390)] {
        let flood = after(&flood);
        let own = layout::report(1, "mazianni");
        let beyond = flood[&own] - quiet[&own];
        let house = [layout::state(1), layout::record(1)];
        for (path, length) in flood.iter().filter(|(path, _)| **path != own) {
            let sum = if house.contains(path) { 3 * beyond + 256 } else { 0 };
            assert!(*length <= quiet[path] + sum, "{path}: {length}, {beyond} beyond");
        }
    }
}

/// The words in as many lines as a file may have.
fn many(words: &str) -> String {
    let (words, each) = (words.as_bytes(), words.len() / 390);
    let line = |part: &[u8]| format!("- troops: {{carrier: {}}}\n", String::from_utf8_lossy(part));
    format!("orders:\n{}", words.chunks(each + 1).map(line).collect::<String>())
}

#[test]
fn more_lines_than_a_file_may_have_are_refused_whole() {
    let bench = Bench::open();
    let desk = bench.desk();
    let send =
        |lists: &str| bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, lists));
    let floods = [
        (send(&format!("orders:\n{}", "- on-tie: first\n".repeat(3900))), "3900 order lines"),
        (send(&idle(401)), "401 order lines; the limit is 400"),
        (
            send(&format!("standing:\n- target: {{priority: [{}]}}\n", noise(17_000))),
            "the limit is 16384",
        ),
    ];
    drop(desk);
    for (packet, why) in floods {
        let reply = bench.receive(packet);
        let reason = reply.receipt.reason.unwrap_or_default();
        assert_eq!(reply.receipt.verdict, Verdict::Refused, "{reason}");
        assert!(reason.contains(why), "{reason}");
    }
}

/// Standing orders nearly to the limit that stand: regions in a sequence that never repeats itself.
fn shuffled() -> String {
    const NAMES: [&str; 16] = [
        "Great Britain",
        "India",
        "Egypt",
        "Natal",
        "France",
        "Algeria",
        "Annam",
        "Germany",
        "Prussia",
        "Japan",
        "Korea",
        "Ottoman",
        "Arabia",
        "Russia",
        "Ukraine",
        "Siberia",
    ];
    let noise = noise(900);
    let names: Vec<&str> =
        noise.chars().map(|c| NAMES[c.to_digit(16).expect("hexadecimal") as usize]).collect();
    let line = |names: &[&str]| format!("- reinforce: {{to: [{}]}}\n", names.join(", "));
    format!("standing:\n{}orders: []\n", names.chunks(10).map(line).collect::<String>())
}

/// Hundreds of orders whose names hardly compress.
fn cessions(words: &str) -> String {
    let line =
        |part: &[u8]| format!("- cede: {{at: {}, to: france}}\n", String::from_utf8_lossy(part));
    let lines = words.as_bytes().chunks(words.len() / 390 + 1).map(line);
    format!("orders:\n{}", lines.collect::<String>())
}

/// Six seats that all flood: the cycle is resolved, and everybody can read their report.
#[test]
fn six_floods_at_once_stop_no_turn() {
    let home = folder();
    let root = home.path().join("six");
    let kind = games::OURS.named("age-of-imperialism").unwrap();
    let mut minutes = 0;
    let mut now = || {
        minutes += 1;
        time(&format!("2026-01-01T00:{minutes:02}:00Z"))
    };
    found(&root, &Charter::shipped(kind, "six", games::OURS), keys(), (Digest::of(b"salt"), now()))
        .unwrap();
    let mut desk =
        patiently(|| Desk::take(Store::find(&root).unwrap(), keys(), games::OURS)).unwrap();
    let seats = desk.campaign.seats();
    let secrets: Vec<PlayerSecret> =
        (101..).take(seats.len()).map(|n| PlayerSecret::generate([n; 96])).collect();
    for (seat, secret) in seats.iter().zip(&secrets) {
        let player = Player {
            name: seat.to_string(),
            address: None,
            signing: PublicKey::of(secret.signing()),
            recipient: secret.identity().recipient(),
            tip: None,
        };
        enroll(&mut desk, seat, &player, None, now()).unwrap();
    }
    // Standing orders to the limit in one cycle, and in the next what makes reports longest besides:
    // one long line alone, one among hundreds, and hundreds that hardly compress.
    let long =
        format!("orders:\n- cede: {{at: \"{}\", to: france}}\n", ">\\e\\\"<&*_`".repeat(4500));
    let among = format!(
        "orders:\n- cede: {{at: {}, to: france}}\n{}",
        noise(11_500),
        "- cede: {at: Kenya, to: france}\n".repeat(390)
    );
    let room = kind.room() + 32;
    for lists in [shuffled(), long, among, cessions(&noise(45_000))] {
        let cycle = open::open(&mut desk, None, now()).unwrap().cycle;
        for (seat, secret) in seats.iter().zip(&secrets) {
            let text = format!(
                "campaign: {}\ncycle: {cycle}\nseat: {seat}\nsequence: 1\nto: {}\nhead: {}\n{lists}",
                desk.campaign.id(),
                desk.cycle_identity(cycle).recipient(),
                desk.campaign.ledger.head(),
            );
            let signed = sign_file(secret.signing(), sshsig::ORDERS, &text);
            let packet = sealed_to(&desk, cycle, &signed);
            let reply =
                Intake::begin(&mut desk).unwrap().receive(packet.as_bytes(), now()).unwrap();
            assert_eq!(reply.receipt.verdict, Verdict::Accepted, "{:?}", reply.receipt.reason);
        }
        resolve(&mut desk, true, now()).unwrap();
        for (seat, secret) in seats.iter().zip(&secrets) {
            let sealed = desk.campaign.store.need(&layout::report(cycle, seat.as_str())).unwrap();
            let report = own_orders::report(&sealed, Some(secret.identity())).unwrap();
            assert_eq!(report.data.cycle, cycle);
            assert_eq!(length("report.age", &sealed), room, "{seat} in cycle {cycle}");
        }
    }
    drop(desk);
    assert!(verify(Store::find(&root).unwrap(), &Own::default(), games::OURS).unwrap().passed());
}

/// A campaign of any game with every seat held.
fn held(kind: &dyn GameKind) -> Bench {
    let (scenario, map) = kind.shipped().scenarios[0];
    let bench = Bench::founded_with(kind.name(), scenario, map);
    let mut desk = bench.desk();
    for seat in bench.players.keys() {
        bench.enroll(&mut desk, seat).unwrap();
    }
    drop(desk);
    bench
}

/// The order with words that hardly compress in the place of each of its words, one at a time.
fn noisy(order: &Value, words: &str) -> Vec<Value> {
    let within = |value: &Value, put: &dyn Fn(Value) -> Value| -> Vec<Value> {
        noisy(value, words).into_iter().map(put).collect()
    };
    match order {
        Value::String(_) => vec![Value::from(words)],
        Value::Array(items) => {
            let put = |n: usize, value| {
                let mut other = items.clone();
                other[n] = value;
                Value::from(other)
            };
            let one = |(n, item)| within(item, &|value| put(n, value));
            items.iter().enumerate().flat_map(one).collect()
        }
        Value::Object(fields) => {
            let put = |name: &String, value| {
                let mut other = fields.clone();
                other.insert(name.clone(), value);
                Value::from(other)
            };
            let one = |(name, field)| within(field, &|value| put(name, value));
            fields.iter().flat_map(one).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// What stands in an order until noise takes its place.
const WORDS: &str = "Nobody Here";

/// The fullest order file of a game by what its staff would order: standing orders to their limit, the
/// orders again up to the limit of lines, and the longest question; none where the staff has no orders.
fn flood(bench: &Bench) -> Option<String> {
    let desk = bench.desk();
    let game = &*desk.campaign.game;
    let ideas = bench.players.keys().flat_map(|seat| {
        let lists: Value = yaml::read(bench.staff(&desk, seat).as_bytes(), Origin::House).unwrap();
        lists["orders"].as_array().unwrap().clone()
    });
    let ideas: Vec<Value> = ideas.collect();
    let (seat, noise) = (game.seats()[0].clone(), noise(60_000));
    let reads = |lists: &str| game.read(&shelf::file(&seat, 1, lists)).is_ok();
    let forms = ideas.iter().flat_map(|order| noisy(order, WORDS)).chain(ideas.iter().cloned());
    let forms: Vec<String> = forms
        .map(|order| format!("- {order}\n"))
        .filter(|line| reads(&format!("standing:\n{line}")))
        .collect();
    let line = |(n, form): (usize, &String)| form.replace(WORDS, &noise[100 * n..100 * n + 80]);
    let lines: Vec<String> = forms.iter().cycle().take(400).enumerate().map(line).collect();
    let file = |(standing, all): (usize, usize)| {
        let [standing, orders] = [&lines[..standing], &lines[standing..all]].map(<[_]>::concat);
        format!("question: {}\nstanding:\n{standing}orders:\n{orders}", &noise[..1000])
    };
    let most =
        |standing| [400, 350, 300, 250, 200].map(|all: usize| (standing, all.min(lines.len())));
    [300, 150, 100, 80, 60]
        .into_iter()
        .flat_map(most)
        .filter(|(s, all)| s < all)
        .map(file)
        .find(|it| reads(it))
}

/// Sends these lists for a seat.
fn sent(bench: &Bench, seat: &str, lists: &str) {
    let desk = bench.desk();
    let packet = bench.packet(&desk, seat, &bench.orders(&desk, seat, 1, lists));
    drop(desk);
    let receipt = bench.receive(packet).receipt;
    assert_eq!(receipt.verdict, Verdict::Accepted, "{seat}: {:?}", receipt.reason);
}

/// First one seat floods, which makes nobody else's report longer, then all of them: in every game, or in
/// one of them that takes little time.
#[test]
fn no_game_is_stopped_by_floods() {
    for kind in games::OURS.games().filter(|kind| shelf::all() || kind.name() == "mechad") {
        let bench = held(kind);
        let seats: Vec<&str> = bench.players.keys().copied().collect();
        let mut bytes = 0;
        for flooders in [1, 1, seats.len()] {
            let call = open::open(&mut bench.desk(), None, bench.now()).unwrap();
            let lists = flood(&bench).unwrap_or_default();
            for seat in seats.iter().take(flooders) {
                sent(&bench, seat, &lists);
                bytes += lists.len();
            }
            resolve(&mut bench.desk(), true, bench.now()).unwrap();
            let desk = bench.desk();
            for (n, seat) in seats.iter().enumerate() {
                assert_eq!(bench.report_of(&desk, seat, call.cycle).data.cycle, call.cycle);
                let sealed = bench.store().need(&layout::report(call.cycle, seat)).unwrap();
                let length = length("report.age", &sealed);
                let own = n < flooders;
                assert!(own || length == kind.room() + 32, "{}: {seat}, {length}", kind.name());
            }
        }
        assert!(bytes > 90_000, "{}: {bytes}", kind.name());
        assert!(bench.verify().passed());
    }
}

/// A game that nobody floods stays within its room from the first cycle to the last.
#[test]
fn reports_of_whole_games_are_all_of_one_length() {
    for kind in games::OURS.games() {
        let all = &demonstration(kind).files;
        let sealed = |path: &String| path.starts_with("cycles/") && path.contains("/reports/");
        let reports = all.iter().filter(|(path, _)| sealed(path));
        let lengths: BTreeSet<usize> = reports.map(|(path, bytes)| length(path, bytes)).collect();
        // A nonce, and a tag for what is less than 64 KiB.
        assert_eq!(lengths, BTreeSet::from([kind.room() + 32]), "{}", kind.name());
    }
}

//! Questions to the moderator in order files, previews, and rehearsals beside a campaign.

use std::fs;

use adjutant::base::Kind;
use adjutant::campaign::layout;
use adjutant::engine::Reader;
use adjutant::games::OURS;
use adjutant::ledger::Body;
use adjutant::referee::cycle::desk::Keys;
use adjutant::referee::cycle::found::{Charter, Trust, found};
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::cycle::{open, resolve, reveal, status};
use adjutant::referee::moderator::{rehearsal, rule, tasks};
use adjutant::seal::{FoundingSecret, ModeratorKey, PlayerSecret};
use serde_json::{Value, json};

use crate::bench::{Bench, SEATS, SET_UP, files, time};
use crate::folder::folder;
use crate::rulings::a_number;
use crate::week::{START, campaign, run_at};

/// Orders of a seat for the open cycle that ask something.
fn ask(bench: &Bench, seat: &str, (sequence, question): (u32, &str), now: &str) {
    let desk = bench.desk();
    let lists = if seat == "mazianni" { SET_UP } else { "orders: []\n" };
    let lists = format!("final: true\nquestion: {question}\n{lists}");
    let packet = bench.packet(&desk, seat, &bench.orders(&desk, seat, sequence, &lists));
    drop(desk);
    let reply = bench.receive_at(packet, time(now));
    assert_eq!(reply.receipt.reason, None);
}

#[test]
fn no_cycle_closes_by_itself_while_a_question_waits() {
    let bench = campaign("wait-for-answers: true\nearly-close: 1h\n");
    run_at(&bench, &[], START);
    let asked = "2026-03-06T12:00:00Z";
    ask(&bench, "mazianni", (1, "may Europe carry two?"), asked);
    ask(&bench, "union", (1, "how many are we?"), asked);
    for now in ["2026-03-07T12:00:00Z", "2026-03-08T12:00:00Z", "2026-03-13T20:00:01Z"] {
        let mut desk = bench.desk();
        let done = adjutant::referee::run::steps::run(&mut desk, &[], time(now));
        drop(desk);
        if let Ok(done) = done {
            let told = done.stopped.map(|problem| problem.what).unwrap_or_default();
            let waits = "cycle 1 waits for the moderator: mazianni and union asked a question";
            assert!(told == waits || told.contains("the clock jumped"), "{told}");
            assert!(done.steps.is_empty());
        }
    }
    let desk = bench.desk();
    let standing = status::full(&desk).unwrap();
    let todo = tasks::tasks(&desk, &standing, time(asked)).unwrap().todo;
    let task = "mazianni asks: may Europe carry two? (`adjutant rule answer mazianni TEXT`)";
    assert!(todo.iter().any(|line| line == task), "{todo:?}");
    drop(desk);
    let seat = |name: &str| name.parse().unwrap();
    let now = time("2026-03-13T20:00:02Z");
    rule::answer(&mut bench.desk(), &seat("mazianni"), "one is enough", now).unwrap();
    let again = rule::answer(&mut bench.desk(), &seat("mazianni"), "one", now).unwrap_err();
    assert_eq!(again.kind, Kind::Nothing);
    rule::answer(&mut bench.desk(), &seat("union"), "seventeen", now).unwrap();
    resolve::resolve(&mut bench.desk(), false, now).unwrap();
    // Each reads their own answer, and that the other was answered.
    let desk = bench.desk();
    let own = bench.report_of(&desk, "mazianni", 1).markdown().to_owned();
    assert!(own.contains("asked: may Europe carry two?; the answer: one is enough."), "{own}");
    assert!(
        own.contains("The moderator answered a question that union asked in cycle 1."),
        "{own}"
    );
    assert!(!own.contains("seventeen"), "{own}");
    drop(desk);
    reveal::reveal(&mut bench.desk(), Some("enough"), now).unwrap();
    assert!(bench.verify().passed(), "{}", bench.verify());
}

#[test]
fn a_question_has_an_end() {
    let bench = Bench::open();
    let desk = bench.desk();
    let long = format!("question: {}\norders: []\n", "why ".repeat(300));
    let packet = bench.packet(&desk, "union", &bench.orders(&desk, "union", 1, &long));
    drop(desk);
    let reason = bench.receive(packet).receipt.reason.unwrap();
    assert!(reason.contains("the question has more than 1000 characters"), "{reason}");
}

#[test]
fn a_preview_is_what_comes_and_everyone_is_told() {
    let bench = Bench::open();
    bench.send();
    let before = files(&bench.root());
    let reader = Reader::Seat("union".parse().unwrap());
    let preview = resolve::preview(&mut bench.desk(), &reader, "a trial", bench.now()).unwrap();
    let new = files(&bench.root()).into_keys().filter(|path| !before.contains_key(path));
    assert!(new.into_iter().all(|path| path.starts_with("ledger/")), "nothing but the entry");
    bench.resolve();
    let desk = bench.desk();
    let report = bench.report(&desk, "union");
    assert_eq!(report.data.seen.text(), preview.data.seen.text());
    assert_eq!(report.data.news, preview.data.news);
    let told = "The moderator has seen what would come of the orders that were in for cycle 1: a \
                trial.";
    assert!(report.markdown().contains(told), "{}", report.markdown());
    drop(desk);
    assert!(bench.verify().passed());
    let whole = resolve::preview(&mut bench.desk(), &Reader::Moderator, "again", bench.now());
    assert_eq!(whole.unwrap_err().kind, Kind::Nothing, "no cycle is open");
}

#[test]
fn a_scenario_begins_with_a_position() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    let desk = bench.desk();
    let position = desk.position(1).unwrap();
    let state: Value = serde_json::from_str(&position.0).unwrap();
    let (path, number) = a_number(&state["state"], "/state").unwrap();
    let same = rehearsal::scenario(&desk, 1, Vec::new()).unwrap();
    let other = vec![(path.clone(), json!(number + 1))];
    let other = rehearsal::scenario(&desk, 1, other).unwrap();
    assert!(rehearsal::scenario(&desk, 1, vec![(path.clone(), json!("x"))]).is_err());
    let genesis = desk.campaign.ledger.genesis().clone();
    let format = desk.campaign.store.need(layout::FORMAT).unwrap();
    drop(desk);
    for (map, wanted) in [(&same, number), (&other, number + 1)] {
        let dir = folder();
        let charter = Charter {
            shelf: OURS,
            name: "again",
            game: &genesis.game,
            format: &format,
            scenario: "edited",
            map: map.as_bytes(),
            options: &genesis.options,
            trust: Trust::default(),
        };
        let root = dir.path().join("again");
        let random = (adjutant::base::Digest::of(b"salt"), bench.now());
        let mut desk = found(&root, &charter, crate::bench::keys(), random).unwrap();
        for seat in SEATS {
            bench.enroll(&mut desk, seat).unwrap();
        }
        open::open(&mut desk, None, bench.now()).unwrap();
        let begins: Value = serde_json::from_str(&desk.position(0).unwrap().0).unwrap();
        assert_eq!(begins.pointer(&path), Some(&json!(wanted)));
        assert_eq!(map == &same, desk.position(0).unwrap() == position);
    }
    // What the game does not have is refused when the campaign is created.
    let broken = same.replacen("\"Europe\"", "\"Asia\"", usize::MAX);
    let game = OURS.named(&genesis.game).unwrap();
    assert!(game.found(&format, broken.as_bytes(), &genesis.options).is_err());
    assert!(game.found(&format, same.as_bytes(), &genesis.options).is_ok());
}

#[test]
fn a_copy_has_keys_of_its_own_and_signs_for_itself_alone() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    let keys = |n: u8| Keys {
        signing: ModeratorKey::generate([n; 32]),
        secret: FoundingSecret::generate([n + 1; 32]),
    };
    let players = [51, 52].map(|n| PlayerSecret::generate([n; 96]));
    let desk = bench.desk();
    let root = bench.dir.path().join("copy");
    let random = (adjutant::base::Digest::of(b"other"), bench.now());
    // Not even with the original's own keys.
    let same = rehearsal::copy(&desk, 1, (&root, crate::bench::keys()), &players, random);
    assert_eq!(same.err().unwrap().what, "a copy has keys of its own");
    let mut copy = rehearsal::copy(&desk, 1, (&root, keys(41)), &players, random).unwrap();
    assert_ne!(copy.campaign.id(), desk.campaign.id());
    open::open(&mut copy, None, bench.now()).unwrap();
    assert_eq!(copy.position(0).unwrap(), desk.position(1).unwrap());
    drop(desk);
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    // An entry or packet of the copy is nothing in the original.
    let last = copy.campaign.ledger.len() - 1;
    let entry = copy.campaign.store.need(&format!("ledger/{last:06}.yaml")).unwrap();
    let cycle = copy.campaign.open_cycle().unwrap();
    let text = bench.orders(&copy, "union", 1, "orders: []\n");
    let signed =
        adjutant::seal::sign_file(players[1].signing(), adjutant::seal::sshsig::ORDERS, &text);
    let packet = crate::bench::sealed_to(&copy, cycle, &signed);
    drop(copy);
    let reply = Intake::begin(&mut bench.desk()).unwrap().receive(packet.as_bytes(), bench.now());
    assert_eq!(
        reply.unwrap().receipt.verdict,
        adjutant::referee::record::receipt::Verdict::Refused
    );
    let next = bench.desk().campaign.ledger.len();
    fs::write(bench.root().join(format!("ledger/{next:06}.yaml")), entry).unwrap();
    assert!(!bench.verify().passed());
    fs::remove_file(bench.root().join(format!("ledger/{next:06}.yaml"))).unwrap();
    assert!(bench.verify().passed());
    let results = bench
        .desk()
        .campaign
        .ledger
        .entries()
        .filter(|e| matches!(e.body, Body::Result(_)))
        .count();
    assert_eq!(results, 2);
}

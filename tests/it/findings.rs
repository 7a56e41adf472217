//! What `verify` finds in a history that its moderator signed, and what it says of one that is sound.

use std::collections::BTreeMap;
use std::process::Command;

use adjutant::base::{Digest, VERSION};
use adjutant::campaign::Store;
use adjutant::engine::Amendment;
use adjutant::games;
use adjutant::ledger::{Body, Entry, Opening, PacketUse, Ruling, Signer};
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::found::{Charter, found};
use adjutant::referee::cycle::{resolve, reveal};
use adjutant::referee::moderator::rule;
use adjutant::seal::{PlayerSecret, PublicKey};
use serde_json::Value;

use crate::bench::{Bench, SET_UP, keys, output, time};
use crate::dishonest::forger::{Forger, entries};
use crate::folder::folder;
use crate::replacement::take_over;
use crate::shelf::seat;
use crate::tamper::{Pen, rewrite, rewrite_result};

/// What `verify` says of this history, which it must not pass.
fn failed(bench: &Bench) -> String {
    let verdict = bench.verify();
    assert!(!verdict.passed(), "{verdict}");
    verdict.to_string()
}

/// A campaign with cycle 1 resolved: orders of the Mazianni were due, and the Union could send some.
fn resolved() -> Bench {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    bench
}

#[test]
fn a_seat_is_enrolled_once() {
    let bench = Bench::enrolled();
    let mut desk = bench.desk();
    let enrolled = desk.campaign.ledger.entries().find_map(|entry| match &entry.body {
        Body::Enroll(enrolment) if enrolment.seat.as_str() == "union" => Some(enrolment.clone()),
        _ => None,
    });
    let body = Body::Enroll(enrolled.unwrap());
    let problem = desk.append(bench.now(), None, body.clone()).unwrap_err();
    assert_eq!(problem.what, "seat “union” is enrolled twice");
    // By a program that lets its moderator.
    let ledger = &desk.campaign.ledger;
    let (seq, prev) = (ledger.len(), ledger.head());
    let entry = Entry { seq, prev, time: bench.now(), cycle: None, by: None, body };
    let text = entry.write().unwrap();
    let signature = Pen(keys().signing.signing().clone()).armor(text.as_bytes());
    let store = &desk.campaign.store;
    store.write(&Entry::path(seq), text.as_bytes()).unwrap();
    store.write(&Entry::signature_path(seq), signature.as_bytes()).unwrap();
    drop(desk);
    let told = failed(&bench);
    let found = "FAILED  chain: ledger/000003.yaml: seat “union” is enrolled twice";
    assert!(told.contains(found), "{told}");
}

#[test]
fn a_result_says_of_each_seat_what_became_of_its_orders() {
    let bench = resolved();
    rewrite_result(&bench, 1, |result| {
        result.packets.remove(&seat("mazianni")).unwrap();
    });
    let told = failed(&bench);
    let found = "FAILED  orders: cycle 1: the result does not say what became of mazianni's orders";
    assert!(told.contains(found), "{told}");
}

#[test]
fn nobody_is_called_absent_who_was_not_asked() {
    let bench = resolved();
    rewrite_result(&bench, 1, |result| {
        result.packets.insert(seat("union"), PacketUse::Nmr { default: "nothing".into() });
    });
    let told = failed(&bench);
    let found = "FAILED  orders: cycle 1: union is called absent, but no orders were due";
    assert!(told.contains(found), "{told}");
}

/// Whose orders were used is not to be told from those who were absent before the reveal.
#[test]
fn a_false_absence_shows_after_the_reveal() {
    let bench = resolved();
    rewrite_result(&bench, 1, |result| {
        result.packets.insert(seat("mazianni"), PacketUse::Nmr { default: "nothing".into() });
    });
    assert!(bench.verify().passed(), "{}", bench.verify());
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    let told = failed(&bench);
    let found = "replay: cycles/0001/packets/mazianni-001.age: the packet of mazianni was not used";
    assert!(told.contains(found), "{told}");
}

#[test]
fn a_cycle_that_was_never_opened_is_found() {
    let bench = resolved();
    let mut all = entries(&bench);
    for entry in all.iter_mut().filter(|entry| matches!(entry.body, Body::Open(_))) {
        let (text, files) = ("there was no call".to_owned(), BTreeMap::new());
        entry.cycle = None;
        entry.body = Body::Ruling(Ruling { text, effect: None, files });
    }
    Forger::with([keys().signing.signing()]).write(&bench, all).unwrap();
    let told = failed(&bench);
    let found = "FAILED  chain: ledger/000005.yaml: it was resolved without being opened";
    assert!(told.contains(found), "{told}");
}

/// Another call for orders.
type Edit<'a> = &'a dyn Fn(&mut Opening);

/// A call for other orders than the position asks for looks sound until it can be replayed.
#[test]
fn a_false_call_for_orders_shows_after_the_reveal() {
    let due = "orders were called for that were not due, or not those that were";
    let recipient = "orders were called for with a recipient that is not the cycle's";
    let edits: [(Edit<'_>, &str); 4] = [
        (&|call| call.due = BTreeMap::from([(seat("mazianni"), true)]), due),
        (&|call| *call.due.get_mut(&seat("mazianni")).unwrap() = false, due),
        (&|call| call.phase = "combat".to_owned(), due),
        (
            &|call| {
                call.recipient = PlayerSecret::generate([9; 96]).identity().recipient().to_string();
            },
            recipient,
        ),
    ];
    let bench = resolved();
    for (edit, found) in edits {
        let copy = bench.copy();
        rewrite(&copy, |_, body| {
            if let Body::Open(opening) = body {
                let before = opening.clone();
                edit(opening);
                assert_ne!(*opening, before);
            }
        });
        assert!(copy.verify().passed(), "before the reveal nobody can know: {}", copy.verify());
        reveal::reveal(&mut copy.desk(), Some("enough"), copy.now()).unwrap();
        let told = failed(&copy);
        assert!(told.contains(&format!("FAILED  replay: cycle 1: {found}")), "{told}");
    }
}

/// What `verify` says of the files that a campaign was founded with.
fn rules(scenario: &str, format: impl Fn(&str) -> String, map: impl Fn(&str) -> String) -> String {
    let kind = games::OURS.named("company-war").unwrap();
    let shipped = kind.shipped();
    let (format, map) = (format(shipped.format), map(shipped.scenarios[0].1));
    let home = folder();
    let root = home.path().join("own");
    let charter = Charter {
        shelf: games::OURS,
        scenario: if scenario.is_empty() { shipped.scenarios[0].0 } else { scenario },
        format: format.as_bytes(),
        map: map.as_bytes(),
        ..Charter::shipped(kind, "own", games::OURS)
    };
    let founded = (Digest::of(b"salt"), time("2026-01-01T00:00:00Z"));
    drop(found(&root, &charter, keys(), founded).unwrap());
    let told = verify(Store::find(&root).unwrap(), &Own::default(), games::OURS).unwrap();
    assert!(told.passed(), "to play by other files is no fault: {told}");
    let told = told.to_string();
    let line = told.lines().find(|line| line.contains(" rules: ")).unwrap();
    line.replace(VERSION, "VERSION").trim_start_matches("ok      rules: ").to_owned()
}

#[test]
fn a_format_or_scenario_of_its_own_is_told_with_what_differs() {
    let same = str::to_owned;
    let shipped = "turn format and scenario are those of adjutant VERSION";
    assert_eq!(rules("", same, same), shipped);
    let one = |map: &str| format!("{map}\nturns: 1\n");
    let scenario = "the scenario is not that of adjutant VERSION: turns differ";
    assert_eq!(rules("", same, one), scenario);
    let noted = |format: &str| format!("# mine\n{format}");
    let format = "the turn format is not that of adjutant VERSION: only its comments differ";
    assert_eq!(rules("", noted, same), format);
    let longer = |format: &str| {
        let other = format.replacen("value: 8}", "value: 6}", 1);
        assert_ne!(other, format);
        other
    };
    let format = "the turn format is not that of adjutant VERSION: turns.value differ";
    assert_eq!(rules("", longer, one), format!("{format}; {scenario}"));
    let own = "the scenario does not come with adjutant VERSION";
    assert_eq!(rules("mine", same, same), own);
}

#[test]
fn a_player_learns_that_their_seat_was_given_other_keys() {
    let bench = resolved();
    let mine = |key: &PlayerSecret| {
        let key = Some(PublicKey::of(key.signing()));
        verify(bench.store(), &Own { key, ..Own::default() }, games::OURS).unwrap().to_string()
    };
    let ben = &bench.players["union"];
    assert!(mine(ben).contains("ok      my key: holds union\n"), "{}", mine(ben));
    let carla = take_over(&mut bench.desk(), bench.now()).unwrap();
    let told = mine(ben);
    assert!(told.contains("FAILED  my key: union was given other keys"), "{told}");
    assert!(mine(&carla).contains("ok      my key: holds union\n"), "{}", mine(&carla));
    let told = mine(&PlayerSecret::generate([99; 96]));
    assert!(told.contains("FAILED  my key: this key holds no seat in this campaign"), "{told}");
}

#[test]
fn the_command_tells_what_would_have_been_without_rulings() {
    let bench = Bench::open();
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
    drop(desk);
    bench.receive(packet);
    let strike = Amendment::Strike("orders[0]".to_owned());
    rule::amend(&mut bench.desk(), &seat("mazianni"), strike, "by telephone", bench.now()).unwrap();
    resolve::resolve(&mut bench.desk(), true, bench.now()).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let made = output(command.arg("-C").arg(bench.root()).arg("verify").args(arguments));
        (made.status.code(), String::from_utf8(made.stdout).unwrap(), made.stderr)
    };
    let (code, _, problem) = run(&["--without-rulings"]);
    assert_eq!(code, Some(3));
    assert!(String::from_utf8_lossy(&problem).contains("works only after the reveal"));
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    let (code, plain, _) = run(&[]);
    assert_eq!(code, Some(0), "{plain}");
    let (code, told, _) = run(&["--without-rulings"]);
    assert_eq!(code, Some(0), "{told}");
    let more: Vec<&str> = told.strip_prefix(plain.as_str()).unwrap().lines().collect();
    assert_eq!(more[0], "cycle 1 without its rulings");
    assert!(more[1].contains("by telephone"), "{told}");
    let without = |line: &&str| line.starts_with("+ ") && line.contains("Europe");
    assert!(more.iter().any(without), "{told}");
    assert!(more.iter().any(|line| line.starts_with("- ")), "{told}");
    let (_, told, _) = run(&["--without-rulings", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["without_rulings"][0]["cycle"], 1, "{told}");
    // A history that does not verify would have been another one.
    rewrite_result(&bench, 1, |result| result.state_after = Digest::of(b"another"));
    let (code, told, _) = run(&["--without-rulings"]);
    assert_eq!(code, Some(1));
    assert!(told.contains("FAILED") && !told.contains("without its rulings"), "{told}");
}

//! Locks together with an undo, a beacon, and a cycle that closes early.

use adjutant::games::OURS;
use adjutant::ledger::{BeaconTerms, PacketUse, Right, Withheld};
use adjutant::referee::cycle::desk::Desk;
use adjutant::referee::cycle::found::Trust;
use adjutant::referee::cycle::{closing, open, resolve, reveal};
use adjutant::referee::moderator::hand_over::{Person, appoint, papers};
use adjutant::referee::moderator::lock::lock;
use adjutant::referee::moderator::{beacon, correct, decide, word};
use adjutant::seal::beacon::QUICKNET;
use adjutant::seal::{BeaconKind, PlayerSecret, PublicKey};

use super::{asked, founded, give, locked, own_word, refused, terms};
use crate::beacon::{ROUNDS, drand};
use crate::bench::{Bench, SEATS, time};
use crate::shelf::seat;

#[test]
fn orders_that_stand_after_an_undo_are_locked_with_the_links_of_all() {
    let bench = asked(Withheld::Absent);
    locked(&bench);
    give(&bench);
    bench.resolve();
    correct::undo(&mut bench.desk(), vec![seat("union")], "a mistake", bench.now()).unwrap();
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    // Who is bound sends nothing, and gives their link all the same.
    let desk = bench.desk();
    let text = bench.orders(&desk, "union", 1, &bench.staff(&desk, "union"));
    let packet = bench.packet(&desk, "union", &text);
    let bound =
        bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, "orders: []\n"));
    drop(desk);
    assert_eq!(bench.receive(packet).receipt.reason, None);
    let reason = bench.receive(bound).receipt.reason.unwrap();
    assert_eq!(reason, "the seat's orders of cycle 1 stand; this packet changes nothing");
    locked(&bench);
    give(&bench);
    bench.resolve();
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    let desk = bench.desk();
    let result = desk.campaign.ledger.results().next_back().unwrap().1;
    let stands = &result.packets[&seat("mazianni")];
    assert!(
        matches!(stands, PacketUse::Stands { packet: Some(packet), .. } if packet.contributed),
        "{stands:?}"
    );
}

#[test]
fn with_a_beacon_the_lock_comes_after_the_last_call() {
    let patience = "3d".parse().unwrap();
    let beacon = Some(BeaconTerms { chain: Some(QUICKNET.to_owned()), source: None, patience });
    let bench = Bench::trusting(Trust {
        beacon: BeaconKind::Drand,
        terms: beacon,
        links: Some(terms(Withheld::Absent)),
        ..Trust::default()
    });
    let deadline = Some(time(ROUNDS[0].2));
    open::open(&mut bench.desk(), deadline, bench.now()).unwrap();
    bench.send();
    let early = closing::rule_early(&mut bench.desk(), true, "snow", bench.now());
    assert!(refused(early).contains("waits for round 123"));
    let early = refused(lock(&mut bench.desk(), true, bench.now()));
    assert!(early.contains("is open until"), "{early}");
    bench.minutes.set(ROUNDS[0].3);
    locked(&bench);
    give(&bench);
    let now = bench.now();
    assert!(
        refused(resolve::resolve(&mut bench.desk(), false, now)).contains("waits for round 123")
    );
    beacon::take(&mut bench.desk(), drand(0), bench.now()).unwrap();
    bench.resolve();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    assert!(verdict.to_string().contains("ok      beacon: 1 round"), "{verdict}");
}

#[test]
fn a_cycle_that_is_closed_early_is_locked_by_a_ruling() {
    let bench = founded(Withheld::Absent);
    let deadline = bench.now().after(86_400);
    open::open(&mut bench.desk(), deadline, bench.now()).unwrap();
    bench.send();
    let early = refused(lock(&mut bench.desk(), false, bench.now()));
    assert!(early.contains("can send or change orders"), "{early}");
    let now = bench.now();
    closing::rule_early(&mut bench.desk(), false, "all are here", now).unwrap();
    locked(&bench);
    give(&bench);
    bench.minutes.set(bench.minutes.get() + 2 * 1440);
    // It is resolved after its deadline, and was closed before.
    bench.resolve();
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    let told = bench.verify().to_string();
    assert!(!told.contains("FAILED"), "{told}");
    assert!(told.contains("ok      closing: ") && told.contains("all are here"), "{told}");
}

#[test]
fn a_deputy_who_may_close_locks_after_the_last_call_and_takes_links() {
    let bench = founded(Withheld::Absent);
    let rules = b"zone: Europe/London\ndeadlines: {every: [friday 20:00]}\n";
    decide::set_calendar(&mut bench.desk(), rules, "agreed", bench.now()).unwrap();
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    let erik = PlayerSecret::generate([61; 96]);
    let person = Person {
        name: "Erik".to_owned(),
        signing: PublicKey::of(erik.signing()),
        recipient: erik.identity().recipient(),
    };
    let (who, until) = ((&person, vec![Right::Close]), time("2026-01-10T12:00:00Z"));
    appoint(&mut bench.desk(), who, until, "I am at sea", bench.now()).unwrap();
    let sealed = papers(&bench.desk(), &person, false).unwrap();
    let keys = bench.take_up(&sealed, &erik);
    let mut desk = Desk::take(bench.store(), keys, OURS).unwrap();
    assert!(lock(&mut desk, true, time("2026-01-02T20:00:00Z")).is_err());
    let at = time("2026-01-02T20:00:01Z");
    lock(&mut desk, true, at).unwrap();
    drop(desk);
    for seat in SEATS {
        let word = own_word(&bench, seat, 1);
        let keys = bench.take_up(&sealed, &erik);
        let mut desk = Desk::take(bench.store(), keys, OURS).unwrap();
        word::take(&mut desk, word.as_bytes(), (at, at)).unwrap();
    }
    let keys = bench.take_up(&sealed, &erik);
    resolve::resolve(&mut Desk::take(bench.store(), keys, OURS).unwrap(), true, at).unwrap();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    assert!(verdict.to_string().contains("Erik, a deputy: cycle 1 is locked"), "{verdict}");
}

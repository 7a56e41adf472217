//! The last cycle is undone: nothing is deleted, the next one is played with the same orders and other
//! dice, and nobody gains by it.

use std::fs;

use adjutant::base::{Kind, Problem};
use adjutant::campaign::{Store, layout};
use adjutant::games::OURS;
use adjutant::ledger::PacketUse;
use adjutant::referee::audit::replay::Opened;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::resolve::resolve;
use adjutant::referee::cycle::{play, reveal, status};
use adjutant::referee::moderator::correct::{Undone, undo};
use adjutant::referee::record::luck::Luck;
use adjutant::referee::record::receipt::Verdict;
use adjutant::referee::record::seats::State;
use adjutant::referee::telling::chronicle::chronicle;
use adjutant::referee::telling::handed::Play;
use adjutant::referee::telling::site;
use adjutant::referee::{Campaign, Stage};
use adjutant::render::markdown;

use crate::bench::{Bench, SEATS, SET_UP, files};
use crate::tamper::{put, rewrite, rewrite_result};

/// Cycle 1, the set-up, is resolved with the orders of both, and cycle 2 open.
fn resolved() -> Bench {
    let bench = Bench::founded_for(9);
    let mut desk = bench.desk();
    for seat in SEATS {
        bench.enroll(&mut desk, seat).unwrap();
    }
    adjutant::referee::cycle::open::open(&mut desk, None, bench.now()).unwrap();
    drop(desk);
    send(&bench, "mazianni", 1, SET_UP);
    send(&bench, "union", 1, "orders: []\n");
    bench.resolve();
    open(&bench);
    bench
}

fn open(bench: &Bench) {
    adjutant::referee::cycle::open::open(&mut bench.desk(), None, bench.now()).unwrap();
}

/// Sends orders and gives the receipt.
fn send(bench: &Bench, seat: &str, sequence: u32, lists: &str) -> (String, Vec<u8>) {
    let desk = bench.desk();
    let packet = bench.packet(&desk, seat, &bench.orders(&desk, seat, sequence, lists));
    drop(desk);
    let reply = bench.receive(packet);
    assert_eq!(reply.receipt.verdict, Verdict::Accepted, "{:?}", reply.receipt);
    (reply.receipt.reason.unwrap_or_default(), reply.text.into_bytes())
}

fn undone(bench: &Bench, anew: &[&str]) -> Result<Undone, Problem> {
    let anew = anew.iter().map(|seat| seat.parse().unwrap()).collect();
    undo(&mut bench.desk(), anew, "closed an hour early", bench.now())
}

fn passes(bench: &Bench) -> String {
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    verdict.to_string()
}

/// Reveals, and gives what `verify` says.
fn revealed(bench: &Bench) -> String {
    reveal::reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    bench.verify().to_string()
}

#[test]
fn the_last_cycle_is_undone_and_played_again_with_other_dice() {
    let bench = resolved();
    // A packet for the cycle that will not be played.
    let (_, receipt) = send(&bench, "union", 1, "orders: []\n");
    let before = files(&bench.root());
    assert_eq!(undone(&bench, &[]).unwrap(), Undone { cycle: 1, by: 2 });
    let after = files(&bench.root());
    for (path, bytes) in &before {
        assert!(path == layout::CHECKPOINT || after[path] == *bytes, "{path} is as it was");
    }
    let desk = bench.desk();
    assert_eq!(desk.position(2).unwrap(), desk.position(0).unwrap());
    assert_ne!(desk.position(1).unwrap(), desk.position(0).unwrap());
    let told = "Cycle 1 was undone: closed an hour early. Its orders stand for cycle 3, which is \
                played with other dice.";
    let report = bench.report_of(&desk, "union", 2);
    assert!(report.markdown().contains(told), "{}", report.markdown());
    assert_eq!(report.data.next.as_ref().map(|next| next.cycle), Some(3));
    assert!(report.data.news.is_none());
    assert!(status::full(&desk).unwrap().seats.iter().all(|line| line.state == State::Stands));
    drop(desk);
    passes(&bench);
    open(&bench);
    passes(&bench);
    // The orders stand, whoever sends nothing.
    let resolved = bench.resolve();
    assert_eq!((resolved.cycle, resolved.nmr.len()), (3, 0));
    let desk = bench.desk();
    let result = |cycle| desk.campaign.ledger.result(cycle).unwrap();
    for seat in SEATS {
        let stands = PacketUse::Stands { cycle: 1, packet: None };
        assert_eq!(result(3).packets[&seat.parse().unwrap()], stands);
    }
    assert_ne!(result(3).seed_commitment, result(1).seed_commitment);
    let deployed = desk.record(3).unwrap().unwrap();
    assert!(deployed.0.contains("\"Europe\""), "{}", deployed.0);
    drop(desk);
    open(&bench);
    let told = revealed(&bench);
    assert!(!told.contains("FAILED"), "{told}");
    assert!(told.contains("cycle 1 was undone: closed an hour early"), "{told}");
    let own = Own { receipts: vec![("mine".into(), receipt)], ..Own::default() };
    let told = verify(bench.store(), &own, OURS).unwrap().to_string();
    assert!(told.contains("union, cycle 2: not played, cycle 1 was undone instead"), "{told}");
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let opened = Opened::new(&campaign).unwrap().unwrap();
    let book = markdown(&chronicle(&campaign, &opened).unwrap());
    assert!(
        book.contains("Cycle 2: not played") && book.contains("closed an hour early"),
        "{book}"
    );
    let site = site::site(bench.store(), OURS, Play::Nowhere).unwrap();
    assert!(site.files["ledger.html"].contains("Cycle 1 is undone; its orders stand"));
}

#[test]
fn who_is_bound_gives_a_link_and_who_orders_anew_is_heard() {
    let bench = resolved();
    undone(&bench, &["mazianni"]).unwrap();
    open(&bench);
    let other = "orders:\n- deploy: {ship: Europe, at: 7}\n- troops: {carrier: Malta}\n";
    assert_eq!(send(&bench, "mazianni", 1, other).0, "");
    let (reason, receipt) = send(&bench, "union", 1, "orders: []\n");
    assert_eq!(reason, "the seat's orders of cycle 1 stand; of this packet only the link counts");
    bench.resolve();
    let desk = bench.desk();
    let result = desk.campaign.ledger.result(3).unwrap();
    let became = |seat: &str| &result.packets[&seat.parse().unwrap()];
    assert!(matches!(became("mazianni"), PacketUse::Used { contributed: true, .. }));
    let PacketUse::Stands { cycle: 1, packet: Some(packet) } = became("union") else {
        panic!("{:?}", became("union"))
    };
    assert!(packet.contributed);
    // With the links the dice are others than those the moderator could work out alone.
    let alone = Luck::of(&desk.campaign, desk.cycle_keys(), 3, &[]).unwrap();
    assert_ne!(alone.commitment(), result.seed_commitment);
    drop(desk);
    let told = revealed(&bench);
    assert!(!told.contains("FAILED"), "{told}");
    let own = Own { receipts: vec![("mine".into(), receipt)], ..Own::default() };
    let told = verify(bench.store(), &own, OURS).unwrap().to_string();
    let used = "union, cycle 3: received as sent; your orders of cycle 1 stand";
    assert!(told.contains(used), "{told}");
}

#[test]
fn it_is_undone_again_and_further_back() {
    let bench = resolved();
    bench.send();
    bench.resolve();
    assert_eq!(undone(&bench, &[]).unwrap(), Undone { cycle: 2, by: 3 });
    assert_eq!(undone(&bench, &[]).unwrap(), Undone { cycle: 1, by: 4 });
    let problem = undone(&bench, &[]).unwrap_err();
    assert_eq!(
        (problem.kind, &*problem.what),
        (Kind::Nothing, "every cycle played has been undone")
    );
    let desk = bench.desk();
    assert_eq!(desk.position(4).unwrap(), desk.position(0).unwrap());
    drop(desk);
    open(&bench);
    bench.resolve();
    // What was played again can be undone as well, and its orders still stand.
    assert_eq!(undone(&bench, &[]).unwrap(), Undone { cycle: 5, by: 6 });
    open(&bench);
    bench.resolve();
    let desk = bench.desk();
    let stands = PacketUse::Stands { cycle: 1, packet: None };
    let result = desk.campaign.ledger.result(7).unwrap();
    assert_eq!(result.packets[&"mazianni".parse().unwrap()], stands);
    drop(desk);
    let told = revealed(&bench);
    assert!(!told.contains("FAILED"), "{told}");
}

#[test]
fn a_campaign_that_ended_or_has_not_begun_is_not_undone() {
    let bench = Bench::enrolled();
    assert_eq!(undone(&bench, &[]).unwrap_err().what, "the campaign has not begun");
    let bench = Bench::open();
    assert_eq!(undone(&bench, &[]).unwrap_err().what, "every cycle played has been undone");
    bench.finish();
    let problem = undone(&bench, &[]).unwrap_err();
    assert!(problem.what.starts_with("the campaign is revealed"), "{problem}");
}

/// The cycle with which the game ends is undone like any other, as long as nothing is revealed.
#[test]
fn the_end_is_undone_and_the_game_goes_on() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    open(&bench);
    bench.send();
    assert!(bench.resolve().outcome.is_some());
    assert_eq!(bench.desk().campaign.stage(), Stage::Closed);
    assert_eq!(undone(&bench, &[]).unwrap(), Undone { cycle: 2, by: 3 });
    assert_eq!(bench.desk().campaign.stage(), Stage::Resolved(3));
    let report = bench.report_of(&bench.desk(), "union", 3);
    assert_eq!(report.data.next.as_ref().map(|next| next.cycle), Some(4));
    assert!(report.data.outcome.is_none());
    passes(&bench);
    // It ends once more, with other dice and the same orders; who is bound changed nothing.
    open(&bench);
    let orders = "orders: []\n";
    let (reason, _) = send(&bench, "union", 1, orders);
    assert!(reason.contains("the seat's orders of cycle 2 stand"), "{reason}");
    assert!(bench.resolve().outcome.is_some());
    let desk = bench.desk();
    let (first, again) = (desk.campaign.ledger.result(2), desk.campaign.ledger.result(4));
    assert_ne!(first.unwrap().seed_commitment, again.unwrap().seed_commitment);
    assert_eq!(desk.campaign.stage(), Stage::Closed);
    drop(desk);
    reveal::reveal(&mut bench.desk(), None, bench.now()).unwrap();
    let told = passes(&bench);
    assert!(told.contains("cycle 2 was undone"), "{told}");
}

#[test]
fn an_undo_that_is_killed_at_any_write_is_done_again() {
    for writes in 0.. {
        let bench = resolved();
        let mut desk = bench.desk();
        desk.campaign.store.fail_after(writes);
        let killed = undo(&mut desk, Vec::new(), "closed an hour early", bench.now()).is_err();
        drop(desk);
        if !killed {
            break;
        }
        let done = bench.desk().campaign.ledger.result(2).is_some();
        if !done {
            undone(&bench, &[]).unwrap();
        }
        open(&bench);
        bench.resolve();
        passes(&bench);
        assert!(writes < 64, "it comes to an end");
    }
}

#[test]
fn a_verified_ledger_remembers_whose_orders_stand() {
    let bench = resolved();
    let cache = bench.dir.path().join("cache");
    fs::create_dir(&cache).unwrap();
    let load = || {
        let store = Store::find(&bench.root()).unwrap().cached(Some(cache.clone()));
        Campaign::load(store, OURS).unwrap()
    };
    for _ in 0..3 {
        bench.send();
        bench.resolve();
        open(&bench);
        load();
    }
    for _ in 0..3 {
        undone(&bench, &[]).unwrap();
        load();
    }
    open(&bench);
    let campaign = load();
    let cycle = campaign.open_cycle().unwrap();
    assert_eq!(campaign.ledger.stands(&"mazianni".parse().unwrap(), cycle), Some(2));
}

/// A moderator goes back further than to the last cycle, to another position, or lets a player who has
/// seen the outcome change their orders unseen.
#[test]
fn a_correction_that_says_one_thing_and_does_another_is_found() {
    let further = resolved();
    further.send();
    further.resolve();
    undone(&further, &[]).unwrap();
    rewrite_result(&further, 3, |result| {
        result.correction.as_mut().unwrap().undoes = Some(1);
    });
    let told = further.verify().to_string();
    let what = "it undoes cycle 1, which is not the last one that stands";
    assert!(told.contains(what), "{told}");

    let elsewhere = resolved();
    undone(&elsewhere, &[]).unwrap();
    let desk = elsewhere.desk();
    // The set-up as it was resolved, in the place of the one before it.
    let forged = desk.position(1).unwrap().0;
    let digest = put(&desk, &layout::state(2), &forged);
    let commitment = play::salted(desk.cycle_keys(), ("state", 2), &forged);
    drop(desk);
    rewrite_result(&elsewhere, 2, |result| {
        result.files.insert(layout::state(2), digest);
        result.state_after = commitment;
    });
    let told = revealed(&elsewhere);
    assert!(told.contains("FAILED  replay: cycles/0002/state.age: the position differs"), "{told}");

    let unseen = resolved();
    undone(&unseen, &["mazianni"]).unwrap();
    open(&unseen);
    send(&unseen, "mazianni", 1, "orders: []\n");
    resolve(&mut unseen.desk(), true, unseen.now()).unwrap();
    passes(&unseen);
    rewrite(&unseen, |_, body| {
        if let adjutant::ledger::Body::Result(result) = body
            && let Some(correction) = &mut result.correction
        {
            correction.anew.clear();
        }
    });
    let told = unseen.verify().to_string();
    assert!(told.contains("of mazianni, the orders that stand are those of cycle 1"), "{told}");
}

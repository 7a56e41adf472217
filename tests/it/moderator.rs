//! What the moderator does to those who play: opening, closing, moving deadlines, replacing.

use adjutant::base::{Kind, Time, words};
use adjutant::games::OURS;
use adjutant::ledger::{Body, Effect, Extension, Verification};
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::closing::rule_early;
use adjutant::referee::cycle::open::{open, open_or_move};
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::cycle::resolve::resolve;
use adjutant::referee::cycle::reveal::reveal;
use adjutant::referee::cycle::status;
use adjutant::referee::player::own_orders;
use adjutant::referee::player::template::{self, Ties};
use adjutant::referee::record::ledger_page;
use adjutant::referee::record::receipt::Verdict;

use crate::bench::{Bench, SEATS, SET_UP, keys, sealed_to, time};
use crate::office::forge;
use crate::tamper::rewrite;

const DEADLINE: &str = "2026-02-01T20:00:00Z";

/// A campaign whose first cycle is open until the deadline.
fn until_the_deadline() -> Bench {
    let bench = Bench::enrolled();
    open(&mut bench.desk(), Some(time(DEADLINE)), bench.now()).unwrap();
    bench
}

/// Orders of a seat that are accepted.
fn send(bench: &Bench, seat: &str, lists: &str) {
    let desk = bench.desk();
    let packet = bench.packet(&desk, seat, &bench.orders(&desk, seat, 1, lists));
    drop(desk);
    assert_eq!(bench.receive(packet).receipt.verdict, Verdict::Accepted);
}

/// The problem of resolving at a time, with or without all orders.
fn refused(bench: &Bench, go_on: bool, now: Time) -> (Kind, String) {
    let problem = resolve(&mut bench.desk(), go_on, now).unwrap_err();
    (problem.kind, problem.what)
}

#[test]
fn nobody_is_cut_off_before_the_deadline() {
    let bench = until_the_deadline();
    let open_until = format!("cycle 1 is open until {DEADLINE}: until then mazianni and union can");
    for (go_on, now) in [(false, bench.now()), (true, bench.now()), (true, time(DEADLINE))] {
        let (kind, what) = refused(&bench, go_on, now);
        assert!(kind == Kind::Nothing && what.starts_with(&open_until), "{what}");
    }
    let after = time("2026-02-01T20:00:01Z");
    assert_eq!(refused(&bench, false, after).1, "orders are missing: mazianni");
    let nmr = resolve(&mut bench.desk(), true, after).unwrap().nmr;
    assert_eq!(nmr.iter().map(ToString::to_string).collect::<Vec<_>>(), ["mazianni"]);
}

#[test]
fn who_may_send_orders_is_waited_for_until_they_say_that_they_are_done() {
    let bench = until_the_deadline();
    send(&bench, "mazianni", &format!("final: true\n{SET_UP}"));
    let (kind, what) = refused(&bench, false, bench.now());
    assert!(kind == Kind::Nothing && what.ends_with("until then union can send or change orders"));
    send(&bench, "union", "final: true\norders: []\n");
    resolve(&mut bench.desk(), false, bench.now()).unwrap();
}

#[test]
fn early_closes_of_many_cycles_are_one_sentence() {
    let bench = until_the_deadline();
    for lists in [SET_UP, "orders: []\n"] {
        send(&bench, "mazianni", &format!("final: true\n{lists}"));
        send(&bench, "union", "final: true\norders: []\n");
        resolve(&mut bench.desk(), false, bench.now()).unwrap();
        if lists == SET_UP {
            open(&mut bench.desk(), Some(time(DEADLINE)), bench.now()).unwrap();
        }
    }
    let told = bench.verify().to_string();
    let wanted = "cycles 1 and 2 were closed before their deadlines: all were done, as the reveal";
    assert!(told.contains(wanted), "{told}");
    reveal(&mut bench.desk(), None, bench.now()).unwrap();
    let told = bench.verify().to_string();
    assert!(told.contains("before their deadlines: all were done\n"), "{told}");
}

#[test]
fn an_early_close_is_a_ruling() {
    let bench = until_the_deadline();
    let mut desk = bench.desk();
    let length = desk.campaign.ledger.len();
    let problem = rule_early(&mut desk, false, "agreed", bench.now()).unwrap_err();
    assert_eq!(problem.what, "orders are missing: mazianni");
    assert_eq!(desk.campaign.ledger.len(), length);
    rule_early(&mut desk, true, "all have said so", bench.now()).unwrap();
    rule_early(&mut desk, true, "again", bench.now()).unwrap();
    assert_eq!(desk.campaign.ledger.len(), length + 1, "once is enough");
    let entry = desk.campaign.ledger.entries().next_back().unwrap().clone();
    let Body::Ruling(ruling) = entry.body else { panic!("a ruling") };
    assert_eq!((entry.cycle, ruling.text.as_str()), (Some(1), "all have said so"));
    assert_eq!(ruling.effect, Some(Effect::Close(SEATS.map(|s| s.parse().unwrap()).into())));
    resolve(&mut desk, true, bench.now()).unwrap();
}

#[test]
fn a_deadline_that_has_passed_is_refused() {
    let bench = Bench::enrolled();
    let mut desk = bench.desk();
    let length = desk.campaign.ledger.len();
    let now = bench.now();
    let problem = open(&mut desk, Some(now), now).unwrap_err();
    assert_eq!(problem.kind, Kind::Usage);
    assert_eq!(problem.what, format!("the deadline {now} has passed: it is {now}"));
    assert_eq!(desk.campaign.ledger.len(), length);
}

#[test]
fn a_deadline_moves_with_a_reason_only() {
    let bench = until_the_deadline();
    let mut desk = bench.desk();
    let earlier = Some(time("2026-01-20T20:00:00Z"));
    let problem = open(&mut desk, earlier, bench.now()).unwrap_err();
    assert_eq!(problem.kind, Kind::Refused);
    assert_eq!(problem.what, format!("cycle 1 is open until {DEADLINE}"));
    assert!(problem.hint.unwrap().contains("--reason"));
    assert_eq!(desk.campaign.ledger.deadline(1), Some(time(DEADLINE)));
    open_or_move(&mut desk, earlier, Some("all agreed"), bench.now()).unwrap();
    assert_eq!(desk.campaign.ledger.deadline(1), earlier);
    let entry = desk.campaign.ledger.entries().next_back().unwrap();
    assert_eq!(entry.body.kind(), "ruling");
    let later = Some(time(DEADLINE));
    assert_eq!(open(&mut desk, later, bench.now()).unwrap_err().kind, Kind::Refused);
    open_or_move(&mut desk, later, Some("they need more time"), bench.now()).unwrap();
    assert_eq!(desk.campaign.ledger.entries().next_back().unwrap().body.kind(), "extension");
    assert_eq!(desk.campaign.ledger.deadline(1), Some(time(DEADLINE)));
}

/// A packet for the cycle that the newest report of a seat asks orders for.
fn answer(bench: &Bench, seat: &str) -> String {
    let desk = bench.desk();
    let (report, key) = (bench.report(&desk, seat), &bench.players[seat]);
    let game = &*desk.campaign.game;
    let link = own_orders::link(&report.data, Some(&desk.campaign), 0, key).unwrap();
    let orders =
        template::blank(&report, game, Ties { link: Some(link), ..Ties::of(&report, None) })
            .unwrap();
    own_orders::seal(&report.data, game, orders.as_bytes(), key).unwrap()
}

#[test]
fn a_packet_between_two_cycles_is_kept_and_answered() {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    let packet = answer(&bench, "union");
    let reply = bench.receive(&packet);
    assert_eq!((reply.receipt.verdict, reply.receipt.cycle), (Verdict::Accepted, 2));
    let line = status::full(&bench.desk()).unwrap().seats[1].clone();
    assert_eq!((line.orders, line.packets), ("warned", 1));
    open(&mut bench.desk(), None, bench.now()).unwrap();
    let again = bench.receive(&packet);
    assert_eq!(bench.opened("union", &again), reply.text);
    assert!(resolve(&mut bench.desk(), true, bench.now()).unwrap().outcome.is_some());
    reveal(&mut bench.desk(), None, bench.now()).unwrap();
    let receipts = vec![("mine".to_owned(), reply.text.into_bytes())];
    let verdict = verify(bench.store(), &Own { receipts, ..Own::default() }, OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    assert!(verdict.to_string().contains("my packet: union, cycle 2: used as sent"), "{verdict}");
    let problem = Intake::begin(&mut bench.desk()).err().unwrap();
    assert_eq!(problem.what, "the campaign is over");
}

#[test]
fn a_packet_for_an_earlier_cycle_is_told_which_and_when_that_closed() {
    let bench = Bench::open();
    let (desk, lists) = (bench.desk(), "orders: []\n");
    let old = bench.packet(&desk, "union", &bench.orders(&desk, "union", 7, lists));
    let strange = sealed_to(&desk, 1, "just words\n");
    drop(desk);
    bench.send();
    bench.resolve();
    open(&mut bench.desk(), None, bench.now()).unwrap();
    let desk = bench.desk();
    let closed = ledger_page::when(&desk.campaign.ledger, "result", 1).unwrap();
    let text = bench.orders(&desk, "union", 7, lists).replace("cycle: 2", "cycle: 1");
    let mixed = bench.packet(&desk, "union", &text);
    drop(desk);
    let union = Some("union".parse().unwrap());
    for (packet, seat) in [(old, union.clone()), (mixed, union), (strange, None)] {
        let receipt = bench.receive(packet).receipt;
        assert_eq!((receipt.verdict, receipt.cycle, receipt.seat), (Verdict::Refused, 2, seat));
        let why = receipt.reason.unwrap();
        let which = format!("this packet is for cycle 1, which closed at {closed}");
        assert!(why.starts_with(&which), "{why}");
    }
}

#[test]
fn what_the_moderator_decided_is_told_as_facts() {
    let bench = until_the_deadline();
    let earlier = "2026-01-20T20:00:00Z";
    let mut desk = bench.desk();
    open_or_move(&mut desk, Some(time(earlier)), Some("all agreed"), bench.now()).unwrap();
    rule_early(&mut desk, true, "all have said so", bench.now()).unwrap();
    resolve(&mut desk, true, bench.now()).unwrap();
    let moved = format!(
        "the deadline of cycle 1 was moved from {DEADLINE} to {earlier}, which is earlier: all \
         agreed"
    );
    let closed = format!(
        "cycle 1 was closed before its deadline, {earlier}, while mazianni and union could still \
         send or change orders: all have said so"
    );
    assert_eq!(status::full(&desk).unwrap().acts, [&*moved, &*closed]);
    let report = bench.report(&desk, "union");
    drop(desk);
    let told = |what: &str| report.markdown().contains(&format!("{}.", words::capital(what)));
    assert!(report.markdown().contains("## What the moderator decided"));
    assert!(told(&moved) && told(&closed), "{}", report.markdown());
    let said = |verdict: &Verification| {
        let text = verdict.to_string();
        let line = |name: &str, what: &str| text.contains(&format!("ok      {name}: {what}\n"));
        assert!(verdict.passed() && line("deadlines", &moved), "{text}");
        assert!(line("closing", &closed) && line("keys", "none were replaced"), "{text}");
    };
    said(&bench.verify());
    reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    said(&bench.verify());
}

#[test]
fn a_deadline_moved_behind_the_players_backs_is_found() {
    for (deadline, why) in [
        ("2026-01-20T20:00:00Z", "without a ruling, the deadline of cycle 1 became"),
        ("2026-01-01T00:00:00Z", "the deadline 2026-01-01T00:00:00Z had passed when it was set"),
    ] {
        let bench = until_the_deadline();
        let (deadline, reason) = (Some(time(deadline)), "snow".to_owned());
        let moved = Extension { deadline, zone: None, reason, spent: Vec::new() };
        let body = (Some(1), Body::Extension(moved));
        assert!(bench.desk().append(bench.now(), body.0, body.1.clone()).is_err());
        forge(&bench, (None, bench.now()), body, keys().signing.signing());
        let told = bench.verify().to_string();
        assert!(told.contains("FAILED  chain: ledger/000005.yaml: ") && told.contains(why));
    }
}

#[test]
fn an_early_close_without_a_ruling_shows_after_the_reveal() {
    for (lists, found) in [("", true), ("final: true\n", false)] {
        let bench = until_the_deadline();
        send(&bench, "mazianni", &format!("{lists}{SET_UP}"));
        send(&bench, "union", "final: true\norders: []\n");
        let mut desk = bench.desk();
        rule_early(&mut desk, false, "agreed", bench.now()).unwrap();
        resolve(&mut desk, false, bench.now()).unwrap();
        drop(desk);
        rewrite(&bench, |_, body| {
            if let Body::Ruling(ruling) = body {
                ruling.effect = Some(Effect::Preview);
            }
        });
        let told = bench.verify().to_string();
        assert!(told.contains("all were done, as the reveal will show"), "{told}");
        reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
        let told = bench.verify().to_string();
        assert_eq!(
            told.contains("FAILED  closing: cycle 1: it was closed before"),
            found,
            "{told}"
        );
        assert_eq!(told.contains("while mazianni could still send"), found, "{told}");
    }
}

#[test]
fn a_ruling_that_leaves_a_seat_out_shows_after_the_reveal() {
    let bench = until_the_deadline();
    let mut desk = bench.desk();
    rule_early(&mut desk, true, "agreed", bench.now()).unwrap();
    resolve(&mut desk, true, bench.now()).unwrap();
    drop(desk);
    rewrite(&bench, |_, body| {
        if let Body::Ruling(ruling) = body {
            ruling.effect = Some(Effect::Close(vec!["union".parse().unwrap()]));
        }
    });
    assert!(bench.verify().passed(), "before the reveal nobody can know");
    reveal(&mut bench.desk(), Some("enough"), bench.now()).unwrap();
    let told = bench.verify().to_string();
    assert!(told.contains("FAILED  closing: cycle 1: it was closed before its deadline"), "{told}");
    assert!(told.contains("while mazianni could still send or change orders, and no"), "{told}");
}

//! Deputies: each does what they may, in their time, under their own name, and nothing else.

use std::collections::BTreeMap;

use adjutant::base::{Digest, Problem, Time};
use adjutant::campaign::layout;
use adjutant::engine::{Amendment, Reader};
use adjutant::games::OURS;
use adjutant::ledger::{Arrival, Body, Extension, Right};
use adjutant::referee::Campaign;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::deputy::{Deputy, judge};
use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::referee::cycle::{closing, open, resolve, reveal, status};
use adjutant::referee::moderator::hand_over::{Person, appoint, dismiss, papers, take_up};
use adjutant::referee::moderator::{correct, decide, rule};
use adjutant::referee::player::own_orders;
use adjutant::referee::record::proof::{Evidence, prove};
use adjutant::referee::record::receipt::{Receipt, Verdict};
use adjutant::referee::run::steps::run;
use adjutant::seal::{PlayerSecret, PublicKey, SigningKey, packed};
use serde_json::{Value, json};

use crate::bench::{Bench, SEATS, SET_UP, keys, time};
use crate::office::forge;
use crate::rulings::a_number;
use crate::tamper::rewrite_result;

const RULES: &str = "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\n\
                     extensions: {each: 1, by: 1d}\ngrace: 6h\n";
const DEADLINE: &str = "2026-01-02T20:00:00Z";
const UNTIL: &str = "2026-01-10T12:00:00Z";
const NOON: &str = "2026-01-01T12:00:00Z";
/// After deadline and grace.
const OVER: &str = "2026-01-03T02:00:01Z";

fn erik() -> PlayerSecret {
    PlayerSecret::generate([61; 96])
}

fn person() -> Person {
    let key = erik();
    let (signing, recipient) = (PublicKey::of(key.signing()), key.identity().recipient());
    Person { name: "Erik".to_owned(), signing, recipient }
}

/// Cycle 1 is open until the first Friday of the year, and Erik a deputy until the week after.
fn begun(rights: &[Right]) -> Bench {
    let bench = Bench::founded_for(3);
    let mut desk = bench.desk();
    for seat in SEATS {
        bench.enroll(&mut desk, seat).unwrap();
    }
    decide::set_calendar(&mut desk, RULES.as_bytes(), "agreed", bench.now()).unwrap();
    open::open(&mut desk, None, bench.now()).unwrap();
    assert_eq!(desk.campaign.ledger.deadline(1), Some(time(DEADLINE)));
    let who = (&person(), rights.to_vec());
    appoint(&mut desk, who, time(UNTIL), "I am at sea", bench.now()).unwrap();
    drop(desk);
    bench
}

fn deputy(bench: &Bench) -> Deputy {
    Deputy::take(bench.store(), erik().signing(), OURS).unwrap()
}

fn extend(bench: &Bench, by: &str, now: &str) -> Result<Time, Problem> {
    deputy(bench).extend(Some(by.parse().unwrap()), None, "a storm", time(now))
}

fn refused(result: Result<Time, Problem>, why: &str) {
    let problem = result.unwrap_err();
    assert!(problem.what.contains(why), "{problem}");
}

fn packet(bench: &Bench, seat: &str) -> String {
    let desk = bench.desk();
    let lists = if seat == "mazianni" { SET_UP } else { "orders: []\n" };
    bench.packet(&desk, seat, &bench.orders(&desk, seat, 1, lists))
}

fn passes(bench: &Bench) -> String {
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    verdict.to_string()
}

fn moved(to: &str) -> Body {
    let deadline = Some(time(to));
    let reason = "a storm".to_owned();
    Body::Extension(Extension { deadline, zone: None, reason, spent: Vec::new() })
}

/// The bench with one more entry that the deputy's program would not have written is refused by
/// everybody.
fn exposed(
    bench: &Bench,
    (by, now): (Option<&str>, &str),
    body: Body,
    key: &SigningKey,
    why: &str,
) {
    let copy = bench.copy();
    let path = forge(&copy, (by, time(now)), (Some(1), body), key);
    let told = copy.verify().to_string();
    assert!(told.contains("FAILED") && told.contains(&path) && told.contains(why), "{told}");
    let problem = Campaign::load(copy.store(), OURS).err().unwrap();
    assert!(problem.what.contains(why), "{problem}");
}

#[test]
fn a_deputy_extends_under_their_own_name() {
    let bench = begun(&[Right::Extend]);
    assert_eq!(extend(&bench, "2d", NOON).unwrap(), time("2026-01-04T20:00:00Z"));
    let told = passes(&bench);
    let act = "Erik, a deputy: the deadline of cycle 1 was moved from 2026-01-02T20:00:00Z";
    assert!(told.contains(act), "{told}");
    assert!(told.contains("7 entries signed by the moderator, 1 by deputies"), "{told}");
    let office = "office: Erik is a deputy until 2026-01-10T12:00:00Z and may extend deadlines: \
                  I am at sea; Erik, a deputy: cycle 1 stays open";
    assert!(told.contains(office), "{told}");
    // Their extension is not the moderator's, and not for ever.
    refused(extend(&bench, "6d", NOON), "may move a deadline to 2026-01-10T12:00:00Z at most");
    refused(extend(&bench, "6d", "2026-01-10T12:00:01Z"), "was a deputy until");
    let mut desk = deputy(&bench);
    let problem = desk.hold(b"-----BEGIN AGE ENCRYPTED FILE-----\n", time(NOON)).unwrap_err();
    assert!(
        problem.what.contains("may not take") || problem.what.contains("no packet"),
        "{problem}"
    );
}

#[test]
fn what_a_deputy_may_not_is_refused_by_every_reader() {
    let bench = begun(&[Right::Extend]);
    let (own, by) = (erik(), Some("Erik"));
    let key = own.signing();
    exposed(&bench, (by, NOON), moved("2026-02-04T20:00:00Z"), key, "may move a deadline to");
    let earlier = "earlier than the entry before it";
    exposed(&bench, (by, "2025-12-31T12:00:00Z"), moved("2026-01-04T20:00:00Z"), key, earlier);
    let after = "2026-01-10T12:00:01Z";
    exposed(&bench, (by, after), moved("2026-01-10T12:00:00Z"), key, "was a deputy until");
    let files = [(layout::held(1, 6), Digest::of(b"x"))].into();
    let arrival = Body::Arrival(Arrival { packet: Digest::of(b"x"), files });
    exposed(&bench, (by, NOON), arrival, key, "as a deputy, Erik may not take");
    let ruling = Body::Ruling(adjutant::ledger::Ruling {
        text: "I say so".into(),
        effect: None,
        files: BTreeMap::new(),
    });
    exposed(&bench, (by, NOON), ruling, key, "may not write an entry of kind ruling");
    // In the moderator's name, in another's, and with a stranger's key.
    let moved = || moved("2026-01-04T20:00:00Z");
    exposed(&bench, (None, NOON), moved(), key, "a deputy signed it, and it does not say so");
    let moderator = keys().signing.signing().clone();
    exposed(&bench, (by, NOON), moved(), &moderator, "but Erik did not sign it");
    exposed(&bench, (Some("Otto"), NOON), moved(), key, "Otto");
    let stranger = SigningKey::from_bytes(&[66; 32]);
    exposed(&bench, (by, NOON), moved(), &stranger, "sign");
    dismiss(&mut bench.desk(), "Erik", "they are back", bench.now()).unwrap();
    exposed(&bench, (by, NOON), moved(), key, "Erik was dismissed as a deputy in ledger/");
    assert!(Deputy::take(bench.store(), key, OURS).is_err());
}

/// Who is no longer a deputy could still write what they did not do in time, with an earlier time: `run`
/// notes the end, and nothing earlier comes behind it.
#[test]
fn the_end_of_a_deputys_time_is_noted() {
    let bench = begun(&[Right::Extend, Right::Take]);
    let done = run(&mut bench.desk(), &[], time("2026-01-10T12:05:00Z")).unwrap();
    assert!(done.steps[0].contains("Erik is no longer a deputy"), "{:?}", done.steps);
    let own = erik();
    let backdated = (Some("Erik"), "2026-01-10T11:00:00Z");
    let copy = bench.copy();
    let path = forge(
        &copy,
        (backdated.0, time(backdated.1)),
        (Some(1), moved("2026-01-10T12:00:00Z")),
        own.signing(),
    );
    let told = copy.verify().to_string();
    assert!(told.contains("earlier than the entry before it") && told.contains(&path), "{told}");
    passes(&bench);
}

#[test]
fn a_packet_that_a_deputy_took_counts_as_it_came() {
    let bench = begun(&[Right::Take]);
    let packets = [packet(&bench, "mazianni"), packet(&bench, "union")];
    let mut desk = deputy(&bench);
    let mut receipts = Vec::new();
    for packet in &packets {
        let taken = desk.hold(packet.as_bytes(), time(DEADLINE)).unwrap();
        let [reply] = &taken[..] else { panic!("{taken:?}") };
        assert_eq!((reply.receipt.verdict, &reply.receipt.seat), (Verdict::Held, &None));
        receipts.push(("held".to_owned(), reply.text.clone().into_bytes()));
    }
    // Again, it came when it came first.
    let length = desk.campaign.ledger.len();
    let again = desk.hold(packets[0].as_bytes(), time(OVER)).unwrap().remove(0).receipt;
    assert_eq!((again.received, desk.campaign.ledger.len()), (time(DEADLINE), length));
    // The deputy's own key opens nothing of it.
    let kept = desk.campaign.store.need(&layout::held(1, length - 1)).unwrap();
    assert!(packed::open(&kept, erik().identity()).is_err());
    drop(desk);
    // The moderator is back after the deadline, and judges them as in time.
    let judged = judge(&mut bench.desk()).unwrap();
    let verdicts: Vec<Verdict> = judged.iter().map(|(_, reply)| reply.receipt.verdict).collect();
    assert_eq!(verdicts, [Verdict::Accepted, Verdict::Accepted]);
    assert!(judge(&mut bench.desk()).unwrap().is_empty(), "once");
    receipts.extend(judged.into_iter().map(|(name, r)| (name, r.text.into_bytes())));
    let resolved = resolve::resolve(&mut bench.desk(), false, time(OVER)).unwrap();
    assert!(resolved.nmr.is_empty());
    reveal::reveal(&mut bench.desk(), Some("enough"), time(OVER)).unwrap();
    let own = Own { receipts, ..Own::default() };
    let verdict = verify(bench.store(), &own, OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    let told = verdict.to_string();
    assert!(told.contains("arrivals: 2 of 2 packets that deputies took were judged"), "{told}");
    assert!(
        told.contains("taken by Erik at 2026-01-02T20:00:00Z, in ledger/000007.yaml"),
        "{told}"
    );
    // A moderator who drops one of them is found.
    rewrite_result(&bench, 1, |result| {
        result.packets.remove(&"union".parse().unwrap());
    });
    let told = bench.verify().to_string();
    assert!(told.contains("this packet came in order and in time, and was not used"), "{told}");
}

#[test]
fn a_receipt_of_a_deputy_without_an_entry_is_found() {
    let bench = begun(&[Right::Take]);
    let receipt = Receipt {
        adjutant: "receipt-v1".into(),
        campaign: bench.desk().campaign.id(),
        cycle: 1,
        seat: None,
        sequence: None,
        packet: Digest::of(b"x"),
        salt: None,
        received: time(NOON),
        verdict: Verdict::Held,
        reason: None,
        repaired: Vec::new(),
        findings: Vec::new(),
    };
    let check = |receipt: &Receipt| {
        let text = receipt.sign(erik().signing()).into_bytes();
        let own = Own { receipts: vec![("mine".to_owned(), text)], ..Own::default() };
        verify(bench.store(), &own, OURS).unwrap().to_string()
    };
    let told = check(&receipt);
    assert!(told.contains("no entry of the ledger says so"), "{told}");
    // Judging is not theirs, nor anything after their time.
    for wrong in [
        Receipt { verdict: Verdict::Refused, ..receipt.clone() },
        Receipt { received: time("2026-01-10T12:00:01Z"), ..receipt },
    ] {
        let told = check(&wrong);
        assert!(told.contains("a key that was not in office then"), "{told}");
    }
}

/// A deputy who may close, with the campaign's secret.
fn closer(bench: &Bench) -> Keys {
    let sealed = papers(&bench.desk(), &person(), false).unwrap();
    bench.take_up(&sealed, &erik())
}

#[test]
fn a_deputy_who_may_close_resolves_after_the_deadline_and_decides_nothing() {
    let bench = begun(&[Right::Close]);
    let packet = packet(&bench, "mazianni");
    let keys = closer(&bench);
    let mut desk = Desk::take(bench.store(), keys, OURS).unwrap();
    let mut intake = adjutant::referee::cycle::receive::Intake::begin(&mut desk).unwrap();
    let reply = intake.receive(packet.as_bytes(), time(NOON)).unwrap();
    assert_eq!(reply.receipt.verdict, Verdict::Accepted);
    intake.end().unwrap();
    let length = desk.campaign.ledger.len();
    assert!(resolve::resolve(&mut desk, true, time(DEADLINE)).is_err());
    let early = closing::rule_early(&mut desk, true, "now", time(NOON)).unwrap_err();
    assert!(early.what.contains("may not write an entry of kind ruling"), "{early}");
    // All are done, and still it is not theirs to close before the deadline.
    assert_eq!(desk.campaign.ledger.len(), length);
    let resolved = resolve::resolve(&mut desk, true, time(OVER)).unwrap();
    assert_eq!((resolved.cycle, resolved.nmr.len()), (1, 0));
    let opened = open::open(&mut desk, None, time(OVER)).unwrap_err();
    assert!(opened.what.contains("may not write an entry of kind open"), "{opened}");
    let undone = correct::undo(&mut desk, Vec::new(), "hm", time(OVER)).unwrap_err();
    assert!(undone.what.contains("may not write an entry of kind result"), "{undone}");
    drop(desk);
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let sealed = campaign.store.need(&layout::report(1, "union")).unwrap();
    let report = own_orders::report(&sealed, Some(bench.players["union"].identity())).unwrap();
    // Signed by the deputy: the ledger says that they resolved it; without it nobody can tell.
    prove(&report, Evidence::of(&campaign)).unwrap();
    let moderator = PublicKey::of(crate::bench::keys().signing.signing());
    let evidence = Evidence { moderator: Some(&moderator), ..Evidence::default() };
    assert!(prove(&report, evidence).is_err());
    drop(campaign);
    open::open(&mut bench.desk(), None, time(OVER)).unwrap();
    reveal::reveal(&mut bench.desk(), Some("enough"), time(OVER)).unwrap();
    let receipts = vec![("mine".to_owned(), reply.text.into_bytes())];
    let packets = vec![("own".to_owned(), packet.into_bytes())];
    let own = Own { receipts, packets, ..Own::default() };
    let verdict = verify(bench.store(), &own, OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    assert!(verdict.to_string().contains("Erik, a deputy: cycle 1 is resolved"), "{verdict}");
}

/// Nobody's orders are missing that a deputy took.
#[test]
fn what_a_deputy_took_is_there_when_a_cycle_closes_early() {
    let bench = begun(&[Right::Take]);
    for seat in SEATS {
        let packet = packet(&bench, seat);
        deputy(&bench).hold(packet.as_bytes(), time(NOON)).unwrap();
    }
    let mut desk = bench.desk();
    let packets = closing::rule_early(&mut desk, false, "all agreed", time(NOON)).unwrap();
    assert_eq!(packets.kept.len(), SEATS.len());
    let resolved = resolve::resolve_with(&mut desk, packets, false, time(NOON)).unwrap();
    assert_eq!((resolved.cycle, resolved.nmr.len()), (1, 0));
    drop(desk);
    passes(&bench);
}

/// Nor are they lost when the moderator sets a value of the position, or undoes a cycle.
#[test]
fn what_a_deputy_took_stands_when_the_moderator_corrects_something() {
    let bench = begun(&[Right::Take]);
    let packet = packet(&bench, "mazianni");
    deputy(&bench).hold(packet.as_bytes(), time(NOON)).unwrap();
    let mut desk = bench.desk();
    let position: Value = serde_json::from_str(&desk.position(0).unwrap().0).unwrap();
    let (path, number) = a_number(&position["state"], "/state").unwrap();
    rule::set(&mut desk, vec![(path, json!(number + 1))], "a slip", time(NOON)).unwrap();
    assert!(desk.campaign.ledger.stands(&"mazianni".parse().unwrap(), 2).is_some());
    drop(desk);
    let judged = adjutant::referee::cycle::deputy::judged(&bench.desk()).unwrap();
    assert_eq!(judged.len(), 1, "its player gets a receipt");
    open::open(&mut bench.desk(), None, time(NOON)).unwrap();
    let resolved = resolve::resolve(&mut bench.desk(), true, time(OVER)).unwrap();
    assert_eq!(resolved.cycle, 2);
    open::open(&mut bench.desk(), None, time(OVER)).unwrap();
    reveal::reveal(&mut bench.desk(), Some("enough"), time(OVER)).unwrap();
    let told = passes(&bench);
    assert!(told.contains("1 of 1 packets that deputies took were judged as they came"), "{told}");
}

/// What the moderator looks at, and what they change orders in, is what has come.
#[test]
fn what_a_deputy_took_is_there_for_previews_and_rulings() {
    let acts: [fn(&mut Desk); 2] = [
        |desk| {
            let reader = Reader::Seat("mazianni".parse().unwrap());
            resolve::preview(desk, &reader, "curious", time(NOON)).unwrap();
        },
        |desk| {
            let nothing = Amendment::PutIn("[]\n".to_owned());
            let mazianni = "mazianni".parse().unwrap();
            rule::amend(desk, &mazianni, nothing, "a slip", time(NOON)).unwrap();
        },
    ];
    for act in acts {
        let bench = begun(&[Right::Take]);
        let packet = packet(&bench, "mazianni");
        deputy(&bench).hold(packet.as_bytes(), time(NOON)).unwrap();
        let mut desk = bench.desk();
        assert_eq!(status::full(&desk).unwrap().seats[0].sequence, None);
        act(&mut desk);
        assert_eq!(status::full(&desk).unwrap().seats[0].sequence, Some(1));
    }
}

/// Without that right the secret, however they came by it, is of no use for it.
#[test]
fn a_deputy_who_may_not_close_does_not_work_with_the_secret() {
    let bench = begun(&[Right::Take, Right::Extend]);
    let sealed = papers(&bench.desk(), &person(), false).unwrap();
    let problem = take_up(bench.store(), &sealed, &erik(), OURS).err().unwrap();
    assert_eq!(problem.what, "as a deputy, Erik may not use the campaign's secret");
}

/// A deputy who was dismissed still has the secret: a packet with a receipt of an earlier time is none.
#[test]
fn a_former_deputy_slips_no_packet_in() {
    let bench = begun(&[Right::Close]);
    let (there, late) = (packet(&bench, "mazianni"), packet(&bench, "union"));
    let keys = closer(&bench);
    let receive = |bench: &Bench, keys: Keys, packet: &str| {
        let mut desk = Desk::take(bench.store(), keys, OURS).unwrap();
        let mut intake = adjutant::referee::cycle::receive::Intake::begin(&mut desk).unwrap();
        intake.receive(packet.as_bytes(), time("2026-01-01T10:00:00Z")).unwrap().receipt.verdict
    };
    assert_eq!(receive(&bench, keys, &there), Verdict::Accepted);
    let copy = bench.copy();
    dismiss(&mut bench.desk(), "Erik", "they are back", time(NOON)).unwrap();
    assert_eq!(receive(&copy, closer(&copy), &late), Verdict::Accepted);
    let path = layout::packet(1, "union", 1);
    bench.store().write(&path, &copy.store().need(&path).unwrap()).unwrap();
    let resolved = resolve::resolve(&mut bench.desk(), false, time(OVER)).unwrap();
    assert_eq!(resolved.nmr.len(), 0, "what was there counts");
    assert!(resolved.unreadable[0].what.contains("whose office was over"), "{resolved:?}");
    passes(&bench);
}

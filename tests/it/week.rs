//! A moderator's week: what `run` does by the calendar, and what it leaves alone.

use std::fs;

use adjutant::base::{Kind, Problem, Time};
use adjutant::games::OURS;
use adjutant::ledger::{Body, Extension, PacketUse};
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::calendar::{Rules, around};
use adjutant::referee::cycle::enroll::{Player, enroll};
use adjutant::referee::cycle::{closing, open, resolve, reveal, status};
use adjutant::referee::moderator::decide;
use adjutant::referee::player::own_orders;
use adjutant::referee::record::campaign::Campaign;
use adjutant::referee::record::receipt::Verdict;
use adjutant::referee::record::seats::State;
use adjutant::referee::run::steps::{Done, Mail, run};
use adjutant::referee::telling::{handed::Play, site};
use adjutant::referee::{Desk, Stage};
use adjutant::render::markdown;
use adjutant::seal::{PlayerPublic, PlayerSecret, PublicKey};

use crate::bench::{Bench, SET_UP, time};

/// Thursday noon.
pub(crate) const START: &str = "2026-03-05T12:00:00Z";

/// Fridays at 20:00 in London.
pub(crate) const FRIDAYS: &str =
    "zone: Europe/London\ndeadlines: {every: [friday 20:00], at-least: 2d}\n";

/// A campaign with this calendar in force and cycle 1 open until Friday, 13 March, 20:00.
pub(crate) fn campaign(more: &str) -> Bench {
    let bench = Bench::founded_for(3);
    let mut desk = bench.desk();
    for seat in crate::bench::SEATS {
        bench.enroll(&mut desk, seat).unwrap();
    }
    set(&mut desk, more, START);
    open::open(&mut desk, None, time(START)).unwrap();
    assert_eq!(desk.campaign.ledger.deadline(1), Some(time("2026-03-13T20:00:00Z")));
    drop(desk);
    bench
}

fn set(desk: &mut Desk, more: &str, now: &str) -> Rules {
    let text = format!("{FRIDAYS}{more}");
    decide::set_calendar(desk, text.as_bytes(), "agreed", time(now)).unwrap()
}

/// A run that is noted.
pub(crate) fn run_at(bench: &Bench, mail: &[Mail], now: &str) -> Done {
    try_run(bench, mail, now).unwrap()
}

pub(crate) fn try_run(bench: &Bench, mail: &[Mail], now: &str) -> Result<Done, Problem> {
    let mut desk = bench.desk();
    let done = run(&mut desk, mail, time(now))?;
    done.note(&desk)?;
    Ok(done)
}

/// Orders of a seat for the open cycle, put into the inbox at a time.
pub(crate) fn mail(
    bench: &Bench,
    seat: &'static str,
    sequence: u32,
    arrived: &str,
    last: bool,
) -> Mail {
    let desk = bench.desk();
    let lists = match desk.campaign.open_cycle().unwrap() {
        1 if seat == "mazianni" => SET_UP.to_owned(),
        _ => "orders: []\n".to_owned(),
    };
    let lists = if last { format!("final: true\n{lists}") } else { lists };
    let bytes =
        bench.packet(&desk, seat, &bench.orders(&desk, seat, sequence, &lists)).into_bytes();
    Mail { name: format!("{seat}-{sequence}"), content: bytes.into(), arrived: time(arrived) }
}

pub(crate) fn verdicts(done: &Done) -> Vec<Verdict> {
    done.receipts.iter().map(|(_, reply)| reply.receipt.verdict).collect()
}

fn state(bench: &Bench, seat: usize) -> (State, String, Option<Time>) {
    let line = status::full(&bench.desk()).unwrap().seats.swap_remove(seat);
    (line.state, line.why, line.since)
}

fn ids(done: &Done) -> Vec<&str> {
    done.letters.iter().map(|letter| letter.id.as_str()).collect()
}

#[test]
fn a_cycle_closes_and_the_next_opens_by_the_calendar() {
    let bench = campaign("reminders: [48h]\n");
    let first = run_at(&bench, &[], START);
    assert_eq!(ids(&first), ["report-0000-mazianni", "report-0000-union"]);
    assert!(first.letters[0].body.contains("due by 2026-03-13 20:00 Europe/London"));
    assert_eq!(
        first.next,
        [
            "2026-03-11T20:00:00Z  mazianni is reminded of cycle 1, 48h before its deadline",
            "2026-03-13T20:00:01Z  cycle 1 is resolved without orders of mazianni",
        ]
    );
    assert!(!run_at(&bench, &[], START).changed());
    for hour in ["2026-03-06T12:00:00Z", "2026-03-07T12:00:00Z", "2026-03-08T12:00:00Z"] {
        assert!(!run_at(&bench, &[], hour).changed());
    }
    run_at(&bench, &[], "2026-03-09T12:00:00Z");
    run_at(&bench, &[], "2026-03-10T12:00:00Z");
    let reminded = run_at(&bench, &[], "2026-03-11T12:00:00Z");
    assert!(!reminded.changed());
    let reminded = run_at(&bench, &[], "2026-03-11T20:00:00Z");
    assert_eq!(ids(&reminded), ["remind-0001-20260313T200000Z-48h-mazianni"]);
    assert!(!run_at(&bench, &[], "2026-03-12T12:00:00Z").changed(), "once");
    let came = mail(&bench, "mazianni", 1, "2026-03-12T13:00:00Z", false);
    let done = run_at(&bench, std::slice::from_ref(&came), "2026-03-12T13:05:00Z");
    assert_eq!(done.receipts[0].1.receipt.received, time("2026-03-12T13:00:00Z"));
    let since = Some(time("2026-03-12T13:00:00Z"));
    let why = "2 order lines with a warning".to_owned();
    assert_eq!(state(&bench, 0), (State::Warnings, why, since));
    assert!(!run_at(&bench, &[], "2026-03-13T20:00:00Z").changed(), "in its second it is open");
    // In time, although the next run comes minutes after the deadline: it came when the last one looked.
    let last = mail(&bench, "mazianni", 2, "2026-03-13T19:59:00Z", false);
    let done = run_at(&bench, &[last], "2026-03-13T20:04:00Z");
    assert_eq!(verdicts(&done), [Verdict::Accepted]);
    assert_eq!(done.receipts[0].1.receipt.received, time("2026-03-13T20:00:00Z"));
    assert_eq!(done.steps, ["cycle 1 is resolved", "cycle 2 opens until 2026-03-20T20:00:00Z"]);
    assert_eq!(ids(&done), ["report-0001-mazianni", "report-0001-union"]);
    // A packet that comes for a cycle that is over says nothing of the one that is open.
    let states = || -> Vec<State> {
        status::full(&bench.desk()).unwrap().seats.iter().map(|line| line.state).collect()
    };
    let before = states();
    let again = Mail { arrived: time("2026-03-13T20:05:00Z"), ..came };
    assert_eq!(verdicts(&run_at(&bench, &[again], "2026-03-13T20:05:00Z")), [Verdict::Refused]);
    assert_eq!(states(), before);
    let report = bench.report_of(&bench.desk(), "union", 1);
    assert!(report.data.next.is_some());
    assert_eq!(bench.desk().campaign.stage(), Stage::Open(2));
    // What was sent tells the deadline of the cycle it asks orders for.
    let sealed = bench.desk().campaign.store.need("cycles/0001/reports/union.age").unwrap();
    let text = own_orders::report(&sealed, Some(bench.players["union"].identity())).unwrap();
    assert!(text.signed.unwrap().text.contains("2026-03-20 20:00 Europe/London"));
    assert!(bench.verify().passed(), "{}", bench.verify());
    assert!(
        bench
            .verify()
            .to_string()
            .contains("ok      calendar: 1 in force in turn, 2 cycles opened by them\n")
    );
}

/// Whoever has the ledger at hand reads until when beside what must be decided; a report from another
/// campaign, or alone, says only what.
#[test]
fn the_deadline_stands_at_the_top_of_a_report() {
    let bench = campaign("");
    let desk = bench.desk();
    let report = bench.report_of(&desk, "mazianni", 0);
    let short = |at: Option<&Campaign>| {
        let page = report.data.page_with(&*desk.campaign.game, at.map(around)).unwrap();
        let text = markdown(&page);
        let (_, rest) = text.split_once("## In short\n").unwrap();
        rest.split("\n## ").next().unwrap().to_owned()
    };
    let due = "Your orders are due for the set-up phase";
    assert!(short(None).contains(&format!("{due}.")), "{}", short(None));
    let until = format!("{due} by Friday 13 March 2026, 20:00 Europe/London.");
    assert!(short(Some(&desk.campaign)).contains(&until), "{}", short(Some(&desk.campaign)));
    assert!(short(Some(&Bench::open().desk().campaign)).contains(&format!("{due}.")));
}

#[test]
fn mail_counts_when_it_arrived_and_not_before_the_last_run() {
    let bench = campaign("");
    run_at(&bench, &[], "2026-03-13T19:50:00Z");
    let late = mail(&bench, "mazianni", 1, "2026-03-13T20:00:01Z", false);
    let copy = bench.copy();
    assert_eq!(verdicts(&run_at(&copy, &[late], "2026-03-13T20:05:00Z")), [Verdict::Late]);
    let old = mail(&bench, "mazianni", 1, "2026-03-01T00:00:00Z", false);
    let new = mail(&bench, "union", 1, "2026-04-01T00:00:00Z", false);
    let done = run_at(&bench, &[old, new], "2026-03-13T19:55:00Z");
    let received: Vec<_> =
        done.receipts.iter().map(|(_, r)| r.receipt.received.to_string()).collect();
    // A run that did nothing is noted to the hour.
    assert_eq!(received[1], "2026-03-13T19:55:00Z", "nothing arrives in the future");
    assert!(received[0].as_str() >= START && received[0] <= received[1]);
    let same = mail(&bench, "union", 1, "2026-03-13T19:56:00Z", false);
    let again = run_at(&bench, &[same], "2026-03-13T19:57:00Z");
    assert_eq!(verdicts(&again), [Verdict::Accepted], "the same receipt again");
}

#[test]
fn the_grace_is_for_those_who_owe_orders_and_have_sent_none() {
    let bench = campaign("grace: 12h\n");
    let sent = mail(&bench, "mazianni", 1, "2026-03-13T20:00:00Z", false);
    let copy = bench.copy();
    assert_eq!(verdicts(&run_at(&copy, &[sent], "2026-03-13T20:00:00Z")), [Verdict::Accepted]);
    let second = mail(&copy, "mazianni", 2, "2026-03-13T20:00:01Z", false);
    let done = run_at(&copy, &[second], "2026-03-13T20:00:01Z");
    assert_eq!(verdicts(&done), [Verdict::Late], "nobody changes orders in the grace");
    assert!(
        done.steps.iter().any(|step| step == "cycle 1 is resolved"),
        "and nobody is waited for"
    );
    let optional = mail(&bench, "union", 1, "2026-03-13T21:00:00Z", false);
    let done = run_at(&bench, &[optional], "2026-03-13T21:00:00Z");
    assert_eq!((verdicts(&done), done.steps.len()), (vec![Verdict::Late], 0));
    assert_eq!(state(&bench, 1).0, State::Late);
    let public = status::public(&bench.desk().campaign).unwrap();
    assert_eq!(public.seats[1].orders, "sent", "only the moderator knows that it is late");
    // By hand it does not close either, but by a ruling.
    let problem =
        resolve::resolve(&mut bench.desk(), true, time("2026-03-13T21:00:00Z")).unwrap_err();
    assert_eq!(
        problem.what,
        "cycle 1 is open until 2026-03-14T08:00:00Z: until then mazianni can send or change orders"
    );
    let copy = bench.copy();
    let mut desk = copy.desk();
    let now = time("2026-03-13T21:30:00Z");
    closing::rule_early(&mut desk, true, "all agreed", now).unwrap();
    resolve::resolve(&mut desk, true, now).unwrap();
    drop(desk);
    assert!(copy.verify().passed(), "{}", copy.verify());
    let late = mail(&bench, "mazianni", 1, "2026-03-14T08:00:00Z", false);
    let kept = late.clone();
    let done = run_at(&bench, &[late], "2026-03-14T08:00:00Z");
    assert_eq!(verdicts(&done), [Verdict::Accepted]);
    assert_eq!(done.steps[0], "cycle 1 is resolved");
    // After the reveal the packet is judged again, and was in time.
    let receipt = done.receipts[0].1.text.clone().into_bytes();
    reveal::reveal(&mut bench.desk(), Some("enough"), time("2026-03-15T00:00:00Z")).unwrap();
    let own = Own {
        receipts: vec![("receipt".into(), receipt)],
        packets: vec![("packet".into(), kept.content.read().unwrap())],
        ..Own::default()
    };
    let verdict = verify(bench.store(), &own, OURS).unwrap();
    assert!(verdict.passed() && verdict.to_string().contains("used as sent"), "{verdict}");
}

#[test]
fn a_cycle_that_is_closed_in_its_grace_is_found() {
    let bench = campaign("grace: 12h\n");
    // A moderator with another program, which does not wait.
    let later = time("2026-03-14T08:00:01Z");
    resolve::resolve(&mut bench.desk(), true, later).unwrap();
    assert!(bench.verify().passed(), "{}", bench.verify());
    let text = fs::read_to_string(bench.root().join("ledger/000006.yaml")).unwrap();
    assert!(text.contains("result"), "{text}");
    // The same entry, an hour after the deadline: the check is made on what the ledger says.
    let early = text.replace("2026-03-14T08:00:01Z", "2026-03-13T21:00:00Z");
    rewrite(&bench, 6, &early);
    let told = bench.verify().to_string();
    assert!(
        told.contains("FAILED  closing: cycle 1: it was closed before its grace was over"),
        "{told}"
    );
}

/// Signs the last entry anew, as its moderator could.
fn rewrite(bench: &Bench, seq: u64, text: &str) {
    let keys = crate::bench::keys();
    let armor = adjutant::seal::sshsig::sign(
        keys.signing.signing(),
        adjutant::seal::sshsig::LEDGER,
        text.as_bytes(),
    );
    fs::write(bench.root().join(format!("ledger/{seq:06}.yaml")), text).unwrap();
    fs::write(bench.root().join(format!("ledger/{seq:06}.sig")), armor).unwrap();
    // The checkpoint over the entries before it is as good as any older one.
    let old = bench.root().join("checkpoint");
    let store = bench.store();
    let ledger = adjutant::referee::record::verified::entries(&store).unwrap();
    let linked = adjutant::ledger::Ledger::link(&ledger).unwrap();
    let note = adjutant::ledger::Checkpoint::of(&linked);
    fs::write(old, note.sign(&Pen(keys.signing.signing().clone()))).unwrap();
}

struct Pen(adjutant::seal::SigningKey);

impl adjutant::ledger::Signer for Pen {
    fn armor(&self, message: &[u8]) -> String {
        adjutant::seal::sshsig::sign(&self.0, adjutant::seal::sshsig::LEDGER, message)
    }

    fn note(&self, message: &[u8]) -> [u8; 64] {
        use ed25519_dalek::Signer as _;
        self.0.sign(message).to_bytes()
    }

    fn public(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }
}

#[test]
fn an_early_close_waits_until_all_have_cooled_off() {
    let bench = campaign("early-close: 30m\n");
    let one = mail(&bench, "mazianni", 1, "2026-03-06T10:00:00Z", true);
    assert!(run_at(&bench, &[one], "2026-03-06T10:00:00Z").steps.is_empty());
    assert!(run_at(&bench, &[], "2026-03-06T11:00:00Z").steps.is_empty(), "union may still send");
    let other = mail(&bench, "union", 1, "2026-03-06T12:00:00Z", true);
    let done = run_at(&bench, &[other], "2026-03-06T12:00:00Z");
    assert!(done.steps.is_empty());
    assert_eq!(done.next, ["2026-03-06T12:30:00Z  cycle 1 is resolved early: all are done"]);
    // A mistake is noticed: the time begins anew.
    let again = mail(&bench, "union", 2, "2026-03-06T12:20:00Z", true);
    assert!(run_at(&bench, &[again], "2026-03-06T12:40:00Z").steps.is_empty());
    let done = run_at(&bench, &[], "2026-03-06T12:50:00Z");
    assert_eq!(done.steps[0], "cycle 1 is resolved early: all are done");
    let at = time("2026-03-07T00:00:00Z");
    reveal::reveal(&mut bench.desk(), Some("enough"), at).unwrap();
    assert!(bench.verify().passed(), "{}", bench.verify());
}

#[test]
fn extensions_come_out_of_a_budget() {
    let bench = campaign("extensions: {each: 1, by: 2d}\n");
    let done = run_at(&bench, &[], "2026-03-13T20:05:00Z");
    assert_eq!(
        done.steps,
        [
            "the deadline of cycle 1 is moved to 2026-03-15T20:00:00Z: orders of mazianni are missing"
        ]
    );
    assert_eq!(ids(&done).len(), 4, "reports, and word of it");
    run_at(&bench, &[], "2026-03-14T20:00:00Z");
    let done = run_at(&bench, &[], "2026-03-15T20:00:01Z");
    assert_eq!(done.steps[0], "cycle 1 is resolved without orders of mazianni");
    assert_eq!(state(&bench, 0).1, "no orders in the last cycle");
    assert!(bench.verify().passed(), "{}", bench.verify());
    let told = bench.verify().to_string();
    assert!(told.contains("out of the extensions of mazianni"), "{told}");
    // By hand, on the seat's account: it has none left.
    let mut desk = bench.desk();
    let seat = "mazianni".parse().unwrap();
    let now = time("2026-03-16T00:00:00Z");
    let problem = decide::extend(&mut desk, None, Some(&seat), "please", now).unwrap_err();
    assert_eq!(problem.what, "mazianni has no extension left");
    let to = decide::extend(&mut desk, None, None, "on my word", now).unwrap();
    assert_eq!(to, time("2026-03-22T20:00:00Z"));
    // A moderator with another program who charges it all the same is found.
    let body = Body::Extension(Extension {
        deadline: Some(time("2026-03-24T20:00:00Z")),
        zone: None,
        reason: "more".into(),
        spent: vec![seat],
    });
    desk.append(now, Some(2), body).unwrap();
    drop(desk);
    let told = bench.verify().to_string();
    assert!(told.contains("FAILED  calendar: ledger/"), "{told}");
    assert!(told.contains("mazianni spent an extension that it did not have"), "{told}");
}

#[test]
fn a_seat_that_stays_silent_is_dropped_and_taken_over() {
    let bench = campaign("drop-after: 1\n");
    let done = run_at(&bench, &[], "2026-03-13T20:05:00Z");
    assert_eq!(
        done.steps,
        [
            "cycle 1 is resolved without orders of mazianni",
            "mazianni is dropped: no orders in the last cycle",
            "cycle 2 opens until 2026-03-20T20:00:00Z",
        ]
    );
    assert_eq!(state(&bench, 0).0, State::Dropped);
    let gone = done.letters.iter().filter(|letter| letter.seat.as_str() == "mazianni");
    assert!(gone.clone().count() == 1 && gone.clone().all(|l| l.body.contains("was taken from")));
    let gone = mail(&bench, "mazianni", 1, "2026-03-14T10:00:00Z", false);
    let done = run_at(&bench, &[gone], "2026-03-14T10:00:00Z");
    assert_eq!(verdicts(&done), [Verdict::Refused]);
    // The site asks for a player.
    let made = site::site(bench.store(), OURS, Play::Nowhere).unwrap();
    assert!(made.files["index.html"].contains("Players wanted for mazianni"));
    // Nobody waits for the seat; another cycle goes by.
    let union = mail(&bench, "union", 1, "2026-03-14T11:00:00Z", false);
    run_at(&bench, &[union], "2026-03-14T11:00:00Z");
    for day in 15..=20 {
        run_at(&bench, &[], &format!("2026-03-{day}T11:00:00Z"));
    }
    let done = run_at(&bench, &[], "2026-03-20T20:05:00Z");
    assert_eq!(done.steps[0], "cycle 2 is resolved");
    let desk = bench.desk();
    let old = &bench.players["mazianni"];
    let sealed = desk.campaign.store.need("cycles/0002/reports/mazianni.age").unwrap();
    assert!(
        own_orders::report(&sealed, Some(old.identity())).is_err(),
        "who is gone reads no more"
    );
    let used = desk.campaign.ledger.result(2).unwrap().packets.values().next().unwrap();
    assert!(matches!(used, PacketUse::Nmr { .. }));
    drop(desk);
    let new = take(&bench, "2026-03-21T10:00:00Z");
    let mut bench = bench;
    bench.players.insert("mazianni", new);
    assert_eq!(state(&bench, 0).0, State::Due);
    let desk = bench.desk();
    let path = desk.campaign.report(&"mazianni".parse().unwrap(), 2);
    let sealed = desk.campaign.store.need(&path).unwrap();
    assert!(own_orders::report(&sealed, Some(bench.players["mazianni"].identity())).is_ok());
    drop(desk);
    let sent = mail(&bench, "mazianni", 1, "2026-03-21T12:00:00Z", false);
    assert_eq!(verdicts(&run_at(&bench, &[sent], "2026-03-21T12:00:00Z")), [Verdict::Accepted]);
    let told = bench.verify().to_string();
    assert!(
        bench.verify().passed() && told.contains("ok      seats: mazianni was taken from"),
        "{told}"
    );
    reveal::reveal(&mut bench.desk(), Some("enough"), time("2026-03-22T00:00:00Z")).unwrap();
    assert!(bench.verify().passed(), "{}", bench.verify());
}

/// Carla takes the seat that is open.
fn take(bench: &Bench, now: &str) -> PlayerSecret {
    let key = PlayerSecret::generate([14; 96]);
    let mut desk = bench.desk();
    let genesis = desk.genesis();
    let commitment = adjutant::seal::Commitment { campaign: genesis, tip: key.tip(&genesis) };
    let file = PlayerPublic {
        name: Some("Carla".into()),
        signing: PublicKey::of(key.signing()),
        age: key.identity().recipient(),
        commitment: Some(commitment),
    };
    let player = Player::of(&file, "Carla".into(), &genesis).unwrap();
    enroll(&mut desk, &"mazianni".parse().unwrap(), &player, None, time(now)).unwrap();
    key
}

#[test]
fn a_pause_takes_nobodys_time() {
    let bench = campaign("pause: 30d\n");
    let at = "2026-03-06T12:00:00Z";
    let mut desk = bench.desk();
    let far = time("2026-04-06T12:00:01Z");
    let problem = decide::pause(&mut desk, far, "holidays", time(at)).unwrap_err();
    assert_eq!(problem.what, "a pause lasts at most 30d");
    decide::pause(&mut desk, time("2026-03-27T12:00:00Z"), "holidays", time(at)).unwrap();
    // Three weeks on is again a Friday, now in summer time.
    assert_eq!(desk.campaign.ledger.deadline(1), Some(time("2026-04-03T19:00:00Z")));
    let problem = resolve::resolve(&mut desk, true, time("2026-03-07T00:00:00Z")).unwrap_err();
    assert_eq!(
        (problem.kind, problem.what.as_str()),
        (Kind::Nothing, "the campaign pauses until 2026-03-27T12:00:00Z")
    );
    drop(desk);
    assert_eq!(run_at(&bench, &[], "2026-03-07T00:00:00Z").steps, Vec::<String>::new());
    let sent = mail(&bench, "mazianni", 1, "2026-03-07T12:00:00Z", false);
    assert_eq!(verdicts(&run_at(&bench, &[sent], "2026-03-07T12:00:00Z")), [Verdict::Accepted]);
    // Two days of pause are two days more, and then the next Friday.
    decide::resume(&mut bench.desk(), "back", time("2026-03-08T12:00:00Z")).unwrap();
    assert_eq!(bench.desk().campaign.ledger.deadline(1), Some(time("2026-03-20T20:00:00Z")));
    assert!(decide::resume(&mut bench.desk(), "back", time("2026-03-08T12:00:00Z")).is_err());
    // Two days of thirty are spent until the cycle is played.
    let again = |until: &str, now: &str| {
        let mut desk = bench.desk();
        decide::pause(&mut desk, time(until), "ill", time(now)).map_err(|problem| problem.what)
    };
    assert_eq!(
        again("2026-04-06T12:00:00Z", "2026-03-09T11:59:59Z").unwrap_err(),
        "the pauses of one cycle last at most 30d together"
    );
    again("2026-04-06T12:00:00Z", "2026-03-09T12:00:00Z").unwrap();
    assert!(bench.verify().passed(), "{}", bench.verify());
}

#[test]
fn an_absence_moves_the_deadline_and_counts_against_nobody() {
    let bench = campaign("absences: {days: 14}\ndrop-after: 1\n");
    let seat = "mazianni".parse().unwrap();
    let away = |dates: &str, now: &str| {
        decide::absence(&mut bench.desk(), &seat, dates.parse().unwrap(), "holidays", time(now))
    };
    let problem = away("2026-03-05 to 2026-03-14", "2026-03-06T12:00:00Z").unwrap_err();
    assert_eq!(problem.what, "absences are announced ahead, and it is 2026-03-06");
    let problem = away("2026-03-10 to 2026-03-24", "2026-03-06T12:00:00Z").unwrap_err();
    assert_eq!(problem.what, "mazianni has 14 of 14 days left in 2026");
    away("2026-03-10 to 2026-03-16", "2026-03-06T12:00:00Z").unwrap();
    assert_eq!(state(&bench, 0).0, State::Absent);
    let done = run_at(&bench, &[], "2026-03-06T12:00:00Z");
    assert_eq!(
        done.steps,
        ["the deadline of cycle 1 is moved to 2026-03-20T20:00:00Z: mazianni is away"]
    );
    assert_eq!(state(&bench, 0).0, State::Due);
    let at = |moment: Time| status::full(&bench.desk()).unwrap().at(moment).seats[0].state;
    assert_eq!(at(time("2026-03-20T20:00:00Z")), State::Due, "until the deadline");
    assert_eq!(at(time("2026-03-20T20:00:01Z")), State::Missing);
    assert!(bench.verify().passed(), "{}", bench.verify());
    let problem = away("2026-12-01 to 2026-12-08", "2026-03-06T13:00:00Z").unwrap_err();
    assert_eq!(problem.what, "mazianni has 7 of 14 days left in 2026");
}

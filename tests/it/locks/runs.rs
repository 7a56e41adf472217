//! Locks under a calendar: a run locks, asks, waits and resolves.

use adjutant::ledger::Withheld;

use adjutant::referee::cycle::open;
use adjutant::referee::moderator::decide;

use adjutant::referee::run::steps::{Circumstances, Done, Mail, run, run_by_post};

use super::{founded, own_word};
use crate::bench::{SEATS, time};

const RULES: &str = "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\nearly-close: 1h\n";

/// A mail that a player sends.
fn mail(name: &str, text: String, arrived: adjutant::base::Time) -> Mail {
    Mail { name: name.to_owned(), content: text.into_bytes().into(), arrived }
}

#[test]
fn a_run_locks_asks_for_links_and_resolves() {
    let bench = founded(Withheld::Absent);
    decide::set_calendar(&mut bench.desk(), RULES.as_bytes(), "agreed", bench.now()).unwrap();
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    let ran = |inbox: &[Mail], at: &str| -> Done {
        let mut desk = bench.desk();
        let done = run(&mut desk, inbox, time(at)).unwrap();
        done.note(&desk).unwrap();
        done
    };
    let first = ran(&[], "2026-01-02T20:00:01Z");
    assert_eq!(first.steps, ["cycle 1 is locked, and links are asked for"]);
    let asks = |done: &Done| -> Vec<String> {
        let asked = done.letters.iter().filter(|letter| letter.id.starts_with("locked-"));
        asked.map(|letter| letter.seat.to_string()).collect()
    };
    assert_eq!(asks(&first), SEATS);
    let text = &first.letters.iter().find(|l| l.id.starts_with("locked-")).unwrap().body;
    assert!(text.contains("adjutant say link --lock FILE"), "{text}");
    let union = own_word(&bench, "union", 1);
    let second = ran(&[mail("1", union, time("2026-01-02T21:00:00Z"))], "2026-01-02T21:00:00Z");
    assert_eq!(second.words.len(), 1);
    assert_eq!((second.steps.len(), second.stopped.is_none()), (0, true));
    assert!(
        second.next.iter().any(|n| n.starts_with("2026-01-04T20:00:02Z  cycle 1 is resolved")),
        "{:?}",
        second.next
    );
    let third = ran(&[], "2026-01-03T21:00:00Z");
    assert!(third.steps.is_empty() && asks(&third).is_empty(), "{:?}", third.steps);
    let mazianni = own_word(&bench, "mazianni", 1);
    let last = ran(&[mail("2", mazianni, time("2026-01-03T22:00:00Z"))], "2026-01-03T22:00:00Z");
    assert_eq!(last.steps[0], "cycle 1 is resolved");
    assert!(bench.verify().passed(), "{}", bench.verify());
    // The next cycle is silent: it is locked without orders, and goes on without links when they are late.
    let deadline = bench.desk().campaign.ledger.deadline(2).unwrap();
    let mut at = time("2026-01-03T22:00:00Z");
    let mut steps = Vec::new();
    while at < deadline.after(3 * 86_400).unwrap() {
        at = at.after(6 * 3600).unwrap();
        steps.extend(ran(&[], &at.to_string()).steps);
    }
    let at = |begin: &str| steps.iter().position(|step| step.starts_with(begin));
    let (locks, resolves) = (at("cycle 2 is locked without orders"), at("cycle 2 is resolved"));
    assert!(locks.is_some() && locks < resolves, "{steps:?}");
    let told = bench.verify().to_string();
    assert!(told.contains("goes on without links of mazianni and union"), "{told}");
}

#[test]
fn a_cycle_does_not_go_on_without_links_while_mail_is_not_read() {
    let bench = founded(Withheld::Absent);
    decide::set_calendar(&mut bench.desk(), RULES.as_bytes(), "agreed", bench.now()).unwrap();
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    let ran = |doubt: Option<&str>, at: &str| {
        let circumstances = Circumstances { doubt, ..Circumstances::default() };
        run_by_post(&mut bench.desk(), &[], circumstances, time(at)).unwrap()
    };
    assert_eq!(ran(None, "2026-01-02T20:00:01Z").steps.len(), 1);
    // The deadline of what is locked is moved by nothing.
    let waits = ran(Some("the server is down"), "2026-01-03T20:00:01Z");
    assert!(waits.stopped.is_none() && waits.steps.is_empty(), "{:?}", waits.steps);
    let over = ran(Some("the server is down"), "2026-01-04T20:00:02Z");
    let stopped = over.stopped.unwrap();
    assert_eq!(stopped.what, "links may have come that were not read: the server is down");
    let last = ran(None, "2026-01-04T21:00:00Z");
    assert!(last.steps[0].starts_with("cycle 1 is resolved"), "{:?}", last.steps);
}

#[test]
fn a_run_stops_for_the_moderator_where_a_cycle_waits() {
    let bench = founded(Withheld::Wait);
    decide::set_calendar(&mut bench.desk(), RULES.as_bytes(), "agreed", bench.now()).unwrap();
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    let ran = |at: &str| run(&mut bench.desk(), &[], time(at)).unwrap();
    assert_eq!(ran("2026-01-02T20:00:01Z").steps.len(), 1);
    let waits = ran("2026-01-04T20:00:01Z");
    assert!(waits.stopped.is_none() && waits.steps.is_empty());
    let needed = ran("2026-01-05T20:00:02Z");
    let stopped = needed.stopped.unwrap();
    assert!(stopped.hint.unwrap().contains("adjutant lock --missing REASON"));
    assert!(needed.steps.is_empty(), "{:?}", needed.steps);
}

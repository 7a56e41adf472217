//! Tables: what is due when. Times are worked out by hand; London's clocks go forward on 29 March 2026
//! at 01:00 UTC and back on 25 October at 01:00 UTC.

use std::collections::BTreeSet;

use super::facts::{self, Facts, Locking, Seated, Sent};
use super::{Rules, Step, due, upcoming};
use crate::base::civil::Dates;
use crate::base::{Seat, Time};
use crate::referee::Stage;

const WEEKLY: &str = "zone: Europe/London\ndeadlines: {every: [friday 20:00], at-least: 2d}\n";
const SPAN: &str = "zone: Europe/London\ndeadlines: {after: 7d, at: \"20:00\"}\n";

fn rules(more: &str) -> Rules {
    Rules::read(format!("{WEEKLY}{more}").as_bytes()).unwrap()
}

fn time(text: &str) -> Time {
    text.parse().unwrap()
}

fn seat(name: &str) -> Seat {
    name.parse().unwrap()
}

/// A seat that must order and has not.
fn seated(name: &str) -> Seated {
    Seated {
        seat: seat(name),
        due: Some(true),
        held: true,
        sent: None,
        missed: 0,
        extensions: 0,
        away: Vec::new(),
    }
}

fn with_packet(name: &str, received: &str, last: bool) -> Seated {
    Seated { sent: Some(Sent { received: time(received), last }), ..seated(name) }
}

/// Cycle 3 is open until Friday 17 July, 20:00 in London.
fn open(seats: Vec<Seated>) -> Facts {
    Facts {
        stage: Stage::Open(3),
        over: false,
        phase: "movement".into(),
        deadline: Some(time("2026-07-17T19:00:00Z")),
        last_call: Some(time("2026-07-17T19:00:00Z")),
        extended: false,
        promised: None,
        lock: Locking::Never,
        pause: None,
        questions: Vec::new(),
        reminded: BTreeSet::new(),
        seats,
    }
}

fn resolved(seats: Vec<Seated>) -> Facts {
    Facts { stage: Stage::Resolved(3), deadline: None, last_call: None, ..open(seats) }
}

#[test]
fn deadlines() {
    let span = |more: &str| Rules::read(format!("{SPAN}{more}").as_bytes()).unwrap();
    let holidays = "blackout: [2026-12-24 to 2027-01-02]\n";
    let phases = "phases: {set-up: {after: 14d}}\n";
    for (rules, phase, opened, first, expected) in [
        // At least two days before a Friday; over both changes of the clocks it stays 20:00 there.
        (rules(""), "movement", "2026-07-15T18:59:00Z", false, "2026-07-17T19:00:00Z"),
        (rules(""), "movement", "2026-07-15T19:01:00Z", false, "2026-07-24T19:00:00Z"),
        (rules(""), "movement", "2026-03-25T21:00:00Z", false, "2026-04-03T19:00:00Z"),
        (rules(""), "movement", "2026-10-21T20:00:00Z", false, "2026-10-30T20:00:00Z"),
        (rules(holidays), "movement", "2026-12-20T12:00:00Z", false, "2027-01-08T20:00:00Z"),
        // Twice the time: opened on Monday noon, the regular Friday is 4 days and 7 hours away; twice
        // that is Wednesday of the week after.
        (
            rules("first-doubled: true\n"),
            "movement",
            "2026-07-13T12:00:00Z",
            true,
            "2026-07-24T19:00:00Z",
        ),
        (
            rules("first-doubled: true\n"),
            "movement",
            "2026-07-13T12:00:00Z",
            false,
            "2026-07-17T19:00:00Z",
        ),
        (rules(phases), "set-up", "2026-07-13T12:34:56Z", false, "2026-07-27T12:34:56Z"),
        // A week of seven days of the calendar, then the next 20:00.
        (span(""), "movement", "2026-07-13T12:00:00Z", false, "2026-07-20T19:00:00Z"),
        (span(""), "movement", "2026-07-13T19:30:00Z", false, "2026-07-21T19:00:00Z"),
        (span(""), "movement", "2026-03-22T20:00:00Z", false, "2026-03-29T19:00:00Z"),
        (span(""), "movement", "2026-10-18T19:00:00Z", false, "2026-10-25T20:00:00Z"),
        (span(holidays), "movement", "2026-12-18T12:00:00Z", false, "2027-01-03T20:00:00Z"),
        (
            span("first-doubled: true\n"),
            "movement",
            "2026-07-13T12:00:00Z",
            true,
            "2026-07-27T19:00:00Z",
        ),
    ] {
        let found = rules.deadline(phase, time(opened), first, &[]);
        assert_eq!(found, Some(time(expected)), "{phase} opened {opened}: {rules:?}");
    }
    let away: Dates = "2026-07-10 to 2026-07-20".parse().unwrap();
    let found = rules("").deadline("movement", time("2026-07-13T12:00:00Z"), false, &[away]);
    assert_eq!(found, Some(time("2026-07-24T19:00:00Z")), "somebody is away");
    let never = rules("").deadline(
        "movement",
        time("2026-07-13T12:00:00Z"),
        false,
        &["2026-07-01 to 2029-01-01".parse().unwrap()],
    );
    assert_eq!(never, None);
}

#[test]
fn a_cycle_closes_when_its_time_has_come() {
    let late = "2026-07-17T19:00:01Z";
    let close = |missing: &[&str], early| {
        let missing = missing.iter().map(|name| seat(name)).collect();
        Some(Step::Close { cycle: 3, missing, early })
    };
    let sent = |name| with_packet(name, "2026-07-14T10:00:00Z", false);
    let both = || vec![sent("red"), sent("blue")];
    let one = || vec![sent("red"), seated("blue")];
    assert_eq!(due(&rules(""), &open(both()), time("2026-07-17T19:00:00Z")), None, "in its second");
    assert_eq!(due(&rules(""), &open(both()), time(late)), close(&[], false));
    assert_eq!(due(&rules(""), &open(one()), time(late)), close(&["blue"], false));
    // Who need not order, cannot, or is gone does not keep the others waiting.
    let optional = Seated { due: Some(false), ..seated("blue") };
    let idle = Seated { due: None, ..seated("blue") };
    let gone = Seated { held: false, ..seated("blue") };
    for other in [optional, idle, gone] {
        let found = due(&rules(""), &open(vec![sent("red"), other]), time(late));
        assert_eq!(found, close(&[], false));
    }
    // The grace is waited for only if orders are missing.
    let grace = |seats| Facts { last_call: Some(time("2026-07-18T07:00:00Z")), ..open(seats) };
    assert_eq!(due(&rules(""), &grace(one()), time(late)), None);
    assert_eq!(due(&rules(""), &grace(both()), time(late)), close(&[], false));
    assert_eq!(
        due(&rules(""), &grace(one()), time("2026-07-18T07:00:01Z")),
        close(&["blue"], false)
    );
    // Too many are missing.
    let stop = rules("stop: {missing: 0}\n");
    let waits = Some(Step::Stop { cycle: 3, missing: vec![seat("blue")] });
    assert_eq!(due(&stop, &open(one()), time(late)), waits);
    assert_eq!(
        due(&rules("stop: {missing: 1}\n"), &open(one()), time(late)),
        close(&["blue"], false)
    );
    // A pause, and a cycle without a deadline.
    let paused = Facts { pause: Some(time("2026-08-01T00:00:00Z")), ..open(one()) };
    assert_eq!(due(&rules(""), &paused, time(late)), None);
    assert_eq!(due(&rules(""), &paused, time("2026-08-01T00:00:00Z")), close(&["blue"], false));
    let by_hand = Facts { deadline: None, last_call: None, ..open(both()) };
    assert_eq!(due(&rules(""), &by_hand, time("2027-01-01T00:00:00Z")), None);
}

#[test]
fn a_cycle_closes_early_when_all_are_done_and_have_cooled_off() {
    let early = rules("early-close: 30m\n");
    let done = |name, at| with_packet(name, at, true);
    let both =
        open(vec![done("red", "2026-07-14T10:00:00Z"), done("blue", "2026-07-15T10:00:00Z")]);
    let closed = Some(Step::Close { cycle: 3, missing: Vec::new(), early: true });
    assert_eq!(due(&early, &both, time("2026-07-15T10:29:59Z")), None);
    assert_eq!(due(&early, &both, time("2026-07-15T10:30:00Z")), closed);
    assert_eq!(due(&rules(""), &both, time("2026-07-15T10:30:00Z")), None, "not asked for");
    let not_final = with_packet("blue", "2026-07-15T10:00:00Z", false);
    let optional = Seated { due: Some(false), ..seated("blue") };
    for other in [not_final, seated("blue"), optional] {
        let facts = open(vec![done("red", "2026-07-14T10:00:00Z"), other]);
        assert_eq!(due(&early, &facts, time("2026-07-15T12:00:00Z")), None);
    }
    let idle = Seated { due: None, ..seated("blue") };
    let facts = open(vec![done("red", "2026-07-14T10:00:00Z"), idle]);
    assert_eq!(due(&early, &facts, time("2026-07-14T10:30:00Z")), closed, "nothing to order");
    let nobody = open(vec![Seated { due: None, ..seated("red") }]);
    assert_eq!(due(&early, &nobody, time("2026-07-14T10:30:00Z")), None, "nobody is done");
}

#[test]
fn extensions_are_paid_once_by_those_who_owe_orders() {
    let rules = rules("extensions: {each: 2, by: 2d}\n");
    let late = time("2026-07-17T19:00:01Z");
    let rich = |seated: Seated| Seated { extensions: 1, ..seated };
    let extend = |to: &str, spent: &[&str]| {
        let spent = spent.iter().map(|name| seat(name)).collect();
        Some(Step::Extend { cycle: 3, to: time(to), spent })
    };
    let facts = open(vec![rich(seated("red")), rich(seated("blue")), seated("green")]);
    assert_eq!(due(&rules, &facts, late), extend("2026-07-19T19:00:00Z", &["red", "blue"]));
    // Who sent orders, final or not, who had none to send, and who is gone does not pay.
    let sent = rich(with_packet("red", "2026-07-14T10:00:00Z", false));
    let idle = rich(Seated { due: None, ..seated("green") });
    let free = rich(Seated { due: Some(false), ..seated("white") });
    let gone = rich(Seated { held: false, ..seated("black") });
    let facts = open(vec![sent, rich(seated("blue")), idle, free, gone]);
    assert_eq!(due(&rules, &facts, late), extend("2026-07-19T19:00:00Z", &["blue"]));
    let again = Facts { extended: true, ..facts.clone() };
    assert!(matches!(due(&rules, &again, late), Some(Step::Close { .. })), "once in a cycle");
    // A run that comes late still leaves the whole time.
    let found = due(&rules, &facts, time("2026-08-01T12:00:00Z"));
    assert_eq!(found, extend("2026-08-03T12:00:00Z", &["blue"]));
    let poor = open(vec![seated("red")]);
    assert!(matches!(due(&rules, &poor, late), Some(Step::Close { .. })));
}

#[test]
fn budgets_are_refilled() {
    let (red, blue) = (seat("red"), seat("blue"));
    let all = [red.clone(), blue.clone()];
    let read = |more: &str| rules(&format!("extensions: {{each: 2, by: 2d{more}}}\n"));
    let of = |rules: &Rules, spent: &[(u32, &[Seat])], now, seat: &Seat| {
        facts::used(rules.extensions.as_ref().unwrap(), &all, (spent, now), seat)
    };
    let (r, b) = ([red.clone()], [blue.clone()]);
    let spent: &[(u32, &[Seat])] = &[(1, &r), (2, &all), (4, &b), (7, &r)];
    assert_eq!(of(&read(""), spent, 7, &red), 3);
    // Cycles 1 to 3, 4 to 6, 7 to 9.
    let every = read(", refill-every: 3");
    assert_eq!([2, 3].map(|now| of(&every, &spent[..2], now, &red)), [2, 2]);
    assert_eq!(of(&every, spent, 4, &red), 0);
    assert_eq!((of(&every, spent, 6, &blue), of(&every, spent, 7, &red)), (1, 1));
    // After cycle 4 both have used two.
    let when = read(", refill-when-all-used: true");
    assert_eq!(of(&when, &spent[..2], 3, &red), 2);
    assert_eq!((of(&when, &spent[..3], 5, &red), of(&when, &spent[..3], 5, &blue)), (0, 0));
    assert_eq!(of(&when, spent, 7, &red), 1);
}

#[test]
fn those_are_reminded_whose_orders_are_missing() {
    let rules = rules("reminders: [48h, 6h]\n");
    let sent = || with_packet("red", "2026-07-14T10:00:00Z", false);
    let facts = open(vec![sent(), seated("blue"), Seated { due: Some(false), ..seated("green") }]);
    let remind = |before: &str| {
        let seats = vec![seat("blue")];
        Some(Step::Remind { cycle: 3, before: before.parse().unwrap(), seats })
    };
    assert_eq!(due(&rules, &facts, time("2026-07-15T18:59:59Z")), None);
    assert_eq!(due(&rules, &facts, time("2026-07-15T19:00:00Z")), remind("48h"));
    assert_eq!(due(&rules, &facts, time("2026-07-17T13:00:00Z")), remind("6h"), "only the last");
    let deadline = time("2026-07-17T19:00:00Z");
    let told = Facts { reminded: [(deadline, "48h".to_owned())].into(), ..facts.clone() };
    assert_eq!(due(&rules, &told, time("2026-07-16T19:00:00Z")), None);
    assert_eq!(due(&rules, &told, time("2026-07-17T13:00:00Z")), remind("6h"));
    let later = Facts { deadline: Some(time("2026-07-24T19:00:00Z")), ..told };
    assert_eq!(
        due(&rules, &later, time("2026-07-22T19:00:00Z")),
        remind("48h"),
        "another deadline"
    );
    assert_eq!(due(&rules, &open(vec![sent()]), time("2026-07-17T13:00:00Z")), None);
    let coming = upcoming(&rules, &facts, time("2026-07-15T00:00:00Z"));
    let told: Vec<_> = coming.iter().map(|c| (c.at.to_string(), c.step.sentence())).collect();
    assert_eq!(
        told.iter().map(|(at, what)| (at.as_str(), what.as_str())).collect::<Vec<_>>(),
        [
            ("2026-07-15T19:00:00Z", "blue is reminded of cycle 3, 48h before its deadline"),
            ("2026-07-17T13:00:00Z", "blue is reminded of cycle 3, 6h before its deadline"),
            ("2026-07-17T19:00:01Z", "cycle 3 is resolved without orders of blue"),
        ]
    );
}

#[test]
fn an_absence_moves_the_deadline_later() {
    let away =
        |seated: Seated, dates: &str| Seated { away: vec![dates.parse().unwrap()], ..seated };
    let facts = open(vec![away(seated("red"), "2026-07-16 to 2026-07-20"), seated("blue")]);
    let postponed =
        |to: &str| Some(Step::Postpone { cycle: 3, to: time(to), away: vec![seat("red")] });
    let now = time("2026-07-14T12:00:00Z");
    assert_eq!(due(&rules(""), &facts, now), postponed("2026-07-24T19:00:00Z"));
    let span = Rules::read(SPAN.as_bytes()).unwrap();
    assert_eq!(due(&span, &facts, now), postponed("2026-07-21T19:00:00Z"));
    // Who has sent orders, need not send any, or is back in time does not hold the others up.
    let sent = away(with_packet("red", "2026-07-14T10:00:00Z", false), "2026-07-16 to 2026-07-20");
    let free = away(Seated { due: Some(false), ..seated("red") }, "2026-07-16 to 2026-07-20");
    let back = away(seated("red"), "2026-07-10 to 2026-07-16");
    for other in [sent, free, back] {
        assert_eq!(due(&rules(""), &open(vec![other, seated("blue")]), now), None);
    }
}

#[test]
fn the_next_cycle_opens_and_the_silent_are_dropped() {
    let now = time("2026-07-18T08:00:00Z");
    let opens = Some(Step::Open { cycle: 4, deadline: time("2026-07-24T19:00:00Z") });
    let silent = |missed| resolved(vec![seated("red"), Seated { missed, ..seated("blue") }]);
    let drops = rules("drop-after: 2\n");
    assert_eq!(due(&rules(""), &silent(9), now), opens);
    assert_eq!(due(&drops, &silent(1), now), opens);
    let gone = Some(Step::Drop { seat: seat("blue"), missed: 2 });
    assert_eq!(due(&drops, &silent(2), now), gone);
    assert_eq!(due(&drops, &Facts { over: true, ..silent(2) }, now), None);
    let paused = Facts { pause: Some(time("2026-08-01T00:00:00Z")), ..silent(2) };
    assert_eq!(due(&drops, &paused, now), None);
    for stage in [Stage::Enrolling, Stage::Closed] {
        assert_eq!(due(&drops, &Facts { stage, ..silent(2) }, now), None);
    }
}

#[test]
fn what_does_not_fit_together_is_refused() {
    for (text, what) in [
        ("deadlines: {}\n", "deadlines: no time is given"),
        (
            "deadlines: {after: 7d, every: [friday 20:00]}\n",
            "deadlines: every and after exclude each other",
        ),
        ("deadlines: {every: [friday 20:00], at: \"20:00\"}\n", "deadlines: at goes with after"),
        ("deadlines: {after: 7d, at-least: 2d}\n", "deadlines: at-least goes with every"),
        ("deadlines: {after: 7d}\nphases: {set-up: {}}\n", "phases: set-up: no time is given"),
        ("deadlines: {after: 7d}\nreminders: [6h, 48h]\n", "the reminders are not in order"),
        ("deadlines: {after: 7d}\nstaff: veteran\n", "staff goes with no-shows"),
        ("deadlines: {after: 7d}\ndrop-after: 0\n", "drop-after and refill-every count from 1"),
        (
            "deadlines: {after: 7d}\nblackout: [2026-01-01 to 2027-01-02]\n",
            "blackout leaves out more than a year",
        ),
        (
            "deadlines: {after: 7d}\nextensions: {each: 1, by: 1d, refill-every: 2, refill-when-all-used: true}\n",
            "extensions are refilled in two ways",
        ),
    ] {
        let problem = Rules::read(format!("zone: Europe/London\n{text}").as_bytes()).unwrap_err();
        assert_eq!(problem.what, what);
    }
    let misspelt = Rules::read(b"zone: Europe/London\ndeadlines: {after: 7d}\nblakout: []\n");
    assert_eq!(misspelt.unwrap_err().hint.as_deref(), Some("did you mean blackout?"));
}

//! What may follow what: entries that stand in the place of one that says nothing, so that all numbers stay.

use std::collections::BTreeMap;

use adjutant::base::Digest;
use adjutant::campaign::layout;
use adjutant::ledger::{Body, Effect, Entry, Extension, Opening, Ruling};
use adjutant::seal::word::Word;

use super::forger::{entries, failures};
use super::rich::{Rich, forger, made_up, person, rich};
use crate::bench::{Bench, time};

/// The first entry of a kind from a place on.
fn of_kind(all: &[Entry], kind: &str, nth: usize) -> usize {
    let found = all.iter().enumerate().filter(|(_, entry)| entry.body.kind() == kind);
    found.map(|(at, _)| at).nth(nth).unwrap_or_else(|| panic!("no {kind}"))
}

/// What `verify` fails on in a copy whose ledger is edited.
fn forged(bench: &Bench, edit: &dyn Fn(&Bench, &mut Vec<Entry>)) -> String {
    let copy = bench.copy();
    let mut all = entries(&copy);
    edit(&copy, &mut all);
    match forger().write(&copy, all) {
        Ok(()) => failures(&copy).join("\n"),
        Err(problem) => format!("FAILED  it cannot be written: {problem}"),
    }
}

/// The first of the entries that say nothing; cycle 1 is open then.
fn spare(all: &[Entry]) -> usize {
    let says_nothing = |entry: &Entry| matches!(&entry.body, Body::Ruling(ruling) if ruling.text == "nothing is said");
    all.iter().position(says_nothing).unwrap()
}

fn put(all: &mut [Entry], at: usize, cycle: Option<u32>, body: Body) {
    (all[at].cycle, all[at].body) = (cycle, body);
}

fn opening(all: &[Entry], nth: usize) -> Opening {
    match &all[of_kind(all, "open", nth)].body {
        Body::Open(opening) => opening.clone(),
        other => panic!("{other:?}"),
    }
}

fn ruling(effect: Effect) -> Body {
    Body::Ruling(Ruling { text: "so it is".into(), effect: Some(effect), files: BTreeMap::new() })
}

type Edit = fn(&Bench, &mut Vec<Entry>);

/// What is found before the reveal.
const BEFORE: &[(&str, Edit, &str)] = &[
    (
        "an opening again, with an earlier deadline",
        |_, all| {
            let deadline = Some(time("2026-01-01T02:30:00Z"));
            let body = Body::Open(Opening { deadline, ..opening(all, 0) });
            let at = spare(all);
            put(all, at, Some(1), body);
        },
        "cycle 1 is open already",
    ),
    (
        "an opening again, with a later deadline",
        |_, all| {
            let deadline = Some(time("2026-01-20T02:30:00Z"));
            let body = Body::Open(Opening { deadline, ..opening(all, 0) });
            let at = spare(all);
            put(all, at, Some(1), body);
        },
        "cycle 1 is open already",
    ),
    (
        "an opening that is not next",
        |_, all| {
            let at = of_kind(all, "open", 1);
            all[at].cycle = Some(3);
        },
        "this opens cycle 3, and cycle 2 is next",
    ),
    (
        "an extension for a cycle that is not open",
        |_, all| {
            let deadline = Some(time("2026-01-09T20:00:00Z"));
            let body = Extension { deadline, zone: None, reason: "snow".into(), spent: Vec::new() };
            let at = spare(all);
            put(all, at, Some(2), Body::Extension(body));
        },
        "cycle 2 is not open",
    ),
    (
        "a ruling to close a cycle that was resolved",
        |_, all| {
            let at = of_kind(all, "agree", 0);
            put(all, at, Some(1), ruling(Effect::Close(vec!["union".parse().unwrap()])));
        },
        "cycle 1 is not open",
    ),
    (
        "a longer grace than the calendar gives",
        |_, all| {
            let at = of_kind(all, "open", 1);
            if let Body::Open(opening) = &mut all[at].body {
                opening.grace = Some("48h".parse().unwrap());
            }
        },
        "the grace is 48h, and the calendar gives 6h",
    ),
    (
        "no grace, where the calendar gives one",
        |_, all| {
            let at = of_kind(all, "open", 1);
            if let Body::Open(opening) = &mut all[at].body {
                opening.grace = None;
            }
        },
        "the grace is none, and the calendar gives 6h",
    ),
    (
        "no deadline, where the calendar gives one",
        |_, all| {
            let at = of_kind(all, "open", 2);
            if let Body::Open(opening) = &mut all[at].body {
                opening.deadline = None;
            }
        },
        "opened without a deadline",
    ),
    (
        "a pause that moves the deadline further",
        |_, all| {
            let at = of_kind(all, "pause", 0);
            if let Body::Pause(pause) = &mut all[at].body {
                pause.deadline = pause.deadline.and_then(|time| time.after(86_400));
            }
        },
        "the pause moves the deadline to",
    ),
    (
        "a pause without its deadline",
        |_, all| {
            let at = of_kind(all, "pause", 0);
            all[at].cycle = None;
            if let Body::Pause(pause) = &mut all[at].body {
                pause.deadline = None;
            }
        },
        "a pause that moved a deadline gives it back",
    ),
    (
        "other missed cycles of a drop",
        |_, all| {
            let at = of_kind(all, "drop", 0);
            if let Body::Dropped(dropped) = &mut all[at].body {
                dropped.missed = 99;
            }
        },
        "missed is 99",
    ),
    (
        "a beacon that the genesis does not name",
        |_, all| {
            let at = of_kind(all, "open", 0);
            if let Body::Open(opening) = &mut all[at].body {
                opening.beacon = "drand".into();
            }
        },
        "the beacon is drand",
    ),
    (
        "a result that leaves its record out",
        |_, all| {
            let at = of_kind(all, "result", 1);
            if let Body::Result(result) = &mut all[at].body {
                result.files.remove(&layout::record(1)).unwrap();
            }
        },
        "it does not list cycles/0001/record.age",
    ),
    (
        "a result that leaves its position out",
        |_, all| {
            let at = of_kind(all, "result", 1);
            if let Body::Result(result) = &mut all[at].body {
                result.files.remove(&layout::state(1)).unwrap();
            }
        },
        "it does not list cycles/0001/state.age",
    ),
    (
        "another sequence of a packet that was let in",
        |_, all| late(all, |_, sequence| *sequence = 9),
        "the packet that was let in",
    ),
    (
        "another seat of a packet that was let in",
        |_, all| late(all, |seat, _| *seat = "union".parse().unwrap()),
        "the packet that was let in",
    ),
    (
        "new keys from a later cycle on",
        |_, all| {
            let at = of_kind(all, "key", 2);
            if let Body::Key(change) = &mut all[at].body {
                change.effective_from += 1;
            }
        },
        "effective-from is 8, expected 7",
    ),
    (
        "a word that names the head of another ledger",
        |bench, all| {
            let at = of_kind(all, "absence", 1);
            let path = layout::word(at as u64);
            let store = bench.store();
            let (word, _, _) = Word::read(&store.need(&path).unwrap()).unwrap();
            let word = Word { head: made_up("another"), ..word }.sign(person(12).signing());
            store.write(&path, word.as_bytes()).unwrap();
            if let Body::Absence(absence) = &mut all[at].body {
                absence.files.insert(path, Digest::of(word.as_bytes()));
            }
        },
        "its head is not an entry written before it",
    ),
    (
        "a seat that is enrolled when the game has begun",
        |_, all| {
            let body = all[of_kind(all, "enroll", 0)].body.clone();
            let at = spare(all);
            put(all, at, None, body);
        },
        "is enrolled twice",
    ),
    (
        "something after the end",
        |_, all| {
            let last = all.len();
            let mut more = all[spare(all)].clone();
            more.time = all[last - 1].time;
            all.push(more);
        },
        "the campaign is over",
    ),
];

/// What is found after the reveal.
const AFTER: &[(&str, Edit, &str)] = &[
    (
        "more packets of a withdrawal",
        |_, all| {
            let at = of_kind(all, "withdraw", 0);
            if let Body::Withdraw(withdrawal) = &mut all[at].body {
                withdrawal.packets = 7;
            }
        },
        "packets of union had come, not 7",
    ),
    (
        "an arrival of another packet than its file holds",
        |_, all| {
            let at = of_kind(all, "arrival", 0);
            if let Body::Arrival(arrival) = &mut all[at].body {
                arrival.packet = made_up("another");
            }
        },
        "this is another packet than the one that was noted",
    ),
    (
        "another outcome than the game's",
        |_, all| {
            let at = of_kind(all, "close", 0);
            if let Body::Close(closing) = &mut all[at].body {
                closing.outcome = "mazianni wins".into();
            }
        },
        "the game did not end so",
    ),
];

/// Changes whose packet was let in, and which.
fn late(all: &mut [Entry], edit: impl Fn(&mut adjutant::engine::Seat, &mut u32)) {
    for entry in all {
        if let Body::Ruling(Ruling { effect: Some(Effect::Late { seat, sequence, .. }), .. }) =
            &mut entry.body
        {
            edit(seat, sequence);
        }
    }
}

fn each(rich: &Rich, cases: &[(&str, Edit, &str)]) {
    let mut missed = Vec::new();
    for (name, edit, expected) in cases {
        let told = forged(&rich.bench, edit);
        if !told.contains(expected) {
            missed.push(format!("{name}: {told:?}, expected {expected}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn what_the_program_would_not_write_is_not_believed() {
    let mut rich = rich();
    rich.close();
    each(&rich, BEFORE);
    rich.reveal();
    each(&rich, AFTER);
}

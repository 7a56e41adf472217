//! A public value in every seed: nobody knows a cycle's dice before its deadline, and nobody chooses them.

use adjutant::base::{Digest, Problem};
use adjutant::ledger::{Beacon, BeaconTerms, Body};
use adjutant::referee::cycle::found::Trust;
use adjutant::referee::cycle::{closing, open, resolve, reveal, status};
use adjutant::referee::moderator::beacon::{Came, Fetch, come, take};
use adjutant::referee::moderator::tasks::tasks;
use adjutant::referee::record::luck::awaited;
use adjutant::seal::BeaconKind;
use adjutant::seal::beacon::QUICKNET;

use crate::bench::{Bench, time};
use crate::tamper::rewrite;

/// Rounds that quicknet published, each with a deadline whose round it is, and a minute after that.
pub(crate) const ROUNDS: [(u64, &str, &str, u32); 3] = [
    (
        123,
        "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
        "2023-08-23T15:15:30Z",
        16,
    ),
    (
        1000,
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
        "2023-08-23T15:59:21Z",
        60,
    ),
    (
        657_413,
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
        "2023-09-15T11:00:00Z",
        32_881,
    ),
];

pub(crate) fn drand(at: usize) -> Beacon {
    let (round, signature, ..) = ROUNDS[at];
    Beacon::Drand { round, signature: signature.to_owned(), earlier: Vec::new() }
}

/// A campaign whose dice wait for rounds of quicknet.
fn founded() -> Bench {
    let patience = "3d".parse().unwrap();
    let terms = Some(BeaconTerms { chain: Some(QUICKNET.to_owned()), source: None, patience });
    Bench::trusting(Trust { beacon: BeaconKind::Drand, terms, ..Trust::default() })
}

/// Opens the next cycle until the deadline of a round, and sends all orders.
fn asked(bench: &Bench, at: usize) {
    let deadline = Some(time(ROUNDS[at].2));
    open::open(&mut bench.desk(), deadline, bench.now()).unwrap();
    bench.send();
}

/// The clock stands behind the deadline of a round.
fn passed(bench: &Bench, at: usize) {
    bench.minutes.set(ROUNDS[at].3);
}

/// The same with cycle 1 resolved with its round.
fn played() -> Bench {
    let bench = founded();
    asked(&bench, 0);
    passed(&bench, 0);
    take(&mut bench.desk(), drand(0), bench.now()).unwrap();
    bench.resolve();
    bench
}

fn told(result: Result<(), Problem>) -> String {
    result.unwrap_err().what
}

#[test]
fn a_cycle_waits_for_the_round_of_its_deadline() {
    let bench = founded();
    let without = open::open(&mut bench.desk(), None, bench.now()).unwrap_err();
    assert_eq!(without.what, "the beacon follows from the deadline, and the cycle has none");
    asked(&bench, 0);
    let waits = awaited(&bench.desk().campaign).unwrap().unwrap();
    assert_eq!((waits.round, waits.from), (Some(123), time("2023-08-23T15:15:33Z")));
    let sentence = "cycle 1 waits for round 123 of drand, which comes at 2023-08-23T15:15:33Z; it \
                    may go on without from 2023-08-26T15:15:30Z on";
    let early = bench.now();
    assert_eq!(told(take(&mut bench.desk(), drand(0), early)), sentence);
    // Nobody works the cycle out before, not even the moderator.
    let reader = adjutant::engine::Reader::Moderator;
    let seen = resolve::preview(&mut bench.desk(), &reader, "curious", early).unwrap_err();
    assert_eq!(seen.what, sentence);
    let cut = closing::rule_early(&mut bench.desk(), true, "snow", early).err().unwrap();
    assert_eq!(cut.what, sentence);
    let why = "wait for it: where a campaign has a beacon, no cycle closes early";
    assert_eq!(cut.hint.as_deref(), Some(why));
    passed(&bench, 0);
    let late = resolve::resolve(&mut bench.desk(), false, bench.now()).unwrap_err();
    assert_eq!(late.what, sentence);
    let from = format!("fetch https://api.drand.sh/{QUICKNET}/public/123 and give it with");
    assert!(late.hint.as_deref().unwrap_or_default().starts_with(&from), "{late}");
    let status = status::full(&bench.desk()).unwrap().at(bench.now());
    assert_eq!(status.beacon.as_deref(), Some(sentence));
    let todo = tasks(&bench.desk(), &status, bench.now()).unwrap().todo;
    assert_eq!(todo, ["give cycle 1 its beacon: `adjutant beacon`"]);

    let other = told(take(&mut bench.desk(), drand(1), bench.now()));
    assert_eq!(other, "this is round 1000 of drand, and cycle 1 waits for round 123");
    let forged =
        Beacon::Drand { signature: ROUNDS[1].1.to_owned(), round: 123, earlier: Vec::new() };
    let forged = told(take(&mut bench.desk(), forged, bench.now()));
    assert_eq!(forged, "this is not quicknet's signature of round 123");
    let missing = Beacon::Missing { reason: "it is down".to_owned() };
    let missing = told(take(&mut bench.desk(), missing, bench.now()));
    assert_eq!(missing, "cycle 1 waits for its beacon until 2023-08-26T15:15:30Z");
    let declared = Beacon::Declared { value: "7".to_owned() };
    let declared = told(take(&mut bench.desk(), declared, bench.now()));
    assert_eq!(declared, "the campaign has another kind of beacon");

    take(&mut bench.desk(), drand(0), bench.now()).unwrap();
    let again = told(take(&mut bench.desk(), drand(0), bench.now()));
    assert_eq!(again, "no cycle waits for a beacon");
    // Who could order now would know the dice.
    let to = time("2023-08-24T15:00:00Z");
    let moved = open::open_or_move(&mut bench.desk(), Some(to), Some("snow"), bench.now());
    assert_eq!(moved.unwrap_err().what, "the beacon of cycle 1 has come");
    bench.resolve();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    let line = "ok      beacon: 1 round of drand, each of its deadline";
    assert!(verdict.to_string().contains(line), "{verdict}");
}

#[test]
fn a_run_fetches_the_round_once_it_is_there() {
    let bench = founded();
    asked(&bench, 0);
    let fetch = |waits: &adjutant::referee::record::luck::Awaited, _| {
        assert_eq!(waits.round, Some(123));
        Ok(drand(0))
    };
    let early = come(&mut bench.desk(), Some(Fetch(&fetch)), bench.now()).unwrap();
    assert!(matches!(early, Came::Not(None)), "{early:?}");
    passed(&bench, 0);
    let without = come(&mut bench.desk(), None, bench.now()).unwrap();
    assert!(matches!(without, Came::Not(Some(_))), "{without:?}");
    let wrong = |_: &_, _| Ok(drand(2));
    let wrong = come(&mut bench.desk(), Some(Fetch(&wrong)), bench.now()).unwrap();
    assert!(matches!(wrong, Came::Not(Some(_))), "{wrong:?}");
    let there = come(&mut bench.desk(), Some(Fetch(&fetch)), bench.now()).unwrap();
    assert!(matches!(there, Came::Now(_)), "{there:?}");
    bench.resolve();
    assert!(bench.verify().passed());
}

#[test]
fn a_beacon_that_ends_one_day_ends_no_game() {
    let bench = played();
    for at in [1, 2] {
        asked(&bench, at);
        passed(&bench, at);
        take(&mut bench.desk(), drand(at), bench.now()).unwrap();
        if bench.resolve().outcome.is_some() {
            break;
        }
    }
    while bench.desk().campaign.ledger.closing().is_none() {
        let deadline = bench.now().after(7200);
        open::open(&mut bench.desk(), deadline, bench.now()).unwrap();
        bench.send();
        bench.minutes.set(bench.minutes.get() + 120 + 3 * 1440);
        let reason = "drand has not answered for three days".to_owned();
        take(&mut bench.desk(), Beacon::Missing { reason }, bench.now()).unwrap();
        bench.resolve();
        let told = bench.verify().to_string();
        assert!(told.contains("goes on without its beacon: drand has not answered"), "{told}");
        let desk = bench.desk();
        let acts = adjutant::referee::record::acts::acts(&desk.campaign.ledger);
        assert!(acts.iter().any(|(_, act)| act.sentence().contains("without its beacon")));
    }
    reveal::reveal(&mut bench.desk(), None, bench.now()).unwrap();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    assert!(verdict.to_string().contains("ok      replay"), "{verdict}");
}

/// What `verify` says of a history in which a moderator puts another beacon in the place of the first.
fn forged(edit: impl Fn(&mut Beacon)) -> String {
    let bench = played();
    rewrite(&bench, |_, body| {
        if let Body::Beacon(beacon) = body {
            edit(beacon);
        }
    });
    bench.verify().to_string()
}

#[test]
fn another_beacon_is_found_on_the_day() {
    let other = forged(|beacon| *beacon = drand(1));
    let line = "this is round 1000 of drand, and cycle 1 waits for round 123";
    assert!(other.contains("FAILED  beacon: ") && other.contains(line), "{other}");
    let made_up = forged(|beacon| {
        *beacon =
            Beacon::Drand { signature: ROUNDS[2].1.to_owned(), round: 123, earlier: Vec::new() };
    });
    assert!(made_up.contains("this is not quicknet's signature of round 123"), "{made_up}");
    let none = forged(|beacon| *beacon = Beacon::Missing { reason: "it was down".to_owned() });
    assert!(none.contains("cycle 1 waits for its beacon until 2023-08-26"), "{none}");
    let kind = forged(|beacon| *beacon = Beacon::Declared { value: "7".to_owned() });
    assert!(kind.contains("this is not what a beacon of kind drand gives"), "{kind}");
}

#[test]
fn a_declared_source_is_told_with_its_value() {
    let seeds = ["3 17 22 31 40 46", "3 17 22 31 40 47"].map(|value| {
        let (source, patience) =
            ("the lottery of the next Saturday".to_owned(), "7d".parse().unwrap());
        let terms = Some(BeaconTerms { chain: None, source: Some(source), patience });
        let bench =
            Bench::trusting(Trust { beacon: BeaconKind::Declared, terms, ..Trust::default() });
        let deadline = bench.now().after(3600);
        open::open(&mut bench.desk(), deadline, bench.now()).unwrap();
        bench.send();
        let waits = awaited(&bench.desk().campaign).unwrap().unwrap().sentence();
        assert!(waits.contains("waits for the lottery of the next Saturday, after"), "{waits}");
        bench.minutes.set(bench.minutes.get() + 61);
        for bad in ["", " 7", "7\n8", &"7".repeat(201)] {
            let given = Beacon::Declared { value: bad.to_owned() };
            assert!(take(&mut bench.desk(), given, bench.now()).is_err(), "{bad:?}");
        }
        take(&mut bench.desk(), Beacon::Declared { value: value.to_owned() }, bench.now()).unwrap();
        bench.resolve();
        let verdict = bench.verify();
        let line = format!("ok      beacon: the beacon of cycle 1 is {value}");
        assert!(verdict.passed() && verdict.to_string().contains(&line), "{verdict}");
        let desk = bench.desk();
        desk.campaign.ledger.result(1).unwrap().seed_commitment
    });
    assert_ne!(seeds[0], seeds[1]);
    assert_ne!(seeds[0], Digest([0; 32]));
}

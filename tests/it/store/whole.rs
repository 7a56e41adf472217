//! The cycle itself under a scheduler: real runners with a real campaign, whose requests come in an order that is
//! chosen, with lost answers and deaths. Two packets wait in the inbox and the deadline is over, so that one run takes
//! them in, resolves, reports, and opens the next cycle.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant::campaign::objects::{Memory, Objects};
use adjutant::campaign::{Campaigns, Store};
use adjutant::games::OURS;
use adjutant::league::shard::Runner;
use adjutant::ledger::Stage;
use adjutant::referee::Campaign;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::record::receipt::{Receipt, Verdict};

use super::model::{Orders, Plain, scheduled};
use super::put;
use crate::bench::{Bench, SEATS, keys, time};
use crate::shelf::all;
use crate::week::{START, campaign, mail};

const PLACE: &str = "league/";
/// When the packets came, and the next run after the deadline.
const CAME: &str = "2026-03-12T13:00:00Z";
const AFTER: &str = "2026-03-13T20:05:00Z";

/// The bench with the players' keys, the objects before the run, and the names of the mails.
fn before() -> (Bench, BTreeMap<String, Vec<u8>>, Vec<String>) {
    let bench = campaign("");
    let objects = Arc::new(Memory::default());
    let shared: Arc<dyn Objects> = Arc::<Memory>::clone(&objects);
    let campaigns = put(&bench, &shared);
    let run = |now: &str| {
        let runner = Runner { campaigns: &campaigns, outbox: None, shelf: OURS, now: time(now) };
        runner.go_on("bench", &[], || Ok(keys())).unwrap();
    };
    run(START);
    for day in 6..=12 {
        run(&format!("2026-03-{day:02}T12:00:00Z"));
    }
    let mut names = Vec::new();
    for seat in SEATS {
        let came = mail(&bench, seat, 1, CAME, false);
        let name = format!("bench/20260312T130000Z-{seat}.eml");
        campaigns.write(&format!("inbox/{name}"), &came.content.read().unwrap()).unwrap();
        names.push(name);
    }
    let mut all = BTreeMap::new();
    objects
        .list(PLACE, &mut |keys| {
            for key in keys {
                all.insert(key.clone(), objects.get(&key)?.unwrap().bytes);
            }
            Ok(())
        })
        .unwrap();
    (bench, all, names)
}

/// These objects anew.
fn anew(objects: &BTreeMap<String, Vec<u8>>) -> Arc<Memory> {
    let inner = Arc::new(Memory::default());
    for (key, bytes) in objects {
        inner.create(key, bytes).unwrap();
    }
    inner
}

fn go_on(campaigns: &Campaigns, mails: &[String]) -> bool {
    let runner = Runner { campaigns, outbox: None, shelf: OURS, now: time(AFTER) };
    runner.go_on("bench", mails, || Ok(keys())).is_ok()
}

/// Whoever comes next carries on; then there is one history with both packets.
fn judge_history(campaigns: &Campaigns, mails: &[String]) -> Store {
    let left = |mails: &[String]| {
        let there = |name: &&String| campaigns.read(&format!("inbox/{name}")).unwrap().is_some();
        mails.iter().filter(there).cloned().collect::<Vec<String>>()
    };
    for _ in 0..2 {
        assert!(go_on(campaigns, &left(mails)), "nobody disturbs the next");
    }
    assert_eq!(left(mails), [""; 0], "the mails are taken in");
    let store = Store::among(campaigns, "bench").unwrap();
    store.expect_all().unwrap();
    let verdict = verify(store.again(), &Own::default(), OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    let campaign = Campaign::load(store.again(), OURS).unwrap();
    assert_eq!(campaign.stage(), Stage::Open(2));
    assert_eq!(campaign.ledger.results().filter(|(cycle, _)| *cycle == 1).count(), 1);
    let packets = store.list("cycles/0001/packets").unwrap();
    assert_eq!(packets.len(), SEATS.len(), "{packets:?}");
    store
}

/// The same, and what anybody was told is so.
fn judge(campaigns: &Campaigns, bench: &Bench, mails: &[String]) {
    let store = judge_history(campaigns, mails);
    let told = told(campaigns, bench);
    for seat in SEATS {
        let report = store.need(&format!("cycles/0001/reports/{seat}.age")).unwrap();
        assert!(told.values().any(|bytes| *bytes == report), "{seat}: {:?}", told.keys());
        // Whoever took the packet in and whoever found it taken say the same, under one name.
        let of_it =
            |(name, _): &(&String, &Vec<u8>)| name.starts_with(seat) && name.ends_with(".receipt");
        let receipts: Vec<_> = told.iter().filter(of_it).collect();
        assert_eq!(receipts.len(), 1, "{seat}: {:?}", told.keys());
        let (receipt, _) = Receipt::find(receipts[0].1, None).unwrap();
        assert_eq!((receipt.verdict, receipt.cycle), (Verdict::Accepted, 1));
        assert_eq!(receipt.received, time(CAME));
    }
}

/// The letters that were told. Each has one text; of a receipt that was given again that is what its player reads.
fn told(campaigns: &Campaigns, bench: &Bench) -> BTreeMap<String, Vec<u8>> {
    let mut told: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    campaigns
        .pages("outbox/bench/", |names| {
            for name in names {
                let object = campaigns.read(&format!("outbox/bench/{name}"))?.unwrap();
                for (letter, mut bytes) in Campaigns::letters(&object)? {
                    if letter.ends_with(".receipt") {
                        let seat = SEATS.iter().find(|seat| letter.starts_with(**seat)).unwrap();
                        bytes = Receipt::open(bytes, Some(bench.players[*seat].identity()))?;
                    }
                    let before = told.entry(letter.clone()).or_insert_with(|| bytes.clone());
                    assert_eq!(*before, bytes, "{letter} has two texts");
                }
            }
            Ok(())
        })
        .unwrap();
    told
}

#[test]
fn a_mail_that_a_dead_runner_left_gets_the_receipt_that_its_packet_got() {
    let (bench, objects, mails) = before();
    let shared: Arc<dyn Objects> = anew(&objects);
    let campaigns = Campaigns::over(shared, PLACE);
    assert!(go_on(&campaigns, &mails));
    let first = told(&campaigns, &bench);
    // It told what it did, or died before that.
    for has_told in [true, false] {
        let mut outbox = Vec::new();
        let all = |names: Vec<String>| {
            outbox.extend(names);
            Ok(())
        };
        campaigns.pages("outbox/bench/", all).unwrap();
        for name in outbox.iter().filter(|_| !has_told) {
            campaigns.remove(&format!("outbox/bench/{name}")).unwrap();
        }
        for name in &mails {
            let key = format!("inbox/{name}");
            campaigns.write(&key, &objects[&format!("{PLACE}{key}")]).unwrap();
        }
        assert!(go_on(&campaigns, &mails));
        let receipts = |told: BTreeMap<String, Vec<u8>>| -> BTreeMap<String, Vec<u8>> {
            told.into_iter().filter(|(name, _)| name.ends_with(".receipt")).collect()
        };
        assert_eq!(receipts(told(&campaigns, &bench)), receipts(first.clone()));
    }
    judge_history(&campaigns, &mails);
}

/// `ADJUTANT_TESTS=all` plays three hundred orders.
#[test]
fn whatever_the_order_of_real_runs_there_is_one_history() {
    let (bench, objects, mails) = before();
    let mut plain = Plain::default();
    for number in 0..if all() { 300 } else { 12 } {
        let inner = anew(&objects);
        let run = |_: usize, objects: Arc<dyn Objects>| {
            go_on(&Campaigns::over(objects, PLACE), &mails);
        };
        let choices = plain.choices(120);
        let (runners, faults) = (2 + number % 2, 3);
        scheduled(&inner, &Orders { choices: &choices, runners, faults, known: None }, &run);
        let shared: Arc<dyn Objects> = inner;
        judge(&Campaigns::over(shared, PLACE), &bench, &mails);
    }
}

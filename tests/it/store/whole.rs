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

use super::model::{Plain, scheduled};
use super::put;
use crate::bench::{SEATS, keys, time};
use crate::shelf::all;
use crate::week::{START, campaign, mail};

const PLACE: &str = "league/";
/// When the packets came, and the next run after the deadline.
const CAME: &str = "2026-03-12T13:00:00Z";
const AFTER: &str = "2026-03-13T20:05:00Z";

/// The objects before the run, and the names of the mails.
fn before() -> (BTreeMap<String, Vec<u8>>, Vec<String>) {
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
    (all, names)
}

fn go_on(campaigns: &Campaigns, mails: &[String]) -> bool {
    let runner = Runner { campaigns, outbox: None, shelf: OURS, now: time(AFTER) };
    runner.go_on("bench", mails, || Ok(keys())).is_ok()
}

/// Whoever comes next carries on; then there is one history with both packets, and what anybody was told is so.
fn judge(campaigns: &Campaigns, mails: &[String]) {
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
    // A letter has one text, and an enclosed report is the one that the ledger lists.
    let mut told: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    campaigns
        .pages("outbox/bench/", |names| {
            for name in names {
                let object = campaigns.read(&format!("outbox/bench/{name}"))?.unwrap();
                for (letter, bytes) in Campaigns::letters(&object)? {
                    let before = told.entry(letter.clone()).or_insert_with(|| bytes.clone());
                    assert_eq!(*before, bytes, "{letter} has two texts");
                }
            }
            Ok(())
        })
        .unwrap();
    for seat in SEATS {
        let report = store.need(&format!("cycles/0001/reports/{seat}.age")).unwrap();
        assert!(told.values().any(|bytes| *bytes == report), "{seat}: {:?}", told.keys());
    }
    // One that died after it had resolved leaves a mail, and the next says that its cycle is over.
    for seat in SEATS {
        let of_it = |name: &&String| name.starts_with(seat) && name.contains("receipt");
        assert!(told.keys().any(|name| of_it(&name)), "{seat}: {:?}", told.keys());
    }
}

/// `ADJUTANT_TESTS=all` plays three hundred orders.
#[test]
fn whatever_the_order_of_real_runs_there_is_one_history() {
    let (objects, mails) = before();
    let mut plain = Plain::default();
    for number in 0..if all() { 300 } else { 12 } {
        let inner = Arc::new(Memory::default());
        for (key, bytes) in &objects {
            inner.create(key, bytes).unwrap();
        }
        let run = |_: usize, objects: Arc<dyn Objects>| {
            go_on(&Campaigns::over(objects, PLACE), &mails);
        };
        let choices = plain.choices(120);
        scheduled(&inner, (&choices, 2 + number % 2, 3), &run);
        let shared: Arc<dyn Objects> = inner;
        judge(&Campaigns::over(shared, PLACE), &mails);
    }
}

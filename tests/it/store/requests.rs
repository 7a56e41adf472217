//! What a campaign in an object store costs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adjutant::base::Problem;
use adjutant::campaign::objects::{Memory, Object, Objects};
use adjutant::games::OURS;
use adjutant::league::shard::Runner;

use super::put;
use crate::bench::{keys, time};
use crate::week::{START, campaign, mail};

/// Counts requests.
#[derive(Debug, Default)]
pub(super) struct Counted {
    inner: Memory,
    reads: AtomicUsize,
    writes: AtomicUsize,
    removals: AtomicUsize,
    bytes: AtomicUsize,
}

impl Counted {
    /// Reads, writes and removals since the last time, and the bytes of reads and writes.
    pub(super) fn taken(&self) -> [usize; 4] {
        [&self.reads, &self.writes, &self.removals, &self.bytes]
            .map(|count| count.swap(0, Ordering::Relaxed))
    }
}

impl Objects for Counted {
    fn get(&self, key: &str) -> Result<Option<Object>, Problem> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let found = self.inner.get(key)?;
        let length = found.as_ref().map_or(0, |object| object.bytes.len());
        self.bytes.fetch_add(length, Ordering::Relaxed);
        Ok(found)
    }

    fn create(&self, key: &str, bytes: &[u8]) -> Result<Option<String>, Problem> {
        self.writes.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes.len(), Ordering::Relaxed);
        self.inner.create(key, bytes)
    }

    fn replace(&self, key: &str, bytes: &[u8], version: &str) -> Result<Option<String>, Problem> {
        self.writes.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes.len(), Ordering::Relaxed);
        self.inner.replace(key, bytes, version)
    }

    fn list(
        &self,
        prefix: &str,
        page: &mut dyn FnMut(Vec<String>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        self.inner.list(prefix, page)
    }

    fn remove(&self, key: &str) -> Result<(), Problem> {
        self.removals.fetch_add(1, Ordering::Relaxed);
        self.inner.remove(key)
    }
}

/// Two packets that come apart, the deadline and the next opening, against what the same would cost a directory
/// that is far away: more than a hundred files.
#[test]
fn a_cycle_of_two_costs_few_requests_and_a_campaign_that_waits_one() {
    let bench = campaign("");
    let counted = Arc::new(Counted::default());
    let objects: Arc<dyn Objects> = Arc::<Counted>::clone(&counted);
    let campaigns = put(&bench, &objects);
    let run = |mails: &[String], now: &str| {
        let runner = Runner { campaigns: &campaigns, outbox: None, shelf: OURS, now: time(now) };
        runner.go_on("bench", mails, || Ok(keys())).unwrap()
    };
    assert!(run(&[], START), "the first reports");
    for day in 6..=12 {
        run(&[], &format!("2026-03-{day:02}T12:00:00Z"));
    }
    counted.taken();
    assert!(!run(&[], "2026-03-12T12:30:00Z"));
    let [reads, writes, removals, bytes] = counted.taken();
    assert_eq!((reads, writes, removals), (1, 0, 0), "nothing is due");
    println!("nothing is due: {bytes} bytes");
    assert!(bytes < 256 * 1024, "{bytes}");
    let (mut all, mut carried) = ([0; 2], 0);
    for (seat, hour) in [("mazianni", 13), ("union", 14)] {
        let came = mail(&bench, seat, 1, &format!("2026-03-12T{hour}:00:00Z"), false);
        let name = format!("bench/20260312T{hour}0000Z-{seat}.eml");
        campaigns.write(&format!("inbox/{name}"), &came.content.read().unwrap()).unwrap();
        counted.taken();
        assert!(run(std::slice::from_ref(&name), &format!("2026-03-12T{hour}:05:00Z")));
        let [reads, writes, _, bytes] = counted.taken();
        (all, carried) = ([all[0] + reads, all[1] + writes], carried + bytes);
        assert!(campaigns.read(&format!("inbox/{name}")).unwrap().is_none(), "it was taken in");
    }
    assert!(run(&[], "2026-03-13T20:05:00Z"));
    let [reads, writes, _, bytes] = counted.taken();
    (all, carried) = ([all[0] + reads, all[1] + writes], carried + bytes);
    println!("a cycle of two: {} reads, {} writes, {carried} bytes", all[0], all[1]);
    assert!(all[0] <= 12 && all[1] <= 12, "{all:?}");
    let mut outbox = Vec::new();
    campaigns
        .pages("outbox/bench/", |names| {
            outbox.extend(names);
            Ok(())
        })
        .unwrap();
    assert_eq!(outbox.len(), 4, "the first reports, two receipts, the new reports: {outbox:?}");
}

//! A campaign in an object store is the one that the same inputs make in a directory.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use adjutant::base::Kind;
use adjutant::campaign::objects::{Memory, Objects};
use adjutant::campaign::{Campaigns, Store};
use adjutant::games::OURS;
use adjutant::league::shard::Runner;
use adjutant::referee::Desk;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::open;
use adjutant::seal::packed;

use super::{put, took};
use crate::bench::{Bench, SEATS, files, keys, time};
use crate::folder::folder;
use crate::week::{START, campaign, mail, run_at};

/// What a campaign says: every file by its path, sealed ones opened. Whoever seals draws lots, so the sealed bytes
/// and all that is a digest of them differ from run to run.
fn said(store: Store) -> BTreeMap<String, String> {
    let all = files(store.root());
    let desk = Desk::look(store, keys(), OURS).unwrap();
    let ids =
        [desk.identity(), desk.address_identity(), desk.cycle_identity(1), desk.cycle_identity(2)];
    let drawn = |line: &&str| {
        let hex = |word: &str| word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
        !line.split(|c: char| !c.is_ascii_alphanumeric()).any(hex)
    };
    let counts = |path: &str| path.strip_suffix(".sig").is_none() && path != "checkpoint";
    let said = all.into_iter().filter(|(path, _)| counts(path) && !path.starts_with('.'));
    said.map(|(path, bytes)| {
        let text = if path.strip_suffix(".age").is_some() {
            ids.iter().find_map(|id| packed::open(&bytes, id).ok()).expect("one opens it")
        } else {
            String::from_utf8(bytes).unwrap()
        };
        // Of a line with a digest in it only that there is one.
        let text = if path.starts_with("ledger/") || path.contains("/reports/") {
            let lines = text.lines().map(|line| if drawn(&line) { line } else { "digest" });
            lines.collect::<Vec<_>>().join("\n")
        } else {
            text
        };
        (path, text)
    })
    .collect()
}

#[test]
fn it_says_what_the_same_campaign_says_in_a_directory() {
    let bench = campaign("");
    let objects: Arc<dyn Objects> = Arc::new(Memory::default());
    let campaigns = put(&bench, &objects);
    let run = |mails: &[String], now: &str| {
        let runner = Runner { campaigns: &campaigns, outbox: None, shelf: OURS, now: time(now) };
        runner.go_on("bench", mails, || Ok(keys())).unwrap();
    };
    let both = |now: &str| {
        run_at(&bench, &[], now);
        run(&[], now);
    };
    both(START);
    for day in 6..=12 {
        both(&format!("2026-03-{day:02}T12:00:00Z"));
    }
    for (seat, hour) in [("mazianni", 13), ("union", 14)] {
        let at = format!("2026-03-12T{hour}:00:00Z");
        let name = format!("bench/20260312T{hour}0000Z-{seat}.eml");
        let came = mail(&bench, seat, 1, &at, false);
        campaigns.write(&format!("inbox/{name}"), &came.content.read().unwrap()).unwrap();
        run_at(&bench, &[came], &at);
        run(&[name], &at);
    }
    both("2026-03-13T20:05:00Z");
    both("2026-03-13T20:10:00Z");
    let dir = folder();
    let copied = took(&campaigns, &dir.path().join("campaign"));
    let verdict = verify(copied.again(), &Own::default(), OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    let (here, there) = (said(copied), said(bench.store()));
    assert_eq!(here.keys().collect::<Vec<_>>(), there.keys().collect::<Vec<_>>());
    for (path, text) in &there {
        assert_eq!(&here[path], text, "{path}");
    }
    for seat in SEATS {
        assert!(there.contains_key(&format!("cycles/0001/reports/{seat}.age")));
    }
}

/// `file://` is the directory itself, with its lock.
#[test]
fn a_directory_may_be_named_by_a_url() {
    let bench = Bench::open();
    let dir = folder();
    let path = dir.path().join("there");
    let url = format!("file://{}", path.display());
    let url = Path::new(&url);
    assert!(!Store::is_far(url) && Store::is_far(Path::new("s3://club/league/pell")));
    bench.store().copy_to(&Store::create(url).unwrap()).unwrap();
    assert!(Store::create(url).is_err(), "there is one");
    let there = Store::find(url).unwrap();
    assert_eq!(there.root(), fs::canonicalize(&path).unwrap());
    let verdict = verify(there, &Own::default(), OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
}

/// Of two who run a campaign at once one goes on; what the other wrote is not there, and nothing follows from it.
#[test]
fn of_two_hands_one_goes_on() {
    let bench = Bench::enrolled();
    let objects: Arc<dyn Objects> = Arc::new(Memory::default());
    let campaigns = put(&bench, &objects);
    let desk = || Desk::take(Store::among(&campaigns, "bench").unwrap(), keys(), OURS).unwrap();
    let (mut first, mut second) = (desk(), desk());
    open::open(&mut first, None, time("2026-03-05T12:00:00Z")).unwrap();
    let problem = open::open(&mut second, None, time("2026-03-05T13:00:00Z")).unwrap_err();
    assert_eq!(
        (problem.kind, second.campaign.store.newest()),
        (Kind::Busy, first.campaign.store.newest())
    );
    assert!(second.campaign.store.write("README.md", b"x").is_err(), "it is over for this one");
    let head = |desk: &Desk| desk.campaign.ledger.head();
    assert_eq!(head(&desk()), head(&first));
}

/// What somebody writes into the store by hand is refused, and what they remove is missed.
#[test]
fn a_store_that_was_tampered_with_is_refused() {
    let bench = with_a_ruling();
    let made = || -> (Arc<dyn Objects>, Campaigns) {
        let objects: Arc<dyn Objects> = Arc::new(Memory::default());
        let campaigns = put(&bench, &objects);
        let desk = Desk::take(Store::among(&campaigns, "bench").unwrap(), keys(), OURS).unwrap();
        desk.campaign.store.write("README.md", b"a note\n").unwrap();
        (objects, campaigns)
    };
    let bundle = |n: u32| format!("league/bundles/bench/{n:08}");
    let read = |campaigns: &Campaigns| {
        let store = Store::among(campaigns, "bench")?;
        store.expect_all()
    };
    let (objects, campaigns) = made();
    read(&campaigns).unwrap();
    // The index is nothing but what the bundles say.
    objects.remove("league/index/bench").unwrap();
    read(&campaigns).unwrap();
    let (objects, campaigns) = made();
    let there = objects.get(&bundle(1)).unwrap().unwrap();
    let other = objects.get(&bundle(2)).unwrap().unwrap();
    objects.replace(&bundle(1), &other.bytes, &there.version).unwrap().unwrap();
    assert!(read(&campaigns).unwrap_err().what.contains("is not the one that was written"));
    let (objects, campaigns) = made();
    objects.remove(&bundle(1)).unwrap();
    assert!(read(&campaigns).unwrap_err().what.contains("missing"));
}

/// A file that no index keeps.
const RULING: &str = "rulings/000099.age";

fn with_a_ruling() -> Bench {
    let bench = Bench::open();
    bench.store().write(RULING, b"a ruling").unwrap();
    bench
}

/// A cache is used if its digest is the one, and never believed.
#[test]
fn a_cache_that_was_changed_is_not_used() {
    let bench = with_a_ruling();
    let objects: Arc<dyn Objects> = Arc::new(Memory::default());
    let cache = folder();
    let campaigns = put(&bench, &objects).cached(Some(cache.path().to_owned()));
    let read = || Store::among(&campaigns, "bench").unwrap().need(RULING);
    let text = read().unwrap();
    let kept: Vec<_> = fs::read_dir(cache.path()).unwrap().map(|e| e.unwrap().path()).collect();
    assert_eq!(kept.len(), 1);
    fs::write(&kept[0], b"changed").unwrap();
    assert_eq!(read().unwrap(), text);
    // And with the bundle gone it is what helps.
    objects.remove("league/bundles/bench/00000001").unwrap();
    assert_eq!(read().unwrap(), text);
    fs::write(&kept[0], b"changed").unwrap();
    assert!(read().is_err());
}

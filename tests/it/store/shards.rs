//! Shards of many campaigns, and the mail that comes for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use adjutant::base::Problem;
use adjutant::campaign::objects::{Memory, Object, Objects};
use adjutant::campaign::{Campaigns, Shard};
use adjutant::games::OURS;
use adjutant::league::routing::{Routed, lying, routed};
use adjutant::league::shard::Runner;
use adjutant::referee::cycle::reveal;

use super::put;
use crate::bench::{keys, time};
use crate::week::{START, campaign, mail};

/// A store with a million campaigns, of which it keeps nothing but how many there are.
#[derive(Debug)]
struct Million;

const PAGE: u32 = 1000;

impl Objects for Million {
    fn get(&self, _: &str) -> Result<Option<Object>, Problem> {
        unreachable!("nobody opens them")
    }

    fn create(&self, _: &str, _: &[u8]) -> Result<Option<String>, Problem> {
        unreachable!("nobody writes")
    }

    fn replace(&self, _: &str, _: &[u8], _: &str) -> Result<Option<String>, Problem> {
        unreachable!("nobody writes")
    }

    fn list(
        &self,
        prefix: &str,
        page: &mut dyn FnMut(Vec<String>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let name = |n: u32| format!("{prefix}pell-{n:07}");
        (0..PAGE).try_for_each(|p| page((p * PAGE..(p + 1) * PAGE).map(name).collect()))
    }

    fn remove(&self, _: &str) -> Result<(), Problem> {
        unreachable!("nobody writes")
    }
}

#[test]
fn a_million_campaigns_are_listed_page_by_page() {
    let campaigns = Campaigns::over(Arc::new(Million), "league/");
    let (mut own, mut pages) = (0, 0);
    campaigns
        .each(Shard::new(5, 8).unwrap(), |names| {
            assert!(names.len() <= PAGE as usize, "a page at a time");
            (own, pages) = (own + names.len(), pages + 1);
            Ok(())
        })
        .unwrap();
    assert!((124_000..126_000).contains(&own), "an eighth: {own}");
    assert_eq!(pages, PAGE);
    // Whoever gets a page may stop, and no further page is asked for.
    let mut pages = 0;
    let stopped = campaigns.each(Shard::WHOLE, |_| {
        pages += 1;
        Err(Problem::failed("enough"))
    });
    assert!(stopped.is_err() && pages == 1);
}

#[test]
fn mail_goes_to_the_campaign_that_it_names() {
    let bench = campaign("");
    let objects: Arc<dyn Objects> = Arc::new(Memory::default());
    let campaigns = put(&bench, &objects);
    let run = |mails: &[String], now: &str| {
        let runner = Runner { campaigns: &campaigns, outbox: None, shelf: OURS, now: time(now) };
        runner.go_on("bench", mails, || Ok(keys())).unwrap()
    };
    run(&[], START);
    let now = "2026-03-05T13:00:00Z";
    let packet = mail(&bench, "union", 1, now, false).content.read().unwrap();
    let reply = |subject: &str| {
        let head = format!("From: union@example.net\r\nSubject: {subject}\r\n\r\n");
        [head.as_bytes(), &packet].concat()
    };
    let route = |shard: Shard, subject: &str| {
        routed(&campaigns, shard, &reply(subject), time(now)).unwrap()
    };
    // A campaign that is not here is not named.
    assert_eq!(route(Shard::WHOLE, "Re: [fen] report"), Routed::Nameless);
    assert_eq!(route(Shard::WHOLE, "my orders"), Routed::Nameless);
    // Every shard looks, and one takes it: whoever resolves has sorted before.
    let subject = "Re: [bench] report of cycle 0";
    let shards = (0..8).map(|part| Shard::new(part, 8).unwrap());
    let (own, others): (Vec<Shard>, Vec<Shard>) = shards.partition(|shard| shard.has("bench"));
    for other in others {
        assert_eq!(route(other, subject), Routed::Elsewhere);
    }
    let Routed::Laid { campaign, mail: laid } = route(own[0], subject) else {
        panic!("it is the shard of the campaign");
    };
    assert_eq!(campaign, "bench");
    assert!(laid.starts_with("bench/20260305T130000Z-"), "{laid}");
    // Whoever is killed and lays it again lays the same.
    assert_eq!(route(own[0], subject), Routed::Laid { campaign, mail: laid.clone() });
    // A second name counts only where the first is none.
    let both = "Re: [bench] Fwd: [elsewhere]";
    assert!(matches!(route(own[0], both), Routed::Laid { .. }), "{both}");
    assert!(run(std::slice::from_ref(&laid), "2026-03-05T13:05:00Z"));
    assert!(campaigns.read(&format!("inbox/{laid}")).unwrap().is_none(), "it was taken in");
    let store = adjutant::campaign::Store::among(&campaigns, "bench").unwrap();
    assert_eq!(store.list("cycles/0001/packets").unwrap().len(), 1);
}

/// What comes for a campaign when all is over is laid aside, as it came, and costs the rounds after it nothing.
#[test]
fn mail_for_a_campaign_that_is_over_is_laid_aside() {
    let bench = campaign("");
    reveal::reveal(&mut bench.desk(), Some("enough"), time(START)).unwrap();
    let objects: Arc<dyn Objects> = Arc::new(Memory::default());
    let campaigns = put(&bench, &objects);
    let late = "bench/20260305T130000Z-1.eml".to_owned();
    campaigns.write(&format!("inbox/{late}"), b"orders").unwrap();
    let now = time("2026-03-05T14:00:00Z");
    let runner = Runner { campaigns: &campaigns, outbox: None, shelf: OURS, now };
    let run = || runner.go_on("bench", std::slice::from_ref(&late), || Ok(keys())).unwrap();
    assert!(run());
    assert_eq!(campaigns.read(&format!("inbox/{late}")).unwrap(), None);
    assert_eq!(campaigns.read(&format!("late/{late}")).unwrap().as_deref(), Some(&b"orders"[..]));
    assert!(!run(), "there is nothing more to do");
}

/// A store before which somebody else acts as soon as it was listed.
#[derive(Debug)]
struct Meanwhile {
    inner: Arc<Memory>,
    shard: Shard,
    acted: AtomicBool,
}

impl Objects for Meanwhile {
    fn get(&self, key: &str) -> Result<Option<Object>, Problem> {
        self.inner.get(key)
    }

    fn create(&self, key: &str, bytes: &[u8]) -> Result<Option<String>, Problem> {
        self.inner.create(key, bytes)
    }

    fn replace(&self, key: &str, bytes: &[u8], version: &str) -> Result<Option<String>, Problem> {
        self.inner.replace(key, bytes, version)
    }

    fn list(
        &self,
        prefix: &str,
        page: &mut dyn FnMut(Vec<String>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        self.inner.list(prefix, page)?;
        if !self.acted.swap(true, Ordering::Relaxed) {
            let shared: Arc<dyn Objects> = Arc::<Memory>::clone(&self.inner);
            lying(&Campaigns::over(shared, "league/"), self.shard, time(START))?;
        }
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<(), Problem> {
        self.inner.remove(key)
    }
}

/// The one may sort a mail between the other's look at what is unsorted and its look at what is sorted: would that
/// other run the campaign without it, the deadline could pass.
#[test]
fn of_a_shard_that_is_started_twice_both_find_a_mail_that_one_of_them_sorts() {
    let bench = campaign("");
    let inner = Arc::new(Memory::default());
    let shared: Arc<dyn Objects> = Arc::<Memory>::clone(&inner);
    let plain = put(&bench, &shared);
    let mail = b"From: union@example.net\r\nSubject: Re: [bench] report\r\n\r\nhere\r\n";
    plain.write("inbox/20260305T120000Z-1.eml", mail).unwrap();
    let shard = (0..8).map(|part| Shard::new(part, 8).unwrap()).find(|shard| shard.has("bench"));
    let acted = AtomicBool::new(false);
    let twice = Arc::new(Meanwhile { inner, shard: shard.unwrap(), acted });
    let found = lying(&Campaigns::over(twice, "league/"), shard.unwrap(), time(START)).unwrap();
    let own = lying(&plain, shard.unwrap(), time(START)).unwrap();
    assert_eq!(found.inbox, own.inbox);
    assert_eq!(found.inbox["bench"].len(), 1);
    assert!(found.nameless.is_empty());
}

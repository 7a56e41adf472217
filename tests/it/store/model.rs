//! Every order in which two runners can write a cycle, with answers that are lost and runners that die.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use adjutant::base::{Digest, Problem};
use adjutant::campaign::objects::{Files, Memory, Object, Objects};
use adjutant::campaign::{Campaigns, Store};
use adjutant::league::shard::{deliver, until_alone};

/// What becomes of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It is carried out and answered.
    Done,
    /// It is carried out, and the answer is lost.
    Lost,
    /// Whoever makes it dies before.
    Dies,
    /// Whoever makes it dies when it is carried out.
    DiesAfter,
}

/// Where runners ask for their next request to be carried out.
#[derive(Debug)]
struct Table {
    seats: Mutex<Vec<Seat>>,
    changed: Condvar,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seat {
    Thinking,
    /// Asks for a request; true if it writes.
    Asking(bool),
    Told(Fate),
    Gone,
}

impl Table {
    fn ask(&self, runner: usize, writes: bool) -> Fate {
        let mut seats = self.seats.lock().unwrap();
        seats[runner] = Seat::Asking(writes);
        self.changed.notify_all();
        loop {
            if let Seat::Told(fate) = seats[runner] {
                seats[runner] = Seat::Thinking;
                return fate;
            }
            seats = self.changed.wait(seats).unwrap();
        }
    }

    fn leave(&self, runner: usize) {
        self.seats.lock().unwrap()[runner] = Seat::Gone;
        self.changed.notify_all();
    }

    /// Who asks, once nobody thinks; nobody if all are gone.
    fn asking(&self) -> Vec<(usize, bool)> {
        let mut seats = self.seats.lock().unwrap();
        while seats.iter().any(|seat| matches!(seat, Seat::Thinking | Seat::Told(_))) {
            seats = self.changed.wait(seats).unwrap();
        }
        let asks = |(n, seat): (usize, &Seat)| match seat {
            Seat::Asking(writes) => Some((n, *writes)),
            _ => None,
        };
        seats.iter().enumerate().filter_map(asks).collect()
    }

    fn tell(&self, runner: usize, fate: Fate) {
        self.seats.lock().unwrap()[runner] = Seat::Told(fate);
        self.changed.notify_all();
    }
}

/// The objects as one runner reaches them.
#[derive(Debug)]
struct Reached {
    inner: Arc<Memory>,
    runner: usize,
    table: Arc<Table>,
    dead: Mutex<bool>,
}

impl Reached {
    fn request<T>(
        &self,
        writes: bool,
        act: impl FnOnce() -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let gone = || Problem::failed("no answer");
        let mut dead = self.dead.lock().unwrap();
        if *dead {
            return Err(gone());
        }
        let fate = self.table.ask(self.runner, writes);
        *dead = matches!(fate, Fate::Dies | Fate::DiesAfter);
        match fate {
            Fate::Done => act(),
            Fate::Lost | Fate::DiesAfter => act().and(Err(gone())),
            Fate::Dies => Err(gone()),
        }
    }
}

impl Objects for Reached {
    fn get(&self, key: &str) -> Result<Option<Object>, Problem> {
        // What is never changed may be read at any time: only when it appears counts, and writes decide that.
        if key.contains("index/") || key.contains("inbox/") {
            return self.request(false, || self.inner.get(key));
        }
        if *self.dead.lock().unwrap() {
            return Err(Problem::failed("no answer"));
        }
        self.inner.get(key)
    }

    fn create(&self, key: &str, bytes: &[u8]) -> Result<Option<String>, Problem> {
        self.request(true, || self.inner.create(key, bytes))
    }

    fn replace(&self, key: &str, bytes: &[u8], version: &str) -> Result<Option<String>, Problem> {
        self.request(true, || self.inner.replace(key, bytes, version))
    }

    fn list(
        &self,
        _: &str,
        _: &mut dyn FnMut(Vec<String>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        unreachable!("a runner does not list")
    }

    fn remove(&self, key: &str) -> Result<(), Problem> {
        self.request(true, || self.inner.remove(key))
    }
}

const PACKET: &str = "cycles/0001/packets/a-001.age";
const REPORT: &str = "cycles/0001/reports/a.age";
const RESULT: &str = "ledger/000001.yaml";
const NOTE: &str = "last-run.yaml";

/// A cycle in small, by the same steps as a real one: it takes in a packet, makes a report that differs each time it
/// is made, as sealing draws lots, and appends the entry that lists its digest; tells what it did, and notes that.
fn cycle(campaigns: &Campaigns, lot: &str) -> Result<(), Problem> {
    let once = || {
        let store = Store::among(campaigns, "c")?;
        store.begin();
        let mut letters = Files::new();
        let mail = campaigns.read("inbox/c/mail")?;
        if let Some(mail) = &mail {
            store.put_new(PACKET, mail)?;
            letters.insert("receipt".to_owned(), mail.clone());
        }
        if let Some(packet) = store.read(PACKET)?.filter(|_| !store.has(RESULT)) {
            let report = [lot.as_bytes(), &packet].concat();
            store.put(REPORT, &report)?;
            assert!(store.put_new(RESULT, Digest::of(&report).to_string().as_bytes())?);
        }
        let told = store.read(NOTE)?.is_some();
        let report = store.read(REPORT)?.filter(|_| !told);
        let is_silent = report.is_none();
        letters.extend(report.map(|report| ("report".to_owned(), report)));
        let tell = || {
            let name = format!("outbox/c/{:08}", store.newest());
            if letters.is_empty() { Ok(()) } else { campaigns.post(&name, &letters) }
        };
        let note = || if is_silent { Ok(()) } else { store.write(NOTE, b"told") };
        deliver(&store, is_silent, tell, note)?;
        if mail.is_some() { campaigns.remove("inbox/c/mail") } else { Ok(()) }
    };
    until_alone(once).map(drop)
}

/// Plays one order of requests of the small cycle.
fn play(choices: &[usize], runners: usize, faults: usize) -> Vec<usize> {
    let inner = Arc::new(Memory::default());
    let plain: Arc<dyn Objects> = Arc::<Memory>::clone(&inner);
    let campaigns = Campaigns::over(plain, "");
    Store::vacant_among(&campaigns, "c").unwrap().write("ledger/000000.yaml", b"genesis").unwrap();
    campaigns.write("inbox/c/mail", b"orders").unwrap();
    let run = |runner: usize, objects: Arc<dyn Objects>| {
        let _ = cycle(&Campaigns::over(objects, ""), &format!("{runner}: "));
    };
    let widths = scheduled(&inner, (choices, runners, faults), &run);
    judge(&campaigns, &inner);
    widths
}

/// Has runners act in one order of their requests: at each point the choice that is given, and the first where none is.
/// How many choices there were at each point.
pub(super) fn scheduled(
    inner: &Arc<Memory>,
    (choices, runners, mut faults): (&[usize], usize, usize),
    run: &(dyn Fn(usize, Arc<dyn Objects>) + Sync),
) -> Vec<usize> {
    let seats = Mutex::new(vec![Seat::Thinking; runners]);
    let table = Arc::new(Table { seats, changed: Condvar::new() });
    let mut widths = Vec::new();
    thread::scope(|scope| {
        for runner in 0..runners {
            let (inner, table) = (Arc::clone(inner), Arc::clone(&table));
            scope.spawn(move || {
                let reached =
                    Reached { inner, runner, table: Arc::clone(&table), dead: Mutex::default() };
                run(runner, Arc::new(reached));
                table.leave(runner);
            });
        }
        loop {
            let asking = table.asking();
            let mut options: Vec<(usize, Fate)> =
                asking.iter().map(|(n, _)| (*n, Fate::Done)).collect();
            if faults > 0 {
                for (n, _) in asking.iter().filter(|(_, writes)| *writes) {
                    options
                        .extend([Fate::Lost, Fate::Dies, Fate::DiesAfter].map(|fate| (*n, fate)));
                }
            }
            if options.is_empty() {
                break;
            }
            let (runner, fate) =
                options[choices.get(widths.len()).copied().unwrap_or(0) % options.len()];
            widths.push(options.len());
            faults -= usize::from(fate != Fate::Done);
            table.tell(runner, fate);
        }
    });
    widths
}

/// Whoever comes next carries on what was left; then everything is there, once.
fn judge(campaigns: &Campaigns, inner: &Memory) {
    cycle(campaigns, "next: ").unwrap();
    cycle(campaigns, "and again: ").unwrap();
    let store = Store::among(campaigns, "c").unwrap();
    store.expect_all().unwrap();
    let need = |path: &str| store.need(path).unwrap();
    assert_eq!(need(PACKET), b"orders", "the packet is in");
    let report = need(REPORT);
    assert!(report.ends_with(b"orders"));
    assert_eq!(
        need(RESULT),
        Digest::of(&report).to_string().as_bytes(),
        "and is the one that is listed"
    );
    assert_eq!(need("ledger/000000.yaml"), b"genesis");
    assert!(inner.get("inbox/c/mail").unwrap().is_none());
    // Everything that anybody was ever told is so.
    let mut told = BTreeMap::new();
    campaigns
        .pages("outbox/c/", |names| {
            for name in names {
                let object = campaigns.read(&format!("outbox/c/{name}"))?.unwrap();
                for (letter, bytes) in Campaigns::letters(&object)? {
                    assert_eq!(told.entry(letter).or_insert_with(|| bytes.clone()), &bytes);
                }
            }
            Ok(())
        })
        .unwrap();
    assert_eq!(told["report"], report, "one report of a cycle, and it was sent");
    assert_eq!(told["receipt"], b"orders");
}

/// Plays every order there is; how many.
fn play_all(runners: usize, faults: usize) -> usize {
    let mut choices: Vec<usize> = Vec::new();
    for played in 1.. {
        let widths = play(&choices, runners, faults);
        choices.resize(widths.len(), 0);
        let Some(last) = (0..widths.len()).rev().find(|at| choices[*at] + 1 < widths[*at]) else {
            return played;
        };
        choices.truncate(last + 1);
        choices[last] += 1;
    }
    unreachable!("orders are finite")
}

#[test]
fn every_order_of_two_runners_leads_to_one_history() {
    let played = play_all(2, 0);
    println!("{played} orders of two runners");
    assert!(played > 500, "{played}");
}

#[test]
fn one_runner_may_die_or_miss_an_answer_at_any_request() {
    let played = play_all(1, 3);
    println!("{played} orders of one runner with up to three faults");
    assert!(played > 40, "{played}");
}

/// Of the many orders of three, some thousands that a plain generator chooses.
#[test]
fn three_runners_with_faults_lead_to_one_history() {
    let all = std::env::var("ADJUTANT_TESTS").is_ok_and(|tests| tests == "all");
    let mut plain = Plain::default();
    for runners in [2, 3] {
        for _ in 0..if all { 20_000 } else { 1_500 } {
            play(&plain.choices(80), runners, 3);
        }
    }
}

/// A plain generator.
pub(super) struct Plain(u64);

impl Default for Plain {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Plain {
    pub(super) fn choices(&mut self, count: usize) -> Vec<usize> {
        let one = |_| {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 >> 40).unwrap()
        };
        (0..count).map(one).collect()
    }
}

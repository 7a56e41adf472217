//! Every order in which runners can go through a cycle, with answers that are lost and runners that die.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use adjutant::base::{Digest, Problem};
use adjutant::campaign::objects::{Files, Memory, Object, Objects};
use adjutant::campaign::{Campaigns, Store};
use adjutant::league::shard::{deliver, until_alone};

use crate::shelf::all;

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

/// Who wrote what is there, and what each runner was told so far: all that decides what happens from here on. A runner
/// does what follows from the answers it got, and nothing else; and which of them it is does not matter, so a writer
/// is known by what it was told before.
#[derive(Debug)]
struct Known {
    /// What was written or removed, by whom.
    objects: BTreeMap<String, Digest>,
    /// What each runner was told, and what became of its requests whose answers were lost.
    told: Vec<Digest>,
}

/// What is known of a runner of which nothing follows any more.
const GONE: Digest = Digest([0; 32]);

impl Known {
    /// Notes a request that was carried out, and what its runner learned of it.
    fn note(&mut self, runner: usize, (op, key): (&str, &str), (yes, fate): (bool, Fate)) {
        let before = self.told[runner];
        let there = self.objects.get(key).copied().unwrap_or(GONE);
        if op != "get" && yes && fate != Fate::Dies {
            let fields: [&[u8]; 3] = [&before.0, op.as_bytes(), key.as_bytes()];
            self.objects.insert(key.to_owned(), Digest::tagged("written", &fields));
        }
        let fields = [&before.0, op.as_bytes(), key.as_bytes(), &[u8::from(yes)], &there.0];
        self.told[runner] = match fate {
            // Of a write the answer is only whether it was made.
            Fate::Done if op != "get" => Digest::tagged("done", &fields[..4]),
            Fate::Done => Digest::tagged("read", &fields),
            Fate::Lost => Digest::tagged("lost", &fields[..4]),
            Fate::Dies | Fate::DiesAfter => GONE,
        };
    }

    /// All of it, and how many faults may still come.
    fn digest(&self, faults: usize) -> Digest {
        let mut fields: Vec<&[u8]> = Vec::new();
        for (key, who) in &self.objects {
            fields.extend([key.as_bytes(), &who.0]);
        }
        let mut told: Vec<&[u8]> = self.told.iter().map(|told| &told.0[..]).collect();
        told.sort_unstable();
        fields.extend(told);
        let faults = faults.to_be_bytes();
        fields.push(&faults);
        Digest::tagged("known", &fields)
    }
}

/// The objects as one runner reaches them.
#[derive(Debug)]
struct Reached {
    inner: Arc<Memory>,
    runner: usize,
    table: Arc<Table>,
    known: Arc<Mutex<Known>>,
    dead: Mutex<bool>,
}

impl Reached {
    /// Makes a request when it is this runner's turn; `is_made` says of an answer whether there is something, or it
    /// was made.
    fn request<T>(
        &self,
        (op, key): (&str, &str),
        is_made: impl FnOnce(&T) -> bool,
        act: impl FnOnce() -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let gone = || Problem::failed("no answer");
        let mut dead = self.dead.lock().unwrap();
        if *dead {
            return Err(gone());
        }
        let fate = self.table.ask(self.runner, op != "get");
        *dead = matches!(fate, Fate::Dies | Fate::DiesAfter);
        let answer = if fate == Fate::Dies { Err(gone()) } else { act() };
        let yes = answer.as_ref().is_ok_and(is_made);
        self.known.lock().unwrap().note(self.runner, (op, key), (yes, fate));
        match fate {
            Fate::Done => answer,
            Fate::Lost | Fate::Dies | Fate::DiesAfter => Err(gone()),
        }
    }
}

impl Objects for Reached {
    fn get(&self, key: &str) -> Result<Option<Object>, Problem> {
        self.request(("get", key), Option::is_some, || self.inner.get(key))
    }

    fn create(&self, key: &str, bytes: &[u8]) -> Result<Option<String>, Problem> {
        self.request(("create", key), Option::is_some, || self.inner.create(key, bytes))
    }

    fn replace(&self, key: &str, bytes: &[u8], version: &str) -> Result<Option<String>, Problem> {
        let act = || self.inner.replace(key, bytes, version);
        self.request(("replace", key), Option::is_some, act)
    }

    fn list(
        &self,
        _: &str,
        _: &mut dyn FnMut(Vec<String>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        unreachable!("a runner does not list")
    }

    fn remove(&self, key: &str) -> Result<(), Problem> {
        self.request(("remove", key), |()| true, || self.inner.remove(key))
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

/// Plays one order of requests of the small cycle; what comes of it is judged, unless it leads to where another led.
fn play(played: &Orders<'_>) -> Played {
    let inner = Arc::new(Memory::default());
    let plain: Arc<dyn Objects> = Arc::<Memory>::clone(&inner);
    let campaigns = Campaigns::over(plain, "");
    Store::vacant_among(&campaigns, "c").unwrap().write("ledger/000000.yaml", b"genesis").unwrap();
    campaigns.write("inbox/c/mail", b"orders").unwrap();
    let run = |runner: usize, objects: Arc<dyn Objects>| {
        let _ = cycle(&Campaigns::over(objects, ""), &format!("{runner}: "));
    };
    let played = scheduled(&inner, played, &run);
    if played.led_to.is_none() {
        judge(&campaigns, &inner);
    }
    played
}

/// Which order of requests is to be played.
pub(super) struct Orders<'a> {
    /// At each point the choice; the first where none is.
    pub(super) choices: &'a [usize],
    /// How many runners there are.
    pub(super) runners: usize,
    /// How many faults there may be.
    pub(super) faults: usize,
    /// Where others led; it ends where one of these is reached behind the last choice.
    pub(super) known: Option<&'a BTreeMap<Digest, u128>>,
}

/// What was played.
pub(super) struct Played {
    /// How many choices there were at each point.
    widths: Vec<usize>,
    /// Where it was, at each point behind the choices that were given.
    points: Vec<Digest>,
    /// Where others had been, if it ended there.
    led_to: Option<Digest>,
}

/// Has runners act in one order of their requests.
pub(super) fn scheduled(
    inner: &Arc<Memory>,
    orders: &Orders<'_>,
    run: &(dyn Fn(usize, Arc<dyn Objects>) + Sync),
) -> Played {
    let (runners, mut faults) = (orders.runners, orders.faults);
    let seats = Mutex::new(vec![Seat::Thinking; runners]);
    let table = Arc::new(Table { seats, changed: Condvar::new() });
    let told = vec![Digest::of(b"nothing"); runners];
    let known = Arc::new(Mutex::new(Known { objects: BTreeMap::new(), told }));
    let mut played = Played { widths: Vec::new(), points: Vec::new(), led_to: None };
    thread::scope(|scope| {
        for runner in 0..runners {
            let (inner, table, known) = (Arc::clone(inner), Arc::clone(&table), Arc::clone(&known));
            scope.spawn(move || {
                let reached = Reached {
                    inner,
                    runner,
                    table: Arc::clone(&table),
                    known: Arc::clone(&known),
                    dead: Mutex::default(),
                };
                run(runner, Arc::new(reached));
                known.lock().unwrap().told[runner] = GONE;
                table.leave(runner);
            });
        }
        loop {
            let asking = table.asking();
            if asking.is_empty() {
                break;
            }
            let at = played.widths.len();
            if let Some(others) = orders.known.filter(|_| at >= orders.choices.len()) {
                let here = known.lock().unwrap().digest(faults);
                if played.led_to.is_some() || others.contains_key(&here) {
                    played.led_to.get_or_insert(here);
                    table.tell(asking[0].0, Fate::Dies);
                    continue;
                }
                played.points.push(here);
            }
            let mut options: Vec<(usize, Fate)> =
                asking.iter().map(|(n, _)| (*n, Fate::Done)).collect();
            if faults > 0 {
                for (n, _) in asking.iter().filter(|(_, writes)| *writes) {
                    options
                        .extend([Fate::Lost, Fate::Dies, Fate::DiesAfter].map(|fate| (*n, fate)));
                }
            }
            let choice = orders.choices.get(at).copied().unwrap_or(0);
            let (runner, fate) = options[choice % options.len()];
            played.widths.push(options.len());
            faults -= usize::from(fate != Fate::Done);
            table.tell(runner, fate);
        }
    });
    played
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

/// Plays what every order leads to; how many orders there are, and how many had to be played. From where another order
/// led to nothing new can come, so that is played once.
fn play_all(runners: usize, faults: usize) -> (u128, usize) {
    let (mut choices, mut known) = (Vec::new(), BTreeMap::new());
    // The points of the order that is played, and how many orders were found to go on from each.
    let mut points: Vec<(Digest, u128)> = Vec::new();
    for plays in 1.. {
        let orders = Orders { choices: &choices, runners, faults, known: Some(&known) };
        let Played { widths, points: more, led_to } = play(&orders);
        points.extend(more.into_iter().map(|point| (point, 0)));
        choices.resize(widths.len(), 0);
        let mut found = led_to.map_or(1, |there| known[&there]);
        loop {
            let Some((point, count)) = points.last_mut() else { return (found, plays) };
            *count += found;
            let at = choices.len() - 1;
            if choices[at] + 1 < widths[at] {
                choices[at] += 1;
                break;
            }
            found = *count;
            known.insert(*point, found);
            points.pop();
            choices.pop();
        }
    }
    unreachable!("orders are finite")
}

/// `ADJUTANT_TESTS=all` plays the largest: of two runners with two faults 21,640,118 orders in 11,682 plays, of three
/// runners 1.7 million million million in 44,894.
#[test]
fn every_order_of_runners_and_faults_leads_to_one_history() {
    let large = all().then_some([(2, 2), (3, 0)]);
    for (runners, faults) in [(1, 3), (2, 0), (2, 1)].into_iter().chain(large.into_iter().flatten())
    {
        let (orders, plays) = play_all(runners, faults);
        println!("{runners} runners, up to {faults} faults: {orders} orders, {plays} plays");
        assert!(orders > 40, "{orders}");
    }
}

/// Of the many orders with more faults some thousands that a plain generator chooses.
#[test]
fn three_runners_with_faults_lead_to_one_history() {
    let mut plain = Plain::default();
    for runners in [2, 3] {
        for _ in 0..if all() { 20_000 } else { 1_500 } {
            let choices = plain.choices(120);
            play(&Orders { choices: &choices, runners, faults: 3, known: None });
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

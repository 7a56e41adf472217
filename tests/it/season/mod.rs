//! Seasons of every game: weeks of late, doubled, lost, overtaken and forged packets, absences, pauses,
//! silent and returning players, lost keys, substitutes, rulings, cycles that are undone, deputies, an
//! office that changes hands, a failing disk and a clock that jumps. In the end everything verifies, and
//! no accepted packet was lost.
//!
//! `SEASON_WEEKS=4000 cargo test --test it season` plays more campaign-weeks, as `.ci/run` does.

mod held;
mod moderator;
mod players;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Mutex;

use adjutant::base::{Digest, Kind, Time};
use adjutant::engine::Chance;
use adjutant::games;
use adjutant::referee::Stage;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::cycle::{open, reveal, status};
use adjutant::referee::moderator::{decide, word};
use adjutant::referee::player::own_orders;
use adjutant::referee::record::receipt::{Receipt, Verdict};
use adjutant::referee::record::seats::State;
use adjutant::referee::run::steps::{Done, Mail, run};
use adjutant::seal::PlayerSecret;

use self::held::{Held, again};
use crate::bench::{Bench, LOCKED, keys, time};
use crate::conformance::side_by_side;

/// How many weeks are played of all games together, without the switch: a season of each. A week costs
/// a seventh of a second of a processor, unoptimized, with all that is verified on the way.
const WEEKS: u32 = 20;

/// How many weeks a season lasts.
const SEASON: u32 = 4;

/// The smallest scenario of each game, and how much of the time it gets: a week of six seats costs as much
/// as many of two.
const GAMES: [(&str, &str, u32); 5] = [
    ("company-war", "", 14),
    ("age-of-imperialism", "", 3),
    ("parabellum", "", 4),
    ("mechad", "duel", 6),
    ("company-commander", "", 4),
];

/// What a mail is called that claims to come from a player and does not.
const FORGED: &str = "forged";

/// Four weeks on, clocks have gone forward and Easter is past.
const START: &str = "2026-03-12T12:00:00Z";

const CALENDAR: &str = "zone: Europe/London
deadlines: {every: [friday 20:00], at-least: 2d}
blackout: [2026-04-03 to 2026-04-06]
grace: 6h
early-close: 1h
reminders: [24h]
extensions: {each: 1, by: 1d, refill-when-all-used: true}
absences: {days: 10}
pause: 10d
drop-after: 2
key-wait: 36h
";

struct Season {
    bench: Bench,
    slot: Rc<RefCell<Option<Desk>>>,
    /// The keys of who holds the office.
    office: Keys,
    /// Who may do a part of it.
    deputy: Option<PlayerSecret>,
    now: Time,
    chance: Chance,
    asked: u64,
    inbox: Vec<Mail>,
    sequence: u32,
    receipts: Vec<(String, Vec<u8>)>,
    people: u8,
    seats: Vec<&'static str>,
    /// Those who say nothing until a time.
    silent: BTreeMap<&'static str, Time>,
    /// Those who may send orders for a seat.
    substitutes: BTreeMap<&'static str, PlayerSecret>,
    /// Keys of those who lost theirs, and how they are called, until the moderator's word counts.
    waiting: BTreeMap<&'static str, (PlayerSecret, String)>,
    /// How often each thing was done.
    done: BTreeMap<&'static str, u32>,
}

impl Season {
    fn begin(game: &str, seed: u64) -> Self {
        let shipped = games::OURS.named(game).unwrap().shipped();
        let wanted = GAMES.iter().find(|(name, _, _)| *name == game).unwrap().1;
        let found = shipped.scenarios.iter().find(|(name, _)| *name == wanted);
        let (scenario, map) = *found.unwrap_or(&shipped.scenarios[0]);
        let map =
            if game == "company-war" { format!("{map}\nturns: 30\n") } else { map.to_owned() };
        let bench = Bench::founded_with(game, scenario, &map);
        let seats: Vec<&'static str> = bench.players.keys().copied().collect();
        let mut desk = bench.desk();
        for seat in &seats {
            bench.enroll(&mut desk, seat).unwrap();
        }
        decide::set_calendar(&mut desk, CALENDAR.as_bytes(), "agreed", time(START)).unwrap();
        open::open(&mut desk, None, time(START)).unwrap();
        drop(desk);
        Self {
            bench,
            slot: Rc::default(),
            office: keys(),
            deputy: None,
            now: time(START),
            chance: Chance::from_seed(Digest::of(format!("{game}/{seed}").as_bytes()).0),
            asked: 0,
            inbox: Vec::new(),
            sequence: 0,
            receipts: Vec::new(),
            people: 40,
            seats,
            silent: BTreeMap::new(),
            substitutes: BTreeMap::new(),
            waiting: BTreeMap::new(),
            done: BTreeMap::new(),
        }
    }

    fn desk(&self) -> Held {
        let kept = self.slot.borrow_mut().take();
        let desk = kept.unwrap_or_else(|| self.taken_anew());
        Held { desk: Some(desk), slot: Rc::clone(&self.slot) }
    }

    /// The desk as it is read from the disk. A process that another test is just starting may hold our
    /// lock for a moment.
    fn taken_anew(&self) -> Desk {
        for _ in 0..400 {
            match Desk::take(self.bench.store(), again(&self.office), games::OURS) {
                Ok(desk) => return desk,
                Err(problem) if problem.what.contains(LOCKED) => {
                    std::thread::sleep(std::time::Duration::from_millis(5));
                }
                Err(problem) => panic!("{problem}"),
            }
        }
        panic!("the lock is never given back")
    }

    /// A number below another.
    fn below(&mut self, below: u64) -> u64 {
        self.asked += 1;
        let label = self.asked.to_string();
        self.chance.draw(&["season", &label]).below(below)
    }

    fn one_in(&mut self, cases: u64) -> bool {
        self.below(cases) == 0
    }

    /// Hours or days of a campaign.
    fn hours(&mut self) {
        // Now and then the machine is off for days.
        let hours = if self.one_in(20) { 50 + self.below(60) } else { 6 + self.below(54) };
        self.now = self.now.after(u32::try_from(hours * 3600).unwrap()).unwrap();
        if self.one_in(10) {
            let one = self.below(self.seats.len() as u64);
            let seat = self.seats[usize::try_from(one).unwrap()];
            self.silent.insert(seat, self.now.after(26 * 86_400).unwrap());
        }
        for seat in self.seats.clone() {
            if self.silent.get(seat).is_none_or(|until| *until < self.now) {
                self.player(seat);
            }
        }
        self.moderator();
        self.deputies();
        self.run();
    }

    fn count(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }

    /// A word comes with nothing else.
    fn run_with(&mut self, inbox: &[Mail]) {
        let mut desk = self.desk();
        let done = run(&mut desk, inbox, self.now).unwrap();
        if done.words.is_empty() {
            // The clock jumped: it waits in the folder, and is taken by hand.
            word::take(&mut desk, &inbox[0].content.read().unwrap(), (self.now, self.now)).unwrap();
        }
        done.note(&desk).unwrap();
        drop(desk);
        self.receipts_of(&done);
    }

    fn run(&mut self) {
        let mut desk = self.desk();
        let before = desk.campaign.ledger.deadline_of_open();
        if self.one_in(6) {
            let writes = u32::try_from(self.below(30)).unwrap();
            desk.campaign.store.fail_after(writes);
            match run(&mut desk, &self.inbox, self.now)
                .and_then(|done| done.note(&desk).map(|()| done))
            {
                // It got through: its mail is taken.
                Ok(done) => {
                    desk.forget();
                    return self.taken(&done);
                }
                Err(problem) => assert_eq!(problem.kind, Kind::Failed, "{problem}"),
            }
            desk.forget();
            desk = self.desk();
        }
        let done = run(&mut desk, &self.inbox, self.now).unwrap();
        done.note(&desk).unwrap();
        drop(desk);
        self.taken(&done);
        let mut desk = self.desk();
        // Nothing becomes earlier by itself, and at once nothing more is due.
        if let (Some((cycle, deadline)), Some((now_open, after))) =
            (before, desk.campaign.ledger.deadline_of_open())
        {
            assert!(cycle != now_open || after >= deadline);
        }
        let twice = self.one_in(4);
        if done.stopped.is_none() && twice {
            let again = run(&mut desk, &[], self.now).unwrap();
            assert!(!again.changed(), "{:?}", again.steps);
        }
        if twice && self.one_in(3) {
            self.goes_back(&mut desk);
        }
        drop(desk);
        if twice {
            self.states();
        }
    }

    /// A machine whose clock is behind changes nothing.
    fn goes_back(&mut self, desk: &mut Desk) {
        let hours = u32::try_from(1 + self.below(30)).unwrap();
        let earlier = self.now.before(hours * 3600).unwrap();
        let length = desk.campaign.ledger.len();
        if let Ok(done) = run(desk, &[], earlier) {
            assert!(!done.changed(), "{:?}", done.steps);
        }
        assert_eq!(desk.campaign.ledger.len(), length);
        self.count("clock behind");
    }

    fn taken(&mut self, done: &Done) {
        self.receipts_of(done);
        if done.stopped.is_none() {
            self.inbox.clear();
        }
    }

    fn receipts_of(&mut self, done: &Done) {
        for (seat, reply) in &done.receipts {
            assert!(seat != FORGED || reply.receipt.verdict != Verdict::Accepted, "{reply:?}");
            // A receipt that is given again is encrypted, and was collected the first time, or its
            // packet was kept by a run that failed.
            let identity = self.bench.players.get(seat.as_str()).map(PlayerSecret::identity);
            let text = Receipt::open(reply.text.clone().into_bytes(), identity);
            if let (Verdict::Accepted, Ok(text)) = (reply.receipt.verdict, text) {
                self.receipts.push((seat.clone(), text));
            }
        }
        for reply in &done.judged {
            let text = reply.text.clone().into_bytes();
            if let (Verdict::Accepted, Ok(text)) =
                (reply.receipt.verdict, Receipt::open(text, None))
            {
                self.receipts.push(("judged".to_owned(), text));
            }
        }
    }

    /// Every seat has the state that the packets give it.
    fn states(&self) {
        let desk = self.desk();
        let status = status::full(&desk).unwrap();
        for line in &status.seats {
            let counts = line.sequence.is_some();
            let sent = matches!(line.state, State::Received | State::Warnings | State::Final);
            assert!(!sent || counts, "{line:?}");
            assert_eq!(line.state.is_dropped(), line.player.is_none() && line.state != State::Over);
        }
    }

    /// Every seat that is held can be played on: its player reads the report and sends orders.
    fn goes_on(&mut self) {
        let Stage::Open(cycle) = self.desk().campaign.stage() else { return };
        let deadline = self.desk().campaign.ledger.deadline(cycle);
        let held = |desk: &Desk, seat: &str| {
            desk.campaign.holder(&seat.parse().unwrap(), u32::MAX).is_some()
        };
        let mut inbox = Vec::new();
        for seat in self.seats.clone() {
            let desk = self.desk();
            if held(&desk, seat) && deadline.is_none_or(|deadline| self.now < deadline) {
                self.sequence += 1;
                let text = self.bench.orders(&desk, seat, self.sequence, "orders: []\n");
                let bytes = self.bench.packet(&desk, seat, &text).into_bytes();
                inbox.push((seat, bytes));
            }
        }
        for (seat, bytes) in inbox {
            let mut desk = self.desk();
            let mut intake = Intake::begin(&mut desk).unwrap();
            let reply = intake.receive(&bytes, self.now).unwrap();
            assert_eq!(reply.receipt.verdict, Verdict::Accepted, "{seat}: {reply:?}");
        }
    }

    fn end(mut self) {
        self.goes_on();
        let mut desk = self.desk();
        if let Stage::Open(cycle) = desk.campaign.stage() {
            for seat in self.seats.clone() {
                let name = seat.parse().unwrap();
                if desk.campaign.holder(&name, u32::MAX).is_some() {
                    let path = desk.campaign.report(&name, cycle - 1);
                    let sealed = desk.campaign.store.need(&path).unwrap();
                    let identity = Some(self.bench.players[seat].identity());
                    own_orders::report(&sealed, identity).unwrap();
                }
            }
        }
        reveal::reveal(&mut desk, Some("the season is over"), self.now).unwrap();
        drop(desk);
        let own = Own { receipts: self.receipts, ..Own::default() };
        let verdict = verify(self.bench.store(), &own, games::OURS).unwrap();
        assert!(verdict.passed(), "{verdict}");
    }
}

/// The open cycle with its deadline.
trait OpenDeadline {
    fn deadline_of_open(&self) -> Option<(u32, Time)>;
}

impl OpenDeadline for adjutant::ledger::Ledger {
    fn deadline_of_open(&self) -> Option<(u32, Time)> {
        let (cycle, _) = self.latest_opening()?;
        Some((cycle, self.deadline(cycle)?))
    }
}

/// What was played of all games together.
#[derive(Default)]
struct Played {
    /// Seasons that were begun.
    seasons: u64,
    /// Weeks of each game, with those of the seasons that still last.
    weeks: BTreeMap<&'static str, u32>,
    cycles: usize,
    /// How often each thing was done.
    done: BTreeMap<&'static str, u32>,
}

impl Played {
    /// The next season, until so many weeks were played: of the game that lacks most of its share.
    fn next(&mut self, weeks: u32) -> Option<(&'static str, u64)> {
        if self.weeks.values().sum::<u32>() >= weeks {
            return None;
        }
        let had = |(name, _, share): &&(&'static str, &str, u32)| {
            self.weeks.get(name).copied().unwrap_or_default() * 60 / share
        };
        let (game, _, _) = *GAMES.iter().min_by_key(had)?;
        *self.weeks.entry(game).or_default() += SEASON;
        self.seasons += 1;
        Some((game, self.seasons))
    }

    /// A game that ended early has played fewer weeks.
    fn add(&mut self, game: &'static str, lasted: u32, season: &Season) {
        *self.weeks.entry(game).or_default() -= SEASON.saturating_sub(lasted);
        self.cycles += season.desk().campaign.ledger.results().count();
        for (what, n) in &season.done {
            *self.done.entry(*what).or_default() += n;
        }
    }
}

/// Plays a season to its end, with all that is asserted on the way. How many weeks it lasted.
fn whole(game: &str, seed: u64) -> (u32, Season) {
    let mut season = Season::begin(game, seed);
    let begun = season.now;
    let end = begun.after(SEASON * 7 * 86_400).unwrap();
    while season.now < end && season.desk().campaign.stage() != Stage::Closed {
        season.hours();
    }
    let lasted = season.now.since(begun) / (7 * 86_400);
    (u32::try_from(lasted).unwrap().max(1), season)
}

#[test]
fn seasons_go_well() {
    let shelf: Vec<&str> = games::OURS.games().map(adjutant::GameKind::name).collect();
    assert!(shelf.iter().all(|name| GAMES.iter().any(|(game, _, _)| game == name)), "{shelf:?}");
    let weeks = std::env::var("SEASON_WEEKS").ok().and_then(|n| n.parse().ok()).unwrap_or(WEEKS);
    let played = Mutex::new(Played::default());
    let seasons = std::iter::from_fn(|| played.lock().unwrap().next(weeks));
    side_by_side(seasons, |(game, seed)| {
        let (lasted, season) = whole(game, seed);
        played.lock().unwrap().add(game, lasted, &season);
        season.end();
    });
    let Played { seasons, weeks: each, cycles, done } = played.into_inner().unwrap();
    println!("{seasons} seasons, {each:?} weeks, {cycles} cycles, {done:?}");
    // Pauses and outages may fill a season, but not all of them.
    assert!(cycles > usize::try_from(seasons).unwrap() * 2, "{cycles} in {seasons} seasons");
    let all = [
        "undone",
        "substitutes",
        "keys by the old key",
        "orders changed",
        "forged",
        "came back",
        "replaced",
        "handed over",
        "deputies",
        "taken by a deputy",
        "clock behind",
        "staff's orders",
    ];
    for what in all {
        assert!(weeks < 500 || done.contains_key(what), "nobody has {what}: {done:?}");
    }
}

//! Seasons of every game: weeks of late, early, doubled, lost and forged packets, absences, pauses,
//! silent and returning players, lost keys, substitutes, rulings, cycles that are undone, a failing disk
//! and a clock that jumps. In the end everything verifies, and no accepted packet was lost.
//!
//! `SEASONS=200 cargo test --test it season` plays more of them.

use std::collections::BTreeMap;

use adjutant::base::{Digest, Kind, Time};
use adjutant::engine::{Amendment, Chance};
use adjutant::games;
use adjutant::referee::enroll::{Player, enroll};
use adjutant::referee::receipt::Verdict;
use adjutant::referee::run::{Done, Mail, run};
use adjutant::referee::seats::State;
use adjutant::referee::verify::{Own, verify};
use adjutant::referee::{Stage, correct, decide, open, player, reveal, rule, status, word};
use adjutant::seal::word::{Says, Word};
use adjutant::seal::{Commitment, PlayerPublic, PlayerSecret, PublicKey, sign_file, sshsig};
use serde_json::{Value, json};

use crate::bench::{Bench, sealed_to, time};
use crate::rulings::a_number;

/// How long a season of a game with few or many seats lasts.
const WEEKS: (u32, u32) = (2, 1);

const START: &str = "2026-03-05T12:00:00Z";

const CALENDAR: &str = "zone: Europe/London
deadlines: {every: [tuesday 20:00, friday 20:00], at-least: 2d}
first-doubled: true
blackout: [2026-03-20, 2026-04-03 to 2026-04-06]
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
    now: Time,
    chance: Chance,
    asked: u64,
    inbox: Vec<Mail>,
    sequence: u32,
    receipts: Vec<(String, Vec<u8>)>,
    people: u8,
    seats: Vec<&'static str>,
    /// Those who may send orders for a seat.
    substitutes: BTreeMap<&'static str, PlayerSecret>,
    /// Keys of those who lost theirs, and how they are called, until the moderator's word counts.
    waiting: BTreeMap<&'static str, (PlayerSecret, String)>,
    /// How often each thing was done.
    done: BTreeMap<&'static str, u32>,
}

impl Season {
    fn begin(game: &str, seed: u64) -> Self {
        let shipped = games::named(game).unwrap().shipped();
        let (scenario, map) = shipped.scenarios[0];
        let bench = match game {
            "company-war" => Bench::founded_for(30),
            _ => Bench::founded_with(game, scenario, map),
        };
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
            now: time(START),
            chance: Chance::from_seed(Digest::of(format!("{game}/{seed}").as_bytes()).0),
            asked: 0,
            inbox: Vec::new(),
            sequence: 0,
            receipts: Vec::new(),
            people: 40,
            seats,
            substitutes: BTreeMap::new(),
            waiting: BTreeMap::new(),
            done: BTreeMap::new(),
        }
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

    /// A few hours of a campaign.
    fn hours(&mut self) {
        // Now and then the machine is off for days.
        let hours = if self.one_in(20) { 30 + self.below(60) } else { 2 + self.below(16) };
        self.now = self.now.after(u32::try_from(hours * 3600).unwrap()).unwrap();
        for seat in self.seats.clone() {
            self.player(seat);
        }
        self.moderator();
        self.run();
    }

    /// A player does something, or nothing.
    fn player(&mut self, seat: &'static str) {
        let desk = self.bench.desk();
        let open = matches!(desk.campaign.stage(), Stage::Open(_));
        let held = desk.campaign.holder(&seat.parse().unwrap(), u32::MAX).is_some();
        if !open || !self.one_in(3) {
            return;
        }
        if held && self.one_in(15) {
            drop(desk);
            return self.word(seat);
        }
        if held && self.one_in(12) {
            let zone: adjutant::base::civil::Zone = "Europe/London".parse().unwrap();
            let first = zone.date(self.now).next();
            let dates = format!("{first} to {}", first.next().next()).parse().unwrap();
            drop(desk);
            // Refused when the days are used up.
            let _ = decide::absence(
                &mut self.bench.desk(),
                &seat.parse().unwrap(),
                dates,
                "away",
                self.now,
            );
            return;
        }
        self.sequence += 1;
        let lists = if self.one_in(2) { "final: true\norders: []\n" } else { "orders: []\n" };
        let text = self.bench.orders(&desk, seat, self.sequence, lists);
        let by = self.substitutes.get(seat).filter(|_| self.sequence.is_multiple_of(2));
        let substituted = by.is_some();
        let mut packet = match by {
            Some(key) => {
                let signed = sign_file(key.signing(), sshsig::ORDERS, &text);
                sealed_to(&desk, desk.campaign.open_cycle().unwrap(), &signed).into_bytes()
            }
            None => self.bench.packet(&desk, seat, &text).into_bytes(),
        };
        drop(desk);
        if substituted {
            self.count("orders by a substitute");
        }
        match self.below(10) {
            0 => return,
            1 => {
                // Mangled beyond repair.
                let at = usize::try_from(self.below(packet.len() as u64 / 2)).unwrap() + 60;
                packet[at] = b'!';
            }
            2 => {
                // Twice, and as quoted by a mail program.
                let text = String::from_utf8(packet.clone()).unwrap();
                let quoted: String = text.lines().flat_map(|line| ["> ", line, "\n"]).collect();
                self.put(seat, quoted.into_bytes());
            }
            _ => {}
        }
        self.put(seat, packet);
    }

    fn count(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }

    /// Somebody new.
    fn person(&mut self) -> PlayerSecret {
        self.people += 1;
        PlayerSecret::generate([self.people; 96])
    }

    /// A player signs for new keys, or for a substitute.
    fn word(&mut self, seat: &'static str) {
        let key = self.person();
        let desk = self.bench.desk();
        let (genesis, campaign) = (desk.genesis(), desk.campaign.id());
        let head = desk.campaign.ledger.head();
        drop(desk);
        let (signing, age) = (PublicKey::of(key.signing()), key.identity().recipient());
        let replaces = self.one_in(2);
        let says = if replaces {
            Says::Keys { signing, age, tip: Some(key.tip(&genesis)) }
        } else {
            let until = self.now.after(4 * 86_400).unwrap();
            Says::Substitute { name: "A friend".into(), signing, age, until }
        };
        let word = Word { campaign, seat: seat.parse().unwrap(), head, says };
        let word = word.sign(self.bench.players[seat].signing());
        let times = (self.now, self.now);
        word::take(&mut self.bench.desk(), word.as_bytes(), times).unwrap();
        let again = word::take(&mut self.bench.desk(), word.as_bytes(), times);
        assert!(again.is_err(), "once");
        if replaces {
            self.bench.players.insert(seat, key);
            self.count("keys by the old key");
        } else {
            self.substitutes.insert(seat, key);
            self.count("substitutes");
        }
    }

    /// A player has lost their key: the moderator announces another, and gives it the seat later.
    fn lost(&mut self, seat: &'static str) {
        let known = self.waiting.contains_key(seat);
        if !known {
            let desk = self.bench.desk();
            let Some(holder) = desk.campaign.holder(&seat.parse().unwrap(), u32::MAX) else {
                return;
            };
            drop(desk);
            let key = self.person();
            self.waiting.insert(seat, (key, holder.name));
        }
        let (key, name) = &self.waiting[seat];
        let mut desk = self.bench.desk();
        let genesis = desk.genesis();
        let player = Player {
            name: name.clone(),
            address: None,
            signing: PublicKey::of(key.signing()),
            recipient: key.identity().recipient(),
            tip: Some(key.tip(&genesis)),
        };
        let union = seat.parse().unwrap();
        let given = enroll(&mut desk, &union, &player, true, self.now).is_ok();
        let holds = desk.campaign.holder(&union, u32::MAX);
        let signing = player.signing.to_string();
        drop(desk);
        if given && holds.is_some_and(|holder| holder.signing == signing) {
            let (key, _) = self.waiting.remove(seat).unwrap();
            self.bench.players.insert(seat, key);
            self.count("keys by the moderator");
        }
    }

    /// The moderator corrects something.
    fn corrects(&mut self) {
        let seats = self.seats.clone();
        let seat = seats[usize::try_from(self.below(seats.len() as u64)).unwrap()];
        let (seat, now) = (seat.parse().unwrap(), self.now);
        let what = self.below(6);
        let mut desk = self.bench.desk();
        let done = match what {
            0 => correct::undo(&mut desk, vec![seat], "a slip", now).is_ok().then_some("undone"),
            1 => correct::undo(&mut desk, Vec::new(), "a slip", now).is_ok().then_some("undone"),
            2 => {
                let strike = Amendment::Strike("standing[0]".to_owned());
                let struck = rule::amend(&mut desk, &seat, strike, "a slip", now).is_ok();
                let none = Amendment::PutIn("[]\n".to_owned());
                let put_in = rule::amend(&mut desk, &seat, none, "a slip", now).is_ok();
                (struck || put_in).then_some("orders changed")
            }
            3 => {
                rule::accept_late(&mut desk, &seat, "post", now).is_ok().then_some("late accepted")
            }
            4 => number(&desk).and_then(|(path, value)| {
                let values = vec![(path, json!(value + 1))];
                rule::set(&mut desk, values, "a slip", now).is_ok().then_some("value set")
            }),
            _ => rule::explain(&mut desk, "so it is", now).is_ok().then_some("explained"),
        };
        drop(desk);
        if let Some(done) = done {
            self.count(done);
        }
    }

    fn put(&mut self, seat: &str, bytes: Vec<u8>) {
        let early = u32::try_from(self.below(3600)).unwrap();
        let arrived = self.now.before(early).unwrap();
        self.inbox.push(Mail { name: seat.to_owned(), bytes, arrived });
    }

    fn moderator(&mut self) {
        let now = self.now;
        for seat in self.seats.clone() {
            let dropped =
                self.bench.desk().campaign.ledger.dropped(&seat.parse().unwrap()).is_some();
            if dropped && self.one_in(5) {
                self.replace(seat);
            }
        }
        for seat in self.seats.clone() {
            if self.waiting.contains_key(seat) || self.one_in(60) {
                self.lost(seat);
            }
        }
        if self.one_in(6) {
            self.corrects();
        }
        let mut desk = self.bench.desk();
        if self.one_in(40) {
            let until = now.after(3 * 86_400).unwrap();
            let _ = decide::pause(&mut desk, until, "pause", now);
        }
        if self.one_in(10) {
            let _ = decide::resume(&mut desk, "on", now);
        }
        if self.one_in(40) && matches!(desk.campaign.stage(), Stage::Open(_)) {
            let _ = decide::extend(&mut desk, None, None, "more time", now);
        }
    }

    /// Another player takes a seat that is open.
    fn replace(&mut self, seat: &'static str) {
        self.people += 1;
        let key = PlayerSecret::generate([self.people; 96]);
        let mut desk = self.bench.desk();
        let genesis = desk.genesis();
        let name = format!("Player {}", self.people);
        let file = PlayerPublic {
            name: Some(name.clone()),
            signing: PublicKey::of(key.signing()),
            age: key.identity().recipient(),
            commitment: Some(Commitment { campaign: genesis, tip: key.tip(&genesis) }),
        };
        let player = Player::of(&file, name, &genesis).unwrap();
        enroll(&mut desk, &seat.parse().unwrap(), &player, false, self.now).unwrap();
        drop(desk);
        self.bench.players.insert(seat, key);
        self.waiting.remove(seat);
        self.substitutes.remove(seat);
        self.count("replaced");
    }

    fn run(&mut self) {
        let mut desk = self.bench.desk();
        let before = desk.campaign.ledger.deadline_of_open();
        if self.one_in(6) {
            let writes = u32::try_from(self.below(30)).unwrap();
            desk.campaign.store.fail_after(writes);
            match run(&mut desk, &self.inbox, self.now)
                .and_then(|done| done.note(&desk).map(|()| done))
            {
                // It got through: its mail is taken.
                Ok(done) => return self.taken(&done),
                Err(problem) => assert_eq!(problem.kind, Kind::Failed, "{problem}"),
            }
            drop(desk);
            desk = self.bench.desk();
        }
        let done = run(&mut desk, &self.inbox, self.now).unwrap();
        done.note(&desk).unwrap();
        drop(desk);
        self.taken(&done);
        let mut desk = self.bench.desk();
        // Nothing becomes earlier by itself, and at once nothing more is due.
        if let (Some((cycle, deadline)), Some((now_open, after))) =
            (before, desk.campaign.ledger.deadline_of_open())
        {
            assert!(cycle != now_open || after >= deadline);
        }
        if done.stopped.is_none() {
            let again = run(&mut desk, &[], self.now).unwrap();
            assert!(!again.changed(), "{:?}", again.steps);
        }
        drop(desk);
        self.states();
    }

    fn taken(&mut self, done: &Done) {
        for (seat, reply) in &done.receipts {
            // A receipt that is given again is encrypted, and was collected the first time, or its
            // packet was kept by a run that failed.
            let identity = self.bench.players.get(seat.as_str()).map(PlayerSecret::identity);
            let text = adjutant::referee::receipt::Receipt::open(
                reply.text.clone().into_bytes(),
                identity,
            );
            if let (Verdict::Accepted, Ok(text)) = (reply.receipt.verdict, text) {
                self.receipts.push((seat.clone(), text));
            }
        }
        if done.stopped.is_none() {
            self.inbox.clear();
        }
    }

    /// Every seat has the state that the packets give it.
    fn states(&self) {
        let desk = self.bench.desk();
        let status = status::full(&desk).unwrap();
        for line in &status.seats {
            let counts = line.sequence.is_some();
            let sent = matches!(line.state, State::Received | State::Warnings | State::Final);
            assert!(!sent || counts, "{line:?}");
            assert_eq!(
                line.state == State::Dropped,
                line.player.is_none() && line.state != State::Over
            );
        }
    }

    fn end(self) {
        let mut desk = self.bench.desk();
        // Every seat that is held can be played on.
        if let Stage::Open(cycle) = desk.campaign.stage() {
            for seat in self.seats.clone() {
                let name = seat.parse().unwrap();
                if desk.campaign.holder(&name, u32::MAX).is_some() {
                    let path = desk.campaign.report(&name, cycle - 1);
                    let sealed = desk.campaign.store.need(&path).unwrap();
                    let identity = Some(self.bench.players[seat].identity());
                    player::report(&sealed, identity).unwrap();
                }
            }
        }
        reveal::reveal(&mut desk, Some("the season is over"), self.now).unwrap();
        drop(desk);
        let own = Own { receipts: self.receipts, ..Own::default() };
        let verdict = verify(self.bench.store(), &own).unwrap();
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

/// A number of the position, by its path.
fn number(desk: &adjutant::referee::Desk) -> Option<(String, u64)> {
    let cycle = desk.campaign.ledger.results().next_back()?.0;
    let position: Value = serde_json::from_str(&desk.position(cycle).ok()?.0).ok()?;
    a_number(&position["state"], "/state")
}

#[test]
fn seasons_go_well() {
    let seasons = std::env::var("SEASONS").ok().and_then(|n| n.parse().ok()).unwrap_or(1_u32);
    let (mut cycles, mut done) = (0, BTreeMap::<&str, u32>::new());
    let shelf = games::ALL;
    for (game, seed) in
        shelf.iter().flat_map(|game| (0..u64::from(seasons)).map(move |s| (game, s)))
    {
        let mut season = Season::begin(game.name(), seed);
        let weeks = if season.seats.len() > 2 { WEEKS.1 } else { WEEKS.0 };
        let end = season.now.after(weeks * 7 * 86_400).unwrap();
        while season.now < end && season.bench.desk().campaign.stage() != Stage::Closed {
            season.hours();
        }
        cycles += season.bench.desk().campaign.ledger.results().count();
        for (what, n) in &season.done {
            *done.entry(*what).or_default() += n;
        }
        season.end();
    }
    // Pauses and outages may fill a season, but not all of them.
    assert!(
        cycles > usize::try_from(seasons).unwrap() * shelf.len(),
        "{cycles} in {seasons} seasons"
    );
    for what in ["undone", "substitutes", "keys by the old key", "orders changed"] {
        assert!(done.contains_key(what), "nobody has {what}: {done:?}");
    }
}

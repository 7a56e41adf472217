//! Seasons: weeks of late, early, doubled, lost and forged packets, absences, pauses, silent and
//! returning players, a failing disk and a clock that jumps. In the end everything verifies, and no
//! accepted packet was lost.
//!
//! `SEASONS=200 cargo test --test it season` plays more of them.

use adjutant::base::{Digest, Kind, Time};
use adjutant::engine::Chance;
use adjutant::referee::enroll::{Player, enroll};
use adjutant::referee::receipt::Verdict;
use adjutant::referee::run::{Done, Mail, run};
use adjutant::referee::seats::State;
use adjutant::referee::verify::{Own, verify};
use adjutant::referee::{Stage, decide, open, player, reveal, status};
use adjutant::seal::{Commitment, PlayerPublic, PlayerSecret, PublicKey};

use crate::bench::{Bench, SEATS, time};

/// How long a season lasts.
const WEEKS: u32 = 2;

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
}

impl Season {
    fn begin(seed: u64) -> Self {
        let bench = Bench::founded_for(30);
        let mut desk = bench.desk();
        for seat in SEATS {
            bench.enroll(&mut desk, seat).unwrap();
        }
        decide::set_calendar(&mut desk, CALENDAR.as_bytes(), "agreed", time(START)).unwrap();
        open::open(&mut desk, None, time(START)).unwrap();
        drop(desk);
        Self {
            bench,
            now: time(START),
            chance: Chance::from_seed(Digest::of(&seed.to_be_bytes()).0),
            asked: 0,
            inbox: Vec::new(),
            sequence: 0,
            receipts: Vec::new(),
            people: 20,
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
        for seat in SEATS {
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
        let mut packet = self.bench.packet(&desk, seat, &text).into_bytes();
        drop(desk);
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

    fn put(&mut self, seat: &str, bytes: Vec<u8>) {
        let early = u32::try_from(self.below(3600)).unwrap();
        let arrived = self.now.before(early).unwrap();
        self.inbox.push(Mail { name: seat.to_owned(), bytes, arrived });
    }

    fn moderator(&mut self) {
        let now = self.now;
        for seat in SEATS {
            let dropped =
                self.bench.desk().campaign.ledger.dropped(&seat.parse().unwrap()).is_some();
            if dropped && self.one_in(5) {
                self.replace(seat);
            }
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
            let identity =
                SEATS.iter().find(|s| *s == seat).map(|s| self.bench.players[*s].identity());
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
            for seat in SEATS {
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

#[test]
fn seasons_go_well() {
    let seasons = std::env::var("SEASONS").ok().and_then(|n| n.parse().ok()).unwrap_or(1_u32);
    let mut cycles = 0;
    for seed in 0..u64::from(seasons) {
        let mut season = Season::begin(seed);
        let end = season.now.after(WEEKS * 7 * 86_400).unwrap();
        while season.now < end {
            season.hours();
        }
        cycles += season.bench.desk().campaign.ledger.results().count();
        season.end();
    }
    // Pauses and outages may fill a season, but not all of them.
    assert!(cycles > usize::try_from(seasons).unwrap(), "{cycles} in {seasons} seasons");
}

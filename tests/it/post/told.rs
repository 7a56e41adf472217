//! Whether people are told: weeks by mail with servers that fail, runs that are killed and a moderator who makes
//! slips. Who judges knows the ledger and the mailboxes, and nothing of how letters come about: everybody has
//! had every letter that concerned them, once, in the names of its day, and none that was not true.
//!
//! `TOLD_WEEKS=2000 cargo test --release --test it post::told` plays more of them, and `TOLD_SEED=30` begins with that one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use adjutant::base::Digest;
use adjutant::engine::Chance;
use adjutant::post::Message;
use adjutant::referee::Stage;

use super::judge::{Arrived, Held, Judge};
use super::server::{Fault, STEPS};
use super::{HOUR, Post, header};
use crate::bench::{SEATS, output};
use crate::week;

/// Weeks that are played without the switch.
const PLAYED: u64 = 6;
const WEEK: u64 = 168 * HOUR;

struct Weeks {
    post: Post,
    chance: Chance,
    asked: u64,
    seconds: u64,
    /// Reasons given so far: each is a word of its own.
    reasons: u32,
    /// Where everybody's mail goes, by name, and since when the moderator knows.
    addresses: BTreeMap<String, (String, u64)>,
    /// Whose address the moderator has yet to learn.
    unknown: Option<(&'static str, String)>,
    /// Seats whose keys are those of the bench.
    own: BTreeSet<&'static str>,
    sequence: u32,
    arrived: Vec<Arrived>,
    /// The rounds in which nothing failed, and nothing waited after them.
    clean: Vec<u64>,
}

impl Weeks {
    fn begin(seed: u64) -> Self {
        let chance = Chance::from_seed(Digest::of(format!("told/{seed}").as_bytes()).0);
        let post = Post::new("early-close: 1h\ngrace: 6h\nreminders: [48h, 24h]\n");
        let named = |seat: &&str| (format!("Player of {seat}"), (format!("{seat}@example.net"), 0));
        Self {
            post,
            chance,
            asked: 0,
            seconds: 0,
            reasons: 0,
            addresses: SEATS.iter().map(named).collect(),
            unknown: None,
            own: SEATS.into_iter().collect(),
            sequence: 0,
            arrived: Vec::new(),
            clean: Vec::new(),
        }
    }

    fn below(&mut self, below: u64) -> u64 {
        self.asked += 1;
        let label = self.asked.to_string();
        self.chance.draw(&["told", &label]).below(below)
    }

    fn one_in(&mut self, cases: u64) -> bool {
        self.below(cases) == 0
    }

    fn reason(&mut self) -> String {
        self.reasons += 1;
        format!("because{}x", self.reasons)
    }

    /// The moderator says something; what is refused has not happened.
    fn says(&mut self, arguments: &[&str]) -> bool {
        let reason = self.reason();
        let all = [arguments, &["--reason", &reason]].concat();
        let (code, told) = self.post.output(self.seconds, &all);
        assert!(!told.contains("panicked") && code != 101, "{all:?}: {told}");
        code == 0
    }

    fn tries(&mut self, arguments: &[&str]) {
        self.says(arguments);
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.post.path(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// A key that nobody had before; its public file.
    fn key(&mut self, name: &str) -> String {
        self.asked += 1;
        let path = self.post.path(&format!("key{}", self.asked));
        self.post.done(self.seconds, &["keygen", path.to_str().unwrap(), "--name", name]);
        path.with_extension("pub").to_str().unwrap().to_owned()
    }

    fn decides(&mut self) {
        let seat = SEATS[usize::try_from(self.below(2)).unwrap()];
        match self.below(9) {
            0 => self.tries(&["calendar", "extend", "--by", "1d"]),
            1 => self.tries(&["resolve", "--early", "--without-orders"]),
            2 => self.tries(&["undo"]),
            3 | 4 => self.gives_away(seat),
            5 => self.renews(seat),
            6 | 7 => self.slips(seat),
            _ => {
                let text = self.reason();
                self.post.output(self.seconds, &["rule", "explain", &text]);
            }
        }
    }

    /// Somebody has left, and another plays on at once: their address comes later, as it does.
    fn gives_away(&mut self, seat: &'static str) {
        if self.unknown.is_some() || !self.says(&["calendar", "drop", seat]) {
            return;
        }
        self.own.remove(seat);
        let name = format!("P{}", self.reasons);
        let public = self.key(&name);
        self.post.done(self.seconds, &["enroll", seat, &public]);
        self.unknown = Some((seat, name));
        if self.one_in(2) {
            self.learns();
        }
    }

    /// The moderator learns an address.
    fn learns(&mut self) {
        let Some((seat, name)) = self.unknown.take() else { return };
        let address = format!("{}@example.net", name.to_lowercase());
        let file = self.write("address", &format!("{address}\n"));
        self.post.done(self.seconds, &["enroll", seat, "--address", &file]);
        self.addresses.insert(name, (address, self.seconds));
    }

    /// A player has lost their key.
    fn renews(&mut self, seat: &'static str) {
        let seats = Held::of(&self.post.bench.desk().campaign.ledger, u64::MAX);
        let Some(name) = seats.0.get(seat).cloned() else { return };
        let public = self.key(&name);
        if self.says(&["enroll", seat, &public, "--replace", "--name", &name]) {
            self.own.remove(seat);
        }
    }

    /// Orders are put in, and half of the times that was a slip.
    fn slips(&mut self, seat: &'static str) {
        let orders = self.write("pass.yaml", "[]\n");
        if self.says(&["rule", "put-in", seat, &orders]) && self.one_in(2) {
            self.seconds += 60;
            let entry = (self.post.bench.desk().campaign.ledger.len() - 1).to_string();
            assert!(self.says(&["rule", "revoke", &entry]));
        }
    }

    fn hours(&mut self) {
        self.seconds += (10 + self.below(34)) * HOUR;
        if self.one_in(2) {
            self.learns();
        }
        let open = matches!(self.post.bench.desk().campaign.stage(), Stage::Open(_));
        for seat in self.own.clone() {
            if open && self.one_in(3) {
                self.sequence += 1;
                let mail =
                    week::mail(&self.post.bench, seat, self.sequence, week::START, true).content;
                let mail = Post::wrapped((seat, self.sequence), &mail.read().unwrap(), "");
                self.post.deliver(self.seconds, &format!("{seat}-{}", self.sequence), &mail);
            }
        }
        if self.one_in(2) {
            self.decides();
        }
        let mut sound = true;
        match self.below(5) {
            0 => {
                let step = STEPS[usize::try_from(self.below(6)).unwrap()];
                let faults = [Fault::Says("451 4.3.0 later"), Fault::Kills];
                let fault = faults[usize::try_from(self.below(2)).unwrap()];
                self.post.server.fail(step, fault);
                sound = false;
            }
            1 => {
                self.killed();
                sound = false;
            }
            _ => {}
        }
        self.run(sound);
    }

    fn killed(&mut self) {
        let wait = Duration::from_millis(1 + self.below(40) * self.below(10));
        let mut command = self.post.command(self.seconds, &["run", "--post"]);
        let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
        self.post.server.client(child.id());
        thread::sleep(wait);
        // It may be over.
        let _ = child.kill();
        child.wait().unwrap();
    }

    fn run(&mut self, sound: bool) {
        let (code, told) = self.post.output(self.seconds, &["run", "--post"]);
        assert!([-1, 0, 1, 3, 4].contains(&code), "{code}: {told}");
        assert!(!told.contains("panicked"), "{told}");
        self.looks();
        let stuck = self.settles();
        self.looks();
        self.remembers();
        if sound && !stuck && [0, 3].contains(&code) {
            self.clean.push(self.seconds);
        }
    }

    /// Looks into the mailboxes.
    fn looks(&mut self) {
        for mail in self.post.server.taken() {
            let id = header(&mail, "Message-ID");
            let name = id.trim_start_matches('<').rsplit_once('@').unwrap().0;
            let name = name.rsplit_once('.').unwrap().0.to_owned();
            let words = Message::read(mail.text.as_bytes()).offers.concat();
            let words = String::from_utf8_lossy(&words).into_owned();
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            let (at, to, subject) = (self.seconds, mail.to.clone(), header(&mail, "Subject"));
            self.arrived.push(Arrived { at, to, name, subject, words });
        }
    }

    /// What was verified before changes nothing that the moderator reads.
    fn remembers(&self) {
        if !(self.seconds / HOUR).is_multiple_of(3) {
            return;
        }
        let status = |cache: &str| {
            let mut command = self.post.command(self.seconds, &["status"]);
            command.env("XDG_CACHE_HOME", self.post.path(cache));
            let output = output(&mut command);
            (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let (kept, fresh) = (status("cache"), status("fresh"));
        let _ = fs::remove_dir_all(self.post.path("fresh"));
        assert_eq!(kept, fresh);
    }

    /// What waits, and what nobody knows of whether it was sent: the moderator asks its reader.
    fn settles(&mut self) -> bool {
        let (code, told) = self.post.output(self.seconds, &["post", "--dry-run"]);
        if code == 3 {
            return false;
        }
        for line in told.lines().filter(|line| line.contains("may have been sent")) {
            let name = line.split_whitespace().nth(1).unwrap().trim_end_matches(':');
            let had = self.arrived.iter().any(|mail| mail.name == name);
            let act = if had { "discard" } else { "again" };
            self.post.done(self.seconds, &["post", act, name]);
        }
        true
    }

    fn end(mut self) -> (usize, usize, usize) {
        self.learns();
        for _ in 0..3 {
            self.seconds += 7 * HOUR;
            self.run(true);
        }
        let reason = self.reason();
        let (code, told) = self.post.output(self.seconds, &["reveal", "--abandon", &reason]);
        if code != 0 {
            self.post.done(self.seconds, &["reveal"]);
        }
        assert!(!told.contains("panicked"), "{told}");
        for _ in 0..2 {
            self.seconds += 7 * HOUR;
            self.run(true);
        }
        let desk = self.post.bench.desk();
        let judge = Judge {
            arrived: &self.arrived,
            addresses: &self.addresses,
            clean: &self.clean,
            ledger: &desk.campaign.ledger,
        };
        let (decisions, reports) = (judge.decisions(), judge.reports());
        judge.nobody_else_is_asked();
        judge.the_end();
        let verdict = self.post.bench.verify();
        assert!(verdict.passed(), "{verdict}");
        (decisions, reports, self.arrived.len())
    }
}

#[test]
fn everybody_has_had_every_letter_that_concerned_them_once() {
    let weeks = std::env::var("TOLD_WEEKS").ok().and_then(|n| n.parse().ok());
    let weeks: u64 = weeks.unwrap_or(PLAYED);
    let first = std::env::var("TOLD_SEED").ok().and_then(|n| n.parse().ok());
    let (played, seeds) = (AtomicU64::new(0), AtomicU64::new(first.unwrap_or(0)));
    let one = || {
        let mut all = (0, 0, 0);
        while played.load(Ordering::Relaxed) < weeks {
            let seed = seeds.fetch_add(1, Ordering::Relaxed);
            println!("seed {seed} begins");
            let mut season = Weeks::begin(seed);
            let closed = |s: &Weeks| s.post.bench.desk().campaign.stage() == Stage::Closed;
            while season.seconds < 6 * WEEK && !closed(&season) {
                season.hours();
            }
            played.fetch_add((season.seconds / WEEK).max(1), Ordering::Relaxed);
            println!("seed {seed}, {} weeks", season.seconds / WEEK);
            let (decisions, reports, mails) = season.end();
            all = (all.0 + decisions, all.1 + reports, all.2 + mails);
        }
        all
    };
    let sums = thread::scope(|scope| {
        let players: Vec<_> = (0..2).map(|_| scope.spawn(one)).collect();
        players.into_iter().map(|player| player.join().unwrap()).collect::<Vec<_>>()
    });
    let sum = |of: fn(&(usize, usize, usize)) -> usize| sums.iter().map(of).sum::<usize>();
    let (decisions, reports, mails) = (sum(|s| s.0), sum(|s| s.1), sum(|s| s.2));
    println!(
        "{} weeks: {mails} mails, {reports} reports, {decisions} letters about decisions",
        played.load(Ordering::Relaxed)
    );
    assert!(mails > 20 && reports > 5 && decisions > 5, "{mails}, {reports}, {decisions}");
}

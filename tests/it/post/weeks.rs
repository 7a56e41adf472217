//! Weeks of a campaign by mail: packets that are late, doubled, reordered and lost, bounces, a server that
//! fails at any step, and runs that are killed. No mail is accepted twice, and no accepted packet is lost.
//!
//! `POST_WEEKS=100 cargo test --test it post::weeks` plays more of them.

use std::collections::BTreeSet;
use std::time::Duration;

use adjutant::base::Digest;
use adjutant::engine::Chance;
use adjutant::games::OURS;
use adjutant::post::Message;
use adjutant::referee::Stage;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::reveal;
use adjutant::referee::record::receipt::Receipt;
use adjutant::seal::sealed;

use super::server::{Fault, STEPS, Taken};
use super::{HOUR, Post, header};
use crate::bench::{SEATS, time};
use crate::week;

/// Weeks that are played without the switch: some ten seconds, since each call of the program verifies the
/// campaign, unoptimized.
const PLAYED: u64 = 3;

struct Weeks {
    post: Post,
    chance: Chance,
    asked: u64,
    seconds: u64,
    sequence: u32,
    /// Mails that are on their way for longer than others.
    slow: Vec<(String, Vec<u8>)>,
    /// The mails that the server accepted.
    accepted: BTreeSet<String>,
    receipts: Vec<(String, Vec<u8>)>,
    faults: u32,
}

impl Weeks {
    fn begin(seed: u64) -> Self {
        let chance = Chance::from_seed(Digest::of(format!("post/{seed}").as_bytes()).0);
        let (accepted, receipts, slow) = (BTreeSet::new(), Vec::new(), Vec::new());
        let post = Post::new("early-close: 1h\ngrace: 6h\nreminders: [24h]\n");
        let (asked, seconds, sequence, faults) = (0, 0, 0, 0);
        Self { post, chance, asked, seconds, sequence, slow, accepted, receipts, faults }
    }

    fn below(&mut self, below: u64) -> u64 {
        self.asked += 1;
        let label = self.asked.to_string();
        self.chance.draw(&["weeks", &label]).below(below)
    }

    fn one_in(&mut self, cases: u64) -> bool {
        self.below(cases) == 0
    }

    /// A player sends orders, and something becomes of the mail.
    fn player(&mut self, seat: &'static str) {
        let last = self.one_in(2);
        let stage = self.post.bench.desk().campaign.stage();
        if !matches!(stage, Stage::Open(_)) || self.one_in(2) {
            return;
        }
        let mut mail = || {
            self.sequence += 1;
            let bytes = week::mail(&self.post.bench, seat, self.sequence, week::START, last)
                .content
                .read()
                .unwrap();
            let name = format!("{seat}-{}", self.sequence);
            (name, Post::wrapped((seat, self.sequence), &bytes, ""))
        };
        let (name, own) = mail();
        let next = mail();
        match self.below(6) {
            // Lost.
            0 => {}
            1 => self.slow.push((name, own)),
            2 => {
                let again = [b"Received: from elsewhere\r\n", &own[..]].concat();
                self.post.deliver(self.seconds, &format!("{name}-again"), &again);
                self.post.deliver(self.seconds, &name, &own);
            }
            3 => {
                // The later one overtakes it.
                self.post.deliver(self.seconds - 60, &next.0, &next.1);
                self.post.deliver(self.seconds, &name, &own);
            }
            4 => {
                let head = format!("From: {seat}@example.net\r\nReturn-Path: <>\r\n");
                let bounce = head + "Subject: undeliverable\r\n\r\nno such user\r\n";
                self.post.deliver(self.seconds, &format!("{name}-bounce"), bounce.as_bytes());
                self.post.deliver(self.seconds, &name, &own);
            }
            _ => self.post.deliver(self.seconds, &name, &own),
        }
    }

    fn hours(&mut self) {
        self.seconds += (10 + self.below(30)) * HOUR;
        for (name, mail) in std::mem::take(&mut self.slow) {
            self.post.deliver(self.seconds - 120, &name, &mail);
        }
        for seat in SEATS {
            self.player(seat);
        }
        match self.below(4) {
            0 => {
                let step = STEPS[usize::try_from(self.below(6)).unwrap()];
                let says = Fault::Says("451 4.3.0 later");
                let faults = [says, Fault::Hangs, Fault::Kills, Fault::Kills];
                let fault = faults[usize::try_from(self.below(4)).unwrap()];
                self.post.server.fail(step, fault);
                self.faults += 1;
            }
            1 => self.killed(),
            _ => {}
        }
        self.run();
    }

    /// A run that somebody kills, wherever it is.
    fn killed(&mut self) {
        let wait = Duration::from_millis(20 * (1 + self.below(20)));
        let mut command = self.post.command(self.seconds, &["run", "--post"]);
        let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
        self.post.server.client(child.id());
        std::thread::sleep(wait);
        // It may be over.
        let _ = child.kill();
        child.wait().unwrap();
        self.faults += 1;
    }

    fn run(&mut self) {
        let (code, told) = self.post.output(self.seconds, &["run", "--post"]);
        // Killed, or a mail that nobody knows whether it was sent, or no server.
        assert!([-1, 0, 1, 3, 4].contains(&code), "{code}: {told}");
        assert!(!told.contains("panicked"), "{told}");
        for mail in self.post.server.taken() {
            let id = header(&mail, "Message-ID");
            assert!(self.accepted.insert(id), "a second time: {}", mail.text);
            self.receipt(&mail);
        }
    }

    fn receipt(&mut self, mail: &Taken) {
        let seat = mail.to.strip_suffix("@example.net").unwrap();
        if !header(mail, "Subject").contains("your packet") {
            return;
        }
        let offers = Message::read(mail.text.as_bytes()).offers;
        let file = offers.into_iter().find(|offer| sealed::is_sealed(offer)).unwrap();
        let identity = Some(self.post.bench.players[seat].identity());
        let text = Receipt::open(file, identity).unwrap();
        if String::from_utf8_lossy(&text).contains("verdict: accepted") {
            self.receipts.push((seat.to_owned(), text));
        }
    }

    fn end(mut self) -> (usize, usize, usize, u32) {
        // What waits is tried again.
        for _ in 0..2 {
            self.seconds += 7 * HOUR;
            self.run();
        }
        let mut desk = self.post.bench.desk();
        let cycles = desk.campaign.ledger.results().count();
        let now = time("2027-01-01T00:00:00Z");
        reveal::reveal(&mut desk, Some("these weeks are over"), now).unwrap();
        drop(desk);
        let (accepted, receipts) = (self.accepted.len(), self.receipts.len());
        let own = Own { receipts: self.receipts, ..Own::default() };
        let verdict = verify(self.post.bench.store(), &own, OURS).unwrap();
        assert!(verdict.passed(), "{verdict}");
        (cycles, accepted, receipts, self.faults)
    }
}

#[test]
fn weeks_by_mail_go_well() {
    let weeks = std::env::var("POST_WEEKS").ok().and_then(|n| n.parse().ok());
    let weeks: u64 = weeks.unwrap_or(PLAYED);
    let (mut all, mut seed, mut played) = ((0, 0, 0, 0), 0, 0);
    while played < weeks {
        let mut season = Weeks::begin(seed);
        let over = |played: &Weeks| played.post.bench.desk().campaign.stage() == Stage::Closed;
        while season.seconds < weeks.min(6) * 168 * HOUR && !over(&season) {
            season.hours();
        }
        played += (season.seconds / (168 * HOUR)).max(1);
        let (cycles, accepted, receipts, faults) = season.end();
        all = (all.0 + cycles, all.1 + accepted, all.2 + receipts, all.3 + faults);
        seed += 1;
    }
    let (cycles, mails, receipts, faults) = all;
    println!(
        "{played} weeks, {cycles} cycles, {mails} mails, {receipts} accepted, {faults} faults"
    );
    assert!(cycles > 2 && mails > 8 && receipts > 1 && faults > 2, "{all:?}");
}

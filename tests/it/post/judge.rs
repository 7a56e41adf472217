//! Judges whether people were told: by the ledger and what arrived in the mailboxes, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use adjutant::base::{Seat, Time};
use adjutant::ledger::{Body, Effect, Entry, Ledger, Ruling};

use crate::bench::time;
use crate::week;

/// A mail as it lies in a mailbox.
pub(super) struct Arrived {
    pub(super) at: u64,
    pub(super) to: String,
    pub(super) name: String,
    pub(super) subject: String,
    pub(super) words: String,
}

/// Who holds which seat, by name: names are nobody else's here.
#[derive(Default, Clone)]
pub(super) struct Held(pub(super) BTreeMap<String, String>);

impl Held {
    pub(super) fn of(ledger: &Ledger, before: u64) -> Self {
        let mut held = Self::default();
        for entry in ledger.entries().take_while(|entry| entry.seq < before) {
            held.follow(entry);
        }
        held
    }

    fn follow(&mut self, entry: &Entry) {
        match &entry.body {
            Body::Enroll(new) => self.comes(&new.seat, &new.name),
            Body::Key(new) => self.comes(&new.seat, &new.name),
            Body::Dropped(dropped) => drop(self.0.remove(dropped.seat.as_str())),
            _ => {}
        }
    }

    fn comes(&mut self, seat: &Seat, name: &str) {
        self.0.insert(seat.to_string(), name.to_owned());
    }

    fn names(&self) -> BTreeSet<String> {
        self.0.values().cloned().collect()
    }
}

/// Who judges: by what arrived where, and by the ledger.
pub(super) struct Judge<'a> {
    pub(super) arrived: &'a [Arrived],
    /// Where everybody's mail goes, by name, and since when the moderator knows.
    pub(super) addresses: &'a BTreeMap<String, (String, u64)>,
    /// The rounds in which nothing failed, and nothing waited after them.
    pub(super) clean: &'a [u64],
    pub(super) ledger: &'a Ledger,
}

impl Judge<'_> {
    fn at(time: Time) -> u64 {
        time.since(self::time(week::START))
    }

    /// How many mails of a person have these words.
    fn had(&self, name: &str, subject: &str, words: &str) -> Vec<&Arrived> {
        let Some((address, _)) = self.addresses.get(name) else { return Vec::new() };
        let all = self.arrived.iter();
        all.filter(|m| m.to == *address && m.subject.contains(subject) && m.words.contains(words))
            .collect()
    }

    /// Entries of which nobody is to read: taken back in time, and that they were.
    fn silent(&self) -> BTreeSet<u64> {
        let mut silent = BTreeSet::new();
        for entry in self.ledger.entries() {
            if let Body::Ruling(Ruling { effect: Some(Effect::Revoke { entry: old }), .. }) =
                &entry.body
            {
                silent.extend([*old, entry.seq]);
            }
        }
        silent
    }

    /// Every decision was read once by everybody whom it concerned, and by nobody else.
    pub(super) fn decisions(&self) -> usize {
        let (mut held, silent, mut told) = (Held::default(), self.silent(), 0);
        for entry in self.ledger.entries() {
            let mut concerned = held.names();
            let before = held.clone();
            held.follow(entry);
            concerned.extend(held.names());
            let text = entry.write().unwrap();
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            let Some(reason) = words.into_iter().find(|word| word.starts_with("because")) else {
                continue;
            };
            if matches!(entry.body, Body::Close(_)) {
                continue;
            }
            for name in self.addresses.keys() {
                let mails = self.had(name, "the moderator's decision", reason);
                let expected = concerned.contains(name) && !silent.contains(&entry.seq);
                let what = format!("{name}, entry {}: {text}", entry.seq);
                assert_eq!(mails.len(), usize::from(expected), "{what}");
                told += mails.len();
                if let Body::Dropped(dropped) = &entry.body {
                    let whose = &before.0[dropped.seat.as_str()];
                    let day = format!("was taken from {whose} ");
                    assert!(mails.iter().all(|m| m.words.contains(&day)), "{what}");
                }
            }
        }
        told
    }

    /// Every report that could leave before it was old arrived once, with a deadline that was in force.
    pub(super) fn reports(&self) -> usize {
        let (mut held, mut open) = (Held::default(), None);
        let mut owed: Vec<(String, u32, u64, u64)> = Vec::new();
        for entry in self.ledger.entries() {
            held.follow(entry);
            let now = Self::at(entry.time);
            let mut ends = |of: &dyn Fn(&str) -> bool| {
                for (.., until) in owed.iter_mut().filter(|(n, _, _, u)| *u == u64::MAX && of(n)) {
                    *until = now;
                }
            };
            match &entry.body {
                Body::Open(_) => {
                    open = entry.cycle;
                    let names = held.names().into_iter();
                    owed.extend(names.map(|name| (name, open.unwrap() - 1, now, u64::MAX)));
                }
                Body::Result(_) | Body::Close(_) => {
                    open = None;
                    ends(&|_| true);
                }
                Body::Dropped(_) => {
                    let names = held.names();
                    ends(&|name| !names.contains(name));
                }
                Body::Key(new) => {
                    let names = held.names();
                    ends(&|name| name == new.name || !names.contains(name));
                    owed.extend(open.map(|c| (new.name.clone(), c - 1, now, u64::MAX)));
                }
                _ => {}
            }
        }
        let mut counted: BTreeMap<(&String, u32), (usize, usize)> = BTreeMap::new();
        for (name, cycle, from, until) in &owed {
            let known = self.addresses.get(name).map_or(u64::MAX, |(_, since)| *since);
            let could = |round: &&u64| from <= *round && *round < until && known <= **round;
            let (most, least) = counted.entry((name, *cycle)).or_default();
            *most += 1;
            *least += usize::from(self.clean.iter().any(|round| could(&round)));
        }
        let mut all = 0;
        for ((name, cycle), (most, least)) in counted {
            let mails = self.had(name, &format!("report of cycle {cycle},"), "");
            let what = format!("{name}, report of cycle {cycle}: {} mails", mails.len());
            assert!((least..=most).contains(&mails.len()), "{what}, not {least} to {most}");
            for mail in &mails {
                let due = self.deadlines(cycle + 1, mail.at);
                assert!(
                    due.iter().any(|due| mail.subject.ends_with(due)),
                    "{what}: {}",
                    mail.subject
                );
            }
            all += mails.len();
        }
        all
    }

    /// The deadlines that a cycle had up to a moment, in words.
    fn deadlines(&self, cycle: u32, until: u64) -> Vec<String> {
        let of = |entry: &&Entry| entry.cycle == Some(cycle) && Self::at(entry.time) <= until;
        let deadline = |entry: &Entry| match &entry.body {
            Body::Open(opening) => Some(opening.deadline?.in_words(opening.zone.as_deref())),
            Body::Extension(moved) => Some(moved.deadline?.in_words(moved.zone.as_deref())),
            _ => None,
        };
        self.ledger.entries().filter(of).filter_map(deadline).collect()
    }

    /// Orders are asked of nobody who has no seat.
    pub(super) fn nobody_else_is_asked(&self) {
        for mail in self.arrived {
            let asks = ["orders due by", "everyone is waiting"];
            if !asks.iter().any(|asks| mail.subject.contains(asks)) {
                continue;
            }
            let mut past = self.ledger.entries().filter(|entry| Self::at(entry.time) <= mail.at);
            let newest = past.next_back().map_or(0, |entry| entry.seq + 1);
            let held = Held::of(self.ledger, newest);
            let mut names = self.addresses.iter().filter(|(_, (to, _))| *to == mail.to);
            let (name, _) = names.next().expect("somebody's");
            assert!(held.names().contains(name), "{name}: {}", mail.subject);
        }
    }

    pub(super) fn the_end(&self) {
        let held = Held::of(self.ledger, u64::MAX);
        for name in held.names() {
            assert_eq!(self.had(&name, "the game is over", "The game is over:").len(), 1, "{name}");
            assert_eq!(self.had(&name, "everything can be checked now", "").len(), 1, "{name}");
        }
    }
}

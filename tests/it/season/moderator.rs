//! What the moderator and their deputies do in a season.

use adjutant::engine::Amendment;
use adjutant::games::OURS;
use adjutant::ledger::Right;
use adjutant::referee::Stage;
use adjutant::referee::cycle::deputy::Deputy;
use adjutant::referee::moderator::hand_over::{Person, appoint, dismiss, hand_over, papers};
use adjutant::referee::moderator::{correct, decide, rule};
use adjutant::seal::{PlayerSecret, PublicKey};
use serde_json::{Value, json};

use super::Season;
use crate::bench::patiently;
use crate::rulings::a_number;

impl Season {
    /// Somebody is a deputy for a while, and does what they may; now and then the office changes hands.
    pub(super) fn deputies(&mut self) {
        let now = self.now;
        if self.one_in(60) {
            return self.hand_over();
        }
        let desk = self.desk();
        let office = desk.campaign.ledger.office();
        let in_office = office.deputy("A deputy").is_some();
        let open = matches!(desk.campaign.stage(), Stage::Open(_));
        drop(desk);
        if !in_office {
            self.deputy = None;
            if self.one_in(15) {
                let key = self.person();
                let until = now.after(5 * 86_400).unwrap();
                let rights = vec![Right::Extend, Right::Take];
                let who = named("A deputy", &key);
                appoint(&mut self.desk(), (&who, rights), until, "at sea", now).unwrap();
                self.deputy = Some(key);
                self.count("deputies");
            }
            return;
        }
        let Some(key) = self.deputy.take() else { return };
        if self.one_in(8) {
            dismiss(&mut self.desk(), "A deputy", "back again", now).unwrap();
            return;
        }
        let all = std::mem::take(&mut self.inbox);
        self.desk().forget();
        let mut deputy =
            patiently(|| Deputy::take(self.bench.store(), key.signing(), OURS)).unwrap();
        for mail in all {
            // Refused after their time, and if nothing in it is a packet.
            let taken = open && deputy.hold(&mail.content.read().unwrap(), now).is_ok();
            if taken {
                self.count("taken by a deputy");
            } else {
                self.inbox.push(mail);
            }
        }
        if self.one_in(6)
            && deputy.extend(Some("12h".parse().unwrap()), None, "a storm", now).is_ok()
        {
            self.count("extended by a deputy");
        }
        drop(deputy);
        self.deputy = Some(key);
    }

    pub(super) fn hand_over(&mut self) {
        let (key, now) = (self.person(), self.now);
        let who = named("Another moderator", &key);
        let mut desk = self.desk();
        let sealed = papers(&desk, &who, true).unwrap();
        hand_over(&mut desk, &who, "my turn is over", now).unwrap();
        desk.forget();
        self.office = self.bench.take_up(&sealed, &key);
        self.count("handed over");
    }

    /// The moderator corrects something.
    pub(super) fn corrects(&mut self) {
        let seats = self.seats.clone();
        let seat = seats[usize::try_from(self.below(seats.len() as u64)).unwrap()];
        let (seat, now) = (seat.parse().unwrap(), self.now);
        let what = self.below(6);
        let mut desk = self.desk();
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

    pub(super) fn moderator(&mut self) {
        let now = self.now;
        for seat in self.seats.clone() {
            let dropped = self.desk().campaign.ledger.dropped(&seat.parse().unwrap()).is_some();
            if dropped && self.one_in(2) {
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
        let mut desk = self.desk();
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
}

/// A number of the position, by its path.
fn number(desk: &adjutant::referee::Desk) -> Option<(String, u64)> {
    let cycle = desk.campaign.ledger.results().next_back()?.0;
    let position: Value = serde_json::from_str(&desk.position(cycle).ok()?.0).ok()?;
    a_number(&position["state"], "/state")
}

fn named(name: &str, key: &PlayerSecret) -> Person {
    let (signing, recipient) = (PublicKey::of(key.signing()), key.identity().recipient());
    Person { name: name.to_owned(), signing, recipient }
}

//! Who held which seat when something happened. What is written is written to people, not to seats: who takes
//! a seat over reads nothing of before, and who lost it is told so.

use crate::base::Seat;
use crate::ledger::{Body, Entry, Ledger};

/// A player, from the entry by which they got their seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The seat.
    pub seat: Seat,
    /// The number of that entry: it tells them from who had the seat before.
    pub came: u64,
    name: String,
    signing: String,
}

/// Who holds which seat, as far as the entries are followed.
#[derive(Debug, Clone)]
pub struct People {
    order: Vec<Seat>,
    held: Vec<Person>,
}

impl People {
    /// Nobody yet, in a campaign with these seats.
    pub fn none(ledger: &Ledger) -> Self {
        Self { order: ledger.genesis().seats.clone(), held: Vec::new() }
    }

    /// Those who hold a seat, in the game's order.
    pub fn all(&self) -> &[Person] {
        &self.held
    }

    /// True if a person holds their seat.
    pub fn has(&self, person: &Person) -> bool {
        self.held.iter().any(|held| (&held.seat, held.came) == (&person.seat, person.came))
    }

    /// Takes in what an entry changes.
    pub fn follow(&mut self, entry: &Entry) {
        match &entry.body {
            Body::Enroll(new) => self.comes((&new.seat, &new.name, &new.signing), entry.seq),
            Body::Key(new) => self.comes((&new.seat, &new.name, &new.signing), entry.seq),
            Body::Dropped(dropped) => self.held.retain(|held| held.seat != dropped.seat),
            _ => {}
        }
    }

    /// Other keys, or another name, are the same person's; both are somebody else's.
    fn comes(&mut self, (seat, name, signing): (&Seat, &str, &str), seq: u64) {
        let came = match self.held.iter().find(|held| held.seat == *seat) {
            Some(held) if held.name == name || held.signing == signing => held.came,
            Some(_) | None => seq,
        };
        self.held.retain(|held| held.seat != *seat);
        let (name, signing) = (name.to_owned(), signing.to_owned());
        self.held.push(Person { seat: seat.clone(), came, name, signing });
        self.held.sort_by_key(|held| self.order.iter().position(|seat| *seat == held.seat));
    }
}

/// Who holds a seat; of one that is open, who had it last.
pub fn last(ledger: &Ledger, seat: &Seat) -> Option<Person> {
    let (mut people, mut last) = (People::none(ledger), None);
    for entry in ledger.entries() {
        people.follow(entry);
        let held = people.all().iter().find(|person| person.seat == *seat);
        last = held.cloned().or(last);
    }
    last
}

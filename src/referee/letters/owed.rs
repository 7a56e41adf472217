//! What is to be told to whom, as it follows from the ledger alone: for each entry and each person whom it
//! concerns, letters that are named by the entry. Nobody's name is looked up later, and what has left is a set
//! of names.

use std::collections::BTreeMap;

use super::{held, voted};
use crate::base::Seat;
use crate::campaign::layout;
use crate::ledger::{Body, Contribution, Entry, Ledger};
use crate::referee::record::acts::{self, Act};
use crate::referee::record::people::{People, Person};

/// A letter that is owed to a person.
#[derive(Debug, Clone)]
pub(super) struct Owed<'a> {
    /// Its name: the same letter has the same.
    pub name: String,
    /// Whose it is.
    pub person: Person,
    /// True if they lost the seat by the entry.
    pub former: bool,
    /// The entry that it is about.
    pub entry: &'a Entry,
    /// What it tells.
    pub what: What,
    /// True if a later entry made it untrue, or tells more than it.
    pub is_past: bool,
}

/// What a letter tells.
#[derive(Debug, Clone)]
pub(super) enum What {
    /// Which seat they got, and whose keys to compare.
    Welcome,
    /// The report of a cycle, in that file, which calls for the orders of the next.
    Report(u32, String),
    /// What was decided.
    Decision(Act),
    /// That the game is over, with the report of its last cycle.
    End(u32, String),
    /// That the secret is published.
    Revealed,
    /// What a player wrote, in that file.
    Press(String),
    /// That a player votes on something.
    Vote,
    /// That a cycle is locked, and their link is asked for.
    Locked,
}

impl What {
    /// What is said of it to the moderator: not who writes to whom.
    pub(super) fn words(&self, entry: &Entry) -> String {
        match self {
            Self::Welcome => "the welcome".to_owned(),
            Self::Report(cycle, _) => format!("report of cycle {cycle}"),
            Self::Decision(_) => format!("the decision of entry {}", entry.seq),
            Self::End(..) => "the end of the game".to_owned(),
            Self::Revealed => "the reveal".to_owned(),
            Self::Press(_) => "a message between players".to_owned(),
            Self::Vote => format!("the vote of entry {}", entry.seq),
            Self::Locked => format!("the lock of entry {}", entry.seq),
        }
    }
}

/// Every letter about an entry from `since` on; `readers` are those of each message between players.
pub(super) fn owed<'a>(
    ledger: &'a Ledger,
    readers: &BTreeMap<u64, Vec<Seat>>,
    since: u64,
) -> Vec<Owed<'a>> {
    let acts = acts::acts(ledger).into_iter().map(|(entry, act)| (entry.seq, act)).collect();
    let people = People::none(ledger);
    let again = BTreeMap::new();
    let mut follower =
        Follower { ledger, readers, acts, since, people, newest: None, again, all: Vec::new() };
    for entry in ledger.entries() {
        follower.follow(entry);
    }
    follower.all
}

/// Follows the entries of a ledger.
struct Follower<'a, 'b> {
    ledger: &'a Ledger,
    readers: &'b BTreeMap<u64, Vec<Seat>>,
    acts: BTreeMap<u64, Act>,
    since: u64,
    people: People,
    /// The newest result, and whether the cycle behind it is open.
    newest: Option<(u32, bool)>,
    /// The newest reports that were sealed once more, to other keys.
    again: BTreeMap<Seat, String>,
    all: Vec<Owed<'a>>,
}

impl<'a> Follower<'a, '_> {
    fn follow(&mut self, entry: &'a Entry) {
        let before = self.people.clone();
        self.people.follow(entry);
        self.stands(entry);
        self.pass(entry);
        let people = self.people.clone();
        for person in people.all() {
            if !before.has(person) {
                self.owe(person, entry, What::Welcome);
            }
            if let Some(told) = self.of(entry, person) {
                self.owe(person, entry, told);
            }
        }
        let Some(act) = self.acts.remove(&entry.seq) else { return };
        let gone = before.all().iter().filter(|person| !people.has(person));
        for person in people.all().iter().chain(gone) {
            self.owe(person, entry, What::Decision(act.clone()));
        }
    }

    /// Where the campaign stands after an entry.
    fn stands(&mut self, entry: &Entry) {
        match (&entry.body, self.newest) {
            (Body::Result(_), _) => {
                self.newest = entry.cycle.map(|cycle| (cycle, false));
                self.again.clear();
            }
            (Body::Open(_), Some((cycle, _))) => self.newest = Some((cycle, true)),
            (Body::Close(_), Some((cycle, _))) => self.newest = Some((cycle, false)),
            (Body::Key(change), Some((cycle, _))) => {
                let folder = layout::cycle(cycle) + "/";
                let path = change.files.keys().find(|path| path.starts_with(&folder));
                self.again.extend(path.map(|path| (change.seat.clone(), path.clone())));
            }
            _ => {}
        }
    }

    /// What an entry tells a person who holds a seat, beside what was decided.
    fn of(&self, entry: &Entry, person: &Person) -> Option<What> {
        let (cycle, open) = self.newest?;
        let path = self.again.get(&person.seat).cloned();
        let path = path.unwrap_or_else(|| layout::report(cycle, person.seat.as_str()));
        match &entry.body {
            Body::Open(_) => Some(What::Report(cycle, path)),
            Body::Key(change) if change.seat == person.seat && open => {
                Some(What::Report(cycle, path))
            }
            Body::Close(_) => Some(What::End(cycle, path)),
            Body::Reveal(_) => Some(What::Revealed),
            Body::Press(_) => {
                let readers = self.readers.get(&entry.seq);
                let reads = readers.is_some_and(|readers| readers.contains(&person.seat));
                reads.then(|| What::Press(layout::press(entry.seq)))
            }
            Body::Lock(_) => {
                let cycle = entry.cycle.unwrap_or_default();
                self.ledger.owe_links(cycle).contains(&&person.seat).then_some(What::Locked)
            }
            Body::Agree(_) | Body::Vote(_) => {
                let other = voted::voter(entry).is_some_and(|voter| *voter != person.seat);
                other.then_some(What::Vote)
            }
            Body::Key(_)
            | Body::Genesis(_)
            | Body::Enroll(_)
            | Body::Calendar(_)
            | Body::Pause(_)
            | Body::Resume(_)
            | Body::Absence(_)
            | Body::Substitute(_)
            | Body::Claim(_)
            | Body::Objection(_)
            | Body::Dropped(_)
            | Body::Extension(_)
            | Body::Handover(_)
            | Body::Appoint(_)
            | Body::Dismiss(_)
            | Body::Arrival(_)
            | Body::Result(_)
            | Body::Beacon(_)
            | Body::Link(_)
            | Body::Final(_)
            | Body::Withdraw(_)
            | Body::Ruling(_) => None,
        }
    }

    fn owe(&mut self, person: &Person, entry: &'a Entry, what: What) {
        if entry.seq < self.since {
            return;
        }
        let former = !self.people.has(person);
        let taken = self.people.all().iter().any(|held| held.seat == person.seat);
        // Two people can be told of one seat that goes from one to the other.
        let whose = if former && taken { "-former" } else { "" };
        let cause = match &what {
            What::Welcome => format!("welcome-{:06}", entry.seq),
            What::Report(cycle, path) => {
                format!("report-{}", of_report(path, *cycle, &person.seat))
            }
            What::Decision(_) | What::Revealed | What::Vote => held::name(entry.seq),
            What::End(..) => format!("end-{:06}", entry.seq),
            What::Press(_) => format!("press-{:06}", entry.seq),
            What::Locked => format!("locked-{:06}", entry.seq),
        };
        let name = format!("{cause}-{}{whose}", person.seat);
        let person = person.clone();
        self.all.push(Owed { name, person, former, entry, what, is_past: false });
    }

    /// Marks what is not to be told any more once an entry is there.
    fn pass(&mut self, entry: &Entry) {
        let begins = matches!(entry.body, Body::Result(_)) && entry.cycle == Some(0);
        let (result, close) =
            (matches!(entry.body, Body::Result(_)), matches!(entry.body, Body::Close(_)));
        for owed in &mut self.all {
            let other_keys = || match &entry.body {
                Body::Key(change) => change.seat == owed.person.seat,
                _ => false,
            };
            let holds = self.people.has(&owed.person);
            owed.is_past |= match &owed.what {
                // The first report has the card with it.
                What::Welcome => begins || close || !holds,
                What::Report(..) => result || close || other_keys() || !holds,
                // What was agreed before the game is in the first report.
                What::Decision(_) => begins,
                What::End(..) => result,
                What::Revealed => false,
                // Nobody could read it.
                What::Press(_) => other_keys(),
                // It has come, or nobody waits for it any more.
                What::Locked => {
                    result || close || other_keys() || !holds || is_given(entry, &owed.person.seat)
                }
                What::Vote => result || close || !holds || voted::is_settled(owed.entry, entry),
            };
        }
    }
}

/// True if an entry brings the link of a seat, or says that the cycle goes on without it.
fn is_given(entry: &Entry, whose: &Seat) -> bool {
    match &entry.body {
        Body::Link(Contribution::Given { seat, .. }) => seat == whose,
        Body::Link(Contribution::Withheld { .. }) => true,
        _ => false,
    }
}

/// The name of a report: a seat that got other keys gets it anew.
fn of_report(path: &str, cycle: u32, seat: &Seat) -> String {
    let file = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".age");
    match file.strip_prefix(&format!("{seat}.")) {
        Some(entry) => format!("{cycle:04}-{entry}"),
        None => format!("{cycle:04}"),
    }
}

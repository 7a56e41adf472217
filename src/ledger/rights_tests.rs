use std::collections::BTreeMap;

use super::super::sample::{self, Key, time, trust};
use super::super::{
    Appointment, Arrival, Checkpoint, Dismissal, Extension, Handover, Opening, Ruling, SealedEntry,
    Written,
};
use super::*;

const NEW: &str = "ssh-ed25519 KEY new";
const AIDE: &str = "ssh-ed25519 KEY aide";

/// The sample up to its result of cycle 1, the next opening, and what is written behind it.
struct Grown {
    ledger: Ledger,
    files: Vec<SealedEntry>,
}

impl Grown {
    fn begin() -> Self {
        let files = sample::files()[..sample::CHANGED].to_vec();
        let mut grown = Self { ledger: Ledger::link(&files).unwrap(), files };
        let Body::Open(opening) = sample::entries().swap_remove(4).body else {
            unreachable!("it is one")
        };
        let opening = Opening { deadline: Some(time("2026-07-24T18:00:00Z")), ..opening };
        let entry = (Some(2), Body::Open(opening));
        grown.write_at("2026-07-20T18:00:00Z", None, entry, &Key::known()).unwrap();
        grown
    }

    fn write(&mut self, by: Option<&str>, body: Body, key: &Key) -> Result<(), Problem> {
        self.write_at("2026-07-20T18:00:00Z", by, (None, body), key)
    }

    fn write_at(
        &mut self,
        at: &str,
        by: Option<&str>,
        (cycle, body): (Option<u32>, Body),
        key: &Key,
    ) -> Result<(), Problem> {
        let by = by.map(str::to_owned);
        let written = self.ledger.append_by(by, (time(at), cycle), body, key)?;
        self.ledger.push(&written);
        let Written { path, text, signature, .. } = written;
        let (entry, signature) = (text.into_bytes(), signature.into_bytes());
        self.files.push(SealedEntry { path, entry, signature });
        Ok(())
    }

    fn read(&self) -> Result<Ledger, Problem> {
        Ledger::read(&self.files, trust)
    }

    fn handover(&self) -> Body {
        Body::Handover(Handover {
            campaign: self.ledger.genesis_digest(),
            name: "Dora".into(),
            signing: NEW.into(),
            recipient: "age1new".into(),
            from: 2,
            reason: "moving".into(),
            files: BTreeMap::new(),
        })
    }

    fn appointment(&self, rights: &[Right]) -> Body {
        Body::Appoint(Appointment {
            campaign: self.ledger.genesis_digest(),
            name: "Erik".into(),
            signing: AIDE.into(),
            rights: rights.to_vec(),
            until: time("2026-08-01T00:00:00Z"),
            reason: "at sea".into(),
        })
    }
}

fn says() -> Body {
    Body::Ruling(Ruling { text: "so it is".into(), effect: None, files: BTreeMap::new() })
}

fn extension(to: &str) -> (Option<u32>, Body) {
    let (deadline, reason) = (Some(time(to)), "a storm".into());
    (Some(2), Body::Extension(Extension { deadline, zone: None, reason, spent: Vec::new() }))
}

fn wrong(result: Result<impl Sized, Problem>) -> String {
    result.err().unwrap().what
}

#[test]
fn after_a_hand_over_the_new_key_signs() {
    let (old, new) = (Key::known(), Key::numbered(NEW));
    let mut grown = Grown::begin();
    let handover = grown.handover();
    grown.write(None, handover, &old).unwrap();
    grown.write(None, says(), &new).unwrap();
    assert_eq!(grown.read().unwrap(), grown.ledger);
    assert_eq!(grown.ledger.office().moderator().signing, NEW);
    for entry in grown.ledger.entries() {
        assert_eq!(Entry::read(entry.write().unwrap().as_bytes()).unwrap(), *entry);
    }
    // Each checkpoint is signed by who was in office when it covered the last entry.
    let covers = |entries: usize, key: &Key| {
        let note = Checkpoint::of(&grown.ledger.first(entries)).sign(key);
        grown.ledger.checkpoint(note.as_bytes(), &trust).is_ok()
    };
    assert!(covers(9, &old) && covers(10, &old) && covers(10, &new) && covers(11, &new));
    assert!(!covers(11, &old) && !covers(9, &new));
    let mut again = Grown { ledger: grown.ledger.first(10), files: grown.files[..10].to_vec() };
    again.write(None, says(), &old).unwrap();
    let what = "it is signed with the key that handed the office over in ledger/000009.yaml";
    assert_eq!(wrong(again.read()), what);
}

#[test]
fn an_office_is_handed_over_as_it_is() {
    let mut grown = Grown::begin();
    let old = Key::known();
    let Body::Handover(handover) = grown.handover() else { panic!() };
    let with = |edit: fn(&mut Handover)| {
        let mut new = handover.clone();
        edit(&mut new);
        Body::Handover(new)
    };
    let other = with(|new| new.campaign = Digest::of(b"another"));
    assert_eq!(wrong(grown.write(None, other, &old)), "it is about another campaign's office");
    assert_eq!(wrong(grown.write(None, with(|new| new.from = 1), &old)), "from is 1, expected 2");
    let nobody = with(|new| new.name.clear());
    assert_eq!(wrong(grown.write(None, nobody, &old)), "the new moderator has a name");
    let itself = with(|new| new.signing = sample::genesis().moderator);
    assert_eq!(wrong(grown.write(None, itself, &old)), "this key holds the office");
}

#[test]
fn a_deputy_writes_what_they_may_until_their_time_is_over() {
    let (moderator, aide) = (Key::known(), Key::numbered(AIDE));
    let mut grown = Grown::begin();
    let erik = Some("Erik");
    let early = wrong(grown.write_at(
        "2026-07-20T18:00:00Z",
        erik,
        extension("2026-07-25T18:00:00Z"),
        &aide,
    ));
    assert_eq!(early, "Erik is not a deputy of this campaign's moderator");
    let appointment = grown.appointment(&[Right::Extend]);
    grown.write(None, appointment.clone(), &moderator).unwrap();
    assert!(
        wrong(grown.write(None, appointment, &moderator)).starts_with("Erik is a deputy already")
    );
    let mut write = |at: &str, entry| grown.write_at(at, erik, entry, &aide);
    write("2026-07-21T18:00:00Z", extension("2026-07-25T18:00:00Z")).unwrap();
    let far = wrong(write("2026-07-21T18:00:00Z", extension("2026-08-01T00:00:01Z")));
    assert_eq!(far, "as a deputy, Erik may move a deadline to 2026-08-01T00:00:00Z at most");
    let other = wrong(write("2026-07-21T18:00:00Z", (None, says())));
    assert_eq!(other, "as a deputy, Erik may not write an entry of kind ruling");
    let files = BTreeMap::from([("cycles/0002/held/000011.age".to_owned(), Digest::of(b"x"))]);
    let arrival = Body::Arrival(Arrival { packet: Digest::of(b"y"), files });
    let taken = wrong(write("2026-07-21T18:00:00Z", (Some(2), arrival)));
    assert_eq!(taken, "as a deputy, Erik may not take");
    let late = wrong(write("2026-08-01T00:00:01Z", extension("2026-08-01T00:00:00Z")));
    assert_eq!(late, "Erik was a deputy until 2026-08-01T00:00:00Z");
    assert_eq!(grown.read().unwrap(), grown.ledger);
    // The moderator's key does not write in their name, nor theirs in the moderator's.
    for (by, key) in [(erik, &moderator), (None, &aide)] {
        let mut forged = Grown { ledger: grown.ledger.clone(), files: grown.files.clone() };
        let entry = extension("2026-07-30T00:00:00Z");
        forged.write_at("2026-07-22T18:00:00Z", by, entry, key).unwrap();
        assert!(forged.read().is_err());
    }
    let (name, reason) = ("Erik".to_owned(), "back".to_owned());
    let dismissal = Body::Dismiss(Dismissal { name, reason, files: BTreeMap::new() });
    grown.write_at("2026-07-22T18:00:00Z", None, (None, dismissal), &moderator).unwrap();
    let entry = extension("2026-07-30T00:00:00Z");
    let after = wrong(grown.write_at("2026-07-22T18:00:00Z", erik, entry, &aide));
    assert_eq!(after, "Erik was dismissed as a deputy in ledger/000011.yaml");
}

#[test]
fn a_deputy_closes_when_deadline_and_grace_are_over() {
    let (moderator, aide) = (Key::known(), Key::numbered(AIDE));
    let mut grown =
        Grown { ledger: Ledger::link(&sample::files()[..6]).unwrap(), files: Vec::new() };
    let appointment = grown.appointment(&[Right::Close]);
    grown.write_at("2026-07-06T18:00:00Z", None, (None, appointment), &moderator).unwrap();
    let result = sample::entries().swap_remove(6).body;
    let mut close = |at: &str| grown.write_at(at, Some("Erik"), (Some(1), result.clone()), &aide);
    let early = wrong(close("2026-07-09T18:00:00Z"));
    assert_eq!(
        early,
        "as a deputy, Erik may resolve a cycle only when its deadline and grace are over"
    );
    close("2026-07-09T18:00:01Z").unwrap();
}

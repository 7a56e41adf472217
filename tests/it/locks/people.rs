//! Players without a copy of the campaign, with new keys, and those who stand in for them.

use adjutant::base::Digest;
use adjutant::games::OURS;
use adjutant::ledger::{Body, Entry, Withheld};

use adjutant::referee::player::known::Known;
use adjutant::referee::player::reading::{Reading, Rounds};
use adjutant::referee::record::receipt::Receipt;
use adjutant::seal::word::{Says, Word};
use adjutant::seal::{Commitment, PlayerSecret, PublicKey};

use super::{asked, give, link, locked, next, own_word, refused, take, word_by};
use crate::bench::{Bench, next_word, time};
use crate::shelf::seat;

/// A player without a copy of the campaign, with their newest report.
fn away(bench: &Bench, (whose, key): (&str, u8)) -> Reading {
    let desk = bench.desk();
    let genesis = desk.genesis();
    let key = PlayerSecret::generate([key; 96]);
    let mut known = Known::default();
    known.trust(genesis, &PublicKey::of(crate::bench::keys().signing.signing()));
    let commitment = Some(Commitment { campaign: genesis, tip: key.tip(&genesis) });
    let report = bench.report(&desk, whose);
    let (campaign, card) = (None, None);
    let (shelf, rounds) = (OURS, Rounds::Named(None));
    Reading { report, key: Some(key), campaign, card, commitment, known, shelf, rounds }
}

/// An entry as it is mailed.
fn file(bench: &Bench, wanted: fn(&Body) -> bool) -> Vec<u8> {
    let desk = bench.desk();
    let entry = desk.campaign.ledger.entries().rev().find(|entry| wanted(&entry.body)).unwrap();
    let read = |path: String| std::fs::read(bench.root().join(path)).unwrap();
    [read(Entry::path(entry.seq)), read(Entry::signature_path(entry.seq))].concat()
}

fn is_lock(body: &Body) -> bool {
    matches!(body, Body::Lock(_))
}

#[test]
fn a_player_without_a_copy_gives_a_link_for_the_lock_they_are_sent() {
    let bench = asked(Withheld::Absent);
    let desk = bench.desk();
    let identity = desk.cycle_identity(1);
    let noted = adjutant::referee::cycle::packets::received(&desk.campaign, 1, &identity).unwrap();
    let own = noted.noted.into_iter().find(|noted| noted.seat == seat("mazianni")).unwrap().receipt;
    drop(desk);
    locked(&bench);
    let lock_file = file(&bench, is_lock);
    let mut reading = away(&bench, ("mazianni", 11));
    let mut asked_with = |notice: Option<&[u8]>, receipts: &[Receipt]| {
        reading.link_behind_lock(notice, receipts, None)
    };
    assert_eq!(refused(asked_with(None, &[])), "nothing here shows that the cycle is locked");
    let opening = file(&bench, |body| matches!(body, Body::Open(_)));
    assert_eq!(refused(asked_with(Some(&opening), &[])), "this is no lock of a cycle");
    // The same moderator's, of another campaign.
    let other = asked(Withheld::Wait);
    locked(&other);
    let others = file(&other, is_lock);
    let another = "this is the lock of another campaign's cycle";
    assert_eq!(refused(asked_with(Some(&others), &[])), another);
    let dropped =
        Receipt { packet: Digest::of(b"another packet"), sequence: Some(9), ..own.clone() };
    assert_eq!(
        refused(asked_with(Some(&lock_file), &[own.clone(), dropped])),
        "the lock leaves out your packet, which was accepted"
    );
    let (cycle, given, head) = asked_with(Some(&lock_file), &[own]).unwrap();
    assert_eq!((cycle, given), (1, link(&bench, "mazianni", 1)));
    let desk = bench.desk();
    let (lock, _) = desk.campaign.ledger.lock(1).unwrap();
    let read = std::fs::read(bench.root().join(Entry::path(lock.seq))).unwrap();
    assert_eq!(head, Digest::of(&read));
    let (campaign, whose) = (desk.campaign.id(), seat("mazianni"));
    drop(desk);
    let says = Says::Link { cycle, link: given };
    let word = Word { campaign, seat: whose, head, sequence: next_word(), says };
    take(&bench, &word.sign(bench.players["mazianni"].signing())).unwrap();
    take(&bench, &own_word(&bench, "union", 1)).unwrap();
    bench.resolve();
    // The lock of a cycle that is over gets nothing of the next one.
    let mut later = away(&bench, ("mazianni", 11));
    let old = refused(later.link_behind_lock(Some(&lock_file), &[], None));
    assert_eq!(old, "this is the lock of cycle 1, and the report asks for orders of cycle 2");
    // And without having given the one before, nothing shows that a cycle is the next one.
    next(&bench);
    locked(&bench);
    let second = file(&bench, is_lock);
    let spent = refused(later.link_behind_lock(Some(&second), &[], None));
    assert!(spent.starts_with("the link for cycle 2 would give away earlier links"), "{spent}");
    // Nor does an order file get one.
    assert_eq!(later.link().unwrap(), None);
}

#[test]
fn new_keys_behind_the_lock_leave_the_link_to_who_held_the_seat() {
    let bench = asked(Withheld::Absent);
    locked(&bench);
    let new = PlayerSecret::generate([41; 96]);
    let desk = bench.desk();
    let (whose, place) =
        ((desk.campaign.id(), seat("union")), (desk.campaign.ledger.head(), next_word()));
    let tip = new.tip(&desk.genesis());
    drop(desk);
    let keys = Word::of_new_keys(whose, place, (&new, Some(tip)));
    take(&bench, &keys.sign(bench.players["union"].signing())).unwrap();
    let genesis = bench.desk().genesis();
    let theirs = word_by(&bench, ("union", &new), (1, new.link(&genesis, 1, 1).unwrap()));
    assert!(take(&bench, &theirs).is_err(), "a chain that could be chosen to fit");
    give(&bench);
    bench.resolve();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
}

#[test]
fn a_substitute_may_send_the_link_that_they_were_given() {
    let bench = asked(Withheld::Absent);
    let dora = PlayerSecret::generate([31; 96]);
    let says = Says::Substitute {
        name: "Dora".into(),
        signing: PublicKey::of(dora.signing()),
        age: dora.identity().recipient(),
        until: time("2026-03-01T00:00:00Z"),
    };
    let desk = bench.desk();
    let (campaign, head) = (desk.campaign.id(), desk.campaign.ledger.head());
    drop(desk);
    let word = Word { campaign, seat: seat("union"), head, sequence: next_word(), says };
    take(&bench, &word.sign(bench.players["union"].signing())).unwrap();
    locked(&bench);
    let own_chain = dora.link(&bench.desk().genesis(), 1, 1).unwrap();
    let theirs = word_by(&bench, ("union", &dora), (1, own_chain));
    assert_eq!(refused(take(&bench, &theirs)), "this is not the link of union's chain for cycle 1");
    let sent = word_by(&bench, ("union", &dora), (1, link(&bench, "union", 1)));
    take(&bench, &sent).unwrap();
    take(&bench, &own_word(&bench, "mazianni", 1)).unwrap();
    bench.resolve();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
}

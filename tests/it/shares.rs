//! The office in shares: any so many of the people who have one can go on without the moderator, and fewer cannot.

use adjutant::base::Problem;
use adjutant::games::OURS;
use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::referee::moderator::hand_over::{Person, hand_over};
use adjutant::referee::moderator::shares::{combine, opened, passed_on, split};
use adjutant::seal::share::Share;
use adjutant::seal::{PlayerSecret, PublicKey};

use crate::bench::{Bench, patiently};
use crate::dishonest::rich::person as key;

fn person(number: u8) -> Person {
    let key = key(number);
    Person {
        name: format!("Person {number}"),
        signing: PublicKey::of(key.signing()),
        recipient: key.identity().recipient(),
    }
}

/// A campaign of which two of three people can take up the office: each one's share.
fn shared(bench: &Bench) -> Vec<Vec<u8>> {
    let people = [21, 22, 23].map(person);
    split(&mut bench.desk(), &people, 2, [9; 32], bench.now()).unwrap()
}

/// What one of them can do with these shares, passed on to them.
fn together(bench: &Bench, with: &PlayerSecret, shares: &[&[u8]]) -> Result<Keys, Problem> {
    let all = shares.iter().map(|share| opened(share, with)).collect::<Result<Vec<Share>, _>>()?;
    patiently(|| combine(bench.store(), &all, OURS))
}

#[test]
fn two_of_three_go_on_without_the_moderator() {
    let bench = Bench::open();
    let shares = shared(&bench);
    let told = bench.verify().to_string();
    let line =
        "any 2 of Person 21, Person 22 and Person 23 together can take up the moderator's office";
    assert!(told.contains(line), "{told}");
    // Each opens their own share, and one passes it on.
    let (one, other) = (key(21), key(22));
    assert!(opened(&shares[1], &one).is_err());
    let passed = passed_on(&shares[1], &other, &one.identity().recipient()).unwrap();
    let keys = together(&bench, &one, &[&shares[0], &passed]).unwrap();
    let desk = Desk::take(bench.store(), keys, OURS);
    let mut desk = desk.unwrap();
    hand_over(&mut desk, &person(24), "the moderator has vanished", bench.now()).unwrap();
    drop(desk);
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
}

#[test]
fn fewer_can_do_nothing_and_others_neither() {
    let bench = Bench::open();
    let shares = shared(&bench);
    let one = key(21);
    let told = |result: Result<Keys, Problem>| result.err().unwrap().what;
    assert_eq!(told(together(&bench, &one, &[&shares[0]])), "2 shares are needed, and there is 1");
    let twice = together(&bench, &one, &[&shares[0], &shares[0]]);
    assert_eq!(told(twice), "2 shares are needed, and there is 1");
    // A share of another time, of another campaign.
    let people = [21, 22, 23].map(person);
    let later = split(&mut bench.desk(), &people, 2, [8; 32], bench.now()).unwrap();
    let mixed = passed_on(&later[1], &key(22), &one.identity().recipient()).unwrap();
    let mixed = together(&bench, &one, &[&shares[0], &mixed]);
    assert_eq!(told(mixed), "these shares were not made together");
    let other = Bench::trusting(adjutant::referee::cycle::found::Trust {
        proven_dice: true,
        ..Default::default()
    });
    let foreign = split(&mut other.desk(), &people, 2, [9; 32], other.now()).unwrap();
    let passed = passed_on(&foreign[1], &key(22), &one.identity().recipient()).unwrap();
    let foreign = together(&bench, &one, &[&foreign[0], &passed]);
    assert!(foreign.is_err());
    let again = split(&mut bench.desk(), &[person(21), person(21)], 2, [7; 32], bench.now());
    assert_eq!(again.unwrap_err().what, "Person 21 is named twice");
    let alone = split(&mut bench.desk(), &people, 1, [7; 32], bench.now());
    assert_eq!(alone.unwrap_err().what, "the threshold cannot be 1 of 3 shares");
}

#[test]
fn shares_open_nothing_once_the_office_has_gone_on() {
    let bench = Bench::open();
    let shares = shared(&bench);
    let one = key(21);
    let passed = passed_on(&shares[1], &key(22), &one.identity().recipient()).unwrap();
    hand_over(&mut bench.desk(), &person(24), "a new moderator", bench.now()).unwrap();
    assert!(together(&bench, &one, &[&shares[0], &passed]).is_err());
}

//! A roll call: the set-up is drawn from the links of all who answer it, so that nobody can choose it.

use std::collections::BTreeMap;

use adjutant::engine::Position;
use adjutant::games;
use adjutant::referee::receipt::Verdict;
use adjutant::referee::resolve::resolve;
use adjutant::referee::{open, player, reveal};
use adjutant::report::markdown;
use adjutant::seal::PlayerSecret;

use crate::bench::Bench;
use crate::shelf::refused;

/// Whose powers are two, and whose order of play is drawn in the set-up.
const GAME: (&str, &str) = ("age-of-imperialism", "teaching");
/// Who enrolls first, and who last.
const FIRST: &str = "britain";
const LAST: &str = "france";

/// A campaign in its first cycle, of which the player who came last has this key.
fn begun(roll_call: bool, last: u8) -> Bench {
    let shipped = games::named(GAME.0).unwrap().shipped();
    let (scenario, map) = *shipped.scenarios.iter().find(|(name, _)| *name == GAME.1).unwrap();
    let answer = if roll_call { "yes" } else { "no" };
    let options = BTreeMap::from([("roll-call".to_owned(), answer.to_owned())]);
    let dir = tempfile::tempdir().unwrap();
    let mut bench = Bench::founded_by(dir, (GAME.0, scenario, map), &options);
    bench.players.insert(LAST, PlayerSecret::generate([last; 96]));
    let mut desk = bench.desk();
    bench.enroll(&mut desk, FIRST).unwrap();
    bench.enroll(&mut desk, LAST).unwrap();
    open::open(&mut desk, None, bench.now()).unwrap();
    drop(desk);
    bench
}

/// The positions of the first cycles, after these seats answered.
fn played(bench: &Bench, answer: &[&str]) -> [Position; 2] {
    let mut desk = bench.desk();
    for seat in answer {
        let text = bench.orders(&desk, seat, 1, "orders: []\n");
        let packet = bench.packet(&desk, seat, &text);
        drop(desk);
        assert_eq!(bench.receive(packet).receipt.verdict, Verdict::Accepted);
        desk = bench.desk();
    }
    resolve(&mut desk, true, bench.now()).unwrap();
    [desk.position(0).unwrap(), desk.position(1).unwrap()]
}

/// The positions of campaigns that differ in the last key alone.
fn tried(roll_call: bool, answer: &[&str]) -> Vec<[Position; 2]> {
    (1..=6).map(|last| played(&begun(roll_call, last), answer)).collect()
}

/// Without a roll call, whoever sees the other keys can try out their own until the set-up suits them. With
/// one there is none until all have answered, and it follows from each answer.
#[test]
fn whoever_enrolls_last_cannot_choose_the_set_up() {
    let differ = |of: &[[Position; 2]], cycle: usize| of.iter().any(|p| p[cycle] != of[0][cycle]);
    assert!(differ(&tried(false, &[FIRST, LAST]), 0));
    let all = tried(true, &[FIRST, LAST]);
    assert!(!differ(&all, 0) && differ(&all, 1));
    for answer in [FIRST, LAST] {
        assert!(tried(true, &[answer]) != all, "the answer of {answer} alone is another set-up");
    }
}

#[test]
fn a_roll_call_is_told_and_takes_no_orders() {
    let bench = begun(true, 1);
    let desk = bench.desk();
    let report = bench.report(&desk, FIRST);
    let game = player::game(&report.data, None).unwrap();
    let page = markdown(&report.data.page(&*game).unwrap());
    assert!(page.contains("roll call") && page.contains("has not been set up yet"), "{page}");
    assert!(!page.contains("Gulf of Guinea"), "nothing of the game is told: {page}");
    let text = bench.orders(&desk, FIRST, 1, "orders:\n- peace: {with: france}\n");
    let remarks = player::check(&report.data, &*game, text.as_bytes()).unwrap();
    assert!(refused(remarks).len() == 1);
    drop(desk);
    played(&bench, &[FIRST, LAST]);
    let mut desk = bench.desk();
    let seen = bench.report_of(&desk, FIRST, 1);
    let page = markdown(&seen.data.page(&*game).unwrap());
    assert!(page.contains("Gulf of Guinea"), "{page}");
    open::open(&mut desk, None, bench.now()).unwrap();
    reveal::reveal(&mut desk, Some("that is all"), bench.now()).unwrap();
    drop(desk);
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
}

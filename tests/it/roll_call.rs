//! A roll call: the set-up is drawn from the links of all who answer it, so that nobody can choose it.

use std::collections::BTreeMap;

use adjutant::engine::{AnyGame, Chance, Code, Position, Seat, Survey};
use adjutant::games;
use adjutant::referee::cycle::resolve::resolve;
use adjutant::referee::cycle::{open, reveal};
use adjutant::referee::player::own_orders;
use adjutant::referee::record::receipt::Verdict;
use adjutant::render::markdown;
use adjutant::seal::PlayerSecret;

use crate::bench::Bench;
use crate::shelf::{played as played_by_staff, read, refused, seed, staff, view};

/// Whose powers are two, and whose order of play is drawn in the set-up.
const GAME: (&str, &str) = ("age-of-imperialism", "teaching");
/// Who enrolls first, and who last.
const FIRST: &str = "britain";
const LAST: &str = "france";

/// A campaign in its first cycle, of which the player who came last has this key.
fn begun(roll_call: bool, last: u8) -> Bench {
    let shipped = games::OURS.named(GAME.0).unwrap().shipped();
    let (scenario, map) = *shipped.scenarios.iter().find(|(name, _)| *name == GAME.1).unwrap();
    let answer = if roll_call { "yes" } else { "no" };
    let options = BTreeMap::from([("roll-call".to_owned(), answer.to_owned())]);
    let mut bench = Bench::founded_by((GAME.0, scenario, map), &options);
    bench.players.insert(LAST, PlayerSecret::generate([100 + last; 96]));
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

fn differ(of: &[[Position; 2]], cycle: usize) -> bool {
    of.iter().any(|p| p[cycle] != of[0][cycle])
}

/// What becomes of it if the moderator and whoever enrolls last choose a chain for the set-up that it gives.
pub(crate) fn set_up_chosen(kind: &str) -> String {
    let chosen = differ(&tried(kind != "club", &[FIRST, LAST]), 0);
    if chosen { "succeeds" } else { "fails: it is drawn once all have answered" }.to_owned()
}

/// Without a roll call, whoever sees the other keys can try out their own until the set-up suits them. With
/// one there is none until all have answered, and it follows from each answer.
#[test]
fn whoever_enrolls_last_cannot_choose_the_set_up() {
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
    let game = own_orders::game(&report.data, None, games::OURS).unwrap();
    let page = markdown(&report.data.page(&*game).unwrap());
    assert!(page.contains("roll call") && page.contains("has not been set up yet"), "{page}");
    assert!(!page.contains("Gulf of Guinea"), "nothing of the game is told: {page}");
    let text = bench.orders(&desk, FIRST, 1, "orders:\n- peace: {with: france}\n");
    let remarks = own_orders::check(&report.data, &*game, text.as_bytes()).unwrap();
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

/// What the staff of a seat orders in the first position in which it orders anything, or else what may be
/// ordered there: a YAML list.
fn orders_once_set_up(game: &dyn AnyGame, seat: &Seat) -> String {
    let played = |cycles| view(game, &played_by_staff(game, cycles), seat);
    let lists = (1..6).map(|cycles| staff(game, &played(cycles), seed(cycles)));
    let mut lists = lists.map(|orders| game.list(&orders).unwrap());
    lists.find(|list| !list.is_empty()).unwrap()
}

/// Before the set-up there is no game to ask: no order of any list is taken, none is lost without an
/// answer, and nothing is said of units that are not there.
#[test]
fn before_the_set_up_no_game_is_asked() {
    for kind in games::OURS.games() {
        let shipped = kind.shipped();
        let options = BTreeMap::from([("roll-call".to_owned(), "yes".to_owned())]);
        let map = shipped.scenarios[0].1.as_bytes();
        let game = kind.found(shipped.format.as_bytes(), map, &options).unwrap();
        let position = game.setup(&mut Chance::from_seed([7; 32]));
        let seat = game.seats().remove(0);
        let seen = view(&*game, &position, &seat);
        let nothing = read(&*game, &seat, "orders: []\n");
        assert_eq!(game.check(&seen, &nothing).unwrap(), []);
        assert_eq!(game.survey(&seen, &nothing).unwrap(), Survey::default());
        assert!(
            game.choices(&seen).unwrap().is_empty() && game.measures(&seen).unwrap().is_empty()
        );
        let ideas = orders_once_set_up(&*game, &seat);
        let lists = format!("standing:\n{ideas}orders:\n{ideas}");
        let orders = read(&*game, &seat, &lists);
        let remarks = game.check(&seen, &orders).unwrap();
        let lines = ideas.lines().filter(|line| line.starts_with("- ")).count();
        assert_eq!(remarks.len(), 2 * lines, "{}: {remarks:?}", kind.name());
        for remark in &remarks {
            assert!(remark.what.starts_with("the roll call phase takes no "), "{remark:?}");
            assert_eq!(remark.hint.as_deref(), Some("send a file without orders"));
        }
        let orders = BTreeMap::from([(seat.clone(), orders)]);
        let made = game.resolve(&position, &orders, &mut Chance::from_seed([8; 32])).unwrap();
        let answers = game.answers(&made.record, &seat).unwrap();
        assert!(answers.len() == 2 * lines && answers.iter().all(|a| a.code == Code::Refused));
    }
}

//! Orders tried in a world, against the same world played out in full: what the trial leaves out changes
//! nothing of what it tells.

use std::collections::BTreeMap;

use adjutant::base::Digest;
use adjutant::engine::{
    AnyGame, AnySheet, Attempt, Chance, Due, GameKind, Position, Reader, Seat, ViewDoc, World,
};

use crate::shelf::{self, founded, played, seed, view};

/// Worlds that are compared for each view.
const WORLDS: u32 = 2;

fn luck(world: u32) -> impl Fn(&str) -> [u8; 32] {
    move |what| Digest::tagged("trial", &[&world.to_be_bytes(), what.as_bytes()]).0
}

/// What a world comes to when all of it is written down and read again.
fn in_full(
    game: &dyn AnyGame,
    seen: &ViewDoc,
    plan: &Attempt<'_>,
    luck: &dyn Fn(&str) -> [u8; 32],
) -> World {
    let chance = |what: &str| Chance::from_seed(luck(what));
    let position = game.imagine(seen, &mut chance("world")).expect("a view");
    let mut orders = BTreeMap::from([(plan.seat.clone(), plan.orders.clone())]);
    for (seat, due) in game.phase(&position).expect("a position").due {
        if seat == *plan.seat || due == Due::Nothing {
            continue;
        }
        let ideas = || {
            let seen = view(game, &position, &seat);
            game.suggest(&seen, &mut chance(seat.as_str())).expect("a view")
        };
        let sheet = plan.against.get(&seat).cloned().unwrap_or_else(ideas);
        orders.insert(seat, sheet);
    }
    let made = game.resolve(&position, &orders, &mut chance("turn")).expect("orders");
    let reader = Reader::Seat(plan.seat.clone());
    let after = view(game, &made.position, plan.seat);
    let news = game.news(&made.record, &reader).expect("a record");
    let fates = |seat: &Seat| {
        let answers = game.answers(&made.record, seat).expect("a record");
        (seat.clone(), answers.into_iter().map(|answer| (answer.code, answer.reason)).collect())
    };
    World {
        fates: [plan.seat].into_iter().chain(plan.against.keys()).map(fates).collect(),
        told: game.fortunes(&after, &news).expect("its own account"),
        measures: game.measures(&after).expect("its own view"),
    }
}

/// Compares worlds in which a seat gives these orders; says how many lines and sentences there were.
fn compare(game: &dyn AnyGame, seen: &ViewDoc, plan: &Attempt<'_>, what: &str) -> usize {
    let trial = game.trial(seen, plan).expect("a view and orders");
    let mut compared = 0;
    for number in 0..WORLDS {
        let luck = luck(number);
        let (tried, full) = ((trial.world)(&luck), in_full(game, seen, plan, &luck));
        assert_eq!(tried, full, "{what}, {}, world {number}", plan.seat);
        for (seat, lines) in &trial.lines {
            assert_eq!(lines.len(), full.fates[seat].len(), "{what}, {seat}");
            compared += lines.len();
        }
        compared += full.told.len();
    }
    compared
}

/// Each seat's staff orders, once against the staff and once against orders that are set for the others.
fn compare_all(game: &dyn AnyGame, truth: &Position, what: &str) -> usize {
    let ideas = |seat: &Seat, n| shelf::staff(game, &view(game, truth, seat), seed(n));
    let due = game.phase(truth).expect("a position").due;
    let mut compared = 0;
    for seat in game.seats() {
        let (seen, orders) = (view(game, truth, &seat), ideas(&seat, 70));
        let others = due.iter().filter(|(other, due)| **other != seat && **due != Due::Nothing);
        let against: BTreeMap<Seat, AnySheet> =
            others.map(|(other, _)| (other.clone(), ideas(other, 71))).collect();
        for against in [BTreeMap::new(), against] {
            let plan = Attempt { seat: &seat, orders: &orders, against: &against };
            compared += compare(game, &seen, &plan, what);
        }
    }
    compared
}

#[test]
fn a_trial_tells_what_the_whole_cycle_would() {
    for kind in shelf::kinds() {
        let game = founded(kind);
        let compared: usize = [0, 1, 2, 3, 5]
            .map(|cycles| {
                let what = format!("{} after {cycles} cycles", kind.name());
                compare_all(&*game, &played(&*game, cycles), &what)
            })
            .iter()
            .sum();
        assert!(compared > 20, "{}: only {compared} lines and sentences", kind.name());
    }
}

/// Before the set-up there is nothing to order, and the set-up follows from the world's luck.
#[test]
fn a_trial_of_a_roll_call_sets_up_the_game() {
    let options = BTreeMap::from([("roll-call".to_owned(), "yes".to_owned())]);
    for kind in shelf::kinds() {
        let game = with(kind, &options);
        let truth = game.setup(&mut Chance::from_seed(seed(0)));
        compare_all(&*game, &truth, &format!("{} at the roll call", kind.name()));
    }
}

fn with(kind: &dyn GameKind, options: &BTreeMap<String, String>) -> Box<dyn AnyGame> {
    let shipped = kind.shipped();
    let map = shipped.scenarios[0].1.as_bytes();
    kind.found(shipped.format.as_bytes(), map, options).expect("it is sound")
}

/// A seat that the game does not have is an error, and no panic.
#[test]
fn orders_of_a_seat_that_is_not_there_are_refused() {
    let game = shelf::named("company-war");
    let union = shelf::seat("union");
    let seen = view(&*game, &played(&*game, 1), &union);
    let (nobody, orders) = (shelf::seat("azazel"), shelf::read(&*game, &union, "orders: []\n"));
    let against = BTreeMap::new();
    let plan = Attempt { seat: &nobody, orders: &orders, against: &against };
    let refused = game.trial(&seen, &plan).err().expect("no such seat");
    assert_eq!(refused.what, "there is no seat azazel");
}

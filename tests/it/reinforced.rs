//! The staff of Age of Imperialism brings help: in demonstrations among neighbours a general comes to
//! a region under attack (im36).

use std::collections::BTreeMap;

use adjutant::engine::{AnyGame, Chance, Due, Seat};
use adjutant::games;

use crate::shelf::{self, seed};

/// Games that are played at most; in the mean it comes to this in every second.
const GAMES: u32 = 8;
/// Cycles of a game: ten turns of three exchanges, and set-up.
const CYCLES: u32 = 40;

/// True if a general comes to help in a game of the staff alone.
fn is_reinforced(game: &dyn AnyGame, number: u32) -> bool {
    let luck = |cycle| seed(number * CYCLES + cycle);
    let mut position = game.setup(&mut Chance::from_seed(luck(0)));
    for cycle in 1..CYCLES {
        let due = game.phase(&position).expect("a position").due;
        let asked = due.into_iter().filter(|(_, due)| *due == Due::Required);
        let orders = |seat: &Seat| {
            let seen = shelf::view(game, &position, seat);
            shelf::staff(game, &seen, luck(cycle))
        };
        let orders = asked.map(|(seat, _)| (seat.clone(), orders(&seat))).collect();
        let mut chance = Chance::from_seed(luck(cycle));
        let made = game.resolve(&position, &orders, &mut chance).expect("a position");
        if made.record.0.contains("\"reinforced\":{") {
            return true;
        }
        position = made.position;
        if game.outcome(&position).expect("a position").is_some() {
            return false;
        }
    }
    panic!("the game does not end")
}

#[test]
fn the_staff_reinforces_a_region_under_attack() {
    let kind = games::OURS.named("age-of-imperialism").expect("it is on the shelf");
    let shipped = kind.shipped();
    let mut scenarios = shipped.scenarios.iter();
    let (_, text) = scenarios.find(|(name, _)| *name == "three-powers").expect("it is shipped");
    let game = kind.found(shipped.format.as_bytes(), text.as_bytes(), &BTreeMap::new());
    let game = game.expect("it is sound");
    assert!(
        (0..GAMES).any(|number| is_reinforced(&*game, number)),
        "nobody helps in {GAMES} games"
    );
}

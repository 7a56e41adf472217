//! What orders cost, what is left and who has none, as their author can know it.

use std::collections::BTreeMap;

use adjutant::engine::{AnyGame, Chance, Position};

use crate::shelf;

/// The position after so many cycles in which nobody orders anything.
fn idle_for(game: &dyn AnyGame, cycles: u32) -> Position {
    let mut position = game.setup(&mut Chance::from_seed(shelf::seed(0)));
    for cycle in 0..cycles {
        let mut chance = Chance::from_seed(shelf::seed(cycle));
        let made = game.resolve(&position, &BTreeMap::new(), &mut chance);
        position = made.expect("a position").position;
    }
    position
}

fn survey(game: &dyn AnyGame, seat: &str, cycles: u32, list: &str) -> (Vec<String>, Vec<String>) {
    let seat = shelf::seat(seat);
    let position = idle_for(game, cycles);
    let seen = shelf::view(game, &position, &seat);
    let orders = shelf::read(game, &seat, &format!("orders:\n{list}"));
    let survey = game.survey(&seen, &orders).expect("a view");
    (survey.budget, survey.idle)
}

/// 9000 credits (`kessel-reach.yaml`); rifles cost 150, a squad 100, supplies 30, ammunition 40 each
/// (`format.yaml`). What is refused costs nothing. A squad has 10 men; men and markers have a line each.
#[test]
fn credits_are_spent_line_by_line() {
    let game = shelf::named("parabellum");
    let list = "- buy 2 rifles\n- buy 1 regulars\n- stock squads 4 supply 6 ammo 5\n";
    let (budget, _) = survey(&*game, "amber", 0, list);
    let expected = [
        "credits: 9000 in hand; 9000 to spend",
        "line 8: 300 credits, 8700 left: buy 2 rifles",
        "line 10: 780 credits, 7920 left: stock squads 4 supply 6 ammo 5",
        "7920 credits left",
        "men: 0 in reserve, 40 put in, 0 taken, 40 left",
        "supplies: 0 in reserve, 6 put in, 0 taken, 6 left",
        "ammunition: 0 in reserve, 5 put in, 0 taken, 5 left",
    ];
    assert_eq!(budget, expected);
}

/// Each of six powers has 120 PP to place; infantry costs 10 each (`format.yaml`, im11, im24).
#[test]
fn pp_are_spent_line_by_line() {
    let game = shelf::named("age-of-imperialism");
    // The region is whichever of theirs comes first.
    let seen = shelf::view(&*game, &idle_for(&*game, 1), &shelf::seat("britain"));
    let view = shelf::json(&seen.0);
    let lands = view["view"]["open"]["lands"].as_object().expect("lands").iter();
    let mut own = lands.filter(|(_, land)| land["owner"] == "britain").map(|(at, _)| at.clone());
    let at = own.next().expect("a region of theirs");
    let list = format!("- build 2 inf at {at}\n- build inf at {at}\n");
    let (budget, idle) = survey(&*game, "britain", 1, &list);
    let expected = [
        "PP: 120 in hand; 120 to spend".to_owned(),
        format!("line 8: 20 PP, 100 left: build 2 inf at {at}"),
        format!("line 9: 10 PP, 90 left: build inf at {at}"),
        "90 PP left".to_owned(),
    ];
    assert_eq!(budget, expected);
    assert!(idle.iter().all(|unit| !unit.starts_with(&at)), "{idle:?}");
}

/// A Mechad battlecruiser has 30 warp, 4 impulse and 8 APR boxes; a hex, life support and fire control take a point
/// each (`format.yaml`).
#[test]
fn energy_is_accounted_for_ship_by_ship() {
    let game = shelf::named("mechad");
    let list = "- allocate MS43a speed 20 field 6 cannon 12 guards 2 node\n";
    let (budget, _) = survey(&*game, "faro", 1, list);
    let expected = "line 8: energy of MS43a: 42; 1 for life support, 1 for fire control, 20 for speed 20, 6 for the \
                    field, 12 for the cannon; 2 not used";
    assert_eq!(budget, [expected]);
}

/// What the freighter roulette is about is offered: shots of the cannon, and then what was allocated last.
#[test]
fn an_allocation_is_offered_as_last_turns_and_with_the_cannon() {
    let game = shelf::named("mechad");
    let faro = shelf::seat("faro");
    let offered = |cycles: u32| -> Vec<String> {
        let seen = shelf::view(&*game, &idle_for(&*game, cycles), &faro);
        let choices = game.choices(&seen).expect("a view").into_iter();
        let about = choices.flat_map(|choice| choice.offers).map(|offer| offer.about);
        about.collect()
    };
    let cannon = "as many shots of the cannon as it can";
    assert!(offered(1).iter().any(|about| about == cannon), "{:?}", offered(1));
    assert!(!offered(1).iter().any(|about| about == "as last turn"));
    // An allocation and two blocks of impulses later.
    assert_eq!(offered(4).first().map(String::as_str), Some("as last turn"));
}

/// Three carriers of the Mazianni, of which one has an order.
#[test]
fn units_without_orders_are_named() {
    let game = shelf::named("company-war");
    let named = |list: &str| -> Vec<String> {
        let (budget, idle) = survey(&*game, "mazianni", 0, list);
        assert!(budget.is_empty());
        let name = |line: String| line.split(',').next().unwrap_or_default().to_owned();
        idle.into_iter().map(name).collect()
    };
    let all = named("- fleet-assembly\n");
    assert!(["Europe", "Norway", "Malta"].iter().all(|ship| all.contains(&(*ship).to_owned())));
    let some = named("- europe: Pell\n- deploy: {ship: Malta, at: 13}\n");
    assert!(!some.contains(&"Europe".to_owned()) && some.contains(&"Norway".to_owned()));
    // An order that is refused is none.
    assert!(some.contains(&"Malta".to_owned()), "{some:?}");
}

/// The numbers of a sentence that are parts of a hundred.
fn percents(text: &str) -> Vec<&str> {
    text.split([' ', ',', ';']).filter(|word| word.ends_with('%')).collect()
}

/// `check` tells an attack's chances, the same as the template does. The chances themselves are counted
/// out in `company_commander.rs`.
#[test]
fn the_chances_of_an_attack_are_told() {
    let game = shelf::named("company-commander");
    let mut told = 0;
    for cycles in 1..12 {
        let position = shelf::played(&*game, cycles);
        for seat in game.seats() {
            let seen = shelf::view(&*game, &position, &seat);
            let offers = game.choices(&seen).expect("a view").into_iter().flat_map(|c| c.offers);
            for offer in offers.filter(|offer| offer.about.starts_with("hit ")).take(3) {
                let list = format!("orders:\n{}\n", offer.order);
                let orders = shelf::read(&*game, &seat, &list);
                let odds = game.survey(&seen, &orders).expect("a view").odds;
                let [line] = &odds[..] else { panic!("{odds:?}") };
                let chances = percents(&offer.about);
                assert!(line.starts_with("line ") && !chances.is_empty(), "{line}");
                assert_eq!(chances, percents(line)[..chances.len()], "{line}: {}", offer.about);
                // What comes after an attack changes nothing about it.
                let twice = shelf::read(&*game, &seat, &format!("{list}{}\n", offer.order));
                assert_eq!(game.survey(&seen, &twice).expect("a view").odds[0], *line);
                told += 1;
            }
        }
    }
    assert!(told > 5, "{told}");
}

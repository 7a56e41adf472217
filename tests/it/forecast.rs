//! Forecasts: by the view alone, the same each time, with odds that add up.

use adjutant::engine::{AnyGame, Chance, Code, EventDoc, Reader, Seat, ViewDoc};
use adjutant::referee::player::forecast::{Forecast, Plan, forecast, opponent};
use adjutant::render::Style;

use crate::shelf::{self, file, founded, list, named, played, seat, seed, view};

const WORLDS: u32 = 60;
/// As many worlds as show whether two forecasts began with the same one.
const FEW: u32 = 6;

/// An order file of the staff.
fn staff(game: &dyn AnyGame, seat: &Seat, seen: &ViewDoc, cycle: u32) -> Vec<u8> {
    let ideas = shelf::staff(game, seen, seed(cycle));
    file(seat, 1, &list(&game.list(&ideas).expect("its own orders")))
}

fn plan(game: &dyn AnyGame, orders: &[u8]) -> Plan {
    Plan::read(game, orders).expect("an order file")
}

fn made(game: &dyn AnyGame, seen: &ViewDoc, orders: &[u8]) -> Forecast {
    forecast(game, seen, &plan(game, orders), WORLDS, &|| {}).expect("a view and orders")
}

#[test]
fn two_worlds_that_look_the_same_have_the_same_forecast() {
    for kind in shelf::kinds() {
        let game = founded(kind);
        for cycles in [2, 5] {
            let truth = played(&*game, cycles);
            for seat in game.seats() {
                let seen = view(&*game, &truth, &seat);
                let other = game.imagine(&seen, &mut Chance::from_seed(seed(99))).expect("a view");
                let again = view(&*game, &other, &seat);
                let orders = staff(&*game, &seat, &seen, 9);
                let plan = plan(&*game, &orders);
                let made = |seen| forecast(&*game, seen, &plan, FEW, &|| {}).expect("orders");
                let [one, two] = [&seen, &again].map(made);
                assert_eq!(one, two, "{}, {seat}, after {cycles} cycles", kind.name());
            }
        }
    }
}

#[test]
fn every_line_has_one_outcome_in_each_world() {
    for kind in shelf::kinds() {
        let game = founded(kind);
        // In some games only one side has orders to give, and not in every cycle.
        let turns = (0..=3).rev().flat_map(|n| game.seats().into_iter().rev().map(move |s| (n, s)));
        let forecast = turns.into_iter().find_map(|(cycles, seat)| {
            let seen = view(&*game, &played(&*game, cycles), &seat);
            let orders = staff(&*game, &seat, &seen, 4);
            let forecast = made(&*game, &seen, &orders);
            (!forecast.lines.is_empty()).then_some(forecast)
        });
        let forecast = forecast.expect("somebody has orders to give");
        let mut last = 0;
        for line in &forecast.lines {
            let number: u32 = line.line.strip_prefix("line ").expect("a line").parse().unwrap();
            assert!(number > last, "{}: {} after {last}", kind.name(), line.line);
            last = number;
            let times: u32 = line.outcomes.iter().map(|odds| odds.times).sum();
            assert_eq!(times, WORLDS, "{}", line.order);
        }
        for told in &forecast.told {
            assert!(told.times > 0 && told.times <= WORLDS, "{}", told.text);
        }
    }
}

/// Three Mazianni stations to begin at, and one that is none: certain by the rules.
#[test]
fn what_is_certain_happens_in_every_world() {
    let game = named("company-war");
    let mazianni = seat("mazianni");
    let seen = view(&*game, &played(&*game, 0), &mazianni);
    let lists = "orders:\n- deploy: {ship: Europe, at: 3}\n- deploy: {ship: Norway, at: 13}\n";
    let forecast = made(&*game, &seen, &file(&mazianni, 1, lists));
    let code = |n: usize| {
        let [only] = &forecast.lines[n].outcomes[..] else { panic!("more than one outcome") };
        (only.code, only.times)
    };
    assert_eq!(code(0), (Code::Done, WORLDS));
    assert_eq!(code(1), (Code::Refused, WORLDS));
    let told =
        adjutant::render::text(&forecast.page(), Style { width: 200, colour: false, draws: false });
    assert!(told.contains("line 9 fails in 60 of 60 worlds: "), "{told}");
    assert!(!told.contains("line 8 fails"), "{told}");
}

/// The Union does as it is told, and not what the staff would have done.
#[test]
fn an_opponent_does_what_is_set_for_them() {
    let game = named("company-war");
    let (mazianni, union) = (seat("mazianni"), seat("union"));
    let (truth, reader) = (played(&*game, 1), Reader::Seat(mazianni.clone()));
    let seen = view(&*game, &truth, &mazianni);
    let own = staff(&*game, &mazianni, &seen, 9);
    // Nobody of theirs moves, and one line is of no use.
    let theirs = file(&union, 1, "orders:\n- pass never\n- repair Norway\n");
    let (who, orders) = opponent(&*game, &seen, &reader, &theirs).expect("an opponent");
    assert_eq!(who, union);
    let alone = plan(&*game, &own);
    let against = [(who, orders)].into();
    let made = |plan: &Plan| forecast(&*game, &seen, plan, WORLDS, &|| {}).expect("orders");
    let (set, guessed) = (made(&Plan { against, ..alone.clone() }), made(&alone));
    let lines: Vec<_> = set.against[&union].iter().map(|line| line.order.as_str()).collect();
    assert_eq!(lines, ["pass never", "repair Norway"]);
    assert!(set.against[&union][1].outcomes.iter().all(|odds| odds.code == Code::Refused));
    assert!(guessed.against.is_empty() && guessed.told != set.told);
    let wrong = |who: &Seat| {
        let orders = file(who, 1, "orders: []\n");
        opponent(&*game, &seen, &reader, &orders).expect_err("no opponent").what
    };
    assert_eq!(wrong(&mazianni), "these are orders of mazianni, your own seat");
    assert_eq!(wrong(&seat("azazel")), "there is no seat azazel");
}

/// An explorer among natives of whom nothing is known: their markers have strengths 4 to 12, and
/// two dice fall 2 to 12, so that he is sometimes lost and sometimes wins the region (im50).
#[test]
fn an_explorers_fate_is_open() {
    let game = named("age-of-imperialism");
    let mut position = played(&*game, 2);
    for event in [
        r#"{"raised":{"at":"Great Britain","power":"britain","units":{"explorer":1}}}"#,
        r#"{"marched":{"from":"Great Britain","power":"britain","to":"Tibet","units":{"explorer":1}}}"#,
    ] {
        position = game.apply(&position, &EventDoc(event.to_owned())).expect("an event");
    }
    let britain = seat("britain");
    let seen = view(&*game, &position, &britain);
    let orders = file(&britain, 1, "orders:\n- explore: {at: Tibet}\n");
    let forecast = made(&*game, &seen, &orders);
    let reasons: Vec<&str> =
        forecast.lines[0].outcomes.iter().map(|odds| odds.reason.as_str()).collect();
    for fate in ["Tibet joins you", "the explorer in Tibet is lost"] {
        assert!(reasons.contains(&fate), "{reasons:?}");
    }
}

/// While all powers raise their first units, nothing is lost or gained: what others buy is none of the
/// author's news, whatever the computer player has them buy.
#[test]
fn what_others_do_among_themselves_is_not_told() {
    let game = named("age-of-imperialism");
    let position = played(&*game, 1);
    for seat in game.seats() {
        let seen = view(&*game, &position, &seat);
        let forecast = made(&*game, &seen, &file(&seat, 1, "orders: []\n"));
        assert_eq!(forecast.told, [], "{seat}");
    }
}

/// A brigade alone among natives, of whom there are at least four: the forecast says how often the
/// battle is lost, and not only that the march was carried out (im27, im37).
#[test]
fn a_march_into_a_lost_battle_is_told_as_one() {
    let game = named("age-of-imperialism");
    let france = seat("france");
    let setup = game.setup(&mut Chance::from_seed(seed(0)));
    let powers = "[\"france\",\"britain\",\"germany\",\"japan\",\"ottoman\",\"russia\"]";
    let mut events = vec![format!("{{\"order-set\":{{\"order\":{powers}}}}}")];
    for (power, region) in [
        ("france", "France"),
        ("britain", "Great Britain"),
        ("germany", "Germany"),
        ("japan", "Japan"),
        ("ottoman", "Ottoman"),
        ("russia", "Russia"),
    ] {
        events.push(format!("{{\"picked\":{{\"power\":\"{power}\",\"region\":\"{region}\"}}}}"));
    }
    events.push("{\"step-began\":{\"turn\":1,\"step\":\"movement-1\"}}".to_owned());
    let position = events
        .into_iter()
        .fold(setup, |position, event| game.apply(&position, &EventDoc(event)).expect("an event"));
    let seen = view(&*game, &position, &france);
    let lists = "orders:\n- march: {units: {infantry: 1}, path: [France, Spain]}\n";
    let forecast = made(&*game, &seen, &file(&france, 1, lists));
    assert_eq!(forecast.lines[0].outcomes[0].code, Code::Done, "{:?}", forecast.lines[0].outcomes);
    let lost = forecast.told.iter().find(|told| told.text == "you lose the battle of Spain");
    let times = lost.map_or(0, |told| told.times);
    assert!(times * 10 >= WORLDS * 9, "{times}: {:?}", forecast.told);
    let told =
        adjutant::render::text(&forecast.page(), Style { width: 200, colour: false, draws: false });
    assert!(told.contains("you lose the battle of Spain.\n"), "a whole sentence: {told}");
}

/// A line for overwatch does not fail where no enemy comes within it: nothing called for it (cc19).
#[test]
fn overwatch_that_is_not_called_for_does_not_fail() {
    let game = named("company-commander");
    let setup = game.setup(&mut Chance::from_seed(seed(0)));
    let began = EventDoc("{\"turn-began\":{\"side\":\"red\",\"turn\":1}}".to_owned());
    let position = game.apply(&setup, &began).expect("an event");
    let blue = seat("blue");
    let seen = view(&*game, &position, &blue);
    let orders = file(&blue, 1, "orders:\n- overwatch: {least: 95}\n");
    let forecast = made(&*game, &seen, &orders);
    let [line] = &forecast.lines[..] else { panic!("{:?}", forecast.lines) };
    assert!(line.outcomes.iter().all(|odds| odds.code == Code::Unused), "{:?}", line.outcomes);
    let told =
        adjutant::render::text(&forecast.page(), Style { width: 200, colour: false, draws: false });
    assert!(!told.contains("fails in"), "{told}");
    assert!(told.contains("it waited for a step or shot of the enemy"), "{told}");
}

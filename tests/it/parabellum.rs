//! Faked rolls: what the other side receives is the same, byte for byte, whether a unit that it
//! does not see defends, or nobody does and its side has dice rolled as if. And a theater from the
//! command line.

use std::collections::BTreeMap;

use adjutant::engine::{AnyGame, AnySheet, Chance, EventDoc, Position, Reader, Resolution, Seat};
use adjutant::{games, render};
use serde_json::json;

use crate::folder::folder;
use crate::shelf::{page, read, seat};
use crate::stock::Stock;

/// The teaching skirmish with hidden positions.
fn game() -> Box<dyn AnyGame> {
    let kind = games::named("parabellum").unwrap();
    let shipped = kind.shipped();
    let found = shipped.scenarios.iter().find(|(name, _)| *name == "proving-ground");
    let scenario = found.expect("it is shipped").1.as_bytes();
    let options = BTreeMap::from([("positions".to_owned(), "hidden".to_owned())]);
    kind.found(shipped.format.as_bytes(), scenario, &options).unwrap()
}

/// Amber's mortars in D8, six squares below the square D2 that they do not see; Cobalt's infantry
/// in H1 and, if it is to be there, a second unit in D2.
fn position(game: &dyn AnyGame, there: bool, losses: u32) -> Position {
    let mut events = vec![json!({"drawn": {"site": "Crossroads", "die": 1, "attacker": "amber"}})];
    let mut unit = |unit: &str, kind: &str, form: &str, at: &str| {
        events.push(json!({"bought": {"unit": unit, "kind": kind, "price": 0}}));
        events.push(json!({"mustered": {"unit": unit, "men": 0, "supply": 0, "ammo": 0}}));
        events.push(json!({"deployed": {"unit": unit, "form": form, "at": at}}));
    };
    unit("amber-1", "mortars", "mortar-team", "D8");
    unit("cobalt-1", "regulars", "infantry", "H1");
    if there {
        unit("cobalt-2", "pike", "ifv", "D2");
        events.push(json!({"lost": {"unit": "cobalt-2", "losses": losses}}));
    }
    events.push(json!({"turn-began": {"side": "amber", "round": 1}}));
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    events.iter().fold(setup, |position, event| {
        game.apply(&position, &EventDoc(event.to_string())).expect("an event")
    })
}

fn resolved(game: &dyn AnyGame, position: &Position, bluff: u32, seed: [u8; 32]) -> Resolution {
    let amber = "orders:\n  - bombard: {unit: amber-1, at: D2}\n";
    // Whatever answers or stays silent in the other world is ordered in both.
    let cobalt = format!("standing:\n  - bluff: {{at: D2, card: pike, strength: {bluff}}}\n");
    let orders: BTreeMap<Seat, AnySheet> = [("amber", amber), ("cobalt", &cobalt)]
        .map(|(name, lists)| (seat(name), read(game, &seat(name), lists)))
        .into();
    game.resolve(position, &orders, &mut Chance::from_seed(seed)).expect("a position")
}

#[test]
fn a_faked_roll_is_a_roll() {
    let game = game();
    let mut destroyed = 0;
    for (n, strength) in (1..=10).cycle().take(60).enumerate() {
        let seed = [u8::try_from(n).unwrap(); 32];
        let real = resolved(&*game, &position(&*game, true, 10 - strength), strength, seed);
        let fake = resolved(&*game, &position(&*game, false, 0), strength, seed);
        destroyed += usize::from(real.record.0.contains("\"destroyed\""));
        for reader in [Reader::Seat(seat("amber")), Reader::Public] {
            let see = |made: &Resolution| game.see(&made.position, &reader).expect("a position");
            assert_eq!(see(&real), see(&fake), "{reader:?}, strength {strength}");
            let news = |made: &Resolution| game.news(&made.record, &reader).expect("a record");
            assert_eq!(news(&real), news(&fake), "{reader:?}, strength {strength}");
            assert!(news(&real).0.contains("\"defended\""), "dice are heard");
            let told = |made: &Resolution| {
                render::markdown(&page(&*game, &made.position, &made.record, &reader))
            };
            assert_eq!(told(&real), told(&fake));
        }
        // The worlds differ, and their owner knows it.
        let own = Reader::Seat(seat("cobalt"));
        assert_ne!(game.news(&real.record, &own).unwrap(), game.news(&fake.record, &own).unwrap());
    }
    assert!(destroyed > 5, "a unit that is destroyed unseen is among them: {destroyed}");
}

/// Purchases; then twice both deployments, three turns and recruiting.
const CYCLES: u32 = 1 + 2 * (2 + 3 + 1);

/// Two skirmishes and the recruiting between them: the side whose turn is the third concedes it.
#[test]
fn two_skirmishes_by_stock_tools() {
    // Dice that nobody chose may decide a skirmish before it is conceded: then another game is played.
    assert!((0..8).any(|_| two_skirmishes()), "a skirmish is always over too early");
}

/// False if a skirmish was over before it could be conceded.
fn two_skirmishes() -> bool {
    let home = folder();
    let stock =
        Stock::enrolled(home.path(), "war", &["amber", "cobalt"], &["--game", "parabellum"]);
    let concede = |cycle: u32, seat: &str| {
        let now = seat == "amber" && [6, 12].contains(&cycle);
        now.then(|| "orders:\n- withdraw: now\n".to_owned())
    };
    for cycle in 1..=CYCLES {
        stock.cycle(cycle, &concede);
        let early = [4, 5, 10, 11].contains(&cycle);
        if early && stock.read(cycle, "amber").0.contains("wins the skirmish") {
            return false;
        }
    }
    for seat in ["amber", "cobalt"] {
        let (lost, _) = stock.read(6, seat);
        assert!(lost.contains("Cobalt wins the skirmish"), "{lost}");
        let (recruited, _) = stock.read(7, seat);
        let own = format!("{} buys", if seat == "amber" { "Amber" } else { "Cobalt" });
        assert!(recruited.contains(&own), "{recruited}");
        assert!(stock.read(12, seat).0.contains("Cobalt wins the skirmish"));
    }
    stock.revealed(CYCLES);
    true
}

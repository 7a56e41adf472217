//! In the last phases of Company War what is done without orders takes nothing away that an order needs (cw52).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use adjutant::base::Seat;
use adjutant::engine::{AnyGame, AnySheet, Chance, Position, Reader};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use crate::shelf::{self, array, json, seat};

/// A side: its seat, jump points of the demonstration map, most of them with docks for it, and what
/// it may order in the last two phases, each with the field that names the ship.
struct Service {
    seat: &'static str,
    places: &'static [u16],
    kinds: &'static [(&'static str, &'static str)],
}

const SIDES: [Service; 2] = [
    Service {
        seat: "mazianni",
        places: &[3, 3, 5, 7, 20],
        kinds: &[
            ("repair", "ship"),
            ("land", "carrier"),
            ("embark", "carrier"),
            ("raise", "carrier"),
        ],
    },
    Service {
        seat: "union",
        places: &[13, 13, 13, 12, 10, 20],
        kinds: &[("repair", "ship"), ("replace-rider", "carrier")],
    },
];

/// What befell a ship, where it lies, and what befell troops.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each befalls a ship by itself")]
struct Blow {
    ship: Index,
    carrier: bool,
    at: u16,
    damaged: bool,
    rider: bool,
    troops: bool,
    lost: bool,
}

fn blow(side: usize) -> impl Strategy<Value = Blow> {
    let likely = || proptest::bool::weighted(0.75);
    let places = select(SIDES[side].places);
    let fields =
        (any::<Index>(), likely(), places, likely(), likely(), any::<bool>(), any::<bool>());
    fields.prop_map(|(ship, carrier, at, damaged, rider, troops, lost)| Blow {
        ship,
        carrier,
        at,
        damaged,
        rider,
        troops,
        lost,
    })
}

/// Order lines of a side: a kind, and the ship of a blow or any ship.
fn asked(side: usize) -> impl Strategy<Value = Vec<(usize, Option<usize>, Index)>> {
    let hit = proptest::option::weighted(0.75, 0..HITS);
    proptest::collection::vec((0..SIDES[side].kinds.len(), hit, any::<Index>()), 1..6)
}

/// Blows that each side suffers.
const HITS: usize = 5;

/// The ships of a side.
struct Fleet {
    all: Vec<String>,
    carriers: Vec<String>,
}

impl Fleet {
    fn hit(&self, blow: &Blow) -> &String {
        blow.ship.get(if blow.carrier { &self.carriers } else { &self.all })
    }
}

/// The game, its set-up and the two fleets.
static GAME: LazyLock<(Box<dyn AnyGame>, Value, [Fleet; 2])> = LazyLock::new(|| {
    let game = shelf::named("company-war");
    let begin = game.setup(&mut Chance::from_seed([7; 32]));
    let seen = json(&game.see(&begin, &Reader::Moderator).expect("a position").0);
    let ships = seen["view"]["open"]["ships"].as_object().expect("ships");
    // The Union lies at Cyteen before the first cycle, the Mazianni nowhere.
    let fleet = |union: bool| {
        let own = || ships.iter().filter(move |(_, vessel)| vessel["at"].is_null() != union);
        let carriers = own().filter(|(_, vessel)| !array(vessel, "riders").is_empty());
        Fleet {
            all: own().map(|(name, _)| name.clone()).collect(),
            carriers: carriers.map(|(name, _)| name.clone()).collect(),
        }
    };
    (game, json(&begin.0), [fleet(false), fleet(true)])
});

/// A repair phase after a turn in which much was hit. All rest where they lie.
fn position(begin: &Value, fleets: &[Fleet; 2], blows: &[Vec<Blow>; 2]) -> Value {
    let mut whole = begin.clone();
    let (mut aboard, mut fallen, mut landed) = (Vec::new(), Vec::new(), BTreeSet::new());
    let open = &mut whole["state"]["open"];
    (open["turn"], open["step"]) = (3.into(), "repair".into());
    for (n, fleet) in fleets.iter().enumerate() {
        for ship in &fleet.all {
            (open["ships"][ship]["at"], open["ships"][ship]["began"]) = (20.into(), 20.into());
        }
        for blow in &blows[n] {
            let ship = fleet.hit(blow);
            let vessel = &mut open["ships"][ship];
            (vessel["at"], vessel["began"]) = (blow.at.into(), blow.at.into());
            if blow.damaged {
                vessel["condition"] = "damaged".into();
            }
            if let Some(rider) = vessel["riders"].get_mut(0).filter(|_| blow.rider) {
                *rider = "lost".into();
            }
            if blow.troops && n == 0 && !aboard.contains(ship) {
                aboard.push(ship.clone());
            }
            if blow.lost {
                fallen.push(2);
            } else if blow.troops && n == 0 && blow.at < 13 {
                landed.insert(blow.at);
            }
        }
    }
    (open["fallen"], open["landed"]) = (fallen.into(), landed.into_iter().collect());
    whole["state"]["secret"]["aboard"] = aboard.into();
    whole
}

/// The lines of a side: the kind and the ship of each.
type Lines = Vec<(&'static str, String)>;

/// The same position with nothing that could be done to a ship of which no line speaks.
fn idle(position: &Value, fleets: &[Fleet; 2], lines: &[Lines; 2]) -> Value {
    let mut whole = position.clone();
    for (n, fleet) in fleets.iter().enumerate() {
        for ship in &fleet.all {
            let asks = |kinds: &[&str]| {
                lines[n].iter().any(|(kind, name)| name == ship && kinds.contains(kind))
            };
            let vessel = &mut whole["state"]["open"]["ships"][ship];
            if !asks(&["repair"]) {
                vessel["condition"] = "whole".into();
            }
            if !asks(&["replace-rider"]) {
                vessel["riders"].as_array_mut().expect("riders").fill("whole".into());
            }
            let aboard = whole["state"]["secret"]["aboard"].as_array_mut().expect("a list");
            let laden = aboard.iter().any(|carrier| carrier == ship);
            if n == 0 && !laden && !asks(&["land", "embark", "raise"]) {
                aboard.push(ship.as_str().into());
            }
        }
    }
    whole
}

/// What became of each line: 0 is the best.
fn outcomes(game: &dyn AnyGame, position: &Value, orders: &BTreeMap<Seat, AnySheet>) -> Vec<u8> {
    let position = Position(position.to_string());
    let made = game.resolve(&position, orders, &mut Chance::from_seed([3; 32]));
    let record = json(&made.expect("a position").record.0);
    let code = |answer: &Value| match answer["code"].as_str() {
        Some("done") => 0,
        Some("partly") => 1,
        _ => 2,
    };
    SIDES.iter().flat_map(|side| array(&record["answers"], side.seat)).map(code).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// An order fares as well as where no default has anything to do.
    #[test]
    fn no_default_makes_an_order_fail(
        blows in [0, 1].map(|side| proptest::collection::vec(blow(side), HITS)),
        asked in [0, 1].map(asked),
    ) {
        let (game, begin, fleets) = &*GAME;
        let position = position(begin, fleets, &blows);
        let lines: [Lines; 2] = [0, 1].map(|n| {
            let line = |(kind, hit, ship): &(usize, Option<usize>, Index)| {
                let any = || ship.get(&fleets[n].all);
                let ship = hit.map_or_else(any, |hit| fleets[n].hit(&blows[n][hit]));
                (SIDES[n].kinds[*kind].0, ship.clone())
            };
            asked[n].iter().map(line).collect()
        });
        let mut orders = BTreeMap::new();
        for (side, lines) in SIDES.iter().zip(&lines) {
            let text = |(kind, ship): &(&str, String)| {
                let (_, field) = side.kinds.iter().find(|(own, _)| own == kind).expect("a kind");
                format!("- {kind}: {{{field}: {ship}}}\n")
            };
            let seat = seat(side.seat);
            let list = shelf::list(&lines.iter().map(text).collect::<String>());
            orders.insert(seat.clone(), shelf::read(&**game, &seat, &list));
        }
        let with = outcomes(&**game, &position, &orders);
        let without = outcomes(&**game, &idle(&position, fleets, &lines), &orders);
        for (n, (with, without)) in with.iter().zip(&without).enumerate() {
            prop_assert!(with <= without, "line {n} of {lines:?} fails because of a default");
        }
    }
}

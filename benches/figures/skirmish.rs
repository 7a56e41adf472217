//! A turn of Parabellum Inc. with forty units a side, and both reports.

use std::collections::BTreeMap;

use adjutant::engine::{Chance, EventDoc};
use adjutant::games;
use serde_json::json;

use super::battle::Battle;

/// Units of a side.
const UNITS: usize = 40;
/// Cards and miniatures of each side, in turn.
const CARDS: [(&str, [(&str, &str); 5]); 2] = [
    (
        "amber",
        [
            ("rifles", "infantry"),
            ("lancers", "heavy-infantry"),
            ("javelin", "ifv"),
            ("mortars", "mortar-team"),
            ("mule", "supply-truck"),
        ],
    ),
    (
        "cobalt",
        [
            ("regulars", "infantry"),
            ("sappers", "heavy-infantry"),
            ("pike", "ifv"),
            ("lobbers", "mortar-team"),
            ("camel", "supply-truck"),
        ],
    ),
];

/// Two lines that face each other on the first map, and what the staff orders there.
pub(crate) fn of_forty() -> Battle {
    let kind = games::OURS.named("parabellum").expect("it is on the shelf");
    let shipped = kind.shipped();
    let (_, scenario) = shipped.scenarios[0];
    let founded = kind.found(shipped.format.as_bytes(), scenario.as_bytes(), &BTreeMap::new());
    let game = founded.expect("it is sound");
    let mut events =
        vec![json!({"drawn": {"site": "Verrin Ridge", "die": 1, "attacker": "amber"}})];
    for ((side, cards), front) in CARDS.iter().zip([8, 7]) {
        for n in 0..UNITS {
            let (kind, form) = cards[n % cards.len()];
            let unit = format!("{side}-{}", n + 1);
            let column = char::from(b'A' + u8::try_from(n % 12).expect("few"));
            let row = if *side == "amber" { front + n / 12 } else { front - n / 12 };
            let at = format!("{column}{row}");
            events.extend([
                json!({"bought": {"unit": unit, "kind": kind, "price": 0}}),
                json!({"mustered": {"unit": unit, "men": 0, "supply": 0, "ammo": 0}}),
                json!({"deployed": {"unit": unit, "form": form, "at": at}}),
            ]);
        }
    }
    events.push(json!({"turn-began": {"side": "amber", "round": 1}}));
    let setup = game.setup(&mut Chance::from_seed([7; 32]));
    let position = events.iter().fold(setup, |position, event| {
        game.apply(&position, &EventDoc(event.to_string())).expect("an event")
    });
    Battle::of("skirmish of forty", game, position)
}

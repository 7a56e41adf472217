//! A block of 32 impulses of Mechad with twelve ships and thirty missiles, and both reports.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use adjutant::engine::{Chance, EventDoc};
use adjutant::games;
use serde_json::json;

use super::battle::Battle;

/// Classes of each side, in turn.
const CLASSES: [(&str, [&str; 6]); 2] = [
    ("mechad", ["mechad-bc", "mechad-ca", "mechad-cl", "mechad-dd", "mechad-ddt", "mechad-ff"]),
    ("krebiz", ["krebiz-ca", "krebiz-ca", "krebiz-ddl", "krebiz-dd", "krebiz-dda", "krebiz-ffo"]),
];
/// Drones in flight, beside what is launched in the block.
const DRONES: u32 = 15;
/// Trans-warp missiles in flight.
const TRAMS: u32 = 15;

/// Two lines twelve hexes apart that plot a whole turn.
pub(crate) fn of_twelve() -> Battle {
    let kind = games::OURS.named("mechad").expect("it is on the shelf");
    let mut scenario = "title: Twelve\nabout: Twelve ships.\nboard: [64, 64]\nturns: 8\n\
        begin: impulses\nsides:\n  mechad: {title: Mechad, team: mechad}\n  \
        krebiz: {title: Krebiz, team: krebiz}\nships:\n"
        .to_owned();
    for ((side, classes), (row, facing)) in CLASSES.iter().zip([(36, 'A'), (24, 'D')]) {
        for (number, class) in classes.iter().enumerate() {
            let column = 24 + 2 * number;
            writeln!(
                scenario,
                "  {side}-ship-{number}: {{class: {class}, side: {side}, at: \"{column}{row}\", \
                 facing: {facing}, speed: 12}}"
            )
            .expect("a string");
        }
    }
    let options = BTreeMap::from([("block".to_owned(), "32".to_owned())]);
    let format = kind.shipped().format;
    let game = kind.found(format.as_bytes(), scenario.as_bytes(), &options).expect("it is sound");
    let mut events = Vec::new();
    for number in 1..=DRONES {
        let (ship, missile) = (format!("krebiz-ship-{}", number % 4), format!("m{number}"));
        let at = format!("{}26", 24 + number % 12);
        events.extend([
            json!({"launched": {"ship": ship, "mount": 1, "missile": missile, "at": at, "facing": "D", "plasma": false}}),
            json!({"aimed": {"missile": missile, "target": format!("mechad-ship-{}", number % 6)}}),
        ]);
    }
    for number in 1..=TRAMS {
        let (ship, target) =
            (format!("mechad-ship-{}", number % 6), format!("krebiz-ship-{}", number % 6));
        events.push(json!({"fired": {"ship": ship, "mount": 40, "target": {"ship": target}, "close": false}}));
    }
    let setup = game.setup(&mut Chance::from_seed([7; 32]));
    let position = events.iter().fold(setup, |position, event| {
        game.apply(&position, &EventDoc(event.to_string())).expect("an event")
    });
    Battle::of("twelve starships", game, position)
}

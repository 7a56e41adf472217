//! Staff of every skill orders what is taken, by what its seat knows, and the same for the same luck.

use std::collections::BTreeMap;
use std::process::Command;

use adjutant::engine::{AnyGame, Chance, Due, Skill};
use adjutant::games::OURS;

use crate::folder::folder;
use crate::shelf::{played, refused, seed, view};

/// A light scenario of each game.
const LIGHT: [(&str, &str); 5] = [
    ("age-of-imperialism", "teaching"),
    ("company-commander", "first-contact"),
    ("company-war", "demonstration"),
    ("mechad", "duel"),
    ("parabellum", "proving-ground"),
];

fn light(name: &str, scenario: &str) -> Box<dyn AnyGame> {
    let kind = OURS.named(name).unwrap();
    let shipped = kind.shipped();
    let (_, map) = shipped.scenarios.iter().find(|(known, _)| *known == scenario).unwrap();
    kind.found(shipped.format.as_bytes(), map.as_bytes(), &BTreeMap::new()).unwrap()
}

/// What is tried of a game after so many cycles.
fn orders_of_every_skill(game: &dyn AnyGame, cycles: u32) {
    let position = played(game, cycles);
    let due = game.phase(&position).unwrap().due.into_iter();
    let asked = due.filter(|(_, due)| *due != Due::Nothing).map(|(seat, _)| seat);
    let seat = asked.into_iter().next().unwrap();
    let seen = view(game, &position, &seat);
    for skill in Skill::ALL {
        let orders = || game.staffed(&seen, skill, &mut Chance::from_seed(seed(9))).unwrap();
        let given = orders();
        assert_eq!(given, orders(), "{skill}");
        assert_eq!(refused(game.check(&seen, &given).unwrap()), [], "{skill}");
        let plain = game.suggest(&seen, &mut Chance::from_seed(seed(9))).unwrap();
        assert!(skill != Skill::Regular || given == plain);
    }
}

#[test]
fn staff_of_every_skill_orders_what_is_taken() {
    for (name, scenario) in LIGHT {
        let game = light(name, scenario);
        for cycles in [0, 2] {
            orders_of_every_skill(&*game, cycles);
        }
    }
}

fn demo(arguments: &[&str]) -> (bool, String) {
    let dir = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let root = dir.path().join("demo");
    let output = command.arg("demo").arg(&root).args(["--seed", "7", "--cycles", "2"]);
    let output = output.args(arguments).output().unwrap();
    let told = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(told).unwrap())
}

#[test]
fn a_demonstration_of_skills_is_verified() {
    let (passed, told) = demo(&["--staff", "recruit", "--staff", "union=veteran"]);
    assert!(passed, "{told}");
    assert!(told.contains("demo --staff recruit --staff union=veteran --seed 7"), "{told}");
    let (passed, told) = demo(&["--staff", "onion=veteran"]);
    assert!(!passed && told.contains("there is no seat onion"), "{told}");
    let (passed, told) = demo(&["--staff", "union=expert"]);
    assert!(!passed && told.contains("the skills are: recruit, regular, veteran"), "{told}");
}

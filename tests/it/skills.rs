//! Staff of every skill orders what is taken, by what its seat knows, and the same for the same luck.

use std::collections::BTreeMap;
use std::process::Command;

use adjutant::engine::{Chance, Due, Skill};
use adjutant::games::OURS;

use crate::folder::folder;
use crate::shelf::{played, refused, seed, view};

/// By what the first seat that may order knows after so many cycles of a scenario.
fn orders_are_taken(name: &str, scenario: &str, cycles: u32) {
    let kind = OURS.named(name).unwrap();
    let shipped = kind.shipped();
    let (_, map) = shipped.scenarios.iter().find(|(known, _)| *known == scenario).unwrap();
    let game = kind.found(shipped.format.as_bytes(), map.as_bytes(), &BTreeMap::new()).unwrap();
    let position = played(&*game, cycles);
    let mut due = game.phase(&position).unwrap().due.into_iter();
    let (seat, _) = due.find(|(_, due)| *due != Due::Nothing).unwrap();
    let seen = view(&*game, &position, &seat);
    let luck = || Chance::from_seed(seed(9));
    for skill in Skill::ALL {
        let orders = || game.staffed(&seen, skill, &mut luck()).unwrap();
        let given = orders();
        assert_eq!(given, orders(), "{skill}");
        assert_eq!(refused(game.check(&seen, &given).unwrap()), [], "{skill}");
        assert!(skill != Skill::Regular || given == game.suggest(&seen, &mut luck()).unwrap());
    }
}

#[test]
fn in_age_of_imperialism() {
    orders_are_taken("age-of-imperialism", "teaching", 2);
}

#[test]
fn in_company_commander() {
    orders_are_taken("company-commander", "first-contact", 1);
}

#[test]
fn in_company_war() {
    orders_are_taken("company-war", "demonstration", 0);
}

#[test]
fn in_mechad() {
    orders_are_taken("mechad", "duel", 1);
}

#[test]
fn in_parabellum() {
    orders_are_taken("parabellum", "proving-ground", 3);
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

use adjutant::engine::{Chance, EventDoc, Position};
use serde_json::{Value, json};

use super::{ORDERS, Report, all_answered, between, table, upto, word};
use crate::shelf::{named, seat, view};

#[test]
fn an_admiral_in_company_war_needs_the_report_alone() {
    let report = Report::first("company-war", "demonstration", &["mazianni", "union"]);
    let format = table("company-war/format.yaml");
    let chart = table("company-war/scenarios/demonstration.yaml");
    let (combat, points) = (&format["combat"], &format["points"]);
    let dice = format!("{}d{}", word(&combat["dice"]), word(&combat["sides"]));
    let ship = |name: &str| {
        let ships = chart["ships"]["mazianni"].as_array().unwrap();
        ships.iter().find(|ship| ship["name"] == name).unwrap().clone()
    };
    let ratings = |of: &Value| word(of).replace('/', "-");
    let point = |what: &str, whose: &str| report.cell("Points", ("For", what), whose).to_owned();
    let counter = |ships: &str, column: &str| {
        report.cell("Counters of the Mazianni", ("Ships", ships), column).to_owned()
    };
    let station = |jp: &str, what: &str| {
        let place = format!("{} ({jp})", word(&chart["stations"][jp]));
        report.cell("Stations", ("Station", &place), what).to_owned()
    };
    let near = |from: &str| report.cell("Routes", ("From", from), "To").to_owned();
    all_answered(
        "company-war",
        &[
            ("what do I do first?", report.sentence("You deploy").to_owned(),
             "You deploy 9 ships at Pan Paris, Pell or Galileo, and choose carriers for 3 troop counters.".to_owned()),
            ("how long is the game?", upto(report.fact("Length"), " ").to_owned(), word(&format["turns"]["value"])),
            // The set-up, and a cycle for each of eight turns.
            ("in cycles?", between(report.fact("Length"), ": ", " ").to_owned(), "9".to_owned()),
            ("who wins?", between(report.fact("What counts"), "; ", ",").to_owned(),
             "after turn 8 the higher total wins".to_owned()),
            ("what is a station of the Company worth to me?",
             point("each turn, an Earth Company station that they hold", "Mazianni"),
             word(&points["mazianni"]["earth-company-held"])),
            ("what if troops hold one of the Union?", point("each turn, a Union station held by troops", "Mazianni"),
             word(&points["mazianni"]["union-held-by-troops"])),
            ("what do I lose with a carrier?", point("a carrier destroyed", "Union"),
             word(&points["union"]["carrier-destroyed"])),
            ("and with Europe?", point("Europe or Norway destroyed", "Union"),
             word(&points["union"]["named-carrier-destroyed"])),
            ("what is Janus worth?", point("a heavy carrier (CVA: Janus) destroyed", "Mazianni"),
             word(&points["mazianni"]["heavy-carrier-destroyed"])),
            ("what does the first page say of both?",
             between(report.sentence("Each turn a station"), "that is lost ", ".").to_owned(),
             "brings the Union 4, Europe or Norway 5".to_owned()),
            ("and of what I may win?", between(report.sentence("Each turn a station"), "carrier ", ".").to_owned(),
             "brings you 1, one of the Union 1, or 3 if troops hold it, and Cyteen 5; a destroyed cruiser brings 1, a \
              carrier 3, a heavy one 5".to_owned()),
            ("how many ships may I move a turn?", upto(report.fact("Ships that move"), " of").to_owned(),
             format!("{}d{}", word(&format["initiative"]["mazianni"]["dice"]), word(&format["initiative"]["sides"]))),
            ("and the Union?", between(report.fact("Ships that move"), "a turn, ", " of the Union").to_owned(),
             "1d6 + 1".to_owned()),
            ("when does a shot hit?", between(report.fact("Ratings"), "hits if ", ";").to_owned(),
             format!("{dice} are no higher than attack")),
            ("and when is it avoided?", between(report.fact("Ratings"), "avoided if ", ";").to_owned(),
             format!("{dice} are no higher than defense")),
            ("how good is Europe?", report.cell("Ships of the Mazianni", ("Ships", "Europe and Norway"), "Ratings").to_owned(),
             ratings(&ship("Europe")["front"])),
            ("and damaged?", counter("Europe and Norway", "Damaged"), ratings(&ship("Europe")["back"])),
            ("how good are its riders?", counter("Europe and Norway", "Rider"),
             ratings(&ship("Europe")["riders"]["front"])),
            ("how many has it?", report.cell("Ships of the Mazianni", ("Ships", "Europe and Norway"), "Riders").to_owned(),
             format!("{0} of {0}", word(&format["classes"]["CV"]["riders"]))),
            ("is a ship repaired at Pell?", station("3", "Repairs"), "Mazianni: 1 a turn".to_owned()),
            ("and at Pan Paris?", station("7", "Repairs"), "Mazianni: 1 in the game".to_owned()),
            ("and at Cyteen?", station("13", "Repairs"), "Union: 2 a turn".to_owned()),
            ("who holds Viking?", station("4", "Held by"), "nobody".to_owned()),
            ("and Cyteen?", station("13", "Held by"), "Union".to_owned()),
            ("what does that bring?", station("13", "Brings"),
             format!("Union {}", word(&points["union"]["union-station-free"]))),
            ("how likely does Europe damage Janus?",
             report.cell("Chance that a shot does damage", ("Attack", "9"), "Defense 8").to_owned(), damage(9, 8)),
            ("where does one go from Galileo at first?",
             report.cell("Where you may deploy", ("Station", "Galileo (1)"), "Next to").to_owned(),
             "Bryant's (2), 31".to_owned()),
            ("how many ships take my troops?", between(report.fact("Troops"), "station; ", " carriers").to_owned(),
             word(&format["storm"]["ships"])),
            ("when do damaged ships flee?", between(report.fact("Combat"), "outnumbered ", " to one").to_owned(),
             word(&combat["outnumbered"])),
            ("whose is jump point 3?", station("3", "Of"), "Company".to_owned()),
            ("where does Pell lead?", near("Pell (3)"), "2, 21, 29, 31".to_owned()),
            ("where is the enemy?", report.cell("Ships of the Union", ("Ships", "Janus"), "At").to_owned(),
             "Cyteen (13)".to_owned()),
            ("when are my orders due?", between(report.sentence("Your orders are due"), " by ", ".").to_owned(),
             "Wednesday 7 January 2026, 00:00 UTC".to_owned()),
        ],
    );
}

/// Orders that can only be refused are not shown: all ships of the Union begin at their base (cw12), and stations are not
/// bombarded unless the option says so (cw75).
#[test]
fn an_admiral_in_company_war_is_shown_no_orders_in_vain() {
    let reports = [["mazianni", "union"], ["union", "mazianni"]]
        .map(|seats| Report::first("company-war", "demonstration", &seats));
    let deploys = reports.each_ref().map(|report| report.has(ORDERS, ("Kind", "deploy")));
    assert_eq!(deploys, [true, false]);
    assert!(!reports.iter().any(|report| report.has(ORDERS, ("Kind", "bombard"))));
    assert_eq!(
        upto(reports[1].sentence("All your ships"), ";"),
        "All your ships begin at Cyteen (13)"
    );
}

/// An order is named once there is what it is for: a damaged ship at a dock (cw36), a lost rider at Cyteen (cw40), troops
/// aboard, on a station or lost in an earlier turn (cw41, cw42, cw46); and Fleet Assembly once (cw17).
#[test]
fn an_admiral_in_company_war_is_named_what_finds_its_use() {
    let game = named("company-war");
    let after = |position: &Position, events: &[Value]| {
        events.iter().fold(position.clone(), |position, event| {
            game.apply(&position, &EventDoc(event.to_string())).expect("an event")
        })
    };
    let named = |position: &Position, name: &str, kinds: &[&str]| {
        let taken = game.taken(&view(&*game, position, &seat(name))).expect("a view");
        kinds.iter().filter(|kind| taken.iter().any(|it| it == **kind)).count()
    };
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let begun = after(
        &setup,
        &[
            json!({"deployed": {"ship": "Norway", "at": 3}}),
            json!({"step-began": {"turn": 2, "step": "movement"}}),
        ],
    );
    let (yard, troops) = (["repair", "replace-rider"], ["land", "embark", "raise"]);
    assert_eq!(named(&begun, "union", &yard), 0);
    assert_eq!(named(&begun, "union", &["fleet-assembly"]), 1);
    assert_eq!(named(&begun, "mazianni", &troops), 0);
    let served = after(
        &begun,
        &[
            json!({"damaged": {"unit": {"ship": "Hardy"}}}),
            json!({"destroyed": {"unit": {"rider": ["Janus", 1]}}}),
            json!({"declared": {"side": "union"}}),
        ],
    );
    assert_eq!(named(&served, "union", &yard), 2);
    assert_eq!(named(&served, "union", &["fleet-assembly"]), 0);
    assert_eq!(named(&served, "mazianni", &["repair"]), 0);
    let laden = after(&begun, &[json!({"loaded": {"carrier": "Norway"}})]);
    assert_eq!(named(&laden, "mazianni", &troops[..1]), 1);
    assert_eq!(named(&laden, "mazianni", &troops), 1);
    let ashore = after(&laden, &[json!({"landed": {"carrier": "Norway", "at": 3}})]);
    assert_eq!(named(&ashore, "mazianni", &troops[1..2]), 1);
    assert_eq!(named(&ashore, "mazianni", &troops), 1);
}

/// An example would do something where the reader stands: troops land where there are none yet, are picked up where there
/// are some (cw41, cw42), ships cease fire where both sides have ships that fight (cw66, cw74), are repaired at a dock that
/// has something left to do (cw36, cw54), and no carrier gives up a station for nothing (cw47).
#[test]
fn an_admiral_in_company_war_is_shown_examples_that_do_something() {
    let game = named("company-war");
    let after = |position: &Position, events: &[Value]| {
        events.iter().fold(position.clone(), |position, event| {
            game.apply(&position, &EventDoc(event.to_string())).expect("an event")
        })
    };
    let shown = |position: &Position, name: &str, kind: &str| {
        let told = game.told(&view(&*game, position, &seat(name)), None).expect("a view");
        let way = told.1.ways.into_iter().find(|way| way.kind == kind);
        way.and_then(|way| way.example).unwrap_or_default()
    };
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    let deployed = |ship: &str, at: u16| json!({"deployed": {"ship": ship, "at": at}});
    let begun = after(
        &setup,
        &[
            deployed("Norway", 3),
            json!({"loaded": {"carrier": "Norway"}}),
            json!({"loaded": {"carrier": "Africa"}}),
            json!({"landed": {"carrier": "Africa", "at": 3}}),
            deployed("Dart One", 3),
            deployed("Nike", 10),
            json!({"damaged": {"unit": {"ship": "Nike"}}}),
            json!({"step-began": {"turn": 2, "step": "movement"}}),
        ],
    );
    // Pell has troops, and Norway has some too; Dart One does not fight.
    for kind in ["land", "embark", "cease-fire"] {
        assert_eq!(shown(&begun, "mazianni", kind), "", "{kind}");
    }
    assert_eq!(shown(&begun, "union", "repair"), "repair Nike");
    let later = after(
        &begun,
        &[
            deployed("Corinth", 3),
            deployed("Hardy", 3),
            deployed("Europe", 10),
            deployed("Malta", 7),
            json!({"loaded": {"carrier": "Malta"}}),
        ],
    );
    assert_eq!(shown(&later, "mazianni", "land"), "land Malta");
    assert_eq!(shown(&later, "mazianni", "embark"), "embark Corinth");
    assert!(shown(&later, "mazianni", "cease-fire").starts_with("cease-fire 3"));
    // Europe holds Wyatt's now, and would fight.
    assert_eq!(shown(&later, "union", "repair"), "");
    // Troops hold Pell, where two carriers may now go as one: the nearest station that brings a point is Viking (cw30).
    assert_eq!(shown(&begun, "mazianni", "task-force"), "");
    assert_eq!(shown(&later, "mazianni", "task-force"), "Norway, Corinth 3-21-4");
    // Malta alone holds Pan Paris: a station of the Company for another is no gain.
    let moved = shown(&later, "mazianni", "move");
    assert!(!moved.is_empty() && !moved.starts_with("Malta"), "{moved}");
}

/// How often two dice of six hit, and two others do not avoid the hit.
fn damage(attack: u32, defense: u32) -> String {
    let rolls = || (1..=6).flat_map(|one| (1..=6).map(move |other: u32| one + other));
    let (hits, misses) = (
        rolls().filter(|sum| *sum <= attack).count(),
        rolls().filter(|sum| *sum > defense).count(),
    );
    format!("{}%", (100 * hits * misses + 648) / 1296)
}

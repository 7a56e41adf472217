use super::{Report, all_answered, between, table, upto, word};

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
    let ratings = |of: &serde_json::Value| word(of).replace('/', "-");
    let point = |what: &str, whose: &str| report.cell("Points", ("For", what), whose).to_owned();
    let counter = |ships: &str, column: &str| {
        report.cell("Counters of the Mazianni", ("Ships", ships), column).to_owned()
    };
    let station = |jp: &str| report.cell("Stations and fleets", ("JP", jp), "Station").to_owned();
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
            ("what is Janus worth?", point("a heavy carrier destroyed", "Mazianni"),
             word(&points["mazianni"]["heavy-carrier-destroyed"])),
            ("how many ships may I move a turn?", upto(report.fact("Ships that move"), " of").to_owned(),
             format!("{}d{}", word(&format["initiative"]["mazianni"]["dice"]), word(&format["initiative"]["sides"]))),
            ("and the Union?", between(report.fact("Ships that move"), "a turn, ", " of the Union").to_owned(),
             "1d6 + 1".to_owned()),
            ("when does a shot hit?", between(report.fact("Ratings"), "hits if ", ";").to_owned(),
             format!("{dice} are no higher than attack")),
            ("and when is it avoided?", between(report.fact("Ratings"), "avoided if ", ";").to_owned(),
             format!("{dice} are no higher than defense")),
            ("how good is Europe?", report.cell("Ships of the Mazianni", ("Ship", "Europe"), "Ratings").to_owned(),
             ratings(&ship("Europe")["front"])),
            ("and damaged?", counter("Europe and Norway", "Damaged"), ratings(&ship("Europe")["back"])),
            ("how good are its riders?", counter("Europe and Norway", "Rider"),
             ratings(&ship("Europe")["riders"]["front"])),
            ("how many has it?", report.cell("Ships of the Mazianni", ("Ship", "Europe"), "Riders").to_owned(),
             format!("{0} of {0}", word(&format["classes"]["CV"]["riders"]))),
            ("where do I repair?", report.fact("Repairs of the Mazianni").to_owned(),
             "Mariner 1 a turn, Pell 1 a turn, Pan Paris 1 a game".to_owned()),
            ("how many ships take my troops?", between(report.fact("Troops"), "station; ", " Union").to_owned(),
             word(&format["storm"]["ships"])),
            ("when do damaged ships flee?", between(report.fact("Combat"), "outnumbered ", " to one").to_owned(),
             word(&combat["outnumbered"])),
            ("what is at jump point 3?", station("3"), word(&chart["stations"]["3"])),
            ("where does Pell lead?", near("Pell (3)"), "2, 21, 29, 31".to_owned()),
            ("where is the enemy?", report.cell("Ships of the Union", ("Ship", "Janus"), "At").to_owned(),
             "Cyteen (13)".to_owned()),
            ("when are my orders due?", between(report.sentence("Your orders are due"), " by ", ".").to_owned(),
             "Wednesday 7 January 2026, 00:00 UTC".to_owned()),
        ],
    );
}

use super::{ORDERS, Report, all_answered, between, table, upto, word};

const UNITS: &str =
    "Units: price, moves, room that they take on a fleet, where they are built, how many a turn";

const ROLLS: &str = "What an explorer's roll brings";
const JOINS: &str = "the region joins, with an infantry brigade";

#[test]
#[expect(clippy::too_many_lines, reason = "a question after the other")]
fn a_minister_in_imperialism_needs_the_report_alone() {
    let seats = ["france", "britain", "germany", "japan", "ottoman", "russia"];
    let report = Report::first("age-of-imperialism", "six-powers", &seats);
    let format = table("age-of-imperialism/format.yaml");
    let scenario = table("age-of-imperialism/scenarios/six-powers.yaml");
    let set_up = &format["set-up"]["6"];
    let value = |table: &str, row: &str| word(&format[table][row]["value"]);
    let unit = |kind: &str, column: &str| report.cell(UNITS, ("Unit", kind), column).to_owned();
    let income = |of: &str| report.cell("PP a turn", ("For", of), "PP").to_owned();
    let points =
        |of: &str| report.cell("Victory points at the end", ("For", of), "Points").to_owned();
    let battle = report.fact("Land battles");
    let natives: u64 = format["natives"]["markers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["count"].as_u64().unwrap())
        .sum();
    all_answered(
        "age-of-imperialism",
        &[
            (
                "how long is the game?",
                upto(report.fact("Length"), " ").to_owned(),
                word(&scenario["turns"]),
            ),
            // Two cycles of set-up, two of the first turn, and three of each turn after it.
            ("in cycles?", between(report.fact("Length"), ": ", " ").to_owned(), "25".to_owned()),
            (
                "what have I to spend first?",
                upto(report.fact("In hand"), " for").to_owned(),
                format!("{} PP", word(&set_up["pp"]["value"])),
            ),
            (
                "how many regions do I choose?",
                between(report.fact("Set-up"), "begins with ", " regions").to_owned(),
                word(&set_up["regions"]["value"]),
            ),
            (
                "how many have I still to choose?",
                between(report.sentence("Choose"), "Choose ", " regions").to_owned(),
                word(&set_up["regions"]["value"]),
            ),
            (
                "how many cycles has a turn?",
                upto(report.fact("A turn"), ":").to_owned(),
                "3 cycles".to_owned(),
            ),
            (
                "what is infantry?",
                unit("Infantry", "PP"),
                word(&format["units"]["infantry"]["price"]["value"]),
            ),
            (
                "how far does cavalry go?",
                unit("Cavalry", "Moves"),
                word(&format["units"]["cavalry"]["moves"]["value"]),
            ),
            ("where is artillery built?", unit("Artillery", "Built at"), "a city".to_owned()),
            (
                "how much room does a general take?",
                unit("General", "Room"),
                word(&format["units"]["general"]["portage"]["value"]),
            ),
            (
                "how much has a fleet?",
                unit("Fleet", "Room"),
                format!("carries {}", value("fleet", "carries")),
            ),
            (
                "what is a port?",
                between(report.fact("Buildings in PP"), "port ", ",").to_owned(),
                value("buildings", "port"),
            ),
            (
                "what does an explorer cost to keep?",
                upto(report.fact("Upkeep"), " ").to_owned(),
                value("income", "upkeep"),
            ),
            ("what does a city bring?", income("a city"), value("income", "city")),
            ("a whole zone?", income("a whole zone"), value("income", "zone")),
            (
                "what is a war?",
                between(report.fact("Prices in DP"), "declaring war: ", ";").to_owned(),
                value("diplomacy", "war"),
            ),
            (
                "how many native markers are there?",
                upto(report.fact("Natives"), " ").to_owned(),
                natives.to_string(),
            ),
            (
                "when does a brigade hit?",
                between(battle, "its DRM ", " or more is a hit").to_owned(),
                value("battle", "hit"),
            ),
            (
                "what is a fort good for?",
                between(battle, "a fort -", ",").to_owned(),
                value("battle", "fort"),
            ),
            (
                "how many dice has an explorer who pays?",
                between(report.fact("Explorers"), "dice, or ", " for").to_owned(),
                value("explorer", "paid-dice"),
            ),
            (
                "when does a region join?",
                report.cell(ROLLS, ("Result", JOINS), "Roll, with what is added").to_owned(),
                format!("strength + {} or more", value("explorer", "join")),
            ),
            ("what is a city worth at the end?", points("each city"), value("points", "city")),
            (
                "and most of a zone?",
                points("more than half the regions of a zone"),
                value("points", "zone-majority"),
            ),
            (
                "what touches Spain?",
                report.cell("Regions", ("Region", "Spain"), "Touches").to_owned(),
                "France".to_owned(),
            ),
            (
                "on which seas is it?",
                report.cell("Regions", ("Region", "Spain"), "Sea areas").to_owned(),
                word(&format["map"]["zones"][0]["regions"]["Spain"]).replace('/', ", "),
            ),
            (
                "how do I write what I choose?",
                report.cell(ORDERS, ("Kind", "pick"), "Written").contains(" > ").to_string(),
                "true".to_owned(),
            ),
            (
                "when are my orders due?",
                between(report.sentence("Your orders are due"), " by ", ".").to_owned(),
                "Wednesday 7 January 2026, 00:00 UTC".to_owned(),
            ),
        ],
    );
}

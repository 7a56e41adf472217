//! Every later report of a recorded campaign keeps what planning needs: a script that has the report alone answers
//! where one's units are, what they have left, what is near, who is where. What is right, the recorded position says.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Report, table, upto, word};

/// Where explorers can go.
const REACH: &str = "Where your explorers can go on foot, or by a fleet that is off their coast";
/// What they may achieve there.
const ODDS: &str =
    "What your explorers may achieve where they are or can go, with 2 dice, or 3 for 1 DP";
/// What is next to a power.
const TOUCH: &str = "What your regions and units touch";

/// A question, what the script made of the report, and what is right.
type Question = (String, String, String);

/// Asks of each report of these cycles and seats, and wants twenty answers and more of the last one.
fn every_report(
    game: &str,
    seats: &[&str],
    cycles: std::ops::RangeInclusive<u32>,
    ask: impl Fn(&Report, &Value, &str) -> Vec<Question>,
) {
    let folder = Path::new("examples").join(game);
    let mut most = 0;
    for cycle in cycles {
        let state = folder.join(format!("states/{cycle:04}.json"));
        let state = fs::read_to_string(state).expect("a position");
        let state: Value = serde_json::from_str(&state).expect("JSON");
        for seat in seats {
            let report = folder.join(format!("reports/{cycle:04}-{seat}.md"));
            let report = Report::read(&fs::read_to_string(report).expect("a report"));
            let asked = ask(&report, &state["state"], seat);
            most = most.max(asked.len());
            let wrong: Vec<_> = asked.iter().filter(|(_, answer, right)| answer != right).collect();
            assert!(wrong.is_empty(), "{game}, cycle {cycle}, {seat}: {wrong:#?}");
        }
    }
    assert!(most >= 20, "{game}: {most} questions");
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn asked(question: String, answer: &str, right: impl Display) -> Question {
    (question, answer.to_owned(), format!("{right}"))
}

#[test]
fn an_admiral_in_company_war_finds_every_ship() {
    let chart = table("company-war/scenarios/demonstration.yaml");
    let format = table("company-war/format.yaml");
    every_report("company-war", &["mazianni", "union"], 1..=8, |report, state, seat| {
        let mut all = stations(&chart, &format, (report, state, seat));
        for (ship, it) in entries(&state["open"]["ships"]) {
            if it["condition"] == "lost" {
                let lost = ["Destroyed of the Mazianni", "Destroyed of the Union"];
                let told = lost.iter().any(|label| report.says(label, ship));
                all.push(asked(format!("is {ship} lost?"), &told.to_string(), true));
                continue;
            }
            let (whose, row) = row_of(report, ship);
            let at = report.cell(whose, ("Ships", row), "At");
            let place = match &it["at"] {
                Value::Null => "not deployed".to_owned(),
                jp => match &chart["stations"][word(jp)] {
                    Value::Null => format!("jump point {jp}"),
                    station => format!("{} ({jp})", word(station)),
                },
            };
            all.push(asked(format!("where is {ship}?"), at, place));
            let condition = cell_or_empty(report, whose, ("Ships", row), "Condition");
            let damaged = it["condition"] == "damaged";
            all.push(asked(
                format!("is {ship} damaged?"),
                if condition.contains("damaged") { "yes" } else { "no" },
                if damaged { "yes" } else { "no" },
            ));
        }
        for side in ["mazianni", "union"] {
            let label = if side == "union" { "The Union" } else { "The Mazianni" };
            let points = report.fact(label).split(' ').next().unwrap_or_default();
            all.push(asked(format!("points of {side}?"), points, &state["open"]["points"][side]));
        }
        all
    });
}

/// The table that a ship stands in, and the names in its row.
fn row_of<'r>(report: &'r Report, ship: &str) -> (&'static str, &'r str) {
    let rows = ["Ships of the Mazianni", "Ships of the Union"].into_iter().flat_map(|caption| {
        report.tables.get(caption).into_iter().flatten().map(move |cells| (caption, cells))
    });
    let names = rows.map(|(caption, cells)| (caption, cells["Ships"].as_str()));
    let mut found = names.filter(|(_, names)| {
        names.split(", ").flat_map(|name| name.split(" and ")).any(|name| name == ship)
    });
    found.next().unwrap_or_else(|| panic!("{ship} stands nowhere"))
}

/// Who holds each station, what that brings, and the sum for the reader.
fn stations(
    chart: &Value,
    format: &Value,
    (report, state, seat): (&Report, &Value, &str),
) -> Vec<Question> {
    let (open, points) = (&state["open"], &format["points"]);
    let mut all = Vec::new();
    let mut sum = 0;
    for (jp, station) in entries(&chart["stations"]) {
        let of = |group: &str| {
            format["stations"][group].as_array().is_some_and(|all| all.contains(station))
        };
        let troops =
            open["landed"].as_array().is_some_and(|all| all.iter().any(|at| word(at) == *jp));
        let carrier = entries(&open["ships"]).any(|(ship, it)| {
            let own = chart["ships"]["mazianni"].as_array().unwrap();
            let own = own.iter().any(|row| row["name"] == *ship);
            own && word(&it["at"]) == *jp && it["fleeing"] == false
        });
        let union = of("union") || of("cyteen");
        let (holder, worth) = match (troops, carrier) {
            _ if of("hinder-stars") && !troops && !carrier => ("nobody", None),
            (true, _) => ("Mazianni, troops", Some("union-held-by-troops")),
            (false, true) => ("Mazianni, ships", Some("union-held-by-carrier")),
            (false, false) if union => ("Union", None),
            (false, false) => ("nobody", None),
        };
        let place = format!("{} ({jp})", word(station));
        let held = report.cell("Stations", ("Station", &place), "Held by");
        all.push(asked(format!("who holds {}?", word(station)), held, holder));
        let row = match worth {
            _ if of("hinder-stars") => None,
            Some(_) if of("earth-company") => Some("earth-company-held"),
            Some(_) if of("cyteen") => Some("cyteen-held"),
            worth => worth,
        };
        let brings = match row {
            Some(row) => format!("Mazianni {}", points["mazianni"][row]),
            None if union && worth.is_none() => {
                format!("Union {}", points["union"]["union-station-free"])
            }
            None => String::new(),
        };
        let told = cell_or_empty(report, "Stations", ("Station", &place), "Brings");
        all.push(asked(format!("what does {} bring?", word(station)), &told, &brings));
        let name = if seat == "mazianni" { "Mazianni " } else { "Union " };
        sum += brings.strip_prefix(name).map_or(0, |points| points.parse::<i64>().unwrap());
    }
    if open["step"] == "movement" {
        let turn = format!("As things stand, turn {} brings you ", open["turn"]);
        let told = report.sentence(&turn).strip_prefix(&turn).unwrap_or_default();
        let told = told.split(' ').next().unwrap_or_default();
        all.push(asked("what does the turn bring me?".to_owned(), told, sum));
    }
    all
}

#[test]
fn a_power_in_age_of_imperialism_finds_its_regions_and_money() {
    every_report("age-of-imperialism", &["britain", "france"], 2..=9, |report, state, seat| {
        let mut all = Vec::new();
        for (region, land) in entries(&state["open"]["lands"]) {
            if land["owner"] != seat {
                continue;
            }
            // Who is not named stands last: the reader's own.
            let units = report.cell("Your regions", ("Region", region), "Units");
            let units = units.rsplit("; ").next().unwrap_or_default();
            let units = if units.contains(": ") { "" } else { units };
            let own = &land["armies"][seat];
            for kind in ["infantry", "cavalry", "artillery", "explorer", "engineer", "general"] {
                let told = units.split(['|', ',']).flat_map(|part| part.split(" and "));
                let told = told.filter_map(|part| part.trim().split_once(' '));
                let count = told.into_iter().find(|(_, what)| what.starts_with(kind));
                let count = count.map_or("0", |(count, _)| count);
                let right = own[kind].as_u64().unwrap_or(0);
                all.push(asked(format!("{kind} in {region}?"), count, right));
            }
            let touch = report.cell(TOUCH, ("Region", region), "Regions");
            let sea = report.cell(TOUCH, ("Region", region), "Sea areas");
            let known = !touch.is_empty() || !sea.is_empty();
            all.push(asked(format!("what touches {region}?"), &known.to_string(), true));
        }
        let native = |at: &str| state["open"]["lands"][at]["owner"].is_null();
        let named = |cell: &str| -> Vec<String> {
            let names = cell.split(", ").filter(|it| it.starts_with(char::is_uppercase));
            names.map(|it| it.split(" (").next().unwrap_or_default().to_owned()).collect()
        };
        let odds = report.tables.get(ODDS).into_iter().flatten();
        let rolled: Vec<String> = odds.flat_map(|row| named(&row["Region"])).collect();
        for row in report.tables.get(REACH).into_iter().flatten() {
            // A fleet takes those that stand on its coast, or those that are aboard.
            let from = row["From"].split(", by fleet").next().unwrap_or_default();
            let force = match from.strip_prefix("Aboard fleet ") {
                Some(fleet) => &state["open"]["fleets"][seat][fleet]["cargo"],
                None => &state["open"]["lands"][from]["armies"][seat],
            };
            let explorers = force["explorer"].as_u64();
            let there = (explorers > Some(0)).to_string();
            all.push(asked(format!("who goes from {from}?"), &there, true));
            for at in named(&row["Native regions"]) {
                all.push(asked(format!("is {at} native?"), &native(&at).to_string(), true));
                let known = rolled.contains(&at).to_string();
                all.push(asked(format!("what comes of a roll in {at}?"), &known, true));
            }
        }
        let moves = ["movement-1", "movement-2"].iter().any(|step| state["open"]["step"] == **step);
        for row in report.tables.get(TOUCH).into_iter().flatten().filter(|_| moves) {
            let at = row["Region"].as_str();
            if state["open"]["lands"][at]["armies"][seat]["explorer"].as_u64() > Some(0) {
                let regions = row["Regions"].split(", ");
                for near in regions.filter_map(|it| it.strip_suffix(" (native)")) {
                    let goes = named(report.cell(REACH, ("From", at), "Native regions"));
                    let found = goes.iter().any(|to| to == near).to_string();
                    all.push(asked(format!("can I go from {at} to {near}?"), &found, true));
                }
            }
        }
        let in_hand = report.fact("In hand");
        let purse = &state["secret"]["purses"][seat];
        if state["open"]["step"] != "placement" {
            let right = format!("{} PP and {} DP", purse["pp"], purse["dp"]);
            all.push(asked("what is in hand?".to_owned(), in_hand, right));
        }
        all
    });
}

#[test]
fn a_commander_in_parabellum_finds_every_unit() {
    let theater = table("parabellum/scenarios/proving-ground.yaml");
    every_report("parabellum", &["amber", "cobalt"], 4..=6, |report, state, seat| {
        let (name, enemy) = if seat == "amber" { ("Amber", "Cobalt") } else { ("Cobalt", "Amber") };
        let (secret, caption) = (&state["secret"], format!("Units of {name}"));
        let own = &secret["sides"][seat];
        let mut all = Vec::new();
        for (unit, card) in entries(&own["cards"]) {
            if state["open"]["skirmish"].is_null() || secret["mat"]["minis"][unit].is_null() {
                continue;
            }
            let cell = |column: &str| report.cell(&caption, ("Unit", unit), column);
            let at = &secret["mat"]["minis"][unit]["at"];
            all.push(asked(format!("where is {unit}?"), cell("At"), word(at)));
            all.push(asked(format!("how strong is {unit}?"), cell("Strength"), &card["strength"]));
            let left = |column: &str| cell(column).split(' ').next().unwrap_or_default().to_owned();
            all.push(asked(format!("supply of {unit}?"), &left("Supply"), &card["supply"]));
            all.push(asked(format!("ammunition of {unit}?"), &left("Ammo"), &card["ammo"]));
            let kind = word(&card["kind"]);
            let speed = report.cell(&format!("Cards in use by {name}"), ("Card", &kind), "Speed");
            let right = &table("parabellum/format.yaml")["cards"][&kind]["speed"];
            all.push(asked(format!("how far does {unit} go?"), speed, word(right)));
            let range = report.cell(&format!("Cards in use by {name}"), ("Card", &kind), "Range");
            all.push(asked(
                format!("how far does {unit} reach?"),
                &(!range.is_empty()).to_string(),
                true,
            ));
        }
        let theirs = format!("Units of {enemy} as you know them");
        for (unit, mini) in entries(&secret["mat"]["minis"]) {
            if !unit.starts_with(seat) {
                let at = report.cell(&theirs, ("Unit", unit), "At");
                all.push(asked(format!("where is {unit}?"), at, word(&mini["at"])));
            }
        }
        if !state["open"]["skirmish"].is_null() {
            let credits = report.fact(name).split(' ').next().unwrap_or_default();
            all.push(asked("credits?".to_owned(), credits, &own["purse"]["credits"]));
            let rounds = report.sentence("Crossroads, round ");
            let rounds = rounds.split([' ', ':']).nth(2).unwrap_or_default();
            let round = &state["open"]["skirmish"]["round"];
            all.push(asked("which round is it?".to_owned(), rounds, round));
            let force = report.fact(&format!("Force of {name}"));
            let begin = force.split("; ").nth(1).unwrap_or_default();
            let start = format!("{} at the start", theater["budget"]);
            all.push(asked("with what did I begin?".to_owned(), begin, start));
            let aim = !report.fact("The attacker wins if").is_empty();
            all.push(asked("what is the aim?".to_owned(), &aim.to_string(), true));
            let faces = report.has("Upright terrain", ("Terrain", "Hedgerow"));
            all.push(asked("where is cover?".to_owned(), &faces.to_string(), true));
        }
        all
    });
}

#[test]
fn a_captain_in_mechad_finds_ships_and_ranges() {
    every_report("mechad", &["mechad", "krebiz"], 2..=16, |report, state, seat| {
        let units = &state["open"]["units"];
        let own = |ship: &str| (ship == "MS-DD1") == (seat == "mechad");
        let mut all = Vec::new();
        for (ship, it) in entries(units) {
            if it["at"].is_null() {
                continue;
            }
            let facings =
                ["north", "north-east", "south-east", "south", "south-west", "north-west"];
            let facing = word(&it["facing"]);
            let facing = facings["ABCDEF".find(&facing).expect("a direction")];
            let place = format!("{}, {facing}", word(&it["at"]));
            let side = if ship == "MS-DD1" { "Mechad" } else { "Krebiz" };
            let cell = |column: &str| {
                report.cell(&format!("Ships of {side}"), ("Ship", ship), column).to_owned()
            };
            all.push(asked(format!("where is {ship}?"), &cell("At, facing"), place));
            let due = state["open"]["step"] == "allocation";
            let speed = cell(if due { "Speed, next up to" } else { "Speed" });
            all.push(asked(format!("how fast is {ship}?"), upto(&speed, ", "), &it["speed"]));
            let crippled =
                cell_or_empty(report, &format!("Ships of {side}"), ("Ship", ship), "Condition");
            let crippled = crippled.contains("crippled");
            let right = it["crippled"] == true;
            all.push(asked(format!("is {ship} crippled?"), &crippled.to_string(), right));
            let boxes = cell("Boxes");
            let (left, whole) = boxes.split_once(" of ").unwrap_or_default();
            let boxes_lost = entries(&it["lost"]).filter(|(part, _)| *part != "excess");
            let lost: u64 = boxes_lost.filter_map(|(_, lost)| lost.as_u64()).sum();
            let mounts = it["mounts"].as_array().into_iter().flatten();
            let lost = lost + mounts.filter_map(|mount| mount["hits"].as_u64()).sum::<u64>();
            let left: u64 = left.parse().unwrap_or(0);
            let whole: u64 = whole.parse().unwrap_or(0);
            all.push(asked(format!("what did {ship} lose?"), &(whole - left).to_string(), lost));
            for (enemy, other) in entries(units).filter(|(enemy, _)| own(ship) && !own(enemy)) {
                if other["at"].is_null() {
                    continue;
                }
                let table = format!("Ranges from {ship}");
                let range = report.cell(&table, ("To", enemy), "Range");
                let right = distance(&word(&it["at"]), &word(&other["at"]));
                all.push(asked(format!("how far is {enemy}?"), range, right));
            }
        }
        for part in [
            "hull",
            "warp",
            "impulse",
            "APR",
            "battery",
            "command",
            "shuttle",
            "transporter",
            "sensor",
            "scanner",
            "damage control",
            "excess",
        ] {
            let ship = if seat == "mechad" { "MS-DD1" } else { "Ledger" };
            let it = &units[ship];
            if it["at"].is_null() {
                continue;
            }
            let kind = part.to_lowercase().replace(' ', "-");
            let told = report.part(ship, part);
            let (left, whole) = told.split_once(" of ").unwrap_or_default();
            let missing = whole.parse().unwrap_or(0_u64) - left.parse().unwrap_or(0_u64);
            let lost = it["lost"][&kind].as_u64().unwrap_or(0);
            all.push(asked(format!("{part} that {ship} lost?"), &missing.to_string(), lost));
        }
        all
    });
}

#[test]
fn a_captain_in_company_commander_finds_units_and_enemies() {
    let format = table("company-commander/format.yaml");
    every_report("company-commander", &["blue", "red"], 2..=16, |report, state, seat| {
        let secret = &state["secret"];
        let name = if seat == "blue" { "Blue" } else { "Red" };
        let caption = format!("Units of {name}");
        let mut all = Vec::new();
        for (unit, it) in entries(&secret["units"]).filter(|(_, it)| it["side"] == seat) {
            let cell = |column: &str| report.cell(&caption, ("Unit", unit), column);
            let kind = &format["kinds"][word(&it["kind"])];
            let at = cell("At").split(' ').next().unwrap_or_default();
            all.push(asked(format!("where is {unit}?"), at, word(&it["post"]["on"])));
            let left = format!("{} of {}", it["strength"], kind["strength"]);
            all.push(asked(format!("how strong is {unit}?"), cell("Left"), left));
            all.push(asked(format!("what is {unit}?"), cell("Kind"), word(&kind["title"])));
            let quality = word(&it["quality"]);
            all.push(asked(format!("how good is {unit}?"), cell("Quality"), quality));
            let suppressed = it["suppressed"] == true;
            let told = cell_or_empty(report, &caption, ("Unit", unit), "State").contains('S');
            all.push(asked(format!("is {unit} suppressed?"), &told.to_string(), suppressed));
            let moves = cell("Moves").split('/').next().unwrap_or_default();
            all.push(asked(format!("how far does {unit} go?"), moves, word(&kind["speed"])));
        }
        for (enemy, contact) in entries(&secret["contacts"][seat]) {
            let other = if seat == "blue" { "Red" } else { "Blue" };
            let lost =
                |all: &Value| all.as_array().is_some_and(|all| all.iter().any(|it| it == enemy));
            if contact["now"] == true && !lost(&state["open"]["lost"]) {
                let caption = format!("Units of {other} in sight");
                let at = report.cell(&caption, ("Unit", enemy), "At");
                let at = at.split(' ').next().unwrap_or_default();
                all.push(asked(format!("where is {enemy}?"), at, word(&contact["at"])));
            }
        }
        for (place, side) in entries(&state["open"]["held"]) {
            let holder = if side == "blue" { "Blue" } else { "Red" };
            let told = report.fact("Objectives").contains(&format!("held by {holder}"));
            all.push(asked(format!("who holds {place}?"), &told.to_string(), true));
        }
        for row in
            ["A shot", "Against armor", "Against the rest", "Overwatch", "Movement", "Cautious"]
        {
            let told = !report.fact(row).is_empty();
            all.push(asked(format!("the chart {row}?"), &told.to_string(), true));
        }
        all
    });
}

/// A cell of a column that stands only where a unit has something in it.
fn cell_or_empty(
    report: &Report,
    caption: &str,
    (first, name): (&str, &str),
    column: &str,
) -> String {
    let rows = report.tables.get(caption).map_or(&[][..], Vec::as_slice);
    let row = rows.iter().find(|row| row.get(first).is_some_and(|it| it == name));
    row.and_then(|row| row.get(column)).cloned().unwrap_or_default()
}

/// Hexes between two, whose names are column and row in two digits each; odd columns stand higher.
fn distance(from: &str, to: &str) -> i64 {
    let cube = |name: &str| {
        let (column, row) = name.split_at(2);
        let column: i64 = column.parse().expect("a column");
        let row: i64 = row.parse().expect("a row");
        let down = row - (column + 1).div_euclid(2);
        (column, down, -column - down)
    };
    let (a, b) = (cube(from), cube(to));
    [(a.0 - b.0).abs(), (a.1 - b.1).abs(), (a.2 - b.2).abs()].into_iter().max().unwrap_or(0)
}

//! The first report of a game answers what a player must know to order. A script that has nothing but the report
//! answers questions from it; what is right, it is told by the tables, which the player does not have.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::bench::output;
use crate::folder::folder;

/// The clock: 2026-01-01T00:00:00Z.
const NOW: &str = "1767225600";

fn run(home: &Path, line: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(home).env("SOURCE_DATE_EPOCH", NOW).env("NO_COLOR", "1");
    let output = output(command.args(line.split(' ')));
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A report as its reader finds things in it: what is said of a label, and what a table has in a cell.
struct Report {
    /// What is said of labels, with the heading that they are under.
    facts: Vec<(String, String, String)>,
    /// Tables by caption: each row by its first cell.
    tables: BTreeMap<String, Vec<BTreeMap<String, String>>>,
    /// Drawings by heading.
    drawings: BTreeMap<String, Vec<String>>,
    /// All lines of lists.
    lines: Vec<String>,
}

impl Report {
    /// The first report of the first of these seats.
    fn first(game: &str, scenario: &str, seats: &[&str]) -> Self {
        let home = folder();
        let home = home.path();
        run(home, &format!("new pell --game {game} --scenario {scenario}"));
        for seat in seats {
            run(home, &format!("-C pell keygen {seat}"));
            run(home, &format!("-C pell enroll {seat} {seat}.pub"));
        }
        run(home, "-C pell open --deadline +6d");
        Self::read(&run(home, &format!("-C pell read --key {}.key --markdown", seats[0])))
    }

    fn read(text: &str) -> Self {
        let (mut heading, mut caption) = (String::new(), String::new());
        let mut report = Self {
            facts: Vec::new(),
            tables: BTreeMap::new(),
            drawings: BTreeMap::new(),
            lines: Vec::new(),
        };
        let mut columns: Vec<String> = Vec::new();
        let mut drawn = false;
        for line in text.lines() {
            let plain = line.replace('\\', "");
            report.lines.extend(plain.strip_prefix("- ").map(str::to_owned));
            if line.starts_with("```") {
                drawn = !drawn;
            } else if drawn {
                report.drawings.entry(heading.clone()).or_default().push(line.to_owned());
            } else if line.starts_with('#') {
                heading = plain.trim_start_matches(['#', ' ']).to_owned();
            } else if let Some((label, said)) =
                plain.strip_prefix("- **").and_then(|rest| rest.split_once("**: "))
            {
                report.facts.push((heading.clone(), label.to_owned(), said.to_owned()));
            } else if let Some(title) = plain.strip_prefix("**").and_then(|t| t.strip_suffix("**"))
            {
                caption = title.to_owned();
                columns.clear();
            } else if plain.starts_with('|') {
                let cells: Vec<String> =
                    plain.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
                if columns.is_empty() {
                    columns = cells;
                } else if !cells.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c))) {
                    let row = columns.iter().cloned().zip(cells).collect();
                    report.tables.entry(caption.clone()).or_default().push(row);
                }
            }
        }
        report
    }

    /// What is said of a label, wherever that is.
    fn fact(&self, label: &str) -> &str {
        let found = self.facts.iter().find(|(_, of, _)| of == label);
        &found.unwrap_or_else(|| panic!("{label}: {:#?}", self.facts)).2
    }

    /// What is said of a label under a heading that has this in it.
    fn under(&self, heading: &str, label: &str) -> &str {
        let found = self.facts.iter().find(|(under, of, _)| under.contains(heading) && of == label);
        &found.unwrap_or_else(|| panic!("{heading}, {label}: {:#?}", self.facts)).2
    }

    /// The line of a list that begins so.
    fn sentence(&self, begins: &str) -> &str {
        let found = self.lines.iter().find(|line| line.starts_with(begins));
        found.unwrap_or_else(|| panic!("{begins}: {:#?}", self.lines))
    }

    /// A cell by caption, the row's name in a column, and the column asked for.
    fn cell(&self, caption: &str, row: (&str, &str), column: &str) -> &str {
        let rows = self
            .tables
            .get(caption)
            .unwrap_or_else(|| panic!("{caption}: {:?}", self.tables.keys()));
        let found = rows.iter().find(|cells| cells.get(row.0).is_some_and(|name| name == row.1));
        let found = found.unwrap_or_else(|| panic!("{caption}: no {row:?} in {rows:#?}"));
        found.get(column).unwrap_or_else(|| panic!("{caption}: no {column} in {found:?}"))
    }
}

/// What a player does not have.
fn table(path: &str) -> Value {
    let text = fs::read_to_string(Path::new("turn-formats").join(path)).expect("a table");
    serde_saphyr::from_str(&text).expect("YAML")
}

/// A value as a report writes it.
fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(word).collect::<Vec<_>>().join("/"),
        other => other.to_string(),
    }
}

/// Twenty questions or more, each with what the script made of the report and what is right.
fn all_answered(game: &str, questions: &[(&str, String, String)]) {
    assert!(questions.len() >= 20, "{game}: {} questions", questions.len());
    let wrong = questions.iter().filter(|(_, answer, right)| answer != right);
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{game}: {wrong:#?}");
}

/// The words before one that ends them.
fn upto<'t>(text: &'t str, end: &str) -> &'t str {
    text.split_once(end).map_or(text, |(before, _)| before)
}

/// The words between two others.
fn between<'t>(text: &'t str, begin: &str, end: &str) -> &'t str {
    text.split_once(begin).map_or("", |(_, behind)| upto(behind, end))
}

#[test]
#[expect(clippy::too_many_lines, reason = "a question after the other")]
fn a_buyer_in_parabellum_needs_the_report_alone() {
    let report = Report::first("parabellum", "kessel-reach", &["amber", "cobalt"]);
    let format = table("parabellum/format.yaml");
    let theater = table("parabellum/scenarios/kessel-reach.yaml");
    let (cards, numbers, ridge) = (&format["cards"], &format["numbers"], &theater["table"][0]);
    let fights = |card: &str, column: &str| {
        let mine = report.cell("Cards of Amber", ("Card", card), column);
        mine.to_owned()
    };
    let rest = |card: &str, column: &str| {
        let caption = "Cards of Amber: men, stores and size";
        report.cell(caption, ("Card", card), column).to_owned()
    };
    let prices = report.fact("Prices");
    let price = |what: &str| between(prices, what, ",").trim_end_matches([';', ' ']).to_owned();
    let market = "Ostry Market";
    all_answered(
        "parabellum",
        &[
            (
                "how much have I to spend?",
                upto(report.fact("Amber"), " credits").to_owned(),
                word(&theater["budget"]),
            ),
            ("what is a ram?", fights("ram", "Price"), word(&cards["ram"]["price"])),
            ("with what dice does it fight?", fights("ram", "Dice"), "10/10".to_owned()),
            ("how far does a howitzer fire?", fights("howitzers", "Range"), "2 to 12".to_owned()),
            ("how fast is a mule?", fights("mule", "Speed"), word(&cards["mule"]["speed"])),
            ("how does it go?", fights("mule", "Going"), word(&cards["mule"]["going"])),
            ("how much does it carry?", rest("mule", "Carries"), word(&cards["mule"]["capacity"])),
            (
                "how many squads man rifles?",
                rest("rifles", "Squads"),
                word(&cards["rifles"]["squads"]),
            ),
            (
                "for how long has a javelin supplies?",
                rest("javelin", "Supply"),
                word(&cards["javelin"]["supply"]),
            ),
            ("and ammunition?", rest("javelin", "Ammo"), word(&cards["javelin"]["ammo"])),
            (
                "what shoots at aircraft?",
                rest("skywatch", "Can"),
                format!("anti-air D{}", cards["skywatch"]["anti-air"]),
            ),
            ("what is a squad?", price("men "), word(&numbers["squad-price"]["value"])),
            ("a supply?", price("a supply "), word(&numbers["supply-price"]["value"])),
            (
                "how many rams fit into a square?",
                rest("ram", "Size"),
                word(&numbers["square"]["value"]),
            ),
            (
                "what must the attacker do on the first map?",
                report.under("Verrin Ridge", "The attacker wins if").to_owned(),
                format!("it holds Ridge alone after a turn, within {} rounds", ridge["turns"]),
            ),
            (
                "what is it worth?",
                upto(report.under("Verrin Ridge", "Reward"), " ").to_owned(),
                word(&ridge["reward"]),
            ),
            (
                "where may the defender deploy?",
                report.under("Verrin Ridge", "Lines of the defender").to_owned(),
                "A1 to L5".to_owned(),
            ),
            (
                "and the attacker at Salt Strand?",
                report.under("Salt Strand", "Lines of the attacker").to_owned(),
                "C9 to J11".to_owned(),
            ),
            (
                "where is Mill, and does it give irregulars?",
                between(report.under(market, "Places"), "; ", "|").to_owned(),
                "Mill J8, with irregulars".to_owned(),
            ),
            (
                "what is in the third row of Verrin Ridge?",
                report
                    .drawings
                    .iter()
                    .find(|(heading, _)| heading.contains("Verrin Ridge"))
                    .and_then(|(_, rows)| {
                        rows.iter().find(|row| row.trim_start().starts_with("3 "))
                    })
                    .map(|row| row.trim_start()[2..].replace(' ', ""))
                    .unwrap_or_default(),
                word(&ridge["ground"][2]),
            ),
            (
                "how do trucks cross rubble?",
                report.cell("Movement for a square", ("Ground", "rubble"), "Wheeled").to_owned(),
                "2".to_owned(),
            ),
            (
                "how many skirmishes are fought?",
                upto(report.fact("The theater"), " skirmishes").to_owned(),
                word(&theater["skirmishes"]),
            ),
            // A cycle for purchases or recruiting, two deployments, and two turns in each of ten rounds: three times.
            (
                "how long does it take?",
                report.fact("Length").to_owned(),
                "69 cycles at most".to_owned(),
            ),
            (
                "when are my orders due?",
                between(report.sentence("Your orders are due"), " by ", ".").to_owned(),
                "Wednesday 7 January 2026, 00:00 UTC".to_owned(),
            ),
            (
                "what can the enemy buy?",
                report.cell("Cards of Cobalt", ("Card", "citadel"), "Price").to_owned(),
                word(&cards["citadel"]["price"]),
            ),
        ],
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a question after the other")]
fn a_captain_in_mechad_needs_the_report_alone() {
    let report = Report::first("mechad", "hs-25", &["faro", "roulette", "convoy"]);
    let format = table("mechad/format.yaml");
    let battle = table("mechad/scenarios/hs-25.yaml");
    let (numbers, cruiser) = (&format["numbers"], &format["classes"]["mechad-bc"]);
    let class = |column: &str| report.cell("Classes", ("Class", "mechad-bc"), column).to_owned();
    let armed = |class: &str, column: &str| {
        report.cell("Classes: protection and weapons", ("Class", class), column).to_owned()
    };
    let whip = "Whip: points by die and range (M a miss, T ends whip fire)";
    let cannon = report.fact("cannon");
    let missiles = report.fact("TWM");
    let energy =
        ["warp", "impulse", "apr"].map(|part| cruiser["boxes"][part].as_u64().unwrap_or(0));
    let node = word(&cruiser["boxes"]["node"]);
    let sheet =
        |part: &str| report.cell("MS43a, Mechad battlecruiser", ("Part", part), "Boxes").to_owned();
    all_answered(
        "mechad",
        &[
            (
                "how long is the battle?",
                upto(report.fact("Length"), " ").to_owned(),
                word(&battle["turns"]),
            ),
            // The set-up, and in each of ten turns an allocation and two blocks.
            (
                "in cycles?",
                between(report.fact("Length"), ": ", " cycles").to_owned(),
                "31".to_owned(),
            ),
            (
                "what do I score with?",
                between(report.fact("What counts"), "its ", " destroys").to_owned(),
                "cannon".to_owned(),
            ),
            (
                "who is against me?",
                between(report.fact("Faro"), "against ", ";").to_owned(),
                "Convoy and Roulette".to_owned(),
            ),
            (
                "where may I leave?",
                between(report.fact("Faro"), "leaves by ", ";").to_owned(),
                "directions C and D".to_owned(),
            ),
            (
                "how far does the cannon reach?",
                between(cannon, "range ", ";").to_owned(),
                word(&numbers["cannon-range"]["value"]),
            ),
            (
                "how often does it fire?",
                between(cannon, "each impulse, ", " a turn").to_owned(),
                word(&numbers["cannon-shots"]["value"]),
            ),
            (
                "what does it do to me next to the target?",
                between(cannon, "takes ", " at range 0").to_owned(),
                word(&format["feedback"]["values"][0]),
            ),
            (
                "how many weapons have I?",
                armed("mechad-bc", "Weapons"),
                "12 whip, 4 TWM, 1 cannon FA".to_owned(),
            ),
            (
                "what does my field hold at most?",
                upto(
                    between(&armed("mechad-bc", "Field or shields 1 to 6"), "field to ", "|"),
                    ",",
                )
                .to_owned(),
                word(&format["fields"]["three"]["standard"]["value"]),
            ),
            (
                "by what is energy for it multiplied?",
                between(&armed("mechad-bc", "Field or shields 1 to 6"), ", ", " nodes").to_owned(),
                node,
            ),
            (
                "how much energy does the class make?",
                class("Energy"),
                energy.iter().sum::<u64>().to_string(),
            ),
            ("what takes a hex of it?", class("Hex"), "1".to_owned()),
            (
                "when may it turn at speed 20?",
                between(
                    report.cell(
                        "Hexes ahead before a turn, up to each speed",
                        ("Mode", "C"),
                        "Hexes to speed",
                    ),
                    "3 to 14, ",
                    " to 20",
                )
                .to_owned(),
                "4".to_owned(),
            ),
            (
                "what does a whip do with a 3 at range 6 to 8?",
                report.cell(whip, ("Die", "3"), "8").to_owned(),
                word(&format["whips"]["a"]["rows"][2][6]),
            ),
            (
                "how far do missiles go?",
                between(missiles, "range ", ";").to_owned(),
                word(&numbers["tram-range"]["value"]),
            ),
            (
                "how many in a turn?",
                between(missiles, "; ", " a turn").to_owned(),
                word(&numbers["tram-turn"]["value"]),
            ),
            (
                "what shields has the guard?",
                armed("krebiz-ffn", "Field or shields 1 to 6"),
                word(&format["classes"]["krebiz-ffn"]["shields"]),
            ),
            (
                "how far is it?",
                report.cell("Ranges", ("To", "Guard"), "Range").to_owned(),
                "49".to_owned(),
            ),
            (
                "where?",
                report.cell("Ranges", ("To", "Guard"), "Bearing").to_owned(),
                "A".to_owned(),
            ),
            ("how many nodes are left to me?", sheet("node"), "5 of 5".to_owned()),
            (
                "what does a missile more cost?",
                between(report.fact("Commander's options"), "trans-warp missile ", ",").to_owned(),
                "1/4".to_owned(),
            ),
            (
                "when does rescue come?",
                report.fact("Rescue at a total of 10").to_owned(),
                "Audit, Bailiff and Broker, 30 hexes away".to_owned(),
            ),
            (
                "what does the convoy pay for a large freighter?",
                between(report.fact("Force of Convoy"), "freighter-large ", ";").to_owned(),
                word(&format["classes"]["freighter-large"]["points"]),
            ),
        ],
    );
}

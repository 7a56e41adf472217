//! The first report of a game answers what a player must know to order. A script that has nothing but the report
//! answers questions from it; what is right, it is told by the tables, which the player does not have.

mod company_commander;
mod company_war;
mod imperialism;
mod later;
mod mechad;
mod parabellum;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::bench::output;
use crate::folder::folder;

/// The clock: 2026-01-01T00:00:00Z.
const NOW: &str = "1767225600";

/// What stands above the orders that a reader may give.
const ORDERS: &str = "Orders accepted, with an example where there is one (fill in CAPITALS; what is in [brackets] may be left out)";

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
                plain.trim_start_matches(['#', ' ']).clone_into(&mut heading);
            } else if let Some((label, said)) =
                plain.strip_prefix("- **").and_then(|rest| rest.split_once("**: "))
            {
                report.facts.push((heading.clone(), label.to_owned(), said.to_owned()));
            } else if let Some(title) = plain.strip_prefix("**").and_then(|t| t.strip_suffix("**"))
            {
                title.clone_into(&mut caption);
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

    /// True if something is said of a label, and this is part of it.
    fn says(&self, label: &str, part: &str) -> bool {
        self.facts.iter().any(|(_, of, said)| of == label && said.contains(part))
    }

    /// True if a table has a row of that name in a column.
    fn has(&self, caption: &str, row: (&str, &str)) -> bool {
        let rows = self.tables.get(caption).map_or(&[][..], Vec::as_slice);
        rows.iter().any(|cells| cells.get(row.0).is_some_and(|name| name == row.1))
    }

    /// What is left of a part of a ship, in the sheet of that ship, or in its line if it is whole.
    fn part(&self, ship: &str, part: &str) -> String {
        let mut sheets = self.tables.iter();
        if let Some((caption, _)) =
            sheets.find(|(caption, _)| caption.starts_with(&format!("{ship}, ")))
        {
            return self.cell(caption, ("Part", part), "Boxes").to_owned();
        }
        let parts = self.fact(ship).split([';', ',']);
        let mut count =
            parts.filter_map(|it| it.trim().strip_prefix(part)?.trim().split(' ').next());
        let count = count.next().unwrap_or_else(|| panic!("{ship}: {}", self.fact(ship)));
        format!("{count} of {count}")
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

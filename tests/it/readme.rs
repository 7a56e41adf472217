//! What the README says beside its sessions: its orders, its table of games, its links and those of the pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use adjutant::games;

use crate::bench::output;
use crate::folder::folder;

fn readme() -> String {
    fs::read_to_string("README.md").expect("there is a README")
}

/// The cells of a line of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
    Some(inner.split(" | ").collect())
}

/// The rows of the table whose head begins with a word.
fn table<'t>(text: &'t str, head: &str) -> Vec<Vec<&'t str>> {
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&format!("| {head} | ")));
    lines.next().expect("the table is there");
    let rows: Vec<_> = lines.skip(1).map_while(cells).collect();
    assert!(!rows.is_empty(), "the table of {head} has rows");
    rows
}

/// An order file of the example in short lines.
fn short(file: &str) -> Vec<String> {
    let home = folder();
    let copy = home.path().join("orders.yaml");
    fs::copy(file, &copy).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(["fmt", "--short", "--game", "company-war", "orders.yaml"]);
    assert!(output(command.current_dir(home.path())).status.success());
    let text = fs::read_to_string(&copy).unwrap();
    let (_, orders) = text.split_once("orders:\n").expect("orders");
    orders.lines().map(|line| line.trim_start_matches("- ").to_owned()).collect()
}

#[test]
fn its_orders_are_those_of_the_example_with_what_came_of_them() {
    let text = readme();
    let rows = table(&text, "order");
    let orders: Vec<_> = rows.iter().map(|row| row[0].trim_matches('`').to_owned()).collect();
    assert_eq!(orders, short("examples/company-war/orders/0003-mazianni.yaml"));
    let report = fs::read_to_string("examples/company-war/reports/0003-mazianni.md").unwrap();
    let told = table(&report, "Line   ");
    assert_eq!(told.len(), rows.len());
    for (row, told) in rows.iter().zip(told) {
        let outcome = told[2].trim().trim_matches('*');
        let why = told[3].split(" \\[").next().unwrap().trim();
        assert_eq!([row[1], row[2]], [outcome, why], "{}", row[0]);
    }
}

/// How many play a scenario of a game.
fn seats(home: &Path, game: &str, scenario: &str) -> usize {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(["new", scenario, "--game", game, "--scenario", scenario]).current_dir(home);
    let said = output(&mut command);
    assert!(said.status.success(), "{game} {scenario}");
    let said = String::from_utf8(said.stdout).unwrap();
    let line = said.lines().find_map(|line| line.strip_prefix("seats")).expect("its seats");
    line.split(", ").count()
}

#[test]
fn its_table_names_every_game_and_how_many_play_it() {
    let text = readme();
    let rows = table(&text, "game");
    assert_eq!(rows.len(), games::OURS.games().len());
    for row in rows {
        let (name, _) = row[0].trim_start_matches('[').split_once(']').expect("a link");
        let game = games::OURS.named(name).expect("a game of ours");
        let home = folder();
        let scenarios = game.shipped().scenarios.iter();
        let counts: BTreeSet<_> = scenarios.map(|(s, _)| seats(home.path(), name, s)).collect();
        let told = match (counts.first().unwrap(), counts.last().unwrap()) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        assert_eq!(row[1], told, "{name}");
    }
}

/// The pages that people read: the README and what stands in docs, but for the rules, whose links are tested with them.
fn pages() -> Vec<PathBuf> {
    let mut pages =
        vec![PathBuf::from("README.md"), "CONTRIBUTING.md".into(), "CHANGELOG.md".into()];
    let folders = [
        "docs",
        "docs/formats",
        "docs/orders",
        "docs/rules",
        "examples",
        "examples/kubernetes",
        "examples/league",
        "examples/matrix",
        "examples/repository",
        "examples/slurm",
    ];
    for folder in folders {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    pages
}

/// The targets of the links of a page.
fn links(text: &str) -> Vec<&str> {
    let mut prose = text.split("```").step_by(2);
    let mut found = Vec::new();
    for part in &mut prose {
        let starts = part.match_indices("](").map(|(at, open)| at + open.len());
        found.extend(starts.filter_map(|at| part[at..].split(')').next()));
    }
    found
}

/// What a forge calls a heading in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().replace(' ', "-")
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            if !heading.is_empty() {
                let there = fs::read_to_string(&target).unwrap();
                let headings = there.lines().filter(|line| line.starts_with('#'));
                let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#')));
                assert!(anchors.any(|anchor| anchor == heading), "{}: {link}", page.display());
            }
        }
    }
}

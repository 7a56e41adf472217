//! Templates as players get them: every line of them can be uncommented, alone or with all others.

use std::fs;
use std::path::Path;

use adjutant::campaign::layout;
use adjutant::engine::{Chance, Reader, Table, Weight, brief};
use adjutant::games;
use adjutant::referee::found::Charter;
use adjutant::referee::report::Report;
use adjutant::referee::{demo, player, template};
use adjutant::seal::PlayerSecret;

const CYCLES: u32 = 5;

/// The items of the list, each with its lines and without the marks of the comments.
fn items(text: &str) -> Vec<String> {
    let (_, list) = text.split_once("\norders:\n").expect("a template has a list");
    let mut items: Vec<String> = Vec::new();
    for line in list.lines().filter_map(|line| line.strip_prefix("# ")) {
        if line.starts_with("- ") {
            items.push(String::new());
        }
        let item = items.last_mut().expect("an item begins with a dash");
        item.extend([line, "\n"]);
    }
    items
}

/// Lines that are refused if a file has this list in place of comments.
fn refused(report: &Report, table: &dyn Table, text: &str, list: &str) -> Vec<String> {
    let (head, _) = text.split_once("\norders:\n").expect("a template has a list");
    let file = format!("{head}\norders:\n{list}");
    let findings = player::check(&report.data, table, file.as_bytes());
    let findings = findings.unwrap_or_else(|problem| panic!("{problem}\n{file}"));
    let refused = findings.into_iter().filter(|f| f.weight == Weight::Refused);
    refused.map(|f| format!("{}: {}", f.line, f.what)).collect()
}

/// A template that stands as it is, with any of its lines, and can be read with all of them.
fn can_be_filled_in(report: &Report, table: &dyn Table, key: &PlayerSecret) -> usize {
    let text = template::blank(report, table, Some(key)).expect("orders are due");
    assert_eq!(text.lines().find(|line| line.chars().count() > brief::WIDTH), None);
    assert_eq!(
        player::check(&report.data, table, text.as_bytes())
            .expect("it is read")
            .iter()
            .find(|f| f.weight == Weight::Refused),
        None
    );
    let items = items(&text);
    for item in &items {
        let refused = refused(report, table, &text, item);
        assert!(refused.is_empty(), "{item}: {refused:?}");
    }
    refused(report, table, &text, &items.concat());
    items.len()
}

/// Nothing but the view goes in: in a world that its reader cannot tell from the true one the
/// choices are the same.
fn knows_only_the_view(report: &Report, table: &dyn Table) {
    let seen = report.data.view();
    let other = table.imagine(&seen, &mut Chance::from_seed([7; 32])).expect("a view");
    let seat = report.data.reader.seat().expect("a seat").clone();
    let seen_there = table.see(&other, &Reader::Seat(seat)).expect("a position");
    assert_eq!(table.choices(&seen).expect("a view"), table.choices(&seen_there).expect("a view"));
}

#[test]
fn every_line_of_a_template_can_be_uncommented() {
    for game in games::ALL {
        let home = tempfile::tempdir().expect("a temporary directory");
        let root = home.path().join("demo");
        let charter = Charter::shipped(*game, "demo");
        demo::demo(&root, &charter, 11, CYCLES, &mut |_| {}).expect("the demonstration runs");
        let read = |path: &Path| fs::read(path).expect("a file");
        let mut lines = 0;
        for path in fs::read_dir(root.join("players")).expect("players") {
            let path = path.expect("an entry").path();
            if path.extension().is_none_or(|end| end != "key") {
                continue;
            }
            let seat = path.file_stem().expect("a seat").to_string_lossy().into_owned();
            let key = PlayerSecret::read(&read(&path)).expect("a key");
            for cycle in 0..CYCLES {
                let sealed = read(&root.join("campaign").join(layout::report(cycle, &seat)));
                let report = player::report(&sealed, Some(key.identity())).expect("a report");
                let table = player::game(&report.data, None).expect("a game");
                lines += can_be_filled_in(&report, &*table, &key);
                knows_only_the_view(&report, &*table);
            }
        }
        assert!(lines > 300, "{} offers {lines} lines", game.name());
    }
}

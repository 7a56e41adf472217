//! How large pages are that somebody opens on a telephone, and the charts on them.

use std::path::Path;
use std::process::Command;

use roxmltree::{Document, Node, ParsingOptions};

use crate::folder::folder;
use crate::html::sound;

/// Bytes of a report of Company War, and of the chronicle of its demonstration of eight turns.
const REPORT: usize = 190_000;
const CHRONICLE: usize = 380_000;

/// Cycles of that demonstration.
const CYCLES: u32 = 9;

/// Ships of the Mazianni and the Union when it begins.
const SHIPS: [i64; 2] = [9, 30];

fn adjutant(args: &[&str], root: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let output = command.args(args).current_dir(root).output().expect("it runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The rows of the table of a chart, without what they are called; none if there is no such chart.
fn rows(page: &Document<'_>, title: &str) -> Vec<Vec<i64>> {
    let named = |node: &Node<'_, '_>, name: &str| node.has_tag_name(name);
    let figure = |node: &Node<'_, '_>| {
        named(node, "figure")
            && node.children().any(|it| named(&it, "figcaption") && it.text() == Some(title))
    };
    let Some(chart) = page.descendants().find(figure) else { return Vec::new() };
    assert!(chart.children().any(|it| named(&it, "svg")), "{title} is drawn");
    let body = chart.descendants().find(|it| named(it, "tbody")).expect("its numbers");
    let number = |cell: Node<'_, '_>| cell.text().and_then(|text| text.parse().ok());
    let row = |row: Node<'_, '_>| row.children().skip(1).filter_map(number).collect();
    body.children().filter(|it| named(it, "tr")).map(row).collect()
}

#[test]
fn pages_of_a_demonstration_are_small_and_its_charts_right() {
    let dir = folder();
    adjutant(&["demo", "all", "--game", "company-war", "--seed", "7"], dir.path());
    let root = dir.path().join("all");
    for seat in ["mazianni", "union"] {
        for cycle in 1..=CYCLES {
            let report = format!("campaign/cycles/{cycle:04}/reports/{seat}.age");
            let key = format!("players/{seat}.key");
            let args = ["-C", "campaign", "read", "--html", "--key", &key, &report];
            let text = adjutant(&args, &root);
            sound(&text);
            assert!(text.len() <= REPORT, "{report}: {} bytes", text.len());
            let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
            let page = Document::parse_with_options(&text, options).expect("XML");
            let steps = usize::try_from(cycle).expect("a few") + 1;
            let (there, lost) = (rows(&page, "Ships"), rows(&page, "Ships lost"));
            // Two points are no curve, nor is what never changes; the beginning is the first point.
            let all = [there.len(), rows(&page, "Points").len(), lost.len()];
            assert!(all.iter().all(|rows| [0, steps].contains(rows)), "{report}: {all:?}");
            assert!(cycle > 1 || all == [0; 3], "{report}: {all:?}");
            assert!(cycle < CYCLES || all == [steps; 3], "{report}: {all:?}");
            let ticks = page.descendants().filter(|node| node.attribute("class") == Some("tick"));
            let said = ticks.into_iter().any(|tick| tick.text() == Some("cycle 0"));
            assert_eq!(said, all != [0; 3], "{report}: what lies along the axis is named");
            for (there, lost) in there.iter().zip(&lost) {
                let all: Vec<i64> = there.iter().zip(lost).map(|(a, b)| a + b).collect();
                assert_eq!(all, SHIPS, "{report}");
            }
        }
    }
    let chronicle = adjutant(&["-C", "campaign", "chronicle"], &root);
    sound(&chronicle);
    assert!(chronicle.len() <= CHRONICLE, "the chronicle: {} bytes", chronicle.len());
}

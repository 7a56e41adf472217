//! Templates as players get them: every line of them can be uncommented, alone or with all others.

use std::fs;
use std::path::Path;

use adjutant::campaign::layout;
use adjutant::engine::{AnyGame, Chance, Written, one_line};
use adjutant::games;
use adjutant::referee::found::Charter;
use adjutant::referee::report::Report;
use adjutant::referee::template::Ties;
use adjutant::referee::{demo, player, resolve, template};
use adjutant::seal::PlayerSecret;

use crate::bench::Bench;
use crate::shelf;

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
fn refused(report: &Report, game: &dyn AnyGame, text: &str, list: &str) -> Vec<String> {
    let (head, _) = text.split_once("\norders:\n").expect("a template has a list");
    let file = format!("{head}\norders:\n{list}");
    let findings = player::check(&report.data, game, file.as_bytes());
    let findings = findings.unwrap_or_else(|problem| panic!("{problem}\n{file}"));
    let refused = shelf::refused(findings).into_iter();
    refused.map(|f| format!("{:?}: {}", f.slot.map(|slot| slot.to_string()), f.what)).collect()
}

/// A template that stands as it is, with any of its lines, and can be read with all of them.
fn can_be_filled_in(report: &Report, game: &dyn AnyGame, key: &PlayerSecret) -> usize {
    let link = player::link(&report.data, None, report.data.cycle, key).expect("the next one");
    let text = template::blank(report, game, Ties { link: Some(link), ..Ties::of(report, None) })
        .expect("orders are due");
    assert_eq!(text.lines().find(|line| line.chars().count() > one_line::WIDTH), None);
    let findings = player::check(&report.data, game, text.as_bytes()).expect("it is read");
    assert_eq!(shelf::refused(findings), []);
    let items = items(&text);
    for item in &items {
        let refused = refused(report, game, &text, item);
        assert!(refused.is_empty(), "{item}: {refused:?}");
    }
    refused(report, game, &text, &items.concat());
    items.len()
}

/// Nothing but the view goes in: in a world that its reader cannot tell from the true one the
/// choices are the same.
fn knows_only_the_view(report: &Report, game: &dyn AnyGame) {
    let seen = report.data.view();
    let other = game.imagine(&seen, &mut Chance::from_seed([7; 32])).expect("a view");
    let seen_there = shelf::view(game, &other, report.data.reader.seat().expect("a seat"));
    assert_eq!(game.choices(&seen).expect("a view"), game.choices(&seen_there).expect("a view"));
}

#[test]
fn every_line_of_a_template_can_be_uncommented() {
    for kind in games::ALL {
        let home = tempfile::tempdir().expect("a temporary directory");
        let root = home.path().join("demo");
        let charter = Charter::shipped(*kind, "demo");
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
                let game = player::game(&report.data, None).expect("a game");
                lines += can_be_filled_in(&report, &*game, &key);
                knows_only_the_view(&report, &*game);
            }
        }
        assert!(lines > 100, "{} offers {lines} lines", kind.name());
    }
}

/// A template with the orders of the cycle before: all that it gives can be read and is not refused,
/// and everything else of it is a comment.
#[test]
fn a_template_begins_with_earlier_orders() {
    for kind in games::ALL {
        let home = tempfile::tempdir().expect("a temporary directory");
        let root = home.path().join("demo");
        let charter = Charter::shipped(*kind, "demo");
        demo::demo(&root, &charter, 11, CYCLES, &mut |_| {}).expect("the demonstration runs");
        let read = |path: &Path| fs::read(path).expect("a file");
        let (mut given, mut dropped) = (0, 0);
        let game = kind.name();
        for path in fs::read_dir(root.join("players")).expect("players") {
            let path = path.expect("an entry").path();
            if path.extension().is_none_or(|end| end != "key") {
                continue;
            }
            let seat = path.file_stem().expect("a seat").to_string_lossy().into_owned();
            let key = PlayerSecret::read(&read(&path)).expect("a key");
            let report = |cycle: u32| {
                let sealed = read(&root.join("campaign").join(layout::report(cycle, &seat)));
                player::report(&sealed, Some(key.identity())).expect("a report")
            };
            for cycle in 1..CYCLES {
                let (now, earlier) = (report(cycle), report(cycle));
                let game = player::game(&now.data, None).expect("a game");
                for form in [Written::Short, Written::Long] {
                    let ties = Ties::of(&now, None);
                    let Ok(text) = template::same_as(&now, &*game, ties, &earlier, form) else {
                        continue;
                    };
                    let findings = player::check(&now.data, &*game, text.as_bytes());
                    let findings = findings.unwrap_or_else(|p| panic!("{p}\n{text}"));
                    assert_eq!(shelf::refused(findings), [], "{text}");
                    let (_, list) = text.split_once("\norders:\n").expect("a list");
                    given += list.lines().filter(|line| line.starts_with("- ")).count();
                    dropped += list.lines().filter(|line| line.starts_with("# - ")).count();
                    assert_eq!(
                        list.lines().filter(|line| line.starts_with("# - ")).count(),
                        list.matches(" does not apply: ").count(),
                        "{text}"
                    );
                }
            }
        }
        assert!(given + dropped > 10, "{game}: {given} given, {dropped} dropped");
    }
}

/// What the moderator's side asks of the binding fields, the player's side asks too, as far as it
/// has ledger and key at hand.
#[test]
fn head_and_link_are_looked_at_before_the_file_is_sent() {
    let bench = Bench::open();
    let desk = bench.desk();
    let report = bench.report_of(&desk, "mazianni", 0);
    let game = player::game(&report.data, Some(&desk.campaign)).expect("it is shipped");
    let key = &bench.players["mazianni"];
    let link = player::link(&report.data, Some(&desk.campaign), 0, key).expect("the next one");
    let text =
        template::blank(&report, &*game, Ties { link: Some(link), ..Ties::of(&report, None) })
            .expect("orders are due");
    let asked = |text: &str| {
        let bound = player::bound(&report, text.as_bytes(), Some(&desk.campaign), Some(link));
        bound.map_err(|problem| problem.what)
    };
    let with = |field: &str| {
        let line = text.lines().find(|line| line.starts_with(field)).expect("a template has it");
        text.replace(line, &format!("{field}: {}", "0".repeat(64)))
    };
    assert_eq!(asked(&text), Ok(()));
    assert!(asked(&with("head")).unwrap_err().contains("head is not an entry"));
    assert!(asked(&with("reveal")).unwrap_err().contains("not the link of your chain"));
    // Without ledger and key nothing can be said, and nothing is.
    assert!(player::bound(&report, with("head").as_bytes(), None, None).is_ok());
}

/// Who missed the deadline reads it in his report, and nobody else does.
#[test]
fn who_sent_nothing_is_told_so() {
    let bench = Bench::open();
    let mut desk = bench.desk();
    resolve::resolve(&mut desk, true, bench.now()).expect("without orders");
    let told = |seat| bench.report_of(&desk, seat, 1).text.contains("NMR: no move received");
    assert!(told("mazianni") && !told("union"));
}

/// Not only the first order that cannot be read is named, each with its place in the whole file.
#[test]
fn all_that_keeps_a_file_from_being_read_is_named() {
    let bench = Bench::open();
    let desk = bench.desk();
    let report = bench.report_of(&desk, "mazianni", 0);
    let game = player::game(&report.data, Some(&desk.campaign)).expect("it is shipped");
    let blank = template::blank(&report, &*game, Ties::of(&report, None)).expect("orders are due");
    let (head, _) = blank.split_once("\norders:\n").expect("a template has a list");
    let list = "- deplyo: {ship: Europe, at: 3}\n- deploy: {ship: Malta, at: 3}\n\
                - deploy: {ship: Norway,\n    at: [Pell]}\n- troops: {carrier: Malta, now: 1}\n\
                - deploy: {ship: Mlata, at: 3}\n";
    let text = format!("{head}\norders:\n{list}");
    let (problems, rest) = player::unreadable(&report.data, &*game, text.as_bytes());
    let first =
        1 + text.lines().position(|line| line.starts_with("- deplyo")).expect("it is there");
    let lines = problems.iter().map(|p| p.place.clone().unwrap_or_default());
    let expected = [0, 3, 4].map(|n| format!("line {},", first + n));
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert!(lines.zip(expected).all(|(place, line)| place.starts_with(&line)), "{problems:?}");
    assert_eq!(problems[0].hint.as_deref(), Some("did you mean deploy?"));
    // What is wrong with the others is named beside them.
    let rest: Vec<_> =
        shelf::refused(rest).into_iter().map(|remark| (remark.what, remark.spot)).collect();
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0].0, "there is no ship Mlata");
    assert_eq!(rest[0].1.map(|spot| spot.line), u32::try_from(first + 5).ok());
    let good = text.replace("deplyo", "deploy").replace("[Pell]", "Pell").replace(", now: 1", "");
    assert!(player::unreadable(&report.data, &*game, good.as_bytes()).0.is_empty());
}

//! The handbooks do what they say: their `console` blocks are one session each.

use std::fs;

use crate::folder::folder;
use crate::transcripts::{cases, session};

/// Runs a session in a directory of its own that has these files.
fn run(name: &str, session: &str, files: &[(&str, &str)]) {
    let home = folder();
    for folder in [format!("{name}.in"), format!("{name}.out")] {
        let folder = home.path().join(folder);
        fs::create_dir(&folder).expect("a new directory");
        for (file, text) in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a new directory");
            fs::write(path, text).expect("a new file");
        }
    }
    let case = home.path().join(format!("{name}.md"));
    fs::write(&case, format!("```console\n{session}```\n")).expect("a new file");
    cases().case(&case);
}

#[test]
fn the_moderators_handbook_tells_the_truth() {
    let text = fs::read_to_string("docs/moderator.md").expect("there is a handbook");
    let (_, rest) = text.split_once("```yaml\n").expect("it shows a calendar");
    let (calendar, _) = rest.split_once("```").expect("it ends");
    let orders = "- deploy: {ship: Europe, at: 3}\n";
    run("moderator", &session(&text), &[("campaign.yaml", calendar), ("orders.yaml", orders)]);
}

#[test]
fn the_players_page_tells_the_truth() {
    let text = fs::read_to_string("docs/player.md").expect("there is a page");
    // What the moderator does before and between.
    let own = session(&text);
    let (key, rest) = own.split_once("$ adjutant -C pell read").expect("it reads a report");
    let quiet = |arguments: &str| format!("$ adjutant {arguments}\n...\n\n");
    let seats: String = [
        "-C pell keygen ben --name Ben",
        "-C pell enroll mazianni anna.pub",
        "-C pell enroll union ben.pub",
        "-C pell open --deadline +7d",
    ]
    .map(quiet)
    .concat();
    let new = quiet("new pell") + &quiet("-C pell card -o pell.card");
    let key = key.trim_end();
    let whole = format!("{new}{key}\n\n{seats}$ adjutant -C pell read{rest}");
    run("player", &whole, &[("here", "")]);
}

#[test]
fn the_page_on_the_post_tells_the_truth() {
    let text = fs::read_to_string("docs/post.md").expect("there is a page");
    let own = session(&text);
    let (init, rest) = own.split_once("$ adjutant -C pell enroll").expect("it enrolls");
    let quiet = |arguments: &str| format!("$ adjutant {arguments}\n...\n\n");
    let new = quiet("new pell");
    run("post-init", &format!("{new}{init}"), &[("here", "")]);
    let before: String = [
        "-C pell keygen anna --name Anna",
        "-C pell keygen ben --name Ben",
        "-C pell calendar set campaign.yaml --reason agreed",
    ]
    .map(quiet)
    .concat();
    let whole = format!("{new}{before}$ adjutant -C pell enroll{rest}");
    let post = "from: post@example.org\nmoderator: karl@example.org\nout: {folder: outgoing}\n";
    let calendar = "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\n";
    let files = [
        ("pell.post/post.yaml", post),
        ("campaign.yaml", calendar),
        ("anna.txt", "anna@example.net\n"),
        ("ben.txt", "ben@example.net\n"),
    ];
    run("post", &whole, &files);
}

#[test]
fn the_league_handbook_tells_the_truth() {
    let text = fs::read_to_string("docs/league.md").expect("there is a handbook");
    run("league", &session(&text), &[("here", ""), ("new/here", "")]);
}

#[test]
fn every_field_of_the_calendar_is_documented() {
    let page = fs::read_to_string("docs/formats/calendar.md").expect("there is a page");
    let schema: serde_json::Value =
        serde_json::from_str(&adjutant::referee::calendar::Rules::schema()).expect("a schema");
    let fields = schema["properties"].as_object().expect("fields").keys();
    let missing: Vec<_> =
        fields.filter(|field| !page.contains(&format!("| `{field}` |"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let (_, rest) = page.split_once("```yaml\n").expect("it shows a calendar");
    let (shown, _) = rest.split_once("```").expect("it ends");
    adjutant::referee::calendar::Rules::read(shown.as_bytes()).expect("what it shows can be read");
}

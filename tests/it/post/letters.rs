//! The letters themselves: their texts, whom they reach, and whether any arrive at all.

use std::fs;

use adjutant::referee::Stage;

use super::{HOUR, Post, header, subjects};

/// Hours from the start to the deadline of cycle 1.
const DEADLINE: u64 = 200;

#[test]
fn the_last_one_missing_is_told_that_all_wait() {
    let post = Post::new("early-close: 30m\n");
    post.run(0);
    post.server.taken();
    post.deliver(HOUR, "one", &post.packet("union", 1, ""));
    post.run(HOUR + 60);
    let mails = post.server.taken();
    let told: Vec<_> = mails.iter().map(|m| (m.to.as_str(), header(m, "Subject"))).collect();
    let accepted = "[bench] your packet for cycle 1: accepted".to_owned();
    let waits = "[bench] all wait for you".to_owned();
    assert_eq!(told, [("mazianni@example.net", waits), ("union@example.net", accepted)]);
    post.run(2 * HOUR);
    assert_eq!(post.server.taken().len(), 0, "once");
    // Without an early close nobody waits before the deadline; in the grace all do.
    let post = Post::new("grace: 6h\n");
    post.run(0);
    post.deliver(HOUR, "one", &post.packet("union", 1, ""));
    for hours in [1, 48, 95, 142, 189] {
        post.run(hours * HOUR + 60);
    }
    let all = subjects(&post.server.taken());
    assert!(!all.iter().any(|subject| subject.contains("wait for you")), "{all:?}");
    post.run(DEADLINE * HOUR + 60);
    assert_eq!(subjects(&post.server.taken()), ["[bench] all wait for you"]);
}

#[test]
fn a_seat_reads_its_language_and_a_wrong_text_is_told_before_anything_is_done() {
    let post = Post::new("");
    let told = post.done(0, &["post", "texts", "--write", "de"]);
    assert!(told.contains("texts     letters/de.yaml"), "{told}");
    assert_eq!(post.output(0, &["post", "texts", "--write", "de"]).0, 1, "it is there");
    assert_eq!(post.output(0, &["post", "texts", "--write", "../x"]).0, 2);
    let folder = post.bench.root().join("letters");
    fs::write(folder.join("languages.yaml"), "seats: {union: de}\n").unwrap();
    let told = post.done(0, &["post", "texts"]);
    assert_eq!(told, "languages de, en\ndefault   en\nseat      union: de\n");
    let path = folder.join("de.yaml");
    let text = fs::read_to_string(&path).unwrap();
    let wrong = text.replacen("Dein Bericht über Zyklus {cycle}", "Dein Bericht über {zyklus}", 1);
    let line = 1 + wrong.lines().position(|line| line.contains("{zyklus}")).unwrap();
    fs::write(&path, wrong).unwrap();
    let place = format!("letters/de.yaml: line {line}, column ");
    for command in [&["post", "texts"][..], &["run", "--post"], &["post", "--dry-run"]] {
        let (code, told) = post.output(0, command);
        assert_eq!(code, 1, "{told}");
        assert!(told.contains(&place), "{place}: {told}");
        assert!(told.contains("there is no value {zyklus} in this text"), "{told}");
        assert!(told.contains("{deadline}"), "the hint has the values: {told}");
    }
    assert_eq!(post.server.taken().len(), 0);
    let own = text.replacen("liegt bei: {path}", "liegt bei. Viel Glück!", 1);
    fs::write(&path, own).unwrap();
    post.run(0);
    let mails = post.server.taken();
    let mut all: Vec<String> = mails.iter().map(|m| header(m, "Subject")).collect();
    all.sort_unstable();
    assert!(all[1].starts_with("[bench] report of cycle 0, orders due by "), "{all:?}");
    let german = mails.iter().find(|m| m.to.starts_with("union")).unwrap();
    let words = adjutant::post::Message::read(german.text.as_bytes()).offers.concat();
    let words = String::from_utf8_lossy(&words).into_owned();
    assert!(words.contains("Dein Bericht über Zyklus 0 liegt bei. Viel Glück!"), "{words}");
    assert!(words.contains("Befehle für Zyklus 1 sind fällig bis 2026-03-13 20:00"), "{words}");
    assert!(!words.contains("keine Befehle"), "a line without its value is left out: {words}");
    fs::write(folder.join("languages.yaml"), "default: fr\n").unwrap();
    let (code, told) = post.output(0, &["post", "texts"]);
    assert_eq!(code, 1);
    assert!(told.contains("there are no texts in the language fr"), "{told}");
}

#[test]
fn while_the_probe_does_not_come_back_no_deadline_passes() {
    let post = Post::new("");
    let file = post.path("campaign.post/post.yaml");
    let config = fs::read_to_string(&file).unwrap() + "probe: 6h\n";
    fs::write(&file, config).unwrap();
    for hours in [0, 47, 94, 141, 188] {
        post.run(hours * HOUR);
    }
    let probes = || -> Vec<_> {
        let taken = post.server.taken().into_iter();
        taken.filter(|mail| header(mail, "Subject").contains("a mail to ourselves")).collect()
    };
    assert_eq!(probes().len(), 0, "not yet");
    for _ in 0..2 {
        post.run((DEADLINE - 5) * HOUR);
    }
    let sent = probes();
    assert_eq!(
        sent.iter().map(|m| m.to.as_str()).collect::<Vec<_>>(),
        ["post@example.org"],
        "once"
    );
    let told = post.run(DEADLINE * HOUR + 60);
    let moved = "done      the deadline of cycle 1 is moved to 2026-03-13T22:01:00Z: the probe mail of \
                 2026-03-13T15:00:00Z has not come back";
    assert!(told.contains(moved), "{told}");
    assert_eq!(post.bench.desk().campaign.stage(), Stage::Open(1));
    post.run(DEADLINE * HOUR + 120);
    let sent = probes();
    assert_eq!(sent.len(), 1, "another one for the new deadline");
    // Somebody else's mail is none of ours.
    post.deliver(DEADLINE * HOUR + HOUR, "odd", b"From: a@b\r\nSubject: probe\r\n\r\nprobe\r\n");
    post.deliver(DEADLINE * HOUR + HOUR, "probe", sent[0].text.as_bytes());
    post.run(DEADLINE * HOUR + HOUR + 60);
    assert!(
        post.log().contains("the probe mail of 2026-03-13T20:02:00Z came back"),
        "{}",
        post.log()
    );
    let told = post.run((DEADLINE + 3) * HOUR);
    assert!(told.contains("cycle 1 is resolved without orders of mazianni"), "{told}");
}

#[test]
fn a_letter_is_rewritten_when_the_address_is_corrected() {
    let post = Post::new("");
    let address = |text: &str| {
        let file = post.path("address");
        fs::write(&file, text).unwrap();
        post.done(0, &["enroll", "union", "--address", file.to_str().unwrap()]);
    };
    // One that is none.
    address("union@@example.net\n");
    assert_eq!(post.output(0, &["run", "--post"]).0, 1);
    assert_eq!(post.server.taken().len(), 1, "the other one has theirs");
    let told = post.done(0, &["status"]);
    assert!(told.contains("is given up (this is not a mail address)"), "{told}");
    address("union@example.com\n");
    assert_eq!(post.output(60, &["run", "--post"]).0, 0);
    let mails = post.server.taken();
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].to.as_str(), header(&mails[0], "To").as_str()),
        ("union@example.com", "union@example.com")
    );
    assert!(header(&mails[0], "Subject").contains("report of cycle 0"));
    // One that a server does not know.
    let post = Post::new("");
    let fault = super::Fault::Says("550 5.1.1 no such user");
    post.server.fail(super::Step::To, fault);
    assert_eq!(post.output(0, &["run", "--post"]).0, 1);
    post.server.taken();
    let file = post.path("address");
    fs::write(&file, "anna@example.com\n").unwrap();
    post.done(0, &["enroll", "mazianni", "--address", file.to_str().unwrap()]);
    assert_eq!(post.output(60, &["run", "--post"]).0, 0);
    assert_eq!(post.server.taken()[0].to, "anna@example.com");
    assert_eq!(post.output(120, &["run", "--post"]).0, 3, "and that is all");
}

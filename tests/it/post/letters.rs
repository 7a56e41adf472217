//! The letters themselves: their texts, whom they reach, and whether any arrive at all.

use std::fs;

use adjutant::referee::Stage;

use super::words::words;
use super::{HOUR, Post, header, subjects};
use crate::bench::SEATS;

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
    let waits = "[bench] everyone is waiting for you".to_owned();
    assert_eq!(told, [("mazianni@example.net", waits), ("union@example.net", accepted)]);
    // Whoever plays with stock tools opens it with theirs.
    let receipt = words(&mails[1]);
    assert!(
        receipt.contains("Without Adjutant, `age -d -i YOUR-AGE.key FILE` opens it."),
        "{receipt}"
    );
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
    assert_eq!(subjects(&post.server.taken()), ["[bench] everyone is waiting for you"]);
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
    let place = format!("letters/de.yaml:{line}:");
    for command in [&["post", "texts"][..], &["run", "--post"], &["post", "--dry-run"]] {
        let (code, told) = post.output(0, command);
        assert_eq!(code, 1, "{told}");
        assert!(told.contains(&place), "{place}: {told}");
        assert!(told.contains("there is no value {zyklus} in this text"), "{told}");
        assert!(told.contains("{deadline}"), "the hint has the values: {told}");
    }
    let needed = post.server.taken();
    assert!(needed.iter().all(|mail| mail.to == "karl@example.org"), "the moderator is needed");
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
    assert!(
        words.contains("Dein Bericht über Zyklus 0 für union liegt bei. Viel Glück!"),
        "{words}"
    );
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
    for hours in [0, 47, 94, 141] {
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

/// The readers and subjects of the mails that the server has taken since it was asked last.
fn told(post: &Post) -> Vec<(String, String)> {
    post.server.taken().iter().map(|m| (m.to.clone(), header(m, "Subject"))).collect()
}

#[test]
fn who_has_no_address_is_a_task_and_is_told_once_there_is_one() {
    let post = Post::new("");
    fs::remove_file(post.bench.root().join("players/union.age")).unwrap();
    let said = post.run(0);
    assert!(said.contains("waits     report-0000-union: no address is kept for union"), "{said}");
    assert!(!said.contains("send      report-0000-union"), "{said}");
    assert_eq!(told(&post).len(), 1, "the other one has theirs");
    let status = post.done(60, &["status"]);
    assert!(
        status.contains("to do: not told: union, report of cycle 0: no address is kept"),
        "{status}"
    );
    let file = post.path("address");
    fs::write(&file, "ben@example.net\n").unwrap();
    post.done(60, &["enroll", "union", "--address", file.to_str().unwrap()]);
    post.run(120);
    let report = "[bench] report of cycle 0";
    let mails = told(&post);
    assert!(matches!(&mails[..], [(to, s)] if to == "ben@example.net" && s.starts_with(report)));
    assert!(!post.done(180, &["status"]).contains("not told"));
}

#[test]
fn a_deadline_that_was_moved_is_reminded_of_anew() {
    let post = Post::new("reminders: [24h]\n");
    for hours in [0, 47, 94, 141] {
        post.output(hours * HOUR, &["run", "--post"]);
    }
    post.server.taken();
    let reminded = |all: Vec<(String, String)>| {
        all.iter().filter(|(_, subject)| subject.contains("orders due by")).count()
    };
    post.run(177 * HOUR);
    assert_eq!(reminded(told(&post)), 1, "who owes orders");
    let extend = ["calendar", "extend", "--by", "3d", "--reason", "storm"];
    post.done(178 * HOUR, &extend);
    for hours in [180, 227, 249] {
        post.output(hours * HOUR, &["run", "--post"]);
    }
    assert_eq!(reminded(told(&post)), 1, "once more, of the new deadline");
}

#[test]
fn who_lost_a_seat_is_told_so_and_who_takes_it_gets_the_report() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    post.done(HOUR, &["calendar", "drop", "union", "--reason", "they have left"]);
    post.run(HOUR + 60);
    let dropped = post.server.taken();
    let own = dropped.iter().find(|mail| mail.to == "union@example.net").expect("a letter");
    let name = post.bench.desk().campaign.ledger.holders(&"union".parse().unwrap(), 0)[0].clone();
    assert!(own.text.contains(&name.name), "{}", own.text);
    let (erik, file) = (post.path("erik"), post.path("address"));
    post.done(2 * HOUR, &["keygen", erik.to_str().unwrap(), "--name", "Erik"]);
    fs::write(&file, "erik@example.net\n").unwrap();
    let public = erik.with_extension("pub");
    let (public, address) = (public.to_str().unwrap(), file.to_str().unwrap());
    post.done(2 * HOUR, &["enroll", "union", public, "--address", address]);
    post.run(2 * HOUR + 60);
    let mails = told(&post);
    let erik: Vec<_> = mails.iter().filter(|(to, _)| to == "erik@example.net").collect();
    assert!(erik.iter().any(|(_, subject)| subject.contains("report of cycle 0")), "{mails:?}");
    assert!(mails.iter().all(|(to, _)| to != "union@example.net"), "{mails:?}");
    let story = post.done(3 * HOUR, &["verify"]);
    assert!(!story.contains("taken from Erik"), "{story}");
}

#[test]
fn an_early_close_and_an_undo_are_told_with_their_reasons() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    post.done(HOUR, &["resolve", "--early", "--without-orders", "--reason", "all were here"]);
    post.run(HOUR + 60);
    let early = post.server.taken();
    let count = |mails: &[super::Taken], what: &str| {
        mails.iter().filter(|mail| mail.text.replace("=\r\n", "").contains(what)).count()
    };
    assert_eq!(count(&early, "all were here"), 2);
    post.done(2 * HOUR, &["undo", "--reason", "a slip of mine"]);
    post.run(2 * HOUR + 60);
    let undone = post.server.taken();
    assert_eq!(count(&undone, "a slip of mine"), 2);
    post.run(3 * HOUR);
    assert_eq!(post.server.taken().len(), 0, "once");
}

#[test]
fn the_end_is_told_with_the_result_and_how_to_check_it() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    post.done(HOUR, &["reveal", "--abandon", "everybody is tired"]);
    post.output(HOUR + 60, &["run", "--post"]);
    let mails = post.server.taken();
    let over: Vec<_> = mails.iter().filter(|m| header(m, "Subject").contains("is over")).collect();
    assert_eq!(over.len(), 2, "{:?}", subjects(&mails));
    assert!(!over[0].text.contains("adjutant template"), "{}", over[0].text);
    let check = mails.iter().filter(|m| m.text.contains("adjutant verify")).count();
    assert_eq!(check, 2);
}

#[test]
fn a_slip_that_is_taken_back_in_time_is_told_to_nobody() {
    const MINUTE: u64 = 60;
    let post = Post::new("");
    post.run(0);
    post.deliver(HOUR, "one", &post.packet("mazianni", 1, "orders: []\n"));
    post.run(HOUR + MINUTE);
    post.server.taken();
    let orders = post.bench.root().with_file_name("pass.yaml");
    fs::write(&orders, "[]\n").unwrap();
    let put_in = |at: u64, reason: &str| {
        let orders = orders.to_str().unwrap();
        post.done(at, &["rule", "put-in", "mazianni", orders, "--reason", reason]);
        post.bench.desk().campaign.ledger.len() - 1
    };
    let revoke = |at: u64, entry: u64| {
        post.done(at, &["rule", "revoke", &entry.to_string(), "--reason", "a slip"]);
    };
    let first = put_in(2 * HOUR, "by telephone");
    post.run(2 * HOUR + 14 * MINUTE);
    assert_eq!(post.server.taken().len(), 0, "it is held");
    revoke(2 * HOUR + 14 * MINUTE, first);
    post.run(3 * HOUR);
    assert_eq!(post.server.taken().len(), 0, "nothing is left to tell");
    // What nobody takes back is told once, when its time is over.
    let second = put_in(4 * HOUR, "by letter");
    post.run(4 * HOUR + 15 * MINUTE);
    let told = post.server.taken();
    assert_eq!(told.len(), 2, "{:?}", subjects(&told));
    assert!(told.iter().all(|mail| mail.text.contains("by letter")), "{told:?}");
    post.run(5 * HOUR);
    assert_eq!(post.server.taken().len(), 0, "once");
    // Who has read of it reads that it was taken back, however soon.
    revoke(5 * HOUR + MINUTE, second);
    post.run(5 * HOUR + 2 * MINUTE);
    let told = post.server.taken();
    assert_eq!(told.len(), 2, "{:?}", subjects(&told));
    assert!(told.iter().all(|mail| mail.text.contains("took back entry")), "{told:?}");
    post.run(6 * HOUR);
    assert_eq!(post.server.taken().len(), 0, "once");
    assert!(post.bench.verify().passed(), "{}", post.bench.verify());
}

#[test]
fn a_rehearsal_goes_as_far_ahead_as_the_calendar() {
    let post = Post::new("");
    post.run(0);
    post.run(HOUR);
    // The clock has not jumped: somebody asks what would be.
    let told = post.done(2 * HOUR, &["run", "--now", "2026-03-12T00:00:00Z"]);
    assert!(!told.contains("the clock jumped"), "{told}");
    assert!(told.contains("rehearsed: nothing was written"), "{told}");
    let (code, told) = post.output(300 * HOUR, &["run", "--post"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("the clock jumped"), "{told}");
}

/// The probes that the server has taken since it was asked last.
fn probes(post: &Post) -> Vec<super::Taken> {
    let taken = post.server.taken().into_iter();
    taken.filter(|mail| header(mail, "Subject").contains("a mail to ourselves")).collect()
}

fn with_probe() -> Post {
    let post = Post::new("");
    let file = post.path("campaign.post/post.yaml");
    let config = fs::read_to_string(&file).unwrap() + "probe: 6h\n";
    fs::write(&file, config).unwrap();
    post
}

#[test]
fn rounds_that_are_rare_send_the_probe_before_the_deadline_all_the_same() {
    let post = with_probe();
    for hours in [0, 36, 72, 108, 144] {
        post.run(hours * HOUR);
    }
    assert_eq!(probes(&post).len(), 0);
    post.run(180 * HOUR);
    let sent = probes(&post);
    assert_eq!(sent.len(), 1, "the next round comes behind the deadline");
    post.deliver(181 * HOUR, "probe", sent[0].text.as_bytes());
    let told = post.run(216 * HOUR);
    assert!(told.contains("cycle 1 is resolved without orders of"), "{told}");
}

#[test]
fn a_round_that_comes_too_late_for_the_probe_moves_the_deadline_once() {
    let post = with_probe();
    for hours in [0, 48, 96, 144, 170, 182, 188, 191, 193] {
        post.run(hours * HOUR);
    }
    assert_eq!(probes(&post).len(), 0, "the next round is near");
    let told = post.run(205 * HOUR);
    assert!(told.contains("the deadline of cycle 1 is moved"), "{told}");
    let sent = probes(&post);
    assert_eq!(sent.len(), 1);
    post.deliver(206 * HOUR, "probe", sent[0].text.as_bytes());
    let told = post.run(241 * HOUR);
    assert!(!told.contains("is moved"), "{told}");
    assert!(told.contains("cycle 1 is resolved without orders of"), "{told}");
}

#[test]
fn what_is_played_again_keeps_the_deadline_that_players_were_told() {
    let post = Post::new("");
    post.run(0);
    post.done(HOUR, &["calendar", "extend", "--by", "7d", "--reason", "exams"]);
    post.run(HOUR);
    let told = |cycle| post.bench.desk().campaign.ledger.deadline(cycle).unwrap().to_string();
    assert_eq!(told(1), "2026-03-20T20:00:00Z");
    post.done(2 * HOUR, &["resolve", "--early", "--without-orders", "--reason", "all were here"]);
    post.run(2 * HOUR + 60);
    assert_eq!(told(2), "2026-03-13T20:00:00Z", "a cycle of its own");
    post.done(3 * HOUR, &["undo", "--reason", "a slip of mine"]);
    let announced = post.run(3 * HOUR + 60);
    assert!(announced.contains("cycle 3 opens until 2026-03-20T20:00:00Z"), "{announced}");
    assert_eq!(told(3), "2026-03-20T20:00:00Z");
    let verdict = post.bench.verify();
    assert!(
        verdict.passed() && !verdict.to_string().contains("and the calendar says"),
        "{verdict}"
    );
}

#[test]
fn a_rest_in_which_nothing_was_due_is_no_jump_of_the_clock() {
    let post = Post::new("");
    post.run(0);
    let (code, told) = post.output(100 * HOUR, &["run", "--post"]);
    assert_eq!(code, 3, "{told}");
    assert!(!told.contains("the clock jumped"), "{told}");
    post.deliver(150 * HOUR, "one", &post.packet("union", 1, ""));
    assert!(post.run(195 * HOUR).contains("union, accepted"));
}

#[test]
fn a_reminder_says_who_orders_for_whom_it_reminds() {
    for (calendar, without) in [
        ("", "your standing orders and the game's defaults are used"),
        ("no-shows: staff\n", "the computer staff orders for you"),
    ] {
        let post = Post::new(&format!("reminders: [24h]\n{calendar}"));
        post.run(0);
        post.server.taken();
        post.run(177 * HOUR);
        let reminded = post.server.taken();
        assert_eq!(reminded.len(), 1, "who owes orders");
        for mail in reminded {
            let words = adjutant::post::Message::read(mail.text.as_bytes()).offers.concat();
            let words = String::from_utf8_lossy(&words).into_owned();
            assert!(words.contains(without), "{words}");
        }
    }
}

#[test]
fn who_was_replaced_before_the_next_round_is_told_at_their_own_address() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    post.done(HOUR, &["calendar", "drop", "union", "--reason", "they have left"]);
    let (erik, file) = (post.path("erik"), post.path("address"));
    post.done(HOUR, &["keygen", erik.to_str().unwrap(), "--name", "Erik"]);
    fs::write(&file, "erik@example.net\n").unwrap();
    let public = erik.with_extension("pub");
    let (public, address) = (public.to_str().unwrap(), file.to_str().unwrap());
    post.done(HOUR, &["enroll", "union", public, "--address", address]);
    post.run(HOUR + 60);
    let mails = post.server.taken();
    let of = |to: &str| -> Vec<String> {
        let words = |mail: &super::Taken| {
            let words = adjutant::post::Message::read(mail.text.as_bytes()).offers.concat();
            String::from_utf8_lossy(&words).split_whitespace().collect::<Vec<_>>().join(" ")
        };
        mails.iter().filter(|mail| mail.to == to).map(words).collect()
    };
    let lost = of("union@example.net");
    assert_eq!(lost.len(), 1, "{lost:?}");
    assert!(lost[0].contains("taken from Player of union"), "{lost:?}");
    assert!(of("erik@example.net").iter().all(|words| !words.contains("taken from")));
    post.run(2 * HOUR);
    assert_eq!(post.server.taken().len(), 0, "once");
}

/// What an idle round writes is a commit of whoever keeps a campaign in a repository.
#[test]
fn an_idle_round_after_letters_changes_no_file() {
    let post = Post::new("early-close: 30m\n");
    let noted = || fs::read(post.bench.root().join("last-run.yaml")).unwrap();
    post.run(0);
    assert_eq!(post.server.taken().len(), 2);
    let before = noted();
    post.run(300);
    assert_eq!(noted(), before);
    for seat in SEATS {
        post.deliver(HOUR, seat, &post.packet(seat, 1, ""));
    }
    post.run(HOUR + 60);
    post.run(2 * HOUR);
    assert_eq!(post.server.taken().len(), 4, "two receipts and two reports");
    let before = noted();
    post.run(2 * HOUR + 300);
    assert_eq!(noted(), before);
    assert!(post.server.taken().is_empty());
}

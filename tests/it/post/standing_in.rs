//! Who acts for others: a deputy's round eats no letters, a substitute plays from forwarded mail, and keys that were
//! announced are a task once their time is over.

use std::fs;
use std::process::Command;

use adjutant::ledger::Right;
use adjutant::referee::moderator::hand_over::{Person, appoint, papers};
use adjutant::seal::{PlayerSecret, PublicKey, sealed};

use super::words::words;
use super::{EPOCH, HOUR, Post, header, subjects, to_players};
use crate::bench::{keys, time};
use crate::week::START;

/// What a deputy who may close does in a round of their own, and the moderator's next round.
#[test]
fn a_deputys_round_leaves_the_letters_to_the_moderator() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let key = PlayerSecret::generate([61; 96]);
    let (signing, recipient) = (PublicKey::of(key.signing()), key.identity().recipient());
    let fred = Person { name: "Fred".to_owned(), signing, recipient };
    let until = time("2026-03-20T12:00:00Z");
    let mut desk = post.bench.desk();
    let rights = vec![Right::Extend, Right::Close];
    appoint(&mut desk, (&fred, rights), until, "on a train", time(START)).unwrap();
    let papers = papers(&desk, &fred, false).unwrap();
    drop(desk);
    fs::write(post.path("fred.papers"), papers).unwrap();
    fs::write(post.path("fred.key"), crate::bench::text(&key.write())).unwrap();
    let [papers, key, own] = ["fred.papers", "fred.key", "fred.keys"]
        .map(|name| post.path(name).to_str().unwrap().to_owned());
    post.done(HOUR, &["office", "take-up", &papers, "--key", &key, "--keys", &own]);
    post.run(HOUR);
    assert_eq!(subjects(&post.server.taken()).len(), 2, "both read of the deputy");
    let extend = ["calendar", "extend", "--by", "1d", "--reason", "a strike", "--keys", &own];
    post.done(2 * HOUR, &extend);
    post.output(2 * HOUR, &["run", "--post", "--keys", &own]);
    let early = post.server.taken();
    post.run(3 * HOUR);
    let mails = [early, post.server.taken()].concat();
    let told: Vec<_> = mails.iter().filter(|mail| words(mail).contains("a strike")).collect();
    let mut to: Vec<&str> = told.iter().map(|mail| mail.to.as_str()).collect();
    to.sort_unstable();
    assert_eq!(to, ["mazianni@example.net", "union@example.net"], "{:?}", subjects(&mails));
}

/// Dora has no copy and no address: she has what Ben's mail program forwards, and her key.
#[test]
fn a_substitute_plays_from_forwarded_mail() {
    let post = Post::new("");
    post.run(0);
    let dora = post.path("dora/dora");
    fs::create_dir(post.path("dora")).unwrap();
    let does = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(post.path("dora")).args(line.split(' ')).env("NO_COLOR", "1");
        command.env("SOURCE_DATE_EPOCH", (EPOCH + 202 * HOUR).to_string());
        command.env("XDG_CACHE_HOME", post.path("cache-dora"));
        let output = command.output().unwrap();
        let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success(), "{line}: {told}");
        told
    };
    does("keygen dora --name Dora");
    let (public, key) = (dora.with_extension("pub"), dora.with_extension("key"));
    let (public, key) = (public.to_str().unwrap(), key.to_str().unwrap());
    let word = post.say("union", &["substitute", public, "--until", "2026-03-30T12:00:00Z"]);
    post.mail(HOUR, "substitute", &word);
    post.run(HOUR + 60);
    // In a copy she needs no file: the report is found for her.
    let told = post.done(HOUR, &["read", "--key", key]);
    assert!(told.contains("union"), "{told}");
    post.server.taken();
    for hours in [40, 80, 120, 160, 190] {
        post.run(hours * HOUR);
    }
    post.server.taken();
    post.run(201 * HOUR);
    let mails = post.server.taken();
    let is_bens = |mail: &&super::Taken| {
        mail.to == "union@example.net" && header(mail, "Subject").contains("report of cycle 1")
    };
    let report = mails.iter().find(is_bens).unwrap_or_else(|| panic!("{:?}", subjects(&mails)));
    let sealed_in = |mail: &super::Taken| {
        let offers = adjutant::post::Message::read(mail.text.as_bytes()).offers;
        offers.into_iter().find(|offer| sealed::is_sealed(offer)).unwrap()
    };
    fs::write(post.path("dora/report.age"), sealed_in(report)).unwrap();
    let moderator = PublicKey::of(keys().signing.signing()).fingerprint();
    // This campaign has a scenario of its own, which the card brings.
    post.done(202 * HOUR, &["card", "-o", post.path("dora/bench.card").to_str().unwrap()]);
    does(&format!("read bench.card --key dora.key --moderator {moderator}"));
    does("read report.age --key dora.key");
    does("template --report report.age --key dora.key -o orders.yaml");
    does("seal orders.yaml --report report.age --key dora.key -o orders.age");
    let packet = fs::read(post.path("dora/orders.age")).unwrap();
    post.deliver(202 * HOUR, "dora", &Post::wrapped(("union", 9), &packet, ""));
    let told = post.run(202 * HOUR + 60);
    assert!(told.contains("union, accepted"), "{told}");
    let mails = post.server.taken();
    let receipt = mails.iter().find(|m| header(m, "Subject").contains("accepted")).unwrap();
    assert_eq!(receipt.to, "union@example.net");
    fs::write(post.path("dora/receipt.age"), sealed_in(receipt)).unwrap();
    assert!(does("read receipt.age --key dora.key").contains("accepted"));
}

#[test]
fn keys_that_were_announced_are_a_task_when_their_time_is_over() {
    let post = Post::new("key-wait: 1d\n");
    post.run(0);
    let new = post.path("new");
    post.done(0, &["keygen", new.to_str().unwrap(), "--name", "Player of union"]);
    let public = new.with_extension("pub");
    let enroll =
        ["enroll", "union", public.to_str().unwrap(), "--replace", "--reason", "a lost key"];
    post.done(HOUR, &enroll);
    let task = "to do: nobody has objected to the keys of Player of union for union: give `adjutant enroll \
                union FILE --replace` once more";
    let status = post.done(2 * HOUR, &["status"]);
    assert!(!status.contains(task) && !status.contains("asks for a seat"), "{status}");
    post.run(2 * HOUR);
    let status = post.done(26 * HOUR, &["status"]);
    assert!(status.contains(task), "{status}");
    post.done(26 * HOUR, &enroll);
    assert!(!post.done(27 * HOUR, &["status"]).contains("objected"));
    post.run(27 * HOUR);
    let mails = to_players(post.server.taken());
    let reports = mails.iter().filter(|mail| header(mail, "Subject").contains("report of cycle 0"));
    assert_eq!(reports.filter(|mail| mail.to == "union@example.net").count(), 2, "to both keys");
}

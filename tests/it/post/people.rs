//! What people ask the post for.

use std::fs;
use std::process::Command;

use adjutant::post::Message;
use adjutant::referee::player::own_orders;

use super::server::Server;
use super::{HOUR, Post, header, subjects};
use crate::bench::Bench;
use crate::week::FRIDAYS;

#[test]
fn requests_are_answered_and_enrolments_wait() {
    let post = Post::new("absences: {days: 14}\n");
    post.run(0);
    post.server.taken();
    let key = post.path("union.key");
    fs::write(&key, crate::bench::text(&post.bench.players["union"].write())).unwrap();
    let mail = |name: &str, text: &str| {
        let head = format!("From: eve@example.com\r\nMessage-ID: <{name}@x>\r\n\r\n");
        (head + &text.replace('\n', "\r\n")).into_bytes()
    };
    let sign = |arguments: &[&str]| {
        let key = ["--key", key.to_str().unwrap()];
        post.done(0, &[&["request"], arguments, &key].concat())
    };
    let (key, days) = (key.to_str().unwrap(), "2026-03-10 to 2026-03-14");
    let away = post.done(0, &["say", "--key", key, "away", days, "--reason", "skiing"]);
    let asks =
        [("report", sign(&["report", "0"])), ("later", sign(&["report", "7"])), ("absent", away)];
    for (name, text) in &asks {
        post.deliver(HOUR, name, &mail(name, text));
    }
    post.run(HOUR + 60);
    let mails = post.server.taken();
    assert!(
        mails
            .iter()
            .filter(|m| header(m, "Subject").contains("report"))
            .all(|m| m.to == "union@example.net")
    );
    let mut all = subjects(&mails);
    all.sort_unstable();
    let decided = "[bench] a player's word";
    let own = [decided, decided, "[bench] no such report", "[bench] your report of cycle 0 again"];
    assert_eq!(all, own);
    let again = mails.iter().find(|m| header(m, "Subject").contains("again")).unwrap();
    let message = Message::read(again.text.as_bytes());
    let identity = Some(post.bench.players["union"].identity());
    let desk = post.bench.desk();
    let report = own_orders::report(&message.offers[0], identity).unwrap();
    assert_eq!(report.text, post.bench.report_of(&desk, "union", 0).text);
    let seat = "union".parse().unwrap();
    let absences = desk.campaign.ledger.absences(&seat);
    assert_eq!(absences.len(), 1);
    assert!(!absences[0].files.is_empty(), "the ledger keeps the player's word");
    drop(desk);
    // Sent again by whoever saw it, and altered.
    post.deliver(26 * HOUR, "replayed", &mail("replayed", &asks[2].1));
    post.deliver(26 * HOUR, "altered", &mail("altered", &asks[2].1.replace("03-14", "03-13")));
    post.run(26 * HOUR + 60);
    assert_eq!(post.bench.desk().campaign.ledger.absences(&seat).len(), 1);
    assert_eq!(subjects(&post.server.taken()), ["[bench] your word"]);
    // Somebody asks for a seat.
    let carla = post.path("carla");
    post.done(0, &["keygen", carla.to_str().unwrap(), "--name", "Carla"]);
    let public = fs::read_to_string(carla.with_extension("pub")).unwrap();
    post.deliver(27 * HOUR, "carla", &mail("carla", &public));
    post.output(27 * HOUR + 60, &["run", "--post"]);
    assert_eq!(post.server.taken().len(), 0, "nobody knows who that is");
    let told = post.done(27 * HOUR + 60, &["status"]);
    assert!(told.contains("to do: Carla asks for a seat: compare SHA256:"), "{told}");
    assert!(post.bench.verify().passed(), "{}", post.bench.verify());
}

/// Whoever has no links is asked for them in their welcome; the file that they send is something to do until the
/// game begins.
#[test]
fn links_that_the_welcome_asks_for_reach_the_moderator() {
    let post = Post::at(Bench::enrolled(), Server::start(), "");
    let calendar = post.path("calendar.yaml");
    fs::write(&calendar, FRIDAYS).unwrap();
    post.done(0, &["calendar", "set", calendar.to_str().unwrap(), "--reason", "agreed"]);
    let ben = post.path("ben");
    let alone = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let output = command.current_dir(post.bench.dir.path()).args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    let (key, card) = (post.path("ben.key"), post.path("bench.card"));
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    alone(&["keygen", &path(&ben), "--name", "Ben"]);
    let public = path(&ben.with_extension("pub"));
    post.done(0, &["enroll", "union", &public, "--replace", "--reason", "Ben plays"]);
    post.done(0, &["card", "-o", &path(&card)]);
    let links = post.path("links");
    alone(&["keygen", &path(&links), "--from", &path(&key), "--card", &path(&card)]);
    let file = fs::read_to_string(links.with_extension("pub")).unwrap();
    let head = "From: union@example.net\r\nMessage-ID: <links@x>\r\n\r\n";
    post.deliver(HOUR, "links", (head.to_owned() + &file.replace('\n', "\r\n")).as_bytes());
    post.output(HOUR + 60, &["run", "--post"]);
    let status = post.done(HOUR + 60, &["status"]);
    let task = status.lines().find(|line| line.contains("the player of union sent links"));
    let task = task.unwrap_or_else(|| panic!("{status}"));
    let command = task.split('`').nth(1).unwrap().strip_prefix("adjutant ").unwrap();
    let told = post.done(2 * HOUR, &command.split(' ').collect::<Vec<_>>());
    assert!(told.contains("links     contribute to the seeds"), "{told}");
    let status = post.done(2 * HOUR, &["status"]);
    assert!(!status.contains("sent links") && !status.contains("asks for a seat"), "{status}");
    assert!(post.bench.verify().passed(), "{}", post.bench.verify());
}

//! What players say and ask by mail: of their packets, of the moderator, of what may come.

use std::fs;

use adjutant::games::OURS;
use adjutant::post::Message;
use adjutant::referee::Stage;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::status;
use adjutant::referee::record::seats::State;
use adjutant::seal::sealed;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::server::Taken;
use super::{HOUR, Post, header, subjects};
use crate::bench::SET_UP;
use crate::week::{self, START};

impl Post {
    /// A player's key file.
    pub(super) fn key(&self, seat: &str) -> String {
        let path = self.path(&format!("{seat}.key"));
        fs::write(&path, crate::bench::text(&self.bench.players[seat].write())).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub(super) fn say(&self, seat: &str, words: &[&str]) -> String {
        let key = self.key(seat);
        // Each is signed a second after the one before.
        self.done(crate::bench::next_word(), &[&["say", "--key", &key], words].concat())
    }

    pub(super) fn request(&self, seat: &str, words: &[&str]) -> String {
        let key = self.key(seat);
        self.done(0, &[&["request", "--key", &key], words].concat())
    }

    /// A text is delivered as a mail from anywhere.
    pub(super) fn mail(&self, seconds: u64, name: &str, text: &str) {
        let head = format!("From: eve@example.com\r\nMessage-ID: <{name}@x>\r\n\r\n");
        self.deliver(seconds, name, (head + &text.replace('\n', "\r\n")).as_bytes());
    }

    /// A packet that is not final, as a mail.
    fn draft(&self, seat: &'static str, sequence: u32) -> Vec<u8> {
        let packet = week::mail(&self.bench, seat, sequence, START, false).content.read().unwrap();
        let code = BASE64_STANDARD.encode(packet);
        format!(
            "Message-ID: <draft-{seat}-{sequence}@x>\r\nFrom: {seat}@example.net\r\n\
             MIME-Version: 1.0\r\nContent-Type: application/octet-stream\r\n\
             Content-Transfer-Encoding: base64\r\n\r\n{code}\r\n"
        )
        .into_bytes()
    }

    fn states(&self) -> Vec<State> {
        status::full(&self.bench.desk()).unwrap().seats.iter().map(|line| line.state).collect()
    }

    fn publicly(&self) -> Vec<State> {
        let desk = self.bench.desk();
        status::public(&desk.campaign).unwrap().seats.iter().map(|line| line.state).collect()
    }
}

/// The text of a mail as its reader sees it.
pub(super) fn words(mail: &Taken) -> String {
    let offers = Message::read(mail.text.as_bytes()).offers;
    let texts = offers.iter().filter(|offer| !sealed::is_sealed(offer));
    texts.map(|text| String::from_utf8_lossy(text).replace("\r\n", "\n")).collect()
}

#[test]
fn a_packet_is_made_final_or_withdrawn_by_mail() {
    let post = Post::new("early-close: 30m\n");
    post.run(0);
    for seat in ["mazianni", "union"] {
        post.deliver(HOUR, seat, &post.draft(seat, 1));
    }
    post.run(HOUR + 60);
    assert_eq!(post.states(), [State::Warnings, State::Received]);
    post.server.taken();
    // It is withdrawn with one that is on its way already.
    let withdraw = post.say("mazianni", &["withdraw", "--sequence", "2"]);
    post.mail(2 * HOUR, "withdraw", &withdraw);
    post.deliver(2 * HOUR, "second", &post.draft("mazianni", 2));
    let told = post.run(2 * HOUR + 60);
    assert!(told.contains("mazianni, superseded"), "{told}");
    assert_eq!(post.states(), [State::Due, State::Received]);
    let mails = post.server.taken();
    let mut all = subjects(&mails);
    all.sort_unstable();
    assert_eq!(all, ["[bench] your packet for cycle 1: superseded", "[bench] your word"]);
    let superseded = mails.iter().find(|m| header(m, "Subject").contains("packet")).unwrap();
    assert!(words(superseded).contains("It does not count: you withdrew it."));
    let said = mails.iter().find(|m| header(m, "Subject").contains("word")).unwrap();
    let expected =
        "Mazianni withdraws its packets of cycle 1 up to sequence 2. Everyone can see that.";
    assert!(words(said).contains(expected), "{}", words(said));
    // Nobody else can say that, and nobody can say it again.
    post.mail(3 * HOUR, "again", &withdraw);
    post.mail(3 * HOUR, "forged", &withdraw.replace("seat: mazianni", "seat: union"));
    post.run(3 * HOUR + 60);
    assert_eq!(post.states(), [State::Due, State::Received]);
    // A later packet counts again; both are made final.
    post.deliver(4 * HOUR, "third", &post.draft("mazianni", 3));
    post.run(4 * HOUR + 60);
    assert_eq!(post.states(), [State::Warnings, State::Received]);
    assert_eq!(post.publicly(), [State::Sent, State::Sent]);
    let late = post.say("union", &["final", "--sequence", "9"]);
    for (seat, sequence) in [("mazianni", "3"), ("union", "1")] {
        post.mail(5 * HOUR, seat, &post.say(seat, &["final", "--sequence", sequence]));
    }
    let told = post.run(5 * HOUR + 60);
    assert!(told.contains("cycle 1 is resolved early: all are done"), "{told}");
    assert_eq!(post.bench.desk().campaign.stage(), Stage::Open(2));
    post.server.taken();
    // The cycle is over.
    post.mail(30 * HOUR, "late", &late);
    post.mail(30 * HOUR, "old", &withdraw);
    post.run(30 * HOUR + 60);
    let told: String = post.server.taken().iter().map(words).collect();
    assert!(told.contains("Nothing was done: cycle 1 is not open."), "{told}");
    assert!(told.contains("Nothing was done: this word was already taken."), "{told}");
    let verified = post.bench.verify();
    assert!(verified.passed(), "{verified}");
    assert!(verified.to_string().contains("3 signed by the players who sent them"), "{verified}");
}

#[test]
fn who_withdrew_a_packet_has_no_complaint() {
    let post = Post::new("");
    post.run(0);
    for seat in ["mazianni", "union"] {
        post.deliver(HOUR, seat, &post.packet(seat, 1, ""));
    }
    post.run(HOUR + 60);
    let identity = Some(post.bench.players["mazianni"].identity());
    let receipt = post.server.taken().into_iter().find_map(|mail| {
        let offers = Message::read(mail.text.as_bytes()).offers;
        let own = mail.to.starts_with("mazianni") && header(&mail, "Subject").contains("packet");
        let file = offers.into_iter().find(|offer| sealed::is_sealed(offer)).filter(|_| own)?;
        adjutant::referee::record::receipt::Receipt::open(file, identity).ok()
    });
    let receipts = vec![("receipt".to_owned(), receipt.unwrap())];
    post.mail(2 * HOUR, "withdraw", &post.say("mazianni", &["withdraw"]));
    post.run(2 * HOUR + 60);
    assert_eq!(post.states(), [State::Due, State::Final]);
    assert_eq!(post.publicly(), [State::Due, State::Sent], "nobody thinks they are there");
    let close = ["resolve", "--early", "--without-orders", "--reason", "agreed"];
    post.done(3 * HOUR, &close);
    let verdict = verify(post.bench.store(), &Own { receipts, ..Own::default() }, OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    assert!(verdict.to_string().contains("withdrawn, by your word in entry"), "{verdict}");
}

#[test]
fn a_forecast_comes_back_and_counts_for_nothing() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let orders = {
        let desk = post.bench.desk();
        post.bench.orders(&desk, "mazianni", 1, SET_UP)
    };
    let file = post.path("orders.yaml");
    fs::write(&file, &orders).unwrap();
    let file = file.to_str().unwrap();
    let entries = post.bench.desk().campaign.ledger.len();
    let asked = post.request("mazianni", &["forecast", file]);
    assert!(!asked.contains("deploy"), "orders are nobody's business");
    post.mail(HOUR, "forecast", &asked);
    post.run(HOUR + 60);
    let mails = post.server.taken();
    assert_eq!(subjects(&mails), ["[bench] your forecast"]);
    assert_eq!(mails[0].to, "mazianni@example.net");
    let offers = Message::read(mails[0].text.as_bytes()).offers;
    let answer = offers.iter().find(|offer| sealed::is_sealed(offer)).unwrap();
    let path = post.path("forecast.age");
    fs::write(&path, answer).unwrap();
    let key = post.key("mazianni");
    let told = post.done(HOUR, &["read", path.to_str().unwrap(), "--key", &key]);
    assert!(told.contains("tried in 100 worlds"), "{told}");
    // What the player's own program makes of their report: nothing else went in.
    let own = post.done(HOUR, &["forecast", file, "--key", &key, "--samples", "100"]);
    // Tables are as wide as the terminal, so lines beneath heads and breaks in cells differ.
    let said = |text: &str| -> Vec<String> {
        let words = text.split_whitespace().filter(|word| !word.trim_matches('-').is_empty());
        let mut words: Vec<String> = words.map(ToOwned::to_owned).collect();
        words.sort();
        words
    };
    assert_eq!(said(&told), said(&own));
    assert_eq!(post.states()[0], State::Due, "no orders came");
    assert_eq!(post.bench.desk().campaign.ledger.len(), entries);
    // The same mail again is no other question; by others it is none of theirs.
    post.mail(2 * HOUR, "forecast", &asked);
    post.run(2 * HOUR + 60);
    assert_eq!(post.server.taken().len(), 0);
    let union = post.key("union");
    let (code, told) = post.output(HOUR, &["read", path.to_str().unwrap(), "--key", &union]);
    assert_ne!(code, 0, "{told}");
    // Orders that would be refused are answered with why.
    let wrong = orders.replace("cycle: 1", "cycle: 7");
    let key = post.bench.players["mazianni"].signing();
    let to = post.bench.desk().cycle_identity(1).recipient();
    let wrong = adjutant::referee::player::request::to_forecast(&wrong, key, &to).unwrap();
    post.mail(3 * HOUR, "wrong", &wrong);
    post.run(3 * HOUR + 60);
    assert_eq!(subjects(&post.server.taken()), ["[bench] your forecast"]);
    // Three answers a day: no forecast is made that nobody would read, and none twice of the same orders.
    post.mail(4 * HOUR, "again", &asked);
    for name in ["one", "two"] {
        fs::write(file, format!("{orders}# {name}\n")).unwrap();
        post.mail(4 * HOUR, name, &post.request("mazianni", &["forecast", file]));
    }
    post.run(4 * HOUR + 60);
    assert_eq!(post.server.taken().len(), 1);
    assert!(post.log().contains("a forecast that is not made"), "{}", post.log());
}

#[test]
fn a_question_is_kept_until_it_is_answered() {
    let post = Post::new("wait-for-answers: true\n");
    post.run(0);
    post.server.taken();
    let asked = post.request("union", &["question", "May I dock at Pell?"]);
    assert!(!asked.contains("dock"), "it is between them");
    post.mail(HOUR, "question", &asked);
    post.run(HOUR + 60);
    let mails = post.server.taken();
    assert_eq!(subjects(&mails), ["[bench] your question"]);
    assert!(!words(&mails[0]).contains("dock"));
    post.mail(2 * HOUR, "again", &asked);
    post.run(2 * HOUR + 60);
    assert!(words(&post.server.taken()[0]).contains("this question came before"));
    let told = post.done(2 * HOUR, &["status"]);
    let line = "union asks: May I dock at Pell? (`adjutant rule answer union TEXT`)";
    assert_eq!(told.matches(line).count(), 1, "{told}");
    // With the calendar's word no cycle closes by itself while it waits.
    for seat in ["mazianni", "union"] {
        post.deliver(3 * HOUR, seat, &post.packet(seat, 1, ""));
    }
    for hours in [3, 50, 97, 144, 191] {
        post.run(hours * HOUR + 60);
    }
    let (code, told) = post.output(201 * HOUR, &["run", "--post"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("union asked a question"), "{told}");
    post.done(201 * HOUR, &["rule", "answer", "union", "Only at noon."]);
    let told = post.run(201 * HOUR + 60);
    assert!(told.contains("cycle 1 is resolved"), "{told}");
    let desk = post.bench.desk();
    let report = |seat| post.bench.report_of(&desk, seat, 1).text;
    assert!(report("union").contains("May I dock at Pell?"), "{}", report("union"));
    assert!(report("union").contains("Only at noon."));
    assert!(!report("mazianni").contains("noon"));
    drop(desk);
    assert!(post.bench.verify().passed(), "{}", post.bench.verify());
}

#[test]
fn a_report_leaves_in_plain_text_only_by_its_players_word() {
    let post = Post::new("early-close: 30m\n");
    post.run(0);
    // What stands in every report of the game, and in no letter.
    let shown = |mails: &[Taken], seat: &str| -> Vec<bool> {
        let own = mails.iter().filter(|m| m.to.starts_with(seat));
        let reports = own.filter(|m| header(m, "Subject").contains("report"));
        let both = |mail: &Taken| {
            let text = words(mail).contains("The situation");
            assert_eq!(text, mail.text.contains("</table>"), "as text and as a page");
            text
        };
        reports.map(both).collect()
    };
    assert_eq!(shown(&post.server.taken(), "mazianni"), [false], "nobody asked for it");
    let yes = post.say("mazianni", &["plain-text", "yes"]);
    let entries = post.bench.desk().campaign.ledger.len();
    post.mail(HOUR, "yes", &yes);
    post.run(HOUR + 60);
    let mails = post.server.taken();
    assert!(words(&mails[0]).contains("The reports of mazianni may be mailed in plain text."));
    assert!(!words(&mails[0]).contains("Everyone"));
    assert_eq!(post.bench.desk().campaign.ledger.len(), entries, "nobody else is told");
    post.mail(HOUR + 120, "ask", &post.request("mazianni", &["report", "0"]));
    post.mail(HOUR + 120, "other", &post.request("union", &["report", "0"]));
    post.run(HOUR + 180);
    let mails = post.server.taken();
    assert_eq!((shown(&mails, "mazianni"), shown(&mails, "union")), (vec![true], vec![false]));
    for mail in &mails {
        let offers = Message::read(mail.text.as_bytes()).offers;
        assert_eq!(offers.iter().filter(|offer| sealed::is_sealed(offer)).count(), 1);
    }
    for seat in ["mazianni", "union"] {
        post.deliver(2 * HOUR, seat, &post.packet(seat, 1, ""));
    }
    post.run(2 * HOUR + 60);
    post.server.taken();
    post.run(3 * HOUR);
    let mails = post.server.taken();
    assert_eq!((shown(&mails, "mazianni"), shown(&mails, "union")), (vec![true], vec![false]));
    // Taken back, and what somebody saw on its way is no word any more.
    post.mail(30 * HOUR, "no", &post.say("mazianni", &["plain-text", "no"]));
    post.run(30 * HOUR + 60);
    post.mail(31 * HOUR, "replayed", &yes);
    post.run(31 * HOUR + 60);
    assert!(words(&post.server.taken()[1]).contains("a later word of this kind"));
    post.mail(55 * HOUR, "once more", &post.request("mazianni", &["report", "1"]));
    post.run(55 * HOUR + 60);
    assert_eq!(shown(&post.server.taken(), "mazianni"), [false]);
}

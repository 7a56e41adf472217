//! What comes in reaches somebody: receipts that can be read, people's mail, mail for games that are over or
//! not at hand.

use std::fs;

use adjutant::post::Message;
use adjutant::seal::{PublicKey, sealed};

use super::server::Taken;
use super::words::words;
use super::{HOUR, Post, header, subjects};
use crate::bench::{Bench, SET_UP, keys};

fn from(who: &str, more: &str, text: &str) -> Vec<u8> {
    format!(
        "From: {who}\r\nMessage-ID: <{}@x>\r\n{more}\r\n{text}\r\n",
        who.len() + text.len() + more.len()
    )
    .into_bytes()
}

/// The file that came with a mail.
fn file(mail: &Taken) -> Vec<u8> {
    let offers = Message::read(mail.text.as_bytes()).offers;
    offers.into_iter().find(|offer| sealed::is_sealed(offer)).unwrap()
}

/// The only receipt that a packet of mazianni's is answered with.
fn answered(post: &Post, hours: u64, orders: &str) -> Taken {
    let packet = post.bench.packet(&post.bench.desk(), "mazianni", orders);
    let number = u32::try_from(hours).unwrap();
    post.deliver(hours * HOUR, "a", &Post::wrapped(("mazianni", number), packet.as_bytes(), ""));
    post.run(hours * HOUR + 60);
    let mut mails = post.server.taken();
    assert_eq!(mails.len(), 1, "{:?}", subjects(&mails));
    mails.remove(0)
}

#[test]
fn a_receipt_that_was_mailed_says_why_and_is_read_with_the_key() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let orders =
        |sequence, lists| post.bench.orders(&post.bench.desk(), "mazianni", sequence, lists);
    // What everybody may know is said in the mail; what the orders say is not.
    let other = answered(&post, 1, &orders(1, SET_UP).replace("cycle: 1", "cycle: 9"));
    assert!(words(&other).contains("The reason: cycle is 9, expected 1"), "{}", words(&other));
    let unread = answered(&post, 2, &orders(2, "orders:\n- frobnicate: Norway\n"));
    let told = words(&unread);
    assert!(
        header(&unread, "Subject").contains("refused") && !told.contains("The reason"),
        "{told}"
    );
    assert!(!told.contains("frobnicate") && told.contains("adjutant read FILE"), "{told}");
    let lines = answered(&post, 3, &orders(3, "orders:\n- deploy: {ship: Nowhere, at: 3}\n"));
    assert!(!words(&lines).contains("Nowhere"), "{}", words(&lines));
    let key = post.key("mazianni");
    let saved = post.path("receipt.age");
    let saved = saved.to_str().unwrap();
    let signer = PublicKey::of(keys().signing.signing()).fingerprint();
    let elsewhere = post.path("Maildir");
    let read = |more: &[&str]| {
        let arguments = [&["read", saved, "--key", &key], more].concat();
        let output = post.command_in(&elsewhere, 0, &arguments).output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(told).unwrap())
    };
    for (mail, says) in [(&other, "cycle is 9"), (&unread, "frobnicate"), (&lines, "Nowhere")] {
        fs::write(saved, file(mail)).unwrap();
        let told = post.done(0, &["read", saved, "--key", &key]);
        assert!(told.starts_with("The packet of mazianni for cycle 1"), "{told}");
        assert!(told.contains(says), "{says}: {told}");
        // Without the campaign, who knows the moderator's key reads it.
        let (code, told) = read(&[]);
        assert_eq!(code, 1, "{told}");
        assert!(
            told.contains("nothing here shows that this receipt is from the moderator"),
            "{told}"
        );
        assert_eq!(read(&["--moderator", "SHA256:x"]).0, 1);
        let (code, told) = read(&["--moderator", &signer]);
        assert!(code == 0 && told.contains(says), "{told}");
    }
    // Whose report was read is known.
    let report = post.bench.root().join("cycles/0000/reports/mazianni.age");
    let known = ["read", report.to_str().unwrap(), "--key", &key, "--moderator", &signer];
    assert!(post.command_in(&elsewhere, 0, &known).output().unwrap().status.success());
    assert_eq!(read(&[]).0, 0);
    assert_eq!(read(&["--json"]).1.matches("\"verdict\"").count(), 1);
    // Who agreed to plain text has it all in the mail.
    post.mail(4 * HOUR, "plain", &post.say("mazianni", &["plain-text", "yes"]));
    post.run(4 * HOUR + 60);
    post.server.taken();
    let shown = answered(&post, 5, &orders(5, "orders:\n- deploy: {ship: Nowhere, at: 3}\n"));
    assert!(words(&shown).contains("Nowhere"), "{}", words(&shown));
}

#[test]
fn what_people_write_reaches_the_moderator_once_and_starts_no_loop() {
    let post = Post::new("");
    let mails = [
        from("union@example.net", "", "Can we push the deadline? My son is ill."),
        from("eve@example.com", "", "I would like to join your next game."),
        from("Karl@example.org", "", "Dear Union, the deadline stands."),
        from("union@example.net", "Auto-Submitted: auto-replied\r\n", "I am on holiday."),
        from("x@example.net", "Return-Path: <>\r\n", "Undelivered."),
        from("post@example.org", "X-Adjutant: 9f3c0a12\r\n", "Our own."),
        from("y@example.net", "List-Id: x <x.example.org>\r\n", "News."),
    ];
    for (n, mail) in mails.iter().enumerate() {
        post.deliver(0, &n.to_string(), mail);
    }
    post.run(60);
    let all = post.server.taken();
    let own: Vec<&Taken> = all.iter().filter(|m| m.to == "karl@example.org").collect();
    let mut told: Vec<String> = own.iter().map(|m| header(m, "Subject")).collect();
    told.sort_unstable();
    let expected =
        ["[bench] a mail for you", "[bench] a mail for you", "[bench] your mail reached no player"];
    assert_eq!(told, expected);
    let ill = own.iter().find(|m| words(m).contains("My son is ill.")).unwrap();
    assert_eq!(header(ill, "Reply-To"), "union@example.net");
    assert_eq!(header(ill, "Auto-Submitted"), "auto-generated");
    assert!(own.iter().any(|m| words(m).contains("the deadline stands.")));
    let others: Vec<String> =
        all.iter().filter(|m| m.to != "karl@example.org").map(words).collect();
    assert!(others.iter().any(|told| told.contains("If you wrote to the moderator")), "{others:?}");
    // The same again, by another way; and what we sent, sent back.
    let again = [&b"Received: from elsewhere\r\n"[..], &mails[0]].concat();
    post.deliver(HOUR, "again", &again);
    post.deliver(HOUR, "back", ill.text.as_bytes());
    post.run(HOUR + 60);
    assert_eq!(subjects(&post.server.taken()), Vec::<String>::new());
    // A flood has its bounds.
    for n in 0..40 {
        let mail = from("eve@example.com", "", &"x".repeat(n + 1));
        post.deliver(2 * HOUR, &format!("flood{n}"), &mail);
    }
    post.run(2 * HOUR + 60);
    assert_eq!(post.server.taken().len(), 9, "ten a day from one address");
}

#[test]
fn mail_before_the_first_cycle_reaches_the_moderator() {
    let post = Post::at(Bench::enrolled(), super::Server::start(), "");
    let calendar = post.path("calendar.yaml");
    fs::write(&calendar, "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\n").unwrap();
    post.done(0, &["calendar", "set", calendar.to_str().unwrap(), "--reason", "agreed"]);
    post.deliver(
        0,
        "may",
        &from("eve@example.com", "", "ssh-ed25519 AAAA and age1xyz: may I join?"),
    );
    post.output(60, &["run", "--post"]);
    let mails = post.server.taken();
    assert!(mails.iter().any(|m| m.to == "karl@example.org" && words(m).contains("may I join?")));
    assert_eq!(fs::read_dir(post.path("campaign.post/in")).unwrap().count(), 1, "`taken` alone");
}

#[test]
fn who_writes_to_a_game_that_is_over_is_told() {
    let post = Post::new("");
    post.run(0);
    let packet = post.packet("union", 1, "");
    post.done(HOUR, &["reveal", "--abandon", "everybody is tired"]);
    post.output(HOUR + 60, &["run", "--post"]);
    post.server.taken();
    post.deliver(2 * HOUR, "late", &packet);
    post.deliver(2 * HOUR, "words", &from("union@example.net", "", "Am I late?"));
    post.deliver(2 * HOUR, "odd", &from("eve@example.com", "List-Id: <x.y>\r\n", "Who are you?"));
    post.output(2 * HOUR + 60, &["run", "--post"]);
    let mails = post.server.taken();
    let told: Vec<_> = mails.iter().map(|m| (m.to.as_str(), header(m, "Subject"))).collect();
    let over = ("union@example.net", "[bench] the game is over".to_owned());
    assert!(told.contains(&over), "{told:?}");
    assert!(mails.iter().any(|m| m.to == "karl@example.org" && words(m).contains("Am I late?")));
    assert_eq!(fs::read_dir(post.path("campaign.post/in")).unwrap().count(), 1, "`taken` alone");
}

#[test]
fn mail_for_a_campaign_that_is_not_here_waits() {
    let post = Post::new("");
    let games = post.path("games");
    crate::bench::copy(&post.bench.root(), &games.join("a"));
    crate::bench::copy(&Bench::founded_for(2).root(), &games.join("b"));
    for keys in ["a.keys", "b.keys"] {
        crate::bench::copy(&post.path("campaign.keys"), &games.join(keys));
    }
    fs::rename(post.path("campaign.post"), post.path("games.post")).unwrap();
    let command = |seconds: u64| {
        let output = post.command_in(&games, seconds, &["run", "--post"]).output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    command(0);
    post.server.taken();
    let away = post.path("away");
    fs::rename(games.join("a"), &away).unwrap();
    post.deliver(HOUR, "packet", &post.packet("union", 1, ""));
    let told = command(HOUR + 60);
    assert!(
        told.contains("the campaign bench is not here: mail that may be for it waits"),
        "{told}"
    );
    assert!(!told.contains("refused, "), "{told}");
    fs::rename(&away, games.join("a")).unwrap();
    let told = command(HOUR + 120);
    assert!(told.contains("union, accepted") && !told.contains("not here"), "{told}");
    assert!(subjects(&post.server.taken()).iter().any(|s| s.contains("accepted")));
}

#[test]
fn without_a_calendar_no_mail_is_fetched() {
    let post = Post::at(Bench::enrolled(), super::Server::start(), "");
    post.deliver(0, "may", &from("eve@example.com", "", "may I join?"));
    let (code, told) = post.output(60, &["run", "--post"]);
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("the campaign has no calendar, so no mail was fetched"), "{told}");
    assert!(post.path("Maildir/new/may").exists());
}

#[test]
fn a_key_that_was_replaced_asks_for_no_seat() {
    let post = Post::new("");
    post.run(0);
    let key = |name: &str| {
        let path = post.path(name);
        post.done(HOUR, &["keygen", path.to_str().unwrap(), "--name", "Player of union"]);
        path.with_extension("pub")
    };
    let (lost, new) = (key("lost"), key("new"));
    for public in [&lost, &new] {
        let public = public.to_str().unwrap();
        let why = ["--replace", "--name", "Player of union", "--reason", "lost"];
        post.done(HOUR, &[&["enroll", "union", public][..], &why].concat());
    }
    let asks = fs::read_to_string(&lost).unwrap();
    post.deliver(2 * HOUR, "asks", &from("ben@example.com", "", &asks));
    post.output(2 * HOUR + 60, &["run", "--post"]);
    let status = post.done(3 * HOUR, &["status"]);
    assert!(!status.contains("asks for a seat"), "{status}");
}

/// The moderator is told once for each cause what they are needed for, and not at every round.
#[test]
fn what_the_moderator_is_needed_for_is_mailed_once() {
    let post = Post::new("stop: {missing: 0}\n");
    post.run(0);
    post.server.taken();
    let own = |seconds: u64| {
        let (code, told) = post.output(seconds, &["run", "--post"]);
        assert_eq!(code, 1, "{told}");
        let mails = post.server.taken();
        mails.iter().filter(|mail| mail.to == "karl@example.org").count()
    };
    let deadline = 200 * HOUR;
    assert_eq!(own(deadline + HOUR), 1, "orders are missing, and the cycle waits");
    for minutes in 1..6 {
        assert_eq!(own(deadline + HOUR + minutes * 300), 0);
    }
}

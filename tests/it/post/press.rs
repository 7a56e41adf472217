//! Messages between players by mail, and receipts of what a deputy took.

use std::fs;

use adjutant::ledger::Right;
use adjutant::post::Message;
use adjutant::referee::cycle::deputy;
use adjutant::referee::moderator::hand_over::{Person, appoint};
use adjutant::referee::record::receipt::Receipt;
use adjutant::seal::{PlayerSecret, PublicKey, sealed};

use super::server::{Fault, Server, Step};
use super::words::words;
use super::{HOUR, Post, header, subjects};
use crate::bench::time;
use crate::press::campaign;
use crate::week::START;

/// A post of three seats whose players may write to each other.
fn open() -> Post {
    let post = Post::at(campaign("press: {each: 2, unsigned: true}\n"), Server::start(), "");
    post.run(0);
    post.server.taken();
    post
}

impl Post {
    /// A message as its author's program makes it.
    fn press(&self, seat: &str, to: &str, text: &str) -> String {
        let path = self.path("message.txt");
        fs::write(&path, text).unwrap();
        self.say(seat, &["press", path.to_str().unwrap(), "--to", to])
    }
}

#[test]
fn a_message_is_mailed_to_its_readers_and_to_who_wrote_it() {
    let post = open();
    let sent = post.press("russia", "ottoman", "I keep out of Serbia.\r\n");
    assert!(!sent.contains("Serbia") && !sent.contains("ottoman"), "it is sealed");
    post.mail(HOUR, "press", &sent);
    let told = post.run(HOUR + 60);
    assert!(told.contains("to ottoman@example.net") && !told.contains("to germany@"), "{told}");
    let mails = post.server.taken();
    let mut to: Vec<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
    to.sort_unstable();
    assert_eq!(to, ["ottoman@example.net", "russia@example.net"]);
    let subject = "[bench] a message between players in cycle 1";
    assert_eq!(subjects(&mails), [subject; 2]);
    assert_eq!(words(&mails[0]), words(&mails[1]), "the mail does not tell who wrote it");
    assert!(!words(&mails[0]).contains("Serbia"));
    // The attachment alone is enough to read it, once a report was read.
    let offers = Message::read(mails[0].text.as_bytes()).offers;
    let file = offers.iter().find(|offer| sealed::is_sealed(offer)).unwrap();
    let path = post.path("message.age");
    fs::write(&path, file).unwrap();
    for seat in ["ottoman", "russia"] {
        let key = post.key(seat);
        let read = post.done(HOUR, &["read", path.to_str().unwrap(), "--key", &key]);
        let expected = ["russia to ottoman", "I keep out of Serbia."];
        assert!(expected.iter().all(|words| read.contains(words)), "{read}");
        // And the copy of the campaign, without any mail.
        let read = post.done(HOUR, &["read", "--press", "--key", &key]);
        assert!(expected.iter().all(|words| read.contains(words)), "{read}");
    }
    let key = post.key("germany");
    assert_ne!(post.output(HOUR, &["read", path.to_str().unwrap(), "--key", &key]).0, 0);
    let (code, told) = post.output(HOUR, &["read", "--press", "--key", &key]);
    assert_eq!((code, told.contains("nobody wrote to you")), (3, true), "{told}");
    // Sent again by whoever saw it, and one too many.
    post.mail(2 * HOUR, "replayed", &sent);
    let all = post.press("russia", "all", "Two.");
    post.mail(2 * HOUR, "two", &all);
    post.mail(2 * HOUR + 1, "three", &post.press("russia", "germany", "Three."));
    post.run(2 * HOUR + 60);
    let mails = post.server.taken();
    let mut all = subjects(&mails);
    all.sort_unstable();
    let own = "[bench] your word";
    assert_eq!(all, [subject, subject, subject, own, own]);
    let refused: String = mails.iter().filter(|m| header(m, "Subject") == own).map(words).collect();
    assert!(refused.contains("Nothing was done: this message was taken before."), "{refused}");
    assert!(refused.contains("russia has written 2 messages in cycle 1"), "{refused}");
    assert_eq!(post.server.taken().len(), 0);
    post.run(3 * HOUR);
    assert_eq!(post.server.taken().len(), 0, "once");
    assert!(post.bench.verify().passed(), "{}", post.bench.verify());
    // The moderator's chronicle tells it before the reveal; nobody else's.
    let keys = post.path("campaign.keys");
    let told = post.done(3 * HOUR, &["chronicle", "--markdown", "--keys", keys.to_str().unwrap()]);
    assert!(told.contains("### russia to ottoman\n"), "{told}");
    assert_ne!(post.output(3 * HOUR, &["chronicle", "--markdown"]).0, 0);
}

#[test]
fn a_run_that_is_killed_passes_a_message_on_once() {
    for step in [Step::From, Step::Data] {
        let post = open();
        post.mail(HOUR, "press", &post.press("russia", "ottoman,germany", "Hello."));
        post.server.fail(step, Fault::Kills);
        post.output(HOUR + 60, &["run", "--post"]);
        let mut taken = post.server.taken();
        post.output(8 * HOUR, &["run", "--post"]);
        post.output(15 * HOUR, &["run", "--post"]);
        taken.extend(post.server.taken());
        let mut readers: Vec<&str> = taken.iter().map(|mail| mail.to.as_str()).collect();
        readers.sort_unstable();
        let all = ["germany@example.net", "ottoman@example.net", "russia@example.net"];
        assert_eq!(readers, all, "{step:?}");
        assert_eq!(post.bench.desk().campaign.ledger.press().count(), 1);
    }
}

#[test]
fn a_message_goes_by_hand_where_there_is_no_mail() {
    let post = open();
    let file = post.path("sealed.age");
    let hand = |text: &str, to: &str| {
        fs::write(&file, post.press("russia", to, text)).unwrap();
        post.output(HOUR, &["take", file.to_str().unwrap()])
    };
    let (code, told) = hand("Hello.", "ottoman");
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("russia writes to ottoman in cycle 1, 1 of 2"), "{told}");
    assert!(told.contains("send      press/0000") && told.contains("to ottoman@example.net"));
    let taken = ["take", file.to_str().unwrap()];
    assert_eq!(post.output(HOUR, &taken).0, 3, "once");
    // What no message can be is told to its author before it leaves.
    let key = post.key("russia");
    let text = post.path("message.txt");
    let say =
        |text: &str, to: &str| post.output(0, &["say", "--key", &key, "press", text, "--to", to]);
    let (code, told) = say(text.to_str().unwrap(), "france");
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("france is not one of these seats: germany, ottoman"), "{told}");
    fs::write(&text, "x".repeat(4001)).unwrap();
    let (code, told) = say(text.to_str().unwrap(), "all");
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("the message has 4001 bytes; the limit is 4000"), "{told}");
}

/// Erik takes packets until the moderator is back.
fn with_deputy() -> (Post, String) {
    let post = Post::new("");
    let key = PlayerSecret::generate([61; 96]);
    let (signing, recipient) = (PublicKey::of(key.signing()), key.identity().recipient());
    let erik = Person { name: "Erik".to_owned(), signing, recipient };
    let until = time("2026-03-12T12:00:00Z");
    let mut desk = post.bench.desk();
    appoint(&mut desk, (&erik, vec![Right::Take]), until, "at sea", time(START)).unwrap();
    drop(desk);
    let path = post.path("erik.key");
    fs::write(&path, crate::bench::text(&key.write())).unwrap();
    post.run(0);
    post.server.taken();
    (post, path.to_str().unwrap().to_owned())
}

#[test]
fn the_receipt_of_a_packet_that_a_deputy_took_is_mailed() {
    for killed in [false, true] {
        let (post, erik) = with_deputy();
        let file = post.path("packet.eml");
        fs::write(&file, post.packet("union", 1, "")).unwrap();
        post.done(HOUR, &["deputy", "--key", &erik, "take", file.to_str().unwrap()]);
        if killed {
            // The run was killed when it had opened the packet, and before it had written the mail.
            assert_eq!(deputy::judge(&mut post.bench.desk()).unwrap().len(), 1);
        }
        post.run(2 * HOUR);
        let mails = post.server.taken();
        assert_eq!(subjects(&mails), ["[bench] your packet for cycle 1: accepted"], "{killed}");
        assert_eq!(mails[0].to, "union@example.net");
        let offers = Message::read(mails[0].text.as_bytes()).offers;
        let sealed = offers.into_iter().find(|offer| sealed::is_sealed(offer)).unwrap();
        let identity = Some(post.bench.players["union"].identity());
        let receipt = Receipt::open(sealed, identity).unwrap();
        let receipt = String::from_utf8(receipt).unwrap();
        let came = "received: \"2026-03-05T13:00:00Z\"";
        assert!(receipt.contains("verdict: accepted") && receipt.contains(came), "{receipt}");
        post.run(3 * HOUR);
        assert_eq!(post.server.taken().len(), 0, "once");
    }
}
